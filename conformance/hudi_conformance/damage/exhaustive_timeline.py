# SPDX-License-Identifier: Apache-2.0
"""Exhaustive damage to timelines: every length and every bit of files of the fixtures, put to the decoder.

python -m hudi_conformance.damage.exhaustive_timeline  every length; every bit of small files
    --sample 2000 --seed 1                             that many of those inputs

Properties, instants and archives are asked about as files; properties, version files, manifests, merge plans
and Parquet files of a history within their table, whose other files stay whole. An answer is a value or a
stated rejection. What escapes, and what takes longer than `HANG_S`, is a failure; so is anything lost that
lies before the damage: the lines of properties, and the entries of the blocks of an archive.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.damage import edit_sets
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.archive_entries import (
    ARCHIVE_NAME,
    PLAN,
    ArchiveBlock,
    archive_files,
    list_archived,
    merged_by_plan,
    scan_archive,
)
from hudi_conformance.decode.timeline.check import check_timeline
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.decode.timeline.listing import PROPERTIES, read_timeline
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import CODES, LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.views.common import Rejection

LARGEST = 4096  # bytes of a file of which every bit is turned
LARGEST_OF = {"archive": 15_600, "parquet": 16_100}  # bytes of a file that is taken at all
HANG_S = 5.0
_LEN_MAGIC = 6


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a fixture, and what is asked about it: `kind` is a key of `COMMANDS`."""

    tree: Path
    name: str
    kind: str
    data: bytes = field(repr=False)

    @property
    def num(self) -> int:
        """Inputs made of it: its lengths, then the bits of small files."""
        return len(self.data) * (9 if len(self.data) <= LARGEST else 1)


@dataclass(slots=True)
class Tally:
    """What came of many inputs; `answers` by command and word, the worst of a check's findings left out."""

    inputs: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    kept: int = 0
    failures: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")


def members() -> list[Member]:
    """Distinct files of the timeline fixtures that are not damaged already."""
    found: dict[tuple[str, bytes], Member] = {}
    for tree in sorted((resources.fixtures_dir() / "timeline").glob("*.zip")):
        if tree.stem.startswith("damaged_"):
            continue
        with zipfile.ZipFile(tree) as archive:
            for name in archive.namelist():
                data = archive.read(name)
                kind = kind_of(name)
                if kind is not None and data and len(data) <= LARGEST_OF.get(kind, len(data)):
                    found.setdefault((kind, data), Member(tree, name, kind, data))
    return list(found.values())


def kind_of(path: str) -> str | None:
    """What is asked about a file of a table."""
    name = path.rpartition("/")[2]
    if name.startswith(PROPERTIES):
        return "properties"
    if ARCHIVE_NAME.fullmatch(name):
        return "archive"
    if name == PLAN:
        return "plan"
    if name.startswith(("manifest_", "_version_")):
        return "manifest"
    if name.endswith(".parquet"):
        return "parquet"
    return "instant" if decode_instant_name(name, layout_of(path)) else None


def layout_of(path: str) -> int:
    """Layout of the folder that an instant's file is in."""
    return 1 if path.count("/") == 1 else 2


# --- what is asked --------------------------------------------------------------------------------------


def _properties(data: bytes, _: Member) -> None:
    decode_properties(data)


def _instant(data: bytes, member: Member) -> None:
    decode_instant(data, member.name.rpartition("/")[2], layout_of(member.name))


def _entries(data: bytes, _: Member) -> Rejection | None:
    told = [item if isinstance(item, Rejection) else item.rejection for item in scan_archive(data)]
    return next((one for one in reversed(told) if one is not None), None)


def _list(table: Path) -> None:
    read_timeline(table)


def _archive_list(table: Path) -> None:
    folder = table / ".hoodie" / "archived"
    list_archived(archive_files(folder), merged_by_plan(folder))


def _history(table: Path) -> None:
    read_history(table)


def _check(table: Path) -> Rejection | None:
    return next((Rejection(one.finding.code, None, "", "") for one in check_timeline(table)), None)


def _archive_check(table: Path) -> Rejection | None:
    return next((Rejection(one.finding.code, None, "", "") for one in check_archive(table)), None)


OF_FILES: dict[str, dict[str, Callable[[bytes, Member], Rejection | None]]] = {
    "properties": {"timeline.properties": _properties},
    "instant": {"timeline.decode": _instant},
    "archive": {"archive.entries": _entries},
}
OF_TABLES: dict[str, dict[str, Callable[[Path], Rejection | None]]] = {
    "properties": {"timeline.list": _list, "timeline.check": _check},
    "plan": {"archive.list": _archive_list, "archive.check": _archive_check},
    "manifest": {"timeline.history": _history, "archive.check": _archive_check},
    "parquet": {"timeline.history": _history, "archive.check": _archive_check},
}


def word_for(ask: Callable[[], Rejection | None]) -> str:
    """The word for one answer; raises whatever escapes, and `AssertionError` for an unregistered code."""
    try:
        rejection = ask()
    except UnsupportedInput:
        return "unsupported"
    except LimitExceeded:
        return "limit"
    except Reject as error:
        rejection = Rejection(error.code, error.at, error.requirement, error.message)
    if rejection is None:
        return "value"
    assert rejection.code in CODES, f"unregistered code {rejection.code}"
    return rejection.code


# --- what must not be lost ------------------------------------------------------------------------------


