# SPDX-License-Identifier: Apache-2.0
"""Delete payloads of versions 1 and 2 from the Kryo section of `spec/log_content.md` alone."""

from __future__ import annotations

import struct
from typing import Any

Delete = tuple[Any, Any, tuple[str, Any] | None]
"""Record key, partition path, type and value of the ordering value."""
NUMBERS = {2: "int", 4: "float", 5: "boolean", 6: "int", 8: "int", 9: "long", 10: "double"}
WIDTHS = {4: ">f", 5: ">?", 6: ">b", 8: ">h", 10: ">d"}


def kryo_deletes(payload: bytes, version: int) -> list[Delete]:
    """Raises ValueError for an ordering value of a class that is not among the numbers and texts."""
    return Kryo(payload).deletes(version)


class Kryo:
    """Payloads of versions 1 and 2: class, marker, fields."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.names: list[str] = []
        self.objects: list[Any] = []

    def deletes(self, version: int) -> list[Delete]:
        self.class_id()
        self.marker()
        rows = []
        for _ in range(self.varint() - 1):
            self.class_id()
            self.marker()
            if version == 2:
                self.class_id()
                self.marker()
            path, key = self.field(), self.field()
            rows.append((key, path, self.value() if version == 2 else None))
        return rows

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def varint(self, number: int = 0, shift: int = 0) -> int:
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def class_id(self) -> int:
        """The registered number + 2, or 1 for a class by name."""
        number = self.varint()
        if number == 1 and self.varint() == len(self.names):
            self.names.append(self.text())
        return number

    def marker(self) -> int:
        """1 for a new object, which takes the next id; 0 for null; an id + 2."""
        number = self.varint()
        if number == 1:
            self.objects.append(None)
        return number

    def field(self) -> Any:
        number = self.marker()
        if number == 1:
            place = len(self.objects) - 1
            self.objects[place] = self.text()
            return self.objects[place]
        return None if number == 0 else self.objects[number - 2]

    def text(self) -> str:
        first = self.byte()
        if not first & 128:
            start = self.at - 1
            while not self.byte() & 128:
                pass
            raw = self.data[start : self.at]
            return (raw[:-1] + bytes([raw[-1] & 127])).decode("ascii")
        count = self.varint(first & 63, 6) if first & 64 else first & 63
        start = self.at
        for _ in range(count - 1):
            self.at += 1 + sum(self.data[self.at] >= least for least in (0xC0, 0xE0))
        units = self.data[start : self.at].decode("utf-8", "surrogatepass")
        return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be")

    def value(self) -> tuple[str, Any] | None:
        kind = self.class_id()
        if kind == 0:
            return None
        if kind in WIDTHS:
            number = struct.unpack_from(WIDTHS[kind], self.data, self.at)[0]
            self.at += struct.calcsize(WIDTHS[kind])
            return NUMBERS[kind], number
        if kind in NUMBERS:
            zigzag = self.varint()
            return NUMBERS[kind], zigzag >> 1 ^ -(zigzag & 1)
        if kind == 3:
            return "string", self.field()
        raise ValueError(f"an ordering value of class {kind}")
