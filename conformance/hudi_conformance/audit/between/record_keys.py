# SPDX-License-Identifier: Apache-2.0
"""Record keys of rows: absent, repeated, unequal to the key field, or denied by the footer.

Only a deep audit reads them, from the newest base file of each file group; those of a group with log files
from its merged rows, if the table is on this machine. Keys are compared by columns, partition by partition,
up to `MAX_KEYS` each; in the entire table, by 64-bit hashes, if keys are declared global.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.audit.between.first_keys import open_rows
from hudi_conformance.audit.between.live import Live
from hudi_conformance.audit.between.subject import Subject, damage, log_name, violation
from hudi_conformance.audit.findings import ERROR, INFO, WARNING, FindingRow
from hudi_conformance.audit.footers import FILTERS
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.decode.base_file import BaseFile
from hudi_conformance.decode.bloom.filter import decode_text, filter_type
from hudi_conformance.decode.bloom.member import is_possible
from hudi_conformance.decode.parquet.base import read_footer
from hudi_conformance.errors import READ_FAILURES, LimitExceeded, Reject
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARQUET, BaseFileName, format_of
from hudi_conformance.model.meta_fields import (
    COMMIT_SEQNO,
    COMMIT_TIME,
    FILE_NAME,
    PARTITION_PATH,
    RECORD_KEY,
)
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.timeline import State
from hudi_conformance.semantics.slices.files import FileSlice
from hudi_conformance.table.arrow import group_batches
from hudi_conformance.table.narrowed import narrowed
from hudi_conformance.table.view import Table, View
from hudi_conformance.table.view_files import files_of, path_of, state_slice

RULE, FOOTER = "record-keys", "footer-keys"
MAX_KEYS = 2_000_000
_BATCH_ROWS = 1 << 16
_NUM_ASKED = 512  # keys of a file that are looked up in its filter
_TYPE_CODE, _LOW, _HIGH = b"hoodie_bloom_filter_type_code", b"hoodie_min_record_key", b"hoodie_max_record_key"
_UNIQUE = frozenset(
    {"UPSERT", "UPSERT_PREPPED", "DELETE", "DELETE_PREPPED", "COMPACT", "LOG_COMPACT", "CLUSTER"}
)


def may_repeat_keys(operations: Iterable[str | None], *, has_archived: bool) -> bool:
    """Whether an operation of a table may have written a key twice, as inserts do if rows repeat."""
    return has_archived or not _UNIQUE.issuperset(operations)


def check_record_keys(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Yield errors of the record keys of base files that a snapshot reads."""
    has_keys = props.META_FIELDS.get(subject.facts.timeline.properties)
    if not subject.table.context.deep or subject.is_metadata_table or not has_keys:
        return
    live, partitions = Live(subject), dict[str, list[str]]()
    for path in subject.data_files():
        folder, _, file = path.rpartition("/")
        if BaseFileName.of_path(path) is not None and live.is_newest(path):
            partitions.setdefault(folder, []).append(path)
        elif log_name(file) is not None:
            partitions.setdefault(folder, [])
    keys = _Keys(subject, {} if subject.table.context.global_keys else None)
    if keys.logged:
        if not subject.is_local:
            yield Gap("file groups", len(keys.logged), "record keys of log files of a remote table")
        else:
            with suppress(*READ_FAILURES, ValueError):  # other checks report it
                keys.merged = _slices_with_logs(subject.opened_table)
    for partition, paths in sorted(partitions.items()):
        yield from keys.check(partition, paths)


def _slices_with_logs(table: Table) -> Mapping[str, Sequence[FileSlice]]:
    """Slices with log files that a snapshot reads, by partition."""
    slices: dict[str, list[FileSlice]] = {}
    for group in table.slices:
        item = state_slice(table, group, View())
        if item is not None and item.log_files:
            slices.setdefault(group[0], []).append(item)
    return slices


@dataclass
class _Rows:
    """Bytes of a file; keys, values of a single key field, commits, names and folders of its rows.

    Keys and values are columns of batches. `number` is the commit and the sequence number of a row if they
    contradict each other.
    """

    data: bytes
    keys: list[pa.Array] = field(default_factory=list)
    values: list[pa.Array] = field(default_factory=list)
    times: set[str | None] = field(default_factory=set)
    places: set[tuple[str, str | None]] = field(default_factory=set)
    number: tuple[str, str] | None = None

    def texts(self) -> pa.ChunkedArray:
        """The keys, without nulls and empty ones."""
        keys = pa.chunked_array([_as_text(batch) for batch in self.keys], pa.string())
        return keys.filter(pc.greater(pc.binary_length(keys), 0))


