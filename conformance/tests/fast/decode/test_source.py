# SPDX-License-Identifier: Apache-2.0
"""Streams over a part of a buffer: the short way to read is the runtime's, in values, places and errors."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.decode.source import Memory, Window, open_window
from hypothesis import given
from hypothesis import strategies as st
from kaitaistruct import KaitaiStream

Step = tuple[str, tuple[int, ...]]
NUMBERS = ["u1", "s1", "u2be", "u2le", "u4be", "u4le", "u8le", "s4be", "s8be", "f8be", "f4le"]
STEPS = st.one_of(
    st.sampled_from([(f"read_{name}", ()) for name in NUMBERS]),
    st.tuples(st.just("read_bytes"), st.tuples(st.integers(-2, 12))),
    st.tuples(st.just("read_bits_int_be"), st.tuples(st.integers(1, 17))),
    st.tuples(st.just("seek"), st.tuples(st.integers(-1, 50))),
    st.sampled_from([(name, ()) for name in ("pos", "size", "is_eof", "read_bytes_full", "align_to_byte")]),
)


def told(stream: Any, step: Step) -> tuple[object, ...]:
    """What a step returns or raises, and where the stream is then."""
    name, given_ = step
    try:
        got = getattr(stream, name)(*given_)
    except Exception as error:
        got = f"{type(error).__name__}: {error}"
    return type(got), repr(got), stream.pos(), stream.bits_left


@given(st.binary(max_size=40), st.integers(0, 8), st.integers(0, 8), st.lists(STEPS, max_size=25))
def test_reads_what_the_runtime_reads(data: bytes, ofs: int, cut: int, steps: list[Step]) -> None:
    ofs = min(ofs, len(data))
    end = max(len(data) - cut, ofs)
    for buffer in (data, bytearray(data)):
        short, long = open_window(buffer, ofs, end), KaitaiStream(Window(buffer, ofs, end))
        assert type(short) is not type(long)
        for step in steps:
            assert told(short, step) == told(long, step), step


@pytest.mark.parametrize("made", [bytes, bytearray, "mapped"])
def test_bytes_are_bytes_whatever_the_buffer_is(
    made: Callable[[bytes], Memory] | str, tmp_path: Path
) -> None:
    data = bytes(range(32))
    if isinstance(made, str):
        (tmp_path / "file").write_bytes(data)
        with (tmp_path / "file").open("rb") as file:
            buffer: Memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    else:
        buffer = made(data)
    stream = open_window(buffer, 4, 30)
    assert (stream.read_bytes(2), type(stream.read_bytes(1))) == (b"\x04\x05", bytes)
    assert (stream.read_u1(), stream.read_s8be(), stream.pos()) == (7, 0x08090A0B0C0D0E0F, 16)
