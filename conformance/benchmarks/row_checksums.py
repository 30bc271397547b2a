# SPDX-License-Identifier: Apache-2.0
"""A checksum of rows as Arrow, to compare the results of two readers.

Readers choose their types: texts with long offsets, times with a zone, dictionaries. Values are compared by
the name of their column, in the given order or by a key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import xxhash


def checksum(batches: Iterable[pa.RecordBatch], key: str = "") -> int:
    """Checksum of rows, sorted by the column `key` first where one is named.

    Raises:
        TypeError: a column of a type that no benchmark has.
    """
    table = pa.Table.from_batches(list(batches))
    if key:
        table = table.take(pc.sort_indices(table[key]))
    digest = xxhash.xxh3_64()
    for name in sorted(table.column_names):
        column = table[name].combine_chunks()
        digest.update(f"{name} {len(column)} ".encode())
        digest.update(column.is_null().to_numpy(zero_copy_only=False).tobytes())
        for part in _parts(column, name):
            digest.update(part.tobytes())
    return digest.intdigest()


def _parts(column: Any, name: str) -> Iterable[np.ndarray[Any, Any]]:
    """Values of a column in fixed types, those of nulls as zero."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.dictionary_decode(), kind.value_type
    if pa.types.is_timestamp(kind):
        # Instants are the same in any unit.
        column, kind = column.cast(pa.timestamp("us", kind.tz)).cast(pa.int64()), pa.int64()
    if pa.types.is_boolean(kind):
        column, kind = column.cast(pa.uint8()), pa.uint8()
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        wide = pa.int64() if pa.types.is_integer(kind) else pa.float64()
        return [column.cast(wide).fill_null(0).to_numpy(zero_copy_only=False)]
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        texts = column.cast(pa.string()).cast(pa.large_binary()).fill_null(b"")
        _, ofs_buffer, data = texts.buffers()
        places = np.frombuffer(ofs_buffer, np.int64)[texts.offset : texts.offset + len(texts) + 1]
        values = np.frombuffer(data, np.uint8)[places[0] : places[-1]] if data is not None else np.empty(0)
        return [np.diff(places), values]
    raise TypeError(f"column {name} is of type {kind}")
