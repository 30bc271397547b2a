# SPDX-License-Identifier: Apache-2.0
"""Delete payloads: the grammar's reading against the payload's own Avro schema, and Kryo's references."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.log.deletes import decode_deletes, delete_list_schema
from hudi_conformance.errors import CODES, Reject
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import DeletedKey, OrderingValue
from hypothesis import given, settings
from hypothesis import strategies as st

PREFIX = b"before"


def decode(content: bytes) -> list[DeletedKey]:
    return list(decode_deletes(PREFIX + content + b"behind", Span(len(PREFIX), len(content))))


def delete(payload: bytes, version: int = 3, len_payload: int | None = None) -> bytes:
    length = len(payload) if len_payload is None else len_payload
    return version.to_bytes(4, signed=True) + length.to_bytes(4, signed=True) + payload


def refusal(content: bytes) -> tuple[str, int | None, str]:
    with pytest.raises(Reject) as caught:
        decode(content)
    at = caught.value.at
    return caught.value.code, None if at is None else at - len(PREFIX), caught.value.requirement


@pytest.mark.parametrize(("ordering", "value"), [("0e 04 c3a9", "é"), ("0e 02 e9", b"\xe9"), ("02 01", True)])
def test_ordering_values_have_the_types_that_merging_compares(ordering: str, value: object) -> None:
    (deleted,) = decode(delete(bytes.fromhex(f"02 02 02 61 02 02 70 {ordering} 00")))
    assert deleted.ordering is not None
    assert (deleted.ordering.value, type(deleted.ordering.value)) == (value, type(value))


def by_schema(payload: bytes) -> list[Any] | None:
    """The payload by its schema, None where it is refused or does not fill its length."""
    datum = Datum(payload)
    try:
        value = delete_list_schema().decode(datum, 0)
    except Reject:
        return None
    return value["deleteRecordList"] if datum.pos == len(payload) else None


LIKELY = st.sampled_from([*range(26), 0x61, 0x80, 0xFF])


@settings(max_examples=500)
@given(st.binary(max_size=40) | st.lists(LIKELY, max_size=40).map(bytes))
def test_grammar_and_schema_agree(payload: bytes) -> None:
    expected = by_schema(payload)
    try:
        deletes = decode(delete(payload))
    except Reject as error:
        assert error.code in CODES  # noqa: PT017 - either way is a good answer
        assert expected is None
        return
    assert expected is not None
    assert [(d.record_key, d.partition_path) for d in deletes] == [
        (each["recordKey"], each["partitionPath"]) for each in expected
    ]
    for deleted, each in zip(deletes, expected, strict=True):
        assert (deleted.ordering is None) == (each["orderingVal"] is None)


# --- Kryo --------------------------------------------------------------------------------------------


def kryo(text: str) -> bytes:
    """A text as Kryo writes it: short ASCII ends with bit 7."""
    raw = text.encode("utf-8")
    if 2 <= len(text) <= 63 and text.isascii():
        return raw[:-1] + bytes([raw[-1] | 0x80])
    assert len(text) < 62
    return bytes([0x80 | len(text) + 1]) + raw


KEYS = b"\x01\x00" + kryo("[Lorg.apache.hudi.common.model.HoodieKey;") + b"\x01"
RECORDS = b"\x01\x00" + kryo("[Lorg.apache.hudi.common.model.DeleteRecord;") + b"\x01"
KEY_CLASS = kryo("org.apache.hudi.common.model.HoodieKey")
RECORD_CLASS = kryo("org.apache.hudi.common.model.DeleteRecord")
FIRST_KEY = b"\x01\x01" + KEY_CLASS + b"\x01"
FIRST_RECORD = b"\x01\x01" + RECORD_CLASS + b"\x01" + b"\x01\x02" + KEY_CLASS + b"\x01"


NAMED = FIRST_RECORD + b"\x01" + kryo("pp") + b"\x01" + kryo("aa")
NEXT = b"\x01\x01\x01\x01\x02\x01\x05\x01" + kryo("bb")


def test_day_that_is_no_midnight_of_utc_costs_its_delete_alone() -> None:
    name = b"\x01\x03" + kryo("java.sql.Date") + b"\x01"
    payload = RECORDS + b"\x03" + NAMED + name + b"\x80\xe8\xc7\x92\xcc\x30" + NEXT + b"\x02\x0a"
    content = delete(payload, 2)
    assert refusal(content)[::2] == ("bad-value", "log.delete.kryo-names")
    refusals: list[Reject] = []
    kept = list(decode_deletes(content, Span(0, len(content)), refusals))
    assert kept == [DeletedKey("bb", "pp", OrderingValue("int", 5))]
    assert [error.code for error in refusals] == ["bad-value"]


def test_memory_of_one_long_kryo_text() -> None:
    num = 4 << 20
    text = bytes([0xC0 | num + 1 & 0x3F]) + b"".join(
        bytes([(num + 1 >> shift & 0x7F) | (0x80 if shift < 20 else 0)]) for shift in (6, 13, 20)
    )
    content = delete(KEYS + b"\x02" + FIRST_KEY + b"\x01" + text + b"a" * num + b"\x00", 1)
    tracemalloc.start()
    code, _, requirement = refusal(content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (code, requirement) == ("count-too-large", "limits.allocation")
    assert peak < 32 << 20


@settings(max_examples=300)
@given(st.integers(1, 2), st.binary(max_size=60), st.booleans())
def test_any_kryo_payload_is_read_or_refused(version: int, tail: bytes, is_started: bool) -> None:
    head = (KEYS + b"\x02" + FIRST_KEY, RECORDS + b"\x02" + FIRST_RECORD)[version - 1]
    try:
        deletes = decode(delete(head + tail if is_started else tail, version))
    except Reject as error:
        assert error.code in CODES  # noqa: PT017 - either way is a good answer
    else:
        assert len(deletes) == 1
