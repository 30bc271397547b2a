# SPDX-License-Identifier: Apache-2.0
"""The lock of generated/ compared with the files there, without the compiler."""

from __future__ import annotations

import json
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.toolchain.maven import read_lock
from instruments.parsers import ksc
from instruments.specification.grammar_fields import MAP


def stale_by_digest(folder: Path | None = None, ksy: Path | None = None) -> list[str]:
    """Compare files with `LOCK.json`, which needs no compiler; return one sentence per difference."""
    folder = folder or ksc.generated_dir()
    tree = ksc.read_tree(folder)
    lock = json.loads(tree.pop(ksc.LOCK_NAME, b"{}"))
    grammars = {path.name: path.read_bytes() for path in (ksy or resources.ksy_dir()).glob("*.ksy")}
    jars = {jar.filename: jar.sha256 for jar in read_lock(ksc.compiler_lock())}
    problems: list[str] = []
    for title, locked, present in (
        ("grammar", lock.get("ksy", {}), {name: ksc.digest(text) for name, text in grammars.items()}),
        ("generated file", lock.get("outputs", {}), {name: ksc.digest(text) for name, text in tree.items()}),
        ("compiler jar", lock.get("jars", {}), jars),
    ):
        problems += [
            f"{title} {name} differs from {ksc.LOCK_NAME}"
            for name in sorted(locked.keys() | present.keys())
            if locked.get(name) != present.get(name)
        ]
    tables = ksc.check_tables(ksy or resources.ksy_dir(), tuple(ksc.LANGUAGES))
    problems += [
        f"generated file {name} differs from {MAP}"
        for name, content in tables.items()
        if name in tree and tree[name] != content
    ]
    return problems
