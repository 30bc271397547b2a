# SPDX-License-Identifier: Apache-2.0
"""Fixtures of tables are what their tools make."""

from __future__ import annotations

from typing import Any

import merge_tables
import pytest
import view_tables


@pytest.mark.parametrize("tool", [view_tables, merge_tables], ids=["views", "merging"])
def test_fixtures_are_as_their_tool_makes_them(tool: Any) -> None:
    assert tool.main(["--check"]) == 0
