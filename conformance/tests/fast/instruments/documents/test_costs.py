# SPDX-License-Identifier: Apache-2.0
"""The guide to costs says what the stored run says, in tables and in curves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hudi_conformance import resources
from instruments.documents import costs, figures
from instruments.documents.curves import Curve, LogLog, decades

MIB = 1 << 20
SVG = "{http://www.w3.org/2000/svg}"


def row(work: str, size: int, cpu: float, anonymous: float | None, ended: str = "ok") -> dict[str, Any]:
    return {
        "input": "log",
        "work": work,
        "size": size,
        "num_bytes": size + 100,
        "wall": 2 * cpu,
        "cpu": cpu,
        "peak_mib": 500.0,
        "anonymous_mib": anonymous,
        "load": 0.5,
        "ended": ended,
    }


def document(**changes: Any) -> dict[str, Any]:
    works = [
        {"name": "inspect", "title": "`inspect FILE`", "holds": "a block"},
        {"name": "dump", "title": "`dump <FILE>`", "holds": "everything"},
    ]
    rows = [
        row("inspect", 256 * MIB, 2.0, 100.0),
        row("inspect", 1024 * MIB, 4.0, 101.0),
        row("dump", 1024 * MIB, 9.0, 3456.0),
        row("dump", 256 * MIB, 3.0, 1152.0),
        row("dump", 4096 * MIB, 1.0, 1.0, "exit code 3"),
    ]
    return {
        "date": "2026-01-02",
        "commit": "0123456789abcdef",
        "host": {"cores": 2, "python": "3.11.7"},
        "load": [0.1, 0.5],
        "turns": 3,
        "missing": ["hfile: no Java"],
        "inputs": [{"input": "log", "title": "Log files", "works": works}],
        "rows": rows,
    } | changes


def test_the_page_has_all_figures() -> None:
    text = "\n".join(costs.lines(document()))
    assert "Measured 2026-01-02: `benchmarks/bench_curves.py run`, commit 0123456789ab, 2 cores" in text
    assert "best of 3 turns, load average 0.1 to 0.5" in text
    assert "Preliminary" not in text
    assert "![CPU seconds and memory by size: Log files](costs-log.svg)" in text
    cells = ["2.0 s, 100 MiB", "4.0 s, 101 MiB", "–", "2.5 s", "bounded"]  # 2 s of 805 MB
    assert f"| `inspect FILE` | a block | {' | '.join(cells)} |" in text
    cells = ["3.0 s, 1,152 MiB", "9.0 s, 3,456 MiB", "exit code 3", "7.5 s", "grows, 3 B per byte"]
    assert f"| `dump <FILE>` | everything | {' | '.join(cells)} |" in text
    assert "| Log files | `inspect FILE` |" in text
    assert "| Log files | `dump <FILE>` (3) |" in text
    assert "Not measured: hfile: no Java." in text


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"load": [0.1, 7.5]}, "**Preliminary**: other work ran at the same time, up to a load of 7.5."),
        ({"rows": [row("inspect", 4 * MIB, 1.0, 50.0)]}, "**Preliminary**: the largest input is 4 MiB."),
    ],
)
def test_what_was_measured_beside_other_work_or_small_says_so(changes: dict[str, Any], word: str) -> None:
    assert word in list(costs.lines(document(**changes)))


def test_a_load_of_its_own_is_not_other_work() -> None:
    assert "Preliminary" not in "\n".join(costs.lines(document(load=[0.1, 2.9])))
    wide = {"cores": 8, "python": "3.11.7"}
    assert "Preliminary" not in "\n".join(costs.lines(document(load=[0.1, 7.5], host=wide)))


def test_growth() -> None:
    assert costs.growth([row("a", MIB, 1.0, 50.0)]) is None
    found = costs.growth([row("a", MIB, 1.0, 50.0), row("a", 5 * MIB, 2.0, 60.0)])
    assert found is not None
    assert found.kind == "unclear"  # a tenth more, but more than the input
    assert found.bytes_each == pytest.approx(2.5)
    assert found.seconds_each == pytest.approx(1e9 / (4 * MIB))
    # Where only resident memory is known, it stands for the other.
    found = costs.growth([row("a", MIB, 1.0, 50.0), row("a", 5 * MIB, 2.0, None)])
    assert found is not None
    assert (found.factor, found.kind) == (10, "grows")
    found = costs.growth([row("a", MIB, 1.0, 50.0), row("a", 101 * MIB, 2.0, 55.0)])
    assert found is not None
    assert (found.kind, found.words) == ("bounded", "bounded")


def test_pictures_have_a_point_for_each_row() -> None:
    (name, text), *others = costs.pictures(document()).items()
    assert (name, others) == ("costs-log.svg", [])
    assert text.startswith("<!-- Written by")
    root = ET.fromstring(text)
    curves = [element.get("points", "").split() for element in root.iter(f"{SVG}polyline")]
    assert [len(points) for points in curves if len(points) > 1].count(2) >= 4
    assert len(list(root.iter(f"{SVG}circle"))) == 8  # four rows that ended well, twice
    words = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    assert {"inspect FILE", "dump <FILE>", "256 MiB", "1 GiB", "CPU seconds", "memory, MiB"} <= set(words)
    assert "4 GiB" not in words  # nothing was read there


def test_a_changed_result_is_seen_in_page_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in figures.results_dir().glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(figures, "results_dir", lambda: tmp_path)
    stored = figures.load("costs")
    for one in stored["rows"]:
        one["cpu"] *= 10
    (tmp_path / costs.STORED).write_text(json.dumps(stored))
    names = {path.name for path in figures.outdated()}
    assert names == {"costs.md", *(costs.picture_name(kind["input"]) for kind in stored["inputs"])}


def test_each_picture_of_the_guide_is_of_the_stored_run() -> None:
    folder = (resources.data_root() / costs.GUIDE).parent
    assert {path.name for path in folder.glob("costs-*.svg")} == set(costs.pictures(figures.load("costs")))


def test_scales_are_logarithmic() -> None:
    ticks = [(1.0, "1"), (10.0, "10"), (100.0, "100")]
    curves = [Curve("a", [(1, 1), (10, 10), (100, 100)]), Curve("b", [(1, 2), (100, 99)])]
    plot = LogLog("t", curves, ticks, ticks, "equal", width=200, height=100)
    assert plot.lines[0] == [(0, 100), (100, 50), (200, 0)]
    assert plot.equal == [(0, 100), (200, 0)]
    assert plot.place(10, 1e9) == (100, 0)  # outside of the scale
    (_, first), (_, second) = plot.ends
    assert abs(first - second) >= plot.gap
    one = LogLog("t", [Curve("a", [(4, 5)])], [(4, "4")], [(1, "1"), (10, "10")])
    assert one.lines[0][0][0] == 150
    assert one.equal == []


def test_decades_enclose_values() -> None:
    assert decades([0.3, 70]) == [0.1, 1, 10, 100]
    assert decades([10]) == [10, 100]
