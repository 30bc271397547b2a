# SPDX-License-Identifier: Apache-2.0
"""`table.content` of the adapter `kaitai-python`: contents of a scenario's folder, for any writer.

Instants, file ids and write tokens vary by writer: rows are returned without the columns that repeat them,
and commit times as ranks.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hudi_conformance.adapters.kaitai.request import Args, Value
from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.canonical.json import dumps
from hudi_conformance.decode.timeline import listing
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.actions import COMMITS
from hudi_conformance.model.meta_fields import COMMIT_TIME, SET_BY_WRITER
from hudi_conformance.model.timeline import State
from hudi_conformance.table.state import open_table

VIEWS = ("snapshot", "read_optimized")
_MAX_MESSAGE = 300


def table_content(folder: Path, args: Args) -> Value:
    """Answer `table.content`: findings of an audit with all checks, and rows of `views` (the snapshot).

    `commits` requests the rank of each row's commit time, `history` the state of the table after each
    completed write of the active timeline, without compactions and clusterings.

    Raises:
        Reject: a table, a file or a block that cannot be read.
        UnsupportedInput: an unknown view.
    """
    views = args.get("views", ["snapshot"])
    if not isinstance(views, list) or any(view not in VIEWS for view in views):
        raise UnsupportedInput(f"views {views}")
    content: dict[str, Any] = {"findings": _findings(folder), "lost_states": _lost_states(folder)}
    for view in views:
        content[view] = [_row(row) for row in _rows(folder, view)]
    if args.get("commits"):
        rows = _rows(folder, "snapshot")
        times = sorted({row[COMMIT_TIME] for row in rows})
        content["commits"] = [times.index(row[COMMIT_TIME]) for row in rows]
    if args.get("history"):
        content["history"] = _history(folder)
    return content


def _history(folder: Path) -> list[dict[str, Any]]:
    """For each write, the snapshot as of it, and changes since the previous one; null for rejections."""
    table = open_table(folder)
    compaction = "commit" if table.is_merge_on_read else ""  # it and clustering add no rows
    writes = [c for c in table.commits if c.operation != "CLUSTER" and c.action != compaction]
    history = []
    begin: dict[str, str] = {}
    for commit in sorted(writes, key=lambda commit: commit.completion_time):
        changes = {"view": "incremental", "end": commit.completion_time, **begin}
        as_of = {"view": "snapshot", "as_of": commit.time}
        history.append({"rows": _rows_or_none(folder, as_of), "changes": _rows_or_none(folder, changes)})
        # Whether a commit at the begin itself counts depends on the release: begin one later.
        begin = {"begin": str(int(commit.completion_time) + 1).zfill(len(commit.completion_time))}
    return history


def _rows_or_none(folder: Path, view: Mapping[str, str]) -> list[dict[str, Any]] | None:
    try:
        rows = table_read(folder, view)["rows"]
    except Reject:
        return None
    return sorted(map(_row, rows), key=dumps)


def _lost_states(folder: Path) -> int:
    """Files of earlier states that completed commits of the active timeline lack [table.write.states]."""
    properties = listing.read_table_properties(folder)
    layout = listing.timeline_layout(properties, listing.table_version(properties))
    instants = listing.all_instants(listing.timeline_folder(folder, properties, layout), layout)
    states: dict[str, set[State]] = {}
    for instant in instants:
        if instant.action != "savepoint":  # has the time of the commit that it saves
            states.setdefault(instant.time, set()).add(instant.state)
    return sum(
        len(set(State) - states[instant.time])
        for instant in instants
        if instant.state is State.COMPLETED and instant.action in COMMITS
    )


def _rows(folder: Path, view: str) -> list[dict[str, Any]]:
    """Rows, sorted by their returned values."""
    rows: list[dict[str, Any]] = table_read(folder, {"view": view})["rows"]
    return sorted(rows, key=lambda row: dumps(_row(row)))


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in SET_BY_WRITER}


def _findings(folder: Path) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="hudi-conformance-") as scratch:
        rows = list(run_audit(Options([str(folder)], deep=True), Path(scratch) / "audit").store.rows())
    return _folded(rows, str(folder))


def _folded(rows: Iterable[FindingRow], folder: str) -> list[dict[str, Any]]:
    """Findings by rule and code, with their number and the message of the first."""
    by_rule: dict[tuple[str, str], dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: (row.path, row.message)):
        message = row.message.replace(folder, "")[:_MAX_MESSAGE]
        fresh = {"requirement": row.requirement, "code": row.code, "count": 0, "message": message}
        by_rule.setdefault((row.requirement or "", row.code), fresh)["count"] += 1
    return [by_rule[key] for key in sorted(by_rule)]
