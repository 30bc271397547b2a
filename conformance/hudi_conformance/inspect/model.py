# SPDX-License-Identifier: Apache-2.0
"""Parts of a file and their fields, and the check that every byte belongs to exactly one field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.source import Buffer
from hudi_conformance.model.common import Rejection, Span
from hudi_conformance.model.log import LogBlock

MAX_BLOCKS = 4_000  # blocks that one inspection lists
MAX_FIELDS = 12_000  # fields that one inspection holds; blocks after them are one field each
LIMIT = 256  # records, cells or entries of one block that are dissected by default
MAX_CHECKED = 4 << 20  # bytes of a content or file that is also decoded and checked
_EXCERPT = 4096  # leading bytes of a part that are shown
_AROUND = 128  # bytes shown on both sides of damage
_TAIL = 64
_NUMBER = re.compile(r"blocks\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Limits:
    """Extent of a dissection.

    Attributes:
        block: number of the block to dissect, None for all.
        parts: number of records, cells or entries of a block that are separate fields, None for all.
        check: whether contents are decoded and rules checked as well as fields listed.
    """

    block: int | None = None
    parts: int | None = LIMIT
    check: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """A field and its meaning."""

    field: Field
    meaning: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Bytes of a file from an offset on."""

    ofs: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Part:
    """A range of the file: a block, or bytes outside blocks.

    Attributes:
        title: kind of part, in a few words.
        span: position in the file.
        notes: its fields in file order.
        block: the block of a log file, None for other parts.
        why: why it is corrupt or was rejected, None if it is intact.
        excerpts: its displayed bytes.
        is_open: False if it was not dissected because of a limit.
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
        """The title, with its number if it is a block of a log file."""
        number = _NUMBER.match(self.notes[0].field.path) if self.block is not None and self.notes else None
        return self.title if number is None else f"[{number[1]}] {self.title}"

    @property
    def at(self) -> int | None:
        """Offset of its rejection."""
        return None if self.why is None else self.why.at

    def is_refused_at(self, field: Field) -> bool:
        """Whether the offset of the rejection is in a field."""
        return self.at is not None and field.ofs <= self.at < field.end


@dataclass(frozen=True, slots=True)
class Flaw:
    """Bytes that no field claims (`gap`) or that two fields claim (`overlap`)."""

    kind: str
    span: Span


def open_part(
    buffer: Buffer, title: str, span: Span, notes: Sequence[Note], why: Rejection | None = None
) -> Part:
    """A range with its fields and displayed bytes."""
    excerpts = excerpts_of(buffer, span, None if why is None else why.at)
    return Part(title, span, notes, why=why, excerpts=excerpts)


def closed_part(title: str, span: Span, rule: str, path: str = "closed", meaning: str = "not read") -> Part:
    """A range that was not dissected because of a limit."""
    return Part(title, span, [Note(Field(path, span.ofs, span.len, b"", rule), meaning)], is_open=False)


def only_part(part: Part, index: int, len_file: int, rule: str) -> list[Part]:
    """The dissected block, between the bytes before and after it."""
    before, after = Span(0, part.span.ofs), Span(part.span.end, len_file - part.span.end)
    parts = [closed_part(f"{index} blocks before", before, rule), part, closed_part("after", after, rule)]
    return [part for part in parts if part.span.len]


class NoSuchBlockError(ValueError):
    """The file has fewer blocks than the requested number."""


def account(fields: Iterable[Field], len_file: int) -> list[Flaw]:
    """Gaps and overlaps: bytes of the file that no field claims, or that two fields claim."""
    spans = sorted((Span(field.ofs, field.len) for field in fields if field.len), key=lambda span: span.ofs)
    flaws = []
    for span, following in pairwise([Span(0, 0), *spans, Span(len_file, 0)]):
        between = following.ofs - span.end
        if between > 0:
            flaws.append(Flaw("gap", Span(span.end, between)))
        elif between < 0:
            flaws.append(Flaw("overlap", Span(following.ofs, -between)))
    return flaws


def excerpts_of(buffer: Buffer, span: Span, at: int | None = None) -> list[Excerpt]:
    """The first bytes of a range, those around `at`, and its last ones; all of them if it is short."""
    candidates = [(span.ofs, span.ofs + _EXCERPT), (span.end - _TAIL, span.end)]
    if at is not None and span.ofs <= at < span.end:
        candidates.append((at - _AROUND, at + _AROUND))
    stretches: list[tuple[int, int]] = []
    for begin, end in sorted((max(span.ofs, begin), min(span.end, end)) for begin, end in candidates):
        if stretches and begin <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]))
        elif end > begin:
            stretches.append((begin, end))
    return [Excerpt(begin, bytes(buffer[begin:end])) for begin, end in stretches]
