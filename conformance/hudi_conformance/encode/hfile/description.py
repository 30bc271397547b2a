# SPDX-License-Identifier: Apache-2.0
"""The JSON description of an HFile that `hfile.write` takes, as a checked plan.

Objects are closed: a member that is not known here is an error. Bytes are hex, or
`{"hex" | "text": .., "times": n}` for long ones; beside `row`, `row_text` is taken, and so on.
A cell with `count` stands for that many; in its texts `{i}` is the number, `{iii}` three digits of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hudi_conformance.encode.avro.rows import encode_row, utf8
from hudi_conformance.encode.avro.schema import parse_schema
from hudi_conformance.encode.checksums import KINDS
from hudi_conformance.encode.codecs import WRITABLE
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.bloom import HASHES, TYPES, BloomPlan
from hudi_conformance.encode.hfile.cells import LATEST, PUT, Cell
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
from hudi_conformance.encode.hfile.values import (
    MAX_BYTES,
    bad,
    boolean,
    choice,
    closed,
    given_bytes,
    int32,
    integer,
    listed,
    text,
)

MAX_CELLS = 100_000
KEY_FIELD = "key"
_LEAST_ERROR, _MOST_CHUNK = 1e-6, 1 << 24
_NUMBER = re.compile(r"\{(i+)\}")
_RESERVED = b"hfile."
_MEMBERS = {
    "about", "major", "minor", "compression", "zstd_framing", "checksum", "bytes_per_checksum",
    "block_size", "index_block_size", "min_index_entries", "encoding", "mvcc", "tags", "comparator",
    "cells", "meta", "info", "create_time", "bloom", "index_keys", "style", "schema", "records",
    "key_field", "hudi_filter", "knobs",
}  # fmt: skip


def parse_hfile_description(value: Any) -> HFilePlan:
    """Check a description.

    Raises:
        EncodeError: wrong shape, unknown member, a value that no HFile can hold.
    """
    closed(value, "description", _MEMBERS)
    style = Style(choice(value.get("style", "hbase"), "style", [style.value for style in Style]))
    hudi = style is Style.HUDI_IO
    version = (int32(value.get("major", 3), "major"), int32(value.get("minor", 0 if hudi else 3), "minor"))
    if version not in VERSIONS:
        raise EncodeError("bad-version", "hfile.trailer.version", "version", f"one of {VERSIONS}", version)
    own_comparator = HUDI_COMPARATOR if hudi else HBASE_COMPARATOR if version == (3, 3) else OLD_COMPARATOR
    knobs = parse_knobs(value.get("knobs", {}), "knobs")
    cells, schema, rows = _content(value)
    meta, info = _meta(value), _info(value)
    if "hudi_filter" in value:
        filtered_meta, filtered_info = _filter(value["hudi_filter"], cells)
        meta, info = {**meta, **filtered_meta}, {**info, **filtered_info}
    create_time = value.get("create_time", "0" if version[0] == 3 else None)
    return HFilePlan(
        cells=cells,
        style=style,
        major=version[0],
        minor=version[1],
        compression=choice(value.get("compression", "NONE"), "compression", WRITABLE),
        zstd_framing=choice(value.get("zstd_framing", "block"), "zstd_framing", ("block", "bare")),
        checksum=choice(value.get("checksum", "NULL" if hudi else "CRC32C"), "checksum", KINDS),
        bytes_per_checksum=int32(value.get("bytes_per_checksum", 16384), "bytes_per_checksum"),
        block_size=_positive(value.get("block_size", 65536), "block_size"),
        index_block_size=_positive(value.get("index_block_size", 131072), "index_block_size"),
        min_index_entries=_positive(value.get("min_index_entries", 16), "min_index_entries"),
        encoding=choice(value.get("encoding", "NONE"), "encoding", ENCODINGS),
        mvcc=boolean(value.get("mvcc", True), "mvcc"),
        tags=boolean(value.get("tags", False), "tags"),
        comparator=text(value.get("comparator", own_comparator), "comparator"),
        meta=meta,
        info=info,
        create_time=None if create_time is None else integer(create_time, "create_time"),
        bloom=_bloom(value["bloom"]) if "bloom" in value else None,
        index_keys=IndexKeys(
            choice(value.get("index_keys", "full"), "index_keys", [k.value for k in IndexKeys])
        ),
        schema=schema,
        rows=rows,
        knobs=knobs,
    )


def _positive(value: Any, where: str) -> int:
    number = int32(value, where)
    if number < 1:
        raise bad(where, "at least 1", value)
    return number


# --- cells -------------------------------------------------------------------------------------------


def _content(value: Mapping[str, Any]) -> tuple[tuple[Cell, ...], str | None, tuple[Any, ...] | None]:
    """Cells, schema text, canonical rows."""
    schema = None if value.get("schema") is None else text(value["schema"], "schema")
    if "records" not in value:
        if "key_field" in value:
            raise bad("key_field", "only with records", value["key_field"])
        return _cells(value.get("cells", [])), schema, None
    if "cells" in value or schema is None:
        raise bad("description", "cells, or records with a schema", sorted(value))
    if value.get("key_field", KEY_FIELD) != KEY_FIELD:
        raise EncodeError("bad-value", "hudi.hfile.cell", "key_field", KEY_FIELD, value["key_field"])
    parsed = parse_schema(schema)
    cells, rows = [], []
    for i, row in enumerate(listed(value["records"], "records")):
        if not isinstance(row, dict) or KEY_FIELD not in row:
            raise EncodeError(
                "missing-field", "hudi.hfile.cell", f"records[{i}]", f"a field {KEY_FIELD}", row
            )
        rows.append(encode_row(parsed, row).row)
        key = utf8(row[KEY_FIELD], f"records[{i}].{KEY_FIELD}")
        cells.append(Cell(key, value=encode_row(parsed, {**row, KEY_FIELD: ""}).data))
    return tuple(cells), schema, tuple(rows)


def _cells(value: Any) -> tuple[Cell, ...]:
    made: list[Cell] = []
    num_bytes = 0
    for i, given in enumerate(listed(value, "cells")):
        where = f"cells[{i}]"
        closed(given, where, _CELL_MEMBERS | {"count", "timestamp_step"})
        count = int32(given.get("count", 1), f"{where}.count")
        if not 0 <= count <= MAX_CELLS - len(made):
            raise bad(f"{where}.count", f"0 to {MAX_CELLS} cells in all", count)
        step = integer(given.get("timestamp_step", 0), f"{where}.timestamp_step")
        for number in range(count):
            cell = _cell(_numbered(given, number) if "count" in given else given, where)
            num_bytes += len(cell.row) + len(cell.value) + len(cell.qualifier) + len(cell.tags)
            if num_bytes > MAX_BYTES:
                raise bad(where, f"at most {MAX_BYTES} bytes in all", num_bytes)
            if not -(2**63) <= cell.timestamp + number * step < 2**63:
                raise bad(f"{where}.timestamp_step", "timestamps of 64 bits", step)
            made.append(replace(cell, timestamp=cell.timestamp + number * step) if step else cell)
    return tuple(made)


_CELL_PARTS = ("row", "family", "qualifier", "value", "tags")
_CELL_MEMBERS = {"timestamp", "type", "mvcc", *_CELL_PARTS, *(f"{name}_text" for name in _CELL_PARTS)}


def _cell(given: Mapping[str, Any], where: str) -> Cell:
    parts = {name: given_bytes(given, name, where, b"") for name in _CELL_PARTS}
    kind = int32(given.get("type", PUT), f"{where}.type")
    if not 0 <= kind <= 255:
        raise bad(f"{where}.type", "0 to 255", kind)
    return Cell(
        timestamp=integer(given.get("timestamp", LATEST), f"{where}.timestamp"),
        type=kind,
        mvcc=integer(given.get("mvcc", 0), f"{where}.mvcc"),
        **parts,
    )


def _numbered(given: Mapping[str, Any], number: int) -> dict[str, Any]:
    def filled(match: re.Match[str]) -> str:
        return str(number).zfill(len(match[1]))

    return {
        name: _NUMBER.sub(filled, value) if name.endswith("_text") and isinstance(value, str) else value
        for name, value in given.items()
    }


# --- other parts -------------------------------------------------------------------------------------


def _pairs(value: Any, where: str, key_name: str) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for i, given in enumerate(listed(value, where)):
        closed(given, f"{where}[{i}]", {key_name, f"{key_name}_text", "value", "value_text"})
        key = given_bytes(given, key_name, f"{where}[{i}]")
        if key in found:
            raise EncodeError("duplicate", "hfile.meta.names", f"{where}[{i}].{key_name}", "one of each", key)
        found[key] = given_bytes(given, "value", f"{where}[{i}]", b"")
    return found


def _meta(value: Mapping[str, Any]) -> dict[bytes, bytes]:
    return _pairs(value.get("meta", []), "meta", "name")


def _info(value: Mapping[str, Any]) -> dict[bytes, bytes]:
    found = _pairs(value.get("info", []), "info", "key")
    for key in found:
        if key.startswith(_RESERVED):
            raise EncodeError("bad-value", "hfile.info.reserved", "key of file info", "not hfile.*", key)
    return found


def _filter(value: Any, cells: tuple[Cell, ...]) -> tuple[dict[bytes, bytes], dict[bytes, bytes]]:
    """Meta block and file info of Hudi's own filter [hudi.hfile.min-max]."""
    closed(value, "hudi_filter", {"type_code", "text"})
    meta = {b"bloomFilter": text(value.get("text", ""), "hudi_filter.text").encode("utf-8")}
    code = text(value.get("type_code", "DYNAMIC_V0"), "hudi_filter.type_code")
    info = {b"bloomFilterTypeCode": code.encode("utf-8")}
    if cells:
        info |= {b"minRecordKey": cells[0].row, b"maxRecordKey": cells[-1].row}
    return meta, info


def _bloom(value: Any) -> BloomPlan:
    closed(value, "bloom", {"type", "hash", "chunk_bytes", "error", "comparator"})
    default = BloomPlan()
    error = value.get("error", default.error)
    if not isinstance(error, float) or not _LEAST_ERROR <= error < 0.5:
        raise bad("bloom.error", f"a rate from {_LEAST_ERROR} on and below 0.5", error)
    len_chunk = _positive(value.get("chunk_bytes", default.len_chunk), "bloom.chunk_bytes")
    if len_chunk > _MOST_CHUNK:
        raise bad("bloom.chunk_bytes", f"at most {_MOST_CHUNK}", len_chunk)
    return BloomPlan(
        type=choice(value.get("type", default.type), "bloom.type", TYPES),
        hash=choice(value.get("hash", default.hash), "bloom.hash", HASHES),
        len_chunk=len_chunk,
        error=error,
        comparator=text(value.get("comparator", default.comparator), "bloom.comparator"),
    )