@dataclass
class _Keys:
    """Keys of one table; `num_equal` and `other` show whether keys are the values of the key field.

    `table` has files by hashes of keys, if keys are unique in the table. `merged` has slices with log files,
    None if these cannot be read.
    """

    subject: Subject
    table: dict[int, str] | None
    merged: Mapping[str, Sequence[FileSlice]] | None = None
    num_equal: int = 0
    other: dict[str, tuple[int, str, str]] = field(default_factory=dict)

    @cached_property
    def archived(self) -> set[str]:
        """Times of archived completed instants."""
        return {time for time, _, state in self.subject.facts.archived if state is State.COMPLETED}

    @cached_property
    def logged(self) -> set[tuple[str, str]]:
        """File groups with log files, as (partition, file id)."""
        parts = (path.rpartition("/") for path in self.subject.data_files())
        return {(part, log.file_id) for part, _, file in parts if (log := log_name(file)) is not None}

    def check(self, partition: str, paths: Sequence[str]) -> Iterator[FindingRow | Gap]:
        seen: dict[str, pa.ChunkedArray] = {}
        num_seen, self.num_equal, self.other = 0, 0, {}
        for path in paths:
            num_rows = self.subject.num_rows(path) or 0
            if max(num_seen, len(self.table or ())) + num_rows > MAX_KEYS:
                yield Gap("record keys", num_rows, f"partition {partition!r:.80} has more than {MAX_KEYS:,}")
                continue
            try:
                rows = self._read(path)
            except READ_FAILURES:
                continue  # the file's own check reports it
            keys = rows.texts()
            yield from self._check_times(path, rows.times)
            yield from self._check_rows(path, rows, len(keys))
            seen[path] = keys.unique()
            num_seen += len(seen[path])
            if len(seen[path]) < len(keys):
                twice = sorted(key for key, num in Counter(keys.to_pylist()).items() if num > 1)
                text = f"{counted(len(twice), 'record key')} more than once: {twice[0]!r:.60}"
                yield self._twice(path, text)
            if rows.number is not None:
                time, number = rows.number
                message = f"{COMMIT_SEQNO} is {number!r:.60}, {COMMIT_TIME} {time!r:.40}"
                instant = _instant(path)
                yield violation(path, "base-file-columns", "bad-value", message, instant, severity=ERROR)
            if format_of(path) is PARQUET:
                yield from _check_footer(path, rows.data, keys)
            else:
                yield from _check_places(path, rows.places)
        yield from self._merge(partition, seen)
        yield from self._check_files(seen)
        for path, keys in seen.items():
            yield from self._check_table(partition, path, keys)
        # If no row matches the key generator, the generator is unknown.
        for path, (num, key, value) in self.other.items():
            if num < self.num_equal:
                text = f"{counted(num, 'record key')} not of the value of the key field"
                message = f"{text}: {key!r:.60} of {value!r:.60}"
                yield damage(path, RULE, "bad-value", message, _instant(path))

    def _merge(self, partition: str, seen: dict[str, pa.ChunkedArray]) -> Iterator[Gap]:
        """Use the keys of merged rows for file groups with log files; none if they cannot be read."""
        paths = {name.file_id: path for path in seen if (name := BaseFileName.of_path(path)) is not None}
        if self.merged is None:
            for file_id, path in paths.items():
                if (partition, file_id) in self.logged:
                    del seen[path]
            return
        for item in self.merged.get(partition, ()):
            path = path_of(files_of(item)[0])
            if paths.get(item.file_id, path) != path:
                continue  # a reader's base file is another than the newest
            seen.pop(path, None)
            try:
                most = MAX_KEYS - sum(map(len, seen.values()))
                seen[path] = _merged_keys(self.subject.opened_table, item, most)
            except LimitExceeded as error:
                yield Gap("file groups", 1, f"record keys of log files: {error}")
            except (*READ_FAILURES, ValueError):
                continue  # the files' own checks report it

    def _read(self, path: str) -> _Rows:
        rows = _Rows(self.subject.content(path))
        with open_rows(path, rows.data) as file:
            self._fill(path, file, rows)
        return rows

    def _fill(self, path: str, file: BaseFile, rows: _Rows) -> None:
        fields = props.RECORD_KEY_FIELDS.get(self.subject.facts.timeline.properties)
        names = set(file.schema.names)
        single = [name for name in fields if len(fields) == 1 and name in names]
        if not {RECORD_KEY, COMMIT_TIME} <= names:
            return
        # For Parquet files, statistics contain name and folder.
        own = [] if format_of(path) is PARQUET else [n for n in (FILE_NAME, PARTITION_PATH) if n in names]
        numbers = [COMMIT_SEQNO] if COMMIT_SEQNO in names else []
        columns = list(dict.fromkeys([RECORD_KEY, COMMIT_TIME, *numbers, *own, *single]))
        for batch in file.batches(_BATCH_ROWS, columns):
            rows.keys.append(batch.column(RECORD_KEY))
            rows.values += [batch.column(name) for name in single]
            for column in (rows.keys[-1], *rows.values[-len(single) :]):
                column.validate(full=True)  # texts may not be UTF-8
            rows.times.update(batch.column(COMMIT_TIME).unique().to_pylist())
            if numbers and rows.number is None:
                rows.number = _other_number(batch)
            for name in own:
                rows.places.update((name, text) for text in batch.column(name).unique().to_pylist())

    def _check_times(self, path: str, times: set[str | None]) -> Iterator[FindingRow]:
        """Commits of rows: completed, or older than the timeline."""
        facts, first = self.subject.facts, self.subject.facts.first_active
        for time in sorted(time for time in times if time and first is not None and time >= first):
            if time in facts.completed_times or time in self.archived:
                continue
            state = "is pending" if time in facts.active_times else "no timeline has"
            message = f"rows of the commit {time}, which {state}"
            yield damage(path, "row-commits", "bad-reference", message, time)

    def _check_rows(self, path: str, rows: _Rows, num_keys: int) -> Iterator[FindingRow]:
        num_rows = sum(map(len, rows.keys))
        if 0 < num_keys < num_rows:
            message = (
                f"{counted(num_rows - num_keys, 'row')} of {num_rows} without a record key: updates miss them"
            )
            yield damage(path, RULE, "missing-field", message, _instant(path))
        name = ",".join(props.RECORD_KEY_FIELDS.get(self.subject.facts.timeline.properties))
        for keys, values in zip(rows.keys, rows.values, strict=False):
            self._compare(path, name, keys, values)

    def _compare(self, path: str, name: str, keys: pa.Array, values: pa.Array) -> None:
        """Compare keys with the values of the key field."""
        if keys.type == values.type == pa.string():
            is_equal = pc.and_(pc.equal(keys, values), pc.greater(pc.binary_length(keys), 0))
            self.num_equal += pc.sum(is_equal).as_py() or 0
            is_other = pc.invert(pc.fill_null(is_equal, fill_value=False))
            keys, values = keys.filter(is_other), values.filter(is_other)
        for key, value in zip(keys.to_pylist(), values.to_pylist(), strict=True):
            if key and value != "" and isinstance(value, str | int) and not isinstance(value, bool):
                if key in {str(value), f"{name}:{value}"}:
                    self.num_equal += 1
                else:
                    num, other, stored = self.other.get(path, (0, key, str(value)))
                    self.other[path] = num + 1, other, stored

    def _check_files(self, seen: Mapping[str, pa.Array]) -> Iterator[FindingRow]:
        """Keys that several files of a partition have, given those of each file."""
        if len(pa.chunked_array([*seen.values()], pa.string()).unique()) == sum(map(len, seen.values())):
            return
        files: dict[str, str] = {}
        for path, array in seen.items():
            keys = array.to_pylist()
            if elsewhere := sorted(key for key in keys if key in files):
                first, num = elsewhere[0], counted(len(elsewhere), "record key")
                yield self._twice(path, f"{num} also in {files[first]}: {first!r:.60}")
            files.update(dict.fromkeys(keys, path))

    def _check_table(self, partition: str, path: str, texts: pa.ChunkedArray) -> Iterator[FindingRow]:
        if self.table is None:
            return
        keys = {hash(key): key for key in texts.to_pylist()}
        folders = {at: self.table[at].rpartition("/")[0] for at in keys.keys() & self.table.keys()}
        both = sorted(keys[at] for at, folder in folders.items() if folder != partition)
        if both:
            other = self.table[hash(both[0])]
            text = f"{counted(len(both), 'record key')} also in another partition, {other}: {both[0]!r:.60}"
            yield self._twice(path, text)
        self.table.update((at, path) for at in keys)

    @cached_property
    def _may_repeat(self) -> bool:
        facts = self.subject.facts
        operations = (commit.operation for commit in facts.commits)
        return may_repeat_keys(operations, has_archived=bool(facts.archived))

    def _twice(self, path: str, text: str) -> FindingRow:
        if not self._may_repeat:
            message = f"{text}; no operation of the table writes a key twice: queries return both rows"
            return damage(path, RULE, "duplicate", message, _instant(path))
        message = f"{text}; an insert may have written it: queries return both, an update changes one or both"
        severity = INFO if self.table is None else WARNING
        return violation(path, RULE, "duplicate", message, _instant(path), severity=severity)


