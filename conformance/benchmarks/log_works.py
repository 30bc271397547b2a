# SPDX-License-Identifier: Apache-2.0
"""Works of our readers in the benchmark of log files: framing and complete decodes, bulk and checked."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Iterator
from pathlib import Path

import fastavro
from harness import Counts, Work, in_memory
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.decode.bulk.framing import scan_log_fast, walk_frames
from hudi_conformance.decode.log.content import walk_contents
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.model.log import LogBlock

# At least so many in a block: readers copy a block before they decode it, which is slow for a large one.
CONTAINER_ROWS = 8192
LEN_SYNC_MARKER = 16


def frame(path: Path) -> Counts:
    with open_source(path) as buffer:
        steps = walk_frames(buffer)
        return {"blocks": sum(1 if isinstance(step, LogBlock) else len(step) for step in steps)}


def frame_views(path: Path) -> Counts:
    return {"blocks": sum(1 for _ in scan_log_fast(path))}


def frame_careful(path: Path) -> Counts:
    with open_source(path) as buffer:
        return {"blocks": sum(1 for _ in walk_log(buffer))}


def full(path: Path) -> Counts:
    return {"records": sum(batch.num_rows for batch in iter_record_batches(path))}


def full_memory(path: Path) -> Counts:
    """The same from bytes in memory, which the first pass reads."""
    return {"records": sum(batch.num_rows for batch in iter_record_batches(in_memory(path)))}


def full_careful(path: Path) -> Counts:
    with open_source(path) as buffer:
        counts = [len(content.records or ()) for content in walk_contents(buffer)]
    return {"blocks": len(counts), "records": sum(counts)}


def full_polars(container: Path) -> Counts:
    """The records of an Avro container, read by polars."""
    import polars  # noqa: PLC0415 - not needed otherwise

    return {"records": polars.read_avro(container).height}


def write_container(log: Path, target: Path) -> Path:
    """Write the datums of a log file, all of one schema, as an Avro container."""
    marker = schema = b""
    with open_source(log) as buffer, target.open("wb") as out:
        for block_schema, datums in _datums(buffer):
            if not schema:
                head = io.BytesIO()
                fastavro.writer(head, json.loads(block_schema), [])
                out.write(head.getvalue())
                schema, marker = block_schema, head.getvalue()[-LEN_SYNC_MARKER:]
            assert block_schema == schema, "a container has one schema"
            for number in (len(datums), sum(map(len, datums))):
                fastavro.schemaless_writer(out, "long", number)
            out.write(b"".join(datums) + marker)
    return target


def _datums(buffer: Buffer) -> Iterator[tuple[bytes, list[bytes]]]:
    """Schema and datums of so many blocks at a time that a block of a container is worth it."""
    datums: list[bytes] = []
    schema = b""
    for step in walk_frames(buffer):
        if isinstance(step, LogBlock):
            continue
        for row in step.tolist():
            (_, _, _, _, _, ofs, len_content, _, _, _, ofs_schema, len_schema) = row
            schema = bytes(buffer[ofs_schema : ofs_schema + len_schema])
            content = buffer[ofs : ofs + len_content]
            (count,) = struct.unpack_from(">i", content, 4)
            at = 8
            for _ in range(count):
                (length,) = struct.unpack_from(">i", content, at)
                datums.append(content[at + 4 : at + 4 + length])
                at += 4 + length
            if len(datums) >= CONTAINER_ROWS:
                yield schema, datums
                datums = []
    if datums:
        yield schema, datums


WORKS: dict[str, Work] = {
    work.__name__: work
    for work in (frame, frame_views, frame_careful, full, full_memory, full_careful, full_polars)
}
