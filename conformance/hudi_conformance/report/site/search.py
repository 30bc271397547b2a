# SPDX-License-Identifier: Apache-2.0
"""Data of the search for cases."""

from __future__ import annotations

import json

from hudi_conformance.report.model import STATUSES
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.facts import Facts


def search_data(facts: Facts) -> str:
    """Data of the search, as a script: pages opened from a disk cannot load data.

    `topics` are rows of topic, its page, and its cases; a case is its name, its title, the index of its rule
    in `rules`, and the index of its statuses in `strips`: a letter for each implementation of the run. A
    fifth member is its anchor, if that is not its name.
    """
    letters = {status: str(index) for index, status in enumerate((*STATUSES, "none"))}
    rules: dict[str, int] = {}
    strips: dict[str, int] = {}
    topics = []
    for (surface, topic), cases in facts.topics.items():
        prefix = f"{surface}/{topic}/"
        if not all(case.id.startswith(prefix) for case in cases):
            prefix = ""
        rows = []
        for case in cases:
            name, anchor = case.id.removeprefix(prefix), paths.case_anchor(case)
            strip = "".join(letters[mark.status] for mark in facts.strips[case.id])
            row: list[object] = [name, case.title, _index(rules, case.about), _index(strips, strip)]
            rows.append(row if anchor == name else [*row, anchor])
        topics.append([prefix, paths.topic_page(surface, topic), rows])
    data = {"topics": topics, "rules": list(rules), "strips": list(strips)}
    # `</script>` in a title must not end the script element that contains this text.
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("</", "<\\/")
    return f"window.hudiCases = {text};\n"


def _index(table: dict[str, int], text: str) -> int:
    return table.setdefault(text, len(table))
