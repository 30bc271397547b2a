# SPDX-License-Identifier: Apache-2.0
"""Bytes between intact blocks: blocks with a wrong field, starts of torn ones, records without a block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hudi_conformance.decode.log.scan import (
    LEN_HEAD,
    LEN_MAGIC,
    LEN_TRAILING,
    MAGIC,
    check_frame,
    find_magic,
    read_block,
)
from hudi_conformance.decode.source import Buffer, Memory, read_s8
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Rejection, Span
from hudi_conformance.model.log import LogBlock
from hudi_conformance.salvage.account import Account, Loss, Losses, reason_of
from hudi_conformance.salvage.avro import doubled_at
from hudi_conformance.salvage.contents import MENDED, TORN, Contents
from hudi_conformance.salvage.frames import OFS_HEADER, Frame, Head, frames_between
from hudi_conformance.salvage.recognise import block_type_of
from hudi_conformance.salvage.schemas import Schemas, has_records

TORN_NOTE = "records of incomplete blocks are marked `torn`: no reader would count them"
MENDED_NOTE = "blocks marked `mended` have one wrong field, which their other fields correct"
LEN_STRETCH_MIN = 24  # bytes without a block that are searched for records
MAX_STRETCH = 1 << 25  # of them that are searched at a time
_DATA_BLOCK = b"DATABLK"


def reason_at(buffer: Buffer, ofs: int) -> Reject | LimitExceeded | Rejection:
    """Why no intact block begins at an offset."""
    size = len(buffer)
    if size - ofs < LEN_MAGIC:
        message = f"{size - ofs} bytes at the end of the file"
        return Rejection("truncated", ofs, "log.recovery.short-tail", message)
    if bytes(buffer[ofs : ofs + LEN_MAGIC]) != MAGIC:
        return Rejection("bad-magic", ofs, "log.recovery.bad-magic", "no magic opens these bytes")
    why = check_frame(buffer, ofs)
    if why is not None:
        return why
    try:
        block = read_block(buffer, ofs)
    except (Reject, LimitExceeded) as error:
        return error
    message = f"the {block.type.name} is inside another structure"
    return Rejection("overlap", ofs, "log.recovery.salvage", message)


class Gaps:
    """Writes readable data between the intact blocks of one file."""

    def __init__(self, buffer: Memory, account: Account, contents: Contents, schemas: Schemas) -> None:
        self._buffer = buffer
        self._account = account
        self._contents = contents
        self._schemas = schemas

    def gap(self, start: int, end: int) -> None:
        """Write readable data of the bytes from `start` to `end`, outside intact blocks."""
        for frame in frames_between(self._buffer, start, end):
            if frame.is_copy:
                why = Rejection("overlap", frame.ofs, "log.recovery.salvage", "the same bytes follow")
                self._lose("copy", frame.ofs, frame.end, reason_of(why))
            elif frame.excess and self._doubled(frame):
                continue
            elif frame.head is None:
                self._stretch(frame.ofs, frame.end)
            else:
                self._frame(frame, frame.head)

    def _lose(self, kind: str, start: int, end: int, reason: dict[str, Any], num: int | None = None) -> None:
        block_ofs = None if kind == "tail" else start
        self._account.lose(Loss(kind, start, end - start, block_ofs=block_ofs, num_records=num, **reason))

    def _lose_all(self, start: int, end: int) -> None:
        """Unreadable bytes, with a separate reason for each magic in them."""
        while start < end:
            stop = min(find_magic(self._buffer, start + 1), end)
            is_tail = end == len(self._buffer) and end - start < LEN_MAGIC
            self._lose("tail" if is_tail else "block", start, stop, reason_of(reason_at(self._buffer, start)))
            start = stop

    def _doubled(self, frame: Frame) -> bool:
        """Write a block with a repeated range of bytes, if it is longer than its size."""
        raw, excess = bytes(self._buffer[frame.ofs : frame.end]), frame.excess
        cut = doubled_at(raw, excess)
        if cut is None:
            return False
        raw = raw[:cut] + raw[cut + excess :]
        if check_frame(raw, 0) is not None:
            return False
        try:
            block = read_block(raw, 0)
        except (Reject, LimitExceeded):
            return False
        start = frame.ofs + cut
        why = Reject("overlap", start, "log.recovery.salvage", f"the same {excess} bytes are before them")
        self._lose("copy", start, start + excess, reason_of(why))
        with self._account.moved(lambda ofs: frame.ofs + ofs + (excess if ofs >= cut else 0)):
            self._contents.of(raw).block(block, MENDED)
        self._account.note(MENDED_NOTE)
        return True

    # --- blocks ------------------------------------------------------------------------------------------

    def _frame(self, frame: Frame, head: Head) -> None:
        kind = block_type_of(self._buffer, frame.content, head.header, head.kind)
        if kind is None:
            self._stretch(frame.ofs, frame.end)
            return
        span = Span(frame.ofs, frame.end - frame.ofs)
        content = frame.content
        if not frame.is_sure and kind.has_records:
            content = Span(content.ofs, max(frame.end - content.ofs, 0))
        block = LogBlock(kind, span, head.version, head.header, content)
        self._schemas.doubtful = head.schema
        num, losses = _read(self._contents.steps(block, MENDED if frame.is_sure else TORN))
        if not num and not (frame.is_sure and all(loss.len == 0 for loss in losses)):
            self._lose_all(frame.ofs, frame.end)
        elif frame.is_sure:
            self._mended(frame, head, block, num, losses)
        else:
            self._torn(block, num, losses)

    def _mended(self, frame: Frame, head: Head, block: LogBlock, num: int, losses: list[Loss]) -> None:
        """Record a block whose end is known; the wrong parts of its frame are lost."""
        wrong = self._wrong_fields(frame, head, block)
        for loss in [*wrong, *losses]:
            self._account.lose(loss)
        if not wrong:
            why = reason_of(reason_at(self._buffer, frame.ofs))
            self._account.lose(Loss("header", frame.ofs, 0, block_ofs=frame.ofs, **why))
        self._account.note(MENDED_NOTE)
        self._contents.row(block, MENDED, num, len(losses) + len(wrong))

    def _wrong_fields(self, frame: Frame, head: Head, block: LogBlock) -> list[Loss]:
        buffer, ofs, end = self._buffer, frame.ofs, frame.end
        losses: list[Loss] = []

        def wrong(field: str, at: int, num: int, code: str, rule: str) -> None:
            why = Reject(
                code, at, rule, f"{bytes(buffer[at : at + min(num, 8)]).hex(' ')} is not the {field}"
            )
            losses.append(Loss(field, at, num, block_ofs=ofs, **reason_of(why)))

        size = read_s8(buffer, ofs + LEN_MAGIC)
        if bytes(buffer[ofs : ofs + LEN_MAGIC]) != MAGIC:
            wrong("magic", ofs, LEN_MAGIC, "bad-magic", "log.block.magic")
        if ofs + LEN_HEAD + size != end:
            wrong("size", ofs + LEN_MAGIC, 8, "length-mismatch", "log.block.size")
        if head.version != 1:
            wrong("version", ofs + LEN_HEAD, 4, "bad-version", "log.block.format-version")
        if head.kind is not block.type:
            wrong("type", ofs + 18, 4, "bad-type", "log.block.type")
        at = block.content.ofs - 8
        if head.content.ofs - 8 != at or read_s8(buffer, at) != block.content.len:
            wrong("length", at, 8, "length-mismatch", "log.block.content-length")
        if read_s8(buffer, end - LEN_TRAILING) != end - ofs - LEN_TRAILING:
            wrong(
                "trailing", end - LEN_TRAILING, LEN_TRAILING, "length-mismatch", "log.block.trailing-length"
            )
        if not losses:
            try:
                read_block(buffer, ofs)
            except (Reject, LimitExceeded) as error:
                num = max(at - ofs - OFS_HEADER, 0)
                losses.append(Loss("header", ofs + OFS_HEADER, num, block_ofs=ofs, **reason_of(error)))
        return losses

    def _torn(self, block: LogBlock, num: int, losses: list[Loss]) -> None:
        """Record the data read from a block with an unknown end."""
        # The last loss is the end of what there is: the rest of the block is lost with it.
        reason = reason_of(reason_at(self._buffer, block.span.ofs))
        inside = [loss for loss in losses if loss.ofs + loss.len < block.content.end]
        last = next((loss for loss in losses if loss.ofs + loss.len >= block.content.end), None)
        used = block.content.end if last is None else last.ofs
        for loss in inside:
            self._account.lose(loss)
        rest = None if last is None else last.num_records
        if not block.type.has_records and self._rest(used, block.span.end):
            used = block.span.end  # behind the deletes lies what is left of the next block
        lost = Loss(
            "block", used, block.span.end - used, block_ofs=block.span.ofs, num_records=rest, **reason
        )
        self._account.lose(lost)
        self._account.note(TORN_NOTE)
        self._contents.row(block, TORN, num, len(inside) + 1)

    # --- bytes without a block ---------------------------------------------------------------------------

    def _stretch(self, start: int, end: int) -> None:
        """Records of a content whose block lost its header, by a schema of another block."""
        for low in range(start, end, MAX_STRETCH):
            high = min(low + MAX_STRETCH, end)
            if not self._rest(low, high):
                self._lose_all(low, high)

    def _rest(self, start: int, end: int) -> bool:
        if end - start < LEN_STRETCH_MIN:
            return False
        data = bytes(self._buffer[start:end])
        hfile = data.find(_DATA_BLOCK)
        for text, schema, _ in self._schemas.borrowed():
            kind = BlockType.AVRO_DATA_BLOCK if hfile < 0 else BlockType.HFILE_DATA_BLOCK
            if hfile < 0 and not has_records(data, schema, 0):
                continue
            ofs = start + max(hfile, 0)
            block = LogBlock(kind, Span(start, end - start), None, {}, Span(ofs, end - ofs))
            num, losses = _read(self._contents.rest(block, text, schema))
            if not num:
                continue
            if hfile > 0:
                self._account.lose(
                    Loss("block", start, hfile, block_ofs=start, **reason_of(reason_at(self._buffer, start)))
                )
            for loss in losses:
                self._account.lose(loss)
            self._account.note(TORN_NOTE)
            self._contents.row(block, TORN, num, len(losses))
            return True
        return False


def _read(steps: Iterable[int | Loss]) -> tuple[int, list[Loss]]:
    """Number of rows that were written, and the losses."""
    num, losses = 0, Losses()
    for step in steps:
        if isinstance(step, Loss):
            losses.add(step)
        else:
            num += step
    return num, losses.losses
