# SPDX-License-Identifier: Apache-2.0
"""Checked values from JSON descriptions: one parser per type, and closed objects from tables of parsers.

A parser takes a parsed JSON value and its path in the description, for error messages.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeAlias

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.model.common import JsonValue

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Parser: TypeAlias = Callable[[JsonValue, str], Any]  # a member's type is that of its plan


@dataclass(frozen=True, slots=True)
class Values:
    """Parsers of one kind of description. `rule`: requirement that errors name.

    All methods raise EncodeError for a malformed value.
    """

    rule: str

    def bad(self, where: str, expected: object, actual: object) -> EncodeError:
        """The error for a malformed value."""
        return EncodeError("bad-value", self.rule, where, expected, actual)

    def closed(self, value: JsonValue, where: str, known: Collection[str]) -> dict[str, Any]:
        """An object with members of `known` only."""
        members = self.mapping(value, where)
        unknown = set(members) - set(known)
        if unknown:
            raise self.bad(f"members of {where}", f"only {sorted(known)}", sorted(unknown))
        return members

    def members(self, value: JsonValue, where: str, parsers: Mapping[str, Parser]) -> dict[str, Any]:
        """A closed object whose members are parsed; absent members stay absent."""
        members = self.closed(value, where or "description", parsers)
        prefix = f"{where}." if where else ""
        return {name: parsers[name](member, prefix + name) for name, member in members.items()}

    def mapping(self, value: JsonValue, where: str) -> dict[str, Any]:
        """An object."""
        if not isinstance(value, dict):
            raise self.bad(where, "an object", value)
        return value

    def listed(self, value: JsonValue, where: str) -> list[Any]:
        """A list."""
        if not isinstance(value, list):
            raise self.bad(where, "a list", value)
        return value

    def text(self, value: JsonValue, where: str) -> str:
        """Text that has a UTF-8 form."""
        if not isinstance(value, str):
            raise self.bad(where, "text", value)
        if not is_utf8(value):
            raise EncodeError("bad-utf8", self.rule, where, "well-formed text", value)
        return value

    def boolean(self, value: JsonValue, where: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.bad(where, "true or false", value)
        return value

    def integer(self, value: JsonValue, where: str) -> int:
        """A signed 64-bit number, or decimal text for numbers that JSON readers may round."""
        if isinstance(value, str) and value.removeprefix("-").isdecimal():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
            raise self.bad(where, "a signed 64-bit integer", value)
        return value

    def int32(self, value: JsonValue, where: str) -> int:
        """A signed 32-bit number."""
        number = self.integer(value, where)
        if not -(2**31) <= number < 2**31:
            raise self.bad(where, "a signed 32-bit integer", value)
        return number

    def positive(self, value: JsonValue, where: str) -> int:
        """A positive 32-bit number."""
        number = self.int32(value, where)
        if number < 1:
            raise self.bad(where, "at least 1", value)
        return number

    def byte(self, value: JsonValue, where: str) -> int:
        """A number from 0 to 255."""
        number = self.int32(value, where)
        if not 0 <= number <= 255:
            raise self.bad(where, "0 to 255", value)
        return number

    def hexadecimal(self, value: JsonValue, where: str) -> bytes:
        """Bytes as hex."""
        if isinstance(value, str):
            try:
                return bytes.fromhex(value)
            except ValueError:
                pass
        raise self.bad(where, "bytes as hex", value)

    def one_of(self, known: Collection[str]) -> Parser:
        """Parser of one of some names."""

        def parse(value: JsonValue, where: str) -> str:
            if not isinstance(value, str) or value not in known:
                raise self.bad(where, f"one of {list(known)}", value)
            return value

        return parse

    def list_of(self, item: Parser) -> Parser:
        """Parser of a list into a tuple."""
        return lambda value, where: tuple(
            item(element, f"{where}[{i}]") for i, element in enumerate(self.listed(value, where))
        )


def optional(parser: Parser) -> Parser:
    """Parser that keeps None."""
    return lambda value, where: None if value is None else parser(value, where)


def changes(knobs: DataclassInstance, default: DataclassInstance, harmless: Collection[str]) -> bool:
    """Whether any knob that is not harmless differs from its default."""
    names = (field.name for field in fields(knobs) if field.name not in harmless)
    return any(getattr(knobs, name) != getattr(default, name) for name in names)


def is_utf8(text: str) -> bool:
    """Whether a text can be encoded as UTF-8: it has no lone surrogates."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
