# SPDX-License-Identifier: Apache-2.0
"""The limit of one HFile block: what it refuses names the option that lifts it, and the option does."""

from __future__ import annotations

import gc
import tracemalloc
from collections import deque
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance.cli.dump import command as dump
from hudi_conformance.decode import limits
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile import bloom
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.codec import MIN_INFLATED
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.source import open_source
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.file import write_hfile
from hudi_conformance.encode.hfile.plan import HFileKnobs, HFilePlan, IndexDamage
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.inspect import inspect_file
from hudi_conformance.inspect.model import account
from instruments import hostile_hfile

LEN_VALUE = 8 << 20
OPTION = "--no-limits or HUDI_CONFORMANCE_LIMITS=off lifts the limit"


@pytest.fixture(scope="module", params=["GZ", "LZ4", "ZSTD"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cell of zeros, beyond the limit for a file of its size."""
    file = write_hfile(HFilePlan((Cell(b"a", value=bytes(LEN_VALUE)),), compression=request.param))
    assert len(file.data) < LEN_VALUE - MIN_INFLATED
    path = tmp_path_factory.mktemp("limits") / "f.hfile"
    path.write_bytes(file.data)
    return path


def careful(path: Path) -> int:
    with open_source(path) as buffer:
        return sum(len(cell.value) for cell in CellReader.of(HFile(buffer)).scan())


def bulk(path: Path) -> int:
    return sum(len(v) for batch in iter_cell_batches(path) for v in batch.column("value").to_pylist())


def get(path: Path) -> int:
    with open_source(path) as buffer:
        return sum(len(cell.value) for cell in Lookup(HFile(buffer)).get(b"a"))


def test_every_path_refuses_and_names_the_option(path: Path) -> None:
    for read in (careful, bulk, get):
        with pytest.raises(LimitExceeded, match=OPTION):
            read(path)
    result = CliRunner().invoke(dump, [str(path), "--json", "--records"])
    assert result.exit_code != 0
    assert "--no-limits" in result.output


def test_lifted_every_path_reads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, limits.OFF)
    assert {read(path) for read in (careful, bulk, get)} == {LEN_VALUE}


def test_dump_takes_the_option(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "")
    result = CliRunner().invoke(dump, [str(path), "--no-limits", "--json", "--records"])
    assert result.exit_code == 0, result.output[-300:]
    assert str(LEN_VALUE) in result.output


@pytest.mark.parametrize("family", ["gz_bomb", "lz4_bomb", "zstd_bomb"])
def test_bombs_are_a_limit_and_no_damage(family: str) -> None:
    file = HFile(hostile_hfile.FAMILIES[family](40_000))
    with pytest.raises(LimitExceeded, match=OPTION):
        deque(CellReader.of(file).scan(), maxlen=0)


@pytest.mark.parametrize("family", ["gz_small_cells", "levels", "wide_index", "many_blocks"])
def test_files_of_much_work_have_all_their_cells(family: str) -> None:
    file = HFile(hostile_hfile.FAMILIES[family](4_000))
    assert sum(1 for _ in CellReader.of(file).scan()) == file.trailer.entry_count > 0


def test_a_lookup_keeps_nothing_of_blocks_that_are_refused() -> None:
    """Thirty blocks that inflate to one byte more than announced, each read by two proofs of the index."""
    len_value = 200_000
    cells = [Cell(b"%02d" % i, value=bytes(len_value)) for i in range(30)]
    data = bytearray(write_hfile(HFilePlan(cells, compression="GZ", block_size=1, checksum="NULL")).data)
    assert len(list(Lookup(HFile(bytes(data))).get(b"00"))) == 1
    blocks = [block for block in HFile(bytes(data)).headers() if block.type == "DATA"]
    assert len(blocks) == len(cells)
    for block in blocks:
        length = block.uncompressed_size_without_header - 1
        data[block.ofs + 12 : block.ofs + 16] = length.to_bytes(4, "big")
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        with pytest.raises(Reject, match="announced"):
            list(Lookup(HFile(bytes(data)), len_small=None).get(b"00"))
        assert tracemalloc.get_traced_memory()[1] < 6 * len_value
    finally:
        tracemalloc.stop()
        gc.enable()


def test_bytes_before_the_first_block_are_accounted_for(tmp_path: Path) -> None:
    """Offsets are edited by hand: the file is written again with all of them later by 64."""
    path = tmp_path / "f.hfile"
    path.write_bytes(shifted(64))
    inspection = inspect_file(path)
    assert inspection.rejection is None
    assert [(part.title, part.span.ofs, part.span.len) for part in inspection.parts][:1] == [
        ("before the blocks", 0, 64)
    ]
    assert inspection.parts[1].title == "blocks[0] DATA"
    assert (
        account([note.field for part in inspection.parts for note in part.notes], inspection.len_file) == []
    )


def shifted(by: int) -> bytes:
    """A file of two cells whose first block lies at `by`, consistent but for the bytes before it."""
    cells = (Cell(b"a", value=b"v"), Cell(b"b", value=b"w"))
    plain = write_hfile(HFilePlan(cells, checksum="NULL"))
    fields = {
        name: int(plain.trailer[name]) + by
        for name in (
            "file_info_offset",
            "load_on_open_data_offset",
            "first_data_block_offset",
            "last_data_block_offset",
        )
    }
    index = (IndexDamage("ROOT_INDEX[0]", 0, ofs=by),)
    file = write_hfile(HFilePlan(cells, checksum="NULL", knobs=HFileKnobs(trailer=fields, index=index)))
    return bytes(by) + file.data


def test_a_bloom_meta_beyond_the_limit_is_read_where_it_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bloom, "MAX_PAYLOAD", 100)
    read = partial(bloom.decode_bloom_meta, limit=1000)
    for length, error in ((100, Reject), (101, LimitExceeded)):
        with pytest.raises(error):
            read(Payload(bytes(length), 0))
    monkeypatch.setenv(limits.VARIABLE, limits.OFF)
    with pytest.raises(Reject, match="version 0"):
        read(Payload(bytes(101), 0))
