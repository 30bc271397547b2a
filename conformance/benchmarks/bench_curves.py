# SPDX-License-Identifier: Apache-2.0
"""Costs of each reading command by the size of its input: CPU seconds, wall, memory.

    python conformance/benchmarks/bench_curves.py run FILE [--largest 4G table=256M log/dump=64M]
    python conformance/benchmarks/bench_curves.py show FILE
    python conformance/benchmarks/bench_curves.py store FILE...

Sizes are bytes on disk, from `--smallest` to `--largest` by factors of four. A command is a separate process,
including its start; each ran once before, uncounted, so that kernels are compiled, and inputs are in the
system's cache. Where a command fails or takes longer than `--patience`, larger inputs are left out. `store`
takes a run into the results, or several of different inputs (`--only ^log/`) as one; from these `python -m
instruments.documents write` makes the guide.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import harness
from curve_inputs import INPUTS
from curve_works import MIB, WORKS, Work
from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from instruments.documents import costs
from rich import box
from rich.console import Console
from rich.table import Table

FACTOR = 4
_UNITS = {"K": 1 << 10, "M": MIB, "G": 1 << 30}
_TAIL = 300  # characters of standard error that are kept of a failure


@dataclass(frozen=True, slots=True)
class Row:
    """One command on one input: figures of the turn of least CPU time.

    `size` is the requested size, `num_bytes` the size on disk. `anonymous_mib` is the memory that the system
    cannot reclaim, None if unknown. `load` is the load average before. `ended` is `ok`, or describes how the
    command failed.
    """

    input: str
    work: str
    size: int
    num_bytes: int
    wall: float
    cpu: float
    peak_mib: float
    anonymous_mib: float | None
    load: float
    ended: str


# --- sizes ----------------------------------------------------------------------------------------------


def parse_size(text: str) -> int:
    """`4G`, `256M`, `64K` or bytes.

    Raises:
        ValueError: none of these.
    """
    match = re.fullmatch(r"(\d+)([KMG]?)", text)
    if match is None:
        raise ValueError(f"a size is a number of bytes, or one with K, M or G, not {text!r}")
    return int(match[1]) * _UNITS.get(match[2], 1)


@dataclass(frozen=True, slots=True)
class Limits:
    """Largest sizes: of everything, and of inputs (`table`) and works (`log/dump`) by name."""

    every: int
    named: Mapping[str, int]

    @staticmethod
    def parse(words: Sequence[str]) -> Limits:
        """From `4G`, `NAME=SIZE`.

        Raises:
            ValueError: not a size, or no input or work of that name.
        """
        pairs = [word.rpartition("=") for word in words]
        named = {name: parse_size(size) for name, _, size in pairs if name}
        if unknown := named.keys() - INPUTS.keys() - {work.id for work in WORKS}:
            raise ValueError(f"no input or command is called {', '.join(sorted(unknown))}")
        every = [parse_size(size) for name, _, size in pairs if not name]
        return Limits(every[-1] if every else 4 << 30, named)

    def of(self, work: Work) -> int:
        """Bytes up to which a work is measured; the command line overrides the limit of the work."""
        own = self.named.get(work.id, self.named.get(work.input))
        return own if own is not None else min(self.every, work.largest, INPUTS[work.input].largest)


def sizes_of(smallest: int, largest: int) -> Iterator[int]:
    """Sizes by factors."""
    while smallest <= largest:
        yield smallest
        smallest *= FACTOR


# --- a measurement --------------------------------------------------------------------------------------


def bytes_of(path: Path) -> int:
    """Bytes of a file, or of all files of a folder."""
    return sum(
        file.stat().st_size for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()
    )


def measure(work: Work, path: Path, size: int, turns: int, patience: float) -> Row:
    """The turn of least CPU time of a work."""
    taken, load = [], os.getloadavg()[0]
    for _ in range(turns):
        with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
            errors = Path(scratch) / "errors"
            command = [
                sys.executable,
                "-I",
                "-S",
                str(harness.HERE / "one_process.py"),
                str(patience),
                str(errors),
            ]
            command += work.command(path, Path(scratch) / "out.parquet")
            told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            code = told.pop("code")
            ended = costs.OK
            if code is None:
                ended = f"stopped after {patience:.0f} s"
            elif code not in work.codes:
                ended = f"exit code {code}"
                print(errors.read_text(encoding="utf-8", errors="replace")[-_TAIL:].strip(), file=sys.stderr)
        taken.append(Row(work.input, work.name, size, bytes_of(path), load=load, ended=ended, **told))
        if ended != costs.OK:
            break
    return min(taken, key=lambda row: (row.ended == costs.OK, row.cpu))


def curves(folder: Path, works: Sequence[Work], limits: Limits, options: argparse.Namespace) -> Iterator[Row]:
    """All works on their inputs, smallest first; an input is deleted when its works have read it.

    Raises:
        ToolMissing: the writer of the inputs cannot start on this machine.
    """
    failed: set[str] = set()
    largest = max(map(limits.of, works))
    for number, size in enumerate(sizes_of(options.smallest, largest)):
        todo = [work for work in works if size <= limits.of(work) and work.id not in failed]
        if not todo:
            return
        with tempfile.TemporaryDirectory(dir=folder) as place:
            path = INPUTS[todo[0].input].write(Path(place), size)
            for work in todo:
                if number == 0 and not options.warm:
                    measure(work, path, size, 1, options.patience)
                row = measure(work, path, size, options.turns, options.patience)
                if row.ended != costs.OK:
                    failed.add(work.id)
                yield row


def described(works: Sequence[Work]) -> list[dict[str, Any]]:
    """Descriptions of inputs and works in the guide."""
    return [
        {
            "input": name,
            "title": kind.title,
            "works": [{"name": w.name, "title": w.title, "holds": w.holds} for w in works if w.input == name],
        }
        for name, kind in INPUTS.items()
        if any(work.input == name for work in works)
    ]


# --- a run ----------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Measure and write the file; 1 where a command failed."""
    limits = Limits.parse(options.largest)
    rows: list[Row] = []
    missing: list[str] = []
    chosen = [work for work in WORKS if re.search(options.only, work.id)]
    start, load = time.monotonic(), [os.getloadavg()[0]]
    with harness.scratch(options.folder) as folder:
        for name in INPUTS:
            works = [work for work in chosen if work.input == name]
            try:
                for row in curves(folder, works, limits, options) if works else ():
                    rows.append(row)
                    print(" ".join(_cells(asdict(row))), file=sys.stderr, flush=True)
            except ToolMissing as error:
                missing.append(f"{name}: {error}")
    load.append(os.getloadavg()[0])
    document = {
        "date": datetime.now(UTC).date().isoformat(), "commit": harness.commit(), "host": harness.host(),
        "load": [min([*load, *(r.load for r in rows)]), max([*load, *(r.load for r in rows)])],
        "seconds": round(time.monotonic() - start), "turns": options.turns, "missing": missing,
        "inputs": described(chosen), "rows": [asdict(row) for row in rows],
    }  # fmt: skip
    options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    show(document)
    return 1 if any(row.ended != costs.OK for row in rows) else 0


