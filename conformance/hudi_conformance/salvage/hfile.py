# SPDX-License-Identifier: Apache-2.0
"""Everything readable of an HFile: blocks from the front by their magics, verified by checksums.

Trailer and file info are used if they are readable. Without a trailer, the kind of block header and the
codec are found by trial; without a file info, the parts of cells. Indexes are not needed. One block is in
memory at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

from hudi_conformance.decode.bulk.hfile.runs import Cells, RunReader
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.codec import SUPPORTED, max_inflated
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.hfile.info import decode_info
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.rules import FileRules
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import DATA_TYPES, MAGIC_TRAILER, Codec, Encoding, HFileBlock, HFileCell
from hudi_conformance.salvage.account import REFUSALS, Loss, reason_of
from hudi_conformance.salvage.hfile_blocks import LEN_MAGIC, BlockWalk
from hudi_conformance.salvage.hfile_cells import Skip, plain_cells
from hudi_conformance.salvage.hfile_trial import LAYOUTS, guess_layout, inflate_any, inflate_by_trial

_LEN_TRAILERS = (4096, 212)
Step = HFileCell | Cells | HFileBlock | Loss


class HFileSalvage:
    """One pass over the HFile at [`start`, `end`) of a buffer. Offsets of losses are those of the buffer.

    With `quick` the compiled kernels return the cells of most intact blocks at once, as `Cells`.

    Attributes:
        info: file info, None if it is not readable.
        notes: properties found by trial.
    """

    def __init__(
        self, buffer: Buffer, start: int = 0, end: int | None = None, *, quick: bool = False
    ) -> None:
        self._buffer = buffer
        self._start = start
        self._size = (len(buffer) if end is None else end) - start
        self._losses: list[Loss] = []
        self.notes: list[str] = []
        self._file: HFile | None = None
        self._codec: Codec | None = None
        self._unsupported: UnsupportedInput | None = None
        self._is_codec_wrong = self._is_codec_proven = False
        self._is_layout_proven = False
        self._seen: set[bytes] = set()  # digests of data blocks
        self._rules: FileRules | None = None
        self._findings: list[Finding] = []
        self._blocks = BlockWalk(buffer, start, self._size)
        self._sizes: dict[int, Loss] = {}  # of blocks whose announced length is wrong, by their offsets
        self._runs = RunReader() if quick else None
        self._open_trailer()
        self.info: Mapping[bytes, bytes] | None = None
        self._layout: Layout | None = None
        self._encoding: Encoding | None = None
        self._open_info()

    # --- trailer and file info ---------------------------------------------------------------------------

    def _open_trailer(self) -> None:
        try:
            self._file = HFile(self._buffer, self._start, self._start + self._size)
            trailer = self._file.trailer
            self._blocks.has_checksums, self._blocks.limit = trailer.has_checksums, trailer.ofs
            self._codec = self._file.codec
        except UnsupportedInput as error:
            if self._file is None or self._file.trailer.encryption_key is not None:
                raise
            self._unsupported = error  # which the blocks may belie
        except Reject as error:
            for length in _LEN_TRAILERS:
                at = self._size - length
                if at >= 0 and self._blocks.raw(at, at + LEN_MAGIC) == MAGIC_TRAILER:
                    self._blocks.limit = at
            self._lose("trailer", self._blocks.limit, self._size - self._blocks.limit, error)
            self.notes.append(
                "the trailer is unreadable: block header format and codec were determined by trial"
            )

    def _open_info(self) -> None:
        try:
            if self._file is not None:
                self.info = self._file.info
                reader = CellReader.of(self._file)
                self._layout, self._encoding = reader.layout, reader.encoding
                return
        except REFUSALS as error:
            ofs = self._blocks.limit if self._file is None else self._file.trailer.ofs
            self._lose("info", ofs, 0, error)
        if self.info is None:
            self._find_info()
        if self.info is None:
            self.notes.append("the file info is unreadable: the parts of cells were determined by trial")
            return
        self._layout = Layout.of(self.info)

    def _find_info(self) -> None:
        """The last file info block that is intact, wherever it is."""
        for step in self._walk():
            if isinstance(step, HFileBlock) and step.type == "FILE_INFO":
                with suppress(*REFUSALS):
                    block = self._load(step)
                    self.info = decode_info(Payload(block.payload, step.ofs, is_exact=False), is_old=True)

    # --- blocks ------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[Step]:
        """Yield losses, blocks, and cells after their block, in file order."""
        yield from self._losses
        num_cells = num_blocks = num_sizes = 0
        if self._file is not None and self.info is not None and self._layout is not None:
            with suppress(*REFUSALS):
                self._rules = FileRules(self._file, self._layout, self._findings)
        is_complete = not self._losses
        for step in self._walk():
            num_blocks += isinstance(step, HFileBlock)
            if self._rules is not None and isinstance(step, HFileBlock):
                self._rules.block(step)
            if isinstance(step, HFileBlock) and step.type in DATA_TYPES:
                for inner in self._data(step):
                    num_cells += inner.num if isinstance(inner, Cells) else isinstance(inner, HFileCell)
                    is_complete &= not isinstance(inner, Loss)
                    yield inner
            else:
                is_complete &= not isinstance(step, Loss)
                yield step if isinstance(step, Loss) else self._checked(step)
            reported = list(self._sizes.values())[num_sizes:]
            yield from reported
            num_sizes += len(reported)
            is_complete &= not reported
        if self._is_codec_wrong and self._file is not None and self._codec is not None:
            at = self._file.trailer.place("compression_codec")
            message = f"the trailer names a codec other than {self._codec.name}, which the blocks use"
            yield self._loss("codec", at, 0, Reject("bad-value", at, "hfile.codec.one", message))
        if self._file is not None:
            if self._rules is not None and is_complete and num_cells == self._file.trailer.entry_count:
                try:
                    self._rules.end()
                except LimitExceeded as limit:
                    self.notes.append(f"not checked: {limit}")
            if self._rules is None or not self._rules.is_index_read:
                yield from self._check_index(self._file)
            self._note_rules()
            trailer = self._file.trailer
            # Known losses explain a number that is too high.
            if num_cells != trailer.entry_count and (is_complete or num_cells > trailer.entry_count):
                at = trailer.place("entry_count")
                message = f"{num_cells} cells, the trailer states {trailer.entry_count}"
                error = Reject("bad-value", at, "hfile.trailer.entry-count", message)
                missing = trailer.entry_count - num_cells
                yield self._loss("count", at, 0, error, num=missing if missing > 0 else None)

    def _checked(self, block: HFileBlock) -> HFileBlock | Loss:
        """The block, or its loss if it is an index or metadata block that does not inflate."""
        try:
            self._load(block)
        except REFUSALS as error:
            return self._loss("block", block.ofs, block.size, error)
        return block

    def _note_rules(self) -> None:
        """Note kept cells that violate a rule; a scan of the file reports the same findings."""
        for finding in self._findings:
            at = "" if finding.at is None else f" at {self._start + finding.at}"
            self.notes.append(f"kept, although it violates {finding.requirement}{at}: {finding.message}")

    def _check_index(self, file: HFile) -> Iterator[Loss]:
        try:
            IndexReader(file).view()
        except REFUSALS as error:
            yield self._loss("index", file.trailer.load_on_open_data_offset, 0, error)

    def _walk(self) -> Iterator[HFileBlock | Loss]:
        pos = 0 if self._file is None else self._file.ofs_first
        if pos:
            why = Reject("bad-reference", 0, "hfile.file.blocks", f"{pos} bytes before the first block")
            yield self._loss("block", 0, pos, why)
        self._blocks.codec = self._codec
        for step in self._blocks.walk(pos):
            if isinstance(step, HFileBlock):
                yield step
                self._blocks.codec = self._codec
            else:
                yield self._loss("block" if step.len else "size", step.ofs, step.len, step.error)

    def _load(self, block: HFileBlock) -> HFileBlock:
        stored = self._blocks.raw(block.stored_ofs, block.stored_ofs + block.stored_len)
        by_trial = sorted(SUPPORTED, key=lambda codec: (codec is not Codec.NONE, codec))
        codecs = by_trial if self._codec is None else [self._codec]
        if self._codec is not None and not self._is_codec_proven:
            codecs += [codec for codec in by_trial if codec is not self._codec]
        bound = max_inflated(self._size)
        try:
            codec, payload = inflate_by_trial(block, stored, codecs, bound)
        except (Reject, LimitExceeded) as error:
            whole = None if self._codec is None else inflate_any(self._codec, block, stored, bound)
            if whole is None:
                raise self._unsupported or error from None
            self._sizes[block.ofs] = self._loss("size", block.ofs, 0, error)
            return block._replace(payload=whole)
        self._is_codec_wrong |= self._codec is not None and codec is not self._codec
        # Plain bytes prove little: a compressed payload may coincidentally have the declared length.
        if codec is not Codec.NONE or block.type in DATA_TYPES:
            self._codec, self._is_codec_proven = codec, bool(payload)
        return block._replace(payload=payload)

    # --- cells -------------------------------------------------------------------------------------------

    def _data(self, header: HFileBlock) -> Iterator[Step]:
        try:
            block = self._load(header)
        except REFUSALS as error:
            yield self._loss("block", header.ofs, header.size, error)
            return
        digest = hashlib.blake2b(block.payload, digest_size=16).digest()
        if block.payload and digest in self._seen:
            # Cells with equal keys are in one block: no writer repeats a block.
            copy = Reject("overlap", block.ofs, "hfile.cell.equal-keys", "a data block that already occurred")
            yield self._loss("copy", header.ofs, header.size, copy)
            return
        self._seen.add(digest)
        yield block._replace(payload=b"")
        encoding = None
        if block.type == "ENCODED_DATA":
            number = int.from_bytes(block.payload[:2], "big")
            encoding = Encoding(number) if number in Encoding.__members__.values() else None
        yield from self._settle_layout(block, encoding)
        if self._file is not None and self.info is not None and encoding is not self._encoding:
            named = "none" if self._encoding is None else self._encoding.name
            message = f"a block of another encoding than {named}, which the file info names"
            other = Reject("bad-type", block.ofs, "hfile.encoding.named", message)
            yield self._loss("encoding", block.ofs, 0, other)
        cells = self._all_cells(block)
        if cells is not None:
            yield cells
            return
        num = 0
        notes: list[Finding] = []
        try:
            for step in self._steps_of(block, encoding, notes):
                if isinstance(step, Loss):
                    yield step
                    continue
                num += 1
                if self._rules is not None:
                    self._rules.add(notes)
                    self._rules.cell(step, block.ofs)
                    notes.clear()
                yield self._moved(step)
        except REFUSALS as error:
            at = error.at if isinstance(error, Reject) else None
            if num == 0:
                ofs, length = block.ofs, block.size
            elif at is not None and block.stored_ofs < at < block.end:
                ofs, length = at, block.end - at
            else:
                ofs, length = block.ofs, 0  # compressed: which bytes were read is unknown
            yield self._loss("cells", ofs, length, error, block_ofs=block.ofs)

    def _all_cells(self, block: HFileBlock) -> Cells | None:
        """The cells of a block at once; None if they must be read one by one."""
        is_plain = block.type == "DATA" and self._encoding is None and self._is_layout_proven
        if self._runs is None or self._layout is None or not is_plain:
            return None
        return self._runs.read(self._payload(block), self._layout, self._rules, block.ofs)

    def _steps_of(
        self, block: HFileBlock, encoding: Encoding | None, notes: list[Finding]
    ) -> Iterator[HFileCell | Loss]:
        """Yield cells, and losses between them.

        Raises:
            Reject, LimitExceeded: no cell can be read after the last one.
        """
        layout = self._layout or LAYOUTS[0]
        if block.type != "DATA":
            yield from self._cells(block, layout, encoding, notes)
            return
        payload = self._payload(block)
        for step in plain_cells(payload, layout, notes):
            if not isinstance(step, Skip):
                yield step
            elif step.is_rest:
                raise step.error
            else:
                length = step.end - step.start if payload.is_exact else 0
                yield self._loss("cell", payload.at(step.start), length, step.error, block_ofs=block.ofs)

    def _guess(
        self, block: HFileBlock, encoding: Encoding | None, layouts: Sequence[Layout]
    ) -> Layout | None:
        return guess_layout(lambda layout: self._cells(block, layout, encoding), layouts, len(block.payload))

    def _settle_layout(self, block: HFileBlock, encoding: Encoding | None) -> Iterator[Loss]:
        """Find the parts of cells if the file info has none that fit the first blocks."""
        if self._layout is None:
            self._layout = self._guess(block, encoding, LAYOUTS)
            return
        if self._is_layout_proven:
            return
        if self._guess(block, encoding, (self._layout,)) is not None:
            self._is_layout_proven = True
            return
        other = self._guess(block, encoding, LAYOUTS)
        if other is not None:
            self._layout, self._is_layout_proven, self._rules = other, True, None
            message = "cells have parts other than those in the file info"
            why = Reject("bad-value", block.ofs, "hfile.cell.layout", message)
            yield self._loss("info", block.ofs, 0, why)

    def _cells(
        self, block: HFileBlock, layout: Layout, encoding: Encoding | None, notes: list[Finding] | None = None
    ) -> Iterator[HFileCell]:
        payload = self._payload(block)
        file = cast("Any", SimpleNamespace(payload=lambda _: payload, len=self._size))
        return CellReader(file, layout, encoding).cells(block, notes)

    def _payload(self, block: HFileBlock) -> Payload:
        is_plain = self._codec in {Codec.NONE, None}
        return Payload(block.payload, block.stored_ofs if is_plain else block.ofs, is_plain)

    # --- helpers -----------------------------------------------------------------------------------------

    def _moved(self, cell: HFileCell) -> HFileCell:
        if not self._start:
            return cell
        return cell._replace(ofs_key=self._start + cell.ofs_key, ofs_value=self._start + cell.ofs_value)

    def _lose(self, kind: str, ofs: int, length: int, error: Exception) -> None:
        self._losses.append(self._loss(kind, ofs, length, error))

    def _loss(
        self,
        kind: str,
        ofs: int,
        length: int,
        error: Exception,
        *,
        block_ofs: int | None = None,
        num: int | None = None,
    ) -> Loss:
        reason = reason_of(error, self._start)
        block_ofs = ofs if block_ofs is None else block_ofs
        return Loss(
            kind, self._start + ofs, length, block_ofs=self._start + block_ofs, num_records=num, **reason
        )
