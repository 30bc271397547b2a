# SPDX-License-Identifier: Apache-2.0
"""Contents of a table's metadata table, derived from its files, and written with one false entry.

Files are read by the Parquet library, records written by the reference writer: neither the decoder nor the
audit is involved. Only tables without log files are described: their rows are those of the latest base files.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from hudi_conformance.encode.metadata.table import encode_metadata

from instruments.tables.table import HIDDEN, PROPERTIES, Json, Rng, Table, base_parts

METADATA = f"{HIDDEN}/metadata"
DEFINITIONS = f"{HIDDEN}/.index_defs/index.json"
SECONDARY = "secondary_index_idx_drawn"
KEY = "_hoodie_record_key"
READY, INFLIGHT = "hoodie.table.metadata.partitions", "hoodie.table.metadata.partitions.inflight"
GROUPS = {"column_stats": 2, "bloom_filters": 4, "record_index": 5, SECONDARY: 4}
# Type of a bound, and ordinal of its value type in version V2, by Arrow type.
_TYPES = {
    "string": ("string", 7), "large_string": ("string", 7), "int32": ("int", 3), "int64": ("long", 4),
    "double": ("double", 6), "float": ("float", 5), "bool": ("boolean", 2),
}  # fmt: skip
_FILTERS = (b"org.apache.hudi.bloomfilter", b"com.uber.hoodie.bloomfilter")
_MAX_COLUMNS = 12


@dataclass
class Stored:
    """One base file: its place, columns of known types, and filter."""

    partition: str
    name: str
    size: int
    is_latest: bool
    columns: dict[str, pa.ChunkedArray]
    texts: dict[bytes, bytes]

    @property
    def file_id(self) -> str:
        """File id."""
        return base_parts(self.name)[0]

    @property
    def path(self) -> str:
        """Path below the table."""
        return f"{self.partition}/{self.name}" if self.partition else self.name

    @property
    def num_rows(self) -> int:
        """Rows."""
        return len(next(iter(self.columns.values()), []))

    def values(self, column: str) -> list[Json]:
        """Values of a column that are not null."""
        return [value for value in self.columns[column].to_pylist() if value is not None]


@dataclass
class Plan:
    """Intended contents of a metadata table.

    Attributes:
        table: the data table.
        files: its base files.
        listing: size by partition and name.
        partitions: whether a partition is live, by name.
        rows: entries of the reference writer by index; those of `files` follow from the two above.
        groups: number of file groups by index.
        is_base: whether rows are in base files, not in logs.
        properties: lines of the data table's properties that differ; None drops one.
        own: the same of the metadata table's.
        states: of indexes that are not ready.
        commits: further commits of the metadata table.
        is_partitioned: whether the record index is one of each data partition.
        latest_file, gone: file and index that a change has chosen.
    """

    table: Table
    time: str
    files: list[Stored]
    listing: dict[str, dict[str, int | None]]
    partitions: dict[str, bool]
    rows: dict[str, list[dict[str, Json]]]
    groups: dict[str, int]
    is_base: bool
    column: str | None
    properties: dict[str, str | None] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    is_partitioned: bool = False
    latest_file: Stored | None = None
    gone: str = ""
    commits: list[dict[str, Json]] = field(default_factory=list)

    @property
    def version(self) -> int:
        """Table version."""
        return self.table.version

    def latest(self) -> list[Stored]:
        """Base files that a snapshot reads, with rows."""
        return [file for file in self.files if file.is_latest and file.num_rows]

    def stats(self) -> list[dict[str, Json]]:
        """Rows of column statistics with bounds."""
        return [row for row in self.rows.get("column_stats", []) if row.get("min") is not None]

    def stored(self, row: dict[str, Json]) -> Stored:
        """The file of a row."""
        return next(f for f in self.files if (f.partition, f.name) == (row["partition"], row["file"]))


def plan_of(table: Table, rng: Rng) -> Plan | None:
    """A true description; None of a table that is not of the kind described above."""
    has_logs = any(path.rpartition("/")[2].startswith(".") and ".log." in path for path in table.data)
    if (
        table.version not in {6, 8, 9}
        or has_logs
        or table.properties.get("hoodie.populate.meta.fields") == "false"
    ):
        return None
    commits = table.completed("commit", "deltacommit", "replacecommit")
    stats = table.stats(lambda stat: not stat.is_log)
    pending = {i.time for i in table.instants} - {i.time for i in table.instants if i.state == "completed"}
    if not commits or not stats or pending:
        return None
    named = {stat.path for stat in stats}
    first = min(i.time for i in commits)
    replaced = {
        (partition, file_id)
        for instant in table.completed("replacecommit")
        for partition, ids in ((table.load(instant) or {}).get("partitionToReplaceFileIds") or {}).items()
        for file_id in ids
    }
    bases = [path for path in table.bases if path in named or base_parts(path)[2] < first]
    newest: dict[tuple[str, str], str] = {}
    for path in bases:
        group = path.rpartition("/")[0], base_parts(path)[0]
        newest[group] = max(newest.get(group, ""), base_parts(path)[2])
    files = []
    for path in bases:
        partition = path.rpartition("/")[0]
        group = partition, base_parts(path)[0]
        is_latest = group not in replaced and newest[group] == base_parts(path)[2]
        file = _stored(table.file(path), partition, is_latest)
        if file is None:
            return None
        files.append(file)
    if not any(file.is_latest and file.num_rows for file in files):
        return None
    return _described(table, rng, max(i.time for i in commits), files)


def _stored(path: Path, partition: str, is_latest: bool) -> Stored | None:
    try:
        with pq.ParquetFile(path) as file:
            names = [f.name for f in file.schema_arrow if str(f.type) in _TYPES][:_MAX_COLUMNS]
            data = file.read(columns=names)
            texts = dict(file.metadata.metadata or {})
    except (pa.ArrowException, OSError):
        return None
    if KEY not in names:
        return None
    return Stored(partition, path.name, path.stat().st_size, is_latest, {n: data[n] for n in names}, texts)


def _described(table: Table, rng: Rng, time: str, files: list[Stored]) -> Plan:
    listing: dict[str, dict[str, int | None]] = {}
    for file in files:
        listing.setdefault(file.partition, {})[file.name] = file.size
    rows: dict[str, list[dict[str, Json]]] = {
        "column_stats": [row for file in files for row in _stats_of(file, table.version)],
        "bloom_filters": [row for file in files for row in _bloom_of(file, time)],
        "record_index": [row for file in files if file.is_latest for row in _locations_of(file)],
    }
    column = None
    if table.version >= 8:
        rows["partition_stats"] = list(_partition_rows(rows["column_stats"], files))
        column = _secondary_column(files)
        if column is not None:
            rows[SECONDARY] = [
                {"secondary": value, "record_key": key}
                for file in files if file.is_latest
                for value, key in zip(
                    file.columns[column].to_pylist(), file.columns[KEY].to_pylist(), strict=True
                )
                if value is not None or table.version >= 9
            ]  # fmt: skip
    is_base = rng.random() < 0.5
    keys = [row["key"] for row in rows["record_index"]]
    is_partitioned = len(set(keys)) < len(keys)
    if is_partitioned:
        rows.pop(SECONDARY, None)
    live = dict.fromkeys(listing, True)
    plan = Plan(table, time, files, listing, live, rows, dict(GROUPS), is_base, column)
    return replace(plan, is_partitioned=is_partitioned)


def _secondary_column(files: list[Stored]) -> str | None:
    latest = [file for file in files if file.is_latest]
    names = [name for name in latest[0].columns if not name.startswith("_hoodie")]
    kinds = {"string", "int32", "int64"}
    return next(
        (n for n in names if all(n in f.columns and str(f.columns[n].type) in kinds for f in latest)), None
    )


def bound_of(value: Json, kind: str) -> dict[str, Json]:
    """A bound as the reference writer takes it."""
    if kind == "long":
        return {"type": kind, "value": str(value)}
    if kind in {"double", "float"}:
        return {"type": kind, "value": repr(value).replace("inf", "Infinity")}
    return {"type": kind, "value": value}


def _stats_of(file: Stored, version: int) -> Iterator[dict[str, Json]]:
    for column, array in file.columns.items():
        kind, ordinal = _TYPES[str(array.type)]
        present = array.drop_null()
        if kind in {"double", "float"}:
            present = present.filter(pc.invert(pc.is_nan(present)))
        extremes = None
        if len(present):
            # Texts by bytes, as readers compare them.
            extremes = pc.min_max(present.cast(pa.binary()) if kind == "string" else present).as_py()
            if kind == "string":
                extremes = {name: value.decode() for name, value in extremes.items()}
        yield {
            "column": column, "partition": file.partition, "file": file.name,
            "min": None if extremes is None else bound_of(extremes["min"], kind),
            "max": None if extremes is None else bound_of(extremes["max"], kind),
            "values": len(array), "nulls": array.null_count, "size": 1, "uncompressed": 1,
            **({"value_type": [ordinal, None]} if version >= 9 else {}),
        }  # fmt: skip


def _order(bound: dict[str, Json]) -> Json:
    value = bound["value"]
    return value.encode() if bound["type"] == "string" else float(value) if isinstance(value, str) else value


def _partition_rows(stats: list[dict[str, Json]], files: list[Stored]) -> Iterator[dict[str, Json]]:
    latest = {(file.partition, file.name) for file in files if file.is_latest}
    found: dict[tuple[str, str], list[dict[str, Json]]] = {}
    for row in stats:
        if (row["partition"], row["file"]) in latest:
            found.setdefault((row["column"], row["partition"]), []).append(row)
    for (column, partition), rows in found.items():
        lows = [row["min"] for row in rows if row["min"] is not None]
        highs = [row["max"] for row in rows if row["max"] is not None]
        yield {
            **{name: rows[0][name] for name in ("value_type",) if name in rows[0]},
            "column": column, "partition": partition, "tight": True,
            "min": min(lows, key=_order) if lows else None, "max": max(highs, key=_order) if highs else None,
            "values": sum(row["values"] for row in rows), "nulls": sum(row["nulls"] for row in rows),
            "size": len(rows), "uncompressed": len(rows),
        }  # fmt: skip


def _bloom_of(file: Stored, time: str) -> Iterator[dict[str, Json]]:
    text = next((file.texts[key] for key in _FILTERS if key in file.texts), None)
    if text is not None:
        kind = file.texts.get(b"hoodie_bloom_filter_type_code", b"SIMPLE").decode()
        yield {
            "partition": file.partition,
            "file": file.name,
            "bloom": text.decode(),
            "type": kind,
            "timestamp": time,
        }


def _locations_of(file: Stored) -> Iterator[dict[str, Json]]:
    for key in file.columns[KEY].to_pylist():
        yield {"key": key, "partition": file.partition, "file_id": file.file_id, "instant_ms": 1}


def write(plan: Plan) -> None:
    """Replace the metadata table of the plan's table, and its entries in the table's properties."""
    rows: dict[str, list[dict[str, Json]]] = {
        "files": [
            {"partitions": plan.partitions},
            *({"partition": partition, "files": files} for partition, files in plan.listing.items()),
        ],
        **plan.rows,
    }
    indexes = {
        name: {
            "groups": plan.groups.get(name, 1),
            **({"state": plan.states[name]} if name in plan.states else {}),
            **({"source_fields": [plan.column]} if name == SECONDARY else {}),
            **(
                {"data_partitions": sorted(plan.listing)}
                if name == "record_index" and plan.is_partitioned
                else {}
            ),
        }
        for name in rows
    }
    late = str(int(plan.time) + 5) if plan.version >= 8 else f"{plan.time}001"
    commits: list[dict[str, Json]] = [{"time": plan.time, "rows": {} if plan.is_base else rows}]
    if plan.is_base:
        commits.append({"time": late, "action": "compaction", "rows": rows})
    for number, commit in enumerate([*commits, *plan.commits]):
        if plan.version >= 8:
            commit.setdefault("completion_time", str(int(commit["time"][:17]) + number + 1))
    description = {
        "table_version": plan.version,
        "name": plan.table.properties["hoodie.table.name"],
        "indexes": indexes,
        "commits": [*commits, *plan.commits],
    }
    files = encode_metadata(description)
    root = plan.table.path
    shutil.rmtree(root / METADATA, ignore_errors=True)
    (root / DEFINITIONS).unlink(missing_ok=True)
    for path, data in files.items():
        if path.startswith(f"{METADATA}/") or path == DEFINITIONS:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
    ready = sorted(name for name in rows if plan.states.get(name, "ready") == "ready")
    inflight = sorted(name for name in rows if plan.states.get(name) == "inflight")
    changes: dict[str, str | None] = {READY: ",".join(ready), INFLIGHT: ",".join(inflight) or None}
    if plan.version >= 8:
        changes["hoodie.table.index.defs.path"] = DEFINITIONS
    set_properties(root / PROPERTIES, changes | plan.properties)
    if plan.own:
        set_properties(root / METADATA / PROPERTIES, dict(plan.own))


def set_properties(path: Path, changes: dict[str, str | None]) -> None:
    """Set lines of a file of properties; None drops one."""
    lines = [line for line in path.read_text("latin-1").splitlines() if line.split("=", 1)[0] not in changes]
    lines += [f"{key}={value}" for key, value in changes.items() if value is not None]
    path.write_text("\n".join(lines) + "\n", "latin-1")
