# SPDX-License-Identifier: Apache-2.0
"""A table with a damaged timeline, opened with the instants that the rest of the table proves.

The table is opened with a copy of its timeline that is completed:

- An instant whose file cannot be decoded counts by the name of the file. Its schema is that of its data
  files, and the files that a clustering replaced are in its plan.
- An instant of data files counts as completed if later commits name it or its files, if completed instants
  have written to the file groups that it created, if the metadata table has completed it and a later instant
  exists, or if no file of it is left in the timeline. A rollback or restore that names it outweighs these.
- Other instants are ignored. Their rows may be lost if data files bear them, or a later write has completed.
- Data files in folders without partition metadata belong to the table if their instant is completed and no
  other folder has their file group.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import fastavro

from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.bulk.history import list_rows
from hudi_conformance.decode.folder import read_file, walk_folder
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.history import history_below
from hudi_conformance.decode.timeline.listing import all_instants, read_timeline
from hudi_conformance.model.actions import COMMITS
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.meta_fields import ALL_META_FIELDS
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.model.timeline import LAYOUT_2, Instant, State, Timeline
from hudi_conformance.salvage.account import REFUSALS
from hudi_conformance.semantics.merge.rules import line_of_version
from hudi_conformance.semantics.slices.blocks import Predicate
from hudi_conformance.semantics.slices.files import BaseFile, GroupId, SliceLog
from hudi_conformance.table.files import DataFiles, data_files_of, list_data_files
from hudi_conformance.table.schemas import SCHEMA_FOLDER, SCHEMA_SUFFIX
from hudi_conformance.table.state import is_merge_on_read, list_of, members_of, open_table, open_timeline
from hudi_conformance.table.view import Table
from hudi_conformance.table.view_files import path_of

DataFile: TypeAlias = BaseFile | SliceLog
Contents: TypeAlias = Sequence[tuple[Instant, Mapping[str, Any]]]
_HIDDEN = ".hoodie"
_UNREADABLE = (*REFUSALS, OSError)
_REPLACED = {"type": "map", "values": {"type": "array", "items": "string"}}
_FIELDS = {"extraMetadata": {"type": "map", "values": "string"}, "partitionToReplaceFileIds": _REPLACED}
_COMMIT = [{"name": name, "type": kind} for name, kind in _FIELDS.items()]  # what is known of a lost one


@dataclass(frozen=True, slots=True)
class Proven:
    """A table, and the reconstructed parts of its timeline.

    Attributes:
        table: the table.
        instants: reasons for instants that count as completed, or whose content is lost.
        left_out: instants whose rows may be lost, with the file groups that they wrote; none if unknown.
        folders: paths of partitions without partition metadata.
    """

    table: Table
    instants: Mapping[str, str]
    left_out: Mapping[str, Set[GroupId]]
    folders: Set[str]


@contextmanager
def open_proven(path: Path) -> Iterator[Proven]:
    """Open a table whose timeline may be damaged.

    Raises:
        OSError: a folder cannot be read.
        Reject: the properties of the table, or its schema, cannot be read.
        UnsupportedInput: as `open_table`.
    """
    timeline = read_timeline(path)
    fields = props.PARTITION_FIELDS.text(timeline.properties) or ""
    line = line_of_version(timeline.table_version)
    listed = list_data_files(path, line, is_partitioned=bool(fields.strip()))
    with TemporaryDirectory(prefix="salvage-timeline-") as scratch:
        folder = Path(scratch) / timeline.folder
        skipped = shutil.ignore_patterns("metadata", ".temp", "archived", "*.crc")
        shutil.copytree(path / _HIDDEN, Path(scratch) / _HIDDEN, ignore=skipped)
        instants = _make_readable(path, folder, timeline, listed)
        is_committed = open_timeline(Path(scratch))[1].is_committed
        borne = _instants_of_files(path, timeline, listed)
        borne = {time: own for time, own in borne.items() if not is_committed(time)}
        contents = [(i, _value(folder, i.name, timeline)) for i in timeline.instants if _is_done(i)]
        undone = {time for instant, value in contents for time in _undone(instant, value)}
        proofs = _proofs(path, timeline, contents, borne.keys() - undone)
        built_on = {time for time in borne.keys() - undone if _is_built_on(borne[time], listed, is_committed)}
        proofs = {
            time: ("completed instants have written to its file groups", time) for time in built_on
        } | proofs
        for time, (reason, completion) in sorted(proofs.items()):
            instants[time] = reason
            name = f"{time}_{completion}" if timeline.layout >= LAYOUT_2 else time
            content = _content(path, timeline, time, borne[time])
            (folder / f"{name}.{_action(timeline, time)}").write_bytes(content)
        files = _with_bare_folders(path, listed, open_timeline(Path(scratch))[1].is_committed)
        folders = {file.partition for file in files.all} - {file.partition for file in listed.all}
        left_out = {time: set(map(group_of, own)) for time, own in borne.items()}
        for time, groups in _overtaken(path, timeline):
            left_out[time] = left_out.get(time, set()) | groups
        left_out = {time: own for time, own in left_out.items() if time not in undone | proofs.keys()}
        table = open_table(Path(scratch), files=files, data=path)
        yield Proven(replace(table, path=path), instants, left_out, folders)


def group_of(file: DataFile) -> GroupId:
    """File group of a data file."""
    return file.partition, file.file_id


def _with_bare_folders(path: Path, listed: DataFiles, is_committed: Predicate) -> DataFiles:
    """The listing, and files of folders that it lacks."""
    ids, folders = {file.file_id for file in listed.all}, {file.partition for file in listed.all}
    nested = {f"{hidden.parent.relative_to(path).as_posix()}/" for hidden in path.rglob(f"*/{_HIDDEN}")}
    names = (f"{below}/{name}".lstrip("/") for below, name in walk_folder(path, frozenset({_HIDDEN})))

    def is_ours(file: DataFile) -> bool:
        is_new = file.partition not in folders and file.file_id not in ids
        return is_new and is_committed(file.instant) and not f"{file.partition}/".startswith(tuple(nested))

    files = data_files_of(names)
    bases, logs = filter(is_ours, files.base_files), filter(is_ours, files.log_files)
    return DataFiles((*listed.base_files, *bases), (*listed.log_files, *logs))


# --- the copy of the timeline ----------------------------------------------------------------------------


def _make_readable(path: Path, folder: Path, timeline: Timeline, files: DataFiles) -> dict[str, str]:
    """Replace contents that cannot be decoded; reasons by instant."""
    reasons: dict[str, str] = {}
    history = history_below(folder, timeline.properties)
    try:
        list_rows(history)
    except _UNREADABLE:
        shutil.rmtree(history)
        reasons["archive"] = "the archived timeline cannot be read"
    for instant in all_instants(folder, timeline.layout):
        try:
            content = decode_instant(read_file(folder / instant.name), instant.name, timeline.layout)
            parse_schema(members_of(members_of(content.value).get("extraMetadata")).get("schema") or '"null"')
            is_lost = content.format == "empty" and instant.action in COMMITS
        except (*_UNREADABLE, SchemaError):
            (folder / instant.name).write_bytes(b"")
            is_lost = True
        if is_lost and _is_done(instant):
            reasons[instant.time] = f"the content of {instant.name} is lost"
            own = [file for file in files.all if file.instant == instant.time]
            (folder / instant.name).write_bytes(_content(path, timeline, instant.time, own))
    return reasons


def _content(path: Path, timeline: Timeline, time: str, files: Iterable[DataFile]) -> bytes:
    """Content of a lost commit, from its files and its plan."""
    schema = next(filter(None, (_schema_of(path, file) for file in files)), None)
    replaced: dict[str, list[str]] = {}
    for action in ("replacecommit", "clustering"):
        plan = _value(path / timeline.folder, f"{time}.{action}.requested", timeline).get("clusteringPlan")
        for group in list_of(members_of(plan).get("inputGroups")):
            for item in map(members_of, list_of(members_of(group).get("slices"))):
                replaced.setdefault(str(item.get("partitionPath") or ""), []).append(str(item.get("fileId")))
    extra = {"schema": schema, "latest_schema": _ids_of(path, time)}
    extra = {key: text for key, text in extra.items() if schema and text}
    value = {"extraMetadata": extra, "partitionToReplaceFileIds": replaced}
    if timeline.layout < LAYOUT_2:
        return json.dumps(value).encode()
    out = io.BytesIO()
    fastavro.writer(out, {"type": "record", "name": "proven", "fields": _COMMIT}, [value])
    return out.getvalue()


def _schema_of(path: Path, file: DataFile) -> str | None:
    """Schema of a data file without meta fields, as commits have it; None if it has none."""
    with suppress(*_UNREADABLE, ValueError, TypeError, KeyError):
        if isinstance(file, BaseFile):
            text = open_base_file(path / path_of(file)).avro_schema
        else:
            with open_source(path / path_of(file)) as buffer:
                headers = (block.header for block in walk_log(buffer))
                texts = (h.get(HeaderKey.SCHEMA) for h in headers if HeaderKey.IS_PARTIAL not in h)
                text = next((text for text in texts if isinstance(text, str)), None)
        tree = json.loads(text or "")
        columns = [member for member in tree["fields"] if member["name"] not in ALL_META_FIELDS]
        return json.dumps({**tree, "fields": columns})
    return None


def _ids_of(path: Path, time: str) -> str | None:
    """The newest schema with ids up to an instant in the history of schemas; None if there is none."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        texts = [file.read_text() for file in (path / SCHEMA_FOLDER).glob(f"*{SCHEMA_SUFFIX}")]
        known = {item["version_id"]: item for text in texts for item in json.loads(text)["schemas"]}
        return json.dumps(known[max(number for number in known if number <= int(time))])
    return None


