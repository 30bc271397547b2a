# SPDX-License-Identifier: Apache-2.0
"""What drawn indexes of a metadata table say of drawn files, for mutants drawn by chance.

    drawn:described-files-N       rows of column statistics of base and log files: right, wrong, gone, deleted
    drawn:described-partitions-N  rows of partitions, of whose files all, some or none have rows

Gaps are part of the answer: what was not checked, how many and why.
"""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered
from chance_findings import Told, damage, difference, gap, replaced, violation

_OWN = ".hoodie/metadata"
_TIME = "20260101000100000"
_PARTITIONS = ("", "p=1", "q/r")
_LOG_SCHEMA = (
    '{"type":"record","name":"r","fields":[{"name":"a","type":"long"},{"name":"b","type":["null","string"]}]}'
)
_LOST, _IN_VAIN = ("bad-value", "damage", "error"), ("bad-value", "violation", "warning")
_Expected = list[tuple[Told, list[str]]]
_NUMBERS, _TEXTS = (2, 5, 9), ("x", None, "z")


def groups_of(index: str, prefix: str, num: int) -> tuple[Any, ...]:
    """File groups of an index; the newest file of each is a log file, or the base file."""
    files = imported("semantics.slices.files")
    return tuple(
        files.FileSlice(
            index, f"{prefix}-{at:04d}-0", "1",
            files.BaseFile(index, f"{prefix}-{at:04d}-0", "0-1-0", "1", f"{prefix}{at}.hfile"),
            (files.SliceLog(index, f"{prefix}-{at:04d}-0", "1", 1, None, "", f".{prefix}{at}.log.1"),)
            * (at % 2),
        )
        for at in range(num)
    )  # fmt: skip


def place_of(index: str, prefix: str, key: str, num: int) -> str:
    """The newest file of the group that a key is in."""
    at = imported("encode.metadata.keys").group_of(key, num)
    return f"{_OWN}/{index}/" + (f".{prefix}{at}.log.1" if at % 2 else f"{prefix}{at}.hfile")


# --- statistics of files ---------------------------------------------------------------------------------


@cache
def _parquet(num_rows: int) -> bytes:
    out = io.BytesIO()
    columns = {
        "a": pa.array(_NUMBERS[:num_rows], pa.int64()), "b": pa.array(_TEXTS[:num_rows], pa.string()),
        "list": pa.array([[1]] * num_rows, pa.list_(pa.int64())),
    }  # fmt: skip
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


@cache
def _log(time: str) -> bytes:
    rows = [{"a": str(number), "b": text} for number, text in zip(_NUMBERS, _TEXTS, strict=True)]
    block = {
        "kind": "AVRO_DATA_BLOCK", "header": {"INSTANT_TIME": time, "SCHEMA": _LOG_SCHEMA}, "records": rows
    }  # fmt: skip
    data: bytes = imported("encode").encode_log({"blocks": [block]}).data
    return data


def _stats(column: str | None, file: str, values: Sequence[Any], change: str) -> Any:
    """A row of the values of a file, with a change."""
    views = imported("views.metadata")
    kind = "string" if column == "b" else "long"
    there = [value for value in values if value is not None]
    low, high = (min(there), max(there)) if there else (None, None)
    num_nulls = len(values) - len(there)
    if change == "bounds" and there:
        high = low if low != high else low - 1 if kind == "long" else ""
    if change == "nulls":
        num_nulls += 1
    bounds = (None if value is None else views.Bound(kind, value) for value in (low, high))
    return views.ColumnStats(
        column, file, *bounds, len(values), num_nulls, 9, 9, change == "deleted", False, None
    )


def record_of(key: str, payload: Any, kind: int) -> Any:
    """A record of a type."""
    views = imported("views.metadata")
    return views.MetadataRecord(key, views.RecordType(kind), payload)


_KINDS = ("parquet", "parquet", "parquet", "empty", "gone", "garbage", "orc", "log", "log", "pending", "cdc")


def _file(chance: random.Random, number: int) -> tuple[str, str, bytes | None]:
    """Name, kind and content of a file."""
    kind = chance.choice(_KINDS)
    name = {
        "orc": f"f{number}_0-1-0_{_TIME}.orc", "cdc": f".f{number}_{_TIME}.log.1_0-1-0.cdc",
        "log": f".f{number}_{_TIME}.log.1_0-1-0", "pending": f".f{number}_{_TIME}.log.1_0-1-0",
    }.get(kind, f"f{number}_0-1-0_{_TIME}.parquet")  # fmt: skip
    data = {
        "parquet": _parquet(3), "empty": _parquet(0), "gone": None, "garbage": b"PAR1PAR1", "orc": b"ORC",
        "cdc": b"", "log": _log("1"), "pending": _log("2"),
    }[kind]  # fmt: skip
    return name, kind, data


