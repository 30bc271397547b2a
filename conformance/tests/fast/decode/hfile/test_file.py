# SPDX-License-Identifier: Apache-2.0
"""HFiles: what the writer's model says is what is read, and no bytes lead to anything but an answer."""

from __future__ import annotations

import base64
import bz2
import contextlib
import gzip
import json
import struct
import tracemalloc
from pathlib import Path
from typing import Any

import cramjam
import pytest
from hudi_conformance import edits, inspect
from hudi_conformance.adapters.kaitai.hfile import OF_FILES
from hudi_conformance.adapters.kaitai.python import answer
from hudi_conformance.decode.hfile.bloom import decode_bloom_meta, jenkins, murmur, murmur3
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.codec import MIN_INFLATED, inflate
from hudi_conformance.decode.hfile.encodings import Layout, decode_encoded
from hudi_conformance.decode.hfile.fields import hfile_fields, is_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader, read_leaf_entries
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.file import write_hfile
from hudi_conformance.encode.hfile.plan import HFileKnobs, HFilePlan
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect.inspection import page
from hudi_conformance.inspect.model import account
from hudi_conformance.model.hfile import Codec, Encoding
from hudi_conformance.resources import fixtures_dir
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import IS_WHOLE

FOLDER = fixtures_dir() / "hfile"
VIEWS = ("trailer", "blocks", "info", "index", "cells", "meta")
# What the writer made on purpose wrong, or too large, has no views.
GOOD = sorted(path for path in FOLDER.glob("*.hfile") if path.with_name(f"{path.stem}.cells.json").is_file())
READABLE = [path for path in GOOD if path.stat().st_size < 64_000]
TINY = (FOLDER / "tiny_2_1.hfile").read_bytes()
SMALL = [path.read_bytes() for path in GOOD if path.stat().st_size < 8000]


def ask(command: str, data: bytes, **args: Any) -> dict[str, Any]:
    encoded = base64.b64encode(data).decode()
    return answer({"cmd": command, "in": {"b64": encoded}, "args": args})


def ask_all(data: bytes) -> None:
    for command in OF_FILES:
        got = ask(command, data, keys=["61", "6b"], prefixes=["", "6b"])
        assert got["answer"] in {"value", "reject", "unsupported"}, (command, got)
        if got["answer"] == "reject":
            assert got["requirement"].startswith(("hfile.", "hudi.", "log.", "limits."))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_the_model_of_the_writer_is_what_is_read(path: Path) -> None:
    compared = 0
    for view in VIEWS:
        expected = path.with_name(f"{path.stem}.{view}.json")
        if not expected.is_file():
            continue
        got = ask(f"hfile.{view}", path.read_bytes())
        if got["answer"] == "unsupported":
            continue
        assert got["answer"] == "value", got
        assert got["value"] == json.loads(expected.read_text("utf-8"))
        compared += 1
    assert compared >= 4 or path.stem.startswith(("codec_", "encrypted"))


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_lookups_are_what_a_scan_says(path: Path) -> None:
    file = HFile(path.read_bytes())
    try:
        cells = list(CellReader.of(file).scan())
        list(IndexReader(file).data())
    except (UnsupportedInput, Reject):
        pytest.skip("not a file to look up in")
    rows = [cell.row for cell in cells]
    if rows != sorted(rows):
        pytest.skip("rows are not in order")
    lookup = Lookup(file)
    some = sorted(set(rows))[:: max(1, len(set(rows)) // 12)]
    for row in {*some, *(row + b"\0" for row in some), *(row[:-1] for row in some), b"", b"\xff\xff"}:
        assert list(lookup.get(row)) == [cell for cell in cells if cell.row == row]
        below = [cell for cell in cells if cell.row < row]
        assert lookup.before(row) == (below[-1] if below else None)
        assert list(lookup.prefix(row)) == [cell for cell in cells if cell.row.startswith(row)]


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.stem)
def test_every_byte_is_in_one_field(path: Path) -> None:
    data = path.read_bytes()
    fields = hfile_fields(data)
    assert is_hfile(data)
    assert account(fields, len(data)) == []
    assert len({field.path for field in fields}) == len(fields)


@pytest.mark.own_job
def test_a_flipped_bit_in_every_byte_and_every_truncation() -> None:
    """A bit of each byte; every bit with HUDI_CONFORMANCE_WHOLE, and by `tox -e exhaust`."""
    assert len(TINY) <= 600
    for place in range(len(TINY)):
        for bit in range(8) if IS_WHOLE else (place % 8,):
            data = bytearray(TINY)
            data[place] ^= 1 << bit
            ask_all(bytes(data))
        ask_all(TINY[:place])


def test_a_flipped_bit_under_a_checksum_is_refused_or_harmless() -> None:
    expected = ask("hfile.cells", TINY)["value"]
    block = HFile(TINY).header(0)
    end = block.stored_ofs + block.stored_len
    assert block.checksum_type != 0
    for place in range(block.stored_ofs, end):
        data = bytearray(TINY)
        data[place] ^= 1
        got = ask("hfile.cells", bytes(data))
        assert (got["answer"], got["code"], got["at"]) == ("reject", "bad-checksum", "0")
    assert expected["cells"]


@settings(max_examples=150)
@given(st.data())
def test_damage_gives_an_answer(data: st.DataObject) -> None:
    base = data.draw(st.sampled_from(SMALL))
    changed = bytearray(base)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(changed) - 1))
        size = data.draw(st.sampled_from([1, 1, 4, 8]))
        changed[place : place + size] = data.draw(st.binary(max_size=8))
    ask_all(bytes(changed))


