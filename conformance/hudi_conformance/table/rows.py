# SPDX-License-Identifier: Apache-2.0
"""Rows of base and log files as rows of the table's schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.base_file import BaseFile
from hudi_conformance.decode.parquet.rows import rows_of_batch
from hudi_conformance.decode.parquet.schema import avro_of_arrow
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema as AvroTree
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.meta_fields import ALL_META_FIELDS, META_FIELDS, RECORD_KEY
from hudi_conformance.semantics.merge.conversions import text_of_double
from hudi_conformance.semantics.merge.resolve import resolver
from hudi_conformance.semantics.merge.rows import value_at

_BATCH = 8192
_NULL, _EMPTY = "__null__", "__empty__"  # in a key of several fields [table.row.key-placeholder]


def with_meta_fields(schema: Mapping[str, Any], *, has_operation: bool = False) -> dict[str, Any]:
    """The schema of stored rows: the meta fields, then those of the table [table.schema.resolution]."""
    names = ALL_META_FIELDS if has_operation else META_FIELDS
    meta = [{"name": name, "type": ["null", "string"], "default": None} for name in names]
    columns = [member for member in schema["fields"] if member["name"] not in names]
    return {**schema, "fields": [*meta, *columns]}


@dataclass(frozen=True, slots=True)
class KeyReader:
    """The record key of a row: the meta field, or the table's key fields if there are no meta fields."""

    has_meta_fields: bool
    key_fields: tuple[str, ...]
    is_complex: bool = False  # whether the table has the Complex generator

    def __call__(self, row: Mapping[str, Any]) -> str:
        """Key as text.

        Raises:
            Reject: missing-field [table.row.key-null], [table.row.key-field].
        """
        if self.has_meta_fields:
            key = row.get(RECORD_KEY)
            if not isinstance(key, str):
                raise Reject("missing-field", None, "table.row.key-null", "a row without _hoodie_record_key")
            return key
        if absent := [name for name in self.key_fields if name.partition(".")[0] not in row]:
            raise Reject("missing-field", None, "table.row.key-field", f"no key field {absent[0]!r:.60}")
        texts = [_key_text(value_at(row, name)) for name in self.key_fields]
        if len(texts) != 1:
            parts = zip(self.key_fields, texts, strict=True)
            return ",".join(f"{name}:{_NULL if text is None else text or _EMPTY}" for name, text in parts)
        [only] = texts
        if only is None:
            raise Reject("missing-field", None, "table.row.key-null", f"a row without {self.key_fields[0]}")
        return only

    def deleted(self, key: str) -> str:
        """Key of the row that a key in a delete block names [table.row.key-named]."""
        if self.has_meta_fields or not self.is_complex or len(self.key_fields) != 1:
            return key
        return key.removeprefix(f"{self.key_fields[0]}:")


def _key_text(value: AvroValue) -> str | None:
    """Text of a field of the key [table.row.key-text]; None for a null."""
    match value:
        case None:
            return None
        case bool():
            return "true" if value else "false"
        case float():
            return text_of_double(value)
    return str(value)


def base_rows(file: BaseFile, reader: AvroSchema) -> Iterator[dict[str, Any]]:
    """Rows of an open base file in the reader's schema.

    Raises:
        OSError: the file cannot be read.
        Reject: bad-value if it cannot be read, schema-mismatch if its rows have another schema.
    """
    resolve = resolver(stored_types(file.schema, file.avro_schema, reader), reader.tree)
    names = {member["name"] for member in reader.tree["fields"]}
    for batch in file.batches(_BATCH, [name for name in file.schema.names if name in names] or None):
        yield from map(resolve, rows_of_batch(batch))


def stored_types(stored: pa.Schema, text: str | None, reader: AvroSchema) -> AvroTree:
    """Avro types of stored columns; unions, which these cannot express, come from the Avro schema `text`."""
    written: AvroSchema | None = None
    if text is not None:
        with suppress(SchemaError):
            written = cached_schema(text)
    return avro_of_arrow(stored, (reader if written is None else written).tree)
