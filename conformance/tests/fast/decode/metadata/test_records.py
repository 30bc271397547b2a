# SPDX-License-Identifier: Apache-2.0
"""Records of the metadata table: keys against values of real Hudi, payloads, merging, valid instants."""

from __future__ import annotations

import pytest
from hudi_conformance.decode.metadata import keys
from hudi_conformance.decode.metadata.groups import (
    FileIdFields,
    decode_location,
    encode_location,
    group_id,
    parse_group_id,
)
from hudi_conformance.decode.metadata.payload import decode_payload
from hudi_conformance.decode.metadata.secondary import secondary_key, split_key
from hudi_conformance.errors import Reject
from hudi_conformance.model.metadata import Bound, FileEntry, FileList, MetadataRecord, RecordType, Scaled
from hudi_conformance.model.timeline import Instant, State
from hudi_conformance.semantics.metadata.instants import Timelines, valid_instants
from hudi_conformance.semantics.metadata.merge import compare_bounds, merge_files, merge_records

LIVE, GONE = FileEntry(10, is_deleted=False), FileEntry(0, is_deleted=True)


def test_keys_are_those_of_a_real_table() -> None:
    """Of table cow_secondary and mor_all, Hudi 1.0.2 and 1.2.0."""
    file = "ae8e0b9f-852f-4f55-8c16-0be0d43db44b-0_0-121-229_20261122025821812.parquet"
    key = "+WGrmgkN3io=K+AQdJ2dgho=NVxdtpt09h2/gg+zqi/8ZQ=="
    assert keys.column_stats_key("part", "part=d", file) == key
    assert keys.partition_stats_key("dec", "part=a") == "sNowvyWOmzg=yi5+vfp5LHI="
    assert keys.partition_stats_key("dec", "part=b") == "sNowvyWOmzg=XhyyWvHvu4I="
    assert keys.partition_hash("") == keys.partition_hash(".")


@pytest.mark.parametrize(
    ("key", "expected"),
    [("+WGrmgkN3io=K+AQdJ2dgho=", [1, 1, 1]), ("", [0, 0, 0]), ("+WGrmgkN3io=XhyyWvHvu4I=", [0, 0, 6])],
)
def test_routing_is_that_of_real_hudi(key: str, expected: list[int]) -> None:
    assert [keys.route(key, number) for number in (2, 3, 10)] == expected


def test_routing_of_the_smallest_hash() -> None:
    text = "polygenelubricants"  # its hash is -2**31
    assert keys.java_hash(text) == -(1 << 31)
    assert keys.route(text, 10) == (1 << 31) % 10
    with pytest.raises(ValueError, match="0 file groups"):
        keys.route("k", 0)


@pytest.mark.parametrize("secondary", ["a", "", "a$b", "back\\slash", "\0", "a\\$\0", None])
@pytest.mark.parametrize("record_key", ["k", "$", "\\", "k$6\\"])
def test_secondary_keys_split_into_what_they_were_made_of(secondary: str | None, record_key: str) -> None:
    assert split_key(secondary_key(secondary, record_key)) == (secondary, record_key)


def test_a_secondary_key_without_separator() -> None:
    with pytest.raises(Reject) as error:
        split_key("alice\\$k1")
    assert error.value.requirement == "metadata.secondary.separator"


@pytest.mark.parametrize(
    ("index", "number", "partition", "file_id"),
    [
        ("files", 0, None, "files-0000-0"),
        ("column_stats", 1, None, "col-stats-0001-0"),
        ("record_index", 12345, None, "record-index-12345-0"),
        ("record_index", 1, "part=a", "record-index-part%3Da-0001-0"),
        ("record_index", 1, "2024-01-01", "record-index-2024%2D01%2D01-0001-0"),
        ("secondary_index_idx_name", 2, None, "secondary-index-idx-name-0002-0"),
    ],
)
def test_ids_of_file_groups(index: str, number: int, partition: str | None, file_id: str) -> None:
    assert group_id(index, number, partition) == file_id
    assert parse_group_id(index, file_id) == (number, partition)
    assert parse_group_id(index, file_id.removesuffix("-0")) == (number, partition)


@pytest.mark.parametrize("file_id", ["files-0", "files-00x0-0", "col-stats-0000-0", "files-a-0000-0", ""])
def test_other_ids_are_refused(file_id: str) -> None:
    with pytest.raises(Reject):
        parse_group_id("files", file_id)


