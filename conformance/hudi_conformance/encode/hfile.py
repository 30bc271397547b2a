# SPDX-License-Identifier: Apache-2.0
"""A complete HFile 3.0 in the shape in which Hudi writes it into log blocks and metadata tables.

Data blocks, one level of index, an empty meta index, file info, trailer. Cells: row = record key,
empty family and qualifier, greatest timestamp, type Put, mvcc 0, no tags.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from hudi_conformance.encode.deflate import encode_gzip
from hudi_conformance.encode.errors import EncodeError

CODECS = {"NONE": 2, "GZ": 1}
CHECKSUMS = {"NULL": 0, "CRC32": 1}
_BYTES_PER_CHECKSUM = 16384
_LEN_HEADER = 33
_LEN_TRAILER = 4096
_COMPARATOR = b"org.apache.hudi.io.storage.HoodieHBaseKVComparator"
_KEY_END = struct.pack(">BqB", 0, 2**63 - 1, 4)  # family length 0, timestamp, type Put
_MAX_KEY = 32767  # the row length has 16 bits, and readers take them as signed

Cell = tuple[bytes, bytes]  # record key, value


@dataclass(frozen=True, slots=True)
class HFileOptions:
    """How to lay the cells out. `len_block`: a block is closed before a cell that would exceed it (bytes)."""

    compression: str = "NONE"
    checksum: str = "CRC32"
    len_block: int = 1 << 20


def encode_hfile(cells: Sequence[Cell], schema: str, options: HFileOptions) -> bytes:
    """Encode ascending cells [log.hfile.form, log.hfile.order].

    Args:
        cells: record key and value, keys ascending by unsigned bytes and different.
        schema: Avro schema of the values, kept in the file info.
        options: layout.

    Raises:
        EncodeError: unsorted or repeated key, key too long, unknown codec or checksum.
    """
    _check(cells, options)
    writer = _Writer(options)
    index = []
    previous = -1
    num_data_bytes = 0
    for group in _groups(cells, options.len_block):
        payload = b"".join(_cell(key, value) for key, value in group)
        num_data_bytes += len(payload) + _LEN_HEADER
        ofs = len(writer.out)
        writer.block(b"DATABLK*", payload, previous)
        previous = ofs
        index.append((ofs, len(writer.out) - ofs, _key(group[0][0])))
    ofs_load_on_open = len(writer.out)
    root = b"".join(struct.pack(">qi", o, n) + _vlong(len(key)) + key for o, n, key in index)
    writer.block(b"IDXROOT2", root, -1)
    writer.block(b"IDXROOT2", b"", ofs_load_on_open)
    ofs_file_info = len(writer.out)
    writer.block(b"FILEINF2", _file_info(cells, schema), -1)
    first, last = (index[0][0], index[-1][0]) if index else (-1, -1)
    numbers = {
        1: ofs_file_info, 2: ofs_load_on_open, 3: len(root), 4: num_data_bytes + _LEN_TRAILER, 5: len(index),
        6: 0, 7: len(cells), 8: 1, 9: first, 10: last, 12: CODECS[options.compression],
    }  # fmt: skip
    message = b"".join(_field(no, value) for no, value in numbers.items() if no < 12)
    message += b"\x5a" + _uvarint(len(_COMPARATOR)) + _COMPARATOR + _field(12, numbers[12])
    trailer = b'TRABLK"$' + _uvarint(len(message)) + message
    return bytes(writer.out) + trailer.ljust(_LEN_TRAILER - 4, b"\x00") + b"\x00\x00\x00\x03"


def _check(cells: Sequence[Cell], options: HFileOptions) -> None:
    for name, value, known in (
        ("compression", options.compression, CODECS),
        ("checksum", options.checksum, CHECKSUMS),
    ):
        if not isinstance(value, str) or value not in known:
            raise EncodeError("bad-value", "log.hfile.form", f"HFile {name}", f"one of {list(known)}", value)
    before: bytes | None = None
    for key, _ in cells:
        if len(key) > _MAX_KEY:
            raise EncodeError(
                "bad-value", "log.hfile.form", "record key", f"at most {_MAX_KEY} bytes", len(key)
            )
        if before is not None and key <= before:
            code = "duplicate" if key == before else "bad-order"
            expected = f"a key above {before!r} (unsigned byte order)"
            raise EncodeError(code, "log.hfile.order", "record key of an HFile block", expected, key)
        before = key


def _groups(cells: Sequence[Cell], len_block: int) -> list[list[Cell]]:
    groups: list[list[Cell]] = []
    size = 0
    for key, value in cells:
        len_cell = len(key) + len(value) + 21
        if not groups or size + len_cell > len_block:
            groups.append([])
            size = 0
        groups[-1].append((key, value))
        size += len_cell
    return groups


def _key(row: bytes) -> bytes:
    """KeyValue key: u16 row length, row, u8 family length 0, i64 timestamp, u8 type."""
    return struct.pack(">H", len(row)) + row + _KEY_END


def _cell(row: bytes, value: bytes) -> bytes:
    key = _key(row)
    return struct.pack(">ii", len(key), len(value)) + key + value + b"\x00"  # mvcc 0


class _Writer:
    """The file so far."""

    def __init__(self, options: HFileOptions) -> None:
        self.out = bytearray()
        self._options = options

    def block(self, magic: bytes, payload: bytes, previous: int) -> None:
        """Append one block: header, stored payload, checksum words over both."""
        stored = encode_gzip(payload) if self._options.compression == "GZ" else payload
        len_covered = _LEN_HEADER + len(stored)
        num_words = -(-len_covered // _BYTES_PER_CHECKSUM)
        kind = CHECKSUMS[self._options.checksum]
        covered = magic + struct.pack(
            ">iiqBii",
            len(stored) + 4 * num_words, len(payload), previous, kind, _BYTES_PER_CHECKSUM, len_covered,
        ) + stored  # fmt: skip
        self.out += covered
        for i in range(0, len_covered, _BYTES_PER_CHECKSUM):
            word = zlib.crc32(covered[i : i + _BYTES_PER_CHECKSUM]) if kind else 0
            self.out += struct.pack(">I", word)


def _file_info(cells: Sequence[Cell], schema: str) -> bytes:
    """PBUF, uvarint length, repeated pair of key and value, sorted by key as HBase wants to find them."""
    count = max(len(cells), 1)
    info = {
        b"KEY_VALUE_VERSION": struct.pack(">i", 1),
        b"MAX_MEMSTORE_TS_KEY": struct.pack(">q", 0),
        b"hfile.AVG_KEY_LEN": struct.pack(">i", sum(len(_key(key)) for key, _ in cells) // count),
        b"hfile.AVG_VALUE_LEN": struct.pack(">i", sum(len(value) for _, value in cells) // count),
        b"hfile.CREATE_TIME_TS": struct.pack(">q", 0),  # no clock: equal input gives equal bytes
        b"schema": schema.encode("utf-8"),
    }
    if cells:
        info[b"hfile.LASTKEY"] = _key(cells[-1][0])
    message = b""
    for key, value in sorted(info.items()):
        pair = b"\x0a" + _uvarint(len(key)) + key + b"\x12" + _uvarint(len(value)) + value
        message += b"\x0a" + _uvarint(len(pair)) + pair
    return b"PBUF" + _uvarint(len(message)) + message


def _field(number: int, value: int) -> bytes:
    return _uvarint(number << 3) + _uvarint(value & 0xFFFFFFFFFFFFFFFF)


def _uvarint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _vlong(value: int) -> bytes:
    """Hadoop's vlong for numbers from 0 on; not the same as a protobuf varint from 128 on."""
    if value <= 127:
        return bytes([value])
    body = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([256 - 112 - len(body)]) + body
