# SPDX-License-Identifier: Apache-2.0
"""Commands `timeline.*` and those that read archives, of our own implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.log import canonical_findings, canonical_reject
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.timeline import (
    canonical_history,
    canonical_instant_content,
    canonical_properties,
    canonical_timeline,
)
from hudi_conformance.decode.source import Input, open_source
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.archive_entries import (
    ArchiveBlock,
    list_archived,
    merged_by_plan,
    scan_archive,
    table_archives,
)
from hudi_conformance.decode.timeline.check import check_timeline
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import Finding, Rejection
from hudi_conformance.views.log import BlockType
from hudi_conformance.views.timeline import PathFinding

Args = Mapping[str, Any]


class Stopped(Exception):  # noqa: N818 - a rejection with what was read before it
    """A rejection, and the part of the answer that was readable."""

    def __init__(self, rejection: Rejection, partial: dict[str, Any]) -> None:
        super().__init__(rejection.message)
        self.rejection = rejection
        self.partial = partial


def _bytes(source: Input) -> bytes:
    with open_source(source) as buffer:
        return bytes(buffer[:])


def timeline_properties(source: Input, _: Args) -> dict[str, Any]:
    """Answer `timeline.properties`."""
    return canonical_properties(decode_properties(_bytes(source)))


def timeline_decode(source: Input, args: Args) -> dict[str, Any]:
    """Answer `timeline.decode`; args: `name`, `layout`."""
    return canonical_instant_content(
        decode_instant(_bytes(source), str(args["name"]), int(args.get("layout", 1)))
    )


def archive_entries(source: Input, _: Args) -> dict[str, Any]:
    """Answer `archive.entries`.

    Raises:
        Stopped: the scan of the file had to stop.
    """
    blocks: list[dict[str, Any]] = []
    for item in scan_archive(source):
        if isinstance(item, Rejection):
            raise Stopped(item, {"blocks": blocks})
        blocks.append(_archive_block(item))
    return {"blocks": blocks}


def _archive_block(item: ArchiveBlock) -> dict[str, Any]:
    shown: dict[str, Any] = {"ofs": str(item.block.span.ofs)}
    if item.block.type is BlockType.CORRUPT_BLOCK:
        return shown | {"corrupt": True}
    if item.block.type is not BlockType.AVRO_DATA_BLOCK:
        return shown | {"skipped": item.block.type.name}
    if item.schema is not None and (item.entries or item.rejection is None):
        mapper = RowMapper(item.schema)
        shown["entries"] = [mapper(entry) for entry in item.entries]
    if item.rejection is not None:
        shown["reject"] = canonical_reject(item.rejection)
    return shown


def timeline_list(table: Path, _: Args) -> dict[str, Any]:
    """Answer `timeline.list`."""
    return canonical_timeline(read_timeline(table))


def timeline_history(table: Path, args: Args) -> dict[str, Any]:
    """Answer `timeline.history`; args: `from`, `to`, `details`."""
    view = read_history(table, args.get("from"), args.get("to"))
    details = None
    if args.get("details"):
        details = [{"metadata": _content(row.metadata), "plan": _content(row.plan)} for row in view.rows]
    return canonical_history(view, details)


def _content(data: bytes | None) -> Any:
    if data is None:
        return None
    try:
        schema, value = decode_one_record(data)
    except Reject as error:
        rejection = Rejection(error.code, error.at, "history.row.metadata", error.message)
        raise Reject(rejection.code, rejection.at, rejection.requirement, rejection.message) from None
    return RowMapper(schema)(value)


def archive_list(table: Path, _: Args) -> dict[str, Any]:
    """Answer `archive.list`."""
    folder, files = table_archives(table)
    unfinished = merged_by_plan(folder)
    found = [
        {"time": item.time, "action": item.action, "state": item.state.value}
        for item in list_archived(files, unfinished)
    ]
    return {"instants": found}


def timeline_check(table: Path, _: Args) -> dict[str, Any]:
    """Answer `timeline.check`."""
    return canonical_findings(_nowhere(check_timeline(table)))


def archive_check(table: Path, _: Args) -> dict[str, Any]:
    """Answer `archive.check`."""
    return canonical_findings(_nowhere(check_archive(table)))


def _nowhere(findings: Iterable[PathFinding]) -> list[Finding]:
    """Findings of a folder have no offset: it would be one of any of its files."""
    return [replace(item.finding, at=None) for item in findings]


OF_FILES: Mapping[str, Callable[[Input, Args], dict[str, Any]]] = {
    "timeline.properties": timeline_properties,
    "timeline.decode": timeline_decode,
    "archive.entries": archive_entries,
}
OF_FOLDERS: Mapping[str, Callable[[Path, Args], dict[str, Any]]] = {
    "timeline.list": timeline_list,
    "timeline.history": timeline_history,
    "timeline.check": timeline_check,
    "archive.list": archive_list,
    "archive.check": archive_check,
}
