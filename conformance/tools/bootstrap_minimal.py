# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/bootstrap`: skeletons, sources and indexes, one feature each.

    python conformance/tools/bootstrap_minimal.py [--check]

Timelines, logs and indexes come from the reference writer, Parquet from pyarrow. Expected rows come from the
functions below, which state what a reader may see. Nothing of `decode`, `semantics` or `table` takes part.
Sources are below `.hoodie/.source`; the index has them below a fixed path, as a table that was moved.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance import resources
from hudi_conformance.model.bootstrap import FULL_RECORDS, SKELETONS
from instruments.writer.bootstrap_index import IndexKnobs, Pointer, encode_index
from recreation.minimal import META, T1, T2, T3, Row, Table
from recreation.parquet import as_stored, parquet
from recreation.products import archives_and_rows, run

FOLDER = "bootstrap"
SOURCE = ".hoodie/.source"
ROOT = "/tmp/hudi-conformance-bootstrap/minimal"  # noqa: S108 - a fixed path, which indexes hold
A, B, C = (f"{letter * 8}-0000-4000-8000-000000000000" for letter in "abc")
Made = tuple[dict[str, bytes], dict[str, list[Row]]]
"""Files, and rows by view."""


@dataclass
class Bootstrapped:
    """A bootstrapped table in the making.

    Attributes:
        table: the table with its skeletons.
        name: of the fixture; part of the paths in the index.
        uri: text of a source's location by its path; None = `file:` and the path.
        top: folder of all sources in the index; None = one below `ROOT`.
    """

    table: Table
    name: str
    uri: Callable[[str], str] | None = None
    top: str | None = None
    sources: dict[str, bytes] = field(default_factory=dict)
    pointers: list[Pointer] = field(default_factory=list)

    @property
    def base(self) -> str:
        """Folder of all sources in the index."""
        return self.top or f"{ROOT}/{self.name}/source"

    def skeleton(
        self, group: str, keys: Sequence[str], partition: str = "", num_in_group: int = 0
    ) -> list[Row]:
        """A skeleton; returns the meta fields of its rows."""
        name = f"{group}_0-0-0_{SKELETONS}.parquet"
        rows = []
        for number, key in enumerate(keys):
            about = (SKELETONS, f"{SKELETONS}_0_{number}", key, partition, name)
            rows.append({f"_hoodie_{part}": text for part, text in zip(META, about, strict=True)})
        schema = pa.schema(
            [(f"_hoodie_{part}", pa.string()) for part in META],
            metadata={"org.apache.hudi.bloomfilter.type": "none"},
        )
        columns = pa.Table.from_pylist(rows, schema)
        data = parquet(columns) if not num_in_group else grouped(columns, num_in_group)
        self.table.files[f"{partition}/{name}".lstrip("/")] = data
        return rows

    def source(
        self, group: str, data: bytes, partition: str = "", *, file: str = "", length: int | None = None,
        folder: str | None = None,
    ) -> None:  # fmt: skip
        """A source file, and the pointer to it."""
        folder = partition if folder is None else folder
        path = f"{folder}/{file or f'part-{group[0]}.parquet'}".lstrip("/")
        self.sources[path] = data
        whole = f"{self.base}/{path}"
        uri = f"file:{whole}" if self.uri is None else self.uri(whole)
        size = len(data) if length is None else length
        self.pointers.append(Pointer(partition, group, uri, size, folder))

    def rows(
        self,
        group: str,
        values: Mapping[str, str],
        partition: str = "",
        columns: Mapping[str, Any] | None = None,
    ) -> list[Row]:
        """A skeleton with a source of plain columns; returns the rows as `table.read` shows them."""
        meta = self.skeleton(group, list(values), partition)
        own = [{"id": key, "ord": "1", "val": value, **(columns or {})} for key, value in values.items()]
        self.source(group, stored(own, self.table.extra, columns or {}), partition)
        return [left | right for left, right in zip(meta, own, strict=True)]

    def commit(
        self, groups: Sequence[str], partitions: Sequence[str] = ("",), *, pending: bool = False
    ) -> None:
        """The instant of the skeletons."""
        for partition in partitions:
            here = [group for group in groups if self._has(group, partition)]
            states = ("REQUESTED", "INFLIGHT") if pending else ("REQUESTED", "INFLIGHT", "COMPLETED")
            self.table.commit(SKELETONS, here, operation="BOOTSTRAP", partition=partition, states=states)
        first, *others = [i for i in self.table.instants if i["time"] == SKELETONS]
        for other in others:
            first["completed"]["partitionToWriteStats"].update(other["completed"]["partitionToWriteStats"])
            self.table.instants.remove(other)
        if "completion_time" in first:
            first["completion_time"] = "20260101000050000"

    def _has(self, group: str, partition: str) -> bool:
        return f"{partition}/{group}_0-0-0_{SKELETONS}.parquet".lstrip("/") in self.table.files

    def archive(
        self, partitions: tuple[str, ...] = ("",), knobs: IndexKnobs | None = None
    ) -> dict[str, bytes]:
        """All files of the table, with its index and its sources."""
        is_old = self.table.version < 9
        base = {"hoodie.bootstrap.base.path": self.base}
        self.table.properties = base | self.table.properties
        files = self.table.archive(partitions)
        for path, data in files.items():
            if path.endswith(".hoodie_partition_metadata"):
                files[path] = data.replace(T1.encode(), SKELETONS.encode())
        files |= encode_index(self.base, self.pointers, is_old=is_old, knobs=knobs)
        return files | {f"{SOURCE}/{path}": data for path, data in self.sources.items()}


