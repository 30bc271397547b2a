# SPDX-License-Identifier: Apache-2.0
"""Files and answers for the tests of `decode.bulk`: the careful route is what the bulk route must equal."""

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
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.avro_arrow import BLOCK_OFS, iter_record_batches
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.views.common import Rejection
from hudi_conformance.views.log import BlockType, HeaderKey

INSTANT = "20240101000000001"
AVRO = int(BlockType.AVRO_DATA_BLOCK)
DATA_TYPES = {
    BlockType.AVRO_DATA_BLOCK,
    BlockType.CDC_DATA_BLOCK,
    BlockType.HFILE_DATA_BLOCK,
    BlockType.PARQUET_DATA_BLOCK,
}
# Rows with the offset of their block, rejections with it; or the name of what was raised instead.
Answer = tuple[list[tuple[int, Any]], list[tuple[int | None, Rejection]]] | str


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


def careful(data: bytes) -> Answer:
    try:
        contents, end = read_contents(data)
    except (LimitExceeded, UnsupportedInput) as error:
        return type(error).__name__
    rows, rejections = [], []
    for content in contents:
        if content.records is not None and content.schema is not None:
            mapper = RowMapper(content.schema)
            rows += [(content.block.span.ofs, mapper(value)) for value in content.records]
        if content.rejection is not None and content.block.type in DATA_TYPES:
            rejections.append((content.block.span.ofs, content.rejection))
    if end.rejection is not None:
        rejections.append((None, end.rejection))
    return rows, rejections


def bulk(data: bytes, batch_rows: int = 65536) -> Answer:
    schemas = {block.span.ofs: block.header.get(HeaderKey.SCHEMA) for block in scan_log(data).blocks}
    rejections: list[tuple[int | None, Rejection]] = []
    rows = []
    try:
        for batch in iter_record_batches(
            data,
            batch_rows=batch_rows,
            with_block=True,
            on_reject=lambda block, why: rejections.append((block and block.span.ofs, why)),
        ):
            assert 0 < batch.num_rows <= batch_rows
            batch.validate()
            ofs_blocks = batch.column(batch.schema.get_all_field_indices(BLOCK_OFS)[-1]).to_pylist()
            shape = row_shape(parse_schema(schemas[ofs_blocks[0]]).tree)
            shown = canonical_rows(batch.slice(0, batch.num_rows), shape)
            rows += list(zip(ofs_blocks, shown, strict=True))
    except (LimitExceeded, UnsupportedInput) as error:
        return type(error).__name__
    return rows, rejections


def batches_of(data: bytes, **options: Any) -> list[pa.RecordBatch]:
    return list(iter_record_batches(data, **options))
