# SPDX-License-Identifier: Apache-2.0
"""Tables: the rows of their views by the rules of the specification."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table as open_state
from hudi_conformance.table.view import View
from hudi_conformance.views.common import AvroSchema, JsonValue

VIEWS = ("snapshot", "read_optimized", "incremental")


class TableReader:
    """A table as its folder, properties and timeline were when it was opened.

    Args:
        path: folder of the table.
        line: release line of Hudi whose rules apply, such as `1.2` or `0.15`.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is no table, or a completed instant cannot be decoded.
        ValueError: no such release line.
    """

    def __init__(self, path: str | os.PathLike[str], line: str = "1.2") -> None:
        self._table = open_state(Path(path), Line(line))
        self._to_json = RowMapper(self._table.schema.tree)

    @property
    def schema(self) -> AvroSchema:
        """Avro schema of the rows, parsed JSON, Hudi's own fields included where rows have them."""
        return self._table.schema.tree

    @property
    def latest(self) -> str | None:
        """Requested time of the latest completed instant, None where there is none."""
        return self._table.facts.latest

    def rows(
        self,
        view: str = "snapshot",
        *,
        as_of: str | None = None,
        begin: str | None = None,
        end: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Rows of a view, file group by file group.

        Values are those of Avro: a date is an int of days, a timestamp one of its unit, a decimal `Decimal`.

        Args:
            view: member of `VIEWS`.
            as_of: the table as it was at an instant.
            begin: incremental: changes after this instant.
            end: incremental: changes up to this instant.

        Raises:
            ValueError: no such view.
            OSError: a file cannot be read.
            Reject: a file that cannot be decoded, or versions that cannot be merged: rows without it would
                be wrong.
        """
        if view not in VIEWS:
            raise ValueError(f"view {view!r} is not one of {', '.join(VIEWS)}")
        return read_view(self._table, View(view, as_of, begin, end))

    def key(self, row: dict[str, Any]) -> str:
        """Record key of a row."""
        return self._table.key(row)

    def row_to_json(self, row: dict[str, Any]) -> JsonValue:
        """Canonical JSON of a row: 64-bit integers as text, bytes as hex, union branches resolved."""
        return self._to_json(row)


def open_table(path: str | os.PathLike[str], line: str = "1.2") -> TableReader:
    """Open a table; for arguments and errors see `TableReader`."""
    return TableReader(path, line)
