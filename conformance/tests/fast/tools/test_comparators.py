# SPDX-License-Identifier: Apache-2.0
"""The comparators of `conformance/tools` report every falsification that is planted in an answer.

An answer is a faithful description of a file first, of which nothing may be reported; then one member of it
is made false.
"""

from __future__ import annotations

import copy
import hashlib
import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import hfile_blocks
import pytest
from bulk_factory import avro_block, datum, record
from compare_hfile import compare_answers
from compare_log import compare
from differences import Reason, explain
from hudi_conformance import resources
from hudi_conformance.decode.hfile.bloom import decode_bloom_meta
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from log_answers import as_text, read_json_answer, read_ours, read_text_answers

SCHEMA = record(key="string", n="long")
NUM = 600
HFILES = resources.fixtures_dir() / "real-hfile"

# --- logs: answers as JSON -----------------------------------------------------------------------------


def rows(start: int) -> list[dict[str, Any]]:
    return [{"key": f"k{n}", "n": n} for n in range(start, start + NUM)]


def digest(records: list[dict[str, Any]]) -> str:
    lines = (json.dumps(row, sort_keys=True, separators=(",", ":")) for row in records)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "two.log"
    path.write_bytes(
        b"".join(avro_block(SCHEMA, [datum(SCHEMA, row) for row in rows(start)]) for start in (0, NUM))
    )
    return path


def answer_of(log: Path) -> dict[str, Any]:
    """An answer about the log: the first block with all records, the second one abridged."""
    blocks: list[dict[str, Any]] = []
    start = 0
    for block in read_ours(log)[0].blocks:
        blocks.append(
            {
                "type": block.kind,
                "offset": start,
                "size": block.end - start,
                "contentPosition": block.content[0],
                "contentLength": block.content[1],
                "blockEndPos": block.end,
                "header": dict(block.header or {}),
                "footer": {},
                "recordCount": NUM,
            }
        )
        start = block.end
    blocks[0]["records"] = rows(0)
    second = rows(NUM)
    blocks[1] |= {"recordsFirst": second[:3], "recordsLast": second[-3:], "recordsSha256": digest(second)}
    return {"fileSize": log.stat().st_size, "blocks": blocks, "end": "eof", "pos": log.stat().st_size}


def aspects(log: Path, answer: dict[str, Any]) -> list[str]:
    path = log.with_suffix(".json")
    path.write_text(json.dumps({"read": answer}), encoding="utf-8")
    reading, contents = read_ours(log)
    return [aspect for aspect, _ in compare(read_json_answer(path, contents), reading)]


def test_faithful_answer_about_a_log(log: Path) -> None:
    assert aspects(log, answer_of(log)) == []


FALSIFICATIONS = tomllib.loads(Path(__file__).with_name("falsifications.toml").read_text("utf-8"))


def falsified(answer: Any, path: str, value: str) -> None:
    *steps, last = path.split("/")
    for step in steps:
        if step.startswith("@"):
            answer = next(block for block in answer if block["type"] == step[1:])
        else:
            answer = answer[int(step) if isinstance(answer, list) else step]
    if not value:
        answer[last].pop()
    elif not last:
        answer |= json.loads(value)
    else:
        answer[int(last) if isinstance(answer, list) else last] = json.loads(value)


@pytest.mark.parametrize("change", FALSIFICATIONS["log"], ids=lambda change: change[0])
def test_falsified_answer_about_a_log(log: Path, change: list[Any]) -> None:
    answer = answer_of(log)
    for path, value in change[1]:
        falsified(answer, path, value)
    assert aspects(log, answer) == change[2]


def test_another_record_in_the_middle_of_an_abridged_block(log: Path) -> None:
    answer, second = answer_of(log), rows(NUM)
    second[500]["n"] += 1
    answer["blocks"][1]["recordsSha256"] = digest(second)
    assert aspects(log, answer) == ["records-digest"]


