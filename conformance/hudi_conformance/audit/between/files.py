# SPDX-License-Identifier: Apache-2.0
"""Files that the timeline names, and files that it does not."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping
from pathlib import Path

from hudi_conformance.audit.between.subject import Subject, damage, log_name
from hudi_conformance.audit.commits import Named
from hudi_conformance.audit.findings import ERROR, INFO, NOTE, UNREADABLE, VIOLATION, WARNING, FindingRow
from hudi_conformance.audit.footers import foreign_columns
from hudi_conformance.audit.timeline_surface import HIDDEN
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import close_buffer
from hudi_conformance.model.actions import comparable_action
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.meta_fields import PARTITION_PATH
from hudi_conformance.model.timeline import LEN_TIME, Instant, State


def check_timeline_there(subject: Subject) -> Iterator[FindingRow]:
    """Data files without any instant: the timeline is lost, and readers see an empty table."""
    facts = subject.facts
    if facts.completed_times:  # an archive keeps the last ones active
        return
    if facts.instants:
        yield from _check_only_pending(subject)
        return
    names = (path.rpartition("/")[2] for path in subject.data_files())
    num = sum(BaseFileName.parse(name) is not None or log_name(name) is not None for name in names)
    if num:
        message = f"no instant in {facts.timeline.folder}, and {num} data files: readers return no rows"
        yield damage(facts.timeline.folder, "timeline-missing", "missing-field", message)


def other_files(subject: Subject, time: str) -> str:
    """Describe files of an instant outside the timeline that readers list."""
    path = subject.unlisted(time)
    if path is None:
        return ""
    file = Path(f"{subject.table.path}/{path}")
    is_link = file.is_symlink() and not file.exists()
    return f"; {path} is there, " + ("a dangling link" if is_link else "under a wrong name")


def _check_only_pending(subject: Subject) -> Iterator[FindingRow]:
    """A file group of several base files, none of a completed instant: their completed files are lost."""
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path in subject.data_files():
        name = BaseFileName.of_path(path)
        if name is not None:
            groups[path.rpartition("/")[0], name.file_id].add(name.instant)
    if any(len(times) > 1 for times in groups.values()):  # a write of a group needs the previous one
        folder, num = subject.facts.timeline.folder, len(set().union(*groups.values()))
        message = f"no instant in {folder} is completed, and base files are of {num}: readers return no rows"
        yield damage(folder, "timeline-missing", "bad-state", message)


def check_problems(subject: Subject) -> Iterator[FindingRow]:
    """Parts of the archive that could not be read: other checks go on without them."""
    for path, error in subject.facts.problems:
        message = f"a part of the archive cannot be read, other checks continue without it: {error}"
        yield damage(path, "archive-unreadable", getattr(error, "code", "io"), message, severity=WARNING)


def check_named(subject: Subject) -> Iterator[FindingRow]:
    """Files that a completed commit names: their presence and size."""
    facts, present = subject.facts, subject.present
    severity = WARNING if facts.problems else ERROR
    last_build = functools.cache(functools.partial(_last_build, subject))
    is_at_home = functools.cache(functools.partial(_is_at_home, subject))
    for path, named in sorted(facts.named.items()):
        ref, instant = present.get(path), named.instant
        if ref is None:
            if not subject.is_absent(path):
                continue
            if path.rpartition("/")[2] in facts.deleted:
                continue
            if subject.is_metadata_table:
                built = last_build(path.partition("/")[0])
                if built is None or built > _end(subject, instant):
                    continue  # the index was dropped, or rebuilt later
            message = (
                f"{instant.name} names {path}, which is not there, and no clean or rollback names it"
                + (" in the readable part of the archive" if facts.problems else "")
                + _elsewhere(subject, path, is_at_home)
            )
            yield damage(
                subject.instant_file(instant), "named-file", "bad-reference", message, instant.time,
                severity=severity,
            )  # fmt: skip
        elif named.size is not None and _is_size_wrong(path, named, ref.size):
            message = f"{ref.size} bytes, {instant.name} states {named.size}"
            yield damage(path, "named-size", "length-mismatch", message, instant.time)


def _elsewhere(subject: Subject, path: str, is_at_home: Callable[[str], bool]) -> str:
    """Describe where the file of an absent path may be: renamed, or in a renamed or other folder."""
    folder, _, name = path.rpartition("/")
    alike = subject.paths_of(name)
    moved = sorted(other.rpartition("/")[0] for other in alike if other.endswith(f"/{name}") or other == name)
    is_lost = folder != "" and folder not in subject.folders
    if moved and is_lost and moved[0] not in subject.named_folders:
        return f"; the folder is there as {moved[0]}"
    if moved and is_at_home(f"{moved[0]}/{name.lstrip('.').partition('_')[0]}_"):
        return f"; {moved[0]}/{name} has rows of its folder, so this path is wrong"
    if moved:
        return f"; a file of this name is in {moved[0] or '.'}"
    renamed = sorted(
        other for other in alike if other.rpartition("/")[0] == folder and other not in subject.facts.named
    )
    return f"; it may be {renamed[0]}" if renamed else "; the folder is not there" if is_lost else ""


def _is_at_home(subject: Subject, group: str) -> bool:
    """Whether rows of a base file state its folder, in the group whose paths start with `group`."""
    for path in subject.parquet_files.get(group, ()):
        footer = subject.footer(path)
        if footer is None or not footer.keys or PARTITION_PATH not in footer.columns:
            continue
        if all(column != PARTITION_PATH for column, _, _ in foreign_columns(path, footer)):
            return True
    return False


def check_archived_sizes(subject: Subject) -> Iterator[FindingRow]:
    """Base files that an archived commit names: their size."""
    named, present = subject.facts.named, subject.present
    archived = subject.facts.archived_sizes
    for path in sorted(present.keys() & archived.keys()):
        time, size = archived[path]
        if path not in named and present[path].size != size:
            message = f"{present[path].size} bytes, the archived commit {time} states {size}"
            yield damage(path, "named-size", "length-mismatch", message, time)


def _end(subject: Subject, item: Instant) -> tuple[str, int]:
    ref = subject.present.get(subject.instant_file(item))
    return item.completion_time or "", 0 if ref is None else ref.mtime_ns


def _last_build(subject: Subject, folder: str) -> tuple[str, int] | None:
    """When an index of a metadata table was last built; None if it has no files."""
    here = [other for other in subject.present if other.startswith(f"{folder}/")]
    named = (subject.facts.named.get(other) for other in here)
    times = (item.instant for item in named if item is not None)
    built = (i for i in times if len(i.time) > LEN_TIME or i.time.startswith("0000"))
    return max((_end(subject, item) for item in built), default=("", -1)) if here else None


def _is_size_wrong(path: str, named: Named, size: int) -> bool:
    """Log files of old tables grow after a commit; all others are written once."""
    assert named.size is not None
    name = path.rpartition("/")[2]
    if name.startswith("."):
        log = log_name(name)
        if log is None or log.instant != named.instant.time:
            return size < named.size
    return size != named.size


def check_plans(subject: Subject) -> Iterator[FindingRow]:
    """Input files of a pending compaction or clustering."""
    text = "is to read {}, which is not there"
    yield from _check_referred(subject, subject.facts.planned, "planned-file", text)


def check_savepoints(subject: Subject) -> Iterator[FindingRow]:
    """Files that a savepoint protects."""
    text = "protects {}, which is not there: it cannot be restored"
    yield from _check_referred(subject, subject.facts.saved, "savepoint-file", text)


def _check_referred(
    subject: Subject, files: Mapping[str, Instant], rule: str, text: str
) -> Iterator[FindingRow]:
    """Files that instants refer to; `text` describes what an instant does with the file `{}`."""
    for path, instant in sorted(files.items()):
        if subject.is_absent(path):
            message = f"{instant.name} {text.format(path)}"
            yield damage(subject.instant_file(instant), rule, "bad-reference", message, instant.time)


def check_base_files(subject: Subject) -> Iterator[FindingRow]:
    """Base files that no reader uses, or that no instant names [table.slice.committed]."""
    facts = subject.facts
    known, first = subject.known_times, facts.first_active
    completed = facts.completed_commits
    unreadable = {instant.time for instant in facts.unreadable}
    active = {instant.time for instant in facts.instants}
    groups = _own_groups(subject)
    for path in subject.data_files():
        name = BaseFileName.of_path(path)
        if name is None:
            continue
        instant = name.instant
        if instant in facts.undone and instant not in active:
            is_old = first is None or instant < first  # readers treat it as archived
            message = f"left behind by {instant}, which was rolled back" + (
                ", and queries read it" if is_old else ""
            )
        elif first is not None and instant >= first and instant not in known:
            message = f"no timeline has {instant}{other_files(subject, instant)}"
        elif first is not None and instant not in known and name.file_id not in groups:
            message = f"{instant} is older than the timeline, and nothing was archived: queries read it"
            yield _orphan(path, message, instant, "bad-order")
            continue
        elif instant in completed and instant not in unreadable and path not in facts.named:
            message = f"the commit {instant} does not name it"
            yield _orphan(path, message, instant, "bad-reference")
            continue
        else:
            continue
        yield _orphan(path, message, instant)


def _own_groups(subject: Subject) -> Container[str]:
    """Ids of the table's file groups if all instants are active; otherwise every id may belong to it."""
    facts = subject.facts
    if facts.archived or facts.problems or facts.unreadable or subject.is_metadata_table:
        return _All()
    paths = (*facts.named, *facts.planned, *facts.saved)
    return {
        name.file_id
        for path in paths
        if (name := BaseFileName.of_path(path) or log_name(path.rpartition("/")[2]))
    }


