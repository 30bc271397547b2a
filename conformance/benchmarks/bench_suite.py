# SPDX-License-Identifier: Apache-2.0
"""The suite in one process, without pipes: the cost of our decoder for every case that it answers.

`run` measures and writes one file, `show` prints it, `compare` puts those of two commits side by side,
`store` takes one into the results. A turn is a separate process. It reads the manifests, prepares all cases,
and sends those whose command the decoder supports twice, since the first pass imports and compiles modules
for later requests. *Asking* is everything from the input to the verdict: folders written, requests and
answers as lines, the answer, the judge, folders removed. *In all* has manifests and preparing, too. What is
counted are seconds of the processor. The digest of a run is over all answers and verdicts: of two commits
whose digests are equal only the speed differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import harness
from hudi_conformance import edits
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import memory_folder
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.judge import judge
from hudi_conformance.suite.session import Session
from hudi_conformance.suite.trees import remove_folder
from row_results import print_rows, put

STORED = "benchmarks/bench_suite.py"
COLUMNS = ("suite in process", "CPU s", "share", "cases per CPU s", "spread")
BEFORE = ("manifests", "preparing")  # parts that come before the first question
NUM_PASSES = 2
_SEQ = "1"


class Clock:
    """Seconds of the processor by part."""

    def __init__(self) -> None:
        self.parts: Counter[str] = Counter()
        self._last = time.process_time()

    def lap(self, part: str) -> None:
        """Add the time since the last call to a part."""
        now = time.process_time()
        self.parts[part] += now - self._last
        self._last = now


def ask(ready: Prepared, scratch: Path, clock: Clock, digest: hashlib._Hash) -> None:
    """One case from its input to its verdict."""
    case = ready.case
    folder = None
    if ready.tree is not None:
        folder = scratch / "tree"
        folder.mkdir()
        ready.tree.write(folder)
        clock.lap("writing folders")
    data = None if folder else ready.data
    request = protocol.request(_SEQ, case.cmd, data, ready.args, ms=1, mib=1, folder=folder)
    request = canonical_json.loads(canonical_json.dumps_line(request))
    clock.lap("requests")
    response = kaitai_python.answer(request)
    clock.lap(case.cmd)
    line = canonical_json.dumps_line(response)
    answer = protocol.parse_answer(protocol.parse_line(line), _SEQ)
    clock.lap("answers as lines")
    judgement = judge(ready.expectation, answer)
    clock.lap("judging")
    if folder is not None:
        remove_folder(str(folder))
        clock.lap("removing folders")
    output = line.replace(str(folder).encode(), b"FOLDER")
    digest.update(f"{case.id} {judgement.verdict} ".encode() + output)
    clock.lap("digest of answers")


def take_turn() -> dict[str, Any]:
    """Parts of one turn in seconds: those before, and those of each pass."""
    harness.pin_to_one_core()
    clock = Clock()
    session = Session(edits)
    cases = session.cases
    clock.lap("manifests")
    ready = [item for item in session.prepare(cases) if item.case.cmd in kaitai_python.COMMANDS]
    clock.lap("preparing")
    passes, digests = [], []
    scratch = Path(tempfile.mkdtemp(prefix="suite-", dir=memory_folder()))
    try:
        for _ in range(NUM_PASSES):
            asking, digest = Clock(), hashlib.sha256()
            for item in ready:
                ask(item, scratch, asking, digest)
            del asking.parts["digest of answers"]  # no part of a run
            passes.append(asking.parts)
            digests.append(digest.hexdigest())
    finally:
        shutil.rmtree(scratch)
    return {
        "cases": len(cases), "asked": len(ready), "before": clock.parts, "passes": passes,
        "digests": digests,
    }  # fmt: skip


def _rate(values: Sequence[float], num: int) -> tuple[str, str, str]:
    """Median seconds, cases per second, and its least and greatest."""
    rates = sorted(num / value for value in values)
    spread = f"{rates[0]:,.0f} to {rates[-1]:,.0f}"
    return f"{statistics.median(values):.2f}", f"{statistics.median(rates):,.0f}", spread


def rows_of(document: Mapping[str, Any]) -> list[list[str]]:
    """The table of a run: rates, then the parts of asking, the dearest first."""
    turns, num = document["turns"], document["turns"][0]["asked"]
    before = [sum(turn["before"].values()) for turn in turns]
    rows = []
    for title, number in (("again", 1), ("the first time", 0)):
        asking = [sum(turn["passes"][number].values()) for turn in turns]
        in_all = [former + other for former, other in zip(before, asking, strict=True)]
        for label, values in (("asking", asking), ("in all", in_all)):
            seconds, rate, spread = _rate(values, num)
            rows.append([f"{label}, {title}", seconds, "", rate, spread])
    total = statistics.median(before) + float(rows[0][1])
    parts = {name: statistics.median(turn["before"][name] for turn in turns) for name in BEFORE}
    names = turns[0]["passes"][1]
    parts |= {name: statistics.median(turn["passes"][1][name] for turn in turns) for name in names}
    for name, seconds in sorted(parts.items(), key=lambda part: -part[1]):
        if seconds >= document["least"]:
            title = f"`{name}`" if "." in name else name
            rows.append([title, f"{seconds:.2f}", f"{seconds / total:.0%}", "", ""])
    rest = sum(seconds for seconds in parts.values() if seconds < document["least"])
    rows.append(["all other commands", f"{rest:.2f}", f"{rest / total:.0%}", "", ""])
    return rows


def show(document: Mapping[str, Any]) -> None:
    """Print a run."""
    print_rows(COLUMNS, rows_of(document))
    first = document["turns"][0]
    load = " → ".join(f"{value:.1f}" for value in document["load"])
    print(f"{first['asked']:,} of {first['cases']:,} cases sent, answers {document['digest'][:16]}")
    print(
        f"{document['date']}, commit {document['commit'][:12]}, load {load}, {len(document['turns'])} turns"
    )


def compare(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Print the parts of two runs side by side."""
    was = {row[0]: row[1] for row in rows_of(old)}
    rows = [
        [name, was[name], seconds, f"{float(was[name]) / max(float(seconds), 0.005):.2f}"]
        for name, seconds, *_ in rows_of(new)
        if name in was
    ]
    print_rows(("suite in process", "CPU s then", "CPU s now", "then / now"), rows)
    print("same answers" if old["digest"] == new["digest"] else "the answers differ")


