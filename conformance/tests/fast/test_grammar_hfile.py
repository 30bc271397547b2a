# SPDX-License-Identifier: Apache-2.0
"""The generated HFile parsers: what they read, and every number that they hold against something else."""

from __future__ import annotations

import io
import random
import struct
import time
from typing import Any

import pytest
from hudi_parsers.hfile import Hfile
from hudi_parsers.hfile_block import HfileBlock
from hudi_parsers.hfile_block_header import HfileBlockHeader
from hudi_parsers.hfile_bloom_meta import HfileBloomMeta
from hudi_parsers.hfile_data_block import HfileDataBlock
from hudi_parsers.hfile_encoded_block import HfileEncodedBlock
from hudi_parsers.hfile_file_info import HfileFileInfo
from hudi_parsers.hfile_file_info_old import HfileFileInfoOld
from hudi_parsers.hfile_key import HfileKey
from hudi_parsers.hfile_kv_slices import HfileKvSlices
from hudi_parsers.hfile_leaf_index import HfileLeafIndex
from hudi_parsers.hfile_root_index import HfileRootIndex
from hudi_parsers.hfile_tags import HfileTags
from hudi_parsers.hfile_trailer import HfileTrailer
from kaitaistruct import EndOfStreamError, KaitaiStream, KaitaiStructError, ValidationFailedError
from test_spec_hfile import EXAMPLES

LATEST = 2**63 - 1
FILE = EXAMPLES["hfile-two-cells"].data
LEN_CONTENT = 400


def stream(data: bytes) -> KaitaiStream:
    return KaitaiStream(io.BytesIO(data))


def patched(data: bytes, ofs: int, new: bytes) -> bytes:
    return data[:ofs] + new + data[ofs + len(new) :]


def refused_at(parse: Any) -> str:
    with pytest.raises(ValidationFailedError) as refused:
        parse()
    return str(refused.value.src_path)


def cell_key(row: bytes, qualifier: bytes = b"", family: bytes = b"") -> bytes:
    return (
        struct.pack(">H", len(row))
        + row
        + bytes([len(family)])
        + family
        + qualifier
        + struct.pack(">qB", LATEST, 4)
    )


def cell(row: bytes, value: bytes, end: bytes = b"") -> bytes:
    key = cell_key(row)
    return struct.pack(">ii", len(key), len(value)) + key + value + end


# --- block header


def test_a_header_of_version_2_0_has_24_bytes():
    found = HfileBlock(False, 1000, stream(b"METABLKc" + struct.pack(">iiq", 3, 3, -1) + b"abcnext"))
    assert (found.payload, found.checksums) == (b"abc", [])
    assert (found.header.len_header, found.header.len_block) == (24, 27)
    assert found._io.pos() == 27


def test_a_block_of_two_checksums():
    # 33 + 20 bytes under words of 40 bytes each
    data = b"METABLKc" + struct.pack(">iiqBii", 28, 20, 7, 1, 40, 53) + bytes(20) + struct.pack(">II", 8, 9)
    found = HfileBlock(True, len(data), stream(data))
    assert (found.checksums, found.header.num_checksums, found.header.ofs_prev_block) == ([8, 9], 2, 7)
    assert found.header.len_block == len(data) == 61


@pytest.mark.parametrize(
    ("ofs", "new", "expected"),
    [
        (0, b"DATABLKx", "/seq/0"),
        (0, b'TRABLK"$', "/seq/0"),
        (0, b"IDXBLK)+", "/seq/0"),
        (8, struct.pack(">i", -1), "/seq/1"),
        (8, struct.pack(">i", 57), "/seq/6"),  # one more than payload and word
        (8, struct.pack(">i", 55), "/seq/6"),
        (8, struct.pack(">i", LEN_CONTENT - 33 + 1), "/seq/1"),
        (8, struct.pack(">i", 2**31 - 1), "/seq/1"),
        (12, struct.pack(">i", -1), "/seq/2"),
        (24, b"\x03", "/seq/4"),
        (24, b"\xff", "/seq/4"),
        (25, struct.pack(">i", 0), "/seq/5"),
        (25, struct.pack(">i", -16384), "/seq/5"),
        (25, struct.pack(">i", 84), "/seq/6"),  # two words would be needed
        (29, struct.pack(">i", 32), "/seq/6"),
        (29, struct.pack(">i", 84), "/seq/6"),
        (29, struct.pack(">i", 86), "/seq/6"),
        (29, struct.pack(">i", -1), "/seq/6"),
        (29, struct.pack(">i", 2**31 - 1), "/seq/6"),
    ],
)
def test_every_number_of_a_header_is_held_against_the_block(ofs: int, new: bytes, expected: str):
    data = patched(FILE, ofs, new)
    assert refused_at(lambda: HfileBlockHeader(True, LEN_CONTENT, stream(data))) == expected
    with pytest.raises(KaitaiStructError):
        Hfile.from_bytes(data)


