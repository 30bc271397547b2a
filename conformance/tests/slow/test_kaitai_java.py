# SPDX-License-Identifier: Apache-2.0
"""The Java parsers of the same grammars answer exactly as the Python ones: on files, mutants and floats.

HUDI_CONFORMANCE_WHOLE asks of four times as many mutants, as `tox -e slow` does.
"""

from __future__ import annotations

import base64
import json
import os
import random
import struct
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from mutants import Part, mutate, mutate_inside, put_together, reframe, take_apart

pytestmark = pytest.mark.own_job

COMMANDS = ("log.scan", "log.records", "log.reverse", "log.salvage", "log.positions")
NUM_MUTANTS = 2000 if "HUDI_CONFORMANCE_WHOLE" in os.environ else 500
FILES = sorted((resources.fixtures_dir() / "log").glob("*.log"))
FORMAT_CONTENTS = {"HFILE_DATA_BLOCK", "PARQUET_DATA_BLOCK"}
FLOATS = b'{"type":"record","name":"r","fields":[{"name":"f","type":"float"},{"name":"d","type":"double"}]}'


class Adapter:
    """The adapter as a process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.num = 0

    def line(self, text: bytes) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, command: str, data: bytes) -> dict[str, Any]:
        self.num += 1
        answer = self.line(json.dumps(request(command, data, str(self.num))).encode())
        assert answer.pop("seq") == str(self.num)
        return answer


def request(command: str, data: bytes, seq: str = "0") -> dict[str, Any]:
    return {"v": 1, "seq": seq, "cmd": command, "in": {"b64": base64.b64encode(data).decode("ascii")}}


@pytest.fixture(scope="module")
def command() -> list[str]:
    try:
        return build_adapter("kaitai_java")
    except ToolMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def adapter(command: list[str]) -> Iterator[Adapter]:
    started = Adapter(command)
    yield started
    assert started.line(b'{"seq":"9","cmd":"bye"}') == {"seq": "9", "answer": "value", "value": {}}
    assert started.process.wait(timeout=10) == 0


def judged(answer: dict[str, Any]) -> Any:
    """What a judge would compare; findings beside a value are more than is asked for."""
    free = {"seq", "message", "trace", "findings"} | (
        {"what"} if answer["answer"] in {"limit", "unsupported"} else set()
    )
    return json.loads(json.dumps({key: value for key, value in answer.items() if key not in free}))


def kinds(answer: dict[str, Any]) -> set[str]:
    blocks = (answer.get("value") or answer.get("partial") or {}).get("blocks", [])
    return {block["kind"] for block in blocks}


def compare(adapter: Adapter, data: bytes, commands: Sequence[str] = COMMANDS) -> list[dict[str, Any]]:
    """Ask both, and return the answers; on a difference the file is in the message."""
    answers = []
    for name in commands:
        python = judged(kaitai_python.answer(request(name, data)))
        java = judged(adapter.ask(name, data))
        if name == "log.records" and kinds(python) & FORMAT_CONTENTS:
            assert java["answer"] == "unsupported", (name, data.hex())
            continue
        assert python["answer"] != "error", (name, data.hex())
        assert java == python, (name, data.hex())
        answers.append(java)
    return answers


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_expected_values(adapter_of_module: Adapter, path: Path):
    data = path.read_bytes()
    compare(adapter_of_module, data)
    for kind in ("scan", "records", "positions"):
        expected = path.with_suffix(f".{kind}.json")
        if expected.exists():
            answer = adapter_of_module.ask(f"log.{kind}", data)
            if answer["answer"] != "unsupported":
                found = answer.get("value") or answer.get("partial")
                assert found == json.loads(expected.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def adapter_of_module(command: list[str]) -> Iterator[Adapter]:
    started = Adapter(command)
    yield started
    started.process.kill()


def test_mutants_of_files(adapter: Adapter):
    rng = random.Random(1)
    pool = [data for data in (path.read_bytes() for path in FILES) if 0 < len(data) < 8000]
    answers = []
    for _ in range(NUM_MUTANTS):
        data = mutate(rng.choice(pool), rng, pool)
        answers += compare(adapter, reframe(data) if rng.random() < 0.6 else data)
    assert sum(answer["answer"] == "reject" for answer in answers) > NUM_MUTANTS


def test_mutants_of_contents(adapter: Adapter):
    rng = random.Random(2)
    files: list[list[Part]] = [
        take_apart(data) for data in (p.read_bytes() for p in FILES) if 0 < len(data) < 30000
    ]
    files = [parts for parts in files if parts]
    contents = [content for parts in files for _, _, content in parts if 0 < len(content) < 5000]
    schemas = [text for parts in files for _, header, _ in parts for key, text in header if key == 2]
    codes = set()
    for _ in range(NUM_MUTANTS):
        parts = list(rng.choice(files))
        index = rng.randrange(len(parts))
        parts[index] = mutate_inside(parts[index], rng, contents, schemas)
        for answer in compare(adapter, put_together(parts), ("log.records", "log.positions")):
            codes |= {block["reject"]["code"] for block in answer["value"]["blocks"] if "reject" in block}
    assert {"bad-schema", "schema-mismatch", "truncated", "count-too-large", "bad-value"} <= codes


def test_floats_read_alike(adapter: Adapter):
    rng = random.Random(3)
    floats = [
        struct.pack("<I", exponent << 23 | part) for exponent in range(256) for part in (0, 1, 0x7FFFFF)
    ]
    floats += [struct.pack("<f", 1048576 + eighth / 8) for eighth in range(64)]  # some are ties
    doubles = [
        struct.pack("<Q", exponent << 52 | part) for exponent in range(2048) for part in (0, 1, 2**52 - 1)
    ]
    doubles += [
        struct.pack("<d", x)
        for x in (1e23, 2e-3, 1e16, 1e15, 9999999999999998.0, 1e-4, 1e-5, -0.0, 0.1 + 0.2)
    ]
    count = 8000
    floats += [rng.randbytes(4) for _ in range(count - len(floats))]
    doubles += [rng.randbytes(8) for _ in range(count - len(doubles))]
    for start in range(0, count, 500):
        datums = [
            a + b for a, b in zip(floats[start : start + 500], doubles[start : start + 500], strict=True)
        ]
        content = struct.pack(">ii", 3, len(datums)) + b"".join(
            struct.pack(">i", 12) + datum for datum in datums
        )
        (answer,) = compare(adapter, put_together([(3, [(0, b"1"), (2, FLOATS)], content)]), ("log.records",))
        assert len(answer["value"]["blocks"][0]["records"]) == 500


BOMBS = [
    (b'{"type":"array","items":"null"}', b"\xff\x9f\xaf\x83\x03\x00\x00"),
    (b'{"type":"array","items":"null"}', b"\x80\x88\x9f\xfd\x02\x00"),
    (b'{"type":"map","values":"null"}', b"\x80\x88\x9f\xfd\x02\x00"),
    (b'"string"', b"\x80\x94\xeb\xdc\x03"),
    (b'"bytes"', b"\xfe" + b"\xff" * 8 + b"\x01"),
    (b'{"type":"fixed","name":"f","size":2147483647}', b"\x00"),
    (b'{"type":"record","name":"r","fields":[{"name":"n","type":["null","r"]}]}', b"\x02" * 60000 + b"\x00"),
    (b'{"type":"record","name":"r","fields":[{"name":"n","type":"r"}]}', b""),
    (b'{"type":"array","items":' * 60000 + b'"int"' + b"}" * 60000, b""),
    (b"[" * 60000, b""),
    (b"1" * 60000, b""),
]


@pytest.mark.parametrize(("schema", "datum"), BOMBS, ids=range(len(BOMBS)))
def test_bombs(adapter: Adapter, schema: bytes, datum: bytes):
    content = struct.pack(">iii", 3, 1, len(datum)) + datum
    data = put_together([(3, [(0, b"1"), (2, schema)], content)])
    (answer,) = compare(adapter, data, ("log.records",))
    assert "reject" in answer["value"]["blocks"][0]


def test_lines_that_are_no_requests(adapter: Adapter):
    for line in (b"", b"   "):
        assert adapter.process.stdin is not None
        adapter.process.stdin.write(line + b"\n")
    for line in (b"{", b"[]", b"[" * 5000, b"\xff"):
        assert adapter.line(line)["answer"] == "error"
    for line in (b'{"seq":"1"}', b'{"seq":"1","cmd":7}', b'{"seq":"1","cmd":"log.merged"}'):
        assert adapter.line(line)["answer"] == "unsupported"
    for given in ('{"b64":"#"}', '{"path":"/does/not/exist"}', "{}", "7", "null"):
        assert adapter.line(f'{{"seq":"1","cmd":"log.scan","in":{given}}}'.encode())["answer"] == "error"


def test_hello(adapter: Adapter):
    hello = adapter.line(b'{"v":1,"seq":"0","cmd":"hello","suite":"0.1.0"}')["value"]
    assert hello["name"] == "kaitai-java"
    assert hello["commands"] == sorted([*COMMANDS, "grammar.tree"])
    assert set(hello["features"]) < set(kaitai_python.FEATURES)


def test_path_as_input(adapter: Adapter, tmp_path: Path):
    for path in [*FILES[:3], tmp_path / "empty.log"]:
        if not path.exists():
            path.write_bytes(b"")
        answer = adapter.line(json.dumps({"seq": "1", "cmd": "log.scan", "in": {"path": str(path)}}).encode())
        answer.pop("seq")
        assert answer == adapter.ask("log.scan", path.read_bytes())


@pytest.mark.parametrize(
    ("name", "data", "code", "answer"),
    [
        ("log.scan", b"", 0, "value"),
        ("log.scan", b"garbage", 1, "reject"),
        ("log.merged", b"", 3, "unsupported"),
        ("hello", b"", 0, "value"),
    ],
)
def test_once(command: list[str], name: str, data: bytes, code: int, answer: str):
    done = subprocess.run(
        [*command, "--once", name], input=data, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == code
    assert json.loads(done.stdout)["answer"] == answer
