# SPDX-License-Identifier: Apache-2.0
"""Files of a timeline taken apart: Avro containers, JSON, properties."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.timeline import canonical_json
from hudi_conformance.decode.avro.container import Container, decode_container, walk_records
from hudi_conformance.decode.avro.container_fields import container_fields
from hudi_conformance.decode.avro.datum import Datum, decode_long
from hudi_conformance.decode.fields import MAX_VALUE, Field
from hudi_conformance.decode.timeline.content import decode_json
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import preview, shortened
from hudi_conformance.inspect.model import (
    MAX_CHECKED,
    Excerpt,
    Limits,
    Note,
    Part,
    excerpts_of,
    flaws_of,
    rejection_of,
)
from hudi_conformance.views.common import Finding, Rejection, Span

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|$)")
_NUMBERS = frozenset({"count", "size", "len_key", "len_value", "num_records", "len_records"})


def inspect_container(data: bytes, name: str, limits: Limits) -> Inspection:
    """Take an Avro container apart: head, blocks, records."""
    fields, refusal = container_fields(data, limits.parts)
    why = None if refusal is None else rejection_of(refusal)
    container = None if refusal is not None else decode_container(data)
    records, refused = _records(data, container, limits) if container is not None else ({}, None)
    why = why or refused
    parts = []
    for title, group in groupby(fields, lambda field: field.path.partition(".")[0]):
        members = list(group)
        span = Span(members[0].ofs, members[-1].end - members[0].ofs)
        is_here = why is not None and (
            title == "rest" or (why.at is not None and span.ofs <= why.at < span.end)
        )
        notes = [Note(field, records.get(field.path, "") or _meaning(field)) for field in members]
        at = why.at if why is not None else None
        parts.append(
            Part(title, span, notes, why=why if is_here else None, excerpts=excerpts_of(data, span, at))
        )
    return Inspection(name, "avro", parts, len(data), why, (), flaws_of(parts, len(data)))


def inspect_text(data: bytes, name: str) -> Inspection:
    """Take apart what is neither: JSON of an instant, properties, or bytes that nobody knows."""
    if not data:
        return Inspection(name, "empty", [], 0, None, (), [])
    if name.endswith(".properties") or name == ".hoodie_partition_metadata":
        return _properties(data, name)
    if data[:1] in {b"{", b"["} or name.endswith((".json", ".schema")):
        return _json(data, name)
    span = Span(0, len(data))
    field = Field("rest", 0, len(data), data[:MAX_VALUE], "log.recovery.bad-magic")
    why = Rejection("bad-magic", 0, "log.recovery.bad-magic", "neither log, HFile, Avro container nor JSON")
    parts = [Part("rest", span, [Note(field, why.message)], why=why, excerpts=excerpts_of(data, span))]
    return Inspection(name, "unknown", parts, len(data), why, (), [])


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
    notes = [Note(field, _line_text(data, field)) for field in _lines(data)]
    span = Span(0, len(data))
    at = None if why is None else why.at
    parts = [Part("lines", span, notes, why=why, excerpts=excerpts_of(data, span, at))] if data else []
    return Inspection(name, "properties", parts, len(data), why, (), flaws_of(parts, len(data)), findings)


def _line_text(data: bytes, field: Field) -> str:
    raw = data[field.ofs : field.end].rstrip(b"\r\n")
    return preview(raw[:MAX_VALUE], len(raw))


def _lines(data: bytes) -> Iterator[Field]:
    for index, line in enumerate(match for match in _LINE.finditer(data) if match.end() > match.start()):
        value = data[line.start() : line.end()].rstrip(b"\r\n")[:MAX_VALUE]
        length = line.end() - line.start()
        yield Field(f"lines[{index}].line", line.start(), length, value, "timeline.properties.encoding")


def _json(data: bytes, name: str) -> Inspection:
    why: Rejection | None = None
    meaning = ""
    try:
        meaning = shortened(dumps(canonical_json(decode_json(data))))
    except Reject as error:
        why = rejection_of(error)
    except LimitExceeded as error:
        meaning = str(error)
    span = Span(0, len(data))
    field = Field("json", 0, len(data), data[:MAX_VALUE], "timeline.content.json")
    at = None if why is None else why.at
    excerpts: Sequence[Excerpt] = excerpts_of(data, span, at)
    parts = [Part("json", span, [Note(field, meaning)], why=why, excerpts=excerpts)]
    return Inspection(name, "json", parts, len(data), why, (), flaws_of(parts, len(data)))


def _records(data: bytes, container: Container, limits: Limits) -> tuple[dict[str, str], Rejection | None]:
    """Records as text by the paths of their fields, and why one of them is refused."""
    if len(data) > MAX_CHECKED:
        return {}, None
    show = RowMapper(container.schema.tree)
    texts: dict[str, list[str]] = {}
    places = ((i, j) for i, block in enumerate(container.blocks) for j in range(block.num_records))
    try:
        for (block, index), record in zip(places, walk_records(data, container), strict=False):
            if limits.parts is not None and index >= limits.parts:
                continue
            text = shortened(dumps(show(record)))
            texts.setdefault(f"blocks[{block}].records", []).append(text)
            texts[f"blocks[{block}].records[{index}]"] = [text]
    except Reject as error:
        return _joined(texts), rejection_of(error)
    return _joined(texts), None


def _joined(texts: dict[str, list[str]]) -> dict[str, str]:
    return {path: shortened("; ".join(lines)) for path, lines in texts.items()}


def _meaning(field: Field) -> str:
    name = field.path.rpartition(".")[2].partition("[")[0]
    value = field.value
    if not isinstance(value, bytes) or name in {"magic", "sync"}:
        return ""
    if name in _NUMBERS:
        return f"= {decode_long(Datum(value))}"
    if name == "more":
        return "more records, not taken apart"
    return "" if name == "records" else preview(value, field.len)