def stored(rows: Sequence[Row], extra: Mapping[str, pa.DataType], columns: Mapping[str, Any]) -> bytes:
    """A source file of plain columns."""
    added = [(name, extra[name]) for name in columns if name in extra]
    schema = pa.schema([("id", pa.string()), ("ord", pa.int64()), ("val", pa.string()), *added])
    return parquet(pa.Table.from_pylist([{**row, "ord": int(row["ord"])} for row in rows], schema))


def grouped(table: pa.Table, num_rows: int) -> bytes:
    """A Parquet file of row groups of so many rows."""
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="none", store_schema=False, row_group_size=num_rows)
    return as_stored(sink.getvalue())


def new(name: str, version: int, kind: str = "COPY_ON_WRITE", **settings: Any) -> Bootstrapped:
    """A table without files."""
    return Bootstrapped(Table(version, kind, **settings), f"{name}-v{version}")


# --- the join ---


def plain(version: int) -> Made:
    """Two file groups, nothing else."""
    made = new("plain", version)
    rows = [*made.rows(A, {"a": "1", "b": "2"}), *made.rows(B, {"c": "3"})]
    made.commit([A, B])
    return made.archive(), {"snapshot": rows}


def other_order(version: int) -> Made:
    """Rows of the source in another order than their keys: the position joins, not the key."""
    made = new("other-order", version)
    meta = made.skeleton(A, ["a", "b"])
    own = [{"id": "b", "ord": "1", "val": "2"}, {"id": "a", "ord": "1", "val": "1"}]
    made.source(A, stored(own, {}, {}))
    made.commit([A])
    return made.archive(), {"snapshot": [left | right for left, right in zip(meta, own, strict=True)]}


def row_groups(version: int) -> Made:
    """Row groups of three rows in the skeleton, of two in the source."""
    made = new("row-groups", version)
    keys = [f"k{number}" for number in range(8)]
    meta = made.skeleton(A, keys, num_in_group=3)
    own = [{"id": key, "ord": "1", "val": key.upper()} for key in keys]
    columns = pa.Table.from_pylist(
        [{**row, "ord": 1} for row in own],
        pa.schema([("id", pa.string()), ("ord", pa.int64()), ("val", pa.string())]),
    )
    made.source(A, grouped(columns, 2))
    made.commit([A])
    return made.archive(), {"snapshot": [left | right for left, right in zip(meta, own, strict=True)]}


