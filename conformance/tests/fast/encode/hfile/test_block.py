# SPDX-License-Identifier: Apache-2.0
"""Blocks of HFiles: the states of their writer, headers, checksums, codecs."""

from __future__ import annotations

import bz2
import gzip
import struct
import zlib

import cramjam
import pytest
from hudi_conformance.encode import EncodeError
from hudi_conformance.encode.checksums import crc32c, encode_words
from hudi_conformance.encode.codecs import block_stream, compressor, encode_lz4, encode_snappy, encode_zstd
from hudi_conformance.encode.hfile.block import BlockDamage, BlockKind, BlockLayout, BlockWriter, State
from hudi_conformance.encode.numbers import encode_uvarint, encode_vlong
from hypothesis import given
from hypothesis import strategies as st

PIECES = [b"ab", b"abc", b"abcdefgh" * 3, b"\x00" * 40, b"\xff", b"0123456789"]
REPETITIVE = st.one_of(st.binary(max_size=400), st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join))


def writer(**options: object) -> BlockWriter:
    return BlockWriter(BlockLayout(bytes, 1, **options))


def code(caught: pytest.ExceptionInfo[EncodeError]) -> tuple[str, str]:
    return caught.value.code, caught.value.requirement


# --- states ------------------------------------------------------------------------------------------

STATES = ("bad-state", "hfile.writer.states")


def test_nothing_is_written_before_a_block_is_started() -> None:
    made = writer()
    assert made.state == State.INIT
    for step in (
        lambda: made.write(b"x"),
        made.ensure_block_ready,
        lambda: made.write_header_and_data(bytearray()),
        lambda: made.uncompressed_size_with_header,
    ):
        with pytest.raises(EncodeError) as caught:
            step()
        assert code(caught) == STATES


def test_sizes_are_known_when_the_block_is_finished() -> None:
    made = writer()
    made.start_writing(BlockKind.META)
    made.write(b"abc")
    made.write(b"d")
    assert made.state == State.WRITING
    with pytest.raises(EncodeError) as caught:
        _ = made.uncompressed_size_with_header
    assert code(caught) == STATES
    made.ensure_block_ready()
    made.ensure_block_ready()
    assert made.state == State.BLOCK_READY
    assert made.uncompressed_size_with_header == 37
    with pytest.raises(EncodeError) as caught:
        made.write(b"x")
    assert code(caught) == STATES


def test_a_second_start_drops_what_was_unfinished() -> None:
    made, out = writer(), bytearray()
    made.start_writing(BlockKind.META)
    made.write(b"lost")
    made.start_writing(BlockKind.META)
    made.write(b"kept")
    assert made.write_header_and_data(out).payload == b"kept"


def test_a_block_goes_to_one_offset_only() -> None:
    made, out = writer(), bytearray()
    made.start_writing(BlockKind.META)
    made.write(b"x")
    first = made.write_header_and_data(out)
    with pytest.raises(EncodeError) as caught:
        made.write_header_and_data(out)
    assert code(caught) == STATES
    other = bytearray()  # the same offset of another file is fine
    assert made.write_header_and_data(other) == first
    assert other == out


def test_previous_blocks_are_remembered_by_type_and_only_when_written() -> None:
    made, out = writer(), bytearray()
    found = []
    for kind in (BlockKind.DATA, BlockKind.META, BlockKind.ENCODED_DATA, BlockKind.META, BlockKind.DATA):
        made.start_writing(kind)
        found.append(made.write_header_and_data(out).prev_block_offset)
        made.start_writing(BlockKind.LEAF_INDEX)
        made.ensure_block_ready()  # finished, never written
    made.start_writing(BlockKind.LEAF_INDEX)
    found.append(made.write_header_and_data(out).prev_block_offset)
    assert found == [-1, -1, 0, 37, 74, -1]


def test_hudi_chains_data_blocks_only() -> None:
    made, out = writer(only_data_is_chained=True), bytearray()
    found = []
    for kind in (BlockKind.DATA, BlockKind.META, BlockKind.DATA, BlockKind.META):
        made.start_writing(kind)
        found.append(made.write_header_and_data(out).prev_block_offset)
    assert found == [-1, -1, 0, -1]


@pytest.mark.parametrize("count", [32, 0, -1])
def test_too_few_bytes_per_checksum_are_refused(count: int) -> None:
    with pytest.raises(EncodeError) as caught:
        writer(bytes_per_checksum=count)
    assert code(caught) == ("bad-value", "hfile.checksum.chunk-size-min")
    writer(bytes_per_checksum=33)


# --- header and checksums ----------------------------------------------------------------------------


def test_one_cell_as_the_format_describes_it() -> None:
    made, out = writer(), bytearray()
    made.start_writing(BlockKind.DATA)
    made.write(bytes(25))
    block = made.write_header_and_data(out)
    assert (block.on_disk_size, block.uncompressed_size, block.on_disk_data_size, block.len) == (
        29,
        25,
        58,
        62,
    )
    assert out[:8] == b"DATABLK*"
    assert struct.unpack_from(">iiqBii", out, 8) == (29, 25, -1, 1, 16384, 58)
    assert struct.unpack_from(">I", out, 58) == (zlib.crc32(out[:58]),)


