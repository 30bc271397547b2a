# SPDX-License-Identifier: Apache-2.0
"""First record keys of files: enough to detect how keys are spelled, and whether rows have any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from hudi_conformance.audit.between.subject import Subject, log_name
from hudi_conformance.decode.base_file import BaseFile, codec_of
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.model.base_file import PARQUET, BaseFileName, format_of
from hudi_conformance.model.meta_fields import RECORD_KEY

_MAX_BLOCKS, _MAX_CONTENT = 8, 1 << 20  # of a log file whose first keys are read
_MAX_FILE = 16 << 20  # bytes of a base file without statistics whose first key is read


def log_keys(subject: Subject, path: str, *, has_deletes: bool = True) -> Iterator[object]:
    """Yield the first record key of each of the first blocks of a log file, None for a row without one."""
    try:
        with subject.opened(path) as buffer:
            reader = ContentReader(buffer)
            for block in islice(walk_log(buffer), _MAX_BLOCKS):
                if block.why is None and block.content.len <= _MAX_CONTENT:
                    content = reader.read(block)
                    rows = (row.get(RECORD_KEY) for row in content.records or () if isinstance(row, Mapping))
                    deleted = (item.record_key for item in content.deletes or () if has_deletes)
                    yield from islice(chain(rows, deleted), 1)
    except READ_FAILURES:
        return  # the log surface reports it


def files_with_keys(subject: Subject) -> Iterator[tuple[str, bool]]:
    """Yield files and whether their rows have keys; other formats only without a conclusive Parquet file."""
    others, has_evidence = [], False
    for path in subject.data_files():
        name = BaseFileName.of_path(path)
        if name is None or name.format is not PARQUET:
            others.append(path)
            continue
        footer = subject.footer(path)
        if footer is not None and footer.num_rows and footer.has_keys is not None:
            has_evidence = True
            yield path, footer.has_keys
    is_read = False  # a base file of another format: only one, as it may be read completely
    for path in others if not has_evidence else ():
        is_log = log_name(path.rpartition("/")[2]) is not None
        if is_log or not is_read:
            keys = log_keys(subject, path, has_deletes=False) if is_log else _base_keys(subject, path)
            there = {key is not None for key in keys}
            is_read = is_read or (bool(there) and not is_log)
            if len(there) == 1:
                yield path, there.pop()


@contextmanager
def open_rows(path: str, data: bytes) -> Iterator[BaseFile]:
    """Open a base file from its bytes; a library that only reads files receives a copy.

    Raises:
        Reject, LimitExceeded, UnsupportedInput, OSError: it cannot be read.
    """
    name = path.rpartition("/")[2]
    if format_of(path) is PARQUET:
        yield codec_of(path).open_file(Path(name), data)
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(data)
        yield codec_of(path).open_file(file, data)


def _base_keys(subject: Subject, path: str) -> Iterator[object]:
    """The first record key of a base file of any format; None if it cannot be read."""
    if BaseFileName.of_path(path) is None or (subject.present[path].size or 0) > _MAX_FILE:
        return
    try:
        with open_rows(path, subject.content(path)) as file:
            if RECORD_KEY in file.schema.names:
                for batch in islice(file.batches(1, [RECORD_KEY]), 1):
                    yield from batch.column(0).to_pylist()
            elif file.num_rows:
                yield None
    except READ_FAILURES:
        return  # the file's own check reports it
