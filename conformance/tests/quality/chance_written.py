# SPDX-License-Identifier: Apache-2.0
"""Files of the writer where a reader minds nothing, for mutants drawn by chance: filters, numbers, rules.

    drawn:filter-TYPE-HASH     chunks of a Bloom filter: where each is, which keys it has, its bits and counts
    drawn:hash-tails           hashes of texts that end in each byte, at each length of a tail
    drawn:bounds-of-cells-ENC  timestamps, types and lengths at the bounds of their widths, one after another
    drawn:log-rules            descriptions of logs on both sides of each rule for writers
    drawn:logical-types        each logical type on each type: written as the library writes it

Bits are those of the decoder's hashes, which share no code with the writer's; places those of HBase: a full
chunk is written before the block of data whose first key is its last one or a later one, the last at the end.
"""

from __future__ import annotations

import io
import itertools
import json
import struct
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import fastavro
from chance_asked import Asked, Failure, imported
from chance_drawn import ask
from chance_layout import Block, blocks_of, written

if TYPE_CHECKING:
    from chance_questions import World

_HASHES = {"jenkins": 0, "murmur": 1, "murmur3": 2}
_ENCODINGS = ("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1")


def written_questions() -> Iterator[Asked]:
    """All of them."""
    for kind, name in itertools.product(("ROW", "ROWCOL"), _HASHES):
        yield f"drawn:filter-{kind.lower()}-{name}", "", partial(_filter_fault, kind, name)
    yield "drawn:hash-tails", "", _tails_fault
    for encoding in _ENCODINGS:
        yield f"drawn:bounds-of-cells-{encoding.lower()}", "", partial(_bounds_fault, encoding)
    yield "drawn:log-rules", "", _rules_fault
    yield "drawn:logical-types", "", _logical_fault


# --- filters ----------------------------------------------------------------------------------------------


def _filter_fault(kind: str, name: str, _: World) -> Failure:
    for num, per_row, error, block_size, len_chunk in (
        (400, 1, 0.01, 300, 128),
        (400, 2, 0.01, 70, 100),
        (90, 3, 0.1, 1 << 16, 256),
        (3, 1, 1e-6, 1, 1024),
        (1, 1, 0.01, 100, 129),
        (260, 1, 0.4, 33, 1),
    ):
        cells = [
            {
                "row": f"{at // per_row:04d}".encode().hex(),
                "family": b"f".hex(),
                "value": "ab",
                "qualifier": bytes([0x7F + at % 3, at % per_row]).hex()
                if kind == "ROWCOL"
                else f"{at % per_row:02x}",
                "timestamp": "7",
                "type": 4,
            }
            for at in range(num)
        ]
        cells.sort(key=lambda cell: (cell["row"], cell["qualifier"]))
        data = written(
            {
                "major": 3,
                "minor": 3,
                "cells": cells,
                "mvcc": False,
                "tags": False,
                "compression": "NONE",
                "checksum": "CRC32",
                "bytes_per_checksum": 16384,
                "block_size": block_size,
                "bloom": {"type": kind, "hash": name, "error": error, "chunk_bytes": len_chunk},
            }
        )
        if fault := _chunks_fault(blocks_of(data), kind, name):
            return f"{num} cells, {error}, {len_chunk}: {fault}"
    return None


def _key(cell: bytes, kind: str) -> tuple[bytes, bytes]:
    """Key of a filter, and the row, of a cell's key."""
    (len_row,) = struct.unpack_from(">h", cell)
    row, qualifier = cell[2 : 2 + len_row], cell[3 + len_row + cell[2 + len_row] : -9]
    if kind == "ROW":
        return row, row
    return struct.pack(">h", len_row) + row + b"\0" + qualifier + b"\x7f" + b"\xff" * 8, row


