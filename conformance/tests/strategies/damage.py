# SPDX-License-Identifier: Apache-2.0
"""Damaged copies of files."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

# Bytes with a meaning in some format: extreme integers, varints that are long or never end, invalid UTF-8.
WORDS = (
    bytes(1),
    b"\x01",
    b"\x80",
    b"\xff",
    bytes(4),
    b"\xff" * 4,
    b"\x7f\xff\xff\xff",
    b"\x80" * 9 + b"\x01",
    b"\xff" * 9 + b"\x01",
    b"\x80" * 12,
    b"\xed\xa0\x80",
)


@st.composite
def damaged(draw: st.DrawFn, data: bytes, words: Sequence[bytes] = WORDS, max_edits: int = 3) -> bytes:
    """`data` with one to `max_edits` edits: bits flipped, bytes set, inserted or deleted, the end cut off.

    Args:
        draw: given by Hypothesis.
        data: the intact bytes.
        words: bytes to insert, or to write over others; the magic of the format is a good one to add.
        max_edits: the largest number of edits.
    """
    for _ in range(draw(st.integers(1, max_edits))):
        data = draw(_edited(data, words))
    return data


def _edited(data: bytes, words: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    offsets = st.integers(0, max(len(data) - 1, 0))
    word = st.sampled_from(words) | st.binary(min_size=1, max_size=8)
    edits = [
        st.builds(lambda ofs: data[:ofs], offsets),
        st.builds(lambda ofs, new: data[:ofs] + new + data[ofs + len(new) :], offsets, word),
        st.builds(lambda ofs, new: data[:ofs] + new + data[ofs:], offsets, word),
        st.builds(lambda ofs, num: data[:ofs] + data[ofs + num :], offsets, st.integers(1, 20)),
    ]
    if data:
        bits = st.integers(0, 8 * len(data) - 1)
        edits.append(st.builds(lambda bit: _flipped(data, bit), bits))
    return st.one_of(edits)


def _flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
