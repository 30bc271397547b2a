# SPDX-License-Identifier: Apache-2.0
"""The comparators of `conformance/tools` report every falsification that is planted in an answer.

An answer is a faithful description of a file first, of which nothing may be reported; then one member of it
is made false.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections import Counter
from collections.abc import Callable
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


def other_record(answer: dict[str, Any], index: int) -> None:
    """The reader saw another record in the middle of the block that its answer abridges."""
    second = rows(NUM)
    second[index]["n"] += 1
    answer["blocks"][1]["recordsSha256"] = digest(second)


LOG_FALSIFICATIONS: dict[str, tuple[Callable[[dict[str, Any]], Any], list[str]]] = {
    "record 500 of an abridged block": (lambda answer: other_record(answer, 500), ["records-digest"]),
    "first record of an abridged block": (
        lambda answer: answer["blocks"][1]["recordsFirst"][0].update(n=-1),
        ["records"],
    ),
    "last record of an abridged block": (
        lambda answer: answer["blocks"][1]["recordsLast"][2].update(n=-1),
        ["records"],
    ),
    "number of records": (lambda answer: answer["blocks"][0].update(recordCount=NUM - 1), ["record-count"]),
    "two records": (
        lambda answer: [answer["blocks"][0]["records"][n].update(n=-1) for n in (500, 501)],
        ["records", "records"],
    ),
    "a record less": (lambda answer: answer["blocks"][0]["records"].pop(), ["records"]),
    "offset": (lambda answer: answer["blocks"][1].update(offset=1), ["span"]),
    "size": (lambda answer: answer["blocks"][1].update(size=1), ["span"]),
    "place of the content": (lambda answer: answer["blocks"][0].update(contentPosition=9), ["content-place"]),
    "length of the content": (lambda answer: answer["blocks"][0].update(contentLength=9), ["content-place"]),
    "end": (lambda answer: answer["blocks"][0].update(blockEndPos=9), ["end"]),
    "footer": (lambda answer: answer["blocks"][0]["footer"].update({"#0": "x"}), ["footer"]),
    "header": (lambda answer: answer["blocks"][0]["header"].update(INSTANT_TIME="1"), ["header"]),
    "type": (lambda answer: answer["blocks"][0].update(type="CDC_DATA_BLOCK"), ["kind"]),
    "command": (lambda answer: answer["blocks"][0].update(commandType="ROLLBACK_BLOCK"), ["command"]),
    "file size": (lambda answer: answer.update(fileSize=1), ["file-size"]),
    "end of reading": (lambda answer: answer.update(pos=1), ["end-of-reading"]),
    "a block less": (lambda answer: answer["blocks"].pop(), ["blocks"]),
    "a block is refused": (
        lambda answer: answer["blocks"][0].update(contentError={"class": "E"}),
        ["they-refuse"],
    ),
    "a block is refused, and a record before differs": (
        lambda answer: (
            answer["blocks"][0].update(contentError={"class": "E"}),
            answer["blocks"][0]["records"][500].update(n=-1),
        ),
        ["they-refuse", "records"],
    ),
    "reading stops": (lambda answer: answer.update(end="error", error={"class": "E"}), ["they-stop"]),
}


@pytest.mark.parametrize("name", LOG_FALSIFICATIONS)
def test_falsified_answer_about_a_log(log: Path, name: str) -> None:
    falsify, expected = LOG_FALSIFICATIONS[name]
    answer = answer_of(log)
    falsify(answer)
    assert aspects(log, answer) == expected


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


def block_of(answer: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(block for block in answer["hbase"]["blocks"] if block["type"] == kind)


BLOOM, LEAVES = HFILES / "hbase-2.6.3/bloom_row.hfile", HFILES / "hbase-2.6.3/index_2.hfile"
Falsify = Callable[[dict[str, Any]], Any]
HFILE_FALSIFICATIONS: dict[str, tuple[Path, Falsify, str]] = {
    "file size": (BLOOM, lambda answer: answer.update(size=1), "file"),
    "digest": (BLOOM, lambda answer: answer.update(sha256="00"), "file"),
    "version": (BLOOM, lambda answer: answer["hbase"]["trailer"].update(minor_version=9), "hbase-trailer"),
    "unknown field": (BLOOM, lambda answer: answer["hbase"]["trailer"].update(more=9), "hbase-trailer"),
    "unknown member": (BLOOM, lambda answer: answer["hbase"].update(more=9), "hbase-unknown"),
    "file info less": (BLOOM, lambda answer: answer["hbase"]["file_info"].pop(), "hbase-info"),
    "offset": (BLOOM, lambda answer: answer["hbase"]["blocks"][1].update(offset=7), "hbase-blocks"),
    "member of a block": (BLOOM, lambda answer: answer["hbase"]["blocks"][0].update(more=1), "hbase-blocks"),
    "a block less": (BLOOM, lambda answer: answer["hbase"]["blocks"].pop(), "hbase-blocks"),
    "Bloom hashes": (
        BLOOM,
        lambda answer: block_of(answer, "GENERAL_BLOOM_META")["bloom_meta"].update(hash_count=1),
        "hbase-bloom",
    ),
    "Bloom keys": (
        BLOOM,
        lambda answer: block_of(answer, "GENERAL_BLOOM_META")["bloom_meta"].update(total_max_keys=1),
        "hbase-bloom",
    ),
    "Bloom chunk": (
        BLOOM,
        lambda answer: block_of(answer, "GENERAL_BLOOM_META")["bloom_meta"]["chunks"][0].__setitem__(0, 1),
        "hbase-bloom",
    ),
    "root entry": (
        LEAVES,
        lambda answer: block_of(answer, "ROOT_INDEX")["entries"][0].__setitem__(1, 1),
        "hbase-index",
    ),
    "leaf entry": (
        LEAVES,
        lambda answer: block_of(answer, "LEAF_INDEX")["entries"][1].__setitem__(0, 1),
        "hbase-index",
    ),
    "key of a leaf entry": (
        LEAVES,
        lambda answer: block_of(answer, "LEAF_INDEX")["entries"][1].__setitem__(2, "00"),
        "hbase-index",
    ),
    "mid-key": (LEAVES, lambda answer: answer["hbase"]["mid_key"].update(row="00"), "hbase-mid-key"),
    "no mid-key": (LEAVES, lambda answer: answer["hbase"].update(mid_key=None), "hbase-mid-key"),
    "cell in the middle": (
        LEAVES,
        lambda answer: answer["hbase"]["cells"][9].update(value="00"),
        "hbase-cells",
    ),
    "a cell less": (LEAVES, lambda answer: answer["hbase"]["cells"].pop(), "hbase-cells"),
    "number of cells": (LEAVES, lambda answer: answer["hbase"].update(cell_count=1), "hbase-cell-count"),
    "meta block": (LEAVES, lambda answer: answer["hbase"]["meta_blocks"].update(x="00"), "hbase-meta"),
    "checksums": (LEAVES, lambda answer: answer["hbase"].update(checksum_failures=1), "hbase-checksums"),
    "result of an exact seek": (
        LEAVES,
        lambda answer: answer["hbase"]["seeks"][0].update(result=1),
        "hbase-seek-to",
    ),
    "seek before": (
        LEAVES,
        lambda answer: answer["hbase"]["seeks"][1].update(result=False, at=None),
        "hbase-seek-before",
    ),
    "failed seek": (
        LEAVES,
        lambda answer: answer["hbase"]["seeks"][0].update(error={"class": "E"}),
        "hbase-seek-error",
    ),
    "HBase stops": (LEAVES, lambda answer: answer["hbase"].update(status="error"), "hbase-stops"),
    "entry count": (LEAVES, lambda answer: answer["hudi_io"].update(entry_count=1), "hudi_io-entry-count"),
    "result of a lookup": (
        LEAVES,
        lambda answer: answer["hudi_io"]["seeks"][0].update(result=1),
        "hudi_io-lookup",
    ),
    "forward lookup": (
        LEAVES,
        lambda answer: answer["hudi_io"]["forward_seeks"][0].update(result=1),
        "hudi_io-lookup",
    ),
}


@pytest.fixture(scope="module")
def faithful() -> dict[Path, dict[str, Any]]:
    return {path: hfile_answer(path.read_bytes()) for path in (BLOOM, LEAVES)}


def test_faithful_answer_about_an_hfile(faithful: dict[Path, dict[str, Any]]) -> None:
    for path, answer in faithful.items():
        assert hfile_aspects(answer, path.read_bytes()) == []


@pytest.mark.parametrize("name", HFILE_FALSIFICATIONS)
def test_falsified_answer_about_an_hfile(faithful: dict[Path, dict[str, Any]], name: str) -> None:
    path, falsify, aspect = HFILE_FALSIFICATIONS[name]
    answer = copy.deepcopy(faithful[path])
    falsify(answer)
    assert set(hfile_aspects(answer, path.read_bytes())) == {aspect}


def test_every_row_is_a_difference(faithful: dict[Path, dict[str, Any]]) -> None:
    answer = copy.deepcopy(faithful[LEAVES])
    for number in (3, 5, 8):
        answer["hbase"]["cells"][number]["value"] = "00"
    assert hfile_aspects(answer, LEAVES.read_bytes()) == ["hbase-cells"] * 3


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
