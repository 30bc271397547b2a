# SPDX-License-Identifier: Apache-2.0
"""The text of a report about one defect, for the tracker of the project that has it."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from hudi_conformance import resources
from hudi_conformance.canonical.json import pretty
from hudi_conformance.defects import SEVERITIES, Defect, Measured
from hudi_conformance.defects.junit import Outcome, ReportTest, Source, junit_dir, render
from hudi_conformance.defects.junit_input import Input
from hudi_conformance.specification.requirements import Requirement
from hudi_conformance.suite.inputs import Prepared

MAX_INPUT = 1500  # bytes of an input that is shown
_MAX_ANSWER = 2000  # characters


def text(
    defect: Defect,
    ready: Sequence[Prepared],
    rules: Mapping[str, Requirement],
    run: Measured,
    test: tuple[ReportTest, Source, Outcome] | None = None,
) -> str:
    """Markdown: what happens, the rule, measured verdicts, the smallest input, the answer, a test."""
    lines = [*_lines(defect, ready, rules, run), *(() if test is None else _test_lines(*test))]
    lines += ["", f"`hudi-conformance defects reproduce {defect.id}` runs all of its inputs."]
    return "\n".join(lines) + "\n"


def _test_lines(test: ReportTest, java: Source, outcome: Outcome) -> Iterator[str]:
    """The section with the JUnit test."""
    yield from ("", "## Test", "")
    yield f"`{test.module}/{java.path}`, compiled and run against {outcome.implementation}, fails:"
    yield from ("", "```text", outcome.failure, "```", "")
    if outcome.control:
        yield from (f"`{outcome.control}`, on an intact input, passes.", "")
    if java.resources:
        names = ", ".join(f"`{test.module}/{name}`" for name in java.resources)
        yield from (
            f"It loads {names}: `hudi-conformance defects report {test.defect} --test DIR` writes it.",
            "",
        )
    yield from ("```java", java.text.rstrip("\n"), "```")


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


def source(
    test: ReportTest, defect: Defect, ready: Sequence[Prepared], rules: Mapping[str, Requirement]
) -> Source:
    """The Java text of a test of a defect, with the input of its case, which is one of `ready`."""
    item = next(item for item in ready if item.case.id == (test.case or defect.cases[0]))
    undamaged = item.undamaged if isinstance(item.undamaged, bytes) else None
    files, times = (None, {}) if item.tree is None else (item.tree.files, item.tree.times)
    given = Input(item.data, undamaged, files, times)
    return render(test, defect.title, rules[item.case.req[0]].text, given, junit_dir(resources.defects_dir()))
