# SPDX-License-Identifier: Apache-2.0
"""Dissection of files of a timeline: Avro containers, JSON, properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.timeline import canonical_json
from hudi_conformance.decode.avro.container import Container, decode_container, walk_records
from hudi_conformance.decode.avro.container_fields import container_fields
from hudi_conformance.decode.avro.datum import Datum, decode_long
from hudi_conformance.decode.fields import MAX_VALUE, Field
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.timeline.content import decode_json
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import preview, shortened
from hudi_conformance.inspect.model import MAX_CHECKED, Limits, Note, open_part
from hudi_conformance.model.common import Finding, Rejection, Span

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|$)")
_NUMBERS = frozenset({"count", "size", "len_key", "len_value", "num_records", "len_records"})


def inspect_container(data: bytes, name: str, limits: Limits) -> Inspection:
    """Dissect an Avro container: head, blocks, records."""
    fields, refusal = container_fields(data, limits.parts)
    why = None if refusal is None else rejection_of(refusal)
    texts: dict[str, str] = {}
    if why is None:
        texts, why = _records(data, decode_container(data), limits)
    parts = []
    for title, group in groupby(fields, lambda field: field.path.partition(".")[0]):
        notes = [Note(field, texts.get(field.path, "") or _meaning(field)) for field in group]
        span = Span(notes[0].field.ofs, notes[-1].field.end - notes[0].field.ofs)
        is_here = why is not None and (
            title == "rest" or (why.at is not None and span.ofs <= why.at < span.end)
        )
        parts.append(open_part(data, title, span, notes, why if is_here else None))
    return Inspection(name, "avro", parts, len(data), why)


def inspect_text(data: bytes, name: str) -> Inspection:
    """Dissect JSON of an instant, properties, or bytes of an unknown kind."""
    if not data:
        return Inspection(name, "empty", [], 0)
    if name.endswith(".properties") or name == ".hoodie_partition_metadata":
        return _properties(data, name)
    if data[:1] in {b"{", b"["} or name.endswith((".json", ".schema")):
        return _json(data, name)
    field = Field("rest", 0, len(data), data[:MAX_VALUE], "log.recovery.bad-magic")
    why = Rejection("bad-magic", 0, "log.recovery.bad-magic", "neither log, HFile, Avro container nor JSON")
    part = open_part(data, "rest", Span(0, len(data)), [Note(field, why.message)], why)
    return Inspection(name, "unknown", [part], len(data), why)


def _properties(data: bytes, name: str) -> Inspection:
    why: Rejection | None = None
    findings: list[Finding] = []
    try:
        view = decode_properties(data)
        if view.checksum == "mismatch":
            message = "the checksum is not that of database and table name"
            findings = [Finding("timeline.properties.checksum", "bad-checksum", view.ofs_checksum, message)]
    except Reject as error:
        why = rejection_of(error)
    part = open_part(data, "lines", Span(0, len(data)), list(_lines(data)), why)
    return Inspection(name, "properties", [part], len(data), why, findings=findings)


def _lines(data: bytes) -> Iterator[Note]:
    for index, line in enumerate(match for match in _LINE.finditer(data) if match.end() > match.start()):
        text = line[0].rstrip(b"\r\n")
        value = text[:MAX_VALUE]
        path = f"lines[{index}].line"
        field = Field(path, line.start(), len(line[0]), value, "timeline.properties.encoding")
        yield Note(field, preview(value, len(text)))


def _json(data: bytes, name: str) -> Inspection:
    why: Rejection | None = None
    meaning = ""
    try:
        meaning = shortened(dumps(canonical_json(decode_json(data))))
    except Reject as error:
        why = rejection_of(error)
    except LimitExceeded as error:
        meaning = str(error)
    field = Field("json", 0, len(data), data[:MAX_VALUE], "timeline.content.json")
    part = open_part(data, "json", Span(0, len(data)), [Note(field, meaning)], why)
    return Inspection(name, "json", [part], len(data), why)


def _records(data: bytes, container: Container, limits: Limits) -> tuple[dict[str, str], Rejection | None]:
    """Records as text by the paths of their fields, and the rejection of one of them."""
    if len(data) > MAX_CHECKED:
        return {}, None
    show = RowMapper(container.schema.tree)
    texts: dict[str, str] = {}
    blocks: dict[str, list[str]] = {}
    why: Rejection | None = None
    indexes = ((i, j) for i, block in enumerate(container.blocks) for j in range(block.num_records))
    try:
        for (block, index), record in zip(indexes, walk_records(data, container), strict=False):
            if limits.parts is None or index < limits.parts:
                path = f"blocks[{block}].records"
                texts[f"{path}[{index}]"] = text = shortened(dumps(show(record)))
                blocks.setdefault(path, []).append(text)
    except Reject as error:
        why = rejection_of(error)
    return texts | {path: shortened("; ".join(records)) for path, records in blocks.items()}, why


def _meaning(field: Field) -> str:
    name = field.path.rpartition(".")[2].partition("[")[0]
    value = field.value
    if not isinstance(value, bytes) or name in {"magic", "sync"}:
        return ""
    if name in _NUMBERS:
        return f"= {decode_long(Datum(value))}"
    if name == "more":
        return "more records, not parsed"
    return "" if name == "records" else preview(value, field.len)
