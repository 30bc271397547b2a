# SPDX-License-Identifier: Apache-2.0
"""Tests that replace a part of this project are listed in `tests/README.md`, with the reason."""

from __future__ import annotations

import ast
import fnmatch
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hudi_conformance import resources

TESTS = resources.data_root() / "conformance" / "tests"
OWN = ("hudi_conformance", "instruments", "benchmarks", "tools")


def replaced(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text if "monkeypatch.setattr(" in text else "")
    own = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom | ast.Import)
        for alias in node.names
        if (getattr(node, "module", None) or alias.name).partition(".")[0] in OWN
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "monkeypatch.setattr":
            target = ast.unparse(node.args[0]).strip("'\"").partition(".")[0]
            if target in own or target in OWN:
                yield ast.unparse(node)


def listed() -> list[str]:
    section = (TESTS / "README.md").read_text(encoding="utf-8").partition("## Parts that tests replace")[2]
    rows = [row.split("|")[3] for row in section.splitlines() if row.startswith("|")]
    names = re.findall(r"`([^`]+)`", " ".join(rows))
    return [name if name.startswith(("quality/", "slow/")) else f"fast/{name}" for name in names]


@pytest.mark.parametrize("folder", ["fast", "quality", "slow"])
def test_replaced_parts_are_listed(folder: str) -> None:
    patterns = listed()
    unlisted = {
        path.relative_to(TESTS).as_posix(): parts
        for path in sorted((TESTS / folder).rglob("test_*.py"))
        if (parts := list(replaced(path)))
        and not any(fnmatch.fnmatchcase(path.relative_to(TESTS).as_posix(), f"{p}*") for p in patterns)
    }
    assert not unlisted
