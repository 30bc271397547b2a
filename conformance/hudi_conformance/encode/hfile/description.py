# SPDX-License-Identifier: Apache-2.0
"""The JSON description of an HFile that `hfile.write` takes, as a checked plan.

Objects are closed: an unknown member is an error. Bytes are hex, or `{"hex" | "text": .., "times": n}` for
long ones; `row_text` is accepted instead of `row`, and so on. A cell with `count` represents that many cells;
in its texts `{i}` is the number, `{iii}` three digits of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hudi_conformance.encode.avro.rows import encode_row, utf8
from hudi_conformance.encode.avro.schema import parse_schema
from hudi_conformance.encode.checksums import KINDS
from hudi_conformance.encode.codecs import WRITABLE
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.bloom import HASHES, TYPES, BloomPlan
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.encodings import ENCODINGS
from hudi_conformance.encode.hfile.knobs import parse_knobs
from hudi_conformance.encode.hfile.plan import (
    HBASE_COMPARATOR,
    HUDI_COMPARATOR,
    OLD_COMPARATOR,
    HFilePlan,
    IndexKeys,
    Style,
)
from hudi_conformance.encode.hfile.trailer import VERSIONS
from hudi_conformance.encode.hfile.values import MAX_BYTES, VALUES, member_bytes
from hudi_conformance.encode.values import Parser, optional
from hudi_conformance.model.common import JsonValue

MAX_CELLS = 100_000
KEY_FIELD = "key"
_MIN_ERROR, _MAX_CHUNK = 1e-6, 1 << 24
_NUMBER = re.compile(r"\{(i+)\}")
_RESERVED = b"hfile."
# Entries that describe cells, blocks and filters, with the rule that another value violates.
_OWN_ENTRIES = {
    b"KEY_VALUE_VERSION": "hfile.cell.mvcc",
    b"MAX_MEMSTORE_TS_KEY": "hfile.cell.max-mvcc",
    b"DATA_BLOCK_ENCODING": "hfile.encoding.named",
    b"BLOOM_FILTER_TYPE": "hfile.bloom.possible",
    b"LAST_BLOOM_KEY": "hfile.bloom.possible",
}


def parse_hfile_description(value: JsonValue) -> HFilePlan:
    """Check a description.

    Raises:
        EncodeError: wrong shape, unknown member, a value that an HFile cannot contain.
    """
    members = {"style": Style.HBASE, **VALUES.members(value, "", _MEMBERS)}
    plan = {name: member for name, member in members.items() if name not in _CONTENT}
    hudi = members["style"] is Style.HUDI_IO
    version = members.get("major", 3), members.get("minor", 0 if hudi else 3)
    if version not in VERSIONS:
        raise EncodeError("bad-version", "hfile.trailer.version", "version", f"one of {VERSIONS}", version)
    plan |= {"major": version[0], "minor": version[1]}
    plan.setdefault("checksum", "NULL" if hudi else "CRC32C")
    own_comparator = HUDI_COMPARATOR if hudi else HBASE_COMPARATOR if version == (3, 3) else OLD_COMPARATOR
    plan.setdefault("comparator", own_comparator)
    plan.setdefault("create_time", 0 if version[0] == 3 else None)
    if members.get("schema") is not None and b"schema" in members.get("info", {}):
        raise _own_entry(b"schema", "hudi.hfile.schema")
    cells, rows = _content(members)
    if "hudi_filter" in members:
        meta, info = _filter(members["hudi_filter"], cells)
        plan |= {"meta": {**members.get("meta", {}), **meta}, "info": {**members.get("info", {}), **info}}
    return HFilePlan(**plan, cells=cells, rows=rows)


# --- cells -------------------------------------------------------------------------------------------


def _content(members: Mapping[str, Any]) -> tuple[tuple[Cell, ...], tuple[Any, ...] | None]:
    """Cells, and canonical rows if there are records."""
    schema = members.get("schema")
    if "records" not in members:
        if "key_field" in members:
            raise VALUES.bad("key_field", "only with records", members["key_field"])
        return members.get("cells", ()), None
    if "cells" in members or schema is None:
        raise VALUES.bad("description", "cells, or records with a schema", sorted(members))
    if members.get("key_field", KEY_FIELD) != KEY_FIELD:
        raise EncodeError("bad-value", "hudi.hfile.cell", "key_field", KEY_FIELD, members["key_field"])
    parsed = parse_schema(schema)
    cells, rows = [], []
    for i, row in enumerate(members["records"]):
        where = f"records[{i}]"
        if not isinstance(row, dict) or KEY_FIELD not in row:
            raise EncodeError("missing-field", "hudi.hfile.cell", where, f"a field {KEY_FIELD}", row)
        rows.append(encode_row(parsed, row).row)
        key = utf8(row[KEY_FIELD], f"{where}.{KEY_FIELD}")
        cells.append(Cell(key, value=encode_row(parsed, {**row, KEY_FIELD: ""}).data))
    return tuple(cells), tuple(rows)


_CELL_PARTS = ("row", "family", "qualifier", "value", "tags")
_CELL_NUMBERS: dict[str, Parser] = {
    "timestamp": VALUES.integer, "type": VALUES.byte, "mvcc": VALUES.integer
}  # fmt: skip
_CELL_MEMBERS = {*_CELL_NUMBERS, *_CELL_PARTS, *(f"{name}_text" for name in _CELL_PARTS)}


def _cells(value: JsonValue, where: str) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    num_bytes = 0
    for i, template in enumerate(VALUES.listed(value, where)):
        where = f"cells[{i}]"
        VALUES.closed(template, where, _CELL_MEMBERS | {"count", "timestamp_step"})
        count = VALUES.int32(template.get("count", 1), f"{where}.count")
        if not 0 <= count <= MAX_CELLS - len(cells):
            raise VALUES.bad(f"{where}.count", f"0 to {MAX_CELLS} cells in all", count)
        step = VALUES.integer(template.get("timestamp_step", 0), f"{where}.timestamp_step")
        for number in range(count):
            cell = _cell(_numbered(template, number) if "count" in template else template, where)
            num_bytes += len(cell.row) + len(cell.value) + len(cell.qualifier) + len(cell.tags)
            if num_bytes > MAX_BYTES:
                raise VALUES.bad(where, f"at most {MAX_BYTES} bytes in all", num_bytes)
            if not -(2**63) <= cell.timestamp + number * step < 2**63:
                raise VALUES.bad(f"{where}.timestamp_step", "timestamps of 64 bits", step)
            cells.append(cell._replace(timestamp=cell.timestamp + number * step) if step else cell)
    return tuple(cells)


def _cell(members: Mapping[str, Any], where: str) -> Cell:
    parts: dict[str, Any] = {name: member_bytes(members, name, where, b"") for name in _CELL_PARTS}
    for name, parse in _CELL_NUMBERS.items():
        if name in members:
            parts[name] = parse(members[name], f"{where}.{name}")
    return Cell(**parts)


def _numbered(template: Mapping[str, Any], number: int) -> dict[str, Any]:
    def digits(match: re.Match[str]) -> str:
        return str(number).zfill(len(match[1]))

    return {
        name: _NUMBER.sub(digits, value) if name.endswith("_text") and isinstance(value, str) else value
        for name, value in template.items()
    }


# --- other parts -------------------------------------------------------------------------------------


def _pairs(value: JsonValue, where: str, key_name: str) -> dict[bytes, bytes]:
    pairs: dict[bytes, bytes] = {}
    for i, pair in enumerate(VALUES.listed(value, where)):
        place = f"{where}[{i}]"
        VALUES.closed(pair, place, {key_name, f"{key_name}_text", "value", "value_text"})
        key = member_bytes(pair, key_name, place)
        if key in pairs:
            raise EncodeError("duplicate", "hfile.meta.names", f"{place}.{key_name}", "one of each", key)
        pairs[key] = member_bytes(pair, "value", place, b"")
    return pairs


def _info(value: JsonValue, where: str) -> dict[bytes, bytes]:
    pairs = _pairs(value, where, "key")
    for key in pairs:
        if key.startswith(_RESERVED):
            raise EncodeError("bad-value", "hfile.info.reserved", "key of file info", "not hfile.*", key)
        if key in _OWN_ENTRIES:
            raise _own_entry(key, _OWN_ENTRIES[key])
    return pairs


def _own_entry(key: bytes, requirement: str) -> EncodeError:
    expected = "none of the entries that the writer makes; knobs.info replaces them"
    return EncodeError("bad-value", requirement, "key of file info", expected, key)


def _filter(
    members: Mapping[str, str], cells: tuple[Cell, ...]
) -> tuple[dict[bytes, bytes], dict[bytes, bytes]]:
    """Meta block and file info of Hudi's filter [hudi.hfile.min-max]."""
    meta = {b"bloomFilter": members.get("text", "").encode("utf-8")}
    info = {b"bloomFilterTypeCode": members.get("type_code", "DYNAMIC_V0").encode("utf-8")}
    if cells:
        info |= {b"minRecordKey": cells[0].row, b"maxRecordKey": cells[-1].row}
    return meta, info


