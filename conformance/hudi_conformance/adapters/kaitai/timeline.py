# SPDX-License-Identifier: Apache-2.0
"""Surface `timeline` and commands that read archives, of the adapter `kaitai-python`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from hudi_conformance.adapters.kaitai.request import Args, FileCommand, FolderCommand, Source, Stopped, Value
from hudi_conformance.canonical.log import canonical_findings, canonical_reject
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.timeline import (
    canonical_history,
    canonical_instant_content,
    canonical_properties,
    canonical_timeline,
)
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline import archive_entries as archives
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.check import check_timeline
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import JsonValue, Rejection
from hudi_conformance.model.timeline import PathFinding


def _bytes(source: Source) -> bytes:
    with open_source(source) as buffer:
        return bytes(buffer[:])


def timeline_decode(source: Source, args: Args) -> Value:
    """Answer `timeline.decode`; args: `name`, `layout`."""
    return canonical_instant_content(
        decode_instant(_bytes(source), str(args["name"]), int(args.get("layout", 1)))
    )


def archive_entries(source: Source, _: Args) -> Value:
    """Answer `archive.entries`.

    Raises:
        Stopped: the scan of the file had to stop.
    """
    blocks: list[Value] = []
    for item in archives.scan_archive(source):
        if isinstance(item, Rejection):
            raise Stopped(item, {"blocks": blocks})
        blocks.append(_archive_block(item))
    return {"blocks": blocks}


def _archive_block(item: archives.ArchiveBlock) -> Value:
    view: Value = {"ofs": str(item.block.span.ofs)}
    if item.block.type is BlockType.CORRUPT_BLOCK:
        return view | {"corrupt": True}
    if item.block.type is not BlockType.AVRO_DATA_BLOCK:
        return view | {"skipped": item.block.type.name}
    if item.schema is not None and (item.entries or item.rejection is None):
        mapper = RowMapper(item.schema)
        view["entries"] = [mapper(entry) for entry in item.entries]
    if item.rejection is not None:
        view["reject"] = canonical_reject(item.rejection)
    return view


def timeline_history(table: Path, args: Args) -> Value:
    """Answer `timeline.history`; args: `from`, `to`, `details`."""
    view = read_history(table, args.get("from"), args.get("to"))
    details = None
    if args.get("details"):
        details = [
            {
                "metadata": _content(row.metadata, "history.row.metadata"),
                "plan": _content(row.plan, "history.row.plan"),
            }
            for row in view.rows
        ]
    return canonical_history(view, details)


def _content(data: bytes | None, rule: str) -> JsonValue:
    if data is None:
        return None
    try:
        schema, value = decode_one_record(data)
    except Reject as error:
        raise Reject(error.code, error.at, rule, error.message) from None
    return RowMapper(schema)(value)


def archive_list(table: Path, _: Args) -> Value:
    """Answer `archive.list`."""
    folder, files = archives.table_archives(table)
    archived = archives.list_archived(files, archives.merged_by_plan(folder))
    return {
        "instants": [
            {"time": item.time, "action": item.action, "state": item.state.value} for item in archived
        ]
    }


def _without_offsets(findings: Iterable[PathFinding]) -> Value:
    """Findings of a folder have no offset, since an offset does not identify the file."""
    return canonical_findings(replace(item.finding, at=None) for item in findings)


OF_FILES: Mapping[str, FileCommand] = {
    "timeline.properties": lambda source, _: canonical_properties(decode_properties(_bytes(source))),
    "timeline.decode": timeline_decode,
    "archive.entries": archive_entries,
}
OF_FOLDERS: Mapping[str, FolderCommand] = {
    "timeline.list": lambda table, _: canonical_timeline(read_timeline(table)),
    "timeline.history": timeline_history,
    "timeline.check": lambda table, _: _without_offsets(check_timeline(table)),
    "archive.list": archive_list,
    "archive.check": lambda table, _: _without_offsets(check_archive(table)),
}
