# SPDX-License-Identifier: Apache-2.0
"""Generators of questions: the unchanged package answers all that are quick, and planted faults are found."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chance_metadata
import pytest
from chance_generators import quick_questions
from chance_hostile import hostile_questions
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.encode.hfile import index
from hudi_conformance.encode.values import Values
from hudi_conformance.semantics.merge import strategies
from hudi_conformance.table import view

QUICK = {name: fault for name, _, fault in quick_questions()}
Fault = Callable[[Any], str | None]


@pytest.mark.parametrize("name", sorted(QUICK))
def test_the_unchanged_package_answers(name: str) -> None:
    assert QUICK[name](None) is None  # type: ignore[arg-type]  # no question asks the world


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
    ],
)
def test_a_planted_fault_is_found(
    prefix: str, place: Any, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, name, fault)
    assert found(prefix)
