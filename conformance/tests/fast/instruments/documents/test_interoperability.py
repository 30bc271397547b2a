# SPDX-License-Identifier: Apache-2.0
"""The page of who reads whose tables: rows by writer and version, cells by verdict."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hudi_conformance.report.model import Result
from hudi_conformance.suite.manifest import Case
from instruments.documents import interoperability
from instruments.documents.features import declined
from instruments.documents.interoperability import OURS, Table, page, tables, writer_of


@pytest.mark.parametrize(
    ("tree", "writer"),
    [
        ("real-rows/0.15.0/cow_plain.zip", "Hudi 0.15.0"),
        ("real-rows/1.2.0/upgraded_mor_archive_from_0.15.0.zip", "Hudi 0.15.0, upgraded by 1.2.0"),
        ("minimal/whole-v6.zip", OURS),
    ],
)
def test_writers(tree: str, writer: str) -> None:
    assert writer_of(tree) == writer


def case(ident: str, tree: str, **more: object) -> Case:
    about = {"args": {"view": "snapshot"}, "expect": {"value": "rows.json"}} | more
    fields = {
        "id": ident,
        "title": "",
        "surface": "table",
        "topic": "t",
        "req": ("r",),
        "cmd": "table.read",
        "file": "table/t.toml",
        "line": 3,
        "tree": tree,
    }
    return Case(**fields | about)  # type: ignore[arg-type]  # by name


def test_tables_as_their_writers_left_them(tmp_path: Path) -> None:
    (tmp_path / "1.2.0").mkdir()
    with zipfile.ZipFile(tmp_path / "1.2.0" / "t.zip", "w") as archive:
        archive.writestr(
            ".hoodie/hoodie.properties", "#x\nhoodie.table.version=9\nhoodie.table.type=MERGE_ON_READ\n"
        )
    with zipfile.ZipFile(tmp_path / "bare.zip", "w") as archive:
        archive.writestr("a", "")
    found = tables(
        [
            case("table/t/whole", "1.2.0/t.zip"),
            case("table/t/edited", "1.2.0/t.zip", drop=("a",)),
            case("table/t/refused", "1.2.0/t.zip", expect={"reject": ["truncated"]}),
            case("table/t/bare", "bare.zip"),
        ],
        tmp_path,
    )
    assert found == {"table/t/whole": Table("Hudi 1.2.0", 9, "snapshot", "mor")}


def test_cells_and_their_cases() -> None:
    chosen = {f"table/t/{name}": Table("Hudi 1.2.0", 9, "snapshot") for name in "abcd"}
    verdicts = {
        "table/t/a": "pass",
        "table/t/b": "limit",
        "table/t/c": "wrong-value",
        "table/t/d": "unsupported",
    }
    stored = {
        "readers": {
            "one": {"version": "1", "date": "2026-01-01", "verdicts": verdicts},
            "two": {"version": "1", "date": "2026-01-01", "verdicts": {"table/t/a": "error"}},
        }
    }
    only = {"one": frozenset({"table/t/c"})}
    text = page(stored, chosen, dict.fromkeys(chosen, "cases/t.toml#L3"), base_files_only=only)
    assert "| Hudi 1.2.0, cow, version 9 | 4 | ✓ 2 (1) ✗ 1 ro – 1 | † 1 · 3 |" in text
    assert (
        "- Hudi 1.2.0, cow, version 9: [t/b](cases/t.toml#L3) limit, [t/c](cases/t.toml#L3) wrong-value"
        in text
    )


def test_the_page_is_what_is_stored() -> None:
    assert interoperability.main(["check"]) == 0, (
        "run: python -m instruments.documents.interoperability write"
    )


@pytest.mark.parametrize(
    ("name", "verdict", "message", "expected"),
    [
        ("daft-0.7.26", "unsupported", "view 'cdc', or of an earlier instant", True),
        ("daft-0.7.26", "unsupported", "UnsupportedException: Only support COPY_ON_WRITE table", False),
        ("daft-0.7.26", "rejects-valid", "DaftCoreException: no such column", False),
        ("kaitai-python", "unsupported", "hoodie.table.format is 'iceberg', which is unsupported", False),
        ("someone-else", "unsupported", "table.read", True),
    ],
)
def test_what_an_adapter_declines_is_no_answer_of_its_engine(
    name: str, verdict: str, message: str, expected: bool
) -> None:
    result = Result(name, "table/t/whole", "unsupported", verdict, "unsupported", message=message)
    assert declined(name, result) is expected