def test_previous_offset_and_length_before_compression_are_free():
    for ofs, new in ((16, struct.pack(">q", 10**12)), (12, struct.pack(">i", 2**31 - 1))):
        assert len(Hfile.from_bytes(patched(FILE, ofs, new)).blocks) == 4


# --- file and trailer


def test_a_file_of_a_trailer_only():
    assert Hfile.from_bytes(FILE[LEN_CONTENT:]).ofs_trailer == 0


@pytest.mark.parametrize("length", [4095, 100])
def test_a_file_shorter_than_its_trailer(length: int):
    assert refused_at(lambda: Hfile.from_bytes(FILE[-length:])) == "/seq/0"


@pytest.mark.parametrize("length", [0, 1, 3])
def test_a_file_without_a_version(length: int):
    with pytest.raises(KaitaiStructError):
        Hfile.from_bytes(FILE[len(FILE) - length :])


@pytest.mark.parametrize("version", [b"\0\0\0\4", b"\0\0\0\1", b"\0\0\0\0", b"\0\1\0\3", b"\0\xff\xff\xff"])
def test_another_major_version(version: bytes):
    assert refused_at(lambda: Hfile.from_bytes(FILE[:-4] + version)) == "/types/version/seq/1"


def test_any_minor_version_of_3():
    assert Hfile.from_bytes(FILE[:-4] + b"\xff\0\0\3").version.minor == 255


def message(*parts: bytes) -> bytes:
    body = b"".join(parts)
    assert len(body) < 128
    return b'TRABLK"$' + bytes([len(body)]) + body


def last(data: bytes) -> Any:
    return HfileTrailer(3, 0, stream(data)).message.fields[-1]


def test_an_empty_message():
    found = HfileTrailer(3, 0, stream(message() + bytes(50))).message
    assert (found.fields, found.compression_codec, found.comparator_class_name) == ([], 2, None)
    assert found.encryption_key is None


def test_trailer_fields_come_in_any_order_and_the_last_one_counts():
    found = last(message(b"\x60\x01", b"\x38\x05", b"\x38\x06", b"\x10\x07"))
    assert (found.compression_codec, found.num_entries, found.ofs_load_on_open) == (1, 6, 7)
    assert (found.num_data_index_levels, found.ofs_first_data_block) == (0, 0)


def test_unknown_trailer_fields_of_every_wire_type_are_stepped_over():
    unknown = b"\xa0\x06\x81\x01" + b"\xa1\x06" + bytes(8) + b"\xa2\x06\x02ab" + b"\xa5\x06" + bytes(4)
    found = last(message(b"\x38\x05", unknown))
    assert (found.tag, found.num_entries) == (100, 5)


def test_minus_one_is_ten_bytes():
    assert last(message(b"\x48" + b"\xff" * 9 + b"\x01")).ofs_first_data_block == 2**64 - 1


def test_texts_of_the_trailer():
    found = HfileTrailer(3, 3, stream(message(b"\x5a\x01a", b"\x6a\x02kk", b"\x5a\x01b"))).message
    assert (found.comparator_class_name, found.encryption_key) == (b"b", b"kk")


@pytest.mark.parametrize("key", [b"\x00", b"\x07", b"\x0b", b"\x0c", b"\x0e", b"\x0f"])
def test_what_is_no_protobuf_field(key: bytes):
    assert refused_at(lambda: last(message(key, bytes(8)))) == "/types/trailer_field/seq/1"


