# SPDX-License-Identifier: Apache-2.0
"""Avro schemas of the timeline by release, and rows of them with what is left out filled in."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hudi_conformance import resources
from hudi_conformance.encode.avro.schema import AvroType, parse_schema
from hudi_conformance.encode.errors import EncodeError

_RULE = "timeline.content.avro"
_MAX_DEPTH = 60


@cache
def _document() -> Any:
    return json.loads((resources.schemas_dir() / "avro" / "timeline.json").read_text("utf-8"))


def releases() -> tuple[str, ...]:
    """Releases whose schemas are known, oldest first."""
    return tuple(_document()["releases"])


@cache
def schema_text(name: str, release: str) -> str:
    """Text of a schema such as `HoodieCleanerPlan` as that release writes it.

    Raises:
        EncodeError: no such release, or the release has no such record.
    """
    known = _document()["releases"].get(release)
    if known is None or name not in known:
        raise EncodeError("bad-schema", _RULE, f"{name} of a release", f"one of {releases()}", release)
    return json.dumps(_document()["schemas"][known[name]], separators=(",", ":"))


@cache
def parsed(text: str) -> AvroType:
    """A schema text parsed; raises EncodeError."""
    return parse_schema(text)


def completed_row(text: str, row: Any) -> Any:
    """A canonical row with the defaults of the schema where it says nothing.

    Raises:
        EncodeError: a field without a default is missing, or one is named that the schema has not.
    """
    return _filled(json.loads(text), row, {}, "", 0)


def _filled(node: Any, row: Any, names: dict[str, Any], namespace: str, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        raise EncodeError("bad-value", _RULE, "row", f"nesting of at most {_MAX_DEPTH}", "more")
    if isinstance(node, list):
        _note(node, names, namespace)
        others = [branch for branch in node if branch != "null"]
        if row is None or len(others) != 1:
            return row
        return _filled(others[0], row, names, namespace, depth + 1)
    if isinstance(node, str):
        full = node if "." in node or not namespace else f"{namespace}.{node}"
        found = names.get(full, names.get(node))
        return row if found is None else _filled(found[0], row, names, found[1], depth + 1)
    kind = node.get("type")
    if kind == "record":
        return _record(node, row, names, node.get("namespace", namespace), depth)
    if kind == "array" and isinstance(row, list):
        return [_filled(node["items"], item, names, namespace, depth + 1) for item in row]
    if kind == "map" and isinstance(row, dict):
        # sorted: descriptions come as JSON objects, whose order means nothing
        return {key: _filled(node["values"], row[key], names, namespace, depth + 1) for key in sorted(row)}
    _note(node, names, namespace)
    return row


def _record(node: Any, row: Any, names: dict[str, Any], namespace: str, depth: int) -> Any:
    full = f"{namespace}.{node['name']}" if namespace else node["name"]
    names[full] = (node, namespace)
    if not isinstance(row, dict):
        return row
    known = {field["name"] for field in node["fields"]}
    if set(row) - known:
        raise EncodeError("schema-mismatch", _RULE, full, f"fields {sorted(known)}", sorted(set(row) - known))
    made = {}
    for field in node["fields"]:
        name = field["name"]
        if name in row:
            made[name] = _filled(field["type"], row[name], names, namespace, depth + 1)
        elif "default" in field:
            _note(field["type"], names, namespace)
            made[name] = _default(field["type"], field["default"])
        else:
            raise EncodeError("missing-field", _RULE, full, f"field {name}", sorted(row))
    return made


def _default(node: Any, default: Any) -> Any:
    kind = node[0] if isinstance(node, list) else node
    if isinstance(kind, dict):
        kind = kind["type"]
    if kind == "long":
        return str(default)
    return default


def _note(node: Any, names: dict[str, Any], namespace: str, depth: int = 0) -> None:
    """Remember records that are defined inside of what the row leaves out."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(node, list):
        for branch in node:
            _note(branch, names, namespace, depth + 1)
    elif isinstance(node, dict):
        kind = node.get("type")
        if kind == "record":
            inner = node.get("namespace", namespace)
            names.setdefault(f"{inner}.{node['name']}" if inner else node["name"], (node, inner))
            for field in node["fields"]:
                _note(field["type"], names, inner, depth + 1)
        else:
            for key in ("items", "values"):
                _note(node.get(key), names, namespace, depth + 1)
            if isinstance(kind, dict | list):
                _note(kind, names, namespace, depth + 1)
