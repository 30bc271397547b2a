# SPDX-License-Identifier: Apache-2.0
"""Features of tables that are not read here: a table that has one is refused by name, never read wrongly."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from hudi_conformance.decode.base_file import CODECS
from hudi_conformance.decode.folder import file_names, read_file
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.base_file import FORMATS, HFILE, LANCE, ORC, PARQUET, format_of
from hudi_conformance.model.common import AvroSchema as AvroTree
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.properties import table as props
from hudi_conformance.semantics.slices.files import BaseFile

SKELETON = "00000000000001"  # instant of a metadata-only bootstrap
EXTERNAL = "_hudiext"  # ends the names of files that no Hudi writer named
SCHEMA_FOLDER = ".hoodie/.schema"
_LOGICAL_TYPES = frozenset({
    "decimal", "big-decimal", "uuid", "date", "duration", "time-millis", "time-micros", "timestamp-millis",
    "timestamp-micros", "timestamp-nanos", "local-timestamp-millis", "local-timestamp-micros",
    "local-timestamp-nanos", "vector", "blob", "variant",
})  # fmt: skip
_MAX_DEPTH = 64


def check_files(
    properties: Mapping[str, str], base_files: Iterable[BaseFile], written: Iterable[str]
) -> None:
    """Check the formats of base files, and where their rows are.

    Args:
        properties: `hoodie.properties`.
        base_files: of the table.
        written: paths in the write stats of its commits.

    Raises:
        UnsupportedInput: a format that is not read, skeletons of a bootstrap, files with names of their own.
    """
    form = props.BASE_FILE_FORMAT.stated(properties) or PARQUET.name
    if FORMATS.get(form.upper()) not in CODECS:
        raise UnsupportedInput(
            f"base files of the format {form!r:.40} ({props.BASE_FILE_FORMAT}) are not read"
        )
    for base in base_files:
        stored = format_of(base.name)
        if stored is not None and stored not in CODECS:
            raise UnsupportedInput(f"{base.name}: base files of the format {stored.name} are not read")
        if base.instant == SKELETON:
            raise UnsupportedInput(f"{base.name}: its columns are in a source file (metadata-only bootstrap)")
    for path in written:
        if path.endswith(EXTERNAL):
            raise UnsupportedInput(f"{path:.200}: files that Hudi did not name ({EXTERNAL}) are not read")


def visible_files(properties: Mapping[str, str], base_files: Sequence[BaseFile]) -> list[BaseFile]:
    """Base files that views show: those of the table's format, or of several [table.base-file.formats].

    Raises:
        UnsupportedInput: several formats, Lance among them, of which releases leave Lance out.
    """
    form = (props.BASE_FILE_FORMAT.stated(properties) or PARQUET.name).upper()
    formats = {form}
    if (props.MULTIPLE_FORMATS.stated(properties) or "").strip().lower() == "true":
        formats = {PARQUET.name, ORC.name, HFILE.name}
        if form == LANCE.name or any(format_of(base.name) is LANCE for base in base_files):
            raise UnsupportedInput(
                f"base files of several formats ({props.MULTIPLE_FORMATS}) with Lance files"
            )
    return [base for base in base_files if (stored := format_of(base.name)) is None or stored.name in formats]


def check_types(tree: AvroTree) -> None:
    """Check the logical types of a schema.

    Raises:
        UnsupportedInput: a type whose values are not known here.
    """
    for name, kind in _logical_types(tree, "", 0):
        if kind not in _LOGICAL_TYPES:
            raise UnsupportedInput(f"column {name} has the logical type {kind!r:.40}, which is not read")


def _logical_types(tree: AvroTree, name: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(tree, list):
        for branch in tree:
            yield from _logical_types(branch, name, depth + 1)
    if not isinstance(tree, Mapping):
        return
    kind = tree.get("logicalType")
    if isinstance(kind, str):
        yield name, kind
    members = tree.get("fields")
    for member in members if isinstance(members, list) else ():
        yield from _logical_types(member.get("type"), f"{name}.{member.get('name')}".lstrip("."), depth + 1)
    for part in ("type", "items", "values"):
        if isinstance(tree.get(part), (Mapping, list)):
            yield from _logical_types(tree[part], name, depth + 1)


def check_ids(path: Path, latest: Sequence[str]) -> None:
    """Check that columns by id are columns by name, in all schemas of a table with schema on read.

    Args:
        path: folder of the table.
        latest: texts of `latest_schema` of commits.

    Raises:
        OSError: the history of schemas cannot be read.
        UnsupportedInput: a column was renamed, or another took its name; or the history cannot be parsed.
    """
    if not latest:
        return
    name_of: dict[int, str] = {}
    id_of: dict[str, int] = {}
    for schema in (*_history(path), *map(_parsed, latest)):
        for ident, name in _columns(schema, "", 0):
            if name_of.setdefault(ident, name) != name:
                message = f"column {name_of[ident]} is now {name}"
                raise UnsupportedInput(f"{message}: columns by id (schema on read) are not read")
            if id_of.setdefault(name, ident) != ident:
                message = f"another column took the name {name}"
                raise UnsupportedInput(f"{message}: columns by id (schema on read) are not read")


def _history(path: Path) -> Iterator[JsonValue]:
    folder = path / SCHEMA_FOLDER
    try:
        files = [name for name in file_names(folder) if name.endswith(".schemacommit")]
    except FileNotFoundError:
        return
    for name in sorted(files)[-1:]:
        schemas = _parsed(read_file(folder / name).decode("utf-8", "replace"))
        yield from (schemas.get("schemas") or () if isinstance(schemas, Mapping) else ())


def _parsed(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UnsupportedInput("a schema with ids of columns that cannot be parsed") from None


def _columns(node: JsonValue, prefix: str, depth: int) -> Iterator[tuple[int, str]]:
    """Yield id and full name of the columns of a schema; fixed ids of nested types are negative."""
    if depth > _MAX_DEPTH or not isinstance(node, Mapping):
        return
    fields = node.get("fields")
    for field in fields if isinstance(fields, list) else ():
        if isinstance(field, Mapping) and isinstance(field.get("id"), int) and field["id"] >= 0:
            name = f"{prefix}{field.get('name')}"
            yield field["id"], name
            yield from _columns(field.get("type"), f"{name}.", depth + 1)
    for part in ("element", "value"):
        yield from _columns(node.get(part), f"{prefix}{part}.", depth + 1)
