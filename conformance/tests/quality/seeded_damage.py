# SPDX-License-Identifier: Apache-2.0
"""Does the audit find what was broken? Healthy files, copies with one seeded damage each, and a score.

    python conformance/tests/quality/seeded_damage.py FOLDER... [--damages 200] [--seed 1] [--out DIR]

The damages and what they must be found as are those of `support/damages.py`.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hudi_conformance.audit.findings import NOTE, FindingRow
from hudi_conformance.audit.run import Options, run_audit

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))

from damages import Damage, make_damages


@dataclass
class Score:
    """What an audit of damaged copies found.

    Attributes:
        missed: damages that break a rule and were not found at their place under its id.
        exact, others, false: findings that are expected; others of files in which a rule is broken; those of
            files that are whole.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    num_breaking: int = 0
    missed: list[tuple[Damage, list[FindingRow]]] = field(default_factory=list)
    exact: int = 0
    others: Counter[str] = field(default_factory=Counter)
    false: list[FindingRow] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """Share of damages that break a rule and are found."""
        return 1 - len(self.missed) / max(self.num_breaking, 1)

    @property
    def precision(self) -> float:
        """Share of findings that are about files in which a rule is broken."""
        found = self.exact + sum(self.others.values())
        return found / max(found + len(self.false), 1)


def healthy_files(folders: list[Path], out: Path, max_size: int = 200_000) -> list[Path]:
    """Files that the audit finds nothing wrong with, and that are not too large to copy often."""
    outcome = run_audit(Options([str(one) for one in folders]), out)
    wrong = {row.path for row in outcome.store.rows()}
    paths = [Path(task.ref.path) for task in outcome.plan.tasks if 0 < task.ref.size <= max_size]
    return sorted(path for path in paths if str(path) not in wrong)


def score(damages: list[Damage], healthy: list[Path], folder: Path) -> Score:
    """Write copies below `folder`, audit them, compare."""
    targets: dict[str, Damage | None] = {}
    for number, path in enumerate(healthy):
        target = folder / "files" / f"healthy-{number:04d}" / path.name
        target.parent.mkdir(parents=True)
        shutil.copyfile(path, target)
        targets[str(target)] = None
    for number, damage in enumerate(damages):
        target = folder / "files" / f"damage-{number:04d}" / (damage.name or Path(damage.source).name)
        target.parent.mkdir(parents=True)
        target.write_bytes(damage.data)
        targets[str(target)] = damage
    outcome = run_audit(Options([str(folder / "files")]), folder / "audit")
    rows: dict[str, list[FindingRow]] = {}
    for row in outcome.store.rows():
        if row.verdict != NOTE:
            rows.setdefault(row.path, []).append(row)
    return compare(targets, rows)


def compare(targets: dict[str, Damage | None], rows: dict[str, list[FindingRow]]) -> Score:
    """Findings beside what was done."""
    result = Score()
    for path, damage in targets.items():
        found = rows.get(path, [])
        if damage is not None:
            result.kinds[damage.kind] += 1
        if damage is None or damage.expected is None:
            result.false += found
            continue
        result.num_breaking += 1
        hits = [row for row in found if (row.requirement or row.code, row.ofs) == damage.expected]
        if not hits:
            result.missed.append((damage, found))
        result.exact += len(hits)
        result.others.update(
            f"{damage.kind}: {row.requirement or row.code}" for row in found if row not in hits
        )
    return result


def lines(result: Score, num_healthy: int) -> Iterator[str]:
    """The score for people."""
    yield f"{sum(result.kinds.values())} damages of {len(result.kinds)} kinds, {num_healthy} files left whole"
    yield f"{result.num_breaking} break a rule, {sum(result.kinds.values()) - result.num_breaking} do not"
    hits = result.num_breaking - len(result.missed)
    found = f"{hits} of {result.num_breaking}"
    yield f"recall    {result.recall:.4f}  {found} at the right offset under the right id"
    total = result.exact + sum(result.others.values()) + len(result.false)
    false = len(result.false)
    yield f"precision {result.precision:.4f}  {false} of {total} findings are about files that are whole"
    for damage, rows in result.missed:
        got = [(row.requirement or row.code, row.ofs) for row in rows]
        yield f"  missed {damage.kind} of {damage.source}: {damage.expected}, found {got}"
    for row in result.false:
        yield f"  false {row.path}: {row.requirement or row.code} at {row.ofs}: {row.message}"
    for what, number in sorted(result.others.items()):
        yield f"  follows from {what} ({number})"


def main() -> int:
    """Run it; 0 when everything was found and nothing else."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--damages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--healthy", type=int, default=200, help="whole files among the damaged ones")
    parser.add_argument("--out", type=Path, help="keep the damaged files here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.out or Path(scratch) / "out"
        healthy = healthy_files(args.folders, Path(scratch) / "first")
        damages = make_damages(healthy, args.damages, args.seed)
        whole = random.Random(args.seed).sample(healthy, min(args.healthy, len(healthy)))
        result = score(damages, whole, folder)
    print("\n".join(lines(result, len(whole))))
    return int(bool(result.missed or result.false))


if __name__ == "__main__":
    sys.exit(main())
