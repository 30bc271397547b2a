# SPDX-License-Identifier: Apache-2.0
"""Damages of log files and HFiles, of blocks inside them, and of partitions."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable

from instruments.tables.hfile_bytes import HFILE_KINDS, hfile_blocks, trailer_places
from instruments.tables.kinds import Expected, add, kind, pick
from instruments.tables.log_bytes import LOG_KINDS, LOG_MAGIC, read_log
from instruments.tables.stat_kinds import is_log
from instruments.tables.table import HIDDEN, Rng, Table, in_folder, log_parts

FORM, PAGES = "table.base-file.form", "table.base-file.pages"
COLUMNS, METAFILE = "table.check.base-file-columns", "table.check.partition-metafile"
_MAX_TRIES = 40


# --- log files ------------------------------------------------------------------------------------------


@kind("table.check.named-file")
def log_gone(table: Table, rng: Rng) -> str | None:
    """A log file that a commit names."""
    stat = pick(rng, table.stats(is_log(table)))
    if stat is None:
        return None
    table.file(stat.path).unlink()
    return table.place(stat.instant)


@kind("table.check.log-not-named")
def log_doubled(table: Table, rng: Rng) -> str | None:
    """A log file twice, under another write token."""
    stat = pick(rng, table.stats(is_log(table)))
    if stat is None:
        return None
    file_id, time, version = log_parts(stat.path)
    place = in_folder(stat.path, f".{file_id}_{time}.log.{version}_9-99-999")
    shutil.copyfile(table.file(stat.path), table.file(place))
    return place


@kind("table.check.stat-counts")
def log_block_doubled(table: Table, rng: Rng) -> str | None:
    """The last block of a log file once more, sizes of the stat fitted."""
    stats = [stat for stat in table.stats(is_log(table)) if stat.values["numInserts"] is not None]
    for stat in rng.sample(stats, len(stats)):
        data = table.file(stat.path).read_bytes()
        blocks = read_log(data) if data.startswith(LOG_MAGIC) else []
        if not blocks or blocks[-1].type not in {1, 3}:
            continue
        data += data[blocks[-1].ofs :]
        table.file(stat.path).write_bytes(data)
        table.change(stat, fileSizeInBytes=len(data), totalWriteBytes=len(data))
        return table.place(stat.instant)
    return None


@kind("table.check.named-size")
def log_block_lost(table: Table, rng: Rng) -> str | None:
    """A log file that ends before its last block: valid when read alone."""
    stat = pick(rng, table.stats(is_log(table)))
    if stat is None:
        return None
    data = table.file(stat.path).read_bytes()
    blocks = read_log(data) if data.startswith(LOG_MAGIC) else []
    if not blocks:
        return None
    table.file(stat.path).write_bytes(data[: blocks[-1].ofs])
    return stat.path


def _log_kind(make: Callable[..., object]) -> None:
    def apply(table: Table, rng: Rng) -> Expected | None:
        for _ in range(_MAX_TRIES if table.logs else 0):
            path = rng.choice(table.logs)
            data = table.file(path).read_bytes()
            if not data.startswith(LOG_MAGIC):
                continue
            changed = make(data, rng.choice(read_log(data)), rng)
            if changed is None or changed[0] == data or changed[1] is None:  # type: ignore[index]  # Made
                continue
            table.file(path).write_bytes(changed[0])  # type: ignore[index]  # Made
            rule, ofs = changed[1]  # type: ignore[index]  # Made
            return Expected((path,), ofs, rule)
        return None

    add(f"log_{make.__name__}", [], apply)


_UNBROKEN = {"cut_between", "other_instant", "block_twice"}  # break no rule of one file
for _make in LOG_KINDS:
    if _make.__name__ not in _UNBROKEN:
        _log_kind(_make)


@kind("table.slice.committed")
def log_instant_changed(table: Table, rng: Rng) -> str | None:
    """The last digit of the instant of a block: no timeline has it."""
    stats = table.stats(is_log(table))
    times = {i.time for i in table.instants}
    first = min(i.time for i in table.completed("commit", "deltacommit", "replacecommit"))
    for stat in rng.sample(stats, len(stats)):
        data = table.file(stat.path).read_bytes()
        block = rng.choice(read_log(data)) if data.startswith(LOG_MAGIC) else None
        entry = block.entry(0) if block is not None else None
        if entry is None:
            continue
        text = data[entry.value : entry.value + entry.len].decode()
        other = str(int(text) + 1)
        if other in times or other < first or len(other) != len(text):
            continue
        at = entry.value + entry.len
        table.file(stat.path).write_bytes(data[: entry.value] + other.encode() + data[at:])
        return stat.path
    return None


@kind("table.slice.committed")
def log_instant_with_letter(table: Table, rng: Rng) -> str | None:
    """The second digit of the instant of a block is the letter O."""
    for stat in rng.sample(found := table.stats(is_log(table)), len(found)):
        data = table.file(stat.path).read_bytes()
        block = rng.choice(read_log(data)) if data.startswith(LOG_MAGIC) else None
        entry = block.entry(0) if block is not None else None
        if entry is not None:
            table.file(stat.path).write_bytes(data[: entry.value + 1] + b"O" + data[entry.value + 2 :])
            return stat.path
    return None


@kind("table.check.schema-columns")
def log_columns_swapped(table: Table, rng: Rng) -> str | None:
    """Two columns of one type change their names in the schema of a block: their values are swapped."""
    for stat in rng.sample(found := table.stats(is_log(table)), len(found)):
        data = table.file(stat.path).read_bytes()
        block = rng.choice(read_log(data)) if data.startswith(LOG_MAGIC) else None
        entry = block.entry(2) if block is not None and block.type == 3 else None
        if entry is None:
            continue
        text = data[entry.value : entry.value + entry.len]
        names = [name for name in re.findall(rb'"name":"(\w+)"', text) if not name.startswith(b"_hoodie")]
        pairs = [(a, b) for a in names for b in names if a < b and len(a) == len(b) and len(a) < 4]
        if pairs:
            a, b = (b'"name":"%b"' % name for name in rng.choice(pairs))
            swapped = text.replace(a, b"\0").replace(b, a).replace(b"\0", b)
            table.file(stat.path).write_bytes(data.replace(text, swapped))
            return stat.path
    return None


# --- HFiles of the metadata table ----------------------------------------------------------------------


def _is_whole(data: bytes) -> bool:
    """Whether an HFile has version 3, and no checksum words of zeros, as hudi-rs leaves them."""
    if data[-1:] != b"\x03":
        return False
    ofs, end = hfile_blocks(data)[0]
    words = data[ofs + int.from_bytes(data[ofs + 29 : ofs + 33], "big") : end]
    return data[ofs + 24] == 0 or any(words)


def _hfile_kind(make: Callable[..., object]) -> None:
    def apply(table: Table, rng: Rng) -> Expected | None:
        folder = table.path / HIDDEN / "metadata"
        paths = [p for p in sorted(folder.rglob("*.hfile")) if _is_whole(p.read_bytes())]
        for _ in range(_MAX_TRIES if paths else 0):
            path = rng.choice(paths)
            data = path.read_bytes()
            changed = make(data, (hfile_blocks(data), trailer_places(data)), rng)
            if changed is None or changed[0] == data:  # type: ignore[index]  # Made
                continue
            path.write_bytes(changed[0])  # type: ignore[index]  # Made
            rule, ofs = changed[1]  # type: ignore[index]  # Made
            return Expected((path.relative_to(table.path).as_posix(),), ofs, rule)
        return None

    add(make.__name__, [], apply)


for _make_hfile in HFILE_KINDS:
    _hfile_kind(_make_hfile)


@kind("table.check.named-file")
def metadata_file_gone(table: Table, rng: Rng) -> str | None:
    """A file that the metadata table's commits name; its folder keeps others."""
    metadata = table.metadata
    stats = metadata.stats(lambda stat: metadata.file(stat.path).is_file()) if metadata else []
    folders = [stat.path.partition("/")[0] for stat in stats]
    stat = pick(rng, [stat for stat in stats if folders.count(stat.path.partition("/")[0]) > 1])
    if metadata is None or stat is None:
        return None
    named = [other for other in stats if other.path == stat.path]
    metadata.file(stat.path).unlink()
    return f"{HIDDEN}/metadata/{metadata.place(named[-1].instant)}"


