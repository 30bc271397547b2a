# SPDX-License-Identifier: Apache-2.0
"""Measured figures, tables and curves of this repository's Markdown, written from stored data.

    python -m instruments.documents store out/events.jsonl.xz [MORE ...]   # figures of a run, then write
    python -m instruments.documents write
    python -m instruments.documents check

A generated block stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; everything else is written
by hand. `check` ends with 1 when a block differs from what the stored data gives, or when stored data
contradicts the repository: names of implementations, ids of mutants. Cases that were added, changed or
removed after the stored run are counted, which is not a failure. MORE are runs of implementations that need a
separate environment, such as Hudi through Spark: their answers are evidence for rules; the figures are those
of the first run. Answers of implementations in no run are kept. It works in a checkout only.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.look.text import counted, markdown_table
from hudi_conformance.report import model, stored_run
from hudi_conformance.report.model import Run
from hudi_conformance.specification import requirements
from hudi_conformance.suite.events import EventsError
from hudi_conformance.suite.layers import LAYERS

from instruments import java_reach
from instruments.documents import costs, evidence, history, stored_matrix
from instruments.java_mutants import stored as java_mutants
from instruments.specification import evidence as stored_evidence
from instruments.specification import traceability
from instruments.specification.evidence import GENERATED as EVIDENCE

DOCUMENTS = ("README.md", "conformance/README.md", "conformance/results.md", costs.GUIDE)
MEASURED = (
    "lazy", "mutation", "fuzz", "exhaustive", "audits", "drawn", "drawn_readers", "filters", "campaigns",
    "grammars", "benchmarks", "lakes",
)  # fmt: skip
OUTCOMES = ("weak", "known", "open", "unsupported")
_BLOCK = re.compile(r"(<!-- begin ([a-z._-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)

Stored = dict[str, Any]


class DocumentError(ValueError):
    """A document has a block of an unknown name."""


def results_dir() -> Path:
    """Folder of stored results, one JSON file per kind."""
    return resources.data_root() / "conformance" / "results"


def load(name: str) -> Stored:
    """One stored result."""
    stored: Stored = json.loads((results_dir() / f"{name}.json").read_text(encoding="utf-8"))
    return stored


def run_figures(run: Run, num_requirements: int) -> Stored:
    """The stored part of a run: counts per implementation, not the answers."""
    return {**stored_run.figures(run), "requirements": num_requirements}


def run_name(run: Run) -> str:
    """Name of the file in `results/runs` that keeps a run for `report --history`."""
    return f"{run_name_of(stored_run.figures(run))}.json"


def run_name_of(run: Stored) -> str:
    """Name of a stored run: its date, and the digest of the cases that it ran."""
    return f"{run['date']}-{run['cases_digest'][:8]}"


def parts_table() -> Iterator[str]:
    """Parts of the package with what each may import."""
    rules = _rules()
    yield f"Free for all: {_listed(rules['free'])}."
    yield ""
    yield "| part | purpose | may import |"
    yield "|---|---|---|"
    for name, part in rules["parts"].items():
        if name not in {"__init__", "__main__", *rules["free"]}:
            granted = "everything" if part["imports"] == ["*"] else ", ".join(part["imports"])
            yield f"| `{name}` | {part['purpose']} | {granted or '–'} |"


def instruments_table() -> Iterator[str]:
    """Parts of the package that only a checkout has."""
    yield "| part | purpose |"
    yield "|---|---|"
    for name, part in _rules()["instruments"].items():
        yield f"| `{name}` | {part['purpose']} |"


def run_summary() -> Iterator[str]:
    """The figures of a run in two sentences."""
    run = load("run")
    rows = run["implementations"]
    judged, known = sum(row["pass"] + row["known"] for row in rows), sum(row["known"] for row in rows)
    unexpected = sum(row["unexpected"] for row in rows)
    yield (
        f"{_number(run['cases'])} cases about {_number(run['requirements'])} requirements, run against "
        f"{len(rows)} implementations: {_number(judged)} answers were judged;"
    )
    yield (
        f"{_number(known)} are known failures, each with a documented reason; "
        f"{unexpected or 'none'} {'are' if unexpected > 1 else 'is'} unexpected. {_ran(run)}"
    )


def run_matrix() -> Iterator[str]:
    """One row per implementation."""
    run = load("run")
    yield from run_summary()
    yield ""
    # A run that was stored before failures had layers has none to show.
    layers = [
        layer for layer in LAYERS if any(layer in row.get("layers", {}) for row in run["implementations"])
    ]
    heads = ["pass", "of these weak", "known failures", *layers, "open", "unsupported", "MUSTs held"]
    rows = []
    for row in run["implementations"]:
        by_layer = [row.get("layers", {}).get(layer, 0) for layer in layers]
        numbers = [row["pass"], row["weak"], row["known"], *by_layer, row["open"], row["unsupported"]]
        held = f"{row['musts_held']} of {row['musts_judged']}"
        rows.append([row["name"], *map(_number, numbers), held])
    yield from markdown_table(["implementation", *heads], rows, ["---", *["--:"] * len(heads)])
    if run["absent"]:
        yield ""
        absent = _listed([entry["name"] for entry in run["absent"]])
        yield f"Not started: {absent}; the reasons are in `results/run.json`."


def kills_table() -> Iterator[str]:
    """Mutants per list, and how many a case kills."""
    killed = {ident for ident, entry in _kills().items() if entry["killed"]}
    lists = {f"`{name}`": idents for name, idents in _mutants().items()}
    rows = [(name, len(idents), len(killed.intersection(idents))) for name, idents in lists.items()]
    rows.append(("all", sum(map(len, lists.values())), len(killed)))
    yield from markdown_table(["list", "mutants", "killed"], rows, ["---", "--:", "--:"])


def reach_table() -> Iterator[str]:
    """Branches of Hudi's reading code that the cases execute, by surface and release."""
    releases, goals = load("java_reach")["releases"], java_reach.load_surfaces().goals
    tables = [java_reach.totals_by_surface(stored["surfaces"]) for stored in releases.values()]
    rows = [
        [name, f"{goals.get(name, 70)} %", *(_share(*table[name]) for table in tables)]
        for table in tables[:1]
        for name in table
    ]
    heads = ["surface", "goal", *(f"{name} ({stored['date']})" for name, stored in releases.items())]
    yield from markdown_table(heads, rows, ["---", *["--:"] * (len(heads) - 1)])
    newest, stored = next(iter(releases.items()))
    untouched = java_reach.untouched(stored["surfaces"])
    yield ""
    yield f"Classes with branches of which no case executes a line, in {newest}: {_listed(untouched)}."


