# SPDX-License-Identifier: Apache-2.0
"""A log reader from `spec/log_file.md` and `spec/log_content.md` alone, for intact and torn files.

It imports nothing of the project. Values of Avro are those of fastavro, HFiles and Parquet are bytes.
"""

import datetime
import io
import json
import struct
from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import fastavro

MAGIC = b"#HUDI#"
KINDS = {0: "COMMAND", 1: "DELETE", 3: "AVRO_DATA", 4: "HFILE_DATA", 5: "PARQUET_DATA", 6: "CDC_DATA"}
KEYS = (
    "INSTANT_TIME",
    "TARGET_INSTANT_TIME",
    "SCHEMA",
    "COMMAND_BLOCK_TYPE",
    "COMPACTED_BLOCK_TIMES",
    "RECORD_POSITIONS",
    "BLOCK_IDENTIFIER",
    "IS_PARTIAL",
    "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS",
)
Block = namedtuple("Block", "kind ofs len header content")  # or a corrupt span; content: offset, length
Ordering = tuple[str, Any] | None  # type and value
Delete = tuple[Any, Any, Ordering]  # record key, partition path, ordering value


class Bytes:
    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def num(self, code: str) -> Any:
        return struct.unpack(f">{code}", self.take(struct.calcsize(f">{code}")))[0]


def scan(data: bytes) -> Iterator[Block]:
    pos, size = 0, len(data)
    while size - pos >= len(MAGIC):
        assert data.startswith(MAGIC, pos), f"no magic at {pos}"
        end = data.find(MAGIC, pos + 6) if MAGIC in data[pos + 6 :] else size
        corrupt = Block("CORRUPT", pos, end - pos, {}, (pos + 6, end - pos - 6))
        block = read_block(data, pos) if is_framed(data, pos) else corrupt
        yield block
        pos += block.len


def is_framed(data: bytes, pos: int) -> bool:
    size = Bytes(data, pos + 6).num("q") if len(data) - pos >= 14 else -1
    end = pos + 14 + size
    has_size = size >= 8 and end <= len(data) and Bytes(data, end - 8).num("q") == size + 6
    return has_size and (data.startswith(MAGIC, end) or len(data) - end < len(MAGIC))


def read_block(data: bytes, pos: int) -> Block:
    stream = Bytes(data, pos + 6)
    size, version, kind, header = stream.num("q"), stream.num("i"), stream.num("i"), read_map(stream)
    content = (stream.at + 8, stream.num("q"))
    stream.take(content[1]), read_map(stream)
    assert (version, stream.at) == (1, pos + 6 + size), f"version {version}, the parts end at {stream.at}"
    return Block(KINDS[kind], pos, 14 + size, {KEYS[key]: value for key, value in header.items()}, content)


def read_map(stream: Bytes) -> dict[int, bytes]:
    return {stream.num("i"): stream.take(stream.num("i")) for _ in range(stream.num("i"))}


def records(data: bytes, block: Block) -> list[Any]:
    schema = fastavro.parse_schema(json.loads(block.header["SCHEMA"]))
    stream = Bytes(data, block.content[0] + 4)
    datums = [io.BytesIO(stream.take(stream.num("i"))) for _ in range(stream.num("i"))]
    assert stream.at == sum(block.content), f"the records end at {stream.at}"
    return [fastavro.schemaless_reader(datum, schema, None) for datum in datums]