# --- partitions -----------------------------------------------------------------------------------------


def _metafile(name: str, rule: str, text: Callable[[str], bytes]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        path = pick(rng, table.metafiles)
        if path is None:
            return None
        table.file(path).write_bytes(text(table.file(path).read_text("latin-1")))
        return path

    add(name, [rule], apply)


_metafile("metafile_foreign", METAFILE, lambda _: b"commitTime=20980101000000000\npartitionDepth=1\n")
_metafile(
    "metafile_depth",
    "timeline.partition-metadata.depth",
    lambda text: text.replace("partitionDepth=", "partitionDepth=1").encode(),
)
_metafile(
    "metafile_depth_lost", "timeline.partition-metadata.keys", lambda _: b"commitTime=20260101000000000\n"
)
_metafile("metafile_emptied", "timeline.partition-metadata.keys", lambda _: b"")
_metafile("metafile_zeroed", "timeline.partition-metadata.keys", lambda text: bytes(len(text)))


@kind(METAFILE)
def metafile_gone(table: Table, rng: Rng) -> str | None:
    """A partition with data and without metadata."""
    folders = {path.rpartition("/")[0] for path in (*table.bases, *table.logs)}
    path = pick(rng, [path for path in table.metafiles if path.rpartition("/")[0] in folders])
    if path is None:
        return None
    table.file(path).unlink()
    return path