def test_lengths_of_the_trailer():
    assert refused_at(lambda: last(message(b"\x5a\x05abcd"))) == "/types/trailer_field/seq/4"
    assert refused_at(lambda: last(b'TRABLK"$\x05\x38\x01')) == "/seq/2"
    assert refused_at(lambda: last(b'TRABLK"$' + b"\xff" * 9 + b"\x01")) == "/seq/2"
    assert refused_at(lambda: last(b'TRABLK"$' + b"\xff" * 10)) == "/seq/9"  # a varint of eleven bytes
    assert refused_at(lambda: last(b"TRABLK$$\x00")) == "/seq/0"


def fixed(entries: int = 1, levels: int = 1) -> bytes:
    numbers = struct.pack(">qqiqiqqiiqq", 11, 12, entries, 13, 0, 14, 15, 2, levels, 0, 16)
    return b'TRABLK"$' + numbers + b"a.B".ljust(128, b"\0")


@pytest.mark.parametrize("minor", [0, 1])
def test_fixed_fields(minor: int):
    data = fixed()
    assert len(data) == 212 - 4
    found = HfileTrailer(2, minor, stream(data)).fixed
    assert (found.ofs_file_info, found.ofs_load_on_open, found.len_data_index_inflated) == (11, 12, 13)
    assert (found.len_total_inflated, found.num_entries, found.compression_codec) == (14, 15, 2)
    assert (found.num_data_index_levels, found.ofs_last_data_block) == (1, 16)
    assert found.comparator_class_name.rstrip(b"\0") == b"a.B"
    assert refused_at(lambda: HfileTrailer(2, minor, stream(fixed(-1)))) == "/types/fixed_fields/seq/2"
    assert refused_at(lambda: HfileTrailer(2, minor, stream(fixed(1, 0)))) == "/types/fixed_fields/seq/8"


def test_version_2_2_has_a_message():
    assert HfileTrailer(2, 2, stream(message(b"\x38\x05"))).message.fields[0].num_entries == 5


# --- file info


def pairs(data: bytes) -> list[tuple[bytes, bytes]]:
    found = HfileFileInfo.from_bytes(b"PBUF" + bytes([len(data)]) + data)
    return [(field.pair.first, field.pair.second) for field in found.message.fields if field.is_pair]


def test_pairs_in_either_order_and_with_more_fields():
    assert pairs(b"\x0a\x06\x0a\x01a\x12\x01b" + b"\x0a\x06\x12\x01b\x0a\x01a") == [(b"a", b"b")] * 2
    assert pairs(b"\x0a\x08\x0a\x01a\x12\x01b\x18\x05" + b"\x10\x05") == [(b"a", b"b")]
    assert pairs(b"\x0a\x04\x0a\x00\x12\x00") == [(b"", b"")]
    assert pairs(b"") == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x0a\x03\x0a\x01a", "/types/pair/seq/1"),  # no value
        (b"\x0a\x03\x12\x01b", "/types/pair/seq/1"),  # no name
        (b"\x0a\x00", "/types/pair/seq/1"),
        (b"\x0a\x02\x08\x01", "/types/pair_field/seq/1"),  # a number for a name
        (b"\x0a\x03\x0a\x02a", "/types/pair_field/seq/4"),
        (b"\x0a\x09\x0a\x01a\x12\x01b", "/types/field/seq/4"),
        (b"\x08\x01", "/types/field/seq/1"),  # a number for a pair
        (b"\x00\x01", "/types/field/seq/1"),
    ],
)
def test_what_is_no_pair(data: bytes, expected: str):
    assert refused_at(lambda: pairs(data)) == expected


def test_file_info_begins_with_its_magic_and_stays_in_the_block():
    assert refused_at(lambda: HfileFileInfo.from_bytes(b"PBUX\x00")) == "/seq/0"
    assert refused_at(lambda: HfileFileInfo.from_bytes(b"PBUF\x01")) == "/seq/2"


def test_old_file_info():
    entry = b"\x01a\x01\x02bc"
    found = HfileFileInfoOld.from_bytes(struct.pack(">i", 2) + entry + b"\x00\x01\x00")
    assert [(e.first, e.second) for e in found.entries] == [(b"a", b"bc"), (b"", b"")]
    for count, data, path in [
        (-1, entry, "/seq/0"),
        (3, entry, "/seq/0"),
        (1, b"\x07a\x01\x00", "/types/entry/seq/1"),
        (1, b"\xffa\x01\x00", "/types/entry/seq/1"),
        (1, b"\x01a\x02\x00", "/types/entry/seq/3"),
        (1, b"\x01a\x01\x03bc", "/types/entry/seq/5"),
    ]:
        old = struct.pack(">i", count) + data
        assert refused_at(lambda old=old: HfileFileInfoOld.from_bytes(old)) == path


