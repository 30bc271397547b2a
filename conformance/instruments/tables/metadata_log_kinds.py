# SPDX-License-Identifier: Apache-2.0
"""Disagreements of real metadata tables and data with log files, which no description is made of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from instruments.tables.kinds import add, pick
from instruments.tables.metadata_table import METADATA, READY
from instruments.tables.table import COMMITS, Rng, Table

Edit = Callable[[Path, Rng], object]


def _committed_logs(table: Table) -> list[str]:
    """Log files that active commits name, of tables whose metadata table lists files."""
    if "files" not in table.properties.get(READY, "").split(","):
        return []
    pending = {i.time for i in table.instants} - {i.time for i in table.instants if i.state == "completed"}
    if pending or not (table.path / METADATA / "files").is_dir():
        return []
    named = {stat.path for stat in table.stats(lambda stat: stat.is_log)}
    return [path for path in table.logs if path in named]


def _edited(name: str, rule: str, edit: Edit) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        path = pick(rng, _committed_logs(table))
        if path is None:
            return None
        edit(table.file(path), rng)
        return path

    add(f"metadata_{name}", [f"table.check.{rule}"], apply)


def _grow(path: Path, rng: Rng) -> None:
    path.write_bytes(path.read_bytes() + bytes(rng.randrange(1, 99)))


def _cut(path: Path, rng: Rng) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(1, len(data))])


def _forgotten(table: Table, rng: Rng) -> list[str] | None:
    """Entries of the list from the last delta commit: the files of the commit are not listed."""
    if not _committed_logs(table):
        return None
    last = max(table.completed(*COMMITS), key=lambda instant: instant.time)
    own = table.metadata
    files = [stat.path for stat in table.stats() if stat.instant.time == last.time]
    files = [path for path in files if table.file(path).is_file()]
    if own is None or table.version < 8 or not files or last.time not in {i.time for i in own.instants}:
        return None
    logs = [
        path for path in (table.path / METADATA).rglob(f"*_{last.time}.log.*") if path.parent.name == "files"
    ]
    if not logs or any(path.stem.rpartition("_")[2] > last.time for path in logs[0].parent.glob("*.hfile")):
        return None  # a later compaction includes the logs
    rng.shuffle(logs)
    for path in logs:
        path.unlink()
    return files


_edited("log_gone", "metadata-listing", lambda path, _: path.unlink())
_edited("log_grown", "metadata-size", _grow)
_edited("log_cut", "metadata-size", _cut)
add("metadata_commit_forgotten", ["table.check.metadata-listing"], _forgotten)
