# SPDX-License-Identifier: Apache-2.0
"""Damages of instants: their files, names, states, contents."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from instruments.tables.kinds import add, kind, pick
from instruments.tables.table import (
    COMMITS,
    Instant,
    Rng,
    Table,
)

EMPTY, JSON, CUT = "timeline.content.empty-completed", "timeline.content.json", "timeline.content.json-cut"
AVRO, SYNC, ONE = "timeline.content.avro", "timeline.content.avro-sync", "timeline.content.avro-one"
CODEC, FORMAT = "timeline.content.avro-codec", "timeline.content.format"
UNREADABLE = (AVRO, SYNC, ONE, CODEC, JSON, CUT, FORMAT)
COMMIT = ("commit", "deltacommit")


def named(table: Table, *actions: str, state: str = "completed") -> list[Instant]:
    """Instants of some actions with bytes in their files."""
    return [i for i in table.instants if i.state == state and i.action in actions and table.bytes_of(i)]


def rename(table: Table, instant: Instant, name: str) -> str:
    """Give an instant's file another name."""
    place = f"{table.folder}/{name}"
    table.file(table.place(instant)).rename(table.file(place))
    return place


def completed_name(table: Table, time: str, completion: str, action: str) -> str:
    """Name of a completed instant in the table's layout."""
    return f"{time}_{completion}.{action}" if table.layout == 2 else f"{time}.{action}"


def _bytes(
    name: str, rules: tuple[str, ...], change: Callable[[bytes, Rng], bytes | None], *actions: str,
    state: str = "completed", layout: int | None = None,
) -> None:  # fmt: skip
    def apply(table: Table, rng: Rng) -> str | None:
        instant = pick(rng, named(table, *actions, state=state))
        if instant is None or layout not in (None, table.layout):
            return None
        data = change(table.bytes_of(instant), rng)
        if data is None:
            return None
        table.file(table.place(instant)).write_bytes(data)
        return table.place(instant)

    add(name, rules, apply)


def _cut(data: bytes, rng: Rng) -> bytes:
    return data[: rng.randrange(1, len(data.rstrip()) - 1)]


def _flip_last(data: bytes, rng: Rng) -> bytes:
    at = len(data) - 1 - rng.randrange(16)
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _zeros(data: bytes, rng: Rng) -> bytes:
    size = min(512, len(data))
    at = rng.randrange(0, len(data) - size + 1)
    return data[:at] + bytes(size) + data[at + size :]


def _magic(data: bytes, rng: Rng) -> bytes:
    at = rng.randrange(4)
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _twice(data: bytes, _: Rng) -> bytes | None:
    """The container's block once more; the sync marker of the head is the last of the file."""
    at = data.find(data[-16:])
    return data + data[at + 16 :] if at + 16 < len(data) - 16 else None


def _codec(data: bytes, _: Rng) -> bytes | None:
    """The codec null under another name of equal length."""
    return data.replace(b"\x08null", b"\x08lzma", 1) if b"avro.codec\x08null" in data else None


def _schema_text(data: bytes, _: Rng) -> bytes:
    return data.replace(b'"fields"', b'"fjelds"', 1)


CLEANS = ("clean",)
_bytes("commit_emptied", (EMPTY,), lambda *_: b"", *COMMITS)
_bytes("commit_json_cut", (CUT, JSON), _cut, *COMMITS, layout=1)
_bytes("commit_avro_cut", UNREADABLE, _cut, *COMMITS, layout=2)
_bytes("commit_avro_magic", UNREADABLE, _magic, *COMMITS, layout=2)
_bytes("commit_avro_sync", (SYNC,), _flip_last, *COMMITS, layout=2)
_bytes("commit_avro_twice", (ONE,), _twice, *COMMITS, layout=2)
_bytes("commit_avro_schema", UNREADABLE, _schema_text, *COMMITS, layout=2)
_bytes("commit_zeroed", (*UNREADABLE, "table.check.commit-schema"), _zeros, *COMMITS)
_bytes("commit_json_no_object", (JSON,), lambda *_: b"[1, 2]", *COMMITS, layout=1)
_bytes("commit_json_no_text", (JSON,), lambda data, _: data[:40] + b"\xff" + data[41:], *COMMITS, layout=1)
_bytes("clean_emptied", (EMPTY,), lambda *_: b"", *CLEANS)
_bytes("clean_cut", UNREADABLE, _cut, *CLEANS)
_bytes("clean_sync", (SYNC,), _flip_last, *CLEANS)
_bytes("clean_plan_cut", UNREADABLE, _cut, "clean", state="requested")
_bytes("rollback_cut", UNREADABLE, _cut, "rollback")
_bytes("rollback_emptied", (EMPTY,), lambda *_: b"", "rollback")
_bytes("rollback_plan_sync", (SYNC,), _flip_last, "rollback", state="requested")
_bytes("compaction_plan_cut", UNREADABLE, _cut, "compaction", "logcompaction", state="requested")
_bytes("compaction_plan_twice", (ONE,), _twice, "compaction", "logcompaction", state="requested")


