# SPDX-License-Identifier: Apache-2.0
"""Archives by the kernels: the same entries and the same instants as by the careful decoder."""

from __future__ import annotations

import json
import random
import zipfile
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest
from bulk_factory import avro_content, datum, frame, record
from hudi_conformance import resources
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.archive import iter_archive_batches, list_archived_fast
from hudi_conformance.decode.bulk.archive_records import Blocks, walk_entries
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.timeline.archive_entries import (
    ARCHIVE_NAME,
    ArchiveBlock,
    list_archived,
    scan_archive,
    walk_archive,
)
from hudi_conformance.errors import Reject
from hudi_conformance.lake.filesystem import RangedBuffer
from hudi_conformance.model.timeline import State

SEED = 20261121


@cache
def archives() -> dict[str, bytes]:
    found = {}
    for path in sorted((resources.fixtures_dir() / "timeline").glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if ARCHIVE_NAME.fullmatch(name.rpartition("/")[2]):
                    found[f"{path.stem}/{name}"] = archive.read(name)
    return found


def careful_rows(data: bytes) -> list[tuple[object, object, object, object]]:
    rows = []
    for item in scan_archive(data):
        if isinstance(item, ArchiveBlock) and item.schema is not None:
            mapper = RowMapper(item.schema)
            rows += [
                (row.get("commitTime"), row.get("actionType"), row.get("actionState"), row.get("version"))
                for row in map(mapper, item.entries)
            ]
    return rows


def fast_rows(data: bytes) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for batch in iter_archive_batches(data, on_reject=lambda _, rejection: None):
        named = batch.select(["commitTime", "actionType", "actionState", "version"])
        rows += [tuple(row.values()) for row in named.to_pylist()]
    return rows


@pytest.mark.parametrize("name", archives())
def test_entries_are_the_same(name: str):
    if name.startswith("damaged_archive_schema"):
        assert fast_rows(archives()[name]) == careful_rows(archives()[name]) == []
        return
    assert fast_rows(archives()[name]) == careful_rows(archives()[name])


def answer(function: object, path: Path) -> object:
    try:
        return function([path])
    except Reject as error:
        return (error.code, error.at, error.requirement)


def test_lists_are_the_same_of_damaged_archives(tmp_path: Path):
    rng = random.Random(SEED)
    path = tmp_path / ".commits_.archive.1_1-0-1"
    told = set()
    for data in sorted(set(archives().values()), key=len)[:16]:
        for number in range(25):
            edited = bytearray(data if number % 5 else data[: rng.randrange(len(data))])
            if number % 5 and edited:
                at = (
                    len(edited) - 1 - rng.randrange(min(1200, len(edited)))
                    if number % 2
                    else rng.randrange(len(edited))
                )
                edited[at] ^= 1 << rng.randrange(8)
            path.write_bytes(bytes(edited))
            assert answer(list_archived_fast, path) == answer(list_archived, path)
            told.add(type(answer(list_archived, path)))
    assert told == {list, tuple}


@pytest.mark.parametrize("absent", ["commitTime", "actionType", "actionState", "version", "long"])
def test_entries_of_schemas_that_lack_a_field(absent: str, tmp_path: Path):
    kinds: dict[str, object] = {
        name: ["null", "string"] for name in ("commitTime", "actionType", "actionState")
    }
    if absent == "long":
        kinds["actionType"] = ["null", "long"]
    schema = record(**{name: kind for name, kind in kinds.items() if name != absent}, version="int")
    row = {
        "commitTime": "1",
        "actionType": 7 if absent == "long" else "commit",
        "actionState": None,
        "version": 1,
    }
    second = {**row, "actionState": "REQUESTED"}
    content = avro_content([datum(schema, row), datum(schema, second)])
    path = tmp_path / ".commits_.archive.1_1-0-1"
    path.write_bytes(frame([(2, json.dumps(schema).encode())], content) * 2)
    assert answer(list_archived_fast, path) == answer(list_archived, path)
    instants = [
        instant
        for blocks in walk_entries(path.read_bytes())
        if isinstance(blocks, Blocks)
        for entries in blocks.entries
        for instant in entries.instants()
    ]
    completed, requested = ("1", "commit", State.COMPLETED), ("1", "commit", State.REQUESTED)
    expected = {"version": [completed, requested], "actionState": [completed, completed]}.get(
        absent, [None] * 2
    )
    assert instants in (expected * 2, [])


@pytest.mark.skipif(not has_kernels(), reason="without the kernels all is careful")
def test_the_kernels_take_archives(monkeypatch: pytest.MonkeyPatch):
    from hudi_conformance.decode.bulk import archive

    name = next(name for name in archives() if name.startswith("archive_v1_merged") and "4_1-0-1" in name)
    careful = []
    monkeypatch.setattr(
        archive._ArchiveReader, "careful", lambda self, block, num_done: careful.append(block) or iter(())
    )
    assert fast_rows(archives()[name]) == careful_rows(archives()[name])
    assert careful == []


def test_an_archive_is_read_from_ranges_of_a_remote_file():
    name, data = max(archives().items(), key=lambda item: len(item[1]))
    remote = RangedBuffer(pa.BufferReader(data), page=128, max_pages=4)
    assert list(walk_archive(remote)) == list(scan_archive(data)), name
