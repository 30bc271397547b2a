# SPDX-License-Identifier: Apache-2.0
"""Compares the contents of two files instead of their bytes: blocks, headers, records, cells.

Offsets and lengths follow from contents and are not compared. Two files without a reported difference have
the same contents, even if their bytes differ.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hudi_conformance.canonical.hfile import canonical_hfile_cell, canonical_hfile_trailer
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_text
from hudi_conformance.canonical.timeline import canonical_json
from hudi_conformance.decode.avro.container import decode_container, walk_records
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import SortKey, sort_key
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import ScanEnd, Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.decode.timeline.content import decode_json
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect.json_diff import ValueDifference, aligned, changed, differing, only_a, only_b
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import JsonValue, Rejection
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import LogBlock

MAX_DECODED = 64 << 20  # bytes of a content that is decoded to be compared
_DIGEST_STEP = 1 << 20
Members: TypeAlias = dict[str, JsonValue]
# Members of a trailer that are offsets or sizes.
_LAYOUT = ("offset", "size", "bytes", "data_index_count", "num_data_index_levels")


def diff_files(a: Input, b: Input, kind: str) -> Iterator[ValueDifference]:
    """Yield the differences of two files of one kind (`inspect.file_kind`), in the order of the first.

    Files are read a block at a time; for a log file, digests of the contents of all blocks are in memory.

    Raises:
        OSError: a file cannot be opened.
    """
    with ExitStack() as stack:
        old, new = (stack.enter_context(open_source(source)) for source in (a, b))
        match kind:
            case "hfile":
                yield from _hfiles(old, new)
            case "avro":
                yield from differing("", _container(bytes(old)), _container(bytes(new)))
            case "text":
                names = [Path(source).name if isinstance(source, (str, Path)) else "" for source in (a, b)]
                yield from differing("", _text(bytes(old), names[0]), _text(bytes(new), names[1]))
            case _:
                yield from _logs(old, new)


# --- log files -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Log:
    """Blocks of a file, a digest of each, and the end of the scan."""

    buffer: Buffer
    blocks: list[LogBlock]
    digests: list[str]
    end: ScanEnd


def _logs(old: Buffer, new: Buffer) -> Iterator[ValueDifference]:
    a, b = _scan(old), _scan(new)
    for i, j in aligned(a.digests, b.digests):
        if i is not None and j is not None:
            yield from _blocks(a, b, i, j)
        elif i is not None:
            yield only_a(f"blocks[{i}]", _summary(a.blocks[i]))
        elif j is not None:
            yield only_b(f"blocks[{j}]", _summary(b.blocks[j]))
    yield from differing("end", _end(a.end), _end(b.end))


def _scan(buffer: Buffer) -> _Log:
    blocks: list[LogBlock] = []
    digests: list[str] = []
    walk = Walk(walk_log(buffer))
    for block in walk:
        blocks.append(block)
        digests.append(dumps([_head(block), _digest(buffer, block)]))
    return _Log(buffer, blocks, digests, walk.end)


def _digest(buffer: Buffer, block: LogBlock) -> str:
    total = hashlib.sha256()
    for ofs in range(block.content.ofs, block.content.end, _DIGEST_STEP):
        total.update(buffer[ofs : min(ofs + _DIGEST_STEP, block.content.end)])
    return total.hexdigest()


def _head(block: LogBlock) -> Members:
    return {
        "kind": block.type.name,
        "format_version": block.format_version,
        "header": {key.name: _header_text(value) for key, value in block.header.items()},
        "footer": {str(key): canonical_text(value) for key, value in block.footer.items()},
        "corrupt": None if block.why is None else {"code": block.why.code, "message": block.why.message},
    }


def _header_text(value: str | bytes) -> JsonValue:
    """A schema as its tree, so that a member of it is one difference; other values are unchanged."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return canonical_json(json.loads(value))
        except (ValueError, RecursionError, LimitExceeded):
            pass
    return canonical_text(value)


def _summary(block: LogBlock) -> Members:
    instant = {
        key.name: canonical_text(value) for key, value in block.header.items() if "INSTANT" in key.name
    }
    return {"kind": block.type.name, **instant, "len_content": str(block.content.len)}


def _blocks(a: _Log, b: _Log, i: int, j: int) -> Iterator[ValueDifference]:
    old, new = a.blocks[i], b.blocks[j]
    path = f"blocks[{i}]"
    yield from differing(path, _head(old), _head(new))
    if old.type is BlockType.CORRUPT_BLOCK or new.type is BlockType.CORRUPT_BLOCK:
        if old.type is new.type and old.content.len != new.content.len:
            yield changed(f"{path}.len", str(old.content.len), str(new.content.len))
        return
    if max(old.content.len, new.content.len) > MAX_DECODED:
        if _digest(a.buffer, old) != _digest(b.buffer, new):
            lengths = [{"len": str(block.content.len)} for block in (old, new)]
            yield changed(f"{path}.content (too long to be decoded)", *lengths)
        return
    yield from differing(path, _content(a.buffer, old), _content(b.buffer, new))


