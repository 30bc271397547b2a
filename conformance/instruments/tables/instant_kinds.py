# SPDX-License-Identifier: Apache-2.0
"""Damages of states, times and schemas of instants, of what they name, and of what writers leave behind."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from instruments.tables.kinds import add, kind, pick
from instruments.tables.table import (
    COMMITS,
    HIDDEN,
    LATE,
    Rng,
    Table,
    base_parts,
    in_folder,
)
from instruments.tables.timeline_kinds import COMMIT, completed_name, named, rename


@kind("timeline.state.requested")
def requested_gone(table: Table, rng: Rng) -> str | None:
    """An instant that is inflight and was never requested."""
    instant = pick(rng, [i for i in table.instants if i.state == "inflight" and i.action in COMMIT])
    if instant is None:
        return None
    table.drop(instant.time, "requested", "completed")
    return table.folder


@kind("timeline.content.pending-empty")
def pending_with_bytes(table: Table, rng: Rng) -> str | None:
    """Bytes in a file that has none."""
    actions = {"compaction", "logcompaction", "rollback", "restore", "savepoint"}
    instant = pick(rng, [i for i in table.instants if i.state == "inflight" and i.action in actions])
    if instant is None:
        return None
    table.file(table.place(instant)).write_bytes(b"x" * rng.randrange(1, 99))
    return table.place(instant)


@kind("timeline.completion.order")
def completed_too_early(table: Table, rng: Rng) -> str | None:
    """A completion time before the requested one."""
    instant = pick(rng, [i for i in table.instants if i.completion])
    if instant is None:
        return None
    rename(table, instant, f"{instant.time}_20100101000000000.{instant.action}")
    return table.folder


@kind("timeline.completion.unique")
def completed_at_once(table: Table, rng: Rng) -> str | None:
    """Two instants with one completion time."""
    instants = [i for i in table.instants if i.completion]
    if len(instants) < 2:
        return None
    first, second = sorted(rng.sample(instants, 2), key=lambda i: i.time)
    if (second.completion or "") < first.time:
        return None
    rename(table, first, f"{first.time}_{second.completion}.{first.action}")
    return table.folder


@kind("table.check.future-instant")
def future_requested(table: Table, _: Rng) -> str:
    """A pending instant of another century."""
    target = f"{table.folder}/{LATE}.commit.requested"
    table.file(target).write_bytes(b"")
    return target


@kind("table.check.future-instant")
def future_completed(table: Table, rng: Rng) -> str | None:
    """A clean that was completed in another century."""
    instant = pick(rng, named(table, "clean", "rollback"))
    if instant is None:
        return None
    return rename(table, instant, completed_name(table, LATE, LATE, instant.action))


@kind("timeline.name.temporary")
def temporary_left(table: Table, rng: Rng) -> str | None:
    """A file in the making."""
    instant = pick(rng, named(table, *COMMITS))
    if instant is None:
        return None
    ending = rng.choice(["tmp", "1b4e28ba-2fa1-11d2-883f-0016d3cca427"])
    table.file(f"{table.place(instant)}.{ending}").write_bytes(b"{")
    return table.folder


@kind("table.check.undone-commit")
def undone_commit_back(table: Table, rng: Rng) -> str | None:
    """A commit that was rolled back is completed again."""
    for instant in named(table, "rollback"):
        undone = table.load(instant)["commitsRollback"]
        model = pick(rng, named(table, *COMMIT))
        if not undone or model is None:
            continue
        target = f"{table.folder}/{completed_name(table, undone[0], f'{undone[0][:-1]}7', model.action)}"
        shutil.copyfile(table.file(table.place(model)), table.file(target))
        return target
    return None


def _schema(name: str, change: Callable[[str], str]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        for instant in rng.sample(instants := named(table, *COMMITS), len(instants)):
            value = table.load(instant)
            if (value.get("extraMetadata") or {}).get("schema"):
                value["extraMetadata"]["schema"] = change(value["extraMetadata"]["schema"])
                table.store(instant, value)
                return table.place(instant)
        return None

    add(name, ["table.check.commit-schema"], apply)


_schema("schema_cut", lambda text: text[: len(text) // 2])
_schema("schema_no_record", lambda _: '"string"')
_schema("schema_type_unknown", lambda text: text.replace('"string"', '"strnig"'))
_schema("schema_no_json", lambda text: text.replace(":", "=", 1))


@kind("table.check.foreign-file")
def instant_in_wrong_folder(table: Table, rng: Rng) -> str | None:
    """A commit of layout 2 that lies in `.hoodie`."""
    instant = pick(rng, named(table, *COMMITS)) if table.layout == 2 else None
    if instant is None:
        return None
    shutil.move(table.file(table.place(instant)), table.file(f"{HIDDEN}/{instant.name}"))
    return f"{HIDDEN}/{instant.name}"


@kind("table.check.planned-file")
def compaction_of_completed_back(table: Table, rng: Rng) -> str | None:
    """A compaction loses its completed file, and then what it was to read."""
    commits = {i.time: i for i in table.completed("commit", "deltacommit")}
    plans = [i for i in named(table, "compaction", "logcompaction", state="requested") if i.time in commits]
    instant = pick(rng, plans)
    if instant is None:
        return None
    for operation in table.load(instant)["operations"]:
        names = [operation["dataFilePath"], *(operation["deltaFilePaths"] or [])]
        for name in names:
            path = f"{operation['partitionPath']}/{name}".lstrip("/")
            if name and table.file(path).is_file():
                table.file(path).unlink()
                table.drop(instant.time, "completed")
                return table.place(instant)
    return None


def _removed(name: str, action: str) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        instants = named(table, action)
        for instant in rng.sample(instants, len(instants)):
            for partition, value in (table.load(instant).get("partitionMetadata") or {}).items():
                for file in value["successDeleteFiles"]:
                    path = f"{partition}/{file.rpartition('/')[2]}".lstrip("/")
                    model = pick(rng, table.bases or table.logs)
                    if model is not None and not table.file(path).exists():
                        table.file(path).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copyfile(table.file(model), table.file(path))
                        return path
        return None

    add(name, ["table.check.deleted-file-left"], apply)


_removed("cleaned_file_back", "clean")
_removed("rolled_back_file_back", "rollback")


@kind("table.check.metadata-behind")
def metadata_commit_gone(table: Table, rng: Rng) -> str | None:
    """The metadata table has not taken a commit of the data table."""
    metadata = table.metadata
    times = {i.time for i in table.completed(*COMMITS)}
    candidates = [
        i for i in (metadata.instants if metadata else []) if i.time in times and i.state == "completed"
    ]
    if metadata is None or len(candidates) < 2:
        return None
    own = sorted(i.time for i in metadata.completed(*COMMITS) if not i.time.startswith("0000"))
    instant = pick(rng, [i for i in candidates if i.time > own[0]])
    if instant is None:
        return None
    metadata.drop(instant.time)
    return f"{HIDDEN}/metadata/{metadata.folder}"


@kind("table.check.metadata-ahead")
def metadata_commit_alone(table: Table, rng: Rng) -> str | None:
    """The metadata table has taken a commit that the data table does not know."""
    metadata = table.metadata
    times = sorted(i.time for i in table.completed(*COMMITS))
    candidates = [i for i in (metadata.completed("deltacommit") if metadata else []) if i.time in times[1:]]
    instant = pick(rng, candidates)
    if metadata is None or instant is None:
        return None
    table.drop(instant.time)
    return f"{HIDDEN}/metadata/{metadata.place(instant)}"


@kind("table.check.metadata-completed")
def completion_lost_between(table: Table, rng: Rng) -> str | None:
    """The completed file of a commit is lost; the metadata table and later commits have completed."""
    metadata = table.metadata
    times = {i.time for i in metadata.completed("deltacommit")} if metadata else set()
    completed = table.completed("commit", "deltacommit")
    pending = {
        i.time for i in table.instants if i.state == "inflight" and i.action in {"commit", "deltacommit"}
    }
    instant = pick(rng, [i for i in completed[:-1] if i.time in times & pending])
    if metadata is None or instant is None:
        return None
    table.drop(instant.time, "completed")
    [taken] = [i for i in metadata.completed("deltacommit") if i.time == instant.time]
    return f"{HIDDEN}/metadata/{metadata.place(taken)}"


def _leftover(name: str, path_of: Callable[[str], str]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        instant = pick(rng, table.completed(*COMMIT))
        if instant is None:
            return None
        path = path_of(instant.time)
        table.file(path).parent.mkdir(parents=True, exist_ok=True)
        table.file(path).write_bytes(b"")
        return path

    add(name, ["table.check.leftover"], apply)


_leftover("markers_left", lambda time: f"{HIDDEN}/.temp/{time}/p/f1-0_0-0-0_{time}.parquet.marker.CREATE")
_leftover("timeline_server_markers_left", lambda time: f"{HIDDEN}/.temp/{time}/MARKERS0")
_leftover("markers_of_nobody", lambda _: f"{HIDDEN}/.temp/20990101000000000/MARKERS0")
_leftover("heartbeat_left", lambda time: f"{HIDDEN}/.heartbeat/{time}")
_leftover("heartbeat_of_nobody", lambda _: f"{HIDDEN}/.heartbeat/20990101000000000")
_leftover("auxiliary_plan_left", lambda time: f"{HIDDEN}/.aux/{time}.compaction.requested")


@kind("table.slice.committed")
def base_file_of_nobody(table: Table, rng: Rng) -> str | None:
    """A base file of an instant that never was."""
    path = pick(rng, table.bases)
    if path is None:
        return None
    file_id, token, _ = base_parts(path)
    time = table.completed(*COMMITS)[-1].time
    target = in_folder(path, f"{file_id}_{token}_{time[:-1]}{(int(time[-1]) + 5) % 10}.parquet")
    if table.file(target).exists() or target.rpartition("_")[2].partition(".")[0] < time:
        target = in_folder(path, f"{file_id}_{token}_{int(time) + 7}.parquet")
    shutil.copyfile(table.file(path), table.file(target))
    return target
