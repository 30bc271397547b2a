# SPDX-License-Identifier: Apache-2.0
"""Records as Arrow batches: equal to the careful decoder on good and bad files, and really by the kernel."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from bulk_factory import INSTANT, avro_block, avro_content, batches_of, datum, frame, log_fixtures, record
from hudi_conformance.decode.bulk import avro_arrow, framing, rows
from hudi_conformance.decode.bulk.avro_arrow import decode_block_to_arrow, iter_record_batches
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.log import BlockContent, LogBlock
from instruments.fuzz.equality import bulk_records as bulk
from instruments.fuzz.equality import careful_records as careful
from sampling import at_length

pytest.importorskip("numba", reason="needs the extra `fast`")

SCHEMA = record(a="long", b=["null", "string"])
SCHEMA_WIDE = record(
    items={
        "type": "array",
        "items": [
            "null",
            {
                "type": "record",
                "name": "Wide",
                "fields": [{"name": f"f{n}", "type": "double"} for n in range(40)],
            },
        ],
    }
)


def rows_of(*values: tuple[int, str | None]) -> list[bytes]:
    return [datum(SCHEMA, {"a": a, "b": b}) for a, b in values]


@pytest.fixture
def careful_blocks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Offsets of the blocks that the careful decoder is asked for, but not where the test itself asks."""
    asked: list[int] = []

    class Watched(ContentReader):
        def walk(self, block: LogBlock) -> Generator[AvroValue, None, BlockContent]:
            asked.append(block.span.ofs)
            return super().walk(block)

    monkeypatch.setattr(avro_arrow, "ContentReader", Watched)
    return asked


@pytest.mark.sampled(3)
@pytest.mark.parametrize("batch_rows", [2, 65536])
@pytest.mark.parametrize("path", log_fixtures(), ids=lambda path: path.stem)
def test_equals_the_careful_decoder_on_every_fixture(path: Path, batch_rows: int) -> None:
    data = path.read_bytes()
    assert bulk(data, batch_rows) == careful(data)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", log_fixtures(), ids=lambda path: path.stem)
