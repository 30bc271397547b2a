# SPDX-License-Identifier: Apache-2.0
"""A report about one defect, for the issue tracker of the affected project."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical.json import pretty
from hudi_conformance.defects.junit import (
    Outcome,
    ReportTest,
    Source,
    junit_dir,
    load_outcomes,
    load_tests,
    render,
)
from hudi_conformance.defects.junit_input import Input
from hudi_conformance.defects.model import SEVERITIES, Defect, Measured
from hudi_conformance.defects.scripts import ReportScript, load_scripts, pyspark_dir, render_script
from hudi_conformance.specification.requirements import Requirement
from hudi_conformance.suite.inputs import Prepared

MAX_INPUT = 1500  # bytes of an input that is shown
_MAX_ANSWER = 2000  # characters


def text(
    defect: Defect,
    ready: Sequence[Prepared],
    rules: Mapping[str, Requirement],
    run: Measured,
    test: tuple[Source, Outcome] | None = None,
) -> str:
    """Markdown: description, rule, measured verdicts, smallest input, answer, test."""
    lines = [*_lines(defect, ready, rules, run), *(() if test is None else _test_lines(defect, *test))]
    if not defect.stored:
        lines += ["", f"`hudi-conformance defects reproduce {defect.id}` runs all of its inputs."]
    return "\n".join(lines) + "\n"


def _test_lines(defect: Defect, test: Source, outcome: Outcome) -> Iterator[str]:
    """The section with the test."""
    yield from ("", "## Test", "")
    yield f"`{test.path}`, run against {outcome.implementation}, fails:"
    yield from ("", "```text", outcome.failure, "```", "")
    if outcome.control:
        yield from (f"The control passes: {outcome.control}.", "")
    if test.resources:
        names = ", ".join(f"`{name}`" for name in test.resources)
        command = f"hudi-conformance defects report {defect.id} --test DIR"
        yield from (f"It loads {names}: `{command}` writes it.", "")
    yield from (f"```{test.language}", test.text.rstrip("\n"), "```")


def _lines(
    defect: Defect, ready: Sequence[Prepared], rules: Mapping[str, Requirement], run: Measured
) -> Iterator[str]:
    first = next(item for item in ready if item.case.id == defect.cases[0])
    rule = rules[first.case.req[0]]
    yield from (f"# {defect.title}", "", defect.what, "")
    yield f"Consequence: {SEVERITIES[defect.severity]} Seen in {', '.join(defect.implementations)}."
    yield f"Known threads: {defect.upstream}."
    if defect.design:
        yield f"Documented behaviour: {defect.design}"
    yield from (
        "",
        "## Expected",
        "",
        f"> {rule.text}",
        "",
        f"Source of this rule (`{rule.id}`): {rule.source}",
    )
    if defect.stored:
        yield from ("", "Stored measurements:", "", *(f"- {entry}" for entry in defect.stored))
    yield from ("", "## Measured", "", "| input | implementation | result |", "|---|---|---|")
    for case in defect.cases:
        yield from (f"| {case} | {name} | {verdict} |" for name, verdict in sorted(run.get(case, {}).items()))
    yield from ("", "## Smallest input", "", f"{first.case.title} (`{first.case.cmd}`).")
    yield f"`hudi-conformance show {first.case.id} --bytes > input` writes it; SHA-256 {first.digest}."
    if first.data is not None and len(first.data) <= MAX_INPUT:
        rows = textwrap.wrap(base64.b64encode(first.data).decode("ascii"), 100)
        yield from ("", f"Its {len(first.data):,} bytes in Base64:", "", "```text", *rows, "```")
    answer = pretty(first.expectation.to_json())
    if len(answer) <= _MAX_ANSWER:
        yield from ("", "Required answer:", "", "```json", answer.rstrip("\n"), "```")


def test_of(
    defect: Defect, ready: Sequence[Prepared], rules: Mapping[str, Requirement]
) -> tuple[Source, Outcome] | None:
    """The JUnit test or PySpark script of a defect with its outcome, or None."""
    folder = resources.defects_dir()
    test, outcome = load_tests(folder).get(defect.id), load_outcomes(junit_dir(folder)).get(defect.id)
    if test is not None and outcome is not None:
        return source(test, defect, ready, rules), outcome
    script, outcome = load_scripts(folder).get(defect.id), load_outcomes(pyspark_dir(folder)).get(defect.id)
    if script is not None and outcome is not None:
        return script_source(script, defect, ready, rules), outcome
    return None


def source(
    test: ReportTest, defect: Defect, ready: Sequence[Prepared], rules: Mapping[str, Requirement]
) -> Source:
    """The Java text of a test of a defect, with the input of its case, which is one of `ready`."""
    item = next(item for item in ready if item.case.id == (test.case or defect.cases[0]))
    undamaged = item.undamaged if isinstance(item.undamaged, bytes) else None
    files, times = (None, {}) if item.tree is None else (item.tree.files, item.tree.times)
    given = Input(item.data, undamaged, files, times)
    return render(test, defect.title, rules[item.case.req[0]].text, given, junit_dir(resources.defects_dir()))


def script_source(
    script: ReportScript, defect: Defect, ready: Sequence[Prepared], rules: Mapping[str, Requirement]
) -> Source:
    """The text of the script of a defect, with the table of its first case and the rows that it expects."""
    item = next(item for item in ready if item.case.id == defect.cases[0])
    answer: Any = item.expectation.to_json()
    ids = [row["id"] for row in answer["value"]["rows"]]
    version = defect.implementations[0].rpartition("-")[2]
    about = (defect.title, rules[item.case.req[0]].text, version)
    files = {} if item.tree is None else item.tree.files
    return render_script(script, about, files, ids, pyspark_dir(resources.defects_dir()))
