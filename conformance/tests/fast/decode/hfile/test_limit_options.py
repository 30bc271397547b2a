# SPDX-License-Identifier: Apache-2.0
"""Refusals for an index of many levels and for a filter of many hashes, by every command that can meet them.

Each names the option that lifts the limit, and with it each command reads the file.
"""

from __future__ import annotations

import base64
import io
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.audit.metadata.report import unchecked
from hudi_conformance.cli import run_cli
from hudi_conformance.decode import limits
from hudi_conformance.decode.bloom.check import check_parquet_bloom
from hudi_conformance.decode.bloom.member import MAX_HASHES as MAX_HUDI_HASHES
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.bloom import MAX_HASHES, ask_bloom, bloom_block
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import MAX_DEPTH, IndexReader
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.log.check import check_log
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import Finding
from instruments.hostile import frame
from instruments.hostile_hfile import deep_index

OPTION = "--no-limits or HUDI_CONFORMANCE_LIMITS=off lifts the limit"
HFILE = 4
NAMES = {"hfile": "f1-0_0-1-0_20240101000000001.hfile", "log": ".f1-0_20240101000000001.log.1_0-1-0"}


def deep() -> bytes:
    """Ten cells under an index of one level too many."""
    return deep_index(MAX_DEPTH + 1)


def hashed() -> bytes:
    """Cells with a Bloom filter of one hash too many."""
    data = bytearray((resources.fixtures_dir() / "hfile" / "bloom_row_unchecked.hfile").read_bytes())
    block = bloom_block(HFile(bytes(data)))
    assert block is not None
    data[block.stored_ofs + 12 : block.stored_ofs + 16] = (MAX_HASHES + 1).to_bytes(4, "big")
    return bytes(data)


def deep_log() -> bytes:
    """A log of one HFile block, of records without fields, under an index of one level too many."""
    header = [(0, b"20240101000000001"), (2, b'{"type":"record","name":"r","fields":[]}')]
    return frame(header, deep(), HFILE)


def row_of(data: bytes) -> bytes:
    return next(CellReader.of(HFile(data)).scan()).row


def scanned(data: bytes) -> list[Finding]:
    findings: list[Finding] = []
    deque(CellReader.of(HFile(data)).scan(findings), maxlen=0)
    return findings


def bulk_scanned(data: bytes) -> list[Finding]:
    findings: list[Finding] = []
    deque(iter_cell_batches(data, findings=findings), maxlen=0)
    return findings


Read = Callable[[bytes], object]
INDEX: Mapping[str, Read] = {
    "index": lambda data: IndexReader(HFile(data)).view(),
    "scan": scanned,
    "bulk scan": bulk_scanned,
    "check": check_hfile,
    "get": lambda data: list(Lookup(HFile(data)).get(row_of(data))),
    "prefix": lambda data: list(Lookup(HFile(data)).prefix(row_of(data))),
    "before": lambda data: Lookup(HFile(data)).before(row_of(data)),
}
BLOOM: Mapping[str, Read] = {
    "bloom": lambda data: ask_bloom(HFile(data), [row_of(data)]),
    "scan": scanned,
    "bulk scan": bulk_scanned,
    "check": check_hfile,
}
LOG: Mapping[str, Read] = {"records": read_contents, "check": check_log}
INPUTS: Mapping[str, tuple[Callable[[], bytes], Mapping[str, Read]]] = {
    "deep": (deep, INDEX),
    "hashed": (hashed, BLOOM),
    "log": (deep_log, LOG),
}
ALL = [(kind, name) for kind, (_, reads) in INPUTS.items() for name in reads]


