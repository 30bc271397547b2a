# SPDX-License-Identifier: Apache-2.0
"""Gzip members, HFiles, Parquet files and bitmaps of the reference writer, by independent readers."""

from __future__ import annotations

import base64
import gzip
import io
import json
import struct
import zlib

import pyarrow.parquet as pq
import pytest
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.deflate import encode_gzip
from hudi_conformance.encode.hfile.writer import HFileOptions, encode_hfile
from hudi_conformance.encode.log.roaring import encode_positions
from hypothesis import given
from hypothesis import strategies as st
from instruments.writer.log_views import expected_records


@given(
    st.one_of(
        st.binary(max_size=600),
        st.lists(st.sampled_from([b"ab", b"abc", b"\x00" * 40, b"\xff"])).map(b"".join),
    )
)
def test_gzip_member_inflates(data: bytes) -> None:
    made = encode_gzip(data)
    assert made[:10].hex() == "1f8b08000000000000ff"
    assert gzip.decompress(made) == data


def test_gzip_member_of_long_repeats_is_small() -> None:
    data = bytes(range(256)) * 200
    assert gzip.decompress(encode_gzip(data)) == data
    assert len(encode_gzip(data)) < len(data) // 50


KEYS = [b"", b"a", b"a" * 127, b"a" * 128, b"b" * 300, "é".encode(), "\uffee".encode(), "😀".encode()]


@pytest.mark.parametrize("compression", ["NONE", "GZ"])
@pytest.mark.parametrize("checksum", ["NULL", "CRC32"])
@pytest.mark.parametrize("len_block", [1, 150, 1 << 20])
def test_hfile_holds_its_cells(compression: str, checksum: str, len_block: int) -> None:
    cells = [(key, bytes([i]) * i * 3) for i, key in enumerate(KEYS)]
    data = encode_hfile(cells, "SCHEMA", HFileOptions(compression, checksum, len_block))
    trailer = read_trailer(data)
    assert trailer[7] == len(cells)
    read, index_keys = [], []
    blocks = list(read_blocks(data, compression == "GZ", checksum == "CRC32"))
    magics = [magic for magic, _, _ in blocks]
    num_data = magics.count(b"DATABLK*")
    assert magics == [b"DATABLK*"] * num_data + [b"IDXROOT2", b"IDXROOT2", b"FILEINF2"]
    assert trailer[5] == num_data
    assert (num_data == 1) == (len_block == 1 << 20)
    for magic, ofs, payload in blocks:
        if magic == b"DATABLK*":
            cells_here = read_cells(payload)
            index_keys.append((ofs, cells_here[0][0]))
            read += cells_here
    assert read == cells
    assert read_index(blocks[num_data][2]) == index_keys
    assert trailer[2] == blocks[num_data][1]
    assert trailer[1] == blocks[-1][1]
    assert (trailer[9], trailer[10]) == (index_keys[0][0], index_keys[-1][0])


def test_hfile_without_cells() -> None:
    data = encode_hfile([], "SCHEMA", HFileOptions())
    trailer = read_trailer(data)
    assert (trailer[5], trailer[7], trailer[9], trailer[10]) == (0, 0, 2**64 - 1, 2**64 - 1)
    assert [magic for magic, _, _ in read_blocks(data, False, True)] == [
        b"IDXROOT2",
        b"IDXROOT2",
        b"FILEINF2",
    ]


def read_trailer(data: bytes) -> dict[int, int]:
    trailer = data[-4096:]
    assert trailer[:8] == b'TRABLK"$'
    assert trailer[-4:].hex() == "00000003"
    source = io.BytesIO(trailer[8:])
    message = io.BytesIO(source.read(uvarint(source)))
    assert not source.read().rstrip(b"\x00\x03").strip(b"\x00")
    found = {}
    while message.tell() < len(message.getvalue()):
        tag = uvarint(message)
        found[tag >> 3] = uvarint(message) if tag & 7 == 0 else len(message.read(uvarint(message)))
    return found


