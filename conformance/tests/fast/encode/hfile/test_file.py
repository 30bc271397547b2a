# SPDX-License-Identifier: Apache-2.0
"""HFiles of the reference writer: layout, index, Bloom filters, descriptions, fixtures."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters import reference_writer
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode import EncodeError
from hudi_conformance.encode.hfile.bloom import (
    BloomPlan,
    BloomWriter,
    bit_positions,
    jenkins,
    murmur,
    murmur3,
)
from hudi_conformance.encode.hfile.cells import LATEST, MAXIMUM, Cell, CellLayout, encode_key, fake_key
from hudi_conformance.encode.hfile.description import parse_hfile_description
from hudi_conformance.encode.hfile.encodings import encode_payload
from hudi_conformance.encode.hfile.file import WrittenHFile
from hudi_conformance.encode.hfile.index import encode_inner, encode_root
from hudi_conformance.encode.hfile.trailer import FIELDS
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.model.hfile import IndexEntry
from hypothesis import given
from hypothesis import strategies as st
from instruments.recipes import files as recipes
from instruments.writer.hfile_views import expected_views

FOLDER = resources.fixtures_dir() / "hfile"
CELLS = [{"count": 12, "row_text": "row-{iii}", "value_text": "v{i}"}]


def made(**description: Any) -> WrittenHFile:
    return encode_hfile_description(description)


def refused(**description: Any) -> tuple[str, str]:
    with pytest.raises(EncodeError) as caught:
        made(**description)
    return caught.value.code, caught.value.requirement


# --- file --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compression", ["NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "BZIP2"])
@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_blocks_follow_each_other_and_every_index_entry_names_one(compression: str, levels: int) -> None:
    count = {1: 3, 2: 8, 3: 12, 4: 32}[levels]
    file = made(
        cells=[{**CELLS[0], "count": count}],
        compression=compression,
        block_size=20,
        index_block_size=100_000 if levels == 1 else 70,
        min_index_entries=100 if levels == 2 else 2,
    )
    assert file.levels == levels
    ends = [0, *(block.ofs + block.len for block in file.blocks)]
    assert ends[:-1] == [block.ofs for block in file.blocks]
    assert ends[-1] == len(file.data) - 4096
    sizes = {block.ofs: block.len for block in file.blocks}
    for entry in (*file.root, *file.data_index, *file.meta_index):
        assert sizes[entry.ofs] == entry.size
    assert len(file.data_index) == count
    kinds = {block.type.name for block in file.blocks}
    assert ("LEAF_INDEX" in kinds, "INTERMEDIATE_INDEX" in kinds) == (levels > 1, levels > 2)
    assert (file.mid_key is None) == (levels == 1)


def test_mid_key_is_the_entry_in_the_middle() -> None:
    for count in range(2, 20):
        file = made(cells=[{**CELLS[0], "count": count}], block_size=20, index_block_size=120)
        if file.mid_key is None:
            continue
        leaves = {block.ofs: block for block in file.blocks if block.type.name == "LEAF_INDEX"}
        leaf = leaves[file.mid_key.ofs]
        (start,) = struct.unpack_from(">i", leaf.payload, 4 + 4 * file.mid_key.entry)
        (num,) = struct.unpack_from(">i", leaf.payload)
        named = struct.unpack_from(">q", leaf.payload, 4 + 4 * (num + 1) + start)[0]
        assert named == file.data_index[(count - 1) // 2].ofs
        assert file.mid_key.size == leaf.len


@pytest.mark.parametrize(
    ("major", "minor", "size", "ending"),
    [(3, 3, 4096, "03000003"), (3, 0, 4096, "00000003"), (2, 3, 212, "03000002"), (2, 0, 212, "00000002")],
)
def test_versions(major: int, minor: int, size: int, ending: str) -> None:
    file = made(cells=CELLS, major=major, minor=minor)
    assert file.data[-4:].hex() == ending
    assert file.data[-size:][:8] == b'TRABLK"$'
    len_header = 24 if (major, minor) == (2, 0) else 33
    assert file.data[len_header:][: file.blocks[0].uncompressed_size] == file.blocks[0].payload
    assert (file.blocks[-1].payload[:4] == b"PBUF") == (minor > 1 or major == 3)


def test_empty_files() -> None:
    hbase, old, hudi = made(cells=[]), made(cells=[], minor=0), made(cells=[], style="hudi-io")
    assert [block.type.name for block in hbase.blocks] == ["ROOT_INDEX", "ROOT_INDEX", "FILE_INFO"]
    for file, last in ((hbase, -1), (old, 0), (hudi, 0)):
        assert (file.trailer["first_data_block_offset"], file.trailer["last_data_block_offset"]) == (-1, last)
    assert b"hfile.LASTKEY" not in hbase.info
    assert hudi.info[b"hfile.LASTKEY"] == b""


def test_equal_keys_stay_in_one_block() -> None:
    cells = [{"row_text": "a"}, {"row_text": "b", "count": 4, "value_text": "{i}"}, {"row_text": "c"}]
    assert [len(block.payload) for block in made(cells=cells, block_size=1).blocks][:3] == [22, 4 * 23, 22]


# --- cells -------------------------------------------------------------------------------------------


PLAIN = CellLayout(tags=False, mvcc=False)


def cell(row: str, stamp: int, value: str, kind: int = 4) -> Cell:
    return Cell(row.encode(), b"f", b"q", stamp, kind, value.encode())


PAIR = [cell("r1", 300, "v"), cell("r2", 299, "v")]


@pytest.mark.parametrize(
    ("encoding", "payload"),
    [
        # id, plain size; key length, value length, common, key, value; rest of the second key
        (
            "PREFIX",
            """0002 00000032 10 01 00 0002 7231 01 66 71 000000000000012c 04 76
                      0d 01 03 32 01 66 71 000000000000012b 04 76""",
        ),
        # family; flag (two bytes of timestamp), lengths, row length and row, qualifier, timestamp, type;
        # then all the same, a difference of one byte
        ("DIFF", "0003 00000032 01 66 10 10 01 00 0002 7231 71 2c01 04 76 0f 03 32 71 01 76"),
        # seven bytes of the timestamp shared, same lengths, type and value
        ("FAST_DIFF", "0004 00000032 00 10 01 00 0002 7231 01 66 71 000000000000012c 04 76 7f 03 32 71 2b"),
        (
            "ROW_INDEX_V1",
            """0007 00000010 00000001 0002 7231 01 66 71 000000000000012c 04 76
                            00000010 00000001 0002 7232 01 66 71 000000000000012b 04 76
                            00000002 00000000 00000019 00000032""",
        ),
    ],
)
def test_encodings_of_a_pair(encoding: str, payload: str) -> None:
    assert encode_payload(PAIR, PLAIN, encoding) == bytes.fromhex(payload)


def test_tags_and_mvcc_follow_the_value() -> None:
    layout = CellLayout(tags=True, mvcc=True)
    one = Cell(b"r", value=b"v", tags=b"\x00\x01\x05", mvcc=300)
    assert layout.plain(one).endswith(b"v" + bytes.fromhex("0003 000105 8e012c"))
    assert encode_payload([one], layout, "PREFIX").endswith(b"v" + bytes.fromhex("03 000105 8e012c"))


# --- index -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "first", "fake"),
    [
        ((b"row-00009", b"f", b"q"), (b"row-00010", b"f", b"q"), (b"row-0001", b"", b"")),
        ((b"a", b"f", b"q"), (b"ab", b"f", b"q"), (b"a\x00", b"", b"")),
        ((b"a\xff", b"f", b"q"), (b"b", b"f", b"q"), (b"b", b"", b"")),
        ((b"a", b"f", b"q"), (b"a", b"h", b"q"), (b"a", b"g", b"")),
        ((b"a", b"f", b"q11"), (b"a", b"f", b"q19"), (b"a", b"f", b"q12")),
    ],
)
def test_fake_keys(last: tuple[bytes, ...], first: tuple[bytes, ...], fake: tuple[bytes, ...]) -> None:
    key = fake_key(Cell(*last, timestamp=5), Cell(*first, timestamp=9))
    assert key == encode_key(*fake, LATEST, MAXIMUM)


def test_nothing_to_shorten() -> None:
    assert fake_key(Cell(b"a", timestamp=5), Cell(b"a", timestamp=4)) == Cell(b"a", timestamp=4).key


def test_index_layouts() -> None:
    entries = [IndexEntry(1, 2, b"a"), IndexEntry(3, 4, b"b" * 128)]
    first, second = bytes.fromhex("0000000000000001 00000002"), bytes.fromhex("0000000000000003 00000004")
    assert encode_root(entries) == first + b"\x01a" + second + b"\x8f\x80" + b"b" * 128
    assert encode_root(entries[1:], uvarint_lengths=True) == second + b"\x80\x01" + b"b" * 128
    table = struct.pack(">4i", 2, 0, 13, 153)
    assert encode_inner(entries) == table + first + b"a" + second + b"b" * 128


# --- Bloom filters -----------------------------------------------------------------------------------


def test_hashes() -> None:
    assert (jenkins(b"", 0), jenkins(b"", 0xDEADBEEF)) == (0xDEADBEEF, 0xBD5B7DDE)
    assert (jenkins(b"Four score and seven years ago", 0), jenkins(b"Four score and seven years ago", 1)) == (
        0x17770551,
        0xCD628161,
    )
    assert [murmur3(b"", 0), murmur3(b"", 1)] == [0, 0x514E28B7]
    assert [murmur3(b"test", 0), murmur3(b"Hello, world!", 1234)] == [0xBA6BD213, 0xFAF6CDB3]
    assert murmur(b"", 0) == 0


def test_every_key_is_in_its_chunk() -> None:
    filter_ = BloomWriter(BloomPlan(len_chunk=128))
    chunks: list[bytes] = []

    def keep(bits: bytes) -> tuple[int, int]:
        chunks.append(bits)
        return len(chunks) - 1, len(bits)

    rows = [f"row-{i:04}".encode() for i in range(300)]
    for row in rows:
        filter_.add(Cell(row))
        filter_.add(Cell(row, qualifier=b"again"))
        filter_.write_chunks(keep, closing=False)
    filter_.write_chunks(keep, closing=True)
    assert (filter_.num_keys, filter_.num_bytes) == (300, sum(map(len, chunks)))
    assert len(chunks) == len(filter_.index) > 2

    def possible(row: bytes) -> bool:
        i = max((i for i, entry in enumerate(filter_.index) if entry.key <= row), default=0)
        bits = bit_positions(row, "murmur", filter_.num_hashes, len(chunks[i]) * 8)
        return all(chunks[i][bit >> 3] >> (bit & 7) & 1 for bit in bits)

    assert all(possible(row) for row in rows)
    assert sum(possible(row + b"x") for row in rows) < 15


# --- descriptions ------------------------------------------------------------------------------------


def test_records_have_their_key_as_row() -> None:
    schema = json.dumps({"type": "record", "name": "m", "fields": [{"name": "key", "type": "string"}]})
    file = made(style="hudi-io", schema=schema, records=[{"key": "k1"}, {"key": "k2"}])
    assert [(one.row, one.value) for one in file.plan.cells] == [(b"k1", b"\x00"), (b"k2", b"\x00")]
    assert expected_views(file)["records"] == {"schema": schema, "records": [{"key": "k1"}, {"key": "k2"}]}


def test_the_adapter_writes_and_refuses() -> None:
    request = {"v": 1, "seq": "1", "cmd": "hfile.write", "args": {"write": {"cells": CELLS}}}
    assert reference_writer.answer(request)["answer"] == "value"
    refusal = reference_writer.answer({**request, "args": {"write": {"cells": 1}}})
    assert (refusal["answer"], refusal["code"]) == ("reject", "bad-value")
    assert reference_writer.answer({**request, "args": None})["answer"] == "reject"


# --- fixtures ----------------------------------------------------------------------------------------


def test_no_fixture_differs_from_its_recipe() -> None:
    assert [(path.name, what) for path, _, what in recipes.hfile_differences()] == []


def test_recipes_cover_the_format() -> None:
    described = [canonical_json.loads(path.read_bytes()) for path in recipes.hfile_recipe_files()]
    assert len(described) >= 70

    def values(name: str, default: Any) -> set[Any]:
        return {one.get(name, default) for one in described}

    assert values("compression", "NONE") == {"NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "BZIP2"}
    assert values("checksum", "CRC32C") == {"NULL", "CRC32", "CRC32C"}
    assert values("encoding", "NONE") == {"NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1"}
    assert values("style", "hbase") == {"hbase", "hudi-io"}
    assert values("index_keys", "full") == {"full", "row_only", "fake"}
    levels = {json.loads(path.read_text(encoding="utf-8"))["levels"] for path in FOLDER.glob("*.index.json")}
    assert levels == {1, 2, 3, 4}


def test_damaged_fixtures_have_no_expected_values_and_others_do() -> None:
    damaged = 0
    for recipe in recipes.hfile_recipe_files():
        name = recipe.name.removesuffix(recipes.SUFFIX)
        plan = parse_hfile_description(canonical_json.loads(recipe.read_bytes()))
        damaged += plan.knobs.is_damage
        for view in ("trailer", "blocks", "info", "index", "cells", "meta"):
            assert (FOLDER / f"{name}.{view}.json").is_file() != plan.knobs.is_damage, f"{name}.{view}"
        assert plan.knobs.is_damage or not name.startswith("bomb_")
    assert damaged >= 30


def test_an_hfile_that_grows_too_large_is_refused(tmp_path: Any) -> None:
    recipe = tmp_path / "big.write.json"
    recipe.write_text(json.dumps({"cells": [{"value": {"hex": "00", "times": recipes.MAX_BYTES}}]}))
    with pytest.raises(ValueError, match="at most 65536 bytes"):
        recipes.hfile_products(recipe)


# --- hostile descriptions ----------------------------------------------------------------------------

NUMBERS = st.one_of(st.integers(-3, 40), st.sampled_from([2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 2**64]))
BLOCKS = ["DATA[0]", "DATA[1]", "ROOT_INDEX[0]", "LEAF_INDEX[0]", "FILE_INFO[0]", "X[0]", "DATA[-1]"]
NAMED = st.sampled_from(BLOCKS)
HOSTILE = st.fixed_dictionaries(
    {
        "cells": st.lists(
            st.fixed_dictionaries(
                {"row_text": st.text(max_size=3)},
                optional={
                    "type": NUMBERS,
                    "timestamp": NUMBERS,
                    "mvcc": NUMBERS,
                    "count": st.integers(-1, 30),
                    "timestamp_step": NUMBERS,
                    "tags_text": st.text(max_size=3),
                    "family_text": st.text(max_size=2),
                },
            ),
            max_size=4,
        )
    },
    optional={
        "major": st.sampled_from([2, 3]),
        "minor": st.sampled_from([0, 1, 2, 3]),
        "block_size": NUMBERS,
        "index_block_size": NUMBERS,
        "min_index_entries": NUMBERS,
        "bytes_per_checksum": NUMBERS,
        "encoding": st.sampled_from(["NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1"]),
        "compression": st.sampled_from(["NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "BZIP2"]),
        "tags": st.booleans(),
        "mvcc": st.booleans(),
        "style": st.sampled_from(["hbase", "hudi-io"]),
        "bloom": st.fixed_dictionaries(
            {}, optional={"chunk_bytes": st.integers(-1, 500), "error": st.floats()}
        ),
        "knobs": st.fixed_dictionaries(
            {},
            optional={
                "unsorted": st.booleans(),
                "any_tags": st.booleans(),
                "long_rows": st.booleans(),
                "chunk_bytes": NUMBERS,
                "boundaries": st.lists(NUMBERS, max_size=3),
                "trailer": st.dictionaries(
                    st.sampled_from([*FIELDS]), st.one_of(st.none(), NUMBERS), max_size=3
                ),
                "index": st.lists(
                    st.fixed_dictionaries(
                        {"block": NAMED, "entry": NUMBERS, "ofs": st.one_of(NAMED, NUMBERS)}
                    ),
                    max_size=2,
                ),
                "blocks": st.dictionaries(
                    NAMED,
                    st.fixed_dictionaries(
                        {},
                        optional={
                            "payload_cut": NUMBERS,
                            "uncompressed_size": NUMBERS,
                            "prev_block_offset": NUMBERS,
                            "payload_edits": st.lists(
                                st.tuples(NUMBERS, st.just("ff")).map(list), max_size=2
                            ),
                        },
                    ),
                    max_size=2,
                ),
            },
        ),
    },
)


@given(HOSTILE)
def test_no_description_makes_the_writer_fall_over(description: Any) -> None:
    try:
        file = encode_hfile_description(description)
    except EncodeError:
        return
    canonical_json.pretty(expected_views(file))


def test_a_description_of_nothing_is_a_file_without_cells() -> None:
    assert made().data == made(cells=[]).data
