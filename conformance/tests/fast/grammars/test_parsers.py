# SPDX-License-Identifier: Apache-2.0
"""The generated Python parsers on whole files, on the smallest block, and on numbers that lie."""

from __future__ import annotations

import io
import struct
import time

import pytest
from hudi_conformance import resources
from hudi_parsers.avro_long import AvroLong
from hudi_parsers.hadoop_vlong import HadoopVlong
from hudi_parsers.hudi_delete_content import HudiDeleteContent
from hudi_parsers.hudi_delete_kryo import HudiDeleteKryo
from hudi_parsers.hudi_log_block import HudiLogBlock
from hudi_parsers.hudi_log_file import HudiLogFile
from hudi_parsers.hudi_log_index import HudiLogIndex
from hudi_parsers.hudi_record_positions import HudiRecordPositions
from kaitaistruct import EndOfStreamError, KaitaiStream, KaitaiStructError, ValidationFailedError

SMALLEST = bytes.fromhex(
    "23485544492300000000000000200000000100000000 00000000 0000000000000000 00000000 0000000000000026"
)
DAMAGED = {"short_tail", "delete_v3_branch_13", "delete_v3_count_bomb"}
FILES = sorted(path for path in (resources.fixtures_dir() / "log").glob("*.log") if path.stem not in DAMAGED)


def field(error: ValidationFailedError) -> str:
    return str(error.src_path)


def block(body_len: int, *parts: bytes) -> bytes:
    return b"#HUDI#" + struct.pack(">q", body_len) + b"".join(parts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_and_index_tell_the_same(path):
    data = path.read_bytes()
    whole = HudiLogFile.from_bytes(data)
    index = HudiLogIndex.from_bytes(data)
    pos = 0
    for full, part in zip(whole.blocks, index.blocks if data else [], strict=True):
        frame = part.frame
        assert part.ofs_block == pos
        assert frame.block_type == full.block_type
        assert [(e.key, e.value) for e in frame.header.entries] == [
            (e.key, e.value) for e in full.header.entries
        ]
        assert [e.key for e in frame.footer.entries] == [e.key for e in full.footer.entries]
        assert frame.len_trailing == full.len_trailing == frame.ofs_end - 8 - pos
        assert len(frame.content) == frame.len_content == full.len_content
        assert frame.ofs_footer == frame.ofs_content + frame.len_content
        pos = frame.ofs_end
    assert pos == len(data)


def test_smallest_block_has_size_32():
    found = HudiLogBlock.from_bytes(SMALLEST)
    assert (found.len_block, found.len_trailing, found.ofs_trailing) == (32, 38, 38)
    shorter = SMALLEST[:13] + b"\x1f" + SMALLEST[14:37] + SMALLEST[38:45] + b"\x25"
    with pytest.raises(ValidationFailedError) as refused:
        HudiLogBlock.from_bytes(shorter)
    assert field(refused.value) == "/seq/1"


def test_a_frame_is_read_wherever_it_begins():
    stream = KaitaiStream(io.BytesIO(b"stray" + SMALLEST + b"#HUDI#"))
    stream.seek(5)
    frame = HudiLogIndex.Frame(stream)
    assert (frame.ofs_content, frame.ofs_trailing, frame.ofs_end) == (39, 43, 51)
    assert frame.len_trailing == 38


@pytest.mark.parametrize(
    ("ofs", "new", "expected"),
    [
        (0, b"#HUDX#", "/seq/0"),
        (6, struct.pack(">q", 33), "/seq/1"),
        (6, struct.pack(">q", -1), "/seq/1"),
        (6, struct.pack(">q", 32 + 2**32), "/seq/1"),
        (14, struct.pack(">i", 2), "/seq/2"),
        (18, struct.pack(">i", 2), "/seq/3"),
        (18, struct.pack(">i", 7), "/seq/3"),
        (22, struct.pack(">i", 2), "/types/header_map/seq/0"),
        (22, struct.pack(">i", -1), "/types/header_map/seq/0"),
        (22, struct.pack(">i", 2**31 - 1), "/types/header_map/seq/0"),
        (26, struct.pack(">q", 5), "/seq/5"),
        (26, struct.pack(">q", -1), "/seq/5"),
        (26, struct.pack(">q", 4), "/types/footer_map/seq/0"),
        (34, struct.pack(">i", 1), "/types/footer_map/seq/0"),
        (38, struct.pack(">q", 39), "/seq/8"),
    ],
)
def test_every_number_of_the_frame_is_held_against_the_block(ofs: int, new: bytes, expected: str):
    data = SMALLEST[:ofs] + new + SMALLEST[ofs + len(new) :]
    # what follows the block must not be borrowed from
    for tail in (b"", bytes(4096)):
        with pytest.raises(ValidationFailedError) as refused:
            HudiLogBlock.from_bytes(data + tail)
        path = (
            expected
            if not tail or expected != "/seq/1" or new != struct.pack(">q", 33)
            else "/types/footer_map/seq/2"
        )
        assert field(refused.value) == path


def test_entries_may_not_reach_into_the_trailing_length():
    # two entries are possible by count, but the first leaves four bytes
    header = struct.pack(">iii", 2, 0, 4) + b"2024" + struct.pack(">i", 0)
    data = block(36, struct.pack(">ii", 1, 0), header, struct.pack(">q", 46))
    with pytest.raises(ValidationFailedError) as refused:
        HudiLogBlock.from_bytes(data)
    assert field(refused.value) == "/types/header_entry/seq/2"
    # and here none at all
    header = struct.pack(">iii", 2, 0, 8) + b"20240101"
    with pytest.raises(ValidationFailedError) as refused:
        HudiLogBlock.from_bytes(block(36, struct.pack(">ii", 1, 0), header, struct.pack(">q", 42)))
    assert field(refused.value) == "/types/header_entry/seq/0"


@pytest.mark.parametrize(
    "number", [0, 1, -1, 63, -64, 64, -65, 2**31, -(2**31), 2**62, -(2**62), 2**63 - 1, -(2**63)]
)
def test_avro_long(number: int):
    zigzag = (number << 1) ^ (number >> 63)
    data = b""
    while zigzag > 127:
        data += bytes([zigzag & 127 | 128])
        zigzag >>= 7
    assert AvroLong.from_bytes(data + bytes([zigzag])).value == number


def test_avro_long_ends_in_time():
    with pytest.raises(ValidationFailedError):
        AvroLong.from_bytes(b"\xff" * 9 + b"\x02")
    with pytest.raises(EndOfStreamError):
        AvroLong.from_bytes(b"\xff" * 9)


@pytest.mark.parametrize(
    ("data", "number"),
    [
        ("70", 0x70),
        ("90", -112),
        ("8f80", 128),
        ("87 80", -129),
        ("88" + "7fffffffffffffff", 2**63 - 1),
        ("80" + "7fffffffffffffff", -(2**63)),
    ],
)
def test_hadoop_vlong(data: str, number: int):
    assert HadoopVlong.from_bytes(bytes.fromhex(data)).value == number


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"key\xb1", "key1"),  # ASCII of 2 to 63 characters
        (b"\x81", ""),
        (b"\x82a", "a"),
        (b"\x83\xc3\xa9\xe2\x82\xac", "é€"),
        (b"\xc1\x01" + b"x" * 64, "x" * 64),
    ],
)
def test_kryo_strings_have_two_forms(data: bytes, text: str):
    found = HudiDeleteKryo.KryoString.from_bytes(data)
    if found.first < 128:
        assert bytes([found.first, *found.ascii_rest[:-1], found.ascii_rest[-1] & 127]).decode() == text
    else:
        assert "".join(chr(unit.value) for unit in found.units) == text
        assert not found.is_null


