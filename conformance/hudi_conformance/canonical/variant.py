# SPDX-License-Identifier: Apache-2.0
"""Variant values of the Parquet specification as JSON text [logical.variant.*].

| variant | JSON |
|---|---|
| null, booleans | null, true, false |
| integers, decimals | number with all its digits |
| float, double | number; NaN and infinities as text |
| date; time; timestamps | text by ISO 8601; timestamps with a zone end in `+00:00` |
| binary; UUID; string | Base64; the usual text; text |
| object, array | object with its members by name, array |

No blanks, texts in ASCII: equal values have equal texts.
"""

from __future__ import annotations

import base64
import json
import math
import struct
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hudi_conformance.errors import LimitExceeded, Reject

METADATA, VALUE = "logical.variant.metadata", "logical.variant.value"
MAX_DEPTH = 64
_PRIMITIVE, _SHORT, _OBJECT = range(3)
_VERSION = 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SIZES = {0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 4, 6: 8, 7: 8, 8: 5, 9: 9, 10: 17, 11: 4, 12: 8, 13: 8, 14: 4,
          17: 8, 18: 8, 19: 8, 20: 16}  # fmt: skip
_BINARY, _STRING = 15, 16
_DOUBLE, _SINGLE = struct.Struct("<d"), struct.Struct("<f")


def text_of_variant(metadata: bytes, value: bytes) -> str:
    """The JSON text of a variant.

    Raises:
        Reject: bytes that are not a variant.
        LimitExceeded: nested deeper than `MAX_DEPTH`.
    """
    reader = _Reader(names_of(metadata), value)
    text, end = reader.value(0, 0)
    if end != len(value):
        raise Reject("trailing-bytes", None, VALUE, f"{len(value) - end} bytes after a variant")
    return text


def members_of_variant(metadata: bytes, value: bytes) -> dict[str, str]:
    """Texts of the members of a variant that is an object.

    Raises:
        Reject: as `text_of_variant`; bad-type for one that is not an object.
    """
    if not value or value[0] & 3 != _OBJECT:
        raise Reject("bad-type", None, "logical.variant.shredded", "a shredded object whose rest is not one")
    return _Reader(names_of(metadata), value).members(0, 0)[0]


def names_of(metadata: bytes) -> list[str]:
    """The dictionary of names.

    Raises:
        Reject: another version, offsets out of range, names that are not UTF-8.
    """
    if not metadata:
        raise Reject("truncated", None, METADATA, "metadata without a header")
    if metadata[0] & 15 != _VERSION:
        raise Reject("bad-version", None, METADATA, f"version {metadata[0] & 15} of the variant encoding")
    width = (metadata[0] >> 6) + 1
    num = _int(metadata, 1, width, METADATA)
    start = 1 + width * (num + 2)
    if start > len(metadata):
        raise Reject("count-too-large", None, METADATA, f"{num} names in {len(metadata)} bytes")
    ends = [_int(metadata, 1 + width * (i + 1), width, METADATA) for i in range(num + 1)]
    if ends != sorted(ends) or ends[0] or start + ends[-1] > len(metadata):
        raise Reject("offset-out-of-range", None, METADATA, "offsets of names leave the metadata")
    return [_utf8(metadata[start + a : start + b], METADATA) for a, b in pairwise(ends)]


def _int(data: bytes, pos: int, width: int, rule: str = VALUE) -> int:
    if pos + width > len(data):
        raise Reject("truncated", None, rule, f"{len(data)} bytes, an integer of {width} expected at {pos}")
    return int.from_bytes(data[pos : pos + width], "little")


def _utf8(raw: bytes, rule: str = VALUE) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Reject("bad-utf8", None, rule, "a text of a variant is not UTF-8") from None


