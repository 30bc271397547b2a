# SPDX-License-Identifier: Apache-2.0
"""The human-readable report of a salvage: Markdown, also readable in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hudi_conformance.look.text import counted, markdown_cell, markdown_code, markdown_table, printable
from hudi_conformance.salvage.account import WHAT
from hudi_conformance.salvage.slices import CAUSES

MAX_ROWS = 100
_NAMES = {"log": "Log file", "hfile": "HFile", "parquet": "Base file"}


def markdown(report: Mapping[str, Any]) -> str:
    """The report as Markdown."""
    retained, lost = report["kept"], report["lost"]
    size = report["size"]
    share = f" ({100 * retained.get('bytes', 0) / size:.1f} %)" if size else ""
    lines = [
        f"# Salvage of `{markdown_code(report['file'], 4096)}`",
        "",
        f"{_NAMES[report['kind']]} of {counted(size, 'byte')}."
        f" Kept: {counted(retained.get('bytes', 0), 'byte')}{share}"
        + "".join(f", {number:,} {kind}" for kind, number in retained.items() if kind != "bytes" and number)
        + f". Lost: {counted(lost['bytes'], 'byte')} in {counted(lost['places'], 'place')}"
        + (f", {counted(lost['records'], 'record')} known to exist" if lost.get("records") else "")
        + ".",
        "",
    ]
    rows_by = {how: num for how, num in report["rows_by"].items() if how != "scan" and num}
    lines += [f"- {counted(num, 'row')} of blocks marked `{how}`" for how, num in rows_by.items()]
    lines += [f"- {printable(note, 4096)}" for note in report["notes"]]
    if report["notes"] or rows_by:
        lines.append("")
    if report["losses"]:
        lines += ["## Lost", "", "| bytes | what | why | rule | |", "|---|---|---|---|---|"]
        lines += [_loss(loss) for loss in report["losses"][:MAX_ROWS]]
        more = lost["places"] - min(len(report["losses"]), MAX_ROWS)
        lines += ["", f"{more:,} more are in `lost.parquet`." if more else ""]
        lines += [
            f"- *{kind}*: {WHAT[kind]}" for kind in dict.fromkeys(loss["what"] for loss in report["losses"])
        ]
        lines.append("")
    else:
        lines += ["Nothing is lost.", ""]
    if report["datasets"]:
        rows = [
            [f"`{markdown_code(entry['path'], 4096)}`", f"{entry['rows']:,}"]
            for entry in report["datasets"].values()
        ]
        lines += ["## Written", "", *markdown_table(["dataset", "rows"], rows, ["---", "---:"])]
        lines.append("")
    return "\n".join(lines)


def table_markdown(report: Mapping[str, Any]) -> str:
    """The report of a table as Markdown."""
    rows, slices = report["rows"], report["slices"]
    counts = [", ".join(f"{num:,} {name}" for name, num in part.items()) for part in (rows, slices)]
    lines = [f"# Salvage of the table `{markdown_code(report['table'], 4096)}`", ""]
    lines += [f"Rows: {counts[0]}. File slices: {counts[1]}.", ""]
    lines += [f"- instant {printable(time, 100)}: {why}" for time, why in report["instants"].items()]
    lines += [f"- instant {printable(time, 100)}: left out, not proven" for time in report["left_out"]]
    for cause, counts in report["causes"].items():
        lines.append(f"- *{cause}* ({counted(counts['slices'], 'slice')}): {CAUSES[cause]}")
    if report["worst"]:
        cells = []
        for entry in report["worst"][:MAX_ROWS]:
            group = markdown_code("/".join(filter(None, (entry["partition"], entry["file_id"]))), 4096)
            why = markdown_cell(printable("; ".join(entry["losses"])[:400]))
            cells.append([f"`{group}`", entry["state"], why])
        lines += ["", "## Missing", ""]
        lines += markdown_table(["file group", "state", "why"], cells, ["---", "---", "---"])
    return "\n".join([*lines, ""])


def _loss(loss: Mapping[str, Any]) -> str:
    span = f"{loss['ofs']:,} – {loss['ofs'] + loss['len']:,}" if loss["len"] else f"at {loss['ofs']:,}"
    number = loss["num_records"]
    kind = loss["what"] if not number else f"{loss['what']} ({counted(number, 'record')})"
    rule = f"`{loss['requirement']}`" if loss["requirement"] else ""
    message = markdown_cell(printable(" ".join(loss["message"].split())[:200]))
    return f"| {span} | {kind} | {loss['code']} | {rule} | {message} |"
