# SPDX-License-Identifier: Apache-2.0
"""Who accepts what: the verdicts of a campaign counted, as JSON, text, Markdown and HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from hudi_conformance.campaign.classes import Class
from hudi_conformance.campaign.minimal_cases import MinimalCase
from hudi_conformance.campaign.outcome import AGREEMENTS
from hudi_conformance.campaign.store import Store

ANSWERS = (
    "value", "reject", "unsupported", "limit", "error", "error-inside", "crash", "hang", "garbled", "absent",
)  # fmt: skip
# Worse first: what an input did to an implementation is the worst of what its commands say.
_RANK = {"failed": 4, "refused": 3, "changed": 2, "unseen": 1, "unsupported": 0, "": -1}
WORDS = ("refused", "changed", "unseen", "failed")
_BY_FIELD = ("bits", "numbers")


def summarise(store: Store, description: Mapping[str, Any], classes: Sequence[Class]) -> dict[str, Any]:
    """All counts of a campaign.

    Returns:
        `answers` and `agreements` by implementation; `fields`: one object a surface, kind and field, with the
        words of each implementation, and `nobody`: inputs that not one of them noticed; `slowest` answers.
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
            "known": sum(one.known is not None for one in classes),
            "list": [_class(one) for one in classes],
        },
    }


def _class(one: Class) -> dict[str, Any]:
    example = one.examples[0]
    shown = {name: getattr(one.key, name) for name in one.key.__dataclass_fields__}
    at = "" if example.seed is None else f"@{example.seed}"
    return {
        **shown, "rows": one.num, "known": one.known, "command": example.command, "said": example.said,
        "input": f"{example.base}#{example.kind}{at}:{example.number}",
    }  # fmt: skip


