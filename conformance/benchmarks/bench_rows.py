# SPDX-License-Identifier: Apache-2.0
"""Every row that has a peer, in one run: readers take turns on the same files, ratios are by turns.

`run` measures and writes one file, `show` prints it, `compare` compares two of them, for example those of two
commits, and `store` takes one into the results, from which the tables of results.md are written, or several,
each without the rows that a later one measured again. A turn is a separate process with several passes, of
which the best counts. Ratios are peer / ours: above 1 ours is faster. Ours runs on one core, except for
tables, where it may use the same cores as the peer.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import bench_hfile
import bench_log
import bench_metadata
import bench_tables
import bench_timeline
import harness
import hfile_floors
import rust_peers
import table_files
from harness import HERE, MIB, Result
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from log_files import make_file
from row_checksums import checksum
from row_results import compare, show, store, summary

HUDI, HUDI_IO, HUDI_RS = "Hudi 1.2.1", "hudi-io 1.2.1", "hudi-rs"
RELEASE = "1.2.1"
Ask = Callable[[], Result]


@dataclass(frozen=True, slots=True)
class Row:
    """A task on an input, by this project and by a peer; `goal` is the intended ratio, 0 for a floor."""

    name: str
    input: str
    peer: str
    goal: float
    ours: Ask
    theirs: Ask
    checksums: Callable[[], tuple[int, int]] | None = None  # of what ours and the peer read


@dataclass(frozen=True, slots=True)
class Turn:
    """Best pass of one reader in one turn."""

    name: str
    input: str
    reader: str
    goal: float
    wall: float
    cpu: float
    peak_mib: float | None
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is read: a factor for all, and passes of a turn by readers on one core and by JVMs."""

    factor: int
    passes: int
    java_passes: int


# --- rows -----------------------------------------------------------------------------------------------


