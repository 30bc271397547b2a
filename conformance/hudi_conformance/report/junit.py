# SPDX-License-Identifier: Apache-2.0
"""A run as JUnit XML: one suite per implementation and surface, one test case per case that it ran.

Unsupported cases are a number in the suite; a passed test has no further text.
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from hudi_conformance.look.text import clipped, junit_document, xml_text
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import Case, Result, Run
from hudi_conformance.specification.requirements import Requirement

SKIPPED = frozenset({"known", "open"})
PASSED = frozenset({"pass", "pass-weak"})


def render(run: Run, rules: Mapping[str, Requirement] | None = None) -> str:
    """The XML document as text."""
    base = hexview.bases(run)
    root = ET.Element("testsuites", name="hudi-conformance")
    for implementation in run.implementations:
        by_surface: dict[str, list[tuple[Case, Result]]] = {}
        for case in run.cases.values():
            result = run.result(implementation.name, case.id)
            if result is not None:
                by_surface.setdefault(case.surface, []).append((case, result))
        for surface, rows in by_surface.items():
            supported = [row for row in rows if row[1].status != "unsupported"]
            suite = ET.SubElement(root, "testsuite", name=f"{implementation.name} {surface}")
            if len(supported) < len(rows):
                properties = ET.SubElement(suite, "properties")
                ET.SubElement(
                    properties, "property", name="unsupported", value=str(len(rows) - len(supported))
                )
            for case, result in supported:
                _test(suite, case, result, rules, base)
            _total(suite, [result for _, result in supported], run)
    return junit_document(root, ("tests", "failures", "errors", "skipped"))


def _total(suite: ET.Element, results: list[Result], run: Run) -> None:
    suite.set("tests", str(len(results)))
    suite.set("failures", str(sum(result.status in {"new", "stale"} for result in results)))
    suite.set("errors", "0")
    suite.set("skipped", str(sum(result.status in SKIPPED for result in results)))
    suite.set("time", f"{sum(result.ms or 0.0 for result in results) / 1000:.3f}")
    if run.header.get("started"):
        suite.set("timestamp", xml_text(str(run.header["started"]).rstrip("Z")))


def _test(
    suite: ET.Element,
    case: Case,
    result: Result,
    rules: Mapping[str, Requirement] | None,
    base: Mapping[str, bytes],
) -> None:
    # The name of the implementation is part of the class: tools identify a test by class and name,
    # and every implementation has the same cases. The name and the rest of the class form the id of the case.
    topic = f"{case.surface}/{case.topic}"
    test = ET.SubElement(
        suite,
        "testcase",
        classname=xml_text(f"{result.implementation}/{topic}"),
        name=xml_text(case.id.removeprefix(f"{topic}/")),
    )
    seconds = f"{(result.ms or 0.0) / 1000:.3f}"
    if seconds != "0.000":  # without one a test took none: most take less than half a millisecond
        test.set("time", seconds)
    if result.status in PASSED:
        return
    properties = ET.SubElement(test, "properties")
    for requirement in case.req:
        ET.SubElement(properties, "property", name="req", value=xml_text(requirement))
    ET.SubElement(properties, "property", name="level", value=xml_text(case.level))
    ET.SubElement(properties, "property", name="verdict", value=xml_text(result.verdict))
    if result.layer is not None:
        ET.SubElement(properties, "property", name="layer", value=xml_text(result.layer))
    if result.status in {"new", "stale"}:
        kind = "stale" if result.status == "stale" else result.verdict
        message = result.message or wording.STATUSES[result.status]
        failure = ET.SubElement(test, "failure", type=xml_text(kind), message=xml_text(clipped(message)))
        lines = wording.failure_block(case, result, rules=rules, base=base)
        failure.text = xml_text("\n".join(lines))
    elif result.status in SKIPPED:
        why = result.reason or result.message or wording.STATUSES[result.status]
        ET.SubElement(
            test, "skipped", type=result.status, message=xml_text(f"{result.status}: {clipped(why)}")
        )
