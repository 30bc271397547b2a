# SPDX-License-Identifier: Apache-2.0
"""The real archivers, stopped at every change that they make to a file: what is lost, what later runs do.

Each stop is made twice: between two changes, and with the file that was created last cut to half. Our
readers and our recovery see the folder that is left. The tables of crashes in `spec/archive.md` and
`spec/history.md` say in words what `UNUSUAL` says here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.adapters.kaitai.archival import archive_recover
from hudi_conformance.adapters.kaitai.timeline import OF_FOLDERS
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.session import implementations, starter
from hudi_conformance.suite.trees import Tree

pytestmark = pytest.mark.own_job

KEEP = {
    "hoodie.keep.min.commits": "2",
    "hoodie.keep.max.commits": "3",
    "hoodie.cleaner.commits.retained": "1",
}
MERGE = KEEP | {"hoodie.archive.merge.enable": "true", "hoodie.archive.merge.files.batch.size": "3"}
COMPACT = KEEP | {
    "hoodie.timeline.compaction.batch.size": "3",
    "hoodie.timeline.manifest.retained.versions": "1",
}


@dataclass(frozen=True)
class Scenario:
    """A table whose archiver is stopped: which release, how, and whether commits come before the next run."""

    release: str
    version: int
    config: dict[str, str]
    rounds: int = 0
    is_other_selection: bool = True

    @property
    def layout(self) -> int:
        return 1 if self.version == 6 else 2


SCENARIOS = {
    "archive-0.15.0": Scenario("0.15.0", 6, KEEP),
    "archive-1.2.1": Scenario("1.2.1", 6, KEEP),
    "merge-0.15.0": Scenario("0.15.0", 6, MERGE, rounds=2),
    "history-1.2.1": Scenario("1.2.1", 9, COMPACT, rounds=2),
    "history-again-1.2.1": Scenario("1.2.1", 9, COMPACT, rounds=2, is_other_selection=False),
}
# The change after which it stopped: the first pattern that fits names the crash point.
POINTS = [
    (r"^-$", "nothing"),
    (r"create .*mergeArchivePlan", "merge plan created"),
    (r"delete .*mergeArchivePlan", "merge plan deleted"),
    (r"create .*/archived/.*\.4_", "merged file written"),
    (r"create .*/archived/", "archive written"),
    (r"delete .*/archived/", "candidate deleted"),
    (r"create .*_0\.parquet", "parquet written"),
    (r"create .*_1\.parquet", "compacted parquet written"),
    (r"create .*/manifest_[0-9]+\..*", "manifest under a name of its own"),
    (r"rename .*/manifest_3", "manifest written"),
    (r"rename .*/manifest_4", "compacted manifest written"),
    (r"delete .*/_version_", "version file deleted"),
    (r"create .*/_version_\..*", "version file under a name of its own"),
    (r"rename .*/_version_", "version file written"),
    (r"delete .*/manifest_", "old manifest deleted"),
    (r"delete .*\.parquet", "old parquet deleted"),
    (r"delete .*(requested|inflight)", "pending file deleted"),
    (r"delete .*commit", "completed file deleted"),
]


# The second run ends, the third run ends, instants are archived once or twice.
FINE = ("done", "done", "once")
TWICE = ("done", "done", "twice")
NULL = ("NullPointerException", "done", "once")
STUCK = ("ClassCastException", "ClassCastException", "twice")
IN_FORCE = ("version file deleted", "version file under a name of its own", "version file written")
# Crash points after which not all is fine, and "cut" where a file was.
UNUSUAL: dict[str, dict[tuple[str, str], set[tuple[str, str, str]]]] = {
    "archive-0.15.0": {
        ("archive written", "whole"): {TWICE},
        ("pending file deleted", "whole"): {TWICE},
        ("completed file deleted", "whole"): {TWICE},
    },
    "archive-1.2.1": {
        ("archive written", "whole"): {TWICE},
        ("pending file deleted", "whole"): {TWICE},
        ("completed file deleted", "whole"): {TWICE},
    },
    "merge-0.15.0": {
        ("archive written", "whole"): {TWICE},
        ("archive written", "cut"): {STUCK},
        ("pending file deleted", "whole"): {TWICE},
        ("completed file deleted", "whole"): {TWICE, FINE},
    },
    "history-1.2.1": {
        **{(point, "whole"): {TWICE} for point in IN_FORCE},
        (IN_FORCE[1], "cut"): {TWICE},
        ("pending file deleted", "whole"): {TWICE},
        ("completed file deleted", "whole"): {TWICE, FINE},
    },
    "history-again-1.2.1": {
        **{(point, "whole"): {NULL} for point in IN_FORCE},
        (IN_FORCE[1], "cut"): {NULL},
        ("pending file deleted", "whole"): {NULL},
    },
}


def commits(first: int, last: int, layout: int) -> list[str]:
    """Files of commits, one a second."""
    made = []
    for number in range(first, last + 1):
        time = f"202401010000{number:02d}000"
        done = time if layout == 1 else f"{time}_{time[:-3]}500"
        made += [f"{time}.commit.requested", f"{time}.inflight", f"{done}.commit"]
    return made


def point_of(changes: list[str]) -> str:
    change = changes[-1] if changes else "-"
    point = next(point for pattern, point in POINTS if re.search(pattern, change))
    is_compacted = any(re.search(r"rename .*/manifest_4", known) for known in changes)
    return f"compacted, {point}" if is_compacted and "version" in point else point


@pytest.fixture(scope="module")
def archivers() -> Iterator[dict[str, Adapter]]:
    started: dict[str, Adapter] = {}
    for release in ("0.15.0", "1.2.1"):
        name = f"hudi-archiver-{release}"
        try:
            started[release] = starter(implementations([name])[name])()
        except CannotStart as error:
            pytest.skip(str(error))
    yield started
    for adapter in started.values():
        adapter.close()


def crash(adapter: Adapter, scenario: Scenario, changes: int, tear: bool, left: Path) -> dict[str, Any]:
    layout = scenario.layout
    first, rest = (4, 4 + 2 * scenario.rounds) if scenario.rounds else (5, 5)
    args = {
        "line": "0.15" if scenario.release == "0.15.0" else "1.2",
        "table": {"version": scenario.version, "type": "COPY_ON_WRITE"},
        "timeline": commits(1, first, layout),
        "rounds": [commits(number, number + 1, layout) for number in range(first + 1, rest, 2)],
        "more": commits(rest + 1, rest + 3, layout) if scenario.is_other_selection else [],
        "config": scenario.config,
        "stop_after": changes,
        "tear": tear,
        "copy_to": str(left),
    }
    answer = adapter.ask("archive.crash", b"", args, ms=60_000, mib=700)
    assert answer.answer == "value", answer
    return {**answer.value, "before": rest}


def known_to(state: dict[str, Any]) -> set[str]:
    """Times of the instants that a state holds completed, archived or active."""
    names = [*state["archived"], *state["files"]]
    return {name[:17] for name in names if name.endswith(".commit") and "/" not in name}


def known_to_us(left: Path, layout: int) -> set[str]:
    """The same by our readers."""
    active = OF_FOLDERS["timeline.list"](left, {})["active"]
    command = "archive.list" if layout == 1 else "timeline.history"
    archived = OF_FOLDERS[command](left, {})["instants"]
    done = [item["time"] for item in [*active, *archived] if item.get("state", "COMPLETED") == "COMPLETED"]
    return set(done)


def ending(sentence: str) -> str:
    """`done`, or the exception at the root."""
    return sentence if sentence == "done" else sentence.split("<- ")[1].partition(":")[0]


def same_recovery(adapter: Adapter, scenario: Scenario, left: Path) -> None:
    """The real recovery does to what is left what ours does."""
    kind = "merge" if scenario.layout == 1 else "history"
    if kind == "merge" and scenario.release != "0.15.0":
        return
    args = {
        "line": "0.15" if kind == "merge" else "1.2",
        "kind": kind,
        "scheme": "file",
        "config": scenario.config,
    }
    ours = archive_recover(left, args)
    files = {str(path.relative_to(left)): path.read_bytes() for path in left.rglob("*") if path.is_file()}
    answer = adapter.ask("archive.recover", Tree(files), args, ms=60_000, mib=700)
    assert answer.value == ours, answer


_AGAIN = pytest.mark.whole("the other scenarios stop at the same operations")
_NAMES = [
    pytest.param(name, marks=[_AGAIN] if "again" in name or name.endswith("0.15.0") else [])
    for name in SCENARIOS
]


@pytest.mark.parametrize("name", _NAMES)
def test_every_stop(archivers: dict[str, Adapter], name: str, tmp_path: Path) -> None:
    scenario = SCENARIOS[name]
    adapter = archivers[scenario.release]
    outcomes: dict[tuple[str, str], set[tuple[str, str, str]]] = {}
    changes = 0
    is_stopped = True
    change = "-"
    while is_stopped:
        for tear in (False, True):
            if tear and not change.startswith("create"):
                continue
            left = tmp_path / f"{changes}-{tear}"
            seen = crash(adapter, scenario, changes, tear, left)
            change = seen["did"][-1] if seen["did"] else "-"
            is_stopped = seen["stopped"]
            written = {f"202401010000{number:02d}000" for number in range(1, seen["before"] + 1)}
            assert known_to_us(left, scenario.layout) >= written, (change, tear)
            for state in ("left", "then", "last"):
                assert known_to(seen[state]) >= written, (change, tear, state)
                assert seen[state]["trouble"] is None, (change, tear, state)
            same_recovery(adapter, scenario, left)
            is_twice = any(count > 1 for count in seen["last"]["archived"].values())
            point = "all done" if not is_stopped else point_of(seen["did"])
            outcome = (ending(seen["second"]), ending(seen["third"]), "twice" if is_twice else "once")
            outcomes.setdefault((point, "cut" if tear else "whole"), set()).add(outcome)
        changes += 1
    assert ("all done", "whole") in outcomes
    assert {point: ends for point, ends in outcomes.items() if ends != {FINE}} == UNUSUAL[name]
