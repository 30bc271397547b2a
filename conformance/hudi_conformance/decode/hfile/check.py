# SPDX-License-Identifier: Apache-2.0
"""Writer requirements that an HFile violates, beyond those for which a reader must reject it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.hfile import rules as hfile_rules
from hudi_conformance.decode.hfile.bloom import bloom_block, decode_bloom_meta
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import LEN_HEADER, HFile
from hudi_conformance.decode.hfile.index import IndexReader, SortKey, cell_sort_key, entry_sort_key, sort_key
from hudi_conformance.decode.hfile.proof import Bounds, index_findings, is_hudi_io
from hudi_conformance.decode.hfile.records import read_schema
from hudi_conformance.decode.hfile.varints import len_varint, read_varint
from hudi_conformance.decode.limits import check_findings
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import DATA_TYPES, HFileBlock

# The bytes after the row in a sort key of hudi-io; HBase generates keys of other types.
_REST_OF_KEY = list(sort_key(b"", b"", b"", 2**63 - 1, 4)[1:])
IsSound = Callable[[HFile, Buffer], bool]
_HUDI_NAMES = (b"bloomFilterTypeCode", b"minRecordKey", b"maxRecordKey")


def check_hfile(buffer: Buffer, is_sound: IsSound | None = None) -> list[Finding]:
    """Findings of a file; a reader's rejection is also a finding, and ends the check of its part.

    Args:
        buffer: the file.
        is_sound: fast check that blocks, cells and index of a file have no findings; False = unknown.

    Raises:
        UnsupportedInput: as the decoder.
        LimitExceeded: as the decoder.
    """
    try:
        file = HFile(buffer)
    except Reject as error:
        return [finding_of(error, is_refusal=True)]
    findings: list[Finding] = []
    for part in _BESIDE_CELLS if is_sound is not None and is_sound(file, buffer) else _PARTS:
        try:
            for finding in part(file):
                findings.append(finding)
                check_findings(len(findings), file.len)
        except Reject as error:
            findings.append(finding_of(error, is_refusal=True))
    first: dict[tuple[str, str, int | None], Finding] = {}
    for finding in findings:
        first.setdefault((finding.requirement, finding.code, finding.at), finding)
    return list(first.values())


def _blocks(file: HFile) -> Iterator[Finding]:
    """Check headers (previous offsets, checksum words of type NULL, chunk sizes) and decompression."""
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
        yield from hfile_rules.checksum_findings(file, block)


def _trailer(file: HFile) -> Iterator[Finding]:
    trailer = file.trailer
    data = [block.ofs for block in file.headers() if block.type in DATA_TYPES]
    first = data[0] if data else -1
    last = data[-1] if data else -1
    for name, expected in (("first_data_block_offset", {first}), ("last_data_block_offset", {last})):
        value = getattr(trailer, name)
        if not data and name.startswith("last"):
            expected = {-1, 0}  # noqa: PLW2901 - both occur in files
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
    """Check order, types, and sums over all cells."""
    reader = CellReader.of(file)
    yield from hfile_rules.file_findings(file, reader.layout)
    rules, blocks = hfile_rules.CellRules(file, reader.layout), hfile_rules.BlockRules(file)
    for block in file.headers():
        blocks.block(block)
        if block.type not in DATA_TYPES:
            continue
        notes: list[Finding] = []
        for cell in reader.cells(file.load(block), notes):
            yield from notes
            notes.clear()
            yield from rules.cell(cell, block.ofs)
        yield from notes
    trailer = file.trailer
    if rules.sums.num != trailer.entry_count:
        at = trailer.place("entry_count")
        message = f"{rules.sums.num} cells, the trailer states {trailer.entry_count}"
        yield Finding("hfile.trailer.entry-count", "bad-value", at, message)
    if rules.sums.num == 0 and trailer.num_data_index_levels != 1:
        at = trailer.place("num_data_index_levels")
        message = f"no cells and {trailer.num_data_index_levels} levels of index"
        yield Finding("hfile.file.empty", "bad-value", at, message)
    yield from rules.end()
    yield from blocks.end()


def _index(file: HFile) -> Iterator[Finding]:
    """Check that index keys lie between the blocks and that entries are exactly the data blocks."""
    reader = CellReader.of(file)
    bounds: dict[int, Bounds] = {}
    for block in file.headers():
        if block.type in DATA_TYPES:
            first: SortKey | None = None
            last: SortKey | None = None
            for cell in reader.cells(file.load(block)):
                last = cell_sort_key(cell)
                first = last if first is None else first
            bounds[block.ofs] = (first, last)
    yield from index_findings(file, bounds)
    yield from _meta_index(file)


def _meta_index(file: HFile) -> Iterator[Finding]:
    names = [entry.key for entry in IndexReader(file).meta]
    if names != sorted(names):
        at = file.load_on_open[1].ofs
        yield Finding("hfile.meta.order", "bad-order", at, "names of the meta index are not in order")


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
            yield Finding("hfile.info.reserved", "bad-value", at, f"{name!r} is not a name of the library")


def _bloom(file: HFile) -> Iterator[Finding]:
    block: HFileBlock | None = bloom_block(file)
    if block is None:
        return
    meta = decode_bloom_meta(file.payload(file.load(block)), file.trailer.load_on_open_data_offset)
    chunks = {entry.ofs for entry in meta.entries}  # a filter of deleted families has separate chunks
    size = sum(chunk.uncompressed_size_without_header for chunk in file.headers() if chunk.ofs in chunks)
    if meta.len_chunks != size:
        message = f"{meta.len_chunks} bytes of chunks announced, {size} there"
        yield Finding("hfile.bloom.meta", "length-mismatch", block.ofs, message)
    rules = hfile_rules.BloomRules(file)
    for cell in CellReader.of(file).scan():
        rules.cell(cell)
    yield from rules.end()


def _hudi(file: HFile) -> Iterator[Finding]:
    """Check rules for files that Hudi writes: those with its schema or its comparator."""
    info = file.info
    if not hfile_rules.is_hudi(file):
        return
    at = file.load_on_open[2].ofs
    if b"schema" in info:
        try:
            read_schema(file)
        except Reject as error:
            yield Finding("hudi.hfile.schema", error.code, error.at, error.message)
    present = [name in info for name in _HUDI_NAMES]
    present.append(b"bloomFilter" in [entry.key for entry in IndexReader(file).meta])
    if any(present) and not all(present):
        message = "of bloomFilter, bloomFilterTypeCode, minRecordKey, maxRecordKey some are absent"
        yield Finding("hudi.hfile.bloom-filter", "missing-field", at, message)
    yield from _hudi_index(file)


def _hudi_index(file: HFile) -> Iterator[Finding]:
    """The first key of the data index that does not have the layout that Hudi writes."""
    for entry in IndexReader(file).data():
        row, *rest = entry_sort_key(entry)
        if not rest:
            message = "an index key that is a bare row"
            yield Finding("hudi.hfile.index-keys", "length-mismatch", entry.at, message)
            return
        if rest != _REST_OF_KEY and is_hudi_io(file):
            family, qualifier, timestamp, kind = rest
            message = (
                f"an index key of row {row!r:.40}, family {family!r:.40}, qualifier {qualifier!r:.40},"
                f" timestamp {-int(timestamp)}, type {-int(kind)}"
            )
            yield Finding("hudi.hfile.index-keys", "bad-value", entry.at, message)
            return


_PARTS = (_blocks, _trailer, _cells, _index, _info, _bloom, _hudi)
_BESIDE_CELLS = (
    _trailer,
    _meta_index,
    _info,
    _bloom,
    _hudi,
)  # the remaining checks after `is_sound` has read the cells