def files_fault(chance: random.Random) -> Failure:
    """Some listed files, and rows of their columns."""
    keys, is_deep, num = imported("encode.metadata.keys"), chance.random() < 0.6, chance.choice((1, 2, 5))
    records: dict[str, Any] = {}
    files: list[tuple[str, str]] = []
    defined = chance.choice(((), ("a",), ("list.list.element",), ("zz", "b")))
    drawn = [
        (chance.choice(_PARTITIONS), *_file(chance, number)) for number in range(chance.choice((1, 3, 6)))
    ]
    changes: dict[tuple[str, str], str] = {}
    for partition, name, kind, _ in drawn:
        for column in ("a", "b", "list.list.element", "none"):
            change = chance.choice(("right", "right", "bounds", "nulls", "deleted", "absent", "other"))
            change = chance.choice((change, "absent")) if column in {"list.list.element", "none"} else change
            changes[name, column] = change
            if change == "absent":
                continue
            key = keys.stats_key(column, partition, name, is_expression=False)
            values = {"a": _NUMBERS, "b": _TEXTS}.get(column, (1, 1, 1))
            row = _stats(column, name, () if kind == "empty" else values, change)
            is_other = change == "other"
            records[key] = record_of(
                key, imported("views.metadata").SecondaryRow(False) if is_other else row, 3
            )
    known = {row.payload.column for row in records.values() if hasattr(row.payload, "column")} | set(defined)
    expected: _Expected = []
    with tempfile.TemporaryDirectory() as place:
        for partition, name, kind, data in drawn:
            files.append((partition, name))
            path = Path(place) / partition / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if data is not None:
                path.write_bytes(data)
            told = {column: changes[name, column] for column in sorted(known) if (name, column) in changes}
            told |= {column: "absent" for column in known if (name, column) not in changes}
            expected += _of_file(partition, name, kind, told, is_deep=is_deep, num=num)
        definition = imported("views.metadata").IndexDefinition("column_stats", "t", "f", defined, {}, "V1")
        state = SimpleNamespace(
            path=Path(place), is_deep=is_deep,
            file=lambda partition, name: Path(place) / partition / name,
            metadata=SimpleNamespace(
                slices={"column_stats": groups_of("column_stats", "c", num)},
                definitions={"column_stats": definition} if defined else {},
            ),
            table=SimpleNamespace(facts=SimpleNamespace(completed={"1": "1"})),
        )  # fmt: skip
        module = imported("audit.metadata.statistics_index")
        with replaced(module, records_of=lambda _, index: records if index == "column_stats" else {}):
            return difference(module.check_files(state, files), expected)


def _of_file(
    partition: str, name: str, kind: str, changes: Mapping[str, str], *, is_deep: bool, num: int
) -> _Expected:
    """What is told of one file, by the change of each column's row."""
    shown, keys = f"{partition}/{name}" if partition else name, imported("encode.metadata.keys")
    is_log = kind in {"log", "pending", "cdc"}
    if kind == "gone":
        return []
    if kind == "orc":
        return [(gap("data files", 1, "column statistics of formats other than Parquet"), [])]
    if kind == "cdc" or (is_log and not is_deep):
        return [(gap("data files", 1, "column statistics of log files; --deep reads their records"), [])]
    if kind == "pending":
        why = "log files with blocks of instants that are not completed, or archived"
        return [(gap("data files", 1, f"column statistics of {why}"), [])]
    if kind == "garbage":
        return [((shown, "table.base-file.form", "bad-value", "unreadable", "error"), ["not checked: "])]
    expected: _Expected = []
    missing = []
    has_list = not is_log
    for column in sorted(changes):
        change, is_there = (
            changes[column],
            column in {"a", "b"} or (has_list and column == "list.list.element"),
        )
        key = keys.stats_key(column, partition, name, is_expression=False)
        place = place_of("column_stats", "c", key, num)
        if change in {"absent", "deleted", "other"}:
            if is_there and kind == "parquet":
                missing.append((column, key))
            continue
        if not is_there:
            why = "of a column that the data file does not have by this name"
            expected.append((gap("rows of column statistics", 1, why), []))
            continue
        if kind == "empty" and (column == "list.list.element" or not is_deep):
            why = "the footer does not count nulls; --deep reads them"  # of no rows there is no count
            expected.append((gap("rows of column statistics", 1, why), []))
            continue
        for code, verdict, severity in _told_of(column, kind, change):
            expected.append(
                ((place, "metadata-statistics", code, verdict, severity), [f"{column} of {shown}: "])
            )
    if missing:
        place = place_of("column_stats", "c", missing[0][1], num)
        words = [f"{shown}: no statistics of {', '.join(repr(column) for column, _ in missing)}, "]
        expected.append((violation(place, "metadata-statistics-absent", "missing-field"), words))
    return expected


def _told_of(column: str, kind: str, change: str) -> list[tuple[str, str, str]]:
    """What is told of a changed row: bounds that leave out a value lose rows, counts of nulls do not."""
    if change == "nulls":
        return [_IN_VAIN]
    return [_LOST] if change == "bounds" and kind != "empty" else []


# --- statistics of partitions ----------------------------------------------------------------------------


