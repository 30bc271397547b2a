# SPDX-License-Identifier: Apache-2.0
"""HBase and hudi-io write HFiles and read them back, each its own and each other's."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hudi_conformance.toolchain.build import build_adapter

WRITERS = {"hbase": ("2.6.3", "1.2.12"), "hudi_io": ("1.2.1", "1.1.1")}
PAIRS = [(folder, variant) for folder, variants in WRITERS.items() for variant in variants]


Ask = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """Answers of an adapter to requests in a row; its process lives as long as the tests."""
    started: dict[tuple[str, str], subprocess.Popen[str]] = {}

    def answers(folder: str, variant: str, *requests: dict[str, Any]) -> list[dict[str, Any]]:
        if (folder, variant) not in started:
            command = build_adapter(folder, variant)
            started[folder, variant] = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        process = started[folder, variant]
        assert process.stdin is not None
        assert process.stdout is not None
        found = []
        for number, one in enumerate(requests):
            request = {"v": 1, "seq": str(number), "args": {}, **one}
            print(json.dumps(request), file=process.stdin, flush=True)
            found.append(json.loads(process.stdout.readline()))
        return found

    yield answers
    for process in started.values():
        process.communicate(timeout=60)
        assert process.returncode == 0


def described(style: str, compression: str) -> dict[str, Any]:
    cell = {"row_text": "row-{iii}", "value_text": "value {i}", "count": 40}
    return {"style": style, "compression": compression, "block_size": 300, "cells": [cell]}


@pytest.mark.parametrize(("folder", "variant"), PAIRS)
@pytest.mark.parametrize("compression", ["NONE", "GZ"])
def test_what_is_written_is_read_by_all(ask: Ask, folder: str, variant: str, compression: str) -> None:
    style = "hbase" if folder == "hbase" else "hudi-io"
    (written,) = ask(
        folder, variant, {"cmd": "hfile.write", "args": {"write": described(style, compression)}}
    )
    assert written["answer"] == "value", written
    file = {"b64": written["value"]["b64"]}
    wanted = [f"row-{i:03}".encode().hex() for i in range(40)]
    for reader, release in PAIRS:
        cells, found, trailer = ask(
            reader,
            release,
            {"cmd": "hfile.cells", "in": file},
            {"cmd": "hfile.get", "in": file, "args": {"keys": [wanted[17], "00"]}},
            {"cmd": "hfile.trailer", "in": file},
        )
        assert [cell["row"] for cell in cells["value"]["cells"]] == wanted, (reader, release)
        assert trailer["value"]["entry_count"] == "40"
        if (variant, reader) == ("1.1.1", "hbase"):
            continue  # index keys without the rest of the key: HBase's lookups fall over
        assert [len(one["cells"]) for one in found["value"]["results"]] == [1, 0], (reader, release)


def test_hbase_counts_a_checksum_failure_and_goes_on(ask: Ask) -> None:
    (written,) = ask("hbase", "2.6.3", {"cmd": "hfile.write", "args": {"write": described("hbase", "NONE")}})
    data = bytearray(base64.b64decode(written["value"]["b64"]))
    data[data.index(b"value 3")] ^= 1
    (answer,) = ask("hbase", "2.6.3", {"cmd": "hfile.cells", "in": {"b64": base64.b64encode(data).decode()}})
    assert answer["answer"] == "value"
    assert "checksum failures" in answer["note"]
