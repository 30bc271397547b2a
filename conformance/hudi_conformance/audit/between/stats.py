# SPDX-License-Identifier: Apache-2.0
"""Write stats of commits compared with names, sizes, footers and blocks of the files that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from hudi_conformance.audit.between.first_keys import open_rows
from hudi_conformance.audit.between.subject import LogName, Subject, damage, log_name, violation
from hudi_conformance.audit.commits import Commit, WriteStat
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.footers import foreign_columns
from hudi_conformance.audit.plans import as_list
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.parquet.base import open_bytes
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.model.base_file import PARQUET, BaseFileName
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.meta_fields import COMMIT_TIME, FILE_NAME
from hudi_conformance.model.properties.table import META_FIELDS
from hudi_conformance.model.table_version import Feature, TableVersion

NO_COMMIT = (None, "", "null")
_BATCH_ROWS = 1 << 16
_REWRITING = frozenset({"COMPACT", "CLUSTER", "LOG_COMPACT"})
_COUNTS_WINNERS = TableVersion(6)  # before, updates whose row loses count, too
_COUNTS = ("numWrites", "numDeletes", "numUpdateWrites", "numInserts", "totalWriteBytes", "fileSizeInBytes")


@dataclass
class _Walk:
    """Commits in order: rows of each base file by (file id, instant), and groups with a base file.

    Cached here, since there are many write stats and the facts derive it from all instants.
    """

    first_active: str | None
    known: Set[str]
    groups: Mapping[str, frozenset[str]]  # file ids that a commit has written, by its time
    rows: dict[tuple[str, str], int] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)


def check_stats(subject: Subject) -> Iterator[FindingRow]:
    """All write stats of readable, completed, active commits."""
    facts = subject.facts
    groups = {
        c.instant.time: frozenset(f"{stat.get('fileId')}" for _, stat in c.stats) for c in facts.commits
    }
    walk = _Walk(facts.first_active, subject.known_times, groups)
    for commit in facts.commits:
        for partition, stat in commit.stats:
            yield from _Stat(subject, commit, partition, stat, walk).check()


@dataclass(frozen=True)
class _Stat:
    subject: Subject
    commit: Commit
    partition: str
    stat: WriteStat
    walk: _Walk

    def check(self) -> Iterator[FindingRow]:
        """Findings of one write stat, at the instant's file."""
        path = self.stat.get("path")
        yield from self._check_numbers()
        if not isinstance(path, str) or not path:
            if num := self._num("numWrites"):
                message = f"a write stat of {num} records does not name a file"
                yield self._found("stat-path", "missing-field", message)
            return
        folder, _, file = path.rpartition("/")
        stated = self.stat.get("partitionPath")
        if folder != self.partition or (isinstance(stated, str) and stated != self.partition):
            message = f"{path}: partitionPath {stated!r:.80} below the partition {self.partition!r:.80}"
            yield self._found("stat-partition", "bad-value", message)
        name = BaseFileName.parse(file) or log_name(file)
        if name is None:
            yield self._found("stat-path", "bad-value", f"{path!r:.120} is not a data file name")
            return
        if self.stat.get("fileId") != name.file_id:
            message = f"fileId {self.stat.get('fileId')!r:.80} of the file {file}"
            yield self._found("stat-file-id", "bad-value", message)
        if isinstance(name, BaseFileName):
            yield from self._check_base(path, name)
        else:
            yield from self._check_log(path, name)

    def _found(self, rule: str, code: str, message: str) -> FindingRow:
        instant = self.commit.instant
        return damage(self.subject.instant_file(instant), rule, code, message, instant.time)

    def _num(self, key: str) -> int | None:
        value = self.stat.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _check_numbers(self) -> Iterator[FindingRow]:
        path = f"{self.stat.get('path')}"
        for key in _COUNTS:
            value = self._num(key)
            if value is not None and value < 0:
                yield self._found("stat-counts", "bad-value", f"{path}: {key} {value}")
        written, size = self._num("totalWriteBytes"), self._num("fileSizeInBytes")
        if written and size and written != size:
            message = f"{path}: totalWriteBytes {written}, fileSizeInBytes {size}"
            yield self._found("stat-sizes", "length-mismatch", message)

    def _check_previous(self, name: BaseFileName | LogName) -> Iterator[FindingRow]:
        previous, time = self.stat.get("prevCommit"), self.commit.instant.time
        if previous in NO_COMMIT:
            # If an active commit has written a base file of the group, there is an earlier commit.
            last = self.walk.last.get(name.file_id)
            if isinstance(name, BaseFileName) and last is not None and not self.subject.is_metadata_table:
                message = f"{name.file_id} has no prevCommit, and {last} has written it"
                yield self._found("stat-previous", "bad-reference", message)
            return
        if not isinstance(previous, str) or not previous.isdecimal():
            yield self._found("stat-previous", "bad-value", f"{name.file_id}: prevCommit {previous!r:.40}")
            return
        first, is_base = self.walk.first_active, isinstance(name, BaseFileName)
        has_base_instants = not self.subject.version.has(Feature.INSTANT_NAMES)
        is_unknown = first is not None and previous >= first and previous not in self.walk.known
        if previous > time or is_unknown:
            message = f"{name.file_id}: prevCommit {previous} of the commit {time}"
            if previous > time and previous in self.walk.known:
                message = f"{self.stat.get('path')}: prevCommit {previous} is later than its commit {time}"
            yield self._found("stat-previous", "bad-reference", message)
        elif isinstance(name, LogName) and previous != name.instant and has_base_instants:
            message = f"{name.file_id}: prevCommit {previous}, the slice is that of {name.instant}"
            yield self._found("stat-previous", "bad-reference", message)
        elif is_base and self._is_wrong_base(name, previous):
            message = f"{name.file_id}: prevCommit {previous}, which has not written it"
            yield self._found("stat-previous", "bad-reference", message)

    def _is_wrong_base(self, name: BaseFileName | LogName, previous: str) -> bool:
        """Whether the named commit is active and readable but has not written the group."""
        groups = self.walk.groups.get(previous)
        return groups is not None and not self.subject.is_metadata_table and name.file_id not in groups

    def _check_base(self, path: str, name: BaseFileName) -> Iterator[FindingRow]:
        time = self.commit.instant.time
        if name.instant != time:
            yield self._found("stat-path", "bad-reference", f"{path} is not a file of {time}")
        yield from self._check_previous(name)
        writes, deletes = self._num("numWrites"), self._num("numDeletes")
        updates, inserts = self._num("numUpdateWrites"), self._num("numInserts")
        before = self.walk.rows.get((name.file_id, f"{self.stat.get('prevCommit')}"))
        if writes is not None:
            self.walk.rows[name.file_id, time] = writes
        self.walk.last[name.file_id] = time
        # hudi-rs writes null for counts that Hudi writes as 0; Flink counts a delete as an update, too.
        if writes is not None and writes < (updates or 0) + (inserts or 0) - max(deletes or 0, 0):
            message = f"{path}: numWrites {writes}, updates {updates} and inserts {inserts}"
            yield self._found("stat-counts", "bad-value", message)
        elif (
            before is not None and None not in (writes, inserts, deletes)
            and self.commit.operation not in _REWRITING
            and writes != before + (inserts or 0) - (deletes or 0)
        ):  # fmt: skip
            message = (
                f"{path}: {before} rows before, {inserts} inserts, {deletes} deletes, numWrites {writes}"
            )
            yield self._found("stat-counts", "bad-value", message)
        if path not in self.subject.present:
            return
        is_deep = self.subject.table.context.deep
        if name.format is not PARQUET:
            num_rows = self.subject.num_rows(path)
            if num_rows is not None and writes is not None and num_rows != writes:
                message = f"{path} has {num_rows} rows, numWrites {writes}"
                yield self._found("stat-counts", "bad-value", message)
            elif is_deep:
                yield from self._check_times(path, name, updates, inserts)
            return
        footer = self.subject.footer(path)
        if footer is not None and writes is not None and footer.num_rows != writes:
            message = f"{path} has {footer.num_rows} rows, numWrites {writes}"
            yield self._found("stat-counts", "bad-value", message)
        elif (
            footer is not None and is_deep
            and COMMIT_TIME in footer.columns and None not in (updates, inserts)
            and self.commit.operation not in _REWRITING
        ):  # fmt: skip
            yield from self._check_times(path, name, updates, inserts)

    def _check_times(
        self, path: str, name: BaseFileName, updates: int | None, inserts: int | None
    ) -> Iterator[FindingRow]:
        """Check that rows with the commit's time are its inserts and updates, and that none is later."""
        times = self._times(path)
        latest = max(filter(None, times), default="")
        if name.format is not PARQUET and latest > name.instant:  # for Parquet files, statistics contain it
            yield _later(path, latest, name)
        rows = times.count(self.commit.instant.time)
        # A file that Flink wrote in several parts is based on itself, with the counts of the last part.
        is_whole = self.commit.operation not in _REWRITING and self.stat.get("prevCommit") != name.instant
        is_counted = updates is not None and inserts is not None and is_whole
        is_exact = self.subject.version >= _COUNTS_WINNERS
        num, lost = (updates or 0) + (inserts or 0), self._num("numDeletes") if is_exact else updates
        if latest and is_counted and not num - max(lost or 0, 0) <= rows <= num:
            message = f"{path} has {rows} rows of the commit, its stats state {num} updates and inserts"
            yield self._found("stat-counts", "bad-value", message)

    def _times(self, path: str) -> list[str | None]:
        """Commit times of the rows of a base file; none if it has none, or cannot be read."""
        try:
            with open_rows(path, self.subject.content(path)) as file:
                if COMMIT_TIME not in file.schema.names:
                    return []
                batches = file.batches(_BATCH_ROWS, [COMMIT_TIME])
                return [time for batch in batches for time in batch.column(0).to_pylist()]
        except READ_FAILURES:
            return []  # the file's own check reports it

    def _check_log(self, path: str, name: LogName) -> Iterator[FindingRow]:
        time = self.commit.instant.time
        is_own = self.subject.version.has(Feature.INSTANT_NAMES) and not self.subject.was_upgraded
        if is_own and name.instant != time:
            yield self._found("stat-path", "bad-reference", f"{path} is not a file of {time}")
        version = self._num("logVersion")
        if version is not None and version != name.version:
            yield self._found("stat-log", "bad-value", f"{path}: logVersion {version}")
        yield from self._check_slice(name)
        yield from self._check_previous(name)
        writes, deletes = self._num("numWrites"), self._num("numDeletes")
        updates, inserts = self._num("numUpdateWrites"), self._num("numInserts")
        if writes is None or updates is None or inserts is None:
            return
        deletes = deletes or 0  # null, as hudi-rs writes it
        # Hudi counts records; hudi-rs, which leaves this member null, also counts deletes.
        spare = deletes if self.stat.get("totalWriteErrors") is None else 0
        if writes - updates - inserts not in {0, spare}:
            message = f"{path}: numWrites {writes}, {updates} updates, {inserts} inserts, {deletes} deletes"
            yield self._found("stat-counts", "bad-value", message)
        elif path in self.subject.present:
            counts = self._count_blocks(path)
            if counts is not None and counts != (updates + inserts, deletes):
                message = (
                    f"{path} has {counts[0]} records and {counts[1]} deletes of the commit, its stats state"
                    f" {updates + inserts} and {deletes}"
                )
                yield self._found("stat-counts", "bad-value", message)

    def _check_slice(self, name: LogName) -> Iterator[FindingRow]:
        """Base file and log files of the slice that the writer appended to."""
        logs, base = self.stat.get("logFiles"), self.stat.get("baseFile")
        texts = [text if isinstance(text, str) else repr(text) for text in as_list(logs)]
        names = [(text, log_name(text)) for text in texts]
        unrelated = [text for text, other in names if other is None or other.file_id != name.file_id]
        if isinstance(base, str) and base:
            parsed = BaseFileName.parse(base)
            unrelated += [base] if parsed is None or parsed.file_id != name.file_id else []
            folder = f"{self.partition}/" if self.partition else ""
            deleted, is_absent = self.subject.facts.deleted, self.subject.is_absent
            if parsed is not None and base not in deleted and is_absent(folder + base) and not unrelated:
                message = f"the slice of {name.file_id} is based on {base}, which is not there"
                yield self._found("stat-log", "bad-reference", message)
        if unrelated:
            yield self._found(
                "stat-log", "bad-value", f"{unrelated[0]!r:.120} in the slice of {name.file_id}"
            )

    def _count_blocks(self, path: str) -> tuple[int, int] | None:
        """Records and deletes of the commit in a log file; None if they cannot be counted."""
        num_records = num_deletes = 0
        try:
            with self.subject.opened(path) as buffer:
                for block in walk_log(buffer):
                    if block.why is not None:
                        return None
                    if block.header.get(HeaderKey.INSTANT_TIME) != self.commit.instant.time:
                        continue
                    if block.type.payload is Payload.DELETES:
                        num_deletes += sum(1 for _ in decode_deletes(buffer, block.content))
                    elif block.type.payload is not Payload.COMMAND:
                        num = num_records_of(buffer, block)
                        if num is None:
                            return None
                        num_records += num
        except READ_FAILURES:
            return None
        return num_records, num_deletes


