# SPDX-License-Identifier: Apache-2.0
"""Options for opening a table, which the table itself does not state."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.damages import OnDamage

FOLDERS, METADATA = "files", "metadata"
LISTINGS = (FOLDERS, METADATA)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Options of a read.

    Attributes:
        line: release series; None = the series that writes the table's version [table.line.default].
        listing: member of `LISTINGS`: source of the names of data files.
        by_id: match columns by id if the table has ids [table.ids.query]; False = by name.
        bootstrap_base: folder with the source files of a bootstrap; None = the folder in the index.
        on_damage: how a checked read treats damaged files [table.damage.*].
    """

    line: Line | None = None
    listing: str = FOLDERS
    by_id: bool = True
    bootstrap_base: Path | None = None
    on_damage: OnDamage = OnDamage.RAISE


DEFAULTS = ReadOptions()
