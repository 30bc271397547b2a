# SPDX-License-Identifier: Apache-2.0
"""What inspect leaves to the kernels, and what it prints by itself, is what it said without either."""

from __future__ import annotations

import io
import random
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.cli import echo
from hudi_conformance.decode import limits
from hudi_conformance.decode.bulk import first_records
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.inspect import Inspection, inspect_file
from hudi_conformance.inspect import log as inspect_module
from hudi_conformance.inspect.json_view import to_json
from hudi_conformance.inspect.log import inspect_log
from hudi_conformance.inspect.terminal import print_tree, tree

SEED = 20261123
NUM_DAMAGED = 200
LOGS = sorted((resources.fixtures_dir() / "log").glob("*.log"))


# --- contents -----------------------------------------------------------------------------------------------


@cache
def logs() -> list[bytes]:
    return [path.read_bytes() for path in LOGS if path.stat().st_size < 100_000]


@contextmanager
def careful(monkeypatch: pytest.MonkeyPatch) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(first_records.FirstRecords, "read", lambda *_: None)
        yield


@pytest.fixture
def proven(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Contents of any size are given to the kernels; whether each was proven."""
    for module in (first_records, inspect_module):
        monkeypatch.setattr(module, "LEN_LARGE", 0)
    monkeypatch.setattr(first_records, "_LITTLE", -1)
    found: list[bool] = []
    original = first_records.FirstRecords._is_sound

    def is_sound(self: Any, block: Any) -> bool:
        found.append(original(self, block))
        return found[-1]

    monkeypatch.setattr(first_records.FirstRecords, "_is_sound", is_sound)
    return found


def damaged(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(changed))
        if rng.random() < 0.8:
            changed[at] ^= 1 << rng.randrange(8)
        else:
            changed[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(changed)


@pytest.mark.skipif(not has_kernels(), reason="without the kernels nothing is proven")
def test_contents_of_damaged_files(monkeypatch: pytest.MonkeyPatch, proven: list[bool]) -> None:
    rng = random.Random(SEED)
    kinds = {True: 0, False: 0}
    for number in range(NUM_DAMAGED):
        data = damaged(rng.choice(logs()), rng)
        given = inspect_module.Limits(parts=rng.choice([None, 0, 1, 2, 256]))
        got = to_json(inspect_log(data, "f", given))
        with careful(monkeypatch):
            want = to_json(inspect_log(data, "f", given))
        assert got == want, f"file {number} of seed {SEED}"
        kinds[want["sound"]] += 1
    assert min(kinds.values()) > NUM_DAMAGED // 10
    assert NUM_DAMAGED // 5 < sum(proven) < len(proven)


@pytest.mark.own_job
@pytest.mark.skipif(not has_kernels(), reason="without the kernels nothing is proven")
def test_records_that_take_too_much_memory(monkeypatch: pytest.MonkeyPatch, proven: list[bool]) -> None:
    """The kernels' estimate is never below what the careful reader counts; where that refuses, both do."""
    monkeypatch.setattr(limits, "FIXED", 0)
    refused = 0
    for multiple in (0, 2, 5, 13):
        monkeypatch.setattr(limits, "MULTIPLE", multiple)
        for data in logs():
            got = to_json(inspect_log(data))
            with careful(monkeypatch):
                want = to_json(inspect_log(data))
            assert got == want
            refused += "content not decoded" in str(want)
    assert refused > 10
    assert 0 < sum(proven) < len(proven)


@pytest.mark.skipif(not has_kernels(), reason="without the kernels nothing is proven")
def test_the_first_records_are_those_of_the_careful_reader(proven: list[bool]) -> None:
    num_equal = 0
    for data in logs():
        reader, first = ContentReader(data), first_records.FirstRecords(data)
        for block in scan_log(data).blocks:
            if block.type.name == "AVRO_DATA_BLOCK" and block.why is None:
                content = reader.read(block)
                if content.schema is None:
                    continue
                records = first.read(block, reader.schema(block), 2)
                if records is not None:
                    assert content.rejection is None
                    assert content.records is not None
                    assert records == list(content.records)[:2]
                    num_equal += 1
    assert num_equal > 10


# --- trees --------------------------------------------------------------------------------------------------


def printed(inspection: Inspection, width: int, *, with_hex: bool, is_plain: bool) -> str:
    console = echo.console(wide=True)
    console.file, console.width = io.StringIO(), width
    if is_plain:
        print_tree(console, inspection, with_hex=with_hex)
    else:
        console.print(tree(inspection, with_hex=with_hex))
    return console.file.getvalue()


@pytest.mark.parametrize("width", [10, 40, 80, 240])
def test_a_tree_in_a_pipe_is_that_of_the_console(width: int) -> None:
    rng = random.Random(SEED)
    folders = (resources.fixtures_dir() / "log", resources.fixtures_dir() / "hfile")
    paths = [path for folder in folders for path in sorted(folder.iterdir()) if path.stat().st_size < 20_000]
    for path in rng.sample(paths, 8):
        for data in (path.read_bytes(), damaged(path.read_bytes(), rng)):
            shown = rng.choice([path.name, "名前 \x1b[1m" + path.name, "é" * 300, "a " * 200])
            inspection = inspect_file(data, name=shown)
            for with_hex in (False, True):
                got = printed(inspection, width, with_hex=with_hex, is_plain=True)
                assert got == printed(inspection, width, with_hex=with_hex, is_plain=False)
                assert max(map(len, got.splitlines())) <= width
