# SPDX-License-Identifier: Apache-2.0
"""Summary of the verdicts of a campaign: counts, as JSON, text, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from hudi_conformance.campaign.classes import Class
from hudi_conformance.campaign.minimal_cases import MinimalCase
from hudi_conformance.campaign.outcome import AGREEMENTS
from hudi_conformance.campaign.store import Store
from hudi_conformance.look.text import counted, markdown_table

ANSWERS = (
    "value", "reject", "unsupported", "limit", "error", "error-inside", "crash", "hang", "garbled", "absent",
)  # fmt: skip
# Worse first: the effect of an input on an implementation is the worst over its commands.
_RANK = {"failed": 4, "refused": 3, "changed": 2, "unseen": 1, "unsupported": 0, "": -1}
WORDS = ("refused", "changed", "unseen", "failed")
_BY_FIELD = ("bits", "numbers")


def summarise(store: Store, description: Mapping[str, Any], classes: Sequence[Class]) -> dict[str, Any]:
    """All counts of a campaign.

    Returns:
        `answers` and `agreements` by implementation; `fields`: one object per surface, kind and field, with
        the words of each implementation, and `nobody`: inputs that none of them detected; `slowest` answers.
    """
    columns = [
        "task", "number", "implementation", "answer", "said", "agreement", "effect", "kind", "field",
        "surface", "num_edits", "ms",
    ]  # fmt: skip
    table = store.table(columns)
    inside = pc.and_(pc.equal(table["answer"], "value"), pc.ends_with(table["said"], "+error"))
    answer = pc.if_else(inside, "error-inside", table["answer"])
    table = table.set_column(table.schema.get_field_index("answer"), "answer", answer)
    return {
        "plan": description["plan"],
        "seed": description["seed"],
        "planned": description["inputs"],
        "inputs": table.select(["task", "number"]).group_by(["task", "number"]).aggregate([]).num_rows,
        "rows": table.num_rows,
        "implementations": [name for name, _ in description["settings"]["implementations"]],
        "answers": _counts(table, "answer"),
        "agreements": _counts(table, "agreement"),
        "milliseconds": _milliseconds(table),
        "fields": _fields(table),
        "classes": {
            "all": len(classes),
            "known": sum(entry.known is not None for entry in classes),
            "list": [_class(entry) for entry in classes],
        },
    }


def _class(entry: Class) -> dict[str, Any]:
    example = entry.examples[0]
    key = {name: getattr(entry.key, name) for name in entry.key.__dataclass_fields__}
    at = "" if example.seed is None else f"@{example.seed}"
    return {
        **key, "rows": entry.num, "known": entry.known, "command": example.command, "said": example.said,
        "input": f"{example.base}#{example.kind}{at}:{example.number}",
    }  # fmt: skip


def _counts(table: pa.Table, column: str) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for row in table.group_by(["implementation", column]).aggregate([([], "count_all")]).to_pylist():
        counts.setdefault(row["implementation"], {})[row[column]] = row["count_all"]
    return counts


def _milliseconds(table: pa.Table) -> dict[str, dict[str, float]]:
    times = table.group_by("implementation").aggregate([("ms", "mean"), ("ms", "max")])
    return {
        row["implementation"]: {"mean": round(row["ms_mean"], 3), "max": round(row["ms_max"], 1)}
        for row in times.to_pylist()
    }


def _fields(table: pa.Table) -> list[dict[str, Any]]:
    """Inputs with one edit of a kind that edits a field, by field and effect."""
    single = table.filter(
        (ds.field("num_edits") == 1) & ds.field("kind").isin(_BY_FIELD) & (ds.field("effect") != "")
    )
    if single.num_rows == 0:
        return []
    words = pa.array(list(_RANK), pa.string())
    ranks = pa.array(list(_RANK.values()), pa.int8())
    rank = ranks.take(pc.index_in(single["effect"], words))
    single = single.append_column("rank", rank)
    keys = ["surface", "kind", "field", "task", "number"]
    by_implementation = single.group_by([*keys, "implementation"]).aggregate([("rank", "max")])
    by_anyone = by_implementation.group_by(keys).aggregate([("rank_max", "max")])
    fields: dict[tuple[str, str, str], dict[str, Any]] = {}
    counted = by_anyone.group_by([*keys[:3], "rank_max_max"]).aggregate([([], "count_all")]).to_pylist()
    for row in counted:
        entry = fields.setdefault(
            (row["surface"], row["kind"], row["field"]), {"inputs": 0, "nobody": 0, "implementations": {}}
        )
        entry["inputs"] += row["count_all"]
        if row["rank_max_max"] == _RANK["unseen"]:
            entry["nobody"] += row["count_all"]
    name_of = {number: word for word, number in _RANK.items()}
    counted = by_implementation.group_by([*keys[:3], "implementation", "rank_max"]).aggregate(
        [([], "count_all")]
    )
    for row in counted.to_pylist():
        entry = fields[row["surface"], row["kind"], row["field"]]
        effects = entry["implementations"].setdefault(row["implementation"], {})
        effects[name_of[row["rank_max"]]] = row["count_all"]
    return [
        {"surface": key[0], "kind": key[1], "field": key[2], **entry}
        for key, entry in sorted(fields.items())
    ]  # fmt: skip


# --- tables ------------------------------------------------------------------------------------------

Table = tuple[str, list[str], list[list[str]]]
"""Title, heads and rows."""


def tables(
    summary: Mapping[str, Any], cases: Sequence[MinimalCase] = (), *, narrow: bool = False
) -> Iterator[Table]:
    """The tables of a report; with `narrow` each implementation has one column for the effects on a field."""
    names = summary["implementations"]
    for title, member, words in (
        ("Answers", "answers", ANSWERS), ("Against the reference", "agreements", AGREEMENTS),
    ):  # fmt: skip
        counts = summary[member]
        heads = [word for word in words if any(counts.get(name, {}).get(word) for name in names)]
        rows = [[name, *(_number(counts.get(name, {}).get(word, 0)) for word in heads)] for name in names]
        if member == "answers":
            spent = summary["milliseconds"]
            for row, name in zip(rows, names, strict=True):
                ms = spent.get(name)
                row.extend([f"{ms['mean']:.2f}", f"{ms['max']:.0f}"] if ms else ["", ""])
            heads = [*heads, "ms, mean", "ms, most"]
        yield title, ["implementation", *heads], rows
    for surface, kind in sorted({(row["surface"], row["kind"]) for row in summary["fields"]}):
        fields = [row for row in summary["fields"] if (row["surface"], row["kind"]) == (surface, kind)]
        readers = [name for name in names if any(name in row["implementations"] for row in fields)]
        heads = ["field", "inputs", "nobody notices"]
        if narrow:
            heads += [f"{name}: {'/'.join(WORDS)}" for name in readers]
        else:
            heads += [f"{name}: {word}" for name in readers for word in WORDS]
        rows = []
        for row in fields:
            counts = [
                [_number(row["implementations"].get(name, {}).get(word, 0)) for word in WORDS]
                for name in readers
            ]
            cells = (
                ["/".join(group) for group in counts]
                if narrow
                else [cell for group in counts for cell in group]
            )
            rows.append([row["field"], _number(row["inputs"]), _number(row["nobody"]), *cells])
        yield field_title(surface, kind), heads, rows
    if cases:
        yield "Disagreements, minimised", ["rows", "what", "smallest input", "known"], [
            [_number(entry.num), entry.key.text(), _input(entry), entry.known or "new"] for entry in cases
        ]  # fmt: skip


def field_title(surface: str, kind: str) -> str:
    """Title of the table of fields of a surface and a kind of edit."""
    return f"Who notices what: {kind} of {surface} files"


def _input(entry: MinimalCase) -> str:
    edits = "; ".join(" ".join(str(value) for value in edit.values()) for edit in entry.change.edits)
    return f"{entry.command} of {entry.base.name}: {edits}"


def _number(number: int) -> str:
    return f"{number:,}" if number else "·"


def head(summary: Mapping[str, Any]) -> str:
    """The campaign in one sentence."""
    classes = summary["classes"]
    of = "" if summary["inputs"] == summary["planned"] else f"{summary['inputs']:,} of "
    disagreement = counted(classes["all"], "class of disagreement", "classes of disagreement")
    inputs = counted(summary["planned"], "edited input")
    return (
        f"{of}{inputs}, {counted(summary['rows'], 'answer')},"
        f" seed {summary['seed']}, plan {summary['plan'][:12]}; {disagreement}, {classes['known']} known"
    )


def as_markdown(summary: Mapping[str, Any], cases: Sequence[MinimalCase] = ()) -> str:
    """The report as Markdown."""
    lines = ["# Campaign", "", head(summary) + "."]
    for title, heads, rows in tables(summary, cases):
        cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
        lines += ["", f"## {title}", "", *markdown_table(heads, cells, [" --- "] * len(heads))]
    return "\n".join(lines) + "\n"
