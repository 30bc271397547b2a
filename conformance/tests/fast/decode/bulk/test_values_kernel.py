# SPDX-License-Identifier: Apache-2.0
"""What the kernels for Avro datums read and write value by value: every length, and the limits of each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import pytest
from bulk_factory import datum

pytest.importorskip("numba", reason="needs the extra `fast`")

import numpy as np
from hudi_conformance.decode.bulk import _values_kernel as krn
from hudi_conformance.decode.bulk._memory import address_of

EDGES = sorted({sign * (1 << bits) + off for bits in range(64) for sign in (1, -1) for off in (-1, 0, 1)})


def number(data: bytes, num_bits: int) -> tuple[int, int]:
    """Zigzag number at the start of bytes and its length; a length of -1 where it is none of so many bits."""
    value = 0
    for at, byte in enumerate(data):
        value |= (byte & 127) << 7 * at
        if 7 * (at + 1) >= num_bits + 7 or value >> num_bits:
            break
        if byte < 128:
            return (value >> 1) ^ -(value & 1), at + 1
    return 0, -1


def candidates() -> Iterator[bytes]:
    some = (0, 1, 2, 0x0F, 0x10, 0x7F, 0x80, 0x81, 0xFF)
    for length in range(4):
        yield from map(bytes, itertools.product(some, repeat=length))
    for length, middle, last in itertools.product(range(2, 12), (0x80, 0xFF, 0xAA), some):
        yield bytes([0x81]) + bytes([middle]) * (length - 2) + bytes([last])


@pytest.mark.parametrize(("num_bits", "read"), [(64, krn.read_long), (32, krn.read_int)], ids=["long", "int"])
def test_numbers(num_bits: int, read: object) -> None:
    assert callable(read)
    for value in EDGES:
        if -(1 << (num_bits - 1)) <= value < 1 << (num_bits - 1):
            assert number(datum("long", value), num_bits) == (value, len(datum("long", value)))
    written = [datum("long", value) for value in EDGES if -(1 << 63) <= value < 1 << 63]
    for data in itertools.chain(candidates(), written):
        # What follows the end is not looked at, whatever it is.
        for end, rest in itertools.product(
            range(max(len(data) - 1, 0), len(data) + 1), (b"\0", b"\x80", b"\x01")
        ):
            around = data + rest * 16
            with address_of(around) as base:
                value, after = read(base, base + end)
                found = (value, after - base) if after >= 0 else (0, -1)
            assert found == number(data[:end], num_bits), (data, end)


@pytest.mark.parametrize("length", [*range(1, 42), 63, 64, 65])
def test_texts_and_bytes(length: int) -> None:
    source = Random(length).randbytes(length)
    for copy in (krn.copy_text, krn.copy_bytes):
        target = np.full(length + 24, 0xEE, np.uint8)
        with address_of(b"before" + source + b"\xff" * 16) as base:
            bits = copy(target.ctypes.data + 8, base + 6, length)
        assert target[8 : 8 + length].tobytes() == source
        # A short text is moved as a word, no more.
        is_word = copy is krn.copy_text and length < 8
        assert set(target[:8].tolist() + target[16 if is_word else 8 + length :].tolist()) == {0xEE}
        if copy is krn.copy_text:
            for at in range(length):
                plain = bytearray(b"a" * length)
                plain[at] = 0x80
                with address_of(bytes(plain) + b"\xff" * 16) as base:
                    assert krn.copy_text(target.ctypes.data, base, length) & -0x7F7F_7F7F_7F7F_7F80
            with address_of(b"a" * length + b"\xff" * 16) as base:
                bits = krn.copy_text(target.ctypes.data, base, length)
            assert not bits & -0x7F7F_7F7F_7F7F_7F80


def test_bits() -> None:
    for bits in itertools.product((0, 1), repeat=11):
        target = np.full(4, 0xEE, np.uint8)
        for index, bit in enumerate(bits):
            krn.append_bit(target.ctypes.data, index, bit)
        assert target.tolist() == [
            sum(bit << index for index, bit in enumerate(bits[:8])),
            sum(bit << index for index, bit in enumerate(bits[8:])),
            0xEE,
            0xEE,
        ]


def test_numbers_of_128_bits() -> None:
    words = [-(1 << 63), -1, 0, 1, (1 << 63) - 1]
    pairs = list(itertools.product(words, words))
    for (high, low), (other_high, other_low) in itertools.product(pairs, pairs):
        expected = (high << 64 | low % (1 << 64)) < (other_high << 64 | other_low % (1 << 64))
        assert krn.is_below(high, low, other_high, other_low) == expected
