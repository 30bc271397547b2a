# SPDX-License-Identifier: Apache-2.0
"""Damaging events: operations on files, steps at which a writer stops, old backups."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from instruments.tables.table import COMMITS, HIDDEN, PROPERTIES, Instant, Table, base_parts, in_folder

Change = tuple[str, str]
"""Name of a change, and the path of the file."""
CRASH = "crash of the last writer"
"""Its name: files of a writer that stops before completion are not damage, although rows are missing."""
_ACTIONS = (*COMMITS, "clean", "rollback", "restore")


def damage_file(table: Table, rng: random.Random) -> Change | None:
    """Do to a drawn file what happens to files in stores."""
    groups = {
        "base file": table.bases,
        "log file": table.logs,
        "instant": [table.place(instant) for instant in table.instants],
        "partition metadata": table.metafiles,
        "metadata table": _below(table, f"{HIDDEN}/metadata"),
        "archive": [path for path in _below(table, HIDDEN) if "/archived/" in path or "/history/" in path],
    }
    groups = {name: paths for name, paths in groups.items() if paths}
    name = rng.choice(sorted(groups))
    path = rng.choice(groups[name])
    operation = rng.choice(_OPERATIONS)
    done = operation(table, path, groups[name], rng)
    return (f"{name} {done}", path) if done is not None else None


def _below(table: Table, folder: str) -> list[str]:
    top = table.file(folder)
    paths = (item for item in top.rglob("*") if item.is_file() and not item.name.endswith(".crc"))
    return sorted(item.relative_to(table.path).as_posix() for item in paths) if top.is_dir() else []


def _lost(table: Table, path: str, _: list[str], rng: random.Random) -> str:
    del rng
    table.file(path).unlink()
    return "lost"


def _truncated(table: Table, path: str, _: list[str], rng: random.Random) -> str | None:
    data = table.file(path).read_bytes()
    if len(data) < 2:
        return None
    keep = rng.choice((0, len(data) // 2, max(len(data) - 30, 1), rng.randrange(len(data))))
    table.file(path).write_bytes(data[:keep])
    return "truncated" if keep else "emptied"


def _zeroed(table: Table, path: str, _: list[str], rng: random.Random) -> str | None:
    data = bytearray(table.file(path).read_bytes())
    if len(data) < 16:
        return None
    num = rng.choice((16, 512, 4096))
    begin = rng.randrange(len(data) // 16) * 16
    data[begin : begin + num] = bytes(len(data[begin : begin + num]))
    table.file(path).write_bytes(data)
    return "with zeros"


def _bit(table: Table, path: str, _: list[str], rng: random.Random) -> str | None:
    data = bytearray(table.file(path).read_bytes())
    if not data:
        return None
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    table.file(path).write_bytes(data)
    return "with a bit changed"


def _sibling(table: Table, path: str, group: list[str], rng: random.Random) -> str | None:
    others = [other for other in group if table.file(other).read_bytes() != table.file(path).read_bytes()]
    if not others:
        return None
    shutil.copyfile(table.file(rng.choice(others)), table.file(path))
    return "replaced by a sibling"


def _older(table: Table, path: str, group: list[str], rng: random.Random) -> str | None:
    del rng
    if not path.endswith(".parquet"):
        return None
    file_id, _, time = base_parts(path)
    older = [other for other in group if base_parts(other)[0] == file_id and base_parts(other)[2] < time]
    if not older:
        return None
    shutil.copyfile(table.file(older[-1]), table.file(path))
    return "replaced by its older version"


def _doubled(table: Table, path: str, group: list[str], rng: random.Random) -> str | None:
    folders = sorted({other.rpartition("/")[0] for other in group} - {path.rpartition("/")[0]})
    if not folders:
        return None
    folder = rng.choice(folders)
    name = path.rpartition("/")[2]
    target = table.file(f"{folder}/{name}" if folder else name)
    if target.exists():
        return None
    shutil.copyfile(table.file(path), target)
    return "doubled into another folder"


def _moved(table: Table, path: str, group: list[str], rng: random.Random) -> str | None:
    if _doubled(table, path, group, rng) is None:
        return None
    table.file(path).unlink()
    return "moved into another folder"


def _renamed(table: Table, path: str, _: list[str], rng: random.Random) -> str | None:
    name = path.rpartition("/")[2]
    how = rng.choice(("copy", "upper", "digit", "suffix"))
    stem, dot, suffix = name.rpartition(".")
    digits = [position for position, char in enumerate(name) if char.isdigit()]
    if how == "copy":
        new = f"{stem} (1){dot}{suffix}"
    elif how == "upper":
        new = name.upper()
    elif how == "suffix":
        new = f"{name}.bak"
    elif digits:
        position = rng.choice(digits)
        new = name[:position] + str((int(name[position]) + 1) % 10) + name[position + 1 :]
    else:
        return None
    target = table.file(in_folder(path, new))
    if new == name or target.exists():
        return None
    table.file(path).rename(target)
    return f"renamed ({how})"


def _transcoded(table: Table, path: str, _: list[str], rng: random.Random) -> str | None:
    file = table.file(path)
    data = file.read_bytes()
    new = rng.choice(
        (data.replace(b"\n", b"\r\n"), data.decode("latin-1").encode("utf-8"), b"\xef\xbb\xbf" + data)
    )
    if new == data:
        return None
    file.write_bytes(new)
    return "transcoded"


_OPERATIONS: tuple[Callable[[Table, str, list[str], random.Random], str | None], ...] = (
    _lost, _truncated, _zeroed, _bit, _sibling, _older, _doubled, _moved, _renamed, _transcoded,
)  # fmt: skip


_REWRITES = (
    "row lost", "row doubled", "key null", "key of another row", "key new", "column lost", "column renamed",
    "no footer keys", "Bloom filter lost", "Bloom filter of a sibling", "key range narrowed", "rows reversed",
    "commit time changed", "file name changed", "partition path changed",
)  # fmt: skip


def rewrite_base_file(table: Table, rng: random.Random) -> Change | None:
    """Rewrite a base file as a generic Parquet tool does, or with other rows, keys or footers."""
    if not table.bases:
        return None
    path = rng.choice(table.bases)
    file = table.file(path)
    with pq.ParquetFile(file) as source:
        rows, footer = source.read(), dict(source.metadata.metadata or {})
    footer.pop(b"ARROW:schema", None)
    how = rng.choice(_REWRITES)
    if not rows.num_rows or "_hoodie_record_key" not in rows.column_names:
        return None
    keys = rows["_hoodie_record_key"].to_pylist()
    position = rng.randrange(len(keys))
    data_columns = [name for name in rows.column_names if not name.startswith("_hoodie_")]
    if how == "row lost":
        rows = pa.concat_tables([rows.slice(0, position), rows.slice(position + 1)])
    elif how == "row doubled":
        rows = pa.concat_tables([rows, rows.slice(position, 1)])
    elif how in {"key null", "key of another row", "key new"}:
        keys[position] = {"key null": None, "key new": "nowhere-" + str(keys[position])}.get(
            how, rng.choice(keys)
        )
        rows = _with(rows, "_hoodie_record_key", keys)
    elif how in {"commit time changed", "file name changed", "partition path changed"}:
        name = {"c": "_hoodie_commit_time", "f": "_hoodie_file_name", "p": "_hoodie_partition_path"}[how[0]]
        values = rows[name].to_pylist()
        values[position] = f"{values[position]}9"
        rows = _with(rows, name, values)
    elif how == "column lost":
        rows = rows.drop_columns([rng.choice(data_columns)])
    elif how == "column renamed":
        name = rng.choice(data_columns)
        rows = rows.rename_columns([f"{other}_" if other == name else other for other in rows.column_names])
    elif how == "no footer keys":
        footer = {}
    elif how == "rows reversed":
        rows = rows.take(list(range(rows.num_rows - 1, -1, -1)))
    elif how == "Bloom filter lost":
        footer = {key: value for key, value in footer.items() if b"bloom" not in key}
    elif how == "key range narrowed":
        footer[b"hoodie_max_record_key"] = footer.get(b"hoodie_min_record_key", b"")
    else:
        other = rng.choice(table.bases)
        with pq.ParquetFile(table.file(other)) as sibling:
            theirs = sibling.metadata.metadata or {}
        footer |= {key: value for key, value in theirs.items() if b"bloom" in key}
    file.unlink()
    pq.write_table(rows.replace_schema_metadata(footer), file, compression="gzip", store_schema=False)
    return f"base file rewritten: {how}", path


def _with(rows: pa.Table, name: str, values: list[str | None]) -> pa.Table:
    position = rows.column_names.index(name)
    return rows.set_column(position, pa.field(name, pa.string()), pa.array(values, pa.string()))


def stop_writer(table: Table, rng: random.Random) -> Change | None:
    """Undo the last steps of a drawn instant's writer: completion, its record, its files, its metadata."""
    done = table.completed(*_ACTIONS)
    if not done:
        return None
    instant = rng.choice(done[-2:] if rng.random() < 0.5 else done)
    path = table.place(instant)
    files = [
        stat.path for stat in table.stats() if stat.instant == instant and table.file(stat.path).is_file()
    ]
    how = rng.choice(
        (
            "completion lost",
            "completion empty",
            "all files of the instant lost",
            "data files lost",
            "both lost",
        )
    )
    if how in {"data files lost", "both lost"} and not files:
        return None
    if how in {"completion lost", "both lost"}:
        table.file(path).unlink()
    elif how == "completion empty":
        table.file(path).write_bytes(b"")
    elif how == "all files of the instant lost":
        table.drop(instant.time)
    if how in {"data files lost", "both lost"}:
        for lost in rng.sample(files, rng.randint(1, len(files))):
            table.file(lost).unlink(missing_ok=True)
    is_crash = instant == _last(done) and how in {"completion lost", "both lost"}
    return f"{CRASH if is_crash else instant.action}: {how}", path


