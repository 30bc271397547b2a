# SPDX-License-Identifier: Apache-2.0
"""Tables whose columns changed, and what an audit says of their types [table.check.column-types]."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.between_surface import BetweenSurface
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.lake.files import list_files, open_ranged

RULE = "table.check.column-types"
T1, T2, T3 = (f"2026010100{minute:02}00000" for minute in (1, 2, 3))
A, B = (f"{letter * 8}-0000-4000-8000-000000000000-0" for letter in "ab")
BASE_A, BASE_B = f"{A}_0-0-0_{T1}.parquet", f"{B}_0-0-0_{T2}.parquet"
Change = Callable[[dict[str, Any]], object]


def unpack(tree: str, folder: Path) -> Path:
    return unpacked(resources.fixtures_dir() / tree, folder)


def check(table: Path, context: Context | None = None) -> tuple[list[FindingRow], list[Gap]]:
    """Findings of the rule, paths below the table, and gaps about types of columns."""
    ref = TableRef(str(table), list_files([str(table)]), context or Context())
    stream = list(BetweenSurface().check_table(ref, open_ranged))
    gaps = [item for item in stream if isinstance(item, Gap)]
    rows = [item for item in stream if isinstance(item, FindingRow)]
    assert [row for row in rows if row.verdict == "unreadable"] == []
    return [row for row in rows if row.requirement == RULE], gaps


def names(rows: list[FindingRow]) -> list[str]:
    return sorted(row.path.rpartition("/")[2] for row in rows)


def commit(table: Path, time: str, change: Change, action: str = "commit") -> None:
    """Change the metadata of a commit."""
    path = table / ".hoodie" / f"{time}.{action}"
    value = json.loads(path.read_text("utf-8"))
    change(value)
    path.write_text(json.dumps(value), "utf-8")


def retyped(kind: Any) -> Change:
    def change(value: dict[str, Any]) -> None:
        schema = json.loads(value["extraMetadata"]["schema"])
        schema["fields"][-1] = {"name": "more", "type": kind}
        value["extraMetadata"]["schema"] = json.dumps(schema)

    return change


def reasons(table: Path) -> set[tuple[str, int, str]]:
    rows, gaps = check(table)
    assert rows == []
    return {(gap.what, gap.number, gap.why.removeprefix("types of columns")) for gap in gaps}
