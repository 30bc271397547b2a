# SPDX-License-Identifier: Apache-2.0
"""Damaged copies of healthy tables, one audit of all of them, and its detection rate.

The audit runs as a separate program, and only its findings are read.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow.dataset as ds

from instruments.kinds import Kind
from instruments.tables.every_kind import KINDS
from instruments.tables.kinds import Expected, TableDamage
from instruments.tables.table import LAYOUTS, Table, find_tables

MAX_FILES = 260
Found = dict[str, list[tuple[str, str, int | None, str, str]]]
"""Findings by table: path below it, rule, offset, severity, message."""


@dataclass(frozen=True)
class Damage:
    """One damaged copy."""

    kind: Kind[TableDamage]
    layout: str
    source: str
    folder: str
    expected: Expected


@dataclass
class Score:
    """Counts of damage: applied, detected, missed, and findings of undamaged tables.

    Attributes:
        missed: damages without a finding at their location under their rule, with the reported rules.
        healthy: findings of undamaged tables by rule, separately for explained ones.
    """

    seed: int
    layouts: Counter[str] = field(default_factory=Counter)
    by_kind: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    missed: list[tuple[Damage, list[str]]] = field(default_factory=list)
    num_tables: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)

    @property
    def num_damages(self) -> int:
        """Damaged tables."""
        return sum(map(len, self.by_kind.values()))

    @property
    def num_found(self) -> int:
        """Damages that were found."""
        return sum(sum(hits) for hits in self.by_kind.values())

    @property
    def num_kinds_found(self) -> int:
        """Kinds of which every damage was found."""
        return sum(all(hits) for hits in self.by_kind.values())


def make_damages(
    tables: Sequence[Path], out: Path, seed: int, per_kind: int, kinds: Collection[str] | None = None
) -> tuple[list[Damage], list[str]]:
    """Damaged copies below `out`, at least one of each layout where that is possible; kinds without any."""
    groups: dict[str, list[Path]] = defaultdict(list)
    for path in tables:
        groups[LAYOUTS.get(Table(path).version, "other")].append(path)
    damages: list[Damage] = []
    absent = []
    for name, kind in sorted(KINDS.items()):
        if kinds is not None and name not in kinds:
            continue
        rng = random.Random(f"{seed} {name}")  # noqa: S311 - no secret
        orders = {layout: rng.sample(group, len(group)) for layout, group in sorted(groups.items())}
        done: list[Damage] = []
        for wanted in (1, per_kind):  # each layout once, then what is missing
            for layout, order in orders.items():
                while order and (
                    sum(damage.layout == layout for damage in done) < 1
                    if wanted == 1
                    else len(done) < per_kind
                ):
                    copy = out / f"{len(damages) + len(done):04d}-{name}"
                    damage = _damage(kind, layout, order.pop(), copy, rng)
                    done += [damage] if damage is not None else []
        damages += done
        absent += [name] if not done else []
    for spare in out.glob("spare-*"):
        shutil.rmtree(spare)
    return damages, absent


def _damage(
    kind: Kind[TableDamage], layout: str, source: Path, folder: Path, rng: random.Random
) -> Damage | None:
    # A kind that does not apply leaves its copy as it was: the next one takes it.
    spare = folder.parent / f"spare-{str(source).replace('/', '-')}"
    if not spare.is_dir():
        shutil.copytree(source, spare, ignore=shutil.ignore_patterns("*.crc"))
    expected = kind.damage(Table(spare), rng)
    if expected is None:
        return None
    spare.rename(folder)
    return Damage(kind, layout, str(source), folder.name, expected)


def audit(folder: Path, out: Path, tables: Collection[str], option: str = "") -> Found:
    """Findings of one audit of everything below a folder, by table below it; `option`: besides `--deep`."""
    command = [sys.executable, "-m", "hudi_conformance", "audit", str(folder), "--deep", "--out", str(out)]
    command += [option] if option else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1, 3}:
        raise RuntimeError(f"the audit ended with {done.returncode}: {done.stderr[-2000:]}")
    found: Found = defaultdict(list)
    paths = sorted((out / "findings").glob("*.parquet"))
    columns = ["path", "requirement", "code", "ofs", "severity", "message"]
    for row in ds.dataset(paths).to_table(columns=columns).to_pylist() if paths else ():
        below = row["path"][len(str(folder)) + 1 :]
        name = next((name for name in _prefixes(below) if name in tables), None)
        if name is not None:
            found[name].append(
                (below[len(name) + 1 :], row["requirement"] or row["code"], row["ofs"], row["severity"],
                 row["message"])
            )  # fmt: skip
    return found


def _prefixes(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:number]) for number in range(1, len(parts) + 1)]


def run(folder: Path, out: Path, seed: int, per_kind: int = 4, kinds: Collection[str] | None = None) -> Score:
    """Damage the tables below a folder, audit, compare."""
    tables = [path for path in find_tables(folder) if sum(1 for _ in path.rglob("*")) <= 4 * MAX_FILES]
    names = {path.relative_to(folder).as_posix() for path in tables}
    healthy = audit(folder, out / "healthy", names)
    small = [path for path in tables if sum(item.is_file() for item in path.rglob("*")) <= MAX_FILES]
    damages, absent = make_damages(small, out / "damaged", seed, per_kind, kinds)
    found = audit(out / "damaged", out / "audit", {damage.folder for damage in damages})
    score = Score(seed, num_tables=len(tables), absent=absent)
    for name, rows in sorted(healthy.items()):
        for path, rule, _, _, message in rows:
            if "; written by " in message:
                score.explained[rule] += 1
            else:
                score.unexplained.append(f"{name}/{path}: {rule}: {message}"[:300])
    for damage in damages:
        before = {row[:3] for row in healthy.get(Path(damage.source).relative_to(folder).as_posix(), ())}
        rows = [row for row in found.get(damage.folder, ()) if row[:3] not in before]
        is_found = any(is_match(damage, *row[:3]) for row in rows)
        score.layouts[damage.layout] += 1
        score.by_kind[damage.kind.name].append(is_found)
        if not is_found:
            score.missed.append((damage, sorted({f"{row[0]}: {row[1]} at {row[2]}" for row in rows})[:6]))
    return score


def is_match(damage: Damage, path: str, rule: str, ofs: int | None) -> bool:
    """Whether a finding is that of the damage: at its place, under one of its rules."""
    expected = damage.expected
    rules = (*damage.kind.rules, *([expected.rule] if expected.rule is not None else []))
    is_place = path in expected.paths and (expected.ofs is None or ofs == expected.ofs)
    return is_place and rule in rules
