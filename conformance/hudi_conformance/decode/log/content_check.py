# SPDX-License-Identifier: Apache-2.0
"""Violations by a writer in the content of a block, and between a content and its header."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from hudi_conformance.decode.avro.schema import AvroSchema as Schema
from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.log.avro_content import (
    AvroContent,
    padding_finding,
    trailing_findings,
    walk_avro_content,
)
from hudi_conformance.decode.log.content import ContentReader, Records
from hudi_conformance.decode.log.deletes import DECIMAL_PRECISION
from hudi_conformance.decode.log.fields import header_values
from hudi_conformance.decode.log.positions import count_positions
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import AvroSchema, Finding, Rejection
from hudi_conformance.model.log import HeaderKey, LogBlock, OrderingValue
from hudi_conformance.model.table_version import Feature, TableVersion

_OPERATIONS = frozenset({"i", "u", "d"})
_KEY_FIRST = ["string", "null"]
_NULL_FIRST = ["null", "string"]
# Fields of a CDC schema by supplemental logging mode; None = an optional record of the table.
_CDC_SCHEMAS: tuple[dict[str, list[str] | None], ...] = (
    {"op": _KEY_FIRST, "record_key": _KEY_FIRST},
    {"op": _NULL_FIRST, "record_key": _NULL_FIRST, "before": None},
    {"op": _NULL_FIRST, "ts_ms": _NULL_FIRST, "before": None, "after": None},
)


@dataclass(frozen=True, slots=True)
class Versions:
    """Oldest and newest table version at which a file may have been written; None = unknown."""

    oldest: int | None
    newest: int | None

    def have_reached(self, feature: Feature) -> bool:
        """Whether the file was certainly written at a version that has `feature`."""
        return self.oldest is not None and TableVersion(self.oldest).has(feature)

    def may_have(self, feature: Feature) -> bool:
        """Whether the file may have been written at a version that has `feature`."""
        return self.newest is None or TableVersion(self.newest).has(feature)


def check_content(
    buffer: Buffer, block: LogBlock, reader: ContentReader, versions: Versions
) -> Iterator[Finding]:
    """Yield the findings of the content of an intact block of `buffer`.

    Raises:
        UnsupportedInput, LimitExceeded: a content that is not supported.
    """
    if block.type.payload is Payload.AVRO:
        num = yield from _check_records(buffer, block, reader, versions)
    elif block.type.payload is Payload.DELETES:
        num = yield from _check_deletes(block, reader, versions)
    elif block.type.payload is Payload.COMMAND:
        num = yield from _check_command(block, reader, versions)
    else:
        walk = Records(reader.walk(block))
        num_records = sum(1 for _ in walk)
        yield from walk.content.findings
        if walk.content.rejection is not None:
            yield from _refused(walk.content.rejection)
            return
        num = None if walk.content.records is None else num_records
        if block.type.payload is Payload.HFILE:
            yield from _check_hfile(buffer, block, reader, versions)
    yield from check_positions(buffer, block, num)


def _refused(rejection: Rejection) -> Iterator[Finding]:
    # A missing instant is reported by the check of the header.
    if rejection.requirement != "log.header.instant-time":
        yield finding_of(rejection, is_refusal=True)


def _check_records(
    buffer: Buffer, block: LogBlock, reader: ContentReader, versions: Versions
) -> Generator[Finding, None, int | None]:
    try:
        schema = reader.schema(block)
    except Reject as error:
        yield finding_of(error, is_refusal=True)
        return None
    content = AvroContent()
    has_operations = block.type is BlockType.CDC_DATA_BLOCK
    if has_operations and not any(_is_cdc_schema(schema.tree, fields) for fields in _CDC_SCHEMAS):
        at = header_values(buffer, block)[HeaderKey.SCHEMA].ofs
        yield Finding("log.cdc.schema", "bad-schema", at, "the schema is the one of no logging mode")
        has_operations = False
    num = 0
    for record, padding in walk_avro_content(buffer, block.content, schema, content):
        if has_operations and record["op"] not in _OPERATIONS:
            message = f"record {num} has operation {record['op']!r:.20}"
            yield Finding("log.cdc.schema", "bad-value", block.content.ofs, message)
            has_operations = False  # only the first is reported
        if padding is not None:
            yield padding_finding(padding)
        num += 1
    yield from check_version(content.version, block, versions)
    if content.rejection is not None:
        yield from _refused(content.rejection)
        return None
    yield from trailing_findings(content, block.content)
    return num


def check_records(buffer: Buffer, block: LogBlock, schema: Schema) -> Iterator[Finding]:
    """Yield findings about bytes between the readable records of an Avro block, without rejections."""
    content = AvroContent()
    for _, padding in walk_avro_content(buffer, block.content, schema, content):
        if padding is not None:
            yield padding_finding(padding)
    yield from trailing_findings(content, block.content)


def check_version(version: int | None, block: LogBlock, versions: Versions) -> Iterator[Finding]:
    """Yield a finding if a content version that readers accept is too old to be written."""
    if version in {1, 2} and versions.have_reached(Feature.CONTENT_VERSION_3):
        message = f"content version {version} in a table of version {versions.oldest}"
        yield Finding("log.content.version-write", "bad-version", block.content.ofs, message)


def _is_cdc_schema(schema: AvroSchema, fields: Mapping[str, list[str] | None]) -> bool:
    if not isinstance(schema, dict) or schema.get("type") != "record":
        return False
    types = {field["name"]: field["type"] for field in schema["fields"]}
    if list(types) != list(fields):
        return False
    return all(
        _is_optional_record(types[name]) if kind is None else _plain_union(types[name]) == kind
        for name, kind in fields.items()
    )


def _plain_union(union: AvroSchema) -> list[AvroSchema]:
    """Branches by type name, without attributes such as `avro.java.string`."""
    branches = union if isinstance(union, list) else []
    return [branch.get("type") if isinstance(branch, dict) else branch for branch in branches]


def _is_optional_record(union: AvroSchema) -> bool:
    if not isinstance(union, list) or len(union) != 2 or union[0] != "null":
        return False
    # The second of two records is a reference to the definition in the first.
    return isinstance(union[1], str) or union[1].get("type") == "record"


def _check_deletes(
    block: LogBlock, reader: ContentReader, versions: Versions
) -> Generator[Finding, None, int | None]:
    content = reader.read(block)
    yield from check_version(content.content_version, block, versions)
    if content.deletes is None:
        if content.rejection is not None:
            yield from _refused(content.rejection)
        return None
    yield from content.findings
    for index, deleted in enumerate(content.deletes):
        for ordering in _orderings(deleted.ordering):
            yield from _check_ordering(ordering, index, block, versions)
    return len(content.deletes)


def _orderings(ordering: OrderingValue | None) -> Iterator[OrderingValue]:
    if ordering is not None:
        yield ordering
        if ordering.type == "array":
            for element in ordering.value or []:
                yield from _orderings(element)


def _check_ordering(
    ordering: OrderingValue, index: int, block: LogBlock, versions: Versions
) -> Iterator[Finding]:
    at = block.content.ofs
    if ordering.type == "time-micros":
        yield Finding("log.delete.time-micros", "bad-type", at, f"delete {index} has a time of day")
    elif ordering.type == "decimal":
        value = ordering.value
        if isinstance(value, Decimal) and len(value.as_tuple().digits) > DECIMAL_PRECISION:
            message = f"delete {index} has a decimal of {len(value.as_tuple().digits)} digits"
            yield Finding("log.delete.decimal-scale", "bad-value", at, message)
    elif ordering.type == "array" and not versions.may_have(Feature.ORDERING_ARRAYS):
        message = f"delete {index} has several ordering values in a table of version {versions.newest}"
        yield Finding("log.delete.array-wrapper", "bad-type", at, message)


def _check_command(
    block: LogBlock, reader: ContentReader, versions: Versions
) -> Generator[Finding, None, int | None]:
    content = reader.read(block)
    if content.rejection is not None:
        yield from _refused(content.rejection)
    yield from content.findings
    if HeaderKey.TARGET_INSTANT_TIME not in block.header:
        message = "the header has no TARGET_INSTANT_TIME"
        yield Finding("log.command.form", "missing-field", block.ofs_header, message)
    if block.content.len:
        message = f"a command with {block.content.len} bytes of content"
        yield Finding("log.command.form", "trailing-bytes", block.content.ofs, message)
    if versions.have_reached(Feature.NO_COMMANDS):
        message = f"a command in a table of version {versions.oldest}"
        yield Finding("log.command.no-tv8", "bad-type", block.ofs_type, message)
    return None


def _check_hfile(
    buffer: Buffer, block: LogBlock, reader: ContentReader, versions: Versions
) -> Iterator[Finding]:
    from hudi_conformance.decode.hfile.records import KEY_FIELD, has_own_key  # noqa: PLC0415 - few blocks
    from hudi_conformance.decode.log.hfile_content import walk_cells  # noqa: PLC0415 - are HFiles

    last: bytes | None = None
    for cell in walk_cells(buffer, block.content):
        if last is not None and cell.row <= last:
            code = "duplicate" if cell.row == last else "bad-order"
            yield Finding("log.hfile.order", code, cell.ofs_key, f"key {cell.row!r:.40} after {last!r:.40}")
            break
        last = cell.row
    if versions.have_reached(Feature.CONTENT_VERSION_3):
        schema = reader.schema(block)
        for cell in walk_cells(buffer, block.content):
            if has_own_key(cell, schema):
                message = f"the field {KEY_FIELD!r} is written in addition to the key"
                yield Finding("log.hfile.key-restore", "bad-value", cell.ofs_value, message)
                break


def check_positions(buffer: Buffer, block: LogBlock, num: int | None) -> Iterator[Finding]:
    """Yield the findings of the record positions of a block of `num` records, None if unknown."""
    text = block.header.get(HeaderKey.RECORD_POSITIONS)
    if text is None:
        return
    at = header_values(buffer, block)[HeaderKey.RECORD_POSITIONS].ofs
    if block.type.payload in {Payload.HFILE, Payload.COMMAND}:
        yield Finding("log.positions.records", "bad-type", at, f"positions in a {block.type.name}")
        return
    if HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS not in block.header:
        message = "positions without the instant of the base file that they count in"
        yield Finding("log.positions.base-instant", "missing-field", at, message)
    try:
        num_positions, len_trailing = count_positions(text, at)
    except Reject as error:
        yield finding_of(error)
        return
    if len_trailing:
        message = f"{len_trailing} bytes after the bitmap"
        yield Finding("log.positions.form", "trailing-bytes", at, message)
    if num is not None and num != num_positions:
        message = f"{num_positions} positions for {num} records"
        yield Finding("log.positions.records", "length-mismatch", at, message)