class _All:
    """A container of everything."""

    def __contains__(self, _: object) -> bool:
        return True


def _orphan(
    path: str,
    message: str,
    instant: str,
    code: str = "bad-state",
    *,
    ofs: int | None = None,
    block: int | None = None,
) -> FindingRow:
    return FindingRow(
        path, "table", VIOLATION, code, message, "table.slice.committed", WARNING, ofs, block=block,
        instant=instant,
    )  # fmt: skip


def check_log_files(subject: Subject) -> Iterator[FindingRow]:
    """Blocks of instants that no timeline has, and log files that their commits do not name."""
    facts = subject.facts
    known, first, completed = subject.known_times, facts.first_active, facts.completed_commits
    readable = set(completed) - {instant.time for instant in facts.unreadable}
    siblings: dict[tuple[str, str, str, int, str], list[str]] = defaultdict(list)
    for path in subject.data_files():
        folder, _, file = path.rpartition("/")
        name = log_name(file)
        if name is not None:
            siblings[folder, name.file_id, name.instant, name.version, name.suffix].append(path)
    for paths in siblings.values():
        for path in paths:
            blocks: list[LogBlock] = []
            times: set[str | None] = set()  # of blocks with records
            yield from _read_blocks(subject, path, blocks, times)
            subject.keep_blocks(path, blocks)
            for number, block in enumerate(blocks):
                instant = _instant_of(block)
                yield from _check_undoing(subject, path, block, completed)
                if instant is None or instant in known or _is_undoing(block, facts.undone):
                    continue
                if first is None or instant >= first:
                    message = f"a block of {instant}, which no timeline has{other_files(subject, instant)}"
                    yield _orphan(path, message, instant, ofs=block.span.ofs, block=number)
            is_data = bool(times) and None not in times and times <= readable
            if is_data and path not in facts.named and path.rpartition("/")[2] not in facts.rollback_logs:
                duplicates = [other for other in paths if other != path]
                message = "no commit names it, but readers use its blocks" + (
                    f": a second {duplicates[0]} under another write token" if duplicates else ""
                )
                instant = max(time for time in times if time is not None)
                yield damage(
                    path, "log-not-named", "duplicate" if duplicates else "bad-state", message, instant
                )


