# SPDX-License-Identifier: Apache-2.0
"""Delete payloads: the grammar's reading against the payload's own Avro schema, and Kryo's references."""

from __future__ import annotations

import tracemalloc
from decimal import Decimal
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


KEY = "02 02 61 02 02 70"  # ("a", "p")


def test_example_of_the_specification() -> None:
    payload = bytes.fromhex("04 02 02 61 02 02 70 06 0a 02 02 62 02 02 70 00 00")
    assert decode(delete(payload)) == [
        DeletedKey("a", "p", OrderingValue("long", 5)),
        DeletedKey("b", "p", None),
    ]


@pytest.mark.parametrize(
    ("ordering", "kind", "value"),
    [
        ("02 01", "boolean", True),
        ("04 09", "int", -5),
        ("06 0a", "long", 5),
        ("08 0000c03f", "float", 1.5),
        ("0a 000000000000f83f", "double", 1.5),
        ("0c 04 00ff", "bytes", b"\x00\xff"),
        ("0e 04 c3a9", "string", "é"),
        ("0e 02 e9", "string", b"\xe9"),
        ("10 c8ac02", "date", 19236),
        ("12 02 ff", "decimal", Decimal("-0.000000000000001")),
        ("14 02", "time-micros", 1),
        ("16 02", "timestamp-micros", 1),
        ("18 00", "array", None),
        ("18 02 00", "array", []),
        ("18 02 04 04 02 18 04 00", "array", [OrderingValue("int", 1), OrderingValue("local-date", 2)]),
        ("18 02 02 00 00", "array", [None]),
    ],
)
def test_ordering_values(ordering: str, kind: str, value: Any) -> None:
    (deleted,) = decode(delete(bytes.fromhex(f"02 {KEY} {ordering} 00")))
    assert deleted.ordering == OrderingValue(kind, value)


def test_nulls_and_array_forms() -> None:
    assert decode(delete(bytes.fromhex("02 00 00 00 00"))) == [DeletedKey(None, None, None)]
    assert decode(delete(bytes.fromhex(f"01 10 {KEY} 06 0a 02 {KEY} 00 00"))) == [
        DeletedKey("a", "p", OrderingValue("long", 5)),
        DeletedKey("a", "p", None),
    ]
    assert decode(delete(b"\0")) == []
    assert decode(delete(b"\0") + b"trailing") == []


@pytest.mark.parametrize(
    ("content", "code", "at"),
    [
        (b"", "truncated", 0),
        (b"\0\0\0\3\0\0\0", "truncated", 0),
        (delete(b"\0", version=0), "bad-version", 0),
        (delete(b"\0", version=4), "bad-version", 0),
        (delete(b"\0", version=-1), "bad-version", 0),
        (delete(b"\0", len_payload=-1), "length-mismatch", 4),
        (delete(b"\0", len_payload=2), "length-mismatch", 4),
        (delete(b"\0\0"), "length-mismatch", 4),
        (delete(b""), "length-mismatch", 4),
        (delete(bytes.fromhex(f"02 {KEY} 00")), "length-mismatch", 4),
        (delete(bytes.fromhex(f"02 {KEY} 1a 00")), "schema-mismatch", 15),
        (delete(bytes.fromhex(f"02 {KEY} 01 00")), "schema-mismatch", 15),
        (delete(bytes.fromhex("02 04 00 00 00")), "schema-mismatch", 9),
        (delete(bytes.fromhex("80808080804000")), "count-too-large", 8),
        (delete(bytes.fromhex("ffffffffffffffffff01 00")), "count-too-large", 8),
        (delete(bytes.fromhex(f"02 {KEY} 02 02 00")), "schema-mismatch", 16),
        (delete(bytes.fromhex(f"02 {KEY} 04 8080808010 00")), "bad-varint", 16),
    ],
)
def test_refusals(content: bytes, code: str, at: int) -> None:
    assert refusal(content)[:2] == (code, at)


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


