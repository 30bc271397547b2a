# SPDX-License-Identifier: Apache-2.0
"""Path of each page, relative to the folder of the site."""

from __future__ import annotations

import re

REQUIREMENTS = "requirements.html"
CASES = "cases.html"
DIFFERING = "differing.html"
QUESTIONS = "questions.html"
DEFECTS = "defects.html"
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def safe(text: str) -> str:
    """One part of a path: ids come from an events file and must not lead out of the folder."""
    name = _UNSAFE.sub("_", text)
    return name if name.strip(".") else f"_{name}"


def requirement_page(requirement: str) -> str:
    """Page of a requirement."""
    return f"requirements/{safe(requirement)}.html"


def case_page(case_id: str) -> str:
    """Page of a case."""
    return f"cases/{'/'.join(safe(part) for part in case_id.split('/'))}.html"


def topic_page(surface: str, topic: str) -> str:
    """Page that lists the cases of a topic; beside their folder, so that no case can take its name."""
    return f"cases/{safe(surface)}/{safe(topic)}.html"


def root_of(page: str) -> str:
    """Relative path from a page to the folder of the site."""
    return "../" * page.count("/")