def updated(version: int) -> Made:
    """A later base file is complete; the index still has the pointer, of a source that is gone."""
    made = new("updated", version)
    old = made.rows(A, {"a": "1", "b": "2"})
    made.commit([A])
    name = f"{A}_0-0-0_{T2}.parquet"
    carried = [old[1] | {"_hoodie_file_name": name}]
    rows = made.table.base(A, T2, {"a": "9"}, carried=carried)
    made.table.commit(T2, [A])
    files = made.archive()
    del files[f"{SOURCE}/part-a.parquet"]
    return files, {"snapshot": rows}


def logs(version: int) -> Made:
    """A log file on a skeleton: an update, a delete, and a new key."""
    made = new("logs", version, "MERGE_ON_READ")
    old = made.rows(A, {"a": "1", "b": "2", "c": "3"})
    made.commit([A])
    changed = [made.table.row(T2, key, value, A) for key, value in (("a", "9"), ("z", "8"))]
    made.table.log(A, SKELETONS, T2, changed, ("b",))
    made.table.commit(T2, [A])
    return made.archive(), {"snapshot": [*changed, old[2]], "read_optimized": old}


def compacted(version: int) -> Made:
    """A compaction writes a complete file; a log file on top of it."""
    made = new("compacted", version, "MERGE_ON_READ")
    old = made.rows(A, {"a": "1", "b": "2"})
    made.commit([A])
    name = f"{A}_0-0-0_{T2}.parquet"
    rows = made.table.base(A, T2, {"a": "9"}, carried=[old[1] | {"_hoodie_file_name": name}])
    made.table.commit(T2, [A], action="commit", operation="COMPACT")
    changed = [made.table.row(T3, "b", "7", A)]
    made.table.log(A, T2, T3, changed)
    made.table.commit(T3, [A])
    return made.archive(), {"snapshot": [rows[0], *changed], "read_optimized": rows}


def pending(version: int) -> Made:
    """The instant of the skeletons is not completed: their rows are not visible."""
    made = new("pending", version)
    made.rows(A, {"a": "1"})
    made.commit([A], pending=True)
    return made.archive(), {"snapshot": []}


def mixed(version: int) -> Made:
    """A skeleton next to a file with copied rows."""
    made = new("mixed", version)
    rows = made.rows(A, {"a": "1"})
    made.commit([A])
    full = f"{B}-0"
    copied = made.table.base(full, FULL_RECORDS, {"b": "2"})
    made.table.commit(FULL_RECORDS, [full], operation="BULK_INSERT")
    for instant in made.table.instants:
        if instant["time"] == FULL_RECORDS and "completion_time" in instant:
            instant["completion_time"] = "20260101000051000"
    return made.archive(), {"snapshot": [*rows, *copied], "full": copied}


def complete_file(version: int) -> Made:
    """A complete file of the instant of skeletons, without a pointer: it is read as it is."""
    made = new("complete-file", version)
    skeletons = made.rows(A, {"a": "1"})
    rows = made.table.base(B, SKELETONS, {"b": "2"})
    made.commit([A, B])
    return made.archive(), {"snapshot": [*skeletons, *rows]}


# --- partition columns ---

HIVE = {
    "hoodie.table.partition.fields": "p", "hoodie.datasource.write.hive_style_partitioning": "true",
    "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.SimpleKeyGenerator",
}  # fmt: skip


def partitioned(version: int, name: str, kind: pa.DataType, folders: Mapping[str, Any]) -> Made:
    """A partition column that no source has: its values are in the paths."""
    made = new(name, version, extra={"p": kind}, properties=dict(HIVE))
    rows: list[Row] = []
    groups = (A, B, C)
    for group, (folder, value) in zip(groups, folders.items(), strict=False):
        rows += [row | {"p": value} for row in made.rows(group, {f"k-{group[0]}": "1"}, folder)]
    made.commit(groups, list(folders))
    return made.archive(tuple(folders)), {"snapshot": rows}


def path_text(version: int) -> Made:
    """Texts of paths."""
    return partitioned(version, "path-text", pa.string(), {"p=x": "x", "p=y z": "y z"})


def path_number(version: int) -> Made:
    """Numbers of paths."""
    return partitioned(version, "path-number", pa.int32(), {"p=7": 7, "p=-12": -12})


