# SPDX-License-Identifier: Apache-2.0
"""Partition columns that base files do not store: their values are in the paths [table.partition.dropped]."""

from __future__ import annotations

import decimal
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

import pyarrow as pa

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import AvroSchema as AvroTree
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.properties import table as props

RULE = "table.partition.dropped"
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
_ESCAPED = re.compile("%([0-9a-fA-F]{2})")
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH = date(1970, 1, 1).toordinal()
_BOOLEANS = {"true": True, "false": False}
_TEXT: dict[str, Any] = {"type": ["null", "string"], "default": None}


@dataclass(frozen=True, slots=True)
class PartitionColumns:
    """Columns of rows that come from the path of their partition.

    Attributes:
        schema: of rows with these columns.
        names: of the columns, in the order of the segments of a path.
        is_hive_style: segments begin with the name of their column.
        is_encoded: segments are escaped as Hive does.
    """

    schema: AvroSchema
    names: tuple[str, ...]
    is_hive_style: bool
    is_encoded: bool

    def values(self, partition: str) -> dict[str, AvroValue]:
        """Values of the rows of a partition, by the path of its folder.

        Raises:
            Reject: a path with a different number of segments, or a text that does not fit the column's type.
            UnsupportedInput: a column of a type that is not read from paths.
        """
        return dict(_values(self, partition))

    def row(self, partition: str, row: Mapping[str, AvroValue]) -> dict[str, AvroValue]:
        """A row of a partition with these columns.

        Raises:
            Reject, UnsupportedInput: as `values`.
        """
        return {**row, **_values(self, partition)}

    def constants(self, partition: str) -> pa.RecordBatch:
        """One row with only these columns.

        Raises:
            Reject, UnsupportedInput: as `values`.
        """
        fields = {member["name"]: member for member in self.schema.tree["fields"]}
        tree = {"type": "record", "name": "partition", "fields": [fields[name] for name in self.names]}
        return batch_of_rows([_values(self, partition)], row_shape(tree), tree)

    def batch(self, partition: str, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Rows of a partition with these columns.

        Raises:
            Reject, UnsupportedInput: as `values`.
        """
        constants = self.constants(partition).take(pa.array([0] * batch.num_rows, pa.int32()))
        columns, types = [], []
        for member in self.schema.tree["fields"]:
            name = member["name"]
            source = constants if name in self.names else batch
            columns.append(source.column(name))
            types.append(source.schema.field(name))
        return pa.RecordBatch.from_arrays(columns, schema=pa.schema(types))


def partition_columns(properties: Mapping[str, str], schemas: Sequence[str]) -> PartitionColumns | None:
    """The partition columns that base files of a table do not store; None if they store all.

    Args:
        properties: `hoodie.properties`.
        schemas: texts of schemas of commits, newest first.

    Raises:
        Reject: bad-schema.
        UnsupportedInput: columns that affect merging before their values are known.
    """
    if not props.DROP_PARTITION_COLUMNS.get(properties):
        return None
    names = props.PARTITION_FIELDS.get(properties)
    if not names or not schemas:
        return None
    _check_use(properties, names)
    try:
        tree = cached_schema(schemas[0]).tree
        members = list(tree["fields"])
        for name in names:
            if all(member["name"] != name for member in members):
                members.append(_member(name, schemas))
        schema = cached_schema(json.dumps({**tree, "fields": members}))
    except (SchemaError, TypeError, KeyError) as error:
        raise Reject("bad-schema", None, "table.schema.text-of-commit", str(error)[:200]) from None
    is_hive, is_encoded = props.HIVE_STYLE.get(properties), props.URL_ENCODE.get(properties)
    return PartitionColumns(schema, names, is_hive, is_encoded)


def without_columns(schema: AvroSchema, names: Sequence[str]) -> AvroSchema:
    """The schema of rows in files: without some columns."""
    members = [member for member in schema.tree["fields"] if member["name"] not in names]
    return cached_schema(json.dumps({**schema.tree, "fields": members}))


def _check_use(properties: Mapping[str, str], names: Sequence[str]) -> None:
    deciding = set(props.ORDERING_FIELDS.get(properties))
    if not props.META_FIELDS.get(properties):
        deciding |= set(props.RECORD_KEY_FIELDS.get(properties))
    generator = f"{props.KEY_GENERATOR_CLASS.text(properties)} {props.KEY_GENERATOR_TYPE.text(properties)}"
    fields = props.PARTITION_FIELDS.text(properties) or ""
    if "TIMESTAMP" in generator.upper() or ":TIMESTAMP" in fields.upper():
        raise UnsupportedInput("partition columns that are not stored, and whose paths are formatted times")
    for name in names:
        if name in deciding:
            raise UnsupportedInput(f"partition column {name} is not stored, and orders or identifies rows")


def _member(name: str, schemas: Sequence[str]) -> AvroTree:
    """The column from the newest schema that has it; text if none has it."""
    for text in schemas[1:]:
        for member in cached_schema(text).tree["fields"]:
            if member["name"] == name:
                return member
    return {"name": name, **_TEXT}


@lru_cache(maxsize=4096)
def _values(columns: PartitionColumns, partition: str) -> Mapping[str, AvroValue]:
    kinds = {member["name"]: member["type"] for member in columns.schema.tree["fields"]}
    return {
        name: _value(name, _plain(columns, name, text), kinds[name])
        for name, text in zip(columns.names, _segments(columns, partition), strict=True)
    }


def _segments(columns: PartitionColumns, partition: str) -> list[str]:
    names = columns.names
    if len(names) == 1:  # a value with `/` makes more folders than columns
        return [partition]
    segments = partition.split("/")
    if len(segments) == len(names):
        return segments
    if columns.is_hive_style:
        joined: list[str] = []
        for segment in segments:
            at = len(joined)
            if at < len(names) and segment.startswith(f"{names[at]}="):
                joined.append(segment)
            elif joined:
                joined[-1] += f"/{segment}"
        if len(joined) == len(names):
            return joined
    message = f"partition {partition!r:.80} has {len(segments)} segments for columns {', '.join(names)}"
    raise Reject("bad-value", None, RULE, message)


def _plain(columns: PartitionColumns, name: str, segment: str) -> str:
    text = segment.removeprefix(f"{name}=") if columns.is_hive_style else segment
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if columns.is_encoded else text


def _value(name: str, text: str, kind: AvroTree) -> AvroValue:
    """The value of a text in a path; null for the placeholder of null and empty values."""
    if text == NO_VALUE:
        return None
    branches = [branch for branch in (kind if isinstance(kind, list) else [kind]) if branch != "null"]
    branch = branches[0] if len(branches) == 1 else None
    own = branch if isinstance(branch, dict) else {"type": branch}
    read = _READERS.get((own.get("type"), own.get("logicalType")))
    if read is None:
        message = f"values of partition column {name}, of type {json.dumps(kind):.80}, from paths"
        raise UnsupportedInput(message)
    try:
        return read(text)
    except (ValueError, KeyError, decimal.InvalidOperation):
        message = f"{text!r:.80} in a path is not a value of column {name}, of type {json.dumps(kind):.80}"
        raise Reject("bad-value", None, RULE, message) from None


def _days(text: str) -> int:
    if not _DATE.fullmatch(text):  # fromisoformat also accepts 20240517, on which readers disagree
        raise ValueError(text)
    return date.fromisoformat(text).toordinal() - _EPOCH


_READERS: Mapping[tuple[object, object], Callable[[str], AvroValue]] = {
    ("string", None): str,
    ("int", None): int,
    ("long", None): int,
    ("float", None): float,
    ("double", None): float,
    ("boolean", None): lambda text: _BOOLEANS[text.lower()],
    ("int", "date"): _days,
    ("bytes", "decimal"): decimal.Decimal,
    ("fixed", "decimal"): decimal.Decimal,
}
