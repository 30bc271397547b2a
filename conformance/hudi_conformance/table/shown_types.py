# SPDX-License-Identifier: Apache-2.0
"""Types that Hudi 1.2 added to Avro, as the types in which readers return their values [logical.*].

| stored | returned |
|---|---|
| VECTOR: fixed with the logical type `vector` | array of float, double or int |
| BLOB: record with the logical type `blob` | the record |
| VARIANT: record with the logical type `variant` | string: JSON text |

The returned type keeps the logical type, by which rows of files are converted (`semantics.merge.resolve`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.vector import ELEMENTS, FIXED_BYTES

SIZE, BLOB_FIELDS, VARIANT_FIELDS = "logical.vector.size", "logical.blob.fields", "logical.variant.fields"
_MAX_DEPTH = 64
_MAX_DIMENSION = 1 << 16
_BLOB = ("type", "data", "reference")
_REFERENCE = ("external_path", "offset", "length", "managed")


def shown(node: AvroSchema, name: str = "", depth: int = 0) -> AvroSchema:
    """A schema with returned types.

    Raises:
        Reject: bad-schema: a type that violates its logical type.
        UnsupportedInput: unknown elements of vectors, or an unknown way to store them.
    """
    if depth > _MAX_DEPTH:
        return node
    if isinstance(node, list):
        return [shown(branch, name, depth + 1) for branch in node]
    if not isinstance(node, Mapping):
        return node
    logical = node.get("logicalType")
    if logical == "vector":
        return _vector(node, name)
    if logical == "variant":
        return _variant(node, name)
    if logical == "blob":
        _check_blob(node, name)
    changed = dict(node)
    for part in ("type", "items", "values"):
        if isinstance(node.get(part), Mapping | list):
            changed[part] = shown(node[part], name, depth + 1)
    if isinstance(node.get("fields"), list):
        changed["fields"] = [
            {**member, "type": shown(member["type"], f"{name}.{member['name']}".lstrip("."), depth + 1)}
            for member in node["fields"]
        ]
    return changed


def _vector(node: Mapping[str, Any], name: str) -> AvroSchema:
    element, backing = node.get("elementType", "FLOAT"), node.get("storageBacking", FIXED_BYTES)
    if element not in ELEMENTS or backing != FIXED_BYTES:
        message = f"column {name} is a VECTOR of {element!r:.40} stored as {backing!r:.40}: unsupported"
        raise UnsupportedInput(message)
    dimension, size = node.get("dimension"), node.get("size")
    kind = ELEMENTS[element]
    if node.get("type") != "fixed" or not isinstance(dimension, int) or dimension < 1:
        raise Reject("bad-schema", None, SIZE, f"column {name} is a VECTOR of dimension {dimension!r:.40}")
    if size != dimension * kind.size:
        message = f"column {name} is a VECTOR({dimension}, {element}) of {size} bytes"
        raise Reject("bad-schema", None, SIZE, message)
    if dimension > _MAX_DIMENSION:
        raise UnsupportedInput(f"column {name} is a VECTOR of {dimension} elements, which is unsupported")
    return {
        "type": "array", "items": kind.avro, "logicalType": "vector", "elementType": element,
        "dimension": dimension,
    }  # fmt: skip


def _fields(node: Mapping[str, Any]) -> list[str]:
    fields = node.get("fields")
    return [member.get("name") for member in fields] if isinstance(fields, list) else []


def _variant(node: Mapping[str, Any], name: str) -> AvroSchema:
    if node.get("type") != "record" or not {"metadata", "value"} <= set(_fields(node)):
        raise Reject("bad-schema", None, VARIANT_FIELDS, f"column {name} is a VARIANT of other fields")
    return {"type": "string", "logicalType": "variant"}


def _check_blob(node: Mapping[str, Any], name: str) -> None:
    reference: AvroSchema = None
    if node.get("type") == "record" and tuple(_fields(node)) == _BLOB:
        reference = node["fields"][2]["type"]
        reference = (
            next((part for part in reference if part != "null"), None)
            if isinstance(reference, list)
            else None
        )
    if not isinstance(reference, Mapping) or tuple(_fields(reference)) != _REFERENCE:
        raise Reject("bad-schema", None, BLOB_FIELDS, f"column {name} is a BLOB of other fields")