def _check_undoing(
    subject: Subject, path: str, block: LogBlock, completed: Mapping[str, object]
) -> Iterator[FindingRow]:
    """A rollback block whose target is a completed commit: readers drop its blocks of this file."""
    target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
    if block.type.payload is not Payload.COMMAND or subject.is_metadata_table or not isinstance(target, str):
        return
    if target in completed and target not in subject.facts.undone:
        message = (
            f"the block at byte {block.span.ofs} rolls {target} back, which is completed: its rows are lost"
        )
        yield damage(path, "undone-block", "bad-reference", message, target)


def _read_blocks(
    subject: Subject, path: str, blocks: list[LogBlock], times: set[str | None]
) -> Iterator[FindingRow]:
    """Fill `blocks` and `times` from a log file and its rows; yield the error if it cannot be read."""
    try:
        buffer = subject.open_file(subject.present[path])
    except OSError:  # a file that no longer exists; the log surface reports it
        return
    try:
        for block in walk_log(buffer):
            blocks.append(block)
            # Metadata tables start file groups with an empty delete block that no commit names.
            if block.type.payload is not Payload.COMMAND and has_records(buffer, block):
                times.add(_instant_of(block))
    except (LimitExceeded, UnsupportedInput) as error:
        yield FindingRow(path, "table", UNREADABLE, "limit", str(error))
    finally:
        close_buffer(buffer)


