# SPDX-License-Identifier: Apache-2.0
"""Findings of checks with their offsets, which no command of the protocol reports for the folder of a table.

An archive is one block: magic, length, version, type, header, length of the content, content, footer, length.
"""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path

import fastavro
import pytest
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.check import check_timeline
from hudi_conformance.model.timeline import PathFinding

V6 = "hoodie.table.name=t\nhoodie.table.version=6\nhoodie.timeline.layout.version=1\nhoodie.table.type=x\n"
V9 = V6.replace("=6", "=9").replace("version=1", "version=2")
FIELDS = [{"name": name, "type": ["null", "string"]} for name in ("commitTime", "actionType", "actionState")]
RECORD = {"type": "record", "name": "HoodieArchivedMetaEntry", "fields": FIELDS}
SCHEMA = json.dumps(RECORD).encode()


def entry(time: str | None, action: str | None, state: str | None) -> bytes:
    """An archived instant."""
    out = io.BytesIO()
    row = {"commitTime": time, "actionType": action, "actionState": state}
    fastavro.schemaless_writer(out, fastavro.parse_schema(RECORD), row)
    return out.getvalue()


ENTRY, NO_ACTION = entry("1", "commit", "COMPLETED"), entry("1", None, None)
ARCHIVE = ".hoodie/archived/.commits_.archive.1_1-0-1"
AT_TYPE, AT_HEADER = 18, 22
AT_CONTENT = AT_HEADER + 4 + 8 + len(SCHEMA) + 8
AT_SECOND = AT_CONTENT + 8 + 4 + len(ENTRY)  # behind the first record


def pairs(entries: dict[int, bytes]) -> bytes:
    """A header or footer."""
    texts = [struct.pack(">ii", key, len(value)) + value for key, value in entries.items()]
    return struct.pack(">i", len(texts)) + b"".join(texts)


def block(
    *records: bytes,
    kind: int = 3,
    header: dict[int, bytes] | None = None,
    footer: dict[int, bytes] | None = None,
    rest: bytes = b"",
) -> bytes:
    """A data block of Avro records, or a block of another kind."""
    content = struct.pack(">ii", 3, len(records))
    content += b"".join(struct.pack(">i", len(record)) + record for record in records) + rest
    body = struct.pack(">ii", 1, kind) + pairs({2: SCHEMA} if header is None else header)
    body += struct.pack(">q", len(content)) + content + pairs(footer or {})
    return b"#HUDI#" + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14)


def write_table(folder: Path, properties: str, files: dict[str, bytes]) -> Path:
    """Write the folder of a table."""
    for path, data in {".hoodie/hoodie.properties": properties.encode(), **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def facts(findings: list[PathFinding]) -> list[tuple[str, str, str, int | None]]:
    """Path, rule, code and offset."""
    return [(item.path, item.finding.requirement, item.finding.code, item.finding.at) for item in findings]


GOOD = block(ENTRY)


DAMAGED = {
    "foreign": (block(kind=1), "archive.block.foreign", "bad-type", AT_TYPE),
    "two headers": (block(ENTRY, header={2: SCHEMA, 0: b"1"}), "archive.block.form", "bad-value", AT_HEADER),
    "footer": (block(ENTRY, footer={0: b"x"}), "archive.block.form", "trailing-bytes", AT_SECOND),
    "rest": (block(ENTRY, rest=b"abc"), "archive.block.content-length", "length-mismatch", AT_SECOND),
    "no action": (block(NO_ACTION), "archive.entry.required", "missing-field", 0),
    "second entry": (block(ENTRY, NO_ACTION), "archive.entry.required", "missing-field", 0),
    "union branch": (block(ENTRY, b"\6"), "log.avro.datum", "schema-mismatch", AT_SECOND + 4),
}


@pytest.mark.parametrize("before", [b"", GOOD], ids=["first block", "second block"])
@pytest.mark.parametrize("kind", DAMAGED)
def test_a_finding_in_a_block_has_its_offset(tmp_path: Path, before: bytes, kind: str) -> None:
    damaged, rule, code, at = DAMAGED[kind]
    table = write_table(tmp_path, V6, {ARCHIVE: before + damaged + GOOD})
    assert facts(check_archive(table)) == [(ARCHIVE, rule, code, len(before) + at)]


@pytest.mark.parametrize(
    ("data", "code"), [(b"", "truncated"), (b"{}", "bad-magic"), (b"Obj\2", "bad-magic")]
)
def test_a_merge_plan_that_cannot_be_read_fails_at_its_start(tmp_path: Path, data: bytes, code: str) -> None:
    plan = ".hoodie/archived/mergeArchivePlan"
    table = write_table(tmp_path, V6, {plan: data})
    assert facts(check_archive(table)) == [(plan, "archive.merge.plan-file", code, 0)]


def test_a_version_file_that_is_not_a_number_fails_at_its_start(tmp_path: Path) -> None:
    table = write_table(tmp_path, V9, {".hoodie/timeline/history/_version_": b"1\n"})
    folder = ".hoodie/timeline/history"
    assert facts(check_archive(table)) == [(folder, "history.version.form", "bad-value", 0)]


def test_an_inflight_file_with_bytes_is_reported_from_its_start(tmp_path: Path) -> None:
    name = ".hoodie/20240101000001000.compaction"
    table = write_table(tmp_path, V6, {f"{name}.requested": b"", f"{name}.inflight": b"x"})
    expected = (f"{name}.inflight", "timeline.content.pending-empty", "trailing-bytes", 0)
    assert facts(check_timeline(table)) == [expected]


@pytest.mark.parametrize("below", ["", "p/"])
def test_findings_of_partition_metadata_name_their_file(tmp_path: Path, below: str) -> None:
    path = f"{below}.hoodie_partition_metadata"
    table = write_table(tmp_path, V6, {path: b"a=\\u0\n", "p/other": b"a=\\u0\n"})
    assert facts(check_timeline(table)) == [(path, "timeline.properties.encoding", "bad-value", 2)]