# --- indexes

ROOT = EXAMPLES["hfile-root-index"].data
LEAF = EXAMPLES["hfile-leaf-index"].data


def test_an_empty_root():
    assert HfileRootIndex(0, False, stream(b"")).entries == []


@pytest.mark.parametrize("count", [-1, 20, 2**31 - 1])
def test_more_root_entries_than_the_block_can_hold(count: int):
    assert refused_at(lambda: HfileRootIndex(count, False, stream(ROOT))) == "/seq/0"


@pytest.mark.parametrize("length", [b"\xff", b"\x8c\x7f\xff\xff\xff", b"\x88" + b"\x7f" * 8, b"\x7f"])
def test_a_key_longer_than_the_root(length: int):
    data = patched(ROOT, 12, length)
    assert refused_at(lambda: HfileRootIndex(2, True, stream(data))) == "/types/entry/seq/3"


def test_a_mid_key_that_is_not_there():
    with pytest.raises(EndOfStreamError):
        HfileRootIndex(2, True, stream(ROOT[:-1]))


@pytest.mark.parametrize(
    ("ofs", "number", "expected"),
    [
        (0, -1, "/seq/0"),
        (0, 8, "/seq/0"),
        (0, 2**31 - 1, "/seq/0"),
        (4, 1, "/seq/2"),  # the first offset
        (16, 96, "/seq/2"),  # the last one
        (16, 2**31 - 1, "/seq/2"),
        (8, -1, "/types/entry/seq/0"),
        (8, 11, "/types/entry/seq/0"),  # too short for an entry
        (12, 30, "/types/entry/seq/0"),  # descends
        (8, 90, "/types/entry/seq/0"),
        (8, 2**31 - 1, "/types/entry/seq/0"),
    ],
)
def test_offsets_of_a_leaf_index(ofs: int, number: int, expected: str):
    data = patched(LEAF, ofs, struct.pack(">i", number))
    assert refused_at(lambda: HfileLeafIndex(stream(data))) == expected


def test_an_empty_leaf_index():
    assert HfileLeafIndex.from_bytes(bytes(8)).entries == []


# --- cells

CELLS = EXAMPLES["hfile-cells"].data


@pytest.mark.parametrize(
    ("ofs", "new", "expected"),
    [
        (0, struct.pack(">i", 11), 0),
        (0, struct.pack(">i", -1), 0),
        (0, struct.pack(">i", 2**31 - 1), 0),
        (4, struct.pack(">i", -1), 1),
        (4, struct.pack(">i", -(19 + 9)), 1),
        (4, struct.pack(">i", 2**31 - 1), 1),
        (8, struct.pack(">H", 8), 2),
        (8, struct.pack(">H", 65535), 2),
        (14, b"\x04", 4),
        (14, b"\xff", 4),
        (31, b"\xff\xff", 10),
    ],
)
def test_every_length_of_a_cell_is_held_against_the_block(ofs: int, new: bytes, expected: int):
    data = patched(CELLS, ofs, new)
    path = refused_at(lambda: HfileDataBlock(True, True, stream(data)))
    assert path == f"/types/entry/seq/{expected}"


@pytest.mark.parametrize("length", [12, 32768, 65535])
def test_rows_beyond_what_is_signed(length: int):
    (found,) = HfileDataBlock(False, False, stream(cell(b"r" * length, b"v"))).entries
    assert (found.len_row, found.value) == (length, b"v")


@pytest.mark.parametrize("length", [0, 32768, 65535])
def test_tags_beyond_what_is_signed(length: int):
    data = cell(b"r", b"v", struct.pack(">H", length) + b"t" * length)
    (found,) = HfileDataBlock(True, False, stream(data)).entries
    assert len(found.tags) == length


@pytest.mark.parametrize("mvcc", [b"\x00", b"\x8f\x80", b"\x88" + b"\x7f" * 8])
def test_mvcc_of_every_width(mvcc: bytes):
    assert len(HfileDataBlock(False, True, stream(cell(b"a", b"", mvcc) * 2)).entries) == 2


