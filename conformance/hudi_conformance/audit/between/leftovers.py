# SPDX-License-Identifier: Apache-2.0
"""Files that writers leave behind, and files that do not belong to a table."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from hudi_conformance.audit.between.subject import Subject, damage, log_name, violation
from hudi_conformance.audit.findings import INFO, WARNING, FindingRow
from hudi_conformance.audit.timeline_surface import HIDDEN
from hudi_conformance.decode.log.native import decode_native_name
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.model.actions import ACTIONS
from hudi_conformance.model.base_file import FORMATS, PARQUET, PARTITION_METADATA, BaseFileName
from hudi_conformance.model.table_version import Feature
from hudi_conformance.model.timeline import State

_INSTANT = re.compile(r"[0-9]{14,}")
SHARED_ID = re.compile(r".*-0{4}-0{4}-0{4}-0{12}(?:-[0-9]+)?")  # of fixed buckets
_DATA_ENDINGS = (*(form.suffix for form in FORMATS.values()), ".avro")


def check_leftovers(subject: Subject) -> Iterator[FindingRow]:
    """Markers, heartbeats and auxiliary plans of instants that are not pending."""
    facts = subject.facts
    completed = {i.time for i in facts.instants if i.state is State.COMPLETED}
    pending = {i.time for i in facts.instants} - completed
    reported: set[str] = set()
    for path in subject.present:
        match = re.match(r"\.hoodie/\.(temp|heartbeat|aux)/([^/]+)(/|$)", path)
        if match is None:
            continue
        kind, name = match[1], match[2]
        if kind == "aux":
            instant = decode_instant_name(name, 1)
            time = None if instant is None else instant.time
        else:
            time = name if _INSTANT.fullmatch(name) else None
        if time is None or time in pending or f"{kind}/{name}" in reported:
            continue
        if kind == "aux" and time not in completed and facts.first_active and time < facts.first_active:
            continue  # of an archived instant: the archiver of some releases leaves them
        reported.add(f"{kind}/{name}")
        remnant = {"temp": "markers", "heartbeat": "a heartbeat", "aux": "an auxiliary plan"}[kind]
        state = "completed" if time in completed else "not on the timeline"
        message = f"{remnant} of {time}, which is {state}: left behind by a finished or dead writer"
        yield violation(path, "leftover", "bad-state", message, time, severity=INFO)


def check_foreign(subject: Subject) -> Iterator[FindingRow]:
    """Files in partitions that do not belong to the table."""
    for path in subject.data_files():
        name = path.rpartition("/")[2]
        native = decode_native_name(name)
        if native is not None:
            if not subject.version.has(Feature.NATIVE_LOGS):
                content = {"log": "rows", "deletes": "deletes", "cdc": "changes"}[native.kind]
                message = (
                    f"a native log file, of table version {Feature.NATIVE_LOGS.since}, "
                    f"in a table of version {subject.version}: readers of this version ignore its {content}"
                )
                yield violation(path, "native-log", "bad-version", message)
        elif (
            name.endswith(_DATA_ENDINGS) and BaseFileName.parse(name) is None and log_name(name) is None
            and not name.startswith(PARTITION_METADATA)
        ):  # fmt: skip
            is_fatal = "_" not in name and name.endswith(PARQUET.suffix)
            effect = "Hudi's readers fail" if is_fatal else "Hudi's readers ignore it, others may not"
            message = f"its name is not that of a base file: {effect}"
            yield (damage if is_fatal else violation)(path, "foreign-file", "bad-value", message)


def check_groups(subject: Subject) -> Iterator[FindingRow]:
    """File groups of one id in two partitions."""
    groups: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for path in subject.data_files():
        folder, _, file = path.rpartition("/")
        name = BaseFileName.parse(file) or log_name(file)
        if name is not None and not SHARED_ID.fullmatch(name.file_id):
            groups[name.file_id].setdefault(folder, []).append(path)
    named = subject.facts.named
    for file_id, folders in sorted(groups.items()):
        if len(folders) < 2:
            continue
        strange = {folder for folder, paths in folders.items() if not any(path in named for path in paths)}
        message = f"the file group {file_id} is in {', '.join(sorted(folders))}"
        # If the timeline does not distinguish the folders, either may be the copy.
        for folder in sorted(strange or folders):
            for path in folders[folder]:
                yield violation(path, "group-partitions", "duplicate", message, severity=WARNING)


def check_hidden(subject: Subject) -> Iterator[FindingRow]:
    """Instants' files outside the timeline's folder, which readers ignore."""
    timeline = subject.facts.timeline
    for path in subject.present:
        folder, _, name = path.rpartition("/")
        if not path.startswith(HIDDEN):
            continue
        if folder == timeline.folder:
            instant, match = decode_instant_name(name, timeline.layout), _INSTANT.match(name)
            if match is not None and (instant is None or instant.action not in ACTIONS):
                message = "its name resembles that of an instant, but readers ignore it"
                yield violation(path, "foreign-file", "bad-value", message, match[0])
            continue
        if folder in {".hoodie", ".hoodie/timeline"} and decode_instant_name(name, 2) is not None:
            message = f"an instant's file that is not in {timeline.folder}: readers ignore it"
            yield violation(path, "foreign-file", "bad-state", message)
