# SPDX-License-Identifier: Apache-2.0
"""A salvage of an HFile by the kernels writes the bytes that the careful one writes."""

from __future__ import annotations

import itertools
import json
import random
import shutil
import sys
import zipfile
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest
from hudi_conformance import resources
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile.records import RecordDecoder
from hudi_conformance.decode.bulk.hfile.runs import Cells, RunReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.salvage import file as salvage_module
from hudi_conformance.salvage import tables
from hudi_conformance.salvage.hfile import HFileSalvage
from instruments.hfile import run
from sampling import at_length

FOLDERS = [resources.fixtures_dir() / name for name in ("hfile", "real-hfile")]
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.hfile"))
SMALL = [path for path in FILES if path.stat().st_size < 20_000]
MUTANTS = 3  # a file

pytestmark = pytest.mark.skipif(not has_kernels(), reason="needs the extra `fast`")


def _written(path: Path, out: Path, *, quick: bool) -> dict[str, bytes] | str:
    """All files of a salvage."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(salvage_module, "is_worth_kernels", lambda _: quick)
        try:
            salvage_module.salvage_file(path, out, "hfile")
        except UnsupportedInput as error:
            return repr(error)
    written = {str(file.relative_to(out)): file.read_bytes() for file in out.rglob("*") if file.is_file()}
    shutil.rmtree(out)
    return written


def _compare(data: bytes, folder: Path) -> None:
    path = folder / "damaged.hfile"
    path.write_bytes(data)
    assert _written(path, folder / "out", quick=True) == _written(path, folder / "out", quick=False)


def _num_quick(data: bytes) -> tuple[int, int]:
    """Cells that come at once, and others."""
    nums: Counter[bool] = Counter()
    for step in HFileSalvage(data, quick=True).steps():
        nums[isinstance(step, Cells)] += step.num if isinstance(step, Cells) else isinstance(step, HFileCell)
    return nums[True], nums[False]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_of_a_file(path: Path, tmp_path: Path) -> None:
    _compare(path.read_bytes(), tmp_path)


def test_cells_of_plain_blocks_come_at_once() -> None:
    for name in ("none", "gz", "index_3", "tags", "version_3_0", "families", "snappy", "mvcc_boundary"):
        data = (FOLDERS[0] / f"{name}.hfile").read_bytes()
        assert _num_quick(data) == (HFile(data).trailer.entry_count, 0)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_bytes_changed_by_chance(path: Path, tmp_path: Path) -> None:
    data, chosen = path.read_bytes(), random.Random(path.stem)
    for number in range(MUTANTS):
        mutant = bytearray(data)
        place = chosen.randrange(len(data) if number else min(len(data), 300))
        mutant[place] = chosen.choice((0, 1, 0x7F, 0x80, 0xFF, mutant[place] ^ 1 << chosen.randrange(8)))
        if not chosen.randrange(5):
            del mutant[chosen.randrange(len(mutant)) :]
        _compare(bytes(mutant), tmp_path)


@pytest.mark.own_job
def test_damage_below_checksums(tmp_path: Path) -> None:
    """Cells reordered, blocks doubled, counts that are others: every kind that can be made."""
    cases = list(run.make(run.find_bases(FOLDERS), 1, seed=33))
    assert len({case.kind.name for case in cases}) >= 80
    nums: Counter[str] = Counter()
    for case in cases[:: at_length(1, 3)]:
        _compare(case.data, tmp_path)
        try:
            at_once, others = _num_quick(case.data)
        except (Reject, UnsupportedInput):
            continue
        nums["mixed" if at_once and others else "quick" if at_once else "careful"] += 1
    assert min(nums.values()) > at_length(10, 3)
    assert len(nums) == 3


@pytest.mark.own_job
def test_batches_end_where_they_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in large files: rows of several blocks in a batch, several batches and row groups of one block."""
    damaged = [case.data for case in run.make(run.find_bases(FOLDERS), 1, seed=34, prefix="cell")]
    for most, num_bytes in ((7, 1 << 20), (4096, 900)):
        monkeypatch.setattr(tables, "_MAX_WAITING", most)
        monkeypatch.setattr(tables, "MAX_BYTES", num_bytes)
        monkeypatch.setattr(salvage_module, "_ROWS", 5)
        for path in SMALL[:: at_length(3, 24)]:
            _compare(path.read_bytes(), tmp_path)
        for data in damaged[:: at_length(1, 8)]:
            _compare(data, tmp_path)


