# SPDX-License-Identifier: Apache-2.0
"""Compares two files by what they say: blocks, headers, records, cells; not bytes.

Offsets and lengths follow from contents and are left out. Two files whose bytes differ and that have no
difference here say the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.hfile import (
    canonical_hfile_cell,
    canonical_hfile_trailer,
)
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
from hudi_conformance.views.common import Rejection
from hudi_conformance.views.hfile import HFileCell
from hudi_conformance.views.log import BlockType, LogBlock

MAX_DECODED = 64 << 20  # bytes of a content that is decoded to be compared
_DIGEST_STEP = 1 << 20
# Members of a trailer that say where things lie or how much room they take.
_LAYOUT = ("offset", "size", "bytes", "data_index_count", "num_data_index_levels")


def diff_files(a: Input, b: Input, kind: str) -> Iterator[ValueDifference]:
    """Yield the differences of two files of one kind (`inspect.file_kind`), in the order of the first.

    Files are read a block at a time; of a log file, digests of the contents of all blocks are held.

    Raises:
        OSError: one of them cannot be opened.
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
    """Blocks of a file, what each of them says as a digest, and how the scan ended."""

    buffer: Buffer
    blocks: list[LogBlock]
    digests: list[str]
    end: ScanEnd


def _logs(old: Buffer, new: Buffer) -> Iterator[ValueDifference]:
    a, b = _scan(old), _scan(new)
    for tag, i, i_end, j, j_end in aligned(a.digests, b.digests):
        if tag == "equal":
            continue
        both = min(i_end - i, j_end - j)
        for step in range(both):
            yield from _blocks(a, b, i + step, j + step)
        for index in range(i + both, i_end):
            yield only_a(f"blocks[{index}]", _summary(a.blocks[index]))
        for index in range(j + both, j_end):
            yield only_b(f"blocks[{index}]", _summary(b.blocks[index]))
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


def _head(block: LogBlock) -> dict[str, Any]:
    return {
        "kind": block.type.name,
        "format_version": block.format_version,
        "header": {key.name: _header_text(value) for key, value in block.header.items()},
        "footer": {str(key): canonical_text(value) for key, value in block.footer.items()},
        "corrupt": None if block.why is None else {"code": block.why.code, "message": block.why.message},
    }


def _header_text(value: str | bytes) -> Any:
    """A schema as its tree, so that a member of it is one difference; other values as they are."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return canonical_json(json.loads(value))
        except (ValueError, RecursionError, LimitExceeded):
            pass
    return canonical_text(value)


def _summary(block: LogBlock) -> dict[str, Any]:
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


def _content(buffer: Buffer, block: LogBlock) -> dict[str, Any]:
    try:
        content = ContentReader(buffer).read(block)
    except (UnsupportedInput, LimitExceeded) as error:
        return {"not decoded": str(error), "sha256": _digest(buffer, block)}
    view = canonical_content(content)
    kept = {
        key: value
        for key, value in view.items()
        if key in {"records", "deletes", "command", "target_instant"}
    }
    if content.rejection is not None:
        kept["reject"] = _why(content.rejection)
    if content.content_version is not None:
        kept["content_version"] = content.content_version
    return kept


def _end(end: ScanEnd) -> dict[str, Any]:
    why = None if end.rejection is None else _why(end.rejection)
    return {"len_ignored": end.len_ignored, "reject": why}


def _why(why: Rejection | Reject) -> dict[str, str]:
    return {"code": why.code, "message": why.message}


# --- HFiles ----------------------------------------------------------------------------------------------


def _hfiles(old: Buffer, new: Buffer) -> Iterator[ValueDifference]:
    files: list[HFile | None] = []
    heads = []
    for buffer in (old, new):
        try:
            file = HFile(buffer)
        except Reject as error:
            files.append(None)
            heads.append({"reject": _why(error)})
            continue
        files.append(file)
        trailer = canonical_hfile_trailer(file.trailer)
        heads.append(
            {key: value for key, value in trailer.items() if not any(word in key for word in _LAYOUT)}
        )
    yield from differing("trailer", heads[0], heads[1])
    a, b = files
    if a is None or b is None:
        return
    yield from differing("info", _info(a), _info(b))
    yield from _cells(a, b)


def _info(file: HFile) -> Any:
    try:
        return {_word(name): _word(value) for name, value in file.info.items()}
    except Reject as error:
        return {"reject": _why(error)}


def _word(raw: bytes) -> str:
    """Bytes as text where they are some, else as hex."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.hex()
    return text if text.isprintable() else raw.hex()


def _cells(a: HFile, b: HFile) -> Iterator[ValueDifference]:
    """Cells of both in the order of their keys, one of each in memory."""
    left, right = _Cells(a), _Cells(b)
    while left.cell is not None or right.cell is not None:
        if right.cell is None or (left.cell is not None and left.key < right.key):
            yield only_a(left.path, _canonical_cell(left.cell))
            left.step()
        elif left.cell is None or right.key < left.key:
            yield only_b(right.path, _canonical_cell(right.cell))
            right.step()
        else:
            if left.cell != right.cell:
                yield from differing(left.path, _canonical_cell(left.cell), _canonical_cell(right.cell))
            left.step()
            right.step()
    yield from differing("cells.reject", left.refusal, right.refusal)


class _Cells:
    """One cell after the other, its key and path; `refusal` when the rest of the file cannot be read."""

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
        """Go to the next cell; None at the end, and where the file cannot be read any further."""
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
        is_reject = isinstance(error, Reject)
        self.refusal = _why(error) if is_reject else {"code": "unsupported", "message": str(error)}  # type: ignore[arg-type]


def _canonical_cell(cell: HFileCell | None) -> Any:
    return None if cell is None else canonical_hfile_cell(cell)


# --- files of a timeline ---------------------------------------------------------------------------------


def _container(data: bytes) -> dict[str, Any]:
    try:
        container = decode_container(data)
    except Reject as error:
        return {"reject": _why(error)}
    show = RowMapper(container.schema.tree)
    records: list[Any] = []
    head: dict[str, Any] = {"schema": canonical_json(container.schema.tree), "codec": container.codec}
    try:
        for record in walk_records(data, container):
            records.append(show(record))  # noqa: PERF401 - what came before a refusal is kept
    except Reject as error:
        head["reject"] = _why(error)
    return {**head, "records": records}


def _text(data: bytes, name: str) -> dict[str, Any]:
    try:
        if data[:1] == b"{":
            return dict(canonical_json(decode_json(data)))
        if name.endswith((".properties", ".hoodie_partition_metadata")):
            return dict(decode_properties(data).entries)
    except Reject as error:
        return {"reject": _why(error)}
    return {"len": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}