def _last(instants: list[Instant]) -> Instant:
    return max(instants, key=lambda instant: instant.completion or instant.time)


def restore_backup(table: Table, rng: random.Random) -> Change | None:
    """Restore a part of the table as it was before its last commits."""
    done = table.completed(*COMMITS)
    if len(done) < 2:
        return None
    last = done[-rng.randint(1, min(3, len(done) - 1)) :]
    times = {instant.time for instant in last}
    part = rng.choice(("timeline", "data files", "metadata table"))
    if part == "timeline":
        for instant in table.instants:
            if instant.time >= min(times):
                table.file(table.place(instant)).unlink()
    elif part == "data files":
        for stat in table.stats():
            if stat.instant.time in times:
                table.file(stat.path).unlink(missing_ok=True)
    else:
        metadata = table.metadata
        if metadata is None:
            return None
        for instant in metadata.instants:
            if instant.time >= min(times):
                metadata.file(metadata.place(instant)).unlink()
    return f"{part} of an old backup", table.place(last[0])


def lose_folder(table: Table, rng: random.Random) -> Change | None:
    """Lose, rename or double a folder: a partition, the metadata table, the archive."""
    folders = sorted({path.rpartition("/")[0] for path in table.data} - {""})
    folders += [name for name in (f"{HIDDEN}/metadata", f"{HIDDEN}/archived") if table.file(name).is_dir()]
    if not folders:
        return None
    folder = rng.choice(folders)
    how = rng.choice(("lost", "renamed", "doubled"))
    target = table.file(folder + rng.choice(("_old", "2", " copy")))
    if how == "lost":
        shutil.rmtree(table.file(folder))
    elif how == "doubled":
        shutil.copytree(table.file(folder), target)
    else:
        table.file(folder).rename(target)
    return f"folder {how}", folder


def exchange_tables(table: Table, other: Path, rng: random.Random) -> Change | None:
    """Take a file of another table: its properties, an instant, a data file."""
    theirs = Table(other)
    kind = rng.choice(("properties", "base file", "instant"))
    if kind == "properties":
        shutil.copyfile(theirs.file(PROPERTIES), table.file(PROPERTIES))
        return "properties of another table", PROPERTIES
    sources = theirs.bases if kind == "base file" else [theirs.place(i) for i in theirs.instants]
    targets = table.bases if kind == "base file" else [table.place(i) for i in table.instants]
    if not sources or not targets:
        return None
    source, target = rng.choice(sources), rng.choice(targets)
    path = target if rng.random() < 0.5 else in_folder(target, source.rpartition("/")[2])
    shutil.copyfile(theirs.file(source), table.file(path))
    return f"{kind} of another table", path
