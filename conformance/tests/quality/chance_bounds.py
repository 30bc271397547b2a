# SPDX-License-Identifier: Apache-2.0
"""Places at the bound of a rule that drawn inputs miss, for mutants drawn by chance.

drawn:bound-NAME    payloads of codecs, parts of HFiles, times, names,
ordering values: a few inputs on both
                    sides of each bound, and what `spec/` says of them
"""

from __future__ import annotations

import bz2
import gzip
import itertools
import random
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import cramjam
from chance_asked import Asked, Failure, imported, without_world
from chance_drawn import ask
from chance_told_hfile import _PLAIN

if TYPE_CHECKING:
    pass

_BOUNDS: dict[str, Callable[[], Failure]] = {}
_OFS = 1000


def bound(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    """Register a question."""

    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _BOUNDS[name] = fault
        return fault

    return register


def bound_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _BOUNDS.items():
        yield f"drawn:bound-{name}", "", without_world(fault)


def _refusal(call: Callable[[], Any]) -> Any:
    """What a call returns, or code, place and rule of its refusal."""
    try:
        return call()
    except imported("errors").Reject as error:
        return error.code, error.at, error.requirement


@bound("codecs")
def _() -> Failure:
    """Payloads that are not of their codec, end early, or have other bytes than announced."""
    inflate, codecs = imported("decode.hfile.codec").inflate, imported("views.hfile").Codec
    plain = b"ab" * 40 + bytes(range(120))

    def grouped(*chunks: bytes, length: int = len(plain)) -> bytes:
        return struct.pack(">i", length) + b"".join(struct.pack(">i", len(one)) + one for one in chunks)

    snappy = bytes(cramjam.snappy.compress_raw(plain))
    lz4 = bytes(cramjam.lz4.compress_block(plain, store_size=False))
    zstd = bytes(cramjam.zstd.compress(plain))
    stream, other = "hfile.codec.block-stream", {"GZ": "hfile.codec.gz", "BZIP2": "hfile.codec.code-5"}
    good = {
        "GZ": gzip.compress(plain), "BZIP2": bz2.compress(plain), "ZSTD": zstd, "SNAPPY": grouped(snappy),
        "LZ4": grouped(lz4),
    }  # fmt: skip
    junk = b"\xff" * 20
    wrong = {
        "GZ": [junk, good["GZ"][:-1], good["GZ"] + b"x"], "BZIP2": [good["BZIP2"][:-1], good["BZIP2"] + b"x"],
        "ZSTD": [zstd[:-1]], "SNAPPY": [grouped(junk), grouped(snappy[:-1]), grouped(snappy)[:-1],
        grouped(b"", snappy)],
        "LZ4": [grouped(junk), grouped(lz4)[:-1]],
    }  # fmt: skip
    for name, stored in good.items():
        codec = codecs[name]
        for length in (len(plain) - 1, len(plain), len(plain) + 1):
            found = _refusal(lambda c=codec, s=stored, n=length: inflate(c, s, n, _OFS, 7))
            expected: Any = (
                plain if length == len(plain) else ("length-mismatch", 7, "hfile.block.inflated-exact")
            )
            if found != expected:
                return f"{name} as {length} bytes: {str(found)[:80]}"
        for one in wrong[name]:
            found = _refusal(lambda c=codec, s=one: inflate(c, s, len(plain), _OFS, 7))
            rule = other.get(name, "hfile.codec.zstd" if name == "ZSTD" else stream)
            if found[:2] != ("decompress", _OFS) or found[2] != rule:
                return f"{name} of {one[:12].hex()}: {str(found)[:80]}"
    two = grouped(
        bytes(cramjam.snappy.compress_raw(plain[:70])), bytes(cramjam.snappy.compress_raw(plain[70:]))
    )
    halves = grouped(bytes(cramjam.snappy.compress_raw(plain[:70])), length=70) + grouped(
        bytes(cramjam.snappy.compress_raw(plain[70:])), length=len(plain) - 70
    )
    for stored in (two, halves):
        if _refusal(lambda s=stored: inflate(codecs["SNAPPY"], s, len(plain), _OFS, 7)) != plain:
            return "two chunks or two groups are not read"
    return None


@bound("row-index")
def _() -> Failure:
    """The end of a ROW_INDEX_V1 block: rows, their offsets, length of cells [hfile.encoding.row-index]."""
    cells, payloads = imported("decode.hfile.cells"), imported("decode.hfile.payload")
    rule = "hfile.encoding.row-index"

    def made(
        num_cells: int, offsets: tuple[int, ...], num: int | None = None, length: int | None = None
    ) -> bytes:
        rows = struct.pack(f">i{len(offsets)}i", len(offsets) if num is None else num, *offsets)
        return b"\0\7" + bytes(num_cells) + rows + struct.pack(">i", num_cells if length is None else length)

    for data, expected in (
        (made(9, (0, 4, 8)), 11), (made(1, (0,)), 3), (made(0, ()), 2),
        (made(9, (0, 4, 8), 2), ("count-too-large", 11, rule)),
        (made(9, (0, 4, 8), 4), ("count-too-large", 11, rule)),
        (made(9, (0, 4, 8), -1), ("count-too-large", 11, rule)), (made(9, (1, 4)), ("bad-order", 15, rule)),
        (made(9, (0, 0)), ("bad-order", 19, rule)), (made(9, (0, 5, 4)), ("bad-order", 23, rule)),
        (made(9, (0, 9)), ("bad-order", 19, rule)), (made(9, (-1, 2)), ("bad-order", 15, rule)),
        (made(9, (0,), length=-1), ("length-mismatch", 19, rule)),
        (made(9, (0,), length=14), ("length-mismatch", 19, rule)),
        (b"\0\7" + bytes(7), ("truncated", 0, rule)), (b"\0\7" + bytes(8), 2),
    ):  # fmt: skip
        shifted = (expected[0], _OFS + expected[1], rule) if isinstance(expected, tuple) else expected
        found = _refusal(lambda d=data: cells.check_row_index(payloads.Payload(d, _OFS)))
        if found != shifted:
            return f"{data.hex()}: {found}, expected {shifted}"
    return None


@bound("tags")
def _() -> Failure:
    """Lengths, types and bodies of tags fill their part [hfile.cell.tags-form]."""
    are_tags = imported("decode.hfile.rules").are_tags
    for raw, is_right in (
        ("000107", True), ("00020701", True), ("00010700020701", True), ("0000", False),
        ("000107" + "0000", False),
        ("0002" + "07", False), ("0001", False), ("00", False), ("00010700", False), ("ffff07", False),
    ):  # fmt: skip
        if are_tags(bytes.fromhex(raw)) is not is_right:
            return f"{raw} as tags"
    return None


@bound("bits-of-a-filter")
def _() -> Failure:
    """Bits of a key in signed arithmetic of 32 bits, in chunks of any size [hfile.bloom.bits]."""
    bloom, chance = imported("decode.hfile.bloom"), random.Random("bits")
    for _turn in range(300):
        seeds = [chance.getrandbits(32) for _ in range(2)]
        hashes, num_bytes = chance.randrange(1, 9), chance.choice((1, 3, 5, 7, 13, 100))
        wanted = set()
        for at in range(hashes):
            number = (seeds[0] + at * seeds[1]) & 0xFFFFFFFF
            wanted.add(abs(number - (number >> 31 << 32)) % (8 * num_bytes))
        bits = bytearray(num_bytes)
        for place in wanted:
            bits[place >> 3] |= 1 << (place & 7)
        answers = iter(seeds)
        if not bloom.contains(bytes(bits), b"k", hashes, lambda *_, a=answers: next(a)):
            return f"hashes {seeds} are not in their own filter of {num_bytes} bytes"
        place = chance.choice(sorted(wanted))
        bits[place >> 3] &= ~(1 << (place & 7))
        answers = iter(seeds)
        if bloom.contains(bytes(bits), b"k", hashes, lambda *_, a=answers: next(a)):
            return f"hashes {seeds} are in a filter without bit {place}"
    return None


@bound("encoded-blocks")
def _() -> Failure:
    """The id of an encoding takes two bytes; another id than the file's is told at the block."""
    write = imported("encode.hfile.write").encode_hfile_description
    plain = {**_PLAIN, "encoding": "PREFIX"}
    for payload, code, rule in (
        ("", "truncated", "hfile.encoding.unknown"), ("02", "truncated", "hfile.encoding.unknown"),
        ("0005", "bad-type", "hfile.encoding.unknown"), ("0003", "bad-type", "hfile.encoding.named"),
        ("0002", "truncated", "hfile.encoding.plain-size"),
        ("0002ffffffff", "length-mismatch", "hfile.encoding.plain-size"),
    ):  # fmt: skip
        knobs = {"blocks": {"ENCODED_DATA[0]": {"payload": payload}}}
        answer = ask("hfile.cells", write({**plain, "knobs": knobs}).data)
        if (answer["answer"], answer.get("code"), answer.get("requirement")) != ("reject", code, rule):
            return f"{payload}: {answer!r:.200}"
    return None


@bound("gap")
def _() -> Failure:
    """Bytes before the first block are told at the start of the file [hfile.file.blocks]."""
    rules, views = imported("decode.hfile.rules"), imported("decode.hfile.encodings")

    class File:
        """A file of a version whose blocks begin behind some bytes."""

        ofs_first = 7
        trailer = type("Trailer", (), {"major": 3})

    [found] = rules.file_findings(File, views.Layout(has_tags=False, has_mvcc=False))
    if (found.requirement, found.code, found.at) != ("hfile.file.blocks", "bad-reference", 0):
        return f"{found}"
    return None


@bound("index-keys")
def _() -> Failure:
    """Lengths of keys in a root index: one byte up to 127, then two [hfile.index.key-length]."""
    write = imported("encode.hfile.write").encode_hfile_description
    find = imported("decode.hfile.fields").hfile_fields
    for length in range(120, 136):
        row = "61" * (length - 14)  # a key has 14 bytes beside row and family and qualifier
        cell = {**_PLAIN["cells"][0], "row": row, "family": "66", "qualifier": "71"}
        for knobs in ({}, {"uvarint_index_lengths": True}):
            data = write({**_PLAIN, "cells": [cell], "knobs": knobs}).data
            fields = {field.path: field for field in find(data)}
            path = next(one for one in fields if one.endswith("entries[0].key"))
            found = fields[path].len, fields[f"{path[:-3]}len_key"].len
            if found != (length, 1 if length < 128 else 2):
                return f"a key of {length} bytes, {knobs}: {found}"
    return None


@bound("long-rows")
def _() -> Failure:
    """A filter by row has whole rows, of any length [hfile.bloom.keys]."""
    write = imported("encode.hfile.write").encode_hfile_description
    cells = [{**_PLAIN["cells"][0], "row": "61" * 260 + f"{at:02d}"} for at in range(4)]
    for kind in ("ROW", "ROWCOL"):
        answer = ask("hfile.check", write({**_PLAIN, "cells": cells, "bloom": {"type": kind}}).data)
        if answer["answer"] != "value" or answer["value"]["findings"]:
            return f"{kind}: {answer!r:.200}"
    return None


@bound("chunks-of-a-filter")
def _() -> Failure:
    """A number of chunks that the meta block has no room for: 13 bytes are the least of an entry."""
    bloom, payloads = imported("decode.hfile.bloom"), imported("decode.hfile.payload")
    for num, rest, is_refused in ((1, 12, True), (10, 129, True), (10, 120, True), (-1, 50, True)):
        data = struct.pack(">iqiiqqi", 3, 0, 1, 1, 0, 0, num) + bytes(rest)
        found = _refusal(lambda d=data: bloom.decode_bloom_meta(payloads.Payload(d, _OFS), 100))
        expected = ("count-too-large", _OFS + 36, "hfile.bloom.meta")
        if (found == expected) is not is_refused:
            return f"{num} chunks in {rest} bytes: {found}"
    return None


@bound("fields-of-some-records")
def _() -> Failure:
    """Fields of the first records, and one for all others."""
    scan, fields = imported("decode.log.scan"), imported("decode.log.fields")
    schema = '{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'
    block = {"kind": "AVRO_DATA_BLOCK", "header": {"INSTANT_TIME": "1", "SCHEMA": schema},
             "records": [{"n": str(at)} for at in range(4)]}  # fmt: skip
    data = imported("encode").encode_log({"blocks": [block]}).data
    [found] = scan.scan_log(data).blocks
    for most in (0, 1, 3, 4, 5):
        paths = [field.path for field in fields.block_fields(data, found, "b", most)]
        records = [
            path for path in paths if path.startswith("b.content.records[") and path.endswith(".datum")
        ]
        if len(records) != min(most, 4) or ("b.content.more" in paths) is not (most < 4):
            return f"{most} records at most: {records}"
    return None


@bound("bounds-of-no-union")
def _() -> Failure:
    """A bound whose schema is no union of wrappers is refused [metadata.stats.bound]."""
    payload = imported("decode.metadata.payload")
    for value in (5, "x", b"x", {"value": 1}, [1]):
        found = _refusal(lambda v=value: payload._bound(v, None, 7))
        if found[:2] != ("schema-mismatch", 7):
            return f"{value!r}: {found}"
    return None if payload._bound(None, None, 7) is None else "null is a bound"


@bound("positions-in-another-header")
def _() -> Failure:
    """With its own header a block is not held to the rules of the header that it would have had."""
    schema = '{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'
    block = {"kind": "AVRO_DATA_BLOCK", "header": {"INSTANT_TIME": "1", "SCHEMA": schema},
             "records": [{"n": "1"}], "positions": ["3"]}  # fmt: skip
    write, refusal = imported("encode").encode_log, imported("encode.errors").EncodeError
    write({"blocks": [{**block, "knobs": {"header_entries": [[0, "1"], [2, schema]]}}]})
    try:
        write({"blocks": [block]})
    except refusal as error:
        return None if error.requirement == "log.positions.base-instant" else f"{error}"
    return "positions in no base file are written"


@bound("place-of-a-checksum")
def _() -> Failure:
    """A wrong checksum is told at the first byte of its value."""
    decode = imported("decode.timeline.properties").decode_properties
    for head in (b"", b"#x\n", b"hoodie.table.name=t\n"):
        for between in (b"=", b" = ", b":"):
            data = head + b"hoodie.table.checksum" + between + b"1234567\n"
            if decode(data).ofs_checksum != data.index(b"1234567"):
                return f"{data!r}: {decode(data).ofs_checksum}"
    return None


@bound("merge-modes")
def _() -> Failure:
    """The mode of a table that states none, by its payload class, or by its strategy [merge.mode.infer]."""
    rules = imported("semantics.merge.rules")
    latest = "org.apache.hudi.common.model.OverwriteWithLatestAvroPayload"
    event = "org.apache.hudi.common.model.DefaultHoodieRecordPayload"
    by_event, by_commit = "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5", "ce9acb64-bde0-424c-9b91-f6ebba25356d"
    mode, key = rules.Mode, "hoodie.record.merge.strategy.id"
    for version in ("6", "8", "9"):
        for payload, strategy, fields, expected in (
            (latest, None, ("o",), mode.COMMIT_TIME), (event, None, (), mode.EVENT_TIME),
            (None, by_event, (), mode.EVENT_TIME), (None, by_commit, ("o",), mode.COMMIT_TIME),
            (None, None, ("o",), mode.EVENT_TIME), (None, None, (), mode.COMMIT_TIME),
            (latest, by_commit, ("o",), mode.COMMIT_TIME), (event, by_event, (), mode.EVENT_TIME),
        ):  # fmt: skip
            properties = {"hoodie.table.version": version} | ({key: strategy} if strategy else {})
            found = rules._mode(properties, payload and payload.rpartition(".")[2], fields)
            if found is not expected:
                return f"version {version}, {payload}, {strategy}, {fields}: {found}"
    return None


@bound("names-of-groups")
def _() -> Failure:
    """Characters that Hive escapes are escaped in ids of a partitioned index, others are not."""
    groups = imported("decode.metadata.groups")
    escaped = {*map(chr, range(32)), *"\"#%'*/:=?[\\]^{-\x7f"}
    for code in range(256):
        char = chr(code)
        expected = f"a%{code:02X}b" if char in escaped else f"a{char}b"
        if groups.escaped_partition(f"a{char}b") != expected:
            return f"{char!r} is {groups.escaped_partition(f'a{char}b')!r}"
    return None


@bound("several-values")
def _() -> Failure:
    """Ordering values of several fields compare where there are as many, each of one type."""
    ordering, views = imported("semantics.merge.ordering"), imported("views.log")

    def value(kind: str, content: Any) -> Any:
        return views.OrderingValue(kind, content)

    one, two, text = value("int", 1), value("int", 2), value("string", "a")
    cases: list[tuple[Any, Any, bool]] = [
        (one, two, True), (one, text, False), (value("array", (one, two)), value("array", (two, one)), True),
        (value("array", (one,)), value("array", (one, two)), False),
        (value("array", (one, text)), value("array", (one, two)), False),
        (value("array", (one,)), one, False), (one, value("array", (one,)), False),
        (value("int", None), one, False),
        (one, value("int", None), False), (None, one, False), (one, None, False), (None, None, False),
    ]  # fmt: skip
    for left, right, is_comparable in cases:
        if ordering.is_comparable(left, right) is not is_comparable:
            return f"{left} and {right}"
    triples = [
        value("array", (value("int", a), value("int", b))) for a, b in itertools.product(range(3), repeat=2)
    ]
    for (i, left), (j, right) in itertools.product(enumerate(triples), repeat=2):
        if ordering.compare(left, right) != (i > j) - (i < j):
            return f"{left} compares to {right} as {ordering.compare(left, right)}"
    return None


@bound("modified-after")
def _() -> Failure:
    """Completed after a time, or pending and requested after it; never an instant of that time itself."""
    timeline = imported("semantics.archival.timeline").InstantFile

    class Instant:
        """Times of an instant."""

        def __init__(self, time: str, completion_time: str | None) -> None:
            self.time, self.completion_time = time, completion_time

    for time, completion, is_after in (
        ("1", None, False), ("2", None, False), ("3", None, True), ("1", "2", False), ("1", "3", True),
        ("2", "3", False),
        ("3", "4", True), ("0", "1", False),
    ):  # fmt: skip
        if timeline.is_modified_after(Instant(time, completion), "2") is not is_after:
            return f"{time} completed at {completion}"
    return None


@bound("sources-of-changes")
def _() -> Failure:
    """What tells the changes of a file without CDC files: deletes alone, inserts alone, or nothing does."""
    changes = imported("semantics.slices.cdc")
    stat, source = imported("semantics.slices.changes").WriteStat, changes.Source
    base, log = "p/f_0-1-2_20260101000000000.parquet", "p/.f_20260101000000000.log.1_0-1-2"
    cases: list[tuple[Any, ...]] = [
        ("DELETE", base, 0, 0, 0, 5, source.BASE_DELETES),
        ("DELETE_PARTITION", base, 0, 0, 0, 5, source.BASE_DELETES),
        ("DELETE", base, 3, 0, 0, 5, None), ("UPSERT", base, 0, 0, 0, 5, None),
        ("UPSERT", base, 5, 0, 5, 0, source.BASE_INSERTS),
        ("UPSERT", base, 5, 1, 4, 0, None), ("UPSERT", base, 5, 0, 4, 0, None),
        (None, base, 5, 0, 5, 0, source.BASE_INSERTS),
        (None, base, 0, 0, 0, 5, None), ("DELETE", log, 0, 0, 0, 5, source.LOG),
        ("UPSERT", base, 5, 0, 5, 1, None),
        ("DELETE", base, 5, 0, 5, 0, source.BASE_INSERTS),
    ]  # fmt: skip
    for operation, path, writes, updates, inserts, deletes, expected in cases:
        made = stat(("p", "f"), path, None, writes, updates, inserts, deletes)
        if changes._source(operation, made) is not expected:
            return f"{operation} of {made}: {changes._source(operation, made)}"
        listed = stat(("p", "f"), path, None, writes, updates, inserts, deletes, ("p/x.cdc",))
        if changes._source(operation, listed) is not source.CDC_FILES:
            return f"{operation} with CDC files"
    return None


@bound("thrift")
def _() -> Failure:
    """Field ids as differences and in full, for each type of the compact protocol."""
    module = imported("decode.parquet.thrift")

    def read(raw: str) -> Any:
        try:
            return module.Thrift(bytes.fromhex(raw), 0, len(raw) // 2).struct()
        except module.ThriftError:
            return "refused"

    for raw, expected in (
        ("00", ({}, 1)), ("150200", ({1: 1}, 3)), ("15022502" + "00", ({1: 1, 3: 1}, 5)),
        ("05040200", ({2: 1}, 4)),
        ("0806" + "0161" + "00", ({3: b"a"}, 5)), ("180161" + "00", ({1: b"a"}, 4)),
        ("0c0400" + "00", ({2: {}}, 4)),
        ("1100", ({1: True}, 2)), ("1200", ({1: False}, 2)), ("08080161" + "150200", ({4: b"a", 5: 1}, 7)),
        ("1502", "refused"), ("", "refused"), ("15", "refused"), ("180561", "refused"),
    ):  # fmt: skip
        if read(raw) != expected:
            return f"{raw}: {read(raw)}, expected {expected}"
    return None


@bound("orderings-within")
def _() -> Failure:
    """Values within several ordering values are held to the same rules [log.delete.time-micros]."""
    inner = {"type": "time-micros", "value": "5"}
    for ordering, is_told in (
        (inner, True), ({"type": "array", "value": [{"type": "int", "value": 1}, inner]}, True),
        ({"type": "array", "value": [{"type": "int", "value": 1}]}, False), (None, False),
    ):  # fmt: skip
        deletes = [{"record_key": "k", "partition_path": "p", "ordering": ordering}]
        block = {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": "20260101000000000"}, "deletes": deletes}
        answer = ask("log.check", imported("encode").encode_log({"blocks": [block]}).data)
        told = [one["requirement"] for one in answer["value"]["findings"]]
        if told != ["log.delete.time-micros"] * is_told:
            return f"{ordering}: {told}"
    return None


@bound("numbers-of-blocks")
def _() -> Failure:
    """An audit numbers the blocks of a log, corrupt ones too: findings behind them name their own block."""
    surface, context = imported("audit.log_surface"), imported("audit.surface").Context()
    write, files = imported("encode").encode_log, imported("lake.files")
    schema = '{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'
    block = {
        "kind": "AVRO_DATA_BLOCK",
        "header": {"INSTANT_TIME": "1", "SCHEMA": schema},
        "records": [{"n": "1"}],
    }
    told = {**block, "knobs": {"footer_entries": [[0, "x"]]}}
    corrupt = {**block, "knobs": {"len_trailing": 7}}
    for blocks, number in (([block, told], 1), ([corrupt, told], 1), ([block, corrupt, block, told], 3)):
        data = write({"blocks": blocks}).data
        ref = files.FileRef("/x/.f1-0_20260101000000000.log.1_0-1-0", len(data))
        for made in (surface.LogSurface(), surface.LogSurface(1), surface.LogSurface(quick=False)):
            plan = made.plan(ref, data, context)
            rows = [row for part in plan.parts for row in made.check(ref, data, part, context)]
            found = [row.block for row in rows if row.requirement == "log.footer.empty"]
            if found != [number]:
                return f"{len(blocks)} blocks, {number} told: {found}"
    return None
