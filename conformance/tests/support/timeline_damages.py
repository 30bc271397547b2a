# SPDX-License-Identifier: Apache-2.0
"""Damage to the timeline of a whole table, kind by kind, and as what an audit must find it.

A kind takes the folder of a healthy table and a random generator, changes the table, and returns what is to
be found: (end of the path, requirement or code); None where the table has nothing that it could be done to.
"""

from __future__ import annotations

import io
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import fastavro
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.history import history_folder, read_history
from hudi_conformance.decode.timeline.listing import all_instants, read_timeline
from hudi_conformance.model.timeline import HistoryRow, Instant, State
from instruments.kinds import Subject

T = TypeVar("T")
Rng = random.Random
Expected = tuple[str, str]
Damage = Callable[[Path, Rng], Expected | None]
TIMELINES = Subject[Damage]("timelines")
LATE = "29991231235959999"
COMMITS = ("commit", "deltacommit")
PLANS = ("compaction", "clean", "rollback", "replacecommit", "clustering")


@dataclass(frozen=True)
class Table:
    """A table before the damage: its folder, that of its timeline, and the instants there."""

    path: Path
    folder: Path
    layout: int
    instants: list[Instant]

    def data(self, pattern: str) -> list[Path]:
        """Files of partitions."""
        found = self.path.rglob(pattern)
        return sorted(path for path in found if ".hoodie" not in path.relative_to(self.path).parts)

    def completed(self, *actions: str) -> list[Instant]:
        return [one for one in self.instants if one.action in actions and one.state is State.COMPLETED]

    def unlink(self, time: str, *states: State) -> None:
        for one in self.instants:
            if one.time == time and one.state in states:
                (self.folder / one.name).unlink()


Found = tuple[Path | str, str]
"""Path, or the end of one, and requirement or code."""


def kind(
    choose: Callable[[Table, Rng], T | None], name: str = ""
) -> Callable[[Callable[[Table, Rng, T], Found]], Damage]:
    """Registers a kind of damage to what is chosen; nothing is done to a table with nothing to choose."""

    def register(damage: Callable[[Table, Rng, T], Found]) -> Damage:
        def apply(path: Path, rng: Rng) -> Expected | None:
            view = read_timeline(path)
            folder = path / view.folder
            table = Table(path, folder, view.layout, all_instants(folder, view.layout))
            chosen = choose(table, rng)
            if not chosen:
                return None
            where, rule = damage(table, rng, chosen)
            return (where if isinstance(where, str) else where.relative_to(path).as_posix()), rule

        TIMELINES.add(name or damage.__name__, apply)
        return apply

    return register


def flip(path: Path, ofs: int, mask: int) -> None:
    data = bytearray(path.read_bytes())
    data[ofs] ^= mask
    path.write_bytes(bytes(data))


def cut(path: Path, rng: Rng, least: int, left_out: int) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(least, len(data) - left_out)])


def drop_lines(path: Path, *words: str) -> None:
    lines = path.read_text("latin-1").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not any(word in line for word in words)), "latin-1")


def longer(text: str) -> str:
    """A manifest whose first file has a byte more."""
    value = json.loads(text)
    value["files"][0]["fileLen"] += 1
    return json.dumps(value)


def container(schema: object, record: object) -> bytes:
    """An Avro container of one record, by a library that is neither of our routes."""
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(schema), [record])
    return out.getvalue()


# --- what is damaged ------------------------------------------------------------------------------------


def one_of(find: Callable[[Table], list[T]]) -> Callable[[Table, Rng], T | None]:
    def choose(table: Table, rng: Rng) -> T | None:
        found = find(table)
        return rng.choice(found) if found else None

    return choose


def instant(*actions: str, state: State = State.COMPLETED) -> Callable[[Table, Rng], Path | None]:
    return one_of(
        lambda table: [
            table.folder / i.name for i in table.instants if i.state is state and i.action in actions
        ]
    )


def plan(table: Table, rng: Rng) -> Path | None:
    path = instant(*PLANS, state=State.REQUESTED)(table, rng)
    return path if path is not None and path.stat().st_size else None


def with_completion(table: Table) -> list[Instant]:
    found = (one for one in table.instants if one.completion_time is not None and table.layout >= 2)
    return sorted(found, key=lambda one: one.time)


