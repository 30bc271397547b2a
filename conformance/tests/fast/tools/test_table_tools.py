# SPDX-License-Identifier: Apache-2.0
"""Fixtures of tables are what their tools make."""

from __future__ import annotations

from typing import Any

import flink_tables
import merge_tables
import pytest
import view_tables
from hudi_conformance import resources


@pytest.mark.parametrize("tool", [view_tables, merge_tables], ids=["views", "merging"])
def test_fixtures_are_as_their_tool_makes_them(tool: Any) -> None:
    assert tool.main(["--check"]) == 0


def test_tables_of_flink_have_recipes() -> None:
    folder = resources.fixtures_dir() / "real-rows" / f"flink-{flink_tables.RELEASE}"
    names = [recipe["name"] for recipe in flink_tables.recipes()["table"]]
    assert sorted(names) == sorted(path.stem for path in folder.glob("*.zip"))