def test_kryo_null_string():
    assert HudiDeleteKryo.KryoString.from_bytes(b"\x80").is_null


BOMBS = [
    b"\x00\x00\x00\x03\x00\x00\x00\x0b" + b"\xfe" + b"\xff" * 8 + b"\x01\x00",  # 2^62 deletes
    b"\x00\x00\x00\x03\x00\x00\x00\x0b" + b"\xff" * 9 + b"\x01\x00",  # -2^63 deletes
    b"\x00\x00\x00\x03\x7f\xff\xff\xff\x00",
    b"\x00\x00\x00\x03\xff\xff\xff\xff\x00",
    # an ordering value of 2^30 nulls
    b"\x00\x00\x00\x03\x00\x00\x00\x0b\x02\x00\x00\x18\x02\x80\x80\x80\x80\x08\x00",
    b"\x00\x00\x00\x01\x00\x00\x00\x33\x01\x00[Lorg.apache.hudi.common.model.HoodieKey\xbb\x01\xff\xff\xff\xff\x0f\x00\x00\x00",
]


@pytest.mark.parametrize("data", BOMBS, ids=range(len(BOMBS)))
def test_counts_in_deletes_are_not_believed(data: bytes):
    started = time.process_time()
    with pytest.raises(KaitaiStructError):
        HudiDeleteContent.from_bytes(data)
    assert time.process_time() - started < 1


def test_positions_of_all_container_kinds():
    array = struct.pack("<HHHHHHI", 12346, 0, 1, 0, 0, 1, 16) + struct.pack("<HH", 3, 5)
    found = HudiRecordPositions.from_bytes(struct.pack("<QI", 1, 7) + array)
    assert found.buckets[0].high == 7
    assert found.buckets[0].bitmap.containers[0].values == [3, 5]
    run = struct.pack("<HHB", 12347, 0, 1) + struct.pack("<HHHHH", 2, 99, 1, 10, 99)
    (bucket,) = HudiRecordPositions.from_bytes(struct.pack("<QI", 1, 0) + run).buckets
    assert [(each.start, each.length_minus_1) for each in bucket.bitmap.containers[0].runs] == [(10, 99)]
    bits = struct.pack("<HHIHHI", 12346, 0, 1, 0, 8191, 16) + b"\xff\x00" * 4096
    assert (
        HudiRecordPositions.from_bytes(struct.pack("<QI", 1, 0) + bits)
        .buckets[0]
        .bitmap.containers[0]
        .bits[:2]
        == b"\xff\x00"
    )


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<Q", 2**63),
        struct.pack("<Q", 1),
        struct.pack("<QIHHI", 1, 0, 12346, 0, 65537),
        struct.pack("<QIHHI", 1, 0, 12346, 0, 65536),
        struct.pack("<QIHH", 1, 0, 12348, 0) + bytes(8),
        struct.pack("<QIHHB", 1, 0, 12347, 0, 1) + struct.pack("<HHH", 0, 0, 65535),
    ],
)
def test_counts_in_positions_are_not_believed(data: bytes):
    with pytest.raises(KaitaiStructError):
        HudiRecordPositions.from_bytes(data)
