# SPDX-License-Identifier: Apache-2.0
"""Arrays of deleted keys in Kryo's form, drawn and put together here, for `chance_near_kryo`."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import numpy as np
from chance_near import uvarint

KEY, RECORD = "org.apache.hudi.common.model.HoodieKey", "org.apache.hudi.common.model.DeleteRecord"
RULES = {1: "log.delete.kryo-keys", 2: "log.delete.kryo-records"}
NAMES = "log.delete.kryo-names"
OFS = 40
_DAY = 86_400_000


def kryo_text(value: str | None) -> bytes:
    """A string: bytes with a bit on the last, or its units behind their number and 1."""
    if value is None:
        return b"\x80"
    raw = value.encode("utf-16-be", "surrogatepass")
    units = [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]
    if 2 <= len(units) <= 63 and all(unit < 128 for unit in units):
        return bytes([*units[:-1], units[-1] | 128])
    count = len(units) + 1
    out = bytes([128 | count]) if count < 64 else bytes([192 | count & 63]) + uvarint(count >> 6)
    for unit in units:
        if unit < 128:
            out += bytes([unit])
        elif unit < 2048:
            out += bytes([192 | unit >> 6, 128 | unit & 63])
        else:
            out += bytes([224 | unit >> 12, 128 | unit >> 6 & 63, 128 | unit & 63])
    return out


def zigzag(value: int) -> int:
    return value << 1 if value >= 0 else -2 * value - 1


def nine(number: int) -> bytes:
    """An unsigned number of 64 bits in nine bytes at most: the ninth has eight bits."""
    out = b""
    for _ in range(8):
        if number < 128:
            return out + bytes([number])
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def unsigned(value: int) -> bytes:
    return nine(value & (1 << 64) - 1)


@dataclass
class Made:
    """An array while it is put together: its bytes, objects by id, and what is to be read."""

    version: int
    out: bytearray = field(default_factory=bytearray)
    objects: list[tuple[str, Any]] = field(default_factory=lambda: [("array", None)])
    names: list[str] = field(default_factory=list)
    deleted: list[Any] = field(default_factory=list)  # a delete, or the refusal of one that is left out
    ends: list[int] = field(default_factory=list)

    def begin(self) -> int:
        """An object whose content follows."""
        self.out += b"\1"
        self.objects.append(("open", None))
        return len(self.objects) - 1

    def of(self, kind: str) -> list[int]:
        """Ids of the objects of a kind."""
        return [number for number, (own, _) in enumerate(self.objects) if own == kind]


class WrongError(Exception):
    """The refusal that is due, at the end of what has been put together."""


def head_of(version: int) -> bytes:
    return b"\1\0" + kryo_text(f"[L{KEY if version == 1 else RECORD};") + b"\1"


def _refused(made: Made, code: str, at: int, rule: str) -> WrongError:
    return WrongError((code, OFS + at, rule))


def _reference(chance: random.Random, made: Made, kind: str, at: int) -> Any:
    """A reference to an earlier object; now and then to one of another kind, or to none."""
    ids = made.of(kind)
    if chance.random() < 0.03 or not ids:
        others = [number for number in range(len(made.objects) + 2) if number not in ids]
        made.out += uvarint(chance.choice(others) + 2)
        raise _refused(made, "bad-reference", at, RULES[made.version])
    number = chance.choice(ids)
    made.out += uvarint(number + 2)
    return made.objects[number][1]


TEXTS = (
    "", "a", "ab", "x" * 62, "x" * 63, "x" * 64, "ü", "aü", "€", "𝄞", "a" * 61 + "ü", "z" * 130, "\x7f\x7f",
    "\x80", "\u07ff\u0800", "\0", "ü" * 61, "ü" * 62, "ü" * 63, "\x7f", "\u0fc0\u103f\uffff\ua555\u5aaa",
)  # fmt: skip


def _string(chance: random.Random, made: Made, at: int) -> str | None:
    match chance.randrange(6):
        case 0:
            made.out += b"\0"
            return None
        case 1 if made.of("string"):
            value: str | None = _reference(chance, made, "string", at)
            return value
    number = made.begin()
    text = chance.choice((*TEXTS, f"k{chance.randrange(99)}"))
    made.out += kryo_text(text)
    made.objects[number] = ("string", text)
    return text


def _key(chance: random.Random, made: Made, at: int) -> tuple[str | None, str | None]:
    path = _string(chance, made, at)
    return _string(chance, made, at), path


def _body(chance: random.Random, made: Made, name: str) -> tuple[str, Any]:
    """Bytes and meaning of an object of a class that is written by its name."""
    at = len(made.out)
    match name.rpartition(".")[2]:
        case "BigInteger":
            number = chance.choice((0, -1, 127, 128, -129, 1 << 70, -(1 << 90)))
            made.out += counted(bytes_of(number))
            return "decimal", Decimal(number)
        case "BigDecimal":
            number, scale = chance.choice((0, -1, 12345, 1 << 70)), chance.choice((0, 1, 5, -2, 1024, -1024))
            made.out += counted(bytes_of(number)) + uvarint(zigzag(scale))
            digits = tuple(map(int, str(abs(number) * 10 ** max(-scale, 0))))
            return "decimal", Decimal((int(number < 0), digits, -max(scale, 0)))
        case "Timestamp":
            value = chance.choice((0, 1, -1, 1 << 42, -(1 << 42)))
            made.out += unsigned(value)
            return "timestamp-micros", value * 1000
        case "Date" if name.startswith("java.util"):
            value = chance.choice((0, 127, 128, -(1 << 50)))
            made.out += unsigned(value)
            return "timestamp-micros", value * 1000
        case "Date":
            day, more = chance.choice((0, 1, -1, 20_000, -20_000)), chance.choice((0, 0, 0, 1, _DAY - 1))
            made.out += unsigned(day * _DAY + more)
            return ("refused", ("bad-value", OFS + at, NAMES)) if more else ("date", day)
        case "Instant":
            second, nano = chance.choice((0, 1, -1, 1 << 33)), chance.choice((0, 999, 1000, 999_999_999))
            made.out += unsigned(second) + uvarint(nano)
            return "timestamp-micros", second * 1_000_000 + nano // 1000
        case "LocalDate":
            day = chance.choice((np.datetime64("2024-02-29"), np.datetime64("1970-01-01"),
                                 np.datetime64("1969-12-31"), np.datetime64("-0004-03-01")))  # fmt: skip
            made.out += day_bytes(day)
            return "date", int(day.astype("datetime64[D]").astype(int))
        case _:
            return "bytes", _buffer(chance, made)


def day_bytes(day: np.datetime64) -> bytes:
    text = str(day)
    year, month, number = int(text[:-6]), int(text[-5:-3]), int(text[-2:])
    return uvarint(year & 0xFFFFFFFF) + bytes([month, number])


def bytes_of(number: int) -> bytes:
    return number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)


def counted(raw: bytes) -> bytes:
    return uvarint(len(raw) + 1) + raw


def _buffer(chance: random.Random, made: Made) -> bytes:
    """A buffer of heap memory by its fields in alphabetical order, with or without that of Java 14."""
    earlier = [made.objects[number] for number in made.of("bytes")]
    is_shared = bool(earlier) and chance.random() < 0.4
    data = chance.choice(earlier)[1] if is_shared else bytes(range(chance.randrange(9)))
    ofs = chance.randrange(len(data) + 1)
    capacity = chance.randrange(len(data) - ofs + 1)
    limit = chance.randrange(capacity + 1)
    position = chance.randrange(limit + 1)
    made.out += unsigned(chance.choice((0, 16, -5))) + bytes([chance.randrange(2)])
    made.out += uvarint(zigzag(capacity))
    if is_shared:
        made.out += uvarint(made.objects.index(("bytes", data)) + 2)
    else:
        number = made.begin()
        made.out += counted(data)
        made.objects[number] = ("bytes", data)
    made.out += bytes([chance.randrange(2)])
    made.out += uvarint(zigzag(limit)) + uvarint(zigzag(-1)) + bytes([chance.randrange(2)])
    made.out += uvarint(zigzag(ofs)) + uvarint(zigzag(position)) + b"\0" * chance.randrange(2)
    return data[ofs + position : ofs + limit]


_CLASSES = (
    "java.math.BigDecimal", "java.math.BigInteger", "java.nio.HeapByteBuffer", "java.sql.Date",
    "java.sql.Timestamp", "java.time.Instant", "java.time.LocalDate", "java.util.Date",
)  # fmt: skip


def _ordering(chance: random.Random, made: Made, element: int) -> Any:
    """Type and value of an ordering value, None for null; drawn classes, and now and then none of them."""
    at = len(made.out)
    kind = chance.choice((0, 1, 1, 1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 29))
    if chance.random() < 0.02:
        kind = chance.choice((7, 11, 13, 28, 30, 255))
        made.out += bytes([kind])
        raise _refused(made, "bad-type", at, "log.delete.kryo-class-id")
    made.out += bytes([kind])
    if kind in {1, 12, 29}:
        return _object(chance, made, is_named=kind == 1)
    return _number(chance, made, kind, element)


def _number(chance: random.Random, made: Made, kind: int, element: int) -> Any:
    """A value of a class that Kryo numbers by itself."""
    at = len(made.out) - 1
    match kind:
        case 0:
            return None
        case 2:
            number = chance.choice((0, -1, 63, 64, -65, 2**31 - 1, -(2**31)))
            made.out += uvarint(zigzag(number))
            return "int", number
        case 3:
            text = _string(chance, made, element)
            return None if text is None else ("string", text)
        case 4:
            made.out += struct.pack(">f", 1.5)
            return "float", 1.5
        case 5:
            value = chance.choice((0, 1, 1, 0, 2))
            made.out += bytes([value])
            if value > 1:
                raise _refused(made, "schema-mismatch", at + 1, RULES[made.version])
            return "boolean", bool(value)
        case 6:
            number = chance.choice((0, 127, -128, -1))
            made.out += struct.pack(">b", number)
            return "int", number
        case 8:
            number = chance.choice((0, 128, 32767, -32768, -1))
            made.out += struct.pack(">h", number)
            return "int", number
        case 9:
            number = chance.choice((0, -1, 1 << 40, 2**63 - 1, -(2**63), 1 << 55, -(1 << 55)))
            made.out += nine(zigzag(number))
            return "long", number
    made.out += struct.pack(">d", 0.1)
    return "double", 0.1


def _object(chance: random.Random, made: Made, *, is_named: bool) -> Any:
    """An object of a class by its name, or of the text class by the number that a release gave it."""
    at = len(made.out) - (not is_named)
    name = chance.choice(_CLASSES)
    if is_named:
        known = made.version + 1 + len(made.names)
        if name in made.names:
            made.out += uvarint(made.version + 1 + made.names.index(name))
        elif chance.random() < 0.03:
            made.out += uvarint(known + 1)
            raise _refused(made, "bad-reference", at, NAMES)
        elif chance.random() < 0.03:
            made.out += chance.choice((uvarint(known) + kryo_text("java.lang.Object"), b"\0", b"\1"))
            raise _refused(made, "bad-type", at + (made.out[at] == known), NAMES)
        else:
            made.out += uvarint(known)
            at = len(made.out)
            made.out += kryo_text(name)
            made.names.append(name)
    match chance.randrange(8):
        case 0:
            made.out += b"\0"
            return None
        case 1 if made.of("ordering"):
            return _reference(chance, made, "ordering", at)
    number = made.begin()
    if is_named:
        value = _body(chance, made, name)
    else:
        text = chance.choice((b"", b"ab", "ü".encode(), b"\xff", b"x" * 200))
        made.out += counted(text)
        value = "string", text.decode() if text != b"\xff" else text
    made.objects[number] = ("ordering", value)
    return value


def _element(chance: random.Random, made: Made) -> Any:
    at = len(made.out)
    is_first = len(made.ends) == 1
    made.out += b"\1\1" + (kryo_text(KEY if made.version == 1 else RECORD) if is_first else b"")
    if chance.random() < 0.02:
        made.out += b"\0"
        raise _refused(made, "schema-mismatch", at, RULES[made.version])
    if made.of("deleted") and chance.random() < 0.1:
        return _reference(chance, made, "deleted", at)
    number = made.begin()
    if made.version == 1:
        value: Any = (*_key(chance, made, at), None)
    else:
        if chance.random() < 0.02 and not is_first:
            made.out += b"\1\3"
            raise _refused(made, "schema-mismatch", len(made.out) - 2, RULES[made.version])
        made.out += b"\1\2" + (kryo_text(KEY) if is_first else b"")
        match chance.randrange(8):
            case 0:
                made.out += b"\0"
                key: Any = (None, None)
            case 1 if made.of("key"):
                key = _reference(chance, made, "key", at)
            case _:
                own = made.begin()
                key = _key(chance, made, at)
                made.objects[own] = ("key", key)
        value = (*key, _ordering(chance, made, at))
        if value[2] is not None and value[2][0] == "refused":
            return value[2]
    made.objects[number] = ("deleted", value)
    return value


def made_array(chance: random.Random) -> tuple[Made, int, Any]:
    """An array, how many elements it states, and the refusal that ends it if there is one."""
    made = Made(chance.choice((1, 2, 2)))
    num = chance.randrange(9)
    made.out += head_of(made.version) + uvarint(num + 1)
    made.ends.append(len(made.out))
    for _ in range(num):
        try:
            made.deleted.append(_element(chance, made))
        except WrongError as error:
            made.out += bytes(3 * num)  # a number of elements that there is room for
            return made, num, error.args[0]
        made.ends.append(len(made.out))
    return made, num, None
