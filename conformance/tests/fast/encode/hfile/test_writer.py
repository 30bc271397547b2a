# SPDX-License-Identifier: Apache-2.0
"""HFiles in the shape of Hudi's log blocks, taken apart by `struct` alone."""

from __future__ import annotations

import gzip
import struct
import zlib
from itertools import pairwise

import pytest
from hudi_conformance.encode import EncodeError
from hudi_conformance.encode.hfile.writer import HFileOptions, encode_hfile
from hypothesis import given, settings
from hypothesis import strategies as st

LEN_HEADER = 33
CELLS = st.dictionaries(st.binary(max_size=6), st.binary(max_size=8), max_size=9).map(
    lambda cells: sorted(cells.items())
)


def blocks_of(data: bytes) -> list[tuple[bytes, int, bytes, bytes]]:
    """Magic, previous offset, stored payload and checksum words of all blocks in front of the trailer."""
    blocks = []
    pos = 0
    while data[pos : pos + 8] != b'TRABLK"$':
        on_disk, _, before, _, _, len_data = struct.unpack(">iiqBii", data[pos + 8 : pos + LEN_HEADER])
        end = pos + LEN_HEADER + on_disk
        blocks.append(
            (data[pos : pos + 8], before, data[pos + LEN_HEADER : pos + len_data], data[pos + len_data : end])
        )
        pos = end
    assert len(data) - pos == 4096
    return blocks


def cells_of(payload: bytes) -> list[tuple[bytes, bytes]]:
    cells = []
    pos = 0
    while pos < len(payload):
        len_key, len_value, len_row = struct.unpack_from(">iiH", payload, pos)
        row = payload[pos + 10 : pos + 10 + len_row]
        assert payload[pos + 10 + len_row : pos + 8 + len_key] == b"\0\x7f" + b"\xff" * 7 + b"\4"
        start = pos + 8 + len_key
        cells.append((row, payload[start : start + len_value]))
        assert payload[start + len_value] == 0  # mvcc
        pos = start + len_value + 1
    return cells


@settings(max_examples=40)
@given(CELLS, st.sampled_from(["NONE", "GZ"]), st.sampled_from([1, 50, 90, 1 << 20]))
def test_blocks_hold_the_cells_and_no_more_than_their_size(
    cells: list[tuple[bytes, bytes]], compression: str, len_block: int
) -> None:
    blocks = blocks_of(encode_hfile(cells, '"bytes"', HFileOptions(compression, "CRC32", len_block)))
    payloads = [gzip.decompress(stored) if compression == "GZ" else stored for _, _, stored, _ in blocks]
    data = [
        cells_of(payload)
        for (magic, *_), payload in zip(blocks, payloads, strict=True)
        if magic == b"DATABLK*"
    ]
    assert [cell for block in data for cell in block] == cells
    sizes = [[len(key) + len(value) + 21 for key, value in block] for block in data]
    for size, following in pairwise(sizes):
        assert len(size) == 1 or sum(size) <= len_block
        assert sum(size) + following[0] > len_block
    assert [magic for magic, *_ in blocks[len(data) :]] == [b"IDXROOT2", b"IDXROOT2", b"FILEINF2"]
    assert b'"bytes"' in payloads[-1]


@pytest.mark.parametrize("checksum", ["NULL", "CRC32"])
def test_words_cover_header_and_payload(checksum: str) -> None:
    data = encode_hfile([(b"a", b"1"), (b"b", b"2")], "{}", HFileOptions(checksum=checksum))
    _, _, stored, words = blocks_of(data)[0]
    expected = zlib.crc32(data[: LEN_HEADER + len(stored)]) if checksum == "CRC32" else 0
    assert words == expected.to_bytes(4, "big")


def test_data_blocks_name_the_one_before() -> None:
    data = encode_hfile([(bytes([i]), b"") for i in range(3)], "{}", HFileOptions(len_block=1))
    assert [before for magic, before, *_ in blocks_of(data) if magic == b"DATABLK*"] == [-1, 0, 59]


def test_equal_input_has_equal_bytes() -> None:
    cells = [(b"a", b"1")]
    assert encode_hfile(cells, "{}", HFileOptions()) == encode_hfile(cells, "{}", HFileOptions())


@pytest.mark.parametrize(
    ("cells", "options", "code"),
    [
        pytest.param([(b"b", b""), (b"a", b"")], HFileOptions(), "bad-order", id="order"),
        pytest.param([(b"a", b""), (b"a", b"")], HFileOptions(), "duplicate", id="equal keys"),
        pytest.param([(bytes(32768), b"")], HFileOptions(), "bad-value", id="long key"),
        pytest.param([], HFileOptions(compression="SNAPPY"), "bad-value", id="codec"),
        pytest.param([], HFileOptions(checksum="CRC32C"), "bad-value", id="checksum"),
    ],
)
def test_what_hudi_does_not_write_is_refused(
    cells: list[tuple[bytes, bytes]], options: HFileOptions, code: str
) -> None:
    with pytest.raises(EncodeError) as refused:
        encode_hfile(cells, "{}", options)
    assert refused.value.code == code


def test_the_longest_key_is_written() -> None:
    assert cells_of(blocks_of(encode_hfile([(bytes(32767), b"")], "{}", HFileOptions()))[0][2]) == [
        (bytes(32767), b"")
    ]
