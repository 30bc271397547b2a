# SPDX-License-Identifier: Apache-2.0
"""Edited inputs by kind and number: three numbers travel, the bytes are made where they are asked about.

| kind | inputs of a base |
|---|---|
| `bits` | every bit turned over; in scope `field` at most `MAX_BITS` of each field |
| `lengths` | cut off after every number of bytes |
| `deletes` | every byte taken out |
| `inserts` | 00 and FF put in before every byte and at the end |
| `numbers` | every number of the grammar at the values of `edit_sets.boundary_values` |
| `random` | one to three edits by seed: hostile numbers, fields cut, doubled, swapped, runs of bytes |

The same base, kind, number and seed give the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import random
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hudi_conformance.damage import edit_sets, edits
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.hfile.fields import hfile_fields, is_hfile
from hudi_conformance.decode.log.fields import fields_of
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput

VERSION = 1  # of the generators: part of the digest of a plan
EXHAUSTIVE = ("bits", "lengths", "deletes", "inserts", "numbers")
KINDS = (*EXHAUSTIVE, "random")
SCOPES = ("auto", "file", "field")
MAX_BITS = 256
MAX_EDITS = 3
SEVERAL = "several"
OUTSIDE = "end"
_WIDTHS = (1, 2, 4, 8)
_INSERTED = (0x00, 0xFF)
_TRIES = 8

Edit = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What is done to a base: edits as a manifest has them, and what is made true again afterwards."""

    edits: tuple[Edit, ...]
    recount: bool = False
    rechecksum: bool = False


@dataclass(frozen=True)
class Grammar:
    """What the grammar says of one base.

    Attributes:
        fields: all fields that have bytes, in the order of the file.
        numbers: those that are big-endian numbers, with every boundary value that they do not hold.
        is_hfile: else a log file.
        checksummed: an HFile that is intact enough for its checksums to be made true after an edit.
    """

    fields: tuple[Field, ...]
    starts: tuple[int, ...]
    numbers: tuple[tuple[Field, int], ...]
    bits: tuple[tuple[int, int], ...]
    is_hfile: bool
    checksummed: bool

    def kind_at(self, ofs: int) -> str:
        """Kind of the field that a byte is in; of the last one for the end of the file."""
        at = bisect_right(self.starts, ofs) - 1
        if at < 0 or ofs >= self.fields[at].end:
            return OUTSIDE
        return kind_of(self.fields[at].path)


def kind_of(path: str) -> str:
    """Path of a field without numbers and without the block it is in."""
    return re.sub(r"\[\d+\]", "", path).removeprefix("blocks.")


@lru_cache(maxsize=32)
def grammar_of(data: bytes) -> Grammar:
    """Fields of a base, as far as it can be read."""
    of_hfile = is_hfile(data)
    try:
        found = hfile_fields(data) if of_hfile else fields_of(data)
    except (Reject, UnsupportedInput, LimitExceeded):
        found = []
    fields = tuple(field for field in found if field.len)
    bits = [place for field in fields for place in _bits_of(field)]
    return Grammar(
        fields, tuple(field.ofs for field in fields), tuple(_numbers(fields, len(data))), tuple(bits),
        of_hfile, of_hfile and _can_rechecksum(data),
    )  # fmt: skip


