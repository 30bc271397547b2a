# SPDX-License-Identifier: Apache-2.0
"""Row positions and Bloom filters of base files, put together here, for mutants drawn by chance.

    drawn:positions-N       64-bit Roaring bitmaps of containers in each form: the rows that are read, what
                            follows the bitmap, and refusals of what is out of order or of another number
    drawn:positions-most    as many positions as are read, and one more
    drawn:positions-written the smallest form of each container
    drawn:denied-keys-N     keys that a filter or a range of a base file denies [bloom.member, bloom.range]

The portable form of a Roaring bitmap is written here by its specification.
"""

from __future__ import annotations

import base64
import itertools
import random
import struct
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, numbered
from chance_near import refusal_of

if TYPE_CHECKING:
    from chance_questions import World

_AT, _RULE = 77, "log.positions.form"
Container = tuple[int, str, list[int]]
"""Key, form and values of a container."""


def near_position_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"positions": _read_fault}, 3, 10)
    yield from numbered({"denied-keys": _denied_fault}, 2, 30)
    yield "drawn:positions-most", "", _most_fault
    yield "drawn:positions-written", "", _written_fault


def _runs(values: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for value in values:
        if runs and runs[-1][1] == value - 1:
            runs[-1] = runs[-1][0], value
        else:
            runs.append((value, value))
    return runs


def _body(form: str, values: Sequence[int]) -> bytes:
    if form == "run":
        runs = _runs(values)
        return struct.pack("<H", len(runs)) + b"".join(
            struct.pack("<HH", low, high - low) for low, high in runs
        )
    if form == "array":
        return struct.pack(f"<{len(values)}H", *values)
    bits = 0
    for value in values:
        bits |= 1 << value
    return bits.to_bytes(8192, "little")


def _bitmap(containers: Sequence[Container], cardinalities: Sequence[int] | None = None) -> bytes:
    """A 32-bit bitmap in the portable form."""
    sizes = cardinalities or [len(values) for _, _, values in containers]
    flags = sum((form == "run") << at for at, (_, form, _) in enumerate(containers))
    if flags:
        head = struct.pack("<HH", 12347, len(containers) - 1) + flags.to_bytes(
            -(-len(containers) // 8), "little"
        )
    else:
        head = struct.pack("<II", 12346, len(containers))
    head += b"".join(
        struct.pack("<HH", key, size - 1) for (key, _, _), size in zip(containers, sizes, strict=True)
    )
    bodies = [_body(form, values) for _, form, values in containers]
    if not flags or len(containers) > 3:
        starts = itertools.accumulate(map(len, bodies[:-1]), initial=len(head) + 4 * len(bodies))
        head += b"".join(struct.pack("<I", start) for start in starts)
    return head + b"".join(bodies)


def _text(buckets: Sequence[tuple[int, bytes]]) -> bytes:
    return struct.pack("<Q", len(buckets)) + b"".join(struct.pack("<I", high) + raw for high, raw in buckets)


def _values(chance: random.Random, form: str) -> list[int]:
    match form:
        case "array":
            return sorted(chance.sample(range(65536), chance.choice((1, 2, 5))))
        case "bits":
            start = chance.choice((0, 3, 60000))
            return sorted({*range(start, start + 4097), 65535})
    spans = sorted(chance.sample(range(1, 650), chance.randrange(1, 5)))
    values = {at * 100 + more for at in spans for more in range(chance.randrange(1, 99))}
    return sorted({*values, *chance.choice(((), (0,), (65535,)))})


def _containers(chance: random.Random) -> list[Container]:
    keys = sorted(chance.sample((0, 1, 2, 9, 255, 256, 65535), chance.randrange(1, 7)))
    forms = ("array", "array", "run", "run", "bits")
    return [(key, form, _values(chance, form)) for key in keys for form in [chance.choice(forms)]]


def _read(raw: bytes | str) -> Any:
    text = raw if isinstance(raw, str) else base64.b64encode(raw).decode()
    found = refusal_of(lambda: imported("decode.log.positions").decode_positions(text, _AT))
    return found if isinstance(found, tuple) else (list(found.rows), found.len_trailing)


def _read_fault(chance: random.Random) -> Failure:
    highs = sorted(chance.sample((0, 1, 7, 2**31, 2**32 - 1), chance.randrange(3)))
    buckets = [(high, _containers(chance)) for high in highs]
    raw = _text([(high, _bitmap(own)) for high, own in buckets])
    rows = [
        high << 32 | key << 16 | value for high, own in buckets for key, _, values in own for value in values
    ]
    for rest in (b"", b"\0", b"\0" * 9):
        if (found := _read(raw + rest)) != (rows, len(rest)):
            return f"{len(rows)} rows before {len(rest)} bytes: {str(found)[:200]}"
    text = base64.b64encode(raw).decode()
    for wrong in (
        text[:-1],
        text + "=",
        text[:-4] + "\n" + text[-4:],
        text + "A",
        "-" + text[1:],
        text.encode(),
    ):
        if refusal_of(lambda t=wrong: imported("decode.log.positions").decode_positions(t, _AT)) != (
            "bad-value", _AT, _RULE,
        ):  # fmt: skip
            return f"{wrong[-9:]!r} is read"
    for end in chance.sample(range(len(raw)), min(len(raw), 9)):
        found = _read(raw[:end])
        if found[0] not in {"truncated", "count-too-large"} or found[1:] != (_AT, _RULE):
            return f"cut to {end} of {len(raw)}: {str(found)[:200]}"
    return _order_fault(buckets) if buckets else None


def _order_fault(buckets: list[tuple[int, list[Container]]]) -> Failure:
    order, number = ("bad-order", _AT, _RULE), ("length-mismatch", _AT, _RULE)
    (high, own), *_ = buckets
    made = _bitmap(own)
    if _read(_text([(high, made), (high, made)])) != order or (
        high and _read(_text([(high, made), (high - 1, made)])) != order
    ):
        return "buckets out of order"
    if _read(_text([(high, _bitmap([*own, own[-1]]))])) != order:
        return "a container twice"
    if own[0][0] and _read(_text([(high, _bitmap([own[0], (own[0][0] - 1, *own[0][1:])]))])) != order:
        return "containers out of order"
    for at, (key, form, values) in enumerate(own):
        sizes = [len(one) for _, _, one in own]
        if form != "array":
            for change in (-1, 1):
                other = [*sizes[:at], sizes[at] + change, *sizes[at + 1 :]]
                if form == "bits" and other[at] <= 4096:
                    continue
                if 0 < other[at] <= 65536 and _read(_text([(high, _bitmap(own, other))])) != number:
                    return f"{sizes[at]} values stated as {other[at]}"
        if form == "array" and len(values) > 1:
            for wrong in ([*values[:-1], values[-2]], [*values[:-2], values[-1], values[-2]]):
                if _read(_text([(high, _bitmap([(key, form, wrong)]))])) != order:
                    return f"values {wrong}"
    for runs, is_right in (
        ([(0, 0)], True), ([(5, 0), (6, 3)], True), ([(5, 1), (6, 3)], False), ([(5, 3), (5, 0)], False),
        ([(65535, 0)], True), ([(65535, 1)], False), ([(65534, 1)], True), ([(7, 0), (3, 0)], False),
    ):  # fmt: skip
        body = struct.pack("<H", len(runs)) + b"".join(struct.pack("<HH", *run) for run in runs)
        total = sum(more + 1 for _, more in runs)
        raw = _text([(high, struct.pack("<HHBHH", 12347, 0, 1, 4, total - 1) + body)])
        wanted = [high << 32 | 4 << 16 | low + at for low, more in runs for at in range(more + 1)]
        if _read(raw) != ((wanted, 0) if is_right else order):
            return f"runs {runs}: {str(_read(raw))[:100]}"
    return None


def _most_fault(_: World) -> Failure:
    most = 1 << 22
    full = [(key, "run", list(range(65536))) for key in range(64)]
    rows, rest = _read(_text([(0, _bitmap(full))]))
    if (len(rows), rows[-1], rest) != (most, most - 1, 0):
        return f"{len(rows)} rows"
    more = _read(_text([(0, _bitmap(full)), (1, _bitmap([(0, "array", [3])]))]))
    return None if more == ("count-too-large", _AT, "limits.allocation") else f"one more: {str(more)[:100]}"


def _written_fault(_: World) -> Failure:
    encode = imported("encode.log.roaring").encode_positions
    chance = random.Random("written")
    lows: list[list[int]] = [
        [0], [65535], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 3], list(range(100)), list(range(0, 200, 2)),
        list(range(0, 2 * 4095, 2)), list(range(0, 2 * 4096, 2)), list(range(0, 2 * 4097, 2)),
        list(range(65536)),
        list(range(0, 65536, 2)), [at for at in range(6144) if at % 3],
        [at for at in range(65536) if at % 32],
        [at for at in range(65535) if at % 32],
    ]  # fmt: skip
    for turn in range(24):
        keys = sorted(
            chance.sample((0, 1, 7, 8, 300, 65535, 1 << 16, (1 << 16) + 1, 1 << 31), chance.randrange(1, 9))
        )
        own = [(key, lows[turn] if turn < len(lows) else chance.choice(lows)) for key in keys]
        buckets: dict[int, list[Container]] = {}
        for key, values in own:
            plain = 2 * len(values) if len(values) <= 4096 else 8192
            form = "run" if 2 + 4 * len(_runs(values)) < plain else "array" if len(values) <= 4096 else "bits"
            buckets.setdefault(key >> 16, []).append((key & 65535, form, values))
        wanted = _text([(high, _bitmap(containers)) for high, containers in buckets.items()])
        if base64.b64decode(encode([key << 16 | value for key, values in own for value in values])) != wanted:
            return f"containers {[(key, len(values)) for key, values in own]}"
    return None if base64.b64decode(encode([])) == bytes(8) else "no positions"


_KEYS = ("a", "b", "ab", "z", "ü", "\uffff", "😀", "k" * 90)


def _denied_fault(chance: random.Random) -> Failure:
    """Texts are compared by units of UTF-16; a key of no bytes is not asked for."""
    module = imported("decode.bloom.check")
    murmur = imported("encode.bloom").murmur
    keys = chance.choices((*_KEYS, ""), k=chance.randrange(6))
    num_hashes, num_bytes = chance.choice((1, 3, 7)), chance.choice((1, 5, 100))
    gone = chance.choice((None, *(key for key in keys if key), *_KEYS))
    bits, places = bytearray(b"\xff" * num_bytes), {}
    for key in {*keys, *_KEYS}:
        seed, own = 0, set()
        for _ in range(num_hashes):
            seed = murmur(key.encode(), seed) & 0xFFFFFFFF
            own.add(abs(seed - (seed >> 31 << 32)) % (8 * num_bytes))
        places[key] = own
    if gone is not None:
        place = chance.choice(sorted(places[gone]))
        bits[place >> 3] &= ~(1 << (place & 7))
        denied = any(key and place in places[key] for key in keys)
    else:
        denied = False
    low, high = (chance.choice((None, None, *_KEYS)) for _ in range(2))

    def order(text: str) -> bytes:
        return text.encode("utf-16-be")

    outside = any(
        (low is not None and order(key) < order(low)) or (high is not None and order(key) > order(high))
        for key in keys
    )
    row = SimpleNamespace(num_hashes=num_hashes, hash_type=1, num_bits=8 * num_bytes, bits=bytes(bits))
    is_readable = chance.random() < 0.9
    reject = imported("errors").Reject("bad-version", 5, "bloom.version", "x")

    def decode() -> Any:
        if is_readable:
            return SimpleNamespace(rows=(row,))
        raise reject

    stored = SimpleNamespace(decode=decode, range=SimpleNamespace(low=low, high=high))
    told = [
        (one.requirement, one.code, one.at)
        for one in module.check_stored(stored, [key.encode() for key in keys])
    ]
    expected: list[Any] = [] if is_readable else [("bloom.version", "bad-version", 5)]
    expected += [("bloom.member", "bad-value", None)] * (denied and is_readable)
    expected += [("bloom.range", "bad-value", None)] * outside
    return None if told == expected else f"{keys} in {low!r} to {high!r}, without {gone!r}: {told}"
