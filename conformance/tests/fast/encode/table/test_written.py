# SPDX-License-Identifier: Apache-2.0
"""Every byte of the reference writer's tables, by digests: of scenarios of the cases, and of drawn ones.

After a change of what is written on purpose: `python conformance/tests/fast/encode/table/test_written.py`.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.encode.table.writer import encode_table
from instruments.scenario.campaign import scenario_of

DIGESTS = Path(__file__).with_name("written.json")
SOURCES = [
    *(path.stem for path in sorted((resources.cases_dir() / "table").glob("write-*.toml"))),
    *"123456789",
]


class RowsAsText(pq.ParquetWriter):
    """Writes rows as text: the bytes of Parquet files, and lengths in commits, vary with the library."""

    def __init__(self, sink: BinaryIO, schema: pa.Schema) -> None:
        self.sink = sink
        sink.write(schema.to_string(show_schema_metadata=True).encode())

    def write_table(self, table: pa.Table) -> None:
        self.sink.write(repr(table.to_pylist()).encode())

    def close(self) -> None:
        """Nothing is open."""


def scenarios(source: str) -> dict[str, dict[str, Any]]:
    """Scenarios by id: the cases of a file, or ten that a seed determines."""
    if source.isdecimal():
        return {f"{source}/{number}": scenario_of(int(source), number) for number in range(10)}
    manifest = tomllib.loads((resources.cases_dir() / "table" / f"{source}.toml").read_text("utf-8"))
    cases = [
        case
        for case in manifest["case"]
        if case["cmd"] == "table.write" and "reads-back" in case["expect"] and "needs" not in case
    ]
    return {case["id"]: case["args"]["write"] for case in cases}


def digests(source: str) -> dict[str, str]:
    written = {name: encode_table(scenario) for name, scenario in scenarios(source).items()}
    texts = {name: repr((sorted(made.files.items()), made.times)) for name, made in written.items()}
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}


@pytest.mark.parametrize("source", SOURCES)
def test_every_byte_is_as_before(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pq, "ParquetWriter", RowsAsText)
    monkeypatch.setattr(
        pq, "write_table", lambda table, sink, **_: sink.write(repr(table.to_pydict()).encode())
    )
    assert digests(source) == json.loads(DIGESTS.read_text("utf-8"))[source]


if __name__ == "__main__":
    pq.ParquetWriter = RowsAsText
    pq.write_table = lambda table, sink, **_: sink.write(repr(table.to_pydict()).encode())
    DIGESTS.write_text(json.dumps({source: digests(source) for source in SOURCES}, indent=1) + "\n")
