# SPDX-License-Identifier: Apache-2.0
"""Contents of blocks: the writer's own model, damage inside of embedded files, positions, commands."""

from __future__ import annotations

import json
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest
from decode_maker import avro_content, raw_block
from hudi_conformance import errors, resources
from hudi_conformance.adapters.kaitai.python import answer
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.decode.hfile.codec import inflate
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.hfile_content import walk_cells
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.encode import encode_log
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Span
from hudi_conformance.model.hfile import Codec

LOGS = resources.fixtures_dir() / "log"
VIEWS = sorted(path for view in ("scan", "records", "positions") for path in LOGS.glob(f"*.{view}.json"))


@pytest.mark.parametrize("expected", VIEWS, ids=lambda path: path.name.removesuffix(".json"))
def test_fixture_reads_as_its_writer_meant_it(expected: Path) -> None:
    name, view, _ = expected.name.rsplit(".", 2)
    got = answer({"cmd": f"log.{view}", "in": {"path": str(LOGS / f"{name}.log")}})
    wanted = json.loads(expected.read_text("utf-8"))
    assert got["answer"] == "value", got
    assert canonical_json.dumps(got["value"]) == canonical_json.dumps(wanted)


SCHEMA = (
    '{"type": "record", "name": "r", "fields": [{"name": "key", "type": "string"}, '
    '{"name": "v", "type": ["null", "int"], "default": null}]}'
)
INSTANT = {"INSTANT_TIME": "20240101000000001"}
HEADER = {**INSTANT, "SCHEMA": SCHEMA}
ROWS = [{"key": f"k{index:02}", "v": index} for index in range(6)]


def one(kind: str, header: dict[str, str] | None = None, **more: Any) -> bytes:
    return encode_log(
        {"blocks": [{"kind": kind, "header": HEADER if header is None else header, **more}]}
    ).data


def read(data: bytes) -> Any:
    contents, _ = read_contents(data)
    return contents[0]


def reject(data: bytes) -> tuple[str, int | None] | None:
    rejection = read(data).rejection
    return None if rejection is None else (rejection.code, rejection.at)


EMBEDDED = {
    "hfile": one("HFILE_DATA_BLOCK", key_field="key", records=ROWS, compression="NONE"),
    "hfile-gz": one("HFILE_DATA_BLOCK", key_field="key", records=ROWS, compression="GZ"),
    "parquet": one("PARQUET_DATA_BLOCK", records=ROWS, compression="NONE"),
}


@pytest.mark.parametrize("kind", EMBEDDED)
def test_embedded_file(kind: str) -> None:
    assert read(EMBEDDED[kind]).records == ROWS


@pytest.mark.parametrize("kind", EMBEDDED)
def test_every_byte_of_an_embedded_file(kind: str) -> None:
    """Nothing but records, a stated refusal, or a stated limit comes out; most damage is noticed."""
    data = EMBEDDED[kind]
    content = scan_log(data).blocks[0].content
    # The padding of an HFile's trailer means nothing, and is most of it.
    places = [ofs for ofs in range(content.ofs, content.end) if data[ofs] or ofs % 64 == 0]
    noticed = 0
    for ofs in places:
        for flip in (0x01, 0x80):
            damaged = bytearray(data)
            damaged[ofs] ^= flip
            try:
                got = read(bytes(damaged))
            except (LimitExceeded, UnsupportedInput):
                noticed += 1
                continue
            canonical_content(got)
            assert got.rejection is None or got.rejection.code in errors.CODES
            noticed += got.rejection is not None or got.records != ROWS
    assert noticed > len(places) // 2


@pytest.mark.parametrize("kind", EMBEDDED)
@pytest.mark.parametrize("num", [1, 4, 12, 40, 300])
def test_truncated_embedded_file(kind: str, num: int) -> None:
    block = scan_log(EMBEDDED[kind]).blocks[0]
    whole = EMBEDDED[kind][block.content.ofs : block.content.end]
    name = "HFILE_DATA_BLOCK" if kind.startswith("hfile") else "PARQUET_DATA_BLOCK"
    for part in (whole[:num], whole[:-num], whole[num:]):
        assert reject(one(name, content_hex=part.hex())) is not None


@pytest.mark.parametrize("name", ["HFILE_DATA_BLOCK", "PARQUET_DATA_BLOCK"])
def test_no_content_is_no_records(name: str) -> None:
    content = read(one(name, content_hex=""))
    assert (content.records, content.rejection) == ([], None)


