# SPDX-License-Identifier: Apache-2.0
"""Records that take much more than their bytes, and records that do not fill theirs, on every path."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.decode.limits import VARIABLE, allowance
from hudi_conformance.decode.log.check import check_log
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import Finding
from hudi_conformance.salvage import salvage_file
from instruments.hostile import DELETE, empty_records, frame, padded_records, plain_records, wide_schema

BULK = 100_000  # bytes of a block that salvage reads with the kernels
CAREFUL = 600


def padding_of(data: bytes) -> list[Finding]:
    return [finding for finding in check_log(data) if finding.requirement == "log.avro.datum"]


@pytest.mark.parametrize("size", [BULK, CAREFUL])
def test_bulk_path_tells_of_padding(size: int) -> None:
    data = padded_records(size)
    found: list[Finding] = []
    batches = list(iter_record_batches(data, on_finding=lambda _, finding: found.append(finding)))
    assert sum(batch.num_rows for batch in batches) == size // 6
    assert found == padding_of(data)
    assert len(found) == size // 6


def test_bulk_path_tells_of_padding_in_the_blocks_that_have_it() -> None:
    sound, padded = plain_records(BULK), padded_records(CAREFUL)
    data = sound + padded + sound + padded
    found: list[Finding] = []
    list(iter_record_batches(data, on_finding=lambda _, finding: found.append(finding)))
    assert found == padding_of(data)
    assert len(found) == 2 * (CAREFUL // 6)


@pytest.mark.parametrize("size", [BULK, CAREFUL])
def test_careful_path_tells_of_padding_once_for_a_block(size: int) -> None:
    [content] = read_contents(padded_records(size))[0]
    [first, *_] = padding_of(padded_records(size))
    [told] = content.findings
    assert (told.requirement, told.code, told.at) == (first.requirement, first.code, first.at)
    assert told.message == f"{first.message}, the first of {size // 6} such records"
    assert content.rejection is None
    assert len(content.records or ()) == size // 6


def test_an_answer_of_records_tells_what_the_check_finds() -> None:
    """Bytes after a datum, after the last record, after the payload of a delete block; and nothing else."""
    padded = padded_records(60)
    rest = frame([(0, b"20240101000000001"), (2, b'"null"')], struct.pack(">ii", 3, 0) + b"\xee")
    payload = b"\x02\x00\x00\x00\x00"
    delete = frame(
        [(0, b"20240101000000001")], struct.pack(">ii", 3, len(payload)) + payload + b"\xee", DELETE
    )
    for data in (padded, rest, delete, plain_records(60), padded + rest + delete):
        request = {
            "v": 1,
            "seq": "1",
            "cmd": "log.records",
            "args": {},
            "in": {"b64": base64.b64encode(data).decode()},
        }
        answer = kaitai_python.answer(request)
        assert answer["answer"] == "value"
        told = {(found["requirement"], found["code"]) for found in answer.get("findings", ())}
        left_over = [found for found in check_log(data) if found.code == "trailing-bytes"]
        assert told == {(found.requirement, found.code) for found in left_over}
    assert len(told) == 3


@pytest.mark.parametrize("size", [BULK, CAREFUL])
def test_salvage_tells_of_padding(tmp_path: Path, size: int) -> None:
    path = tmp_path / "f.log"
    path.write_bytes(padded_records(size))
    salvage = salvage_file(path, tmp_path / "out")
    told = padding_of(path.read_bytes())
    assert salvage.exit_code == 1
    assert salvage.report["kept"]["records"] == size // 6
    lost = pq.read_table(tmp_path / "out" / "lost.parquet").to_pylist()
    assert [(row["at"], row["requirement"], row["code"]) for row in lost] == [
        (finding.at, finding.requirement, finding.code) for finding in told
    ]
    assert {row["what"] for row in lost} == {"padding"}
    assert sum(row["len"] for row in lost) == salvage.report["lost"]["bytes"] == size // 6


def test_salvage_keeps_a_record_of_very_many_fields(tmp_path: Path) -> None:
    path = tmp_path / "f.log"
    path.write_bytes(wide_schema(20_000 * 30))
    salvage = salvage_file(path, tmp_path / "out")
    assert salvage.exit_code == 0
    [name] = [name for name in salvage.report["datasets"] if name.startswith("records/")]
    [row] = pq.read_table(tmp_path / "out" / name).to_pylist()
    assert json.loads(row["value"]) == {f"f{i}": 1 for i in range(20_000)}


@pytest.mark.parametrize("make", [plain_records, empty_records])
def test_records_that_are_kept_are_bounded(
    make: Callable[[int], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    block = make(150_000)
    assert read_contents(block)[0][0].records
    data = block * 8  # the blocks together take more than one file may
    assert 8 * 30_000 * 240 > allowance(len(data)) > 30_000 * 240
    with pytest.raises(LimitExceeded, match="HUDI_CONFORMANCE_LIMITS"):
        read_contents(data)
    assert not [finding for finding in check_log(data) if finding.is_refusal]
    monkeypatch.setenv(VARIABLE, "off")
    assert len(read_contents(data)[0]) == 8


def test_a_text_that_is_no_text_makes_its_column_json_in_a_dataset_of_its_own(tmp_path: Path) -> None:
    """Columns of texts: as JSON they have the same type, and still never share a file with plain ones."""
    schema = {
        "type": "record",
        "name": "r",
        "fields": [{"name": name, "type": "string"} for name in ("a", "b")],
    }
    bad, good = b"\xd5", b"x"

    def block(a: bytes, b: bytes) -> bytes:
        datum = b"\x02" + a + b"\x02" + b
        content = struct.pack(">iii", 3, 1, len(datum)) + datum
        return frame([(0, b"20240101000000001"), (2, json.dumps(schema).encode())], content)

    path = tmp_path / "f.log"
    path.write_bytes(
        b"".join(block(*pair) for pair in ((good, good), (bad, good), (good, bad), (good, good)))
    )
    salvage_file(path, tmp_path / "out", "log")
    found = []
    for file in sorted((tmp_path / "out").glob("records/*/*.parquet")):
        table = pq.ParquetFile(file).read()
        is_json = [bool(field.metadata) for field in table.schema][:2]
        for row in table.to_pylist():
            values = [json.loads(row[n]) if js else row[n] for n, js in zip("ab", is_json, strict=True)]
            found.append((row["hudi_block_ofs"], values))
    length = len(block(good, good))
    text = {"$utf8": "d5"}
    expected = [["x", "x"], [text, "x"], ["x", text], ["x", "x"]]
    assert sorted(found, key=lambda row: row[0]) == [(n * length, row) for n, row in enumerate(expected)]