def record(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": key, "type": fields[key]} for key in fields]}


PRIMITIVES = ("boolean", "int", "long", "float", "double", "bytes", "string", "int", "bytes", "long", "long")
TYPES = (*PRIMITIVES[:7], "date", "decimal", "time-micros", "timestamp-micros", "array", "local-date")
WRAPPERS = [record(f"W{number}", **{f"v{number}": kind}) for number, kind in enumerate(PRIMITIVES)]
ELEMENTS = ["null", *(wrapper["name"] for wrapper in WRAPPERS), record("W12", v12="int")]
ARRAY = record("W11", v11=["null", {"type": "array", "items": ELEMENTS}])
DELETE = record("D", key=["null", "string"], path=["null", "string"], ordering=["null", *WRAPPERS, ARRAY])
DELETES = fastavro.parse_schema(record("L", all={"type": "array", "items": DELETE}))


def deletes(data: bytes, block: Block) -> list[Delete]:
    stream = Bytes(data, block.content[0])
    version, payload = stream.num("i"), stream.take(stream.num("i"))
    if version in {1, 2}:
        return list(Kryo(payload).deletes(version))
    value: Any = fastavro.schemaless_reader(io.BytesIO(payload), DELETES, None)
    return [(row["key"], row["path"], ordering(row["ordering"])) for row in value["all"]]


def ordering(wrapped: dict[str, Any] | None) -> Ordering:
    if wrapped is None:
        return None
    ((name, value),) = wrapped.items()
    kind = TYPES[int(name[1:])]
    if kind == "array" and value is not None:
        return kind, [ordering(item) for item in value]
    return kind, (value, 15) if kind == "decimal" else value


class Kryo(Bytes):
    def deletes(self, version: int) -> Iterator[Delete]:
        self.names, self.objects = [], []
        self.class_id(), self.marker()
        for _ in range(self.varint() - 1):
            for _ in range(version):  # the record, and in version 2 its key
                self.class_id(), self.marker()
            path, key = self.field(), self.field()
            yield key, path, self.value() if version == 2 else None

    def varint(self, number: int = 0, shift: int = 0) -> int:
        byte = self.num("B")
        if shift == 56:  # the ninth byte, of eight bits
            return number | byte << 56
        number |= (byte & 127) << shift
        return number if byte < 128 else self.varint(number, shift + 7)

    def zigzag(self) -> int:
        number = self.varint()
        return number >> 1 ^ -(number & 1)

    def signed(self, bits: int = 64) -> int:
        number = self.varint()
        return number - (number >> bits - 1 << bits)

    def class_id(self) -> str:  # the registered number + 2, or the name of a class
        number = self.varint()
        if number != 1:
            return str(number)
        name_id = self.varint()
        self.names += [self.text()] if name_id == len(self.names) else []
        return self.names[name_id]

    def marker(self) -> int:  # 1 for a new object, which takes the next id; 0 for null; an id + 2
        number = self.varint()
        self.objects += [None] if number == 1 else []
        return number

    def field(self) -> Any:
        number = self.marker()
        if number == 1:
            number, self.objects[-1] = len(self.objects) + 1, self.text()
        return self.objects[number - 2] if number else None

    def text(self) -> str:
        start, first = self.at, self.num("B")
        if not first & 128:  # ASCII up to a byte with the highest bit
            while not self.num("B") & 128:
                pass
            return bytes(byte & 127 for byte in self.data[start : self.at]).decode("ascii")
        count, start = self.varint(first & 63, 6) if first & 64 else first & 63, self.at
        for _ in range(count - 1):
            self.at += 1 + sum(self.data[self.at] >= least for least in (0xC0, 0xE0))
        units = self.data[start : self.at].decode("utf-8", "surrogatepass")
        return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be")

    def array(self) -> bytes:
        return self.take(self.varint() - 1)

    def value(self) -> Ordering:
        name = self.class_id()
        if not name.isdecimal() or name == "12":
            self.marker()
        return {
            "0": lambda: None,
            "2": lambda: ("int", self.zigzag()),
            "3": lambda: ("string", self.field()),
            "4": lambda: ("float", self.num("f")),
            "5": lambda: ("boolean", self.num("?")),
            "6": lambda: ("int", self.num("b")),
            "8": lambda: ("int", self.num("h")),
            "9": lambda: ("long", self.zigzag()),
            "10": lambda: ("double", self.num("d")),
            "12": lambda: ("string", self.array().decode()),
            "java.math.BigDecimal": lambda: ("decimal", (self.array(), self.zigzag())),
            "java.math.BigInteger": lambda: ("decimal", (self.array(), 0)),
            "java.time.LocalDate": lambda: ("date", days(self.signed(32), self.num("B"), self.num("B"))),
            "java.time.Instant": lambda: ("timestamp-micros", self.signed() * 10**6 + self.varint() // 1000),
            "java.nio.HeapByteBuffer": lambda: ("bytes", self.buffer()),
            "java.sql.Date": lambda: self.sql_date(*divmod(self.signed(), 86_400_000)),
        }.get(name, lambda: ("timestamp-micros", self.signed() * 1000))()

    def sql_date(self, day: int, millis: int) -> Ordering:
        return ("timestamp-micros", (day * 86_400_000 + millis) * 1000) if millis else ("date", day)

    def buffer(self) -> bytes:
        self.zigzag(), self.num("B"), self.zigzag(), self.marker()
        data, _, limit, _, _ = self.array(), self.num("B"), self.zigzag(), self.zigzag(), self.num("B")
        offset, position = self.zigzag(), self.zigzag()
        self.at += self.data[self.at : self.at + 1] == b"\0"
        return data[offset + position : offset + limit]


def days(year: int, month: int, day: int) -> int:  # since 1970, ordinal 719,163; dates repeat after 400 years
    return datetime.date(year % 400 + 400, month, day).toordinal() - 719_163 + (year // 400 - 1) * 146_097