def hfile_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Scans and lookups of HFiles."""
    num = 1_000_000 // sizes.factor
    keys = folder / "key"
    keys.write_bytes(b"%016d\n" % (num // 2 * bench_hfile.KEY_STEP))
    writer = build_adapter(str(HERE / "java_hfile"), "hudi-io")
    goals = {
        "scan_views": (1.2, 2.0),
        "scan": (1.2, 2.0),
        "scan_row_value": (1.2, 2.0),
    }
    for position, codec in enumerate(("NONE", "GZ")):
        path = folder / f"{codec}-{num}.hfile"
        if not path.exists():
            subprocess.run([*writer, "write", str(path), codec, str(num)], check=True)
        places = (bench_hfile.MEMORY, bench_hfile.FILE)
        # Other cores have something to do where blocks are compressed.
        for (work, goal), where, on_all in product(goals.items(), places, (False, True)[: position + 1]):
            ours = partial(
                bench_hfile.measure_ours, work, codec, path, keys, sizes.passes, location=where, on_all=on_all
            )
            theirs = partial(
                bench_hfile.measure_peer, "hudi-io", work.partition("_")[0], codec, path, keys,
                passes=sizes.java_passes, location=where,
            )  # fmt: skip
            name = f"HFile {work.replace('_', ' ')}"
            about = f"{codec}, {where}, all cores" if on_all else f"{codec}, {where}"
            yield Row(name, about, HUDI_IO, goal[position], ours, theirs)
            if work == "scan_views" and where == bench_hfile.FILE and not on_all:
                floor = partial(hfile_floors.measure, codec, path, sizes.passes)
                yield Row(name, f"{codec}, {where}", hfile_floors.TITLES[codec], 0.0, ours, floor)
            if work == "scan" and where == bench_hfile.FILE and codec == "NONE":
                floor = partial(hfile_floors.measure, "copied", path, sizes.passes)
                yield Row(name, f"{codec}, {where}", hfile_floors.TITLES["copied"], 0.0, ours, floor)

        ours = partial(bench_hfile.measure_ours, "get_one", codec, path, keys, bench_hfile.NUM_ONE)
        for peer, title in bench_hfile.PEERS.items():
            theirs = partial(
                bench_hfile.measure_peer, peer, "get", codec, path, keys, passes=bench_hfile.NUM_ONE
            )
            yield Row("HFile get one key", f"{codec}, file", title, 1.0, ours, theirs)
        floor = partial(hfile_floors.measure, "parsed", path, bench_hfile.NUM_ONE)
        yield Row("HFile get one key", f"{codec}, file", hfile_floors.TITLES["parsed"], 0.0, ours, floor)

        def one_by_one(work: str, path: Path = path, codec: str = codec) -> Result:
            return bench_hfile.measure_ours(work, codec, path, keys, 2)

        yield Row(
            "HFile cells one by one", codec, "by the grammar", 3.0,
            lambda ask=one_by_one: ask("cells_careful"), lambda ask=one_by_one: ask("cells_grammar"),
        )  # fmt: skip


def tables(folder: Path, sizes: Sizes) -> Iterator[tuple[str, str, Path, float]]:
    """Works on tables: name, input, folder of the table, goal."""
    works = {
        "snapshot": ("merge-on-read", 1_000_000, 1.5, table_files.write_merge_table),
        "snapshot ": ("small groups", 10_000, 1.3, table_files.write_small_groups),
        "incremental": ("small groups", 10_000, 1.0, table_files.write_small_groups),
    }
    for work, (kind, num, goal, write) in works.items():
        size = num // sizes.factor
        table = folder / f"{kind.replace(' ', '-')}-{size}"
        if not table.exists():
            write(table, size)
        yield work.strip(), f"{kind}, {size:,}", table, goal


def read_table(work: str, reader: str, table: Path) -> Result:
    """One pass of a reader in Python over a view of a table."""
    turn = bench_tables.take_turn(work, reader_name(work, reader), table, 1)
    return Result(work, "", reader, {"rows": turn.rows}, (turn.wall,), turn.cpu, peak_mib=turn.peak_mib)


def reader_name(work: str, reader: str) -> str:
    """Key of `bench_tables.READERS`."""
    return f"{reader}-incremental" if work == "incremental" else reader


def rows_of(work: str, reader: str, table: Path) -> int:
    """Checksum of the rows of a view by a reader in Python."""
    return checksum(bench_tables.READERS[reader_name(work, reader)](table), "_hoodie_record_key")


def table_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Views of whole tables."""
    if find_spec("hudi") is None:
        raise ToolMissing("hudi-rs: the extra `hudi-rs` brings it")
    for work, given, table, goal in tables(folder, sizes):
        ours, theirs = (partial(read_table, work, reader, table) for reader in ("ours", "hudi-rs"))

        def sums(work: str = work, table: Path = table) -> tuple[int, int]:
            return rows_of(work, "ours", table), rows_of(work, "hudi-rs", table)

        yield Row(work, given, HUDI_RS, goal, ours, theirs, sums)


def crate_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """The same views against the crate of hudi-rs 0.6."""
    program = rust_peers.build_hudi_rs()
    for work, given, table, goal in tables(folder, sizes):
        later = work == "incremental"
        ours = partial(read_table, work, "ours", table)
        theirs = partial(rust_peers.read_table, program, table, 1, is_incremental=later)

        def sums(work: str = work, table: Path = table, later: bool = later) -> tuple[int, int]:
            other = rust_peers.table_checksum(program, table, is_incremental=later)
            return rows_of(work, "ours", table), other

        yield Row(work, given, rust_peers.HUDI_RS_06, goal, ours, theirs, sums)


