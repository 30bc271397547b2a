# SPDX-License-Identifier: Apache-2.0
"""The contents of blocks: bytes, and the view that a reader must return."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode.avro.rows import Datum, encode_row, utf8
from hudi_conformance.encode.avro.schema import AvroType, parse_schema
from hudi_conformance.encode.errors import EncodeError, check
from hudi_conformance.encode.hfile.writer import HFileOptions, encode_hfile
from hudi_conformance.encode.log.deletes import encode_deletes_v3, parse_deletes
from hudi_conformance.encode.log.description import BlockPlan
from hudi_conformance.encode.log.kryo import DELETE_RECORD, HOODIE_KEY, encode_kryo_deletes
from hudi_conformance.encode.log.rules import check_schema
from hudi_conformance.encode.parquet import encode_parquet
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey

KEY_FIELD = "key"  # the one field that readers of HFile blocks restore from the key
_ROLLBACK = "ROLLBACK_BLOCK"


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes of a content, and its members in the canonical answer (None for raw bytes)."""

    data: bytes
    view: dict[str, Any] | None


def encode_content(plan: BlockPlan, where: str) -> Content:
    """Encode the content of a block whose plan has been checked.

    Raises:
        EncodeError: rows that do not match the schema, unsorted keys, values that the rules forbid.
    """
    if plan.type is BlockType.COMMAND_BLOCK:
        view = {"command": _ROLLBACK, "target_instant": plan.header.get(HeaderKey.TARGET_INSTANT_TIME)}
        return Content((plan.content or b"") + plan.knobs.content_trailing, view)
    if plan.content is not None:
        return Content(plan.content, _raw_view(plan))
    match plan.type:
        case BlockType.DELETE_BLOCK:
            return _deletes(plan)
        case BlockType.HFILE_DATA_BLOCK:
            return _hfile(plan, where)
        case BlockType.PARQUET_DATA_BLOCK:
            return _parquet(plan, where)
    return _avro(plan, where)


def _raw_view(plan: BlockPlan) -> dict[str, Any] | None:
    """Of raw contents only the empty one has a view: no records [log.hfile.empty, log.parquet.empty]."""
    container = plan.type in (BlockType.HFILE_DATA_BLOCK, BlockType.PARQUET_DATA_BLOCK)
    return {"records": []} if container and not plan.content else None


def _rows(plan: BlockPlan, where: str) -> tuple[AvroType, str, list[Datum]]:
    text = plan.header.get(HeaderKey.SCHEMA)
    if text is None:
        raise EncodeError("missing-field", "log.header.schema", f"{where}.header", "SCHEMA", [*plan.header])
    schema = parse_schema(text)
    check_schema(plan, schema, where)
    return schema, text, [encode_row(schema, row, plan.knobs.array_form) for row in plan.records or ()]


def _avro(plan: BlockPlan, where: str) -> Content:
    """Encode i32 version, i32 count, then i32 length and datum for each record [log.avro.form]."""
    _, _, rows = _rows(plan, where)
    knobs = plan.knobs
    version = plan.content_version if knobs.content_version is None else knobs.content_version
    count = len(rows) if knobs.num_records is None else knobs.num_records
    lengths = [len(row.data) + len(knobs.record_padding) for row in rows]
    for i, forced in enumerate((knobs.len_records or ())[: len(rows)]):
        lengths[i] = forced
    parts = [struct.pack(">ii", version, count)]
    for length, row in zip(lengths, rows, strict=True):
        parts.append(struct.pack(">i", length) + row.data + knobs.record_padding)
    return Content(b"".join(parts) + knobs.content_trailing, {"records": [row.row for row in rows]})


def _deletes(plan: BlockPlan) -> Content:
    """Encode i32 version, i32 length, payload of the version's kind [log.delete.form, log.delete.version]."""
    knobs, deletes = plan.knobs, parse_deletes(plan.deletes or ())
    if plan.content_version == 3:
        payload, views = encode_deletes_v3(deletes, knobs.array_form, knobs.num_records)
    else:
        element = DELETE_RECORD if plan.content_version == 2 else HOODIE_KEY
        payload, views = encode_kryo_deletes(element, deletes, knobs.kryo_references, knobs.num_records)
    version = plan.content_version if knobs.content_version is None else knobs.content_version
    length = len(payload) if knobs.len_payload is None else knobs.len_payload
    return Content(struct.pack(">ii", version, length) + payload + knobs.content_trailing, {"deletes": views})


def _hfile(plan: BlockPlan, where: str) -> Content:
    """Encode a complete HFile; values have an empty key field [log.hfile.key-restore]."""
    schema, text, rows = _rows(plan, where)
    names = [name for name, _ in schema.fields]
    for name, kind in schema.fields:
        is_text, expected = (kind.optional or kind).kind == "string", f"a string field {name}"
        passed = name != KEY_FIELD or is_text
        check(passed, "bad-schema", "log.hfile.form", f"{where}.header.SCHEMA", expected, kind.kind)
    passed = plan.key_field is None or (plan.key_field == KEY_FIELD and KEY_FIELD in names)
    expected = f"{KEY_FIELD!r}, a field of the schema, or none"
    check(passed, "bad-value", "log.hfile.key-restore", f"{where}.key_field", expected, plan.key_field)
    cells = []
    width = math.ceil(math.log(max(len(rows), 1))) + 1
    for i, (row, record) in enumerate(zip(rows, plan.records or (), strict=True)):
        if KEY_FIELD in names:
            key = utf8(record[KEY_FIELD], f"{where}.records[{i}].key")
            emptied = encode_row(schema, {**record, KEY_FIELD: ""}, plan.knobs.array_form)
            cells.append((key, emptied.data))
        else:
            cells.append((str(i).rjust(width).encode("ascii"), row.data))
    options = HFileOptions(plan.compression, plan.checksum, plan.len_hfile_block)
    return Content(encode_hfile(cells, text, options), {"records": [row.row for row in rows]})


def _parquet(plan: BlockPlan, where: str) -> Content:
    schema, _, rows = _rows(plan, where)
    data = encode_parquet(schema, plan.records or [], plan.compression)
    return Content(data, {"records": [row.row for row in rows]})
