# SPDX-License-Identifier: Apache-2.0
"""Records of an Avro block: values, bytes behind each datum and behind the last record, and refusals."""

from __future__ import annotations

import struct

import pytest
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.log.avro_content import AvroContent, decode_avro_content, left_over
from hudi_conformance.model.common import Span
from hypothesis import given
from hypothesis import strategies as st

SCHEMA = parse_schema('{"type": "record", "name": "r", "fields": [{"name": "a", "type": "boolean"}]}')
OFS = 100  # where the content lies in its file
RECORDS = st.lists(st.tuples(st.booleans(), st.binary(max_size=3)), max_size=6)


def content_of(records: list[tuple[bool, bytes]], *, count: int | None = None, behind: bytes = b"") -> bytes:
    """Content of version 3 of records, each a value and the bytes behind its datum."""
    parts = [struct.pack(">ii", 3, len(records) if count is None else count)]
    parts += [struct.pack(">i?", 1 + len(padding), value) + padding for value, padding in records]
    return b"".join(parts) + behind


def decode(content: bytes) -> AvroContent:
    data = bytes(OFS) + content
    return decode_avro_content(data, Span(OFS, len(content)), SCHEMA)


@given(RECORDS, st.binary(max_size=4))
def test_records_and_what_lies_behind_them(records: list[tuple[bool, bytes]], behind: bytes) -> None:
    avro = decode(content_of(records, behind=behind))
    assert avro.records == [{"a": value} for value, _ in records]
    assert (avro.version, avro.rejection, avro.len_trailing) == (3, None, len(behind))
    ends = [OFS + 8 + sum(5 + len(padding) for _, padding in records[: i + 1]) for i in range(len(records))]
    paddings = [
        Span(end - len(padding), len(padding))
        for end, (_, padding) in zip(ends, records, strict=True)
        if padding
    ]
    assert avro.padding == paddings
    assert avro.first_padding == (paddings[0] if paddings else None)
    assert avro.num_padded == len(paddings)


def test_bytes_behind_are_reported_once_for_all_records() -> None:
    content = content_of([(True, b"x"), (False, b""), (True, b"yz")], behind=b"end")
    findings = list(left_over(decode(content), Span(OFS, len(content))))
    assert [(f.requirement, f.code, f.at, f.message) for f in findings] == [
        (
            "log.avro.datum",
            "trailing-bytes",
            OFS + 13,
            "1 bytes after the datum, the first of 2 such records",
        ),
        ("log.avro.form", "trailing-bytes", OFS + 26, "3 bytes after the last record"),
    ]


def test_one_padded_record_is_not_the_first_of_several() -> None:
    content = content_of([(True, b"x")])
    (finding,) = left_over(decode(content), Span(OFS, len(content)))
    assert finding.message == "1 bytes after the datum"


TWO = [(True, b""), (False, b"")]


@pytest.mark.parametrize(
    ("content", "num_records", "code", "at", "requirement"),
    [
        pytest.param(b"\0\0\0\3\0\0\0", None, "truncated", 0, "log.avro.form", id="seven-bytes"),
        pytest.param(
            b"\0\0\0\4" + content_of(TWO)[4:], None, "bad-version", 0, "log.content.version", id="version-4"
        ),
        pytest.param(
            content_of(TWO, count=-1), 0, "count-too-large", 4, "log.avro.count-negative", id="count-minus-1"
        ),
        pytest.param(content_of(TWO, count=3), 2, "count-too-large", 4, "log.avro.count", id="count-3-of-2"),
        pytest.param(
            content_of([(True, b"abc"), (False, b"")])[:-5],
            1,
            "truncated",
            16,
            "log.avro.count",
            id="second-record-missing",
        ),
        pytest.param(
            content_of(TWO)[:-1], 1, "length-mismatch", 13, "log.avro.record-length", id="last-byte-missing"
        ),
        pytest.param(
            content_of([(True, b"")])[:-2] + b"\0", 0, "truncated", 12, "log.avro.datum", id="record-of-none"
        ),
        pytest.param(
            content_of(TWO)[:8] + struct.pack(">i", -1) + content_of(TWO)[12:],
            0,
            "length-mismatch",
            8,
            "log.avro.record-length",
            id="length-minus-1",
        ),
        pytest.param(
            content_of(TWO)[:-1] + b"\2", 1, "schema-mismatch", 17, "log.avro.datum", id="boolean-2"
        ),
    ],
)
def test_a_refusal_names_its_field_and_keeps_the_records_before_it(
    content: bytes, num_records: int | None, code: str, at: int, requirement: str
) -> None:
    avro = decode(content)
    assert avro.rejection is not None
    assert (avro.rejection.code, avro.rejection.at, avro.rejection.requirement) == (
        code,
        OFS + at,
        requirement,
    )
    assert (None if avro.records is None else len(avro.records)) == num_records
