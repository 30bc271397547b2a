# SPDX-License-Identifier: Apache-2.0
"""Disagreements of a metadata table and its data: lists of files, and edits of the data.

The metadata table is written anew from a true description with one change, see `metadata_table.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from instruments.tables.kinds import Expected, add, pick
from instruments.tables.metadata_table import (
    KEY,
    METADATA,
    Plan,
    Stored,
    plan_of,
    write,
)
from instruments.tables.table import Json, Rng, Table

Change = Callable[[Plan, Rng], Sequence[str] | str | None]
"""Changes a plan; returns the places of findings, or indexes whose files are, or None."""
LISTING, SIZE = "metadata-listing", "metadata-size"


def places(root: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Paths: a name of an index denotes its folder and files."""
    found: list[str] = []
    for name in names:
        folder = root / METADATA / name
        if "/" not in name and folder.is_dir():
            found += [f"{METADATA}/{name}", *(f"{METADATA}/{name}/{file.name}" for file in folder.iterdir())]
        else:
            found.append(name)
    return tuple(found)


def changed(name: str, rule: str, change: Change, after: Callable[[Plan, Rng], None] | None = None) -> None:
    """Register a kind: a true plan, changed, written; then what `after` does to the folder."""

    def apply(table: Table, rng: Rng) -> Expected | None:
        plan = plan_of(table, rng)
        found = None if plan is None else change(plan, rng)
        if plan is None or found is None:
            return None
        write(plan)
        paths = places(table.path, [found] if isinstance(found, str) else found)
        if after is not None:
            after(plan, rng)
        return Expected(paths)

    add(f"metadata_{name}", [f"table.check.{rule}"], apply)


def _latest(plan: Plan, rng: Rng) -> Stored | None:
    return pick(rng, plan.latest())


def _unlisted(plan: Plan, rng: Rng) -> str | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    del plan.listing[file.partition][file.name]
    return file.path


def _deleted(plan: Plan, rng: Rng) -> str | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    plan.listing[file.partition][file.name] = None
    return file.path


def _old_unlisted(plan: Plan, rng: Rng) -> str | None:
    named = {stat.path for stat in plan.table.stats()}
    file = pick(rng, [file for file in plan.files if not file.is_latest and file.path in named])
    if file is None:
        return None
    del plan.listing[file.partition][file.name]
    return file.path


def _invented(plan: Plan, rng: Rng) -> str | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    name = file.name.replace(file.file_id, f"00000000-{rng.randrange(1 << 16):04x}-4000-8000-000000000000-0")
    plan.listing[file.partition][name] = file.size
    return f"{file.partition}/{name}" if file.partition else name


def _sized(size: Callable[[int, Rng], int]) -> Change:
    def change(plan: Plan, rng: Rng) -> str | None:
        file = _latest(plan, rng)
        if file is None:
            return None
        plan.listing[file.partition][file.name] = size(file.size, rng)
        return file.path

    return change


def _partition(plan: Plan, rng: Rng) -> str | None:
    live = sorted({file.partition for file in plan.latest() if file.partition})
    return pick(rng, live)


def _partition_unlisted(plan: Plan, rng: Rng) -> list[str] | None:
    partition = _partition(plan, rng)
    if partition is None:
        return None
    del plan.partitions[partition]
    return [f"{partition}/.hoodie_partition_metadata", partition]


def _partition_deleted(plan: Plan, rng: Rng) -> list[str] | None:
    partition = _partition(plan, rng)
    if partition is None:
        return None
    plan.partitions[partition] = False
    return [f"{partition}/.hoodie_partition_metadata", partition]


def _partition_invented(plan: Plan, rng: Rng) -> str | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    plan.partitions["part=invented"] = True
    plan.listing["part=invented"] = {file.name: file.size}
    return "files"


def _record_absent(plan: Plan, rng: Rng) -> list[str] | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    del plan.listing[file.partition]
    return [other.path for other in plan.files if other.partition == file.partition]


def _moved(plan: Plan, rng: Rng) -> list[str] | None:
    file = _latest(plan, rng)
    other = pick(rng, sorted(p for p in plan.listing if file is not None and p != file.partition))
    if file is None or other is None:
        return None
    plan.listing[other][file.name] = plan.listing[file.partition].pop(file.name)
    return [file.path]


def _with_path(plan: Plan, rng: Rng) -> str | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    plan.listing[file.partition][f"x/{file.name}"] = plan.listing[file.partition].pop(file.name)
    return "files"