def _value(folder: Path, name: str, timeline: Timeline) -> Mapping[str, Any]:
    """Content of an instant; none if it cannot be read."""
    with suppress(*_UNREADABLE):
        return decode_instant(read_file(folder / name), name, timeline.layout).value or {}
    return {}


def _is_done(instant: Instant) -> bool:
    return instant.state is State.COMPLETED


def _action(timeline: Timeline, time: str) -> str:
    """Action of a completed instant, from its remaining files."""
    for instant in timeline.instants:
        if instant.time == time:
            completed = {
                "compaction": "commit",
                "logcompaction": "deltacommit",
                "clustering": "replacecommit",
            }
            return completed.get(instant.action, instant.action)
    return "deltacommit" if is_merge_on_read(timeline.properties) else "commit"


# --- instants of data files ------------------------------------------------------------------------------


def _instants_of_files(path: Path, timeline: Timeline, files: DataFiles) -> dict[str, list[DataFile]]:
    """Files by the instants in their names, and in blocks of log files that hold several."""
    borne: dict[str, list[DataFile]] = {}
    is_named = TableVersion(timeline.table_version).has(Feature.INSTANT_NAMES)
    for file in files.all:
        times: set[str] = {file.instant}
        if isinstance(file, SliceLog) and not is_named:
            with suppress(*_UNREADABLE), open_source(path / path_of(file)) as buffer:
                texts = (block.header.get(HeaderKey.INSTANT_TIME) for block in walk_log(buffer))
                times = {text for text in texts if isinstance(text, str)}
        for time in times:
            borne.setdefault(time, []).append(file)
    return borne