def has_records(buffer: Buffer, block: LogBlock) -> bool:
    """Whether a block has records or deletes; true if that cannot be determined."""
    if block.why is None and block.type.payload is Payload.DELETES:
        try:
            return next(iter(decode_deletes(buffer, block.content)), None) is not None
        except Reject:
            return True
    return True


def _instant_of(block: LogBlock) -> str | None:
    instant = block.header.get(HeaderKey.INSTANT_TIME)
    return instant if isinstance(instant, str) else None


def _is_undoing(block: LogBlock, undone: Mapping[str, object]) -> bool:
    """A rollback block of a restore that did not keep its instant: its target was undone."""
    target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
    return block.type.payload is Payload.COMMAND and isinstance(target, str) and target in undone


def check_rollbacks(subject: Subject) -> Iterator[FindingRow]:
    """Commits that were rolled back and are still in the timeline."""
    facts = subject.facts
    for time, instant in facts.undone.items():
        commit = facts.completed_commits.get(time)
        if instant is None or commit is None:
            continue
        # A compaction that failed runs again at its instant; a metadata table uses those of its data table.
        done, undone = commit.completion_time or "", instant.completion_time or "~"
        is_again = time in facts.rewritten and done > undone
        if not is_again and (not subject.is_metadata_table or done < undone):
            message = f"{instant.name} has rolled back {time}, and {commit.name} is there"
            yield damage(subject.instant_file(commit), "undone-commit", "bad-state", message, time)


def check_archived(subject: Subject) -> Iterator[FindingRow]:
    """Instants that are archived and active, or archived without having been completed."""
    facts = subject.facts
    active = {
        (instant.time, comparable_action(instant.action)): instant
        for instant in facts.instants
        if instant.state is State.COMPLETED
    }
    # Almost none of a history's hundreds of thousands of instants is in either.
    both: set[tuple[str, str]] = set()
    pending: dict[tuple[str, str], set[State]] = {}
    for time, action, state in facts.archived:
        if state is not State.COMPLETED:
            pending.setdefault((time, comparable_action(action)), set()).add(state)
    times = {time for time, _ in (*active, *pending)}
    for time, action, state in facts.archived if times else ():
        if time in times and state is State.COMPLETED:
            key = time, comparable_action(action)
            pending.pop(key, None)
            if key in active:
                both.add(key)
    for key in sorted(both | (pending.keys() - active.keys())):
        if key in both:
            message = f"{key[0]} {key[1]} is archived and active: an archival was interrupted"
            yield FindingRow(
                subject.instant_file(active[key]), "table", NOTE, "duplicate", message,
                "archive.recovery.union", INFO, instant=key[0],
            )  # fmt: skip
        else:
            message = f"{key[0]} {key[1]} is archived as {', '.join(sorted(pending[key]))} only"
            yield FindingRow(
                f"{HIDDEN}hoodie.properties", "table", VIOLATION, "bad-state", message,
                "archive.plan.all-states", WARNING, instant=key[0],
            )  # fmt: skip
