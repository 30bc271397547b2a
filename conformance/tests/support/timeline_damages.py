# SPDX-License-Identifier: Apache-2.0
"""Damage to the timeline of a whole table, kind by kind, and as what an audit must find it.

A kind takes the folder of a healthy table and a random generator, changes the table, and says what is to be
found: (end of the path, requirement or code); None where the table has nothing that it could be done to.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from hudi_conformance.decode.timeline.history import history_folder
from hudi_conformance.decode.timeline.listing import all_instants, read_timeline
from hudi_conformance.views.timeline import Instant, State

Expected = tuple[str, str]
Kind = Callable[[Path, random.Random], Expected | None]
LATE = "29991231235959999"


def _timeline(table: Path) -> tuple[Path, int, list[Instant]]:
    view = read_timeline(table)
    folder = table / view.folder
    return folder, view.layout, all_instants(folder, view.layout)


def _pick(
    table: Path, rng: random.Random, state: State, actions: tuple[str, ...] = ("commit", "deltacommit")
) -> Path | None:
    folder, _, instants = _timeline(table)
    found = [one for one in instants if one.state is state and one.action in actions]
    return folder / rng.choice(found).name if found else None


def _below(table: Path, path: Path) -> str:
    return path.relative_to(table).as_posix()


def _data(table: Path, pattern: str) -> list[Path]:
    return sorted(path for path in table.rglob(pattern) if ".hoodie" not in path.relative_to(table).parts)


def commit_cut(table: Path, rng: random.Random) -> Expected | None:
    path = _pick(table, rng, State.COMPLETED)
    if path is None:
        return None
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(8, len(data) - 1)])
    is_json = data.startswith(b"{")
    return _below(table, path), "timeline.content.json-cut" if is_json else "timeline.content.avro"


def commit_emptied(table: Path, rng: random.Random) -> Expected | None:
    path = _pick(table, rng, State.COMPLETED)
    if path is None:
        return None
    path.write_bytes(b"")
    return _below(table, path), "timeline.content.empty-completed"


def requested_gone(table: Path, rng: random.Random) -> Expected | None:
    folder, _, instants = _timeline(table)
    pending = [one for one in instants if one.state is State.REQUESTED and one.action == "deltacommit"]
    if not pending:
        return None
    time = rng.choice(pending).time
    for one in instants:
        if one.time == time and one.state is not State.INFLIGHT:
            (folder / one.name).unlink()
    return _below(table, folder), "timeline.state.requested"


def checksum_changed(table: Path, rng: random.Random) -> Expected | None:
    path = table / ".hoodie" / "hoodie.properties"
    text = path.read_text("latin-1")
    if "hoodie.table.checksum=" not in text:
        return None
    path.write_text(text.replace("hoodie.table.checksum=", "hoodie.table.checksum=1", 1), "latin-1")
    return ".hoodie/hoodie.properties", "timeline.properties.checksum"


def type_lost(table: Path, rng: random.Random) -> Expected | None:
    path = table / ".hoodie" / "hoodie.properties"
    lines = path.read_text("latin-1").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("hoodie.table.type")), "latin-1")
    return ".hoodie/hoodie.properties", "timeline.properties.mandatory"


def backup_left(table: Path, rng: random.Random) -> Expected | None:
    path = table / ".hoodie" / "hoodie.properties"
    shutil.copyfile(path, path.with_name("hoodie.properties.backup"))
    return ".hoodie/hoodie.properties", "timeline.properties.backup-left"


def properties_lost_in_update(table: Path, rng: random.Random) -> Expected | None:
    path = table / ".hoodie" / "hoodie.properties"
    shutil.copyfile(path, path.with_name("hoodie.properties.backup"))
    lines = path.read_text("latin-1").splitlines(keepends=True)
    path.write_text(
        "".join(line for line in lines if "precombine" not in line and "archivelog" not in line), "latin-1"
    )
    return ".hoodie/hoodie.properties", "timeline.properties.update"


def completed_too_early(table: Path, rng: random.Random) -> Expected | None:
    folder, layout, instants = _timeline(table)
    found = [one for one in instants if one.completion_time is not None]
    if layout < 2 or not found:
        return None
    one = rng.choice(found)
    (folder / one.name).rename(folder / f"{one.time}_10000101000000000.{one.action}")
    return _below(table, folder), "timeline.completion.order"


def completed_at_once(table: Path, rng: random.Random) -> Expected | None:
    folder, layout, instants = _timeline(table)
    found = [one for one in instants if one.completion_time is not None]
    if layout < 2 or len(found) < 2:
        return None
    one, other = sorted(found, key=lambda one: one.time)[-2:]
    (folder / one.name).rename(folder / f"{one.time}_{other.completion_time}.{one.action}")
    return _below(table, folder), "timeline.completion.unique"


def file_in_the_making(table: Path, rng: random.Random) -> Expected | None:
    path = _pick(table, rng, State.COMPLETED)
    if path is None:
        return None
    path.with_name(f"{path.name}.1b4e28ba-2fa1-11d2-883f-0016d3cca427").write_bytes(b"{")
    return _below(table, path.parent), "timeline.name.temporary"


def pending_with_bytes(table: Path, rng: random.Random) -> Expected | None:
    path = _pick(table, rng, State.INFLIGHT, ("compaction", "logcompaction", "rollback"))
    if path is None:
        return None
    path.write_bytes(b"x" * 9)
    return _below(table, path), "timeline.content.pending-empty"


def plan_cut(table: Path, rng: random.Random) -> Expected | None:
    path = _pick(
        table, rng, State.REQUESTED, ("compaction", "clean", "rollback", "replacecommit", "clustering")
    )
    if path is None or not path.stat().st_size:
        return None
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(4, len(data) - 17)])
    return _below(table, path), "timeline.content.avro"


def plan_sync_changed(table: Path, rng: random.Random) -> Expected | None:
    path = _pick(
        table, rng, State.REQUESTED, ("compaction", "clean", "rollback", "replacecommit", "clustering")
    )
    if path is None or not path.stat().st_size:
        return None
    data = bytearray(path.read_bytes())
    data[-1 - rng.randrange(16)] ^= 1 << rng.randrange(8)
    path.write_bytes(bytes(data))
    return _below(table, path), "timeline.content.avro-sync"


def partition_depth(table: Path, rng: random.Random) -> Expected | None:
    path = rng.choice(_data(table, ".hoodie_partition_metadata"))
    path.write_text("commitTime=20260101000000000\npartitionDepth=7\n", "latin-1")
    return _below(table, path), "timeline.partition-metadata.depth"


def partition_key_lost(table: Path, rng: random.Random) -> Expected | None:
    path = rng.choice(_data(table, ".hoodie_partition_metadata"))
    path.write_text("commitTime=20260101000000000\n", "latin-1")
    return _below(table, path), "timeline.partition-metadata.keys"


def named_file_gone(table: Path, rng: random.Random) -> Expected | None:
    found = [path for path in _data(table, "*.parquet") if _is_named(table, path)]
    if not found:
        return None
    rng.choice(found).unlink()
    return "commit", "bad-reference"


def _is_named(table: Path, path: Path) -> bool:
    """Whether an active instant has the time in the name."""
    _, _, instants = _timeline(table)
    time = path.stem.rpartition("_")[2]
    return any(one.time == time and one.state is State.COMPLETED for one in instants)


def named_file_grown(table: Path, rng: random.Random) -> Expected | None:
    found = [path for path in _data(table, "*.parquet") if _is_named(table, path)]
    if not found:
        return None
    path = rng.choice(found)
    path.write_bytes(path.read_bytes()[:-4] + b"\0\0\0\0PAR1")
    return _below(table, path), "length-mismatch"


def log_file_gone(table: Path, rng: random.Random) -> Expected | None:
    found = _data(table, ".*.log.*")
    _, layout, instants = _timeline(table)
    times = {one.time for one in instants if one.state is State.COMPLETED}
    named = [path for path in found if path.name.split("_")[1].partition(".")[0] in times]
    if layout < 2 or not named:
        return None
    rng.choice(named).unlink()
    return "commit", "bad-reference"


def strange_base_file(table: Path, rng: random.Random) -> Expected | None:
    found = _data(table, "*.parquet")
    if not found:
        return None
    path = rng.choice(found)
    strange = path.with_name(f"{path.stem.rpartition('_')[0]}_{LATE}.parquet")
    shutil.copyfile(path, strange)
    return _below(table, strange), "table.slice.committed"


def retried_base_file(table: Path, rng: random.Random) -> Expected | None:
    found = [path for path in _data(table, "*.parquet") if _is_named(table, path)]
    if not found:
        return None
    path = rng.choice(found)
    file_id, _, time = path.stem.rsplit("_", 2)
    again = path.with_name(f"{file_id}_9-9-9_{time}.parquet")
    shutil.copyfile(path, again)
    return _below(table, again), "table.slice.committed"


def blocks_without_instant(table: Path, rng: random.Random) -> Expected | None:
    """The last delta commit loses its files of the timeline, its log blocks stay."""
    folder, _, instants = _timeline(table)
    deltas = sorted(
        one.time for one in instants if one.action == "deltacommit" and one.state is State.COMPLETED
    )
    logs = _data(table, ".*.log.*")
    if len(deltas) < 2:
        return None
    time = deltas[-1]
    with_blocks = [path for path in logs if time.encode() in path.read_bytes()]
    if not with_blocks:
        return None
    for one in instants:
        if one.time == time:
            (folder / one.name).unlink()
    return _below(table, with_blocks[0]), "table.slice.committed"


def rolled_back_is_back(table: Path, rng: random.Random) -> Expected | None:
    folder, layout, instants = _timeline(table)
    rollbacks = [one for one in instants if one.action == "rollback" and one.state is State.COMPLETED]
    done = [
        one for one in instants if one.action in {"commit", "deltacommit"} and one.state is State.COMPLETED
    ]
    if not rollbacks or not done:
        return None
    from hudi_conformance.decode.timeline.content import decode_instant

    one = rng.choice(rollbacks)
    value = decode_instant((folder / one.name).read_bytes(), one.name, layout).value
    time, model = value["commitsRollback"][0], rng.choice(done)
    name = f"{time}_{LATE}.{model.action}" if layout >= 2 else f"{time}.{model.action}"
    shutil.copyfile(folder / model.name, folder / name)
    return f"/{name}", "bad-state"


def plan_of_files_that_are_gone(table: Path, rng: random.Random) -> Expected | None:
    folder, _, _ = _timeline(table)
    schema = {
        "type": "record", "name": "HoodieCompactionPlan", "fields": [
            {"name": "operations", "type": {"type": "array", "items": {
                "type": "record", "name": "Operation", "fields": [
                    {"name": "dataFilePath", "type": ["null", "string"]},
                    {"name": "deltaFilePaths", "type": {"type": "array", "items": "string"}},
                    {"name": "partitionPath", "type": "string"}]}}}]}  # fmt: skip
    record = {
        "operations": [{"dataFilePath": "gone_0-0-0_1.parquet", "deltaFilePaths": [], "partitionPath": "p"}]
    }
    (folder / f"{LATE}.compaction.requested").write_bytes(container(schema, record))
    return f"{LATE}.compaction.requested", "bad-reference"


def container(schema: object, record: object) -> bytes:
    """An Avro container of one record, by a library that is neither of our routes."""
    import io

    import fastavro

    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(schema), [record])
    return out.getvalue()


# --- archives -------------------------------------------------------------------------------------------


def _archives(table: Path) -> list[Path]:
    """None in layout 2, where nobody reads the archives that an upgrade has left."""
    if _timeline(table)[1] >= 2:
        return []
    return sorted((table / ".hoodie" / "archived").glob(".commits_.archive.*"))


def archive_cut(table: Path, rng: random.Random) -> Expected | None:
    found = _archives(table)
    if not found:
        return None
    path = rng.choice(found)
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(14, len(data) - 8)])
    return _below(table, path), "archive.block.damaged"


def archive_trailer_changed(table: Path, rng: random.Random) -> Expected | None:
    found = _archives(table)
    if not found:
        return None
    path = rng.choice(found)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    return _below(table, path), "archive.block.damaged"


def archive_type_changed(table: Path, rng: random.Random) -> Expected | None:
    found = _archives(table)
    if not found:
        return None
    path = rng.choice(found)
    data = bytearray(path.read_bytes())
    data[21] = 5
    path.write_bytes(bytes(data))
    return _below(table, path), "archive.block.foreign"


def merge_plan_left(table: Path, rng: random.Random) -> Expected | None:
    if not _archives(table):
        return None
    path = table / ".hoodie" / "archived" / "mergeArchivePlan"
    path.write_bytes(
        rng.choice([b"", b"Obj\x01\x04", container({"type": "record", "name": "P", "fields": []}, {})])
    )
    return _below(table, path), "archive.merge.plan-file"


def archive_in_hoodie(table: Path, rng: random.Random) -> Expected | None:
    found = _archives(table)
    if not found:
        return None
    path = rng.choice(found)
    path.rename(table / ".hoodie" / path.name)
    return f".hoodie/{path.name}", "archive.file.folder-09"


def commit_blocks_archiver(table: Path, rng: random.Random) -> Expected | None:
    _, layout, _ = _timeline(table)
    path = _pick(table, rng, State.COMPLETED, ("commit", "deltacommit", "clean"))
    if layout >= 2 or path is None:
        return None
    path.write_bytes(path.read_bytes()[:20])
    return _below(table, path), "archive.recovery.no-delete"


def archived_and_active(table: Path, rng: random.Random) -> Expected | None:
    """An instant of the history that is active, too, as after an archival that was cut short."""
    from hudi_conformance.decode.timeline.history import read_history

    folder, layout, _ = _timeline(table)
    if layout < 2:
        return None
    rows = [row for row in read_history(table).rows if row.metadata is not None]
    if not rows:
        return None
    row = rng.choice(rows)
    name = f"{row.time}_{row.completion_time}.{row.action}"
    (folder / name).write_bytes(row.metadata or b"")
    return name, "archive.recovery.union"


def _history(table: Path) -> Path | None:
    _, layout, _ = _timeline(table)
    folder = history_folder(table) if layout >= 2 else None
    return folder if folder is not None and (folder / "_version_").is_file() else None


def history_version_no_number(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    (folder / "_version_").write_text(rng.choice(["", "x", "-1", "1\n2"]))
    return _below(table, folder), "history.version.form"


def history_version_of_nothing(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    (folder / "_version_").write_text("4711")
    return _below(table, folder), "history.version.missing-manifest"


def _manifest(folder: Path) -> Path:
    return folder / f"manifest_{(folder / '_version_').read_text().strip()}"


def history_manifest_cut(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    path = _manifest(folder)
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(1, len(data) - 2)])
    return _below(table, folder), "history.manifest.form"


def history_length_changed(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    path = _manifest(folder)
    value = json.loads(path.read_text())
    value["files"][0]["fileLen"] += 1
    path.write_text(json.dumps(value))
    return _below(table, folder), "history.manifest.form"


def history_file_gone(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    value = json.loads(_manifest(folder).read_text())
    (folder / value["files"][0]["fileName"]).unlink()
    return _below(table, folder), "history.manifest.form"


def history_emptied(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    _manifest(folder).write_text('{"files":[]}')
    return _below(table, folder), "history.manifest.empty"


def history_foreign_file(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    (folder / "1_2_13.parquet").write_bytes(b"PAR1")
    return _below(table, folder), "history.file.level"


def history_footer_changed(table: Path, rng: random.Random) -> Expected | None:
    folder = _history(table)
    if folder is None:
        return None
    value = json.loads(_manifest(folder).read_text())
    path = folder / value["files"][0]["fileName"]
    data = bytearray(path.read_bytes())
    data[-2] ^= 4
    path.write_bytes(bytes(data))
    return _below(table, folder), "history.row.form"


KINDS: tuple[Kind, ...] = (
    commit_cut, commit_emptied, requested_gone, checksum_changed, type_lost, backup_left,
    properties_lost_in_update, completed_too_early, completed_at_once, file_in_the_making, pending_with_bytes,
    plan_cut, plan_sync_changed, partition_depth, partition_key_lost, named_file_gone, named_file_grown,
    log_file_gone, strange_base_file, retried_base_file, blocks_without_instant, rolled_back_is_back,
    plan_of_files_that_are_gone, archive_cut, archive_trailer_changed, archive_type_changed, merge_plan_left,
    archive_in_hoodie, commit_blocks_archiver, archived_and_active, history_version_no_number,
    history_version_of_nothing, history_manifest_cut, history_length_changed, history_file_gone,
    history_emptied, history_foreign_file, history_footer_changed,
)  # fmt: skip