def test_equals_the_careful_decoder_without_numba(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(avro_arrow, "has_kernels", lambda: False)
    data = path.read_bytes()
    assert bulk(data) == careful(data)


def test_the_extra_may_be_missing() -> None:
    path = next(path for path in log_fixtures() if path.stem == "avro_records")
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches\n"
        "from hudi_conformance.decode.bulk.framing import has_kernels, scan_log_fast\n"
        "print(has_kernels(), sum(b.num_rows for b in iter_record_batches(sys.argv[1])), "
        "len(list(scan_log_fast(sys.argv[1]))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    rows, _, _ = careful(path.read_bytes())
    assert done.stdout.split() == ["False", str(len(rows)), str(len(scan_log(path).blocks))]


@pytest.mark.parametrize(
    "name", ["avro_delete_command", "avro_records", "cdc_data_before_after", "cdc_two_blocks"]
)
def test_the_kernel_reads_intact_blocks_alone(name: str, careful_blocks: list[int]) -> None:
    (path,) = [path for path in log_fixtures() if path.stem == name]
    shown = bulk(path.read_bytes())
    assert shown[0]
    assert careful_blocks == []


def test_a_schema_that_was_met_without_kernels_has_a_program_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = json.dumps(record(met_without_kernels="long")).encode()
    with monkeypatch.context() as patched:
        patched.setattr(avro_arrow, "has_kernels", lambda: False)
        without = avro_arrow.columns_of_text(text)
    with_kernels = avro_arrow.columns_of_text(text)
    assert without is not None
    assert without.program is None
    assert with_kernels is not None
    assert with_kernels.program is not None


def test_equals_the_careful_decoder_after_random_changes() -> None:
    rng = random.Random(11)
    for path in log_fixtures():
        good = path.read_bytes()
        if len(good) > 20_000:
            continue
        spans = [
            block.content for block in scan_log(good).blocks if block.type in {3, 6} and block.content.len
        ]
        for _ in range(at_length(25, 8) if spans else 0):
            data = bytearray(good)
            for _ in range(rng.choice((1, 1, 2, 8))):
                span = rng.choice(spans)
                data[rng.randrange(span.ofs, span.end)] = rng.choice(
                    (0, 1, 2, 0x7F, 0x80, 0xFF, rng.randrange(256))
                )
            assert bulk(bytes(data), rng.choice((3, 65536))) == careful(bytes(data)), path.name


def test_records_behind_a_count_of_zero_are_told() -> None:
    """No row of the block says that something is wrong with it."""
    (path,) = [path for path in log_fixtures() if path.stem == "three_avro"]
    good = path.read_bytes()
    for block in scan_log(good).blocks:
        data = bytearray(good)
        data[block.content.ofs + 4 : block.content.ofs + 8] = bytes(4)
        rows, refusals, told = bulk(bytes(data))
        assert (rows, refusals, told) == careful(bytes(data))
        assert [entry[:3] for entry in told] == [(block.span.ofs, "log.avro.form", "trailing-bytes")]


ENUM = {"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}
DECIMAL = {"type": "bytes", "logicalType": "decimal", "precision": 2}
MANY_80 = b"\x80" * 9


@pytest.mark.parametrize(
    ("type_", "good", "bad"),
    [
        ("boolean", b"\x01", b"\x02"),
        ("boolean", b"\x00", b""),
        ("int", b"\xff\xff\xff\xff\x0f", b"\xff\xff\xff\xff\x1f"),
        ("int", b"\x80\x80\x00", b"\x80\x80\x80\x80\x80\x00"),
        ("int", b"\x80\x01", b"\x80"),
        ("long", b"\xff" * 9 + b"\x01", b"\xff" * 9 + b"\x03"),
        ("long", MANY_80 + b"\x01", MANY_80 + b"\x80\x00"),
        ("float", bytes(4), bytes(3)),
        ("double", bytes(8), bytes(7)),
        ("string", b"\x04ab", b"\x06ab"),
        ("string", b"\x00", b"\x01"),
        ("bytes", b"\x04\xff\xff", b"\x04\xff"),
        ({"type": "fixed", "name": "F", "size": 3}, b"abc", b"ab"),
        (ENUM, b"\x04", b"\x06"),
        (ENUM, b"\x00", b"\x01"),
        (DECIMAL, b"\x02\x63", b"\x02\x64"),
        (DECIMAL, b"\x02\x9d", b"\x02\x9c"),
        (DECIMAL, b"\x08\x00\x00\x00\x00", b"\x00"),
        (["null", "int"], b"\x00", b"\x04"),
        (["int", "null"], b"\x02", b"\x01"),
        (["null", "int"], b"\x02\x02", b""),
        ({"type": "array", "items": "int"}, b"\x02\x02\x02\x04\x00", b"\x06\x02\x02"),
        ({"type": "array", "items": "int"}, b"\x00", b"\x02\x02"),
        ({"type": "array", "items": "int"}, b"\x02\x02\x00", b"\x01\x02\x02\x00"),
        ({"type": "map", "values": "int"}, b"\x02\x02k\x02\x00", b"\x02\x02k\x02\x04"),
    ],
)
def test_the_edge_between_regular_and_not(
    type_: Any, good: bytes, bad: bytes, careful_blocks: list[int]
) -> None:
    """The kernel takes a datum up to its limit, and what is beyond is for the careful decoder."""
    regular = avro_block(record(v=type_), [good])
    assert bulk(regular) == careful(regular)
    assert careful_blocks == []
    irregular = avro_block(record(v=type_), [good, bad])
    assert bulk(irregular) == careful(irregular)
    assert careful_blocks == [0]


@pytest.mark.parametrize("too_long", range(1, 6))
def test_a_record_that_reaches_into_what_follows_its_content(too_long: int) -> None:
    content = struct.pack(">iii", 3, 1, 2 + too_long) + b"\x02\x00"
    data = frame([(0, INSTANT.encode()), (2, json.dumps(SCHEMA).encode())], content)
    assert bulk(data) == careful(data)
    assert bulk(data)[1]


def test_a_schema_that_begins_with_another_is_another() -> None:
    text = json.dumps(SCHEMA).encode()
    content = avro_content(rows_of((1, "a")))
    blocks = [frame([(0, b"1"), (2, schema)], content) for schema in (text, text + b"x", text)]
    data = b"".join(blocks)
    assert bulk(data) == careful(data)
    assert [why.code for _, why in bulk(data)[1]] == ["bad-schema"]


def test_small_blocks_of_one_schema_share_a_batch(careful_blocks: list[int]) -> None:
    data = b"".join(avro_block(SCHEMA, rows_of((n, "x" * n), (n, None))) for n in range(50))
    (batch,) = batches_of(data)
    assert batch.num_rows == 100
    assert batch.schema == pa.schema([pa.field("a", pa.int64(), nullable=False), pa.field("b", pa.string())])
    assert [len(b) for b in batches_of(data, batch_rows=33)] == [33, 33, 33, 1]
    assert careful_blocks == []


def test_other_blocks_between_do_not_break_a_run() -> None:
    rollback = frame([(0, INSTANT.encode()), (1, b"1"), (3, b"0")], b"", 0)
    block = avro_block(SCHEMA, rows_of((1, "a")))
    assert [len(b) for b in batches_of(block + rollback + block)] == [2]


def test_another_schema_is_another_batch() -> None:
    other = record(a="long", b=["null", "bytes"])
    data = avro_block(SCHEMA, rows_of((1, "a"))) + avro_block(other, [datum(other, {"a": 2, "b": b"\xff"})])
    assert [batch.to_pylist() for batch in batches_of(data)] == [
        [{"a": 1, "b": "a"}],
        [{"a": 2, "b": b"\xff"}],
    ]


def test_a_bad_record_costs_its_block_and_no_other(careful_blocks: list[int]) -> None:
    good = avro_block(SCHEMA, rows_of((1, "a"), (2, "b"), (3, None)))
    bad = avro_block(SCHEMA, [*rows_of((4, "c"), (5, "d")), b"\x02\x04", *rows_of((6, None))])
    data = good + bad + good
    for batch_rows in (1, 2, 4, 65536):
        careful_blocks.clear()
        shown = bulk(data, batch_rows)
        assert shown == careful(data)
        assert careful_blocks == [len(good)]
        assert [row[1]["a"] for row in shown[0]] == ["1", "2", "3", "4", "5", "1", "2", "3"]
        assert [why.code for _, why in shown[1]] == ["schema-mismatch"]


def test_text_that_is_not_utf8_is_found_in_the_block_that_has_it(careful_blocks: list[int]) -> None:
    good = avro_block(SCHEMA, rows_of((1, "ä"), (2, "\U0001f600")))
    bad = avro_block(SCHEMA, [b"\x02\x02\x04\xc3\x28"])
    data = good * 3 + bad + good * 2 + bad
    shown = bulk(data)
    assert shown == careful(data)
    assert shown[0][6][1]["b"] == {"$utf8": "c328"}
    assert careful_blocks == [3 * len(good), 5 * len(good) + len(bad)]


def test_a_rejection_is_raised_when_nobody_takes_it() -> None:
    bad = avro_block(SCHEMA, [*rows_of((4, "c")), b"\x02\x04"])
    walk = iter_record_batches(bad)
    assert next(walk).num_rows == 1
    with pytest.raises(Reject, match=r"log\.avro\.datum"):
        next(walk)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        bytes(7),
        struct.pack(">ii", 0, 0),
        struct.pack(">ii", 4, 0),
        struct.pack(">ii", 3, -1),
        struct.pack(">ii", 3, 1 << 30),
        struct.pack(">iii", 3, 1, -1),
        struct.pack(">iii", 3, 1, 1 << 30),
        struct.pack(">ii", 3, 2) + struct.pack(">i", 2) + b"\x02\x00" + b"\0\0",
        avro_content(rows_of((1, None))) + b"after the last record",
        avro_content([rows_of((1, None))[0] + b"padding"]),
        avro_content([]),
    ],
)
def test_a_content_that_is_not_as_it_should_be(content: bytes) -> None:
    header = [(0, INSTANT.encode()), (2, json.dumps(SCHEMA).encode())]
    data = (
        avro_block(SCHEMA, rows_of((7, "g"))) + frame(header, content) + avro_block(SCHEMA, rows_of((8, "h")))
    )
    assert bulk(data) == careful(data)