def test_an_empty_block_has_no_cells():
    assert HfileDataBlock(True, True, stream(b"")).entries == []


def test_slices_are_the_keys_and_values_of_the_cells():
    data = cell(b"a", b"1", b"\0") + cell(b"bb", b"", b"\x7f")
    full = HfileDataBlock(False, True, stream(data)).entries
    short = HfileKvSlices(stream(data)).entries
    assert [(HfileKey.from_bytes(e.key).row, e.value, e.mvcc) for e in short] == [
        (e.row, e.value, e.mvcc.value) for e in full
    ]
    with pytest.raises(ValidationFailedError):
        HfileKvSlices(stream(cell(b"a", b"1", b"\x8f\x80")))


def test_a_key():
    found = HfileKey.from_bytes(cell_key(b"row", b"qq", b"f"))
    assert (found.row, found.family, found.qualifier, found.timestamp, found.key_type) == (
        b"row",
        b"f",
        b"qq",
        LATEST,
        4,
    )
    assert refused_at(lambda: HfileKey.from_bytes(b"\x00\x03row")) == "/seq/0"  # u16 and row alone
    assert refused_at(lambda: HfileKey.from_bytes(b"\x00\x01r\x01" + bytes(9))) == "/seq/2"


def test_tags():
    found = HfileTags.from_bytes(b"\x00\x04\x01acl\x00\x01\x02")
    assert [(tag.tag_type, tag.body) for tag in found.tags] == [(1, b"acl"), (2, b"")]
    for data in (b"\x00\x00", b"\x00\x02\x01"):
        assert refused_at(lambda data=data: HfileTags.from_bytes(data)) == "/types/tag/seq/0"


# --- encodings


def encoded(name: str, ofs: int = 0, new: bytes = b"") -> Any:
    return HfileEncodedBlock(True, True, stream(patched(EXAMPLES[name].data, ofs, new))).body


@pytest.mark.parametrize("number", [0, 1, 5, 6, 8, 0x0200, 0xFFFF])
def test_other_encodings(number: int):
    assert refused_at(lambda: encoded("hfile-prefix", 0, struct.pack(">H", number))) == "/seq/0"


@pytest.mark.parametrize(
    ("name", "ofs", "new", "expected"),
    [
        ("hfile-prefix", 2, b"\xff", "/types/prefix_cells/seq/0"),
        ("hfile-prefix", 6, b"\x7f", "/types/prefix_cell/seq/1"),
        ("hfile-prefix", 7, b"\x7f", "/types/prefix_cell/seq/3"),
        ("hfile-prefix", 8, b"\x01", "/types/prefix_cell/seq/5"),  # shared by the first cell
        ("hfile-prefix", 0x2A, b"\x14", "/types/prefix_cell/seq/5"),  # 20 of 19 bytes
        ("hfile-prefix", 0x2A, b"\x01", "/types/prefix_cell/seq/5"),  # a key of 11 bytes
        ("hfile-prefix", 0x20, b"\x7f", "/types/cell_end/seq/1"),
        ("hfile-diff", 6, b"\x7f", "/types/diff_cells/seq/1"),
        ("hfile-diff", 8, b"\x51", "/types/diff_cell/seq/0"),  # flags of the first cell
        ("hfile-diff", 8, b"\x58", "/types/diff_cell/seq/0"),
        ("hfile-diff", 9, b"\x0c", "/types/diff_cell/seq/2"),
        ("hfile-diff", 10, b"\x7f", "/types/diff_cell/seq/4"),
        ("hfile-diff", 11, b"\x01", "/types/diff_cell/seq/6"),
        ("hfile-diff", 0x0D, b"\x07", "/types/diff_cell/seq/9"),  # a row longer than the key
        ("hfile-diff", 0x28, b"\x0b", "/types/diff_cell/seq/6"),  # into the timestamp
        ("hfile-diff", 0x28, b"\x07", "/types/diff_cell/seq/6"),  # ends in the family
        ("hfile-fast-diff", 6, b"\x08", "/types/fast_diff_first/seq/0"),
        ("hfile-fast-diff", 7, b"\x0b", "/types/fast_diff_first/seq/2"),
        ("hfile-fast-diff", 9, b"\x01", "/types/fast_diff_first/seq/5"),
        ("hfile-fast-diff", 0x0B, b"\x08", "/types/fast_diff_first/seq/6"),
        ("hfile-fast-diff", 0x10, b"\x04", "/types/fast_diff_first/seq/8"),
        ("hfile-fast-diff", 0x2A, b"\x0b", "/types/fast_diff_cell/seq/6"),
        ("hfile-fast-diff", 0x31, b"\x4e", "/types/fast_diff_cell/seq/4"),  # same value, other length
        ("hfile-row-index", -4, b"\x7f", "/types/row_index_cells/instances/len_cells"),
        ("hfile-row-index", -4, b"\xff", "/types/row_index_cells/instances/len_cells"),
        ("hfile-row-index", -16, b"\x00\x00\x00\x03", "/types/row_index_cells/seq/1"),
        ("hfile-row-index", -12, b"\x00\x00\x00\x01", "/types/row/seq/0"),
        ("hfile-row-index", -8, b"\x00\x00\x00\x00", "/types/row/seq/0"),
    ],
)
def test_every_number_of_an_encoding(name: str, ofs: int, new: bytes, expected: str):
    ofs = ofs if ofs >= 0 else len(EXAMPLES[name].data) + ofs
    assert refused_at(lambda: encoded(name, ofs, new)) == expected


