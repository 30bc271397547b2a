# SPDX-License-Identifier: Apache-2.0
"""Which lines each question executes and what it costs, kept between runs.

A trace outlives edits of the files that it is about: kept with it are the sources that were traced, and their
lines are found again in the present ones. Lines that are new or changed count as executed where the lines
beside them were. So a trace may name too many questions, which costs time; whether a question is right about
the unchanged package is asked again before it kills, see `chance_run`.
"""

from __future__ import annotations

import difflib
import hashlib
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_SECONDS = {"told": 0.03, "fields": 0.3, "parquet": 0.3, "drawn": 1.5, "audit": 3.0, "test": 3.0}
_CASE_SECONDS = 0.015


@dataclass(slots=True)
class Trace:
    """Lines that a question executes, as bits of a number, by file.

    Attributes:
        digest: of all that the question asks.
        seconds: of the processor, for one asking; None while nobody knows.
    """

    digest: str
    seconds: float | None
    lines: Mapping[str, int]


def usual_seconds(name: str) -> float:
    """What a question of this kind takes, before it was timed."""
    return _SECONDS.get(name.partition(":")[0], _CASE_SECONDS)


@dataclass(slots=True)
class Traces:
    """The traces that are kept in a file, of the present sources of a package by file."""

    path: Path
    sources: Mapping[str, bytes]
    by_name: dict[str, Trace] = field(default_factory=dict)

    def load(self, digests: Mapping[str, str]) -> None:
        """Take the kept traces of questions that are still asked; `digests` by the name of the question."""
        if not self.path.is_file():
            return
        kept = pickle.loads(self.path.read_bytes())
        moves: dict[tuple[str, str], _Move] = {}
        for name, (digest, seconds, lines) in kept["traces"].items():
            if digests.get(name) != digest:
                continue
            own = {}
            for file, (source, bits) in lines.items():
                if file in self.sources:
                    if (file, source) not in moves:
                        moves[file, source] = _Move.between(kept["sources"][source], self.sources[file])
                    own[file] = moves[file, source].apply(bits)
            self.by_name[name] = Trace(digest, seconds, own)

    def store(self) -> None:
        """Keep them, with the sources that they are about."""
        digests = {file: digest_of(source) for file, source in self.sources.items()}
        content: dict[str, Any] = {
            "sources": {digests[file]: source for file, source in self.sources.items()},
            "traces": {
                name: (
                    trace.digest,
                    trace.seconds,
                    {file: (digests[file], bits) for file, bits in trace.lines.items()},
                )
                for name, trace in self.by_name.items()
            },
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_bytes(pickle.dumps(content))
        part.replace(self.path)

    def seconds(self, name: str) -> float:
        """What a question takes of the processor."""
        seconds = self.by_name[name].seconds
        return usual_seconds(name) if seconds is None else seconds

    def num_lines(self, name: str) -> int:
        """How many lines a question executes."""
        return sum(bits.bit_count() for bits in self.by_name[name].lines.values())


def digest_of(source: bytes) -> str:
    """What names a source among those that are kept."""
    return hashlib.sha256(source).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _Move:
    """From lines of one source to lines of another: masks, and how far each moves or what it becomes."""

    same: tuple[tuple[int, int], ...]
    changed: tuple[tuple[int, int], ...]
    is_same: bool

    @classmethod
    def between(cls, old: bytes, new: bytes) -> _Move:
        if old == new:
            return cls((), (), True)
        matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
        same, changed = [], []
        for tag, first, last, begin, end in matcher.get_opcodes():
            if tag == "equal":
                same.append((_mask(first + 1, last), begin - first))
            elif begin < end:
                changed.append((_mask(max(first, 1), max(last, first + 1)), _mask(begin + 1, end)))
        return cls(tuple(same), tuple(changed), False)

    def apply(self, bits: int) -> int:
        """Bits of the new lines for bits of the old ones."""
        if self.is_same:
            return bits
        moved = 0
        for mask, by in self.same:
            part = bits & mask
            moved |= part << by if by >= 0 else part >> -by
        for mask, lines in self.changed:
            if bits & mask:
                moved |= lines
        return moved


def _mask(first: int, last: int) -> int:
    """Bits of lines `first` to `last`, both counted from 1."""
    return ((1 << last + 1) - 1) >> first << first
