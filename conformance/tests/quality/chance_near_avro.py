# SPDX-License-Identifier: Apache-2.0
"""Numbers, depths and counts of Avro values at their very bounds, for mutants drawn by chance.

drawn:avro-numbers    integers of all lengths, cut, too long or too large, behind and before other bytes
drawn:avro-depths     values nested as deep as is read, and one deeper, by every kind of nesting
drawn:avro-empties    as many values of no bytes as are allowed, over all runs and records
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_near import refusal_of
from chance_near_bounds import lowered

if TYPE_CHECKING:
    from chance_questions import World

_OFS = 1000


def near_avro_questions() -> Iterator[Asked]:
    """All of them."""
    yield "drawn:avro-numbers", "", _numbers_fault
    yield "drawn:avro-depths", "", _depths_fault
    yield "drawn:avro-empties", "", _empties_fault


def _wanted(data: bytes, start: int, end: int, bits: int) -> Any:
    """Value and end of the number at `start`, or code and place of its refusal."""
    most, value = -(-bits // 7), 0
    for at in range(start, end):
        if at - start == most:
            break
        value |= (data[at] & 127) << 7 * (at - start)
        if data[at] < 128:
            return ("bad-varint", start) if value >= 1 << bits else (value, at + 1)
    return ("bad-varint" if end - start >= most else "truncated"), start


def _numbers_fault(_: World) -> Failure:
    module, chance = imported("decode.avro.datum"), random.Random("numbers")
    edges = (0, 1, 126, 127, 128, 129, 254, 255)
    inputs = [bytes(one) for num in range(4) for one in itertools.product(edges, repeat=num)]
    inputs += [b"\xff" * num + bytes([last]) for num in range(11) for last in (0, 1, 2, 15, 16, 127, 128)]
    inputs += [
        bytes(chance.choice((128, 255, 200, 1)) for _ in range(chance.randrange(12))) for _ in range(200)
    ]
    for data in inputs:
        for bits, lead, rest in ((64, 0, 0), (32, 0, 0), (64, 2, 3), (32, 1, 1)):
            whole = b"\7" * lead + data + b"\1" * rest
            datum = module.Datum(whole, _OFS)
            datum.pos, datum.end = lead, lead + len(data)
            found = refusal_of(lambda d=datum, b=bits: (module.read_varint(d, b), d.pos))
            first, place = _wanted(whole, lead, lead + len(data), bits)
            expected = (first, place)
            if isinstance(first, str):
                expected = first, _OFS + place, "log.avro.datum"
            if found != expected:
                return f"{data.hex()} of {bits} bits: {found}, expected {expected}"
    for raw, expected in ((b"\0", False), (b"\1", True), (b"\2", ("schema-mismatch", _OFS, "log.avro.datum")),
                          (b"\xff", ("schema-mismatch", _OFS, "log.avro.datum")),
                          (b"", ("truncated", _OFS, "log.avro.datum"))):  # fmt: skip
        datum = module.Datum(raw, _OFS)
        if refusal_of(lambda d=datum: module.decode_boolean(d, 0)) != expected or (
            len(raw) and raw[0] < 2 and datum.pos != 1
        ):
            return f"{raw!r} as a boolean"
    return None


def _depths_fault(_: World) -> Failure:
    """Records that hold themselves: each value below a record, list, map or union is a level deeper."""
    module, schema = imported("decode.avro.datum"), imported("decode.avro.schema")
    forms: dict[str, tuple[Any, bytes, bytes, bytes, int]] = {
        # type of the member, before, behind, end, levels
        "union": (["null", "r"], b"\2", b"", b"\0", 2), "array": ({"type": "array", "items": "r"}, b"\2",
        b"\0", b"\0", 2),
        "map": ({"type": "map", "values": "r"}, b"\2\2k", b"\0", b"\0", 2),
        "wide": (["null", "int", "r"], b"\4", b"", b"\0", 2),
    }  # fmt: skip
    for name, (kind, before, behind, end, levels) in forms.items():
        text = json.dumps({"type": "record", "name": "r", "fields": [{"name": "m", "type": kind}]})
        decode = schema.parse_schema(text).decode
        for most in (1, 2, 3, 6, 7):
            for num in range(6):
                raw = before * num + end + behind * num
                # The record is at 0; what its member holds is a level below.
                deepest = levels * num + (name in {"array", "map"})
                with lowered(module, MAX_DEPTH=most):
                    datum = module.Datum(raw, _OFS)
                    found = refusal_of(lambda d=datum, read=decode: read(d, 0))
                if isinstance(found, tuple) is not (deepest > most):
                    return f"{name}, {num} deep, of {most} levels: {found}"
                if isinstance(found, tuple) and (found[0], found[2]) != ("count-too-large", "limits.depth"):
                    return f"{name}, {num} deep: {found}"
    return None


def _empties_fault(_: World) -> Failure:
    module, schema = imported("decode.avro.datum"), imported("decode.avro.schema")
    text = json.dumps({"type": "record", "name": "r", "fields": [
        {"name": "n", "type": {"type": "array", "items": "null"}}]})  # fmt: skip
    decode = schema.parse_schema(text).decode
    for counts in ((5,), (2, 3), (1, 1, 3), (4,), (6,), (3, 3), (5, 1)):
        raw = b"".join(bytes([2 * count]) for count in counts) + b"\0"
        datum = module.Datum(raw, _OFS)
        datum.zero_size = 5
        found = refusal_of(lambda d=datum: decode(d, 0))
        expected: Any = {"n": [None] * sum(counts)}
        if sum(counts) > 5:
            expected = "count-too-large", _OFS + len(counts) - 1, "limits.count-zero-size"
        if found != expected:
            return f"runs of {counts}: {found}"
    sized = b"\1\4" + b"\2\2"
    for head, expected in ((b"\1\4", None), (b"\1\6", "length-mismatch"), (b"\1\1", "length-mismatch"),
                           (b"\3\4", None)):  # fmt: skip
        datum = module.Datum(head + sized[2:], _OFS)
        found = refusal_of(lambda d=datum: module.read_run(d, 1))
        count = {1: 1, 3: 2}[head[0]]
        if found != (count if expected is None else (expected, _OFS, "log.avro.datum")):
            return f"a run {head.hex()}: {found}"
    for count, room, is_taken in ((3, 3, True), (4, 3, False), (1, 2, True), (2, 3, True)):
        for least in (1, 2):
            datum = module.Datum(bytes([2 * count]) + bytes(room), _OFS)
            found = refusal_of(lambda d=datum, n=least: module.read_run(d, n))
            fits = count * least <= room
            if found != (count if fits else ("count-too-large", _OFS, "log.avro.datum")):
                return f"{count} elements of {least} bytes in {room}, {is_taken}: {found}"
    return None