def _proofs(
    path: Path, timeline: Timeline, contents: Contents, times: Set[str]
) -> dict[str, tuple[str, str]]:
    """Reason and completion time of instants that other parts of the table have as completed."""
    present = {instant.time for instant in timeline.instants}
    is_empty = not any(instant.action in COMMITS for instant, _ in contents)
    reason = "the timeline has no file of it, but data files have its instant"
    proofs = {time: (reason, time) for time in (times if is_empty else times - present)}
    with suppress(*_UNREADABLE):
        known = filter(_is_done, read_timeline(path / _HIDDEN / "metadata").instants)
        done = {instant.time: instant.completion_time or instant.time for instant in known}
        newest = max((*done, *present), default="")
        for time in times & done.keys():
            if time < newest[: len(time)] or time not in present:
                proofs[time] = ("the metadata table has completed it", done[time])
    for instant, value in contents:
        for time in (times & {*_named(value)}) - proofs.keys():
            proofs[time] = (f"{instant.name} names it", time)
    return proofs


def _named(value: Mapping[str, Any]) -> Iterator[str]:
    """Instants on which a commit is built."""
    for _, stat in _stats(value):
        yield str(stat.get("prevCommit"))
        names = map(str, (stat.get("baseFile"), *list_of(stat.get("logFiles"))))
        yield from (file.instant for file in data_files_of(names).all)


def _stats(value: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Write stats of a commit with their partitions."""
    for partition, stats in members_of(value.get("partitionToWriteStats")).items():
        yield from ((partition, members_of(stat)) for stat in list_of(stats))


def _undone(instant: Instant, value: Mapping[str, Any]) -> Iterator[str]:
    """Instants that a rollback or restore has undone."""
    if instant.action in {"rollback", "restore"}:
        yield from map(str, list_of(value.get("commitsRollback") or value.get("instantsToRollback")))


def _is_built_on(own: Iterable[DataFile], files: DataFiles, is_committed: Predicate) -> bool:
    """Whether a completed instant has written to a file group whose first base file is of these."""
    for base in (file for file in own if isinstance(file, BaseFile)):
        siblings = [file for file in files.all if group_of(file) == group_of(base) and file is not base]
        is_first = not any(isinstance(file, BaseFile) and file.instant < base.instant for file in siblings)
        if is_first and any(base.instant < f.instant and is_committed(f.instant) for f in siblings):
            return True
    return False


def _overtaken(path: Path, timeline: Timeline) -> Iterator[tuple[str, set[GroupId]]]:
    """Pending writes after which another write completed, with the file groups in their plans.

    A write that failed is rolled back by the next one: the completion of these may be lost.
    """
    writes = [instant for instant in timeline.instants if instant.action in COMMITS]
    last = max((instant.time for instant in writes if _is_done(instant)), default="")
    for instant in writes:
        if not _is_done(instant) and instant.time < last:
            value = _value(path / timeline.folder, instant.name, timeline)
            yield instant.time, {(part, str(s["fileId"])) for part, s in _stats(value) if s.get("fileId")}
