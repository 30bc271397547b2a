# SPDX-License-Identifier: Apache-2.0
"""Archives by the kernels: the same entries and the same instants as by the careful decoder."""

from __future__ import annotations

import json
import zipfile
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest
from bulk_factory import avro_content, datum, frame, record
from hudi_conformance import resources
from hudi_conformance.decode.bulk.archive_records import Blocks, walk_entries
from hudi_conformance.decode.timeline.archive_entries import (
    ARCHIVE_NAME,
    scan_archive,
    walk_archive,
)
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


def test_an_archive_is_read_from_ranges_of_a_remote_file():
    name, data = max(archives().items(), key=lambda item: len(item[1]))
    remote = RangedBuffer(pa.BufferReader(data), page=128, max_pages=4)
    assert list(walk_archive(remote)) == list(scan_archive(data)), name
