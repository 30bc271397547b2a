# SPDX-License-Identifier: Apache-2.0
"""Exhaustive damage: does our decoder answer every small change of every small file, and how.

python -m instruments.exhaustive           every bit, every length, all commands
    --sample 20000 --seed 1                            that many of those inputs
    --fields                                           bits that no check covers, by kind of field
    --hfiles                                           every bit, every length of the small HFiles
    --unchecked 20000                                  bits of HFiles without checksums, by --seed
    --timelines                                        every length of files of timelines, bits of small ones

An answer is a value or a stated rejection. Anything else that escapes, and any input that takes longer than
five seconds, is a failure; so is any loss of data before the damage in a file of a timeline. Positions,
salvage and the reverse scan run on the same inputs as scan, records and check; `--quick` runs those three.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from hudi_conformance.suite import command_lines, session
from hudi_conformance.suite.adapter import close_quietly

from instruments.exhaustive import fields, files, run, timelines
from instruments.exhaustive.run import Surface, Tally, Target

_MIB = 1 << 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0 when everything was answered and kept, 1 when something escaped, hung or was lost."""
    parser = _parser()
    options = parser.parse_args(arguments)
    surface, targets = _targets(options)
    if not targets:
        parser.error("there are no fixtures")
    if options.fields:
        return _fields(parser, _spread(targets, options.files), options)
    commands: Sequence[str] = ()
    if surface is files.SURFACE:
        kind = targets[0].kind
        commands = files.QUICK if options.quick and kind == "log" else tuple(files.COMMANDS[kind])
    sample = options.sample if options.unchecked is None else options.unchecked
    start = time.monotonic()
    tally = run.run(surface, targets, commands, sample=sample, seed=options.seed, jobs=options.jobs)
    seconds = time.monotonic() - start
    if surface is timelines.SURFACE:
        document, text = _of_timelines(tally, seconds)
    else:
        tally.answers = {command: tally.answers.get(command, Counter()) for command in commands}
        unlimited = [replace(target, kinds=run.BITS_AND_LENGTHS, len_edited=None) for target in targets]
        traced = max((run.traced_peak(surface, target, commands), target.name) for target in unlimited)
        document, text = _of_files(tally, len(targets), seconds, traced)
    print(json.dumps(document, indent=1) if options.as_json else text)
    return 1 if tally.failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m instruments.exhaustive", description=__doc__,
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
    parser.add_argument("--timelines", action="store_true", help="files of timelines instead of log files")
    parser.add_argument("--fields", action="store_true", help="flips accepted, by kind of field")
    parser.add_argument("--implementation", default="", help="with --fields: also ask this implementation")
    parser.add_argument("--files", type=int, default=None, metavar="N", help="with --fields: N of the files")
    return parser


def _targets(options: argparse.Namespace) -> tuple[Surface, list[Target]]:
    if options.timelines:
        return timelines.SURFACE, timelines.timeline_targets()
    if options.unchecked is not None:
        return files.SURFACE, files.unchecked_targets()
    targets = files.hfile_targets if options.hfiles else files.log_targets
    return files.SURFACE, targets(every_byte=options.bytes)


def _spread(targets: list[Target], num: int | None) -> list[Target]:
    if num is None or num >= len(targets):
        return targets
    return [targets[i * len(targets) // num] for i in range(num)]


def _fields(parser: argparse.ArgumentParser, targets: list[Target], options: argparse.Namespace) -> int:
    """Print the table of our decoder, and that of another implementation next to it."""
    data = [target.data for target in targets]
    tables = {"kaitai-python": fields.tabulate(data, fields.our_answer)}
    if options.implementation:
        try:
            [other] = session.implementations([options.implementation]).values()
        except command_lines.ChoiceError as error:
            parser.error(str(error))
        adapter = session.starter(other)()
        try:
            tables[options.implementation] = fields.tabulate(data, fields.answer_of(adapter))
        finally:
            close_quietly(adapter)
    print(json.dumps(tables, indent=1) if options.as_json else fields.as_text(tables))
    return 0


def _of_files(
    tally: Tally, num_files: int, seconds: float, traced: tuple[int, str]
) -> tuple[dict[str, object], str]:
    """The tally as JSON, and as a table of words by command."""
    num_inputs = tally.inputs.total()
    document = {
        "files": num_files, "seconds": round(seconds, 1), "traced_peak": traced, "inputs": num_inputs,
        "answers": tally.answers, "failures": tally.failures, "slowest": tally.slowest,
        "peak_rss": tally.peak_rss,
    }  # fmt: skip
    all_words = {label for counts in tally.answers.values() for label in counts}
    labels = sorted(all_words, key=lambda label: (label != "value", label))
    lines = [f"{'':22}" + "".join(f"{name.partition('.')[2]:>12}" for name in tally.answers)]
    lines += [
        f"{label:22}" + "".join(f"{counts[label] or '·':>12}" for counts in tally.answers.values())
        for label in labels
    ]
    spent, command, name, edit = tally.slowest
    lines += [
        f"{num_files} files, {num_inputs} inputs, {seconds:.0f} s",
        f"slowest answer: {spent * 1000:.1f} ms, {command} of {name} after {edit}",
        f"peak of a process: {tally.peak_rss / _MIB:.0f} MiB resident",
        f"peak of one answer: {traced[0] / _MIB:.2f} MiB of Python's memory, about {traced[1]}",
        f"{len(tally.failures)} failures",
    ]
    lines += [f"  {command} {name} {edit}: {problem}" for command, name, edit, problem in tally.failures[:20]]
    return document, "\n".join(lines)


def _of_timelines(tally: Tally, seconds: float) -> tuple[dict[str, object], str]:
    """The tally as JSON, and as a line of words for each command."""
    spent, command, name, edit = tally.slowest
    slowest = f"{command} of {name}, {edit}"
    failures = [
        (f"{command} of " if command else "") + f"{name}, {edit}: {problem}"
        for command, name, edit, problem in tally.failures
    ]
    document = {
        "inputs": tally.inputs, "answers": tally.answers, "kept": tally.retained, "failures": failures,
        "slowest": (spent, slowest), "seconds": round(seconds, 1),
    }  # fmt: skip
    lines = [
        f"{command:20} " + ", ".join(f"{label} {num:,}" for label, num in counts.most_common())
        for command, counts in tally.answers.items()
    ]
    by_kind = ", ".join(f"{kind} {num:,}" for kind, num in tally.inputs.items())
    lines += [
        f"{tally.inputs.total():,} inputs ({by_kind}), {seconds:.0f} s",
        f"checked data before the damage: {tally.retained:,} times",
        f"slowest answer: {spent * 1000:.1f} ms, {slowest}",
        f"{len(failures)} failures",
        *(f"  {line}" for line in failures[:20]),
    ]
    return document, "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
