# SPDX-License-Identifier: Apache-2.0
"""Records of cells of an HFile as columns, by the kernel: `decode.hfile.records.decode_record` of each."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.shape import JSON, Kind, RowShape, row_shape
from hudi_conformance.decode.hfile.records import KEY_FIELD
from hudi_conformance.model.common import AvroSchema


class RecordDecoder:
    """Decodes the values of cells by one schema.

    JSON columns, such as statistics in metadata tables, have no kernel. If they may be absent, they are read
    as booleans: a record that has a value for one is left to the checked decoder.
    """

    def __init__(self, tree: AvroSchema) -> None:
        from hudi_conformance.decode.bulk.datums import DatumDecoder

        self._shape = row_shape(tree)
        self._json = [number for number, column in enumerate(self._shape.columns) if column is JSON]
        self._datums = DatumDecoder(_without_json(tree, self._json) if self._shape.is_record else tree)
        names = self._shape.names if self._shape.is_record else ()
        self._at_key = names.index(KEY_FIELD) if KEY_FIELD in names else None
        self._is_regular = _are_others_equal(self._shape, self._datums.shape, self._json) and (
            self._at_key is None or self._shape.columns[self._at_key].kind is Kind.STRING
        )
        fields = [column.arrow_field(name) for name, column in zip(names, self._shape.columns, strict=False)]
        self._schema = pa.schema(fields) if names else self._shape.arrow_schema

    def decode(self, cells: pa.RecordBatch) -> pa.RecordBatch | None:
        """Records of cells; None if a record needs the checked decoder.

        An empty key field receives the row [hudi.hfile.key-restore].
        """
        records = self._datums.decode(cells["value"], is_prefix=True) if self._is_regular else None
        if records is None:
            return None
        columns = list(records.columns)
        for number in self._json:
            if columns[number].null_count < len(records):
                return None
            columns[number] = pa.nulls(len(records), pa.string())
        if self._at_key is not None:
            keys = columns[self._at_key]
            try:
                rows = cells["row"].cast(pa.string())
            except pa.ArrowInvalid:  # not UTF-8
                return None
            columns[self._at_key] = pc.if_else(pc.fill_null(pc.equal(keys, ""), False), rows, keys)
        return pa.RecordBatch.from_arrays(list(map(_without_idle_bits, columns)), schema=self._schema)


def _without_idle_bits(array: pa.Array, above: pa.Array | None = None) -> pa.Array:
    """The array without validity bits if no value is absent, as in arrays built from rows.

    Args:
        array: a column, or a part of one.
        above: validity of the record that it is a part of.
    """
    is_absent = pc.is_null(array) if array.null_count else None
    if is_absent is not None and above is not None:
        is_absent = pc.and_(is_absent, above)
    is_idle = is_absent is None or not pc.any(is_absent).as_py()
    kind, buffers = array.type, array.buffers()
    if pa.types.is_struct(kind):
        own = pc.is_valid(array) if array.null_count else None
        below = above if own is None else own if above is None else pc.and_(own, above)
        children = [_without_idle_bits(array.field(number), below) for number in range(kind.num_fields)]
        return pa.Array.from_buffers(kind, len(array), [None if is_idle else buffers[0]], children=children)
    if pa.types.is_nested(kind) or pa.types.is_dictionary(kind):
        return _without_bits_inside(array, is_idle=is_idle)
    return pa.Array.from_buffers(kind, len(array), [None, *buffers[1:]]) if is_idle and buffers[0] else array


def _without_bits_inside(array: pa.Array, *, is_idle: bool) -> pa.Array:
    """A list, a map or the index of a symbol."""
    kind, own = array.type, [None if is_idle else array.buffers()[0], array.buffers()[1]]
    if pa.types.is_dictionary(kind):
        indices = pa.Array.from_buffers(kind.index_type, len(array), own)
        return pa.DictionaryArray.from_arrays(indices, array.dictionary)
    if pa.types.is_list(kind):
        inside = _without_idle_bits(array.values)
    else:
        children = [_without_idle_bits(array.keys), _without_idle_bits(array.items)]
        entries = pa.struct([kind.key_field, kind.item_field])
        inside = pa.Array.from_buffers(entries, len(array.keys), [None], children=children)
    return pa.Array.from_buffers(kind, len(array), own, children=[inside])


def _without_json(tree: AvroSchema, numbers: list[int]) -> AvroSchema:
    """The schema of a record, with booleans in place of some fields that may be null."""
    if not isinstance(tree, Mapping):
        return tree
    fields = list(tree["fields"])
    for number in numbers:
        kind = fields[number]["type"]
        if isinstance(kind, list) and "null" in kind[:2]:
            branches = ["boolean", "null"] if kind[1:2] == ["null"] else ["null", "boolean"]
            fields[number] = {**fields[number], "type": branches}
    return {**tree, "fields": fields}


def _are_others_equal(shape: RowShape, other: RowShape, numbers: list[int]) -> bool:
    """Whether two shapes have the same columns, except for some: these may define a name."""
    return shape.names == other.names and all(
        number in numbers or column == other.columns[number] for number, column in enumerate(shape.columns)
    )
