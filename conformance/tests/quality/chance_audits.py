# SPDX-License-Identifier: Apache-2.0
"""Questions about whole tables for mutants drawn by chance.

    audit:damaged-KIND   an audit of tables with one kind of seeded damage finds each at its place, and as
                         many findings of each rule as `chance_audits.json` says
    drawn:VERSION-MODE   of tables that the reference writer wrote, an audit finds nothing, and the rows are
                         those of the model

Place and rule of a damage come from its kind, which shares no code with the audit. The counts are stored to
show false alarms, and findings lost beside the expected one:

    python conformance/tests/quality/chance_audits.py     # writes the counts again, to be reviewed
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure
from hudi_conformance import resources
from hudi_conformance.damage.tables.score import Damage, is_match, make_damages
from hudi_conformance.damage.tables.table import find_tables

if TYPE_CHECKING:
    from chance_questions import World

HERE = Path(__file__).resolve().parent
COUNTS = HERE / "chance_audits.json"
_SEED, _PER_KIND, _NUM_HISTORIES, _NUM_STEPS = 1, 3, 4, 8
_VERSIONS = (0, 3, 5, 6, 8, 9)
_SNAPSHOT = {"line": "1.2", "view": "snapshot"}


def audit_questions(whole: Path, folder: Path) -> Iterator[Asked]:
    """All of them; `whole` has the undamaged tables, `folder` is for the damaged ones."""
    yield from audits_of_damages(whole, folder)
    yield from drawn_tables()
    yield "drawn:leftovers", f"{_VERSIONS}", _leftovers


def unpack_tables(folder: Path) -> None:
    """Tables that real Hudi wrote, each in a folder of its release and name."""
    archives = sorted((resources.fixtures_dir() / "real-rows").rglob("*.zip"))
    for path in archives:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder / f"{path.parent.name}-{path.stem}")


def audits_of_damages(whole: Path, folder: Path) -> Iterator[Asked]:
    """One question for each kind of seeded damage to the tables below `whole`; copies below `folder`."""
    stored: dict[str, dict[str, int]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    for kind, damages in _damages(whole, folder).items():
        counts = stored.get(kind, {})
        digest = f"{_SEED} {_PER_KIND} {counts}"
        yield f"audit:damaged-{kind}", digest, audit_of_kind(folder / kind, damages, counts)


def _damages(whole: Path, folder: Path) -> dict[str, list[Damage]]:
    """Damaged copies by kind, in a folder for each kind."""
    folder.mkdir(parents=True)
    damages, _ = make_damages(find_tables(whole), folder, _SEED, _PER_KIND)
    groups: dict[str, list[Damage]] = {}
    for damage in damages:
        group = folder / damage.kind.name
        group.mkdir(exist_ok=True)
        (folder / damage.folder).rename(group / damage.folder)
        groups.setdefault(damage.kind.name, []).append(damage)
    return groups


def audit_of_kind(
    folder: Path, damages: Sequence[Damage], counts: dict[str, int]
) -> Callable[[World], Failure]:
    def fault(world: World) -> Failure:
        rows = world.audit(folder, deep=True)
        for damage in damages:
            start = f"{folder}/{damage.folder}/"
            own = [
                (row.path[len(start) :], row.requirement or row.code, row.ofs)
                for row in rows
                if row.path.startswith(start)
            ]
            if not any(is_match(damage, *one) for one in own):
                return f"missed {damage.expected} under {damage.kind.rules}"
        found = counts_of(rows)
        return None if found == counts else f"findings of each rule: expected {counts}, found {found}"

    return fault


def counts_of(rows: Sequence[Any]) -> dict[str, int]:
    """Number of findings of each rule, verdict and severity."""
    keys = (f"{row.requirement or row.code} {row.verdict} {row.severity}" for row in rows)
    return dict(sorted(Counter(keys).items()))


def drawn_tables() -> Iterator[Asked]:
    """One question for each table version and merge mode."""
    for version in _VERSIONS:
        for mode in ("EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"):
            digest = f"{_NUM_HISTORIES} {_NUM_STEPS}"
            yield f"drawn:{version}-{mode[:-9].lower()}", digest, _drawn(version, mode)


def _drawn(version: int, mode: str) -> Callable[[World], Failure]:
    def fault(world: World) -> Failure:
        sys.modules.pop("histories", None)  # it holds the writer that it has imported
        histories: Any = importlib.import_module("histories")
        table_read = importlib.import_module("hudi_conformance.adapters.kaitai_table").table_read
        for number in range(_NUM_HISTORIES):
            chance = random.Random(f"{version} {mode} {number}")
            history = histories.History(mode, version)
            history.run(_steps(histories, chance))
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place) / "table"
                history.store(folder, number * 2)
                if rows := world.audit(folder, deep=True):
                    return f"false {rows[0].requirement or rows[0].code}: {rows[0].message}"
                if version >= 6 and _by_key(table_read(folder, _SNAPSHOT)["rows"]) != _by_key(history.rows()):
                    return f"other rows in history {number}"
        return None

    return fault


def _leftovers(world: World) -> Failure:
    """Markers and heartbeats of completed and unknown instants are told once each, of pending ones never."""
    sys.modules.pop("histories", None)
    histories: Any = importlib.import_module("histories")
    for version in _VERSIONS:
        history = histories.History("COMMIT_TIME_ORDERING", version)
        history.run(_steps(histories, random.Random(f"leftovers {version}"))[:1])
        entries = dict.fromkeys(histories.KEYS[:2], (2, "x"))
        history.run([histories.Write(entries, True), histories.Write(entries, False)])
        completed, pending = (history.instants[at]["time"] for at in (0, -1))
        unknown = "20250101000000000"
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "table"
            history.store(folder)
            for time in (completed, pending, unknown):
                for name in (
                    f".temp/{time}/a.marker.MERGE",
                    f".temp/{time}/b.marker.APPEND",
                    f".heartbeat/{time}",
                ):
                    path = folder / ".hoodie" / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.touch()
            found = sorted(row.path.partition("/.hoodie/")[2] for row in world.audit(folder, deep=True))
        times = sorted((completed, unknown))
        heads = [*(f".heartbeat/{time}" for time in times), *(f".temp/{time}" for time in times)]
        if len(found) != len(heads) or not all(map(str.startswith, found, heads)):
            return f"version {version}: {found} instead of {heads}"
    return None


def _by_key(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: str(row["_hoodie_record_key"]))


def _steps(histories: Any, chance: random.Random) -> list[Any]:
    """A first write of all keys, then anything."""
    steps = [histories.Write({key: (chance.randrange(1, 4), "0") for key in histories.KEYS})]
    for _ in range(_NUM_STEPS):
        keys = chance.sample(histories.KEYS, chance.randrange(1, 5))
        entries = {key: (chance.randrange(1, 5), chance.choice(["x", "yy", "zzz", None])) for key in keys}
        write = histories.Write(entries, chance.random() < 0.8, chance.random() < 0.5)
        others = [histories.Rollback(), histories.Schedule(), histories.Compact()]
        steps.append(chance.choice([write, write, write, *others]))
    return steps


def main() -> int:
    """Write the counts again."""
    run_audit = importlib.import_module("hudi_conformance.audit.run")
    with tempfile.TemporaryDirectory(prefix="chance-") as place:
        scratch = Path(place)
        unpack_tables(scratch / "whole")
        counts = {}
        for kind in sorted(_damages(scratch / "whole", scratch / "damaged")):
            options = run_audit.Options([str(scratch / "damaged" / kind)], deep=True)
            outcome = run_audit.run_audit(options, scratch / "out" / kind)
            counts[kind] = counts_of(list(outcome.store.rows()))
    COUNTS.write_text(f"{json.dumps(counts, indent=1)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path += [str(HERE.parent / "support"), str(HERE.parent)]
    sys.exit(main())
