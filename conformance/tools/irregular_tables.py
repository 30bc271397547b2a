# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/irregular`: valid tables whose files, names or commits are seldom written.

    python conformance/tools/irregular_tables.py [--check]

`recreation/irregular.toml` states what is stored and what a reader shows. Timelines and logs come from the
reference writer, base files from pyarrow. Nothing of `decode`, `semantics` or `table` takes part.
"""

from __future__ import annotations

import io
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from evolved_tables import arrow_of, physical_of, python_of, without_nan
from hudi_conformance import resources
from recreation.minimal import META, T1, T2, A, B, Row, Table
from recreation.parquet import as_stored
from recreation.products import Make, archives_and_rows, run

FOLDER = "irregular"
_KEYS = ("_hoodie_commit_seqno", "_hoodie_record_key", "id")
DATA = Path(__file__).parent / "recreation" / "irregular.toml"
Made = tuple[dict[str, bytes], dict[str, list[Row]]]
"""Files, and rows by view."""
Columns = Mapping[str, Mapping[str, Any]]
"""By name the type, and the values of rows."""


@dataclass
class Irregular(Table):
    """A table with further columns, whose base files are written with options of pyarrow."""

    own: Columns = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    footer: Iterable[tuple[str, str]] = ()

    def fields(self) -> list[dict[str, Any]]:
        """Fields of every table, and the further ones."""
        return super().fields() + [
            {"name": name, "type": ["null", column["type"]], "default": None}
            for name, column in self.own.items()
        ]

    def rows(
        self, time: str, file: str, value: str, *, keys: Sequence[str], partition: str = "", values: str = ""
    ) -> list[Row]:  # fmt: skip
        """Rows of all keys, as `table.read` shows them."""
        return [
            self.row(time, key, value, file, partition)
            | {name: column[values][number] for name, column in self.own.items()}
            for number, key in enumerate(keys)
        ]

    def stored(
        self, group: str, value: str, partition: str = "", time: str = T1, keys: Sequence[str] = "abc"
    ) -> list[Row]:
        """A base file with a row for each key; `value` is in each row, so that contents differ."""
        name = f"{group}_0-0-0_{time}.parquet"
        rows = self.rows(time, name, value, partition=partition, keys=keys, values="shown")
        arrays = {
            column: pa.array([row[column] for row in rows]).cast(
                pa.int64() if column == "ord" else pa.string()
            )
            for column in (*(f"_hoodie_{part}" for part in META), "id", "ord", "val")
        } | {column: _array(about) for column, about in self.own.items()}
        table = pa.table(arrays, metadata={"org.apache.hudi.bloomfilter.type": "none"})
        sink = io.BytesIO()
        pq.write_table(
            table,
            sink,
            **{
                "compression": "none",
                "store_schema": False,
                **self.options,
            },
        )
        data = sink.getvalue()
        start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
        footer = data[start:-8]
        for old, new in self.footer:
            if bytes.fromhex(old) not in footer:
                raise ValueError(f"{old} is not in the footer of {name}")
            footer = footer.replace(bytes.fromhex(old), bytes.fromhex(new))
        data = data[:start] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
        self.files[f"{partition}/{name}".lstrip("/")] = data if len(rows) > 1000 else as_stored(data)
        return rows

    def logged(self, value: str, columns: Columns, values: str) -> list[Row]:
        """A log file with a row of b and one of d, which no base file has."""
        self.own = columns
        rows = self.rows(T2, A, value, keys="bd", values=values)
        self.log(A, T1, T2, rows)
        self.commit(T2, [A])
        return rows


def _array(column: Mapping[str, Any]) -> pa.Array:
    kind = getattr(pa, column["arrow"])() if "arrow" in column else arrow_of(column["type"])
    texts = column.get("stored")
    values = [python_of(value, column["type"]) for value in column["shown"]] if texts is None else [
        text and bytes.fromhex(text) for text in texts
    ]  # fmt: skip
    return pa.array(values, physical_of(kind)).cast(kind)


def one_file(version: int, entry: Mapping[str, Any]) -> Made:
    """A copy-on-write table of one base file."""
    own, options = entry.get("columns", {}), entry.get("options", {})
    table = Irregular(version, "COPY_ON_WRITE", entry.get("properties", {}), own=own, options=options)
    table.footer = entry.get("footer", ())
    rows = table.stored(A, entry["name"])
    table.commit(T1, [A])
    return table.archive(), {"snapshot": rows}


def with_log(version: int, entry: Mapping[str, Any]) -> Made:
    """A log file replaces the row of b, and inserts d."""
    table = Irregular(version, "MERGE_ON_READ", entry.get("properties", {}), own=entry["columns"])
    base = table.stored(A, entry["name"])
    table.commit(T1, [A])
    log = table.logged(f"{entry['name']} 2", entry["columns"], "newer")
    return table.archive(), {"snapshot": [base[0], log[0], base[2], log[1]], "read_optimized": base}


def small_integers_mixed(version: int, columns: Columns) -> Made:
    """Base files with and without the annotation of small integers, and a log file of ints."""
    plain = {name: {"type": "int", "shown": [7, -7, None]} for name in columns}
    table = Irregular(version, "MERGE_ON_READ", own=columns)
    base = table.stored(A, "small-integers")
    table.own = plain
    base += table.stored(B, "plain", keys="xyz")
    table.commit(T1, [A, B])
    log = table.logged("log", plain, "shown")
    return table.archive(), {"snapshot": [base[0], *base[2:], *log], "read_optimized": base}


def partitioned(version: int, entry: Mapping[str, Any]) -> Made:
    """A base file in each of two partitions."""
    column, is_hive = entry.get("column", "part"), entry.get("hive", False)
    properties: dict[str, str | None] = {
        "hoodie.table.partition.fields": column,
        "hoodie.datasource.write.hive_style_partitioning": str(is_hive).lower(),
        "hoodie.datasource.write.partitionpath.urlencode": "false",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.SimpleKeyGenerator",
    }
    table, rows, folders = Irregular(version, properties=properties), [], []
    for group, time, value in zip((A, B), (T1, T2), entry["values"], strict=True):
        folders.append(f"{column}={value}" if is_hive else value)
        table.own = {column: {"type": "string", "shown": [value] * 3}}
        rows += table.stored(group, entry["name"], folders[-1], time)
        table.commit(time, [group], partition=folders[-1])
    return table.archive(tuple(folders)), {"snapshot": rows}


def empty_commit(version: int, entry: Mapping[str, Any]) -> Made:
    """The newest commit wrote no file, and states no schema."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1"})
    table.commit(T1, [A])
    table.commit(T2, [])
    table.instants[-1]["completed"]["extraMetadata"] = entry["extra"]
    return table.archive(), {"snapshot": rows}


