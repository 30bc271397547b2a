# SPDX-License-Identifier: Apache-2.0
"""Damages of instants by which queries lose or gain rows, though each file is intact by itself."""

from __future__ import annotations

from instruments.tables.kinds import kind, pick
from instruments.tables.table import Json, Rng, Table, base_parts
from instruments.tables.timeline_kinds import named


def newest_bases(table: Table) -> list[str]:
    """The newest base file of each file group, of groups that no active commit replaced."""
    replaced = {
        (partition, file_id)
        for instant in table.completed("replacecommit")
        for partition, ids in ((table.load(instant) or {}).get("partitionToReplaceFileIds") or {}).items()
        for file_id in ids
    }
    newest: dict[tuple[str, str], str] = {}
    for path in sorted(table.bases, key=lambda path: base_parts(path)[2]):
        group = path.rpartition("/")[0], base_parts(path)[0]
        if group not in replaced:
            newest[group] = path
    times = {instant.time for instant in table.completed("commit", "deltacommit", "replacecommit")}
    return [path for path in newest.values() if base_parts(path)[2] in times]


def _disown(table: Table, rng: Rng) -> tuple[str, str] | None:
    """Add the newest base file of a group to the account of a later clean; paths of both."""
    clean = pick(rng, named(table, "clean"))
    path = pick(rng, [path for path in newest_bases(table) if clean and base_parts(path)[2] < clean.time])
    if clean is None or path is None:
        return None
    partition, _, name = path.rpartition("/")
    value: Json = table.load(clean)
    template = next(iter(value["partitionMetadata"].values()), None)
    if template is None:
        return None
    empty = {key: [] if isinstance(item, list) else item for key, item in template.items()}
    part = value["partitionMetadata"].setdefault(partition, {**empty, "partitionPath": partition})
    part["successDeleteFiles"] = [*part["successDeleteFiles"], name]
    table.store(clean, value)
    return path, table.place(clean)


@kind("table.check.deleted-live")
def clean_of_live_file(table: Table, rng: Rng) -> str | None:
    """A clean names a file that a snapshot reads."""
    paths = _disown(table, rng)
    return None if paths is None else paths[0]


@kind("table.check.deleted-live")
def live_file_cleaned(table: Table, rng: Rng) -> str | None:
    """A clean has deleted a file that a snapshot reads."""
    paths = _disown(table, rng)
    if paths is None:
        return None
    table.file(paths[0]).unlink()
    return paths[1]
