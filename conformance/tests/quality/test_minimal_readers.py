# SPDX-License-Identifier: Apache-2.0
"""Readers written from the pages of the specification alone agree with the decoder on every real file.

Where they do not, a page is silent or wrong: the readers import nothing of the project.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fastavro
import minimal_hfile
import minimal_log
import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai.python import answer
from hudi_conformance.canonical.log import canonical_ordering
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_bytes, canonical_text
from hudi_conformance.model.log import OrderingValue
from minimal_log import Block

FIXTURES = resources.fixtures_dir()
MEASURES = Path(__file__).parents[2] / "measures"
MODULES = ("minimal_log", "minimal_hfile")
MAX_LINES = 220
KINDS = {
    "DATABLK*": "DATA",
    "DATABLKE": "ENCODED_DATA",
    "IDXLEAF2": "LEAF_INDEX",
    "BLMFBLK2": "BLOOM_CHUNK",
    "METABLKc": "META",
    "IDXINTE2": "INTERMEDIATE_INDEX",
    "IDXROOT2": "ROOT_INDEX",
    "FILEINF2": "FILE_INFO",
    "BLMFMET2": "GENERAL_BLOOM_META",
    "DFBLMET2": "DELETE_FAMILY_BLOOM_META",
}
"""The answers' names of blocks."""
OTHER_CODECS = frozenset({0})
"""LZO, which the decoder does not read either."""
MIN_LOGS, MIN_HFILES = 90, 110


def logs() -> Iterator[tuple[str, bytes]]:
    """Real log files, and real archives, which are log files as well."""
    for path in sorted((FIXTURES / "real").rglob("*.log")):
        yield path.relative_to(FIXTURES).as_posix(), path.read_bytes()
    for path in sorted((FIXTURES / "real-tables").rglob("*.zip")):
        with zipfile.ZipFile(path) as tree:
            for name in tree.namelist():
                if ".commits_.archive." in name:
                    yield f"{path.relative_to(FIXTURES).as_posix()}/{name}", tree.read(name)


def hfiles() -> Iterator[tuple[str, bytes]]:
    """Real HFiles, and those in blocks of real logs."""
    for path in sorted((FIXTURES / "real-hfile").rglob("*.hfile")):
        yield path.relative_to(FIXTURES).as_posix(), path.read_bytes()
    for name, data in LOGS:
        for block in minimal_log.scan(data):
            if block.kind == "HFILE_DATA" and block.content[1]:
                yield f"{name}@{block.ofs}", content_of(data, block)


def content_of(data: bytes, block: Block) -> bytes:
    return data[block.content[0] : sum(block.content)]


LOGS = list(logs())
HFILES = list(hfiles())


def ask(cmd: str, data: bytes) -> dict[str, Any]:
    text = base64.b64encode(data).decode("ascii")
    return answer({"v": 1, "seq": "1", "cmd": cmd, "in": {"b64": text}, "args": {}})


@pytest.mark.parametrize(("name", "data"), LOGS, ids=[name for name, _ in LOGS])
def test_blocks_of_real_logs(name: str, data: bytes) -> None:
    assert [shown(block) for block in minimal_log.scan(data)] == [
        {key: block[key] for key in ("kind", "ofs", "len", "header", "content")}
        for block in ask("log.scan", data)["value"]["blocks"]
    ]


def shown(block: Block) -> dict[str, Any]:
    """A block in the form of the specification's examples."""
    return {
        "kind": f"{block.kind}_BLOCK",
        "ofs": str(block.ofs),
        "len": str(block.len),
        "header": {key: canonical_text(value) for key, value in block.header.items()},
        "content": {"ofs": str(block.content[0]), "len": str(block.content[1])},
    }


