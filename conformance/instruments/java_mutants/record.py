# SPDX-License-Identifier: Apache-2.0
"""The sides of branches that each case executes, and its verdict without a change."""

from __future__ import annotations

import base64
import hashlib
import json
import mmap
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.suite.inputs import Prepared

from .judging import Judges, Verdict
from .sites import Site, built_agent

FILE = "record.json"


@dataclass(frozen=True, slots=True)
class Run:
    """A case against an implementation.

    Attributes:
        digest: digest of its input and expectation.
        verdict: its verdict.
        sides: one byte per side, 1 if it was executed, compressed.
    """

    digest: str
    verdict: Verdict
    sides: bytes

    def executed(self) -> bytes:
        """One byte per side."""
        return zlib.decompress(self.sides)


@dataclass(frozen=True, slots=True)
class Record:
    """All sites, and runs by implementation and case."""

    sites: Sequence[Site]
    runs: Mapping[str, Mapping[str, Run]]

    def executed(self) -> bytes:
        """One byte per side: whether any run executed it."""
        total = 0
        for runs in self.runs.values():
            for run in runs.values():
                total |= int.from_bytes(run.executed(), "little")
        return total.to_bytes(_num_sides(self.sites), "little")

    def runs_of(self, sides: Sequence[int]) -> dict[int, list[tuple[str, str]]]:
        """Implementation and case of each run that executed a side, for each of the sides."""
        executing: dict[int, list[tuple[str, str]]] = {side: [] for side in sides}
        for name, runs in self.runs.items():
            for case, run in runs.items():
                executed = run.executed()
                for side in sides:
                    if executed[side]:
                        executing[side].append((name, case))
        return executing

    def save(self, path: Path) -> None:
        """Write it to a file that `load` reads."""
        runs = {
            name: {
                case: [
                    run.digest,
                    run.verdict.status,
                    run.verdict.verdict,
                    base64.b64encode(run.sides).decode(),
                ]
                for case, run in cases.items()
            }
            for name, cases in self.runs.items()
        }
        document = {"sites": [site.to_json() for site in self.sites], "runs": runs}
        path.write_text(json.dumps(document), encoding="utf-8")


def load(path: Path) -> Record:
    """A record that was saved."""
    document = json.loads(path.read_text(encoding="utf-8"))
    runs = {
        name: {
            case: Run(digest, Verdict(status, verdict), base64.b64decode(sides))
            for case, (digest, status, verdict, sides) in cases.items()
        }
        for name, cases in document["runs"].items()
    }
    return Record([Site(**site) for site in document["sites"]], runs)


def record(
    judges: Judges,
    names: Sequence[str],
    sites: Sequence[Site],
    scratch: Path,
    *,
    progress: Callable[[str], None],
    earlier: Record | None = None,
) -> Record:
    """Run all cases that an implementation supports, for each of the names.

    Args:
        judges: the cases.
        names: implementations.
        sites: branches whose sides are recorded.
        scratch: folder for files of the agent.
        progress: receives a line per implementation.
        earlier: a record of the same sites, whose runs of unchanged cases are used.

    Raises:
        CannotStart: an implementation does not start.
    """
    probes, plan = scratch / "probes", scratch / "record.plan"
    lines = [str(built_agent().asm), "record", str(probes), *(site.planned() for site in sites)]
    plan.write_text("\n".join(lines), encoding="utf-8")
    runs: dict[str, dict[str, Run]] = {}
    for name in names:
        probes.write_bytes(bytes(_num_sides(sites)))
        with probes.open("r+b") as file, mmap.mmap(file.fileno(), 0) as hits:
            runs[name] = _runs(judges, name, plan, hits, {} if earlier is None else earlier.runs[name])
        progress(f"{name}: {len(runs[name])} cases recorded")
    return Record(sites, runs)


def _runs(
    judges: Judges, name: str, plan: Path, hits: mmap.mmap, earlier: Mapping[str, Run]
) -> dict[str, Run]:
    runs: dict[str, Run] = {}
    with judges.started(name, plan) as judge:
        for ready in judges.plan.cases:
            if ready.missing_feature(judge.adapter.hello) is None and judge.participant.serves([ready]):
                digest = _digest(ready)
                run = earlier.get(ready.case.id)
                if run is None or run.digest != digest:
                    hits[:] = bytes(len(hits))
                    verdict = judge.verdict(ready)
                    run = Run(digest, verdict, zlib.compress(hits[:], 1))
                runs[ready.case.id] = run
    return runs


def _digest(ready: Prepared) -> str:
    """Digest of a case's input and expectation."""
    expectation = json.dumps(ready.case.expect, sort_keys=True, default=str)
    return hashlib.sha256(f"{ready.digest} {expectation}".encode()).hexdigest()[:16]


def _num_sides(sites: Sequence[Site]) -> int:
    return sites[-1].first + sites[-1].num_sides
