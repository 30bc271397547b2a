# SPDX-License-Identifier: Apache-2.0
"""Files that `build` writes: the index of rules, and the digests at the last review of their cases."""

from __future__ import annotations

import json

from hudi_conformance.specification.requirements import SpecIndex

GENERATED = "requirements.json"
REVIEWED = "REVIEWED.json"
_JSON_KEYS = (
    "id", "level", "roles", "formats", "since", "text", "digest", "source", "proposed", "settled", "ksy",
    "cases", "untestable", "unasked", "unpaired", "file", "line",
)  # fmt: skip


def to_json(index: SpecIndex) -> str:
    """Text of `spec/requirements.json`: the index for programs that do not parse Markdown."""
    document = {
        "schema": 1,
        "requirements": [
            {key: getattr(item, "needs" if key == "cases" else key) for key in _JSON_KEYS}
            for item in index.requirements.values()
        ],
        "open": [
            {"id": item.id, "title": item.title, "line": item.line} for item in index.questions.values()
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def reviewed_json(index: SpecIndex) -> str:
    """Text of `spec/REVIEWED.json`: for each requirement the digest its cases were last read against."""
    digests = {key: index.requirements[key].digest for key in sorted(index.requirements)}
    return json.dumps(digests, indent=1) + "\n"