def partitions_fault(chance: random.Random) -> Failure:
    """File groups of some partitions, rows of their files, and rows of the partitions."""
    keys, num = imported("encode.metadata.keys"), chance.choice((1, 2, 5))
    files: dict[str, Any] = {}
    rows: dict[str, Any] = {}
    has_files = chance.random() < 0.9
    slices, names = _draw_slices(chance)
    changes: dict[tuple[str, str], str] = {}
    live: dict[tuple[str, str], int] = {}
    for partition, own in names.items():
        for column in ("a", "b"):
            live[partition, column] = _draw_rows(chance, files, column, partition, own)
            change = chance.choice(("right", "bounds", "tight", "deleted", "absent", "other"))
            changes[partition, column] = change
            if change != "absent":
                key = keys.stats_key(column, partition, None, is_expression=False)
                row = _partition_row(column, partition, own, change)
                rows[key] = record_of(
                    key, imported("views.metadata").SecondaryRow(False) if change == "other" else row, 6
                )
    known = {
        record.payload.column
        for part in (rows, files if has_files else {})
        for record in part.values()
        if hasattr(record.payload, "column")
    }
    expected = [
        one
        for (partition, column), change in changes.items()
        if column in known
        for one in _of_partition(
            (partition, column), change, num, live[partition, column] * has_files, len(names[partition])
        )
    ]
    for part in (rows, files):  # of no column, as rows of the first releases are
        part["unnamed"] = record_of("unnamed", _stats(None, "x", (), "right"), 3)
    of_all = {"partition_stats": groups_of("partition_stats", "s", num)}
    if has_files:
        of_all["column_stats"] = groups_of("column_stats", "c", num)
    state = SimpleNamespace(metadata=SimpleNamespace(slices=of_all), slices=slices)
    module = imported("audit.metadata.statistics_index")
    with replaced(module, records_of=lambda _, index: rows if index == "partition_stats" else files):
        return difference(module.check_partitions(state), expected)


def _draw_slices(chance: random.Random) -> tuple[dict[Any, Any], dict[str, list[str]]]:
    """Slices of file groups, and names of the files of each partition."""
    slices: dict[Any, Any] = {}
    names: dict[str, list[str]] = {}
    for partition in _PARTITIONS:
        for number in range(chance.randrange(3)):
            base, logs = chance.choice(((True, 0), (True, 2), (False, 1)))
            own = [f"l{partition}{number}{at}" for at in range(logs)]
            slices[partition, f"f{number}"] = SimpleNamespace(
                base_file=SimpleNamespace(name=f"b{partition}{number}") if base else None,
                log_files=tuple(SimpleNamespace(name=name) for name in own),
            )
            names.setdefault(partition, []).extend([*own, *([f"b{partition}{number}"] if base else [])])
    return slices, names


def _draw_rows(
    chance: random.Random, files: dict[str, Any], column: str, partition: str, names: Sequence[str]
) -> int:
    """Rows of the files of a partition; how many of them count."""
    num = 0
    for name in names:
        change = chance.choice(("right", "right", "right", "deleted", "absent", "other"))
        key = imported("encode.metadata.keys").stats_key(column, partition, name, is_expression=False)
        row = _stats(column, name, {"a": _NUMBERS, "b": _TEXTS}[column], change)
        if change == "other":
            files[key] = record_of(key, imported("views.metadata").SecondaryRow(False), 3)
        elif change != "absent":
            files[key] = record_of(key, row, 3)
        num += change == "right"
    return num


def _of_partition(
    about: tuple[str, str], change: str, num: int, num_live: int, num_files: int
) -> Iterator[tuple[Told, list[str]]]:
    """What is told of a partition's column, by what was done to its row and how many files have one."""
    partition, column = about
    key = imported("encode.metadata.keys").stats_key(column, partition, None, is_expression=False)
    place, rule = place_of("partition_stats", "s", key, num), "metadata-partition-statistics"
    words = [f"{column} of partition {partition!r}: "]
    if change in {"absent", "deleted", "other"}:
        if num_live:
            words = [f"partition {partition!r} has no statistics of {column!r}"]
            yield violation(place, "metadata-statistics-absent", "missing-field"), words
    elif not num_live:
        yield gap("rows of partition statistics", 1, "of partitions without statistics of files"), []
    elif change == "bounds":
        yield damage(place, rule, "bad-value"), [*words, f"of {num_live} file"]
    elif change == "tight" and num_live == num_files:
        yield violation(place, rule, "bad-value"), words


def _partition_row(column: str, partition: str, names: Sequence[str], change: str) -> Any:
    """The row of a partition whose files have the same values; a tight one counts too many nulls."""
    views = imported("views.metadata")
    values = {"a": _NUMBERS, "b": _TEXTS}[column]
    row = _stats(column, partition, values, "bounds" if change == "bounds" else "right")
    num_nulls = row.num_nulls * len(names) + (change == "tight")
    return views.ColumnStats(
        column, partition, row.min, row.max, len(values) * len(names), num_nulls, 9, 9, change == "deleted",
        change == "tight", None,
    )  # fmt: skip


def described_questions() -> Iterator[Asked]:
    """All of them."""
    faults = {
        "described-files": files_fault,
        "described-partitions": partitions_fault,
    }
    return numbered(faults, 4, 20)
