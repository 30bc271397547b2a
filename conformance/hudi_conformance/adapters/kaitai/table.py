# SPDX-License-Identifier: Apache-2.0
"""Surface `table` of the adapter `kaitai-python`: files of a view, and its rows."""

from __future__ import annotations

from pathlib import Path

from hudi_conformance.adapters.filters import query_of
from hudi_conformance.adapters.kaitai.filtered import pruned, selected
from hudi_conformance.adapters.kaitai.request import Args, Value
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.framing import few_bytes
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.actions import REPLACING, WRITES
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.slices import files as slice_files
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.narrowed import narrowed
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import checked_view
from hudi_conformance.table.view_batches import view_batches

_COMPLETED = "COMPLETED"


def table_slices(args: Args) -> Value:
    """Answer `table.slices`: the files of each file group in a snapshot and a read-optimised view.

    `files` are paths below the table's folder; `instants` the active timeline; `as_of` an instant time.
    """
    facts = _facts(args)
    as_of = args.get("as_of")
    files = data_files_of(args["files"])
    groups = []
    for group, slices in slice_files.file_slices(files.base_files, files.log_files, facts).items():
        hidden = slice_files.is_replaced(group, facts, as_of)
        merged = None if hidden else slice_files.merged_slice(slices, facts, as_of)
        base = None if hidden else slice_files.read_optimized_file(slices, facts, as_of)
        groups.append(
            {
                "partition": group[0],
                "file_id": group[1],
                "snapshot": None if merged is None else _slice(merged),
                "read_optimized": None if base is None else base.name,
            }
        )
    return {"groups": groups}


def _slice(item: slice_files.FileSlice) -> Value:
    return {
        "base_file": None if item.base_file is None else item.base_file.name,
        "log_files": [log.name for log in item.log_files],
    }


def _facts(args: Args) -> slice_files.TimelineFacts:
    instants = args["instants"]
    times = [item["time"] for item in instants if item["action"] in WRITES]
    completed, pending = {}, set()
    for item in instants:
        if item["state"] == _COMPLETED:
            completed[item["time"]] = item.get("completion_time") or item["time"]
        else:
            pending.add(item["time"])
    clusterings = {
        item["time"] for item in instants if item["state"] != _COMPLETED and item["action"] in REPLACING
    }
    return slice_files.TimelineFacts(
        table_version=int(args["table_version"]),
        completed=completed,
        first_active=min(times, default=None),
        pending=frozenset(pending),
        pending_compactions={
            (plan["partition"], plan["file_id"]): plan["instant"] for plan in args.get("compactions", [])
        },
        pending_clusterings=frozenset(clusterings),
        replaced={(plan["partition"], plan["file_id"]): plan["instant"] for plan in args.get("replaced", [])},
    )


def table_read(folder: Path, args: Args) -> Value:
    """Answer `table.read`: the rows of a view, sorted by their JSON text. Both ways of reading must agree.

    `view` is `snapshot`, `read_optimized`, `incremental` or `cdc`; `line` the release series, by default that
    of the table's version; `as_of`, `begin`, `end` are instants; `by_id`: false matches columns by name; a
    folder below the table's, `bootstrap_base`, has source files; `filter` and `columns` restrict the rows.

    Raises:
        Reject: a table, a file or a block that cannot be read.
        RuntimeError: the rows of the two ways differ.
        UnsupportedInput: an unknown view or release series.
    """
    line, times = args.get("line"), [args.get(name) for name in ("as_of", "begin", "end")]
    try:
        release = None if line is None else Line(line)
        view = checked_view(args.get("view", "snapshot"), *times)
    except ValueError as error:
        raise UnsupportedInput(str(error)) from None
    base = None if args.get("bootstrap_base") is None else folder / str(args["bootstrap_base"])
    table = open_table(
        folder, ReadOptions(release, by_id=args.get("by_id") is not False, bootstrap_base=base)
    )
    query = query_of(args)
    if query.columns and query.condition is None:
        table = narrowed(table, view, query.columns)
    schema = rows_schema(table, view).tree
    to_json, shape = RowMapper(schema), row_shape(schema)
    whole = [to_json(row) for row in read_view(table, view)]
    rows = [row for scan in query.scans() for row in selected(whole, scan)]
    with few_bytes(0):  # compiling kernels would take the time of the answer
        again = []
        for scan in query.scans():
            batches = view_batches(pruned(table, view, scan.condition), view, threads=1)
            again += selected([row for batch in batches for row in canonical_rows(batch, shape)], scan)
    if (answer := sorted(rows, key=dumps)) != sorted(again, key=dumps):
        raise RuntimeError("rows that are read one by one and as columns differ")
    return {"rows": answer}
