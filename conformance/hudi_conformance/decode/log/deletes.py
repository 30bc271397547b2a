# SPDX-License-Identifier: Apache-2.0
"""Content of delete blocks: a version, a length, and a payload whose serialization the version decides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from functools import cache

from hudi_parsers.avro_long import AvroLong
from hudi_parsers.hudi_delete_record_list import HudiDeleteRecordList
from kaitaistruct import KaitaiStructError

from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import AvroSchema, parse_schema
from hudi_conformance.decode.grammar import Parsed, Structure
from hudi_conformance.decode.log.kryo import decode_kryo_deletes
from hudi_conformance.decode.source import Buffer, open_window, read_s4, utf8_or_bytes
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue, JsonValue, Span
from hudi_conformance.model.log import DeletedKey, OrderingValue

DECIMAL_SCALE = 15
DECIMAL_PRECISION = 30
LEN_HEAD = 8
_LEN_RECORD_MIN = 3
_NAMESPACE = "org.apache.hudi.avro.model"
_MAX_UNSCALED = 1024  # bytes of a decimal whose digits are computed [limits.allocation]
# Branches of the union of ordering values by their index [log.delete.ordering-branch].
_BRANCHES = (
    None, "boolean", "int", "long", "float", "double", "bytes", "string", "date", "decimal",
    "time-micros", "timestamp-micros", "array",
)  # fmt: skip
_BRANCHES_IN_ARRAY = (*_BRANCHES[:-1], "local-date")


def decode_version(buffer: Buffer, content: Span) -> int:
    """Content version of a delete block.

    Raises:
        Reject: no room for version and length, or a version that is not 1, 2 or 3.
    """
    if content.len < LEN_HEAD:
        message = f"content of {content.len} bytes has no room for version and length"
        raise Reject("truncated", content.ofs, "log.delete.form", message)
    version = read_s4(buffer, content.ofs)
    if version not in {1, 2, 3}:
        message = f"delete content of version {version}"
        raise Reject("bad-version", content.ofs, "log.delete.unknown-version", message)
    return version


def decode_payload_span(buffer: Buffer, content: Span) -> Span:
    """Span of the payload of a delete block.

    Raises:
        Reject: `length-mismatch` if the length is negative or beyond the content [log.delete.length].
    """
    ofs = content.ofs + LEN_HEAD
    length = int.from_bytes(buffer[ofs - 4 : ofs], "big", signed=True)
    if not 0 <= length <= content.end - ofs:
        message = f"payload of {length} bytes with {content.end - ofs} left"
        raise Reject("length-mismatch", ofs - 4, "log.delete.length", message)
    return Span(ofs, length)


def decode_deletes(
    buffer: Buffer, content: Span, refusals: list[Reject] | None = None
) -> Iterator[DeletedKey]:
    """Yield the deleted keys of a delete block.

    Args:
        buffer: the file.
        content: the block's content.
        refusals: if given, receives the rejections of deletes that are skipped because only their ordering
            value is undefined; the rest is read.

    Raises:
        Reject: the content does not have one of the three layouts, or the payload's length is not the length
            of its value [log.delete.length].
    """
    version = decode_version(buffer, content)
    payload = decode_payload_span(buffer, content)
    try:
        yield from decode_payload(buffer, payload, version, refusals)
    except Reject as error:
        if error.code in {"truncated", "trailing-bytes"}:
            # A payload shorter or longer than its value has a wrong length.
            raise Reject("length-mismatch", payload.ofs - 4, "log.delete.length", error.message) from None
        raise


def decode_payload(
    buffer: Buffer, payload: Span, version: int, refusals: list[Reject] | None
) -> Iterator[DeletedKey]:
    """Yield the deleted keys of the payload of a content version; otherwise as `decode_deletes`.

    Raises:
        Reject: the bytes are not exactly a payload of the version.
    """
    if version == 3:
        return _decode_record_list(buffer, payload)
    return decode_kryo_deletes(buffer, payload.ofs, payload.end, version, refusals)


def _decode_record_list(buffer: Buffer, payload: Span) -> Iterator[DeletedKey]:
    # Record by record: the parser's objects are a hundred times the size of their records.
    stream = open_window(buffer, payload.ofs, payload.end)
    try:
        while True:
            ofs_count = stream.pos()
            count = AvroLong(stream).value
            if count < 0:
                count = -count
                AvroLong(stream)
            left = payload.end - stream.pos()
            if count * _LEN_RECORD_MIN > left:
                message = f"{count} deletes in {left} bytes"
                raise Reject("count-too-large", ofs_count, "log.delete.length", message)
            if count == 0:
                break
            for _ in range(count):
                yield _deleted_key(HudiDeleteRecordList.Record(stream))
        left = payload.end - stream.pos()
        if left:
            message = f"{left} bytes after the deletes"
            raise Reject("trailing-bytes", stream.pos(), "log.delete.length", message)
    except KaitaiStructError as error:
        raise _explain(error, buffer, payload) from None


def decode_delete_record(buffer: Buffer, span: Span) -> DeletedKey:
    """One delete of a payload of version 3, whose bytes are `span`.

    Raises:
        Reject: they are not a delete.
    """
    try:
        return _deleted_key(HudiDeleteRecordList.Record(open_window(buffer, span.ofs, span.end)))
    except KaitaiStructError as error:
        raise Structure("payload", "schema-mismatch", "log.delete.form").reject(error) from None


def _explain(error: KaitaiStructError, buffer: Buffer, payload: Span) -> Reject:
    """The rejection with its exact field: the checks of the grammar follow the fields that they check.

    The payload's fixed Avro schema identifies the field; the rejection itself comes from the grammar.
    """
    datum = Datum(bytes(buffer[payload.ofs : payload.end]), payload.ofs)
    try:
        delete_list_schema().decode(datum, 0)
    except Reject as reject:
        if reject.code == "schema-mismatch" and "union" in reject.message:
            return Reject(reject.code, reject.at, "log.delete.ordering-branch", reject.message)
        return reject
    return Structure("payload", "schema-mismatch", "log.delete.form").reject(error)


def _deleted_key(record: Parsed) -> DeletedKey:
    return DeletedKey(
        record_key=_optional_text(record.record_key),
        partition_path=_optional_text(record.partition_path),
        ordering=_ordering(record.ordering, _BRANCHES),
    )


def _optional_text(optional: Parsed) -> AvroValue:
    # Bytes that are not UTF-8 are kept: the canonical form represents them as such.
    return utf8_or_bytes(optional.string.value) if optional.branch.value == 1 else None


def _ordering(ordering: Parsed, branches: tuple[str | None, ...]) -> OrderingValue | None:
    kind = branches[ordering.branch.value]
    if kind is None:
        return None
    wrapper = ordering.value
    if kind == "array":
        if wrapper.branch.value == 0:
            return OrderingValue("array", None)
        elements = (element for chunk in wrapper.chunks for element in chunk.elements)
        return OrderingValue(kind, [_ordering(element, _BRANCHES_IN_ARRAY) for element in elements])
    value = wrapper.value
    match kind:
        case "boolean":
            value = value == 1
        case "string":
            value = utf8_or_bytes(value)
        case "decimal":
            value = _decimal(value)
    return OrderingValue(kind, value)


def _decimal(unscaled: bytes) -> Decimal:
    if len(unscaled) > _MAX_UNSCALED:
        message = f"decimal of {len(unscaled)} bytes"
        raise Reject("bad-value", None, "log.delete.decimal-scale", message)
    number = int.from_bytes(unscaled, "big", signed=True)
    digits = tuple(int(digit) for digit in str(abs(number)))
    return Decimal((int(number < 0), digits, -DECIMAL_SCALE))


@cache
def delete_list_schema() -> AvroSchema:
    """Schema of the payload of version 3, which files do not contain."""
    payload = {
        "type": "record",
        "name": "HoodieDeleteRecordList",
        "namespace": _NAMESPACE,
        "fields": [{"name": "deleteRecordList", "type": {"type": "array", "items": _delete_record()}}],
    }
    return parse_schema(json.dumps(payload))


@cache
def delete_record_schema() -> AvroSchema:
    """Schema of one delete of a payload of version 3."""
    return parse_schema(json.dumps({**_delete_record(), "namespace": _NAMESPACE}))


def _delete_record() -> dict[str, JsonValue]:

    def wrapper(name: str, kind: str) -> dict[str, JsonValue]:
        return {"type": "record", "name": f"{name}Wrapper", "fields": [{"name": "value", "type": kind}]}

    wrappers = [
        wrapper("Boolean", "boolean"), wrapper("Int", "int"), wrapper("Long", "long"),
        wrapper("Float", "float"), wrapper("Double", "double"), wrapper("Bytes", "bytes"),
        wrapper("String", "string"), wrapper("Date", "int"), wrapper("Decimal", "bytes"),
        wrapper("TimeMicros", "long"), wrapper("TimestampMicros", "long"),
    ]  # fmt: skip
    names = [branch["name"] for branch in wrappers]
    elements = {"type": "array", "items": ["null", *names, wrapper("LocalDate", "int")]}
    array = {
        "type": "record",
        "name": "ArrayWrapper",
        "fields": [{"name": "wrappedValues", "type": ["null", elements]}],
    }
    return {
        "type": "record",
        "name": "HoodieDeleteRecord",
        "fields": [
            {"name": "recordKey", "type": ["null", "string"]},
            {"name": "partitionPath", "type": ["null", "string"]},
            {"name": "orderingVal", "type": ["null", *wrappers, array]},
        ],
    }