def _metadata_files() -> dict[str, bytes]:
    """Base files of metadata tables of real Hudi, one of each partition of a table."""
    found = {}
    for path in sorted((resources.fixtures_dir() / "real-metadata").rglob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".hfile"):
                    found[f"{path.parent.name}/{path.stem}/{name.split('/')[-2]}"] = archive.read(name)
    return found


def test_records_of_metadata_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists, locations and keys by the kernel; statistics, which are JSON, carefully."""
    batches: dict[str, int] = {}
    partition = ""

    def decode(decoder: RecordDecoder, cells: pa.RecordBatch) -> pa.RecordBatch | None:
        found = decode_usually(decoder, cells)
        batches[partition] = batches.get(partition, 0) + (found is not None)
        return found

    decode_usually = RecordDecoder.decode
    monkeypatch.setattr(RecordDecoder, "decode", decode)
    files = _metadata_files()
    for name, data in files.items():
        partition = name.split("/")[2].split("%")[0]
        _compare(data, tmp_path)
    assert len(files) > 20
    assert batches["files"] > 5
    assert batches["record_index"] > 2
    assert batches["column_stats"] == 0


@pytest.mark.parametrize(
    "kind",
    [["null", "int", "string"], ["int", "null", "string"], ["int", "string", "null"], ["int", "string"]],
)
def test_a_column_of_several_types_is_quick_where_it_is_null(kind: list[str]) -> None:
    schema = parse_schema(
        json.dumps({"type": "record", "name": "R", "fields": [{"name": "v", "type": kind}]})
    )
    for branch, rest in ((0, b""), (0, b"\x02"), (1, b""), (1, b"\x02x"), (2, b"")):
        value = bytes([2 * branch]) + rest
        cells = pa.RecordBatch.from_pydict({"row": [b"r"], "value": [value]})
        found = RecordDecoder(schema.tree).decode(cells)
        is_null = branch < 2 and kind[branch] == "null"
        assert (found is not None) == is_null
        assert found is None or found.to_pylist() == [decode_record(HFileCell(b"r", value=value), schema)]


@pytest.mark.parametrize("kind", ["string", "bytes", ["null", "string"], ["string", "null"], "long"])
@pytest.mark.parametrize("name", ["key", "other"])
def test_a_key_is_restored_as_a_record_is(kind: object, name: str) -> None:
    fields = [{"name": name, "type": kind}]
    schema = parse_schema(json.dumps({"type": "record", "name": "R", "fields": fields}))
    good = b"\0\0" if kind == ["string", "null"] else b"\0"
    made = [good, good + b"more", b"\0", b"\x01", b"\0\0", b"\x02\0"]
    made += [b"\0\x02k", b"\x02\x02k", b"\x02k", b"\x02\xff"]
    decoder = RecordDecoder(schema.tree)
    num = 0
    for value, row in itertools.product(made, [b"row", b"", b"\xff"]):
        rows, values = (row, b"r"), (value, good)
        cells = pa.RecordBatch.from_pydict({"row": pa.array(rows), "value": pa.array(values)})
        found = decoder.decode(cells)
        try:
            pairs = zip(rows, values, strict=True)
            wanted = [decode_record(HFileCell(row, value=value), schema) for row, value in pairs]
        except Reject:
            assert found is None
            continue
        assert found is None or found.to_pylist() == wanted
        num += found is not None
    # A key that is no text is left to the careful decoder.
    is_left = name == "key" and kind in ("bytes", "long")
    assert (num == 0) is is_left


def test_small_files_are_read_without_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: RunReader) -> None:
        raise AssertionError("kernels were asked")

    monkeypatch.setattr(RunReader, "__init__", refuse)
    monkeypatch.delitem(sys.modules, "numba")
    salvage_module.salvage_file(FOLDERS[0] / "none.hfile", tmp_path)