def _chunks_fault(blocks: list[Block], kind: str, name: str) -> Failure:
    hashed = getattr(imported("decode.hashes"), name)
    meta = next(block.payload for block in blocks if block.data.startswith(b"BLMFMET2"))
    version, num_bytes, num_hashes, number, num_keys, max_keys, num_chunks = struct.unpack_from(
        ">iqiiqqi", meta
    )
    chunks = [block for block in blocks if block.data.startswith(b"BLMFBLK2")]
    groups: list[list[bytes]] = []  # keys of each block of data
    for block in (one for one in blocks if one.kind == "DATA"):
        keys, pos = [], 0
        while pos < len(block.payload):
            len_key, len_value = struct.unpack_from(">ii", block.payload, pos)
            keys.append(_key(block.payload[pos + 8 : pos + 8 + len_key], kind)[0])
            pos += 8 + len_key + len_value
        groups.append(keys)
    keys = list(dict.fromkeys(key for group in groups for key in group))
    counts = [version, number, num_keys, num_chunks, num_bytes]
    lengths = [len(chunk.payload) for chunk in chunks]
    if counts != [3, _HASHES[name], len(keys), len(chunks), sum(lengths)]:
        return f"counts {counts}"
    pos = 40 + 1 + (0 if kind == "ROW" else meta[40])
    firsts = []
    for chunk in chunks:
        ofs, size, length = struct.unpack_from(">qiB", meta, pos)
        if (ofs, size) != (chunk.ofs, len(chunk.data)):
            return f"address {ofs}, {size}"
        firsts.append(meta[pos + 13 : pos + 13 + length])
        pos += 13 + length
    if pos != len(meta) or firsts[0] != keys[0]:
        return "first keys"
    starts = [keys.index(first) for first in firsts]
    least = max((end - start for start, end in itertools.pairwise(starts)), default=0)
    if len({end - start for start, end in itertools.pairwise(starts)}) > 1 or len(keys) - starts[-1] > (
        least or 1 << 30
    ):
        return f"chunks of {starts}, {len(keys)} keys"
    for chunk, start, end in zip(chunks, starts, [*starts[1:], len(keys)], strict=True):
        num_bits = 8 * len(chunk.payload)
        bits = bytearray(len(chunk.payload))
        for key in keys[start:end]:
            first = hashed(key, 0) & 0xFFFFFFFF
            second = hashed(key, first - (first >> 31 << 32)) & 0xFFFFFFFF
            for turn in range(num_hashes):
                place = (first + turn * second) & 0xFFFFFFFF
                place = abs(place - (place >> 31 << 32)) % num_bits
                bits[place >> 3] |= 1 << (place & 7)
        if bytes(bits) != chunk.payload:
            return f"bits of the keys from {start} to {end}"
        if end < len(keys) and end - start > max_keys:
            return "more keys than fit"
        before = sum(one.kind == "DATA" and one.ofs < chunk.ofs for one in blocks)
        ready = next(
            (at for at, group in enumerate(groups) if at and end - 1 <= keys.index(group[0])), len(groups)
        )
        if end == len(keys) and end - start < (least or 1 << 30):
            ready = len(groups)
        if before != ready:
            return f"a chunk after {before} blocks of data, expected after {ready}"
    return None


def _tails_fault(_: World) -> Failure:
    theirs, ours = imported("decode.hashes"), imported("encode.hfile.bloom")
    for byte, length in itertools.product(range(256), range(14)):
        data = bytes([byte]) * length + bytes([byte ^ 0x5A, byte])
        for name in _HASHES:
            if getattr(theirs, name)(data, 0) & 0xFFFFFFFF != getattr(ours, name)(data, 0) & 0xFFFFFFFF:
                return f"{name} of {data.hex()}"
        if theirs.murmur_of_hadoop(data, -1) != imported("encode.bloom").murmur(data, -1):
            return f"murmur of Hadoop of {data.hex()}"
    return None


# --- cells ------------------------------------------------------------------------------------------------