def _error(value: JsonValue, where: str) -> float:
    if not isinstance(value, float) or not _MIN_ERROR <= value < 0.5:
        raise VALUES.bad(where, f"a rate from {_MIN_ERROR} on and below 0.5", value)
    return value


def _len_chunk(value: JsonValue, where: str) -> int:
    length = VALUES.positive(value, where)
    if length > _MAX_CHUNK:
        raise VALUES.bad(where, f"at most {_MAX_CHUNK}", length)
    return length


_BLOOM: dict[str, Parser] = {
    "type": VALUES.one_of(TYPES), "hash": VALUES.one_of(HASHES), "chunk_bytes": _len_chunk, "error": _error,
    "comparator": VALUES.text,
}  # fmt: skip


def _bloom(value: JsonValue, where: str) -> BloomPlan:
    members = VALUES.members(value, where, _BLOOM)
    if "chunk_bytes" in members:
        members["len_chunk"] = members.pop("chunk_bytes")
    return BloomPlan(**members)


_FILTER: dict[str, Parser] = {"type_code": VALUES.text, "text": VALUES.text}
# Members that are not fields of the plan: contents from which its cells are built, and a remark.
_CONTENT: dict[str, Parser] = {
    "about": lambda value, _: value,
    "cells": _cells,
    "records": VALUES.listed,
    "key_field": lambda value, _: value,
    "hudi_filter": lambda value, where: VALUES.members(value, where, _FILTER),
}
_MEMBERS: dict[str, Parser] = _CONTENT | {
    **dict.fromkeys(("major", "minor", "bytes_per_checksum"), VALUES.int32),
    **dict.fromkeys(("block_size", "index_block_size", "min_index_entries"), VALUES.positive),
    **dict.fromkeys(("mvcc", "tags"), VALUES.boolean),
    "compression": VALUES.one_of(WRITABLE),
    "zstd_framing": VALUES.one_of(("block", "bare")),
    "checksum": VALUES.one_of(KINDS),
    "encoding": VALUES.one_of(ENCODINGS),
    "comparator": VALUES.text,
    "meta": lambda value, where: _pairs(value, where, "name"),
    "info": _info,
    "create_time": optional(VALUES.integer),
    "bloom": _bloom,
    "index_keys": lambda value, where: IndexKeys(VALUES.one_of(list(IndexKeys))(value, where)),
    "style": lambda value, where: Style(VALUES.one_of(list(Style))(value, where)),
    "schema": optional(VALUES.text),
    "knobs": parse_knobs,
}