def test_a_block_without_instant_or_schema_is_for_the_careful_decoder(careful_blocks: list[int]) -> None:
    content = avro_content(rows_of((1, "a")))
    schema = json.dumps(SCHEMA).encode()
    no_instant, no_schema, bad = (
        frame([(2, schema)], content),
        frame([(0, b"1")], content),
        frame([(0, b"1"), (2, b"{")], content),
    )
    data = no_instant + no_schema + bad
    shown = bulk(data)
    assert shown == careful(data)
    assert [why.code for _, why in shown[1]] == ["missing-field", "missing-field", "bad-schema"]
    assert len(careful_blocks) == 3


def test_columns_grow_with_what_is_in_them(careful_blocks: list[int]) -> None:
    rng = random.Random(5)
    schema = record(s="string", a={"type": "array", "items": {"type": "map", "values": "bytes"}})
    values = [
        {
            "s": "é" * rng.choice((0, 3, 5000)),
            "a": [{f"k{i}": bytes(rng.randrange(900)) for i in range(rng.randrange(4))}]
            * rng.choice((0, 1, 300)),
        }
        for _ in range(60)
    ]
    data = avro_block(schema, [datum(schema, value) for value in values]) * 2
    assert bulk(data) == careful(data)
    assert careful_blocks == []


