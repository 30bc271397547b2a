# SPDX-License-Identifier: Apache-2.0
"""Files of timeline and archive, cut at every byte: a registered rejection, or what is left is right."""

from __future__ import annotations

import base64
import json
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.errors import CODES

OLD, NEW = "real-tables/0.15.0/mor_archive_nomerge.zip", "real-tables/1.2.0/mor_archive_nomerge.zip"
HISTORY = ".hoodie/timeline/history"


@cache
def table(name: str) -> dict[str, bytes]:
    with zipfile.ZipFile(resources.fixtures_dir() / name) as archive:
        return {entry: archive.read(entry) for entry in archive.namelist()}


def ask(cmd: str, data: bytes | Path, **args: Any) -> dict[str, Any]:
    given = {"dir": str(data)} if isinstance(data, Path) else {"b64": base64.b64encode(data).decode()}
    answer = kaitai_python.answer({"v": 1, "seq": "0", "cmd": cmd, "in": given, "args": args})
    assert answer["answer"] in {"value", "reject"}, answer
    if answer["answer"] == "reject":
        assert answer["code"] in CODES
    return answer


def test_properties_keep_every_whole_line() -> None:
    data = table(OLD)[".hoodie/hoodie.properties"]
    whole = ask("timeline.properties", data)["value"]["properties"]
    for cut in range(len(data) + 1):
        answer = ask("timeline.properties", data[:cut])
        lines = data[:cut].rpartition(b"\n")[0].decode().splitlines()
        safe = {line.partition("=")[0] for line in lines if line[:1] != "#"}
        read = answer["value"]["properties"]
        assert {key: read.get(key) for key in safe} == {key: whole[key] for key in safe}, cut
        assert answer["value"]["checksum"] in {"ok", "absent", "mismatch"}


@pytest.mark.parametrize("kind", ["clean.requested", "compaction.requested", "clean"])
def test_containers_are_refused_at_every_length(kind: str) -> None:
    name, data = next(
        (path.rpartition("/")[2], data)
        for path, data in table(OLD).items()
        if path.endswith(f".{kind}") and data
    )
    assert ask("timeline.decode", data, name=name, layout=1)["answer"] == "value"
    for cut in range(1, len(data)):
        assert ask("timeline.decode", data[:cut], name=name, layout=1)["answer"] == "reject", cut


def test_json_is_refused_at_every_length() -> None:
    name, data = next(
        (path.rpartition("/")[2], data) for path, data in table(OLD).items() if path.endswith(".deltacommit")
    )
    for cut in range(1, len(data)):
        assert ask("timeline.decode", data[:cut], name=name, layout=1)["answer"] == "reject", cut


@pytest.mark.own_job
def test_archived_blocks_before_the_cut_stay() -> None:
    """Every byte of two blocks of a file, the second one with less of its 15 KB schema."""
    data = table(OLD)[".hoodie/archived/.commits_.archive.1_1-0-1"]
    blocks = ask("archive.entries", data)["value"]["blocks"]
    starts = [int(block["ofs"]) for block in blocks]
    second, third = starts[1], starts[2]
    cuts = [*range(second, second + 60), *range(second + 60, third - 900, 997), *range(third - 900, third)]
    for cut in cuts:
        answer = ask("archive.entries", data[:cut])
        read = answer["value"]["blocks"]
        assert read[0] == blocks[0], cut
        if cut > second + 5:  # fewer bytes are no block
            assert [block["ofs"] for block in read] == [str(start) for start in starts[:2]], cut
            assert read[1].get("corrupt") is True, cut


def test_a_manifest_is_refused_at_every_length(tmp_path: Path) -> None:
    for path, data in table(NEW).items():
        if path.startswith((HISTORY, ".hoodie/hoodie.properties")):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(data)
    manifest = tmp_path / HISTORY / "manifest_5"
    data = manifest.read_bytes()
    assert len(ask("timeline.history", tmp_path)["value"]["instants"]) == 12
    for cut in range(len(data)):
        manifest.write_bytes(data[:cut])
        assert ask("timeline.history", tmp_path)["answer"] == "reject", cut


def test_a_merge_plan_is_unreadable_at_every_length(tmp_path: Path) -> None:
    """And is deleted, whatever is wrong with it: a plan that nobody can read blocks a table for good."""
    schema = {
        "type": "record",
        "name": "HoodieMergeArchiveFilePlan",
        "fields": [
            {"name": "version", "type": ["int", "null"], "default": 1},
            {"name": "candidate", "type": ["null", {"type": "array", "items": "string"}], "default": None},
            {"name": "mergedArchiveFileName", "type": ["null", "string"], "default": None},
        ],
    }
    candidate, merged = "/t/.hoodie/archived/.commits_.archive.1_1-0-1", ".commits_.archive.2_1-0-1"
    record = b"\x00\x02" + b"\x02\x02" + text(candidate) + b"\x00" + b"\x02" + text(merged)
    head = b"Obj\x01\x02" + text("avro.schema") + text(json.dumps(schema)) + b"\x00" + bytes(16)
    plan = head + b"\x02" + varint(len(record)) + record + bytes(16)
    folder = tmp_path / ".hoodie" / "archived"
    folder.mkdir(parents=True)
    (tmp_path / ".hoodie" / "hoodie.properties").write_bytes(table(OLD)[".hoodie/hoodie.properties"])
    (folder / ".commits_.archive.1_1-0-1").write_bytes(b"")
    args = {"line": "0.15", "kind": "merge", "config": {"hoodie.archive.merge.enable": "true"}}
    for cut in range(len(plan) + 1):
        (folder / "mergeArchivePlan").write_bytes(plan[:cut])
        value = ask("archive.recover", tmp_path, **args)["value"]
        state = ("read", "undone") if cut == len(plan) else ("unreadable", "none")
        assert (value["plan"], value["merge"]) == state, cut
        assert value["delete"] == ["archived/mergeArchivePlan"]


def text(value: str) -> bytes:
    return varint(len(value)) + value.encode()


def varint(value: int) -> bytes:
    value <<= 1
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])
