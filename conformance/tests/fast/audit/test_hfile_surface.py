# SPDX-License-Identifier: Apache-2.0
"""`audit.hfile_surface`: the block, kind and instant of what is wrong with an HFile."""

from __future__ import annotations

from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.audit.hfile_surface import HFileSurface, instant_of
from hudi_conformance.audit.surface import Context
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.lake.files import FileRef
from strategies.damage import audit

TIME = "20240101000000000"
NAME = f"files-0000-0_0-0-0_{TIME}.hfile"

DATA = (resources.fixtures_dir() / "hfile" / "index_2.hfile").read_bytes()
BLOCKS = list(HFile(DATA).headers())


def test_the_file_has_several_kinds_of_blocks() -> None:
    assert len(BLOCKS) > 3
    assert len({block.type for block in BLOCKS}) > 2


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_changed_checksum_is_of_its_block(number: int, tmp_path: Path) -> None:
    """The last byte of a block belongs to its checksums."""
    block, data = BLOCKS[number], bytearray(DATA)
    data[block.end - 1] ^= 1
    (tmp_path / NAME).write_bytes(data)
    row = next(row for row in audit(tmp_path) if row.requirement == "hfile.checksum.mismatch")
    assert (row.block, row.kind, row.len) == (number, block.type, block.size)
    assert block.ofs <= (row.ofs or 0) < block.end
    assert (row.path, row.surface, row.instant) == (str(tmp_path / NAME), "hfile", TIME)


def test_finding_of_the_trailer_is_of_no_block(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(DATA[:-1])
    [row] = audit(tmp_path)
    assert (row.block, row.kind, row.verdict, row.salvageable) == (None, None, "damage", False)


@pytest.mark.parametrize(("since", "num"), [(None, 1), (TIME, 1), ("20240101000000001", 0)])
def test_files_before_an_instant_are_not_checked(since: str | None, num: int, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(DATA[:-1])
    assert len(audit(tmp_path, since=since)) == num


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (NAME, TIME),
        ("a_0-0-0_20240101000000.hfile", "20240101000000"),
        ("a_0-0-0_2024010100000000.hfile", None),
        ("a_0-0-0_202401010000000001.parquet", "202401010000000001"),
        ("a_0-0-0_20240101000000000001.hfile", "20240101000000000001"),
        ("a_0-0-0_202401010000000000011.hfile", None),
        ("a_b_c_0-0-0_20240101000000000.hfile", TIME),
        ("0-0-0_20240101000000000.hfile", None),
        ("a_0-0-0_2024x101000000000.hfile", None),
        ("a_0-0-0_20240101000000000", None),
    ],
)
def test_instant_in_a_name(name: str, expected: str | None) -> None:
    assert instant_of(name) == expected


@pytest.mark.parametrize(("data", "length"), [(b"", 1), (b"abc", 3)])
def test_file_is_one_part(data: bytes, length: int) -> None:
    [part] = HFileSurface().plan(FileRef(NAME, len(data)), data, Context()).parts
    assert (part.ofs, part.len) == (0, length)


@pytest.mark.parametrize(("path", "expected"), [("a.hfile", True), ("a.hfile.crc", False), ("hfile", False)])
def test_paths_of_hfiles(path: str, expected: bool) -> None:
    assert HFileSurface().matches(path) is expected