@pytest.mark.parametrize(("name", "data"), LOGS, ids=[name for name, _ in LOGS])
def test_contents_of_real_logs(name: str, data: bytes) -> None:
    blocks = list(minimal_log.scan(data))
    if name.endswith(".log"):
        expected = ask("log.records", data)["value"]["blocks"]
    else:
        expected = [
            {"records": block["entries"]} for block in ask("archive.entries", data)["value"]["blocks"]
        ]
    assert len(blocks) == len(expected)
    for block, told in zip(blocks, expected, strict=True):
        if "reject" in told:
            # a schema of another charset, an open question
            assert block.kind == "AVRO_DATA"
            with pytest.raises(UnicodeDecodeError):
                minimal_log.records(data, block)
        elif block.kind in {"AVRO_DATA", "CDC_DATA"}:
            rows = RowMapper(json.loads(block.header["SCHEMA"]))
            assert [rows(row) for row in minimal_log.records(data, block)] == told["records"]
        elif block.kind == "HFILE_DATA" and block.content[1]:
            assert list(rows_of_hfile(data, block)) == told["records"]
        elif block.kind == "DELETE":
            assert [shown_delete(*delete) for delete in minimal_log.deletes(data, block)] == told["deletes"]
        elif block.kind == "COMMAND":
            target = canonical_text(block.header["TARGET_INSTANT_TIME"])
            assert (block.header["COMMAND_BLOCK_TYPE"], target) == (b"0", told["target_instant"])


def rows_of_hfile(data: bytes, block: Block) -> Iterator[Any]:
    """Records of an HFile block, each with its key put back."""
    tree = json.loads(block.header["SCHEMA"])
    schema, rows = fastavro.parse_schema(tree), RowMapper(tree)
    names = [field["name"] for field in tree["fields"]]
    key_field = "key" if "key" in names else "_hoodie_record_key"
    for cell in minimal_hfile.read(content_of(data, block)).cells:
        row: Any = fastavro.schemaless_reader(io.BytesIO(cell[5]), schema, None)
        yield rows(row | {key_field: cell[0].decode()})


def shown_delete(key: str, path: str, ordering: tuple[str, Any] | None) -> dict[str, Any]:
    return {"record_key": key, "partition_path": path, "ordering": canonical_ordering(view(ordering))}


def view(ordering: tuple[str, Any] | None) -> OrderingValue | None:
    if ordering is None:
        return None
    kind, value = ordering
    if kind == "array":
        return OrderingValue(kind, None if value is None else tuple(view(item) for item in value))
    return OrderingValue(kind, value)


@pytest.mark.parametrize(("name", "data"), HFILES, ids=[name for name, _ in HFILES])
def test_real_hfiles(name: str, data: bytes) -> None:
    trailer = ask("hfile.trailer", data)["value"]
    if trailer["compression_codec"] in OTHER_CODECS:
        with pytest.raises(NotImplementedError):
            minimal_hfile.read(data)
        assert ask("hfile.cells", data)["answer"] == "unsupported"
        return
    file = minimal_hfile.read(data)
    assert file.version == (trailer["major"], trailer["minor"])
    numbers = {key: int(trailer[key]) for key in file.trailer}
    assert file.trailer == numbers
    blocks = ask("hfile.blocks", data)["value"]["blocks"]
    assert [
        (KINDS[magic], str(ofs), hashlib.sha256(payload).hexdigest()) for magic, ofs, payload in file.blocks
    ] == [(block["type"], block["ofs"], block["payload"]["sha256"]) for block in blocks]
    assert [
        {"key": canonical_bytes(key), "value": canonical_bytes(value)}
        for key, value in sorted(file.info.items())
    ] == ask("hfile.info", data)["value"]["entries"]
    cells = ask("hfile.cells", data)["value"]["cells"]
    assert [shown_cell(*cell) for cell in file.cells] == cells


def shown_cell(  # noqa: PLR0917 - the parts of a cell
    row: bytes,
    family: bytes,
    qualifier: bytes,
    timestamp: int,
    kind: int,
    value: bytes,
    tags: bytes,
    mvcc: int,
) -> dict[str, Any]:
    return {
        "row": canonical_bytes(row),
        "family": canonical_bytes(family),
        "qualifier": canonical_bytes(qualifier),
        "timestamp": str(timestamp),
        "type": kind,
        "value": canonical_bytes(value),
        "tags": canonical_bytes(tags),
        "mvcc": str(mvcc),
    }


def test_there_is_something_to_agree_on() -> None:
    assert len(LOGS) >= MIN_LOGS
    assert len(HFILES) >= MIN_HFILES


@pytest.mark.parametrize("module", MODULES)
def test_the_readers_are_minimal_and_stand_alone(module: str) -> None:
    text = (MEASURES / f"{module}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert imported - sys.stdlib_module_names <= {"cramjam", "fastavro"}
