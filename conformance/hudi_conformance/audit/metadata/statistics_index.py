# SPDX-License-Identifier: Apache-2.0
"""The statistics of files and partitions in a metadata table against base files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from hudi_conformance.audit.between.subject import log_name
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.metadata.groups import Records, records_of
from hudi_conformance.audit.metadata.log_columns import read_log_columns
from hudi_conformance.audit.metadata.report import damage, group_path, note, shown, unchecked, violation
from hudi_conformance.audit.metadata.state import State
from hudi_conformance.audit.metadata.statistics import FileStats, ValuesOf
from hudi_conformance.decode.metadata.groups import COLUMN_STATS, PARTITION_STATS
from hudi_conformance.decode.metadata.keys import column_stats_key, partition_stats_key, route
from hudi_conformance.decode.parquet.columns import BaseFacts, base_facts, read_values
from hudi_conformance.errors import READ_FAILURES, UnsupportedInput
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARQUET, format_of
from hudi_conformance.model.metadata import Bound, ColumnStats
from hudi_conformance.semantics.metadata.merge import compare_bounds

ABSENT, PARTITIONS = "metadata-statistics-absent", "metadata-partition-statistics"
_LOGS = "log files; --deep reads their records"
_FORMATS = "formats other than Parquet"
Listed = Sequence[tuple[str, str]]  # partition and name


def check_files(state: State, files: Listed) -> Iterator[FindingRow | Gap]:
    """Yield wrong column statistics of some listed base files."""
    records = records_of(state, COLUMN_STATS)
    columns = _indexed_columns(state, records)
    for partition, name in files:
        path = state.file(partition, name)
        shown_name = f"{partition}/{name}" if partition else name
        if not path.is_file():
            continue  # the check of the list reports it
        log = log_name(name)
        if format_of(name) is not PARQUET and (log is None or log.suffix == ".cdc" or not state.is_deep):
            why = "column statistics of " + (_FORMATS if log is None else _LOGS)
            yield Gap("data files", 1, why)
            continue
        try:
            facts, values = _columns(state, path, is_log=log is not None)
            missing = []
            for column in sorted(columns):
                key = column_stats_key(column, partition, name)
                record = records.get(key)
                row = record.payload if record is not None else None
                if not isinstance(row, ColumnStats) or row.is_deleted:
                    if column in facts.columns and facts.num_rows and log is None:
                        missing.append(column)
                    continue
                location = _place(state, COLUMN_STATS, key)
                yield from FileStats(location, shown_name, facts, row, values).check()
        except UnsupportedInput as error:
            yield Gap("data files", 1, f"column statistics {error}")
            continue
        except READ_FAILURES as error:
            yield unchecked(shown_name, error)
            continue
        if missing:
            message = (
                f"{shown_name}: no statistics of {shown(missing)}, which the index has of other files: "
                "queries by them do not skip the file, and IS NULL may"
            )
            location = _place(state, COLUMN_STATS, column_stats_key(missing[0], partition, name))
            yield violation(location, ABSENT, "missing-field", message)


def _columns(state: State, path: Path, *, is_log: bool) -> tuple[BaseFacts, ValuesOf | None]:
    """Facts of a data file, and the function that reads its values."""
    if is_log:
        log = read_log_columns(path, state.table.facts)
        return log.facts, log.values
    return base_facts(path), partial(read_values, path) if state.is_deep else None


def _indexed_columns(state: State, records: Records) -> set[str]:
    definition = state.metadata.definitions.get(COLUMN_STATS)
    columns = {
        record.payload.column for record in records.values()
        if isinstance(record.payload, ColumnStats) and record.payload.column is not None
    }  # fmt: skip
    return columns | set(definition.source_fields if definition is not None else ())


def _place(state: State, index: str, key: str) -> str:
    groups = state.metadata.slices[index]
    return group_path(index, groups[route(key, len(groups))])


def check_partitions(state: State) -> Iterator[FindingRow | Gap]:
    """Yield rows of partitions that do not cover those of the files that a snapshot reads."""
    rows = records_of(state, PARTITION_STATS)
    files = records_of(state, COLUMN_STATS) if COLUMN_STATS in state.metadata.slices else {}
    # If there is only one partition, its column may only have rows of files.
    columns = {
        r.payload.column
        for part in (rows, files)
        for r in part.values()
        if isinstance(r.payload, ColumnStats)
    }
    partitions: dict[str, list[str]] = {}
    for (partition, _), item in state.slices.items():
        names = [log.name for log in item.log_files]
        names += [item.base_file.name] if item.base_file is not None else []
        partitions.setdefault(partition, []).extend(names)
    for partition, names in sorted(partitions.items()):
        absent: list[str] = []
        counts: list[str] = []
        for column in sorted(name for name in columns if name):
            record = rows.get(partition_stats_key(column, partition))
            own = [files.get(column_stats_key(column, partition, name)) for name in names]
            live = [r.payload for r in own if r is not None and isinstance(r.payload, ColumnStats)]
            live = [row for row in live if not row.is_deleted]
            if record is None or not isinstance(record.payload, ColumnStats) or record.payload.is_deleted:
                absent += [column] if live else []
            elif live:
                is_all = len(live) == len(names)
                yield from _check_partition(state, record.key, record.payload, live, is_all)
                counts += [column] if is_all and _has_other_counts(record.payload, live) else []
            else:
                yield Gap("rows of partition statistics", 1, "of partitions without statistics of files")
        name = f"partition {partition!r:.80}"
        if absent:
            message = (
                f"{name} has no statistics of {shown(absent)}, its files have: "
                "queries by them do not skip the partition, and IS NULL may"
            )
            path = _place(state, PARTITION_STATS, partition_stats_key(absent[0], partition))
            yield note(path, ABSENT, "missing-field", message)
        if counts:
            # Releases from 1.1 on also add the counts of replaced files; no query skips a partition by them.
            message = (
                f"{name}: counts of {shown(counts)} differ from those of its files: no query skips it by that"
            )
            path = _place(state, PARTITION_STATS, partition_stats_key(counts[0], partition))
            yield note(path, PARTITIONS, "bad-value", message)


def _check_partition(
    state: State, key: str, row: ColumnStats, files: Sequence[ColumnStats], is_all: bool
) -> Iterator[FindingRow]:
    path = _place(state, PARTITION_STATS, key)
    name = f"{row.column} of partition {row.file!r:.80}"
    filled = [f for f in files if f.num_nulls is None or f.num_nulls != f.num_values]
    lows = [f.min for f in filled if f.min is not None]
    highs = [f.max for f in filled if f.max is not None]
    num_nulls = _sum(files, "num_nulls")
    says_null = _says_null(row)
    if says_null and filled:
        message = (
            f"{name}: nullCount = valueCount = {row.num_nulls}, and {counted(len(filled), 'file')} of it "
            "have values: IS NOT NULL and every comparison skip the partition and lose their rows"
        )
        yield damage(path, PARTITIONS, "bad-value", message)
    elif row.num_nulls == 0 and num_nulls:
        message = (
            f"{name}: 0 nulls, its files have {num_nulls:,}: IS NULL skips the partition and loses these rows"
        )
        yield damage(path, PARTITIONS, "bad-value", message)
    if row.min is None or row.max is None or not lows or not highs or says_null:
        return
    if {bound.type for bound in (*lows, *highs)} != {row.min.type}:
        message = (
            f"{name}: bounds of type {row.min.type}, those of its files are of another: queries by it "
            f"fail, or lose rows"
        )
        yield damage(path, PARTITIONS, "bad-type", message)
        return
    lost = [f for f in filled if _is_outside(f, row.min, row.max)]
    if lost:
        message = (
            f"{name}: its bounds exclude those of {counted(len(lost), 'file')} "
            f"({shown(str(f.file) for f in lost)}): queries by it skip the partition and lose their rows"
        )
        yield damage(path, PARTITIONS, "bad-value", message)
    elif (row.is_tight and is_all) and not (
        any(compare_bounds(row.min, b) == 0 for b in lows)
        and any(compare_bounds(row.max, b) == 0 for b in highs)
    ):
        message = (
            f"{name}: stated as tight, but wider than its files: queries open them needlessly, and lose no"
            " row"
        )
        yield note(path, PARTITIONS, "bad-value", message)


def _says_null(row: ColumnStats) -> bool:
    """Whether the null count of a row equals its value count."""
    return row.num_values is not None and row.num_nulls is not None and row.num_nulls >= row.num_values > 0


def _has_other_counts(row: ColumnStats, files: Sequence[ColumnStats]) -> bool:
    """Whether counts of a tight row differ from those of all files, and exclude none of their values."""
    num_nulls, num_values = _sum(files, "num_nulls"), _sum(files, "num_values")
    is_harmful = (row.num_nulls == 0 and num_nulls) or (_says_null(row) and num_nulls != num_values)
    return (
        row.is_tight is True
        and not is_harmful
        and all(item.num_nulls is not None and item.num_values is not None for item in (row, *files))
        and (row.num_nulls, row.num_values) != (num_nulls, num_values)
    )


def _is_outside(file: ColumnStats, low: Bound, high: Bound) -> bool:
    first = file.min is not None and compare_bounds(file.min, low) < 0
    return first or (file.max is not None and compare_bounds(file.max, high) > 0)


def _sum(files: Sequence[ColumnStats], name: str) -> int:
    return sum(getattr(file, name) or 0 for file in files)
