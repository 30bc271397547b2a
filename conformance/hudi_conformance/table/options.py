# SPDX-License-Identifier: Apache-2.0
"""How a table is opened: what a caller chooses, and the table itself does not state."""

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
        line: release series; None = that which writes the table's version [table.line.default].
        listing: member of `LISTINGS`: where the names of data files come from.
        by_id: match columns by id if the table has ids [table.ids.query]; False = by name.
        bootstrap_base: folder with the source files of a bootstrap; None = where the index says.
        on_damage: what a checked read does about damaged files [table.damage.*].
    """

    line: Line | None = None
    listing: str = FOLDERS
    by_id: bool = True
    bootstrap_base: Path | None = None
    on_damage: OnDamage = OnDamage.RAISE


DEFAULTS = ReadOptions()
