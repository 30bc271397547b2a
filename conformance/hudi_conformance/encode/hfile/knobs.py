# SPDX-License-Identifier: Apache-2.0
"""The `knobs` of a description of an HFile: damage, and choices that must not affect readers."""

from __future__ import annotations

import re
from typing import Any

from hudi_conformance.encode.hfile.block import BlockDamage, BlockKind
from hudi_conformance.encode.hfile.encodings import ENCODINGS
from hudi_conformance.encode.hfile.plan import HFileKnobs, IndexDamage
from hudi_conformance.encode.hfile.trailer import FIELDS, TrailerDamage
from hudi_conformance.encode.hfile.values import VALUES, some_bytes
from hudi_conformance.encode.values import Parser, optional
from hudi_conformance.model.common import JsonValue

_NAME = re.compile(r"([A-Z_]+)\[(0|[1-9][0-9]{0,5})\]")


def parse_knobs(value: JsonValue, where: str) -> HFileKnobs:
    """Check the knobs of a file.

    Raises:
        EncodeError: wrong shape or unknown member.
    """
    members = VALUES.members(value, where, _KNOBS)
    damage = {field: members.pop(name) for name, field in _TRAILER_DAMAGE.items() if name in members}
    return HFileKnobs(**members, trailer_damage=TrailerDamage(**damage))


def _info(value: JsonValue, where: str) -> dict[bytes, bytes | None]:
    """Key as text to bytes, or to null for an entry to omit."""
    return {
        VALUES.text(key, where).encode("utf-8"): optional(some_bytes)(data, f"{where}.{key}")
        for key, data in VALUES.mapping(value, where).items()
    }


def _name(value: JsonValue, where: str) -> str:
    """`TYPE[i]`."""
    match = _NAME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise VALUES.bad(where, "a block as TYPE[i]", value)
    VALUES.one_of([kind.name for kind in BlockKind])(match[1], where)
    return str(value)


def _address(value: JsonValue, where: str) -> str | int:
    """A block by name, or an offset."""
    return _name(value, where) if isinstance(value, str) and "[" in value else VALUES.integer(value, where)


def _edit(value: JsonValue, where: str) -> tuple[int, bytes]:
    if not isinstance(value, list) or len(value) != 2 or VALUES.int32(value[0], where) < 0:
        raise VALUES.bad(where, "a pair of offset and bytes", value)
    return VALUES.int32(value[0], where), some_bytes(value[1], where)


def _blocks(value: JsonValue, where: str) -> dict[str, BlockDamage]:
    return {
        _name(name, where): BlockDamage(**VALUES.members(block, f"{where}.{name}", _BLOCK))
        for name, block in VALUES.mapping(value, where).items()
    }


def _entry(value: JsonValue, where: str) -> IndexDamage:
    members: dict[str, Any] = {"entry": 0, **VALUES.members(value, where, _ENTRY)}
    if "block" not in members:
        raise VALUES.bad(f"{where}.block", "a block as TYPE[i]", None)
    return IndexDamage(**members)


_ENTRY: dict[str, Parser] = {
    "block": _name, "entry": VALUES.int32, "ofs": optional(_address), "size": optional(VALUES.int32),
    "key": some_bytes,
}  # fmt: skip
_BLOCK: dict[str, Parser] = {
    "on_disk_size": VALUES.int32, "uncompressed_size": VALUES.int32, "bytes_per_checksum": VALUES.int32,
    "on_disk_data_size": VALUES.int32, "payload_cut": VALUES.int32, "prev_block_offset": VALUES.integer,
    "checksum_type": VALUES.byte, "payload_edits": VALUES.list_of(_edit), "magic": some_bytes,
    "payload": some_bytes, "payload_append": some_bytes, "stored": some_bytes, "stored_append": some_bytes,
    "checksums": some_bytes,
}  # fmt: skip
# Field of the trailer to number or text, or to null for a field to omit.
_TRAILER: dict[str, Parser] = {name: optional(VALUES.integer) for name in FIELDS} | {
    "comparator_class_name": optional(VALUES.text),
    "encryption_key": optional(some_bytes),
}
_TRAILER_DAMAGE = {
    "trailer_magic": "magic", "trailer_message": "message", "trailer_append": "message_append",
    "trailer_padding": "padding", "version": "version", "len_trailer_message": "len_message",
}  # fmt: skip
_FLAGS = (
    "info_descending", "unsorted", "long_rows", "any_tags", "uvarint_index_lengths", "own_prev_offsets",
    "index_reversed", "meta_reversed",
)  # fmt: skip
_KNOBS: dict[str, Parser] = {
    **dict.fromkeys(_FLAGS, VALUES.boolean),
    **dict.fromkeys((*_TRAILER_DAMAGE, "append", "trailer_unknown"), some_bytes),
    "len_trailer_message": VALUES.integer,
    "chunk_bytes": VALUES.positive,
    "stated_encoding": VALUES.one_of(ENCODINGS),
    "boundaries": VALUES.list_of(VALUES.int32),
    "info": _info,
    "trailer": lambda value, where: VALUES.members(value, where, _TRAILER),
    "blocks": _blocks,
    "index": VALUES.list_of(_entry),
}
