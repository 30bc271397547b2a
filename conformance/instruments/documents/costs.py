# SPDX-License-Identifier: Apache-2.0
"""The guide to what reading costs, from a stored run of `benchmarks/bench_curves.py`: tables and curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.look.pages import render
from hudi_conformance.look.text import markdown_table

from instruments.documents.curves import Curve, LogLog, decades

STORED = "costs.json"
GUIDE = "conformance/guides/costs.md"
OK = "ok"
_GENERATED = "Written by `python -m instruments.documents write` from conformance/results/costs.json"
_MIB, _GIB = 1 << 20, 1 << 30
_GROWS = 1.25  # memory of an input by that of one a quarter as large, from which on it counts as growing
_FLAT = 0.1  # bytes of memory a further byte, below which it counts as bounded
_SCALE = (300, 250)
_LEFTS = (52, 420, 760)  # of both plots and of the names next to them
# Seven colours that most readers can distinguish, on a light and on a dark background; numbers at the lines
# give the same information.
_COLOURS = (
    ("#0b62a4", "#6db3ee"), ("#c2500a", "#f29b5f"), ("#127a53", "#54c795"), ("#a23b83", "#e08cc6"),
    ("#7a6a00", "#d6c34a"), ("#4a4fbf", "#a3a7ff"), ("#5b6067", "#b6bdc6"),
)  # fmt: skip

Stored = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Growth:
    """How a command grows between its two largest inputs.

    Attributes:
        factor: memory of the larger by that of the smaller.
        bytes_each: bytes of memory a further byte of input.
        seconds_each: CPU seconds a further GB of input.
    """

    factor: float
    bytes_each: float
    seconds_each: float

    @property
    def kind(self) -> str:
        """`bounded`, `grows`, or `unclear` if the input is small relative to baseline memory."""
        if self.factor >= _GROWS:
            return "grows"
        return "bounded" if self.bytes_each < _FLAT else "unclear"

    @property
    def words(self) -> str:
        """Of a cell: the kind, and how much it is a byte."""
        return self.kind if self.kind == "bounded" else f"{self.kind}, {self.bytes_each:.2g} B per byte"


def size_of(num_bytes: int) -> str:
    """A size in few characters: `4 MiB`."""
    for unit, name in ((_GIB, "GiB"), (_MIB, "MiB"), (1 << 10, "KiB")):
        if num_bytes >= unit:
            return f"{num_bytes / unit:.3g} {name}"
    return f"{num_bytes} B"


def memory_of(row: Stored) -> float:
    """MiB that the system cannot reclaim; all resident ones if that is unknown."""
    anonymous = row["anonymous_mib"]
    return float(row["peak_mib"] if anonymous is None else anonymous)


def growth(rows: Sequence[Stored]) -> Growth | None:
    """Between the last two rows of a command; None if there are less."""
    if len(rows) < 2:
        return None
    before, after = rows[-2:]
    more = after["num_bytes"] - before["num_bytes"]
    return Growth(
        memory_of(after) / memory_of(before),
        (memory_of(after) - memory_of(before)) * _MIB / more,
        (after["cpu"] - before["cpu"]) / more * 1e9,
    )


def lines(document: Stored) -> Iterator[str]:
    """The measured part of the guide, in Markdown."""
    rows, by_work = document["rows"], _by_work(document)
    low, high = document["load"]
    host, turns = document["host"], document["turns"]
    yield (
        f"Measured {document['date']}: `benchmarks/bench_curves.py run`, commit {document['commit'][:12]}, "
        f"{host['cores']} cores, Python {host['python']}, "
        f"{f'best of {turns} turns' if turns > 1 else 'one turn'}, load average {low:.1f} to {high:.1f}."
    )
    largest = max(row["size"] for row in rows)
    # The load before a command includes the threads of the previous one: one per core, and the waiting
    # thread.
    is_busy = high > host["cores"] + 1
    if is_busy or largest < _GIB:
        busy = f"other work ran at the same time, up to a load of {high:.1f}" if is_busy else ""
        small = f"the largest input is {size_of(largest)}" if largest < _GIB else ""
        yield ""
        yield f"**Preliminary**: {', and '.join(filter(None, (busy, small)))}."
    yield ""
    yield from _memory(document, by_work)
    for index, kind in enumerate(document["inputs"]):
        if index:
            yield ""
        yield f"### {kind['title']}"
        yield ""
        yield f"![CPU seconds and memory by size: {kind['title']}]({picture_name(kind['input'])})"
        yield ""
        yield from _table(kind, by_work)
    for line in document["missing"]:
        yield ""
        yield f"Not measured: {line}."


def _memory(document: Stored, by_work: Mapping[tuple[str, str], Sequence[Stored]]) -> Iterator[str]:
    """Which commands stay within a bound, and which grow."""
    sections: dict[str, list[list[str]]] = {"bounded": [], "grows": [], "unclear": []}
    for kind in document["inputs"]:
        titles: dict[str, list[str]] = {name: [] for name in sections}
        for work in kind["works"]:
            curve = growth(_read(by_work, kind, work))
            if curve is not None:
                how = "" if curve.kind == "bounded" else f" ({curve.bytes_each:.2g})"
                titles[curve.kind].append(work["title"] + how)
        for name, rows in sections.items():
            if titles[name]:
                rows.append([kind["title"], ", ".join(titles[name])])
    heads = {
        "bounded": f"Memory is bounded: less than {_FLAT:g} bytes for each further byte of the largest input",
        "grows": f"Memory grows: {_GROWS:g} times or more for a fourfold input (bytes per input byte)",
        "unclear": "Inconclusive: inputs too small (bytes per input byte)",
    }
    for name, rows in sections.items():
        if rows:
            yield from (f"{heads[name]}.", "")
            yield from markdown_table(["input", "commands"], rows)
            yield ""


def _table(kind: Stored, by_work: Mapping[tuple[str, str], Sequence[Stored]]) -> Iterator[str]:
    every = {work["name"]: by_work.get((kind["input"], work["name"]), ()) for work in kind["works"]}
    sizes = sorted({row["size"] for rows in every.values() for row in rows})
    heads = ["command", "has in memory", *map(size_of, sizes), "a further GB", "memory"]
    body = []
    for work in kind["works"]:
        by_size = {row["size"]: row for row in every[work["name"]]}
        curve = growth(_read(by_work, kind, work))
        each = f"{curve.seconds_each:,.1f} s" if curve and curve.seconds_each > 0 else "–"
        cells = [_cell(by_size.get(size)) for size in sizes]
        body.append([work["title"], work["holds"], *cells, each, curve.words if curve else "–"])
    yield from markdown_table(heads, body, ["---", "---", *["--:"] * (len(sizes) + 2)])


def _cell(row: Stored | None) -> str:
    if row is None:
        return "–"
    if row["ended"] != OK:
        return str(row["ended"])
    return f"{row['cpu']:.1f} s, {memory_of(row):,.0f} MiB"


# --- pictures -------------------------------------------------------------------------------------------


def picture_name(kind: str) -> str:
    """Name of the picture of a kind of input, next to the guide."""
    return f"costs-{kind}.svg"


def pictures(document: Stored) -> dict[str, str]:
    """Name and text of each picture."""
    by_work = _by_work(document)
    return {picture_name(kind["input"]): _picture(kind, by_work) for kind in document["inputs"]}


def _picture(kind: Stored, by_work: Mapping[tuple[str, str], Sequence[Stored]]) -> str:
    read = {work["title"].strip("`"): _read(by_work, kind, work) for work in kind["works"]}
    read = {title: rows for title, rows in read.items() if rows}
    sizes = sorted({row["size"] for rows in read.values() for row in rows})
    x_ticks = [(size / _MIB, size_of(size)) for size in sizes]
    seconds, memory = (
        [
            Curve(title, [(row["num_bytes"] / _MIB, max(of(row), 1e-3)) for row in rows])
            for title, rows in read.items()
        ]
        for of in (_cpu, memory_of)
    )
    plots = [
        LogLog("CPU seconds", seconds, x_ticks, _decades(seconds, ""), "", *_SCALE),
        LogLog("memory, MiB", memory, x_ticks, _decades(memory, ""), "as large as the input", *_SCALE),
    ]  # fmt: skip
    return render(
        "look/templates/curves.svg.j2", generated=_GENERATED, plots=plots, lefts=_LEFTS, colours=_COLOURS,
        width=1020, height=_SCALE[1] + 66, words=f"{kind['title']}: the table below has the numbers",
    ) + "\n"  # fmt: skip


def _cpu(row: Stored) -> float:
    return float(row["cpu"])


def _decades(curves: Sequence[Curve], unit: str) -> list[tuple[float, str]]:
    values = decades([value for curve in curves for _, value in curve.points])
    return [(value, f"{value:,.10g}{unit}") for value in values]


def _by_work(document: Stored) -> dict[tuple[str, str], list[Stored]]:
    """Rows of each command, by size."""
    by_work: dict[tuple[str, str], list[Stored]] = {}
    for row in sorted(document["rows"], key=lambda row: int(row["size"])):
        by_work.setdefault((row["input"], row["work"]), []).append(row)
    return by_work


def _read(by_work: Mapping[tuple[str, str], Sequence[Stored]], kind: Stored, work: Stored) -> list[Stored]:
    """Rows of a command that ended well."""
    return [row for row in by_work.get((kind["input"], work["name"]), ()) if row["ended"] == OK]
