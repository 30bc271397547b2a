# SPDX-License-Identifier: Apache-2.0
"""An audit as JUnit XML: one suite a surface, one test case a file that was checked as such.

Files without findings are one test case together: a lake has millions of them.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from hudi_conformance.audit.findings import SEVERITIES, UNREADABLE, FindingRow
from hudi_conformance.audit.run import Outcome
from hudi_conformance.audit.summary import Digest

MAX_FILES = 5000
# XML 1.0 has no way to write these, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(outcome: Outcome, digest: Digest, fail_on: str) -> str:
    """The XML document as text."""
    failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    suites: dict[str, ET.Element] = {}
    for one in digest.worst()[:MAX_FILES]:
        for surface in dict.fromkeys(row.surface for row in one.rows):
            rows = [row for row in one.rows if row.surface == surface]
            suite = suites.setdefault(surface, ET.Element("testsuite", name=f"audit {surface}"))
            test = ET.SubElement(suite, "testcase", classname=f"audit.{surface}", name=_clean(one.path))
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
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(suite.get(kind, "0")) for suite in root)))
    root.set("time", f"{outcome.progress.seconds:.3f}")
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode", xml_declaration=False)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _outcome(test: ET.Element, rows: list[FindingRow], failing: tuple[str, ...]) -> None:
    text = "\n".join(line(row) for row in rows)
    unread = [row for row in rows if row.verdict == UNREADABLE]
    if unread:
        ET.SubElement(test, "error", type=unread[0].code, message=_clean(unread[0].message)).text = _clean(
            text
        )
    failed = [row for row in rows if row.severity in failing and row.verdict != UNREADABLE]
    if failed:
        kind = failed[0].requirement or failed[0].code
        ET.SubElement(test, "failure", type=kind, message=_clean(failed[0].message)).text = _clean(text)
    elif not unread:
        ET.SubElement(test, "system-out").text = _clean(text)


def line(row: FindingRow) -> str:
    """One finding in a line of text."""
    at = "" if row.ofs is None else f" at byte {row.ofs}"
    block = "" if row.block is None else f", block {row.block}"
    return (
        f"{row.severity}: {row.requirement or row.code}{at}{block}: {row.message} [{row.verdict}, {row.code}]"
    )


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
