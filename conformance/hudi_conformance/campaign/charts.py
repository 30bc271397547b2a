# SPDX-License-Identifier: Apache-2.0
"""The tables of a campaign with bars next to numbers: answers, and implementations that detected an edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hudi_conformance import __version__
from hudi_conformance.campaign import report
from hudi_conformance.campaign.minimal_cases import MinimalCase
from hudi_conformance.campaign.outcome import AGREEMENTS
from hudi_conformance.look.charts import Bar
from hudi_conformance.look.pages import render

# Class in the style sheet of each word; words that are not here are failures.
_ANSWERS = {"value": "pass", "reject": "pass-weak", "unsupported": "unsupported", "limit": "unsupported"}
_AGREEMENTS = {
    "reference": "pass", "same": "pass", "accepts": "known", "refuses": "known", "differs": "known",
    "partial": "known", "unsupported": "unsupported", "limit": "unsupported", "no-reference": "unsupported",
}  # fmt: skip
_EFFECTS = {"refused": "pass", "changed": "pass-weak", "unseen": "known", "failed": "new"}
_FAILED = "new"

Cell = str | Bar
Table = tuple[str, Sequence[tuple[str, str]], list[str], list[list[Cell]]]
"""Title, key of the bars as class and words, heads, rows."""


def tables(summary: Mapping[str, Any], cases: Sequence[MinimalCase] = ()) -> Iterator[Table]:
    """The tables of `report.tables`, with bars."""
    names = summary["implementations"]
    fields: dict[str, list[Mapping[str, Any]]] = {}
    for row in summary["fields"]:
        fields.setdefault(report.field_title(row["surface"], row["kind"]), []).append(row)
    for title, heads, rows in report.tables(summary, cases):
        if title in {"Answers", "Against the reference"}:
            member, css = ("answers", _ANSWERS) if title == "Answers" else ("agreements", _AGREEMENTS)
            labels = [head for head in heads[1:] if head in report.ANSWERS or head in AGREEMENTS]
            bars = [_counts(summary[member].get(name, {}), labels, css) for name in names]
            yield (
                title,
                _key(labels, css),
                [heads[0], "share", *heads[1:]],
                [[row[0], bar, *row[1:]] for row, bar in zip(rows, bars, strict=True)],
            )
        elif title in fields:
            yield _noticed(title, fields[title], names)
        else:
            yield title, (), heads, [list(row) for row in rows]


def as_html(summary: Mapping[str, Any], cases: Sequence[MinimalCase] = ()) -> str:
    """The report of a campaign as one self-contained HTML file."""
    return render(
        "campaign/templates/campaign.html.j2",
        version=__version__,
        head=report.head(summary),
        tables=list(tables(summary, cases)),
    )


def _noticed(title: str, fields: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Table:
    readers = [name for name in names if any(name in row["implementations"] for row in fields)]
    rows: list[list[Cell]] = []
    for row in fields:
        bars = [_counts(row["implementations"].get(name, {}), report.WORDS, _EFFECTS) for name in readers]
        cells = [cell for bar in bars for cell in (bar, _numbers(bar))]
        rows.append(
            [row["field"], f"{row['inputs']:,}", f"{row['nobody']:,}" if row["nobody"] else "·", *cells]
        )
    heads = ["field", "inputs", "nobody notices"]
    heads += [head for name in readers for head in (name, "/".join(report.WORDS))]
    return title, _key(report.WORDS, _EFFECTS), heads, rows


def _counts(counts: Mapping[str, int], labels: Sequence[str], css: Mapping[str, str]) -> Bar:
    parts = [(css.get(label, _FAILED), label, counts.get(label, 0)) for label in labels]
    return Bar(parts, sum(number for _, _, number in parts))


def _numbers(bar: Bar) -> str:
    return "/".join(f"{number:,}" if number else "·" for _, _, number in bar.parts)


def _key(labels: Sequence[str], css: Mapping[str, str]) -> list[tuple[str, str]]:
    """One entry for each colour, with all words that have it."""
    grouped: dict[str, list[str]] = {}
    for label in labels:
        grouped.setdefault(css.get(label, _FAILED), []).append(label)
    return [(css_class, ", ".join(members)) for css_class, members in grouped.items()]