def timeline_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Archived timelines of both layouts."""
    num = 100_000 // sizes.factor // 9 * 9
    tables = {"archive": folder / f"archive-{num}", "history": folder / f"history-{num}"}
    writers = {"archive": bench_timeline.write_archive, "history": bench_timeline.write_history}
    goals = {
        ("archive", "list"): 1.0,
        ("archive", "entries"): 1.0,
        ("history", "list"): 3.0,
        ("history", "details"): 2.0,
    }
    for (kind, work), goal in goals.items():
        table = tables[kind]
        if not table.exists():
            writers[kind](table, num)

        def ours(kind: str = kind, work: str = work, table: Path = table) -> Result:
            return bench_timeline.measure_ours(f"{kind}_{work}", table, sizes.passes)

        def theirs(kind: str = kind, work: str = work, table: Path = table) -> Result:
            return bench_timeline.measure_hudi(RELEASE, kind, work, table, sizes.java_passes)

        yield Row(f"{kind} {work}", f"{num:,} instants", HUDI, goal, ours, theirs)


def metadata_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Questions to metadata tables."""
    program = build_adapter(str(HERE / "java_metadata"), RELEASE)
    for work, most in bench_metadata.COUNTS.items():
        num = most // sizes.factor
        table = folder / f"metadata-{work}-{num}"
        if not table.exists():
            bench_metadata.write_table(table, work, num)

        def ours(work: str = work, table: Path = table, num: int = num) -> Result:
            result = Result(work, "", "ours", {}, (), 0.0)
            paths = [table, Path(str(num))]
            return harness.measure_ours(str(HERE / "bench_metadata.py"), work, sizes.passes, paths, result)

        def theirs(work: str = work, table: Path = table, num: int = num) -> Result:
            command = [*program, work, str(table), str(num), str(sizes.java_passes), "60"]
            rows = harness.run_peer(HUDI, command)
            seconds = tuple(row[0] for row in rows)
            return Result(work, "", HUDI, {"found": int(rows[-1][2])}, seconds, min(rows)[1])

        yield Row(f"metadata {work}", f"{num:,}", HUDI, 1.0, ours, theirs)


def log_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Log files: frames of blocks, and every record."""
    plan = bench_log.Plan(256 // sizes.factor, 64, sizes.passes, sizes.java_passes, 40)
    for title, len_block in bench_log.TITLES.items():
        file = make_file(folder, title, len_block, plan.size_mib * MIB)
        for work in ("frame", "full"):

            def ours(work: str = work, title: str = title, file: bench_log.BenchFile = file) -> Result:
                return bench_log.measure_ours(work, title, file, sizes.passes)

            def theirs(work: str = work, title: str = title, file: bench_log.BenchFile = file) -> Result:
                return bench_log.measure_java(RELEASE, work, title, file, buffer="64 KiB", plan=plan)

            yield Row(f"log {work}", f"{plan.size_mib} MiB, blocks {title}", HUDI, 1.0, ours, theirs)
        if find_spec("polars"):
            yield Row(
                "log full", f"{plan.size_mib} MiB, blocks {title}", "polars", 1.0,
                partial(bench_log.measure_ours, "full", title, file, sizes.passes),
                partial(bench_log.measure_ours, "full_polars", title, bench_log.in_container(file), 2),
            )  # fmt: skip


def avro_rows(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Every record of log files against arrow-avro, on the same datums as an Avro container, in memory."""
    program = rust_peers.build_arrow_avro()
    size_mib = 256 // sizes.factor
    for title, len_block in bench_log.TITLES.items():
        file = make_file(folder, title, len_block, size_mib * MIB)
        container = bench_log.in_container(file).path

        def sums(path: Path = file.path, container: Path = container) -> tuple[int, int]:
            return checksum(iter_record_batches(path)), rust_peers.container_checksum(program, container)

        yield Row(
            "log full", f"{size_mib} MiB, blocks {title}", rust_peers.ARROW_AVRO, 1.0,
            partial(bench_log.measure_ours, "full_memory", title, file, sizes.passes),
            partial(rust_peers.read_container, program, container, sizes.passes), sums,
        )  # fmt: skip


