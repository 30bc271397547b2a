# SPDX-License-Identifier: Apache-2.0
"""Manifests that were checked before: their tables by the digest of their text, in a file of the cache.

Parsing and checking thousands of cases takes most of the start of a command. The index is believed only for
texts of the digest that it carries, and only as long as the code that checks is the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from hudi_conformance import errors
from hudi_conformance.suite import form, shapes, trees

Entry: TypeAlias = dict[str, Any]
"""What is known of one manifest: `sha256`, `surface`, `topic`, its `tables` and their `lines`."""


def index_file(cases: Path, cache_dir: Path) -> Path:
    """Index of the manifests of a folder of cases."""
    name = hashlib.sha256(os.fsencode(cases.resolve())).hexdigest()[:16]
    return cache_dir / "manifests" / f"{name}.json"


def read_index(path: Path) -> Mapping[str, Entry]:
    """Entries by file name; none when there is no index, or one that other code has written."""
    try:
        document = json.loads(path.read_bytes())
        if document["rules"] == _rules():
            entries: Mapping[str, Entry] = document["manifests"]
            return entries
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def write_index(path: Path, entries: Mapping[str, Entry]) -> None:
    """Replace the index; where that fails the next start is slower, and nothing else."""
    try:
        text = json.dumps({"rules": _rules(), "manifests": entries}, separators=(",", ":"))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
            file.write(text)
    except (OSError, ValueError, TypeError):
        return  # a read-only home, or values of TOML that JSON has not
    try:
        Path(file.name).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(file.name).unlink()


@cache
def _rules() -> str:
    """Digest of the code that checks a manifest."""
    digest = hashlib.sha256()
    here = Path(__file__)
    modules = [Path(module.__file__ or "") for module in (form, shapes, trees, errors)]
    for source in (*modules, here, here.with_name("manifest.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()
