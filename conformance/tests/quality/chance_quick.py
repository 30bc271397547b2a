# SPDX-License-Identifier: Apache-2.0
"""Quick ways through metadata tables, for mutants drawn by chance: the same as the careful ones.

drawn:quick-answers-N   drawn metadata tables, all of whose base files are read by kernels: answers are
                        what their histories say
drawn:quick-records-N   of each base file of drawn tables, and of tables that real Hudi wrote: records by
                        kernels are those of the careful reader, in its order
drawn:quick-batches-N   batches of statistics and of locations are the rows that are found carefully, or
                        none where a file group has logs
drawn:unlike-type-N     a delta commit of a copy-on-write table shows none of its files
"""

from __future__ import annotations

import importlib
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import chance_metadata
from chance_asked import Asked, Failure, imported
from hudi_conformance import resources

if TYPE_CHECKING:
    from chance_questions import World

_INDEXES = ("files", "record_index", "column_stats", "partition_stats")
_REBUILT = ("0.15.0/cow_rolled_back", "1.0.2/cow_secondary", "1.2.0/cow_rolled_back")
_NUM_SEEDS = 3


def quick_table_questions() -> Iterator[Asked]:
    """All of them."""
    for seed in range(200, 200 + 2 * _NUM_SEEDS):
        yield f"drawn:quick-answers-{seed}", "", _quickly(partial(chance_metadata.table_fault, seed))
    for number in range(len(_REBUILT)):
        for kind, fault_of in (("records", _records_fault), ("batches", _batches_fault)):
            yield f"drawn:quick-{kind}-{number}", "", _quickly(partial(_of_tables, fault_of, number))
    for version in (6, 8, 9):
        yield f"drawn:unlike-type-{version}", "", partial(_unlike_fault, version)
    yield "drawn:odd-commits", "", _odd_fault


def _quickly(fault: Callable[[], Failure]) -> Callable[[World], Failure]:
    """Ask with kernels for files of any size."""

    def ask(_: World) -> Failure:
        module = imported("table.metadata_quick")
        usual, module.MIN_BYTES = module.MIN_BYTES, 0
        try:
            return fault()
        finally:
            module.MIN_BYTES = usual

    return ask


def _of_tables(fault_of: Callable[[Path], tuple[Failure, int]], number: int) -> Failure:
    """The fault of drawn tables of one version, and of one of real Hudi with base files alone."""
    tables: Any = importlib.import_module("metadata_tables")
    write = imported("encode.metadata.table").encode_metadata
    num = 0
    for seed in range(number, number + 3 * _NUM_SEEDS, 3):
        with tempfile.TemporaryDirectory() as place:
            for path, data in write(tables.drawn_table(seed).description).items():
                (Path(place) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(place) / path).write_bytes(data)
            fault, more = fault_of(Path(place))
            if fault is not None:
                return f"{seed}: {fault}"[:400]
            num += more
    with tempfile.TemporaryDirectory() as place:
        with zipfile.ZipFile(
            resources.fixtures_dir() / "real-metadata" / f"{_REBUILT[number]}.zip"
        ) as archive:
            archive.extractall(place)
        _rebuild(Path(place))
        fault, more = fault_of(Path(place))
        if fault is not None:
            return f"{_REBUILT[number]}: {fault}"[:400]
    return None if num + more > 20 else f"{num + more} records read by kernels"


def _rebuild(folder: Path) -> None:
    """Write the metadata table again as base files alone."""
    damage, tables = imported("damage.tables.metadata_table"), imported("damage.tables.table")
    plan = damage.plan_of(tables.Table(folder), Random(1))
    plan.is_base = True
    damage.write(plan)


def _records_fault(folder: Path) -> tuple[Failure, int]:
    quick_records = imported("table.metadata_quick").quick_records
    base_records = imported("table.metadata_records").base_records
    metadata, num = imported("table.metadata"), 0
    for index, items in metadata.open_metadata(folder).slices.items():
        for item in items:
            if item.base_file is None:
                continue
            path = folder / metadata.FOLDER / index / item.base_file.name
            quick, careful = quick_records(path, index), list(base_records(path))
            if index not in _INDEXES:
                if quick is not None:
                    return f"{index} is read by kernels", 0
            elif quick is not None:
                num += len(quick)
                if quick != careful or repr(quick) != repr(careful):
                    return f"{index}: {quick!r:.150} instead of {careful!r:.150}", 0
    return None, num


def _batches_fault(folder: Path) -> tuple[Failure, int]:
    answers, metadata = imported("table.metadata_answers"), imported("table.metadata")
    table, num = metadata.open_metadata(folder), 0
    listing = answers.list_files(table)
    if "column_stats" in table.ready:
        careful = list(answers.statistics(table, "column_stats"))
        for columns in (
            {row.stats.column for row in careful},
            *({row.stats.column} for row in careful[:3]),
            set(),
        ):
            expected = sorted(_stats_row(row) for row in careful if row.stats.column in columns)
            batches = answers.quick_statistics(table, columns, listing)
            if any(item.log_files for item in table.slices["column_stats"]):
                if batches is not None:
                    return "statistics without those of log files", 0
                continue
            if batches is not None:
                rows = [row for batch in batches for row in batch.to_pylist()]
                found = sorted(
                    str([row[name] for name in ("partition", "file", "column", "type", "min", "max")])
                    for row in rows
                )
                if found != expected:
                    return f"statistics of {columns}: {found!r:.150} instead of {expected!r:.150}", 0
                num += len(found)
    if "record_index" in table.ready:
        every = [row.key for row in answers.locate(table, "record_index")]
        for keys in (None, [*every[::2], "absent"], [], every[:1]):
            expected = sorted(str(_place(row)) for row in answers.locate(table, "record_index", keys))
            batches = answers.locate_batches(table, keys)
            found = sorted(str(list(row.values())) for batch in batches for row in batch.to_pylist())
            if found != expected:
                return f"locations of {keys!r:.60}: {found!r:.150} instead of {expected!r:.150}", 0
            num += len(found)
    return None, num


