# SPDX-License-Identifier: Apache-2.0
"""A damaged table salvaged into one dataset of merged rows, and a list of what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from hudi_conformance import __version__
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.canonical.json import pretty
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.salvage.account import MAX_LISTED
from hudi_conformance.salvage.file import Salvage
from hudi_conformance.salvage.proven import Proven, open_proven
from hudi_conformance.salvage.report import table_markdown
from hudi_conformance.salvage.slices import CAUSES, MAYBE, OK, PARTIAL, SliceReport, salvaged_slice
from hudi_conformance.salvage.suspects import Suspects, audited, suspects_of
from hudi_conformance.salvage.tables import Tables
from hudi_conformance.semantics.slices.files import GroupId, is_replaced
from hudi_conformance.table.view import View
from hudi_conformance.table.view_damages import planned_damages

REPORT_VERSION = 1
MARK, SLICE = "_hudi_salvage", "_hudi_salvage_slice"
_SLICES = pa.schema(
    [
        *((name, pa.string()) for name in ("partition", "file_id", "state", "base_instant", "base_file")),
        *((name, pa.list_(pa.string())) for name in ("log_files", "causes", "losses")),
        *((mark, pa.int64()) for mark in (OK, MAYBE, PARTIAL)),
    ]
)


def salvage_table(
    path: Path,
    out: Path,
    findings: Iterable[FindingRow] | None = None,
    on_step: Callable[[int, int], None] | None = None,
) -> Salvage:
    """Write the rows of a table that can be read below the folder `out`, with a report.

    Rows are those of the snapshot, merged by the rules of the table from the files that can be read. Each is
    marked: `ok`, or `maybe-stale` if a newer version, a delete or a replacement of it may be lost. Rows of
    which only some columns are known are a separate dataset.

    Args:
        path: folder of the table.
        out: folder; it may exist, a report of an earlier salvage in it must not.
        findings: findings of an audit: file groups without findings are skipped; None = the table is audited,
            and all are salvaged.
        on_step: receives the number of file groups that are done, and of all.

    Returns:
        The report; 0 if all rows are `ok` and no rows are missing, 3 if no row could be read, else 1.

    Raises:
        FileExistsError: `out` has a report already.
        OSError: the table cannot be listed, or the output not written.
        Reject, UnsupportedInput: see `open_proven`.
    """
    if (out / "report.json").exists():
        raise FileExistsError(f"{out} contains the report of an earlier salvage")
    rows = audited(path) if findings is None else findings
    with open_proven(path) as proven:
        suspects = suspects_of(path, rows, is_replacing=bool(proven.table.facts.replaced))
        _doubt(suspects, proven)
        writer = _Writer(proven, suspects, Tables(out))
        groups = {*proven.table.slices, *suspects.groups}
        groups = {group for group in groups if findings is None or suspects.of(group)}
        for done, group in enumerate(sorted(groups)):
            if on_step is not None:
                on_step(done, len(groups))
            writer.group(group)
        report = writer.report(path.name)
    (out / "report.json").write_text(pretty(report), "utf-8")
    (out / "report.md").write_text(table_markdown(report), "utf-8")
    is_sound = not report["causes"] and not report["instants"] and not report["slices"]["lost"]
    return Salvage(report, 0 if is_sound else 1 if any(report["rows"].values()) else 3)


def _doubt(suspects: Suspects, proven: Proven) -> None:
    suspects.everywhere += [f"{time}: {reason}" for time, reason in proven.instants.items()]
    for folder in proven.folders:
        suspects.partitions.setdefault(folder, []).append(f"{folder}: no partition metadata")
    for time, groups in proven.left_out.items():
        reason = f"{time}: neither completed nor rolled back; it is ignored"
        suspects.everywhere += [] if groups else [reason]
        for group in groups:
            suspects.add(group, reason)
    try:
        for damage in planned_damages(proven.table, View()):
            suspects.add_path(damage.path, damage.text)
    except (Reject, LimitExceeded, OSError) as error:
        suspects.everywhere.append(f"missing files are unknown: {error}")


def _entry_of(group: GroupId, state: str, causes: list[str], losses: list[str]) -> dict[str, Any]:
    return {"partition": group[0], "file_id": group[1], "state": state, "causes": causes, "losses": losses}


class _Writer:
    """Writes file group after file group, and counts."""

    def __init__(self, proven: Proven, suspects: Suspects, tables: Tables) -> None:
        self._proven, self._suspects, self._tables = proven, suspects, tables
        self._rows, self._states = Counter[str](), Counter[str]()
        self._causes: dict[str, Counter[str]] = {}
        self._worst: list[Mapping[str, Any]] = []

    def group(self, group: GroupId) -> None:
        """Write the snapshot rows of a file group."""
        reasons, table = self._suspects.of(group), self._proven.table
        found = salvaged_slice(table, group, reasons) if group in table.slices else None
        if found is not None:
            report, batches = found
            for mark, batch in batches:
                num, fields = batch.num_rows, [*batch.schema, (MARK, pa.string()), (SLICE, pa.string())]
                extra = (pa.repeat(pa.scalar(text), num) for text in (mark, "/".join(filter(None, group))))
                rows = pa.RecordBatch.from_arrays([*batch.columns, *extra], schema=pa.schema(fields))
                self._tables.batch_of("partial" if mark == PARTIAL else "rows", rows)
            self._slice(report)
        elif reasons and not is_replaced(group, table.facts):
            self._entry(_entry_of(group, "lost", [], reasons))

    def _slice(self, report: SliceReport) -> None:
        item, causes = report.item, list(report.losses)
        self._rows += report.rows
        for cause in causes:
            self._causes.setdefault(cause, Counter()).update({"slices": 1, **report.rows})
        losses = [text for texts in report.losses.values() for text in texts]
        files = {
            "base_instant": item.base_instant,
            "base_file": None if item.base_file is None else item.base_file.name,
            "log_files": [log.name for log in item.log_files],
        }
        state = "damaged" if causes else "complete"
        entry = _entry_of((item.partition, item.file_id), state, causes, losses[:MAX_LISTED])
        self._entry({**entry, **files, **{mark: report.rows[mark] for mark in (OK, MAYBE, PARTIAL)}})

    def _entry(self, entry: Mapping[str, Any]) -> None:
        self._states[entry["state"]] += 1
        self._tables.batch_of("slices", pa.RecordBatch.from_pylist([entry], _SLICES))
        if entry["state"] != "complete" and len(self._worst) < MAX_LISTED:
            self._worst.append(entry)

    def report(self, name: str) -> dict[str, Any]:
        """Content of `report.json`; files are complete."""
        self._tables.close()
        return {
            "report": REPORT_VERSION,
            "suite": __version__,
            "table": name,
            "rows": {mark: self._rows[mark] for mark in (OK, MAYBE, PARTIAL)},
            "slices": {state: self._states[state] for state in ("complete", "damaged", "lost")},
            "causes": {cause: dict(self._causes[cause]) for cause in CAUSES if cause in self._causes},
            "instants": self._proven.instants,
            "left_out": sorted(self._proven.left_out),
            "worst": self._worst,
            "datasets": {name: self._tables.datasets[name] for name in sorted(self._tables.datasets)},
        }