def test_absent_values_that_would_take_too_much_memory_become_json(monkeypatch: pytest.MonkeyPatch) -> None:
    from hudi_conformance.decode.bulk import columns

    monkeypatch.setattr(columns, "MAX_BYTES", 1 << 20)
    monkeypatch.setattr(rows, "MAX_BYTES", 1 << 20)
    row = {"items": [None] * 5000}
    data = avro_block(SCHEMA_WIDE, [datum(SCHEMA_WIDE, row)])
    assert len(data) < 12_000
    assert bulk(data) == careful(data)
    (batch,) = batches_of(data)
    assert batch.schema.field("items").type == pa.string()


def test_wide_rows_make_small_batches() -> None:
    schema = record(**{f"f{n}": ["null", "double"] for n in range(1500)})
    row = datum(schema, {f"f{n}": None for n in range(1500)})
    data = avro_block(schema, [row] * 9000)
    sizes = [batch.num_rows for batch in batches_of(data)]
    assert sum(sizes) == 9000
    assert max(sizes) < 6000


def test_block_columns() -> None:
    first = avro_block(SCHEMA, rows_of((1, "a"), (2, "b")))
    second = frame(
        [(0, "später".encode()), (2, json.dumps(SCHEMA).encode())], avro_content(rows_of((3, "c")))
    )
    (batch,) = batches_of(first + second, with_block=True)
    assert batch.schema.names == ["a", "b", "hudi_block_ofs", "hudi_block_instant"]
    assert batch.column(2).to_pylist() == [0, 0, len(first)]
    assert batch.column(3).to_pylist() == [INSTANT, INSTANT, "später"]


def test_one_block_alone() -> None:
    good = avro_block(SCHEMA, rows_of((1, "a"), (2, "b")))
    bad = avro_block(SCHEMA, [*rows_of((4, "c")), b"\x02\x04"])
    data = good + bad + good + frame([(0, b"1"), (3, b"0")], b"", 0) + b"#HUDI#"
    found = [decode_block_to_arrow(data, block) for block in scan_log(data).blocks]
    assert [[len(b) for b in batches] for batches, _ in found] == [[2], [1], [2], [], []]
    assert [why and why.code for _, why in found] == [None, "schema-mismatch", None, None, None]


def test_a_file_is_read_through_a_mapping_that_is_closed_after(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(avro_block(SCHEMA, rows_of((1, "a"))) * 30)
    batches = batches_of(path)
    path.write_bytes(b"")
    assert sum(batch.num_rows for batch in batches) == 30
    batches[0].validate(full=True)


def test_a_consumer_that_stops_early_leaves_nothing_pinned(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(avro_block(SCHEMA, rows_of((1, "a"))) * 30)
    walk = iter_record_batches(path, batch_rows=4)
    next(walk)
    walk.close()  # type: ignore[attr-defined] # a mapping that is still pinned cannot be closed


def test_no_batches_of_no_rows() -> None:
    assert batches_of(avro_block(SCHEMA, [])) == []
    with pytest.raises(ValueError, match="0 rows"):
        batches_of(b"", batch_rows=0)


def test_has_kernels_here() -> None:
    assert framing.has_kernels()
