# SPDX-License-Identifier: Apache-2.0
"""Dissection of HFiles, a block at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.fields import broken_fields, hfile_block_fields, trailer_fields
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect import model
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import preview
from hudi_conformance.inspect.metadata import notes_of_block
from hudi_conformance.inspect.model import Limits, Note, Part, closed_part, only_part, open_part
from hudi_conformance.model.common import Finding, Rejection, Span
from hudi_conformance.model.hfile import DATA_TYPES, MAGICS, ChecksumType, Codec, HFileBlock

_FIELDS_OF_A_CELL = 10
_BLOCKS = "hfile.file.blocks"
_SALVAGE = "`hudi-conformance salvage`"


def inspect_hfile(buffer: Buffer, name: str, limits: Limits) -> Inspection:
    """Dissect an HFile; the trailer is read first, as every reader does.

    Raises:
        NoSuchBlockError: the file has fewer blocks.
    """
    size = len(buffer)
    try:
        file = HFile(buffer)
    except Reject as error:
        why = rejection_of(error)
        num = sum(1 for _ in _data_magics(buffer))
        advice = f"{_SALVAGE} reads blocks by their magics, without the trailer" if num else ""
        broken = list(_broken(buffer, why))
        return Inspection(name, "hfile", broken, size, why, advice=advice, num_unread=num)
    if limits.block is not None:
        part = _block(buffer, file, _find(file, name, limits.block), limits.block, limits)
        return Inspection(name, "hfile", only_part(part, limits.block, size, _BLOCKS), size)
    parts: list[Part] = []
    rejection: Rejection | None = None
    pos = num_fields = 0
    walk = file.headers()
    while len(parts) < model.MAX_BLOCKS:
        try:
            block = next(walk)
        except StopIteration:
            break
        except Reject as error:
            rejection = rejection_of(error)
            break
        is_open = num_fields < model.MAX_FIELDS
        part = _block(buffer, file, block, len(parts), limits if is_open else None)
        parts.append(part)
        num_fields += len(part.notes)
        pos = block.end
    if file.ofs_first:
        parts.insert(0, _before(buffer, Span(0, file.ofs_first)))
        pos = max(pos, file.ofs_first)
    rest = Span(pos, file.trailer.ofs - pos)
    if rest.len:
        parts.append(_rest(buffer, rest, rejection))
    span = Span(file.trailer.ofs, size - file.trailer.ofs)
    parts.append(open_part(buffer, "trailer", span, _notes(trailer_fields(buffer, file))))
    findings: list[Finding] = []
    unchecked = ""
    if limits.check and size <= model.MAX_CHECKED:
        try:
            findings = check_hfile(buffer)
            if findings and rejection is None and not any(finding.is_refusal for finding in findings):
                rejection = _scanned(file)
        except (UnsupportedInput, LimitExceeded) as error:
            unchecked = str(error)
    advice = _advice(parts)
    return Inspection(
        name, "hfile", parts, size, rejection, findings=findings, unchecked=unchecked, advice=advice
    )


def _advice(parts: Sequence[Part]) -> str:
    """Advice if no data block inflates: the codec in the trailer may be wrong."""
    codes = {None if part.why is None else part.why.code for part in parts if part.title.endswith("DATA")}
    return f"{_SALVAGE} tries codecs other than that of the trailer" if codes == {"decompress"} else ""


def _data_magics(buffer: Buffer) -> Iterator[int]:
    """Offsets of magics of data blocks."""
    for magic in (magic for magic, kind in MAGICS.items() if kind in DATA_TYPES):
        pos = -1
        while (pos := buffer.find(magic, pos + 1)) >= 0:
            yield pos


def _scanned(file: HFile) -> Rejection | None:
    """Why a reader rejects cells that are each well-formed: their number, for example."""
    try:
        for _ in CellReader.of(file).scan():
            pass
    except Reject as error:
        return rejection_of(error)
    return None


def _find(file: HFile, name: str, number: int) -> HFileBlock:
    num = 0
    try:
        for num, block in enumerate(file.headers(), 1):
            if num > number:
                return block
    except Reject as error:
        raise model.NoSuchBlockError(f"{name}: blocks can be followed up to {num}: {error}") from None
    raise model.NoSuchBlockError(f"{name} has {num} blocks and no block {number}")


def _block(buffer: Buffer, file: HFile, block: HFileBlock, index: int, limits: Limits | None) -> Part:
    path = f"blocks[{index}]"
    title = f"{path} {block.type}"
    span = Span(block.ofs, block.end - block.ofs)
    if limits is None:
        return closed_part(title, span, _BLOCKS, f"{path}.closed", "not parsed")
    why = None
    try:
        file.load(block)
    except Reject as error:
        why = rejection_of(error)
    except (UnsupportedInput, LimitExceeded) as error:
        title += f" ({error})"
    max_parts = None if limits.parts is None else limits.parts * _FIELDS_OF_A_CELL
    notes = _notes(hfile_block_fields(buffer, file, block, path, max_parts))
    last = notes[-1].field if notes else None
    is_cut = max_parts is not None and why is None and len(notes) > max_parts
    if is_cut and last is not None and last.path.endswith(".rest"):
        # The end of a block that was not dissected because of a limit is not damaged.
        more = replace(last, path=f"{last.path.removesuffix('rest')}more")
        notes[-1] = Note(more, "more cells or entries, not parsed: --limit")
    if why is None and limits.check:
        notes += notes_of_block(file, block, path, limits.parts)
    return open_part(buffer, title, span, notes, why)


def _before(buffer: Buffer, span: Span) -> Part:
    """The bytes before the first block of a file whose blocks do not begin at 0."""
    field = Field("before", span.ofs, span.len, bytes(buffer[: min(span.len, 64)]), _BLOCKS)
    return open_part(buffer, "before the blocks", span, [Note(field, "belongs to no block")])


def _rest(buffer: Buffer, span: Span, why: Rejection | None) -> Part:
    value = bytes(buffer[span.ofs : span.ofs + 64])
    if why is None:
        field = Field("not_shown", span.ofs, span.len, value, _BLOCKS)
        return Part(
            "not shown", span, [Note(field, f"behind the first {model.MAX_BLOCKS} blocks")], is_open=False
        )
    field = Field("rest", span.ofs, span.len, value, why.requirement)
    return open_part(buffer, "rest", span, [Note(field, why.message)], why)


def _broken(buffer: Buffer, why: Rejection) -> Iterator[Part]:
    """Parts of a file whose trailer is rejected."""
    groups: dict[str, list[Field]] = {}
    for field in sorted(broken_fields(buffer), key=lambda field: (field.ofs, field.len)):
        groups.setdefault(field.path.partition(".")[0], []).append(field)
    for title, fields in groups.items():
        span = Span(fields[0].ofs, fields[-1].end - fields[0].ofs)
        is_here = why.at is not None and span.ofs <= why.at < span.end
        is_cause = is_here or (title == "trailer" and why.at is None) or len(groups) == 1
        yield open_part(buffer, title, span, _notes(fields), why if is_cause else None)


def _notes(fields: Iterable[Field]) -> list[Note]:
    return [Note(field, _meaning(field)) for field in fields]


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
        return "no release defines it"
    return ""
