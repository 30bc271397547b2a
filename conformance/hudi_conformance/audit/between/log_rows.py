# SPDX-License-Identifier: Apache-2.0
"""Rows of log files against their block, file and folder; only a deep audit reads them, up to `MAX_BYTES`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hudi_conformance.audit.between.subject import Subject, log_name, violation
from hudi_conformance.audit.findings import ERROR, FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.meta_fields import (
    COMMIT_SEQNO,
    COMMIT_TIME,
    FILE_NAME,
    PARTITION_PATH,
    RECORD_KEY,
)
from hudi_conformance.model.properties import table as props

MAX_BYTES = 8 << 20  # of the log files of a table


def check_log_rows(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Yield a finding for each data block with a row that contradicts its block, file or folder."""
    has_keys = props.META_FIELDS.get(subject.facts.timeline.properties)
    if not subject.table.context.deep or subject.is_metadata_table or not has_keys:
        return
    len_left = MAX_BYTES
    for path in subject.data_files():
        name = log_name(path.rpartition("/")[2])
        if name is None or name.suffix:
            continue
        len_left -= subject.present[path].size or 0
        if len_left < 0:
            yield Gap("rows of log files", 1, f"the table has more than {MAX_BYTES >> 20} MiB of them")
            continue
        try:
            with subject.opened(path) as buffer:
                yield from _check_file(buffer, path, name.file_id)
        except READ_FAILURES:
            continue  # the log surface reports it


def _check_file(buffer: Buffer, path: str, file_id: str) -> Iterator[FindingRow]:
    reader = ContentReader(buffer)
    for block in walk_log(buffer):
        records = reader.read(block).records if block.why is None else None
        if records:
            texts = _texts(reader.schema(block).tree)
            rows = (row for row in records if isinstance(row, Mapping))
            reason = next(filter(None, (_reason(row, texts, block, path, file_id) for row in rows)), None)
            if reason is not None:
                message = f"a row of the block at byte {block.span.ofs}: {reason}"
                yield violation(path, "base-file-columns", "bad-value", message, severity=ERROR)


def _texts(schema: AvroSchema) -> list[str]:
    """Names of the text columns."""

    def is_text(kind: AvroSchema) -> bool:
        if isinstance(kind, list):
            return any(map(is_text, kind))
        return kind == "string" or (isinstance(kind, dict) and kind.get("type") == "string")

    fields = schema.get("fields") if isinstance(schema, dict) else None
    return [str(field["name"]) for field in fields or () if is_text(field["type"])]


def _reason(
    row: Mapping[str, object], texts: Sequence[str], block: LogBlock, path: str, file_id: str
) -> str | None:
    """Describe a value of a row that contradicts its block, file or folder, or is not text, if any."""
    for name in texts:
        if isinstance(row.get(name), bytes):
            return f"{name!r:.60} is not UTF-8"
    time, instant = row.get(COMMIT_TIME), block.header.get(HeaderKey.INSTANT_TIME)
    if time is None:
        return None
    folder, file, number = path.rpartition("/")[0], row.get(FILE_NAME), row.get(COMMIT_SEQNO)
    if not row.get(RECORD_KEY):
        return f"{RECORD_KEY} is missing: no reader can merge it"
    if time != instant and HeaderKey.COMPACTED_BLOCK_TIMES not in block.header:
        return f"{COMMIT_TIME} is {time!r:.40}, the block is of {instant!r:.40}"
    if isinstance(number, str) and not number.startswith(f"{time}_"):
        return f"{COMMIT_SEQNO} is {number!r:.60}, {COMMIT_TIME} {time!r:.40}"
    if isinstance(file, str) and not file.lstrip(".").startswith(file_id):
        return f"{FILE_NAME} is {file!r:.90}, the file group is {file_id}"
    if row.get(PARTITION_PATH, folder) != folder:
        return f"{PARTITION_PATH} is {row[PARTITION_PATH]!r:.90}, expected {folder!r:.90}"
    return None