@pytest.fixture(autouse=True)
def _limits_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "")


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_every_reading_names_the_option(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, reads = INPUTS[kind]
    data = make()
    with pytest.raises(LimitExceeded, match=OPTION):
        reads[name](data)
    monkeypatch.setenv(limits.VARIABLE, limits.OFF)
    reads[name](data)


def test_lookups_do_not_need_the_filter() -> None:
    """The cells that are there, whatever the filter says of itself."""
    data = hashed()
    row = row_of(data)
    assert [cell.row for cell in Lookup(HFile(data)).get(row)] == [row]


def answered(command: str, data: bytes, args: Mapping[str, Any]) -> Mapping[str, Any]:
    content = base64.b64encode(data).decode()
    return kaitai_python.answer({"v": 1, "seq": "1", "cmd": command, "args": args, "in": {"b64": content}})


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        *[("deep", f"hfile.{name}") for name in ("index", "cells", "get", "prefix", "before", "check")],
        *[("hashed", f"hfile.{name}") for name in ("bloom", "cells", "check")],
        *[("log", f"log.{name}") for name in ("records", "check")],
    ],
)
def test_answers_of_the_adapter_name_the_option(kind: str, command: str) -> None:
    data = INPUTS[kind][0]()
    row = "" if kind == "log" else row_of(data).hex()
    args = {"prefixes": [row]} if command == "hfile.prefix" else {"keys": [row]}
    answer = answered(command, data, args if command.startswith("hfile") else {})
    assert answer["answer"] == "limit"
    assert OPTION in answer["what"]


COMMANDS = {
    "inspect": ("inspect", "{path}"),
    "inspect page": ("inspect", "{path}", "--html", "{out}.html"),
    "inspect json": ("inspect", "{path}", "--json"),
    "dump": ("dump", "{path}"),
    "dump records": ("dump", "{path}", "--json", "--records"),
    "audit": ("audit", "{path}", "--out", "{out}", "--json"),
    "salvage": ("salvage", "{path}", "--out", "{out}", "--json"),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", INPUTS)
def test_commands_name_the_option(
    kind: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / NAMES["log" if kind == "log" else "hfile"]
    path.write_bytes(INPUTS[kind][0]())
    assert "--no-limits" in told(command, path, tmp_path / "out")
    monkeypatch.setenv(limits.VARIABLE, limits.OFF)
    assert "--no-limits" not in told(command, path, tmp_path / "lifted")


def told(command: str, path: Path, out: Path) -> str:
    """All that a command writes, whatever its exit code."""
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        run_cli([argument.format(path=path, out=out) for argument in COMMANDS[command]])
    files = [*out.parent.glob(f"{out.name}.html"), *out.glob("**/*.json"), *out.glob("**/*.html")]
    return output.getvalue() + "".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("kind", ["deep", "hashed"])
def test_salvage_keeps_all_cells(kind: str, tmp_path: Path) -> None:
    data = INPUTS[kind][0]()
    path = tmp_path / NAMES["hfile"]
    path.write_bytes(data)
    told("salvage", path, tmp_path / "out")
    cells = pq.read_table(tmp_path / "out" / "cells.parquet")
    assert cells.num_rows == HFile(data).trailer.entry_count > 0


# --- filters of record keys ------------------------------------------------------------------------------


def hudi_filter() -> bytes:
    """The text of a filter of one hash too many."""
    text = (resources.fixtures_dir() / "bloom" / "simple.txt").read_text(encoding="ascii")
    raw = bytearray(base64.b64decode(text))
    raw[4:8] = (MAX_HUDI_HASHES + 1).to_bytes(4, "big")
    return base64.b64encode(raw)


def base_file(path: Path) -> bytes:
    """A Parquet base file of one key, with that filter in its footer."""
    schema = pa.schema(
        [("_hoodie_record_key", pa.string())],
        {b"org.apache.hudi.bloomfilter": hudi_filter(), b"hoodie_bloom_filter_type_code": b"SIMPLE"},
    )
    pq.write_table(pa.table({"_hoodie_record_key": ["k1"]}, schema=schema), path)
    return path.read_bytes()


def test_filters_of_record_keys_name_the_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = base_file(tmp_path / "f.parquet")
    requests: list[tuple[str, bytes, dict[str, Any]]] = [
        ("metadata.bloom", hudi_filter(), {"container": "text", "type": "SIMPLE", "keys": ["k1"]}),
        ("metadata.bloom", data, {"container": "parquet", "keys": ["k1"]}),
        ("metadata.bloom.check", data, {"container": "parquet"}),
    ]
    for command, content, args in requests:
        answer = answered(command, content, args)
        assert answer["answer"] == "limit", answer
        assert OPTION in answer["what"]
    with pytest.raises(LimitExceeded, match=OPTION) as error:
        list(check_parquet_bloom(data))
    # What an audit with --deep says of a filter that it could not ask.
    assert OPTION in str(unchecked("f.parquet", error.value))
    monkeypatch.setenv(limits.VARIABLE, limits.OFF)
    for command, content, args in requests:
        assert answered(command, content, args)["answer"] == "value"
