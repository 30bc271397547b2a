# SPDX-License-Identifier: Apache-2.0
"""Log files for measurements: the same bytes on every machine, packed here, not by a writer under test."""

from __future__ import annotations

import io
import json
import random
import struct
from dataclasses import dataclass
from pathlib import Path

import fastavro

SEED = 7
POOL = 20_000  # different datums; blocks are cut from them round and round
MAGIC = b"#HUDI#"
AVRO_DATA_BLOCK = 3
INSTANT_TIME, SCHEMA = 0, 2

_META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
_FIELDS: tuple[tuple[str, object], ...] = (
    *((f"_hoodie_{name}", "string") for name in _META),
    ("id", "long"),
    ("ts", {"type": "long", "logicalType": "timestamp-micros"}),
    ("name", "string"),
    ("amount", "double"),
    ("flag", "boolean"),
    ("qty", "int"),
    ("note", "string"),
)
SCHEMA_TEXT = json.dumps(
    {
        "type": "record",
        "name": "bench_record",
        "namespace": "hoodie.bench",
        "doc": "Twelve fields, all of them optional, as a table with populated meta fields writes them.",
        "fields": [{"name": n, "type": ["null", t], "default": None} for n, t in _FIELDS],
    }
)


@dataclass(frozen=True, slots=True)
class BenchFile:
    """A generated log file."""

    path: Path
    num_bytes: int
    num_blocks: int
    num_records: int
    len_content: int  # bytes of content that a block was filled up to


def _records() -> list[dict[str, object]]:
    rng = random.Random(SEED)
    texts = [f"w{rng.randrange(10**6):x}" for _ in range(500)]
    rows = []
    for number in range(POOL):
        key = f"key-{rng.randrange(10**9):09d}"
        rows.append(
            {
                "_hoodie_commit_time": "20240101000000001",
                "_hoodie_commit_seqno": f"20240101000000001_0_{number}",
                "_hoodie_record_key": key,
                "_hoodie_partition_path": f"day=2024-01-{1 + number % 28:02d}",
                "_hoodie_file_name": "f9037b56-d84c-4b9a-87db-7cae41ab2505-0",
                "id": rng.randrange(10**12),
                "ts": 1_704_067_200_000_000 + rng.randrange(10**13),
                "name": None if rng.random() < 0.1 else " ".join(rng.choices(texts, k=2)),
                "amount": None if rng.random() < 0.1 else rng.random() * 1000,
                "flag": None if rng.random() < 0.1 else rng.random() < 0.5,
                "qty": None if rng.random() < 0.1 else rng.randrange(10_000),
                "note": None if rng.random() < 0.2 else " ".join(rng.choices(texts, k=rng.randrange(1, 6))),
            }
        )
    return rows


def _datums() -> list[bytes]:
    """Datums with their lengths in front."""
    schema = fastavro.parse_schema(json.loads(SCHEMA_TEXT))
    datums = []
    for row in _records():
        out = io.BytesIO()
        fastavro.schemaless_writer(out, schema, row)
        datums.append(struct.pack(">i", len(out.getvalue())) + out.getvalue())
    return datums


def _block(instant: str, datums: list[bytes]) -> bytes:
    content = struct.pack(">ii", 3, len(datums)) + b"".join(datums)
    header = struct.pack(">i", 2)
    for key, text in ((INSTANT_TIME, instant), (SCHEMA, SCHEMA_TEXT)):
        value = text.encode()
        header += struct.pack(">ii", key, len(value)) + value
    body = (
        struct.pack(">ii", 1, AVRO_DATA_BLOCK) + header + struct.pack(">q", len(content)) + content + bytes(4)
    )
    len_block = len(body) + 8
    return MAGIC + struct.pack(">q", len_block) + body + struct.pack(">q", len_block + 6)


def make_file(folder: Path, title: str, len_content: int, num_bytes: int) -> BenchFile:
    """Write a log file of at least `num_bytes` whose blocks hold about `len_content` bytes of content."""
    datums = _datums()
    path = folder / f".bench{title}-0_20240101000000001.log.1_0-1-1"
    written = num_blocks = num_records = at = 0
    with path.open("wb") as file:
        while written < num_bytes:
            chosen: list[bytes] = []
            room = len_content - 8
            while room > 0:
                chosen.append(datums[at])
                room -= len(datums[at])
                at = (at + 1) % POOL
            instant = f"202401010000{num_blocks % 100_000:05d}"
            written += file.write(_block(instant, chosen))
            num_blocks += 1
            num_records += len(chosen)
    return BenchFile(path, written, num_blocks, num_records, len_content)