@kind("table.check.timeline-missing")
def timeline_gone(table: Table, _: Rng) -> str | None:
    """All instants are gone; in layout 2 the folder."""
    if not table.bases:
        return None
    for instant in table.instants:
        table.file(table.place(instant)).unlink()
    if table.layout == 2:
        shutil.rmtree(table.path / table.folder)
    return table.folder


@kind("table.slice.committed")
def commit_gone(table: Table, rng: Rng) -> list[str] | None:
    """A commit loses all its files of the timeline; not the first, before which all counts as archived."""
    return _commit_gone(table, rng, is_log=False)


@kind("table.slice.committed")
def commit_of_log_gone(table: Table, rng: Rng) -> list[str] | None:
    """A delta commit loses all its files of the timeline, its log blocks stay."""
    return _commit_gone(table, rng, is_log=True)


def _commit_gone(table: Table, rng: Rng, *, is_log: bool) -> list[str] | None:
    writes = sorted({i.time for i in table.instants if i.action in (*COMMITS, "compaction")})
    stats = table.stats(
        lambda stat: (
            stat.is_log == is_log and stat.instant.time > writes[0] and table.file(stat.path).is_file()
        )
    )
    stat = pick(rng, stats)
    if stat is None:
        return None
    table.drop(stat.instant.time)
    return [other.path for other in stats if other.instant.time == stat.instant.time]


@kind("table.check.completed-twice")
def completed_twice(table: Table, rng: Rng) -> list[str] | None:
    """A second completed file: of another completion time, or of another action."""
    instant = pick(rng, named(table, *COMMIT))
    if instant is None:
        return None
    other = {"commit": "deltacommit", "deltacommit": "commit"}[instant.action]
    action = instant.action if table.layout == 2 else other
    place = f"{table.folder}/{completed_name(table, instant.time, f'{instant.time[:-1]}9', action)}"
    if table.file(place).exists():
        return None
    shutil.copyfile(table.file(table.place(instant)), table.file(place))
    return [place, table.place(instant)]


@kind("timeline.content.clean", *UNREADABLE)
def commit_named_clean(table: Table, rng: Rng) -> str | None:
    """The content of a commit under the name of a clean."""
    instant = pick(rng, named(table, *COMMIT))
    if instant is None:
        return None
    return rename(table, instant, instant.name.replace(f".{instant.action}", ".clean"))


@kind("timeline.content.rollback")
def clean_named_rollback(table: Table, rng: Rng) -> str | None:
    """The content of a clean under the name of a rollback."""
    instant = pick(rng, named(table, "clean"))
    return None if instant is None else rename(table, instant, instant.name.replace(".clean", ".rollback"))


@kind("timeline.content.clean")
def plan_in_clean(table: Table, rng: Rng) -> str | None:
    """The plan of a clean in its completed file."""
    instant = pick(rng, named(table, "clean"))
    plan = table.file(f"{table.folder}/{instant.time}.clean.requested") if instant else None
    if instant is None or plan is None or not plan.is_file():
        return None
    shutil.copyfile(plan, table.file(table.place(instant)))
    return table.place(instant)


@kind(FORMAT, *UNREADABLE)
def clean_in_commit(table: Table, rng: Rng) -> str | None:
    """The content of a clean in a commit."""
    clean, commit = pick(rng, named(table, "clean")), pick(rng, named(table, *COMMIT))
    if clean is None or commit is None:
        return None
    shutil.copyfile(table.file(table.place(clean)), table.file(table.place(commit)))
    return table.place(commit)


@kind("timeline.content.savepoint")
def clean_in_savepoint(table: Table, rng: Rng) -> str | None:
    """The content of another action as a savepoint."""
    source = pick(rng, named(table, "clean", "rollback"))
    if source is None:
        return None
    commit = table.completed(*COMMITS)[-1]
    place = f"{table.folder}/{completed_name(table, commit.time, f'{commit.time[:-1]}8', 'savepoint')}"
    shutil.copyfile(table.file(table.place(source)), table.file(place))
    return place


@kind("timeline.content.replace")
def commit_named_replacecommit(table: Table, rng: Rng) -> str | None:
    """A commit that claims to be a replacecommit."""
    instant = pick(rng, named(table, *COMMIT))
    if instant is None:
        return None
    return rename(table, instant, instant.name.replace(f".{instant.action}", ".replacecommit"))


@kind("timeline.content.replace", FORMAT)
def replacecommit_named_commit(table: Table, rng: Rng) -> str | None:
    """A replacecommit that claims to be a commit: replaced files are visible again."""
    instant = pick(rng, named(table, "replacecommit"))
    if instant is None:
        return None
    return rename(table, instant, instant.name.replace(".replacecommit", ".commit"))


@kind("table.check.completed-action", "table.check.table-type")
def commit_action_swapped(table: Table, rng: Rng) -> str | None:
    """A commit under the name of a delta commit, or the reverse; one of several."""
    instants = named(table, *COMMIT)
    if len(instants) < 2:
        return None
    instant = rng.choice(instants)
    other = {"commit": "deltacommit", "deltacommit": "commit"}[instant.action]
    return rename(table, instant, instant.name.replace(f".{instant.action}", f".{other}"))
