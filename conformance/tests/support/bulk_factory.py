# SPDX-License-Identifier: Apache-2.0
"""Files for the tests of `decode.bulk`."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import fastavro
import pyarrow as pa
from hudi_conformance import resources
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.model.block_type import BlockType

INSTANT = "20240101000000001"
AVRO = int(BlockType.AVRO_DATA_BLOCK)


def log_fixtures() -> list[Path]:
    return sorted((resources.fixtures_dir() / "log").glob("*.log"))


def frame(entries: Sequence[tuple[int, bytes]], content: bytes, block_type: int = AVRO) -> bytes:
    header = struct.pack(">i", len(entries))
    for key, value in entries:
        header += struct.pack(">ii", key, len(value)) + value
    body = struct.pack(">ii", 1, block_type) + header + struct.pack(">q", len(content)) + content + bytes(4)
    size = len(body) + 8
    return b"#HUDI#" + struct.pack(">q", size) + body + struct.pack(">q", size + 6)


def avro_content(datums: Iterable[bytes]) -> bytes:
    records = list(datums)
    return struct.pack(">ii", 3, len(records)) + b"".join(struct.pack(">i", len(d)) + d for d in records)


def avro_block(schema: Any, datums: Iterable[bytes], block_type: int = AVRO) -> bytes:
    header = [(0, INSTANT.encode()), (2, json.dumps(schema).encode())]
    return frame(header, avro_content(datums), block_type)


def datum(schema: Any, row: Any) -> bytes:
    out = io.BytesIO()
    fastavro.schemaless_writer(out, fastavro.parse_schema(json.loads(json.dumps(schema))), row)
    return out.getvalue()


def record(**fields: Any) -> dict[str, Any]:
    members = [{"name": name, "type": type_} for name, type_ in fields.items()]
    return {"type": "record", "name": "t.Row", "fields": members}


def batches_of(data: bytes, **options: Any) -> list[pa.RecordBatch]:
    return list(iter_record_batches(data, **options))
