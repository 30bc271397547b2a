# SPDX-License-Identifier: Apache-2.0
"""Every edit of a kind, and random edits by seed: inputs by the thousand from one good file.

Each generator yields `(edit, bytes)`, the edit in the form that a manifest has, so that whatever one of them
finds can be written down as a case.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from hudi_conformance.damage import edits

Edited = tuple[Mapping[str, Any], bytes]

COUNTED = ("len_block", "len_content", "len_trailing", "num_entries", "len_value", "num_records", "len_datum",
           "len_payload")  # fmt: skip
"""Last part of the path of fields that say how long or how many something is."""


def bit_flips(data: bytes) -> Iterator[Edited]:
    """Every single bit turned over: eight edits a byte."""
    for ofs in range(len(data)):
        for bit in range(8):
            mask = 1 << bit
            edited = bytearray(data)
            edited[ofs] ^= mask
            yield {"op": "xor", "at": f"@{ofs}+1", "hex": f"{mask:02x}"}, bytes(edited)


def truncations(data: bytes) -> Iterator[Edited]:
    """The file cut off after every number of bytes, from none to all but one."""
    for size in range(len(data)):
        yield {"op": "truncate", "at": f"@{size}"}, data[:size]


def deletions(data: bytes) -> Iterator[Edited]:
    """Every single byte taken out."""
    for ofs in range(len(data)):
        yield {"op": "cut", "at": f"@{ofs}+1"}, data[:ofs] + data[ofs + 1 :]


def insertions(data: bytes, values: Iterable[int] = (0x00, 0xFF)) -> Iterator[Edited]:
    """A byte put in before every byte and at the end."""
    listed = list(values)
    for ofs in range(len(data) + 1):
        for value in listed:
            edited = data[:ofs] + bytes([value]) + data[ofs:]
            yield {"op": "insert", "at": f"@{ofs}", "hex": f"{value:02x}"}, edited


def boundary_values(width: int, value: int, left: int) -> list[int]:
    """Sixteen values at which a length or count of `width` bytes tends to go wrong.

    Args:
        width: bytes of the field.
        value: what it holds.
        left: bytes after the field.
    """
    top = 1 << (8 * width - 1)
    return [
        0, 1, -1, value + 1, value - 1, 2 * value, -value, left, left + 1, left - 1, top - 1, -top, -top + 1,
        top >> 1, 0x7FFF if width > 2 else top - 2, (1 << 31) - 8 if width > 4 else top - 8,
    ]  # fmt: skip


def boundaries(data: bytes) -> Iterator[Edited]:
    """Every length and every count of a log file at sixteen boundary values; those it has are left out."""
    from hudi_conformance.decode.log.fields import fields_of  # noqa: PLC0415 - only this generator needs it

    for item in fields_of(data):
        if item.path.rpartition(".")[2] not in COUNTED or not isinstance(item.value, int):
            continue
        seen = {item.value}
        for value in boundary_values(item.len, item.value, len(data) - item.end):
            if value in seen:
                continue
            seen.add(value)
            edit = {"op": "set", "at": item.path, "value": value}
            number = value.to_bytes(item.len, "big", signed=True)
            yield edit, data[: item.ofs] + number + data[item.end :]


def exhaustive(data: bytes) -> Iterator[Edited]:
    """All of the above, one kind after the other."""
    for generate in (bit_flips, truncations, deletions, insertions, boundaries):
        yield from generate(data)


def num_exhaustive(size: int) -> int:
    """How many edits `exhaustive` yields for a file of `size` bytes, not counting boundary values."""
    return 8 * size + size + size + 2 * (size + 1)


def randomly(
    data: bytes, seed: int, num: int, max_edits: int = 3
) -> Iterator[tuple[list[dict[str, Any]], bytes]]:
    """`num` times one to `max_edits` random edits; the same for the same seed, on every machine.

    Yields:
        The list of edits and the bytes after all of them. Offsets refer to the base, as always.
    """
    dice = random.Random(seed)  # noqa: S311 - reproducible, not secret
    for _ in range(num):
        chosen = [random_edit(dice, data) for _ in range(dice.randint(1, max_edits))]
        yield chosen, edits.apply(data, chosen)


def random_edit(dice: random.Random, data: bytes) -> dict[str, Any]:
    """One edit that needs no grammar: a run overwritten, cut, put in or copied, or the end cut off."""
    kinds: list[Callable[[random.Random, bytes], dict[str, Any]]] = [
        _random_set, _random_cut, _random_insert, _random_truncate, _random_copy,
    ]  # fmt: skip
    return dice.choice(kinds)(dice, data)


def _run(dice: random.Random, data: bytes, longest: int) -> tuple[int, int]:
    ofs = dice.randrange(len(data) + 1)
    return ofs, min(dice.randint(1, longest), len(data) - ofs)


def _random_set(dice: random.Random, data: bytes) -> dict[str, Any]:
    ofs, length = _run(dice, data, 8)
    return {"op": "set", "at": f"@{ofs}+{length}", "hex": dice.randbytes(length).hex()}


def _random_cut(dice: random.Random, data: bytes) -> dict[str, Any]:
    ofs, length = _run(dice, data, 64)
    return {"op": "cut", "at": f"@{ofs}+{length}"}


def _random_insert(dice: random.Random, data: bytes) -> dict[str, Any]:
    ofs, _ = _run(dice, data, 1)
    return {"op": "insert", "at": f"@{ofs}", "hex": dice.randbytes(dice.randint(1, 16)).hex()}


def _random_truncate(dice: random.Random, data: bytes) -> dict[str, Any]:
    return {"op": "truncate", "at": f"@{dice.randrange(len(data) + 1)}"}


def _random_copy(dice: random.Random, data: bytes) -> dict[str, Any]:
    """A run of the file once more somewhere else: a block in a block, a header in a content."""
    start, length = _run(dice, data, 300)
    ofs, _ = _run(dice, data, 1)
    return {"op": "insert", "at": f"@{ofs}", "hex": data[start : start + length].hex()}
