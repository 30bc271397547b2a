# SPDX-License-Identifier: Apache-2.0
"""Who writes which tables right: rows by scenario, cells by verdict, defects by case and writer."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import report_factory as make
from hudi_conformance import resources
from hudi_conformance.defects.model import Defect, load_defects
from hudi_conformance.report.model import Run, build
from hudi_conformance.report.site import paths, write_site
from hudi_conformance.report.table_writers import Scenario, scenario_of
from hudi_conformance.specification.requirements import SpecIndex
from instruments.documents import interoperability
from instruments.documents.interoperability import merged
from instruments.documents.links import broken_links
from instruments.documents.writers import NO_DEFECT, cell, section

LATE = Defect(
    id="late-one",
    title="",
    severity="wrong",
    what="",
    cases=("table/w/late-v9",),
    implementations=("one",),
    upstream="not found",
    topic="writers",
)


@pytest.mark.parametrize(
    ("case", "title", "scenario"),
    [
        ("table/w/late-cow-v9", "A late event: cow, version 9", ("late-cow", "A late event: cow")),
        ("table/w/late-cow-v10", "A late event, version 10", ("late-cow", "A late event")),
        ("table/w/refused-version-10", "A later version", ("refused-version-10", "A later version")),
    ],
)
def test_one_row_for_all_versions(case: str, title: str, scenario: tuple[str, str]) -> None:
    assert scenario_of(case, title) == Scenario("w", *scenario)


def test_a_failure_names_its_defect() -> None:
    verdicts = {"table/w/late-v9": "wrong-value", "table/w/late-v6": "pass"}
    cases = ["table/w/late-v6", "table/w/late-v8", "table/w/late-v9"]
    assert cell("one", verdicts, cases, [LATE]).markdown() == "1 / 2, [late-one](defects.md#late-one)"


@pytest.mark.parametrize(
    "defect",
    [replace(LATE, implementations=("other",)), replace(LATE, cases=("table/w/other-v9",))],
    ids=["of another writer", "of another case"],
)
def test_a_failure_of_no_defect_says_so(defect: Defect) -> None:
    found = cell("one", {"table/w/late-v9": "error"}, ["table/w/late-v9"], [defect])
    assert (found.markdown(), found.unexplained) == (f"0 / 1, {NO_DEFECT}", ("table/w/late-v9",))


def test_what_is_not_written_is_not_judged() -> None:
    assert cell("one", {}, ["table/w/late-v9"], [LATE]).markdown() == "–"


def test_the_section() -> None:
    scenarios = {f"table/w/late-v{version}": Scenario("w", "late", "Late") for version in (6, 8, 9)}
    writers = {
        "two": {"table/w/late-v6": "pass"},
        "one": {"table/w/late-v9": "error", "table/w/late-v8": "pass-weak"},
    }
    files = dict.fromkeys(scenarios, "cases/w.toml")
    text = section(writers, scenarios, files, [LATE])
    assert "1 scenario, 3 tables." in text
    assert (
        section(writers, scenarios | {"table/w/new-v9": Scenario("w", "new", "New")}, files, [LATE]) == text
    )
    assert "| one | 1 | 1 / 2 | 1 | [late-one](defects.md#late-one) |" in text
    assert "| `late` | Late | 6, 8, 9 | 1 / 2, [late-one](defects.md#late-one) | 1 / 1 |" in text
    assert section({}, scenarios, {}, [LATE]) == ""


def run_of(verdicts: dict[str, str], version: str = "1") -> Run:
    """A run of the writer `one`, with a verdict for each slug."""
    rows = [make.implementation("one", version)]
    for slug, verdict in verdicts.items():
        rows += [
            make.case(f"table/w/{slug}", ["table.write.scenario"], cmd="table.write"),
            make.result("one", f"table/w/{slug}", verdict),
        ]
    return build(make.events(rows, started="2026-01-02T00:00:00Z"))


def test_verdicts_of_a_part_replace_those_of_its_cases() -> None:
    stored = merged({}, run_of({"a": "error", "b": "pass", "c": "unsupported"}), {})
    assert stored["writers"]["one"]["verdicts"] == {"table/w/a": "error", "table/w/b": "pass"}
    stored = merged(stored, run_of({"a": "pass"}), {})
    assert stored["writers"]["one"]["verdicts"] == {"table/w/a": "pass", "table/w/b": "pass"}
    stored = merged(stored, run_of({"b": "error"}, version="2"), {})
    expected = {"version": "2", "date": "2026-01-02", "verdicts": {"table/w/b": "error"}}
    assert stored["writers"]["one"] == expected
    stored = merged(stored, run_of({"b": "unsupported"}, version="2"), {})
    assert stored == {"readers": {}, "writers": {}}


def test_every_stored_failure_has_a_defect() -> None:
    path = resources.data_root() / "conformance" / "results" / f"{interoperability.NAME}.json"
    writers = json.loads(path.read_text(encoding="utf-8"))["writers"]
    defects = load_defects(resources.defects_dir())
    assert len(writers) > 5
    for name, writer in writers.items():
        found = cell(name, writer["verdicts"], writer["verdicts"], defects)
        assert not found.unexplained, name


def pages_of(rows: list[dict[str, Any]], folder: Path) -> str:
    """Text of the page of writers, whose links lead somewhere."""
    run = build(make.events(rows))
    write_site(run, SpecIndex({}, {}, ()), folder)
    assert list(broken_links(folder)) == []
    page = folder / "site" / paths.WRITERS
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def written(slug: str) -> dict[str, Any]:
    case = make.case(f"table/w/{slug}", ["table.write.scenario"])
    return case | {"cmd": "table.write", "title": f"Late, version {slug[-1]}"}


def test_the_report_has_a_page_of_writers(tmp_path: Path) -> None:
    rows = [make.implementation(name) for name in ("one", "two", "reader")]
    rows += [written("late-v6"), written("late-v9")]
    rows += [
        make.result("one", "table/w/late-v6", "pass"),
        make.result("two", "table/w/late-v6", "unsupported"),
    ]
    rows += [
        make.result("one", "table/w/late-v9", "wrong-value", "known", layer="misread", reason="counts <late>")
    ]
    rows += [make.result("two", "table/w/late-v9", "pass")]
    text = pages_of(rows, tmp_path)
    assert re.findall(r"class=version><span>([^<]*)<", text) == ["one", "two"]
    assert "<td>1 / 2<td>1 / 1" in text
    assert re.findall(r'<a class="sign ([a-z-]+)" href="([^"]*)" title="([^"]*)"', text) == [
        ("misread", "cases/table/w.html#late-v9", "1 misread, 1 right; counts &lt;late&gt;"),
        ("reads", "cases/table/w.html#late-v9", "1 right, 1 not built in"),
    ]


def test_a_run_without_writers_has_no_such_page(tmp_path: Path) -> None:
    rows = [
        make.implementation("one"),
        written("late-v6"),
        make.result("one", "table/w/late-v6", "unsupported"),
    ]
    assert pages_of(rows, tmp_path) == ""
