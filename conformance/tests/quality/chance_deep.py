# SPDX-License-Identifier: Apache-2.0
"""Files damaged below their frames and checksums, for mutants drawn by chance.

    drawn:hfile-KIND  HFiles of one kind of damage: no command answers what something in the file contradicts,
                      and the careful path and the bulk path give the same cells, lookups and refusals
    drawn:log-KIND    logs of one kind of damage: no good record is lost, and both paths give the same

The undamaged file is the truth, see `damage.hfile.measure` and `deep_damage`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure
from hudi_conformance import resources
from hudi_conformance.damage.deep import Damaged, damages
from hudi_conformance.damage.hfile import run

if TYPE_CHECKING:
    from chance_questions import World

_SEED, _PER_KIND, _MAX_LOG = 3, 2, 8000
_BUDGET_SECONDS = 600  # what takes long is ended by the clock of the processor, see `chance_run`


def deep_questions() -> Iterator[Asked]:
    """One question for each kind of damage."""
    digest = f"{_SEED} {_PER_KIND}"
    hfiles: dict[str, list[run.Case]] = {}
    for case in run.make(run.find_bases([resources.fixtures_dir() / "real-hfile"]), _PER_KIND, _SEED):
        hfiles.setdefault(case.kind.name, []).append(case)
    for kind, cases in hfiles.items():
        yield f"drawn:hfile-{kind}", digest, _hfiles(cases)
    deep: Any = importlib.import_module("deep_damage")
    files = [data for data in deep.good_files(deep.FOLDERS) if len(data) < _MAX_LOG]
    truth = deep.Truth(files)
    logs: dict[str, list[Damaged]] = {}
    for damaged in damages(files, _SEED, _PER_KIND):
        logs.setdefault(damaged.kind, []).append(damaged)
    for kind, group in logs.items():
        yield f"drawn:log-{kind}", digest, _logs(group, truth)


def _hfiles(cases: list[run.Case]) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        measure: Any = importlib.import_module("hudi_conformance.damage.hfile.measure")
        equality: Any = importlib.import_module("hudi_conformance.fuzz.equality")
        for case in cases:
            words = measure.answers(case.data, case.base.truth, seconds=_BUDGET_SECONDS)
            result = run.Result(case, words, 0)
            if result.is_failure:
                return f"{case.name}: {words}"
            if result.is_blind and set(words.values()) & {"hang"}:
                return f"{case.name}: {words}"
            equality.check_cells(case.data)
            equality.check_lookups(case.data)
        return None

    return fault


def _logs(group: list[Damaged], truth: Any) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        sys.modules.pop("deep_damage", None)  # it holds the decoder that it has imported
        deep: Any = importlib.import_module("deep_damage")
        deep.BUDGET_SECONDS = _BUDGET_SECONDS
        equality: Any = importlib.import_module("hudi_conformance.fuzz.equality")
        for number, damaged in enumerate(group):
            found = {name: deep.outcome(damaged, name, truth) for name in deep.COMMANDS}
            bad = {name: got for name, got in found.items() if got[0] in {"lost", "crash", "hang"}}
            if bad:
                return f"{damaged.kind} {number}: {bad}"
            if found["records"][0] == "right" != found["bulk"][0]:
                return f"{damaged.kind} {number}: bulk is {found['bulk']}"
            equality.check_records(damaged.data)
        return None

    return fault
