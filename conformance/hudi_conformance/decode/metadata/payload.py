# SPDX-License-Identifier: Apache-2.0
"""A decoded Avro record of the metadata table → `MetadataRecord` [metadata.record.payload].

The Avro record was read with the schema of its own file; fields that older schemas lack get the value that
their absence implies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.metadata.groups import FileIdFields, decode_location
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.metadata import (
    VALUE_TYPES,
    BloomRow,
    Bound,
    BoundValue,
    ColumnStats,
    FileEntry,
    FileList,
    Location,
    MetadataRecord,
    Payload,
    RecordType,
    Scaled,
    SecondaryRow,
    ValueType,
)

PAYLOADS: Mapping[RecordType, str] = {
    RecordType.PARTITIONS: "filesystemMetadata",
    RecordType.FILES: "filesystemMetadata",
    RecordType.COLUMN_STATS: "ColumnStatsMetadata",
    RecordType.BLOOM_FILTER: "BloomFilterMetadata",
    RecordType.RECORD_INDEX: "recordIndexMetadata",
    RecordType.PARTITION_STATS: "ColumnStatsMetadata",
    RecordType.SECONDARY_INDEX: "SecondaryIndexMetadata",
}
"""Field of the record that holds the payload of a type."""
WRAPPERS: Mapping[str, str] = {
    "BooleanWrapper": "boolean", "IntWrapper": "int", "LongWrapper": "long", "FloatWrapper": "float",
    "DoubleWrapper": "double", "BytesWrapper": "bytes", "StringWrapper": "string", "DateWrapper": "date",
    "DecimalWrapper": "decimal", "TimeMicrosWrapper": "time-micros",
    "TimestampMicrosWrapper": "timestamp-micros", "LocalDateWrapper": "local-date", "ArrayWrapper": "array",
}  # fmt: skip
# physical Python types of the values of a type
_PHYSICAL: Mapping[str, tuple[type, ...]] = {
    "boolean": (bool,), "float": (float,), "double": (float,), "string": (str,), "uuid": (str,),
    "bytes": (bytes,), "fixed": (bytes,), "decimal": (Scaled,), "array": (tuple,), "null": (),
}  # fmt: skip
# wrappers of the types whose values are numbers; other branches are rejected
_OF_INT = frozenset({"int", "date", "local-date"})
_OF_LONG = frozenset({"long", "time-micros", "timestamp-micros"})
_BRANCHES: Mapping[str, frozenset[str]] = {
    "date": _OF_INT, "time-millis": _OF_INT,
    **dict.fromkeys(VALUE_TYPES[VALUE_TYPES.index("time-micros"):], _OF_LONG),
}  # fmt: skip
_MAX_DEPTH = 8
_DECIMAL_SCALE = 15  # of the union's decimal branch, if its schema names none
_PAYLOAD = "metadata.record.payload"
_TYPE = "metadata.record.type"
_BOUND = "metadata.stats.bound"
T = TypeVar("T")


def is_metadata_schema(schema: AvroSchema) -> bool:
    """Whether a schema is that of records of a metadata table."""
    tree = schema.tree
    fields = tree.get("fields") if isinstance(tree, dict) else None
    names = {member.get("name") for member in fields or ()}
    return {"key", "type", "filesystemMetadata"} <= names


def decode_payload(record: AvroValue, at: int | None = None) -> MetadataRecord:
    """The record by its meaning.

    Args:
        record: datum, its key restored from the row.
        at: offset of the datum, for a rejection.

    Raises:
        Reject: an unknown type [metadata.record.type], an absent or malformed payload
            [metadata.record.payload].
    """
    key = _member(record, "key", str, at)
    number = _member(record, "type", int, at)
    try:
        kind = RecordType(number)
    except ValueError:
        raise Reject("bad-type", at, _TYPE, f"type {number} of key {key!r:.60}, expected 1 to 7") from None
    name = PAYLOADS[kind]
    value = record.get(name)
    if value is None and kind in {RecordType.PARTITIONS, RecordType.FILES}:
        return MetadataRecord(key, kind, FileList({}))
    if not isinstance(value, Mapping):
        message = f"key {key!r:.60} of type {number} has no {name}"
        raise Reject("missing-field", at, _PAYLOAD, message)
    return MetadataRecord(key, kind, _payload(kind, value, at))


def _payload(kind: RecordType, value: Mapping[str, Any], at: int | None) -> Payload:
    match kind:
        case RecordType.PARTITIONS | RecordType.FILES:
            return FileList({name: _entry(entry, at) for name, entry in value.items()})
        case RecordType.COLUMN_STATS | RecordType.PARTITION_STATS:
            return _stats(value, at)
        case RecordType.BLOOM_FILTER:
            return BloomRow(
                _member(value, "type", str, at),
                _member(value, "timestamp", str, at),
                _member(value, "bloomFilter", bytes, at),
                _member(value, "isDeleted", bool, at),
            )
        case RecordType.RECORD_INDEX:
            return _location(value, at)
        case RecordType.SECONDARY_INDEX:
            return SecondaryRow(_member(value, "isDeleted", bool, at))


def _entry(value: AvroValue, at: int | None) -> FileEntry:
    if type(value) is dict:  # as they are, a hundred thousand at a time
        size, is_deleted = value.get("size"), value.get("isDeleted")
        if type(size) is int and type(is_deleted) is bool:
            return FileEntry(size, is_deleted)
    return FileEntry(_member(value, "size", int, at), _member(value, "isDeleted", bool, at))


def _stats(value: Mapping[str, Any], at: int | None) -> ColumnStats:
    kind = _optional(value, "valueType", dict, at)
    value_type = None
    if kind is not None:
        value_type = ValueType(
            _member(kind, "typeOrdinal", int, at), _optional(kind, "additionalInfo", str, at)
        )
        if not 1 <= value_type.ordinal < len(VALUE_TYPES):
            message = f"typeOrdinal {value_type.ordinal}, expected 1 to {len(VALUE_TYPES) - 1}"
            raise Reject("bad-type", at, "metadata.stats.value-type", message)
    return ColumnStats(
        column=_optional(value, "columnName", str, at),
        file=_optional(value, "fileName", str, at),
        min=_bound(value.get("minValue"), value_type, at),
        max=_bound(value.get("maxValue"), value_type, at),
        num_values=_optional(value, "valueCount", int, at),
        num_nulls=_optional(value, "nullCount", int, at),
        size=_optional(value, "totalSize", int, at),
        uncompressed_size=_optional(value, "totalUncompressedSize", int, at),
        is_deleted=_member(value, "isDeleted", bool, at),
        is_tight=bool(_optional(value, "isTightBound", bool, at)),
        value_type=value_type,
    )


def _bound(branch: AvroValue, kind: ValueType | None, at: int | None, depth: int = 0) -> Bound | None:
    if branch is None:
        return None
    if not isinstance(branch, tuple):
        raise Reject("schema-mismatch", at, _BOUND, "a bound whose schema is not a union of wrappers")
    wrapper, fields = branch
    written = WRAPPERS.get(wrapper.rpartition(".")[2])
    if written is None or depth > _MAX_DEPTH:
        raise Reject("bad-type", at, _BOUND, f"a bound in {wrapper!r:.60}, which is not a wrapper")
    if written == "array":
        members = fields.get("wrappedValues")
        values = members if isinstance(members, list) else []
        bounds = tuple(_bound(value, kind, at, depth + 1) or Bound("null", b"") for value in values)
        return Bound("array", bounds)
    value: BoundValue = fields.get("value")
    name = written
    if kind is not None:
        name = VALUE_TYPES[kind.ordinal]
    if name == "decimal" and isinstance(value, bytes):
        value = Scaled(value, _DECIMAL_SCALE if kind is None else _scale(kind, at))
    is_kind = isinstance(value, _PHYSICAL.get(name, (int,))) and written in _BRANCHES.get(name, (written,))
    if not is_kind or isinstance(value, bool) != (name == "boolean"):
        raise Reject("schema-mismatch", at, _BOUND, f"a bound of type {name} in {wrapper!r:.60}")
    return Bound(name, value)


def _scale(kind: ValueType, at: int | None) -> int:
    """Scale of a decimal, from `precision,scale`."""
    precision, comma, scale = (kind.info or "").partition(",")
    is_number = all(part.isascii() and part.isdigit() and len(part) < 5 for part in (precision, scale))
    if not comma or not is_number:
        message = f"additionalInfo {kind.info!r:.40} of a decimal, expected precision,scale"
        raise Reject("bad-value", at, "metadata.stats.decimal", message)
    return int(scale)


def _location(value: Mapping[str, Any], at: int | None) -> Location:
    encoding = _number(value, "fileIdEncoding", 0, at)
    fields = FileIdFields(
        encoding,
        _number(value, "fileIdHighBits", 0, at),
        _number(value, "fileIdLowBits", 0, at),
        _number(value, "fileIndex", -1, at),
        _optional(value, "fileId", str, at) or "",
    )
    file_id = decode_location(fields, at)
    return Location(
        _optional(value, "partitionName", str, at) or "",
        file_id,
        _number(value, "instantTime", 0, at),
        _optional(value, "position", int, at),
        encoding,
    )


def _number(value: Mapping[str, Any], name: str, default: int, at: int | None) -> int:
    number = _optional(value, name, int, at)
    return default if number is None else number


def _member(value: AvroValue, name: str, kind: type[T], at: int | None) -> T:
    found = _optional(value, name, kind, at)
    if found is None:
        raise Reject("missing-field", at, _PAYLOAD, f"no {name}")
    return found


def _optional(value: AvroValue, name: str, kind: type[T], at: int | None) -> T | None:
    found = value.get(name) if isinstance(value, Mapping) else None
    if found is not None and (not isinstance(found, kind) or (isinstance(found, bool) and kind is int)):
        raise Reject("schema-mismatch", at, _PAYLOAD, f"{name} is not a {kind.__name__}")
    return found
