# SPDX-License-Identifier: Apache-2.0
"""Fields of files: their bytes, widths and lengths, and what the reference writer's views say of them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.fields import Field
from hudi_conformance.inspect import inspect_file
from hypothesis import given, settings
from hypothesis import strategies as st

FIXTURES = resources.fixtures_dir()
SMALL = 12_000
LOGS = [path for path in sorted((FIXTURES / "log").glob("*.log")) if 0 < path.stat().st_size < SMALL]
HFILES = [path for path in sorted((FIXTURES / "hfile").glob("*.hfile")) if path.stat().st_size < SMALL]
VIEWED = [path for path in HFILES if path.with_suffix(".blocks.json").is_file()]
# Bytes of fields of fixed width, by the last name of their paths.
WIDTHS = {
    "log": {
        "magic": 6,
        "len_block": 8,
        "format_version": 4,
        "block_type": 4,
        "num_entries": 4,
        "key": 4,
        "len_value": 4,
        "len_content": 8,
        "len_payload": 4,
        "num_records": 4,
        "len_datum": 4,
        "len_trailing": 8,
    },
    "hfile": {
        "magic": 8,
        "on_disk_size_without_header": 4,
        "uncompressed_size_without_header": 4,
        "prev_block_offset": 8,
        "checksum_type": 1,
        "bytes_per_checksum": 4,
        "on_disk_data_size_with_header": 4,
        "num_entries": 4,
        "ofs": 8,
        "size": 4,
        "len_row": 2,
        "len_family": 1,
        "timestamp": 8,
        "type": 1,
        "minor": 1,
        "major": 3,
    },
}
HEADER = (
    "on_disk_size_without_header",
    "uncompressed_size_without_header",
    "prev_block_offset",
    "checksum_type",
    "bytes_per_checksum",
    "on_disk_data_size_with_header",
)


def by_stem(path: Path) -> str:
    return path.stem


def fields_of(path: Path) -> list[Field]:
    return [note.field for part in inspect_file(path).parts for note in part.notes]


def view(path: Path, name: str) -> Any:
    return json.loads(path.with_suffix(f".{name}.json").read_text("utf-8"))


def is_value(field: Field, data: bytes) -> bool:
    """Whether the value is the number of the field's bytes, or these, cut after 64."""
    own = data[field.ofs : field.end]
    if isinstance(field.value, int):
        return field.value in {int.from_bytes(own, "big"), int.from_bytes(own, "big", signed=True)}
    return field.value == own[:64]


def check_structure(fields: list[Field], data: bytes, kind: str) -> None:
    """Fields take each byte once and in order, of fixed widths; values are their bytes; no path is twice."""
    assert [field.ofs for field in fields[:1]] == [0] * bool(fields)
    assert all(field.end == later.ofs for field, later in pairwise(fields))
    assert sum(field.len for field in fields) == len(data)
    assert [field.path for field in fields if not is_value(field, data)] == []
    assert len({field.path for field in fields}) == len(fields)
    for field in fields:
        head, _, name = field.path.rpartition(".")
        width = None if head.startswith("trailer.fields") else WIDTHS[kind].get(name)
        assert width in {None, field.len}, field.path


def check_blocks(paths: dict[str, Field], blocks: list[dict[str, Any]]) -> None:
    """Blocks of an HFile lie where the writer put them, and their headers say what it wrote."""
    assert f"blocks[{len(blocks)}].magic" not in paths
    for number, block in enumerate(blocks):
        start = f"blocks[{number}]"
        assert paths[f"{start}.magic"].ofs == int(block["ofs"])
        for name in HEADER:
            field = paths.get(f"{start}.{name}")
            expected = None if block.get(name) is None else int(block[name])
            assert (None if field is None else field.value) == expected, f"{start}.{name}"


def check_cells(fields: dict[str, Field], path: Path) -> None:
    """Cells are those that the writer wrote; compressed or encoded ones have no bytes of their own."""
    cells = [name for name in fields if re.fullmatch(r"blocks\[\d+\]\.cells\[\d+\]\.row", name)]
    if not cells or any(block["type"] == "ENCODED_DATA" for block in view(path, "blocks")["blocks"]):
        return
    expected = view(path, "cells")["cells"]
    assert len(cells) == len(expected)
    for name, cell in zip(cells, expected, strict=True):
        start = name.removesuffix("row")
        for member in ("row", "family", "qualifier", "value", "tags"):
            field = fields.get(f"{start}{member}")
            if isinstance(cell[member], str):  # a long one is a digest in the view
                assert (b"" if field is None else field.value) == bytes.fromhex(cell[member])[:64]
        assert str(fields[f"{start}timestamp"].value) == cell["timestamp"]
        assert fields[f"{start}type"].value == cell["type"]


def check_log_blocks(paths: dict[str, Field], blocks: list[dict[str, Any]]) -> None:
    """Blocks of a log file lie where the writer put them, with as many header entries."""
    for number, block in enumerate(blocks):
        start = f"blocks[{number}]"
        assert paths[f"{start}.magic"].ofs == int(block["ofs"])
        if block["kind"] != "CORRUPT_BLOCK":
            assert paths[f"{start}.len_content"].value == int(block["content"]["len"])
            num = paths[f"{start}.header.num_entries"].value
            assert isinstance(num, int)
            assert num >= len(block["header"])
            assert (f"{start}.header.entries[{num - 1}].value" in paths) is (num > 0)
            assert f"{start}.header.entries[{num}].value" not in paths


@pytest.mark.parametrize("path", LOGS, ids=by_stem)
def test_fields_of_log_files(path: Path) -> None:
    fields = fields_of(path)
    check_structure(fields, path.read_bytes(), "log")
    paths = {field.path: field for field in fields}
    for field in fields:
        head, _, name = field.path.rpartition(".")
        of = paths.get(f"{head}.{name.removeprefix('len_')}")
        if name.startswith("len_") and of is not None and isinstance(field.value, int):
            assert field.value == of.len, field.path
    if path.with_suffix(".scan.json").is_file():
        check_log_blocks(paths, view(path, "scan")["blocks"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", HFILES, ids=by_stem)
def test_fields_of_hfiles(path: Path) -> None:
    fields = fields_of(path)
    check_structure(fields, path.read_bytes(), "hfile")
    if path in VIEWED:
        paths = {field.path: field for field in fields}
        check_blocks(paths, view(path, "blocks")["blocks"])
        check_cells(paths, path)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_fields_of_damaged_files(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever is cut or changed, each byte is in one field."""
    kind = data.draw(st.sampled_from(["log", "hfile"]))
    source = data.draw(st.sampled_from(LOGS if kind == "log" else VIEWED))
    damaged = bytearray(source.read_bytes())
    damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    damaged = damaged[: data.draw(st.integers(min(16, len(damaged)), len(damaged)))]
    path = tmp_path_factory.mktemp("damaged") / f"a.{kind}"
    path.write_bytes(damaged)
    fields = fields_of(path)
    assert sum(field.len for field in fields) == len(damaged)
    assert all(field.end == later.ofs for field, later in pairwise(fields))
    assert all(is_value(field, damaged) for field in fields)


def test_values_of_bytes_that_are_refused() -> None:
    """A file without its first magic is one field, of which 64 bytes are the value."""
    data = bytes([0]) + LOGS[0].read_bytes()[1:]
    [field] = [note.field for part in inspect_file(data[:65], name="a.log").parts for note in part.notes]
    assert (field.path, field.len, field.value) == ("refused", 65, data[:64])
