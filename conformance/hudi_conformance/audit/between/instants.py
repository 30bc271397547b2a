# SPDX-License-Identifier: Apache-2.0
"""Checks of instants against each other, and against the contents of their files."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator

from hudi_conformance import resources
from hudi_conformance.audit.between.live import Live
from hudi_conformance.audit.between.subject import Subject, damage, log_name, violation
from hudi_conformance.audit.findings import DAMAGE, ERROR, WARNING, FindingRow
from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.folder import file_names
from hudi_conformance.decode.timeline.history import VERSION_FILE, history_folder, version_in_force
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.model.actions import COMMITS, comparable_action
from hudi_conformance.model.properties.table import FILE, HISTORY_PATH, TYPE
from hudi_conformance.model.properties.values import TableType
from hudi_conformance.model.timeline import LAYOUT_2, Instant, State

PROPERTIES = f".hoodie/{FILE}"
_CONTENTS = resources.package_table("audit/between/contents.toml")
_MOR_COMMITS = frozenset({None, "COMPACT", "UNKNOWN", "BULK_INSERT", "BULK_INSERT_PREPPED"})
_SAME = {"logcompaction": "compaction", "clustering": "replacecommit"}


def check_completed_twice(subject: Subject) -> Iterator[FindingRow]:
    """Two completed files with the same time."""
    completed: dict[str, list[Instant]] = defaultdict(list)
    for instant in subject.facts.instants:
        if instant.state is State.COMPLETED:
            completed[instant.time].append(instant)
    for time, instants in sorted(completed.items()):
        # A savepoint has the time of the commit that it saves.
        finished = [i for i in instants if i.action != "savepoint"]
        if len(finished) > 1:
            names = ", ".join(instant.name for instant in finished)
            path = subject.instant_file(finished[-1])
            yield damage(path, "completed-twice", "duplicate", f"{time} is completed as {names}", time)


def check_states(subject: Subject) -> Iterator[FindingRow]:
    """Pending files with another action than the completed file, and commits without pending files."""
    instants = [i for i in subject.facts.instants if i.action != "savepoint"]
    completed = {i.time: i for i in instants if i.state is State.COMPLETED}
    pending = {i.time for i in instants if i.state is not State.COMPLETED}
    first = min(pending & completed.keys(), default="~")  # an archival that is cut short leaves older ones
    for time in sorted(completed.keys() - pending):
        if time > first and completed[time].action in COMMITS and not subject.is_metadata_table:
            message = f"{completed[time].name} has no requested or inflight file, unlike older ones: renamed?"
            yield damage(
                subject.instant_file(completed[time]), "completed-action", "missing-field", message, time
            )
    for instant in instants:
        end = completed.get(instant.time)
        if end is None or instant.state is State.COMPLETED:
            continue
        if comparable_action(instant.action) != comparable_action(end.action):
            message = f"{end.name} completes {instant.name}"
            yield damage(subject.instant_file(end), "completed-action", "bad-state", message, instant.time)


def check_future(subject: Subject) -> Iterator[FindingRow]:
    """Instants that lie in the future: every later one sorts before them, and readers miss it."""
    for instant in subject.facts.instants:
        times = [time for time in (instant.time, instant.completion_time) if time is not None]
        if late := [time for time in times if len(time) >= 14 and time[:14] > subject.now[:14]]:
            message = f"{late[0]} is after {subject.now}, the clock of this audit"
            yield damage(subject.instant_file(instant), "future-instant", "bad-order", message, instant.time)


def check_content(subject: Subject) -> Iterator[FindingRow]:
    """Contents of one action under the name of another."""
    facts = subject.facts
    by_name = {instant.name: instant for instant in facts.instants}
    for name, record in sorted(facts.records.items()):
        instant = by_name[name]
        content = _CONTENTS.get(_SAME.get(instant.action, instant.action), {})
        records = content.get(instant.state.name)
        if records is not None and record not in records:
            message = f"{name} holds a {record!r:.60}, expected {' or '.join(sorted(records))}"
            yield _foreign(subject, instant, content["rule"], message)
    for commit in facts.commits:
        instant = commit.instant
        if instant.name in facts.records:
            continue
        if commit.has_replaced != (instant.action == "replacecommit"):
            verb = "lists" if commit.has_replaced else "does not list"
            message = f"{instant.name} {verb} replaced file groups"
            yield _foreign(subject, instant, "timeline.content.replace", message)


def _foreign(subject: Subject, instant: Instant, rule: str, message: str) -> FindingRow:
    return FindingRow(
        subject.instant_file(instant), "table", DAMAGE, "bad-schema", message, rule, ERROR,
        instant=instant.time,
    )  # fmt: skip


def check_operations(subject: Subject) -> Iterator[FindingRow]:
    """Actions that do not occur in a table of this type."""
    kind = TYPE.text(subject.facts.timeline.properties)
    commits = subject.facts.commits
    if kind == TableType.COPY_ON_WRITE:
        wrong = [c for c in commits if c.instant.action == "deltacommit"]
        operation = "a delta commit"
    elif kind == TableType.MERGE_ON_READ:
        wrong = [
            c for c in commits
            if c.instant.action == "commit" and c.operation not in _MOR_COMMITS
        ]  # fmt: skip
        operation = "a commit that neither compacts nor bulk-inserts"
    else:
        return
    if wrong and len(wrong) == sum(c.instant.action != "replacecommit" for c in commits):
        message = f"{kind}, and each of {len(wrong)} commits is {operation}"
        yield damage(PROPERTIES, "table-type", "bad-value", message)
        return
    for commit in wrong:
        path, time = subject.instant_file(commit.instant), commit.instant.time
        yield damage(path, "table-type", "bad-state", f"{operation} in a table that is {kind}", time)
    live = Live(subject)
    for path, named in sorted(subject.facts.named.items()) if kind == TableType.COPY_ON_WRITE else ():
        name = log_name(path.rpartition("/")[2])
        if name is not None and not name.suffix and named.instant.action == "commit":
            message = f"a log file of {named.instant.name}, in a table that is {kind}: readers ignore it"
            severity = ERROR if live.is_newest(path) else WARNING
            yield damage(path, "table-type", "bad-state", message, named.instant.time, severity=severity)


def check_schemas(subject: Subject) -> Iterator[FindingRow]:
    """Writers' schemas in commit metadata."""
    last: str | None = None
    for commit in subject.facts.commits:
        if commit.schema is None and not subject.is_metadata_table and commit.num_writes > 0:
            path, time = subject.instant_file(commit.instant), commit.instant.time
            message = f"{commit.instant.name} has {commit.num_writes} rows, and no schema in extraMetadata"
            yield violation(path, "commit-schema", "missing-field", message, time)
        if commit.schema is None or commit.schema == last:
            continue
        reason = schema_error(commit.schema)
        if reason is None:
            last = commit.schema
            continue
        message = f"{commit.instant.name}: the schema in extraMetadata cannot be parsed: {reason}"
        path, time = subject.instant_file(commit.instant), commit.instant.time
        yield damage(path, "commit-schema", "bad-schema", message, time)


