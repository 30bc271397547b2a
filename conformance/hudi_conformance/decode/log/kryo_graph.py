# SPDX-License-Identifier: Apache-2.0
"""Objects and class names of one Kryo stream by their ids, in the order of their first bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TypeVar

from hudi_conformance.decode.grammar import Parsed
from hudi_conformance.errors import Reject

NULL_RULE = "log.delete.kryo-null"
_ARRAY = object()  # the array itself, which no field of an element may refer to
_Object = TypeVar("_Object")
_Value = TypeVar("_Value")


class NoMeaning(Exception):  # noqa: N818 - not an error of the stream, which continues after the value
    """A value whose end is known, but whose bytes do not determine its meaning."""

    def __init__(self, refusal: Reject) -> None:
        self.refusal = refusal


class Graph:
    """State of Kryo while it reads one object graph.

    Attributes:
        requirement: rule of the payload, for its rejections.
        names: names of classes by their ids; those of the array and its elements are not repeated here.
    """

    def __init__(self, requirement: str, num_names: int) -> None:
        self.requirement = requirement
        self.names = [""] * num_names
        self._objects: list[object] = [_ARRAY]

    def read(
        self, marker: Parsed, kind: type[_Object], pos: int, decode: Callable[[], _Value]
    ) -> _Object | _Value:
        """The object that begins behind a marker, or the earlier one of a kind that the marker refers to.

        Raises:
            Reject: `bad-reference`, or what `decode` raises.
        """
        if not marker.is_new:
            return self.referenced(marker, kind, pos)
        number = len(self._objects)
        self._objects.append(None)  # the object contains others, which follow it in the order of ids
        value = decode()
        self._objects[number] = value
        return value

    def string(self, string: Parsed, pos: int) -> str | None:
        """Value of a `string_object` of the grammar.

        Raises:
            Reject: `bad-reference`.
        """
        if string.marker.is_null:
            return None
        return self.read(string.marker, str, pos, lambda: text_of(string.string))

    def referenced(self, marker: Parsed, kind: type[_Object], pos: int) -> _Object:
        """The earlier object that a marker refers to.

        Raises:
            Reject: `bad-reference` if there is none of that kind.
        """
        number = marker.id_referred
        target = self._objects[number] if number < len(self._objects) else None
        if not isinstance(target, kind):
            message = f"reference to object {number}, which is not a {kind.__name__} that has ended"
            raise Reject("bad-reference", pos, self.requirement, message)
        return target


def text_of(string: Parsed) -> str | None:
    """Text of a `kryo_string` of the grammar."""
    if string.first < 128:
        codes = [string.first, *string.ascii_rest]
        codes[-1] &= 0x7F
        return bytes(codes).decode("ascii")
    if string.is_null:
        return None
    units = [unit.value for unit in string.units]
    return struct.pack(f">{len(units)}H", *units).decode("utf-16-be", "surrogatepass")