GROUPS: Mapping[str, Callable[[Path, Sizes], Iterator[Row]]] = {
    "hfile": hfile_rows, "tables": table_rows, "timeline": timeline_rows, "metadata": metadata_rows,
    "log": log_rows, "avro": avro_rows, "crate": crate_rows,
}  # fmt: skip


# --- a run ----------------------------------------------------------------------------------------------


def measured(row: Row, num_turns: int) -> Iterator[Turn]:
    """Turns of both readers, one after the other, each first in every second turn.

    Where rows can be compared, this is done once before, and their checksums are among what was counted.
    """
    sums = {} if row.checksums is None else dict(zip(("ours", row.peer), row.checksums(), strict=True))
    for number in range(num_turns):
        sides = [("ours", row.ours), (row.peer, row.theirs)]
        for reader, ask in sides if number % 2 == 0 else reversed(sides):
            result = ask()
            best = result.best
            counts = dict(result.counts) | ({"checksum": sums[reader]} if sums else {})
            yield Turn(
                row.name, row.input, reader, row.goal, best, result.cpu_seconds, result.peak_mib, counts
            )


def run(options: argparse.Namespace) -> int:
    """Measure and write the file; 1 where readers disagree on what they read."""
    sizes = Sizes(20, 2, 3) if options.quick else Sizes(1, 5, 12)
    turns: list[Turn] = []
    missing: list[str] = []
    start, load = time.monotonic(), [os.getloadavg()[0]]
    with harness.scratch(options.folder) as folder:
        groups = list(options.groups or GROUPS)
        if not options.groups and not rust_peers.is_hudi_rs_built():
            groups.remove("crate")
            missing.append(f"{rust_peers.HUDI_RS_06}: compiled by `--groups crate` alone, it takes an hour")
        for name in groups:
            try:
                for row in GROUPS[name](folder, sizes):
                    if re.search(options.only, f"{row.name} {row.input}"):
                        turns += _shown(row, options.turns)
            except ToolMissing as error:
                missing.append(f"{name}: {error}")
    load.append(os.getloadavg()[0])
    document = {
        "date": datetime.now(UTC).date().isoformat(), "commit": harness.commit(),
        "host": harness.host(), "load": load,
        "seconds": round(time.monotonic() - start), "quick": options.quick, "missing": missing,
        "turns": [asdict(turn) for turn in turns],
    }  # fmt: skip
    options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    show(document)
    return 1 if any(row["differ"] for row in summary(document)) else 0


def _shown(row: Row, num_turns: int) -> list[Turn]:
    turns = []
    for turn in measured(row, num_turns):
        turns.append(turn)
        line = f"{turn.name:22} {turn.input:24} {turn.reader:14} {turn.wall:9.4f} s, CPU {turn.cpu:9.4f} s"
        print(line, file=sys.stderr, flush=True)
    return turns


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, 1 where readers disagree on what they read."""
    parser = argparse.ArgumentParser(prog="python conformance/benchmarks/bench_rows.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    runs = commands.add_parser("run", help="measure all rows")
    runs.add_argument("out", type=Path, help="file that receives the figures")
    runs.add_argument("--quick", action="store_true", help="a twentieth of each input")
    runs.add_argument("--turns", type=int, default=5, metavar="N")
    runs.add_argument("--groups", nargs="*", choices=list(GROUPS))
    runs.add_argument("--only", default="", metavar="REGEX", help="rows whose name and input match")
    runs.add_argument("--folder", type=Path, help="keep what is generated here (about 7 GB)")
    for name, number in (("show", 1), ("compare", 2), ("store", "+")):
        commands.add_parser(name).add_argument("file", type=Path, nargs=number)
    options = parser.parse_args(arguments)
    if options.command == "run":
        return run(options)
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in options.file]
    {"show": show, "compare": compare, "store": store}[options.command](*documents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
