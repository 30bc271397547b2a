# SPDX-License-Identifier: Apache-2.0
"""Command `table.slices` of our own implementation: which files a view reads, by names and timeline alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hudi_conformance.semantics.slices import (
    FileSlice,
    TimelineFacts,
    file_slices,
    is_replaced,
    merged_slice,
    read_optimized_file,
)
from hudi_conformance.table.files import data_files_of

_COMPLETED = "COMPLETED"


def table_slices(args: Mapping[str, Any]) -> dict[str, Any]:
    """Answer `table.slices`: what a snapshot and a read-optimised view read of each file group.

    `files` are paths below the table's folder; `instants` the active timeline; `as_of` an instant time.
    """
    facts = _facts(args)
    as_of = args.get("as_of")
    files = data_files_of(args["files"])
    groups = []
    for group, slices in file_slices(files.base_files, files.log_files, facts).items():
        hidden = is_replaced(group, facts, as_of)
        merged = None if hidden else merged_slice(slices, facts, as_of)
        base = None if hidden else read_optimized_file(slices, facts, as_of)
        groups.append(
            {
                "partition": group[0],
                "file_id": group[1],
                "snapshot": None if merged is None else _shown(merged),
                "read_optimized": None if base is None else base.name,
            }
        )
    return {"groups": groups}


def _shown(item: FileSlice) -> dict[str, Any]:
    return {
        "base_file": None if item.base_file is None else item.base_file.name,
        "log_files": [log.name for log in item.log_files],
    }


def _facts(args: Mapping[str, Any]) -> TimelineFacts:
    instants = args["instants"]
    times = [item["time"] for item in instants if item["action"] != "savepoint"]
    completed, pending = {}, set()
    for item in instants:
        if item["state"] == _COMPLETED:
            completed[item["time"]] = item.get("completion_time") or item["time"]
        else:
            pending.add(item["time"])
    clusterings = {
        item["time"]
        for item in instants
        if item["state"] != _COMPLETED and item["action"] in {"clustering", "replacecommit"}
    }
    return TimelineFacts(
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
