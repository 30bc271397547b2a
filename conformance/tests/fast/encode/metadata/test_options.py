# SPDX-License-Identifier: Apache-2.0
"""Options of the reference writer of metadata tables: padded base files, blocks of logs, arrays as bounds."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import read_schema
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.metadata.entries import parse_entry
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.model.block_type import BlockType

TIME, LATER = "20240101000001000", "20240101000002000"
ENTRY = {"column": "c", "partition": "p", "file": "f"}


def files_of(*commits: dict[str, Any], version: int = 9) -> dict[str, bytes]:
    return encode_metadata(
        {"table_version": version, "indexes": {"files": {"groups": 2}}, "commits": commits}
    )


@pytest.mark.parametrize("length", [1, 1000])
def test_padding_enlarges_the_schema_of_base_files(length: int) -> None:
    commit = {"time": TIME, "action": "compaction", "rows": {"files": [{"partitions": {}}]}}
    plain, padded = files_of(commit), files_of({**commit, "padding": length})
    assert plain.keys() == padded.keys()
    for path in (path for path in plain if path.endswith(".hfile")):
        tree = read_schema(HFile(plain[path]))[1].tree
        assert read_schema(HFile(padded[path]))[1].tree == {**tree, "doc": "." * length}


def test_blocks_are_a_log_file_of_the_first_file_group() -> None:
    block = {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": LATER}, "deletes": []}
    files = files_of({"time": LATER, "blocks": {"files": [block, block]}})
    scan = scan_log(files[f".hoodie/metadata/files/.files-0000-0_{LATER}.log.1_0-1-0"])
    assert [item.type for item in scan.blocks] == [BlockType.DELETE_BLOCK] * 2
    assert not [path for path in files if f".files-0001-0_{LATER}" in path]


@pytest.mark.parametrize("member", ["rows", "blocks"])
def test_an_index_that_is_not_described_has_neither_rows_nor_blocks(member: str) -> None:
    with pytest.raises(EncodeError, match=rf"commits\[0\].{member}"):
        files_of({"time": TIME, member: {"record_index": []}})


def test_arrays_have_bounds_and_nulls() -> None:
    bounds = [{"type": "int", "value": 1}, None]
    entry = parse_entry(
        {**ENTRY, "min": {"type": "array", "value": bounds}, "max": None}, "here", "column_stats", "V1", 9
    )
    assert entry.row is not None
    space = "org.apache.hudi.avro.model"
    assert entry.row["ColumnStatsMetadata"]["minValue"] == {
        f"{space}.ArrayWrapper": {"wrappedValues": [{f"{space}.IntWrapper": {"value": 1}}, None]}
    }
    assert entry.row["ColumnStatsMetadata"]["maxValue"] is None


def test_bounds_of_unknown_types_are_refused() -> None:
    with pytest.raises(EncodeError, match="uuid"):
        parse_entry({**ENTRY, "min": {"type": "uuid", "value": "x"}}, "here", "column_stats", "V1", 9)
