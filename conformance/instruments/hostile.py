# SPDX-License-Identifier: Apache-2.0
"""Families of hostile log files: a few bytes that cause much work or memory, at any size.

Each is a function from a size in bytes to a file of about that size. `measures/hostile_costs.py` measures the
cost of reading them.
"""

from __future__ import annotations

import base64
import io
import json
import struct
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pyarrow as pa
import pyarrow.parquet as pq

MAGIC = b"#HUDI#"
DELETE, HFILE, AVRO, PARQUET = 1, 2, 3, 5
_INSTANT = (0, b"20240101000000001")


def frame(
    entries: Sequence[tuple[int, bytes]],
    content: bytes,
    kind: int = AVRO,
    footer: Sequence[tuple[int, bytes]] = (),
) -> bytes:
    """A block with a consistent frame."""
    body = (
        struct.pack(">ii", 1, kind) + _map(entries) + struct.pack(">q", len(content)) + content + _map(footer)
    )
    return MAGIC + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14)


def _map(entries: Sequence[tuple[int, bytes]]) -> bytes:
    values = (struct.pack(">ii", key, len(value)) + value for key, value in entries)
    return struct.pack(">i", len(entries)) + b"".join(values)


def _schema(*fields: tuple[str, object]) -> bytes:
    members = [{"name": name, "type": kind} for name, kind in fields]
    return json.dumps({"type": "record", "name": "r", "fields": members}).encode()


def _avro(schema: bytes, datums: Sequence[bytes]) -> bytes:
    content = struct.pack(">ii", 3, len(datums))
    content += b"".join(struct.pack(">i", len(datum)) + datum for datum in datums)
    return frame([_INSTANT, (2, schema)], content)


def _torn(block: bytes) -> bytes:
    """The block with a size that leads nowhere."""
    return block[:6] + struct.pack(">q", len(block) * 2) + block[14:]


