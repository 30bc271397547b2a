# SPDX-License-Identifier: Apache-2.0
"""Ordering values of Kryo deletes: of classes with a number, and of classes with a name.

Kryo assigns numbers to the wrappers of primitives and to String. The text class of Avro has a number that
depends on the release [log.delete.kryo-utf8]. All others have their name, and an object is read in the layout
that Kryo 4 uses for that class [log.delete.kryo-names].
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from decimal import Decimal

from hudi_parsers.hudi_delete_kryo import HudiDeleteKryo
from kaitaistruct import KaitaiStream

from hudi_conformance.decode.grammar import Parsed
from hudi_conformance.decode.log.kryo_graph import NULL_RULE, Graph, NoMeaning, text_of
from hudi_conformance.decode.source import utf8_or_bytes
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import OrderingValue

REQUIREMENT = "log.delete.kryo-names"
MAX_UNSCALED = 1024  # bytes of a number whose digits are computed [limits.allocation]
MAX_SCALE = 1024
_BY_NAME, _BYTE, _SHORT = 1, 6, 8
_UTF8_NUMBERS = frozenset({12, 29})  # the byte in files of 0.11 and 0.12, and of 0.13
_MS_PER_DAY = 86_400_000
_MAX_YEAR = 999_999_999
_MAX_SECOND = 31_556_889_864_403_199  # of java.time.Instant


def read_ordering(stream: KaitaiStream, graph: Graph) -> OrderingValue | None:
    """The ordering value at the position of `stream`.

    Raises:
        Reject: an unsupported class, or a value that does not fit its class.
        NoMeaning: a value whose bytes do not determine its meaning.
        KaitaiStructError: a class number that Kryo does not assign, or fewer bytes.
    """
    pos = stream.pos()
    number = stream.read_u1()
    if number == _BY_NAME:
        return _named(stream, graph)
    if number in _UTF8_NUMBERS:
        return _object(stream, graph, _utf8, pos)
    if number == _BYTE:
        return OrderingValue("int", stream.read_s1())
    if number == _SHORT:
        return OrderingValue("int", stream.read_s2be())
    stream.seek(pos)
    return _numbered(HudiDeleteKryo.Ordering(stream), graph, pos)


def _numbered(ordering: Parsed, graph: Graph, pos: int) -> OrderingValue | None:
    kind = ordering.value_class
    if kind == HudiDeleteKryo.ValueClass.none:
        return None
    if kind == HudiDeleteKryo.ValueClass.string:
        text = graph.string(ordering.value, pos)
        return None if text is None else OrderingValue("string", text)
    value = ordering.value.value
    name = str(HudiDeleteKryo.ValueClass(kind).name)
    return OrderingValue(name, bool(value) if name == "boolean" else value)


def _named(stream: KaitaiStream, graph: Graph) -> OrderingValue:
    pos = stream.pos()
    number = HudiDeleteKryo.VarintU4(stream).value
    if number > len(graph.names):
        message = f"class of name {number} where {len(graph.names)} names are known"
        raise Reject("bad-reference", pos, REQUIREMENT, message)
    if number == len(graph.names):
        pos = stream.pos()
        graph.names.append(text_of(HudiDeleteKryo.KryoString(stream)) or "")
    name = graph.names[number]
    read = _CLASSES.get(name)
    if read is None:
        message = f"an ordering value of the class {name[:100]!r}"
        raise Reject("bad-type", pos, REQUIREMENT, message)
    return _object(stream, graph, read, pos)


def _object(
    stream: KaitaiStream, graph: Graph, read: Callable[[KaitaiStream, Graph], OrderingValue], pos: int
) -> OrderingValue:
    marker = HudiDeleteKryo.ObjectMarker(stream)
    if marker.is_null:
        message = "a null marker behind the class of an ordering value"
        raise Reject("schema-mismatch", pos, NULL_RULE, message)
    return graph.read(marker, OrderingValue, pos, lambda: read(stream, graph))


def _invalid(at: int, message: str) -> Reject:
    return Reject("bad-value", at, REQUIREMENT, message)


def _counted(stream: KaitaiStream, limit: int | None = None) -> bytes:
    """Bytes after their number plus 1; 0 would be null."""
    pos = stream.pos()
    size = HudiDeleteKryo.VarintU4(stream).value - 1
    if size < 0:
        raise _invalid(pos, "null where bytes are due")
    if limit is not None and size > limit:
        raise Reject("count-too-large", pos, "limits.allocation", f"a number of {size} bytes")
    return bytes(stream.read_bytes(size))


def _utf8(stream: KaitaiStream, _: Graph) -> OrderingValue:
    return OrderingValue("string", utf8_or_bytes(_counted(stream)))


def _integer(stream: KaitaiStream) -> int:
    pos = stream.pos()
    raw = _counted(stream, MAX_UNSCALED)
    if not raw:
        raise _invalid(pos, "an integer of no bytes")
    return int.from_bytes(raw, "big", signed=True)


def _big_decimal(stream: KaitaiStream, _: Graph) -> OrderingValue:
    unscaled = _integer(stream)
    pos = stream.pos()
    scale = HudiDeleteKryo.VarintS4(stream).value
    if abs(scale) > MAX_SCALE:
        message = f"a decimal of scale {scale}"
        raise NoMeaning(Reject("bad-value", pos, "limits.allocation", message))
    return OrderingValue("decimal", _decimal(unscaled, scale))


def _decimal(unscaled: int, scale: int) -> Decimal:
    digits = tuple(int(digit) for digit in str(abs(unscaled)))
    if unscaled:
        digits += (0,) * -scale  # of a negative scale, which has no other plain text
    return Decimal((int(unscaled < 0), digits, -max(scale, 0)))


def _positive_s8(stream: KaitaiStream) -> int:
    """A long that Kryo writes without zigzag, used for timestamps: negative ones take nine bytes."""
    zigzag: int = HudiDeleteKryo.VarintS8(stream).value
    number = (zigzag << 1 ^ zigzag >> 63) & 0xFFFF_FFFF_FFFF_FFFF
    return number - (1 << 64) if number >> 63 else number


def _micros(stream: KaitaiStream, _: Graph) -> OrderingValue:
    return OrderingValue("timestamp-micros", _positive_s8(stream) * 1000)


def _sql_date(stream: KaitaiStream, _: Graph) -> OrderingValue:
    pos = stream.pos()
    number = _positive_s8(stream)
    if number % _MS_PER_DAY:
        # Midnight of the writer's time zone, which is not in the file.
        message = f"a day by its {number} milliseconds, which are not midnight in UTC"
        raise NoMeaning(_invalid(pos, message))
    return OrderingValue("date", number // _MS_PER_DAY)


def _local_date(stream: KaitaiStream, _: Graph) -> OrderingValue:
    pos = stream.pos()
    year = HudiDeleteKryo.VarintU4(stream).value
    year -= (year >> 31) << 32
    month, day = stream.read_u1(), stream.read_u1()
    if abs(year) > _MAX_YEAR or not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        raise _invalid(pos, f"not a day: {year}-{month}-{day}")
    return OrderingValue("date", _epoch_day(year, month, day))


def _epoch_day(year: int, month: int, day: int) -> int:
    """Days since 1970-01-01 in the Gregorian calendar, for any year."""
    year -= month <= 2  # years begin in March: the leap day is the last
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + day_of_year - 719_468


def _instant(stream: KaitaiStream, _: Graph) -> OrderingValue:
    pos = stream.pos()
    second = _positive_s8(stream)
    nano = HudiDeleteKryo.VarintU4(stream).value
    if abs(second) > _MAX_SECOND or nano >= 1_000_000_000:
        raise _invalid(pos, f"not a valid time: {second} seconds and {nano} nanoseconds")
    return OrderingValue("timestamp-micros", second * 1_000_000 + nano // 1000)


def _heap_buffer(stream: KaitaiStream, graph: Graph) -> OrderingValue:
    """A `HeapByteBuffer` by its fields in alphabetical order, and the bytes between position and limit.

    Since Java 14 there is another field, `segment`: null, which cannot be the class marker of a next element.
    """
    pos = stream.pos()
    _positive_s8(stream)  # address
    _flag(stream)  # bigEndian
    numbers = {"capacity": _int(stream)}
    marker = HudiDeleteKryo.ObjectMarker(stream)
    data = graph.read(marker, bytes, pos, lambda: _counted(stream))
    _flag(stream)  # isReadOnly
    numbers |= {name: _int(stream) for name in ("limit", "mark")}
    _flag(stream)  # nativeByteOrder
    numbers |= {name: _int(stream) for name in ("offset", "position")}
    ofs, limit, position = numbers["offset"], numbers["limit"], numbers["position"]
    if not (0 <= position <= limit <= numbers["capacity"] and 0 <= ofs <= len(data) - limit):
        raise _invalid(pos, f"no buffer in {len(data)} bytes: {numbers}")
    if not stream.is_eof() and stream.read_u1():
        stream.seek(stream.pos() - 1)
    return OrderingValue("bytes", data[ofs + position : ofs + limit])


def _int(stream: KaitaiStream) -> int:
    return int(HudiDeleteKryo.VarintS4(stream).value)


def _flag(stream: KaitaiStream) -> None:
    pos = stream.pos()
    if stream.read_u1() > 1:
        raise _invalid(pos, "a boolean that is neither 0 nor 1")


_CLASSES: dict[str, Callable[[KaitaiStream, Graph], OrderingValue]] = {
    "java.math.BigDecimal": _big_decimal,
    "java.math.BigInteger": lambda stream, _: OrderingValue("decimal", _decimal(_integer(stream), 0)),
    "java.nio.HeapByteBuffer": _heap_buffer,
    "java.sql.Date": _sql_date,
    "java.sql.Timestamp": _micros,
    "java.time.Instant": _instant,
    "java.time.LocalDate": _local_date,
    "java.util.Date": _micros,
}