def test_checksum_words_cover_header_and_payload_in_chunks() -> None:
    made, out = writer(bytes_per_checksum=33), bytearray()
    made.start_writing(BlockKind.DATA)
    made.write(bytes(range(40)))
    block = made.write_header_and_data(out)
    assert block.on_disk_size == 40 + 12  # without the header of 33 bytes
    words = struct.unpack_from(">3I", out, 73)
    assert words == tuple(zlib.crc32(out[i : min(i + 33, 73)]) for i in (0, 33, 66))


def test_short_headers_have_no_checksums() -> None:
    made, out = BlockWriter(BlockLayout(bytes, None)), bytearray()
    made.start_writing(BlockKind.DATA)
    made.write(b"abc")
    block = made.write_header_and_data(out)
    assert out == b"DATABLK*" + struct.pack(">iiq", 3, 3, -1) + b"abc"
    assert (block.checksum_type, block.bytes_per_checksum, block.on_disk_data_size) == (None, None, None)


def test_damage_is_in_the_bytes_and_in_the_model() -> None:
    made, out = writer(), bytearray()
    damage = BlockDamage(
        on_disk_size=7, uncompressed_size=8, prev_block_offset=9, magic=b"NOMAGIC!", checksums=b""
    )
    made.start_writing(BlockKind.DATA, damage)
    made.write(b"abc")
    block = made.write_header_and_data(out)
    assert out[:24] == b"NOMAGIC!" + struct.pack(">iiq", 7, 8, 9)
    assert (block.on_disk_size, block.uncompressed_size, block.prev_block_offset) == (7, 8, 9)
    assert block.len == len(out) == 36


# RFC 3720, B.4
@pytest.mark.parametrize(
    ("data", "word"),
    [
        (bytes(32), 0x8A9136AA),
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
        (b"123456789", 0xE3069283),
    ],
)
def test_crc32c(data: bytes, word: int) -> None:
    assert crc32c(data) == word
    assert encode_words(2, data, 100) == word.to_bytes(4, "big")
    assert encode_words(0, data, 5) == bytes(4 * -(-len(data) // 5))


# --- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        (0, "00"),
        (127, "7f"),
        (-112, "90"),
        (128, "8f80"),
        (255, "8fff"),
        (256, "8e0100"),
        (4012, "8e0fac"),
        (32779, "8e800b"),
        (2**63 - 1, "887fffffffffffffff"),
        (-113, "8770"),
        (-(2**63), "807fffffffffffffff"),
    ],
)
def test_vlong(value: int, encoded: str) -> None:
    assert encode_vlong(value).hex() == encoded


def test_uvarint() -> None:
    assert [encode_uvarint(value).hex() for value in (0, 127, 128, 300, -1)] == [
        "00",
        "7f",
        "8001",
        "ac02",
        "ffffffffffffffffff01",
    ]


# --- codecs, by libraries that did not make the bytes ------------------------------------------------


@given(REPETITIVE)
def test_snappy(data: bytes) -> None:
    assert bytes(cramjam.snappy.decompress_raw(encode_snappy(data))) == data


@given(REPETITIVE)
def test_lz4(data: bytes) -> None:
    made = encode_lz4(data)
    assert bytes(cramjam.lz4.decompress_block(made, output_len=len(data))) == data


@given(REPETITIVE)
def test_zstd(data: bytes) -> None:
    assert bytes(cramjam.zstd.decompress(encode_zstd(data))) == data


def test_long_runs_and_long_literals() -> None:
    data = bytes(i * 7919 % 251 for i in range(70_000)) + b"\x05" * 300_000 + b"end of it all"
    assert bytes(cramjam.snappy.decompress_raw(encode_snappy(data))) == data
    assert bytes(cramjam.lz4.decompress_block(encode_lz4(data), output_len=len(data))) == data
    assert bytes(cramjam.zstd.decompress(encode_zstd(data))) == data
    assert len(encode_zstd(b"\x00" * 10_000_000)) < 400


def test_block_streams() -> None:
    assert block_stream(b"", encode_snappy, 100) == bytes(4)
    assert block_stream(b"abc", lambda chunk: chunk, 3).hex() == "0000000300000003616263"
    assert (
        block_stream(b"abcde", lambda chunk: chunk, 3).hex() == "000000050000000361626300000002646500000000"
    )


def test_compressors() -> None:
    data = b"some bytes, some bytes, some bytes"
    assert compressor("NONE")(data) == data
    assert gzip.decompress(compressor("GZ")(data)) == data
    assert bz2.decompress(compressor("BZIP2")(data)) == data
    assert bytes(cramjam.zstd.decompress(compressor("ZSTD", "bare")(data))) == data
    for name in ("SNAPPY", "LZ4", "ZSTD"):
        made = compressor(name)(data)
        assert struct.unpack_from(">ii", made) == (len(data), len(made) - 8)
