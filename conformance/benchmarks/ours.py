# SPDX-License-Identifier: Apache-2.0
"""One measurement of ours in a process of its own, so that its peak memory is its own.

Usage: ours.py WORK FILE PASSES; prints a JSON object.
"""

from __future__ import annotations

import io
import json
import os
import resource
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.decode.bulk.framing import frame_index, scan_log_fast, walk_frames
from hudi_conformance.decode.log.content import walk_contents
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.views.log import LogBlock

Counts = tuple[int, int]  # blocks, records
POLARS_ROWS = 8192


def frame(path: Path) -> Counts:
    return len(frame_index(path).frames), 0


def frame_views(path: Path) -> Counts:
    return sum(1 for _ in scan_log_fast(path)), 0


def frame_careful(path: Path) -> Counts:
    with open_source(path) as buffer:
        return sum(1 for _ in walk_log(buffer)), 0


def full(path: Path) -> Counts:
    return 0, sum(batch.num_rows for batch in iter_record_batches(path))


def full_careful(path: Path) -> Counts:
    with open_source(path) as buffer:
        counts = [len(content.records or ()) for content in walk_contents(buffer)]
    return len(counts), sum(counts)


def full_polars(path: Path) -> Counts:
    """Datums of many blocks as one Avro container in memory, read by the reader of polars."""
    import polars  # noqa: PLC0415 - not needed otherwise

    num_records = 0
    with open_source(path) as buffer:
        for container in _containers(buffer):
            num_records += polars.read_avro(io.BytesIO(container)).height
    return 0, num_records


def _containers(buffer: object) -> Iterator[bytes]:
    datums: list[bytes] = []
    schema = b""
    for step in walk_frames(buffer):  # type: ignore[arg-type]
        if isinstance(step, LogBlock):
            continue
        for row in step.tolist():
            (_, _, _, _, _, ofs, len_content, _, _, _, ofs_schema, len_schema, _) = row
            schema = buffer[ofs_schema : ofs_schema + len_schema]  # type: ignore[index]
            content = buffer[ofs : ofs + len_content]  # type: ignore[index]
            (count,) = struct.unpack_from(">i", content, 4)
            at = 8
            for _ in range(count):
                (length,) = struct.unpack_from(">i", content, at)
                datums.append(content[at + 4 : at + 4 + length])
                at += 4 + length
            if len(datums) >= POLARS_ROWS:
                yield _container(schema, datums)
                datums = []
    if datums:
        yield _container(schema, datums)


def _container(schema: bytes, datums: list[bytes]) -> bytes:
    marker = b"0123456789abcdef"
    data = b"".join(datums)
    head = (
        b"Obj\x01"
        + _varint(2)
        + _named(b"avro.schema", schema)
        + _named(b"avro.codec", b"null")
        + b"\0"
        + marker
    )
    return head + _varint(len(datums)) + _varint(len(data)) + data + marker


def _named(name: bytes, value: bytes) -> bytes:
    return _varint(len(name)) + name + _varint(len(value)) + value


def _varint(number: int) -> bytes:
    number <<= 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


WORKS: dict[str, Callable[[Path], Counts]] = {
    work.__name__: work for work in (frame, frame_views, frame_careful, full, full_careful, full_polars)
}


def peak_kib() -> int:
    """Most memory that was resident, shared pages of mapped files included."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    work, path, num_passes = WORKS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    start_kib = peak_kib()
    passes = []
    counts = (0, 0)
    for _ in range(num_passes):
        start, start_cpu = time.perf_counter(), time.process_time()
        counts = work(path)
        passes.append((time.perf_counter() - start, time.process_time() - start_cpu))
    answer = {
        "seconds": [wall for wall, _ in passes],
        "cpu_seconds": min(passes)[1],
        "blocks": counts[0],
        "records": counts[1],
        "start_mib": start_kib / 1024,
        "peak_mib": peak_kib() / 1024,
    }
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