def _merged_keys(table: Table, item: FileSlice, most: int) -> pa.ChunkedArray:
    keys: list[pa.Array] = []
    group = item.partition, item.file_id
    for batch in group_batches(narrowed(table, View(), ()), group, View()):
        keys.append(_as_text(batch.column(RECORD_KEY)))
        if sum(map(len, keys)) > most:
            raise LimitExceeded(f"partition {item.partition!r:.80} has more than {MAX_KEYS:,}")
    return pa.chunked_array(keys, pa.string()).unique()


def _other_number(batch: pa.RecordBatch) -> tuple[str, str] | None:
    """Commit and sequence number of the first row whose number does not begin with its commit."""
    times, numbers = batch.column(COMMIT_TIME), batch.column(COMMIT_SEQNO)
    if not pa.types.is_string(times.type) or not pa.types.is_string(numbers.type):
        return None
    prefixes = pc.list_element(pc.split_pattern(numbers, "_", max_splits=1), 0)
    has_both = pc.and_(pc.greater(pc.binary_length(times), 0), pc.greater(pc.binary_length(numbers), 0))
    at = pc.index(pc.and_(has_both, pc.not_equal(prefixes, times)), True).as_py()
    return None if at < 0 else (times[at].as_py(), numbers[at].as_py())


def _check_places(path: str, places: Set[tuple[str, str | None]]) -> Iterator[FindingRow]:
    """Name and folder of the file in its rows."""
    folder, _, file = path.rpartition("/")
    for column, expected in ((FILE_NAME, file), (PARTITION_PATH, folder)):
        texts = [text for name, text in places if name == column and text is not None]
        if {*texts} - {expected}:
            message = f"{column} is from {min(texts)!r:.90} to {max(texts)!r:.90}, expected {expected!r:.90}"
            yield violation(path, "base-file-columns", "bad-value", message, _instant(path), severity=ERROR)


