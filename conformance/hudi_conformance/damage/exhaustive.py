# SPDX-License-Identifier: Apache-2.0
"""Exhaustive damage: does our decoder answer every small change of every small file, and how.

python -m hudi_conformance.damage.exhaustive           every bit, every length, all commands
    --sample 20000 --seed 1                            that many of those inputs
    --fields                                           bits that nobody checks, by kind of field
    --hfiles                                           every bit, every length of the small HFiles
    --unchecked 20000                                  bits of HFiles without checksums, by --seed

An answer is a value or a stated rejection. Anything else that escapes, and any input that takes longer than
`HANG_S`, is a failure. Positions, salvage and the way back are asked about the same inputs as scan, records
and check; `--quick` asks only those three.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import resource
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.damage import edit_sets
from hudi_conformance.damage import exhaustive_hfile as exhaust_hfile
from hudi_conformance.decode.log.check import check_log
from hudi_conformance.decode.log.content import read_contents, read_positions
from hudi_conformance.decode.log.reverse import scan_log_reverse
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import CODES, LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.views.common import Rejection

LARGEST = 4096  # bytes of a base file
HANG_S = 5.0
_MIB = 1 << 20


def _scan(data: bytes) -> Rejection | None:
    return scan_log(data).rejection


def _records(data: bytes) -> Rejection | None:
    contents, end = read_contents(data)
    first = (content.rejection for content in contents if content.rejection is not None)
    return end.rejection or next(first, None)


def _positions(data: bytes) -> Rejection | None:
    found, end = read_positions(data)
    return end.rejection or next((rows for _, rows in found if isinstance(rows, Rejection)), None)


def _reverse(data: bytes) -> Rejection | None:
    return scan_log_reverse(data).rejection


def _salvage(data: bytes) -> None:
    salvage_log(data)


def _check(data: bytes) -> Rejection | None:
    finding = next(iter(check_log(data)), None)
    return None if finding is None else Rejection(finding.code, finding.at, finding.requirement, "")


COMMANDS: dict[str, Callable[[bytes], Rejection | None]] = {
    "log.scan": _scan, "log.records": _records, "log.check": _check, "log.salvage": _salvage,
    "log.reverse": _reverse, "log.positions": _positions,
}  # fmt: skip
QUICK = ("log.scan", "log.records", "log.check")


@dataclass(slots=True)
class Tally:
    """What came of many inputs.

    Attributes:
        answers: number of answers by command and word: `value`, `limit`, `unsupported` or the code of the
            first rejection or finding.
        failures: what must not be: (command, file, edit, what happened).
        slowest: seconds, command, file and edit of the slowest answer.
    """

    inputs: int = 0
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    failures: list[tuple[str, str, str, str]] = field(default_factory=list)
    slowest: tuple[float, str, str, str] = (0.0, "", "", "")
    peak_rss: int = 0

    def add(self, other: Tally) -> None:
        """Take in the tally of another process."""
        self.inputs += other.inputs
        for command, counts in other.answers.items():
            self.answers.setdefault(command, Counter()).update(counts)
        self.failures += other.failures
        self.slowest = max(self.slowest, other.slowest)
        self.peak_rss = max(self.peak_rss, other.peak_rss)


def base_files(folder: Path | None = None) -> list[Path]:
    """Log files among the fixtures that are small enough."""
    root = folder or resources.fixtures_dir()
    return [
        path for path in sorted(root.rglob("*"))
        if path.is_file() and 0 < path.stat().st_size <= LARGEST
        and (path.suffix == ".log" or ".log." in path.name) and _opens_with_magic(path)
    ]  # fmt: skip


def _opens_with_magic(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(6) == b"#HUDI#"


def edited(data: bytes, *, every_byte: bool) -> Iterator[edit_sets.Edited]:
    """All inputs that are made of one file."""
    yield from edit_sets.bit_flips(data)
    yield from edit_sets.truncations(data)
    if every_byte:
        yield from edit_sets.deletions(data)
        yield from edit_sets.insertions(data)


def num_edited(size: int, *, every_byte: bool) -> int:
    """How many `edited` yields for a file of `size` bytes."""
    return 9 * size + (size + 2 * (size + 1) if every_byte else 0)


def judge(command: str, data: bytes) -> str:
    """The word for one answer; raises whatever escapes, and `AssertionError` for an unregistered code."""
    try:
        rejection = (COMMANDS if command in COMMANDS else exhaust_hfile.COMMANDS)[command](data)
    except UnsupportedInput:
        return "unsupported"
    except LimitExceeded:
        return "limit"
    except Reject as error:  # only where a command has no answer but the rejection
        rejection = Rejection(error.code, error.at, error.requirement, error.message)
    if rejection is None:
        return "value"
    assert rejection.code in CODES, f"unregistered code {rejection.code}"
    return rejection.code


def _inputs(data: bytes, every_byte: bool, chosen: frozenset[int] | None) -> Iterator[edit_sets.Edited]:
    for number, made in enumerate(edited(data, every_byte=every_byte)):
        if chosen is None or number in chosen:
            yield made


def run_file(path: Path, commands: Sequence[str], every_byte: bool, chosen: frozenset[int] | None) -> Tally:
    """Ask everything about the inputs made of one file; `chosen` picks some by number."""
    tally = Tally(answers={command: Counter() for command in commands})
    data = path.read_bytes()
    clock = time.perf_counter
    for edit, changed in _inputs(data, every_byte, chosen):
        tally.inputs += 1
        for command in commands:
            began = clock()
            try:
                word = judge(command, changed)
            except Exception as error:  # that nothing escapes is what is looked at
                word = "escaped"
                tally.failures.append((command, path.name, str(edit), f"{type(error).__name__}: {error}"))
            spent = clock() - began
            tally.answers[command][word] += 1
            if spent > tally.slowest[0]:
                tally.slowest = (spent, command, path.name, str(edit))
            if spent > HANG_S:
                tally.failures.append((command, path.name, str(edit), f"took {spent:.1f} s"))
    tally.peak_rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return tally


def choose(
    paths: Sequence[Path], num: int, seed: int, *, every_byte: bool, before_trailer: bool = False
) -> list[frozenset[int]]:
    """Numbers of `num` inputs over all files, the same for the same seed and files.

    `before_trailer`: only bits turned over, none of them in the trailer of an HFile of major version 3.
    """
    lengths = [path.stat().st_size for path in paths]
    if before_trailer:
        sizes = [8 * (length - exhaust_hfile.LEN_TRAILER) for length in lengths]
    else:
        sizes = [num_edited(length, every_byte=every_byte) for length in lengths]
    total = sum(sizes)
    picked = sorted(random.Random(seed).sample(range(total), min(num, total)))  # noqa: S311 - a choice
    found, first, index = [], 0, 0
    for size in sizes:
        own = []
        while index < len(picked) and picked[index] < first + size:
            own.append(picked[index] - first)
            index += 1
        found.append(frozenset(own))
        first += size
    return found


def run(
    paths: Sequence[Path], commands: Sequence[str] = tuple(COMMANDS), *, every_byte: bool = False,
    sample: int | None = None, seed: int = 1, jobs: int = 2, before_trailer: bool = False,
) -> Tally:  # fmt: skip
    """Ask everything about the inputs made of all files, or about a sample of them, in `jobs` processes."""
    chosen: Sequence[frozenset[int] | None] = [None] * len(paths)
    if sample is not None:
        chosen = choose(paths, sample, seed, every_byte=every_byte, before_trailer=before_trailer)
    tasks = [(path, tuple(commands), every_byte, own) for path, own in zip(paths, chosen, strict=True)]
    tasks.sort(key=lambda task: -task[0].stat().st_size)  # the long ones first, so that no process waits
    whole = Tally(answers={command: Counter() for command in commands})
    if jobs == 1:
        for task in tasks:
            whole.add(run_file(*task))
        return whole
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for tally in pool.imap_unordered(_run_task, tasks):
            whole.add(tally)
    return whole


def _run_task(task: tuple[Path, Sequence[str], bool, frozenset[int] | None]) -> Tally:
    return run_file(*task)


def traced_peak(path: Path, commands: Sequence[str] = tuple(COMMANDS), num: int = 25) -> int:
    """Most bytes that Python held for one answer, over `num` inputs made of a file."""
    data = path.read_bytes()
    total = num_edited(len(data), every_byte=False)
    step = max(1, total // num)
    peak = 0
    for command in commands:
        judge(command, data)  # what is kept for the whole process is not the answer's
    tracemalloc.start()
    try:
        for number, (_, changed) in enumerate(edited(data, every_byte=False)):
            if number % step:
                continue
            for command in commands:
                tracemalloc.reset_peak()
                before = tracemalloc.get_traced_memory()[0]
                judge(command, changed)
                peak = max(peak, tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    return peak


def as_table(tally: Tally, num_files: int, seconds: float, traced: tuple[int, str]) -> str:
    """The tally as text."""
    commands = list(tally.answers)
    found = {word for counts in tally.answers.values() for word in counts}
    words = sorted(found, key=lambda word: (word != "value", word))
    lines = [f"{'':22}" + "".join(f"{name.partition('.')[2]:>12}" for name in commands)]
    lines += [
        f"{word:22}" + "".join(f"{tally.answers[name][word] or '·':>12}" for name in commands)
        for word in words
    ]
    spent, command, name, edit = tally.slowest
    lines += [
        f"{num_files} files, {tally.inputs} inputs, {seconds:.0f} s",
        f"slowest answer: {spent * 1000:.1f} ms, {command} of {name} after {edit}",
        f"peak of a process: {tally.peak_rss / _MIB:.0f} MiB resident",
        f"peak of one answer: {traced[0] / _MIB:.2f} MiB of Python's memory, about {traced[1]}",
        f"{len(tally.failures)} failures",
    ]
    lines += [f"  {command} {name} {edit}: {what}" for command, name, edit, what in tally.failures[:20]]
    return "\n".join(lines)


def _spread(paths: Sequence[Path], num: int | None) -> Sequence[Path]:
    return paths if num is None or num >= len(paths) else [paths[i * len(paths) // num] for i in range(num)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when everything was answered, 1 when something escaped or hung."""
    parser = argparse.ArgumentParser(
        prog="python -m hudi_conformance.damage.exhaustive", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--sample", type=int, metavar="N", help="only N inputs, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bytes", action="store_true", help="also every byte deleted, 00 and FF inserted")
    parser.add_argument("--quick", action="store_true", help="only scan, records and check")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.add_argument("--hfiles", action="store_true", help="HFiles instead of log files")
    parser.add_argument("--unchecked", type=int, metavar="N", help="N bits of HFiles without checksums")
    parser.add_argument("--fields", action="store_true", help="flips accepted, by kind of field")
    parser.add_argument("--implementation", default="", help="with --fields: also ask this one")
    parser.add_argument("--files", type=int, default=None, metavar="N", help="with --fields: N of the files")
    options = parser.parse_args(arguments)
    of_hfiles = options.hfiles or options.unchecked is not None
    paths = exhaust_hfile.small_files(LARGEST) if of_hfiles else base_files()
    if options.unchecked is not None:
        paths, options.sample = exhaust_hfile.unchecked_files(), options.unchecked
    if not paths:
        parser.error("there are no fixtures here")
    if options.fields:
        from hudi_conformance.damage import exhaustive_fields as exhaust_fields  # noqa: PLC0415 - needs adapters, which the rest does not

        return exhaust_fields.main(
            _spread(paths, options.files), options.implementation, as_json=options.as_json
        )
    began = time.monotonic()
    commands = QUICK if options.quick else tuple(COMMANDS)
    if of_hfiles:
        commands = tuple(exhaust_hfile.COMMANDS)
    tally = run(
        paths, commands, every_byte=options.bytes, sample=options.sample, seed=options.seed,
        jobs=options.jobs, before_trailer=options.unchecked is not None,
    )  # fmt: skip
    seconds = time.monotonic() - began
    traced = max((traced_peak(path, commands), path.name) for path in paths)
    if options.as_json:
        shown = {"files": len(paths), "seconds": round(seconds, 1), "traced_peak": traced}
        shown |= {member.name: getattr(tally, member.name) for member in fields(tally)}
        print(json.dumps(shown, indent=1))
    else:
        print(as_table(tally, len(paths), seconds, traced))
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
