# SPDX-License-Identifier: Apache-2.0
"""Damage copies of real tables by drawn operations, and measure which of the damages an audit reports.

    python -m drawn_damage TABLES --seed 1 --num 500 --out out/damage

TABLES are folders with intact tables, or zip files of them. Prints recall of the damage that changes rows or
misleads a writer, by operation; `damages.jsonl` has a line for each damage. `impossible.toml` proves why some
damage cannot be found. `--add` counts rows of earlier series, too; `--first` are their first seeds. `--obey`
executes the commands of the advice, with the intact table as the copy that they name, until nothing is
reported or changed, and compares the rows. Exit code 1 if any damage is missed that has no proof, or advice
loses a row.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from hudi_conformance.audit.findings import FindingRow
from instruments.tables.table import Table, find_tables

from drawn_damage import operations, statements
from drawn_damage.counts import does_matter, is_impossible, store, summary
from drawn_damage.judge import (
    Finding,
    Rows,
    Verdict,
    audit,
    differences,
    finding,
    misled,
    names_it,
    read_rows,
)
from drawn_damage.obey import obey_all

Operation = Callable[[Table, random.Random], tuple[str, str] | None]
MAX_FILES = 300
OPERATIONS: dict[str, Operation] = {
    "statement": statements.change_statement,
    "token": statements.replace_token,
    "property": statements.change_property,
    "file": operations.damage_file,
    "rewrite": operations.rewrite_base_file,
    "writer": operations.stop_writer,
    "backup": operations.restore_backup,
    "folder": operations.lose_folder,
}


def unpack(paths: list[Path], folder: Path) -> list[Path]:
    """Tables of few files, copied or unpacked below a folder."""
    for number, path in enumerate(paths):
        target = folder / f"{number}-{path.stem}"
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                archive.extractall(target)
        else:
            shutil.copytree(path, target)
    return [path for path in find_tables(folder) if sum(1 for _ in path.rglob("*")) <= MAX_FILES]


@cache
def intact(folder: Path) -> tuple[Rows, str]:
    """Rows and misleading footers of an intact table."""
    table = Table(folder)
    return read_rows(folder, table.version), misled(table)


@cache
def usual(folder: Path) -> frozenset[Finding]:
    """Findings of an audit of an intact table: defects of the release that wrote it."""
    with tempfile.TemporaryDirectory() as out:
        return frozenset(map(finding, audit(folder, Path(out) / "audit", deep=True)))


def damage(
    tables: list[Path], seed: int, scratch: Path, *, deep: bool, obeys: bool = False
) -> dict[str, Any] | None:
    """Damage a copy of a drawn table by one or two drawn operations; None if none applies."""
    rng = random.Random(seed)
    source = rng.choice(tables)
    folder = scratch / "table"
    copy_table(source, folder)
    changes = []
    halfway = scratch / "halfway"
    for number in range(rng.choice((1, 1, 1, 2))):
        if number:
            copy_table(folder, halfway)
        change = _change(tables, folder, rng)
        if change is not None:
            changes.append(change)
        else:  # it may have stopped after a step
            copy_table(halfway if number else source, folder)
    if not changes:
        return None
    paths = [path for _, _, path in changes]
    verdict = _judge(source, folder, scratch / "audit", paths, deep=deep, is_always=obeys)
    names = [f"{operation}: {name}" for operation, name, _ in changes]
    idle = None
    if len(changes) == 2 and not verdict.reported and (verdict.changed or verdict.misleads):
        idle = _without_effect(source, [halfway, folder], scratch, verdict, deep=deep)
    outcome = None
    if obeys and verdict.reported:
        rows, version = intact(source)[0], Table(source).version
        outcome = obey_all(folder, source, version, scratch, intact=rows, usual=usual(source))
    return {
        "seed": seed,
        "table": source.name,
        "changes": names,
        "idle": idle,
        "paths": paths,
        "has_metadata": (source / ".hoodie/metadata").is_dir(),
        "obeyed": None if outcome is None else asdict(outcome),
    } | asdict(verdict)


def copy_table(source: Path, folder: Path) -> None:
    """Copy a table in place of what the folder holds, without check sums that would be stale."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.crc"))


def _without_effect(
    source: Path, states: list[Path], scratch: Path, both: Verdict, *, deep: bool
) -> int | None:
    """Number of the change without which the damage is the same, and that is not reported without the other.

    `states` are the table after the first change, and after both.
    """
    alone = scratch / "alone"
    copy_table(source, alone)
    _apply_difference(*states, alone)
    if _files(alone) == _files(states[1]):
        return 0  # the second change replaces what the first one changed
    effects = [
        _judge(source, folder, scratch / "audit", [], deep=deep, is_always=True)
        for folder in (states[0], alone)
    ]
    for number, (effect, other) in enumerate(zip(effects, reversed(effects), strict=True)):
        same = (other.changed, other.misleads) == (both.changed, both.misleads)
        if same and not (effect.reported or effect.changed or effect.misleads):
            return number
    return None


