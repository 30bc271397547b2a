# SPDX-License-Identifier: Apache-2.0
"""Avro schemas of the timeline by release, and rows of them with defaults for absent fields."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hudi_conformance import resources
from hudi_conformance.encode.avro.schema import AvroType, parse_schema
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.model.common import JsonValue

_RULE = "timeline.content.avro"


@cache
def _document() -> JsonValue:
    return json.loads((resources.schemas_dir() / "avro" / "timeline.json").read_text("utf-8"))


def releases() -> tuple[str, ...]:
    """Releases with known schemas, oldest first."""
    return tuple(_document()["releases"])


@cache
def schema_text(name: str, release: str) -> str:
    """Text of a schema such as `HoodieCleanerPlan` as that release writes it.

    Raises:
        EncodeError: unknown release, or the release has no such record.
    """
    known = _document()["releases"].get(release)
    if known is None or name not in known:
        raise EncodeError("bad-schema", _RULE, f"{name} of a release", f"one of {releases()}", release)
    return json.dumps(_document()["schemas"][known[name]], separators=(",", ":"))


@cache
def parsed(text: str) -> AvroType:
    """A schema text parsed; raises EncodeError."""
    return parse_schema(text)


def completed_row(text: str, row: JsonValue) -> JsonValue:
    """A canonical row with the defaults of the schema for absent fields.

    Raises:
        EncodeError: a field without a default is missing, or the schema has no such field.
    """
    return _completed(parsed(text), row)


def _completed(kind: AvroType, row: JsonValue) -> JsonValue:
    match kind.kind:
        case "union":
            branches = [branch for branch in kind.branches if branch.kind != "null"]
            return row if row is None or len(branches) != 1 else _completed(branches[0], row)
        case "record" if isinstance(row, dict):
            return _record(kind, row)
        case "array" if isinstance(row, list):
            return [_completed(kind.item, item) for item in row]
        case "map" if isinstance(row, dict):
            # sorted: descriptions are JSON objects, which are unordered
            return {key: _completed(kind.item, row[key]) for key in sorted(row)}
    return row


def _record(kind: AvroType, row: dict[str, Any]) -> dict[str, Any]:
    known = {name for name, _ in kind.fields}
    if set(row) - known:
        got = sorted(set(row) - known)
        raise EncodeError("schema-mismatch", _RULE, kind.branch, f"fields {sorted(known)}", got)
    completed = {}
    for name, inner in kind.fields:
        if name in row:
            completed[name] = _completed(inner, row[name])
        elif name in kind.defaults:
            # a default belongs to the first branch of a union
            first = inner.branches[0] if inner.branches else inner
            default = kind.defaults[name]
            completed[name] = str(default) if first.kind == "long" else default
        else:
            raise EncodeError("missing-field", _RULE, kind.branch, f"field {name}", sorted(row))
    return completed
