# SPDX-License-Identifier: Apache-2.0
"""inspect shows the records of a metadata table by meaning, beside bytes that it accounts for as before."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.inspect import inspect_file
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.metadata import text_of
from hudi_conformance.inspect.model import account
from hudi_conformance.model.metadata import (
    BloomRow,
    Bound,
    ColumnStats,
    FileEntry,
    FileList,
    Location,
    MetadataRecord,
    Payload,
    RecordType,
    SecondaryRow,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A written metadata table: base files and log files of five partitions."""
    path = tmp_path_factory.mktemp("metadata")
    with zipfile.ZipFile(resources.fixtures_dir() / "metadata" / "merge_v9.zip") as archive:
        archive.extractall(path)
    return path / ".hoodie" / "metadata"


def records(inspection: Inspection) -> dict[str, str]:
    """Meanings of records by path."""
    notes = [note for part in inspection.parts for note in part.notes]
    return {note.field.path: note.meaning for note in notes if ".records" in note.field.path}


def test_records_of_a_base_file_are_told(folder: Path) -> None:
    path = folder / "record_index" / "record-index-0000-0_0-1-0_20240101000003000.hfile"
    found = records(inspect_file(path))
    assert len(found) == 5
    assert found["blocks[0].records[0]"] == (
        "record 'bare' in file group 6638f73f-8d7a-4e32-a3ca-30d930bc6bed of 'p=2', "
        "since 2024-01-01 00:00:01 UTC, position 7"
    )


def test_records_of_a_log_file_are_told(folder: Path) -> None:
    found = records(inspect_file(folder / "files" / ".files-0000-0_20240101000004000.log.1_0-1-0"))
    assert next(iter(found.values())) == "partitions: 1 live, p=4; 1 deleted, p=3"
    assert "files of 'p=4': 1 live, new.parquet (44)" in found.values()


def test_every_file_is_accounted_for(folder: Path) -> None:
    paths = [path for path in folder.rglob("*") if ".hfile" in path.name or ".log." in path.name]
    assert len(paths) > 10
    for path in paths:
        inspection = inspect_file(path)
        fields = [note.field for part in inspection.parts for note in part.notes]
        assert account(fields, path.stat().st_size) == []
        assert [field.ofs for field in fields] == sorted(field.ofs for field in fields)


def test_the_limit_is_told(folder: Path) -> None:
    path = folder / "record_index" / "record-index-0000-0_0-1-0_20240101000003000.hfile"
    assert list(records(inspect_file(path, limit=2))) == [
        "blocks[0].records[0]",
        "blocks[0].records[1]",
        "blocks[0].records.more",
    ]


STATS = ColumnStats("c", "a.parquet", Bound("int", 1), None, 3, None, 1, 1, False, False, None)


@pytest.mark.parametrize(
    ("kind", "payload", "expected"),
    [
        (RecordType.FILES, FileList({}), "files of 'k$': none"),
        (
            RecordType.FILES,
            FileList({f"f{i}": FileEntry(i, is_deleted=False) for i in range(1, 7)}),
            "files of 'k$': 6 live, f1 (1), f2 (2), f3 (3), f4 (4) …",
        ),
        (
            RecordType.COLUMN_STATS,
            STATS,
            "column c of file a.parquet: 1 (int) to no bound, 3 values, unknown of them null",
        ),
        (
            RecordType.BLOOM_FILTER,
            BloomRow("SIMPLE", "1", b"abc", is_deleted=True),
            "Bloom filter SIMPLE of 1, 3 characters, key k$, deleted",
        ),
        (
            RecordType.RECORD_INDEX,
            Location("p", "f", 1 << 62, None, 1),
            f"record 'k$' in file group f of 'p', since millisecond {1 << 62}",
        ),
        (RecordType.SECONDARY_INDEX, SecondaryRow(is_deleted=False), "secondary key 'k', record ''"),
    ],
)
def test_a_record_in_words(kind: RecordType, payload: Payload, expected: str) -> None:
    assert text_of(MetadataRecord("k$", kind, payload)) == expected