def uvarint(source: io.BytesIO) -> int:
    value = shift = 0
    while True:
        (byte,) = source.read(1)
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value


def read_blocks(data: bytes, packed: bool, summed: bool) -> list[tuple[bytes, int, bytes]]:
    found: list[tuple[bytes, int, bytes]] = []
    ofs = 0
    previous = {}
    while ofs < len(data) - 4096:
        magic = data[ofs : ofs + 8]
        stored, plain, prev, kind, per_sum, covered = struct.unpack_from(">iiqBii", data, ofs + 8)
        num_sums = -(-covered // per_sum)
        assert stored == covered - 33 + 4 * num_sums
        if magic in (b"DATABLK*", b"IDXROOT2"):
            assert prev == previous.get(magic, -1)
        previous[magic] = ofs
        (word,) = struct.unpack_from(">I", data, ofs + covered)
        assert kind == int(summed)
        assert num_sums == 1
        assert word == (zlib.crc32(data[ofs : ofs + covered]) if summed else 0)
        payload = data[ofs + 33 : ofs + covered]
        payload = gzip.decompress(payload) if packed else payload
        assert len(payload) == plain
        found.append((magic, ofs, payload))
        ofs += 33 + stored
    assert ofs == len(data) - 4096
    return found


def read_cells(payload: bytes) -> list[tuple[bytes, bytes]]:
    cells, at = [], 0
    while at < len(payload):
        len_key, len_value = struct.unpack_from(">ii", payload, at)
        key, value = (
            payload[at + 8 : at + 8 + len_key],
            payload[at + 8 + len_key : at + 8 + len_key + len_value],
        )
        (len_row,) = struct.unpack_from(">H", key)
        assert key[2 + len_row :].hex() == "007fffffffffffffff04"
        cells.append((key[2 : 2 + len_row], value))
        at += 8 + len_key + len_value
        assert payload[at] == 0
        at += 1
    return cells


def read_index(payload: bytes) -> list[tuple[int, bytes]]:
    entries, at = [], 0
    while at < len(payload):
        (ofs,) = struct.unpack_from(">q", payload, at)
        at += 12
        (length,) = struct.unpack_from(">b", payload, at)
        at += 1
        if length < 0:
            width = -112 - length
            length = int.from_bytes(payload[at : at + width], "big")
            at += width
        key = payload[at : at + length]
        entries.append((ofs, key[2:-10]))
        at += length
    return entries


@pytest.mark.parametrize(
    ("keys", "code"),
    [((b"b", b"a"), "bad-order"), ((b"a", b"a"), "duplicate"), ((b"x" * 32768,), "bad-value")],
)
def test_hfile_keys_that_are_refused(keys: tuple[bytes, ...], code: str) -> None:
    with pytest.raises(EncodeError) as caught:
        encode_hfile([(key, b"") for key in keys], "", HFileOptions())
    assert caught.value.code == code


def test_hfile_value_has_an_empty_key_field() -> None:
    schema = json.dumps({"type": "record", "name": "m", "fields": [{"name": "key", "type": "string"}]})
    block = {
        "kind": "HFILE_DATA_BLOCK",
        "header": {"INSTANT_TIME": "1", "SCHEMA": schema},
        "key_field": "key",
        "records": [{"key": "k1"}],
    }
    made = encode_log({"blocks": [block]})
    (model,) = made.blocks
    content = made.data[model.ofs_content : model.ofs_content + model.len_content]
    assert read_cells(read_blocks(content, False, True)[0][2]) == [(b"k1", b"\x00")]
    assert expected_records(made) == {
        "blocks": [{"kind": "HFILE_DATA_BLOCK", "ofs": "0", "records": [{"key": "k1"}]}]
    }


def test_parquet_holds_its_rows() -> None:
    fields = [{"name": "id", "type": "string"}, {"name": "v", "type": ["null", "long"]}]
    schema = json.dumps({"type": "record", "name": "p", "fields": fields})
    block = {
        "kind": "PARQUET_DATA_BLOCK",
        "header": {"INSTANT_TIME": "1", "SCHEMA": schema},
        "records": [{"id": "a", "v": "9007199254740993"}, {"id": "b", "v": None}],
    }
    made = encode_log({"blocks": [block]})
    (model,) = made.blocks
    content = made.data[model.ofs_content : model.ofs_content + model.len_content]
    assert content[:4] == content[-4:] == b"PAR1"
    table = pq.read_table(io.BytesIO(content))
    assert table.to_pylist() == [{"id": "a", "v": 9007199254740993}, {"id": "b", "v": None}]
    assert [field.nullable for field in table.schema] == [False, True]
    assert made.data == encode_log({"blocks": [block]}).data


# Made by released classes of Hudi, 0.15.0 and 1.2.0 alike.
@pytest.mark.parametrize(
    ("positions", "text"),
    [
        ([], "AAAAAAAAAAA="),
        ([0], "AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAAAEAAAAAAA"),
        ([1, 2, 3], "AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAIAEAAAAAEAAgADAA=="),
        (range(100), "AQAAAAAAAAAAAAAAOzAAAAEAAGMAAQAAAGMA"),
        (range(5), "AQAAAAAAAAAAAAAAOzAAAAEAAAQAAQAAAAQA"),
        (range(4), "AQAAAAAAAAAAAAAAOzAAAAEAAAMAAQAAAAMA"),
    ],
)
def test_positions_as_hudi_writes_them(positions: list[int], text: str) -> None:
    assert encode_positions(list(positions)) == text


@given(st.sets(st.integers(0, 2**34)), st.integers(0, 2**33), st.integers(1, 9000), st.integers(1, 3))
def test_positions_read_back(scattered: set[int], start: int, length: int, step: int) -> None:
    positions = sorted(scattered | set(range(start, start + length * step, step)))
    assert read_positions(base64.b64decode(encode_positions(positions))) == positions


def read_positions(data: bytes) -> list[int]:
    """The portable 64-bit form, read by its specification; offsets are checked too."""
    found = []
    (count,) = struct.unpack_from("<Q", data)
    at = 8
    for _ in range(count):
        (high,) = struct.unpack_from("<I", data, at)
        low, at = read_bitmap32(data, at + 4)
        found += [high << 32 | value for value in low]
    assert at == len(data)
    return found


def read_bitmap32(data: bytes, start: int) -> tuple[list[int], int]:
    cookie, second = struct.unpack_from("<HH", data, start)
    at = start + 4
    if cookie == 12347:
        count = second + 1
        flags = data[at : at + (count + 7) // 8]
        at += len(flags)
    else:
        assert (cookie, second) == (12346, 0)
        (count,) = struct.unpack_from("<I", data, at)
        at, flags = at + 4, b""
    keys = [struct.unpack_from("<HH", data, at + 4 * i) for i in range(count)]
    at += 4 * count
    offsets = None
    if not flags or count >= 4:
        offsets = struct.unpack_from(f"<{count}I", data, at)
        at += 4 * count
    values = []
    for i, (key, cardinality) in enumerate(keys):
        assert offsets is None or offsets[i] == at - start
        if flags and flags[i // 8] >> i % 8 & 1:
            (runs,) = struct.unpack_from("<H", data, at)
            pairs = [struct.unpack_from("<HH", data, at + 2 + 4 * r) for r in range(runs)]
            low = [value for first, more in pairs for value in range(first, first + more + 1)]
            at += 2 + 4 * runs
        elif cardinality + 1 > 4096:
            low = [v for v in range(65536) if data[at + v // 8] >> v % 8 & 1]
            at += 8192
        else:
            low = list(struct.unpack_from(f"<{cardinality + 1}H", data, at))
            at += 2 * (cardinality + 1)
        assert len(low) == cardinality + 1
        values += [key << 16 | value for value in low]
    return values, at
