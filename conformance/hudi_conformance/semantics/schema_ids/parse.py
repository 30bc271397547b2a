# SPDX-License-Identifier: Apache-2.0
"""Parse schemas with ids, and histories of them [table.ids.text, table.ids.history]."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.semantics.schema_ids.types import Column, Entries, IdSchema, Items, Leaf, Struct, Type

TEXT, TYPES, UNIQUE = "table.ids.text", "table.ids.types", "table.ids.unique"
HISTORY, DEPTH = "table.ids.history", "limits.depth"
HISTORY_START = '{"schemas":['  # writers remove these characters, and prepend the new schema
MAX_DEPTH = 64
_SIMPLE = frozenset({
    "boolean", "int", "long", "float", "double", "date", "time", "timestamp", "string", "binary", "uuid",
    "time-millis", "timestamp-millis", "local-timestamp-millis", "local-timestamp-micros",
})  # fmt: skip
_WITH_ARGUMENTS = tuple(
    (name, re.compile(pattern, re.ASCII | re.IGNORECASE))
    for name, pattern in (
        ("fixed", r"fixed\[(\d{1,9})\]"),
        ("decimal", r"decimal\((\d{1,9}),\s+(\d{1,9})\)"),
        ("decimal_bytes", r"decimal_bytes\((\d{1,9}),\s+(\d{1,9})\)"),
        ("decimal_fixed", r"decimal_fixed\((\d{1,9}),\s+(\d{1,9})\)\[(\d{1,9})\]"),
        ("vector", r"vector\[(\d{1,9}),\s+\w+,\s+\w+\]"),
    )
)
_Node = Mapping[str, Any]


@lru_cache(maxsize=64)
def parse_schema(text: str) -> IdSchema:
    """Parse the text of one schema, from `latest_schema` of commits.

    Raises:
        Reject: bad-schema, duplicate, missing-field or bad-value.
        UnsupportedInput: a type that no release writes.
    """
    return _schema(_json(text, TEXT))


@lru_cache(maxsize=8)
def parse_history(text: str) -> tuple[IdSchema, ...]:
    """Parse the content of a file of `.hoodie/.schema`: all schemas, newest first; none for an empty file.

    Raises:
        Reject, UnsupportedInput: as `parse_schema`.
    """
    if not text:
        return ()
    tree = _json(text, HISTORY)
    members = tree.get("schemas") if isinstance(tree, Mapping) else None
    if not isinstance(members, list):
        raise Reject("bad-schema", None, HISTORY, "expected an object with a list of schemas")
    return tuple(map(_schema, members))


def _json(text: str, rule: str) -> JsonValue:
    try:
        return json.loads(text)
    except RecursionError:
        raise Reject("bad-schema", None, DEPTH, "schemas are nested too deep") from None
    except ValueError as error:
        raise Reject("bad-schema", None, rule, f"a schema with ids that is not JSON: {error}") from None


def _schema(node: JsonValue) -> IdSchema:
    if not isinstance(node, Mapping) or node.get("type") != "record":
        raise Reject("bad-schema", None, TEXT, f"expected a record with ids, got {json.dumps(node):.60}")
    record = Struct(_columns(node, 1))
    max_id = None if "max_column_id" not in node else _int(node, "max_column_id")
    schema = IdSchema(_int(node, "version_id", 0), max_id, record)
    names: dict[int, str] = {}
    for ident, name in schema.ids():
        if ident >= 0 and names.setdefault(ident, name) != name:
            message = f"columns {names[ident]!r:.60} and {name!r:.60} have the id {ident}"
            raise Reject("duplicate", None, UNIQUE, message)
    return schema


def _type(node: JsonValue, depth: int) -> Type:
    if depth > MAX_DEPTH:
        raise Reject("bad-schema", None, DEPTH, f"a schema with ids nested deeper than {MAX_DEPTH} types")
    if isinstance(node, str):
        return _leaf(node)
    kind = node.get("type") if isinstance(node, Mapping) else None
    match kind:
        case "record":
            return Struct(_columns(node, depth + 1))
        case "array":
            return Items(_part(node, "element", depth + 1))
        case "map":
            return Entries(_part(node, "key", depth + 1), _part(node, "value", depth + 1))
    raise Reject("bad-schema", None, TEXT, f"{json.dumps(node):.60} is not a type")


def _columns(node: _Node, depth: int) -> tuple[Column, ...]:
    fields = node.get("fields")
    if not isinstance(fields, list):
        raise Reject("missing-field", None, TEXT, "a record with ids has no list of fields")
    columns = []
    names = set()
    for member in fields:
        name = member.get("name") if isinstance(member, Mapping) else None
        if not isinstance(name, str):
            raise Reject("missing-field", None, TEXT, f"a column without a name: {json.dumps(member):.60}")
        if name in names:
            raise Reject("duplicate", None, TEXT, f"two columns have the name {name!r:.60}")
        names.add(name)
        columns.append(
            Column(_int(member, "id"), name, _bool(member, "optional"), _type(_of(member, "type"), depth))
        )
    return tuple(columns)


def _part(node: _Node, name: str, depth: int) -> Column:
    is_optional = name != "key" and _bool(node, f"{name}_optional")
    return Column(_int(node, f"{name}_id"), name, is_optional, _type(_of(node, name), depth))


def _leaf(text: str) -> Leaf:
    """Type of a text, in upper or lower case [table.ids.types]."""
    name = text.lower()
    if name in _SIMPLE:
        return Leaf(name)
    for kind, pattern in _WITH_ARGUMENTS:
        match = pattern.fullmatch(text)
        if match is not None:
            return Leaf(kind, tuple(map(int, match.groups())))
    if name.partition("[")[0].partition("(")[0] in dict(_WITH_ARGUMENTS):
        raise Reject("bad-value", None, TYPES, f"{text!r:.60} is not a type: its arguments are malformed")
    raise UnsupportedInput(f"{text!r:.60} is not a type of columns with ids that is known here")


def _of(node: _Node, name: str) -> JsonValue:
    if name not in node:
        raise Reject("missing-field", None, TEXT, f"{json.dumps(node):.60} lacks {name!r}")
    return node[name]


def _int(node: _Node, name: str, default: int | None = None) -> int:
    if default is not None and name not in node:
        return default
    value = _of(node, name)
    if type(value) is not int:
        raise Reject("bad-value", None, TEXT, f"{name} is {value!r:.40}, expected a whole number")
    return value


def _bool(node: _Node, name: str) -> bool:
    value = _of(node, name)
    if type(value) is not bool:
        raise Reject("bad-value", None, TEXT, f"{name} is {value!r:.40}, expected true or false")
    return value