@dataclass(slots=True)
class _Reader:
    names: Sequence[str]
    data: bytes

    def value(self, pos: int, depth: int) -> tuple[str, int]:
        """Text of the value at an offset, and the offset after it."""
        if depth > MAX_DEPTH:
            raise LimitExceeded(f"variant nested deeper than {MAX_DEPTH}")
        head = _int(self.data, pos, 1)
        kind, header = head & 3, head >> 2
        if kind == _PRIMITIVE:
            return self._primitive(header, pos + 1)
        if kind == _SHORT:
            return quoted(_utf8(self._take(pos + 1, header))), pos + 1 + header
        if kind == _OBJECT:
            members, end = self.members(pos, depth)
            return object_text(members), end
        return self._array(header, pos + 1, depth)

    def _take(self, pos: int, size: int) -> bytes:
        if size > len(self.data) - pos:
            message = f"{size} bytes expected at {pos} of {len(self.data)}"
            raise Reject("truncated", None, VALUE, message)
        return self.data[pos : pos + size]

    def _primitive(self, kind: int, pos: int) -> tuple[str, int]:
        if kind in {_BINARY, _STRING}:
            size = _int(self.data, pos, 4)
            raw = self._take(pos + 4, size)
            return quoted(_utf8(raw)) if kind == _STRING else binary_text(raw), pos + 4 + size
        if kind not in _SIZES:
            raise Reject("bad-type", None, VALUE, f"primitive type {kind} of a variant")
        return _PRIMITIVES[kind](self._take(pos, _SIZES[kind])), pos + _SIZES[kind]

    def _array(self, header: int, pos: int, depth: int) -> tuple[str, int]:
        num, pos = self._count(pos, is_large=bool(header & 4))
        starts, base = self._offsets(pos, num, (header & 3) + 1)
        texts = []
        for start, end in pairwise(starts):
            text, behind = self.value(base + start, depth + 1)
            if behind != base + end:
                raise Reject("length-mismatch", None, VALUE, "an element does not end where the next begins")
            texts.append(text)
        return f"[{','.join(texts)}]", base + starts[-1]

    def members(self, pos: int, depth: int) -> tuple[dict[str, str], int]:
        """Texts of an object's members by name, and the offset after it."""
        header = self.data[pos] >> 2
        num, pos = self._count(pos + 1, is_large=bool(header & 16))
        width = (header >> 2 & 3) + 1
        self._take(pos, num * width)
        ids = [_int(self.data, pos + i * width, width) for i in range(num)]
        starts, base = self._offsets(pos + num * width, num, (header & 3) + 1, is_sorted=False)
        members: dict[str, str] = {}
        for ident, start in zip(ids, starts, strict=False):
            if ident >= len(self.names):
                message = f"member {ident}, the metadata has {len(self.names)} names"
                raise Reject("bad-reference", None, VALUE, message)
            name = self.names[ident]
            if name in members:
                raise Reject("duplicate", None, VALUE, f"two members {name!r:.80}")
            members[name], end = self.value(base + start, depth + 1)
            if end > base + starts[-1]:
                raise Reject("length-mismatch", None, VALUE, f"member {name!r:.80} leaves its object")
        return members, base + starts[-1]

    def _count(self, pos: int, *, is_large: bool) -> tuple[int, int]:
        width = 4 if is_large else 1
        return _int(self.data, pos, width), pos + width

    def _offsets(self, pos: int, num: int, width: int, *, is_sorted: bool = True) -> tuple[list[int], int]:
        """Offsets of `num` values and of their end, and the position that these are relative to."""
        base = pos + (num + 1) * width
        if base > len(self.data):
            raise Reject("count-too-large", None, VALUE, f"{num} values in {len(self.data)} bytes")
        found = [_int(self.data, pos + i * width, width) for i in range(num + 1)]
        if max(found) > len(self.data) - base or (is_sorted and found != sorted(found)):
            raise Reject("offset-out-of-range", None, VALUE, "offsets of values leave the variant")
        return found, base


def object_text(members: Mapping[str, str]) -> str:
    """An object by the texts of its members."""
    return "{" + ",".join(f"{quoted(name)}:{members[name]}" for name in sorted(members)) + "}"


def quoted(text: str) -> str:
    """A text."""
    return json.dumps(text)


def binary_text(raw: bytes) -> str:
    """Bytes."""
    return quoted(base64.b64encode(raw).decode())


def float_text(value: float, *, is_single: bool = False) -> str:
    """A number, or the name of a number that JSON cannot represent."""
    text = canonical_float32(value) if is_single else canonical_float64(value)
    return text if math.isfinite(value) else quoted(text)


def date_text(days: int) -> str:
    """A day since 1970."""
    try:
        return quoted(date.fromordinal(_EPOCH.toordinal() + days).isoformat())
    except (ValueError, OverflowError):
        raise Reject("bad-value", None, VALUE, f"day {days} has no date of four digits") from None


def time_text(micros: int) -> str:
    """A time of day."""
    if not 0 <= micros < 86_400_000_000:
        raise Reject("bad-value", None, VALUE, f"{micros} microseconds of a day")
    return quoted(f"{(_EPOCH + timedelta(microseconds=micros)).time().isoformat('microseconds')}")


def timestamp_text(nanos: int, digits: int, *, is_local: bool) -> str:
    """A timestamp with or without a zone, with this many digits after the second."""
    seconds, rest = divmod(nanos, 1_000_000_000)
    try:
        whole = (_EPOCH + timedelta(seconds=seconds)).replace(tzinfo=None).isoformat()
    except OverflowError:
        raise Reject("bad-value", None, VALUE, f"second {seconds} has no date of four digits") from None
    return quoted(f"{whole}.{rest:09d}"[: len(whole) + 1 + digits] + ("" if is_local else "+00:00"))


def uuid_text(raw: bytes) -> str:
    """A UUID, its bytes in the order of its text."""
    return quoted(str(uuid.UUID(bytes=raw)))


def decimal_text(value: Decimal) -> str:
    """A decimal with all digits of its scale."""
    return format(value, "f")


def _signed(raw: bytes) -> int:
    return int.from_bytes(raw, "little", signed=True)


def _decimal(raw: bytes) -> str:
    scale = raw[0]
    if scale > 38:
        raise Reject("bad-value", None, VALUE, f"a decimal of scale {scale}")
    number = _signed(raw[1:])
    return decimal_text(Decimal((int(number < 0), tuple(map(int, str(abs(number)))), -scale)))


_PRIMITIVES: Mapping[int, Callable[[bytes], str]] = {
    0: lambda _: "null", 1: lambda _: "true", 2: lambda _: "false",
    **{kind: lambda raw: str(_signed(raw)) for kind in (3, 4, 5, 6)},
    7: lambda raw: float_text(_DOUBLE.unpack(raw)[0]),
    **dict.fromkeys((8, 9, 10), _decimal),
    11: lambda raw: date_text(_signed(raw)),
    12: lambda raw: timestamp_text(_signed(raw) * 1000, 6, is_local=False),
    13: lambda raw: timestamp_text(_signed(raw) * 1000, 6, is_local=True),
    14: lambda raw: float_text(_SINGLE.unpack(raw)[0], is_single=True),
    17: lambda raw: time_text(_signed(raw)),
    18: lambda raw: timestamp_text(_signed(raw), 9, is_local=False),
    19: lambda raw: timestamp_text(_signed(raw), 9, is_local=True),
    20: uuid_text,
}  # fmt: skip