def _as_text(column: pa.Array) -> pa.Array:
    """A column of keys as texts; null for values of other types."""
    column = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
    is_text = column.type in {pa.string(), pa.large_string(), pa.string_view()}
    return column.cast(pa.string()) if is_text else pa.nulls(len(column), pa.string())


def _check_footer(path: str, data: bytes, keys: pa.ChunkedArray) -> Iterator[FindingRow]:
    """The range and the Bloom filter of a footer: writers look keys up in them, and insert missing keys."""
    metadata = read_footer(data)
    texts = (metadata.metadata if metadata is not None else None) or {}
    low, high = (texts[key].decode("utf-8", "replace") if key in texts else None for key in (_LOW, _HIGH))
    if len(keys) and low is not None and high is not None and pc.all(pc.string_is_ascii(keys)).as_py():
        is_outside = pc.or_(pc.less(keys, low), pc.greater(keys, high))
        if outside := sorted(keys.filter(is_outside).to_pylist()):
            message = (
                f"{counted(len(outside), 'record key')} outside of {low!r:.60} to {high!r:.60}, the range of "
                f"the footer, such as {outside[0]!r:.60}: an upsert inserts them a second time"
            )
            yield damage(path, FOOTER, "bad-value", message, _instant(path))
    text = next((texts[key] for key in FILTERS if key in texts), None)
    if text is None or not len(keys):
        return
    code = texts.get(_TYPE_CODE)
    try:
        bloom = decode_text(text, filter_type(None if code is None else code.decode("utf-8", "replace")))
    except Reject as error:
        message = f"the Bloom filter of the footer cannot be read: {error.message}"
        yield damage(path, FOOTER, error.code, message, _instant(path))
        return
    sample = keys.take(pa.array(range(0, len(keys), max(len(keys) // _NUM_ASKED, 1)))).to_pylist()
    denied = [key for key in sample if not is_possible(bloom, key.encode("utf-8", "surrogatepass"))]
    if denied:
        message = (
            f"{len(denied)} of {counted(len(sample), 'record key')} reported as absent by the footer's Bloom"
            f" filter, such as {denied[0]!r:.60}: an upsert inserts them a second time"
        )
        yield damage(path, FOOTER, "missing-field", message, _instant(path))


def check_filter_texts(subject: Subject) -> Iterator[FindingRow]:
    """Bloom filters of footers that are not text; a deep audit decodes all of them."""
    for path in subject.data_files() if not subject.table.context.deep else ():
        footer = subject.footer(path) if format_of(path) is PARQUET else None
        if footer is not None and not footer.has_filter_text:
            message = "the Bloom filter of the footer is not text: writers cannot look keys up in it"
            yield damage(path, FOOTER, "bad-value", message, _instant(path))


def _instant(path: str) -> str | None:
    name = BaseFileName.of_path(path) or log_name(path.rpartition("/")[2])
    return None if name is None else name.instant
