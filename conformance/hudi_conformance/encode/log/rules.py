# SPDX-License-Identifier: Apache-2.0
"""Rules for writers: checks of a plan before any byte is written.

Knobs that replace a part disable the checks of that part: they exist to violate these rules.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.avro.schema import AvroType
from hudi_conformance.encode.errors import EncodeError, check
from hudi_conformance.encode.log.description import BlockPlan
from hudi_conformance.model.block_type import RECORD_BLOCKS, BlockType
from hudi_conformance.model.log import HeaderKey

CONTENT_VERSIONS = (1, 2, 3)
# First table version that may have a header key, by Hudi's tags [log.header.table-version].
SINCE_TABLE_VERSION = {
    HeaderKey.COMPACTED_BLOCK_TIMES: since.COMPACTED_BLOCK_TIMES,
    HeaderKey.RECORD_POSITIONS: since.RECORD_POSITIONS,
    HeaderKey.BLOCK_IDENTIFIER: since.BLOCK_IDENTIFIER,
    HeaderKey.IS_PARTIAL: since.IS_PARTIAL,
    HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS: since.BASE_INSTANT_OF_POSITIONS,
}
# Field lists of the three supplemental logging modes [log.cdc.schema].
_CDC_FIELDS = (("op", "record_key"), ("op", "record_key", "before"), ("op", "ts_ms", "before", "after"))
_CDC_OPERATIONS = ("i", "u", "d")
_HEADER_TEXTS = (
    (HeaderKey.IS_PARTIAL, r"true", "log.header.partial"),
    (HeaderKey.COMPACTED_BLOCK_TIMES, r"[^,\s]+(,[^,\s]+)*", "log.header.compacted-times"),
)


def check_block(plan: BlockPlan, where: str, table_version: int | None) -> None:
    """Check the parts of a block that need no schema.

    Raises:
        EncodeError: a rule for writers would be violated.
    """
    if plan.knobs.header_entries is None:
        _check_header(plan, f"{where}.header", table_version)
    if plan.type is BlockType.COMMAND_BLOCK:
        _check_command(plan, where, table_version)
    elif plan.content is None:
        rows = "deletes" if plan.type is BlockType.DELETE_BLOCK else "records"
        rule, expected = "log.block.content-length", f"{rows} or content_hex"
        check(plan.rows is not None, "missing-field", rule, where, expected, None)
        version, expected = plan.content_version, f"one of {CONTENT_VERSIONS}"
        subject = f"{where}.content_version"
        rule = "log.content.version-write"
        check(version in CONTENT_VERSIONS, "bad-version", rule, subject, expected, version)
    if plan.positions is not None:
        _check_positions(plan, where)


def _check_header(plan: BlockPlan, where: str, table_version: int | None) -> None:
    header = plan.header
    _check_key(plan, where, HeaderKey.INSTANT_TIME, "log.header.instant-time")
    if plan.type in RECORD_BLOCKS:
        _check_key(plan, where, HeaderKey.SCHEMA, "log.header.schema")
    for key, first in SINCE_TABLE_VERSION.items():
        is_known = table_version is None or key not in header or table_version >= first
        subject, expected = f"{where}.{key.name}", f"a table of version {first} or later"
        check(is_known, "bad-state", "log.header.table-version", subject, expected, table_version)
    for key, pattern, rule in _HEADER_TEXTS:
        value = header.get(key)
        is_match = value is None or re.fullmatch(pattern, value) is not None
        check(is_match, "bad-value", rule, f"{where}.{key.name}", f"text of the form {pattern}", value)


def _check_key(plan: BlockPlan, where: str, key: HeaderKey, requirement: str) -> None:
    check(key in plan.header, "missing-field", requirement, where, key.name, [*plan.header])


def _check_command(plan: BlockPlan, where: str, table_version: int | None) -> None:
    is_known = table_version is None or table_version < since.NO_COMMANDS
    expected = "no command block from table version 8 on"
    check(is_known, "bad-state", "log.command.no-tv8", f"{where}.kind", expected, table_version)
    is_empty, expected = not plan.content or plan.knobs.is_damage, "no content in a command block"
    check(is_empty, "bad-value", "log.command.form", f"{where}.content_hex", expected, plan.content)
    if plan.knobs.header_entries is not None:
        return
    for key in (HeaderKey.TARGET_INSTANT_TIME, HeaderKey.COMMAND_BLOCK_TYPE):
        _check_key(plan, f"{where}.header", key, "log.command.form")
    command, subject = plan.header[HeaderKey.COMMAND_BLOCK_TYPE], f"{where}.header.COMMAND_BLOCK_TYPE"
    check(command == "0", "bad-value", "log.command.type", subject, "'0'", command)


def _check_positions(plan: BlockPlan, where: str) -> None:
    """Positions: one for each record, ascending, different, and tied to a base file."""
    assert plan.positions is not None
    positions, subject = plan.positions, f"{where}.positions"
    if plan.rows is not None:
        count, expected = len(positions), f"{len(plan.rows)} positions, one per record"
        check(len(plan.rows) == count, "length-mismatch", "log.positions.records", subject, expected, count)
    for before, after in pairwise(positions):
        if after <= before:
            code, expected = "duplicate" if after == before else "bad-order", f"a position above {before}"
            raise EncodeError(code, "log.positions.records", subject, expected, after)
    last, expected = positions[-1] if positions else 0, "positions below 2^63"
    check(last < 2**63, "bad-value", "log.positions.form", subject, expected, last)
    if plan.knobs.header_entries is not None:
        return
    base_instant = HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS
    _check_key(plan, f"{where}.header", base_instant, "log.positions.base-instant")
    is_single = HeaderKey.RECORD_POSITIONS not in plan.header
    expected = "positions or RECORD_POSITIONS, not both"
    check(is_single, "duplicate", "log.map.unique-keys", where, expected, "both")


def check_schema(plan: BlockPlan, schema: AvroType, where: str) -> None:
    """Check the schema of a data block."""
    subject = f"{where}.header.SCHEMA"
    check(schema.kind == "record", "bad-schema", "log.header.schema", subject, "a record", schema.kind)
    if plan.type is not BlockType.CDC_DATA_BLOCK or plan.records is None:
        return
    names, expected = tuple(name for name, _ in schema.fields), f"the fields of one of {_CDC_FIELDS}"
    check(names in _CDC_FIELDS, "bad-schema", "log.cdc.schema", subject, expected, names)
    for i, row in enumerate(plan.records):
        operation = row.get("op") if isinstance(row, dict) else None
        subject, expected = f"{where}.records[{i}].op", f"one of {_CDC_OPERATIONS}"
        check(operation in _CDC_OPERATIONS, "bad-value", "log.cdc.schema", subject, expected, operation)
