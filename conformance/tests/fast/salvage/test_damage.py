# SPDX-License-Identifier: Apache-2.0
"""What a salvage says of damage that it reads past: types, offsets, exit codes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hudi_conformance.salvage import Salvage, salvage_file
from instruments.deep import Piece

TEXTS = [f"record {number}\n" for number in range(100)]
SCHEMA = json.dumps({"type": "record", "name": "r", "fields": [{"name": "a", "type": "string"}]})


def content(texts: list[str]) -> bytes:
    datums = [bytes([2 * len(text)]) + text.encode() for text in texts]
    records = b"".join(len(datum).to_bytes(4, "big") + datum for datum in datums)
    return (3).to_bytes(4, "big") + len(datums).to_bytes(4, "big") + records


def block(schema: str = SCHEMA, instant: Sequence[tuple[int, bytes]] = ((0, b"20240101"),)) -> bytes:
    return Piece(3, (*instant, (2, schema.encode())), content(TEXTS)).encode()


def salvaged(data: bytes, tmp: Path) -> tuple[Salvage, list[Any], list[dict[str, Any]]]:
    """The salvage, the values of the column `a` by dataset, and all losses."""
    (tmp / "f.log.1").write_bytes(data)
    done = salvage_file(tmp / "f.log.1", tmp / "out", "log")
    columns = [pq.read_table(folder)["a"].to_pylist() for folder in sorted(tmp.glob("out/records/*"))]
    losses = tmp / "out" / "lost.parquet"
    return done, columns, pq.read_table(losses).to_pylist() if losses.is_file() else []


def test_noise_in_a_text_leaves_the_others_typed(tmp_path: Path) -> None:
    _, columns, _ = salvaged(block().replace(b"record 7\n", b"rec\xff\xfe\xfd\xfc7\n"), tmp_path)
    assert columns[0] == [text for text in TEXTS if text != TEXTS[7]]
    assert len(columns[1]) == 1


def test_offsets_are_those_of_the_file_with_added_cr(tmp_path: Path) -> None:
    data = (block()[:-3] + b"???" + block()).replace(b"\n", b"\r\n")
    done, columns, losses = salvaged(data, tmp_path)
    assert columns == [TEXTS * 2]
    assert [loss["what"] for loss in losses] == ["line-ends", "trailing"]
    assert data[losses[1]["ofs"] + 5 :].startswith(b"???#HUDI#")
    assert done.report["kept"]["bytes"] + done.report["lost"]["bytes"] == len(data)


def test_a_sector_that_is_there_twice_is_read_once(tmp_path: Path) -> None:
    data = block()
    done, columns, losses = salvaged(data[:800] + data[288:], tmp_path)
    assert columns == [TEXTS]
    assert [(loss["what"], loss["len"]) for loss in losses] == [("copy", 512)]
    assert done.exit_code == 1


@pytest.mark.parametrize(("name", "code"), [("r", 1), ("HoodieArchivedMetaEntry", 0)])
def test_only_an_archive_has_blocks_without_instant(name: str, code: int, tmp_path: Path) -> None:
    assert salvaged(block(SCHEMA.replace('"r"', f'"{name}"'), ()), tmp_path)[0].exit_code == code
