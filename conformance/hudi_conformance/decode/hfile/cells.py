# SPDX-License-Identifier: Apache-2.0
"""Cells of an HFile, one by one, from plain and encoded data blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace

from hudi_parsers.hadoop_vlong import HadoopVlong
from hudi_parsers.hfile_data_block import HfileDataBlock
from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Structure, checks_of
from hudi_conformance.decode.hfile.codec import max_inflated
from hudi_conformance.decode.hfile.encodings import Layout, decode_encoded, plain_size
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.rules import FileRules
from hudi_conformance.decode.hfile.slices import slice_cells
from hudi_conformance.decode.source import read_s4
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import DATA_TYPES, Encoding, HFileBlock, HFileCell, HFileTrailer

_LEN_CELL_MIN = 20
_CELL = Structure("cell", "truncated", "hfile.cell.lengths", checks_of("hfile_data_block"))


@dataclass(frozen=True, slots=True)
class CellReader:
    """Reads the cells of the data blocks of one file.

    Attributes:
        layout: parts of a cell, by the file info.
        encoding: encoding that the file info names, None for plain blocks.
    """

    file: HFile
    layout: Layout
    encoding: Encoding | None

    @classmethod
    def of(cls, file: HFile) -> CellReader:
        """The reader that the file info determines.

        Raises:
            Reject: the file info is damaged, or names an unknown encoding.
        """
        info = file.info
        name = info.get(b"DATA_BLOCK_ENCODING", b"NONE")
        encoding = next((known for known in Encoding if known.name.encode() == name), None)
        if encoding is None and name != b"NONE":
            at = file.load_on_open[2].ofs
            raise Reject("bad-type", at, "hfile.encoding.unknown", f"data block encoding {name!r}")
        return cls(file, Layout.of(info), encoding)

    def cells(self, block: HFileBlock, findings: list[Finding] | None = None) -> Iterator[HFileCell]:
        """Yield the cells of a data block with its payload; `findings` as in `decode_cells`.

        Raises:
            Reject: a cell that does not fit, or an encoding other than the file's [hfile.encoding.named].
        """
        payload = self.file.payload(block)
        if block.type == "DATA":
            if self.encoding is not None:
                message = f"a plain data block in a file of encoding {self.encoding.name}"
                raise Reject("bad-type", block.ofs, "hfile.encoding.named", message)
            yield from decode_cells(payload, self.layout, [] if findings is None else findings)
            return
        yield from self._encoded(payload)

    def _encoded(self, payload: Payload) -> Iterator[HFileCell]:
        if len(payload.data) < 2:
            raise Reject("truncated", payload.at(0), "hfile.encoding.unknown", "no room for an encoding id")
        number = int.from_bytes(payload.data[:2], "big")
        if number not in Encoding.__members__.values():
            raise Reject("bad-type", payload.at(0), "hfile.encoding.unknown", f"encoding {number}")
        encoding = Encoding(number)
        if encoding is not self.encoding:
            named = "none" if self.encoding is None else self.encoding.name
            message = f"an {encoding.name} block in a file of encoding {named}"
            raise Reject("bad-type", payload.at(0), "hfile.encoding.named", message)
        if encoding is Encoding.ROW_INDEX_V1:
            layout = replace(self.layout, is_mvcc_zero=False)  # this is the one that is always decoded
            yield from decode_cells(payload, layout, [], 2, check_row_index(payload))
            return
        size = 0
        for cell in decode_encoded(payload, encoding, self.layout, max_inflated(self.file.len)):
            size += plain_size(cell, self.layout)
            yield cell
        announced = read_s4(payload.data, 2)
        if size != announced:
            message = f"{announced} bytes of plain cells declared, {size} present"
            raise Reject("length-mismatch", payload.at(2), "hfile.encoding.plain-size", message)

    def data_blocks(self, rules: FileRules | None = None) -> Iterator[HFileBlock]:
        """Yield the data blocks of the file, with payloads, in file order."""
        for block in self.file.headers():
            if rules is not None:
                rules.block(block)
            if block.type in DATA_TYPES:
                yield self.file.load(block)
            else:
                self.file.verify(block)

    def scan(self, findings: list[Finding] | None = None) -> Iterator[HFileCell]:
        """Yield all cells of the file.

        Args:
            findings: receives violations that do not prevent reading, at most `MAX_FINDINGS` per rule.

        Raises:
            Reject: a damaged block or cell, or, at the end, a number of cells that differs from the trailer
                [hfile.trailer.entry-count].
        """
        rules = None if findings is None else FileRules(self.file, self.layout, findings)
        num = 0
        for block in self.data_blocks(rules):
            notes: list[Finding] = []
            for cell in self.cells(block, notes):
                num += 1
                if rules is not None:
                    rules.cell(cell, block.ofs)
                    rules.add(notes)
                    notes.clear()
                yield cell
        check_num_cells(self.file.trailer, num)
        if rules is not None:
            rules.end()


def check_num_cells(trailer: HFileTrailer, num: int) -> None:
    """Compare the number of cells with that of the trailer.

    Raises:
        Reject: they differ [hfile.trailer.entry-count].
    """
    if num != trailer.entry_count:
        message = f"{num} cells, the trailer states {trailer.entry_count}"
        raise Reject("bad-value", trailer.place("entry_count"), "hfile.trailer.entry-count", message)


def decode_cells(
    payload: Payload, layout: Layout, findings: list[Finding], start: int = 0, end: int | None = None
) -> Iterator[HFileCell]:
    """Yield the cells that fill [`start`, `end`) of a payload in the plain layout [hfile.cell.layout].

    Args:
        payload: of a data block.
        layout: parts of its cells.
        findings: receives errors of returned cells.
        start: start of the first cell.
        end: end of the last one, None for the end of the payload.

    Raises:
        Reject: a length that does not fit, at that length.
    """
    end = len(payload.data) if end is None else end
    is_zero = layout.is_mvcc_zero
    has_mvcc = layout.has_mvcc and not is_zero
    parent = SimpleNamespace(has_tags=layout.has_tags, has_mvcc=has_mvcc)
    stream: KaitaiStream | None = None
    while start < end:
        for cell in slice_cells(payload, layout, start, end):
            if isinstance(cell, HFileCell):
                yield cell
            else:
                start = cell
        if start >= end:
            return
        stream = payload.stream(start, end) if stream is None else stream
        stream.seek(start)
        try:
            entry = HfileDataBlock.Entry(stream, parent)
            mvcc = entry.mvcc.value if has_mvcc else 0
        except KaitaiStructError as error:
            raise payload.reject(error, start, _CELL) from None
        if is_zero:
            pos = stream.pos()
            if pos < end and payload.data[pos] == 0:  # nearly always: inlined
                stream.seek(pos + 1)
            else:
                mvcc = _skip_mvcc(payload, stream, end, layout, findings)
        tags = entry.tags if layout.has_tags else b""
        at_value = start + 8 + entry.len_key
        yield HFileCell(
            row=entry.row,
            family=entry.family,
            qualifier=entry.qualifier,
            timestamp=entry.timestamp,
            type=entry.key_type,
            value=entry.value,
            tags=tags,
            mvcc=mvcc,
            ofs_key=payload.at(start + 8),
            ofs_value=payload.at(at_value),
        )
        vars(entry).clear()
        start = stream.pos()


def _skip_mvcc(
    payload: Payload, stream: KaitaiStream, end: int, layout: Layout, findings: list[Finding]
) -> int:
    """Skip a nonzero mvcc number of a cell in a file whose greatest one is 0 [hfile.cell.mvcc-zero].

    Skip one byte, as both libraries do; a nonzero byte starts a wider number if only that leaves a valid
    cell.
    """
    pos, data = stream.pos(), payload.data
    rule = "hfile.cell.mvcc-zero"
    if pos >= end:
        raise Reject("truncated", payload.at(pos), "hfile.cell.lengths", "no room for the mvcc number")
    message = f"an mvcc number that begins {data[pos]:02x} , the file info states that all are 0"
    findings.append(Finding(rule, "bad-value", payload.at(pos), message))
    if _is_cell(data, pos + 1, end, layout):
        stream.seek(pos + 1)
        return 0
    try:
        mvcc: int = HadoopVlong(stream).value
    except KaitaiStructError:
        mvcc = 0
    if mvcc and _is_cell(data, stream.pos(), end, layout):
        return mvcc
    raise Reject("bad-value", payload.at(pos), rule, message)


def _is_cell(data: bytes, pos: int, end: int, layout: Layout) -> bool:
    """Whether [`pos`, `end`) is empty or begins with valid lengths of a cell."""
    if pos == end:
        return True
    if end - pos < _LEN_CELL_MIN + 2 * layout.has_tags + layout.has_mvcc:
        return False
    len_key, len_value = read_s4(data, pos), read_s4(data, pos + 4)
    len_row = int.from_bytes(data[pos + 8 : pos + 10], "big")
    return len_key >= 12 + len_row and len_value >= 0 and len_key + len_value <= end - pos - 8


def check_row_index(payload: Payload) -> int:
    """End of the cells of a ROW_INDEX_V1 payload; checks the row offsets [hfile.encoding.row-index].

    Raises:
        Reject: the numbers at the end of the payload contradict each other.
    """
    data, rule = payload.data, "hfile.encoding.row-index"
    if len(data) < 10:
        raise Reject("truncated", payload.at(0), rule, f"{len(data)} bytes of ROW_INDEX_V1")
    len_cells = read_s4(data, len(data) - 4)
    ofs_count = 2 + len_cells
    if not 0 <= len_cells <= len(data) - 10:
        message = f"{len_cells} bytes of cells in a payload of {len(data)}"
        raise Reject("length-mismatch", payload.at(len(data) - 4), rule, message)
    num_rows = read_s4(data, ofs_count)
    if num_rows * 4 != len(data) - ofs_count - 8:
        raise Reject("count-too-large", payload.at(ofs_count), rule, f"{num_rows} rows do not fill the block")
    before = -1
    for index in range(num_rows):
        pos = ofs_count + 4 + 4 * index
        ofs = read_s4(data, pos)
        if ofs <= before or ofs >= len_cells or (index == 0 and ofs != 0):
            raise Reject("bad-order", payload.at(pos), rule, f"row {index} at {ofs} of {len_cells}")
        before = ofs
    return ofs_count
