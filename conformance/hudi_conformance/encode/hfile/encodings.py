# SPDX-License-Identifier: Apache-2.0
"""Payloads of data blocks: plain, PREFIX, DIFF, FAST_DIFF and ROW_INDEX_V1 [hfile.encoding.common]."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.cells import Cell, CellLayout, len_common
from hudi_conformance.encode.numbers import encode_uvarint, encode_vlong

ENCODINGS = {"NONE": 0, "PREFIX": 2, "DIFF": 3, "FAST_DIFF": 4, "ROW_INDEX_V1": 7}


def encode_payload(cells: Sequence[Cell], layout: CellLayout, encoding: str) -> bytes:
    """Payload of one data block; encoded ones begin with the u16 id of their encoding.

    Raises:
        EncodeError: cells of different families under DIFF or FAST_DIFF, which store one per block.
    """
    if encoding == "NONE":
        return b"".join(layout.plain(cell) for cell in cells)
    head = struct.pack(">H", ENCODINGS[encoding])
    if encoding == "ROW_INDEX_V1":
        return head + _row_index(cells, layout)
    if encoding != "PREFIX" and len({cell.family for cell in cells}) > 1:
        families = sorted({cell.family for cell in cells})
        subject = f"families of a {encoding} block"
        raise EncodeError("bad-value", "hfile.encoding.first", subject, "one", families)
    encode_cell = {"PREFIX": _prefix, "DIFF": _diff, "FAST_DIFF": _fast_diff}[encoding]
    parts = [head, struct.pack(">i", sum(len(layout.plain(cell)) for cell in cells))]
    if encoding == "DIFF" and cells:
        parts.append(bytes([len(cells[0].family)]) + cells[0].family)
    before: Cell | None = None
    for cell in cells:
        parts.append(encode_cell(cell, before))
        if layout.tags:
            parts.append(encode_uvarint(len(cell.tags)) + cell.tags)
        if layout.mvcc:
            parts.append(encode_vlong(cell.mvcc))
        before = cell
    return b"".join(parts)


def _row_index(cells: Sequence[Cell], layout: CellLayout) -> bytes:
    """Plain cells, then the start of each row [hfile.encoding.row-index]."""
    starts, area = [], bytearray()
    for i, cell in enumerate(cells):
        if i == 0 or cells[i - 1].row != cell.row:
            starts.append(len(area))
        area += layout.plain(cell)
    numbers = (len(starts), *starts, len(area))
    return bytes(area) + struct.pack(f">{len(numbers)}i", *numbers)


def _shared(cell: Cell, before: Cell) -> int:
    """Leading bytes of row length, row, family length, family and qualifier that two keys share.

    Timestamps are never compared, so this differs from the common bytes of the keys when all else
    is equal.
    """
    return len_common(cell.key[:-9], before.key[:-9])


def _prefix(cell: Cell, before: Cell | None) -> bytes:
    common = 0 if before is None else len_common(cell.key, before.key)
    sizes = encode_uvarint(len(cell.key) - common) + encode_uvarint(len(cell.value)) + encode_uvarint(common)
    return sizes + cell.key[common:] + cell.value


def _row_and_qualifier(cell: Cell, common: int) -> bytes:
    """Parts of row and qualifier that are stored; the family never is."""
    len_row_part = 2 + len(cell.row)
    if common < len_row_part:
        return cell.key[common:len_row_part] + cell.qualifier
    return cell.qualifier[common - len_row_part - 1 - len(cell.family) :]


def _sizes(cell: Cell, before: Cell | None, common: int) -> tuple[bool, bool, bytes]:
    """Whether key and value have the same lengths as before, and the lengths to store."""
    same_key = before is not None and len(cell.key) == len(before.key)
    same_value = before is not None and len(cell.value) == len(before.value)
    stored = b"" if same_key else encode_uvarint(len(cell.key))
    stored += b"" if same_value else encode_uvarint(len(cell.value))
    return same_key, same_value, stored + encode_uvarint(common)


def _diff(cell: Cell, before: Cell | None) -> bytes:
    common = 0 if before is None else _shared(cell, before)
    same_key, same_value, sizes = _sizes(cell, before, common)
    same_type = before is not None and cell.type == before.type
    flag = same_key | same_value << 1 | same_type << 2
    stamp, is_difference = cell.timestamp, False
    if before is not None:
        difference = (before.timestamp - cell.timestamp + 2**63) % 2**64 - 2**63  # in 64-bit arithmetic
        if _width(difference) < _width(stamp):
            stamp, is_difference = difference, True
    width = _width(stamp)
    flag |= is_difference << 3 | (width - 1) << 4 | (stamp < 0) << 7
    number = abs(stamp).to_bytes(8, "little")[:width]
    kind = b"" if same_type else bytes([cell.type])
    return bytes([flag]) + sizes + _row_and_qualifier(cell, common) + number + kind + cell.value


def _width(value: int) -> int:
    """Bytes of the magnitude, at least one."""
    return max(1, (abs(value).bit_length() + 7) // 8)


def _fast_diff(cell: Cell, before: Cell | None) -> bytes:
    common = 0 if before is None else _shared(cell, before)
    same_key, same_value, sizes = _sizes(cell, before, common)
    if before is None:
        return b"\x00" + sizes + cell.key + cell.value
    stamp = struct.pack(">q", cell.timestamp)
    # Three bits: at most seven bytes are shared with the previous cell.
    shared = min(7, len_common(stamp, struct.pack(">q", before.timestamp)))
    same_type = cell.type == before.type
    same_bytes = cell.value == before.value
    flag = shared | same_key << 3 | same_value << 4 | same_type << 5 | same_bytes << 6
    kind = b"" if same_type else bytes([cell.type])
    value = b"" if same_bytes else cell.value
    return bytes([flag]) + sizes + _row_and_qualifier(cell, common) + stamp[shared:] + kind + value