def test_keys_with_a_back_reference() -> None:
    first = FIRST_KEY + b"\x01" + kryo("part=1") + b"\x01" + kryo("key1")
    second = b"\x01\x01\x01" + b"\x04" + b"\x01" + kryo("key2")
    payload = KEYS + b"\x03" + first + second
    assert len(payload) == 0x6B
    assert decode(delete(payload, 1)) == [
        DeletedKey("key1", "part=1", None),
        DeletedKey("key2", "part=1", None),
    ]


def test_records_with_ordering_values() -> None:
    first = FIRST_RECORD + b"\x01" + kryo("p") + b"\x01" + kryo("zażółć") + b"\x02\x0a"
    more = b"\x01\x01\x01\x01\x02"
    second = more + b"\x01" + b"\x05" + b"\x01" + kryo("k2") + b"\x03\x01" + kryo("ten")  # "p" is object 3
    third = more + b"\x04" + b"\x03\x0a"  # the key of the first, the text of the second again
    payload = RECORDS + b"\x04" + first + second + third
    assert decode(delete(payload, 2)) == [
        DeletedKey("zażółć", "p", OrderingValue("int", 5)),
        DeletedKey("k2", "p", OrderingValue("string", "ten")),
        DeletedKey("zażółć", "p", OrderingValue("string", "ten")),
    ]


@pytest.mark.parametrize(
    ("content", "code", "at"),
    [
        (delete(b"nonsense", 1), "schema-mismatch", 8),
        (delete(RECORDS + b"\x01", 1), "schema-mismatch", 8),
        (delete(KEYS + b"\x01", 2), "schema-mismatch", 8),
        (delete(KEYS[:9], 1), "length-mismatch", 4),
        (delete(KEYS + b"\x00", 1), "count-too-large", 8 + len(KEYS)),
        (delete(KEYS + b"\xff\xff\xff\xff\x0f", 1), "count-too-large", 8 + len(KEYS)),
        (delete(KEYS + b"\xff\xff\xff\xff\x1f", 1), "bad-varint", 8 + len(KEYS) + 4),
        (delete(KEYS + b"\x01extra", 1), "length-mismatch", 4),
        (delete(KEYS + b"\x02" + FIRST_KEY + b"\x09\x00", 1), "bad-reference", 8 + len(KEYS) + 1),
        (delete(KEYS + b"\x02" + FIRST_KEY + b"\x02\x00", 1), "bad-reference", 8 + len(KEYS) + 1),
        (delete(KEYS + b"\x02\x01\x01" + KEY_CLASS + b"\x00", 1), "schema-mismatch", 8 + len(KEYS) + 1),
        (delete(RECORDS + b"\x02" + FIRST_RECORD + b"\x00\x00\x0e\x00", 2), "bad-type", None),
    ],
)
def test_kryo_refusals(content: bytes, code: str, at: int | None) -> None:
    got = refusal(content)
    assert got[0] == code
    if at is not None:
        assert got[1] == at


def test_kryo_class_id_is_refused_where_it_stands() -> None:
    content = delete(RECORDS + b"\x02" + FIRST_RECORD + b"\x00\x00\x1c\x00", 2)
    assert refusal(content) == ("bad-type", len(content) - 2, "log.delete.kryo-class-id")


NAMED = FIRST_RECORD + b"\x01" + kryo("pp") + b"\x01" + kryo("aa")
NEXT = b"\x01\x01\x01\x01\x02\x01\x05\x01" + kryo("bb")


