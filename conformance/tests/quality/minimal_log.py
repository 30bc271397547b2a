# SPDX-License-Identifier: Apache-2.0
"""A log reader from `spec/log_file.md` and `spec/log_content.md` alone, for intact and torn files.

It imports nothing of the project but its sibling for Kryo: where it agrees with the decoder, the pages say
what a reader needs.
Values of Avro are those of fastavro. Blocks of HFiles and Parquet are given as bytes.
"""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import fastavro
from minimal_kryo import Delete, kryo_deletes

MAGIC = b"#HUDI#"
KINDS = {0: "COMMAND", 1: "DELETE", 3: "AVRO_DATA", 4: "HFILE_DATA", 5: "PARQUET_DATA", 6: "CDC_DATA"}
KEYS = (
    "INSTANT_TIME", "TARGET_INSTANT_TIME", "SCHEMA", "COMMAND_BLOCK_TYPE", "COMPACTED_BLOCK_TIMES",
    "RECORD_POSITIONS", "BLOCK_IDENTIFIER", "IS_PARTIAL", "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS",
)  # fmt: skip


class RefusedError(Exception):
    """A code of the registry and the offset of the field."""

    def __init__(self, code: str, at: int) -> None:
        super().__init__(f"{code} at {at}")
        self.code, self.at = code, at


@dataclass(frozen=True)
class Block:
    """A block or a corrupt span: offsets and lengths in bytes."""

    kind: str
    ofs: int
    len: int
    header: dict[str, bytes]
    content: tuple[int, int]


def i32(data: bytes, at: int) -> int:
    return int(struct.unpack_from(">i", data, at)[0])


def i64(data: bytes, at: int) -> int:
    return int(struct.unpack_from(">q", data, at)[0])


def scan(data: bytes) -> Iterator[Block]:
    """The reading algorithm. Raises RefusedError behind the blocks that stand."""
    pos, size = 0, len(data)
    while size - pos >= 6:
        if data[pos : pos + 6] != MAGIC:
            raise RefusedError("bad-magic", pos)
        if is_framed(data, pos):
            block = walk(data, pos)
        else:
            following = data.find(MAGIC, pos + 6)
            end = size if following < 0 else following
            block = Block("CORRUPT", pos, end - pos, {}, (pos + 6, end - pos - 6))
        yield block
        pos += block.len


def is_framed(data: bytes, pos: int) -> bool:
    if len(data) - pos < 14:
        return False
    size = i64(data, pos + 6)
    end = pos + 14 + size
    if size < 8 or end > len(data) or i64(data, end - 8) != size + 6:
        return False
    return data[end : end + 6] == MAGIC or len(data) - end < 6


def walk(data: bytes, pos: int) -> Block:
    size = i64(data, pos + 6)
    end = pos + 14 + size - 8
    if size < 32:
        raise RefusedError("length-mismatch", pos + 6)
    if i32(data, pos + 14) != 1:
        raise RefusedError("bad-version", pos + 14)
    kind = KINDS.get(i32(data, pos + 18))
    if kind is None:
        raise RefusedError("bad-type", pos + 18)
    header, at = read_map(data, pos + 22, end, len(KEYS))
    len_content = i64(data, at) if at + 8 <= end else -1
    if not 0 <= len_content <= end - at - 8:
        raise RefusedError("length-mismatch", at)
    _, footer_end = read_map(data, at + 8 + len_content, end, None)
    if footer_end != end:
        raise RefusedError("length-mismatch", footer_end)
    named = {KEYS[key]: value for key, value in header.items()}
    return Block(kind, pos, 14 + size, named, (at + 8, len_content))


def read_map(data: bytes, at: int, end: int, num_keys: int | None) -> tuple[dict[int, bytes], int]:
    count = i32(data, at) if at + 4 <= end else -1
    if count < 0 or 8 * count > end - at - 4:
        raise RefusedError("count-too-large", at)
    entries, pos = {}, at + 4
    for _ in range(count):
        if pos + 8 > end:
            raise RefusedError("truncated", pos)
        key, length = i32(data, pos), i32(data, pos + 4)
        if num_keys is not None and not 0 <= key < num_keys:
            raise RefusedError("bad-type", pos)
        if not 0 <= length <= end - pos - 8:
            raise RefusedError("length-mismatch", pos + 4)
        entries[key] = data[pos + 8 : pos + 8 + length]
        pos += 8 + length
    return entries, pos


def records(data: bytes, block: Block) -> list[Any]:
    """Records of an Avro or CDC block, as fastavro gives them."""
    schema = fastavro.parse_schema(json.loads(block.header["SCHEMA"]))
    pos, size = block.content
    end, rows = pos + size, []
    count, pos = i32(data, pos + 4), pos + 8
    for _ in range(count):
        length = i32(data, pos)
        if not 0 <= length <= end - pos - 4:
            raise RefusedError("length-mismatch", pos)
        rows.append(fastavro.schemaless_reader(io.BytesIO(data[pos + 4 : pos + 4 + length]), schema, None))
        pos += 4 + length
    return rows


PRIMITIVES = ("boolean", "int", "long", "float", "double", "bytes", "string", "int", "bytes", "long", "long")
TYPES = (*PRIMITIVES[:7], "date", "decimal", "time-micros", "timestamp-micros", "array", "local-date")
WRAPPERS = [
    {"type": "record", "name": f"W{number}", "fields": [{"name": f"v{number}", "type": kind}]}
    for number, kind in enumerate(PRIMITIVES)
]
LOCAL_DATE = {"type": "record", "name": "W12", "fields": [{"name": "v12", "type": "int"}]}
ELEMENTS = {"type": "array", "items": ["null", *(wrapper["name"] for wrapper in WRAPPERS), LOCAL_DATE]}
ARRAY = {"type": "record", "name": "W11", "fields": [{"name": "v11", "type": ["null", ELEMENTS]}]}
TEXT = ["null", "string"]
DELETE = {
    "type": "record",
    "name": "D",
    "fields": [
        {"name": "key", "type": TEXT},
        {"name": "path", "type": TEXT},
        {"name": "ordering", "type": ["null", *WRAPPERS, ARRAY]},
    ],
}
DELETES = fastavro.parse_schema(
    {"type": "record", "name": "L", "fields": [{"name": "all", "type": {"type": "array", "items": DELETE}}]}
)


def deletes(data: bytes, block: Block) -> list[Delete]:
    """Deletes of any content version."""
    at = block.content[0]
    version, payload = i32(data, at), data[at + 8 : at + 8 + i32(data, at + 4)]
    if version in {1, 2}:
        return kryo_deletes(payload, version)
    value: Any = fastavro.schemaless_reader(io.BytesIO(payload), DELETES, None)
    return [(row["key"], row["path"], ordering(row["ordering"])) for row in value["all"]]


def ordering(wrapped: dict[str, Any] | None) -> tuple[str, Any] | None:
    if wrapped is None:
        return None
    ((name, value),) = wrapped.items()
    kind = TYPES[int(name[1:])]
    if kind == "decimal":
        return kind, (value, 15)
    return kind, [ordering(item) for item in value] if kind == "array" and value is not None else value
