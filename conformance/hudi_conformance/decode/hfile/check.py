# SPDX-License-Identifier: Apache-2.0
"""Which writer requirements one HFile breaks, beyond those for which a reader must refuse it."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.hfile.bloom import ask_bloom, bloom_block, decode_bloom_meta
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.fields import len_varint, read_varint
from hudi_conformance.decode.hfile.file import LEN_HEADER, HFile
from hudi_conformance.decode.hfile.index import LEN_MID_KEY, IndexReader, SortKey, entry_sort_key, sort_key
from hudi_conformance.decode.hfile.records import read_schema
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import Finding
from hudi_conformance.views.hfile import DATA_TYPES, LATEST_TIMESTAMP, PUT, HFileBlock, HFileCell

MAX_ROW = 32767
TYPES = frozenset({4, 8, 10, 12, 14})
HUDI_COMPARATOR = "org.apache.hudi.io.storage.HoodieHBaseKVComparator"
_HUDI_NAMES = (b"bloomFilterTypeCode", b"minRecordKey", b"maxRecordKey")
_BLOOM_ROWS = 4096  # rows looked up in the filter


def check_hfile(buffer: Buffer) -> list[Finding]:
    """Findings of a file; a refusal of a reader is one, too, and ends the check of its part.

    Raises:
        UnsupportedInput: as the decoder.
        LimitExceeded: as the decoder.
    """
    try:
        file = HFile(buffer)
    except Reject as error:
        return [finding_of(error, is_refusal=True)]
    findings: list[Finding] = []
    for part in (_blocks, _trailer, _cells, _index, _info, _bloom, _hudi):
        try:
            for finding in part(file):
                findings.append(finding)  # noqa: PERF402 - findings before a refusal are kept
        except Reject as error:
            findings.append(finding_of(error, is_refusal=True))
    first: dict[tuple[str, str, int | None], Finding] = {}
    for finding in findings:
        first.setdefault((finding.requirement, finding.code, finding.at), finding)
    return list(first.values())


def _blocks(file: HFile) -> Iterator[Finding]:
    """Headers: previous offsets, checksum words of type NULL, chunk sizes; and that payloads decompress."""
    before = -1
    for block in file.headers():
        file.load(block)
        if block.type in DATA_TYPES:
            if block.prev_block_offset != before:
                message = f"data block before at {block.prev_block_offset} instead of {before}"
                yield Finding("hfile.block.prev-offset", "bad-reference", block.ofs + 16, message)
            before = block.ofs
        chunk = block.bytes_per_checksum
        if chunk is not None and chunk < LEN_HEADER:
            message = f"{chunk} bytes under a checksum"
            yield Finding("hfile.checksum.chunk-size-min", "bad-value", block.ofs + 25, message)
        end = block.stored_ofs + block.stored_len
        if block.checksum_type == 0 and any(file.raw(end, block.end)):
            message = "checksum words of type NULL that are not zero"
            yield Finding("hfile.checksum.type", "bad-value", end, message)


def _trailer(file: HFile) -> Iterator[Finding]:
    trailer = file.trailer
    data = [block.ofs for block in file.headers() if block.type in DATA_TYPES]
    first = data[0] if data else -1
    last = data[-1] if data else -1
    for name, expected in (("first_data_block_offset", {first}), ("last_data_block_offset", {last})):
        value = getattr(trailer, name)
        if not data and name.startswith("last"):
            expected = {-1, 0}  # noqa: PLW2901 - both are written
        if value not in expected:
            rule = "hfile.trailer.first-last-data" if data else "hfile.file.empty"
            message = f"{name} {value} instead of {sorted(expected)[0]}"
            yield Finding(rule, "bad-value", trailer.place(name), message)
    info = file.load_on_open[2].ofs
    if trailer.file_info_offset != info:
        at = trailer.place("file_info_offset")
        message = f"file info at {trailer.file_info_offset} instead of {info}"
        yield Finding("hfile.trailer.file-info-offset", "bad-value", at, message)
    if trailer.has_message:
        yield from _padding(file)


def _padding(file: HFile) -> Iterator[Finding]:
    trailer = file.trailer
    raw = file.raw(trailer.ofs, trailer.ofs + trailer.size - 4)
    start = 8 + len_varint(raw, 8) + read_varint(raw, 8)
    padding = raw[start:]
    if any(padding):
        at = trailer.ofs + start + len(padding) - len(padding.lstrip(b"\0"))
        yield Finding("hfile.trailer.padding", "bad-value", at, "bytes after the message that are not zero")


def _cells(file: HFile) -> Iterator[Finding]:
    """Order, types, and sums over all cells."""
    reader = CellReader.of(file)
    last: SortKey | None = None
    last_block = -1
    max_mvcc = 0
    last_cell: HFileCell | None = None
    num = 0
    for block in reader.data_blocks():
        for cell in reader.cells(block):
            num += 1
            key = sort_key(cell.row, cell.family, cell.qualifier, cell.timestamp, cell.type)
            if last is not None and key < last:
                message = f"row {cell.row!r:.40} after {last[0]!r:.40}"
                yield Finding("hfile.cell.order", "bad-order", cell.ofs_key, message)
            if key == last and last_block != block.ofs:
                message = "a cell whose key is that of the block before"
                yield Finding("hfile.cell.equal-keys", "bad-order", cell.ofs_key, message)
            if cell.type not in TYPES:
                yield Finding("hfile.cell.type", "bad-type", cell.ofs_key, f"cell of type {cell.type}")
            if cell.timestamp < 0:
                message = f"timestamp {cell.timestamp}"
                yield Finding("hfile.cell.timestamp", "bad-value", cell.ofs_key, message)
            if len(cell.row) > MAX_ROW:
                message = f"a row of {len(cell.row)} bytes"
                yield Finding("hfile.cell.row-max", "bad-value", cell.ofs_key, message)
            max_mvcc = max(max_mvcc, cell.mvcc)
            last, last_block, last_cell = key, block.ofs, cell
    yield from _sums(file, num, max_mvcc, last_cell, reader.layout.has_mvcc)


def _sums(file: HFile, num: int, max_mvcc: int, last: HFileCell | None, has_mvcc: bool) -> Iterator[Finding]:
    trailer, info = file.trailer, file.info
    at_info = file.load_on_open[2].ofs
    if num != trailer.entry_count:
        at = trailer.place("entry_count")
        message = f"{num} cells where the trailer says {trailer.entry_count}"
        yield Finding("hfile.trailer.entry-count", "bad-value", at, message)
    if num == 0 and trailer.num_data_index_levels != 1:
        at = trailer.place("num_data_index_levels")
        message = f"no cells and {trailer.num_data_index_levels} levels of index"
        yield Finding("hfile.file.empty", "bad-value", at, message)
    if has_mvcc:
        stored = info.get(b"MAX_MEMSTORE_TS_KEY")
        if stored is None:
            yield Finding("hfile.cell.max-mvcc", "missing-field", at_info, "no MAX_MEMSTORE_TS_KEY")
        elif int.from_bytes(stored, "big", signed=True) != max_mvcc:
            message = f"MAX_MEMSTORE_TS_KEY {stored.hex()}, the greatest mvcc is {max_mvcc}"
            yield Finding("hfile.cell.max-mvcc", "bad-value", at_info, message)
    last_key = info.get(b"hfile.LASTKEY", b"")
    if last is not None and last_key:
        row = last_key[2 : 2 + int.from_bytes(last_key[:2], "big")]
        if row != last.row:
            message = f"hfile.LASTKEY names {row!r:.40}, the last row is {last.row!r:.40}"
            yield Finding("hfile.info.last-key-true", "bad-value", at_info, message)


def _index(file: HFile) -> Iterator[Finding]:
    """Index keys lie between the blocks; entries are exactly the data blocks."""
    index = IndexReader(file)
    view = index.view()
    trailer = file.trailer
    reader = CellReader.of(file)
    last: SortKey | None = None
    for entry in view.data:
        key = entry_sort_key(entry)
        first: SortKey | None = None
        end: SortKey | None = None
        for cell in reader.cells(index.data_block(entry)):
            end = sort_key(cell.row, cell.family, cell.qualifier, cell.timestamp, cell.type)
            first = end if first is None else first
        # A bare row stands for the first cell that the row can have.
        is_bare = len(key) == 1
        if (first is not None and key > first) or (last is not None and key <= last and not is_bare):
            message = f"index key of row {key[0]!r:.40} is not between the blocks"
            yield Finding("hfile.index.key", "bad-order", entry.at, message)
        last = end or last
    data_blocks = [block.ofs for block in file.headers() if block.type in DATA_TYPES]
    if sorted(entry.ofs for entry in view.data) != data_blocks:
        at = trailer.place("data_index_count")
        message = f"{len(view.data)} index entries, {len(data_blocks)} data blocks"
        yield Finding("hfile.trailer.index-counts", "bad-value", at, message)
    names = [entry.key for entry in view.meta]
    if names != sorted(names):
        at = file.load_on_open[1].ofs
        yield Finding("hfile.meta.order", "bad-order", at, "names of the meta index are not in order")
    yield from _mid_key(index, view.levels, len(view.data))


def _mid_key(index: IndexReader, levels: int, num: int) -> Iterator[Finding]:
    expected = LEN_MID_KEY if levels > 1 and num else 0
    if index.len_rest != expected:
        message = f"{index.len_rest} bytes after the root entries instead of {expected}"
        code = "trailing-bytes" if index.len_rest > expected else "missing-field"
        yield Finding("hfile.index.mid-key", code, index.at_mid_key, message)
        return
    mid = index.mid_key
    if mid is None:
        return
    # Entry (n - 1) / 2 of all data entries, counted through the leaves.
    left = (num - 1) // 2
    leaves = index.leaves()
    for leaf, size in leaves:
        if left < size:
            if (mid.ofs, mid.entry) != (leaf.ofs, left):
                message = f"mid-key is entry {mid.entry} of {mid.ofs}, not {left} of {leaf.ofs}"
                yield Finding("hfile.index.mid-key", "bad-value", index.at_mid_key, message)
            return
        left -= size


def _info(file: HFile) -> Iterator[Finding]:
    at = file.load_on_open[2].ofs
    widths = {
        b"hfile.AVG_KEY_LEN": 4, b"hfile.AVG_VALUE_LEN": 4, b"hfile.CREATE_TIME_TS": 8,
        b"hfile.MAX_TAGS_LEN": 4, b"KEY_VALUE_VERSION": 4, b"MAX_MEMSTORE_TS_KEY": 8,
        b"hfile.TAGS_COMPRESSED": 1, b"hfile.LEN_OF_BIGGEST_CELL": 8,
    }  # fmt: skip
    for name, width in widths.items():
        value = file.info.get(name)
        if value is not None and len(value) != width:
            message = f"{name.decode()} of {len(value)} bytes instead of {width}"
            yield Finding("hfile.info.value-widths", "length-mismatch", at, message)
    known = {*widths, b"hfile.LASTKEY", b"hfile.KEY_OF_BIGGEST_CELL"}
    for name in sorted(file.info):
        if name.startswith(b"hfile.") and name not in known:
            yield Finding("hfile.info.reserved", "bad-value", at, f"{name!r} is no name of the library")


def _bloom(file: HFile) -> Iterator[Finding]:
    block: HFileBlock | None = bloom_block(file)
    if block is None:
        return
    meta = decode_bloom_meta(file.payload(file.load(block)), file.trailer.load_on_open_data_offset)
    chunks = {entry.ofs for entry in meta.entries}  # a filter of deleted families has chunks of its own
    size = sum(chunk.uncompressed_size_without_header for chunk in file.headers() if chunk.ofs in chunks)
    if meta.len_chunks != size:
        message = f"{meta.len_chunks} bytes of chunks announced, {size} there"
        yield Finding("hfile.bloom.meta", "length-mismatch", block.ofs, message)
    rows: list[bytes] = []
    for cell in CellReader.of(file).scan():
        if not rows or cell.row != rows[-1]:
            rows.append(cell.row)
        if len(rows) >= _BLOOM_ROWS:
            break
    for row, possible in ask_bloom(file, rows) or []:
        if not possible:
            message = f"row {row!r:.40} is in the file and not in its Bloom filter"
            yield Finding("hfile.bloom.possible", "bad-value", block.ofs, message)
            return


def _hudi(file: HFile) -> Iterator[Finding]:
    """Rules for files that Hudi writes: those with its schema or its comparator."""
    info = file.info
    if b"schema" not in info and file.trailer.comparator_class_name != HUDI_COMPARATOR:
        return
    at = file.load_on_open[2].ofs
    if b"schema" in info:
        try:
            read_schema(file)
        except Reject as error:
            yield Finding("hudi.hfile.schema", error.code, error.at, error.message)
        yield from _hudi_cells(file)
    present = [name in info for name in _HUDI_NAMES]
    present.append(b"bloomFilter" in [entry.key for entry in IndexReader(file).meta])
    if any(present) and not all(present):
        message = "of bloomFilter, bloomFilterTypeCode, minRecordKey, maxRecordKey some are absent"
        yield Finding("hudi.hfile.bloom-filter", "missing-field", at, message)
    yield from _hudi_index(file)


def _hudi_cells(file: HFile) -> Iterator[Finding]:
    first = last = None
    for cell in CellReader.of(file).scan():
        first = cell.row if first is None else first
        last = cell.row
        parts = (cell.family, cell.qualifier, cell.timestamp, cell.type, cell.mvcc, cell.tags)
        if parts != (b"", b"", LATEST_TIMESTAMP, PUT, 0, b""):
            yield Finding("hudi.hfile.cell", "bad-value", cell.ofs_key, "a cell that is no record of Hudi")
            break
    at = file.load_on_open[2].ofs
    for name, row in ((b"minRecordKey", first), (b"maxRecordKey", last)):
        value = file.info.get(name)
        if value is not None and row is not None and value != row:
            message = f"{name.decode()} {value!r:.40}, the row is {row!r:.40}"
            yield Finding("hudi.hfile.min-max", "bad-value", at, message)


def _hudi_index(file: HFile) -> Iterator[Finding]:
    for entry in IndexReader(file).data():
        if len(entry_sort_key(entry)) == 1:
            message = "an index key that is a bare row"
            yield Finding("hudi.hfile.index-keys", "length-mismatch", entry.at, message)
            return
