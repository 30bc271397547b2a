# SPDX-License-Identifier: Apache-2.0
"""Schemas with ids of columns: assigning ids, changing columns, and the texts and files that writers leave.

A schema is the JSON value that its text parses as.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hudi_conformance.encode.errors import EncodeError

IdTree = dict[str, Any]
_LAYOUT_2 = 8  # table version from which file names have completion times
_META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
_TEXTS = {
    "boolean": "boolean", "int": "int", "long": "long", "float": "float", "double": "double",
    "string": "string", "bytes": "binary", "enum": "string", "date": "date", "uuid": "uuid",
    "time-micros": "time", "timestamp-micros": "timestamp", "timestamp-millis": "timestamp-millis",
    "time-millis": "time-millis", "local-timestamp-micros": "local-timestamp-micros",
    "local-timestamp-millis": "local-timestamp-millis",
}  # fmt: skip
_AVRO: dict[str, Any] = {
    **{name: name for name in ("boolean", "int", "long", "float", "double", "string")},
    "binary": "bytes",
    **{text: {"type": kind, "logicalType": name} for text, kind, name in (
        ("date", "int", "date"), ("time", "long", "time-micros"), ("time-millis", "int", "time-millis"),
        ("timestamp", "long", "timestamp-micros"), ("timestamp-millis", "long", "timestamp-millis"),
        ("local-timestamp-micros", "long", "local-timestamp-micros"),
        ("local-timestamp-millis", "long", "local-timestamp-millis"), ("uuid", "string", "uuid"),
    )},
}  # fmt: skip


def first_schema(columns: Mapping[str, Any]) -> IdTree:
    """Assign ids to the columns of a new table, Hudi's own columns in front.

    Args:
        columns: Avro types by name, all of them optional.
    """
    names = [f"_hoodie_{name}" for name in _META]
    fields = [*((name, "string") for name in names), *columns.items()]
    ids = iter(range(1 << 31))
    record = _record([(name, kind, True) for name, kind in fields], ids)
    return {"max_column_id": next(ids) - 1, "version_id": 0, **record}


def _record(members: Sequence[tuple[str, Any, bool]], ids: Iterator[int]) -> IdTree:
    """All columns of a record get their ids before those inside them."""
    fields = [{"id": next(ids), "name": name, "optional": is_optional} for name, _, is_optional in members]
    for field, (_, kind, _) in zip(fields, members, strict=True):
        field["type"] = _type(kind, ids)
    return {"type": "record", "fields": fields}


def _type(kind: Any, ids: Iterator[int]) -> Any:  # noqa: ANN401 - JSON
    if isinstance(kind, list):
        kind = next(branch for branch in kind if branch != "null")
    name = kind if isinstance(kind, str) else kind.get("logicalType", kind["type"])
    match name:
        case "record":
            return _record([(m["name"], m["type"], isinstance(m["type"], list)) for m in kind["fields"]], ids)
        case "array":
            ident = next(ids)
            return {
                "type": "array", "element_id": ident, "element": _type(kind["items"], ids),
                "element_optional": isinstance(kind["items"], list),
            }  # fmt: skip
        case "map":
            key, value = next(ids), next(ids)
            return {
                "type": "map", "key_id": key, "key": "string", "value_id": value,
                "value": _type(kind["values"], ids), "value_optional": isinstance(kind["values"], list),
            }  # fmt: skip
        case "decimal":
            return f"decimal({kind['precision']}, {kind['scale']})"
        case "fixed":
            return f"fixed[{kind['size']}]"
    if name not in _TEXTS:
        raise EncodeError("bad-value", "table.ids.types", "type of a column", "one that has a text", name)
    return _TEXTS[name]


def changed(schema: IdTree, instant: str, changes: Sequence[Mapping[str, Any]]) -> IdTree:
    """Apply changes to a schema; each names a column by its dotted name and has one of these members.

    `rename`: the new name. `drop`: true. `add`: an Avro type. `retype`: the text of a type.
    `before`: name of the sibling before which it moves, also with `add`.
    """
    new = copy.deepcopy(schema)
    new["version_id"] = int(instant)
    for change in changes:
        parent, _, name = str(change["column"]).rpartition(".")
        siblings = _fields(new, parent)
        if "add" in change:
            ids = iter(range(new["max_column_id"] + 1, 1 << 31))
            field = {"id": next(ids), "name": name, "optional": True}
            field["type"] = _type(change["add"], ids)
            new["max_column_id"] = next(ids) - 1
            siblings.append(field)
        field = next(field for field in siblings if field["name"] == name)
        if "rename" in change:
            field["name"] = change["rename"]
        if "retype" in change:
            field["type"] = change["retype"]
        if change.get("drop") or "before" in change:
            siblings.remove(field)
        if "before" in change:
            at = next(i for i, other in enumerate(siblings) if other["name"] == change["before"])
            siblings.insert(at, field)
    return new


def _fields(node: Any, name: str) -> list[IdTree]:  # noqa: ANN401 - JSON
    """Columns of the record at a dotted name; `element` and `value` go into arrays and maps."""
    for part in name.split(".") if name else ():
        if node["type"] == "record":
            node = next(field["type"] for field in node["fields"] if field["name"] == part)
        else:
            node = node[part]
    fields: list[IdTree] = node["fields"]
    return fields


def avro_type(kind: Any, name: str = "row") -> Any:  # noqa: ANN401 - JSON
    """Return the Avro type of a type with ids; records are named after their columns."""
    if isinstance(kind, str):
        match = re.fullmatch(r"(decimal|fixed)[(\[](\d+)(?:, (\d+))?[)\]]", kind)
        if match is None:
            return _AVRO[kind]
        if match[1] == "fixed":
            return {"type": "fixed", "name": name, "size": int(match[2])}
        return {
            "type": "bytes", "logicalType": "decimal", "precision": int(match[2]), "scale": int(match[3]),
        }  # fmt: skip
    match kind["type"]:
        case "array":
            return {"type": "array", "items": ["null", avro_type(kind["element"], f"{name}_element")]}
        case "map":
            return {"type": "map", "values": ["null", avro_type(kind["value"], f"{name}_value")]}
    fields = [
        {"name": f["name"], "type": ["null", avro_type(f["type"], f"{name}_{f['name']}")], "default": None}
        for f in kind["fields"]
    ]
    return {"type": "record", "name": name, "fields": fields}


def schema_text(schema: Mapping[str, Any]) -> str:
    """Return the text of one schema, as in `latest_schema`."""
    return json.dumps(schema, separators=(",", ":"))


def history_text(schemas: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a history; `schemas` are the newest first."""
    return '{"schemas":[' + ",".join(map(schema_text, schemas)) + "]}"


def schema_files(version: int, time: str, completion: str, text: str) -> dict[str, bytes]:
    """Return the files of `.hoodie/.schema` of one instant by path.

    Args:
        version: table version.
        time: requested time of the instant in whose course they are written.
        completion: completion time of theirs; not in names up to version 7.
        text: the history.
    """
    stem = f".hoodie/.schema/{time}"
    done = f"{stem}_{completion}" if version >= _LAYOUT_2 else stem
    return {
        f"{stem}.schemacommit.requested": b"",
        f"{stem}.schemacommit.inflight": b"",
        f"{done}.schemacommit": text.encode(),
    }