def path_null(version: int) -> Made:
    """The folder of null values."""
    return partitioned(version, "path-null", pa.string(), {"p=__HIVE_DEFAULT_PARTITION__": None, "p=x": "x"})


def path_types(version: int) -> Made:
    """A column of each type that has no units, one partition column after the other."""
    values = {"l": -9_000_000_000, "f": "1.5", "d": "-2.25", "t": True, "u": False, "c": "31.50"}
    kinds = (pa.int64(), pa.float32(), pa.float64(), pa.bool_(), pa.bool_(), pa.decimal128(8, 2))
    properties = HIVE | {
        "hoodie.table.partition.fields": ",".join(values),
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.ComplexKeyGenerator",
    }
    made = new("path-types", version, extra=dict(zip(values, kinds, strict=True)), properties=properties)
    folder = "/".join(f"{name}={str(value).lower()}" for name, value in values.items())
    rows = [row | values | {"l": str(values["l"])} for row in made.rows(A, {"a": "1"}, folder)]
    made.commit([A], [folder])
    return made.archive((folder,)), {"snapshot": rows}


def path_dates(version: int) -> Made:
    """Dates with hyphens, one before 1970."""
    return partitioned(version, "path-dates", pa.date32(), {"p=2024-05-17": 19860, "p=1969-12-31": -1})


def path_days(version: int) -> Made:
    """A date without hyphens: readers disagree."""
    return partitioned(version, "path-days", pa.date32(), {"p=20240517": None})[0], {}


def path_folders(version: int) -> Made:
    """A date in three folders, a month in two, a year in one: readers disagree."""
    folders = dict.fromkeys(("p=2024/05/17", "p=2024/05", "p=2024"))
    return partitioned(version, "path-folders", pa.date32(), folders)[0], {}


def path_times(version: int) -> Made:
    """A time by its date, and by its hour: readers disagree."""
    folders = dict.fromkeys(("p=2024-05-17", "p=2024/05/17/06"))
    return partitioned(version, "path-times", pa.timestamp("us", "UTC"), folders)[0], {}


def stored_wins(version: int) -> Made:
    """The source has the column: its value counts, and the path where it is null."""
    made = new("stored-wins", version, extra={"p": pa.string()}, properties=dict(HIVE))
    meta = made.skeleton(A, ["a", "b"], "p=x")
    own = [{"id": "a", "ord": "1", "val": "1", "p": "other"}, {"id": "b", "ord": "1", "val": "2", "p": None}]
    made.source(A, stored(own, made.table.extra, {"p": None}), "p=x")
    made.commit([A], ["p=x"])
    own[1]["p"] = "x"
    return made.archive(("p=x",)), {"snapshot": [left | right for left, right in zip(meta, own, strict=True)]}


# --- columns of sources ---

TIME = {"type": "long", "logicalType": "timestamp-micros"}
_BEFORE = -1_500_000  # 1969-12-31T23:59:58.5Z


def with_time(version: int, name: str, write: Callable[[pa.Table], bytes], values: Sequence[int]) -> Made:
    """A column of times, as another writer stores it."""
    made = new(name, version, extra={"at": pa.timestamp("us", "UTC")})
    own_fields = made.table.fields

    def fields() -> list[dict[str, Any]]:
        made.table.extra = {}
        known = own_fields()
        made.table.extra = {"at": pa.timestamp("us", "UTC")}
        return [*known, {"name": "at", "type": ["null", TIME], "default": None}]

    made.table.fields = fields  # type: ignore[method-assign]  # the only table with a logical type
    meta = made.skeleton(A, [f"k{number}" for number in range(len(values))])
    own = [
        {"id": f"k{number}", "ord": "1", "val": "v", "at": str(value)} for number, value in enumerate(values)
    ]
    columns = pa.table({
        "id": [row["id"] for row in own], "ord": pa.array([1] * len(own), pa.int64()),
        "val": [row["val"] for row in own], "at": pa.array(values, pa.timestamp("us", "UTC")),
    })  # fmt: skip
    made.source(A, write(columns))
    made.commit([A])
    return made.archive(), {"snapshot": [left | right for left, right in zip(meta, own, strict=True)]}


