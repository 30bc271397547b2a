# SPDX-License-Identifier: Apache-2.0
"""An open base file whose columns have the names that readers return [table.ids.renamed]."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import pyarrow as pa

from hudi_conformance.decode.avro.schema import SchemaError, cached_schema
from hudi_conformance.decode.base_file import BaseFile
from hudi_conformance.semantics.schema_ids.renaming import ELEMENT, VALUE, Renaming

_types = pa.types
_HIDDEN = "hidden column {}"  # no column can have such a name


class RenamedBase:
    """A base file as if it had been written with the new names.

    Attributes:
        schema: columns with the new names.
        num_rows: rows of the file.
    """

    def __init__(self, file: BaseFile, renaming: Renaming) -> None:
        self._file, self._renaming = file, renaming
        stored = file.schema
        self._kept = [i for i, name in enumerate(stored.names) if renaming.name(name) is not None]
        fields = [_field(stored.field(i), renaming, i) for i in self._kept]
        self.schema = pa.schema(fields, metadata=stored.metadata)
        self.num_rows = file.num_rows

    @property
    def avro_schema(self) -> str | None:
        """The Avro schema that the writer stored in the file, with the new names."""
        text = self._file.avro_schema
        if text is not None:
            with suppress(SchemaError):
                return json.dumps(self._renaming.tree(cached_schema(text).tree))
        return text

    def check_values(self, len_file: int) -> None:
        """Check the number of values, as the file does."""
        self._file.check_values(len_file)

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time, of all columns or some; raises Reject."""
        if columns is None:
            for batch in self._file.batches(num_rows, is_parallel=is_parallel):
                yield pa.record_batch(_Relabelled(batch.select(self._kept), self.schema))
            return
        numbers = [self.schema.get_field_index(name) for name in columns]
        stored = [self._file.schema.names[self._kept[number]] for number in numbers]
        schema = pa.schema([self.schema.field(number) for number in numbers])
        for batch in self._file.batches(num_rows, stored, is_parallel=is_parallel):
            yield pa.record_batch(_Relabelled(batch.select(stored), schema))


@dataclass(frozen=True, slots=True)
class _Relabelled:
    """Columns in memory, under a schema that differs only in names."""

    batch: pa.RecordBatch
    schema: pa.Schema

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Arrow's interface for passing a batch without a copy."""
        _, data = self.batch.__arrow_c_array__()
        return self.schema.__arrow_c_schema__(), data


def _field(stored: pa.Field, renaming: Renaming, number: int) -> pa.Field:
    name = renaming.name(stored.name) or _HIDDEN.format(number)
    inner = renaming.inner.get(stored.name)
    kind = stored.type if inner is None else _type(stored.type, inner)
    return pa.field(name, kind, stored.nullable, stored.metadata)


def _type(kind: pa.DataType, renaming: Renaming) -> pa.DataType:
    if _types.is_struct(kind):
        return pa.struct([_field(kind.field(i), renaming, i) for i in range(kind.num_fields)])
    if _types.is_list(kind) or _types.is_large_list(kind):
        item = kind.value_field.with_type(_type(kind.value_type, renaming.inner[ELEMENT]))
        return pa.list_(item) if _types.is_list(kind) else pa.large_list(item)
    if _types.is_map(kind):
        item = kind.item_field.with_type(_type(kind.item_type, renaming.inner[VALUE]))
        return pa.map_(kind.key_field, item, kind.keys_sorted)
    return kind
