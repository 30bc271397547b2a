# SPDX-License-Identifier: Apache-2.0
"""Damage below the frames of a log file: lengths and counts around every edit are corrected.

A scan accepts such a file, so every edit reaches the decoders of contents. Files are also spliced, and their
blocks doubled, swapped, omitted and nested. Each damaged file lists the blocks of the intact file that it
still has, byte for byte: every read must return their rows.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from hudi_conformance.decode.log.fields import header_entries
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.model.block_type import BlockType

from instruments.hostile import MAGIC
from instruments.kinds import Subject

_AVRO = frozenset({int(BlockType.AVRO_DATA_BLOCK), int(BlockType.CDC_DATA_BLOCK)})
_SCHEMA, _INSTANT = 2, 0
_NESTED = b'{"type":"array","items":' * 500 + b'"int"' + b"}" * 500


@dataclass(frozen=True, slots=True)
class Piece:
    """A block, taken apart.

    Attributes:
        kind: block type.
        entries: header, key and value.
        content: bytes of its content.
        footer: as the header.
        origin: file and number of the block that it is, byte for byte; None for one that was edited.
    """

    kind: int
    entries: tuple[tuple[int, bytes], ...]
    content: bytes
    footer: tuple[tuple[int, bytes], ...] = ()
    origin: tuple[int, int] | None = None

    def encode(self) -> bytes:
        """The block with lengths and counts that are right."""
        body = struct.pack(">ii", 1, self.kind) + _map(self.entries)
        body += struct.pack(">q", len(self.content)) + self.content + _map(self.footer)
        return MAGIC + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14)

    def edited(self, **changes: object) -> Piece:
        """The block with parts replaced."""
        return replace(self, origin=None, **changes)  # type: ignore[arg-type]  # names of the parts above


@dataclass(frozen=True, slots=True)
class Damaged:
    """A damaged file: the name of the damage, and by offset the original block there, None if edited."""

    kind: str
    data: bytes
    blocks: Mapping[int, tuple[int, int] | None]


def _map(entries: Sequence[tuple[int, bytes]]) -> bytes:
    raw = b"".join(struct.pack(">ii", key, len(value)) + value for key, value in entries)
    return struct.pack(">i", len(entries)) + raw


def pieces_of(data: bytes, number: int) -> list[Piece]:
    """Blocks of an undamaged file; `number` is the file's in their origins."""
    pieces = []
    for index, block in enumerate(scan_log(data).blocks):
        maps = [
            tuple((key, data[value.ofs : value.end]) for key, value in header_entries(data, ofs))
            for ofs in (block.ofs_header, block.content.end)
        ]
        content = data[block.content.ofs : block.content.end]
        pieces.append(Piece(int(block.type), maps[0], content, maps[1], (number, index)))
    return pieces


# --- edits of one block ----------------------------------------------------------------------------------

_Edit = Callable[[Piece, Random], Piece | None]


def _bit(raw: bytes, at: int, rng: Random) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]


def _content_bit(piece: Piece, rng: Random) -> Piece | None:
    raw = piece.content
    return piece.edited(content=_bit(raw, rng.randrange(len(raw)), rng)) if raw else None


def _content_cut(piece: Piece, rng: Random) -> Piece | None:
    raw = piece.content
    return piece.edited(content=raw[: rng.randrange(len(raw))]) if raw else None


def _content_longer(piece: Piece, rng: Random) -> Piece | None:
    return piece.edited(content=piece.content + rng.randbytes(rng.randrange(1, 9)))


def _content_byte_inserted(piece: Piece, rng: Random) -> Piece | None:
    at = rng.randrange(len(piece.content) + 1)
    return piece.edited(content=piece.content[:at] + rng.randbytes(1) + piece.content[at:])


def _content_byte_removed(piece: Piece, rng: Random) -> Piece | None:
    if not piece.content:
        return None
    at = rng.randrange(len(piece.content))
    return piece.edited(content=piece.content[:at] + piece.content[at + 1 :])