def block(version: int, entry: Mapping[str, Any]) -> Made:
    """A block of a log file has several rows of each key."""
    table = Table(version, "MERGE_ON_READ", entry.get("properties", {}))
    base = table.base(A, T1, {"a": "1", "b": "1", "c": "1"})
    table.commit(T1, [A])
    rows = {
        key: [table.row(T2, key, f"number {i}", A) | {"ord": str(value)} for i, value in enumerate(values)]
        for key, values in entry["ordering"].items()
    }
    table.log(A, T1, T2, [row for versions in rows.values() for row in versions])
    table.commit(T2, [A])
    result = [rows[key][number] for key, number in entry["result"].items()]
    return table.archive(), {"snapshot": result + base[2:]}


def delete_in_one_block(version: int) -> Made:
    """A delete block has an entry twice."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.log(A, T1, T2, [], ("b", "b"))
    table.commit(T2, [A])
    return table.archive(), {"snapshot": base[:1]}


def many_rows(version: int) -> Made:
    """Base file of 70,000 rows in three row groups; a log file changes rows at the edges of usual batches."""
    options = {"column_encoding": dict.fromkeys(_KEYS, "DELTA_BYTE_ARRAY"), "use_dictionary": False}
    table = Irregular(
        version, "MERGE_ON_READ", options=options | {"row_group_size": 25_000, "compression": "gzip"}
    )
    rows = {row["id"]: row for row in table.stored(A, "0", keys=[f"{i:05}" for i in range(70_000)])}
    table.commit(T1, [A])
    edges = {
        f"{max(edge + i, 0):05}" for edge in (0, 1024, 4096, 8192, 25_000, 65_536, 70_000) for i in (-1, 0, 1)
    }
    deleted = ("01023", "08193", "65534")
    log = table.rows(
        T2, A, "1", keys=("00000", "01024", "04095", "08191", "25000", "65535", "69999", "70000")
    )
    table.log(A, T1, T2, log, deleted)
    table.commit(T2, [A])
    rows |= {row["id"]: row for row in log}
    return table.archive(), {"edges": [rows[key] for key in sorted(edges & {*rows} - {*deleted})]}


def tables() -> dict[str, tuple[Make, Sequence[int]]]:
    """All tables: functions that give files and rows, and versions."""
    data = without_nan(tomllib.loads(DATA.read_text("utf-8")))
    made: dict[str, tuple[Make, Sequence[int]]] = {
        "delete-in-one-block": (delete_in_one_block, (6, 9)), "many-rows": (many_rows, (6, 9)),
    }  # fmt: skip
    for entry in data["file"]:
        columns, name = entry.get("columns", {}), entry["name"]
        made[name] = partial(one_file, entry=entry), (6,)
        if any("newer" in column for column in columns.values()):
            made[f"{name}-log"] = partial(with_log, entry=entry), (6, 9)
        if name == "small-integers":
            made[f"{name}-mixed"] = partial(small_integers_mixed, columns=columns), (6, 9)
    for kind, make, before in (
        ("partitions", partitioned, "partition-"), ("empty", empty_commit, "empty-commit-"),
        ("block", block, ""),
    ):  # fmt: skip
        for entry in data[kind]:
            made[before + entry["name"]] = partial(make, entry=entry), entry.get("versions", (6, 9))
    return made


def targets() -> dict[Path, bytes]:
    """Contents of all files by path."""
    products = archives_and_rows(tables(), zipfile.ZIP_DEFLATED)
    return {resources.fixtures_dir() / FOLDER / name: data for name, data in products.items()}


if __name__ == "__main__":
    sys.exit(run(__doc__ or "", targets))
