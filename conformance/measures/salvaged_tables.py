# SPDX-License-Identifier: Apache-2.0
"""How many rows of damaged tables a salvage returns, and how many of those that it calls `ok` are not.

    python conformance/measures/salvaged_tables.py TABLES --seed 1 --num 300

TABLES are folders with intact tables, or zip files of them. Each drawn damage hits base files, log files or
instants of a copy (`drawn_damage`). A row is untouched if all files of its file group and the instant that
wrote it are as before. A row that is `ok` and not of the snapshot before the damage is wrong, unless the
table is what it was earlier, or what a crash of its last writer leaves. Exit code 1 if there is a wrong row.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from drawn_damage.__main__ import OPERATIONS, tables_of, unpack
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.salvage.slices import OK
from hudi_conformance.salvage.table import MARK, SLICE, salvage_table
from hudi_conformance.table.arrow import group_batches
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_files import files_of, path_of, state_slice
from instruments.tables.table import COMMITS, Table

NAMES = ("file", "file", "rewrite", "writer", "backup", "statement", "token")
REFUSALS = (Reject, LimitExceeded, UnsupportedInput, OSError)


def texts(rows: pa.Table | pa.RecordBatch) -> Iterator[str]:
    """Rows as texts that are equal if their values are; the file of a row changes with a lost compaction."""
    names = sorted(set(rows.schema.names) - {"_hoodie_file_name"})
    return (repr(list(row.items())) for row in rows.select(names).to_pylist())


@cache
def slices(folder: Path) -> list[tuple[dict[str, bytes], list[str]]]:
    """Files of each file group of an intact table with their bytes, and rows of its snapshot."""
    table, found = open_table(folder), []
    for group, known in table.slices.items():
        if state_slice(table, group, View()) is not None:
            files = {
                path_of(file): (folder / path_of(file)).read_bytes() for i in known for file in files_of(i)
            }
            rows = [text for batch in group_batches(table, group, View()) for text in texts(batch)]
            found.append((files, rows))
    return found


@cache
def instants(folder: Path) -> dict[str, bytes]:
    """Completed instants of an intact table: their paths, and their contents."""
    table = Table(folder)
    done = [instant for instant in table.instants if instant.state == "completed"]
    return {table.place(instant): table.file(table.place(instant)).read_bytes() for instant in done}


def is_same(folder: Path, path: str, data: bytes) -> bool:
    """Whether a file is as before."""
    return (folder / path).is_file() and (folder / path).read_bytes() == data


def damage(source: Path, folder: Path, seed: int) -> list[str]:
    """Damage a copy of a table; names of what was done."""
    rng = random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.crc"))
    changes = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        name = rng.choice(NAMES)
        try:
            done = OPERATIONS[name](Table(folder), rng)
        except (OSError, ValueError, TypeError, KeyError, IndexError, StopIteration, AssertionError):
            continue
        changes += [f"{name}: {done[0]} {done[1]}"] if done is not None else []
    return changes


def salvaged(folder: Path, out: Path) -> tuple[Counter[str], Counter[str], str]:
    """All rows that a salvage returns, those that are `ok`, and why there is none."""
    shutil.rmtree(out, ignore_errors=True)
    try:
        salvage_table(folder, out)
    except REFUSALS as error:
        return Counter(), Counter(), f"{type(error).__name__}: {error}"[:200]
    rows: Counter[str] = Counter()
    sound: Counter[str] = Counter()
    for path in (out / "rows").glob("*.parquet"):
        table = pq.read_table(path)
        marks = table[MARK].to_pylist()
        for text, mark in zip(texts(table.drop_columns([MARK, SLICE])), marks, strict=True):
            rows[text] += 1
            sound[text] += mark == OK
    return rows, +sound, ""


def outcome(source: Path, scratch: Path, seed: int) -> dict[str, Any] | None:
    """Result of a salvage for one damage; None if it changed nothing."""
    folder = scratch / "table"
    changes = damage(source, folder, seed)
    if not changes:
        return None
    rows, sound, refusal = salvaged(folder, scratch / "out")
    untouched: Counter[str] = Counter()
    touched: Counter[str] = Counter()
    times = {path: re.split("[_.]", path.rpartition("/")[2])[0] for path in instants(source)}
    changed = {path for path, data in instants(source).items() if not is_same(folder, path, data)}
    lost = {times[path] for path in changed}
    writes = sorted((path for path in times if path.endswith(COMMITS)), key=lambda path: times[path])
    is_crash = not (folder / writes[-1]).exists() and changed.isdisjoint(writes[:-1])
    is_old = lost == set(sorted(set(times.values()))[-len(lost) :]) and not any(
        time in path.name for path in folder.rglob("*") for time in lost
    )
    for files, own in slices(source):
        is_whole = all(is_same(folder, path, data) for path, data in files.items())
        for text in own:
            is_own = is_whole and not any(time in text for time in lost)
            (untouched if is_own else touched)[text] += 1
    before = untouched + touched
    return {
        "seed": seed,
        "table": source.parent.name,
        "changes": changes,
        "refusal": refusal,
        "untouched": untouched.total(),
        "returned": (untouched & rows).total(),
        "ok": (untouched & sound).total(),
        "touched": touched.total(),
        "touched returned": (touched & (rows - (untouched & rows))).total(),
        "wrong": (sound - before).total(),
        "is_unknowable": is_old or is_crash,
    }


def _measure(paths: list[Path], seeds: list[int]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        tables = unpack(paths, Path(name) / "tables")
        drawn = ((random.Random(f"table {seed}").choice(tables), seed) for seed in seeds)
        rows = (outcome(table, Path(name), seed) for table, seed in drawn)
        return [row for row in rows if row is not None]


def main() -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tables", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="first seed (default: 1)")
    parser.add_argument("--num", type=int, default=300, help="number of damages (default: 300)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    options = parser.parse_args()
    paths = list(tables_of(options.tables))
    seeds = list(range(options.seed, options.seed + options.num))
    parts = [seeds[start :: options.jobs * 8] for start in range(options.jobs * 8)]
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(_measure, paths, part) for part in parts]:
            for row in future.result():
                is_wrong = row["wrong"] and not row["is_unknowable"]
                if is_wrong or row["refusal"] or row["returned"] < row["untouched"]:
                    print(json.dumps(row), flush=True)
                total.update(
                    {key: value for key, value in row.items() if type(value) is int and key != "seed"}
                )
                total.update({"damages": 1, "refused": bool(row["refusal"]), "wrong ones": bool(is_wrong)})
    print(json.dumps(total, indent=1))
    return int(total["wrong ones"] > 0)


if __name__ == "__main__":
    sys.exit(main())