def properties(table: Table, _: Rng) -> Path:
    return table.path / ".hoodie" / "hoodie.properties"


def named_files(table: Table) -> list[Path]:
    """Base files with the time of an active instant in their name."""
    times = {one.time for one in table.instants if one.state is State.COMPLETED}
    return [path for path in table.data("*.parquet") if path.stem.rpartition("_")[2] in times]


def named_logs(table: Table) -> list[Path]:
    times = {one.time for one in table.instants if one.state is State.COMPLETED}
    logs = table.data(".*.log.*") if table.layout >= 2 else []
    return [path for path in logs if path.name.split("_")[1].partition(".")[0] in times]


def last_delta(table: Table, _: Rng) -> tuple[str, Path] | None:
    """Time of the last delta commit of several, and a log file that it wrote to."""
    times = sorted(one.time for one in table.completed("deltacommit"))
    if len(times) < 2:
        return None
    logs = (path for path in table.data(".*.log.*") if times[-1].encode() in path.read_bytes())
    return next(((times[-1], path) for path in logs), None)


def rollback_and_commit(table: Table, rng: Rng) -> tuple[Instant, Instant] | None:
    rollbacks, done = table.completed("rollback"), table.completed(*COMMITS)
    return (rng.choice(rollbacks), rng.choice(done)) if rollbacks and done else None


def archives(table: Table) -> list[Path]:
    """None in layout 2, where nobody reads the archives that an upgrade has left."""
    found = (table.path / ".hoodie" / "archived").glob(".commits_.archive.*")
    return sorted(found) if table.layout < 2 else []


def archived(table: Table) -> list[HistoryRow]:
    rows = read_history(table.path).rows if table.layout >= 2 else []
    return [row for row in rows if row.metadata is not None]


def history(table: Table, _: Rng) -> Path | None:
    folder = history_folder(table.path) if table.layout >= 2 else None
    return folder if folder is not None and (folder / "_version_").is_file() else None


def manifest(folder: Path) -> Path:
    return folder / f"manifest_{(folder / '_version_').read_text().strip()}"


def first_file(folder: Path) -> Path:
    return folder / str(json.loads(manifest(folder).read_text())["files"][0]["fileName"])


COMMIT, PARTITION = instant(*COMMITS), one_of(lambda table: table.data(".hoodie_partition_metadata"))
PENDING = instant("compaction", "logcompaction", "rollback", state=State.INFLIGHT)
NAMED_FILE, NAMED_LOG, ARCHIVE = one_of(named_files), one_of(named_logs), one_of(archives)

# --- what is done to one path, which is where it must be found ------------------------------------------

