# SPDX-License-Identifier: Apache-2.0
"""Rules about cells whose violation does not prevent reading: readers return the cells and a finding.

The cells are delimited and have the bytes that a writer stored, but their order, a number in them, or a sum
over them is wrong. `check`, scans and salvage share these rules, so their reports agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.hfile.bloom import ask_bloom, bloom_block, bloom_key, decode_bloom_meta
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import SortKey, cell_sort_key
from hudi_conformance.decode.hfile.proof import HUDI_COMPARATOR, Bounds, index_findings
from hudi_conformance.decode.hfile.sums import CellSums, is_last_key, sum_findings
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import DATA_TYPES, LATEST_TIMESTAMP, PUT, HFileBlock, HFileCell

MAX_ROW = 32767
MAX_FINDINGS = 16
BLOOM_ROWS = 4096  # looked up in the filter
_MAJOR_TAGS = 3
_INDEX_TYPES = frozenset({"LEAF_INDEX", "INTERMEDIATE_INDEX"})
TYPES = frozenset({4, 8, 10, 12, 14})


@dataclass(frozen=True, slots=True)
class CellRun:
    """Cells of one block, in order, each valid when checked alone.

    Attributes:
        sums: over them.
        first: key of the first of them, as a cell without value and tags.
        last: the same of the last.
        max_mvcc: the greatest mvcc number.
    """

    sums: CellSums
    first: HFileCell
    last: HFileCell
    max_mvcc: int


class CellRules:
    """State of one pass over the cells of a file, in its order.

    Attributes:
        sums: over the cells so far.
        key: sort key of the last of them.
        last: the last of them.
        max_mvcc: the greatest mvcc number.
    """

    def __init__(self, file: HFile, layout: Layout) -> None:
        self._file = file
        self._layout = layout
        self._is_hudi = has_records(file)
        self.key: SortKey | None = None
        self._block = -1
        self._num_odd = 0
        self.sums = CellSums()
        self.first: HFileCell | None = None
        self.last: HFileCell | None = None
        self.max_mvcc = 0

    def cell(self, cell: HFileCell, ofs_block: int) -> Iterator[Finding]:
        """Yield findings about a cell and its order after the previous one."""
        self.sums.add(cell)
        key = cell_sort_key(cell)
        before = self.key
        if before is not None and key < before:
            message = f"row {cell.row!r:.40} after {before[0]!r:.40}"
            yield Finding("hfile.cell.order", "bad-order", cell.ofs_key, message)
        if key == before and self._block != ofs_block:
            message = "a cell whose key is that of the block before"
            yield Finding("hfile.cell.equal-keys", "bad-order", cell.ofs_key, message)
        if cell.type not in TYPES:
            yield Finding("hfile.cell.type", "bad-type", cell.ofs_key, f"cell of type {cell.type}")
        if cell.timestamp < 0:
            message = f"timestamp {cell.timestamp}"
            yield Finding("hfile.cell.timestamp", "bad-value", cell.ofs_key, message)
        if cell.mvcc < 0:
            yield Finding("hfile.cell.mvcc-sign", "bad-value", cell.ofs_key, f"mvcc {cell.mvcc}")
        if len(cell.row) > MAX_ROW:
            message = f"a row of {len(cell.row)} bytes"
            yield Finding("hfile.cell.row-max", "bad-value", cell.ofs_key, message)
        if cell.tags and not are_tags(cell.tags):
            message = f"tags that do not fill their part: {cell.tags[:16].hex()}"
            yield Finding("hfile.cell.tags-form", "length-mismatch", cell.ofs_key, message)
        if self._is_hudi and not self._num_odd:
            parts = (cell.family, cell.qualifier, cell.timestamp, cell.type, cell.mvcc, cell.tags)
            if parts != (b"", b"", LATEST_TIMESTAMP, PUT, 0, b""):
                self._num_odd = 1  # one finding is enough: a file has thousands of them
                message = "a cell that is not a Hudi record"
                yield Finding("hudi.hfile.cell", "bad-value", cell.ofs_key, message)
        self.max_mvcc = max(self.max_mvcc, cell.mvcc)
        self.first = self.first or cell
        self.last, self.key, self._block = cell, key, ofs_block

    @property
    def wants_records(self) -> bool:
        """Whether a cell that is not a record of Hudi is the first violation of its rule."""
        return self._is_hudi and not self._num_odd

    def run(self, run: CellRun, ofs_block: int) -> bool:
        """Process all cells of a block at once; return False, unchanged, if they are out of order."""
        if self.key is not None and cell_sort_key(run.first) <= self.key:
            return False
        self.sums.merge(run.sums)
        self.max_mvcc = max(self.max_mvcc, run.max_mvcc)
        self.first = self.first or run.first
        self.last, self.key, self._block = run.last, cell_sort_key(run.last), ofs_block
        return True

    def end(self) -> Iterator[Finding]:
        """Yield findings about the file's statements on all its cells."""
        file, info = self._file, self._file.info
        at_info = file.load_on_open[2].ofs
        if self._layout.has_mvcc:
            stored = info.get(b"MAX_MEMSTORE_TS_KEY")
            if stored is None:
                yield Finding("hfile.cell.max-mvcc", "missing-field", at_info, "no MAX_MEMSTORE_TS_KEY")
            elif int.from_bytes(stored, "big", signed=True) != self.max_mvcc:
                message = f"MAX_MEMSTORE_TS_KEY {stored.hex()}, the greatest mvcc is {self.max_mvcc}"
                yield Finding("hfile.cell.max-mvcc", "bad-value", at_info, message)
        last_key = info.get(b"hfile.LASTKEY", b"")
        if self.last is not None and not is_last_key(file, self.last):
            row = last_key[2 : 2 + int.from_bytes(last_key[:2], "big")]
            message = f"hfile.LASTKEY of row {row!r:.40} is not that of {self.last.row!r:.40}"
            yield Finding("hfile.info.last-key-true", "bad-value", at_info, message)
        yield from sum_findings(file, self.sums, is_hudi=is_hudi(file))
        if self.first is None or self.last is None or not self._is_hudi:
            return
        for name, row in ((b"minRecordKey", self.first.row), (b"maxRecordKey", self.last.row)):
            value = info.get(name)
            if value is not None and value != row:
                message = f"{name.decode()} {value!r:.40}, the row is {row!r:.40}"
                yield Finding("hudi.hfile.min-max", "bad-value", at_info, message)


