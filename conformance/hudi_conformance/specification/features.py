# SPDX-License-Identifier: Apache-2.0
"""Features that a table can have, as `spec/features.toml` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = "features.toml"
MARKS = frozenset({
    "property", "value", "file", "suffix", "action", "block", "header", "commit", "type", "column",
})  # fmt: skip
READ, REFUSED = "read", "refused"
_KEYS = frozenset({
    "id", "title", "group", "since", "until", "mark", "rules", "cases", "table", "reader", "message",
    "without",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of tables.

    Attributes:
        id: its name in results.
        title: what it is, in a few words.
        group: heading under which it is listed.
        since: the first release of Hudi that writes it.
        mark: by what a reader recognises it, see `MARKS`.
        rules: requirements about it.
        cases: ids of cases, with wildcards.
        table: fixture that a release of Hudi wrote; "" where none is stored.
        reader: `READ` or `REFUSED`, what the reader of this project does.
        message: part of the refusal.
        without: why no table is stored.
        until: the last release that writes it; None = the latest.
    """

    id: str
    title: str
    group: str
    since: str
    mark: Mapping[str, str]
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    table: str
    reader: str
    message: str | None = None
    without: str | None = None
    until: str | None = None

    def has_case(self, case: str) -> bool:
        """Whether a case is about the feature."""
        return any(fnmatchcase(case, pattern) for pattern in self.cases)


def load_features(folder: Path) -> tuple[Feature, ...]:
    """Features in the order of the file; `folder` is that of the specification.

    Raises:
        OSError, ValueError: the file cannot be read.
    """
    entries = tomllib.loads((folder / FILE).read_text(encoding="utf-8")).get("feature", [])
    return tuple(_feature(entry) for entry in entries)


def _feature(entry: Mapping[str, Any]) -> Feature:
    if unknown := sorted(set(entry) - _KEYS):
        raise ValueError(f"feature {entry.get('id')!r:.60} has unknown keys {', '.join(unknown)}")
    lists = {key: tuple(entry[key]) for key in ("rules", "cases")}
    return Feature(**{**entry, **lists})
