# SPDX-License-Identifier: Apache-2.0
"""Payloads of records: bounds by branch and by value type, absent fields, refusals with offset and rule."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.metadata.payload import decode_payload, is_metadata_schema
from hudi_conformance.encode.metadata.schema import record_schema
from hudi_conformance.errors import Reject
from hudi_conformance.model.metadata import (
    VALUE_TYPES,
    BloomRow,
    Bound,
    ColumnStats,
    FileEntry,
    FileList,
    Location,
    Scaled,
    SecondaryRow,
)

AT = 17
BRANCHES: dict[str, tuple[str, Any]] = {
    "BooleanWrapper": ("boolean", True),
    "IntWrapper": ("int", -1),
    "LongWrapper": ("long", 1 << 40),
    "FloatWrapper": ("float", 0.5),
    "DoubleWrapper": ("double", -0.25),
    "BytesWrapper": ("bytes", b"\xff"),
    "StringWrapper": ("string", "x"),
    "DateWrapper": ("date", 19000),
    "TimeMicrosWrapper": ("time-micros", 5),
    "TimestampMicrosWrapper": ("timestamp-micros", 6),
    "LocalDateWrapper": ("local-date", 7),
}
NUMBERS = {
    "IntWrapper",
    "LongWrapper",
    "DateWrapper",
    "TimeMicrosWrapper",
    "TimestampMicrosWrapper",
    "LocalDateWrapper",
}
OF_INT = {"IntWrapper", "DateWrapper", "LocalDateWrapper"}
# wrappers that hold a value type; those not listed are times, which are in a branch of long
HOLDERS = {
    "boolean": {"BooleanWrapper"},
    "int": NUMBERS,
    "long": NUMBERS,
    "date": OF_INT,
    "time-millis": OF_INT,
    "float": {"FloatWrapper", "DoubleWrapper"},
    "double": {"FloatWrapper", "DoubleWrapper"},
    "string": {"StringWrapper"},
    "uuid": {"StringWrapper"},
    "bytes": {"BytesWrapper"},
    "fixed": {"BytesWrapper"},
    "decimal": {"BytesWrapper"},
    "null": set[str](),
}


def decoded(kind: int, field: str, payload: object) -> Any:
    return decode_payload({"key": "k", "type": kind, field: payload}, AT).payload


def bound_of(bound: object, ordinal: int | None = None, info: str | None = None) -> Bound | None:
    value_type = None if ordinal is None else {"typeOrdinal": ordinal, "additionalInfo": info}
    row = decoded(3, "ColumnStatsMetadata", {"minValue": bound, "valueType": value_type, "isDeleted": False})
    assert isinstance(row, ColumnStats)
    return row.min


def refusal(call: Any) -> tuple[str, int | None, str | None]:
    with pytest.raises(Reject) as error:
        call()
    return error.value.code, error.value.at, error.value.requirement


@pytest.mark.parametrize("prefix", ["", "org.apache.hudi.avro.model."])
@pytest.mark.parametrize("wrapper", BRANCHES)
def test_without_a_value_type_the_branch_says_the_type(wrapper: str, prefix: str) -> None:
    kind, value = BRANCHES[wrapper]
    assert bound_of((prefix + wrapper, {"value": value})) == Bound(kind, value)
    expected = "schema-mismatch", AT, "metadata.stats.bound"
    assert refusal(lambda: bound_of((wrapper, {"value": None}))) == expected


@pytest.mark.parametrize("ordinal", range(1, len(VALUE_TYPES)))
@pytest.mark.parametrize("wrapper", BRANCHES)
def test_a_value_type_is_taken_from_its_branches_only(wrapper: str, ordinal: int) -> None:
    kind, (_, value) = VALUE_TYPES[ordinal], BRANCHES[wrapper]
    if wrapper in HOLDERS.get(kind, NUMBERS - OF_INT):
        expected = Scaled(value, 2) if kind == "decimal" else value
        assert bound_of((wrapper, {"value": value}), ordinal, "9,2") == Bound(kind, expected)
    else:
        expected_refusal = "schema-mismatch", AT, "metadata.stats.bound"
        assert refusal(lambda: bound_of((wrapper, {"value": value}), ordinal, "9,2")) == expected_refusal


@pytest.mark.parametrize("ordinal", [0, -1, len(VALUE_TYPES)])
def test_other_value_types_are_refused(ordinal: int) -> None:
    assert refusal(lambda: bound_of(None, ordinal)) == ("bad-type", AT, "metadata.stats.value-type")


@pytest.mark.parametrize(("info", "scale"), [("9,2", 2), ("0,0", 0), ("1234,9999", 9999)])
def test_the_scale_of_a_decimal_is_the_second_number(info: str, scale: int) -> None:
    assert bound_of(("BytesWrapper", {"value": b"r"}), 10, info) == Bound("decimal", Scaled(b"r", scale))


@pytest.mark.parametrize(
    "info",
    [None, "", ",", "9", "9,", ",2", "9,-2", "9,2,1", "x,2", "9,x", "9 ,2", "٩,2", "12345,2", "9,12345"],
)
def test_a_decimal_without_precision_and_scale_is_refused(info: str | None) -> None:
    expected = "bad-value", AT, "metadata.stats.decimal"
    assert refusal(lambda: bound_of(("BytesWrapper", {"value": b"r"}), 10, info)) == expected


def test_a_decimal_by_its_branch_has_scale_15() -> None:
    assert bound_of(("DecimalWrapper", {"value": b"r"})) == Bound("decimal", Scaled(b"r", 15))


def test_an_array_has_bounds_that_may_be_null() -> None:
    items = [("IntWrapper", {"value": 1}), None]
    bound = bound_of(("ArrayWrapper", {"wrappedValues": items}))
    assert bound is not None
    assert isinstance(bound.value, tuple)
    assert [item.type for item in bound.value] == ["int", "null"]
    assert bound_of(("ArrayWrapper", {"wrappedValues": None})) == Bound("array", ())


@pytest.mark.parametrize(("depth", "is_refused"), [(8, False), (9, True)])
def test_arrays_are_read_to_a_depth(depth: int, is_refused: bool) -> None:
    bound: object = ("IntWrapper", {"value": 1})
    for _ in range(depth):
        bound = ("ArrayWrapper", {"wrappedValues": [bound]})
    if is_refused:
        assert refusal(lambda: bound_of(bound)) == ("bad-type", AT, "metadata.stats.bound")
    else:
        assert bound_of(bound) is not None


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        pytest.param(1, "schema-mismatch", id="no-union"),
        pytest.param(("OtherWrapper", {"value": 1}), "bad-type", id="other-wrapper"),
    ],
)
def test_bounds_outside_of_wrappers_are_refused(bound: object, code: str) -> None:
    assert refusal(lambda: bound_of(bound)) == (code, AT, "metadata.stats.bound")


def test_fields_that_older_schemas_lack_have_defaults() -> None:
    assert decoded(5, "recordIndexMetadata", {}) == Location(
        "", "00000000-0000-0000-0000-000000000000", 0, None, 0
    )
    row = decoded(6, "ColumnStatsMetadata", {"isDeleted": True})
    assert row == ColumnStats(
        None, None, None, None, None, None, None, None, is_deleted=True, is_tight=False, value_type=None
    )
    assert decoded(2, "filesystemMetadata", None) == FileList({})


def test_payloads_of_each_type() -> None:
    entry = {"f": {"size": 5, "isDeleted": False}}
    assert decoded(1, "filesystemMetadata", entry) == FileList({"f": FileEntry(5, is_deleted=False)})
    bloom = {"type": "SIMPLE", "timestamp": "1", "bloomFilter": b"x", "isDeleted": True}
    assert decoded(4, "BloomFilterMetadata", bloom) == BloomRow("SIMPLE", "1", b"x", is_deleted=True)
    assert decoded(7, "SecondaryIndexMetadata", {"isDeleted": True}) == SecondaryRow(is_deleted=True)


@pytest.mark.parametrize(
    ("record", "code", "rule"),
    [
        pytest.param({"key": "k", "type": 0}, "bad-type", "metadata.record.type", id="type-0"),
        pytest.param({"key": "k", "type": 8}, "bad-type", "metadata.record.type", id="type-8"),
        pytest.param({"type": 2}, "missing-field", "metadata.record.payload", id="no-key"),
        pytest.param({"key": "k"}, "missing-field", "metadata.record.payload", id="no-type"),
        pytest.param({"key": "k", "type": True}, "schema-mismatch", "metadata.record.payload", id="bool"),
        pytest.param({"key": "k", "type": 5}, "missing-field", "metadata.record.payload", id="no-payload"),
        pytest.param(
            {"key": "k", "type": 2, "filesystemMetadata": {"f": {"size": 1}}},
            "missing-field",
            "metadata.record.payload",
            id="entry-without-delete",
        ),
        pytest.param(
            {"key": "k", "type": 2, "filesystemMetadata": {"f": {"size": "1", "isDeleted": False}}},
            "schema-mismatch",
            "metadata.record.payload",
            id="entry-with-text",
        ),
    ],
)
def test_malformed_records_are_refused(record: dict[str, Any], code: str, rule: str) -> None:
    assert refusal(lambda: decode_payload(record, AT)) == (code, AT, rule)


@pytest.mark.parametrize("version", [6, 8, 9])
def test_schemas_of_the_metadata_table_are_recognised(version: int) -> None:
    assert is_metadata_schema(parse_schema(record_schema(version)))


@pytest.mark.parametrize(
    "text",
    ['"string"', '{"type": "record", "name": "r", "fields": [{"name": "key", "type": "string"}]}'],
)
def test_other_schemas_are_not(text: str) -> None:
    assert not is_metadata_schema(parse_schema(text))