def _cells(row: Mapping[str, Any]) -> list[str]:
    anonymous = row["anonymous_mib"]
    return [
        f"{row['input']}/{row['work']}", costs.size_of(row["size"]), f"{row['cpu']:.2f}",
        f"{row['wall']:.2f}",
        f"{row['peak_mib']:.0f}", "" if anonymous is None else f"{anonymous:.0f}", f"{row['load']:.1f}",
        "" if row["ended"] == costs.OK else row["ended"],
    ]  # fmt: skip


def show(document: Mapping[str, Any]) -> None:
    """Print a run, and how memory grows."""
    columns = ("work", "size", "CPU s", "wall s", "MiB", "anonymous", "load", "")
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in document["rows"]:
        table.add_row(*_cells(row))
    console = Console(width=160, highlight=False, markup=False)
    console.print(table)
    for line in document["missing"]:
        print(f"without {line}")


def combined(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Runs of different inputs as one, with the date and the commit of the last.

    Raises:
        SystemExit: two of them have measured one input, or took turns differently.
    """
    inputs = [kind for document in documents for kind in document["inputs"]]
    if len({kind["input"] for kind in inputs}) < len(inputs):
        raise SystemExit("not stored, because two runs have the same input")
    if len({document["turns"] for document in documents}) > 1:
        raise SystemExit("not stored, because the runs differ in turns")
    return {
        **documents[-1],
        "load": [min(d["load"][0] for d in documents), max(d["load"][1] for d in documents)],
        "seconds": sum(document["seconds"] for document in documents),
        "missing": [line for document in documents for line in document["missing"]],
        "inputs": described(WORKS),
        "rows": [row for document in documents for row in document["rows"]],
    }


def store(documents: Sequence[Mapping[str, Any]]) -> None:
    """Take a run, or several, into the results, in place of what was there.

    Raises:
        SystemExit: an input or a command is missing, or runs do not fit together.
    """
    document = combined(documents)
    measured = {(row["input"], row["work"]) for row in document["rows"]}
    if lacking := [work.id for work in WORKS if (work.input, work.name) not in measured]:
        raise SystemExit(f"not stored, because it lacks {', '.join(lacking)}")
    kept = {"cores": document["host"]["cores"], "python": document["host"]["python"]}
    target = resources.data_root() / "conformance" / "results" / costs.STORED
    target.write_text(json.dumps({**document, "host": kept}, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, 1 where a command failed."""
    parser = argparse.ArgumentParser(
        prog="python conformance/benchmarks/bench_curves.py", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run", help="measure")
    runs.add_argument("out", type=Path, metavar="FILE", help="receives the figures")
    runs.add_argument("--smallest", type=parse_size, default=MIB, metavar="SIZE", help="1M unless given")
    runs.add_argument(
        "--largest", nargs="*", default=[], metavar="[NAME=]SIZE",
        help="4G unless given, but less where inputs take long to write; of an input or a work by its name",
    )  # fmt: skip
    runs.add_argument("--turns", type=int, default=1, metavar="N", help="the best of N counts")
    runs.add_argument("--patience", type=float, default=900, metavar="S", help="seconds for one command")
    runs.add_argument("--warm", action="store_true", help="leave the uncounted pass out: it was made before")
    runs.add_argument("--only", default="", metavar="REGEX", help="works, as `log/inspect`, that match")
    runs.add_argument("--folder", type=Path, help="scratch: three times the largest size")
    for name, number in (("show", 1), ("store", "+")):
        commands.add_parser(name).add_argument("files", type=Path, metavar="FILE", nargs=number)
    options = parser.parse_args(arguments)
    if options.command == "run":
        return run(options)
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in options.files]
    if options.command == "show":
        show(documents[0])
    else:
        store(documents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
