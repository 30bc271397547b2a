# SPDX-License-Identifier: Apache-2.0
"""Fields of an HFile by their paths: they tile the file, and hold what the stored views of it say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.hfile.fields import hfile_composites, hfile_fields, is_hfile
from hypothesis import example, given, settings
from hypothesis import strategies as st

FOLDER = resources.fixtures_dir() / "hfile"
# Uncompressed and small: their cells and index entries are split into fields.
NAMES = [
    "checksum_null",
    "tags_unchecked",
    "mvcc_widths",
    "families",
    "no_mvcc",
    "index_3_unchecked",
    "meta_many_unchecked",
    "hudi_uvarint_lengths",
    "tiny_2_0",
    "tiny_2_1",
    "version_2_2",
    "empty",
    "prefix_unchecked",
    "gz",
    "bloom_row_unchecked",
    "encrypted_claim",
]
DATA = {name: (FOLDER / f"{name}.hfile").read_bytes() for name in NAMES}


def view(name: str, kind: str) -> Any:
    return json.loads((FOLDER / f"{name}.{kind}.json").read_bytes())


def by_path(data: bytes) -> dict[str, Field]:
    return {field.path: field for field in hfile_fields(data)}


def assert_tiles(data: bytes) -> None:
    """Each byte is in one field, and each path occurs once."""
    fields = hfile_fields(data)
    pos = 0
    for field in fields:
        assert field.ofs == pos, field
        pos = field.end
    assert pos == len(data)
    assert len({field.path for field in fields}) == len(fields)


@pytest.mark.parametrize("name", NAMES)
def test_fields_tile_a_file(name: str) -> None:
    assert_tiles(DATA[name])


@settings(max_examples=30)
@given(st.sampled_from(NAMES), st.integers(min_value=0, max_value=10_000))
def test_fields_tile_what_is_left_of_a_file(name: str, len_left: int) -> None:
    assert_tiles(DATA[name][:len_left])


@settings(max_examples=30)
@given(st.sampled_from(NAMES), st.integers(min_value=0), st.integers(min_value=1, max_value=255))
@example("checksum_null", 368, 0x88)  # the last mvcc number of a block is wider than what is left of it
def test_fields_tile_a_file_with_a_changed_byte(name: str, ofs: int, change: int) -> None:
    data = bytearray(DATA[name])
    data[ofs % len(data)] ^= change
    assert_tiles(bytes(data))


@pytest.mark.parametrize("name", ["checksum_null", "tags_unchecked", "mvcc_widths", "families", "no_mvcc"])
def test_parts_of_cells_are_those_of_the_view(name: str) -> None:
    fields = by_path(DATA[name])
    blocks = sorted({int(path.split("[")[1].split("]")[0]) for path in fields if ".cells[" in path})
    paths = [
        f"blocks[{block}].cells[{number}]"
        for block in blocks
        for number in range(
            len(
                [
                    path
                    for path in fields
                    if path.startswith(f"blocks[{block}].cells[") and path.endswith(".row")
                ]
            )
        )
    ]
    cells = view(name, "cells")["cells"]
    assert len(paths) == len(cells)
    for path, cell in zip(paths, cells, strict=True):
        for part in ("row", "family", "qualifier", "value"):
            expected = bytes.fromhex(cell[part])[:64]
            assert fields[f"{path}.{part}"].value == expected
            assert fields[f"{path}.{part}"].len == len(bytes.fromhex(cell[part]))
        assert fields[f"{path}.timestamp"].value == int(cell["timestamp"])
        assert fields[f"{path}.type"].value == cell["type"]
        assert fields[f"{path}.len_row"].value == len(cell["row"]) // 2
        if cell["tags"]:
            assert fields[f"{path}.tags"].value == bytes.fromhex(cell["tags"])[:64]


@pytest.mark.parametrize(
    "name", ["checksum_null", "index_3_unchecked", "meta_many_unchecked", "hudi_uvarint_lengths"]
)
def test_parts_of_index_entries_are_those_of_the_view(name: str) -> None:
    fields = by_path(DATA[name])
    index = view(name, "index")
    stored = {
        (field.value, fields[f"{path[:-4]}.size"].value, fields[f"{path[:-4]}.key"].value)
        for path, field in fields.items()
        if path.endswith(".ofs") and ".entries[" in path
    }
    for entry in (*index["root"], *index["data"], *index["meta"]):
        key = bytes.fromhex(entry.get("key", entry.get("name")))
        assert (int(entry["ofs"]), entry["size"], key[:64]) in stored


@pytest.mark.parametrize("name", ["tiny_2_0", "tiny_2_1"])
def test_fixed_fields_of_a_trailer_are_those_of_the_view(name: str) -> None:
    fields = by_path(DATA[name])
    trailer = view(name, "trailer")
    for member in ("file_info_offset", "entry_count", "data_index_count", "compression_codec"):
        assert fields[f"trailer.fields.{member}"].value == int(trailer[member])
    assert fields["trailer.major"].value == trailer["major"]
    assert fields["trailer.minor"].value == trailer["minor"]


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        pytest.param("checksum_null", "trailer.fields.entry_count", b"\x14", id="cells"),
        pytest.param("checksum_null", "trailer.fields.load_on_open_data_offset", b"\xc1\x07", id="offset"),
        pytest.param("checksum_null", "trailer.len_message", b"\x49", id="length"),
        pytest.param("encrypted_claim", "trailer.fields.encryption_key", None, id="key"),
    ],
)
def test_fields_of_a_message_are_its_bytes(name: str, path: str, value: bytes | None) -> None:
    field = by_path(DATA[name])[path]
    if value is not None:
        assert field.value == value
    assert DATA[name][field.ofs : field.end][:64] == field.value


def test_a_composite_spans_its_parts() -> None:
    composites = hfile_composites(DATA["checksum_null"])
    assert composites["blocks[0].payload"] == (33, 336)
    assert composites["blocks[0].checksums"] == (369, 4)
    assert composites["blocks[0].cells[0].key"] == (41, 19)  # length of the row up to the type
    assert composites["trailer.message"] == (1371, 73)


def test_composites_of_a_damaged_file_end_where_its_blocks_do() -> None:
    damaged = DATA["checksum_null"].replace(b"IDXROOT2", b"IDXROOT9", 1)
    composites = hfile_composites(damaged)
    assert "blocks[2].payload" in composites
    assert "blocks[3].payload" not in composites


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"", False, id="empty"),
        pytest.param(b"\0\0\3", False, id="three bytes"),
        pytest.param(b"\3\0\0\3", False, id="a version alone"),
        pytest.param(bytes(4092) + b"\3\0\0\3", False, id="no magic"),
        pytest.param(b'TRABLK"$' + bytes(4084) + b"\3\0\0\3", True, id="trailer of 4,096 bytes"),
        pytest.param(b'TRABLK"$' + bytes(4083) + b"\3\0\0\3", False, id="one byte less"),
        pytest.param(b'TRABLK"$' + bytes(200) + b"\0\0\0\2", True, id="trailer of 212 bytes"),
        pytest.param(b'TRABLK"$' + bytes(200) + b"\0\0\0\4", False, id="unknown version"),
    ],
)
def test_a_magic_in_front_of_the_trailer_makes_an_hfile(data: bytes, expected: bool) -> None:
    assert is_hfile(data) is expected


def test_a_path_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file.hfile"
    path.write_bytes(DATA["tiny_2_0"])
    assert hfile_fields(path) == hfile_fields(DATA["tiny_2_0"])
