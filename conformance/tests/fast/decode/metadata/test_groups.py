# SPDX-License-Identifier: Apache-2.0
"""Ids of file groups and locations: what is encoded decodes to itself, and the writer's code agrees."""

from __future__ import annotations

import pytest
from hudi_conformance.decode.metadata.groups import (
    FileIdFields,
    decode_location,
    encode_location,
    group_id,
    id_prefix,
    parse_group_id,
)
from hudi_conformance.encode.metadata.keys import id_of, location_fields
from hudi_conformance.errors import Reject
from hypothesis import given
from hypothesis import strategies as st
from strategies.metadata import file_ids, texts

UUID = "15e68e17-642b-4761-91f4-fc0fafc5c10d"
INDEXES = (
    "files",
    "column_stats",
    "partition_stats",
    "bloom_filters",
    "record_index",
    "secondary_index_a_b",
    "expr_index_c",
)


@given(file_ids())
def test_a_location_decodes_to_the_file_id_that_was_encoded(file_id: str) -> None:
    assert decode_location(encode_location(file_id)) == file_id


@given(file_ids())
def test_reader_and_writer_encode_locations_alike(file_id: str) -> None:
    fields, written = encode_location(file_id), location_fields(file_id)
    assert written == {
        "fileIdEncoding": fields.encoding,
        "fileIdHighBits": str(fields.high),
        "fileIdLowBits": str(fields.low),
        "fileIndex": fields.index,
        "fileId": fields.text,
    }


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(FileIdFields(2, 0, 0, 0, ""), id="encoding-2"),
        pytest.param(FileIdFields(-1, 0, 0, 0, ""), id="encoding-minus-1"),
        pytest.param(FileIdFields(0, 1 << 63, 0, 0, ""), id="high-above-64-bits"),
        pytest.param(FileIdFields(0, 0, -(1 << 63) - 1, 0, ""), id="low-below-64-bits"),
        pytest.param(FileIdFields(0, 0, 0, -2, ""), id="index-minus-2"),
        pytest.param(FileIdFields(0, 0, 0, 1 << 31, ""), id="index-above-32-bits"),
    ],
)
def test_fields_of_no_file_id_are_refused_at_their_offset(fields: FileIdFields) -> None:
    with pytest.raises(Reject) as error:
        decode_location(fields, 7)
    assert (error.value.code, error.value.at) == ("bad-value", 7)
    assert error.value.requirement == "metadata.location.encoding"


@given(st.sampled_from(INDEXES), st.integers(0, 999_999_999))
def test_the_number_of_a_group_is_read_from_its_id(index: str, number: int) -> None:
    assert group_id(index, number, None) == id_of(index, number, None)
    assert parse_group_id(index, group_id(index, number, None)) == (number, None)


@given(texts().filter(bool), st.integers(0, 99_999))
def test_the_data_partition_is_read_from_the_id_of_a_group(partition: str, number: int) -> None:
    written = group_id("record_index", number, partition)
    assert written == id_of("record_index", number, partition)
    assert parse_group_id("record_index", written) == (number, partition)


@pytest.mark.parametrize(
    ("index", "file_id"),
    [
        ("files", "files-000-0"),
        ("files", "files-0000000000-0"),
        ("files", "files-0000-1"),
        ("files", "files-0000-0\n"),
        ("files", "files-٠٠٠٠-0"),
        ("files", "xfiles-0000-0"),
        ("column_stats", "col-stats-a-0000-0"),
        ("column_stats", "column-stats-0000-0"),
        ("record_index", "record-index-"),
    ],
)
def test_ids_of_another_form_are_refused(index: str, file_id: str) -> None:
    with pytest.raises(Reject, match="is not a file id of"):
        parse_group_id(index, file_id)


@pytest.mark.parametrize("index", ["", "file", "expr_index", "Files", "secondary-index-a"])
def test_other_names_are_no_partition(index: str) -> None:
    with pytest.raises(Reject, match="is not a partition of the metadata table"):
        id_prefix(index)
