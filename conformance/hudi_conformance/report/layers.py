# SPDX-License-Identifier: Apache-2.0
"""Failures of a run by layer, as a table and as entries in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from hudi_conformance.look.text import counted, markdown_cell, markdown_table, printable
from hudi_conformance.report import standing, wording
from hudi_conformance.report.model import Case, Result, Run
from hudi_conformance.suite.layers import CHANGED, LAYERS

MEANINGS = {
    "misread": "a value is wrong or missing, or damage passes against a rule that releases follow",
    "refused badly": "rejected, but with an unchecked exception, for another reason, or at another offset",
    "unclassified": "listed as not a bug, without a source",
    "proposed": "violates only a rule, or a rejection, that this specification proposes",
    "by design": "the project documents or decides this behaviour; the source is quoted",
}


def failures(run: Run, implementation: str, layer: str) -> Iterator[tuple[Case, Result]]:
    """Failures of one layer, those of different rules first: each rule's first, then the rest."""
    failed = [
        (case, result)
        for case in run.cases.values()
        if (result := run.result(implementation, case.id)) is not None and standing.layer_of(result) == layer
    ]
    seen: set[str] = set()
    later = []
    for case, result in failed:
        if case.about in seen:
            later.append((case, result))
        else:
            seen.add(case.about)
            yield case, result
    yield from later


def to_markdown(run: Run, num_entries: int) -> str:
    """The table of all implementations, then entries of each layer; ends with a line feed."""
    lines = ["# Failures by layer", "", standing.headline(run), "", *_meanings(), *_table(run)]
    for name in run.names:
        count = standing.layer_counts(run, name)
        if not count.total():
            continue
        lines += ["", f"## {markdown_cell(name)}"]
        for layer in LAYERS:
            if count[layer]:
                lines += ["", f"### {layer}: {counted(count[layer], 'case')}", ""]
                entries = islice(failures(run, name, layer), num_entries)
                lines += [_entry(case, result) for case, result in entries]
                if count[layer] > num_entries:
                    lines.append(f"- … and {count[layer] - num_entries:,} more")
    return "\n".join(lines) + "\n"


def section(run: Run) -> list[str]:
    """The table as a section of a summary; empty without failures."""
    if not any(standing.layer_counts(run, name) for name in run.names):
        return []
    return ["## Failures by layer", "", *_table(run), ""]


def _meanings() -> list[str]:
    rows = [[f"**{layer}**", MEANINGS[layer]] for layer in LAYERS]
    return [*markdown_table(["layer", "meaning"], rows, ["---", "---"]), ""]


def _table(run: Run) -> list[str]:
    musts, layers = standing.musts(run), standing.must_layers(run)
    rows = []
    for name in run.names:
        count, rules = standing.layer_counts(run, name), layers[name]
        cells = [f"{count[layer]:,} ({rules[layer]:,})" if count[layer] else "·" for layer in LAYERS]
        rows.append([markdown_cell(name), f"{musts[name].held:,} of {musts[name].applicable:,}", *cells])
    heads = ["implementation", "MUSTs held", *LAYERS]
    table = markdown_table(heads, rows, ["---", *["--:"] * (len(heads) - 1)])
    return [
        *table,
        "",
        "Failed cases; in parentheses the MUST rules that they violate, each in its worst layer.",
    ]


def _entry(case: Case, result: Result) -> str:
    difference = wording.difference(result)
    description = result.message or ""
    if difference is not None:
        description = f"{difference[0]}: expected {difference[1]}, got {difference[2]}"
    changed = (result.detail or {}).get(CHANGED)
    parts = [
        f"- `{case.id}` {result.verdict}, {case.level} `{case.about}`: {markdown_cell(case.title)}",
        markdown_cell(printable(description, 200)),
        markdown_cell(printable(_changed(changed), 200)) if isinstance(changed, dict) else "",
        markdown_cell(printable(result.reason or "not on its list", 300)),
        f"Source: {markdown_cell(result.design)}" if result.design else "",
    ]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def _changed(difference: Mapping[str, object]) -> str:
    sides = [
        wording.short_json(difference[side]) if side in difference else "nothing"
        for side in ("expected", "got")
    ]
    return f"The damage changed the answer at {difference['path']}: {sides[0]} became {sides[1]}"
