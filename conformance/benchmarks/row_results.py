# SPDX-License-Identifier: Apache-2.0
"""Stored runs of `bench_rows.py`: their summary, their table, two of them side by side."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hudi_conformance import resources
from rich import box
from rich.console import Console
from rich.table import Table

STORED = "benchmarks/bench_rows.py"


def summary(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One object a row: medians of both readers, ratios with least and greatest, by wall and by CPU."""
    rows: dict[tuple[str, str, str], dict[str, list[Mapping[str, Any]]]] = {}
    ours: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    # Ours and the peer of a row form pairs, in any order.
    for first, second in zip(document["turns"][::2], document["turns"][1::2], strict=True):
        mine, theirs = (first, second) if first["reader"] == "ours" else (second, first)
        key = (mine["name"], mine["input"], theirs["reader"])
        pair = rows.setdefault(key, {"ours": [], "peer": []})
        pair["ours"].append(mine)
        pair["peer"].append(theirs)
        ours.setdefault(key[:2], []).append(mine)
    rows_found = []
    for (name, given, peer), pair in rows.items():
        row: dict[str, Any] = {"name": name, "input": given, "peer": peer, "goal": pair["ours"][0]["goal"]}
        for unit in ("wall", "cpu"):
            every = sorted(
                b[unit] / max(a[unit], 1e-9) for a, b in zip(pair["ours"], pair["peer"], strict=True)
            )
            row[unit] = [statistics.median(every), every[0], every[-1]]
            row[f"ours_{unit}"], row[f"peer_{unit}"] = (
                statistics.median(turn[unit] for turn in pair[who]) for who in ("ours", "peer")
            )
        row["peak_mib"] = max(turn["peak_mib"] or 0 for turn in pair["ours"])
        counts = [turn["counts"] for turn in (*pair["ours"], *pair["peer"])]
        shared = set.intersection(*(set(count) for count in counts))
        row["differ"] = sorted(key for key in shared if len({count[key] for count in counts}) > 1)
        rows_found.append(row)
    return rows_found


COLUMNS = ("work", "input", "peer", "ours s", "peer s", "times as fast", "spread", "by CPU", "goal", "MiB")


def cells(row: Mapping[str, Any]) -> list[str]:
    """A row of the table."""
    middle, least, most = row["wall"]
    differ = f" (differ: {', '.join(row['differ'])})" if row["differ"] else ""
    return [
        row["name"] + differ, row["input"], row["peer"], f"{row['ours_wall']:.3f}", f"{row['peer_wall']:.3f}",
        f"{middle:.2f}", f"{least:.2f} to {most:.2f}", f"{row['cpu'][0]:.2f}",
        f"{row['goal']:g}" if row["goal"] else "floor", f"{row['peak_mib']:.0f}",
    ]  # fmt: skip


def show(document: Mapping[str, Any]) -> None:
    """Print a run as a table."""
    _print(COLUMNS, map(cells, summary(document)))
    load = " → ".join(f"{value:.1f}" for value in document["load"])
    print(f"{document['date']}, commit {document['commit'][:12]}, load {load}, {document['seconds']} s")
    for line in document["missing"]:
        print(f"without {line}")


def _print(columns: Sequence[str], rows: Iterator[list[str]]) -> None:
    table = Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console(width=180, highlight=False).print(table)


def compare(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Print the rows of two runs side by side: ratios to the peer, and CPU seconds of ours."""
    before = {(row["name"], row["input"], row["peer"]): row for row in summary(old)}

    def sides() -> Iterator[list[str]]:
        for row in summary(new):
            was = before.get((row["name"], row["input"], row["peer"]))
            if was is not None:
                yield [
                    row["name"], row["input"], row["peer"], f"{was['wall'][0]:.2f}", f"{row['wall'][0]:.2f}",
                    f"{was['ours_cpu']:.3f}", f"{row['ours_cpu']:.3f}",
                    f"{was['ours_cpu'] / max(row['ours_cpu'], 1e-9):.2f}",
                ]  # fmt: skip

    _print(("work", "input", "peer", "× then", "× now", "CPU then", "CPU now", "then / now"), sides())
    print(f"{old['commit'][:12]} of {old['date']} against {new['commit'][:12]} of {new['date']}")


def tables(documents: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A table of each run, without the rows that a later one measured again.

    Raises:
        SystemExit: a quick run, or readers that disagree.
    """
    result: list[dict[str, Any]] = []
    again: set[tuple[str, str, str]] = set()
    for document in reversed(documents):
        by_key = {(row["name"], row["input"], row["peer"]): row for row in summary(document)}
        if document["quick"] or any(row["differ"] for row in by_key.values()):
            raise SystemExit("a quick run, or one whose readers disagree, is not stored")
        rows = [cells(row) for key, row in by_key.items() if key not in again]
        again |= set(by_key)
        load = f"load {document['load'][0]:.1f}"
        description = (
            f"`{STORED} run`, commit {document['commit'][:12]}, {document['host']['cores']} cores, {load}"
        )
        if rows:
            result.insert(
                0, {"date": document["date"], "columns": list(COLUMNS), "rows": rows, "command": description}
            )
    return result


def store(*documents: Mapping[str, Any]) -> None:
    """Put the tables of a run, and of later ones of some rows, among the results, in place of those before.

    Raises:
        SystemExit: as `tables`.
    """
    put(STORED, tables(documents))


def print_rows(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose first column is text."""
    table = Table(box=box.SIMPLE_HEAD)
    for number, title in enumerate(columns):
        table.add_column(title, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(width=120, highlight=False).print(table)


def put(command: str, new_tables: Sequence[Mapping[str, Any]], kind: str = "benchmarks") -> None:
    """Put tables among the results of a kind, in place of those of the same command."""
    path = resources.data_root() / "conformance" / "results" / f"{kind}.json"
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["tables"] = [table for table in stored["tables"] if command not in table["command"]] + [
        *new_tables
    ]
    path.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
