# SPDX-License-Identifier: Apache-2.0
"""Source files of a bootstrapped table, where its index says: real readers know no other location."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hudi_conformance.adapters.loop import Request
from hudi_conformance.decode.timeline.listing import read_table_properties
from hudi_conformance.model.properties.table import BOOTSTRAP_BASE

ROOT = Path("/tmp/hudi-conformance-bootstrap")  # noqa: S108 - a fixed path, which fixtures hold


@contextmanager
def laid_sources(folder: Path, args: Request) -> Iterator[None]:
    """Copy the folder that `args.bootstrap_base` names below the table to its base path, for one answer.

    Only paths below `ROOT` are written to.
    """
    below = args.get("bootstrap_base")
    if not isinstance(below, str):
        yield
        return
    text = BOOTSTRAP_BASE.text(read_table_properties(folder).entries) or ""
    target = Path(text.removeprefix("file:"))
    is_ours = target.is_relative_to(ROOT) and ".." not in target.parts
    if is_ours:
        shutil.rmtree(target, ignore_errors=True)
        if (folder / below).is_dir():
            shutil.copytree(folder / below, target)
    try:
        yield
    finally:
        if is_ours:
            shutil.rmtree(target, ignore_errors=True)
