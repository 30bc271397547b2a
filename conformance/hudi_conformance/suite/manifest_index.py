# SPDX-License-Identifier: Apache-2.0
"""Cache of checked manifests: their tables by the digest of their text, in a file of the cache.

Parsing and checking thousands of cases takes most of a command's start-up time. An entry is used only for
texts with its digest, and only if the checking code is unchanged.
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
"""Entry of one manifest: `sha256`, `surface`, `topic`, its `tables` and their `lines`."""


def index_file(cases: Path, cache_dir: Path) -> Path:
    """Index of the manifests of a folder of cases."""
    name = hashlib.sha256(os.fsencode(cases.resolve())).hexdigest()[:16]
    return cache_dir / "manifests" / f"{name}.json"


def read_index(path: Path) -> Mapping[str, Any]:
    """Data that `write_index` stored, such as entries by file name; empty if absent or by other code."""
    try:
        document = json.loads(path.read_bytes())
        if document["rules"] == _rules():
            entries: Mapping[str, Any] = document["manifests"]
            return entries
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def write_index(path: Path, entries: Mapping[str, Any]) -> None:
    """Replace the index; a failure only makes the next start slower."""
    try:
        text = json.dumps({"rules": _rules(), "manifests": entries}, separators=(",", ":"))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
            file.write(text)
    except (OSError, ValueError, TypeError):
        return  # a read-only home, or TOML values that JSON lacks
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