SIMPLE: tuple[tuple[str, Callable[[Table, Rng], Path | None], str, Callable[[Path, Rng], object]], ...] = (
    ("commit_emptied", COMMIT, "timeline.content.empty-completed", lambda path, _: path.write_bytes(b"")),
    (
        "type_lost",
        properties,
        "timeline.properties.mandatory",
        lambda path, _: drop_lines(path, "hoodie.table.type"),
    ),
    (
        "backup_left",
        properties,
        "timeline.properties.backup-left",
        lambda path, _: shutil.copyfile(path, path.with_name("hoodie.properties.backup")),
    ),
    (
        "pending_with_bytes",
        PENDING,
        "timeline.content.pending-empty",
        lambda path, _: path.write_bytes(b"x" * 9),
    ),
    ("plan_cut", plan, "timeline.content.avro", lambda path, rng: cut(path, rng, 4, 17)),
    (
        "plan_sync_changed",
        plan,
        "timeline.content.avro-sync",
        lambda path, rng: flip(path, -1 - rng.randrange(16), 1 << rng.randrange(8)),
    ),
    (
        "partition_depth",
        PARTITION,
        "timeline.partition-metadata.depth",
        lambda path, _: path.write_text("commitTime=20260101000000000\npartitionDepth=7\n", "latin-1"),
    ),
    (
        "partition_key_lost",
        PARTITION,
        "timeline.partition-metadata.keys",
        lambda path, _: path.write_text("commitTime=20260101000000000\n", "latin-1"),
    ),
    (
        "named_file_grown",
        NAMED_FILE,
        "length-mismatch",
        lambda path, _: path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0PAR1"),
    ),
    ("archive_cut", ARCHIVE, "archive.block.damaged", lambda path, rng: cut(path, rng, 14, 8)),
    ("archive_trailer_changed", ARCHIVE, "archive.block.damaged", lambda path, _: flip(path, -1, 1)),
    (
        "archive_type_changed",
        ARCHIVE,
        "archive.block.foreign",
        lambda path, _: flip(path, 21, path.read_bytes()[21] ^ 5),
    ),
    (
        "commit_blocks_archiver",
        lambda table, rng: instant(*COMMITS, "clean")(table, rng) if table.layout < 2 else None,
        "archive.recovery.no-delete",
        lambda path, _: path.write_bytes(path.read_bytes()[:20]),
    ),
    (
        "history_version_no_number",
        history,
        "history.version.form",
        lambda folder, rng: (folder / "_version_").write_text(rng.choice(["", "x", "-1", "1\n2"])),
    ),
    (
        "history_version_of_nothing",
        history,
        "history.version.missing-manifest",
        lambda folder, _: (folder / "_version_").write_text("4711"),
    ),
    (
        "history_manifest_cut",
        history,
        "history.manifest.form",
        lambda folder, rng: cut(manifest(folder), rng, 1, 2),
    ),
    (
        "history_length_changed",
        history,
        "history.manifest.form",
        lambda folder, _: manifest(folder).write_text(longer(manifest(folder).read_text())),
    ),
    ("history_file_gone", history, "history.manifest.form", lambda folder, _: first_file(folder).unlink()),
    (
        "history_emptied",
        history,
        "history.manifest.empty",
        lambda folder, _: manifest(folder).write_text('{"files":[]}'),
    ),
    (
        "history_foreign_file",
        history,
        "history.file.level",
        lambda folder, _: (folder / "1_2_13.parquet").write_bytes(b"PAR1"),
    ),
    (
        "history_footer_changed",
        history,
        "history.row.form",
        lambda folder, _: flip(first_file(folder), -2, 4),
    ),
)


def _simple(rule: str, damage: Callable[[Path, Rng], object]) -> Callable[[Table, Rng, Path], Found]:
    def kind(_: Table, rng: Rng, path: Path) -> Found:
        damage(path, rng)
        return path, rule

    return kind


for _name, _choose, _rule, _damage in SIMPLE:
    kind(_choose, _name)(_simple(_rule, _damage))


# --- what is done to more, or found elsewhere -----------------------------------------------------------


@kind(COMMIT)
def commit_cut(_: Table, rng: Rng, path: Path) -> Found:
    is_json = path.read_bytes().startswith(b"{")
    cut(path, rng, 8, 1)
    return path, "timeline.content.json-cut" if is_json else "timeline.content.avro"


@kind(instant("deltacommit", state=State.REQUESTED))
def requested_gone(table: Table, _: Rng, path: Path) -> Found:
    table.unlink(path.name.partition(".")[0], State.REQUESTED, State.COMPLETED)
    return table.folder, "timeline.state.requested"


@kind(lambda table, rng: "hoodie.table.checksum=" in properties(table, rng).read_text("latin-1"))
def checksum_changed(table: Table, rng: Rng, _: bool) -> Found:
    path = properties(table, rng)
    text = path.read_text("latin-1")
    path.write_text(text.replace("hoodie.table.checksum=", "hoodie.table.checksum=1", 1), "latin-1")
    return path, "timeline.properties.checksum"


@kind(properties)
def properties_lost_in_update(_: Table, rng: Rng, path: Path) -> Found:
    shutil.copyfile(path, path.with_name("hoodie.properties.backup"))
    drop_lines(path, "precombine", "archivelog")
    return path, "timeline.properties.update"


@kind(one_of(with_completion))
def completed_too_early(table: Table, _: Rng, one: Instant) -> Found:
    (table.folder / one.name).rename(table.folder / f"{one.time}_10000101000000000.{one.action}")
    return table.folder, "timeline.completion.order"


