# SPDX-License-Identifier: Apache-2.0
"""The JSON description of a log file that `log.write` takes, as checked values.

Every object is closed: an unknown member is an error, so that a typo in a knob cannot yield a well-formed
file instead of the intended damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.encode.avro.binary import ArrayForm
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.frame import Entry
from hudi_conformance.encode.values import Parser, Values, changes, is_utf8, optional
from hudi_conformance.model.block_type import AVRO_BLOCKS, BlockType
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.log import HeaderKey

# A description violates no single rule of the format but this one, on which blocks exist.
VALUES = Values("log.block.type")


@dataclass(frozen=True, slots=True)
class Knobs:
    """Deviations from the canonical output; None and empty mean: follow the rules.

    Knobs in `HARMLESS` give a file that every reader must still read identically; all others are damage.
    """

    format_version: int | None = None
    type: int | None = None
    len_block: int | None = None
    len_block_delta: int = 0
    len_trailing: int | None = None
    len_content: int | None = None
    header_order: tuple[str, ...] | None = None
    header_entries: tuple[Entry, ...] | None = None
    num_header: int | None = None
    footer_entries: tuple[Entry, ...] | None = None
    num_footer: int | None = None
    pad_before_footer: bytes = b""
    omit_footer: bool = False
    content_version: int | None = None
    num_records: int | None = None
    len_records: tuple[int, ...] | None = None
    len_payload: int | None = None
    record_padding: bytes = b""
    content_trailing: bytes = b""
    array_form: ArrayForm = ArrayForm.ONE
    kryo_references: bool = True

    HARMLESS = frozenset({
        "header_order", "footer_entries", "record_padding", "content_trailing", "array_form",
        "kryo_references",
    })  # fmt: skip

    @property
    def is_damage(self) -> bool:
        """True when the output is not guaranteed to be readable."""
        return changes(self, Knobs(), self.HARMLESS)


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """One block to write; `type` determines which members apply."""

    type: BlockType
    header: Mapping[HeaderKey, str]
    content_version: int = 3
    records: list[Any] | None = None
    deletes: list[Any] | None = None
    content: bytes | None = None  # raw, instead of all other content
    key_field: str | None = None
    compression: str = "NONE"
    checksum: str = "CRC32"
    len_hfile_block: int = 1 << 20
    positions: tuple[int, ...] | None = None
    knobs: Knobs = field(default_factory=Knobs)

    @property
    def rows(self) -> list[Any] | None:
        """The records or deletes."""
        return self.deletes if self.type is BlockType.DELETE_BLOCK else self.records


@dataclass(frozen=True, slots=True)
class FilePlan:
    """A log file to write. `table_version` None: rules that depend on it are not checked."""

    blocks: tuple[BlockPlan, ...]
    prefix: bytes = b""
    append: bytes = b""
    table_version: int | None = None


def parse_description(value: JsonValue) -> FilePlan:
    """Check a description [log.file.concatenation].

    Raises:
        EncodeError: malformed, unknown member, unknown block kind.
    """
    members = VALUES.members(value, "", _FILE)
    if "blocks" not in members:
        raise VALUES.bad("description.blocks", "a list", None)
    members.pop("about", None)
    return FilePlan(**_fields(members))


_CONTENT_MEMBERS: dict[BlockType, frozenset[str] | set[str]] = {
    **dict.fromkeys(AVRO_BLOCKS, frozenset({"records", "content_version", "positions"})),
    BlockType.DELETE_BLOCK: {"deletes", "content_version", "positions"},
    BlockType.COMMAND_BLOCK: set(),
    BlockType.HFILE_DATA_BLOCK: {"records", "key_field", "compression", "checksum", "len_hfile_block"},
    BlockType.PARQUET_DATA_BLOCK: {"records", "compression", "positions"},
}


def _block(value: JsonValue, where: str) -> BlockPlan:
    if not isinstance(value, dict) or "kind" not in value:
        raise VALUES.bad(where, "an object with a kind", value)
    kinds = [t.name for t in BlockType if t is not BlockType.CORRUPT_BLOCK]
    if value["kind"] not in kinds:
        # Readers produce corrupt blocks, writers never.
        is_corrupt = value["kind"] == BlockType.CORRUPT_BLOCK.name
        rule = "log.block.type-corrupt-not-stored" if is_corrupt else VALUES.rule
        raise EncodeError("bad-type", rule, f"{where}.kind", f"one of {kinds}", value["kind"])
    block_type = BlockType[value["kind"]]
    VALUES.closed(value, where, _CONTENT_MEMBERS[block_type] | {"kind", "header", "content_hex", "knobs"})
    members = _fields(VALUES.members(value, where, _BLOCK))
    if members.get("content") is not None and ("records" in value or "deletes" in value):
        raise VALUES.bad(where, "content_hex or records, not both", sorted(value))
    del members["kind"]
    return BlockPlan(**{"type": block_type, "header": {}, **members})


def _header(value: JsonValue, where: str) -> dict[HeaderKey, str]:
    names = [key.name for key in HeaderKey]
    for name, text in VALUES.mapping(value, where).items():
        if name not in names:
            raise EncodeError("bad-type", "log.header.key", f"key of {where}", f"one of {names}", name)
        if not isinstance(text, str) or not is_utf8(text):
            raise EncodeError("bad-utf8", "log.map.utf8-write", f"{where}.{name}", "well-formed text", text)
    return {
        HeaderKey[name]: text for name, text in sorted(value.items(), key=lambda pair: HeaderKey[pair[0]])
    }


def _positions(value: JsonValue, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(isinstance(p, str) and p.isdecimal() for p in value):
        expected = "a list of decimal texts from 0 on"
        raise EncodeError("bad-value", "log.positions.form", where, expected, value)
    return tuple(int(position) for position in value)


# --- knobs -------------------------------------------------------------------------------------------


def _fields(members: Mapping[str, Any]) -> dict[str, Any]:
    """Members by the name of their field: bytes drop their suffix."""
    return {name.removesuffix("_hex"): member for name, member in members.items()}


def _knobs(value: JsonValue, where: str) -> Knobs:
    members = VALUES.members(value, where, _KNOBS)
    if "array_blocks" in members:
        members["array_form"] = members.pop("array_blocks")
    return Knobs(**_fields(members))


def _entries(value: JsonValue, where: str) -> tuple[Entry, ...]:
    """`[[ordinal, "text" | {"hex": ".."}], ...]`."""
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise VALUES.bad(where, "a list of pairs of ordinal and value", value)
    entries = []
    for i, (ordinal, content) in enumerate(value):
        if isinstance(content, dict) and set(content) == {"hex"}:
            data = VALUES.hexadecimal(content["hex"], f"{where}[{i}]")
        elif isinstance(content, str):
            data = content.encode("utf-8", "surrogatepass")
        else:
            raise VALUES.bad(f"{where}[{i}]", 'text or {"hex": ".."}', content)
        entries.append((VALUES.int32(ordinal, f"{where}[{i}]"), data))
    return tuple(entries)


def _name(value: JsonValue, where: str) -> str:
    if not isinstance(value, str):
        raise VALUES.bad(where, "a header key", value)
    return value


_NUMBERS = (
    "format_version", "type", "num_header", "num_footer", "content_version", "num_records", "len_payload",
)  # fmt: skip
_HEX = ("pad_before_footer_hex", "record_padding_hex", "content_trailing_hex")
_FORM = VALUES.one_of([form.value for form in ArrayForm])
_LENGTHS = ("len_block", "len_block_delta", "len_trailing", "len_content")
_KNOBS: dict[str, Parser] = {
    **dict.fromkeys(_NUMBERS, VALUES.int32),
    **dict.fromkeys(_LENGTHS, VALUES.integer),
    **dict.fromkeys(_HEX, VALUES.hexadecimal),
    "header_order": VALUES.list_of(_name),
    "header_entries": _entries,
    "footer_entries": _entries,
    "omit_footer": VALUES.boolean,
    "len_records": VALUES.list_of(VALUES.int32),
    "array_blocks": lambda value, where: ArrayForm(_FORM(value, where)),
    "kryo_references": VALUES.boolean,
}
_BLOCK: dict[str, Parser] = {
    **dict.fromkeys(("kind", "key_field", "compression", "checksum"), lambda value, _: value),
    "header": _header,
    "content_version": VALUES.int32,
    **dict.fromkeys(("records", "deletes"), optional(VALUES.listed)),
    "content_hex": optional(VALUES.hexadecimal),
    "len_hfile_block": VALUES.positive,
    "positions": optional(_positions),
    "knobs": _knobs,
}
_FILE: dict[str, Parser] = {
    "about": lambda value, _: value,
    "blocks": VALUES.list_of(_block),
    "prefix_hex": VALUES.hexadecimal,
    "append_hex": VALUES.hexadecimal,
    "table_version": optional(VALUES.integer),
}