def _share(covered: int, branches: int) -> str:
    return f"{covered:,} of {branches:,}, {covered / branches:.0%}" if branches else "·"


def measurements(name: str) -> Callable[[], Iterator[str]]:
    """A stored table with its command, date and remarks."""

    def lines() -> Iterator[str]:
        for index, table in enumerate(load(name)["tables"]):
            if index:
                yield ""
            yield f"Measured {table['date']}: {table['command']}"
            yield ""
            rows = [
                [_number(cell) if isinstance(cell, int) else cell for cell in row] for row in table["rows"]
            ]
            columns = zip(*table["rows"], strict=True)
            numeric = (any(isinstance(cell, int) for cell in column) for column in columns)
            rule = ["--:" if is_number else "---" for is_number in numeric]
            yield from markdown_table(table["columns"], rows, rule)
            if table.get("remark"):
                yield ""
                yield table["remark"]

    return lines


BLOCKS: dict[str, Callable[[], Iterator[str]]] = {
    "parts": parts_table,
    "instruments": instruments_table,
    "run.summary": run_summary,
    "run.matrix": run_matrix,
    "kills": kills_table,
    "reach": reach_table,
    "changed-branches": lambda: java_mutants.table(load("java_mutants")),
    "costs": lambda: costs.lines(load("costs")),
    **{name: measurements(name) for name in MEASURED},
}


