# SPDX-License-Identifier: Apache-2.0
"""Make the minimal tables of `fixtures/minimal`: one cause of wrong rows each, a handful of files.

    python conformance/tools/minimal_tables.py [--check]

Timelines and logs come from the reference writer, base files from pyarrow, and expected rows from the lines
below, which state what a reader may see. Nothing of `decode`, `semantics` or `table` takes part.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow as pa
from hudi_conformance import resources
from recreation.minimal import PENDING, T1, T2, T3, T4, A, B, Row, Table
from recreation.products import run, zipped

FOLDER = "minimal"
Made = tuple[dict[str, bytes], dict[str, list[Row]]]
"""Files, and rows by view."""


def whole(version: int) -> Made:
    """Only two commits, which every reader reads correctly."""
    table = Table(version)
    table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    rows = table.base(A, T2, {"a": "2", "b": "1"}) + table.base(B, T2, {"c": "2"})
    table.commit(T2, [A, B])
    return table.archive(), {"snapshot": rows}


def uncommitted(version: int) -> Made:
    """A commit that has not ended wrote a new group."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.base(B, T2, {"c": "2"})
    table.commit(T2, [B], states=PENDING)
    return table.archive(), {"snapshot": rows}


def uncommitted_newer(version: int) -> Made:
    """A commit that has not ended wrote the next base file of a group."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.base(A, T2, {"a": "2", "b": "2"})
    table.commit(T2, [A], states=PENDING)
    return table.archive(), {"snapshot": rows}


def uncommitted_cut(version: int) -> Made:
    """A writer died in the middle of a base file."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.base(B, T2, {"c": "2"})
    table.commit(T2, [B], states=PENDING)
    [name] = [name for name in table.files if name.startswith(B)]
    table.files[name] = table.files[name][:200]
    return table.archive(), {"snapshot": rows}


def rolled_back(version: int) -> Made:
    """A rollback left a base file behind, and the instant is gone."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.base(A, T2, {"a": "2", "b": "2"})
    table.rollback(T3, T2)
    return table.archive(), {"snapshot": rows}


def replaced(version: int) -> Made:
    """An overwrite replaced one group by another."""
    table = Table(version)
    table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    rows = table.base(B, T2, {"c": "2"})
    table.commit(T2, [B], action="replacecommit", operation="INSERT_OVERWRITE_TABLE", replaces={"": [A]})
    return table.archive(), {"snapshot": rows}


def replace_pending(version: int) -> Made:
    """An overwrite that has not ended replaces nothing."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.base(B, T2, {"c": "2"})
    table.commit(T2, [B], action="replacecommit", states=PENDING)
    return table.archive(), {"snapshot": rows}


def partition_deleted(version: int) -> Made:
    """A partition was deleted: a replacecommit that writes nothing."""
    table = Table(version, properties=_partitioned(), extra={"part": pa.string()})
    table.base(A, T1, {"a": "1"}, "part=x", columns={"part": "x"})
    rows = table.base(B, T2, {"b": "1"}, "part=y", columns={"part": "y"})
    table.commit(T1, [A], partition="part=x")
    table.commit(T2, [B], partition="part=y")
    table.commit(T3, [], action="replacecommit", operation="DELETE_PARTITION", replaces={"part=x": [A]})
    return table.archive(("part=x", "part=y")), {"snapshot": rows}


def history(version: int) -> Made:
    """The first commit is in the LSM history, a Parquet file below the table."""
    table = Table(version)
    table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A], archived=True)
    rows = table.base(A, T2, {"a": "2", "b": "1"})
    table.commit(T2, [A])
    return table.archive(), {"snapshot": rows}


def upgraded(version: int) -> Made:
    """A table of version 6 that was upgraded: its archive became a history, its base files stay."""
    table = Table(version, properties={"hoodie.table.initial.version": "6"})
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A], archived=True)
    rows += table.base(B, T2, {"c": "2"})
    table.commit(T2, [B])
    return table.archive(), {"snapshot": rows}


def logs(version: int) -> Made:
    """A log file updates a row, inserts one and deletes one."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1", "b": "1", "c": "1"})
    table.commit(T1, [A])
    new = [table.row(T2, key, "2", A) for key in ("a", "d")]
    table.log(A, T1, T2, new, ("c",))
    table.commit(T2, [A])
    return table.archive(), {"snapshot": [new[0], base[1], new[1]], "read_optimized": base}


def log_alone(version: int) -> Made:
    """A group with only a log file."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1"})
    table.commit(T1, [A])
    new = table.log(B, T2, T2, [table.row(T2, "b", "2", B)])
    table.commit(T2, [B])
    return table.archive(), {"snapshot": base + new, "read_optimized": base}


def log_uncommitted(version: int) -> Made:
    """The log file of a delta commit that has not ended."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.log(A, T1, T2, [table.row(T2, "a", "2", A)])
    table.commit(T2, [A], states=PENDING)
    return table.archive(), {"snapshot": base, "read_optimized": base}


def log_after_plan(version: int) -> Made:
    """A compaction is planned, and not carried out: a log file since then is of the slice that it begins."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    first = table.log(A, T1, T2, [table.row(T2, "a", "2", A)])
    table.commit(T2, [A])
    table.plan(T3, A, T1)
    new = table.log(A, T3, T4, [table.row(T4, "b", "3", A)])
    table.commit(T4, [A])
    return table.archive(), {"snapshot": first + new, "read_optimized": base}