@given(st.binary(max_size=300))
def test_any_bytes_give_an_answer(data: bytes) -> None:
    ask_all(data)
    for version in (b"\0\0\0\2", b"\1\0\0\2", b"\3\0\0\2"):
        ask_all(data + b'TRABLK"$' + data[:200].ljust(200, b"\0") + version)


# --- decompression -----------------------------------------------------------------------------------


def group(data: bytes, *chunks: bytes) -> bytes:
    return b"".join([len(data).to_bytes(4), *(len(chunk).to_bytes(4) + chunk for chunk in chunks)])


def stored_as(codec: Codec, data: bytes) -> bytes:
    match codec:
        case Codec.GZ:
            return gzip.compress(data)
        case Codec.BZIP2:
            return bz2.compress(data)
        case Codec.SNAPPY:
            return group(data, bytes(cramjam.snappy.compress_raw(data)))
        case Codec.LZ4:
            return group(data, bytes(cramjam.lz4.compress_block(data, store_size=False)))
        case Codec.ZSTD:
            return bytes(cramjam.zstd.compress(data))
    return data


CODECS = [Codec.NONE, Codec.GZ, Codec.BZIP2, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD]


@pytest.mark.parametrize("codec", CODECS)
@given(data=st.binary(max_size=2000))
def test_payloads_come_back(codec: Codec, data: bytes) -> None:
    stored = stored_as(codec, data) if data or codec not in {Codec.SNAPPY, Codec.LZ4} else bytes(4)
    assert inflate(codec, stored, len(data), 0, 0) == data
    for wrong in (len(data) + 1, len(data) - 1):
        if wrong >= 0:
            with pytest.raises(Reject):
                inflate(codec, stored, wrong, 0, 0)


@pytest.mark.parametrize("codec", CODECS)
@given(stored=st.binary(max_size=100), size=st.integers(0, 1 << 31))
def test_any_stored_bytes(codec: Codec, stored: bytes, size: int) -> None:
    with contextlib.suppress(Reject, LimitExceeded):
        assert len(inflate(codec, stored, size, 0, 0)) == size


def test_zstd_framed_and_bare_and_under_code_5() -> None:
    bare = bytes(cramjam.zstd.compress(b"abc" * 50))
    framed = group(b"abc" * 50, bare)
    for codec in (Codec.ZSTD, Codec.BZIP2):
        for stored in (bare, framed, framed + bytes(4)):
            assert inflate(codec, stored, 150, 0, 0) == b"abc" * 50


def test_several_chunks_in_a_group() -> None:
    chunks = [bytes(cramjam.snappy.compress_raw(part)) for part in (b"ab", b"cd", b"e")]
    assert inflate(Codec.SNAPPY, group(b"abcde", *chunks) + bytes(4), 5, 0, 0) == b"abcde"


def test_chunks_longer_than_their_group() -> None:
    data = b"abc" * 4
    for codec, chunk in (
        (Codec.SNAPPY, bytes(cramjam.snappy.compress_raw(data))),
        (Codec.LZ4, bytes(cramjam.lz4.compress_block(data, store_size=False))),
        (Codec.ZSTD, bytes(cramjam.zstd.compress(data))),
    ):
        assert inflate(codec, group(data, chunk), 12, 0, 0) == data
        with pytest.raises(Reject) as refused:
            inflate(codec, group(data[:11], chunk), 11, 0, 0)
        assert refused.value.code == "decompress"


