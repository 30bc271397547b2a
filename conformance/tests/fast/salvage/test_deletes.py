# SPDX-License-Identifier: Apache-2.0
"""Deletes that a salvage keeps: under unknown versions, lengths that lie, before classes not read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.salvage import salvage_file

FIXTURES = resources.fixtures_dir()
V3 = FIXTURES / "log" / "delete_v3_types.log"
DECIMALS = FIXTURES / "real" / "0.12.3" / "delete_decimals.log"
KEYS = FIXTURES / "real" / "0.9.0" / "delete_keys.log"


def salvage(data: bytes, tmp: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    path = tmp / "f_1.log.1_0-1-0"
    path.write_bytes(data)
    report = dict(salvage_file(path, tmp / "out", "log").report)
    assert report["kept"]["bytes"] + report["lost"]["bytes"] == report["size"]
    file = tmp / "out" / "deletes.parquet"
    return (pq.ParquetFile(file).read().to_pylist() if file.is_file() else []), report


def changed(data: bytes, ofs: int, raw: bytes) -> bytes:
    return data[:ofs] + raw + data[ofs + len(raw) :]


@pytest.mark.parametrize("path", [V3, DECIMALS, KEYS], ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("what", "at", "number"),
    [("version", 0, number) for number in (0, 1, 2, 3, 4, 99, -1)]
    + [("length", 4, number) for number in (-1, 2**31 - 1, 100_000)],
)
def test_a_wrong_version_or_length_costs_no_delete(
    path: Path, what: str, at: int, number: int, tmp_path: Path
) -> None:
    data = path.read_bytes()
    for name in ("good", "bad"):
        (tmp_path / name).mkdir()
    expected, _ = salvage(data, tmp_path / "good")
    assert expected
    ofs = scan_log(data).blocks[0].content.ofs + at
    edited = changed(data, ofs, number.to_bytes(4, "big", signed=True))
    got, report = salvage(edited, tmp_path / "bad")
    assert got == expected
    assert [loss["what"] for loss in report["losses"]] == ([what] if edited != data else [])


def test_an_unread_class_costs_no_delete_before_it(tmp_path: Path) -> None:
    data = (FIXTURES / "real" / "0.12.3" / "delete_named_classes.log").read_bytes()
    rows, report = salvage(changed(data, data.index(b"java.util.Dat"), b"java.util.Dot"), tmp_path)
    assert [row["record_key"] for row in rows] == ["k0", "k1", "k2", "k3", *(f"k{i}" for i in range(7, 14))]
    assert [loss["what"] for loss in report["losses"]] == ["deletes"]
    assert report["losses"][0]["requirement"] == "log.delete.kryo-names"