def rendered(text: str) -> str:
    """A document with all its blocks generated again.

    Raises:
        DocumentError: a block has an unknown name.
    """

    def block(match: re.Match[str]) -> str:
        name = match[2]
        if name not in BLOCKS:
            raise DocumentError(f"no block is called {name}")
        return match[1] + "".join(f"{line}\n" for line in BLOCKS[name]()) + match[3]

    return _BLOCK.sub(block, text)


def outdated() -> dict[Path, str]:
    """Documents that differ from what the stored data gives, with the text that they should have."""
    changed: dict[Path, str] = {}
    for name in DOCUMENTS:
        path = resources.data_root() / name
        text = path.read_text(encoding="utf-8")
        expected = rendered(text)
        if expected != text:
            changed[path] = expected
    for name, picture in costs.pictures(load("costs")).items():
        path = (resources.data_root() / costs.GUIDE).with_name(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != picture:
            changed[path] = picture
    return changed


def contradictions() -> Iterator[str]:
    """Sentences about stored results that contradict the repository."""
    run = load("run")
    evidence_of = load("evidence")
    yield from _differ("cases", run["cases"], len(evidence_of["cases"]))
    for row in run["implementations"]:
        answers = sum(row[key] for key in ("pass", "known", "open", "unsupported", "unexpected"))
        yield from _differ(f"answers of {row['name']}", answers, run["cases"])
    for name, stored in (("matrix", load("matrix")), ("evidence", evidence_of)):
        if stored["cases_digest"] != run["cases_digest"]:
            yield f"the stored {name} is that of another run: store a run of all implementations"
    known = _registry().keys()
    if unknown := sorted(_names(run) - known):
        yield f"the stored run has implementations that the registry lacks: {', '.join(unknown)}"
    yield from java_mutants.unused_equivalents(load("java_mutants"))
    idents_in_lists = {ident for idents in _mutants().values() for ident in idents}
    if differing := sorted(idents_in_lists ^ _kills().keys()):
        yield f"results/kills.json and the lists of mutants differ: {', '.join(differing)}"


def _names(run: Mapping[str, Any]) -> set[str]:
    """Implementations that a stored run has, or states as absent."""
    return {row["name"] for row in [*run["implementations"], *run["absent"]]}


def newer() -> str:
    """Return how cases, requirements and implementations differ from the stored run; empty if they do not."""
    run = load("run")
    stored = stored_evidence.load(results_dir() / EVIDENCE)
    before = {} if stored is None else stored.digests
    cases, _ = traceability.load_cases(resources.cases_dir())
    now = {case.id: stored_evidence.digest(case) for case in cases}
    changed = sum(before[ident] != now[ident] for ident in before.keys() & now.keys())
    added_rules = len(requirements.load(resources.spec_dir()).requirements) - run["requirements"]
    parts = [
        (len(now.keys() - before.keys()), "case", "added"),
        (changed, "case", "changed"),
        (len(before.keys() - now.keys()), "case", "removed"),
        (abs(added_rules), "requirement", "added" if added_rules > 0 else "removed"),
        (len(_registry().keys() - _names(run)), "implementation", "added"),
    ]
    counts = ", ".join(f"{counted(num, noun)} {verb}" for num, noun, verb in parts if num)
    return f"{counts} since the stored run {run_name_of(run)}" if counts else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, 1 when a check fails, 2 for a run that cannot be stored."""
    parser = argparse.ArgumentParser(prog="python -m instruments.documents")
    commands = parser.add_subparsers(dest="command", required=True)
    store = commands.add_parser("store", help="store the figures of a run, then write the documents")
    store.add_argument("events", type=Path, help="events.jsonl.xz of a run of all implementations")
    store.add_argument("more", type=Path, nargs="*", help="of runs of implementations that it does not have")
    commands.add_parser("write", help="write all generated blocks")
    commands.add_parser("check", help="1 when a block or a stored result is out of date")
    options = parser.parse_args(arguments)
    if options.command == "store":
        try:
            run, *more = map(model.load, [options.events, *options.more])
        except EventsError as error:
            print(error, file=sys.stderr)
            return 2
        index = requirements.load(resources.spec_dir())
        text = json.dumps(run_figures(run, len(index.requirements)), indent=1, ensure_ascii=False)
        (results_dir() / "run.json").write_text(f"{text}\n", encoding="utf-8")
        target = results_dir() / "runs" / run_name(run)
        target.parent.mkdir(exist_ok=True)
        target.write_text(f"{text}\n", encoding="utf-8")
        cases, _ = traceability.load_cases(resources.cases_dir())
        earlier = stored_evidence.load(results_dir() / EVIDENCE)
        text = json.dumps(evidence.figures(run, _real(), cases, more, earlier), indent=1)
        (results_dir() / EVIDENCE).write_text(f"{text}\n", encoding="utf-8")
        figures_of_run = stored_matrix.figures(run)
        text = _one_row_a_line(figures_of_run)
        (results_dir() / stored_matrix.GENERATED).write_text(text, encoding="utf-8")
        entry = history.dated(stored_matrix.from_figures(figures_of_run), figures_of_run["cases_digest"])
        dated = results_dir() / "history" / run_name(run)
        dated.parent.mkdir(exist_ok=True)
        dated.write_text(history.dated_text(entry), encoding="utf-8")
    changed = outdated()
    problems = list(contradictions())
    if options.command == "check":
        problems += [f"{path.relative_to(resources.data_root())} is out of date" for path in changed]
    else:
        for path, text in changed.items():
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(resources.data_root()))
    for problem in problems:
        print(problem, file=sys.stderr)
    if added := newer():
        print(added)
    return 1 if problems else 0


def _differ(noun: str, stored: int, actual: int) -> Iterator[str]:
    if stored != actual:
        yield f"the stored run has {stored:,} {noun}, not {actual:,}: store a run of all implementations"


def _rules() -> dict[str, Any]:
    path = resources.data_root() / "conformance" / "parts.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _registry() -> dict[str, Stored]:
    path = resources.data_root() / "conformance" / "implementations.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _real() -> set[str]:
    """Implementations of other projects: those with a different homepage."""
    return {name for name, entry in _registry().items() if entry["homepage"]}


def _kills() -> dict[str, Stored]:
    mutants: dict[str, Stored] = load("kills")["mutants"]
    return mutants


def _mutants() -> dict[str, list[str]]:
    folder = resources.data_root() / "conformance" / "tests" / "quality"
    return {
        path.name: [mutant["id"] for mutant in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]]
        for path in sorted(folder.glob("mutants*.toml"))
    }


def _one_row_a_line(document: Stored) -> str:
    """JSON whose members are a line each, and members of objects too: changes are read line by line."""
    lines = []
    for key, value in document.items():
        if isinstance(value, dict):
            rows = (f" {json.dumps(name)}: {json.dumps(row)}" for name, row in value.items())
            lines.append(f"{json.dumps(key)}: {{\n" + ",\n".join(rows) + "\n}")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _ran(run: Stored) -> str:
    minutes, seconds = divmod(round(run["seconds"]), 60)
    host = run["host"]
    return (
        f"It took {minutes} min {seconds} s on {run['date']} "
        f"({host['os']}, Python {host['python']}; digest of the cases `{run['cases_digest'][:8]}`)."
    )


def _number(value: int) -> str:
    return f"{value:,}" if value else "·"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
