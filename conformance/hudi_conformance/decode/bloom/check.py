# SPDX-License-Identifier: Apache-2.0
"""Check the Bloom filter and the key range of a base file against its record keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from hudi_conformance.decode.base_file import BaseFile
from hudi_conformance.decode.bloom.member import check_hashes, is_possible
from hudi_conformance.decode.bloom.stored import StoredBloom, stored_in_hfile, stored_in_parquet
from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.parquet.rows import READ_ERRORS, check_values, open_parquet
from hudi_conformance.decode.source import Memory
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.bloom import BloomFilter
from hudi_conformance.model.common import Finding
from hudi_conformance.model.meta_fields import RECORD_KEY

_BATCH = 1 << 16  # rows whose keys are read at a time


def check_parquet_bloom(buffer: Memory) -> Iterator[Finding]:
    """Yield errors of the filter and the range in the footer of a Parquet base file.

    A file without a filter yields none.

    Raises:
        Reject: the file cannot be read.
        UnsupportedInput: a file with a filter and without a column of record keys.
        LimitExceeded: see `rows.check_values`, `member.check_hashes`.
    """
    stored = stored_in_parquet(buffer)
    if stored.text is not None:
        yield from check_stored(stored, parquet_keys(buffer))


def check_hfile_bloom(buffer: Memory) -> Iterator[Finding]:
    """Yield errors of the filter and the range of an HFile base file.

    Raises:
        Reject: the file cannot be read.
        LimitExceeded: see `member.check_hashes`.
    """
    file = HFile(buffer)
    stored = stored_in_hfile(file)
    if stored.text is not None:
        yield from check_stored(stored, (cell.row for cell in CellReader.of(file).scan()))


def check_stored(stored: StoredBloom, keys: Iterable[bytes]) -> Iterator[Finding]:
    """Yield at most one finding per rule about record keys, in UTF-8, of the file that has `stored`.

    If the filter or the range denies an existing key, an upsert inserts its record a second time.

    Raises:
        LimitExceeded: see `member.check_hashes`.
    """
    found: BloomFilter | None = None
    try:
        found = stored.decode()
    except Reject as error:
        yield finding_of(error, "Bloom filter")
    if found is not None:
        check_hashes(found)
    num_keys, denied, outside = 0, _Denied(), _Denied()
    low, high = (None if text is None else _order(text) for text in (stored.range.low, stored.range.high))
    for key in keys:
        num_keys += 1
        if found is not None and key and not is_possible(found, key):
            denied.add(key)
        if low is None and high is None:
            continue
        order = _order(key.decode("utf-8", "replace"))
        if (low is not None and order < low) or (high is not None and order > high):
            outside.add(key)
    if denied.num:
        yield Finding(
            "bloom.member", "bad-value", None, denied.message(num_keys, "reported as absent by the filter")
        )
    if outside.num:
        message = outside.message(num_keys, f"outside of {stored.range.low!r} to {stored.range.high!r}")
        yield Finding("bloom.range", "bad-value", None, message)


class _Denied:
    """Keys that violate a property: their number, and the first."""

    def __init__(self) -> None:
        self.num = 0
        self.first = b""

    def add(self, key: bytes) -> None:
        self.first = self.first if self.num else key
        self.num += 1

    def message(self, num_keys: int, what: str) -> str:
        return f"{self.num} of {num_keys} record keys are {what}, such as {self.first[:80]!r}"


def _order(text: str) -> bytes:
    """Sort key that orders texts as Java orders strings: by UTF-16 units."""
    return text.encode("utf-16-be", "surrogatepass")


def base_keys(file: BaseFile) -> Iterator[bytes]:
    """Record keys of an open base file, in UTF-8; rows without one are skipped.

    Raises:
        Reject: the file cannot be read.
        UnsupportedInput: no column of record keys.
        LimitExceeded: the file states more values than its size allows.
    """
    if RECORD_KEY not in file.schema.names:
        raise UnsupportedInput(f"a base file without {RECORD_KEY}")
    for batch in file.batches(_BATCH, [RECORD_KEY]):
        yield from (key for key in batch.column(0).cast(pa.binary()).to_pylist() if key is not None)


def parquet_keys(buffer: Memory) -> Iterator[bytes]:
    """Record keys of a Parquet base file, in UTF-8; rows without one are skipped.

    Raises:
        Reject: the file cannot be read.
        UnsupportedInput: no column of record keys.
        LimitExceeded: see `rows.check_values`.
    """
    data = bytes(buffer[:])
    try:
        file = open_parquet(data)
        if RECORD_KEY not in file.schema_arrow.names:
            raise UnsupportedInput(f"a base file without {RECORD_KEY}")
        check_values(file.metadata, len(data))
        for batch in file.iter_batches(_BATCH, columns=[RECORD_KEY], use_threads=False):
            column = batch.column(0)
            if pa.types.is_dictionary(column.type):
                column = column.dictionary_decode()
            yield from (key for key in column.cast(pa.binary()).to_pylist() if key is not None)
    except READ_ERRORS as error:
        message = " ".join(str(error).split())[:200]
        raise Reject("bad-value", None, "table.base-file.form", f"record keys: {message}") from None
