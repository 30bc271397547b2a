# SPDX-License-Identifier: Apache-2.0
"""Place source files of a bootstrapped table at the paths in its index, the only ones that readers use.

The argument `bootstrap_base` of `table.read` names the folder of these files in the table of a case.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.decode.timeline.listing import read_table_properties
from hudi_conformance.model.properties.table import BOOTSTRAP_BASE

LOCK = "lock"
ROOT = Path("/tmp/hudi-conformance-bootstrap")  # noqa: S108 - a fixed path, which fixtures contain


def with_sources(read: Callable[[str, Request], Answer]) -> Callable[[str, Request], Answer]:
    """A reader of folders that finds the sources of a bootstrap at their base path."""

    def answer(folder: str, args: Request) -> Answer:
        with _laid(Path(folder), args.get("bootstrap_base")):
            return read(folder, args)

    return answer


@contextmanager
def _laid(folder: Path, below: object) -> Iterator[None]:
    """Move the sources to their base path if that is below `ROOT`, and out of the table in any case."""
    if not isinstance(below, str):
        yield
        return
    text = BOOTSTRAP_BASE.text(read_table_properties(folder).entries) or ""
    target = Path(text.removeprefix("file:"))
    is_ours = target.is_relative_to(ROOT) and ".." not in target.parts
    ROOT.mkdir(exist_ok=True)
    with (ROOT / LOCK).open("w") as lock:
        fcntl.lockf(
            lock, fcntl.LOCK_EX
        )  # of POSIX, like Java's: adapters in both languages wait for each other
        if is_ours:
            shutil.rmtree(target, ignore_errors=True)
            if (folder / below).is_dir():
                shutil.copytree(folder / below, target)
        shutil.rmtree(folder / below, ignore_errors=True)
        try:
            yield
        finally:
            if is_ours:
                shutil.rmtree(target, ignore_errors=True)