@pytest.mark.parametrize("codec", [Codec.GZ, Codec.BZIP2, Codec.ZSTD])
def test_bombs(codec: Codec) -> None:
    bomb = stored_as(codec, bytes(64 << 20))
    tracemalloc.start()
    with pytest.raises(Reject):
        inflate(codec, bomb, 1000, 0, 0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    if codec is not Codec.GZ:
        with pytest.raises(LimitExceeded):
            inflate(codec, bomb, 64 << 20, 0, 0)


# --- edits -------------------------------------------------------------------------------------------


def test_edits_of_an_hfile_and_true_checksums() -> None:
    path = "blocks[0].cells[0].len_value"
    for listed, requirement in [
        ([{"op": "set", "at": path, "value": -1}], "hfile.cell.lengths"),
        ([{"op": "set", "at": "blocks[0].cells[0].len_key", "value": 11}], "hfile.cell.lengths"),
        (
            [{"op": "add", "at": "blocks[0].uncompressed_size_without_header", "value": 1}],
            "hfile.block.inflated-exact",
        ),
        ([{"op": "set", "at": "blocks[0].checksum_type", "value": 3}], "hfile.checksum.unknown-type"),
        ([{"op": "set", "at": "blocks[0].bytes_per_checksum", "value": 0}], "hfile.checksum.chunk-size"),
        ([{"op": "set", "at": "trailer.fields.entry_count", "value": 99}], "hfile.trailer.entry-count"),
        ([{"op": "set", "at": "trailer.fields.compression_codec", "value": 9}], "hfile.codec.unknown"),
        ([{"op": "set", "at": "trailer.major", "value": 4}], "hfile.trailer.major"),
    ]:
        got = ask("hfile.cells", edits.apply(TINY, listed, rechecksum=True))
        assert got["answer"] == "reject", listed
        assert got["requirement"] == requirement
    plain = [{"op": "set", "at": path, "value": -1}]
    assert ask("hfile.cells", edits.apply(TINY, plain))["code"] == "bad-checksum"
    assert edits.apply(TINY, [], rechecksum=True) == TINY


def test_hashes_by_their_known_answers() -> None:
    assert jenkins(b"", 0) == 0xDEADBEEF
    assert jenkins(b"Four score and seven years ago", 0) == 0x17770551
    assert jenkins(b"Four score and seven years ago", 1) == 0xCD628161
    assert murmur3(b"hello", 0) == 0x248BFA47
    assert murmur3(b"", 1) == 0x514E28B7
    assert murmur(b"", 0) == 0


# --- dump --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", READABLE[:40], ids=lambda path: path.stem)
def test_inspection_accounts_for_every_byte(path: Path) -> None:
    inspection = inspect.inspect_file(path)
    assert inspection.flaws == []
    assert inspection.rejection is None
    assert f"HFile of {len(list(HFile(path.read_bytes()).headers()))} block" in page(inspection, "x")


def test_inspection_of_a_damaged_file() -> None:
    data = edits.apply(TINY, [{"op": "set", "at": "blocks[1].magic", "hex": "00"}])
    inspection = inspect.inspect_file(data)
    assert inspection.rejection is not None
    assert inspection.rejection.code == "bad-magic"
    assert inspection.flaws == []


def test_numbers_that_do_not_fit_are_reported_at_their_first_byte() -> None:
    meta = (
        struct.pack(">iqiiqqi", 3, 512, -1, 1, 100, 120, 1)
        + b"\x01c"
        + struct.pack(">qi", 0, 549)
        + b"\x03row"
    )
    with pytest.raises(Reject) as refused:
        decode_bloom_meta(Payload(meta, 1000), 1 << 20)
    assert (refused.value.code, refused.value.at) == ("bad-value", 1012)
    # FAST_DIFF: flags, lengths of key and value, shared bytes, then a row longer than its key
    cell = bytes.fromhex("00 0e 01 00 000a")
    payload = Payload(struct.pack(">Hi", 4, 30) + cell + bytes(30), 1000)
    layout = Layout(has_tags=False, has_mvcc=False)
    with pytest.raises(Reject) as refused:
        list(decode_encoded(payload, Encoding.FAST_DIFF, layout, MIN_INFLATED))
    assert (refused.value.code, refused.value.at) == ("length-mismatch", 1010)


@pytest.mark.parametrize("stated", [1, 40, 100])
def test_a_first_block_without_magic_is_refused_where_it_is(stated: int) -> None:
    """The trailer names a first data block at which there is none, either."""
    plan = HFilePlan(
        (Cell(b"row", value=b"v" * 200),), knobs=HFileKnobs(trailer={"first_data_block_offset": stated})
    )
    file = HFile(b"?" + write_hfile(plan).data[1:])
    with pytest.raises(Reject) as error:
        list(file.blocks())
    assert (error.value.code, error.value.at) == ("bad-magic", 0)


@pytest.mark.parametrize(
    ("data", "code", "at"),
    [
        (bytes(4), "truncated", 100),
        (bytes(7), "truncated", 100),
        (struct.pack(">i5xi", 1, 0)[:12], "count-too-large", 100),
        (struct.pack(">4i24x", 2, 0, 5, 24), "length-mismatch", 116),
    ],
)
def test_leaf_indexes_whose_numbers_do_not_fit(data: bytes, code: str, at: int) -> None:
    with pytest.raises(Reject) as refused:
        read_leaf_entries(Payload(data, 100), 1000)
    assert (refused.value.code, refused.value.at) == (code, at)


def test_a_block_at_the_start_is_the_first_whatever_the_trailer_says() -> None:
    """The trailer names the second data block as the first, and that block says that none precedes it."""
    data = bytearray((fixtures_dir() / "hfile/tiny_2_0_index_2.hfile").read_bytes())
    file = HFile(bytes(data))
    first, second, *_ = file.headers()
    at = file.trailer.place("first_data_block_offset")
    data[at : at + 8] = second.ofs.to_bytes(8, "big")
    data[second.ofs + 16 : second.ofs + 24] = b"\xff" * 8
    assert HFile(bytes(data)).trailer.first_data_block_offset == second.ofs
    assert next(HFile(bytes(data)).headers()) == first
