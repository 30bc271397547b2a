# SPDX-License-Identifier: Apache-2.0
"""Avro schema of the records of a metadata table, by table version."""

from __future__ import annotations

import json
from functools import cache

from hudi_conformance.encode import table_versions as since
from hudi_conformance.model.common import JsonValue

NAMESPACE = "org.apache.hudi.avro.model"
META_FIELDS = (
    "_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key", "_hoodie_partition_path",
    "_hoodie_file_name",
)  # fmt: skip
_TEXT: JsonValue = {"type": "string", "avro.java.string": "String"}
_DECIMAL = {"type": "bytes", "logicalType": "decimal", "precision": 30, "scale": 15}
_TIME = {"type": "long", "logicalType": "time-micros"}
# Wrapper of each branch of a bound: type of its field `value`, first table version that has it.
_WRAPPERS: tuple[tuple[str, JsonValue, int], ...] = (
    ("Boolean", "boolean", 0), ("Int", "int", 0), ("Long", "long", 0), ("Float", "float", 0),
    ("Double", "double", 0), ("Bytes", "bytes", 0), ("String", _TEXT, 0), ("Date", "int", 0),
    ("Decimal", _DECIMAL, 0), ("TimeMicros", _TIME, 0), ("TimestampMicros", "long", 0),
    ("LocalDate", "int", since.LOCAL_DATES),
)  # fmt: skip


@cache
def record_schema(table_version: int, len_doc: int = 0) -> str:
    """Text of the schema that writers of a table version use: five meta fields, then the record.

    Args:
        table_version: determines the fields of a record.
        len_doc: characters of a `doc` that enlarges the schema, and with it the file.
    """
    optional_text = ["null", _TEXT]
    fields = [_field(name, ["null", "string"]) for name in META_FIELDS]
    fields += [
        {"name": "key", "type": _TEXT},
        {"name": "type", "type": "int"},
        {"name": "filesystemMetadata", "type": ["null", _files()]},
        _field("BloomFilterMetadata", ["null", _bloom()]),
        _field("ColumnStatsMetadata", ["null", _stats(table_version, optional_text)]),
        _field("recordIndexMetadata", ["null", _location(table_version, optional_text)]),
    ]
    if table_version >= since.SECONDARY_INDEX:
        deleted = [{"name": "isDeleted", "type": "boolean"}]
        fields.append(
            _field("SecondaryIndexMetadata", ["null", _record("HoodieSecondaryIndexInfo", deleted)])
        )
    record = {**_record("HoodieMetadataRecord", fields), "namespace": NAMESPACE}
    if len_doc:
        record["doc"] = "." * len_doc
    return json.dumps(record, separators=(",", ":"))


def _record(name: str, fields: list[JsonValue]) -> dict[str, JsonValue]:
    return {"type": "record", "name": name, "fields": fields}


def _field(name: str, kind: JsonValue) -> JsonValue:
    return {"name": name, "type": kind, "default": None}


def _files() -> JsonValue:
    fields = [{"name": "size", "type": "long"}, {"name": "isDeleted", "type": "boolean"}]
    return {"type": "map", "values": _record("HoodieMetadataFileInfo", fields), "avro.java.string": "String"}


def _bloom() -> JsonValue:
    fields: list[JsonValue] = [{"name": name, "type": _TEXT} for name in ("type", "timestamp")]
    fields += [{"name": "bloomFilter", "type": "bytes"}, {"name": "isDeleted", "type": "boolean"}]
    return _record("HoodieMetadataBloomFilter", fields)


def _stats(table_version: int, optional_text: JsonValue) -> JsonValue:
    known = [(f"{name}Wrapper", kind) for name, kind, first in _WRAPPERS if table_version >= first]
    first: list[JsonValue] = [
        "null", *(_record(name, [{"name": "value", "type": kind}]) for name, kind in known)
    ]  # fmt: skip
    names: list[JsonValue] = ["null", *(name for name, _ in known)]
    if table_version >= since.VALUE_TYPES:
        array = _field("wrappedValues", ["null", {"type": "array", "items": list(names)}])
        first.append(_record("ArrayWrapper", [array]))
        names.append("ArrayWrapper")
    fields = [
        _field("fileName", optional_text),
        _field("columnName", optional_text),
        _field("minValue", first),
        _field("maxValue", names),
        *(
            _field(name, ["null", "long"])
            for name in ("valueCount", "nullCount", "totalSize", "totalUncompressedSize")
        ),
        {"name": "isDeleted", "type": "boolean"},
    ]
    if table_version >= since.TIGHT_BOUNDS:
        fields.append({"name": "isTightBound", "type": "boolean", "default": False})
    if table_version >= since.VALUE_TYPES:
        info = [{"name": "typeOrdinal", "type": "int"}, _field("additionalInfo", optional_text)]
        fields.append(_field("valueType", ["null", _record("HoodieValueTypeInfo", info)]))
    return _record("HoodieMetadataColumnStats", fields)


def _location(table_version: int, optional_text: JsonValue) -> JsonValue:
    fields = [
        _field("partitionName", optional_text),
        _field("fileIdHighBits", ["null", "long"]),
        _field("fileIdLowBits", ["null", "long"]),
        _field("fileIndex", ["null", "int"]),
        _field("fileId", optional_text),
        _field("instantTime", ["null", "long"]),
        {"name": "fileIdEncoding", "type": "int", "default": 0},
    ]
    if table_version >= since.LOCATION_POSITIONS:
        fields.append(_field("position", ["null", "long"]))
    return _record("HoodieRecordIndexInfo", fields)