def _bounds_fault(encoding: str, _: World) -> Failure:
    """Cells one after another: any timestamp after any other, lengths around a byte of seven bits."""
    ends = sorted(
        {
            sign * (1 << bits) - less
            for bits in (0, 7, 8, 31, 32, 55, 56, 62, 63)
            for sign in (-1, 1)
            for less in (0, 1)
        }
        - {1 << 63, -(1 << 63) - 1}
    )
    times = list(itertools.chain.from_iterable(itertools.permutations(ends[::2], 2)))
    times += list(itertools.chain.from_iterable(zip(ends, reversed(ends), strict=True)))
    lengths = (0, 1, 127, 128, 129, 1, 0, 128, 128, 300, 255, 256)
    cells = [
        {
            "row": f"{at:06d}{'k' * (at % 3)}".encode().hex(),
            "family": b"f".hex(),
            "qualifier": b"q".hex(),
            "value": f"{at % 5:02x}" * (lengths[at % 12] if at < 40 else at % 2),
            "timestamp": str(time),
            "type": (4, 8, 4, 14, 10, 12)[at % 6],
            "mvcc": str((0, 1, 127, 128, 1 << 40)[at % 5]),
            "tags": f"00020{at % 2}{at % 10:02x}" * (at % 2),
        }
        for at, time in enumerate(times)
    ]
    for mvcc, tags in itertools.product((False, True), repeat=2):
        own = [
            {
                name: value
                for name, value in cell.items()
                if (name != "mvcc" or mvcc) and (name != "tags" or tags)
            }
            for cell in cells
        ]
        data = written(
            {
                "major": 3,
                "minor": 3,
                "cells": own,
                "mvcc": mvcc,
                "tags": tags,
                "encoding": encoding,
                "block_size": 4000,
                "checksum": "CRC32",
                "compression": "NONE",
            }
        )
        answer = ask("hfile.cells", data)
        found = answer["value"] if isinstance(answer, dict) else answer.value
        rows = found["cells"] if isinstance(found, dict) else found
        for cell, row in zip(own, rows, strict=True):
            named = {
                "timestamp": cell["timestamp"],
                "type": cell["type"],
                "row": cell["row"],
                "value": cell["value"],
            }
            shown = {name: row[name] for name in named}
            if str(shown) != str(named):
                return f"{encoding} {mvcc} {tags}: {shown!s:.150} instead of {named!s:.150}"
    return None


# --- rules ------------------------------------------------------------------------------------------------

