# SPDX-License-Identifier: Apache-2.0
"""What a writer must not write: checks of a plan before any byte is made.

Knobs that replace a part switch off the checks of that part: they exist to break these rules.
"""

from __future__ import annotations

import re

from hudi_conformance.encode.avro.schema import AvroType
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.description import BlockPlan
from hudi_conformance.views.log import BlockType, HeaderKey

CONTENT_VERSIONS = (1, 2, 3)
_WITH_SCHEMA = frozenset(
    {
        BlockType.AVRO_DATA_BLOCK,
        BlockType.CDC_DATA_BLOCK,
        BlockType.HFILE_DATA_BLOCK,
        BlockType.PARQUET_DATA_BLOCK,
    }
)
# Table version from which on a header key may be written, by Hudi's own tags [log.header.table-version].
_SINCE_TABLE_VERSION = {
    HeaderKey.COMPACTED_BLOCK_TIMES: 5,
    HeaderKey.RECORD_POSITIONS: 6,
    HeaderKey.BLOCK_IDENTIFIER: 6,
    HeaderKey.IS_PARTIAL: 8,
    HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS: 8,
}
# Field lists of the three supplemental logging modes [log.cdc.schema].
_CDC_FIELDS = (
    ("op", "record_key"),
    ("op", "record_key", "before"),
    ("op", "ts_ms", "before", "after"),
)
_CDC_OPERATIONS = ("i", "u", "d")


def check_block(plan: BlockPlan, where: str, table_version: int | None) -> None:
    """Check everything of a block that needs no schema.

    Raises:
        EncodeError: a rule for writers would be broken.
    """
    if plan.knobs.header_entries is None:
        _check_header(plan, where, table_version)
    if plan.type is BlockType.COMMAND_BLOCK:
        _check_command(plan, where, table_version)
    elif plan.content is None:
        wanted = "deletes" if plan.type is BlockType.DELETE_BLOCK else "records"
        if (plan.deletes if wanted == "deletes" else plan.records) is None:
            raise EncodeError(
                "missing-field", "log.block.content-length", where, f"{wanted} or content_hex", None
            )
        if plan.content_version not in CONTENT_VERSIONS:
            raise EncodeError(
                "bad-version",
                "log.content.version-write",
                f"{where}.content_version",
                f"one of {CONTENT_VERSIONS}",
                plan.content_version,
            )
    if plan.positions is not None:
        _check_positions(plan, where)


def _check_header(plan: BlockPlan, where: str, table_version: int | None) -> None:
    header = plan.header
    if HeaderKey.INSTANT_TIME not in header:
        raise EncodeError(
            "missing-field", "log.header.instant-time", f"{where}.header", "INSTANT_TIME", [*header]
        )
    if plan.type in _WITH_SCHEMA and HeaderKey.SCHEMA not in header:
        raise EncodeError("missing-field", "log.header.schema", f"{where}.header", "SCHEMA", [*header])
    for key, since in _SINCE_TABLE_VERSION.items():
        if table_version is not None and key in header and table_version < since:
            what = f"{where}.header.{key.name}"
            raise EncodeError(
                "bad-state",
                "log.header.table-version",
                what,
                f"a table of version {since} or later",
                table_version,
            )
    _check_text(header.get(HeaderKey.IS_PARTIAL), r"true", "log.header.partial", f"{where}.header.IS_PARTIAL")
    _check_text(
        header.get(HeaderKey.COMPACTED_BLOCK_TIMES),
        r"[^,\s]+(,[^,\s]+)*",
        "log.header.compacted-times",
        f"{where}.header.COMPACTED_BLOCK_TIMES",
    )


def _check_text(value: str | None, pattern: str, requirement: str, what: str) -> None:
    if value is not None and re.fullmatch(pattern, value) is None:
        raise EncodeError("bad-value", requirement, what, f"text of the form {pattern}", value)


def _check_command(plan: BlockPlan, where: str, table_version: int | None) -> None:
    if table_version is not None and table_version >= 8:
        raise EncodeError(
            "bad-state",
            "log.command.no-tv8",
            f"{where}.kind",
            "no command block from table version 8 on",
            table_version,
        )
    if plan.content and not plan.knobs.is_damage:
        raise EncodeError(
            "bad-value",
            "log.command.form",
            f"{where}.content_hex",
            "no content in a command block",
            plan.content,
        )
    if plan.knobs.header_entries is not None:
        return
    for key in (HeaderKey.TARGET_INSTANT_TIME, HeaderKey.COMMAND_BLOCK_TYPE):
        if key not in plan.header:
            raise EncodeError(
                "missing-field", "log.command.form", f"{where}.header", key.name, [*plan.header]
            )
    if plan.header[HeaderKey.COMMAND_BLOCK_TYPE] != "0":
        raise EncodeError(
            "bad-value",
            "log.command.type",
            f"{where}.header.COMMAND_BLOCK_TYPE",
            "'0'",
            plan.header[HeaderKey.COMMAND_BLOCK_TYPE],
        )


def _check_positions(plan: BlockPlan, where: str) -> None:
    """Positions: one for each record, ascending, different, and tied to a base file."""
    assert plan.positions is not None
    entries = plan.deletes if plan.type is BlockType.DELETE_BLOCK else plan.records
    if entries is not None and len(entries) != len(plan.positions):
        raise EncodeError(
            "length-mismatch",
            "log.positions.records",
            f"{where}.positions",
            f"{len(entries)} positions, as many as there are records",
            len(plan.positions),
        )
    for before, after in zip(plan.positions, plan.positions[1:], strict=False):
        if after <= before:
            code = "duplicate" if after == before else "bad-order"
            raise EncodeError(
                code, "log.positions.records", f"{where}.positions", f"a position above {before}", after
            )
    if plan.positions and plan.positions[-1] >= 2**63:
        raise EncodeError(
            "bad-value",
            "log.positions.form",
            f"{where}.positions",
            "positions below 2^63",
            plan.positions[-1],
        )
    if plan.knobs.header_entries is not None:
        return
    if HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS not in plan.header:
        raise EncodeError(
            "missing-field",
            "log.positions.base-instant",
            f"{where}.header",
            "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS beside positions",
            [*plan.header],
        )
    if HeaderKey.RECORD_POSITIONS in plan.header:
        raise EncodeError(
            "duplicate", "log.map.unique-keys", where, "positions or RECORD_POSITIONS, not both", "both"
        )


def check_schema(plan: BlockPlan, schema: AvroType, where: str) -> None:
    """Check what the schema of a data block must be."""
    what = f"{where}.header.SCHEMA"
    if schema.kind != "record":
        raise EncodeError("bad-schema", "log.header.schema", what, "a record", schema.kind)
    if plan.type is not BlockType.CDC_DATA_BLOCK or plan.records is None:
        return
    names = tuple(name for name, _ in schema.fields)
    if names not in _CDC_FIELDS:
        raise EncodeError("bad-schema", "log.cdc.schema", what, f"the fields of one of {_CDC_FIELDS}", names)
    for i, row in enumerate(plan.records):
        operation = row.get("op") if isinstance(row, dict) else None
        if operation not in _CDC_OPERATIONS:
            raise EncodeError(
                "bad-value",
                "log.cdc.schema",
                f"{where}.records[{i}].op",
                f"one of {_CDC_OPERATIONS}",
                operation,
            )