class BlockRules:
    """State of one pass over all blocks of a file."""

    def __init__(self, file: HFile) -> None:
        self._file = file
        self._total = file.trailer.size
        self._len_data = 0
        self._len_index = 0

    def block(self, block: HFileBlock) -> None:
        """Count a block."""
        is_root = block.ofs == self._file.trailer.load_on_open_data_offset
        size = block.uncompressed_size_without_header
        if block.type != "INTERMEDIATE_INDEX" and not is_root:
            self._total += block.len_header + size
        if block.type in DATA_TYPES:
            self._len_data += size
        elif is_root or block.type in _INDEX_TYPES:
            self._len_index += size

    def end(self) -> Iterator[Finding]:
        """Yield findings about wrong sums in the trailer; hudi-io does not write the sum over all blocks."""
        trailer = self._file.trailer
        stated = trailer.uncompressed_data_index_size
        sums = [self._len_index, *([self._len_data] if is_hudi(self._file) else [])]
        if stated and stated not in sums:
            at = trailer.place("uncompressed_data_index_size")
            message = f"uncompressed_data_index_size {stated}, the index has {self._len_index}"
            yield Finding("hfile.trailer.index-size", "bad-value", at, message)
        stated = trailer.total_uncompressed_bytes
        # Among Hudi's writers, hudi-io omits it; the values of the others are not well known.
        if stated and stated != self._total and not is_hudi(self._file) and self._file.ofs_first == 0:
            at = trailer.place("total_uncompressed_bytes")
            message = f"total_uncompressed_bytes {stated}, the blocks have {self._total}"
            yield Finding("hfile.trailer.total-bytes", "bad-value", at, message)


def checksum_findings(file: HFile, block: HFileBlock) -> Iterator[Finding]:
    """Yield a finding if a block has checksum words but states that it has none."""
    end = block.stored_ofs + block.stored_len
    if block.checksum_type == 0 and any(file.raw(end, block.end)):
        message = "checksum words of type NULL that are not zero"
        yield Finding("hfile.checksum.type", "bad-value", end, message)


def are_tags(tags: bytes) -> bool:
    """Whether the tags part of a cell is valid: two-byte lengths, each with a type and a body."""
    pos = 0
    while pos < len(tags):
        length = int.from_bytes(tags[pos : pos + 2], "big")
        if not 1 <= length <= len(tags) - pos - 2:
            return False
        pos += 2 + length
    return True


def has_records(file: HFile) -> bool:
    """Whether the cells of a file are records of Hudi."""
    return b"schema" in file.info


def is_hudi(file: HFile) -> bool:
    """Whether Hudi wrote a file: it has its schema or its comparator."""
    return b"schema" in file.info or file.trailer.comparator_class_name == HUDI_COMPARATOR


