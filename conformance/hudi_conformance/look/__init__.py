# SPDX-License-Identifier: Apache-2.0
"""Appearance of documents: templates, style sheet (light and dark), coloured hex, text for tables and XML.

Independent of formats, runs and files: packages pass their template, its data, bytes and their pieces.
"""

from __future__ import annotations

from hudi_conformance.look.hexgrid import KINDS, FieldRow, Piece, Selection, grid, select_rows
from hudi_conformance.look.pages import macros, render, stylesheet

__all__ = ["KINDS", "FieldRow", "Piece", "Selection", "grid", "macros", "render", "select_rows", "stylesheet"]
