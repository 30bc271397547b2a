# SPDX-License-Identifier: Apache-2.0
"""Large file lists as columns: base files of the partition `files`, read by the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow as pa

from hudi_conformance.decode.bulk.metadata_cells import IrregularError, check_rows, decode_cells
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.metadata import RecordType

PAYLOAD = "filesystemMetadata"
_ENTRY = {"size": pa.int64(), "isDeleted": pa.bool_()}


@dataclass(frozen=True, slots=True)
class QuickList:
    """A list as it is stored, which may repeat a name; the last entry of a name counts.

    Attributes:
        key: of the record.
        type: of the record.
        names: of files, or of partitions.
        sizes: in bytes.
        deleted: whether an entry takes the name out of the list.
    """

    key: str
    type: RecordType
    names: list[str]
    sizes: list[int]
    deleted: list[bool]


def quick_lists(path: Path) -> list[QuickList] | None:
    """The lists of a base file in its order; None if it must take the checked path.

    Raises:
        OSError: the file cannot be read.
    """
    return decode_cells(path, PAYLOAD, None, lambda tree: partial(_lists, tree))


def _lists(tree: AvroSchema, cells: pa.Table) -> Iterator[QuickList]:
    from hudi_conformance.decode.bulk.datums import decode_datums

    rows = decode_datums(cells["value"].combine_chunks(), tree)
    if rows is None:
        raise IrregularError
    check_rows(rows, PAYLOAD, [RecordType.PARTITIONS, RecordType.FILES])
    lists = rows[PAYLOAD]
    if not pa.types.is_map(lists.type) or not pa.types.is_struct(lists.type.item_type):
        raise IrregularError
    entries, names = lists.items, lists.keys
    columns = []
    for name, kind in _ENTRY.items():
        number = entries.type.get_field_index(name)
        if number < 0 or entries.type.field(number).type != kind:
            raise IrregularError
        columns.append(entries.field(number))
    if names.type != pa.string() or any(part.null_count for part in (names, entries, *columns)):
        raise IrregularError
    texts, sizes, deleted = (column.to_pylist() for column in (names, *columns))
    ends = lists.offsets.to_pylist()
    keys = cells["row"].combine_chunks().cast(pa.string()).to_pylist()
    for key, kind, begin, end in zip(keys, rows["type"].to_pylist(), ends, ends[1:], strict=False):
        yield QuickList(
            key, RecordType(kind), texts[begin:end], sizes[begin:end], deleted[begin:end]
        )  # fmt: skip