@pytest.mark.parametrize(
    "file_id",
    ["15e68e17-642b-4761-91f4-fc0fafc5c10d-0", "15e68e17-642b-4761-91f4-fc0fafc5c10d", "f1", "f1-0"],
)
def test_file_ids_of_locations_go_both_ways(file_id: str) -> None:
    fields = encode_location(file_id)
    assert decode_location(fields) == file_id
    assert fields.encoding == (0 if len(file_id) > 30 else 1)


def test_high_bits_are_those_of_a_real_row() -> None:
    assert encode_location("15e68e17-642b-4761-91f4-fc0fafc5c10d-0").high == 1578104950555887457


@pytest.mark.parametrize("fields", [FileIdFields(2, 0, 0, 0, ""), FileIdFields(0, 1 << 63, 0, 0, "")])
def test_locations_of_no_file(fields: FileIdFields) -> None:
    with pytest.raises(Reject):
        decode_location(fields)


def test_lists_of_files_merge() -> None:
    def merged(older: FileEntry, newer: FileEntry) -> FileEntry | None:
        result = merge_files(FileList({"f": older}), FileList({"f": newer})).entries
        return result.get("f")

    assert merged(LIVE, GONE) is None
    assert merged(GONE, GONE) == GONE
    assert merged(GONE, LIVE) == LIVE
    assert merged(LIVE, FileEntry(3, is_deleted=False)) == LIVE
    assert merge_files(FileList({}), FileList({"f": GONE})).entries == {"f": GONE}


def test_versions_of_two_types_do_not_merge() -> None:
    older = MetadataRecord("k", RecordType.PARTITIONS, FileList({}))
    newer = MetadataRecord("k", RecordType.FILES, FileList({}))
    with pytest.raises(Reject):
        merge_records(older, newer)
    assert merge_records(None, newer) is newer
    assert merge_records(older, None) is None


@pytest.mark.parametrize(
    ("kind", "ordered"),
    [
        ("double", [-0.0, 0.0, 1.5, float("inf"), float("nan")]),
        ("string", ["a", "\U00010000", "\uffff"]),
        ("bytes", [b"", b"\x80", b"\xff", b"\x00", b"\x7f"]),
        ("decimal", [Scaled(b"\xff", 2), Scaled(b"\x00", 0), Scaled(b"\x0a", 1), Scaled(b"\x65", 2)]),
    ],
)
def test_bounds_compare_as_in_java(kind: str, ordered: list[str]) -> None:
    bounds = [Bound(kind, value) for value in ordered]
    for place, first in enumerate(bounds):
        for other, second in enumerate(bounds):
            assert compare_bounds(first, second) == (place > other) - (place < other)


def _instant(time: str, action: str, state: State = State.COMPLETED) -> Instant:
    return Instant(time, action, state, None, f"{time}.{action}")


def test_instants_that_count() -> None:
    data = [
        _instant("20240101000000001", "commit"),
        _instant("20240101000000002", "commit", State.INFLIGHT),
        _instant("20240101000000005", "rollback"),
    ]
    own = [
        _instant(time, "deltacommit")
        for time in (
            "00000000000000010",
            "20240101000000001",
            "20240101000000002",
            "20240101000000003",
            "20240101000000001010",
            "20240101000000001007",
        )
    ]
    own += [_instant("20240101000000004", "rollback"), _instant("20240101000000006", "commit")]
    undone = {"20240101000000005": ["20240101000000000"]}
    base = {
        "00000000000000010",
        "20240101000000001",
        "20240101000000005",
        "20240101000000004",
        "20240101000000000",
    }
    assert valid_instants(Timelines(6, data, own, undone)) == base | {"20240101000000001010"}
    newer = {"20240101000000003", "20240101000000001010", "20240101000000001007"}
    assert valid_instants(Timelines(8, data, own, undone)) == base | newer


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"key": "k", "type": 8}, "bad-type"),
        ({"key": "k", "type": 0}, "bad-type"),
        ({"key": "k", "type": 5}, "missing-field"),
        ({"key": "k", "type": 5, "recordIndexMetadata": {"fileIdEncoding": 7}}, "bad-value"),
        ({"key": None, "type": 2}, "missing-field"),
        ({"type": 2}, "missing-field"),
        ({"key": "k", "type": "2"}, "schema-mismatch"),
        (
            {"key": "k", "type": 2, "filesystemMetadata": {"f": {"size": "1", "isDeleted": False}}},
            "schema-mismatch",
        ),
        ("no record", "missing-field"),
    ],
)
def test_records_of_no_meaning_are_refused(record: object, code: str) -> None:
    with pytest.raises(Reject) as error:
        decode_payload(record, 7)
    assert (error.value.code, error.value.at) == (code, 7)
