# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance cases`: check the cases and lock their inputs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.advice.marks import marks_of
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.cli import common, echo
from hudi_conformance.errors import Reject
from hudi_conformance.look.text import counted
from hudi_conformance.specification import features
from hudi_conformance.suite import inputs
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.manifest import Case, Problem, SuiteDamaged
from hudi_conformance.suite.trees import Tree


@click.group("cases", cls=common.Group)
def command() -> None:
    """Check the cases and lock their inputs.

    conformance/cases/LOCK.json pins the digest of every input, so that a change of a fixture, of an edit or
    of the grammar that resolves its address cannot alter a case unnoticed.
    """


@command.command()
def check() -> int:
    """Check that every case loads, expands, matches its lock entry, and names rules that exist.

    Exits with 4 and prints one line per problem, because a problem means that the suite is damaged.
    """
    suite = common.open_session()
    cases, lock, index = suite.cases, suite.lock, suite.index
    problems: list[Problem] = []
    try:
        suite.prepare_unlocked(cases, lock)
    except SuiteDamaged as damaged:
        problems += damaged.problems
    by_id = {case.id: case for case in cases}
    unlocked = inputs.unlocked_ids(cases, lock)
    if unlocked:
        number = counted(len(unlocked), "unlocked case")
        text = f"{number}, {unlocked[0]} first: run `hudi-conformance cases lock`"
        problems.append(Problem(inputs.LOCK, 1, "", text))
    problems += [
        Problem(inputs.LOCK, 1, ident, "is locked, but the case does not exist: ids are permanent")
        for ident in lock
        if ident not in by_id
    ]
    for case in cases:
        problems += [
            _problem(case, f"names the unknown requirement {ident}")
            for ident in case.req
            if ident not in index.requirements
        ]
        if case.kind == "open" and case.expect["open"] not in index.questions:
            problems.append(_problem(case, f"names the unknown open question {case.expect['open']}"))
    if problems:
        raise SuiteDamaged(problems)
    echo.line(f"{counted(len(cases), 'case')} intact")
    return 0


@command.command()
def lock() -> None:
    """Write the digests of all inputs to conformance/cases/LOCK.json and print the changes.

    FEATURES.json next to it has the features of each case: those of its table, by their marks, and those that
    its rules are about. Run it after adding or changing cases, and commit the change.
    """
    if not resources.is_checkout():
        raise click.UsageError("an installed copy cannot be locked; run this command in a checkout")
    suite = common.open_session()
    before = suite.lock
    ready = suite.prepare_unlocked(suite.cases)
    after = {prepared.case.id: prepared.digest for prepared in ready}
    for ident in sorted(before.keys() | after.keys()):
        if before.get(ident) != after.get(ident):
            change = "added" if ident not in before else "removed" if ident not in after else "changed"
            echo.line(f"{change} {ident}")
    path = resources.cases_dir() / inputs.LOCK
    path.write_text(canonical_json.pretty(after), encoding="utf-8")
    tags = case_features(ready)
    path.with_name(features.CASES_FILE).write_text(features.case_features_text(tags), encoding="utf-8")
    echo.line(f"{counted(len(after), 'case')} locked")


def case_features(ready: Iterable[Prepared]) -> dict[str, tuple[str, ...]]:
    """Features by case; each table is read once."""
    spec = resources.spec_dir()
    known = features.load_features(spec) if (spec / features.FILE).is_file() else ()
    seen: dict[str, frozenset[str] | None] = {}
    tags = {}
    for item in ready:
        if item.tree is not None and item.digest not in seen:
            seen[item.digest] = _marks(item.tree, known)
        marks = None if item.tree is None else seen[item.digest]
        tags[item.case.id] = features.tags_of(item.case.id, item.case.req, marks, known)
    return tags


def _marks(tree: Tree, known: Iterable[features.Feature]) -> frozenset[str] | None:
    """Features whose marks a folder has, or None if it is not a table."""
    if not any(path.startswith(".hoodie/hoodie.properties") for path in tree.files):
        return None
    with tempfile.TemporaryDirectory() as scratch:
        tree.write(Path(scratch))
        try:
            return marks_of(Path(scratch), known).features
        except Reject:
            return None


def _problem(case: Case, message: str) -> Problem:
    return Problem(case.file, case.line, case.id, message)