# Each as Kryo 4.0.2 with the registrations of 0.12.3 (the last: of 0.13.1) wrote the same object twice.
@pytest.mark.parametrize(
    ("value", "again", "ordering"),
    [
        (
            "01036a6176612e6d6174682e426967446563696d61ec0103fb1e04",
            "010307",
            OrderingValue("decimal", Decimal("-12.50")),
        ),
        (
            "01036a6176612e6d6174682e426967446563696d61ec01020113",
            "010307",
            OrderingValue("decimal", Decimal(10**10)),
        ),
        (
            "01036a6176612e6d6174682e426967496e74656765f2010200",
            "010307",
            OrderingValue("decimal", Decimal(0)),
        ),
        (
            "01036a6176612e73716c2e54696d657374616df001fbe8c792cc31",
            "010307",
            OrderingValue("timestamp-micros", 1704067200123000),
        ),
        (
            "01036a6176612e7574696c2e446174e501fbffffffffffffffff",
            "010307",
            OrderingValue("timestamp-micros", -5000),
        ),
        ("01036a6176612e74696d652e4c6f63616c446174e501e80f011f", "010307", OrderingValue("date", 19753)),
        (
            "01036a6176612e74696d652e4c6f63616c446174e501fbffffff0f011f",
            "010307",
            OrderingValue("date", -721324),
        ),
        (
            "01036a6176612e74696d652e496e7374616ef401fdffffffffffffffffff93ebdc03",
            "010307",
            OrderingValue("timestamp-micros", -2000001),
        ),
        (
            "01036a6176612e6e696f2e48656170427974654275666665f201200106010400ff0700060100000200",
            "010307",
            OrderingValue("bytes", b"\xff\x07"),
        ),
        ("08fffe", "08fffe", OrderingValue("int", -2)),
        ("06fe", "06fe", OrderingValue("int", -2)),
        ("0c0108c5bcc3b3c58277", "0c07", OrderingValue("string", "żółw")),
        ("1d0108c5bcc3b3c58277", "1d07", OrderingValue("string", "żółw")),
    ],
)
def test_kryo_values_of_other_classes(value: str, again: str, ordering: OrderingValue) -> None:
    payload = RECORDS + b"\x03" + NAMED + bytes.fromhex(value) + NEXT + bytes.fromhex(again)
    assert decode(delete(payload, 2)) == [DeletedKey("aa", "pp", ordering), DeletedKey("bb", "pp", ordering)]


def test_heap_buffer_of_older_java_has_no_segment() -> None:
    name = bytes.fromhex("0103") + kryo("java.nio.HeapByteBuffer")
    fields = bytes.fromhex("0100010401030a0b000401000000")
    payload = RECORDS + b"\x03" + NAMED + name + fields + NEXT + b"\x02\x0a"
    assert decode(delete(payload, 2)) == [
        DeletedKey("aa", "pp", OrderingValue("bytes", b"\n\x0b")),
        DeletedKey("bb", "pp", OrderingValue("int", 5)),
    ]


def test_day_that_is_no_midnight_of_utc_costs_its_delete_alone() -> None:
    name = b"\x01\x03" + kryo("java.sql.Date") + b"\x01"
    payload = RECORDS + b"\x03" + NAMED + name + b"\x80\xe8\xc7\x92\xcc\x30" + NEXT + b"\x02\x0a"
    content = delete(payload, 2)
    assert refusal(content)[::2] == ("bad-value", "log.delete.kryo-names")
    refusals: list[Reject] = []
    kept = list(decode_deletes(content, Span(0, len(content)), refusals))
    assert kept == [DeletedKey("bb", "pp", OrderingValue("int", 5))]
    assert [error.code for error in refusals] == ["bad-value"]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (b"\x01\x03" + kryo("java.util.UUID") + b"\x01\x00\x00", "bad-type"),
        (b"\x01\x04" + kryo("java.util.UUID"), "bad-reference"),
        (b"\x01\x02\x01", "bad-type"),
        (b"\x01\x03" + kryo("java.time.LocalDate") + b"\x01\xe7\x0f\x02\x1d", "bad-value"),
        (b"\x01\x03" + kryo("java.time.Instant") + b"\x01\x00\x80\x94\xeb\xdc\x03", "bad-value"),
        (b"\x01\x03" + kryo("java.math.BigInteger") + b"\x01\x00", "bad-value"),
        (b"\x01\x03" + kryo("java.math.BigInteger") + b"\x01\x01", "bad-value"),
        (b"\x01\x03" + kryo("java.math.BigDecimal") + b"\x01\x02\x07\xff\xff\xff\xff\x0f", "bad-value"),
        (b"\x01\x03" + kryo("java.math.BigDecimal") + b"\x04", "bad-reference"),
    ],
)
def test_kryo_values_that_are_refused(value: bytes, code: str) -> None:
    assert refusal(delete(RECORDS + b"\x02" + NAMED + value, 2))[0] == code


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
