# SPDX-License-Identifier: Apache-2.0
"""Framing: the reading algorithm on intact files, on every small damage, and its need of memory."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest
from hudi_conformance import errors, resources
from hudi_conformance.decode.log.reverse import scan_log_reverse
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import MAGIC, scan_log, walk_log
from hudi_conformance.encode import encode_log
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import LogScan
from hypothesis import given, settings
from hypothesis import strategies as st

SCHEMA = (
    '{"type": "record", "name": "r", "namespace": "t", "fields": [{"name": "id", "type": "string"}, '
    '{"name": "v", "type": ["null", "int"], "default": null}]}'
)


def log(num: int, **more: object) -> bytes:
    content = more or {"records": [{"id": "a", "v": 1}, {"id": "b", "v": None}]}
    blocks = [
        {
            "kind": "AVRO_DATA_BLOCK",
            "header": {"INSTANT_TIME": f"{20240101000000001 + index}", "SCHEMA": SCHEMA},
            **content,
        }
        for index in range(num)
    ]
    return encode_log({"blocks": blocks}).data


ONE = log(1)
THREE = log(3)
LEN = len(ONE)


def kinds(scan: LogScan) -> list[tuple[str, int, int]]:
    return [(block.type.name, block.span.ofs, block.span.end) for block in scan.blocks]


def check_view(scan: LogScan, data: bytes) -> None:
    """What holds for every view, whatever the bytes."""
    assert scan.len_file == len(data)
    pos = 0
    for block in scan.blocks:
        assert block.span.ofs == pos
        assert block.span.len >= 6
        assert pos <= block.content.ofs
        assert block.content.end <= block.span.end
        assert (block.why is None) == (block.type is not BlockType.CORRUPT_BLOCK)
        pos = block.span.end
    if scan.rejection is None:
        assert pos + scan.len_ignored == len(data)
        assert scan.len_ignored < 6
    else:
        assert scan.rejection.code in errors.CODES
        assert scan.rejection.at is not None
        assert pos <= scan.rejection.at < len(data)


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview])
def test_kinds_of_buffers(make: type) -> None:
    assert len(scan_log(make(THREE)).blocks) == 3


def test_kinds_of_files(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(THREE)
    assert len(scan_log(path).blocks) == 3
    assert len(scan_log(str(path)).blocks) == 3
    with path.open("rb") as file:
        assert len(scan_log(file).blocks) == 3
    path.write_bytes(b"")
    assert scan_log(path) == LogScan([], 0, 0, None)
    with pytest.raises(FileNotFoundError):
        scan_log(tmp_path / "none.log")


@pytest.mark.parametrize("length", range(LEN))
def test_every_truncation_of_a_block(length: int) -> None:
    scan = scan_log(ONE[:length])
    check_view(scan, ONE[:length])
    if length < 6:
        assert (len(scan.blocks), scan.len_ignored, scan.rejection) == (0, length, None)
    else:
        assert kinds(scan) == [("CORRUPT_BLOCK", 0, length)]
        assert scan.blocks[0].why is not None
        assert scan.blocks[0].why.at == 6


@pytest.mark.parametrize("length", range(LEN))
def test_block_after_every_truncation(length: int) -> None:
    data = ONE[:length] + THREE
    scan = scan_log(data)
    check_view(scan, data)
    if 0 < length < 5:
        assert scan.rejection is not None
        assert scan.rejection.code == "bad-magic"
    elif length == 5:
        # The last byte of a magic is also the first of the next: the search begins behind the first
        # magic and misses the one that it shares a byte with.
        assert kinds(scan)[0] == ("CORRUPT_BLOCK", 0, LEN + 5)
    else:
        assert kinds(scan)[-3:] == [
            ("AVRO_DATA_BLOCK", length + LEN * i, length + LEN * (i + 1)) for i in range(3)
        ]


def test_every_bit_flip_of_a_block() -> None:
    intact = kinds(scan_log(THREE))
    middle = 0
    for bit in range(8 * LEN):
        data = bytearray(THREE)
        data[LEN + bit // 8] ^= 0x80 >> bit % 8
        scan = scan_log(data)
        check_view(scan, bytes(data))
        byte = bit // 8
        if byte < 6:  # magic: the block before it is taken for corrupt, and this one with it
            assert kinds(scan) == [("CORRUPT_BLOCK", 0, 2 * LEN), intact[2]]
        elif byte < 14 or byte >= LEN - 8:  # block size, trailing length
            assert kinds(scan) == [intact[0], ("CORRUPT_BLOCK", LEN, 2 * LEN), intact[2]]
        elif byte < 18:
            assert scan.rejection is not None
            assert (scan.rejection.code, scan.rejection.at) == ("bad-version", LEN + 14)
            assert kinds(scan) == intact[:1]
        else:
            assert kinds(scan)[0] == intact[0]
            middle += scan.rejection is None
    # Most of the rest are bytes of values and of content, which the frame does not look at.
    assert middle > 8 * (17 + 152 + 23)


def test_smallest_block() -> None:
    body = (1).to_bytes(4) + (0).to_bytes(4) + bytes(4) + bytes(8) + bytes(4)
    block = MAGIC + (32).to_bytes(8) + body + (38).to_bytes(8)
    scan = scan_log(block)
    assert [b.header for b in scan.blocks] == [{}]
    for length in range(8, 32):
        short = MAGIC + length.to_bytes(8) + bytes(length - 8) + (length + 6).to_bytes(8)
        scan = scan_log(short)
        assert scan.rejection is not None
        assert (scan.rejection.code, scan.rejection.at) == ("length-mismatch", 6)


mutations = st.lists(
    st.tuples(
        st.sampled_from(["set", "xor", "cut", "insert"]), st.floats(0, 1), st.binary(min_size=1, max_size=9)
    ),
    min_size=1,
    max_size=5,
)


def mutate(data: bytes, edits: list[tuple[str, float, bytes]]) -> bytes:
    patient = bytearray(data)
    for kind, where, new in edits:
        ofs = int(where * len(patient))
        if kind == "set":
            patient[ofs : ofs + len(new)] = new
        elif kind == "xor":
            for index, byte in enumerate(new):
                if ofs + index < len(patient):
                    patient[ofs + index] ^= byte
        elif kind == "cut":
            del patient[ofs : ofs + len(new)]
        else:
            patient[ofs:ofs] = new
    return bytes(patient)


BASES = sorted((resources.fixtures_dir() / "log").glob("*.log"), key=lambda path: path.name)


@settings(max_examples=400)
@given(st.sampled_from([path for path in BASES if path.stat().st_size < 20_000]), mutations)
def test_any_bytes_give_a_view(path: Path, edits: list[tuple[str, float, bytes]]) -> None:
    data = mutate(path.read_bytes(), edits)
    check_view(scan_log(data), data)
    scan_log_reverse(data)
    scanned = {block.span for block in scan_log(data).blocks if block.why is None}
    assert not scanned & {block.span for block in salvage_log(data)}


def sparse_log(path: Path, num: int, len_content: int) -> None:
    """A file of `num` blocks whose contents are holes."""
    head = log(1, content_hex="")
    frame = head[: -4 - 8 - 8]  # up to the content length
    size = len(frame) - 14 + 8 + len_content + 4 + 8
    with path.open("wb") as file:
        for _ in range(num):
            file.write(frame[:6] + size.to_bytes(8) + frame[14:] + len_content.to_bytes(8))
            file.seek(len_content, 1)
            file.write(bytes(4) + (size + 6).to_bytes(8))


def test_memory_of_a_large_sparse_file(tmp_path: Path) -> None:
    path = tmp_path / "sparse.log"
    sparse_log(path, 16, 4 << 20)
    assert path.stat().st_size > 64 << 20
    scan_log(ONE)  # what is imported and cached on first use is not the file's
    tracemalloc.start()
    try:
        scan = scan_log(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(scan.blocks) == 16
    assert scan.rejection is None
    assert peak < 300_000


def test_memory_of_many_blocks() -> None:
    data = ONE * 5_000
    gc.collect()
    tracemalloc.start()
    try:
        assert sum(1 for _ in walk_log(data)) == 5_000
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 300_000


def test_frames_inside_of_frames_are_not_read_once_a_level() -> None:
    """Each frame is whole by its lengths, and its header holds the next; none is a block."""
    data = b""
    for _ in range(3000):
        body = (1).to_bytes(4) + (3).to_bytes(4) + (1).to_bytes(4) + bytes(4) + len(data).to_bytes(4) + data
        body += bytes(7) + b"\1"  # a content length that does not fit
        data = MAGIC + (len(body) + 8).to_bytes(8) + body + (len(body) + 14).to_bytes(8)
    with pytest.raises(errors.LimitExceeded):
        salvage_log(b"x" + data + b"stray!")
    assert salvage_log(data[:100]) == []


def test_a_file_of_nothing_but_magics() -> None:
    scan = scan_log(MAGIC * 20_000)
    assert len(scan.blocks) == 20_000
    check_view(scan, MAGIC * 20_000)
