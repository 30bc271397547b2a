# SPDX-License-Identifier: Apache-2.0
"""What is wrong with `spec/features.toml`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from hudi_conformance.specification.features import FILE, READ, REFUSED, Feature, load_features
from hudi_conformance.specification.requirements import Problem

MARKS = frozenset({
    "property", "value", "file", "suffix", "action", "block", "header", "commit", "type", "column",
})  # fmt: skip


def check(spec: Path, fixtures: Path, rules: Collection[str], cases: Collection[str]) -> Iterator[Problem]:
    """Yield what is wrong with the list of features.

    Args:
        spec: folder of the specification.
        fixtures: folder of the fixtures.
        rules: ids of requirements.
        cases: ids of cases.
    """
    try:
        features = load_features(spec)
    except (OSError, ValueError, TypeError, KeyError) as error:
        yield Problem(FILE, 1, f"cannot be read: {error}")
        return
    seen: set[str] = set()
    for feature in features:
        for text in _problems(feature, fixtures, rules, cases):
            yield Problem(FILE, 1, f"{feature.id}: {text}")
        if feature.id in seen:
            yield Problem(FILE, 1, f"{feature.id} is listed twice")
        seen.add(feature.id)


def _problems(
    feature: Feature, fixtures: Path, rules: Collection[str], cases: Iterable[str]
) -> Iterator[str]:
    if feature.reader not in {READ, REFUSED} or (feature.reader == REFUSED) != (feature.message is not None):
        yield f"reader is {READ}, or {REFUSED} with a message"
    if unknown := sorted(set(feature.mark) - MARKS):
        yield f"mark has unknown keys {', '.join(unknown)}"
    yield from (f"no requirement {rule}" for rule in feature.rules if rule not in rules)
    known = list(cases)
    for pattern in feature.cases:
        if not any(fnmatchcase(case, pattern) for case in known):
            yield f"no case {pattern}"
    if bool(feature.table) == (feature.without is not None):
        yield "either a table, or the reason why none is stored"
    if feature.table and not (fixtures / feature.table).is_file():
        yield f"no fixture {feature.table}"
