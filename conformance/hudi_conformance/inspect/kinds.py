# SPDX-License-Identifier: Apache-2.0
"""Kind of a field by its name, which determines its colour, and its bytes and value as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hudi_conformance.decode.fields import Field
from hudi_conformance.inspect.model import Note, Part

if TYPE_CHECKING:
    from hudi_conformance.look.hexgrid import Piece

MAX_SHOWN = 32  # bytes of a field that are shown as hex
MAX_TEXT = 72  # characters of a value that are shown
_INDEX = re.compile(r"\[\d+\]")
_NAMES = {
    "magic": ("magic", "sync"),
    "damage": ("corrupt", "rest", "refused", "unread", "tail", "ignored"),
    "padding": ("not_shown", "closed", "padding"),
    "value": ("more", "line", "value", "datum", "payload"),
    "checksum": ("checksums",),
    "key": ("row", "family", "qualifier", "key", "name"),
    "type": ("timestamp", "mvcc", "minor", "major", "type", "checksum_type"),
}
_KIND_BY_NAME = {name: kind for kind, names in _NAMES.items() for name in names}
_LENGTH = re.compile(r"(^|_)(len|num|ofs|size|count|offset|entries|bytes|levels)(_|$)|_size_")
_TYPE = re.compile(r"(^|_)(version|type|codec|class)(_|$)")


def field_kind(field: Field) -> str:
    """Key of `look.KINDS` for a field."""
    # `header.entries[0].key` is an ordinal, the type of its value; `cells[0].key` never occurs.
    name = _INDEX.sub("", field.path).rpartition(".")[2]
    if name == "key" and isinstance(field.value, int):
        return "type"
    if name in _KIND_BY_NAME:
        return _KIND_BY_NAME[name]
    if _TYPE.search(name):
        return "type"
    return "length" if _LENGTH.search(name) else "value"


def label_of(field: Field) -> str:
    """The path relative to the part of the field."""
    return field.path.partition(".")[2] or field.path


def hex_of(field: Field, num: int = MAX_SHOWN) -> str:
    """The first bytes of a field."""
    value = field.value
    # Some numbers are signed, some are not: the bytes are the same.
    raw = (value % (1 << 8 * field.len)).to_bytes(field.len, "big") if isinstance(value, int) else value
    return raw[:num].hex(" ") + (" …" if field.len > num else "")


def preview(value: bytes, length: int) -> str:
    """Bytes as text, empty if they are not printable; `length` is their number in the file."""
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError as error:
        # A value is truncated by bytes, possibly in the middle of a character.
        if length <= len(value) or error.start < len(value) - 3:
            return ""
        text = value[: error.start].decode("utf-8")
    return shortened(text, is_cut=length > len(value)) if text.isprintable() else ""


def shortened(text: str, *, is_cut: bool = False) -> str:
    """The first characters of a text, with a mark where some are missing."""
    return text if not is_cut and len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def piece_of(note: Note) -> Piece:
    """A field as hex shows it."""
    from hudi_conformance.look.hexgrid import Piece

    field = note.field
    size = "" if note.meaning or field.len <= 8 else f"{field.len:,} bytes"
    value = str(field.value) if isinstance(field.value, int) else size
    return Piece(field.ofs, field.len, field_kind(field), field.path, value, note.meaning, field.requirement)


def pieces_of(part: Part) -> list[Piece]:
    """All fields of a part for hex."""
    return [piece_of(note) for note in part.notes if note.field.len]
