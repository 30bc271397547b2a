# SPDX-License-Identifier: Apache-2.0
"""Everything among the fixtures that a grammar describes: whole files, and the parts inside them.

What the parts are is found by the decoder in Python; whether a grammar takes one is for the parsers to say.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey
from hudi_parsers.hfile_data_block import HfileDataBlock
from hudi_parsers.hfile_leaf_index import HfileLeafIndex
from kaitaistruct import KaitaiStream, KaitaiStructError

MAX_LEN = 4 << 20
BOTH = (False, True)
_FILTERS = "bloom/"


@dataclass(frozen=True)
class Piece:
    """Bytes to be parsed by a grammar; `name` says where they are from."""

    name: str
    grammar: str
    params: tuple[Any, ...]
    data: bytes


def pieces() -> list[Piece]:
    """All different pieces, files first."""
    found: dict[tuple[str, tuple[Any, ...], bytes], Piece] = {}
    for name, data in golden_files():
        for piece in [*of_file(name, data), *numbers(name, data)]:
            key = (piece.grammar, piece.params, hashlib.sha256(piece.data).digest())
            if len(piece.data) <= MAX_LEN:
                found.setdefault(key, piece)
    return list(found.values())


def golden_files() -> Iterator[tuple[str, bytes]]:
    """Files of the fixtures and members of their archives, by path."""
    root = resources.fixtures_dir()
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for member in archive.infolist():
                    if not member.is_dir():
                        yield f"{name}!{member.filename}", archive.read(member)
        elif path.is_file() and (path.suffix in {".log", ".hfile", ".avro"} or name.startswith(_FILTERS)):
            yield name, path.read_bytes()


def of_file(name: str, data: bytes) -> Iterator[Piece]:
    last = Path(name).name
    if name.startswith(_FILTERS):
        if last.endswith(".txt"):
            for grammar in ("hudi_bloom_filter", "hudi_bloom_filter_dynamic"):
                yield Piece(name, grammar, (), base64.b64decode(data))
        return
    if data.startswith(b"Obj\x01"):
        yield Piece(name, "avro_container", (), data)
    elif ".archive." in last or "commits_" in last:
        yield Piece(name, "hudi_archive_file", (), data)
        yield from of_log(name, data)
    elif ".log" in last or data.startswith(b"#HUDI#"):
        yield from of_log(name, data)
    elif last.endswith(".hfile"):
        yield Piece(name, "hfile", (), data)
        with contextlib.suppress(LimitExceeded, Reject, UnsupportedInput):
            yield from of_hfile(name, data)


def of_log(name: str, data: bytes) -> Iterator[Piece]:
    yield Piece(name, "hudi_log_file", (), data)
    yield Piece(name, "hudi_log_index", (), data)
    for block in scan_log(data).blocks:
        place = f"{name}@{block.span.ofs}"
        content = data[block.content.ofs : block.content.end]
        if block.type is not BlockType.CORRUPT_BLOCK:
            yield Piece(place, "hudi_log_block", (), data[block.span.ofs : block.span.end])
        if block.type in {BlockType.AVRO_DATA_BLOCK, BlockType.CDC_DATA_BLOCK}:
            yield Piece(place, "hudi_log_avro_content", (), content)
        elif block.type is BlockType.DELETE_BLOCK:
            version = 1 if content[:4] == b"\0\0\0\1" else 2
            yield Piece(place, "hudi_delete_content", (), content)
            yield Piece(place, "hudi_delete_record_list", (), content[8:])
            yield Piece(place, "hudi_delete_kryo", (version,), content[8:])
        elif block.type is BlockType.HFILE_DATA_BLOCK:
            yield from of_file(f"{place}.hfile", content)
        positions = block.header.get(HeaderKey.RECORD_POSITIONS)
        if isinstance(positions, str):
            with contextlib.suppress(binascii.Error):
                yield Piece(place, "hudi_record_positions", (), base64.b64decode(positions, validate=True))


def of_hfile(name: str, data: bytes) -> Iterator[Piece]:
    file = HFile(data)
    trailer = file.trailer
    yield Piece(name, "hfile_trailer", (data[-1], data[-4]), data[trailer.ofs : -4])
    for block in file.headers():
        raw, place = data[block.ofs : block.end], f"{name}@{block.ofs}"
        for params in ((file.trailer.has_checksums, len(raw)), (True, len(raw) - 1)):
            yield Piece(place, "hfile_block_header", params, raw)
            yield Piece(place, "hfile_block", params, raw)
        yield from of_payload(place, raw[:8], file.load(block).payload, trailer)


def of_payload(place: str, magic: bytes, payload: bytes, trailer: Any) -> Iterator[Piece]:
    flags = [(tags, mvcc) for tags in BOTH for mvcc in BOTH]
    if magic == b"DATABLK*":
        yield Piece(place, "hfile_kv_slices", (), payload)
        for params in flags:
            yield Piece(place, "hfile_data_block", params, payload)
            with contextlib.suppress(KaitaiStructError):
                for entry in HfileDataBlock(*params, KaitaiStream(io.BytesIO(payload))).entries[:3]:
                    tags = getattr(entry, "tags", b"")
                    yield Piece(place, "hfile_tags", (), tags)
    elif magic == b"DATABLKE":
        for params in flags:
            yield Piece(place, "hfile_encoded_block", params, payload)
    elif magic in {b"IDXLEAF2", b"IDXINTE2"}:
        yield Piece(place, "hfile_leaf_index", (), payload)
        with contextlib.suppress(KaitaiStructError):
            for entry in HfileLeafIndex.from_bytes(payload).entries[:3]:
                yield Piece(place, "hfile_key", (), entry.key)
                yield Piece(place, "hfile_key", (), entry.key[:-1])
    elif magic == b"IDXROOT2":
        for params in ((trailer.data_index_count, trailer.num_data_index_levels > 1), (1, False)):
            yield Piece(place, "hfile_root_index", params, payload)
    elif magic == b"FILEINF2":
        yield Piece(place, "hfile_file_info", (), payload)
        yield Piece(place, "hfile_file_info_old", (), payload)
    elif magic in {b"BLMFMET2", b"DFBLMET2"}:
        yield Piece(place, "hfile_bloom_meta", (), payload)


def numbers(name: str, data: bytes) -> Iterator[Piece]:
    """Numbers of variable length at the ends of a file's first bytes: short ones, long ones, cut ones."""
    for start in range(0, min(len(data), 40), 8):
        for grammar in ("varint", "avro_long", "hadoop_vlong"):
            yield Piece(f"{name}@{start}", grammar, (), data[start : start + 10])