def store(document: Mapping[str, Any]) -> None:
    """Put the table of a run among the results."""
    first, load = document["turns"][0], document["load"][0]
    description = (
        f"`{STORED} run`, {first['asked']:,} of {first['cases']:,} cases sent to `{kaitai_python.NAME}`, "
        f"commit {document['commit'][:12]}, one of {document['host']['cores']} cores, load {load:.1f}"
    )
    table = {
        "date": document["date"],
        "columns": list(COLUMNS),
        "rows": rows_of(document),
        "command": description,
    }
    put(STORED, [table])


def run(options: argparse.Namespace) -> int:
    """Measure and write the file; 1 where two passes gave other answers."""
    load, turns = [os.getloadavg()[0]], []
    for _ in range(options.turns):
        done = subprocess.run([sys.executable, __file__, "turn"], check=True, stdout=subprocess.PIPE)
        turns.append(json.loads(done.stdout))
    digests = {digest for turn in turns for digest in turn.pop("digests")}
    document = {
        "date": datetime.now(UTC).date().isoformat(), "commit": harness.commit(), "host": harness.host(),
        "load": [*load, os.getloadavg()[0]], "least": options.least, "digest": min(digests), "turns": turns,
    }  # fmt: skip
    options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    show(document)
    if len(digests) > 1:
        print("two passes gave other answers", file=sys.stderr)
    return 0 if len(digests) == 1 else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, 1 where two passes gave other answers."""
    parser = argparse.ArgumentParser(prog="python conformance/benchmarks/bench_suite.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    measure = commands.add_parser("run", help="measure, and write a file")
    measure.add_argument("out", metavar="FILE", type=Path)
    measure.add_argument("--turns", type=int, default=5, help="processes")
    measure.add_argument("--least", metavar="SECONDS", type=float, default=0.05, help="parts that are listed")
    for name, number in (("show", 1), ("compare", 2), ("store", 1)):
        commands.add_parser(name).add_argument("files", metavar="FILE", type=Path, nargs=number)
    commands.add_parser("turn", help="one turn of `run`")
    options = parser.parse_args(arguments)
    if options.command == "run":
        return run(options)
    if options.command == "turn":
        print(json.dumps(take_turn()))
        return 0
    documents = [json.loads(file.read_text(encoding="utf-8")) for file in options.files]
    {"show": show, "compare": compare, "store": store}[options.command](*documents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
