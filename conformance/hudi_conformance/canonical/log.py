# SPDX-License-Identifier: Apache-2.0
"""Views as canonical JSON: the one textual form in which answers and expectations are compared.

Shapes: 64-bit structure fields (offsets, lengths, positions) are decimal text, narrower integers are
numbers, bytes are lower-case hex (a digest above 1,024 bytes), text that is not well-formed UTF-8 is
`{"$utf8": hex}`. Rows are mapped by their Avro writer schema in `canonical_rows`, re-exported here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hudi_conformance.canonical.rows import MAX_DEPTH, RowMapper
from hudi_conformance.canonical.scalars import (
    canonical_bytes,
    canonical_decimal,
    canonical_float32,
    canonical_float64,
    canonical_text,
)
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import Finding, JsonValue, Rejection, Span
from hudi_conformance.model.log import BlockContent, DeletedKey, HeaderKey, LogBlock, LogScan, OrderingValue
from hudi_conformance.model.names import LogFileName

# --- frame -------------------------------------------------------------------------------------------


def canonical_span(span: Span) -> dict[str, str]:
    """`{"ofs", "len"}`, both as decimal text."""
    return {"ofs": str(span.ofs), "len": str(span.len)}


def canonical_reject(rejection: Rejection) -> dict[str, str]:
    """`{"code", "at"?}`, which the judge compares; message and requirement are not part of it."""
    members = {"code": rejection.code}
    if rejection.at is not None:
        members["at"] = str(rejection.at)
    return members


def canonical_log_block(block: LogBlock) -> dict[str, Any]:
    """One block of `log.scan`; `len` counts all bytes on disk, from the magic on."""
    members: dict[str, Any] = {
        "kind": block.type.name,
        "ofs": str(block.span.ofs),
        "len": str(block.span.len),
        "header": {key.name: canonical_text(value) for key, value in block.header.items()},
        "content": canonical_span(block.content),
        "footer": {f"#{ordinal}": canonical_text(value) for ordinal, value in block.footer.items()},
    }
    if block.format_version is not None:
        members["format_version"] = block.format_version
    return members


def canonical_log_scan(view: LogScan) -> dict[str, Any]:
    """Value of `log.scan` (also of `log.reverse` and `log.salvage`, which list blocks alike).

    The rejection of the view, if any, is not in it: the caller answers `reject` with this as `partial`.
    """
    return {"blocks": [canonical_log_block(block) for block in view.blocks]}


# --- content -----------------------------------------------------------------------------------------


def canonical_ordering(ordering: OrderingValue | None) -> dict[str, Any] | None:
    """`{"type", "value"}` or None; numbers up to 32 bits are numbers, wider ones and floats are text."""
    return None if ordering is None else {"type": ordering.type, "value": _ordering_value(ordering, 0)}


def _ordering_value(ordering: OrderingValue, depth: int) -> JsonValue:
    if depth > MAX_DEPTH:
        raise LimitExceeded(f"ordering value nested deeper than {MAX_DEPTH}")
    value = ordering.value
    match ordering.type:
        case "boolean":
            return value
        case "int" | "date" | "local-date":
            return int(value)
        case "long" | "time-micros" | "timestamp-micros":
            return str(int(value))
        case "float":
            return canonical_float32(value)
        case "double":
            return canonical_float64(value)
        case "bytes":
            return canonical_bytes(value)
        case "string":
            return canonical_text(value)
        case "decimal":
            return canonical_decimal(value)
        case "array":
            if value is None:
                return None
            return [
                None if item is None else {"type": item.type, "value": _ordering_value(item, depth + 1)}
                for item in value
            ]
    raise ValueError(f"unknown ordering type {ordering.type!r}")


def canonical_deleted_key(deleted: DeletedKey) -> dict[str, Any]:
    """One entry of `deletes`."""
    return {
        "record_key": None if deleted.record_key is None else canonical_text(deleted.record_key),
        "partition_path": None if deleted.partition_path is None else canonical_text(deleted.partition_path),
        "ordering": canonical_ordering(deleted.ordering),
    }


def canonical_content(content: BlockContent) -> dict[str, Any]:
    """One block of `log.records`: its readable part, and `reject` if a part was unreadable."""
    block = content.block
    members: dict[str, Any] = {"kind": block.type.name, "ofs": str(block.span.ofs)}
    if content.records is not None:
        row = RowMapper(content.schema)
        members["records"] = [row(value) for value in content.records]
    if content.deletes is not None:
        members["deletes"] = [canonical_deleted_key(deleted) for deleted in content.deletes]
    if content.command is not None:
        members["command"] = content.command
        target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
        members["target_instant"] = None if target is None else canonical_text(target)
    if content.rejection is not None:
        members["reject"] = canonical_reject(content.rejection)
    return members


def canonical_log_records(contents: Iterable[BlockContent]) -> dict[str, Any]:
    """Value of `log.records`."""
    return {"blocks": [canonical_content(content) for content in contents]}


def canonical_log_positions(
    positions: Iterable[tuple[LogBlock, Sequence[int] | Rejection | None]],
) -> dict[str, Any]:
    """Value of `log.positions`: per block its record positions, None without any, or a `reject`."""
    blocks = []
    for block, value in positions:
        members: dict[str, Any] = {"kind": block.type.name, "ofs": str(block.span.ofs)}
        if isinstance(value, Rejection):
            members["reject"] = canonical_reject(value)
        else:
            members["positions"] = None if value is None else [str(position) for position in value]
        blocks.append(members)
    return {"blocks": blocks}


def canonical_findings(findings: Iterable[Finding]) -> dict[str, Any]:
    """Value of `log.check`, sorted by offset (findings without one first), then by requirement."""
    ordered = sorted(findings, key=lambda f: (-1 if f.at is None else f.at, f.requirement, f.code))
    return {
        "findings": [
            {"requirement": f.requirement, "code": f.code, "at": None if f.at is None else str(f.at)}
            for f in ordered
        ]
    }


def canonical_name(name: LogFileName) -> dict[str, Any]:
    """Value of `name.parse`."""
    return {
        "file_id": name.file_id,
        "instant": name.instant,
        "extension": name.extension,
        "file_version": name.file_version,
        "write_token": name.write_token,
        "suffix": name.suffix,
    }