def partition_value(version: int) -> Made:
    """A partition whose value has characters that its path escapes, and one without a value."""
    table = Table(version, properties=_partitioned(), extra={"part": pa.string()})
    escaped, none = "part=a%2Fb%3D1", "part=__HIVE_DEFAULT_PARTITION__"
    table.properties["hoodie.datasource.write.partitionpath.urlencode"] = "true"
    rows = table.base(A, T1, {"a": "1"}, escaped, columns={"part": "a/b=1"})
    table.commit(T1, [A], partition=escaped)
    rows += table.base(B, T2, {"b": "1"}, none, columns={"part": None})
    table.commit(T2, [B], partition=none)
    return table.archive((escaped, none)), {"snapshot": rows}


def partition_number(version: int) -> Made:
    """Partitions whose column is a number."""
    table = Table(version, properties=_partitioned(), extra={"part": pa.int32()})
    rows = table.base(A, T1, {"a": "1"}, "part=7", columns={"part": 7})
    table.commit(T1, [A], partition="part=7")
    rows += table.base(B, T2, {"b": "1"}, "part=-1", columns={"part": -1})
    table.commit(T2, [B], partition="part=-1")
    return table.archive(("part=7", "part=-1")), {"snapshot": rows}


def property_equals(version: int) -> Made:
    """A property whose value has an equals sign."""
    table = Table(version, properties={"hoodie.table.description": "a=b"})
    rows = table.base(A, T1, {"a": "1"})
    table.commit(T1, [A])
    return table.archive(), {"snapshot": rows}


def empty_commit(version: int) -> Made:
    """The newest commit wrote no file, as a delete that finds no key."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1"})
    table.commit(T1, [A])
    table.commit(T2, [])
    return table.archive(), {"snapshot": rows}


def no_meta_fields(version: int) -> Made:
    """A copy-on-write table without Hudi's five columns."""
    table = Table(version, properties={"hoodie.populate.meta.fields": "false"})
    rows = table.base(A, T1, {"a": "1", "b": "1"}, meta=False)
    table.commit(T1, [A])
    return table.archive(), {"snapshot": rows}


def column_added(version: int) -> Made:
    """A column that the newer of two base files has."""
    table = Table(version, extra={"more": pa.string()})
    rows = [row | {"more": None} for row in table.base(A, T1, {"a": "1"})]
    table.commit(T1, [A])
    rows += table.base(B, T2, {"b": "2"}, columns={"more": "x"})
    table.commit(T2, [B])
    return table.archive(), {"snapshot": rows}


def only_replace(version: int) -> Made:
    """The active timeline holds a replacecommit alone."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1"})
    table.commit(T1, [A], action="replacecommit", operation="INSERT_OVERWRITE_TABLE", replaces={})
    return table.archive(), {"snapshot": rows}


def carried(version: int) -> Made:
    """The one commit of the active timeline carried a row of an older one over, and left a group alone."""
    table = Table(version)
    old = table.base(A, T1, {"a": "1", "b": "1"})
    table.base(B, T1, {"c": "1"})  # T1 was archived, and its archive pruned
    rows = table.base(A, T2, {"b": "2"}, carried=old[:1])
    table.commit(T2, [A])
    return table.archive(), {"since-active": rows[:1], "files-of-active": rows}


def _partitioned() -> dict[str, str | None]:
    return {
        "hoodie.table.partition.fields": "part",
        "hoodie.datasource.write.hive_style_partitioning": "true",
        "hoodie.datasource.write.partitionpath.urlencode": "false",
        "hoodie.datasource.write.drop.partition.columns": "false",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.SimpleKeyGenerator",
    }


TABLES = {
    "whole": (whole, (6, 9)), "uncommitted": (uncommitted, (6, 9)),
    "uncommitted-newer": (uncommitted_newer, (6, 9)), "uncommitted-cut": (uncommitted_cut, (6, 9)),
    "rolled-back": (rolled_back, (6, 9)), "replaced": (replaced, (6, 9)),
    "replace-pending": (replace_pending, (6, 9)), "partition-deleted": (partition_deleted, (6, 9)),
    "history": (history, (9,)), "upgraded": (upgraded, (9,)), "logs": (logs, (6, 9)),
    "log-alone": (log_alone, (6, 9)), "log-uncommitted": (log_uncommitted, (6, 9)),
    "log-after-plan": (log_after_plan, (6, 9)),
    "partition-value": (partition_value, (6, 9)), "partition-number": (partition_number, (6, 9)),
    "property-equals": (property_equals, (6, 9)), "empty-commit": (empty_commit, (6, 9)),
    "no-meta-fields": (no_meta_fields, (6, 9)), "column-added": (column_added, (6, 9)),
    "only-replace": (only_replace, (6, 9)), "carried": (carried, (6,)),
}  # fmt: skip


def products() -> dict[str, bytes]:
    """All fixtures: an archive a table, and a file of rows a view."""
    found: dict[str, bytes] = {}
    for name, (make, versions) in TABLES.items():
        for version in versions:
            files, views = make(version)
            found[f"{name}-v{version}.zip"] = zipped(files)
            for view, rows in views.items():
                ordered = sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))
                text = json.dumps({"rows": ordered}, ensure_ascii=False, indent=1)
                found[f"{name}-v{version}.{view}.json"] = text.encode() + b"\n"
    return found


def targets() -> dict[Path, bytes]:
    """Contents of all files by their place."""
    return {resources.fixtures_dir() / FOLDER / name: data for name, data in products().items()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 when `--check` finds a difference."""
    return run("Make the minimal tables.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
