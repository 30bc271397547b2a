# SPDX-License-Identifier: Apache-2.0
"""The Python API: the examples of its guide, its types, and what a caller may rely on."""

from __future__ import annotations

import ast
import doctest
import io
import subprocess
import sys
from collections import Counter
from pathlib import Path

import hudi_conformance as hc
import pyarrow as pa
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.parquet.base import ParquetBase
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.meta_fields import COMMIT_TIME, RECORD_KEY

ROOT = resources.data_root()
GUIDE = ROOT / "conformance" / "guides" / "api.md"
LOG = ROOT / "fixtures" / "log" / "avro_records.log"
HFILE = ROOT / "fixtures" / "hfile" / "table.hfile"
load, batches = HFile.load, ParquetBase.batches


def test_examples_of_the_guide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = GUIDE.read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    out = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(example, out=out.write)
    assert runner.tries > 20
    assert runner.failures == 0, out.getvalue()


def test_the_guide_names_everything() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert [name for name in hc.__all__ if f"`{name}" not in text and f"hc.{name}" not in text] == []


def test_types_are_those_of_the_names() -> None:
    """What a type checker sees is what is there."""
    stub = ast.parse(Path(hc.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    typed = {
        alias.asname: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == {name: f"hudi_conformance.{home}" for name, home in hc._HOMES.items()}
    assert [name for name in hc._HOMES if not hasattr(hc, name)] == []
    assert set(hc.__all__) <= set(dir(hc))
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        _ = hc.nothing_of_ours


def test_logs_need_no_arrow() -> None:
    program = "import sys, hudi_conformance as hc; hc.scan_log(b''); print('pyarrow' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "False\n"


def test_a_refusal_is_beside_what_came_before(tmp_path: Path) -> None:
    data = LOG.read_bytes()
    path = tmp_path / "damaged.log"
    path.write_bytes(data + b"#HUDI?")
    with hc.walk_blocks(path) as blocks:
        assert len(list(blocks)) == 3
    assert [block.type for block in hc.scan_log(path).blocks][-1] is BlockType.CORRUPT_BLOCK
    path.write_bytes(b"?" + data)
    reading = hc.read_log(path)
    assert list(reading) == []
    assert reading.rejection is not None
    assert (reading.rejection.code, reading.rejection.at) == ("bad-magic", 0)
    assert list(reading) == []
    with pytest.raises(hc.Reject, match="bad-magic"):
        hc.read_log(path).all()


def test_a_file_is_closed_early_and_at_once_when_it_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        hc.read_log(tmp_path / "none.log")
    with hc.read_log(LOG) as reading:
        next(reading)
    assert list(reading) == []
    assert reading.rejection is None


def test_damage_in_an_hfile() -> None:
    data = bytearray(HFILE.read_bytes())
    data[60] ^= 1
    with hc.open_hfile(bytes(data)) as file:
        cells = file.cells()
        assert list(cells) == []
        assert cells.rejection is not None
        assert cells.rejection.code == "bad-checksum"
        with pytest.raises(hc.Reject):
            file.get(b"any")
    with pytest.raises(hc.Reject):
        hc.open_hfile(b"no HFile")


def test_many_rows_of_a_file_in_a_store_read_each_block_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(HFile, "load", lambda file, block: read.append(block.ofs) or load(file, block))
    with hc.open_hfile(HFILE.with_name("hudi_records.hfile").as_uri()) as file:
        rows = [cell.row for cell in file.cells().all()]
        read.clear()
        cells = file.get_many([b"none", *reversed(rows)])
        assert max(Counter(read).values()) <= 2  # a small file is read once before the first lookup
        assert cells == {b"none": []} | {row: file.get(row) for row in rows}
        assert list(cells) == sorted(cells)


def test_cells_that_violate_a_rule_are_returned_with_the_finding() -> None:
    data = HFILE.with_name("bad_type.hfile").read_bytes()
    with hc.open_hfile(data) as file:
        assert file.findings == []
        cells = file.cells().all()
        assert [finding.requirement for finding in file.findings] == ["hfile.cell.type"]
    batches = hc.scan_hfile(data)
    assert sum(batch.num_rows for batch in batches) == len(cells)
    assert [finding.requirement for finding in batches.findings or ()] == ["hfile.cell.type"]


def test_records_of_a_log_as_columns() -> None:
    [whole] = hc.scan_log_records(LOG).all()
    assert whole.num_rows == sum(len(content.records or ()) for content in hc.read_log(LOG))
    [columns] = hc.scan_log_records(LOG, [whole.schema.names[-1], "none"])
    assert columns.columns == [whole.columns[-1], pa.nulls(len(whole))]
    data, block = bytearray(LOG.read_bytes()), hc.scan_log(LOG).blocks[1]
    data[block.content.ofs + 3] = 9  # version of its content
    reading = hc.scan_log_records(bytes(data))
    assert 0 < sum(batch.num_rows for batch in reading) < len(whole)
    assert [ofs for ofs, _ in reading.rejections] == [block.span.ofs]
    with pytest.raises(hc.Reject):
        hc.scan_log_records(bytes(data)).all()


@pytest.mark.parametrize("name", ["cow_plain", "mor_v8"])
def test_columns_that_are_not_requested_are_not_decoded(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hc.open_table(unpacked(ROOT / f"fixtures/real-rows/1.2.0/{name}.zip", tmp_path))
    whole, decoded = table.to_arrow().select(["dec", "id"]), set[str]()

    def spied(file: ParquetBase, num: int, columns: list[str] | None = None, **options: bool) -> object:
        decoded.update(columns or ["all"])
        return batches(file, num, columns, **options)

    monkeypatch.setattr(ParquetBase, "batches", spied)
    assert table.to_arrow(columns=["dec", "id"]).equals(whole)
    assert {"dec", "id"} <= decoded <= {"dec", "id", "ord", RECORD_KEY, COMMIT_TIME}


def test_an_hfile_inside_of_a_log_file() -> None:
    path = next(
        path
        for path in sorted((ROOT / "fixtures" / "log").glob("*.log"))
        if any(block.type is BlockType.HFILE_DATA_BLOCK for block in hc.scan_log(path).blocks)
    )
    block = next(block for block in hc.scan_log(path).blocks if block.type is BlockType.HFILE_DATA_BLOCK)
    with hc.open_hfile(path, block.content.ofs, block.content.end) as file:
        assert file.cells().all()


def test_what_has_no_json_and_no_view(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a dict has no canonical JSON"):
        hc.to_json({})
    with pytest.raises(hc.Reject):
        hc.open_table(tmp_path)
