# SPDX-License-Identifier: Apache-2.0
"""`audit.table_lookup`: the table that a file belongs to, and its versions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hudi_conformance.audit.surface import Context
from hudi_conformance.audit.table_lookup import Tables, parse_properties
from hudi_conformance.lake.files import FileRef


def make_table(folder: Path, text: str = "hoodie.table.version=6\n", name: str = "hoodie.properties") -> Path:
    (folder / ".hoodie").mkdir(parents=True)
    (folder / ".hoodie" / name).write_text(text)
    return folder


@pytest.mark.parametrize("below", ["a.log", "p/a.log", "p/q/r/a.log", ".hoodie/timeline/a.commit"])
def test_file_of_a_table(below: str, tmp_path: Path) -> None:
    table = make_table(tmp_path / "t")
    tables = Tables()
    assert tables.folder_of(f"{table}/{below}") == str(table)
    assert tables.context(f"{table}/{below}").table_version == 6


def test_file_beside_a_table_is_in_none(tmp_path: Path) -> None:
    make_table(tmp_path / "t")
    defaults = Context(since="2024")
    tables = Tables(defaults)
    assert tables.folder_of(str(tmp_path / "a.log")) is None
    assert tables.folder_of(str(tmp_path / "t2" / "a.log")) is None
    assert tables.context(str(tmp_path / "a.log")) == defaults


def test_innermost_table_counts(tmp_path: Path) -> None:
    outer = make_table(tmp_path / "t", "hoodie.table.version=9\n")
    inner = make_table(outer / ".hoodie" / "metadata", "hoodie.table.version=8\n")
    tables = Tables()
    assert tables.folder_of(f"{inner}/files/a.hfile") == str(inner)
    assert tables.context(f"{inner}/files/a.hfile").table_version == 8
    assert tables.context(f"{outer}/p/a.log").table_version == 9
    assert tables.is_table(str(inner))
    assert not tables.is_table(f"{inner}/files")


def test_backup_counts_only_without_properties(tmp_path: Path) -> None:
    table = make_table(tmp_path / "t", "hoodie.table.version=5\n", "hoodie.properties.backup")
    assert Tables().context(f"{table}/a.log").table_version == 5
    (table / ".hoodie" / "hoodie.properties").write_text("hoodie.table.version=6\n")
    assert Tables().context(f"{table}/a.log").table_version == 6


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("", (None, None)),
        ("hoodie.table.version=8\nhoodie.table.initial.version=6\n", (8, 6)),
        (" hoodie.table.version = 8 \r\n", (8, None)),
        ("hoodie.table.version=x\n", (None, None)),
        ("hoodie.table.version=-1\n", (None, None)),
        ("#hoodie.table.version=8\n!hoodie.table.version=8\n", (None, None)),
        ("hoodie.table.version=8\nhoodie.table.version=9\n", (9, None)),
    ],
)
def test_versions_of_a_table(text: str, versions: tuple[int | None, int | None], tmp_path: Path) -> None:
    context = Tables().context(f"{make_table(tmp_path / 't', text)}/a.log")
    assert (context.table_version, context.initial_version) == versions


def test_version_that_the_caller_states_overrides_that_of_the_table(tmp_path: Path) -> None:
    table = make_table(tmp_path / "t")
    defaults = Context(9, None, "2024", deep=True)
    assert Tables(defaults).context(f"{table}/a.log") == defaults
    stated = Tables(Context(None, None, "2024", deep=True)).context(f"{table}/a.log")
    assert (stated.table_version, stated.since, stated.deep) == (6, "2024", True)


def test_files_by_table(tmp_path: Path) -> None:
    first, second = make_table(tmp_path / "a"), make_table(tmp_path / "b")
    paths = [f"{second}/x", f"{first}/y", str(tmp_path / "z"), f"{second}/p/v"]
    refs = [FileRef(path, 1) for path in paths]
    groups = Tables(now="20260101").group(refs)
    assert [(table.path, [ref.path for ref in table.files], table.now) for table in groups] == [
        (str(first), [paths[1]], "20260101"),
        (str(second), [paths[0], paths[3]], "20260101"),
    ]


def test_remote_tables_are_those_of_the_listing() -> None:
    """No store is asked: of a listed folder it is known which folders hold properties."""
    tables = Tables()
    root = "memory://lake"
    refs = [FileRef(f"{root}/t/.hoodie/hoodie.properties.backup", 1), FileRef(f"{root}/u/a.log", 1)]
    tables.learn([f"{root}/"], refs)
    assert tables.folder_of(f"{root}/u/a.log") is None


def test_properties_as_hudi_writes_them() -> None:
    raw = b"#c\n!d\n\n a = b \nurl=s3\\://x\\=y\nempty=\nnone\n\xff=1\n"
    assert parse_properties(raw) == {
        "a": "b",
        "url": "s3://x=y",
        "empty": "",
        "none": "",
        "\N{REPLACEMENT CHARACTER}": "1",
    }
