# SPDX-License-Identifier: Apache-2.0
"""Facts from the timeline of a table: files that it names, plans to read or deletes; states of instants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from hudi_conformance.audit import plans
from hudi_conformance.audit.archived import unproven_blocks, unproven_rows
from hudi_conformance.audit.archived_sizes import PATH, SIZE, STATS
from hudi_conformance.audit.commits import MEMBERS, Commit, Named, WriteStat
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.grammar import reject_of, rejection_of
from hudi_conformance.decode.timeline import archive_entries, history
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history_proof import HistoryProof
from hudi_conformance.decode.timeline.listing import all_instants, inside, read_timeline
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.model.actions import COMMITS, DELETING, REPLACING, comparable_action
from hudi_conformance.model.common import AvroValue, Rejection
from hudi_conformance.model.properties.table import ARCHIVE_FOLDER
from hudi_conformance.model.timeline import LAYOUT_2, HistoryRow, Instant, InstantContent, State, Timeline

# Members of rollback metadata that name files which still exist afterwards.
_KEPT = frozenset({"rollbackLogFiles", "logFilesFromFailedCommit"})


@dataclass
class Facts:
    """Facts about the files and instants of a table.

    Attributes:
        named: files by path below the table, as active completed commits name them; the last one of each.
        commits: completed active commits with readable metadata, in order of time.
        records: name of the Avro record of each instant that contains one, by file name.
        planned: files by path that pending plans of compaction and clustering read, with the plan.
        based_on: times of commits that a plan, a savepoint or a write stat names as its base, with that
            instant.
        clustered: file groups in the plan of a completed clustering, by its time.
        rewritten: files in the plan of a completed compaction or clustering, by its time.
        deleted: names of files that some clean, rollback or restore names, active or archived.
        removed: names of files that a completed active clean or rollback has deleted according to its
            metadata or plan, with that file of the timeline.
        rollback_logs: names of log files that rollbacks wrote or kept.
        saved: files by path that savepoints protect.
        archived: archived instants as (time, comparable action, state).
        archived_sizes: base files by path as archived completed commits name them, with time and size.
        replaced: file groups, as (partition, file id), that active completed commits replaced, with its time.
        undone: times of instants that a rollback or restore names.
        restoring: times of instants that the plan of a pending restore names.
        stated_completed: times that a clean states as the last completed one, with the clean.
        unreadable: instants whose content cannot be decoded; the checks of the timeline report them.
        problems: parts of the archive that cannot be read, as (path below the table, error).
    """

    timeline: Timeline
    instants: list[Instant]
    named: dict[str, Named] = field(default_factory=dict)
    commits: list[Commit] = field(default_factory=list)
    records: dict[str, str] = field(default_factory=dict)
    planned: dict[str, Instant] = field(default_factory=dict)
    based_on: dict[str, Instant] = field(default_factory=dict)
    clustered: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    rewritten: dict[str, frozenset[str]] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)
    removed: dict[str, Instant] = field(default_factory=dict)
    rollback_logs: set[str] = field(default_factory=set)
    saved: dict[str, Instant] = field(default_factory=dict)
    archived: set[tuple[str, str, State]] = field(default_factory=set)
    archived_sizes: dict[str, tuple[str, int]] = field(default_factory=dict)
    replaced: dict[tuple[str, str], str] = field(default_factory=dict)
    undone: dict[str, Instant | None] = field(default_factory=dict)
    restoring: dict[Instant, frozenset[str]] = field(default_factory=dict)
    stated_completed: dict[str, Instant] = field(default_factory=dict)
    unreadable: list[Instant] = field(default_factory=list)
    problems: list[tuple[str, Exception]] = field(default_factory=list)

    @cached_property
    def first_active(self) -> str | None:
        """Time of the first active write; readers treat older instants as archived, and so as completed."""
        writes = (i.time for i in self.instants if comparable_action(i.action) in COMMITS)
        return min(writes, default=None)

    @cached_property
    def completed_times(self) -> frozenset[str]:
        """Times of completed active instants; a savepoint has the time of the commit that it protects."""
        completed = (i for i in self.instants if i.state is State.COMPLETED)
        return frozenset(i.time for i in completed if i.action != "savepoint")

    @cached_property
    def active_times(self) -> frozenset[str]:
        """Times of active instants."""
        return frozenset(i.time for i in self.instants)

    @cached_property
    def completed_commits(self) -> Mapping[str, Instant]:
        """Completed active commits by time."""
        return {i.time: i for i in self.instants if i.state is State.COMPLETED and i.action in COMMITS}

    def known_times(self) -> set[str]:
        """Times of all instants, active and archived, and of those that were rolled back."""
        return (
            {instant.time for instant in self.instants}
            | {time for time, _, _ in self.archived}
            | set(self.undone)
        )


def gather(table: Path) -> Facts:
    """Read timeline and archive of a table; unreadable parts are among the facts.

    Raises:
        OSError: the folder cannot be read.
        Reject: the folder is not a table.
    """
    timeline = read_timeline(table)
    folder = table / timeline.folder
    facts = Facts(timeline, all_instants(folder, timeline.layout))
    completed = {instant.time for instant in facts.instants if instant.state is State.COMPLETED}
    texts = {instant.time: instant.time for instant in facts.instants}  # of write stats, each stored once
    for instant in sorted(facts.instants, key=lambda instant: instant.time):
        try:
            content = decode_instant(read_file(folder / instant.name), instant.name, timeline.layout)
        except READ_FAILURES:
            facts.unreadable.append(instant)
            continue
        _add(facts, instant, content, texts, is_completed=instant.time in completed)
    for path, entries in _archive_sources(table, facts):
        try:
            for time, action, state, value in entries():
                facts.archived.add((time, action, state))
                if action in DELETING:
                    _add_deletes(facts, value, None)
                elif action in COMMITS and state is State.COMPLETED:
                    _add_sizes(facts, value, time)
        except READ_FAILURES as error:
            facts.problems.append((path, error))
    return facts


Entry = tuple[str, str, State, AvroValue]


def _archive_sources(table: Path, facts: Facts) -> Iterator[tuple[str, Callable[[], Iterator[Entry]]]]:
    """Files of the archive by path, each with a function that reads its entries."""
    timeline = facts.timeline
    try:
        if timeline.layout >= LAYOUT_2:
            folder = history.history_folder(table)
            version, _ = history.version_in_force(folder)
            files = () if version is None else history.read_manifest(folder, version).files
            paths = [folder / name for name, _ in files]
            read = partial(_history_entries, facts=facts, proof=HistoryProof())
        else:
            name = ARCHIVE_FOLDER.get(timeline.properties)
            folder = inside(table / ".hoodie", name)
            unfinished = archive_entries.merged_by_plan(folder)
            paths = archive_entries.archive_files(folder)
            read = partial(_archive_entries, unfinished=unfinished, facts=facts)
    except READ_FAILURES as error:
        facts.problems.append((".hoodie", error))
        return
    for path in paths:
        yield path.relative_to(table).as_posix(), lambda path=path: read(path)  # type: ignore[misc]  # bound


def _history_entries(path: Path, facts: Facts, proof: HistoryProof) -> Iterator[Entry]:
    """Entries of a history file; those that the kernels can read are added to the facts silently."""
    rows = unproven_rows(history.read_batches(path), path.name, proof, facts.archived, facts.archived_sizes)
    yield from map(_row_entry, rows)


def _row_entry(row: HistoryRow) -> Entry:
    values = []
    if row.action in DELETING or row.action in COMMITS:
        for data in (row.metadata, row.plan):
            try:
                values += [decode_one_record(data)[1]] if data else []
            except Reject:  # a bare or damaged datum: the history's own check reports it
                continue
    return row.time, row.action, State.COMPLETED, values


def _archive_entries(path: Path, unfinished: str | None, facts: Facts | None) -> Iterator[Entry]:
    """Readable entries of an archive of layout 1; those that the kernels can read are added to the facts.

    Raises:
        Reject: after all entries, if a part of the archive cannot be read; not for the file of an unfinished
            merge, which readers skip [archive.merge.tolerate].
    """
    why: Rejection | None = None
    for block in (
        archive_entries.scan_archive(path)
        if facts is None
        else unproven_blocks(path, facts.archived, facts.archived_sizes)
    ):
        if not isinstance(block, archive_entries.ArchiveBlock):
            why = why or block
            continue
        why = why or block.rejection or block.block.why
        for entry in block.entries:
            try:
                instant = archive_entries.entry_instant(entry)
            except Reject as error:
                why = why or rejection_of(error)
                continue
            # An entry does not undo its own time.
            content = {name: item for name, item in entry.items() if name != "commitTime"}
            yield instant.time, instant.action, instant.state, content
    if why is not None and path.name != unfinished:
        raise reject_of(why)


def _add(
    facts: Facts, instant: Instant, content: InstantContent, texts: dict[str, str], *, is_completed: bool
) -> None:
    """Facts of one file of the timeline; `is_completed` refers to its instant, `texts` are shared strings."""
    value: Mapping[str, AvroValue] = content.value or {}
    if content.format == "avro" and isinstance(content.schema, Mapping):
        # A name with dots is a full name, namespace included.
        facts.records[instant.name] = str(content.schema.get("name")).rpartition(".")[2]
    if instant.action in DELETING:
        _add_deletes(facts, value, instant)
        facts.stated_completed[str(value.get("lastCompletedCommitTimestamp"))] = instant
        if instant.state is State.COMPLETED:
            _add_removed(facts, value, instant)
        elif instant.state is State.REQUESTED and is_completed:
            for path in plans.files_to_delete(value):
                facts.removed.setdefault(path.rpartition("/")[2], instant)
        elif instant.state is State.REQUESTED and instant.action == "restore":
            facts.restoring[instant] = frozenset(plans.instants_to_undo(value))
    elif instant.action == "savepoint" and instant.state is State.COMPLETED:
        facts.based_on[instant.time] = instant
        _add_saved(facts, value, instant)
    elif instant.state is State.COMPLETED and instant.action in COMMITS:
        _add_commit(facts, value, instant, texts)
    elif instant.state is State.INFLIGHT and instant.action in COMMITS:
        for _, stat in _stats(value):
            _add_base(facts, stat.get("prevCommit"), instant)
    elif instant.state is State.REQUESTED:
        _add_plan(facts, value, instant, is_completed=is_completed)


def _add_plan(facts: Facts, value: Mapping[str, AvroValue], instant: Instant, *, is_completed: bool) -> None:
    """Facts of a plan of compaction or clustering; files that a completed one has read may be deleted."""
    if is_completed and instant.action in REPLACING:
        facts.clustered[instant.time] = frozenset(plans.groups_to_rewrite(value))
    if is_completed:
        facts.rewritten[instant.time] = frozenset(plans.files_to_read(value))
    else:
        facts.planned.update(dict.fromkeys(plans.files_to_read(value), instant))
    for time in plans.instants_to_read(value):
        _add_base(facts, time, instant)


def _add_base(facts: Facts, time: AvroValue, instant: Instant) -> None:
    """Times that an instant builds on, without its own, which log files name from table version 8 on."""
    if isinstance(time, str) and time != instant.time:
        facts.based_on.setdefault(time, instant)


def _stats(value: Mapping[str, AvroValue]) -> Iterator[tuple[str, Mapping[str, AvroValue]]]:
    """Write stats of a commit, each with its partition."""
    partitions = value.get("partitionToWriteStats")
    for partition, group in partitions.items() if isinstance(partitions, Mapping) else ():
        yield from ((str(partition), stat) for stat in _elements([group]))


def _add_commit(
    facts: Facts, value: Mapping[str, AvroValue], instant: Instant, texts: dict[str, str]
) -> None:
    stats: list[tuple[str, WriteStat]] = []
    for partition, stat in _stats(value):
        values = (stat.get(name) for name in MEMBERS)
        shared = tuple(texts.setdefault(v, v) if isinstance(v, str) else v for v in values)
        stats.append((texts.setdefault(partition, partition), WriteStat(shared)))
        _add_base(facts, stat.get("prevCommit"), instant)
        path, size = stat.get("path"), stat.get("fileSizeInBytes")
        if isinstance(path, str) and path:
            facts.named[path] = Named(size if isinstance(size, int) and size > 0 else None, instant)
        cdc = stat.get("cdcStats")
        for name, length in cdc.items() if isinstance(cdc, Mapping) else ():
            facts.named[name] = Named(length if isinstance(length, int) else None, instant)
    replaced = value.get("partitionToReplaceFileIds")
    by_partition = replaced if isinstance(replaced, Mapping) else {}
    groups = tuple(
        (str(partition), str(name)) for partition, ids in by_partition.items() for name in plans.as_list(ids)
    )
    facts.replaced.update(dict.fromkeys(groups, instant.time))
    extra = value.get("extraMetadata")
    schemas = (
        extra.get(name) if isinstance(extra, Mapping) else None for name in ("schema", "latest_schema")
    )
    schema, by_id = (texts.setdefault(v, v) if isinstance(v, str) and v else None for v in schemas)
    operation = value.get("operationType")
    facts.commits.append(
        Commit(
            instant, operation if isinstance(operation, str) else None, "partitionToReplaceFileIds" in value,
            schema, by_id, tuple(stats), None if replaced is None else groups, tuple(map(str, by_partition)),
        )
    )  # fmt: skip


def _add_sizes(facts: Facts, archived: AvroValue, time: str) -> None:
    """Sizes of base files of an archived commit: from its metadata, or an entry or row that contains it."""
    for value in archived if isinstance(archived, list) else [archived]:
        for holder in (value, *value.values()) if isinstance(value, Mapping) else ():
            partitions = holder.get(STATS) if isinstance(holder, Mapping) else None
            for stat in _elements(partitions.values() if isinstance(partitions, Mapping) else ()):
                path, size = stat.get(PATH), stat.get(SIZE)
                if not isinstance(path, str) or not isinstance(size, int) or size <= 0:
                    continue
                if not path.rpartition("/")[2].startswith("."):  # log files of old tables grow afterwards
                    facts.archived_sizes[path] = time, size


def _add_removed(facts: Facts, value: Mapping[str, AvroValue], instant: Instant) -> None:
    partitions = value.get("partitionMetadata")
    for part in partitions.values() if isinstance(partitions, Mapping) else ():
        if isinstance(part, Mapping):
            for name in plans.as_list(part.get("successDeleteFiles")):
                if isinstance(name, str):
                    facts.removed[name.rpartition("/")[2]] = instant
            logs = part.get("rollbackLogFiles")
            facts.rollback_logs.update(
                name.rpartition("/")[2] for name in (logs if isinstance(logs, Mapping) else ())
            )


def _add_saved(facts: Facts, value: Mapping[str, AvroValue], instant: Instant) -> None:
    partitions = value.get("partitionMetadata")
    for partition, part in partitions.items() if isinstance(partitions, Mapping) else ():
        for name in plans.as_list(part.get("savepointDataFile")) if isinstance(part, Mapping) else ():
            if isinstance(name, str):
                facts.saved[f"{partition}/{name}" if partition else name] = instant


def _elements(groups: Iterable[AvroValue]) -> Iterator[Mapping[str, AvroValue]]:
    for group in groups:
        yield from (element for element in plans.as_list(group) if isinstance(element, Mapping))


def _add_deletes(facts: Facts, value: AvroValue, instant: Instant | None) -> None:
    """Every text of a clean, rollback or restore may be a deleted file's path; its last part is compared."""
    for key, text in _texts(value, ""):
        facts.deleted.add(text.rpartition("/")[2])
        if key in {"commitsRollback", "commitTime", "instantsToRollback"} and text.isdecimal():
            is_completed = instant is not None and instant.state is State.COMPLETED
            is_undone = is_completed and key != "instantsToRollback"
            facts.undone[text] = instant if is_undone else facts.undone.get(text)


def _texts(value: AvroValue, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            if name not in _KEPT:
                yield "", str(name)
                yield from _texts(item, str(name))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, key)
