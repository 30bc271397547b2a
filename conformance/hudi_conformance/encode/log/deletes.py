# SPDX-License-Identifier: Apache-2.0
"""Delete entries of version 3: Avro binary of one record list, with a fixed schema per version."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode.avro.binary import ArrayForm, encode_items
from hudi_conformance.encode.avro.rows import avro_value, encode_value, unscaled
from hudi_conformance.encode.avro.schema import AvroType, parse_schema
from hudi_conformance.encode.errors import EncodeError, check
from hudi_conformance.model.common import AvroSchema, JsonValue

DECIMAL_PRECISION, DECIMAL_SCALE = 30, 15
_DECIMAL = {
    "type": "bytes", "logicalType": "decimal", "precision": DECIMAL_PRECISION, "scale": DECIMAL_SCALE
}  # fmt: skip
# Ordering types with the record that holds their value and its Avro type, in the order of the union on
# disk [log.delete.ordering-branch]; null comes before them, the array after.
_SCALARS: dict[str, tuple[str, Any]] = {
    "boolean": ("BooleanWrapper", "boolean"), "int": ("IntWrapper", "int"), "long": ("LongWrapper", "long"),
    "float": ("FloatWrapper", "float"), "double": ("DoubleWrapper", "double"),
    "bytes": ("BytesWrapper", "bytes"), "string": ("StringWrapper", "string"), "date": ("DateWrapper", "int"),
    "decimal": ("DecimalWrapper", _DECIMAL), "time-micros": ("TimeMicrosWrapper", "long"),
    "timestamp-micros": ("TimestampMicrosWrapper", "long"),
}  # fmt: skip
# Inside an array the union has no array, and a local date in its place.
_INNER = _SCALARS | {"local-date": ("LocalDateWrapper", "int")}
BRANCHES, INNER_BRANCHES = (*_SCALARS, "array"), tuple(_INNER)


def _schema(node: AvroSchema) -> AvroType:
    return parse_schema(json.dumps(node))


def _record(name: str, **fields: JsonValue) -> dict[str, Any]:
    members = [{"name": field, "type": kind} for field, kind in fields.items()]
    return {"type": "record", "name": name, "fields": members}


def _entry() -> AvroType:
    """Schema of one entry, which files do not contain: the version of the block implies it."""
    scalars = [_record(name, value=kind) for name, kind in _SCALARS.values()]
    inner = ["null", *(name for name, _ in _SCALARS.values()), _record("LocalDateWrapper", value="int")]
    array = _record("ArrayWrapper", wrappedValues=["null", {"type": "array", "items": inner}])
    text = ["null", "string"]
    ordering = ["null", *scalars, array]
    return _schema(_record("HoodieDeleteRecord", recordKey=text, partitionPath=text, orderingVal=ordering))


_ENTRY = _entry()
_TEXT = _schema(["null", "string"])
_TYPES = {kind: _schema(node) for kind, (_, node) in _INNER.items()}


@dataclass(frozen=True, slots=True)
class Delete:
    """One entry of a description: canonical JSON, shape checked."""

    record_key: Any
    partition_path: Any
    ordering: dict[str, Any] | None


def parse_deletes(deletes: Sequence[JsonValue]) -> tuple[Delete, ...]:
    """Check the shape of the `deletes` of a description.

    Raises:
        EncodeError: an entry that is not an object with the three members.
    """
    parsed = []
    for i, entry in enumerate(deletes):
        if not isinstance(entry, dict) or set(entry) != {"record_key", "partition_path", "ordering"}:
            expected = "an object of record_key, partition_path and ordering"
            raise EncodeError("bad-value", "log.delete.form", f"deletes[{i}]", expected, entry)
        ordering = entry["ordering"]
        _check_ordering(ordering, "log.delete.form", f"deletes[{i}].ordering")
        parsed.append(Delete(entry["record_key"], entry["partition_path"], ordering))
    return tuple(parsed)


def _check_ordering(value: JsonValue, rule: str, where: str) -> None:
    is_ordering = value is None or (isinstance(value, dict) and set(value) == {"type", "value"})
    check(is_ordering, "bad-value", rule, where, "null or an object of type and value", value)


def canonical_delete(key: JsonValue, path: JsonValue, ordering: JsonValue) -> dict[str, Any]:
    """One entry as a reader must return it."""
    return {"record_key": key, "partition_path": path, "ordering": ordering}


def encode_deletes_v3(
    deletes: Sequence[Delete], form: ArrayForm, num_deletes: int | None
) -> tuple[bytes, list[dict[str, Any]]]:
    """Encode a record list [log.delete.form], and return its entries in canonical form."""
    items, views = [], []
    for i, delete in enumerate(deletes):
        key = avro_value(_TEXT, delete.record_key, f"deletes[{i}].record_key")
        path = avro_value(_TEXT, delete.partition_path, f"deletes[{i}].partition_path")
        ordering, ordering_view = _ordering(delete.ordering, BRANCHES, f"deletes[{i}].ordering")
        value = {"recordKey": key, "partitionPath": path, "orderingVal": ordering}
        items.append(encode_value(_ENTRY, value, form))
        views.append(canonical_delete(_TEXT.show(key), _TEXT.show(path), ordering_view))
    return encode_items(items, form, num_deletes), views


def _ordering(value: dict[str, Any] | None, branches: Sequence[str], where: str) -> tuple[Any, Any]:
    """The value for the union of an entry, and its canonical form."""
    if value is None:
        return None, None
    kind, inner = value["type"], value["value"]
    if not isinstance(kind, str) or kind not in branches:
        raise _bad(where, f"a type of {list(branches)}", kind)
    if kind == "array":
        values, views = _array(inner, where)
        return ("ArrayWrapper", {"wrappedValues": ("array", values)}), {"type": kind, "value": views}
    if kind == "boolean" and not isinstance(inner, bool):
        raise _bad(where, "true or false", inner)
    if kind == "decimal":
        _check_decimal(inner, where)
    wrapped = avro_value(_TYPES[kind], inner, where)
    return (_INNER[kind][0], {"value": wrapped}), {"type": kind, "value": _TYPES[kind].show(wrapped)}


def _array(value: JsonValue, where: str) -> tuple[list[Any], list[Any]]:
    """Several ordering fields: union of null and an array; this writer always writes the array."""
    if not isinstance(value, list):
        raise _bad(where, "a list", value)
    for i, item in enumerate(value):
        _check_ordering(item, "log.delete.ordering-branch", f"{where}[{i}]")
    orderings = [_ordering(item, INNER_BRANCHES, f"{where}[{i}]") for i, item in enumerate(value)]
    return [value for value, _ in orderings], [view for _, view in orderings]


def _check_decimal(value: JsonValue, where: str) -> None:
    """Reject a value that rounding to 15 decimal places would change [log.delete.decimal-scale]."""
    try:
        number = unscaled(value, DECIMAL_SCALE, where)
    except EncodeError as error:
        expected = f"at most {DECIMAL_SCALE} decimal places"
        raise EncodeError("bad-value", "log.delete.decimal-scale", where, expected, value) from error
    expected = f"at most {DECIMAL_PRECISION} digits at scale {DECIMAL_SCALE}"
    is_short = len(str(abs(number))) <= DECIMAL_PRECISION
    check(is_short, "bad-value", "log.delete.decimal-scale", where, expected, value)


def _bad(where: str, expected: str, actual: object) -> EncodeError:
    return EncodeError("bad-value", "log.delete.ordering-branch", where, expected, actual)
