# SPDX-License-Identifier: Apache-2.0
"""Features that a table can have, as `spec/features.toml` lists them, and those of cases."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = "features.toml"
CASES_FILE = "FEATURES.json"  # in the folder of the cases
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
        title: a short description.
        group: heading under which it is listed.
        since: the first release of Hudi that writes it.
        mark: the mark by which a reader recognises it.
        rules: requirements about it.
        cases: ids of cases, with wildcards.
        table: fixture that a release of Hudi wrote; "" if none is stored.
        reader: `READ` or `REFUSED`, the behaviour of this project's reader.
        message: part of the rejection.
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


def tags_of(
    case: str, rules: Iterable[str], marks: Collection[str] | None, features: Iterable[Feature]
) -> tuple[str, ...]:
    """Ids of the features of a case, in the order of the file.

    A case has the features whose marks its table has. Without a table it has those of its rules that belong
    to no other feature. It always has the features that name it.

    Args:
        case: its id.
        rules: ids of its requirements.
        marks: features whose marks its table has, None if it has no table.
        features: all features.
    """
    features = tuple(features)
    counts = Counter(rule for feature in features for rule in feature.rules)
    own = {rule for rule in rules if counts[rule] == 1} if marks is None else set()
    return tuple(
        feature.id
        for feature in features
        if feature.id in (marks or ()) or own.intersection(feature.rules) or feature.has_case(case)
    )


def case_features_text(tags: Mapping[str, tuple[str, ...]]) -> str:
    """Features by case as the file has them: all sets of features, and the number of a set per case."""
    numbers = {features: number for number, features in enumerate(sorted({*tags.values()} - {()}))}
    cases = {case: numbers[tags[case]] for case in sorted(tags) if tags[case]}
    sets = ",\n".join(f"  {json.dumps(features)}" for features in numbers)
    lines = ",\n".join(f'  "{case}": {number}' for case, number in cases.items())
    return f'{{\n "sets": [\n{sets}\n ],\n "cases": {{\n{lines}\n }}\n}}\n'


def load_case_features(folder: Path) -> dict[str, tuple[str, ...]]:
    """Features by case, without cases that have none; empty if `folder`, that of the cases, lacks the file.

    Raises:
        OSError, ValueError: the file cannot be read.
    """
    file = folder / CASES_FILE
    stored = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"sets": [], "cases": {}}
    sets = [tuple(features) for features in stored["sets"]]
    return {case: sets[number] for case, number in stored["cases"].items()}
