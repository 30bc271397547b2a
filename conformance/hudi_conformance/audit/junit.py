# SPDX-License-Identifier: Apache-2.0
"""An audit as JUnit XML: one suite per surface, one test case per file with findings.

All files without findings are one test case: a lake has millions of them.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hudi_conformance.audit.findings import SEVERITIES, UNREADABLE, FindingRow
from hudi_conformance.audit.run import Outcome
from hudi_conformance.audit.summary import Digest
from hudi_conformance.look.text import junit_document, xml_text

MAX_FILES = 5000


def render(outcome: Outcome, digest: Digest, fail_on: str) -> str:
    """The XML document as text."""
    failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    suites: dict[str, ET.Element] = {}
    for file in digest.worst()[:MAX_FILES]:
        for surface in dict.fromkeys(row.surface for row in file.rows):
            rows = [row for row in file.rows if row.surface == surface]
            suite = suites.setdefault(surface, ET.Element("testsuite", name=f"audit {surface}"))
            test = ET.SubElement(suite, "testcase", classname=f"audit.{surface}", name=xml_text(file.path))
            _outcome(test, rows, failing)
    healthy = outcome.progress.files - len(digest.files)
    suite = suites.setdefault("files", ET.Element("testsuite", name="audit files"))
    ET.SubElement(suite, "testcase", classname="audit.files", name=f"{healthy} files without findings")
    root = ET.Element("testsuites", name="hudi-conformance audit")
    for suite in suites.values():
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(len(suite.findall("testcase/failure"))))
        suite.set("errors", str(len(suite.findall("testcase/error"))))
        root.append(suite)
    return junit_document(root, ("tests", "failures", "errors"), outcome.progress.seconds)


def _outcome(test: ET.Element, rows: list[FindingRow], failing: tuple[str, ...]) -> None:
    text = xml_text("\n".join(line(row) for row in rows))
    unread = [row for row in rows if row.verdict == UNREADABLE]
    if unread:
        message = xml_text(unread[0].message)
        ET.SubElement(test, "error", type=unread[0].code, message=message).text = text
    failed = [row for row in rows if row.severity in failing and row.verdict != UNREADABLE]
    if failed:
        kind = failed[0].requirement or failed[0].code
        ET.SubElement(test, "failure", type=kind, message=xml_text(failed[0].message)).text = text
    elif not unread:
        ET.SubElement(test, "system-out").text = text


def line(row: FindingRow) -> str:
    """One finding as a line of text."""
    at = "" if row.ofs is None else f" at byte {row.ofs}"
    block = "" if row.block is None else f", block {row.block}"
    return (
        f"{row.severity}: {row.requirement or row.code}{at}{block}: {row.message} [{row.verdict}, {row.code}]"
    )