def _stats_row(row: Any) -> str:
    low, high = row.stats.min, row.stats.max
    kind = None if low is None and high is None else (low or high).type
    bounds = [None if bound is None else bound.value for bound in (low, high)]
    return str([row.partition, row.file, row.stats.column, kind, *bounds])


def _place(row: Any) -> list[Any]:
    where = row.location
    return [row.key, where.partition, where.file_id, where.instant_ms, where.position, where.encoding]


# --- states -----------------------------------------------------------------------------------------------


def _unlike_fault(version: int, _: World) -> Failure:
    """The first instant is a delta commit, then a commit: the second alone belongs to the table."""
    write = imported("encode.table.writer").encode_table
    steps = [{"op": "insert", "rows": [{"id": key, "ord": 1, "val": "v"}]} for key in ("a", "b")]
    scenario = {"version": version, "type": "COPY_ON_WRITE", "steps": steps}
    made = write(scenario)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        first = sorted(path for path in made.files if path.endswith(".commit"))[0]
        time = first.rpartition("/")[2][:17]
        for path, data in made.files.items():
            name = path.rpartition("/")[2]
            if path.startswith(".hoodie/") and name.startswith(time) and not name.endswith(".commit"):
                continue
            target = folder / path.replace(".commit", ".deltacommit") if path == first else folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        read = imported("adapters.kaitai_table").table_read
        rows = read(folder, {"line": "1.2", "view": "snapshot"})["rows"]
    keys = [row["_hoodie_record_key"] for row in rows]
    return None if keys == ["b"] else f"rows of {json.dumps(keys)}, expected those of b"


_NO_VAL = json.dumps({"type": "record", "name": "row", "fields": [{"name": "id", "type": "string"}]})
# Members of the second commit, keys of the changes that it brings, and columns beside the meta columns.
_ODD: tuple[tuple[dict[str, Any], list[str], list[str]], ...] = (
    ({}, ["b"], ["id", "ord", "val"]),
    *(
        ({"extraMetadata": extra}, ["b"], ["id", "ord", "val"])
        for extra in (None, [], {}, {"schema": None}, {"schema": 5}, {"schema": ""}, "schema")
    ),
    ({"extraMetadata": {"schema": _NO_VAL}}, ["b"], ["id"]),
    *(
        ({"extraMetadata": {"schema": _NO_VAL}, "operationType": word}, ["b"], ["id", "ord", "val"])
        for word in ("COMPACT", "LOG_COMPACT", "CLUSTER")
    ),
    *(
        ({"extraMetadata": {"schema": _NO_VAL}, "operationType": word}, ["b"], ["id"])
        for word in ("UPSERT", None, 5, [])
    ),
    *(
        ({"partitionToReplaceFileIds": ids}, ["b"], ["id", "ord", "val"])
        for ids in (None, [], {}, {"": None}, {"": "x"}, {"": []}, {"p": ["x"]}, 7)
    ),
    *(
        ({"partitionToWriteStats": stats}, [], ["id", "ord", "val"])
        for stats in (None, [], {}, {"": None}, {"": {}}, {"": [None, 5, "x", [], {}]}, {"": [{"path": 7}]})
    ),
)


def _odd_fault(_: World) -> Failure:
    """Members of another type say nothing; the schema of a rewrite is that of what it rewrote."""
    steps = [{"op": "insert", "rows": [{"id": key, "ord": 1, "val": "v"}]} for key in ("a", "b")]
    made = imported("encode.table.writer").encode_table(
        {"version": 6, "type": "COPY_ON_WRITE", "steps": steps}
    )
    read = imported("adapters.kaitai_table").table_read
    first, last = sorted(path for path in made.files if path.endswith(".commit"))
    begin = first.rpartition("/")[2].partition(".")[0]
    for members, changed, columns in _ODD:
        with tempfile.TemporaryDirectory() as place:
            for path, data in made.files.items():
                (Path(place) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(place) / path).write_bytes(data)
            content = json.loads(made.files[last]) | members
            (Path(place) / last).write_text(json.dumps(content), "utf-8")
            rows = read(Path(place), {"line": "0.15", "view": "snapshot"})["rows"]
            changes = read(Path(place), {"line": "0.15", "view": "incremental", "begin": begin})["rows"]
        keys = [sorted(row["_hoodie_record_key"] for row in one) for one in (rows, changes)]
        own = sorted(name for name in rows[0] if not name.startswith("_hoodie_")) if rows else []
        if [*keys, own] != [["a", "b"], changed, columns]:
            return f"{members}: {keys}, columns {own}"
    return None
