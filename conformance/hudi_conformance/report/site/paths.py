# SPDX-License-Identifier: Apache-2.0
"""Path and anchor of everything that pages link to, relative to the folder of the site."""

from __future__ import annotations

import hashlib
import posixpath
import re

from hudi_conformance.report.model import Case, area

MATRIX = "matrix.html"
WRITERS = "writers.html"
REQUIREMENTS = "requirements.html"
CASES = "cases.html"
DIFFERING = "differing.html"
QUESTIONS = "questions.html"
DEFECTS = "defects.html"
FILE_ANCHOR = "bytes."
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_CONTENT = "content"  # id of the main part of every page


def safe(text: str) -> str:
    """One part of a path or an anchor: ids come from an events file and must not lead out of the folder.

    A text that has to be changed gets a digest of itself, so that different texts stay different.
    """
    name = _UNSAFE.sub("_", text)
    if name == text and name.strip("."):
        return name
    return f"{name.lstrip('.')}_{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def requirement_page(requirement: str) -> str:
    """Page and anchor of a requirement: the rules of a chapter share a page."""
    return f"{chapter_page(area(requirement))}#{requirement_anchor(requirement)}"


def requirement_anchor(requirement: str) -> str:
    """Anchor of a requirement on the page of its chapter: its id below the chapter."""
    name = requirement.removeprefix(f"{area(requirement)}.")
    return safe(f"{name} ") if name == _CONTENT else safe(name)


def chapter_page(chapter: str) -> str:
    """Page of the requirements of a chapter."""
    return f"rules/{safe(chapter)}.html"


def family_page(family: str) -> str:
    """Page of the releases of one implementation."""
    return f"releases/{safe(family)}.html"


def case_page(case: Case) -> str:
    """Page and anchor of a case: the cases of a topic share a page."""
    return f"{topic_page(case.surface, case.topic)}#{case_anchor(case)}"


def case_anchor(case: Case) -> str:
    """Anchor of a case on the page of its topic: its id below the topic."""
    name = case_name(case)
    is_taken = name == _CONTENT or name.startswith(FILE_ANCHOR)
    return safe(f"{name} ") if is_taken else safe(name)


def case_name(case: Case) -> str:
    """Id of a case below its topic."""
    return case.id.removeprefix(f"{case.surface}/{case.topic}/")


def topic_page(surface: str, topic: str) -> str:
    """Page of the cases of a topic."""
    return f"cases/{safe(surface)}/{safe(topic)}.html"


def root_of(page: str) -> str:
    """Relative path from a page to the folder of the site."""
    return "../" * page.count("/")


def relative(page: str, reader: str) -> str:
    """Path from the page `reader` to another one, not by way of the folder of the site."""
    return posixpath.relpath(page, posixpath.dirname(reader))
