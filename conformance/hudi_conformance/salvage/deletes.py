# SPDX-License-Identifier: Apache-2.0
"""Deletes of a block, even if its version is unknown, its length is wrong, or some do not decode.

A version decides how the payload is serialized, but each of the three forms is recognizable: a payload that
fully parses as one of them is read as that, regardless of the preceding number. For an invalid payload, the
deletes before the first rejection are kept under the version in the block.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hudi_conformance.decode.log import deletes as log_deletes
from hudi_conformance.decode.source import Buffer, read_s4
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import DeletedKey, LogBlock
from hudi_conformance.salvage.account import REFUSALS, Loss, reason_of
from hudi_conformance.salvage.delete_list import DeleteList

VERSIONS = (3, 2, 1)
PREFIX_NOTE = "if a delete does not decode, those before it are kept: only their own bytes support them"


@dataclass(slots=True)
class Reading:
    """A payload read as one version: its deletes, those left out, and why it ended early."""

    deletes: list[DeletedKey] = field(default_factory=list)
    refusals: list[Reject] = field(default_factory=list)
    end: Exception | None = None


def salvage_deletes(buffer: Buffer, block: LogBlock) -> Iterator[list[DeletedKey] | Loss]:
    """Yield the losses of a delete block, and its deletes in one list.

    Args:
        buffer: the file.
        block: an intact block, or what there is of one.
    """
    content = block.content

    def lost(kind: str, start: int, end: int, error: Exception, num: int | None = None) -> Loss:
        reason = reason_of(error)
        return Loss(kind, start, end - start, block_ofs=block.span.ofs, num_records=num, **reason)

    if content.len < log_deletes.LEN_HEAD:
        message = f"content of {content.len} bytes has no room for version and length"
        error = Reject("truncated", content.ofs, "log.delete.form", message)
        yield lost("content", content.ofs, content.end, error)
        return
    named = read_s4(buffer, content.ofs)
    start = content.ofs + log_deletes.LEN_HEAD
    try:
        payload = log_deletes.decode_payload_span(buffer, content)
    except Reject as error:
        payload = Span(start, content.end - start)
        yield lost("length", start - 4, start, error)
    version, reading = _read(buffer, payload, named)
    if version != named:
        message = f"delete content of version {named}"
        unknown = Reject("bad-version", content.ofs, "log.delete.unknown-version", message)
        if reading is None:
            yield lost("content", content.ofs, content.end, unknown)
            return
        yield lost("version", content.ofs, content.ofs + 4, unknown)
    if reading is None:
        return
    if version == 3 and reading.end is not None:
        yield from _mended(buffer, block, payload, reading.end)
        return
    yield reading.deletes
    for refusal in reading.refusals:
        at = payload.ofs if refusal.at is None else refusal.at
        yield lost("delete", at, at, refusal, 1)
    if reading.end is not None:
        stop = reading.end.at if isinstance(reading.end, Reject) else None
        ofs = payload.ofs if stop is None or not reading.deletes else min(max(stop, payload.ofs), payload.end)
        yield lost("deletes", ofs, payload.end, reading.end)


def _mended(
    buffer: Buffer, block: LogBlock, payload: Span, error: Exception
) -> Iterator[list[DeletedKey] | Loss]:
    """Deletes of version 3 on both sides of damage."""
    deletes: list[DeletedKey] = []
    losses: list[Loss] = []
    for span, is_delete in DeleteList(buffer, payload).spans():
        why = error
        if is_delete:
            try:
                deletes.append(log_deletes.decode_delete_record(buffer, span))
                continue
            except REFUSALS as refused:
                why = refused
        losses.append(Loss("deletes", span.ofs, span.len, block_ofs=block.span.ofs, **reason_of(why)))
    if not losses:
        losses.append(Loss("count", payload.ofs, 0, block_ofs=block.span.ofs, **reason_of(error)))
    yield deletes
    yield from losses


def _read(buffer: Buffer, payload: Span, named: int) -> tuple[int, Reading | None]:
    """The version that the payload is of, and its reading; 0 and None if it is of none."""
    first = _read_as(buffer, payload, named) if named in VERSIONS else None
    if first is not None and first.end is None:
        return named, first
    for version in VERSIONS:
        reading = None if version == named else _read_as(buffer, payload, version)
        if reading is not None and reading.end is None and reading.deletes:
            return version, reading
    return (0 if first is None else named), first


def _read_as(buffer: Buffer, payload: Span, version: int) -> Reading:
    reading = Reading()
    try:
        for deleted in log_deletes.decode_payload(buffer, payload, version, reading.refusals):
            reading.deletes.append(deleted)
    except REFUSALS as error:
        reading.end = error
    return reading