@kind(lambda table, _: with_completion(table)[1:] and with_completion(table)[-2:])
def completed_at_once(table: Table, _: Rng, last: list[Instant]) -> Found:
    one, other = last
    (table.folder / one.name).rename(table.folder / f"{one.time}_{other.completion_time}.{one.action}")
    return table.folder, "timeline.completion.unique"


@kind(COMMIT)
def file_in_the_making(_: Table, rng: Rng, path: Path) -> Found:
    path.with_name(f"{path.name}.1b4e28ba-2fa1-11d2-883f-0016d3cca427").write_bytes(b"{")
    return path.parent, "timeline.name.temporary"


@kind(NAMED_FILE)
def named_file_gone(_: Table, rng: Rng, path: Path) -> Found:
    path.unlink()
    return "commit", "bad-reference"


@kind(NAMED_LOG)
def log_file_gone(_: Table, rng: Rng, path: Path) -> Found:
    path.unlink()
    return "commit", "bad-reference"


@kind(one_of(lambda table: table.data("*.parquet")))
def strange_base_file(_: Table, rng: Rng, path: Path) -> Found:
    strange = path.with_name(f"{path.stem.rpartition('_')[0]}_{LATE}.parquet")
    return Path(shutil.copyfile(path, strange)), "table.slice.committed"


@kind(NAMED_FILE)
def retried_base_file(_: Table, rng: Rng, path: Path) -> Found:
    file_id, _token, time = path.stem.rsplit("_", 2)
    again = path.with_name(f"{file_id}_9-9-9_{time}.parquet")
    return Path(shutil.copyfile(path, again)), "table.slice.committed"


@kind(last_delta)
def blocks_without_instant(table: Table, _: Rng, last: tuple[str, Path]) -> Found:
    """The last delta commit loses its files of the timeline, its log blocks stay."""
    table.unlink(last[0], *State)
    return last[1], "table.slice.committed"


@kind(rollback_and_commit)
def rolled_back_is_back(table: Table, _: Rng, chosen: tuple[Instant, Instant]) -> Found:
    rollback, model = chosen
    value = decode_instant((table.folder / rollback.name).read_bytes(), rollback.name, table.layout).value
    completion = f"_{LATE}" if table.layout >= 2 else ""
    name = f"{value['commitsRollback'][0]}{completion}.{model.action}"
    shutil.copyfile(table.folder / model.name, table.folder / name)
    return f"/{name}", "bad-state"


@kind(lambda table, _: table.folder)
def plan_of_files_that_are_gone(_: Table, rng: Rng, folder: Path) -> Found:
    schema = {
        "type": "record",
        "name": "HoodieCompactionPlan",
        "fields": [
            {
                "name": "operations",
                "type": {
                    "type": "array",
                    "items": {
                        "type": "record",
                        "name": "Operation",
                        "fields": [
                            {"name": "dataFilePath", "type": ["null", "string"]},
                            {"name": "deltaFilePaths", "type": {"type": "array", "items": "string"}},
                            {"name": "partitionPath", "type": "string"},
                        ],
                    },
                },
            }
        ],
    }
    record = {
        "operations": [{"dataFilePath": "gone_0-0-0_1.parquet", "deltaFilePaths": [], "partitionPath": "p"}]
    }
    (folder / f"{LATE}.compaction.requested").write_bytes(container(schema, record))
    return f"{LATE}.compaction.requested", "bad-reference"


@kind(lambda table, _: archives(table))
def merge_plan_left(_: Table, rng: Rng, found: list[Path]) -> Found:
    path = found[0].with_name("mergeArchivePlan")
    empty = container({"type": "record", "name": "P", "fields": []}, {})
    path.write_bytes(rng.choice([b"", b"Obj\x01\x04", empty]))
    return path, "archive.merge.plan-file"


@kind(ARCHIVE)
def archive_in_hoodie(table: Table, _: Rng, path: Path) -> Found:
    return path.rename(table.path / ".hoodie" / path.name), "archive.file.folder-09"


@kind(one_of(archived))
def archived_and_active(table: Table, _: Rng, row: HistoryRow) -> Found:
    """An instant of the history that is active, too, as after an archival that was cut short."""
    name = f"{row.time}_{row.completion_time}.{row.action}"
    (table.folder / name).write_bytes(row.metadata or b"")
    return name, "archive.recovery.union"
