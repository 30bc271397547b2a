# SPDX-License-Identifier: Apache-2.0
"""Record positions: Base64 of a 64-bit Roaring bitmap."""

from __future__ import annotations

import base64
import struct
import tracemalloc
from collections.abc import Callable

import pytest
from hudi_conformance.decode.log.positions import (
    MAX_POSITIONS,
    Positions,
    decode_positions,
    long_positions,
    parsed_positions,
)
from hudi_conformance.encode.log.roaring import encode_positions
from hudi_conformance.errors import CODES, Reject
from hypothesis import given, settings
from hypothesis import strategies as st


def refusal(text: str | bytes) -> tuple[str, str]:
    with pytest.raises(Reject) as caught:
        decode_positions(text, 7)
    assert caught.value.at == 7
    return caught.value.code, caught.value.requirement


def text(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def array(values: list[int], key: int = 0) -> bytes:
    head = struct.pack("<IIHHI", 12346, 1, key, len(values) - 1, 16)
    return head + struct.pack(f"<{len(values)}H", *values)


def bucket(high: int, bitmap: bytes) -> bytes:
    return struct.pack("<I", high) + bitmap


def runs(*pairs: tuple[int, int], cardinality: int) -> bytes:
    head = struct.pack("<HHBHH", 12347, 0, 1, 0, cardinality - 1)
    return head + struct.pack("<H", len(pairs)) + b"".join(struct.pack("<HH", *pair) for pair in pairs)


@pytest.mark.parametrize(
    ("encoded", "rows"),
    [
        ("AAAAAAAAAAA=", []),
        ("AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAAAEAAAAAAA", [0]),
        ("AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAIAEAAAAAEAAgADAA==", [1, 2, 3]),
        ("AQAAAAAAAAAAAAAAOzAAAAEAAGMAAQAAAGMA", list(range(100))),
    ],
)
def test_what_hudi_writes(encoded: str, rows: list[int]) -> None:
    found = decode_positions(encoded, 7)
    assert list(found.rows) == rows
    assert found.len_trailing == 0


def test_upper_halves_and_bitmap_containers() -> None:
    two = struct.pack("<Q", 2) + bucket(0, array([5], key=2)) + bucket(2**32 - 1, array([65535], key=65535))
    assert list(decode_positions(text(two), 7).rows) == [2 << 16 | 5, 2**64 - 1]
    bits = bytes([0xAA] * 1025 + [0] * 7166 + [0x80])
    rows = [index for index in range(65536) if bits[index // 8] >> index % 8 & 1]
    bitmap = struct.pack("<IIHHI", 12346, 1, 0, len(rows) - 1, 16) + bits
    assert list(decode_positions(text(struct.pack("<Q", 1) + bucket(0, bitmap)), 7).rows) == rows


def test_trailing_bytes_are_told() -> None:
    raw = struct.pack("<Q", 1) + bucket(0, array([1])) + b"xyz"
    assert decode_positions(text(raw), 7).len_trailing == 3


@pytest.mark.parametrize(
    ("encoded", "code"),
    [
        ("*", "bad-value"),
        ("AA=", "bad-value"),
        ("AAAA AAAA", "bad-value"),
        ("AAAAAAAAAAA", "bad-value"),
        ("AAAAAAAAAAA=\n", "bad-value"),
        (b"\xff", "bad-value"),
        ("", "truncated"),
        ("AA==", "truncated"),
        (text(struct.pack("<Q", 1)), "count-too-large"),
        (text(struct.pack("<Q", 2**63) + bucket(0, array([1]))), "count-too-large"),
        (text(struct.pack("<Q", 1) + bucket(0, b"\x00" * 8)), "bad-magic"),
        (text(struct.pack("<Q", 1) + bucket(0, struct.pack("<II", 12346, 2**31))), "count-too-large"),
        (text(struct.pack("<Q", 1) + bucket(0, array([1, 2])[:-1])), "truncated"),
        (text(struct.pack("<Q", 1) + bucket(0, array([2, 1]))), "bad-order"),
        (text(struct.pack("<Q", 1) + bucket(0, array([1, 1]))), "bad-order"),
        (text(struct.pack("<Q", 2) + bucket(1, array([1])) + bucket(1, array([1]))), "bad-order"),
        (text(struct.pack("<Q", 1) + bucket(0, runs((5, 3), (6, 1), cardinality=6))), "bad-order"),
        (text(struct.pack("<Q", 1) + bucket(0, runs((65535, 1), cardinality=2))), "bad-order"),
        (text(struct.pack("<Q", 1) + bucket(0, runs((5, 3), cardinality=3))), "length-mismatch"),
    ],
)
def test_refusals(encoded: str | bytes, code: str) -> None:
    assert refusal(encoded) == (code, "log.positions.form")


def test_a_bomb_of_runs() -> None:
    """Ten bytes a container say 65,536 positions."""
    num = 1000
    head = struct.pack("<HH", 12347, num - 1) + b"\xff" * (num // 8)
    head += b"".join(struct.pack("<HH", key, 65535) for key in range(num)) + bytes(4 * num)
    raw = struct.pack("<Q", 1) + bucket(0, head + struct.pack("<HHH", 1, 0, 65535) * num)
    assert num * 65536 > MAX_POSITIONS
    assert refusal(text(raw)) == ("count-too-large", "limits.allocation")


COUNT = struct.pack("<QI", 1, 0)
HEADS = st.sampled_from([b"", struct.pack("<Q", 1), COUNT + b";0", COUNT + b":0\0\0"])


@settings(max_examples=300)
@given(st.binary(max_size=80), HEADS)
def test_any_bytes_are_positions_or_refused(tail: bytes, head: bytes) -> None:
    try:
        rows = decode_positions(text(head + tail), 0).rows
    except Reject as error:
        assert error.code in CODES  # noqa: PT017 - either way is a good answer
    else:
        assert list(rows) == sorted(set(rows))


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from([0, 1, 65535, 65536, 1 << 32, 5 << 32]), max_size=4),
    st.lists(st.integers(0, 9000), max_size=2),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=2),
    st.integers(0, 40),
)
def test_a_long_bitmap_is_read_as_a_short_one(
    starts: list[int], lengths: list[int], flips: list[tuple[int, int]], cut: int
) -> None:
    rows = {start + index * 2 for start in starts for index in range(100)}
    rows |= {7 * 65536 + index * (1 + len(starts)) for length in lengths for index in range(length)}
    raw = bytearray(base64.b64decode(encode_positions(sorted(rows))))
    for place, mask in flips:
        raw[place % len(raw)] ^= mask
    damaged = bytes(raw[: len(raw) - cut] if flips else raw)

    def outcome(read: Callable[[bytes, int], Positions]) -> Positions | str:
        try:
            return read(damaged, 7)
        except Reject as error:
            return error.requirement if flips else str(error)

    parsed, long = outcome(parsed_positions), outcome(long_positions)
    assert long == parsed or {long, parsed} == {"limits.allocation", "log.positions.form"}


@pytest.mark.own_job
def test_a_bitmap_of_many_containers_takes_little_memory() -> None:
    num = 65536
    runs = struct.pack("<HHH", 1, 3, 0) * num
    keys = b"".join(struct.pack("<HH", key, 0) for key in range(num))
    head = struct.pack("<QIHH", 1, 0, 12347, num - 1) + b"\xff" * (num // 8) + keys + bytes(4 * num)
    encoded = text(head + runs)
    tracemalloc.start()
    found = decode_positions(encoded, 7)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(found.rows), found.rows[-1], found.len_trailing) == (num, 65535 << 16 | 3, 0)
    assert peak < 8 << 20