def plain_records(size: int) -> bytes:
    """Records of one int: nothing is wrong with them."""
    return _avro(_schema(("a", "int")), [b"\x02"] * (size // 5))


def magics(size: int) -> bytes:
    """Only the magic, repeated."""
    return MAGIC * (size // 6)


def small_blocks(size: int) -> bytes:
    """Blocks of nothing."""
    block = frame([], b"", 1)
    return block * (size // len(block))


def header_entries(size: int) -> bytes:
    """One block with as many empty header values as fit."""
    return frame([(2, b"")] * (size // 8), b"")


def torn_header_entries(size: int) -> bytes:
    """Header values of one block that is torn."""
    return _torn(header_entries(size))


def bad_header_entries(size: int) -> bytes:
    """Header values of one key that are all no UTF-8."""
    return frame([_INSTANT, *[(2, b"\xff")] * (size // 9)], b"")


def footer_keys(size: int) -> bytes:
    """Records, and a footer with as many empty values of different keys as fit."""
    content = struct.pack(">iiib", 3, 1, 1, 2)
    entries = [_INSTANT, (2, _schema(("a", "int")))]
    return frame(entries, content, footer=[(key, b"") for key in range(size // 8)])


def positions(size: int) -> bytes:
    """Blocks whose record positions are runs of 65,536 in ten bytes, as many as one block may have."""
    containers = 60
    cookie = 12347 | (containers - 1) << 16
    flags = b"\xff" * ((containers + 7) // 8)
    keys = b"".join(struct.pack("<HH", key, 0xFFFF) for key in range(containers))
    offsets = struct.pack(f"<{containers}I", *([0] * containers))
    data = struct.pack("<HHH", 1, 0, 0xFFFF) * containers
    runs = struct.pack("<QI", 1, 0) + struct.pack("<I", cookie) + flags + keys + offsets + data
    text = base64.b64encode(runs)
    block = frame([_INSTANT, (2, _schema(("a", "int"))), (6, text), (7, b"0")], struct.pack(">ii", 3, 0))
    return block * max(size // len(block), 1)


def bad_records(size: int) -> bytes:
    """Records of which none decodes."""
    return _avro(_schema(("a", "boolean")), [b"\x07"] * (size // 5))


def torn_bad_records(size: int) -> bytes:
    """The same in a torn block, with one valid record before them."""
    return _torn(_avro(_schema(("a", "boolean")), [b"\x01"] + [b"\x07"] * (size // 5)))


def torn_mixed_records(size: int) -> bytes:
    """Good and bad records by turns in a torn block."""
    return _torn(_avro(_schema(("a", "boolean")), [b"\x01", b"\x07"] * (size // 10)))


def padded_records(size: int) -> bytes:
    """Records with a byte behind their datum."""
    return _avro(_schema(("a", "boolean")), [b"\x01\x00"] * (size // 6))


def empty_records(size: int) -> bytes:
    """Records of no bytes."""
    return _avro(_schema(), [b""] * (size // 4))


def nulls_in_arrays(size: int) -> bytes:
    """Arrays that announce a million nulls in four bytes."""
    array = _schema(("a", {"type": "array", "items": "null"}))
    return _avro(array, [b"\x80\x89\x7a\x00"] * (size // 8))


def wide_schema(size: int) -> bytes:
    """One record of as many fields as the schema has room for."""
    fields = [(f"f{i}", "int") for i in range(size // 30)]
    return _avro(_schema(*fields), [b"\x02" * len(fields)])


def schemas(size: int) -> bytes:
    """Blocks with different schemas."""
    blocks, length, number = [], 0, 0
    while length < size:
        blocks.append(_avro(_schema((f"f{number}", "int")), [b"\x02"]))
        length += len(blocks[-1])
        number += 1
    return b"".join(blocks)


def deletes(size: int) -> bytes:
    """Deletes of three bytes each: no key, no partition path, no ordering value."""
    num = size // 3
    count = b""
    value = num << 1
    while value > 0x7F:
        count += bytes([value & 0x7F | 0x80])
        value >>= 7
    payload = count + bytes([value]) + bytes(3 * num) + b"\0"
    return frame([_INSTANT], struct.pack(">ii", 3, len(payload)) + payload, DELETE)


def frames_in_frames(size: int) -> bytes:
    """Each block's header value is the next block, with a type that is rejected."""
    data = frame([_INSTANT], b"", 99)
    while len(data) < size:
        data = frame([(0, data)], b"", 99)
    return b"garbage" + data


def parquet_one_value(size: int) -> bytes:
    """A Parquet block of one value repeated: 256 times as many as it has bytes."""
    rows = size * 256
    table = pa.table({"a": pa.array([7], pa.int32()).take(pa.array([0] * 1024))})
    out = io.BytesIO()
    with pq.ParquetWriter(out, table.schema, compression="NONE") as writer:
        writer.write_table(pa.concat_tables([table] * (rows // 1024)), row_group_size=rows)
    data = out.getvalue()
    return frame([_INSTANT, (2, _schema(("a", "int")))], data, PARQUET)


def parquet_one_text(size: int) -> bytes:
    """A Parquet block, compressed, of one long text repeated."""
    num = max(size // 64, 1)
    table = pa.table({"a": ["x" * 65536] * num})
    out = io.BytesIO()
    pq.write_table(table, out, compression="ZSTD", use_dictionary=False)
    return frame([_INSTANT, (2, _schema(("a", "string")))], out.getvalue(), PARQUET)


FAMILIES: Mapping[str, Callable[[int], bytes]] = MappingProxyType(
    {
        make.__name__: make
        for make in (
            plain_records, magics, small_blocks, header_entries, torn_header_entries,
            bad_header_entries, footer_keys, positions, bad_records, torn_bad_records,
            torn_mixed_records, padded_records, empty_records, nulls_in_arrays, wide_schema, schemas, deletes,
            frames_in_frames, parquet_one_value, parquet_one_text,
        )
    }
)  # fmt: skip
# By how much a family is larger than others where it is measured: 10^6 magics, 250,000 header values.
SCALES: Mapping[str, int] = MappingProxyType(
    {
        "magics": 30,
        "header_entries": 10,
        "torn_header_entries": 10,
        "bad_header_entries": 10,
        "footer_keys": 10,
    }
)