# --- logs: answers as text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("INSTANT_TIME=2", "INSTANT_TIME=3", ["header"]),
        ('SCHEMA={"type": "re…', "SCHEMA=…", ["header"]),
        ('"n": 0', '"n": 5', ["records"]),
        ('[{"key": "k0", "n": 0}]', "[]", ["records"]),
        ("AVRO", "CDC", ["kind"]),
    ],
)
def test_falsified_answer_in_text(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    path = tmp_path / "one.log"
    schema = record(key="string", n="int")
    path.write_bytes(avro_block(schema, [datum(schema, {"key": "k0", "n": 0})]))
    reading = as_text(read_ours(path)[0])
    block = reading.blocks[0]
    line = (
        f"    {block.kind}@{block.content[0]}+{block.content[1]}->{block.end}{{{block.header_text}}}"
        ' records=[{"key": "k0", "n": 0}] END'
    )
    assert old in line
    answers = tmp_path / "reader.txt"
    answers.write_text(f"CASE one.log :: \n{line.replace(old, new)}\n", encoding="utf-8")
    assert [aspect for aspect, _ in compare(read_text_answers(answers)["one.log"], reading)] == expected


# --- HFiles --------------------------------------------------------------------------------------------


def seek(op: str, cell: Any, result: object, at: Any) -> dict[str, Any]:
    return {"op": op, "key": key_of(cell), "result": result, "at": None if at is None else key_of(at)}


def key_of(cell: Any) -> dict[str, Any]:
    return {
        "row": cell.row.hex(),
        "family": cell.family.hex(),
        "qualifier": cell.qualifier.hex(),
        "timestamp": cell.timestamp,
        "type": cell.type,
    }


def hfile_answer(data: bytes) -> dict[str, Any]:
    """A faithful answer about an HFile, as HBase and hudi-io give it."""
    file = HFile(data)
    cells = list(CellReader.of(file).scan())
    index = IndexReader(file)
    limit = file.trailer.load_on_open_data_offset
    blocks: list[dict[str, Any]] = []
    for block in file.blocks():
        answer: dict[str, Any] = {
            "offset": block.ofs,
            "type": block.type,
            "magic": data[block.ofs : block.ofs + 8].decode(),
            "header_size": 33,
            "on_disk_size_without_header": block.on_disk_size_without_header,
            "prev_block_offset": block.prev_block_offset,
            "payload_len": len(block.payload),
            "payload_sha256": hashlib.sha256(block.payload).hexdigest(),
        }
        if block.type == "LEAF_INDEX":
            entries = hfile_blocks.read_leaf_entries(file.payload(block), limit)
            answer["entries"] = [[entry.ofs, entry.size, entry.key.hex()] for entry in entries]
        if block.type == "GENERAL_BLOOM_META":
            meta = decode_bloom_meta(file.payload(block), limit)
            answer["bloom_meta"] = {
                "version": 3,
                "total_byte_size": meta.len_chunks,
                "hash_count": meta.num_hashes,
                "hash_type": meta.hash_type,
                "total_key_count": meta.num_keys,
                "total_max_keys": int.from_bytes(block.payload[28:36], "big"),
                "num_chunks": meta.num_chunks,
                "comparator": meta.comparator.decode(),
                "chunks": [[entry.ofs, entry.size, entry.key.hex()] for entry in meta.entries],
            }
        if block.ofs == limit:
            answer |= {
                "index_of": "data",
                "entries": [[entry.ofs, entry.size, entry.key.hex()] for entry in index.root],
            }
        blocks.append(answer)
    first, second, last = cells[0], cells[1], cells[-1]
    middle = hfile_blocks.mid_key(file)
    assert middle is not None
    return {
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "hbase": {
            "impl": "hbase",
            "status": "ok",
            "trailer": {
                "major_version": file.trailer.major,
                "minor_version": file.trailer.minor,
                "load_on_open_data_offset": limit,
                "entry_count": len(cells),
            },
            "file_info": [{"key": key.hex(), "value": value.hex()} for key, value in file.info.items()],
            "blocks": blocks,
            "cell_count": len(cells),
            "cells": [key_of(cell) | {"value": cell.value.hex()} for cell in cells],
            "meta_blocks": {},
            "checksum_failures": 0,
            "mid_key": {
                name: value.hex() if isinstance(value, bytes) else value for name, value in middle.items()
            },
            "seeks": [seek("seek_to", last, 0, last), seek("seek_before", second, True, first)],
        },
        "hudi_io": {
            "impl": "hudi-io",
            "status": "ok",
            "entry_count": len(cells),
            "seeks": [{"op": "seek_to", "key": last.row.hex(), "result": 0, "at": last.row.hex()}],
            "forward_seeks": [
                {"op": "seek_forward", "key": "ffff", "result": 2, "at": None},
                {"op": "seek_forward", "key": "00", "result": -1, "at": first.row.hex()},
            ],
        },
    }


def hfile_aspects(answer: dict[str, Any], data: bytes) -> list[str]:
    return [aspect for aspect, _ in compare_answers(answer, data, Counter())]


HFILE = {"bloom": HFILES / "hbase-2.6.3/bloom_row.hfile", "leaves": HFILES / "hbase-2.6.3/index_2.hfile"}


@pytest.fixture(scope="module")
def faithful() -> dict[Path, dict[str, Any]]:
    return {path: hfile_answer(path.read_bytes()) for path in HFILE.values()}


def test_faithful_answer_about_an_hfile(faithful: dict[Path, dict[str, Any]]) -> None:
    for path, answer in faithful.items():
        assert hfile_aspects(answer, path.read_bytes()) == []


@pytest.mark.parametrize("change", FALSIFICATIONS["falsification"], ids=lambda change: change[0])
def test_falsified_answer_about_an_hfile(faithful: dict[Path, dict[str, Any]], change: list[str]) -> None:
    _, file, at, value, aspect = change
    answer = copy.deepcopy(faithful[HFILE[file]])
    falsified(answer, at, value)
    assert set(hfile_aspects(answer, HFILE[file].read_bytes())) == {aspect}


def test_every_row_is_a_difference(faithful: dict[Path, dict[str, Any]]) -> None:
    answer = copy.deepcopy(faithful[HFILE["leaves"]])
    for number in (3, 5, 8):
        answer["hbase"]["cells"][number]["value"] = "00"
    assert hfile_aspects(answer, HFILE["leaves"].read_bytes()) == ["hbase-cells"] * 3


# --- reasons -------------------------------------------------------------------------------------------


def test_a_reason_covers_the_differences_that_it_states() -> None:
    reason = Reason(["a/*.log"], {"records": 2}, "why")
    assert explain([reason], "a/x.log", "deletes") is None
    assert explain([reason], "b/x.log", "records") is None
    for num in range(4):
        assert list(reason.miscounts()) == (
            [] if num == 2 else [f"{num} differences of records, 2 stated: why"]
        )
        assert explain([reason], "a/x.log", "records") is reason
