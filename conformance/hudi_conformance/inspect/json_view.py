# SPDX-License-Identifier: Apache-2.0
"""An inspection as plain values, for `--json`: numbers of bytes are decimal text, bytes are hex."""

from __future__ import annotations

from typing import Any

from hudi_conformance.canonical.log import canonical_span
from hudi_conformance.inspect.inspection import Inspection, damage
from hudi_conformance.inspect.kinds import field_kind, hex_of
from hudi_conformance.inspect.model import Note, Part
from hudi_conformance.model.common import Finding, Rejection


def to_json(inspection: Inspection) -> dict[str, Any]:
    """Parts with their fields and rejections, findings, and flaws."""
    return {
        "name": inspection.name,
        "kind": inspection.kind,
        "len": str(inspection.len_file),
        "sound": inspection.is_sound,
        "reject": _why(inspection.rejection),
        "damage": [{"what": kind, "message": text} for kind, text in damage(inspection)],
        "findings": [
            {**_location(finding), "requirement": finding.requirement, "message": finding.message}
            for finding in inspection.findings
        ],
        "salvage": [{"kind": block.type.name, **canonical_span(block.span)} for block in inspection.salvage],
        "flaws": [{"kind": flaw.kind, **canonical_span(flaw.span)} for flaw in inspection.flaws],
        "parts": [_part(part) for part in inspection.parts],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "title": part.title,
        **canonical_span(part.span),
        "reject": _why(part.why),
        "open": part.is_open,
        "fields": [_note(note) for note in part.notes],
    }


def _note(note: Note) -> dict[str, Any]:
    field = note.field
    return {
        "path": field.path,
        "ofs": str(field.ofs),
        "len": str(field.len),
        "kind": field_kind(field),
        "value": str(field.value) if isinstance(field.value, int) else None,
        "hex": hex_of(field, 64).removesuffix(" …").replace(" ", ""),
        "meaning": note.meaning,
        "requirement": field.requirement,
    }


def _why(why: Rejection | None) -> dict[str, Any] | None:
    if why is None:
        return None
    return {**_location(why), "requirement": why.requirement, "message": why.message}


def _location(why: Rejection | Finding) -> dict[str, str | None]:
    return {"code": why.code, "at": None if why.at is None else str(why.at)}