def _content(buffer: Buffer, block: LogBlock) -> Members:
    try:
        content = ContentReader(buffer).read(block)
    except (UnsupportedInput, LimitExceeded) as error:
        return {"not decoded": str(error), "sha256": _digest(buffer, block)}
    view = canonical_content(content)
    names = {"records", "deletes", "command", "target_instant"}
    members = {name: value for name, value in view.items() if name in names}
    if content.rejection is not None:
        members["reject"] = _why(content.rejection)
    if content.content_version is not None:
        members["content_version"] = content.content_version
    return members


def _end(end: ScanEnd) -> Members:
    why = None if end.rejection is None else _why(end.rejection)
    return {"len_ignored": end.len_ignored, "reject": why}


def _why(why: Rejection | Reject) -> dict[str, str]:
    return {"code": why.code, "message": why.message}


# --- HFiles ----------------------------------------------------------------------------------------------


def _hfiles(old: Buffer, new: Buffer) -> Iterator[ValueDifference]:
    (a, trailer_a), (b, trailer_b) = _opened(old), _opened(new)
    yield from differing("trailer", trailer_a, trailer_b)
    if a is not None and b is not None:
        yield from differing("info", _info(a), _info(b))
        yield from _cells(a, b)


def _opened(buffer: Buffer) -> tuple[HFile | None, Members]:
    """The file and its trailer without the layout, or no file and its rejection."""
    try:
        file = HFile(buffer)
    except Reject as error:
        return None, {"reject": _why(error)}
    trailer = canonical_hfile_trailer(file.trailer)
    return file, {key: value for key, value in trailer.items() if not any(word in key for word in _LAYOUT)}


def _info(file: HFile) -> Members:
    try:
        return {_word(name): _word(value) for name, value in file.info.items()}
    except (Reject, UnsupportedInput, LimitExceeded) as error:
        return {"reject": _refusal(error)}


def _refusal(error: Exception) -> dict[str, str]:
    return _why(error) if isinstance(error, Reject) else {"code": "unsupported", "message": str(error)}


def _word(raw: bytes) -> str:
    """Bytes as text if they are printable, otherwise as hex."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.hex()
    return text if text.isprintable() else raw.hex()


def _cells(a: HFile, b: HFile) -> Iterator[ValueDifference]:
    """Cells of both files in the order of their keys, one per file in memory."""
    a_cells, b_cells = _Cells(a), _Cells(b)
    while a_cells.cell is not None or b_cells.cell is not None:
        if b_cells.cell is None or (a_cells.cell is not None and a_cells.key < b_cells.key):
            yield only_a(a_cells.path, _canonical_cell(a_cells.cell))
            a_cells.step()
        elif a_cells.cell is None or b_cells.key < a_cells.key:
            yield only_b(b_cells.path, _canonical_cell(b_cells.cell))
            b_cells.step()
        else:
            if a_cells.cell != b_cells.cell:
                yield from differing(
                    a_cells.path, _canonical_cell(a_cells.cell), _canonical_cell(b_cells.cell)
                )
            a_cells.step()
            b_cells.step()
    yield from differing("cells.reject", a_cells.refusal, b_cells.refusal)


class _Cells:
    """Cells one by one with key and path; `refusal` if the rest of the file cannot be read."""

    def __init__(self, file: HFile) -> None:
        self.refusal: Mapping[str, str] | None = None
        self.cell: HFileCell | None = None
        self.key: SortKey = ()
        self.index = -1
        try:
            self._cells = CellReader.of(file).scan()
        except (Reject, UnsupportedInput) as error:
            self._cells = iter(())
            self._refuse(error)
        self.step()

    @property
    def path(self) -> str:
        return f"cells[{self.index}]"

    def step(self) -> None:
        """Go to the next cell: None at the end, or if reading the file fails."""
        try:
            self.cell = next(self._cells, None)
        except (Reject, UnsupportedInput, LimitExceeded) as error:
            self.cell = None
            self._refuse(error)
        self.index += 1
        cell = self.cell
        if cell is not None:
            self.key = sort_key(cell.row, cell.family, cell.qualifier, cell.timestamp, cell.type)

    def _refuse(self, error: Exception) -> None:
        self.refusal = _refusal(error)


def _canonical_cell(cell: HFileCell | None) -> JsonValue:
    return None if cell is None else canonical_hfile_cell(cell)


# --- files of a timeline ---------------------------------------------------------------------------------


def _container(data: bytes) -> Members:
    try:
        container = decode_container(data)
    except Reject as error:
        return {"reject": _why(error)}
    show = RowMapper(container.schema.tree)
    records: list[JsonValue] = []
    head: Members = {"schema": canonical_json(container.schema.tree), "codec": container.codec}
    try:
        for record in walk_records(data, container):
            records.append(show(record))  # noqa: PERF401 - items before a rejection are kept
    except Reject as error:
        head["reject"] = _why(error)
    return {**head, "records": records}


def _text(data: bytes, name: str) -> Members:
    try:
        if data[:1] == b"{":
            return dict(canonical_json(decode_json(data)))
        if name.endswith((".properties", ".hoodie_partition_metadata")):
            return dict(decode_properties(data).entries)
    except Reject as error:
        return {"reject": _why(error)}
    return {"len": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}
