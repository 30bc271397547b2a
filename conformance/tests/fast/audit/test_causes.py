# SPDX-License-Identifier: Apache-2.0
"""Causes of damaged tables: their headlines and steps, and that each finding is in exactly one."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import replace
from fnmatch import fnmatchcase as fnmatch
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.cause_text import explain, lines
from hudi_conformance.audit.causes import find_causes, key_of
from hudi_conformance.audit.findings import FindingRow
from strategies import small_table
from strategies.damage import audit

ENTRIES = tomllib.loads(Path(__file__).with_name("causes.toml").read_text("utf-8"))["cause"]


def damaged(entry: dict[str, Any], folder: Path) -> dict[str, str]:
    """Write a table, change its files, return what `$NAME` stands for."""
    table = small_table.patched(small_table.description(9), entry.get("table", {}))
    texts = {**small_table.names(table), "table": str(folder)}
    texts["done_T1_name"] = texts["done_T1"].rpartition("/")[2]
    if "zip" in entry:
        unpacked(resources.fixtures_dir() / f"{entry['zip']}.zip", folder)
    else:
        small_table.write(table, folder)
    for step in entry.get("do", ()):
        path = sorted(folder.glob(small_table.filled(step["path"], texts)))[step.get("at", 0)]
        data = path.read_bytes() if path.is_file() else b""
        if step["op"] == "move":
            path.rename(folder / small_table.filled(step["to"], texts))
        elif path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
        if step["op"] == "link":
            path.symlink_to("/nowhere/target")
        elif step["op"] in {"cut", "empty"}:
            path.write_bytes(data[: len(data) // 2] if step["op"] == "cut" else b"")
    return texts


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_causes_of_a_damaged_table(entry: dict[str, Any], tmp_path: Path) -> None:
    texts = damaged(entry, tmp_path / "t")
    rows = audit(tmp_path / "t")
    causes = find_causes(lambda: rows, lambda _: texts["table"])
    assert sum(cause.severities.total() for cause in causes) == len(rows)
    assert find_causes(lambda: reversed(rows), lambda _: texts["table"]) == causes
    explained = [explain(cause) for cause in causes if cause.severity != "info"]
    headlines = [next(lines(one, 0)) for one in explained]
    expected = small_table.filled(entry["expect"], texts)
    assert len(headlines) == len(expected), headlines
    assert [text for text, wanted in zip(headlines, expected, strict=True) if not fnmatch(text, wanted)] == []
    steps = explained[0].steps
    assert "run" not in entry or small_table.filled(entry["run"], texts) in [step.run for step in steps]
    # In a store, paths are those of its files, and no step needs a script.
    stored = [replace(row, path=row.path.replace(texts["table"], "s3://b/t")) for row in rows]
    remote = [explain(one) for one in find_causes(lambda: stored, lambda _: "s3://b/t")]
    assert [(one.cause.rule, one.headline) for one in remote if one.cause.severity != "info"] == [
        (one.cause.rule, one.headline) for one in explained
    ]
    assert "--plan" not in " ".join(step.run for one in remote for step in one.steps)
    assert not any(
        entry.get("never", "\n") in f"{step.do} {step.run}" for one in explained for step in one.steps
    )


def test_many_findings_of_a_cause_are_counted() -> None:
    words = [str(number).translate(str.maketrans("0123456789", "abcdefghij")) for number in range(103)]
    rows = [FindingRow("t/f", "hfile", "damage", "bad-value", word) for word in words]
    [cause] = find_causes(lambda: rows, lambda _: "t")
    assert [row.message for _, row in cause.rows] == [
        row.message for row in sorted(rows, key=lambda row: row.message)
    ][:50]
    assert list(lines(explain(cause), 2))[-1] == "    … 101 more findings"


def test_numbers_and_paths_do_not_tell_findings_apart() -> None:
    def key(message: str, code: str = "bad-value") -> object:
        return key_of(FindingRow("t/f", "hfile", "damage", code, message))

    assert key("chunk 7 is stored as 0") == key("chunk 100 is stored as 77")
    assert key("file a/b.parquet is missing") == key("file c/d is missing") != key("it is missing")
    assert key("is missing") != key("is missing", code="truncated")