def compressed(raw: bytes) -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return packer.compress(raw) + packer.flush()


def inflate_gz(stored: bytes, len_inflated: int) -> str:
    try:
        inflate(Codec.GZ, stored, len_inflated, 33, 12)
    except Reject as error:
        return error.code
    return ""


def test_decompression_bombs() -> None:
    bomb = compressed(bytes(100 << 20))
    assert inflate_gz(b"\x1f\x8b", 1 << 30) == "decompress"  # claims much, holds nothing
    with pytest.raises(LimitExceeded):
        inflate_gz(bomb, 1 << 30)
    tracemalloc.start()
    assert inflate_gz(bomb, 1000) == "length-mismatch"  # says little, holds much
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 << 20
    assert inflate_gz(compressed(b"abc"), 3) == ""
    assert inflate_gz(compressed(b"abc"), 4) == "length-mismatch"
    assert inflate_gz(b"no gzip at all", 4) == "decompress"


def test_hfile_of_other_codec_is_unsupported_by_name() -> None:
    data = bytearray(EMBEDDED["hfile"])
    where = data.rindex(b"\x60\x02")  # trailer field 12, codec NONE
    data[where + 1] = 0
    with pytest.raises(UnsupportedInput, match="LZO"):
        read(bytes(data))


def test_cells_tell_where_they_lie() -> None:
    data = EMBEDDED["hfile"]
    content = scan_log(data).blocks[0].content
    with open_source(data) as buffer:
        cells = list(walk_cells(buffer, content))
    assert [cell.row for cell in cells] == [row["key"].encode() for row in ROWS]
    for cell in cells:
        assert data[cell.ofs_value : cell.ofs_value + len(cell.value)] == cell.value
        assert data[cell.ofs_key + 2 : cell.ofs_key + 2 + len(cell.row)] == cell.row
    with pytest.raises(Reject):
        list(walk_cells(data, Span(content.ofs, content.len - 3)))


def test_missing_headers() -> None:
    datum = b"\x06k00\x02\x00"
    no_instant = raw_block("AVRO_DATA_BLOCK", {"SCHEMA": SCHEMA}, avro_content(datum))
    assert read(no_instant).records == ROWS[:1]
    assert reject(no_instant) == ("missing-field", 22)
    assert reject(raw_block("AVRO_DATA_BLOCK", INSTANT, avro_content())) == ("missing-field", 22)
    bad_schema = raw_block("AVRO_DATA_BLOCK", {**HEADER, "SCHEMA": "{"}, avro_content())
    assert reject(bad_schema) == ("bad-schema", 59)
    not_utf8 = raw_block("AVRO_DATA_BLOCK", [(0, b"1"), (2, b'"int\xff"')], avro_content())
    assert reject(not_utf8) == ("bad-schema", 43)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ({"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"}, None),
        ({"INSTANT_TIME": "2", "COMMAND_BLOCK_TYPE": "0"}, None),
        ({"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1"}, ("missing-field", 22)),
        ({"INSTANT_TIME": "2", "COMMAND_BLOCK_TYPE": "1"}, ("bad-value", 43)),
        ({"INSTANT_TIME": "2", "COMMAND_BLOCK_TYPE": " 0"}, ("bad-value", 43)),
        ({"INSTANT_TIME": "2", "COMMAND_BLOCK_TYPE": ""}, ("bad-value", 43)),
    ],
)
def test_commands(header: dict[str, str], expected: tuple[str, int] | None) -> None:
    data = raw_block("COMMAND_BLOCK", header)
    assert reject(data) == expected
    assert (read(data).command is None) == (expected is not None)


def test_a_refused_content_does_not_hide_other_blocks() -> None:
    blocks = [
        {"kind": "AVRO_DATA_BLOCK", "header": HEADER, "records": ROWS},
        {"kind": "AVRO_DATA_BLOCK", "header": HEADER, "content_hex": "00"},
        {"kind": "AVRO_DATA_BLOCK", "header": HEADER, "records": ROWS},
    ]
    contents, end = read_contents(encode_log({"blocks": blocks}).data)
    assert end.rejection is None
    assert [content.rejection is None for content in contents] == [True, False, True]
    assert contents[2].records == ROWS
