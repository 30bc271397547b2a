# SPDX-License-Identifier: Apache-2.0
"""Delete entries of version 3: Avro binary of one record list, whose schema is fixed by the version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.canonical.rows import (
    canonical_bytes,
    canonical_decimal,
    canonical_float32,
    canonical_float64,
    canonical_text,
)
from hudi_conformance.encode.avro.binary import (
    ArrayForm,
    encode_bytes,
    encode_double,
    encode_float,
    encode_items,
    encode_long,
)
from hudi_conformance.encode.avro.rows import (
    Datum,
    binary,
    decimal_bytes,
    floating,
    integer,
    single,
    text,
    unscaled,
)
from hudi_conformance.encode.errors import EncodeError

# Branch indices of the union on disk [log.delete.ordering-branch]; 0 is null.
BRANCHES: dict[str, int] = {
    "boolean": 1, "int": 2, "long": 3, "float": 4, "double": 5, "bytes": 6, "string": 7, "date": 8,
    "decimal": 9, "time-micros": 10, "timestamp-micros": 11, "array": 12,
}  # fmt: skip
# Inside an array the union has no array, and index 12 is a local date.
INNER_BRANCHES: dict[str, int] = {k: v for k, v in BRANCHES.items() if k != "array"} | {"local-date": 12}
DECIMAL_PRECISION, DECIMAL_SCALE = 30, 15


@dataclass(frozen=True, slots=True)
class Delete:
    """One entry as the description gives it: canonical JSON, shape checked."""

    record_key: Any
    partition_path: Any
    ordering: dict[str, Any] | None


def parse_deletes(value: Any) -> tuple[Delete, ...]:
    """Check the shape of the `deletes` of a description.

    Raises:
        EncodeError: not a list of objects with the three members.
    """
    if not isinstance(value, list):
        raise EncodeError("bad-value", "log.delete.form", "deletes", "a list", value)
    made = []
    for i, entry in enumerate(value):
        if not isinstance(entry, dict) or set(entry) != {"record_key", "partition_path", "ordering"}:
            expected = "an object of record_key, partition_path and ordering"
            raise EncodeError("bad-value", "log.delete.form", f"deletes[{i}]", expected, entry)
        ordering = entry["ordering"]
        if ordering is not None and (not isinstance(ordering, dict) or set(ordering) != {"type", "value"}):
            expected = "null or an object of type and value"
            raise EncodeError("bad-value", "log.delete.form", f"deletes[{i}].ordering", expected, ordering)
        made.append(Delete(entry["record_key"], entry["partition_path"], ordering))
    return tuple(made)


def canonical_delete(key: Any, path: Any, ordering: Any) -> dict[str, Any]:
    """One entry as a reader must show it."""
    return {"record_key": key, "partition_path": path, "ordering": ordering}


def encode_deletes_v3(
    deletes: Sequence[Delete], form: ArrayForm, num_deletes: int | None
) -> tuple[bytes, list[dict[str, Any]]]:
    """Encode a record list [log.delete.form], and give its entries in canonical form."""
    items, shown = [], []
    for i, delete in enumerate(deletes):
        key = _optional_text(delete.record_key, f"deletes[{i}].record_key")
        path = _optional_text(delete.partition_path, f"deletes[{i}].partition_path")
        ordering = _ordering(delete.ordering, BRANCHES, f"deletes[{i}].ordering", form)
        items.append(key.data + path.data + ordering.data)
        shown.append(canonical_delete(key.row, path.row, ordering.row))
    return encode_items(items, form, num_deletes), shown


def _optional_text(value: Any, where: str) -> Datum:
    if value is None:
        return Datum(encode_long(0), None)
    data = text(value, where)
    return Datum(encode_long(1) + encode_bytes(data), canonical_text(data))


def _ordering(value: dict[str, Any] | None, branches: dict[str, int], where: str, form: ArrayForm) -> Datum:
    if value is None:
        return Datum(encode_long(0), None)
    kind, inner = value["type"], value["value"]
    if not isinstance(kind, str) or kind not in branches:
        raise EncodeError(
            "bad-value", "log.delete.ordering-branch", where, f"a type of {list(branches)}", kind
        )
    made = _array(inner, where, form) if kind == "array" else ORDERINGS[kind](inner, where)
    return Datum(encode_long(branches[kind]) + made.data, {"type": kind, "value": made.row})


def _array(value: Any, where: str, form: ArrayForm) -> Datum:
    """Several ordering fields: union of null and an array; this writer always gives the array."""
    if not isinstance(value, list):
        raise EncodeError("bad-value", "log.delete.ordering-branch", where, "a list", value)
    for i, item in enumerate(value):
        if item is not None and (not isinstance(item, dict) or set(item) != {"type", "value"}):
            expected = "null or an object of type and value"
            raise EncodeError("bad-value", "log.delete.ordering-branch", f"{where}[{i}]", expected, item)
    items = [_ordering(item, INNER_BRANCHES, f"{where}[{i}]", form) for i, item in enumerate(value)]
    data = encode_long(1) + encode_items([item.data for item in items], form)
    return Datum(data, [item.row for item in items])


def _boolean(value: Any, where: str) -> Datum:
    if not isinstance(value, bool):
        raise EncodeError("bad-value", "log.delete.ordering-branch", where, "true or false", value)
    return Datum(b"\x01" if value else b"\x00", value)


def _int(value: Any, where: str) -> Datum:
    return Datum(encode_long(integer(value, 32, where)), value)


def _long(value: Any, where: str) -> Datum:
    number = integer(value, 64, where)
    return Datum(encode_long(number), str(number))


def _float(value: Any, where: str) -> Datum:
    number = single(value, where)
    return Datum(encode_float(number), canonical_float32(number))


def _double(value: Any, where: str) -> Datum:
    number = floating(value, where)
    return Datum(encode_double(number), canonical_float64(number))


def _bytes(value: Any, where: str) -> Datum:
    data = binary(value, where)
    return Datum(encode_bytes(data), canonical_bytes(data))


def _string(value: Any, where: str) -> Datum:
    data = text(value, where)
    return Datum(encode_bytes(data), canonical_text(data))


def _decimal(value: Any, where: str) -> Datum:
    """Rescale to 15 decimal places [log.delete.decimal-scale]; a value that this would change is refused."""
    try:
        number = unscaled(value, DECIMAL_SCALE, where)
    except EncodeError as error:
        raise EncodeError(
            "bad-value", "log.delete.decimal-scale", where, f"at most {DECIMAL_SCALE} decimal places", value
        ) from error
    if len(str(abs(number))) > DECIMAL_PRECISION:
        expected = f"at most {DECIMAL_PRECISION} digits at scale {DECIMAL_SCALE}"
        raise EncodeError("bad-value", "log.delete.decimal-scale", where, expected, value)
    data = decimal_bytes(number)
    return Datum(encode_bytes(data), canonical_decimal((data, DECIMAL_SCALE)))


ORDERINGS: dict[str, Callable[[Any, str], Datum]] = {
    "boolean": _boolean, "int": _int, "long": _long, "float": _float, "double": _double, "bytes": _bytes,
    "string": _string, "date": _int, "local-date": _int, "decimal": _decimal, "time-micros": _long,
    "timestamp-micros": _long,
}  # fmt: skip
