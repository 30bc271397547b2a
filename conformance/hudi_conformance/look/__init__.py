# SPDX-License-Identifier: Apache-2.0
"""How documents look: one set of colours for light and dark, and coloured hex.

Knows nothing of formats, runs or files: reports and `inspect` hand over bytes and the pieces they consist of.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hudi_conformance.look.hexgrid import KINDS, Piece, Selection, grid, select_rows

__all__ = ["KINDS", "Piece", "Selection", "grid", "select_rows", "stylesheet"]


@cache
def stylesheet() -> str:
    """Colours, type and hex of every document; neither outside files nor fonts."""
    return Path(__file__).with_name("look.css").read_text(encoding="utf-8")