def _counts(table: pa.Table, column: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for row in table.group_by(["implementation", column]).aggregate([([], "count_all")]).to_pylist():
        found.setdefault(row["implementation"], {})[row[column]] = row["count_all"]
    return found


def _milliseconds(table: pa.Table) -> dict[str, dict[str, float]]:
    made = table.group_by("implementation").aggregate([("ms", "mean"), ("ms", "max")])
    return {
        row["implementation"]: {"mean": round(row["ms_mean"], 3), "max": round(row["ms_max"], 1)}
        for row in made.to_pylist()
    }


def _fields(table: pa.Table) -> list[dict[str, Any]]:
    """Inputs with one edit of the kinds that are about a field, by field and what came of them."""
    one = table.filter(
        (ds.field("num_edits") == 1) & ds.field("kind").isin(_BY_FIELD) & (ds.field("effect") != "")
    )
    if one.num_rows == 0:
        return []
    words = pa.array(list(_RANK), pa.string())
    ranks = pa.array(list(_RANK.values()), pa.int8())
    rank = ranks.take(pc.index_in(one["effect"], words))
    one = one.append_column("rank", rank)
    keys = ["surface", "kind", "field", "task", "number"]
    by_implementation = one.group_by([*keys, "implementation"]).aggregate([("rank", "max")])
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
        own = entry["implementations"].setdefault(row["implementation"], {})
        own[name_of[row["rank_max"]]] = row["count_all"]
    return [
        {"surface": key[0], "kind": key[1], "field": key[2], **entry}
        for key, entry in sorted(fields.items())
    ]  # fmt: skip


# --- tables ------------------------------------------------------------------------------------------

Table = tuple[str, list[str], list[list[str]]]
"""Title, heads and rows."""


def tables(
    summary: Mapping[str, Any], found: Sequence[MinimalCase] = (), *, narrow: bool = False
) -> Iterator[Table]:
    """The tables of a report; `narrow` gives an implementation one column for what came of a field."""
    names = summary["implementations"]
    for title, member, words in (
        ("Answers", "answers", ANSWERS), ("Against the reference", "agreements", AGREEMENTS),
    ):  # fmt: skip
        counts = summary[member]
        shown = [word for word in words if any(counts.get(name, {}).get(word) for name in names)]
        rows = [[name, *(_number(counts.get(name, {}).get(word, 0)) for word in shown)] for name in names]
        if member == "answers":
            spent = summary["milliseconds"]
            for row, name in zip(rows, names, strict=True):
                own = spent.get(name)
                row.extend([f"{own['mean']:.2f}", f"{own['max']:.0f}"] if own else ["", ""])
            shown = [*shown, "ms, mean", "ms, most"]
        yield title, ["implementation", *shown], rows
    for surface, kind in sorted({(row["surface"], row["kind"]) for row in summary["fields"]}):
        of = [row for row in summary["fields"] if (row["surface"], row["kind"]) == (surface, kind)]
        asked = [name for name in names if any(name in row["implementations"] for row in of)]
        heads = ["field", "inputs", "nobody notices"]
        if narrow:
            heads += [f"{name}: {'/'.join(WORDS)}" for name in asked]
        else:
            heads += [f"{name}: {word}" for name in asked for word in WORDS]
        rows = []
        for row in of:
            counts = [
                [_number(row["implementations"].get(name, {}).get(word, 0)) for word in WORDS]
                for name in asked
            ]
            cells = ["/".join(one) for one in counts] if narrow else [cell for one in counts for cell in one]
            rows.append([row["field"], _number(row["inputs"]), _number(row["nobody"]), *cells])
        yield f"Who notices what: {kind} of {surface} files", heads, rows
    if found:
        yield "Disagreements, made small", ["rows", "what", "smallest input", "known"], [
            [_number(one.num), one.key.text(), _input(one), one.known or "new"] for one in found
        ]  # fmt: skip


def _input(one: MinimalCase) -> str:
    edits = "; ".join(" ".join(str(value) for value in edit.values()) for edit in one.change.edits)
    return f"{one.command} of {one.base.name}: {edits}"


def _number(number: int) -> str:
    return f"{number:,}" if number else "·"


def head(summary: Mapping[str, Any]) -> str:
    """One sentence on the whole."""
    classes = summary["classes"]
    of = "" if summary["inputs"] == summary["planned"] else f" of {summary['planned']:,}"
    return (
        f"{summary['inputs']:,}{of} edited inputs, {summary['rows']:,} answers, seed {summary['seed']},"
        f" plan {summary['plan'][:12]}; {classes['all']} classes of disagreement, {classes['known']} known"
    )


def as_markdown(summary: Mapping[str, Any], found: Sequence[MinimalCase] = ()) -> str:
    """The report as Markdown."""
    parts = ["# Campaign", "", head(summary) + "."]
    for title, heads, rows in tables(summary, found):
        parts += ["", f"## {title}", "", _line(heads), _line(["---"] * len(heads))]
        parts += [_line([cell.replace("|", "\\|") for cell in row]) for row in rows]
    return "\n".join(parts) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:90rem;padding:0 1rem;
 color:#1b1f24;background:#fff}
table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}
th,td{padding:.25rem .6rem;border-bottom:1px solid #d8dee4;text-align:right;white-space:nowrap}
th:first-child,td:first-child,.words td,.words th{text-align:left;white-space:normal}
th{position:sticky;top:0;background:#f6f8fa}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}
 th{background:#161b22}th,td{border-color:#30363d}}
"""


def as_html(summary: Mapping[str, Any], found: Sequence[MinimalCase] = ()) -> str:
    """The report as one HTML file that needs nothing else."""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Campaign</title>',
        f"<style>{_STYLE}</style><h1>Campaign</h1><p>{html.escape(head(summary))}.</p>",
    ]
    for title, heads, rows in tables(summary, found):
        kind = ' class="words"' if heads[0] == "rows" else ""
        parts.append(f"<h2>{html.escape(title)}</h2><table{kind}><thead><tr>")
        parts += [f"<th>{html.escape(cell)}</th>" for cell in heads]
        parts.append("</tr></thead><tbody>")
        for row in rows:
            parts.append(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>")
        parts.append("</tbody></table>")
    return "\n".join(parts) + "\n"
