# SPDX-License-Identifier: Apache-2.0
"""The Python API: the examples of its guide, its types, and what a caller may rely on."""

from __future__ import annotations

import ast
import doctest
import io
import subprocess
import sys
from pathlib import Path

import hudi_conformance as hc
import pytest
from hudi_conformance import resources
from hudi_conformance.model.block_type import BlockType

ROOT = resources.data_root()
GUIDE = ROOT / "conformance" / "guides" / "api.md"
LOG = ROOT / "fixtures" / "log" / "avro_records.log"
HFILE = ROOT / "fixtures" / "hfile" / "table.hfile"


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
