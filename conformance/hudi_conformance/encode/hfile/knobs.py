# SPDX-License-Identifier: Apache-2.0
"""The `knobs` of a description of an HFile: damage, and choices that no reader may mind."""

from __future__ import annotations

import re
from typing import Any

from hudi_conformance.encode.hfile.block import BlockDamage, BlockType
from hudi_conformance.encode.hfile.encodings import ENCODINGS
from hudi_conformance.encode.hfile.plan import HFileKnobs, IndexDamage
from hudi_conformance.encode.hfile.trailer import FIELDS, TrailerDamage
from hudi_conformance.encode.hfile.values import (
    bad,
    boolean,
    choice,
    closed,
    int32,
    integer,
    listed,
    optional_int32,
    some_bytes,
    text,
)

_NAME = re.compile(r"([A-Z_]+)\[(0|[1-9][0-9]{0,5})\]")
_FLAGS = (
    "info_descending", "unsorted", "long_rows", "uvarint_index_lengths", "own_prev_offsets", "index_reversed",
    "meta_reversed",
)  # fmt: skip
_BLOCK_NUMBERS = (
    "on_disk_size",
    "uncompressed_size",
    "bytes_per_checksum",
    "on_disk_data_size",
    "payload_cut",
)
_BLOCK_BYTES = ("magic", "payload", "payload_append", "stored", "stored_append", "checksums")
_TRAILER_BYTES = {
    "trailer_magic": "magic",
    "trailer_message": "message",
    "trailer_append": "message_append",
    "trailer_padding": "padding",
    "version": "version",
}


def parse_knobs(value: Any, where: str) -> HFileKnobs:
    """Check the knobs of a file.

    Raises:
        EncodeError: wrong shape or unknown member.
    """
    known = {
        "chunk_bytes", "stated_encoding", "info", "trailer", "blocks", "index", "boundaries", "append",
        "trailer_unknown", "len_trailer_message", *_FLAGS, *_TRAILER_BYTES,
    }  # fmt: skip
    closed(value, where, known)
    made: dict[str, Any] = {name: boolean(value[name], f"{where}.{name}") for name in _FLAGS if name in value}
    damage: dict[str, Any] = {
        member: some_bytes(value[name], f"{where}.{name}")
        for name, member in _TRAILER_BYTES.items()
        if name in value
    }
    if "len_trailer_message" in value:
        damage["len_message"] = integer(value["len_trailer_message"], f"{where}.len_trailer_message")
    made["trailer_damage"] = TrailerDamage(**damage)
    for name in ("append", "trailer_unknown"):
        if name in value:
            made[name] = some_bytes(value[name], f"{where}.{name}")
    if "chunk_bytes" in value:
        made["chunk_bytes"] = int32(value["chunk_bytes"], f"{where}.chunk_bytes")
        if made["chunk_bytes"] < 1:
            raise bad(f"{where}.chunk_bytes", "at least 1", made["chunk_bytes"])
    if "stated_encoding" in value:
        made["stated_encoding"] = choice(value["stated_encoding"], f"{where}.stated_encoding", ENCODINGS)
    if "boundaries" in value:
        numbers = listed(value["boundaries"], f"{where}.boundaries")
        made["boundaries"] = tuple(int32(n, f"{where}.boundaries") for n in numbers)
    made["info"] = _info(value.get("info", {}), f"{where}.info")
    made["trailer"] = _trailer(value.get("trailer", {}), f"{where}.trailer")
    made["blocks"] = _blocks(value.get("blocks", {}), f"{where}.blocks")
    made["index"] = _index(value.get("index", []), f"{where}.index")
    return HFileKnobs(**made)


def _info(value: Any, where: str) -> dict[bytes, bytes | None]:
    """Key as text to bytes, or to null for an entry to leave out."""
    if not isinstance(value, dict):
        raise bad(where, "an object", value)
    return {
        text(key, where).encode("utf-8"): None if given is None else some_bytes(given, f"{where}.{key}")
        for key, given in value.items()
    }


def _trailer(value: Any, where: str) -> dict[str, Any]:
    """Field to number or text, or to null for a field to leave out."""
    closed(value, where, FIELDS)
    made: dict[str, Any] = {}
    for name, given in value.items():
        if given is None:
            made[name] = None
        elif name == "comparator_class_name":
            made[name] = text(given, f"{where}.{name}")
        elif name == "encryption_key":
            made[name] = some_bytes(given, f"{where}.{name}")
        else:
            made[name] = integer(given, f"{where}.{name}")
    return made


def _name(value: Any, where: str) -> str:
    """`TYPE[i]`."""
    match = _NAME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise bad(where, "a block as TYPE[i]", value)
    choice(match[1], where, [kind.name for kind in BlockType])
    return str(value)


def _blocks(value: Any, where: str) -> dict[str, BlockDamage]:
    if not isinstance(value, dict):
        raise bad(where, "an object", value)
    return {_name(name, where): _block(given, f"{where}.{name}") for name, given in value.items()}


def _block(value: Any, where: str) -> BlockDamage:
    known = {*_BLOCK_NUMBERS, *_BLOCK_BYTES, "prev_block_offset", "checksum_type", "payload_edits"}
    closed(value, where, known)
    made: dict[str, Any] = {}
    for name in _BLOCK_NUMBERS:
        if name in value:
            made[name] = int32(value[name], f"{where}.{name}")
    for name in _BLOCK_BYTES:
        if name in value:
            made[name] = some_bytes(value[name], f"{where}.{name}")
    if "prev_block_offset" in value:
        made["prev_block_offset"] = integer(value["prev_block_offset"], f"{where}.prev_block_offset")
    if "checksum_type" in value:
        kind = int32(value["checksum_type"], f"{where}.checksum_type")
        if not 0 <= kind <= 255:
            raise bad(f"{where}.checksum_type", "0 to 255", kind)
        made["checksum_type"] = kind
    edits = []
    for i, edit in enumerate(listed(value.get("payload_edits", []), f"{where}.payload_edits")):
        here = f"{where}.payload_edits[{i}]"
        if not isinstance(edit, list) or len(edit) != 2 or int32(edit[0], here) < 0:
            raise bad(here, "a pair of offset and bytes", edit)
        edits.append((int32(edit[0], here), some_bytes(edit[1], here)))
    return BlockDamage(**made, payload_edits=tuple(edits))


def _index(value: Any, where: str) -> tuple[IndexDamage, ...]:
    made = []
    for i, given in enumerate(listed(value, where)):
        here = f"{where}[{i}]"
        closed(given, here, {"block", "entry", "ofs", "size", "key"})
        ofs = given.get("ofs")
        if ofs is not None:
            ofs = _name(ofs, f"{here}.ofs") if isinstance(ofs, str) and "[" in ofs else integer(ofs, here)
        key = some_bytes(given["key"], f"{here}.key") if "key" in given else None
        made.append(
            IndexDamage(
                block=_name(given.get("block"), f"{here}.block"),
                entry=int32(given.get("entry", 0), f"{here}.entry"),
                ofs=ofs,
                size=optional_int32(given.get("size"), f"{here}.size"),
                key=key,
            )
        )
    return tuple(made)
