# SPDX-License-Identifier: Apache-2.0
"""The JSON description of a log file that `log.write` takes, as checked values.

Every object is closed: a member that is not known here is an error, so that a typo in a knob cannot
yield a well-formed file where damage was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from hudi_conformance.encode.avro.binary import ArrayForm
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.frame import Entry
from hudi_conformance.views.log import BlockType, HeaderKey

# A description as a whole breaks no single rule of the format but this one, on which blocks exist.
_RULE = "log.block.type"


@dataclass(frozen=True, slots=True)
class Knobs:
    """Departures from the canonical output. None and empty mean: as the rules say.

    Knobs in `HARMLESS` leave a file that every reader must still read alike; all others are damage.
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

    HARMLESS = frozenset(
        {
            "header_order",
            "footer_entries",
            "record_padding",
            "content_trailing",
            "array_form",
            "kryo_references",
        }
    )

    @property
    def is_damage(self) -> bool:
        """True when what comes out is not promised to be readable."""
        default = Knobs()
        return any(
            getattr(self, f.name) != getattr(default, f.name)
            for f in fields(self)
            if f.name not in self.HARMLESS
        )


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """One block to write; which members apply depends on `type`."""

    type: BlockType
    header: Mapping[HeaderKey, str]
    content_version: int = 3
    records: list[Any] | None = None
    deletes: list[Any] | None = None
    content: bytes | None = None  # raw, in place of all other content
    key_field: str | None = None
    compression: str = "NONE"
    checksum: str = "CRC32"
    len_hfile_block: int = 1 << 20
    positions: tuple[int, ...] | None = None
    knobs: Knobs = field(default_factory=Knobs)


@dataclass(frozen=True, slots=True)
class FilePlan:
    """A log file to write. `table_version` None: rules that hang on it are not checked."""

    blocks: tuple[BlockPlan, ...]
    prefix: bytes = b""
    append: bytes = b""
    table_version: int | None = None


def parse_description(value: Any) -> FilePlan:
    """Check a description [log.file.concatenation].

    Raises:
        EncodeError: wrong shape, unknown member, unknown block kind.
    """
    _closed(value, "description", {"blocks", "append_hex", "prefix_hex", "table_version", "about"})
    blocks = value.get("blocks")
    if not isinstance(blocks, list):
        raise _bad("description.blocks", "a list", blocks)
    return FilePlan(
        blocks=tuple(_block(block, f"blocks[{i}]") for i, block in enumerate(blocks)),
        prefix=_hex(value.get("prefix_hex", ""), "prefix_hex"),
        append=_hex(value.get("append_hex", ""), "append_hex"),
        table_version=_optional_int(value, "table_version", "description"),
    )


def _bad(what: str, expected: object, got: object) -> EncodeError:
    return EncodeError("bad-value", _RULE, what, expected, got)


def _closed(value: Any, where: str, known: set[str]) -> None:
    if not isinstance(value, dict):
        raise _bad(where, "an object", value)
    unknown = set(value) - known
    if unknown:
        raise _bad(f"members of {where}", f"only {sorted(known)}", sorted(unknown))


_CONTENT_MEMBERS: dict[BlockType, set[str]] = {
    BlockType.AVRO_DATA_BLOCK: {"records", "content_version", "positions"},
    BlockType.CDC_DATA_BLOCK: {"records", "content_version", "positions"},
    BlockType.DELETE_BLOCK: {"deletes", "content_version", "positions"},
    BlockType.COMMAND_BLOCK: set(),
    BlockType.HFILE_DATA_BLOCK: {"records", "key_field", "compression", "checksum", "len_hfile_block"},
    BlockType.PARQUET_DATA_BLOCK: {"records", "compression", "positions"},
}


def _block(value: Any, where: str) -> BlockPlan:
    if not isinstance(value, dict) or "kind" not in value:
        raise _bad(where, "an object with a kind", value)
    kinds = [t.name for t in BlockType if t is not BlockType.CORRUPT_BLOCK]
    if value["kind"] == BlockType.CORRUPT_BLOCK.name:
        # Readers make this type, writers never [log.block.type-corrupt-not-stored].
        raise EncodeError(
            "bad-type", "log.block.type-corrupt-not-stored", f"{where}.kind", f"one of {kinds}", value["kind"]
        )
    if value["kind"] not in kinds:
        raise EncodeError("bad-type", _RULE, f"{where}.kind", f"one of {kinds}", value["kind"])
    block_type = BlockType[value["kind"]]
    _closed(value, where, _CONTENT_MEMBERS[block_type] | {"kind", "header", "content_hex", "knobs"})
    raw = value.get("content_hex")
    if raw is not None and ("records" in value or "deletes" in value):
        raise _bad(where, "content_hex or records, not both", sorted(value))
    return BlockPlan(
        type=block_type,
        header=_header(value.get("header", {}), f"{where}.header"),
        content_version=_int32(value.get("content_version", 3), f"{where}.content_version"),
        records=_optional_list(value, "records", where),
        deletes=_optional_list(value, "deletes", where),
        content=None if raw is None else _hex(raw, f"{where}.content_hex"),
        key_field=value.get("key_field"),
        compression=value.get("compression", "NONE"),
        checksum=value.get("checksum", "CRC32"),
        len_hfile_block=_int(value.get("len_hfile_block", 1 << 20), f"{where}.len_hfile_block"),
        positions=_positions(value.get("positions"), f"{where}.positions"),
        knobs=_knobs(value.get("knobs", {}), f"{where}.knobs"),
    )


