# SPDX-License-Identifier: Apache-2.0
"""Two runs side by side: better, worse, lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import report_factory as make
from hudi_conformance.report.model import EventsError, build
from hudi_conformance.report.run_changes import RunChanges, compare_events, compare_runs


def compared(old: str, new: str, **more: Any) -> RunChanges:
    def run(verdict: str) -> Any:
        rows = [
            make.implementation("a"),
            make.case("log/a/b", ["log.a.b"]),
            make.result("a", "log/a/b", verdict),
        ]
        return build(make.events(rows))

    return compare_runs(run(old), run(new))


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("wrong-value", "pass", "better"),
        ("pass-weak", "pass", "better"),
        ("crash", "rejects-valid", "better"),
        ("unsupported", "pass", "better"),
        ("pass", "pass-weak", "worse"),
        ("pass", "wrong-value", "worse"),
        ("rejects-valid", "crash", "worse"),
        ("wrong-value", "accepts-invalid", "worse"),
        ("pass", "unsupported", "worse"),
        ("pass-weak", "unsupported", "worse"),
        ("crash", "unsupported", "moved"),
        ("unsupported", "crash", "moved"),
        ("open", "pass", "moved"),
        ("wrong-value", "open", "moved"),
    ],
)
def test_one_case(old: str, new: str, kind: str) -> None:
    comparison = compared(old, new)
    (difference,) = comparison.differences
    found = {name: getattr(difference, name) for name in ("better", "worse", "moved")}
    assert [name for name, changes in found.items() if changes] == [kind]
    (change,) = found[kind]
    assert (change.case, change.old, change.new) == ("log/a/b", old, new)
    assert comparison.exit_code == (1 if kind == "worse" else 0)


def layered(*layers: str | None) -> Any:
    rows = [make.implementation("a")]
    for number, layer in enumerate(layers):
        case_id = f"log/a/c{number}"
        rows += [make.case(case_id, ["log.a.b"]), make.result("a", case_id, "accepts-invalid", layer=layer)]
        if layer is None:
            del rows[-1]["layer"]
    return build(make.events(rows))


def test_another_layer_is_listed_and_no_regression() -> None:
    comparison = compare_runs(layered("proposed", "misread"), layered("misread", "misread"))
    assert comparison.lines()[2:] == ["  layer   log/a/c0  proposed → misread"]
    assert comparison.exit_code == 0
    (difference,) = comparison.to_json()["differences"]
    assert difference["layers"] == ({"case": "log/a/c0", "old": "proposed", "new": "misread"},)


def test_runs_older_than_layers_have_none_to_compare() -> None:
    comparison = compare_runs(layered(None, None), layered("misread", "proposed"))
    assert comparison.lines()[2:] == ["  nothing moved"]


@pytest.mark.parametrize("verdict", ["pass", "crash", "unsupported", "open"])
def test_nothing_moved(verdict: str) -> None:
    comparison = compared(verdict, verdict)
    assert comparison.exit_code == 0
    assert comparison.lines() == ["suite 0.1.0 both", "a 1.0", "  nothing moved"]


def test_whole_runs(tmp_path: Path) -> None:
    base = [make.case("log/a/kept", ["log.a.b"]), make.result("java", "log/a/kept")]
    old = make.events(
        [
            make.implementation("java", "1.2", commands=["log.scan", "log.write"], features=["content.cdc"]),
            make.implementation("gone"),
            *base,
            make.case("log/a/removed", ["log.a.b"]),
        ]
    )
    new = make.events(
        [
            make.implementation("java", "1.3", commands=["log.scan", "log.records"]),
            make.implementation("fresh"),
            *base,
            make.case("log/a/added", ["log.a.b"]),
            make.result("java", "log/a/added", "crash"),
        ],
        suite={"version": "0.2.0"},
    )
    comparison = compare_events(make.write(tmp_path / "o.jsonl", old), make.write(tmp_path / "n.jsonl", new))
    assert comparison.lines() == [
        "suite 0.1.0 → 0.2.0",
        "java 1.2 → 1.3",
        "  capability lost: content.cdc",
        "  capability lost: log.write",
        "  capability gained: log.records",
        "implementation gone: gone",
        "implementation new: fresh",
        "case gone: log/a/removed",
        "case new: log/a/added",
    ]
    assert comparison.exit_code == 1
    assert json.loads(json.dumps(comparison.to_json()))["regression"] is True


def test_an_unfinished_run_is_not_compared(tmp_path: Path) -> None:
    whole = make.write(tmp_path / "whole.jsonl", make.small())
    cut = make.write(tmp_path / "cut.jsonl", make.small()[:-1])
    with pytest.raises(EventsError, match="no footer"):
        compare_events(whole, cut)
    assert compare_events(whole, whole).exit_code == 0