def _content_of_zeros(piece: Piece, rng: Random) -> Piece | None:
    if len(piece.content) < 2:
        return None
    at, num = rng.randrange(len(piece.content)), rng.choice([1, 4, 16, 64])
    zeros = bytes(min(num, len(piece.content) - at))
    return piece.edited(content=piece.content[:at] + zeros + piece.content[at + len(zeros) :])


def _other_kind(piece: Piece, rng: Random) -> Piece | None:
    return piece.edited(kind=rng.choice([kind for kind in range(1, 7) if kind != piece.kind]))


def _version(piece: Piece, rng: Random) -> Piece | None:
    if piece.kind not in _AVRO | {int(BlockType.DELETE_BLOCK)} or len(piece.content) < 8:
        return None
    number = struct.pack(">i", rng.choice([0, 1, 2, 4, 99, -1]))
    return piece.edited(content=number + piece.content[4:])


def _records(piece: Piece) -> list[bytes] | None:
    """Datums of an Avro content, None for other contents."""
    if piece.kind not in _AVRO or len(piece.content) < 8:
        return None
    num, pos, found = struct.unpack(">i", piece.content[4:8])[0], 8, []
    for _ in range(num):
        size = struct.unpack(">i", piece.content[pos : pos + 4])[0]
        found.append(piece.content[pos + 4 : pos + 4 + size])
        pos += 4 + size
    return found


def _with_records(piece: Piece, records: Sequence[bytes]) -> Piece:
    raw = b"".join(struct.pack(">i", len(record)) + record for record in records)
    return piece.edited(content=piece.content[:4] + struct.pack(">i", len(records)) + raw)


def _of_records(change: Callable[[list[bytes], Random], list[bytes]]) -> _Edit:
    def edit(piece: Piece, rng: Random) -> Piece | None:
        records = _records(piece)
        return _with_records(piece, change(records, rng)) if records else None

    return edit


def _one_record(change: Callable[[bytes, Random], bytes]) -> _Edit:
    def edit(records: list[bytes], rng: Random) -> list[bytes]:
        at = rng.randrange(len(records))
        return [*records[:at], change(records[at], rng), *records[at + 1 :]]

    return _of_records(edit)


def _swapped(items: list[bytes], rng: Random) -> list[bytes]:
    i, j = rng.randrange(len(items)), rng.randrange(len(items))
    found = list(items)
    found[i], found[j] = found[j], found[i]
    return found


def _deletes_bit(piece: Piece, rng: Random) -> Piece | None:
    if piece.kind != BlockType.DELETE_BLOCK or len(piece.content) < 9:
        return None
    at = rng.randrange(8, len(piece.content))
    return piece.edited(content=_bit(piece.content, at, rng))


def _deletes_cut(piece: Piece, rng: Random) -> Piece | None:
    if piece.kind != BlockType.DELETE_BLOCK or len(piece.content) < 9:
        return None
    payload = piece.content[8 : rng.randrange(8, len(piece.content))]
    return piece.edited(content=piece.content[:4] + struct.pack(">i", len(payload)) + payload)


def _deletes_length(piece: Piece, rng: Random) -> Piece | None:
    if piece.kind != BlockType.DELETE_BLOCK or len(piece.content) < 9:
        return None
    length = rng.choice([-1, 0, 1, len(piece.content), 2**31 - 1])
    return piece.edited(content=piece.content[:4] + struct.pack(">i", length) + piece.content[8:])


def _header(change: Callable[[list[tuple[int, bytes]], Random], list[tuple[int, bytes]] | None]) -> _Edit:
    def edit(piece: Piece, rng: Random) -> Piece | None:
        entries = change(list(piece.entries), rng) if piece.entries else None
        return None if entries is None else piece.edited(entries=tuple(entries))

    return edit


def _value(
    change: Callable[[bytes, Random], bytes], key: int | None = None
) -> Callable[[list[tuple[int, bytes]], Random], list[tuple[int, bytes]] | None]:
    def edit(entries: list[tuple[int, bytes]], rng: Random) -> list[tuple[int, bytes]] | None:
        places = [i for i, (name, value) in enumerate(entries) if value and key in {None, name}]
        if not places:
            return None
        at = rng.choice(places)
        entries[at] = (entries[at][0], change(entries[at][1], rng))
        return entries

    return edit