def _header(value: Any, where: str) -> dict[HeaderKey, str]:
    if not isinstance(value, dict):
        raise _bad(where, "an object", value)
    names = [key.name for key in HeaderKey]
    for name, text in value.items():
        if name not in names:
            raise EncodeError("bad-type", "log.header.key", f"key of {where}", f"one of {names}", name)
        if not isinstance(text, str) or not _is_utf8(text):
            raise EncodeError("bad-utf8", "log.map.utf8-write", f"{where}.{name}", "well-formed text", text)
    return {
        HeaderKey[name]: text for name, text in sorted(value.items(), key=lambda pair: HeaderKey[pair[0]])
    }


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _positions(value: Any, where: str) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(p, str) and p.isdecimal() for p in value):
        raise EncodeError(
            "bad-value", "log.positions.form", where, "a list of decimal texts from 0 on", value
        )
    return tuple(int(position) for position in value)


# --- knobs -------------------------------------------------------------------------------------------


def _knobs(value: Any, where: str) -> Knobs:
    _closed(value, where, set(_KNOBS))
    made: dict[str, Any] = {}
    for name, given in value.items():
        member, convert = _KNOBS[name]
        made[member] = convert(given, f"{where}.{name}")
    return Knobs(**made)


def _int(value: Any, where: str) -> int:
    """A number, or decimal text for what JSON readers may round."""
    if isinstance(value, str) and value.removeprefix("-").isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise _bad(where, "a signed 64-bit integer", value)
    return value


def _int32(value: Any, where: str) -> int:
    number = _int(value, where)
    if not -(2**31) <= number < 2**31:
        raise _bad(where, "a signed 32-bit integer", value)
    return number


def _optional_int(value: Mapping[str, Any], name: str, where: str) -> int | None:
    return None if value.get(name) is None else _int(value[name], f"{where}.{name}")


def _optional_list(value: Mapping[str, Any], name: str, where: str) -> list[Any] | None:
    given = value.get(name)
    if given is not None and not isinstance(given, list):
        raise _bad(f"{where}.{name}", "a list", given)
    return given


def _hex(value: Any, where: str) -> bytes:
    if isinstance(value, str):
        try:
            return bytes.fromhex(value)
        except ValueError:
            pass
    raise _bad(where, "bytes as hex", value)


def _bool(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise _bad(where, "true or false", value)
    return value


def _entries(value: Any, where: str) -> tuple[Entry, ...]:
    """`[[ordinal, "text" | {"hex": ".."}], ...]`."""
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise _bad(where, "a list of pairs of ordinal and value", value)
    made = []
    for i, (ordinal, given) in enumerate(value):
        if isinstance(given, dict) and set(given) == {"hex"}:
            data = _hex(given["hex"], f"{where}[{i}]")
        elif isinstance(given, str):
            data = given.encode("utf-8", "surrogatepass")
        else:
            raise _bad(f"{where}[{i}]", 'text or {"hex": ".."}', given)
        made.append((_int32(ordinal, f"{where}[{i}]"), data))
    return tuple(made)


def _names(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _bad(where, "a list of header keys", value)
    return tuple(value)


def _numbers(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise _bad(where, "a list of numbers", value)
    return tuple(_int32(number, f"{where}[{i}]") for i, number in enumerate(value))


def _form(value: Any, where: str) -> ArrayForm:
    forms = [form.value for form in ArrayForm]
    if value not in forms:
        raise _bad(where, f"one of {forms}", value)
    return ArrayForm(value)


_KNOBS: dict[str, tuple[str, Callable[[Any, str], Any]]] = {
    "format_version": ("format_version", _int32),
    "type": ("type", _int32),
    "len_block": ("len_block", _int),
    "len_block_delta": ("len_block_delta", _int),
    "len_trailing": ("len_trailing", _int),
    "len_content": ("len_content", _int),
    "header_order": ("header_order", _names),
    "header_entries": ("header_entries", _entries),
    "num_header": ("num_header", _int32),
    "footer_entries": ("footer_entries", _entries),
    "num_footer": ("num_footer", _int32),
    "pad_before_footer_hex": ("pad_before_footer", _hex),
    "omit_footer": ("omit_footer", _bool),
    "content_version": ("content_version", _int32),
    "num_records": ("num_records", _int32),
    "len_records": ("len_records", _numbers),
    "len_payload": ("len_payload", _int32),
    "record_padding_hex": ("record_padding", _hex),
    "content_trailing_hex": ("content_trailing", _hex),
    "array_blocks": ("array_form", _form),
    "kryo_references": ("kryo_references", _bool),
}