def _written(table: pa.Table, **options: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="none", store_schema=False, **options)
    return as_stored(sink.getvalue())


def int96(version: int) -> Made:
    """Times of 96 bits, as Spark and Impala wrote them; one before 1970, one after 2262."""
    values = [1_704_067_200_123_456, _BEFORE, 9_300_000_000_000_000]
    return with_time(
        version, "int96", lambda table: _written(table, use_deprecated_int96_timestamps=True), values
    )


def millis(version: int) -> Made:
    """Times in milliseconds in a table of microseconds."""
    values = [1_704_067_200_123_000, _BEFORE]
    return with_time(version, "millis", lambda table: _written(table, coerce_timestamps="ms"), values)


def other_columns(version: int) -> Made:
    """A source with columns in another order, an additional column, and a missing column of the table."""
    made = new("other-columns", version, extra={"num": pa.int32()})
    meta = made.skeleton(A, ["a"])
    made.source(A, parquet(pa.table({"val": ["1"], "mine": ["x"], "ord": [1], "id": ["a"]})))
    made.commit([A])
    return made.archive(), {"snapshot": [meta[0] | {"id": "a", "ord": "1", "val": "1", "num": None}]}


def narrow(version: int) -> Made:
    """Integers of 32 bits in a source, of 64 in the table."""
    made = new("narrow", version)
    meta = made.skeleton(A, ["a"])
    made.source(A, parquet(pa.table({"id": ["a"], "ord": pa.array([5], pa.int32()), "val": ["1"]})))
    made.commit([A])
    return made.archive(), {"snapshot": [meta[0] | {"id": "a", "ord": "5", "val": "1"}]}


# --- locations ---


def at(
    version: int, name: str, uri: Callable[[str], str] | None, file: str = "", top: str | None = None
) -> Made:
    """One source at a location of another form."""
    made = new(name, version)
    made.uri, made.top = uri, top
    meta = made.skeleton(A, ["a"])
    made.source(A, stored([{"id": "a", "ord": "1", "val": "1"}], {}, {}), file=file)
    made.commit([A])
    return made.archive(), {"snapshot": [meta[0] | {"id": "a", "ord": "1", "val": "1"}]}


def three_slashes(version: int) -> Made:
    """A location with an empty host."""
    return at(version, "three-slashes", lambda path: f"file://{path}")


def bare_path(version: int) -> Made:
    """A location without a scheme."""
    return at(version, "bare-path", lambda path: path)


def percent(version: int) -> Made:
    """A name with a percent sign, which is not an escape."""
    return at(version, "percent", None, "part%20a b.parquet")


def no_ending(version: int) -> Made:
    """A name without ending, as Hive gives it."""
    return at(version, "no-ending", None, "000000_0")


def of_store(version: int) -> Made:
    """A source in a store."""
    return at(version, "of-store", lambda path: path, top=f"s3a://bucket{ROOT}/of-store-v{version}/source")


def moved(version: int) -> Made:
    """A base path that no machine has."""
    return at(version, "moved", None, top=f"/hudi-conformance-nowhere/moved-v{version}/source")


def outside(version: int) -> Made:
    """A source that is not below the base path."""
    files, _ = at(version, "outside", lambda path: f"file:{ROOT}/elsewhere/{path.rpartition('/')[2]}")
    return files, {}


def climbing(version: int) -> Made:
    """A source that leads out of the base path."""
    files, _ = at(
        version, "climbing", lambda path: f"file:{path.rpartition('/')[0]}/../../../{path.rpartition('/')[2]}"
    )
    return files, {}


# --- contradictions ---


def more_rows(version: int) -> Made:
    """A source of more rows than the skeleton."""
    return uneven(version, "more-rows", "abc")


def fewer_rows(version: int) -> Made:
    """A source of fewer rows than the skeleton."""
    return uneven(version, "fewer-rows", "a")


