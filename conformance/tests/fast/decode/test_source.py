# SPDX-License-Identifier: Apache-2.0
"""Streams over a part of a buffer: the short way to read is the runtime's, in values, places and errors."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.decode.folder import MAX_FILE_BYTES, file_names, read_file
from hudi_conformance.decode.limits import BYTES_OF_FINDING, allowance, check_findings
from hudi_conformance.decode.source import Memory, Window, is_utf8, open_window
from hudi_conformance.errors import LimitExceeded
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


@pytest.mark.parametrize("ofs", [0, 3, 1 << 17])
@pytest.mark.parametrize("at", [0, 65_535, 65_536, 131_072])
def test_text_that_is_not_utf8_is_noticed_in_every_part(at: int, ofs: int) -> None:
    data = bytearray(b"?" * ofs + "é".encode() * 70_000)
    assert is_utf8(data, ofs, len(data))
    data[ofs + at] = 0xFF
    assert not is_utf8(data, ofs, len(data))
    assert not is_utf8(b"\xc3\xa9", 0, 1)


def test_names_of_a_folder_are_sorted_and_huge_files_are_a_limit(tmp_path: Path) -> None:
    for name in ("b", "a", ".a.crc", "d", "c"):
        (tmp_path / name).write_bytes(name.encode())
    assert file_names(tmp_path) == ["a", "b", "c", "d"]
    assert file_names(tmp_path / "none") == []
    with (tmp_path / "d").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)  # a hole, which takes no room
    with pytest.raises(LimitExceeded):
        read_file(tmp_path / "d")


def test_findings_are_kept_up_to_the_allowance() -> None:
    most = allowance(100) // BYTES_OF_FINDING
    check_findings(most, 100)
    with pytest.raises(LimitExceeded, match=f"{most + 1} findings"):
        check_findings(most + 1, 100)