@pytest.mark.parametrize(
    "head", ["0002 00000000", "0003 00000000 00", "0004 00000000", "0007 00000000 00000000"]
)
def test_encoded_blocks_without_cells(head: str):
    found = HfileEncodedBlock(False, False, stream(bytes.fromhex(head))).body
    assert (found.cells if isinstance(found.cells, list) else found.cells.entries) == []


# --- Bloom meta


def bloom(version: int = 3, chunks: int = 1, hashes: int = 4) -> bytes:
    head = struct.pack(">iqiiqqi", version, 512, hashes, 1, 100, 120, chunks)
    return head + b"\x01c" + struct.pack(">qi", 0, 549) + b"\x03row"


def test_bloom_meta():
    found = HfileBloomMeta.from_bytes(bloom())
    assert (found.len_chunks, found.num_hashes, found.hash_type.name) == (512, 4, "murmur")
    assert (found.num_keys, found.num_keys_max, found.comparator) == (100, 120, b"c")
    assert [(e.ofs_block, e.len_block, e.key) for e in found.index.entries] == [(0, 549, b"row")]
    assert refused_at(lambda: HfileBloomMeta.from_bytes(bloom(version=2))) == "/seq/0"
    assert refused_at(lambda: HfileBloomMeta.from_bytes(bloom(hashes=0))) == "/seq/2"
    assert refused_at(lambda: HfileBloomMeta.from_bytes(bloom(chunks=2))) == "/seq/6"
    assert refused_at(lambda: HfileBloomMeta.from_bytes(bloom(chunks=-1))) == "/seq/6"


# --- whatever the bytes


def parse_example(name: str, data: bytes) -> None:
    kind, params = EXAMPLES[name].grammar, EXAMPLES[name].params
    parsers = {
        "hfile": Hfile,
        "hfile_trailer": HfileTrailer,
        "hfile_data_block": HfileDataBlock,
        "hfile_encoded_block": HfileEncodedBlock,
        "hfile_root_index": HfileRootIndex,
        "hfile_leaf_index": HfileLeafIndex,
        "hfile_file_info": HfileFileInfo,
        "hfile_file_info_old": HfileFileInfoOld,
    }
    parsers[kind](*params, stream(data))


@pytest.mark.parametrize("name", EXAMPLES)
def test_changed_bytes_end_in_a_value_or_a_refusal(name: str):
    rng = random.Random(name)
    original = EXAMPLES[name].data
    refused = 0
    start = time.monotonic()
    for _ in range(400):
        data = bytearray(original)
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(min(len(data), LEN_CONTENT + 100))] = rng.choice([0, 1, 127, 128, 255])
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)) :]
        try:
            parse_example(name, bytes(data))
        except (KaitaiStructError, UnicodeDecodeError):  # the second from a magic that is not ASCII
            refused += 1
    assert refused > 40
    assert time.monotonic() - start < 20