def schema_error(text: str) -> str | None:
    """Why a text is not an Avro schema of a record, None if it is."""
    try:
        parse_schema(text)
    except SchemaError as error:
        return str(error)[:160]
    tree = json.loads(text)
    if not isinstance(tree, dict) or tree.get("type") != "record":
        return "it is not a record"
    return None


def check_restores(subject: Subject) -> Iterator[FindingRow]:
    """Pending restores that have undone a part of their plan."""
    facts = subject.facts
    archived = {time for time, *_ in facts.archived} if facts.restoring else set()
    for restore, times in facts.restoring.items():
        gone, done = times - facts.active_times - archived, sorted(times & facts.completed_times)
        if gone and done:
            message = (
                f"{restore.name} has undone {len(gone)} of {len(times)} instants, {done[-1]} is completed:"
                " queries return neither the rows before the restore nor the rows after it"
            )
            path = subject.instant_file(restore)
            yield damage(path, "restore-cut", "bad-state", message, restore.time, severity=WARNING)


def check_history_version(subject: Subject) -> Iterator[FindingRow]:
    """A version file that points to an older manifest than the newest."""
    if subject.facts.timeline.layout < LAYOUT_2:
        return
    try:
        folder = history_folder(subject.folder)
        path = f"{folder.relative_to(subject.folder).as_posix()}/{VERSION_FILE}"
        below = f"{subject.facts.timeline.folder}/"
        version_files = [p for p in subject.present if p.startswith(below) and p.endswith(f"/{VERSION_FILE}")]
        if version_files and path not in version_files:
            message = (
                f"{HISTORY_PATH} leads to {path.rpartition('/')[0]}, and the history is {version_files[0]}"
            )
            yield damage(PROPERTIES, "property-value", "bad-reference", message)
        version, source = version_in_force(folder)
    except READ_FAILURES:
        return
    numbers = [
        int(name[len("manifest_") :])
        for name in file_names(folder)
        if name.startswith("manifest_") and name[len("manifest_") :].isdecimal()
    ]
    if source == "version-file" and version is not None and numbers and max(numbers) > version:
        message = f"_version_ is {version}, and there is manifest_{max(numbers)}"
        yield violation(path, "history-version", "bad-state", message, severity=WARNING)
