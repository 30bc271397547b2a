# SPDX-License-Identifier: Apache-2.0
"""Metastore entry of a table: columns, partition columns and partitions, as Hudi registers them.

Columns are those of the newest schema in the timeline, of the newest base file if that cannot be read.
Partitions are the folders with a partition metafile; their values are the parts of the path, after `name=` in
Hive style, decoded if the properties state that they are encoded.
A partition column over several folders, as for days, is joined by dashes. Meta columns are omitted if the
properties state that the table has none: base files of Spark still have them, empty.
"""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from hudi_conformance.adapters.engine_rows import stored_schema
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.meta_fields import META_FIELDS
from hudi_conformance.model.properties import table as props
from hudi_conformance.table.arrow import view_schema
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

_MARKER = ".hoodie_partition_metadata*"


class NoColumns(ValueError):  # noqa: N818 - states what is missing
    """A table without a schema or a base file from which its columns can be read."""


@dataclass(frozen=True, slots=True)
class Registration:
    """An entry of the metastore.

    Attributes:
        location: absolute path of the table.
        columns: name and Hive type of each column that is not a partition column.
        keys: name and Hive type of each partition column.
        partitions: folder below the table, and the value of each partition column.
        names: name of each column in the base file by its name in lower case, as metastores have it.
    """

    location: str
    columns: tuple[tuple[str, str], ...]
    keys: tuple[tuple[str, str], ...]
    partitions: tuple[tuple[str, tuple[str, ...]], ...]
    names: dict[str, str]

    def words(self) -> Iterator[str]:
        """Registration request for the server, after the name of the table."""
        yield self.location
        for columns in (self.columns, self.keys):
            yield str(len(columns))
            for pair in columns:
                yield from pair
        for folder, values in self.partitions:
            yield from (folder, *values)

    def renamed(self, rows: pa.Table) -> pa.Table:
        """Rows with the column names of the base file."""
        return rows.rename_columns([self.names.get(name, name) for name in rows.column_names])


def registration(root: Path) -> Registration:
    """The entry of a table.

    Raises:
        NoColumns: see there.
        ValueError: its base files have a type that Hive lacks.
    """
    properties = dict(decode_properties((root / ".hoodie" / props.FILE).read_bytes()).entries)
    schema = stored = stored_schema(root)
    with suppress(Reject, UnsupportedInput, LimitExceeded, OSError, ValueError):
        schema = view_schema(open_table(root), View())
    if schema is None:
        raise NoColumns("no schema and no base file from which to register columns")
    fields = props.PARTITION_FIELDS.get(properties)
    is_bare = not props.META_FIELDS.get(properties)
    columns = [field for field in schema if not (is_bare and field.name in META_FIELDS)]
    files = {} if stored is None else {field.name: field.type for field in stored}
    types = {field.name: _hive(_kept(field.type, files.get(field.name))) for field in columns}
    is_encoded = props.URL_ENCODE.get(properties)
    return Registration(
        location=str(root.resolve()),
        columns=tuple((name.lower(), kind) for name, kind in types.items() if name not in fields),
        keys=tuple((name.lower(), types.get(name, "string")) for name in fields),
        partitions=tuple(_partitions(root, len(fields), is_encoded)) if fields else (),
        names={name.lower(): name for name in (*types, *fields)},
    )


def _partitions(root: Path, num_keys: int, is_encoded: bool) -> Iterator[tuple[str, tuple[str, ...]]]:
    for marker in sorted(root.rglob(_MARKER)):
        folder = marker.parent.relative_to(root)
        if not folder.parts or ".hoodie" in folder.parts:
            continue
        values = [part.partition("=")[2] if "=" in part else part for part in folder.parts]
        if is_encoded:
            values = [urllib.parse.unquote(value) for value in values]
        if num_keys == 1:
            values = ["-".join(values)]
        if len(values) == num_keys:
            yield folder.as_posix(), tuple(values)


def _kept(kind: pa.DataType, stored: pa.DataType | None) -> pa.DataType:
    """The type of a column; that of the file where the schema's is text in place of a nested one."""
    return stored if stored is not None and pa.types.is_string(kind) and pa.types.is_nested(stored) else kind


def _hive(kind: pa.DataType) -> str:
    """The Hive type that Hudi's sync writes for a column of a base file."""
    types = pa.types
    for holds, name in (
        (types.is_boolean, "boolean"), (types.is_float32, "float"), (types.is_float64, "double"),
        (types.is_int64, "bigint"), (types.is_time64, "bigint"), (types.is_integer, "int"),
        (types.is_time32, "int"), (types.is_date, "date"),
        (types.is_timestamp, "timestamp"), (types.is_string, "string"), (types.is_large_string, "string"),
        (types.is_binary, "binary"), (types.is_fixed_size_binary, "binary"), (types.is_dictionary, "string"),
    ):  # fmt: skip
        if holds(kind):
            return name
    if types.is_decimal(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if types.is_struct(kind):
        return "struct<" + ",".join(f"{field.name}:{_hive(field.type)}" for field in kind) + ">"
    if types.is_map(kind):
        return f"map<{_hive(kind.key_type)},{_hive(kind.item_type)}>"
    if types.is_list(kind):
        return f"array<{_hive(kind.value_type)}>"
    raise ValueError(f"a column of type {kind}")
