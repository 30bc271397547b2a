# SPDX-License-Identifier: Apache-2.0
"""Edited inputs by kind and number: tasks have three numbers, from which workers create the bytes.

| kind | inputs of a base |
|---|---|
| `bits` | every bit flipped; in scope `field` at most `MAX_BITS` of each field |
| `lengths` | truncated after every number of bytes |
| `deletes` | every byte deleted |
| `inserts` | 00 and FF inserted before every byte and at the end |
| `numbers` | every number of the grammar at the values of `boundary_values` |
| `random` | one to three edits by seed: hostile numbers; fields truncated, doubled, swapped; runs of bytes |

The same base, kind, number and seed give the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import random
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from hudi_conformance import edits
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.hfile.fields import hfile_fields, is_hfile
from hudi_conformance.decode.log.fields import fields_of
from hudi_conformance.edits import Change, Edit
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput

VERSION = 1  # of the generators: part of the digest of a plan
EXHAUSTIVE = ("bits", "lengths", "deletes", "inserts", "numbers")
SCOPES = ("auto", "file", "field")
MAX_BITS = 256
MAX_EDITS = 3
SEVERAL = "several"
OUTSIDE = "end"
_WIDTHS = (1, 2, 4, 8)
_INSERTED = (0x00, 0xFF)
_TRIES = 8


@dataclass(frozen=True)
class Grammar:
    """Fields of one base by the grammar.

    Attributes:
        fields: all fields that have bytes, in the order of the file.
        numbers: those that are big-endian numbers, with every boundary value except the present one.
        is_hfile: otherwise a log file.
        checksummed: an HFile intact enough for its checksums to be recomputed after an edit.
    """

    fields: tuple[Field, ...]
    starts: tuple[int, ...]
    numbers: tuple[tuple[Field, int], ...]
    bits: tuple[tuple[int, int], ...]
    is_hfile: bool
    checksummed: bool

    def field_at(self, ofs: int) -> Field | None:
        """The field that a byte is in; None before the first, after the last and between fields."""
        at = bisect_right(self.starts, ofs) - 1
        return self.fields[at] if at >= 0 and ofs < self.fields[at].end else None


def kind_of(path: str) -> str:
    """Path of a field without numbers and without its block."""
    return re.sub(r"\[\d+\]", "", path).removeprefix("blocks.")


@lru_cache(maxsize=32)
def grammar_of(data: bytes) -> Grammar:
    """Fields of the readable part of a base."""
    of_hfile = is_hfile(data)
    try:
        parsed = hfile_fields(data) if of_hfile else fields_of(data)
    except (Reject, UnsupportedInput, LimitExceeded):
        parsed = []
    fields = tuple(field for field in parsed if field.len)
    bits = [bit for field in fields for bit in bits_of(field)]
    return Grammar(
        fields, tuple(field.ofs for field in fields), tuple(_numbers(fields, len(data))), tuple(bits),
        of_hfile, of_hfile and _can_rechecksum(data),
    )  # fmt: skip


def bits_of(field: Field) -> list[tuple[int, int]]:
    """Offset and bit of `MAX_BITS` bits of a field, spread evenly, or of all."""
    total = 8 * field.len
    step = max(1, -(-total // MAX_BITS))
    if step > 1 and step % 2 == 0:
        step += 1  # otherwise the same bits of every byte
    return [(field.ofs + bit // 8, bit % 8) for bit in range(0, total, step)]


def boundary_values(width: int, value: int, rest: int) -> list[int]:
    """Sixteen values that often reveal errors in a length or count of `width` bytes.

    Args:
        width: bytes of the field.
        value: its present value.
        rest: bytes after the field.
    """
    top = 1 << (8 * width - 1)
    return [
        0, 1, -1, value + 1, value - 1, 2 * value, -value, rest, rest + 1, rest - 1, top - 1, -top, -top + 1,
        top >> 1, 0x7FFF if width > 2 else top - 2, (1 << 31) - 8 if width > 4 else top - 8,
    ]  # fmt: skip


def _numbers(fields: Sequence[Field], size: int) -> list[tuple[Field, int]]:
    numbers = []
    for field in fields:
        if not isinstance(field.value, int) or field.len not in _WIDTHS:
            continue
        least, most = -(1 << (8 * field.len - 1)), 1 << (8 * field.len - 1)
        seen = {field.value}
        for value in boundary_values(field.len, field.value, size - field.end):
            if value not in seen and least <= value < most:
                seen.add(value)
                numbers.append((field, value))
    return numbers


def _can_rechecksum(data: bytes) -> bool:
    try:
        return edits.apply(data, [], rechecksum=True) == data
    except ValueError:
        return False


def count(data: bytes, kind: str, scope: str = "auto") -> int:
    """Number of inputs of an exhaustive kind for a base."""
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
    """Whether bits are chosen by field: as requested; by default in HFiles, which are four fifths padding."""
    return scope == "field" or (scope == "auto" and is_hfile(data))


def sample(sizes: Sequence[int], num: int, dice: random.Random) -> list[list[int]]:
    """At most `num` inputs of several enumerations by size: their numbers in each, ascending."""
    starts = [0, *accumulate(sizes)]
    picked = sorted(dice.sample(range(starts[-1]), min(num, starts[-1])))
    return [
        [number - start for number in picked[bisect_left(picked, start) : bisect_left(picked, stop)]]
        for start, stop in pairwise(starts)
    ]  # fmt: skip


def make(data: bytes, kind: str, number: int, seed: int = 0, scope: str = "auto") -> tuple[Change, bytes]:
    """The input of a number.

    Raises:
        IndexError: the kind has no such input for this base.
    """
    if kind == "random":
        return _random(data, seed, number)
    if not 0 <= number < count(data, kind, scope):
        raise IndexError(f"{kind} {number}")
    change = _exhaustive(data, kind, number, scope)
    return change, edits.apply_change(data, change)


def _exhaustive(data: bytes, kind: str, number: int, scope: str) -> Change:
    match kind:
        case "bits":
            is_by_field = by_field(data, scope)
            ofs, bit = grammar_of(data).bits[number] if is_by_field else divmod(number, 8)
            edit: Edit = {"op": "xor", "at": f"@{ofs}+1", "hex": f"{1 << bit:02x}"}
            return Change((edit,), rechecksum=is_by_field and grammar_of(data).checksummed)
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
            edited = edits.apply_change(data, change)
        except (ValueError, OverflowError):
            continue  # two edits that exclude each other
        if edited != data:
            return change, edited
    change = _exhaustive(data, "bits", number % (8 * len(data)), "file")
    return change, edits.apply_change(data, change)


def _one_edit(dice: random.Random, data: bytes, grammar: Grammar) -> Edit:
    if grammar.fields:
        choice = dice.random()
        if choice < 0.4 and grammar.numbers:
            return _hostile_number(dice, grammar, len(data))
        if choice < 0.6:
            return _edit_of_field(dice, grammar)
    return _edit_of_bytes(dice, data)


def _hostile_number(dice: random.Random, grammar: Grammar, size: int) -> Edit:
    """Set a number of the grammar, preferably a length or count, to a value that a reader may trust."""
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


def _edit_of_field(dice: random.Random, grammar: Grammar) -> Edit:
    """One field truncated, doubled, reversed, swapped with another or overwritten."""
    op = dice.choice(("cut", "repeat", "reverse", "swap", "fill"))
    field = dice.choice(grammar.fields)
    match op:
        case "repeat":
            return {"op": op, "at": field.path, "value": dice.randint(2, 3)}
        case "swap":  # with a field of its kind if there is one, so that both stay plausible
            kind = kind_of(field.path)
            alike = [other for other in grammar.fields if kind_of(other.path) == kind and other != field]
            return {"op": op, "at": field.path, "with": dice.choice(alike or grammar.fields).path}
        case "fill":
            ofs = field.ofs + dice.randrange(field.len)
            length = min(dice.randint(1, 8), field.end - ofs)
            new = dice.choice((dice.randbytes(length), b"\x00" * length, b"\xff" * length, b"\x80" * length))
            return {"op": "set", "at": f"@{ofs}+{length}", "hex": new.hex()}
    return {"op": op, "at": field.path}


def _edit_of_bytes(dice: random.Random, data: bytes) -> Edit:
    """One edit without a grammar: a run overwritten, removed, inserted or copied, or the end truncated."""
    op = dice.choice(("set", "cut", "insert", "truncate", "copy"))
    if op == "truncate":
        return {"op": op, "at": f"@{dice.randrange(len(data) + 1)}"}
    ofs, length = _run(dice, data, {"set": 8, "cut": 64, "insert": 1, "copy": 300}[op])
    match op:
        case "set":
            return {"op": op, "at": f"@{ofs}+{length}", "hex": dice.randbytes(length).hex()}
        case "cut":
            return {"op": op, "at": f"@{ofs}+{length}"}
        case "insert":
            return {"op": op, "at": f"@{ofs}", "hex": dice.randbytes(dice.randint(1, 16)).hex()}
    target, _ = _run(dice, data, 1)  # a block in a block, a header in a content
    return {"op": "insert", "at": f"@{target}", "hex": data[ofs : ofs + length].hex()}


def _run(dice: random.Random, data: bytes, longest: int) -> tuple[int, int]:
    ofs = dice.randrange(len(data) + 1)
    return ofs, min(dice.randint(1, longest), len(data) - ofs)


# --- fields of edits ---------------------------------------------------------------------------------


def field_of(data: bytes, change: Change) -> str:
    """Kind of the field that a change is in, `several` for more than one edit, `end` after the last."""
    if len(change.edits) != 1:
        return SEVERAL
    return kind_at(data, change.edits[0])


def kind_at(data: bytes, edit: Edit) -> str:
    """Kind of the field that an edit begins in."""
    at = str(edit.get("at", ""))
    if not at:
        return OUTSIDE
    if at.startswith("@"):
        field = grammar_of(data).field_at(int(re.split(r"[+.]", at[1:], maxsplit=1)[0]))
        return OUTSIDE if field is None else kind_of(field.path)
    return kind_of(at)


def requirement_of(data: bytes, edit: Edit) -> str | None:
    """The rule of the field in which an edit begins."""
    try:
        ofs = edits.addresses(data).point(edit["at"].partition("..")[0].rsplit("+", 1)[0])
    except (KeyError, ValueError):
        return None
    field = grammar_of(data).field_at(ofs)
    return None if field is None else field.requirement
