# SPDX-License-Identifier: Apache-2.0
"""Structs of Thrift's compact protocol: values of every wire type, and bytes that are no struct."""

from __future__ import annotations

import pytest
from hudi_conformance.decode.parquet.thrift import Thrift, ThriftError
from hypothesis import given
from hypothesis import strategies as st


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def zigzag(value: int) -> bytes:
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def read(text: str | bytes, **options: int) -> dict[int, object]:
    data = bytes.fromhex(text) if isinstance(text, str) else text
    fields, end = Thrift(data, 0, len(data), **options).struct()
    assert end == len(data)
    return fields


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        pytest.param("00", {}, id="nothing"),
        pytest.param("11 12 00", {1: True, 2: False}, id="truth values"),
        pytest.param("13 ff 00", {1: 255}, id="byte"),
        pytest.param("15 02 16 01 14 7f 00", {1: 1, 2: -1, 3: -64}, id="numbers of three widths"),
        pytest.param("17 0102030405060708 00", {1: bytes(range(1, 9))}, id="double"),
        pytest.param("18 03 616263 00", {1: b"abc"}, id="text"),
        pytest.param("19 25 02 04 00", {1: [1, 2]}, id="list"),
        pytest.param("1a 15 02 00", {1: [1]}, id="set"),
        pytest.param("19 21 01 02 00", {1: [1, 2]}, id="list of truth values"),
        pytest.param("19 28 01 61 00 00", {1: [b"a", b""]}, id="list of texts"),
        pytest.param("19 1c 15 02 00 00", {1: [{1: 1}]}, id="list of structs"),
        pytest.param("1c 15 02 00 15 04 00", {1: {1: 1}, 2: 2}, id="struct"),
        pytest.param("f5 02 00", {15: 1}, id="a step of fifteen"),
        pytest.param("05 40 02 15 04 00", {32: 1, 33: 2}, id="a number of its own"),
    ],
)
def test_values(text: str, fields: dict[int, object]) -> None:
    assert read(text) == fields


@given(st.integers(-(2**63), 2**63 - 1))
def test_numbers_of_64_bits(value: int) -> None:
    assert read(b"\x16" + zigzag(value) + b"\0") == {1: value}


@pytest.mark.parametrize("num", [14, 15, 16, 300])
def test_lists_of_any_length(num: int) -> None:
    head = bytes([num << 4 | 5]) if num < 15 else b"\xf5" + varint(num)
    assert read(b"\x19" + head + b"\x02" * num + b"\0") == {1: [1] * num}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "ends early", id="nothing"),
        pytest.param("15", "ends early", id="no number"),
        pytest.param("15 80", "ends early", id="a number without end"),
        pytest.param("15 02", "ends early", id="no end"),
        pytest.param("13", "ends early", id="no byte"),
        pytest.param("15 02 05 02 04 00", "field 1 occurs twice", id="a field twice"),
        pytest.param("18 04 616263", "4 elements where 3 bytes are left", id="text"),
        pytest.param("17 00000000000000", "8 elements where 7 bytes are left", id="double"),
        pytest.param("19 35 02 02", "3 elements where 2 bytes are left", id="list"),
        pytest.param("1b 00 00", "wire type 11", id="map"),
        pytest.param("1d 00", "wire type 13", id="unknown type"),
    ],
)
def test_bytes_that_are_no_struct(text: str, message: str) -> None:
    with pytest.raises(ThriftError, match=message):
        read(text)


def test_a_number_of_more_than_64_bits_is_none() -> None:
    with pytest.raises(ThriftError):
        read(b"\x16" + b"\xff" * 10 + b"\x01\0")


@pytest.mark.parametrize(("depth", "is_read"), [(16, True), (17, False)])
def test_structs_are_followed_sixteen_deep(depth: int, is_read: bool) -> None:
    data = b"\x1c" * depth + bytes(depth + 1)
    if is_read:
        assert read(data)
        return
    with pytest.raises(ThriftError, match="too deep"):
        read(data)


@pytest.mark.parametrize(("length", "value"), [(5, b"xxxxx"), (6, None)])
def test_longer_texts_are_passed_over(length: int, value: bytes | None) -> None:
    assert read(b"\x18" + bytes([length]) + b"x" * length + b"\x15\x02\0", max_text=5) == {1: value, 2: 1}


def test_a_struct_may_lie_inside_of_other_bytes() -> None:
    assert Thrift(bytes.fromhex("ffff 15 02 00 ffff"), 2, 7).struct() == ({1: 1}, 5)