class FileRules:
    """All of these rules over one scan; collects at most `MAX_FINDINGS` findings per rule.

    Attributes:
        cells: rules about cells.
        bounds: first and last key of each data block by its offset.
        is_index_read: whether all indexes were read, without a rejection.
    """

    def __init__(self, file: HFile, layout: Layout, findings: list[Finding]) -> None:
        self._file = file
        self._blocks = BlockRules(file)
        self.cells = CellRules(file, layout)
        self._layout = layout
        self._findings = findings
        self._nums: dict[str, int] = {}
        self._bloom = BloomRules(file) if has_bloom(file) else None
        self.bounds: dict[int, Bounds] = {}
        self.is_index_read = False
        self.add(file_findings(file, layout))

    def add(self, findings: Iterable[Finding]) -> None:
        """Add findings up to the limit of their rule."""
        for finding in findings:
            num = self._nums.get(finding.requirement, 0) + 1
            self._nums[finding.requirement] = num
            if num <= MAX_FINDINGS:
                self._findings.append(finding)

    def block(self, block: HFileBlock) -> None:
        """A block of the file, in its order."""
        self._blocks.block(block)
        if block.type in DATA_TYPES:
            self.bounds.setdefault(block.ofs, (None, None))
        self.add(checksum_findings(self._file, block))

    def cell(self, cell: HFileCell, ofs_block: int) -> None:
        """A cell of the file, in its order."""
        self.add(self.cells.cell(cell, ofs_block))
        if self._bloom is not None:
            self._bloom.cell(cell)
        key = self.cells.key
        first, _ = self.bounds.get(ofs_block, (None, None))
        self.bounds[ofs_block] = (first or key, key)

    def run(self, run: CellRun, ofs_block: int) -> bool:
        """Process all cells of a block at once; return False, unchanged, if they need single processing."""
        if self._bloom is not None or not self.cells.run(run, ofs_block):
            return False
        self.bounds[ofs_block] = (cell_sort_key(run.first), self.cells.key)
        return True

    def end(self) -> None:
        """The end of a scan that was not rejected."""
        self.add(self._blocks.end())
        self.add(self.cells.end())
        try:
            for finding in index_findings(self._file, self.bounds):
                self.add([finding])
            self.is_index_read = True
            self.add(self._bloom.end() if self._bloom is not None else ())
        except Reject as error:
            self.add([finding_of(error, is_refusal=True)])


def has_bloom(file: HFile) -> bool:
    """Whether a file has a Bloom filter of rows."""
    try:
        return bloom_block(file) is not None
    except Reject:
        return False


class BloomRules:
    """State of one pass over the cells of a file with a Bloom filter."""

    def __init__(self, file: HFile) -> None:
        self._file = file
        self._key_of = bloom_key(file)
        self._key: tuple[bytes, ...] | None = None
        self._num_keys = 0
        self._rows: list[bytes] = []

    def cell(self, cell: HFileCell) -> None:
        """Count the key of a cell, and store the first `BLOOM_ROWS` rows for lookups in the filter."""
        key = self._key_of(cell)
        if key != self._key:
            self._num_keys += 1
            self._key = key
        if len(self._rows) < BLOOM_ROWS and cell.row not in self._rows[-1:]:
            self._rows.append(cell.row)

    def end(self) -> Iterator[Finding]:
        """Yield findings for rows of the file that its filter lacks, and for a wrong number of keys.

        Raises:
            Reject: a filter that cannot be read.
        """
        file = self._file
        block = bloom_block(file)
        if block is None:
            return
        for row, possible in ask_bloom(file, self._rows) or []:
            if not possible:
                message = f"row {row!r:.40} is in the file and not in its Bloom filter"
                yield Finding("hfile.bloom.possible", "bad-value", block.ofs, message)
                break
        stated = decode_bloom_meta(
            file.payload(file.load(block)), file.trailer.load_on_open_data_offset
        ).num_keys
        if stated != self._num_keys:
            message = f"{stated} keys in the Bloom filter, {self._num_keys} of the cells"
            yield Finding("hfile.bloom.keys", "bad-value", block.ofs, message)
        last = file.info.get(b"LAST_BLOOM_KEY")
        # The last key of a row-column filter has a different layout.
        if last is not None and self._key is not None and len(self._key) == 1 and last != self._key[0]:
            message = f"LAST_BLOOM_KEY {last!r:.40}, by the cells {self._key[0]!r:.40}"
            yield Finding("hfile.bloom.keys", "bad-value", file.load_on_open[2].ofs, message)


def file_findings(file: HFile, layout: Layout) -> Iterator[Finding]:
    """Yield errors of a file before its first cell."""
    if file.ofs_first:
        message = f"{file.ofs_first} bytes before the first block"
        yield Finding("hfile.file.blocks", "bad-reference", 0, message)
    if layout.has_tags and file.trailer.major < _MAJOR_TAGS:
        at = file.load_on_open[2].ofs
        message = f"hfile.MAX_TAGS_LEN in a file of version {file.trailer.major}"
        yield Finding("hfile.cell.tags", "bad-version", at, message)
