# SPDX-License-Identifier: Apache-2.0
"""HFiles: our bulk path against hudi-io and HBase, in one run, on the same generated files.

A million cells in blocks of 64 KiB, plain and GZ, written by hudi-io, without checksums: it writes none.
Works: a full scan, and one key looked up in a file that is opened for it. Each runs in a separate process,
with several passes; first = first pass of the process, whose start is not counted, best = best pass. Ours
makes Arrow columns on one core; if all cores are requested, it decompresses blocks ahead. Each is measured
twice: with the bytes of the file in memory before a pass begins, and with the file, which each pass opens:
ours maps it, hudi-io reads it as Hudi does. HBase only supports files.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import harness
from harness import HERE, Counts, Result, Work
from hudi_conformance.api.hfiles import open_hfile
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.slices import by_grammar
from hudi_conformance.decode.source import open_source
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter

NUM_ONE = 300  # passes that open a file for one key: JVMs are warm after some hundred
NUM_CELLS = 100_000  # that are read one by one
KEY_STEP = 7  # between the numbers that are keys, as in the generator
MEMORY, FILE = "memory", "file"  # where a pass finds the bytes
PEERS = {"hudi-io": "hudi-io 1.2.1", "hbase": "HBase 2.6.3"}

Source: TypeAlias = Path | bytes


def scan(source: Source, _keys: Path) -> Counts:
    return {"cells": sum(batch.num_rows for batch in iter_cell_batches(source))}


def scan_row_value(source: Source, _keys: Path) -> Counts:
    return {"cells": sum(batch.num_rows for batch in iter_cell_batches(source, columns=("row", "value")))}


def scan_views(source: Source, _keys: Path) -> Counts:
    """All columns, with byte columns as views into the file, as from a reader of buffer positions."""
    return {"cells": sum(batch.num_rows for batch in iter_cell_batches(source, views=True))}


def scan_careful(path: Path, _keys: Path) -> Counts:
    with open_source(path) as buffer:
        return {"cells": sum(1 for _ in CellReader.of(HFile(buffer)).scan())}


def cells_careful(path: Path, _keys: Path) -> Counts:
    """The first cells one by one, with all checks."""
    with open_source(path) as buffer:
        return {"cells": sum(1 for _ in islice(CellReader.of(HFile(buffer)).scan(), NUM_CELLS))}


def cells_grammar(path: Path, _keys: Path) -> Counts:
    """The same by the generated parser alone."""
    with by_grammar():
        return cells_careful(path, _keys)


def get_one(path: Path, keys: Path) -> Counts:
    """Open the file, look up the key in the middle, close the file."""
    wanted = keys.read_bytes().split()
    with open_hfile(path) as file:
        return {"cells": len(file.get(wanted[len(wanted) // 2]))}


def from_memory(work: Work) -> Work:
    """The work on the bytes of a file, which the first pass reads."""
    return lambda path, keys: work(harness.in_memory(path), keys)


_BOTH = (scan, scan_views, scan_row_value)
WORKS: dict[str, Work] = {
    **{work.__name__: work for work in (*_BOTH, get_one, scan_careful, cells_careful, cells_grammar)},
    **{f"{work.__name__}_{MEMORY}": from_memory(work) for work in _BOTH},
}


def measure_ours(
    name: str, codec: str, path: Path, keys: Path, passes: int, *, place: str = FILE, on_all: bool = False
) -> Result:
    """The work `name` on the file of a codec, which is read at a `place`; `on_all` as of the harness."""
    result = Result(name.partition("_")[0], f"{codec}, {place}", f"ours {name}", {}, (), 0.0)
    work = name if place == FILE else f"{name}_{place}"
    paths = [path, keys]
    return harness.measure_ours(str(HERE / "bench_hfile.py"), work, passes, paths, result, on_all=on_all)


def measure_peer(
    peer: str, work: str, codec: str, path: Path, keys: Path, *, passes: int, place: str = FILE
) -> Result:
    """Raises ToolMissing: no Java, no jars, or the library fails."""
    command = build_adapter(str(HERE / "java_hfile"), peer)
    rows = harness.run_peer(PEERS[peer], [*command, work, place, str(path), str(passes), "10", str(keys)])
    _, cpu_seconds, num_cells, *_ = min(rows)
    seconds = tuple(row[0] for row in rows)
    return Result(work, f"{codec}, {place}", PEERS[peer], {"cells": int(num_cells)}, seconds, cpu_seconds)


def measure(folder: Path, num_cells: int, passes: int) -> Iterator[Result]:
    """Raises ToolMissing: nothing to write the files with."""
    keys = folder / "key"
    keys.write_bytes(b"%016d\n" % (num_cells // 2 * KEY_STEP))
    writer = build_adapter(str(HERE / "java_hfile"), "hudi-io")
    for codec in ("NONE", "GZ"):
        path = folder / f"{codec}-{num_cells}.hfile"
        subprocess.run([*writer, "write", str(path), codec, str(num_cells)], check=True)
        print(f"{codec}: {path.stat().st_size:,} bytes", flush=True)
        yield measure_ours("scan_careful", codec, path, keys, 1)
        yield measure_ours("get_one", codec, path, keys, NUM_ONE)
        for place in (MEMORY, FILE):
            for work in _BOTH:
                yield measure_ours(work.__name__, codec, path, keys, passes, place=place)
            for peer, title in PEERS.items():
                if place == MEMORY and peer == "hbase":
                    continue
                for name in ("scan", "get")[: 1 + (place == FILE)]:
                    num = NUM_ONE if name == "get" else 2 * passes
                    try:
                        yield measure_peer(peer, name, codec, path, keys, passes=num, place=place)
                    except ToolMissing as missing:
                        print(f"without {title}: {missing}")


def counted(results: Iterator[Result], num_cells: int) -> Iterator[Result]:
    """The results; a reader that counts other cells than there are is named."""
    for result in results:
        wanted = num_cells if result.work == "scan" else 1
        if result.counts["cells"] != wanted:
            print(f"{result.reader} found {result.counts['cells']} cells where {wanted} are")
        yield result


def main() -> None:
    parser = harness.parser(
        "conformance/benchmarks/bench_hfile.py",
        __doc__,
        quick="100,000 cells and fewer passes",
        folder="140 MB",
    )
    options = parser.parse_args()
    num_cells, passes = (100_000, 3) if options.quick else (1_000_000, 5)
    harness.run(options, lambda folder: counted(measure(folder, num_cells, passes), num_cells), ("cells",))


if __name__ == "__main__":
    harness.serve_works(WORKS, main)