def num_records_of(buffer: Buffer, block: LogBlock) -> int | None:
    """Records of a data block without decoding them; None if the kind of block has no count."""
    start, end = block.content.ofs, block.content.end
    if block.type.payload is Payload.AVRO and end - start >= 8:
        return int.from_bytes(buffer[start + 4 : start + 8], "big", signed=True)
    if block.type.payload is Payload.PARQUET:
        try:
            return open_bytes(bytes(buffer[start:end]), "block").num_rows
        except READ_FAILURES:
            return None
    return None


def check_base_columns(subject: Subject) -> Iterator[FindingRow]:
    """Meta columns of base files, by the bounds in their footers, against the file's name and path.

    In a table without meta fields a merge of 1.2 fills one of the columns, and a clustering copies it.
    """
    if not META_FIELDS.get(subject.facts.timeline.properties):
        return
    for path in subject.data_files():
        folder, _, file = path.rpartition("/")
        name = BaseFileName.parse(file)
        footer = None if name is None or name.format is not PARQUET else subject.footer(path)
        if name is None or footer is None:
            continue
        for column, low, high in foreign_columns(path, footer):
            if column == COMMIT_TIME:
                based = subject.facts.based_on.get(high)
                if based is None or based.time != name.instant:  # else it was written on top of a later slice
                    yield _later(path, high, name)
                continue
            expected = file if column == FILE_NAME else folder
            message = f"{column} is from {low!r:.90} to {high!r:.90}, expected {expected!r:.90}"
            yield violation(path, "base-file-columns", "bad-value", message, name.instant, severity="error")


def _later(path: str, time: str, name: BaseFileName) -> FindingRow:
    message = f"{COMMIT_TIME} goes up to {time}, the file is of {name.instant}"
    return violation(path, "base-file-columns", "bad-value", message, name.instant, severity="error")