def _apply_difference(before: Path, after: Path, folder: Path) -> None:
    """Do to the files of a folder what was done between two states of another."""
    old, new = _files(before), _files(after)
    for path in old.keys() - new.keys():
        (folder / path).unlink(missing_ok=True)
    for path, data in new.items():
        if old.get(path) != data:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)


def _files(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _change(tables: list[Path], folder: Path, rng: random.Random) -> tuple[str, str, str] | None:
    name = rng.choice([*OPERATIONS, "exchange"])
    try:
        if name == "exchange":
            done = operations.exchange_tables(Table(folder), rng.choice(tables), rng)
        else:
            done = OPERATIONS[name](Table(folder), rng)
    except (OSError, ValueError, KeyError, IndexError, StopIteration, AssertionError):
        return None  # the first operation left nothing that the second applies to
    return None if done is None else (name, *done)


def _judge(
    source: Path, folder: Path, out: Path, paths: list[str], *, deep: bool, is_always: bool
) -> Verdict:
    """Compare rows; audit what changes some or misleads a writer, or always."""
    rows, footers = intact(source)
    changed = differences(rows, read_rows(folder, Table(source).version))
    try:
        misleads = misled(Table(folder))
    except OSError:
        misleads = ""
    misleads = "" if misleads == footers else misleads
    findings: list[FindingRow] = []
    if changed or misleads or is_always:
        shutil.rmtree(out, ignore_errors=True)
        findings = [row for row in audit(folder, out, deep=deep) if finding(row) not in usual(source)]
    return Verdict(
        changed=changed,
        misleads=misleads,
        reported=bool(findings),
        is_near=any(names_it(findings, path) for path in paths),
        rules=tuple(sorted({row.requirement or row.code for row in findings})),
    )


def _measure(paths: list[Path], seeds: list[int], *, deep: bool, obeys: bool) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        rows = (damage(_unpacked(tuple(paths)), seed, Path(name), deep=deep, obeys=obeys) for seed in seeds)
        return [row for row in rows if row is not None]


@cache
def _unpacked(paths: tuple[Path, ...]) -> list[Path]:
    """Tables that a process of the pool unpacks once, with what `intact` and `usual` have read of them."""
    folder = tempfile.mkdtemp()
    Finalize(None, shutil.rmtree, (folder,), {"ignore_errors": True}, exitpriority=1)
    return unpack(list(paths), Path(folder))


def tables_of(folders: list[Path]) -> Iterator[Path]:
    """Zip files, and folders with a table in them."""
    for folder in folders:
        if folder.is_file():
            yield folder
            continue
        yield from sorted(folder.rglob("*.zip"))
        yield from find_tables(folder)


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m drawn_damage", description=__doc__)
    parser.add_argument("tables", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="first seed (default: 1)")
    parser.add_argument("--num", type=int, default=200, help="number of damages (default: 200)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--deep", action="store_true", help="decode every page of base files")
    parser.add_argument("--obey", action="store_true", help="execute the advice, compare rows")
    parser.add_argument("--store", action="store_true", help="keep the counts in conformance/results")
    parser.add_argument("--add", nargs="+", type=Path, default=[], help="damages.jsonl of earlier series")
    parser.add_argument("--first", nargs="+", type=int, default=[], help="first seeds of these series")
    parser.add_argument("--out", type=Path, default=Path("out/damage"), help="folder of the result")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    paths = list(tables_of(options.tables))
    seeds = list(range(options.seed, options.seed + options.num))
    parts = [seeds[start :: options.jobs * 100] for start in range(options.jobs * 100)]
    rows = [json.loads(line) for path in options.add for line in path.read_text().splitlines()]
    first_seeds = [*options.first, *([options.seed] if options.num else [])]
    with ProcessPoolExecutor(options.jobs) as pool, (options.out / "damages.jsonl").open("w") as file:
        for future in [
            pool.submit(_measure, paths, part, deep=options.deep, obeys=options.obey) for part in parts
        ]:
            for row in future.result():
                rows.append(row)
                file.write(json.dumps(row) + "\n")
            file.flush()
            print(f"{len(rows)} of {options.num} damages", file=sys.stderr, flush=True)
    result = summary(rows)
    print(json.dumps(result, indent=1))
    if options.store:
        store(rows, first_seeds, "".join(f" --{name}" for name in ("deep", "obey") if getattr(options, name)))
    missed = [row for row in rows if does_matter(row) and not row["reported"] and not is_impossible(row)]
    for row in missed:
        print(f"missed: {row['seed']} of {row['table']}: {', '.join(row['changes'])}", file=sys.stderr)
    harmful = [row for row in rows if row["obeyed"] is not None and row["obeyed"]["lost"]]
    for row in harmful:
        print(f"advice loses rows: {row['seed']} of {row['table']}: {row['obeyed']}", file=sys.stderr)
    return 1 if missed or harmful else 0


if __name__ == "__main__":
    sys.exit(main())
