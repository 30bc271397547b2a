# SPDX-License-Identifier: Apache-2.0
"""Base files of a table for its readers: every reader of rows opens them here."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode import base_file as files
from hudi_conformance.decode.parquet.base import ParquetBase
from hudi_conformance.model.bootstrap import SKELETONS
from hudi_conformance.semantics.schema_ids.renaming import by_letter_case
from hudi_conformance.semantics.slices.files import BaseFile
from hudi_conformance.table.bootstrap import open_skeleton
from hudi_conformance.table.damages import OnDamage
from hudi_conformance.table.logs import names_of
from hudi_conformance.table.renamed import RenamedBase
from hudi_conformance.table.rows import base_rows
from hudi_conformance.table.view import Row, Table


def open_stored(table: Table, base: BaseFile, *, is_small_copied: bool = False) -> files.BaseFile:
    """Open a base file; its columns have the names that readers return [table.ids.renamed].

    Args:
        table: its table.
        base: the file.
        is_small_copied: read a small file at once, without the Bloom filter in its footer.

    Raises:
        OSError: the file cannot be opened.
        Reject: its frame cannot be read; a skeleton whose source is missing or does not match.
        UnsupportedInput: its format is not supported, or its source is not a local file.
    """
    path = table.path / base.partition / base.name
    file: files.BaseFile = files.open_base_file(path, is_small_copied=is_small_copied)
    if isinstance(file, ParquetBase):
        file.checks_text = table.on_damage is not OnDamage.IGNORE
    if base.instant == SKELETONS:
        file = open_skeleton(table, base, file)
    if table.ids is None:
        renaming = by_letter_case(file.schema.names, names_of(table.schema))
    else:
        renaming = table.ids.renaming(base.instant)
    return file if renaming is None else RenamedBase(file, renaming)


def rows_of_base(table: Table, base: BaseFile) -> Iterator[Row]:
    """Rows of a base file in the schema of the table's files.

    Raises:
        OSError: the file cannot be read.
        Reject: bad-value if it cannot be read, schema-mismatch if its rows have another schema.
        UnsupportedInput: its format is not supported.
    """
    yield from base_rows(open_stored(table, base), table.schema)
