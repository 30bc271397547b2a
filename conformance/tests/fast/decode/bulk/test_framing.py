# SPDX-License-Identifier: Apache-2.0
"""The framing kernel: equal to the careful scan on whatever bytes."""

from __future__ import annotations

import mmap
import random
import struct
import sys
from pathlib import Path

import pytest
from bulk_factory import INSTANT, avro_block, datum, frame, log_fixtures, record
from hudi_conformance.decode.bulk import framing
from hudi_conformance.decode.log.scan import ScanEnd, scan_log
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey

pytest.importorskip("numba", reason="needs the extra `fast`")

from hudi_conformance.decode.bulk import _framing_kernel as krn

SCHEMA = record(a="long")
BLOCK = avro_block(SCHEMA, [datum(SCHEMA, {"a": n}) for n in range(3)])


def assert_equal_scan(data: bytes) -> None:
    expected = scan_log(data)
    *blocks, end = framing.walk_blocks(data)
    assert blocks == list(framing.scan_log_fast(data)) == list(expected.blocks)
    assert end == ScanEnd(expected.len_ignored, expected.rejection)


@pytest.mark.parametrize("path", log_fixtures(), ids=lambda path: path.stem)
def test_equals_the_careful_scan_on_every_fixture(path: Path) -> None:
    assert_equal_scan(path.read_bytes())


def test_equals_the_careful_scan_at_every_cut() -> None:
    data = BLOCK + BLOCK
    for end in range(len(data)):
        assert_equal_scan(data[:end])


def test_equals_the_careful_scan_after_any_change_of_one_byte() -> None:
    footer = b"\0\0\0\1" + struct.pack(">ii", 77, 2) + b"xy"
    body = BLOCK[14:-12] + footer
    with_footer = BLOCK[:6] + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14)
    data = BLOCK + with_footer + BLOCK
    schema = data.index(b'{"type"')
    for at in [*range(len(BLOCK), len(BLOCK) + len(with_footer)), *range(schema)]:
        for value in {0, 1, 0x7F, 0x80, 0xFF, data[at] ^ 1}:
            assert_equal_scan(data[:at] + bytes([value]) + data[at + 1 :])


@pytest.mark.parametrize("len_tail", range(20))
def test_equals_the_careful_scan_with_stray_bytes_after_a_block(len_tail: int) -> None:
    assert_equal_scan(BLOCK + b"#HUDI!" + bytes(len_tail))
    assert_equal_scan(BLOCK + bytes(len_tail))


@pytest.mark.parametrize("key", [-1, 8, 9, 1 << 30])
@pytest.mark.parametrize("block_type", [-1, *range(9)])
def test_equals_the_careful_scan_at_the_ends_of_the_enums(key: int, block_type: int) -> None:
    assert_equal_scan(BLOCK + frame([(key, b"x")], b"", block_type) + BLOCK)


def test_equals_the_careful_scan_on_what_is_put_together_at_random() -> None:
    rng = random.Random(3)
    parts = [BLOCK, BLOCK[:40], b"#HUDI#", b"#HUD", bytes(9), BLOCK[:-1], frame([], b"", 0), BLOCK[6:]]
    for _ in range(300):
        assert_equal_scan(BLOCK * rng.randrange(2) + b"".join(rng.choices(parts, k=rng.randrange(6))))


def test_a_scan_goes_on_in_the_kernel_after_damage_and_in_more_than_one_chunk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(framing, "CHUNK_BLOCKS", 4)
    data = BLOCK * 9 + BLOCK[:-3] + BLOCK * 5
    assert_equal_scan(data)
    steps = list(framing.walk_frames(data))
    assert [len(step) if not hasattr(step, "type") else step.type for step in steps] == [
        4,
        4,
        1,
        BlockType.CORRUPT_BLOCK,
        4,
        1,
    ]


def test_a_row_says_where_the_headers_are() -> None:
    data = BLOCK + frame([(0, b"first"), (0, b"second"), (2, b"")], b"xyz") + frame([], b"")
    (rows,) = framing.walk_frames(data)
    columns = [(krn.OFS_INSTANT, krn.LEN_INSTANT), (krn.OFS_SCHEMA, krn.LEN_SCHEMA)]
    spans = [
        [data[row[ofs] :][: row[length]] if row[ofs] >= 0 else None for ofs, length in columns]
        for row in rows
    ]
    assert spans[0][0] == INSTANT.encode()
    assert spans[1:] == [[b"second", b""], [None, None]]
    assert rows[:, krn.NUM_HEADER_ENTRIES].tolist() == [2, 3, 0]


def test_a_header_outlives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(BLOCK)
    (block,) = framing.scan_log_fast(path)
    path.unlink()
    assert block.header[HeaderKey.INSTANT_TIME] == INSTANT
    assert repr(block.header) == repr(dict(block.header))
    assert len(block.header) == 2


def test_without_numba_the_careful_scan_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "has_kernels", lambda: False)
    data = BLOCK + BLOCK[:-3]
    assert list(framing.scan_log_fast(data)) == list(scan_log(data).blocks)


def test_a_header_value_may_be_longer_than_three_bytes_can_count() -> None:
    data = frame([(2, b"s" * ((1 << 24) + 5)), (0, b"after")], b"") + BLOCK
    long, _ = framing.scan_log_fast(data)
    assert long.header[HeaderKey.INSTANT_TIME] == "after"
    assert len(long.header[HeaderKey.SCHEMA]) == (1 << 24) + 5


def test_pages_behind_a_scan_are_let_go_of(tmp_path: Path) -> None:
    page = mmap.PAGESIZE
    (tmp_path / "pages").write_bytes(bytes([1]) * 3 * page)
    with (
        (tmp_path / "pages").open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as pages,
    ):
        steps = [
            (0, page - 1),
            (0, page),
            (page, page),
            (page, 3 * page - 1),
            (2 * page, page),
            (2 * page, 3 * page),
        ]
        ends = [framing.drop_pages(pages, start, end) for start, end in steps]
        assert ends == [0, page, page, 2 * page, 2 * page, 3 * page]
        assert set(pages[:]) == {1}
    assert framing.drop_pages(bytes(3 * page), 0, 3 * page) == 0


def test_kernels_are_there_where_they_are_worth_their_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for is_imported in (True, False):
        if not is_imported:
            monkeypatch.delitem(sys.modules, "numba")
        with framing.few_bytes(0):
            assert framing.has_kernels() is is_imported
            with framing.few_bytes(1 << 40):
                assert framing.has_kernels()
            assert framing.has_kernels() is is_imported
        assert framing.has_kernels()


def test_no_kernels_where_they_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hudi_conformance.decode.bulk._framing_kernel", None)
    assert not framing._can_import.__wrapped__()