changed("file_unlisted", LISTING, _unlisted)
changed("file_deleted", LISTING, _deleted)
changed("old_file_unlisted", LISTING, _old_unlisted)
changed("file_invented", LISTING, _invented)
changed("file_moved", LISTING, _moved)
changed("file_with_path", LISTING, _with_path)
changed("size_less", SIZE, _sized(lambda size, rng: size - rng.randrange(1, size)))
changed("size_more", SIZE, _sized(lambda size, rng: size + rng.randrange(1, size)))
changed("size_zero", SIZE, _sized(lambda *_: 0))
changed("partition_unlisted", LISTING, _partition_unlisted)
changed("partition_deleted", LISTING, _partition_deleted)
changed("partition_invented", LISTING, _partition_invented)
changed("list_absent", LISTING, _record_absent)


# --- edits of the data ------------------------------------------------------------------------------------


def _path(plan: Plan, rng: Rng) -> str | None:
    """A file for `after`, drawn again there from the same generator's state: the first of the latest."""
    latest = sorted(plan.latest(), key=lambda file: file.path)
    if not latest:
        return None
    plan.latest_file = latest[rng.randrange(len(latest))]
    return plan.latest_file.path


def _edited(plan: Plan) -> Path:
    assert plan.latest_file is not None
    return plan.table.file(plan.latest_file.path)


def _gone(plan: Plan, _: Rng) -> None:
    _edited(plan).unlink()


def _grown(plan: Plan, rng: Rng) -> None:
    data = _edited(plan).read_bytes()
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    _edited(plan).write_bytes(data[:end] + bytes(rng.randrange(1, 99)) + data[end:])


def _cut(plan: Plan, rng: Rng) -> None:
    data = _edited(plan).read_bytes()
    _edited(plan).write_bytes(data[: rng.randrange(1, len(data))])


def _folder_gone(plan: Plan, _: Rng) -> None:
    shutil.rmtree(_edited(plan).parent)


def _in_partition(plan: Plan, rng: Rng) -> str | None:
    return (
        None
        if _path(plan, rng) is None or not plan.latest_file or not plan.latest_file.partition
        else "files"
    )


def _copied(plan: Plan, rng: Rng) -> str | None:
    """A second base file, of a completed commit, that no list has."""
    file = pick(rng, [file for file in plan.latest() if file.path in {s.path for s in plan.table.stats()}])
    if file is None:
        return None
    del plan.listing[file.partition][file.name]
    for rows in plan.rows.values():
        rows[:] = [row for row in rows if row.get("file") != file.name]
    return file.path


changed("data_gone", LISTING, _path, _gone)
changed("data_grown", SIZE, _path, _grown)
changed("data_cut", SIZE, _path, _cut)
changed("data_folder_gone", LISTING, _in_partition, _folder_gone)
changed("file_in_no_index", LISTING, _copied)


def rewritten(plan: Plan, file: Stored, column: str, values: list[Json]) -> None:
    """Write a base file with other values of a column, and list its new size."""
    path = plan.table.file(file.path)
    with pq.ParquetFile(path) as source:
        data, texts = source.read(), source.metadata.metadata or {}
    at = data.schema.names.index(column)
    array = pa.array(values, data.schema.field(at).type)
    data = data.set_column(at, data.schema.field(at), array)
    writer_texts = {key: value for key, value in texts.items() if key != b"ARROW:schema"}
    pq.write_table(data.replace_schema_metadata(writer_texts), path, compression="gzip", store_schema=False)
    plan.listing[file.partition][file.name] = path.stat().st_size


def _other_values(plan: Plan, rng: Rng) -> str | None:
    """Values of the data beyond the bounds that the metadata table has."""
    numbers = {"int", "long"}
    rows = [
        row for row in plan.stats() if row["min"]["type"] in numbers and not row["column"].startswith("_")
    ]
    rows = [row for row in rows if plan.stored(row).is_latest and abs(int(row["max"]["value"])) < 1 << 30]
    row = pick(rng, rows)
    if row is None:
        return None
    file = plan.stored(row)
    old = file.columns[row["column"]].to_pylist()
    delta = rng.randrange(1, 1 << 20)
    rewritten(plan, file, row["column"], [None if value is None else value + delta for value in old])
    return "column_stats"


def _other_keys(plan: Plan, rng: Rng) -> str | None:
    file = _latest(plan, rng)
    if file is None:
        return None
    keys = [f"{key}~{rng.randrange(9)}" for key in file.columns[KEY].to_pylist()]
    rewritten(plan, file, KEY, keys)
    return "record_index"


def _filter_of_others(plan: Plan, rng: Rng) -> str | None:
    file = pick(
        rng, [f for f in plan.latest() if any(row["file"] == f.name for row in plan.rows["bloom_filters"])]
    )
    if file is None:
        return None
    keys = [f"{key}~{rng.randrange(9)}" for key in file.columns[KEY].to_pylist()]
    rewritten(plan, file, KEY, keys)
    return "bloom_filters"


changed("data_values", "metadata-statistics", _other_values)
changed("data_keys", "metadata-record-index", _other_keys)
changed("data_keys_denied", "metadata-bloom", _filter_of_others)
