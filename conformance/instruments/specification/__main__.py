# SPDX-License-Identifier: Apache-2.0
"""`python -m instruments.specification`: whether the rules are consistent and have their cases."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import rich_click as click
from hudi_conformance import resources
from hudi_conformance.cli import common, echo
from hudi_conformance.look.text import counted
from hudi_conformance.specification import requirements
from hudi_conformance.specification.features import FILE as FEATURES_FILE
from hudi_conformance.suite import manifest, manifest_index
from rich.table import Table

from instruments.specification import citations, evidence, features, pairs, reach, traceability, upstream
from instruments.specification import index as index_files
from instruments.specification.questions import count_questions

KILLS = Path("results", "kills.json")
SOURCES = (Path("conformance", "hudi_conformance"), Path("conformance", "adapters"))
RESULTS = Path("conformance", "results")


@click.group()
def command() -> None:
    """Check, count and index the written specification.

    Requirements are the blockquotes of `spec/*.md`; each has an id that cases, grammars and reports name.
    `spec/README.md` describes how they are written and what they must meet.
    """


@command.command()
def check() -> None:
    """Fail when the traceability from rules to cases and grammars is broken anywhere.

    Prints one line per problem, `file:line: what`, and exits with 1 when there is one. Malformed cases are
    reported first; the other checks run when every case is valid. Among them: an ill-formed or doubled
    requirement, a case that names an unknown one, a settled MUST without an accepting or a rejecting
    case for its role, a rule that has changed since its cases were reviewed, a grammar field that no
    rule mentions, an id in the sources that no rule has, a feature whose rules, cases or table do not
    exist, a claim of `UPSTREAM.md` whose rule or case does not exist, a rule that claims more than the stored
    results of real implementations confirm, an unsettled rule that a case enforces, a question of OPEN.md
    that no case covers, a MUST without a pair of cases or the reason why it has none, a generated index that
    is out of date.
    """
    index = requirements.load(resources.spec_dir())
    problems = _malformed() or _problems(index)
    for problem in problems:
        echo.line(str(problem))
    cases, _ = traceability.load_cases(resources.cases_dir())
    counts = ((index.requirements, "requirement"), (cases, "case"), (problems, "problem"))
    echo.line(", ".join(counted(len(items), noun) for items, noun in counts))
    raise SystemExit(1 if problems else 0)


@command.command()
@click.option("--pairs", "show_pairs", is_flag=True, help="List the pair of each MUST, or why there is none.")
@common.json_option("Print the counts, the pairs and what is missing as JSON.")
def coverage(*, show_pairs: bool, as_json: bool) -> None:
    """Count requirements by area and list the MUSTs that lack a case.

    `accept` and `reject` count the MUSTs that have every accepting or rejecting case they need; MUSTs that
    are unsettled or cannot be tested are counted in their own columns instead. `pair` counts those with two
    cases that differ in one place of the input and in the right answer. `kill` counts those for which a case
    that names them detects a reader or writer with a one-line bug.

    Then lists the statements of the decoders that no case executes, by the stored results of
    `conformance/mutation/reach.py`.
    """
    index = requirements.load(resources.spec_dir())
    cases, _ = traceability.load_cases(resources.cases_dir())
    missing = traceability.lacks(index, cases, resources.fixtures_dir())
    kills = traceability.load_kills(resources.data_root() / "conformance" / KILLS)
    paired = pairs.find_pairs(index, cases, resources.fixtures_dir())
    unpaired = [item for item in pairs.musts(index) if item.id not in paired]
    rows = traceability.coverage(index, missing, kills, paired)
    num_questions = count_questions(case.table for case in cases)
    reached = reach.load(
        resources.data_root() / RESULTS / reach.GENERATED, resources.data_root() / SOURCES[0]
    )
    if as_json:
        document = {
            "areas": [asdict(row) for row in rows],
            "cases": len(cases),
            "questions": num_questions,
            "lacking": [
                {"requirement": lack.requirement.id, "role": lack.role, "kind": lack.kind} for lack in missing
            ],
            "pairs": [asdict(pair) for pair in paired.values()],
            "unpaired": {item.id: item.unpaired for item in unpaired},
            "unexecuted": [asdict(item) for item in reached.unexecuted] if reached is not None else None,
        }
        echo.document(json.dumps(document, indent=1))
        return
    table = Table(box=None, header_style="bold")
    for name in ("area", "MUST", "accept", "reject", "pair", "kill", "SHOULD", "MAY", "open", "untestable"):
        table.add_column(name, justify="left" if name == "area" else "right")
    for row in rows:
        if row.area == "total":
            table.add_section()
        kill = "–" if row.killed is None else row.killed
        musts_counts = (row.must, row.accepted, row.rejected, row.paired, kill)
        counts = (*musts_counts, row.should, row.may, row.unsettled, row.untestable)
        table.add_row(row.area, *map(str, counts))
    echo.console().print(table)
    for lack in missing:
        echo.line(f"spec/{lack.requirement.file}:{lack.requirement.line}: {lack}")
    echo.line(f"{len(missing)} lacking" if missing else "none lacking")
    _print_pairs(paired, unpaired, show_all=show_pairs)
    if reached is not None:
        _print_reach(reached)
    echo.line(f"{counted(len(cases), 'case')}, {counted(num_questions, 'distinct question')}")


def _print_reach(reached: reach.Reach) -> None:
    for statement in reached.unexecuted:
        echo.line(str(statement))
    num = len(reached.unexecuted)
    echo.line(f"{num} of {reached.num_statements} statements of the decoders are executed by no case")
    if reached.outdated:
        echo.line(
            f"stored before changes of {', '.join(reached.outdated)}: run conformance/mutation/reach.py"
        )


def _print_pairs(
    paired: Mapping[str, pairs.Pair], unpaired: Sequence[requirements.Requirement], *, show_all: bool
) -> None:
    reasons = [item for item in unpaired if item.unpaired]
    neither = [item.id for item in unpaired if not item.unpaired]
    if show_all:
        for pair in paired.values():
            echo.line(f"{pair.requirement}: {pair.kind}: {pair.first} · {pair.second}")
        for item in reasons:
            echo.line(f"{item.id}: none: {item.unpaired}")
    num_values = sum(pair.kind == pairs.VALUES for pair in paired.values())
    echo.line(
        f"{counted(len(paired), 'MUST')} with a pair"
        f" ({len(paired) - num_values} accept/reject, {num_values} of values),"
        f" {len(reasons)} a stated reason why there is none, {len(neither)} neither:"
        f" {', '.join(neither) or '–'}"
    )


@command.command()
@common.json_option("Print the rules as JSON.")
def proposed(*, as_json: bool) -> None:
    """List the rules that are this specification's own proposal, with the evidence.

    For each rule: whether all of it is proposed or only the rejection, its source, and how real
    implementations answered the cases about it in the stored results: passed, misread, refused badly (an
    unchecked exception, another reason). Of a rejection only the cases that reject are counted. `check` fails
    on a rule that is not marked and that no real implementation follows.
    """
    index = requirements.load(resources.spec_dir())
    cases, _ = traceability.load_cases(resources.cases_dir())
    stored = evidence.load(resources.data_root() / RESULTS / evidence.GENERATED)
    if stored is None:
        raise click.UsageError("an installed copy has no stored results; run this in a checkout")
    rows = list(evidence.proposals(index, cases, stored, resources.fixtures_dir()))
    if as_json:
        document = [
            {
                "requirement": row.requirement.id,
                "proposed": row.requirement.proposed,
                "level": row.requirement.level,
                "source": row.requirement.source,
                **{name: dict(getattr(row, name)) for name in ("passed", "misread", "refused_badly")},
                "new_cases": row.num_new,
            }
            for row in rows
        ]
        echo.document(json.dumps(document, indent=1))
        return
    for row in rows:
        item = row.requirement
        echo.line(f"{item.id} ({item.level}), {item.proposed}: {item.source}")
        echo.line(f"    {_answers(row)}")
    num_rules = sum(row.requirement.proposed == "rule" for row in rows)
    num_refusals = len(rows) - num_rules
    echo.line(f"{len(rows)} proposed: {counted(num_rules, 'rule')}, {counted(num_refusals, 'refusal')} only")


def _answers(row: evidence.Proposal) -> str:
    """Results of implementations for the cases about a rule."""
    parts = [
        f"{word}: {', '.join(f'{name} {count}' for name, count in counts.items())}"
        for word, counts in (
            ("passed", row.passed),
            ("misread", row.misread),
            ("refused badly", row.refused_badly),
        )
        if counts
    ]
    if row.num_new:
        parts.append(f"{row.num_new} newer than the stored results")
    return "; ".join(parts) or "no real implementation was run"


@command.command()
@click.option(
    "--reviewed",
    is_flag=True,
    help="Also record that the cases of every requirement were read against it.",
)
def build(*, reviewed: bool) -> None:
    """Write `spec/requirements.json`, the index for programs that do not parse Markdown.

    With `--reviewed` the digests of all rules go to `spec/REVIEWED.json`: run it after reading the cases of
    the rules that `check` reports as changed, and commit the file.
    """
    folder = resources.spec_dir()
    index = requirements.load(folder)
    _write(folder / index_files.GENERATED, index_files.to_json(index))
    if reviewed:
        _write(folder / index_files.REVIEWED, index_files.reviewed_json(index))


def _malformed() -> list[requirements.Problem]:
    """Cases whose form is wrong: the checks of the specification rely on it."""
    folder = resources.cases_dir()
    try:
        manifest.load_manifests(folder, manifest_index.index_file(folder, resources.cache_dir()))
    except manifest.SuiteDamaged as damaged:
        return [
            requirements.Problem(
                f"conformance/cases/{item.file}", item.line, f"{item.case}: {item.message}".removeprefix(": ")
            )
            for item in damaged.problems
        ]
    return []


def _problems(index: requirements.SpecIndex) -> list[requirements.Problem]:
    folder = resources.spec_dir()
    problems = traceability.check(
        folder, resources.cases_dir(), resources.ksy_dir(), resources.fixtures_dir(), index
    )
    cases, _ = traceability.load_cases(resources.cases_dir())
    problems += pairs.check(index, pairs.find_pairs(index, cases, resources.fixtures_dir()))
    stored = evidence.load(resources.data_root() / RESULTS / evidence.GENERATED)
    if stored is not None:
        problems += [
            requirements.Problem(f"spec/{item.file}", item.line, item.message)
            for item in evidence.check(index, cases, stored, resources.fixtures_dir())
        ]
    ids = {item.id for item in cases}
    listed = features.check(folder, resources.fixtures_dir(), index.requirements, ids)
    for problem in listed if (folder / FEATURES_FILE).is_file() else ():
        problems.append(requirements.Problem(f"spec/{problem.file}", problem.line, problem.message))
    problems += upstream.check(folder, index.requirements, ids)
    for sources in SOURCES:
        problems += citations.check(resources.data_root() / sources, index)
    generated = folder / index_files.GENERATED
    if not generated.is_file() or generated.read_text(encoding="utf-8") != index_files.to_json(index):
        text = "is out of date: run `python -m instruments.specification build`"
        problems.append(requirements.Problem(f"spec/{generated.name}", 1, text))
    return problems


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    echo.line(f"wrote {path}")


if __name__ == "__main__":
    command()