def _schema_as(template: bytes) -> _Edit:
    return _header(_value(lambda value, _: template.replace(b"SCHEMA", value), _SCHEMA))


def _page_bit(piece: Piece, rng: Random) -> Piece | None:
    """A bit of a Parquet or HFile block away from its ends, whose checksums no longer fit."""
    if piece.kind in _AVRO or len(piece.content) < 64:
        return None
    at = rng.randrange(8, len(piece.content) * 3 // 4)
    return piece.edited(content=_bit(piece.content, at, rng))


def _byte_of_record(raw: bytes, rng: Random) -> bytes:
    return _bit(raw, rng.randrange(len(raw)), rng) if raw else b"\0"


EDITS = Subject[_Edit]("blocks of a log").extend(
    {
        "content-bit": _content_bit,
        "content-cut": _content_cut,
        "content-longer": _content_longer,
        "content-byte-inserted": _content_byte_inserted,
        "content-byte-removed": _content_byte_removed,
        "content-zeros": _content_of_zeros,
        "content-compressed": lambda piece, _: piece.edited(content=zlib.compress(piece.content)),
        "content-none": lambda piece, _: piece.edited(content=b""),
        "block-kind": _other_kind,
        "content-version": _version,
        "record-bit": _one_record(_byte_of_record),
        "record-cut": _one_record(lambda raw, rng: raw[: rng.randrange(len(raw))] if raw else raw),
        "record-longer": _one_record(lambda raw, rng: raw + rng.randbytes(rng.randrange(1, 5))),
        "record-empty": _one_record(lambda _, __: b""),
        "record-left-out": _of_records(lambda all_, rng: [r for r in all_ if r is not rng.choice(all_)]),
        "record-doubled": _of_records(lambda all_, rng: [*all_, rng.choice(all_)]),
        "records-swapped": _of_records(_swapped),
        "records-joined": _of_records(lambda all_, _: [b"".join(all_)]),
        "deletes-bit": _deletes_bit,
        "deletes-cut": _deletes_cut,
        "deletes-length": _deletes_length,
        "header-value-bit": _header(_value(_byte_of_record)),
        "header-value-cut": _header(_value(lambda raw, rng: raw[: rng.randrange(len(raw))])),
        "header-entry-left-out": _header(lambda entries, rng: entries[: rng.randrange(len(entries))]),
        "header-entry-doubled": _header(lambda entries, rng: [*entries, rng.choice(entries)]),
        "header-key": _header(lambda entries, rng: [(rng.randrange(12), entries[0][1]), *entries[1:]]),
        "instant-other": _header(_value(lambda *_: b"19700101000000000", _INSTANT)),
        "schema-null-first": _schema_as(b'["null",SCHEMA]'),
        "schema-null-last": _schema_as(b'[SCHEMA,"null"]'),
        "schema-array": _schema_as(b'{"type":"array","items":SCHEMA}'),
        "schema-bit": _header(_value(_byte_of_record, _SCHEMA)),
        "schema-nested": _header(_value(lambda *_: _NESTED, _SCHEMA)),
        "page-bit": _page_bit,
        "footer-entry": lambda piece, _: piece.edited(footer=((0, b"footer"),)),
    }
)  # fmt: skip


# --- edits of files --------------------------------------------------------------------------------------

_Files = list[list[Piece]]


def _spliced(files: _Files, rng: Random) -> list[Piece]:
    first, second = files
    return first[: rng.randrange(len(first) + 1)] + second[rng.randrange(len(second)) :]


def _mixed(files: _Files, rng: Random) -> list[Piece]:
    pieces = files[0] + files[1]
    rng.shuffle(pieces)
    return pieces


def _doubled(files: _Files, rng: Random) -> list[Piece]:
    at = rng.randrange(len(files[0]))
    return [*files[0][: at + 1], *files[0][at:]]


def _left_out(files: _Files, rng: Random) -> list[Piece]:
    at = rng.randrange(len(files[0]))
    return files[0][:at] + files[0][at + 1 :]


def _reordered(files: _Files, rng: Random) -> list[Piece]:
    pieces = list(files[0])
    i, j = rng.randrange(len(pieces)), rng.randrange(len(pieces))
    pieces[i], pieces[j] = pieces[j], pieces[i]
    return pieces


def _nested_in_content(files: _Files, rng: Random) -> list[Piece]:
    pieces = list(files[0])
    at = rng.randrange(len(pieces))
    inner = rng.choice(files[1]).encode()
    pieces[at] = pieces[at].edited(content=pieces[at].content + inner)
    return pieces


def _nested_in_header(files: _Files, rng: Random) -> list[Piece]:
    pieces = list(files[0])
    at = rng.randrange(len(pieces))
    inner = b"".join(piece.encode() for piece in files[1])
    pieces[at] = pieces[at].edited(entries=(*pieces[at].entries, (7, inner)))
    return pieces


def _schema_of_other(files: _Files, rng: Random) -> list[Piece]:
    pieces = list(files[0])
    schemas = [value for piece in files[1] for key, value in piece.entries if key == _SCHEMA]
    places = [i for i, piece in enumerate(pieces) if _SCHEMA in dict(piece.entries)]
    if schemas and places:
        at, schema = rng.choice(places), rng.choice(schemas)
        if schema != dict(pieces[at].entries)[_SCHEMA]:
            entries = ((key, schema if key == _SCHEMA else value) for key, value in pieces[at].entries)
            pieces[at] = pieces[at].edited(entries=tuple(entries))
    return pieces


def _content_of_other(files: _Files, rng: Random) -> list[Piece]:
    pieces = list(files[0])
    at = rng.randrange(len(pieces))
    pieces[at] = pieces[at].edited(content=rng.choice(files[1]).content)
    return pieces


SPLICES = Subject[Callable[[_Files, Random], list[Piece]]]("logs").extend(
    {
        "splice": _spliced,
        "mixed": _mixed,
        "block-doubled": _doubled,
        "block-left-out": _left_out,
        "blocks-swapped": _reordered,
        "block-in-content": _nested_in_content,
        "block-in-header": _nested_in_header,
        "schema-of-other": _schema_of_other,
        "content-of-other": _content_of_other,
    }
)
KINDS = (*EDITS.kinds, *SPLICES.kinds)


def damages(files: Sequence[bytes], seed: int, per_kind: int = 1) -> Iterator[Damaged]:
    """Yield damaged files out of undamaged ones, `per_kind` of each of `KINDS`; equal seeds, equal files.

    Args:
        files: log files that a scan finds intact, with one block at least.
        seed: of the random choices.
        per_kind: files of each kind; fewer where a kind fits none of the files tried.
    """
    rng = Random(seed)  # noqa: S311 - damage has to be repeatable, not secret
    for kind in KINDS:
        found = 0
        for _ in range(20 * per_kind):
            pieces = _pieces(kind, files, rng)
            if pieces:
                yield _assemble(kind, pieces)
                found += 1
                if found == per_kind:
                    break


def _pieces(kind: str, files: Sequence[bytes], rng: Random) -> list[Piece] | None:
    numbers = [rng.randrange(len(files)), rng.randrange(len(files))]
    if kind in SPLICES.kinds:
        return SPLICES.kinds[kind].damage([pieces_of(files[number], number) for number in numbers], rng)
    pieces = pieces_of(files[numbers[0]], numbers[0])
    at = rng.randrange(len(pieces))
    edited = EDITS.kinds[kind].damage(pieces[at], rng)
    if edited is None or edited.encode() == pieces[at].encode():
        return None
    return [*pieces[:at], edited, *pieces[at + 1 :]]


def _assemble(kind: str, pieces: Sequence[Piece]) -> Damaged:
    data, blocks = b"", {}
    for piece in pieces:
        blocks[len(data)] = piece.origin
        data += piece.encode()
    return Damaged(kind, data, MappingProxyType(blocks))
