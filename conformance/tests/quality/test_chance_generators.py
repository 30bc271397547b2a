# SPDX-License-Identifier: Apache-2.0
"""Generators of questions: the unchanged package answers all that are quick, and planted faults are found."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chance_metadata
import histories  # noqa: F401 - that of others, which questions leave in place
import pytest
from chance_generators import quick_questions
from chance_hostile import hostile_questions
from hudi_conformance.audit import hfile_surface, log_surface
from hudi_conformance.audit.between import stats
from hudi_conformance.audit.metadata import columns
from hudi_conformance.audit.metadata import place as own_place
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.audit.surface import Part
from hudi_conformance.decode.timeline import listing
from hudi_conformance.encode.avro import rows, schema
from hudi_conformance.encode.hfile import index
from hudi_conformance.encode.timeline import properties
from hudi_conformance.encode.timeline import table as timeline
from hudi_conformance.encode.values import Values
from hudi_conformance.semantics.archival import plan as archival
from hudi_conformance.semantics.merge import strategies
from hudi_conformance.table import view

QUICK = {name: fault for name, _, fault in quick_questions()}
Fault = Callable[[Any], str | None]


_PAIRS, _KEPT = "drawn:step-pairs-", ("cluster", "delete", "savepoint")
_LONG = "three operations stand for all, each before and after every other one"
_ONE_OF = {"drawn:small-": 2, "drawn:stored-": 3, "drawn:described-metadata-": 3}
"""Of groups that take long, how many questions stand for each other."""
_OTHER = "one question of two or three of the longest groups is asked"


def _asked() -> list[Any]:
    counts = dict.fromkeys(_ONE_OF, 0)
    asked = []
    for name in sorted(QUICK):
        reason = _LONG if name.startswith(_PAIRS) and name.removeprefix(_PAIRS) not in _KEPT else ""
        for group, step in _ONE_OF.items():
            if name.startswith(group):
                reason = _OTHER if counts[group] % step else reason
                counts[group] += 1
        asked.append(pytest.param(name, marks=[pytest.mark.whole(reason)] if reason else [], id=name))
    return asked


@pytest.mark.parametrize("name", _asked())
def test_the_unchanged_package_answers(name: str) -> None:
    assert QUICK[name](None) is None  # type: ignore[arg-type]  # no question asks the world


def test_questions_leave_the_modules_of_others() -> None:
    before = {name: sys.modules.get(name) for name in ("histories", "history_model", "metadata_tables")}
    for name in ("drawn:views-6-event_time", "drawn:views-checked"):
        QUICK[next(known for known in QUICK if known.startswith(name))](None)  # type: ignore[arg-type]  # as above
    now = {name: sys.modules.get(name) for name in before}
    assert [name for name, module in before.items() if module is not None and now[name] is not module] == []


@pytest.mark.parametrize("seed", [100, 113])
def test_the_unchanged_package_reads_metadata_tables(seed: int) -> None:
    assert chance_metadata.table_fault(seed) is None
    assert [chance_metadata.key_fault(number) for number in range(seed, seed + 40)] == [None] * 40


class Audits:
    """A world that audits."""

    def audit(self, folder: Path, *, deep: bool = False) -> list[Any]:
        with tempfile.TemporaryDirectory() as out:
            return list(run_audit(Options([str(folder)], deep=deep), Path(out)).store.rows())


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for name, _, fault in hostile_questions()])
def test_no_content_of_a_commit_ends_an_audit_or_a_read(name: str, fault: Fault) -> None:
    assert fault(Audits()) is None, name


def found(prefix: str) -> bool:
    """Whether a question of a kind finds fault."""
    for name, fault in QUICK.items():
        if name.startswith(prefix):
            try:
                if fault(None) is not None:  # type: ignore[arg-type]  # no question asks the world
                    return True
            except Exception:  # as in a draw, whatever is raised is one
                return True
    return False


@pytest.mark.parametrize(
    ("prefix", "place", "name", "fault"),
    [
        ("drawn:merge-", strategies, "order", lambda _old, _new: 0),
        ("drawn:hfile-splits", index, "_LEN_ADDRESS", 11),
        ("drawn:described-log", Values, "closed", lambda _self, value, *_: value),
        ("drawn:views-checked", view, "CHANGE_VIEWS", frozenset({"cdc"})),
        ("drawn:properties-", properties, "_ESCAPED", frozenset("=")),
        ("drawn:timelines-", timeline, "COMPLETED_AS", {}),
        ("drawn:rows-", rows, "floating", lambda value, _where: float(value)),
        ("drawn:decimals-", rows, "decimal_bytes", lambda number: number.to_bytes(32, "big", signed=True)),
        ("drawn:schemas-", schema, "_parse_named", lambda *_: schema.AvroType("null", "null")),
        ("drawn:measured-", archival, "_COMMITS", ("commit",)),
        ("drawn:columns-", columns, "_outside", lambda *_: 0),
        ("drawn:bounds-", columns, "_MAX_DECIMAL_BYTES", 1025),
        ("drawn:audited-logs-", log_surface, "_instant", lambda _block: None),
        ("drawn:audited-hfiles-", hfile_surface, "_block_at", lambda *_: (None, None)),
        ("drawn:small-stat-", stats, "_COUNTS", ()),
        ("drawn:listed-own-", own_place, "_EXPECTED", {}),
        ("drawn:point-names-", listing, "inside", lambda folder, name: folder / name),
        ("drawn:audits-alike-", log_surface, "_part", lambda start, end, _first: Part(start, end - start)),
    ],
)
def test_a_planted_fault_is_found(
    prefix: str, place: Any, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, name, fault)
    assert found(prefix)
