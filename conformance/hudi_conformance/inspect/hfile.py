# SPDX-License-Identifier: Apache-2.0
"""HFiles taken apart, a block at a time."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.fields import broken_fields, hfile_block_fields, trailer_fields
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import preview
from hudi_conformance.inspect.model import (
    MAX_BLOCKS,
    MAX_CHECKED,
    MAX_FIELDS,
    Limits,
    NoSuchBlockError,
    Note,
    Part,
    closed_part,
    excerpts_of,
    flaws_of,
    rejection_of,
)
from hudi_conformance.views.common import Finding, Rejection, Span
from hudi_conformance.views.hfile import ChecksumType, Codec, HFileBlock

_FIELDS_OF_A_CELL = 10


def inspect_hfile(buffer: Buffer, name: str, limits: Limits) -> Inspection:
    """Take an HFile apart; the trailer is read first, as every reader does.

    Raises:
        NoSuchBlockError: the file has not so many blocks.
    """
    size = len(buffer)
    try:
        file = HFile(buffer)
    except Reject as error:
        why = rejection_of(error)
        parts = list(_broken(buffer, why))
        return Inspection(name, "hfile", parts, size, why, (), flaws_of(parts, size))
    if limits.block is not None:
        return _one_block(buffer, file, name, limits.block, limits)
    parts = []
    stopped: Rejection | None = None
    pos = num_fields = 0
    walk = file.headers()
    while len(parts) < MAX_BLOCKS:
        try:
            block = next(walk)
        except StopIteration:
            break
        except Reject as error:
            stopped = rejection_of(error)
            break
        is_open = num_fields < MAX_FIELDS
        part = _block(buffer, file, block, len(parts), limits if is_open else None)
        parts.append(part)
        num_fields += len(part.notes)
        pos = block.end
    left = Span(pos, file.trailer.ofs - pos)
    if left.len:
        parts.append(_rest(buffer, left, stopped))
    notes = [Note(field, _meaning(field)) for field in trailer_fields(buffer, file)]
    span = Span(file.trailer.ofs, size - file.trailer.ofs)
    parts.append(Part("trailer", span, notes, excerpts=excerpts_of(buffer, span)))
    findings = _findings(buffer) if limits.check and size <= MAX_CHECKED else []
    return Inspection(name, "hfile", parts, size, stopped, (), flaws_of(parts, size), findings)


def _one_block(buffer: Buffer, file: HFile, name: str, wanted: int, limits: Limits) -> Inspection:
    num = 0
    try:
        for index, block in enumerate(file.headers()):
            num = index + 1
            if index < wanted:
                continue
            parts = [_block(buffer, file, block, index, limits)]
            if block.ofs:
                before = closed_part(f"{index} blocks before", Span(0, block.ofs), "hfile.file.blocks")
                parts.insert(0, before)
            after = Span(block.end, len(buffer) - block.end)
            parts.append(closed_part("after", after, "hfile.file.blocks"))
            return Inspection(name, "hfile", parts, len(buffer), None, (), flaws_of(parts, len(buffer)))
    except Reject as error:
        raise NoSuchBlockError(f"{name}: blocks can be followed up to {num}: {error}") from None
    raise NoSuchBlockError(f"{name} has {num} blocks, there is no block {wanted}")


def _block(buffer: Buffer, file: HFile, block: HFileBlock, index: int, limits: Limits | None) -> Part:
    path = f"blocks[{index}]"
    title = f"{path} {block.type}"
    span = Span(block.ofs, block.end - block.ofs)
    if limits is None:
        field = Field(f"{path}.closed", span.ofs, span.len, b"", "hfile.file.blocks")
        return Part(title, span, [Note(field, "not taken apart")], is_open=False)
    why = None
    try:
        file.load(block)
    except Reject as error:
        why = rejection_of(error)
    except (UnsupportedInput, LimitExceeded) as error:
        title += f" ({error})"
    max_parts = None if limits.parts is None else limits.parts * _FIELDS_OF_A_CELL
    fields = hfile_block_fields(buffer, file, block, path, max_parts)
    notes = [Note(field, _meaning(field)) for field in fields]
    if max_parts is not None and why is None and len(notes) > max_parts:
        notes = [*notes[:-1], _more(notes[-1])] if notes[-1].field.path.endswith(".rest") else notes
    at = None if why is None else why.at
    return Part(title, span, notes, why=why, excerpts=excerpts_of(buffer, span, at))


def _more(note: Note) -> Note:
    """The end of a block that was not taken apart because of a limit: it is not damaged."""
    field = note.field
    path = f"{field.path.removesuffix('rest')}more"
    more = Field(path, field.ofs, field.len, field.value, field.requirement)
    return Note(more, "more cells or entries, not taken apart: --limit")


def _rest(buffer: Buffer, span: Span, why: Rejection | None) -> Part:
    rule = "hfile.file.blocks" if why is None else why.requirement
    value = bytes(buffer[span.ofs : span.ofs + 64])
    if why is None:
        field = Field("not_shown", span.ofs, span.len, value, rule)
        return Part("not shown", span, [Note(field, f"behind the first {MAX_BLOCKS} blocks")], is_open=False)
    field = Field("rest", span.ofs, span.len, value, rule)
    return Part("rest", span, [Note(field, why.message)], why=why, excerpts=excerpts_of(buffer, span, why.at))


def _broken(buffer: Buffer, why: Rejection) -> Iterator[Part]:
    """Parts of a file whose trailer is refused."""
    groups: dict[str, list[Field]] = {}
    for field in sorted(broken_fields(buffer), key=lambda field: (field.ofs, field.len)):
        groups.setdefault(field.path.partition(".")[0], []).append(field)
    for title, fields in groups.items():
        span = Span(fields[0].ofs, fields[-1].end - fields[0].ofs)
        notes = [Note(field, _meaning(field)) for field in fields]
        is_here = why.at is not None and span.ofs <= why.at < span.end
        is_guilty = is_here or (title == "trailer" and why.at is None) or len(groups) == 1
        yield Part(
            title, span, notes, why=why if is_guilty else None, excerpts=excerpts_of(buffer, span, why.at)
        )


def _meaning(field: Field) -> str:
    name = field.path.rpartition(".")[2]
    value = field.value
    if isinstance(value, bytes):
        return "" if name in {"magic", "mvcc"} or name.startswith("message") else preview(value, field.len)
    try:
        if name == "checksum_type":
            return ChecksumType(value).name
        if name == "compression_codec":
            return Codec(value).name
    except ValueError:
        return "no release knows it"
    return ""


def _findings(buffer: Buffer) -> list[Finding]:
    try:
        return check_hfile(buffer)
    except (UnsupportedInput, LimitExceeded):
        return []