_SCHEMA = '{"type":"record","name":"r","fields":[{"name":"s","type":"string"}]}'
_DATA: dict[str, Any] = {
    "kind": "AVRO_DATA_BLOCK",
    "header": {"INSTANT_TIME": "1", "SCHEMA": _SCHEMA},
    "records": [{"s": "a"}, {"s": "b"}],
}
_COMMAND = {
    "kind": "COMMAND_BLOCK",
    "header": {"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"},
}
_DELETE = {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": "1"}, "deletes": []}
_BASE = "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"


def _log(block: dict[str, Any], **file: Any) -> dict[str, Any]:
    return {"blocks": [block], **file}


def _head(block: dict[str, Any], absent: str = "", **texts: str) -> dict[str, Any]:
    header = {name: text for name, text in block["header"].items() if name != absent}
    return {**block, "header": header | texts}


def _without(block: dict[str, Any], *names: str, **more: Any) -> dict[str, Any]:
    return {name: value for name, value in block.items() if name not in names} | more


_POSITIONED = {**_head(_DATA, **{_BASE: "0"}), "positions": ["3", "4"]}
_CDC_SCHEMAS = {
    names: json.dumps(
        {
            "type": "record",
            "name": "c",
            "fields": [{"name": one, "type": ["null", "string"]} for one in names],
        }
    )
    for names in (
        ("op", "record_key"),
        ("op", "record_key", "before"),
        ("op", "ts_ms", "before", "after"),
        ("op",),
        ("record_key", "op"),
        ("op", "record_key", "after"),
    )
}


def _cdc(names: tuple[str, ...], op: str | None = "i") -> dict[str, Any]:
    record = {**dict.fromkeys(names), "op": op}
    header = {"INSTANT_TIME": "1", "SCHEMA": _CDC_SCHEMAS[names]}
    return _log({"kind": "CDC_DATA_BLOCK", "header": header, "records": [record]})


_ENTRIES = {"header_entries": [[0, "1"], [2, _SCHEMA]]}
# Description, code and rule of its refusal; none of those that are written.
_RULES: tuple[tuple[dict[str, Any], str, str], ...] = (
    (_log(_DATA), "", ""),
    (_log(_DELETE), "", ""),
    (_log(_COMMAND), "", ""),
    ({"blocks": []}, "", ""),
    (_log(_head(_DATA, "INSTANT_TIME")), "missing-field", "log.header.instant-time"),
    (_log(_head(_DELETE, "INSTANT_TIME")), "missing-field", "log.header.instant-time"),
    (_log(_head(_COMMAND, "INSTANT_TIME")), "missing-field", "log.header.instant-time"),
    (_log(_head(_DATA, "SCHEMA")), "missing-field", "log.header.schema"),
    (_log(_head(_COMMAND, "TARGET_INSTANT_TIME")), "missing-field", "log.command.form"),
    (_log(_head(_COMMAND, "COMMAND_BLOCK_TYPE")), "missing-field", "log.command.form"),
    (_log(_head(_COMMAND, COMMAND_BLOCK_TYPE="1")), "bad-value", "log.command.type"),
    (_log(_head(_COMMAND, COMMAND_BLOCK_TYPE="")), "bad-value", "log.command.type"),
    (_log({**_COMMAND, "content_hex": "00"}), "bad-value", "log.command.form"),
    (_log({**_COMMAND, "content_hex": ""}), "", ""),
    (_log({**_COMMAND, "content_hex": "00", "knobs": {"format_version": 1}}), "", ""),
    (
        _log(
            {
                **_COMMAND,
                "content_hex": "00",
                "knobs": {"header_order": ["COMMAND_BLOCK_TYPE", "INSTANT_TIME", "TARGET_INSTANT_TIME"]},
            }
        ),
        "bad-value",
        "log.command.form",
    ),
    (_log({**_COMMAND, "header": {}, "knobs": {"header_entries": [[0, "1"]]}}), "", ""),
    (_log(_COMMAND, table_version=7), "", ""),
    (_log(_COMMAND, table_version=8), "bad-state", "log.command.no-tv8"),
    (_log(_COMMAND, table_version=9), "bad-state", "log.command.no-tv8"),
    (_log(_without(_DATA, "records")), "missing-field", "log.block.content-length"),
    (_log(_without(_DELETE, "deletes")), "missing-field", "log.block.content-length"),
    (_log(_without(_DATA, "records", content_hex="00")), "", ""),
    *((_log({**_DATA, "content_version": version}), "", "") for version in (1, 2, 3)),
    *(
        (_log({**_DATA, "content_version": version}), "bad-version", "log.content.version-write")
        for version in (0, 4)
    ),
    (_log(_without(_DATA, "records", content_hex="00", content_version=4)), "", ""),
    *(
        (_log(_head(_DATA, **{key: text}), table_version=since + change), code, rule)
        for key, text, since in (
            ("COMPACTED_BLOCK_TIMES", "0,1", 5),
            ("RECORD_POSITIONS", "", 6),
            ("BLOCK_IDENTIFIER", "0,0", 6),
            ("IS_PARTIAL", "true", 8),
            (_BASE, "0", 8),
        )
        for change, code, rule in ((0, "", ""), (1, "", ""), (-1, "bad-state", "log.header.table-version"))
    ),
    *(
        (_log(_head(_DATA, IS_PARTIAL=text)), "bad-value", "log.header.partial")
        for text in ("false", "", "TRUE", "true ")
    ),
    (_log(_head(_DATA, IS_PARTIAL="true")), "", ""),
    *(
        (_log(_head(_DATA, COMPACTED_BLOCK_TIMES=text)), "bad-value", "log.header.compacted-times")
        for text in ("", ",", "1,", "1 2", ",1")
    ),
    *((_log(_head(_DATA, COMPACTED_BLOCK_TIMES=text)), "", "") for text in ("1", "1,2", "a,b,c")),
    (_log(_POSITIONED), "", ""),
    (_log({**_POSITIONED, "positions": ["0", str(2**63 - 1)]}), "", ""),
    (_log({**_POSITIONED, "positions": ["0", str(2**63)]}), "bad-value", "log.positions.form"),
    (_log({**_POSITIONED, "positions": ["3"]}), "length-mismatch", "log.positions.records"),
    (_log({**_POSITIONED, "positions": ["3", "4", "5"]}), "length-mismatch", "log.positions.records"),
    (_log({**_POSITIONED, "positions": ["3", "3"]}), "duplicate", "log.positions.records"),
    (_log({**_POSITIONED, "positions": ["4", "3"]}), "bad-order", "log.positions.records"),
    (_log({**_POSITIONED, "positions": ["-1", "3"]}), "bad-value", "log.positions.form"),
    (_log({**_POSITIONED, "positions": [3, 4]}), "bad-value", "log.positions.form"),
    (_log({**_DATA, "positions": ["3", "4"]}), "missing-field", "log.positions.base-instant"),
    (_log({**_DATA, "positions": ["3", "4"], "knobs": _ENTRIES}), "", ""),
    (
        _log({**_head(_POSITIONED, RECORD_POSITIONS="AA=="), "positions": ["3", "4"]}),
        "duplicate",
        "log.map.unique-keys",
    ),
    (_log({**_head(_DATA, "INSTANT_TIME"), "knobs": _ENTRIES}), "", ""),
    (_log({"kind": "CORRUPT_BLOCK"}), "bad-type", "log.block.type-corrupt-not-stored"),
    (_log({"kind": "OTHER"}), "bad-type", "log.block.type"),
    (_log({}), "bad-value", "log.block.type"),
    (_log({**_DATA, "content_hex": "00"}), "bad-value", "log.block.type"),
    (_log({**_DATA, "deletes": []}), "bad-value", "log.block.type"),
    (_log({**_DELETE, "compression": "GZ"}), "bad-value", "log.block.type"),
    (_log(_head(_DATA, OTHER="1")), "bad-type", "log.header.key"),
    (_log(_head(_DATA, SCHEMA='"string"')), "bad-schema", "log.header.schema"),
    (_log(_head(_DATA, SCHEMA="{")), "bad-schema", "log.header.schema-json"),
    *((_cdc(names), "", "") for names in list(_CDC_SCHEMAS)[:3]),
    *((_cdc(names), "bad-schema", "log.cdc.schema") for names in list(_CDC_SCHEMAS)[3:]),
    *((_cdc(("op", "record_key"), op), "", "") for op in ("i", "u", "d")),
    *((_cdc(("op", "record_key"), op), "bad-value", "log.cdc.schema") for op in ("x", "", "I", None)),
)


def _rules_fault(_: World) -> Failure:
    encode_log = imported("encode").encode_log
    refusal: Any = imported("encode.errors").EncodeError
    for description, code, rule in _RULES:
        try:
            encode_log(description)
        except refusal as error:
            if (error.code, error.requirement) != (code, rule):
                return f"{description}: {error}"[:390]
            continue
        if code:
            return f"{description} is written"[:390]
    return None


_LOGICAL = (
    "decimal",
    "date",
    "time-millis",
    "time-micros",
    "timestamp-millis",
    "timestamp-micros",
    "uuid",
    "local-timestamp-millis",
    "local-timestamp-micros",
    "unknown",
    7,
    None,
)
_VALUES: dict[str, tuple[Any, Any]] = {  # canonical value, and that of the library
    "int": (5, 5),
    "long": ("6", 6),
    "float": ("0.5", 0.5),
    "double": ("0.25", 0.25),
    "boolean": (True, True),
    "string": ("text", "text"),
    "bytes": ("6162", b"ab"),
}


def _logical_fault(_: World) -> Failure:
    """A logical type on a type that it is not of is none: the value is written as the type has it."""
    parse, encode = imported("encode.avro.schema").parse_schema, imported("encode.avro.rows").encode_row
    fits = {
        "int": {"date", "time-millis"},
        "bytes": {"decimal"},
        "long": {
            "time-micros",
            "timestamp-millis",
            "timestamp-micros",
            "local-timestamp-millis",
            "local-timestamp-micros",
        },
    }
    for kind, logical in itertools.product(_VALUES, _LOGICAL):
        node = {"type": kind, "logicalType": logical}
        is_known = isinstance(logical, str) and logical in fits.get(kind, ())
        parsed = parse(json.dumps({"type": "record", "name": "r", "fields": [{"name": "f", "type": node}]}))
        found = parsed.fields[0][1].logical
        if found not in (
            (logical,) if is_known and logical != "decimal" else (None, "", logical if is_known else None)
        ):
            return f"{logical} on {kind} is {found!r}"
        if is_known:
            continue
        given, value = _VALUES[kind]
        out = io.BytesIO()
        fastavro.schemaless_writer(
            out, {"type": "record", "name": "r", "fields": [{"name": "f", "type": kind}]}, {"f": value}
        )
        if (data := encode(parsed, {"f": given}).data) != out.getvalue():
            return f"{logical} on {kind}: {data.hex()} instead of {out.getvalue().hex()}"
    return None
