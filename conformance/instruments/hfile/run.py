# SPDX-License-Identifier: Apache-2.0
"""Damaged files of all kinds, measured, as a table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instruments.hfile import blocks, cells, index, splices
from instruments.hfile.kinds import HFILES, Damage, far
from instruments.hfile.measure import COMMANDS, NEAR, REFUSALS, WORDS, Truth, answers, num_kept
from instruments.hfile.parts import Parts, build, take_apart
from instruments.kinds import Kind

MODULES = (blocks, cells, index, splices)  # whose import registers the kinds
MAX_SIZE = 64 << 10
GOOD = frozenset({"right", "refused", "told", "late"})


@dataclass(frozen=True)
class Base:
    """A complete file."""

    name: str
    data: bytes
    parts: Parts
    truth: Truth


@dataclass(frozen=True)
class Case:
    """A damaged file."""

    kind: Kind[Damage]
    base: Base
    number: int
    data: bytes

    @property
    def name(self) -> str:
        """Kind, number and base."""
        return f"{self.kind.name}-{self.number}-{self.base.name}"


@dataclass(frozen=True)
class Result:
    """Answers about one damaged file."""

    case: Case
    words: dict[str, str]
    kept: int

    @property
    def is_blind(self) -> bool:
        """Whether the damage is undetectable: its kind has a reason, and the check has no findings."""
        return bool(self.case.kind.blind) and self.words["check"] == "right"

    @property
    def is_failure(self) -> bool:
        """Whether a command answers what it could have known to be wrong."""
        known = [word for name, word in self.words.items() if not (name in NEAR and far(self.case.kind.name))]
        return not self.is_blind and any(word not in GOOD for word in known)


def find_bases(folders: Sequence[Path]) -> list[Base]:
    """Whole HFiles below folders that can be taken apart and put together again with the same cells."""
    bases = []
    for folder in folders:
        for path in sorted(folder.rglob("*.hfile")):
            data = path.read_bytes()
            if len(data) > MAX_SIZE:
                continue
            try:
                parts = take_apart(data)
                truth = Truth.of(data)
                if truth.cells and Truth.of(build(parts)).cells == truth.cells:
                    bases.append(Base(path.stem, data, parts, truth))
            except (*REFUSALS, ValueError):
                continue
    return bases


def make(bases: Sequence[Base], each: int, seed: int, prefix: str = "") -> Iterator[Case]:
    """Yield up to `each` different files of every kind, over the bases that it applies to."""
    for kind in HFILES.kinds.values():
        if not kind.name.startswith(prefix):
            continue
        seen: set[bytes] = set()
        order = list(bases)
        random.Random(f"{seed}/{kind.name}").shuffle(order)  # noqa: S311 - reproducible, not secret
        for attempt in range(max(2 * each, len(order))):
            base = order[attempt % len(order)]
            dice = random.Random(f"{seed}/{kind.name}/{base.name}/{attempt}")  # noqa: S311 - as above
            try:
                made = kind.damage(base.parts, dice)
                data = build(made) if isinstance(made, Parts) else made
            except (ValueError, OverflowError):
                continue
            if data is None or data in seen or data in {base.data, build(base.parts)}:
                continue
            seen.add(data)
            yield Case(kind, base, len(seen), data)
            if len(seen) == each:
                break


def measure(bases: Sequence[Base], cases: Sequence[Case]) -> list[Result]:
    """Ask every command about every file."""
    for base in bases[:1]:
        answers(base.data, base.truth, seconds=120.0)  # compiles kernels, which is not part of an answer
    results = []
    for case in cases:
        words = answers(case.data, case.base.truth)
        results.append(Result(case, words, num_kept(case.data, case.base.truth)))
    return results


def failures(results: Sequence[Result]) -> list[Result]:
    """Those that are not as they must be."""
    return [result for result in results if result.is_failure]


def document(results: Sequence[Result]) -> dict[str, Any]:
    """Numbers by command and word, separately for files with undetectable damage."""
    counts = {
        name: Counter(result.words[name] for result in results if not result.is_blind) for name in COMMANDS
    }
    blind = {name: Counter(result.words[name] for result in results if result.is_blind) for name in COMMANDS}
    return {
        "files": len(results),
        "kinds": len({result.case.kind.name for result in results}),
        "blind_files": sum(result.is_blind for result in results),
        "answers": {name: dict(count) for name, count in counts.items()},
        "blind": {name: dict(count) for name, count in blind.items()},
        "cells": sum(len(result.case.base.truth.cells) for result in results),
        "kept": sum(result.kept for result in results),
        "failures": [[result.case.name, result.words] for result in failures(results)],
    }


def as_text(results: Sequence[Result]) -> str:
    """The table for people."""
    numbers = document(results)
    lines = [f"{numbers['files']} damaged files of {numbers['kinds']} kinds"]
    for title, table in (("", numbers["answers"]), ("if undetectable", numbers["blind"])):
        words = [*WORDS, *sorted({word for count in table.values() for word in count} - set(WORDS))]
        lines.append(f"{title:20}" + "".join(f"{word:>9}" for word in words))
        for name, count in table.items():
            lines.append(f"{name:20}" + "".join(f"{count.get(word, 0) or '·':>9}" for word in words))
    lines.append(f"salvage keeps {numbers['kept']:,} of {numbers['cells']:,} cells")
    lines.append(f"{len(numbers['failures'])} files with an answer that something in the file contradicts")
    return "\n".join(lines)
