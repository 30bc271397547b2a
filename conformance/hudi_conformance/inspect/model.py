# SPDX-License-Identifier: Apache-2.0
"""Parts of a file and their fields, and the proof that every byte belongs to exactly one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import Rejection, Span
from hudi_conformance.views.log import LogBlock

MAX_BLOCKS = 10_000  # blocks that one inspection lists
MAX_FIELDS = 50_000  # fields that one inspection holds; blocks after them are one field each
LIMIT = 256  # records, cells or entries of one block that are taken apart unless somebody wants more
MAX_CHECKED = 4 << 20  # bytes of a content or file that is also decoded and checked
_EXCERPT = 4096  # bytes of a part that are kept to be shown
_AROUND = 128  # bytes kept on both sides of damage
_TAIL = 64
_NUMBER = re.compile(r"blocks\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken apart.

    Attributes:
        block: number of the one block to look at, None for all; what lies before and after it is not.
        parts: records, cells or entries of a block that are fields of their own, None for all.
        check: whether contents are decoded and rules checked, too; without, there are only the fields.
    """

    block: int | None = None
    parts: int | None = LIMIT
    check: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """A field and what it means."""

    field: Field
    meaning: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Bytes of a file from an offset on."""

    ofs: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the file: a block, or what belongs to no block.

    Attributes:
        title: what it is, in a few words.
        span: where it lies.
        notes: its fields in file order.
        block: the block of a log file, None for anything else.
        why: why it is corrupt or was refused, None where it is intact.
        excerpts: some of its bytes, for showing.
        is_open: False where a limit kept it from being taken apart.
    """

    title: str
    span: Span
    notes: Sequence[Note]
    block: LogBlock | None = None
    why: Rejection | None = None
    excerpts: Sequence[Excerpt] = ()
    is_open: bool = True

    @property
    def headline(self) -> str:
        """The title, with its number where it is a block of a log file."""
        number = _NUMBER.match(self.notes[0].field.path) if self.block is not None and self.notes else None
        return self.title if number is None else f"[{number[1]}] {self.title}"

    @property
    def at(self) -> int | None:
        """Offset that its refusal points at."""
        return None if self.why is None else self.why.at

    def is_refused_at(self, field: Field) -> bool:
        """Whether the refusal points into a field."""
        return self.at is not None and field.ofs <= self.at < field.end


@dataclass(frozen=True, slots=True)
class Flaw:
    """Bytes that no field claims (`gap`) or that two fields claim (`overlap`)."""

    kind: str
    span: Span


def closed_part(title: str, span: Span, rule: str, why: str = "not looked at") -> Part:
    """A stretch that a limit kept from being taken apart."""
    return Part(title, span, [Note(Field("closed", span.ofs, span.len, b"", rule), why)], is_open=False)


class NoSuchBlockError(ValueError):
    """A file has not as many blocks as somebody asked for."""


def account(fields: Iterable[Field], len_file: int) -> list[Flaw]:
    """Where the fields leave bytes of the file out, or claim them twice."""
    spans = sorted((Span(field.ofs, field.len) for field in fields if field.len), key=lambda span: span.ofs)
    flaws = []
    for left, right in pairwise([Span(0, 0), *spans, Span(len_file, 0)]):
        between = right.ofs - left.end
        if between > 0:
            flaws.append(Flaw("gap", Span(left.end, between)))
        elif between < 0:
            flaws.append(Flaw("overlap", Span(right.ofs, -between)))
    return flaws


def flaws_of(parts: Sequence[Part], len_file: int) -> list[Flaw]:
    """`account` for the fields of all parts."""
    return account((note.field for part in parts for note in part.notes), len_file)


def excerpts_of(buffer: Buffer, span: Span, at: int | None = None) -> list[Excerpt]:
    """The first bytes of a stretch, those around `at`, and its last ones; all of them where it is short."""
    wanted = [(span.ofs, min(span.end, span.ofs + _EXCERPT))]
    if at is not None and span.ofs <= at < span.end:
        wanted.append((max(span.ofs, at - _AROUND), min(span.end, at + _AROUND)))
    wanted.append((max(span.ofs, span.end - _TAIL), span.end))
    stretches: list[tuple[int, int]] = []
    for begin, end in sorted(wanted):
        if stretches and begin <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        elif end > begin:
            stretches.append((begin, end))
    return [Excerpt(begin, bytes(buffer[begin:end])) for begin, end in stretches]


def rejection_of(error: Reject) -> Rejection:
    """A rejection as a value."""
    return Rejection(error.code, error.at, error.requirement, error.message)