def uneven(version: int, name: str, keys: str) -> Made:
    """A skeleton of two rows over a source of other rows; `fixed` are those of a skeleton of as many rows."""
    made = new(name, version)
    made.skeleton(A, ["a", "b"])
    own = [{"id": key, "ord": "1", "val": "1"} for key in keys]
    made.source(A, stored(own, {}, {}))
    made.commit([A])
    meta = new(name, version).skeleton(A, list(keys))
    return made.archive(), {"fixed": [left | right for left, right in zip(meta, own, strict=True)]}


def other_length(version: int) -> Made:
    """A source that was written again: as many rows, other bytes."""
    made = new("other-length", version)
    made.skeleton(A, ["a"])
    made.source(A, stored([{"id": "a", "ord": "1", "val": "1"}], {}, {}), length=12345)
    made.commit([A])
    return made.archive(), {}


def no_pointer(version: int) -> Made:
    """A skeleton that the index does not name."""
    made = new("no-pointer", version)
    made.rows(A, {"a": "1"})
    made.rows(B, {"b": "2"})
    made.pointers.pop()
    made.commit([A, B])
    return made.archive(), {}


def known(version: int, knobs: IndexKnobs) -> Made:
    """An index with a deviation."""
    made = new("known", version)  # one path for all: their indexes can be exchanged
    rows = made.rows(A, {"a": "1"})
    made.commit([A])
    return made.archive(knobs=knobs), {"snapshot": rows}


def no_info(version: int) -> Made:
    """No `INDEX_INFO`."""
    return known(version, IndexKnobs(is_info_absent=True))[0], {}


def other_prefix(version: int) -> Made:
    """Keys with another prefix."""
    return known(version, IndexKnobs(key_prefix="path="))[0], {}


def other_partition(version: int) -> Made:
    """Values of another partition than their keys."""
    return known(version, IndexKnobs(value_partition="p=x"))[0], {}


def other_count(version: int) -> Made:
    """Another number of keys than announced: readers go by the keys."""
    return known(version, IndexKnobs(num_keys=7))


TABLES: Mapping[str, tuple[Callable[[int], Made], tuple[int, ...]]] = {
    "plain": (plain, (6, 9)),
    "other-order": (other_order, (9,)),
    "row-groups": (row_groups, (6, 9)),
    "updated": (updated, (6, 9)),
    "logs": (logs, (6, 9)),
    "compacted": (compacted, (6, 9)),
    "pending": (pending, (6, 9)),
    "mixed": (mixed, (6, 9)),
    "complete-file": (complete_file, (9,)),
    "path-text": (path_text, (6, 9)),
    "path-number": (path_number, (6, 9)),
    "path-null": (path_null, (9,)),
    "path-types": (path_types, (6, 9)),
    "path-dates": (path_dates, (6, 9)),
    "path-days": (path_days, (6, 9)),
    "path-folders": (path_folders, (6, 9)),
    "path-times": (path_times, (6, 9)),
    "stored-wins": (stored_wins, (9,)),
    "int96": (int96, (6, 9)),
    "millis": (millis, (9,)),
    "other-columns": (other_columns, (9,)),
    "narrow": (narrow, (9,)),
    "three-slashes": (three_slashes, (9,)),
    "bare-path": (bare_path, (9,)),
    "percent": (percent, (9,)),
    "no-ending": (no_ending, (9,)),
    "of-store": (of_store, (9,)),
    "moved": (moved, (6, 9)),
    "outside": (outside, (9,)),
    "climbing": (climbing, (9,)),
    "more-rows": (more_rows, (6, 9)),
    "fewer-rows": (fewer_rows, (9,)),
    "other-length": (other_length, (9,)),
    "no-pointer": (no_pointer, (9,)),
    "no-info": (no_info, (9,)),
    "other-prefix": (other_prefix, (9,)),
    "other-partition": (other_partition, (9,)),
    "other-count": (other_count, (9,)),
}


def products() -> dict[str, bytes]:
    """All fixtures: an archive per table, and a file of rows per view."""
    return archives_and_rows(TABLES, zipfile.ZIP_DEFLATED)


def targets() -> dict[Path, bytes]:
    """Contents of all files by path."""
    return {resources.fixtures_dir() / FOLDER / name: data for name, data in products().items()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 if `--check` finds a difference."""
    return run("Make the tables of a bootstrap.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
