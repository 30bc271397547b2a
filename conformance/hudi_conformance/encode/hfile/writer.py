# SPDX-License-Identifier: Apache-2.0
"""A complete HFile 3.0 as Hudi writes it into log blocks and metadata tables.

Data blocks, one level of index, an empty meta index, file info, trailer. Cells: row = record key,
empty family and qualifier, greatest timestamp, type Put, mvcc 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hudi_conformance.encode.errors import EncodeError, check
from hudi_conformance.encode.hfile.cells import MAX_ROW
from hudi_conformance.encode.hfile.cells import Cell as FullCell
from hudi_conformance.encode.hfile.file import write_hfile
from hudi_conformance.encode.hfile.plan import HUDI_COMPARATOR, HFileKnobs, HFilePlan
from hudi_conformance.encode.hfile.trailer import SIZES

CODECS = ("NONE", "GZ")
CHECKSUMS = ("NULL", "CRC32")
_LEN_HEADER, _LEN_OVERHEAD = 33, 21

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
    full = tuple(FullCell(key, value=value) for key, value in cells)
    starts, num_bytes = _starts(cells, options.len_block)
    # The total only counts data blocks, and an empty file ends at -1: kept for the existing fixtures.
    trailer = {"total_uncompressed_bytes": num_bytes + _LEN_HEADER * len(starts) + SIZES[3]}
    if not cells:
        trailer["last_data_block_offset"] = -1
    plan = HFilePlan(
        cells=full,
        minor=0,
        compression=options.compression,
        checksum=options.checksum,
        comparator=HUDI_COMPARATOR,
        index_block_size=2**31 - 1,  # one level, however many blocks
        create_time=0,  # no clock: equal input gives equal bytes
        schema=schema,
        knobs=HFileKnobs(boundaries=starts, trailer=trailer),
    )
    return write_hfile(plan).data


def _check(cells: Sequence[Cell], options: HFileOptions) -> None:
    for name, value, known in (
        ("compression", options.compression, CODECS),
        ("checksum", options.checksum, CHECKSUMS),
    ):
        check(value in known, "bad-value", "log.hfile.form", f"HFile {name}", f"one of {list(known)}", value)
    before: bytes | None = None
    for key, _ in cells:
        if len(key) > MAX_ROW:
            expected = f"at most {MAX_ROW} bytes"
            raise EncodeError("bad-value", "log.hfile.form", "record key", expected, len(key))
        if before is not None and key <= before:
            code = "duplicate" if key == before else "bad-order"
            expected = f"a key above {before!r} (unsigned byte order)"
            raise EncodeError(code, "log.hfile.order", "record key of an HFile block", expected, key)
        before = key


def _starts(cells: Sequence[Cell], len_block: int) -> tuple[tuple[int, ...], int]:
    """Numbers of the cells that begin a block, and the bytes of all cells."""
    starts: list[int] = []
    size = total = 0
    for i, (key, value) in enumerate(cells):
        len_cell = len(key) + len(value) + _LEN_OVERHEAD
        total += len_cell
        if not starts or size + len_cell > len_block:
            starts.append(i)
            size = 0
        size += len_cell
    return tuple(starts), total
