# SPDX-License-Identifier: Apache-2.0
"""Delete payloads of versions 1 and 2 from the Kryo section of `spec/log_content.md` alone."""

from __future__ import annotations

import datetime
import struct
from typing import Any

Delete = tuple[Any, Any, tuple[str, Any] | None]
"""Record key, partition path, type and value of the ordering value."""
NUMBERS = {2: "int", 4: "float", 5: "boolean", 6: "int", 8: "int", 9: "long", 10: "double"}
WIDTHS = {4: ">f", 5: ">?", 6: ">b", 8: ">h", 10: ">d"}


def kryo_deletes(payload: bytes, version: int) -> list[Delete]:
    """Deletes, each with its ordering value."""
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
        """Of at most nine bytes, the ninth with eight bits."""
        while True:
            byte = self.byte()
            if shift == 56:
                return number | byte << 56
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def zigzag(self) -> int:
        number = self.varint()
        return number >> 1 ^ -(number & 1)

    def signed(self, bits: int) -> int:
        number = self.varint()
        return number - (number >> bits - 1 << bits)

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def class_id(self) -> int | str:
        """The registered number + 2, or the name of a class."""
        number = self.varint()
        if number != 1:
            return number
        name_id = self.varint()
        if name_id == len(self.names):
            self.names.append(self.text())
        return self.names[name_id]

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
        if isinstance(kind, str):
            return self.named(kind.rpartition(".")[2])
        if kind in WIDTHS:
            (number,) = struct.unpack(WIDTHS[kind], self.take(struct.calcsize(WIDTHS[kind])))
            return NUMBERS[kind], number
        if kind in NUMBERS:
            return NUMBERS[kind], self.zigzag()
        if kind == 3:
            return "string", self.field()
        self.marker()
        return "string", self.take(self.varint() - 1).decode()

    def named(self, name: str) -> tuple[str, Any]:
        """A value of a class by name, behind its marker."""
        self.marker()
        match name:
            case "BigDecimal":
                unscaled = self.take(self.varint() - 1)
                return "decimal", (unscaled, self.zigzag())
            case "BigInteger":
                return "decimal", (self.take(self.varint() - 1), 0)
            case "LocalDate":
                return "date", days(self.signed(32), self.byte(), self.byte())
            case "Instant":
                return "timestamp-micros", self.signed(64) * 1_000_000 + self.varint() // 1000
            case "HeapByteBuffer":
                return "bytes", self.buffer()
        millis = self.signed(64)
        if name == "Date" and self.names[-1].startswith("java.sql") and not millis % 86_400_000:
            return "date", millis // 86_400_000
        return "timestamp-micros", millis * 1000

    def buffer(self) -> bytes:
        self.zigzag(), self.byte(), self.zigzag(), self.marker()
        data = self.take(self.varint() - 1)
        self.byte()
        limit, _, _, offset, position = (
            self.zigzag(),
            self.zigzag(),
            self.byte(),
            self.zigzag(),
            self.zigzag(),
        )
        if self.data[self.at : self.at + 1] == b"\0":
            self.at += 1
        return data[offset + position : offset + limit]


def days(year: int, month: int, day: int) -> int:
    """Days since 1970 in the proleptic Gregorian calendar, also before year 1."""
    shifts = (year - 1970) // 400 + 1
    inside = datetime.date(year - 400 * shifts + 400, month, day)
    return inside.toordinal() - datetime.date(1970, 1, 1).toordinal() + (shifts - 1) * 146_097