def _bits_of(field: Field) -> list[tuple[int, int]]:
    """Offset and bit of `MAX_BITS` bits of a field, spread evenly, or of all."""
    total = 8 * field.len
    step = max(1, -(-total // MAX_BITS))
    if step > 1 and step % 2 == 0:
        step += 1  # else the same bits of every byte
    return [(field.ofs + bit // 8, bit % 8) for bit in range(0, total, step)]


def _numbers(fields: Sequence[Field], size: int) -> list[tuple[Field, int]]:
    found = []
    for field in fields:
        if not isinstance(field.value, int) or field.len not in _WIDTHS:
            continue
        least, most = -(1 << (8 * field.len - 1)), 1 << (8 * field.len - 1)
        seen = {field.value}
        for value in edit_sets.boundary_values(field.len, field.value, size - field.end):
            if value not in seen and least <= value < most:
                seen.add(value)
                found.append((field, value))
    return found


def _can_rechecksum(data: bytes) -> bool:
    try:
        return edits.apply(data, [], rechecksum=True) == data
    except ValueError:
        return False


def count(data: bytes, kind: str, scope: str = "auto") -> int:
    """How many inputs an exhaustive kind makes of a base."""
    match kind:
        case "bits":
            return len(grammar_of(data).bits) if by_field(data, scope) else 8 * len(data)
        case "lengths" | "deletes":
            return len(data)
        case "inserts":
            return len(_INSERTED) * (len(data) + 1)
        case "numbers":
            return len(grammar_of(data).numbers)
    raise ValueError(f"{kind} has no number of inputs")


def by_field(data: bytes, scope: str) -> bool:
    """Whether bits are chosen by field: as told, else in HFiles, four fifths of which are padding."""
    return scope == "field" or (scope == "auto" and is_hfile(data))


def make(data: bytes, kind: str, number: int, seed: int = 0, scope: str = "auto") -> tuple[Change, bytes]:
    """The input of a number.

    Raises:
        IndexError: the kind has no such input of this base.
    """
    if kind == "random":
        return _random(data, seed, number)
    if not 0 <= number < count(data, kind, scope):
        raise IndexError(f"{kind} {number}")
    change = _exhaustive(data, kind, number, scope)
    return change, apply(data, change)


def apply(data: bytes, change: Change) -> bytes:
    """The base after a change; raises ValueError when it does not fit."""
    if len(change.edits) == 1 and not change.recount and not change.rechecksum:
        made = _quickly(data, change.edits[0])
        if made is not None:
            return made
    return edits.apply(data, change.edits, change.recount, None, change.rechecksum)


def _quickly(data: bytes, edit: Edit) -> bytes | None:
    """The commonest edits without the way through addresses; the same bytes as `edits.apply` gives."""
    at = str(edit.get("at", ""))
    if not at.startswith("@"):
        return None
    head, _, tail = at[1:].partition("+")
    if not head.isdigit() or (tail and not tail.isdigit()):
        return None
    ofs = int(head)
    if edit["op"] == "xor" and tail == "1" and len(edit["hex"]) == 2 and ofs < len(data):
        made = bytearray(data)
        made[ofs] ^= int(edit["hex"], 16)
        return bytes(made)
    if edit["op"] == "truncate" and not tail and ofs <= len(data):
        return data[:ofs]
    if edit["op"] == "cut" and tail and ofs + int(tail) <= len(data):
        return data[:ofs] + data[ofs + int(tail) :]
    if edit["op"] == "insert" and not tail and "repeat" not in edit and ofs <= len(data):
        return data[:ofs] + bytes.fromhex(edit["hex"]) + data[ofs:]
    return None


def _exhaustive(data: bytes, kind: str, number: int, scope: str) -> Change:
    match kind:
        case "bits":
            whole = not by_field(data, scope)
            ofs, bit = divmod(number, 8) if whole else grammar_of(data).bits[number]
            edit: Edit = {"op": "xor", "at": f"@{ofs}+1", "hex": f"{1 << bit:02x}"}
            return Change((edit,), rechecksum=not whole and grammar_of(data).checksummed)
        case "lengths":
            return Change(({"op": "truncate", "at": f"@{number}"},))
        case "deletes":
            return Change(({"op": "cut", "at": f"@{number}+1"},))
        case "inserts":
            ofs, which = divmod(number, len(_INSERTED))
            return Change(({"op": "insert", "at": f"@{ofs}", "hex": f"{_INSERTED[which]:02x}"},))
    field, value = grammar_of(data).numbers[number]
    edit = {"op": "set", "at": field.path, "value": value}
    return Change((edit,), rechecksum=grammar_of(data).checksummed)


# --- random ------------------------------------------------------------------------------------------


def _random(data: bytes, seed: int, number: int) -> tuple[Change, bytes]:
    grammar = grammar_of(data)
    base = hashlib.sha256(data).hexdigest()
    for attempt in range(_TRIES):
        dice = random.Random(f"{seed}/{base}/{number}/{attempt}")  # noqa: S311 - reproducible, not secret
        num = dice.choice((1, 1, *range(1, MAX_EDITS + 1)))
        chosen = tuple(_one_edit(dice, data, grammar) for _ in range(num))
        again = dice.random()
        change = Change(
            chosen,
            recount=not grammar.is_hfile and again < 0.25,
            rechecksum=grammar.checksummed and again < 0.6,
        )
        try:
            made = apply(data, change)
        except (ValueError, OverflowError):
            continue  # two edits that do not go together
        if made != data:
            return change, made
    change = _exhaustive(data, "bits", number % (8 * len(data)), "file")
    return change, apply(data, change)


def _one_edit(dice: random.Random, data: bytes, grammar: Grammar) -> Edit:
    if grammar.fields:
        choice = dice.random()
        if choice < 0.4 and grammar.numbers:
            return _hostile(dice, grammar, len(data))
        if choice < 0.6:
            return dice.choice(_FIELD_EDITS)(dice, grammar)
    return edit_sets.random_edit(dice, data)


def _hostile(dice: random.Random, grammar: Grammar, size: int) -> Edit:
    """A number of the grammar, lengths and counts above all, at a value that somebody may believe."""
    field, value = dice.choice(grammar.numbers)
    width = 8 * field.len
    choice = dice.random()
    if choice < 0.3:
        value = dice.choice((1, -1)) * dice.randint(1, size + 8)
    elif choice < 0.4:
        value = dice.choice((1, -1)) << dice.randrange(width - 1)
    elif choice < 0.5:
        value = dice.getrandbits(width) - (1 << (width - 1))
    value = max(-(1 << (width - 1)), min((1 << (width - 1)) - 1, value))
    return {"op": "set", "at": field.path, "value": value}


def _cut_field(dice: random.Random, grammar: Grammar) -> Edit:
    return {"op": "cut", "at": dice.choice(grammar.fields).path}


def _double_field(dice: random.Random, grammar: Grammar) -> Edit:
    return {"op": "repeat", "at": dice.choice(grammar.fields).path, "value": dice.randint(2, 3)}


def _turn_field(dice: random.Random, grammar: Grammar) -> Edit:
    return {"op": "reverse", "at": dice.choice(grammar.fields).path}


def _swap_fields(dice: random.Random, grammar: Grammar) -> Edit:
    """Two fields of one kind where there are two, so that both still look like what they are."""
    one = dice.choice(grammar.fields)
    alike = [field for field in grammar.fields if kind_of(field.path) == kind_of(one.path) and field != one]
    return {"op": "swap", "at": one.path, "with": dice.choice(alike or grammar.fields).path}


def _fill_field(dice: random.Random, grammar: Grammar) -> Edit:
    field = dice.choice(grammar.fields)
    ofs = field.ofs + dice.randrange(field.len)
    length = min(dice.randint(1, 8), field.end - ofs)
    filled = dice.choice((dice.randbytes(length), b"\x00" * length, b"\xff" * length, b"\x80" * length))
    return {"op": "set", "at": f"@{ofs}+{length}", "hex": filled.hex()}


_FIELD_EDITS: list[Callable[[random.Random, Grammar], Edit]] = [
    _cut_field, _double_field, _turn_field, _swap_fields, _fill_field,
]  # fmt: skip


# --- what an edit is about ---------------------------------------------------------------------------


def field_of(data: bytes, change: Change) -> str:
    """Kind of the field that a change is in, `several` for more than one edit, `end` behind the last."""
    if len(change.edits) != 1:
        return SEVERAL
    return kind_at(data, change.edits[0])


def kind_at(data: bytes, edit: Edit) -> str:
    """Kind of the field that an edit begins in."""
    at = str(edit.get("at", ""))
    if not at:
        return OUTSIDE
    if at.startswith("@"):
        return grammar_of(data).kind_at(int(re.split(r"[+.]", at[1:], maxsplit=1)[0]))
    return kind_of(at)


def requirement_of(data: bytes, edit: Edit) -> str | None:
    """The rule that the field is about in which an edit begins."""
    try:
        ofs = edits.addresses(data).point(edit["at"].partition("..")[0].rsplit("+", 1)[0])
    except (KeyError, ValueError):
        return None
    grammar = grammar_of(data)
    at = bisect_right(grammar.starts, ofs) - 1
    return grammar.fields[at].requirement if at >= 0 and ofs < grammar.fields[at].end else None
