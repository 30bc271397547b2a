# SPDX-License-Identifier: Apache-2.0
"""Arrays of deleted keys in Kryo's form, put together here, for mutants drawn by chance.

    drawn:kryo-read-N      arrays of drawn keys, strings, references and ordering values of each class: what
                           is read is what was put together; what may not be is refused under its rule
    drawn:kryo-cut-N       the same, cut after each byte: the deletes before the cut, and a refusal
    drawn:kryo-written-N   the writer's bytes are those that are put together here
    drawn:kryo-bounds      numbers, dates and points in time at the bounds of their classes
    drawn:kryo-every       each text and each number once as the writer has it, and what it refuses
    drawn:kryo-long        elements around the most bytes of one

The form is that of `spec/log_content.md`; calendars are those of numpy.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
from chance_asked import Asked, Failure, imported, numbered
from chance_kryo_made import (
    KEY,
    NAMES,
    OFS,
    RECORD,
    RULES,
    TEXTS,
    bytes_of,
    counted,
    head_of,
    kryo_text,
    made_array,
    nine,
    unsigned,
    zigzag,
)
from chance_near import refusal_of, uvarint

if TYPE_CHECKING:
    from chance_questions import World


def kryo_questions() -> Iterator[Asked]:
    """All of them."""
    faults = {"kryo-read": _read_fault, "kryo-cut": _cut_fault, "kryo-written": _written_fault}
    yield from numbered(faults, 3, 60)
    yield "drawn:kryo-bounds", "", _bounds_fault
    yield "drawn:kryo-every", "", _every_fault
    yield "drawn:kryo-long", "", _long_fault


def _shown(deleted: Any) -> tuple[Any, ...]:
    ordering = deleted.ordering
    value = None if ordering is None else (ordering.type, ordering.value)
    if value is not None and isinstance(value[1], Decimal):
        value = value[0], value[1].as_tuple()
    return deleted.record_key, deleted.partition_path, value


def _wanted(value: Any) -> Any:
    if value[2] is not None and isinstance(value[2][1], Decimal):
        return *value[:2], (value[2][0], value[2][1].as_tuple())
    return value


def _read(raw: bytes, version: int, *, keeps: bool = True) -> tuple[list[Any], list[Any], Any]:
    """Deletes that are read of an array, those that are left out, and the refusal that ends them."""
    decode = imported("decode.log.kryo").decode_kryo_deletes
    found: list[Any] = []
    left: list[Any] = []
    buffer = b"\7" * OFS + raw + b"\1\1\1"

    def read() -> None:
        end = OFS + len(raw)
        found.extend(map(_shown, decode(buffer, OFS, end, version, left if keeps else None)))

    refusal = refusal_of(read)
    return found, [(one.code, one.at, one.requirement) for one in left], refusal


def _read_fault(chance: random.Random) -> Failure:
    made, _, refusal = made_array(chance)
    raw = bytes(made.out)
    kept = [_wanted(one) for one in made.deleted if one[0] != "refused"]
    left = [one[1] for one in made.deleted if one[0] == "refused"]
    if (found := _read(raw, made.version)) != (kept, left, refusal):
        return f"{raw[made.ends[0] :].hex()}: {found}, expected {kept} {left} {refusal}"[:390]
    if left:
        place = next(at for at, one in enumerate(made.deleted) if one[0] == "refused")
        if _read(raw, made.version, keeps=False) != (kept[:place], [], left[0]):
            return "a value without meaning ends what is read"
    rule = RULES[made.version]
    if refusal is None:
        found = _read(raw + b"\1", made.version)
        # A buffer of heap memory looks at the byte behind it.
        if found != (kept, left, ("trailing-bytes", OFS + len(raw), "log.delete.length")):
            return f"a byte behind the array: {found[2]}"
    head = head_of(made.version)
    place = chance.randrange(len(head))
    wrong = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
    if _read(wrong, made.version) != ([], [], ("schema-mismatch", OFS, rule)):
        return f"another byte {place} of the head"
    if _read(raw[:place], made.version) != ([], [], ("truncated", OFS, rule)):
        return f"{place} bytes of a head"
    rest = raw[len(head) + 1 :]
    for count, room in ((len(rest) // 3 + 2, False), (0, False)):
        stated = head + uvarint(count) + rest
        found = _read(stated, made.version)
        if found != ([], [], ("count-too-large", OFS + len(head), rule)) and not room and count < 128:
            return f"{count - 1} elements in {len(rest)} bytes: {found[2]}"
    return None


def _cut_fault(chance: random.Random) -> Failure:
    made, num, refusal = made_array(chance)
    if refusal is not None:
        return None
    start = made.ends[0]
    for end in range(start, len(made.out), chance.randrange(1, 5)):
        found, left, wrong = _read(bytes(made.out[:end]), made.version)
        if num * 3 > end - start:
            if (found, left, wrong[0]) != ([], [], "count-too-large"):
                return f"{num} elements in {end - start} bytes: {wrong}"
            continue
        whole = sum(one <= end for one in made.ends[1:])
        before = [_wanted(one) for one in made.deleted[:whole] if one[0] != "refused"]
        # The byte that ends a buffer of heap memory may be missing.
        if found != before and found != [
            _wanted(one) for one in made.deleted[: whole + 1] if one[0] != "refused"
        ]:
            return f"cut to {end} of {len(made.out)}: {found}"
        if (
            wrong is None
            and end == len(made.out) - 1
            and found == [_wanted(one) for one in made.deleted if one[0] != "refused"]
        ):
            continue
        if wrong is None or wrong[0] != "truncated" or not made.ends[whole] <= wrong[1] - OFS <= end:
            return f"cut to {end} of {len(made.out)}, elements end at {made.ends}: {wrong}"
    return None


def _written_fault(chance: random.Random) -> Failure:
    """Partition paths that are equal are one object where strings are shared; others never."""
    module, deletes = imported("encode.log.kryo"), imported("encode.log.deletes")
    version, is_shared = chance.choice((1, 2)), chance.random() < 0.5
    out = bytearray(head_of(version))
    entries, num_objects = [], 1
    paths: dict[str, int] = {}
    num = chance.randrange(6)
    stated = chance.choice((None, None, 0, num + 1, 300, -1))
    out += uvarint((num if stated is None else stated) + 1 & 0xFFFFFFFF)
    for at in range(num):
        out += b"\1\1" + (kryo_text(KEY if version == 1 else RECORD) if at == 0 else b"") + b"\1"
        num_objects += 1
        if version == 2:
            out += b"\1\2" + (kryo_text(KEY) if at == 0 else b"") + b"\1"
            num_objects += 1
        path, key = chance.choice((None, "", "p", "p=1", "ü")), chance.choice((None, *TEXTS))
        if path is None:
            out += b"\0"
        elif is_shared and path in paths:
            out += uvarint(paths[path] + 2)
        else:
            paths[path] = num_objects
            out += b"\1" + kryo_text(path)
            num_objects += 1
        out += b"\0" if key is None else b"\1" + kryo_text(key)
        num_objects += key is not None
        ordering: Any = None
        if version == 2:
            number = chance.choice((0, -1, 63, 64, 1 << 30))
            long = chance.choice((0, 1 << 40, 2**63 - 1, -(2**63), 1 << 55, (1 << 55) - 1, -(1 << 55),
                                  -(1 << 55) - 1))  # fmt: skip
            ordering, raw = chance.choice((
                (None, b"\0"), ({"type": "int", "value": number}, b"\2" + uvarint(zigzag(number))),
                ({"type": "string", "value": "ü"}, b"\3\1" + kryo_text("ü")),
                ({"type": "float", "value": "0.5"}, b"\4" + struct.pack(">f", 0.5)),
                ({"type": "boolean", "value": True}, b"\5\1"), ({"type": "boolean", "value": False}, b"\5\0"),
                ({"type": "long", "value": str(long)}, b"\x09" + nine(zigzag(long))),
                ({"type": "double", "value": "0.25"}, b"\x0a" + struct.pack(">d", 0.25)),
            ))  # fmt: skip
            out += raw
            num_objects += raw[:1] == b"\3"
        entries.append(deletes.Delete(key, path, ordering))
    encode = module.encode_deletes_v1 if version == 1 else module.encode_deletes_v2
    found = encode(entries, is_shared, stated)[0]
    return (
        None if found == bytes(out) else f"{entries}, shared: {is_shared}: {found.hex()}, {out.hex()}"[:390]
    )


def _of_class(name: str, body: bytes) -> Any:
    """The ordering value of a class, or the refusal with its place in the body."""
    raw = head_of(2) + uvarint(2) + b"\1\1" + kryo_text(RECORD) + b"\1" + b"\1\2" + kryo_text(KEY) + b"\0"
    raw += b"\1" + uvarint(3) + kryo_text(name) + b"\1"
    start = OFS + len(raw)
    found, left, refusal = _read(raw + body, 2)
    for code, at, rule in (*left, *([refusal] if refusal else [])):
        return code, at - start, rule
    return found[0][2][1]


def _bounds_fault(_: World) -> Failure:
    allocation = "limits.allocation"
    integer, decimal = "java.math.BigInteger", "java.math.BigDecimal"
    cases: list[tuple[str, bytes, Any]] = [
        (integer, b"\0", ("bad-value", 0, NAMES)), (integer, b"\1", ("bad-value", 0, NAMES)),
        (integer, counted(b"\1" + bytes(1023)), Decimal(256**1023).as_tuple()),
        (integer, counted(b"\1" + bytes(1024)), ("count-too-large", 0, allocation)),
        *((decimal, counted(bytes_of(number)) + uvarint(zigzag(scale)),
           Decimal((int(number < 0), tuple(map(int, str(abs(number) * 10 ** max(-scale, 0)))), -max(scale,
           0)))
           .as_tuple()) for number in (0, 5, -5, 1 << 70) for scale in (-2, -1, 0, 1, 2)),
        *(("java.util.Date", unsigned(number), number * 1000)
          for number in (1 << 61, (1 << 62) - 1, 1 << 62, 2**63 - 1, -1, -(1 << 62), -(1 << 62) - 1,
          -(2**63))),
        *((decimal, b"\2\x05" + uvarint(zigzag(scale)), ("bad-value", 2, allocation))
          for scale in (1025, -1025, 2**31 - 1, -(2**31))),
        *((decimal, b"\2\x05" + uvarint(zigzag(scale)), None) for scale in (1024, -1024)),
        *(("java.time.Instant", unsigned(second) + uvarint(nano), expected)
          for second, nano, expected in (
              (31_556_889_864_403_199, 0, 31_556_889_864_403_199_000_000),
              (-31_556_889_864_403_199, 999_999_999, -31_556_889_864_403_198_000_001),
              (31_556_889_864_403_200, 0, ("bad-value", 0, NAMES)),
              (-31_556_889_864_403_200, 0, ("bad-value", 0, NAMES)),
              (0, 1_000_000_000, ("bad-value", 0, NAMES)), (5, 999_999_999, 5_999_999))),
    ]  # fmt: skip
    for year, month in ((year, month) for year in (1900, 2000, 2023, 2024, -4, 0) for month in range(14)):
        first = np.datetime64(f"{year:05d}-{month:02d}" if year < 0 else f"{year:04d}-{month:02d}") if (
            1 <= month <= 12) else None  # fmt: skip
        for day in (0, 1, 27, 28, 29, 30, 31, 32):
            body = uvarint(year & 0xFFFFFFFF) + bytes([month, day])
            expected: Any = ("bad-value", 0, NAMES)
            if first is not None:
                length = int(
                    ((first + 1).astype("datetime64[D]") - first.astype("datetime64[D]")).astype(int)
                )
                if 1 <= day <= length:
                    expected = int(first.astype("datetime64[D]").astype(int)) + day - 1
            cases.append(("java.time.LocalDate", body, expected))
    for year in (999_999_999, -999_999_999, 1_000_000_000, -1_000_000_000):
        body = uvarint(year & 0xFFFFFFFF) + b"\1\1"
        days = int(np.datetime64(year - 1970, "Y").astype("datetime64[D]").astype(int))
        cases.append(("java.time.LocalDate", body, days if abs(year) < 10**9 else ("bad-value", 0, NAMES)))
    for wrong in (
        {"limit": 4}, {"limit": 2, "position": 3}, {"position": -1}, {"offset": -1}, {"offset": 3},
        {"capacity": 9, "limit": 6}, {"flag": 2},
    ):  # fmt: skip
        numbers = {"capacity": 3, "limit": 3, "offset": 2, "position": 0, "flag": 1} | wrong
        body = b"\0\0" + uvarint(zigzag(numbers["capacity"])) + b"\1" + counted(b"abcde") + b"\0"
        body += uvarint(zigzag(numbers["limit"])) + b"\1" + bytes([numbers["flag"]])
        at = len(body) - 1 if numbers["flag"] > 1 else 0
        body += uvarint(zigzag(numbers["offset"])) + uvarint(zigzag(numbers["position"]))
        cases.append(("java.nio.HeapByteBuffer", body, ("bad-value", at, NAMES)))
    for name, body, expected in cases:
        found = _of_class(name, body)
        if expected is None or (isinstance(expected, tuple) and len(expected) == 2):
            if isinstance(found, tuple) and isinstance(found[0], str):
                return f"{name} {body[:20].hex()}: {found}"
            continue
        shown = found.as_tuple() if isinstance(found, Decimal) else found
        if shown != expected:
            return f"{name} {body[:20].hex()}: {shown}, expected {expected}"[:390]
    return None


def _every_fault(_: World) -> Failure:
    """Each text and each number once as the writer has it; what it refuses."""
    module, deletes = imported("encode.log.kryo"), imported("encode.log.deletes")
    error: Any = imported("encode.errors").EncodeError

    def written(*entries: Any, version: int = 2) -> Any:
        encode = module.encode_deletes_v2 if version == 2 else module.encode_deletes_v1
        try:
            return encode(entries, True, None)
        except error as refusal:
            return refusal.code, refusal.requirement

    head = head_of(2) + uvarint(2) + b"\1\1" + kryo_text(RECORD) + b"\1\1\2" + kryo_text(KEY) + b"\1"
    for text in TEXTS:
        data, views = written(deletes.Delete(text, text, None))
        if data != head + (b"\1" + kryo_text(text)) * 2 + b"\0":
            return f"{text!r}: {data.hex()}"
        if views != [{"record_key": text, "partition_path": text, "ordering": None}]:
            return f"{text!r}: {views}"
    bits = (0, 6, 7, 13, 14, 27, 28, 31, 48, 49, 54, 55, 56, 62)
    for number in {sign * (1 << at) + by for at in bits for sign in (1, -1) for by in (-1, 0, 1)}:
        for kind, place, width, raw in (
            ("int", 2, 32, uvarint(zigzag(number))),
            ("long", 9, 64, nine(zigzag(number))),
        ):
            found = written(
                deletes.Delete(None, None, {"type": kind, "value": number if width == 32 else str(number)})
            )
            fits = -(1 << width - 1) <= number < 1 << width - 1
            if fits and found[0] != head + bytes([0, 0, place]) + raw:
                return f"{kind} {number}: {found[0].hex()}"
            if not fits and found[0] != "schema-mismatch":
                return f"{kind} {number}: {found}"
    for version, entry, expected in (
        (1, deletes.Delete("k", "p", {"type": "int", "value": 1}), ("bad-value", "log.delete.kryo-keys")),
        *((2, deletes.Delete("k", "p", {"type": kind, "value": 1}), ("bad-value", "log.delete.kryo-records"))
          for kind in ("bytes", "", None, 5, [])),
        (2, deletes.Delete("k", "p", {"type": "boolean", "value": 1}), ("bad-value",
        "log.delete.kryo-records")),
    ):  # fmt: skip
        if written(entry, version=version) != expected:
            return f"{entry}: {written(entry, version=version)}"
    for entry in (
        deletes.Delete(5, "p", None),
        deletes.Delete("k", 5, None),
        deletes.Delete("\ud800", "p", None),
    ):
        if not isinstance(written(entry)[0], str):
            return f"{entry} is written"
    null = head_of(1) + uvarint(2) + b"\1\1" + kryo_text(KEY) + b"\1" + (b"\1" + kryo_text(None)) * 2
    found = _read(null, 1)
    return None if found == ([(None, None, None)], [], None) else f"strings that are null: {found}"


def _long_fault(_: World) -> Failure:
    """An element has 256 KiB at most, also as the last one [limits.allocation]."""
    most = 1 << 18
    start = head_of(2) + uvarint(3)
    first = b"\1\1" + kryo_text(RECORD) + b"\1" + b"\1\2" + kryo_text(KEY) + b"\0\0"
    for length, is_taken in ((most, True), (most + 1, False)):
        size = length - 4 - 2 - 2 - 3  # number and name of the classes, markers, length of the text
        element = b"\1\1\1\1\2\0" + bytes([12]) + b"\1" + counted(b"x" * size)
        over = len(element) - length
        element = b"\1\1\1\1\2\0" + bytes([12]) + b"\1" + counted(b"x" * (size - over))
        if len(element) != length:
            return "an element of another length is asked for"
        found, _left, refusal = _read(start + first + element, 2)
        expected = None if is_taken else ("count-too-large", OFS + len(start + first), "limits.allocation")
        if refusal != expected or len(found) != 1 + is_taken:
            return f"an element of {length} bytes: {refusal}"
        cut = _read(start + first + element[:-9], 2)[2]
        if is_taken and (cut is None or cut[0] != "truncated"):
            return f"an element of {length} bytes, cut: {cut}"
    return None