def lost_before(member: Member, data: bytes, ofs: int) -> str | None:
    """What was readable before byte `ofs`, where the damage is, and is no more."""
    if member.kind == "properties":
        len_whole = member.data.rfind(b"\n", 0, ofs) + 1
        try:
            found = decode_properties(data).entries
        except Reject:
            return None  # a file with a bad escape has no value at all
        before = decode_properties(member.data[:len_whole]).entries
        return next((key for key, value in before.items() if found.get(key) != value), None)
    if member.kind == "archive":
        # six bytes behind a block belong to it: no block is whole without another, or the end, behind it
        whole = [item for item in _whole_blocks(member.data) if item.block.span.end + _LEN_MAGIC <= ofs]
        found_blocks = {item.block.span.ofs: item.entries for item in _blocks(data)}
        return next(
            (f"block at {item.block.span.ofs}" for item in whole
             if found_blocks.get(item.block.span.ofs) != item.entries),
            None,
        )  # fmt: skip
    return None


def _blocks(data: bytes) -> list[ArchiveBlock]:
    return [item for item in scan_archive(data) if isinstance(item, ArchiveBlock)]


@lru_cache(maxsize=1)
def _whole_blocks(data: bytes) -> list[ArchiveBlock]:
    return _blocks(data)


# --- all inputs -----------------------------------------------------------------------------------------


def inputs(member: Member, chosen: frozenset[int] | None) -> Iterator[tuple[str, int, bytes]]:
    """Yield (edit, offset of the damage, bytes), all or those of the numbers that are chosen."""
    data = member.data
    if chosen is None:
        yield from ((f"cut to {size}", size, data[:size]) for size in range(len(data)))
        if len(data) <= LARGEST:
            for number, (_, changed) in enumerate(edit_sets.bit_flips(data)):
                yield f"bit {number % 8} of {number // 8}", number // 8, changed
        return
    for number in sorted(chosen):
        if number < len(data):
            yield f"cut to {number}", number, data[:number]
        else:
            ofs, bit = divmod(number - len(data), 8)
            edited = bytearray(data)
            edited[ofs] ^= 1 << bit
            yield f"bit {bit} of {ofs}", ofs, bytes(edited)


def run_member(member: Member, tally: Tally, chosen: frozenset[int] | None = None) -> None:
    """Ask everything about the inputs made of one file."""
    with tempfile.TemporaryDirectory() as scratch:
        table = Path(scratch)
        if member.kind in OF_TABLES:
            with zipfile.ZipFile(member.tree) as archive:
                archive.extractall(table)
        for edit, ofs, data in inputs(member, chosen):
            tally.inputs[member.kind] += 1
            what = f"{member.tree.stem}/{member.name}, {edit}"
            for command, ask in OF_FILES.get(member.kind, {}).items():
                _answer(tally, command, what, lambda ask=ask, data=data: ask(data, member))  # type: ignore[misc]
            if member.kind in OF_TABLES:
                (table / member.name).write_bytes(data)
                for name, ask_table in OF_TABLES[member.kind].items():
                    _answer(tally, name, what, lambda ask=ask_table: ask(table))  # type: ignore[misc]
            if member.kind in {"properties", "archive"}:
                lost = lost_before(member, data, ofs)
                tally.kept += 1
                if lost is not None:
                    tally.failures.append(f"{what}: {lost} is lost")


def _answer(tally: Tally, command: str, what: str, ask: Callable[[], Rejection | None]) -> None:
    began = time.perf_counter()
    try:
        word = word_for(ask)
    except Exception as error:  # that nothing escapes is what is looked at
        word = "escaped"
        tally.failures.append(f"{command} of {what}: {type(error).__name__}: {error}")
    spent = time.perf_counter() - began
    tally.answers.setdefault(command, Counter())[word] += 1
    tally.slowest = max(tally.slowest, (spent, f"{command} of {what}"))
    if spent > HANG_S:
        tally.failures.append(f"{command} of {what}: took {spent:.1f} s")


def choose(found: Sequence[Member], num: int, seed: int) -> list[frozenset[int]]:
    """Numbers of about `num` inputs: every kind gets its share, and every file of it."""
    rng = random.Random(seed)  # noqa: S311 - a choice
    kinds = Counter(member.kind for member in found)
    chosen = []
    for member in found:
        share = max(1, num // len(kinds) // kinds[member.kind])
        chosen.append(frozenset(rng.sample(range(member.num), min(share, member.num))))
    return chosen


def run(sample: int | None = None, seed: int = 1) -> Tally:
    """Ask everything about all inputs, or about a sample of them."""
    found = members()
    tally = Tally()
    chosen: Sequence[frozenset[int] | None] = [None] * len(found)
    if sample is not None:
        chosen = choose(found, sample, seed)
    for member, own in zip(found, chosen, strict=True):
        run_member(member, tally, own)
    return tally


def as_text(tally: Tally, seconds: float) -> str:
    """The tally as text."""
    lines = []
    for command, counts in tally.answers.items():
        told = ", ".join(f"{word} {num:,}" for word, num in counts.most_common())
        lines.append(f"{command:20} {told}")
    made = ", ".join(f"{kind} {num:,}" for kind, num in tally.inputs.items())
    lines += [
        f"{sum(tally.inputs.values()):,} inputs ({made}), {seconds:.0f} s",
        f"looked for what was readable before the damage: {tally.kept:,} times",
        f"slowest answer: {tally.slowest[0] * 1000:.1f} ms, {tally.slowest[1]}",
        f"{len(tally.failures)} failures",
        *(f"  {line}" for line in tally.failures[:20]),
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when everything was answered and kept, 1 when something escaped, hung or was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m hudi_conformance.damage.exhaustive_timeline", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--sample", type=int, metavar="N", help="only about N inputs, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    tally = run(options.sample, options.seed)
    seconds = time.monotonic() - began
    if options.as_json:
        shown = {one.name: getattr(tally, one.name) for one in fields(tally)}
        print(json.dumps(shown | {"seconds": round(seconds, 1)}, indent=1))
    else:
        print(as_text(tally, seconds))
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
