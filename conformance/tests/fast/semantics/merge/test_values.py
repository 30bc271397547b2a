# SPDX-License-Identifier: Apache-2.0
"""Physical values and orderings of canonical JSON; what is none of its type is refused by its rule."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode, rules_of
from hudi_conformance.semantics.merge.values import physical_ordering, physical_value

RECORD = {
    "type": "record",
    "name": "r",
    "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": ["null", "long"]}],
}
DECIMAL = {"type": "bytes", "logicalType": "decimal", "precision": 5, "scale": 2}
FIXED = {"type": "fixed", "name": "f", "size": 2}
WIDE = ["null", "int", "string", RECORD]


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        pytest.param(None, "null", None, id="null"),
        pytest.param(True, "boolean", True, id="boolean"),
        pytest.param(5, "int", 5, id="int"),
        pytest.param("5", "long", 5, id="long"),
        pytest.param("1.5", "double", 1.5, id="double"),
        pytest.param("Infinity", "float", float("inf"), id="float"),
        pytest.param("00ff", "bytes", b"\0\xff", id="bytes"),
        pytest.param("00ff", FIXED, b"\0\xff", id="fixed"),
        pytest.param("x", "string", "x", id="string"),
        pytest.param("1.25", DECIMAL, Decimal("1.25"), id="decimal"),
        pytest.param(["1", "2"], {"type": "array", "items": "long"}, [1, 2], id="array"),
        pytest.param({"k": "1"}, {"type": "map", "values": "long"}, {"k": 1}, id="map"),
        pytest.param({"a": 1, "b": "2"}, RECORD, {"a": 1, "b": 2}, id="record"),
        pytest.param({"a": 1}, RECORD, {"a": 1, "b": None}, id="record-without-a-nullable-field"),
        pytest.param(None, ["null", "int"], None, id="optional-null"),
        pytest.param(5, ["null", "int"], 5, id="optional"),
        pytest.param(5, ["int"], 5, id="union-of-one"),
        pytest.param({"string": "x"}, WIDE, ("string", "x"), id="branch"),
        pytest.param({"r": {"a": 1, "b": None}}, WIDE, ("r", {"a": 1, "b": None}), id="named-branch"),
    ],
)
def test_values(value: Any, schema: Any, expected: Any) -> None:
    found = physical_value(value, schema)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        pytest.param(0, "null", id="null"),
        pytest.param(0, "boolean", id="boolean"),
        pytest.param("5", "int", id="int"),
        pytest.param(True, "int", id="int-of-a-boolean"),
        pytest.param(5, "long", id="long"),
        pytest.param("x", "long", id="long-of-a-text"),
        pytest.param("x", "double", id="double"),
        pytest.param(None, "double", id="double-of-null"),
        pytest.param("0", "bytes", id="bytes"),
        pytest.param(5, "bytes", id="bytes-of-a-number"),
        pytest.param(5, "string", id="string"),
        pytest.param("x", DECIMAL, id="decimal"),
        pytest.param(5, {"type": "array", "items": "long"}, id="array"),
        pytest.param([], {"type": "map", "values": "long"}, id="map"),
        pytest.param({"a": 1, "c": 1}, RECORD, id="unknown-field"),
        pytest.param({}, RECORD, id="missing-field"),
        pytest.param([], RECORD, id="record-of-a-list"),
        pytest.param(None, ["int", "string"], id="null-without-its-branch"),
        pytest.param({"double": "1"}, WIDE, id="unknown-branch"),
        pytest.param({"int": 1, "string": "x"}, WIDE, id="two-branches"),
        pytest.param("x", WIDE, id="no-branch"),
    ],
)
def test_values_of_other_types(value: Any, schema: Any) -> None:
    with pytest.raises(Reject) as error:
        physical_value(value, schema)
    assert (error.value.code, error.value.requirement) == ("schema-mismatch", "log.avro.datum")
    inner = value == {} and schema is RECORD  # the field that is absent is a null
    assert error.value.message == ("None is not 'int'" if inner else f"{value!r:.60} is not {schema!r:.60}")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(None, None, id="null"),
        pytest.param({"type": "int", "value": 5}, OrderingValue("int", 5), id="int"),
        pytest.param({"type": "long", "value": "5"}, OrderingValue("long", 5), id="long"),
        pytest.param({"type": "date", "value": 5}, OrderingValue("date", 5), id="date"),
        pytest.param(
            {"type": "timestamp-micros", "value": "5"}, OrderingValue("timestamp-micros", 5), id="micros"
        ),
        pytest.param({"type": "double", "value": "1.5"}, OrderingValue("double", 1.5), id="double"),
        pytest.param({"type": "float", "value": "1.5"}, OrderingValue("float", 1.5), id="float"),
        pytest.param(
            {"type": "decimal", "value": "1.50"}, OrderingValue("decimal", Decimal("1.50")), id="decimal"
        ),
        pytest.param({"type": "bytes", "value": "ff"}, OrderingValue("bytes", b"\xff"), id="bytes"),
        pytest.param({"type": "string", "value": "x"}, OrderingValue("string", "x"), id="string"),
        pytest.param({"type": "boolean", "value": True}, OrderingValue("boolean", True), id="boolean"),
        pytest.param(
            {"type": "array", "value": [{"type": "int", "value": 1}, None]},
            OrderingValue("array", (OrderingValue("int", 1), None)),
            id="array",
        ),
    ],
)
def test_orderings(value: Any, expected: Any) -> None:
    found = physical_ordering(value)
    assert found == expected
    assert found is None or type(found.value) is type(expected.value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(5, id="number"),
        pytest.param({}, id="no-members"),
        pytest.param({"type": "int"}, id="no-value"),
        pytest.param({"value": 5}, id="no-type"),
        pytest.param({"type": "int", "value": None}, id="null"),
        pytest.param({"type": "long", "value": "x"}, id="long"),
        pytest.param({"type": "double", "value": "x"}, id="double"),
        pytest.param({"type": "double", "value": []}, id="double-of-a-list"),
        pytest.param({"type": "decimal", "value": "x"}, id="decimal"),
        pytest.param({"type": "bytes", "value": "x"}, id="bytes"),
        pytest.param({"type": "bytes", "value": 5}, id="bytes-of-a-number"),
        pytest.param({"type": "array", "value": 5}, id="array"),
        pytest.param({"type": "array", "value": [5]}, id="array-of-a-number"),
    ],
)
def test_what_is_no_ordering(value: Any) -> None:
    with pytest.raises(Reject) as error:
        physical_ordering(value)
    assert (error.value.code, error.value.requirement) == ("schema-mismatch", "log.avro.datum")
    assert error.value.message.endswith(" is not 'an ordering value'")


def test_rules_of_no_property() -> None:
    payloads = {Line.V0_15: "OverwriteWithLatestAvroPayload", Line.V1_2: "DefaultHoodieRecordPayload"}
    for line, payload in payloads.items():
        mode = Mode.COMMIT_TIME if line.has_modes else Mode.PAYLOAD
        assert rules_of({}, line) == MergeRules(
            line,
            mode,
            payload,
            partial=None,
            ordering_fields=(),
            delete_field=None,
            delete_marker=None,
            update_on_same_ordering=True,
            unavailable="__debezium_unavailable_value",
        )


def nested(depth: int) -> tuple[Any, Any]:
    """A list of lists, and its schema."""
    value, schema = ([], {"type": "array", "items": "null"})
    for _ in range(depth):
        value, schema = [value], {"type": "array", "items": schema}
    return value, schema


def test_values_are_followed_to_a_depth() -> None:
    value, schema = nested(60)
    assert physical_value(value, schema) == value
    with pytest.raises(Reject) as error:
        physical_value(*nested(70))
    assert (error.value.code, error.value.requirement) == ("schema-mismatch", "log.avro.datum")
