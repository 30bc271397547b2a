# SPDX-License-Identifier: Apache-2.0
"""HFiles of real libraries: `fixtures/recipes/hfile/recipes.toml` lists writers, files and requests.

Per file: `NAME.hfile`, and `NAME.VIEW.json` with the answer of the writing library's reader to `hfile.VIEW`.
Each file is written twice with equal results, and the cells read must be the given ones.
"""

from __future__ import annotations

import base64
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.hfile import canonical_hfile_cell
from hudi_conformance.encode.hfile.description import parse_hfile_description

from .adapters import Adapters, RecipeFailed
from .files import Kind, WrittenFile

VIEWS = ("trailer", "blocks", "info", "index", "cells", "meta")
QUESTIONS = {"get": "keys", "prefix": "prefixes", "before": "keys", "bloom": "keys"}  # view -> its argument


@dataclass(frozen=True, slots=True)
class Recipe:
    """One `[[recipe]]`; its file describes the members. `queries`: view to hex of rows."""

    name: str
    about: str
    writers: tuple[str, ...]
    write: Mapping[str, Any]
    queries: Mapping[str, Sequence[str]]
    records: str | None = None
    refused: Mapping[str, str] = field(default_factory=dict)


def load_recipes(folder: Path) -> list[Recipe]:
    """Recipes of the folder of fixtures, in the order of their file."""
    text = (folder / "recipes" / "hfile" / "recipes.toml").read_text(encoding="utf-8")
    recipes = []
    for table in tomllib.loads(text)["recipe"]:
        queries = {view: tuple(map(_hex, table.pop(view))) for view in QUESTIONS if view in table}
        recipes.append(Recipe(**{**table, "writers": tuple(table["writers"]), "queries": queries}))
    return recipes


def _hex(row: str) -> str:
    return row.removeprefix("hex:") if row.startswith("hex:") else row.encode("utf-8").hex()


def make(recipe: Recipe, writer: str, adapters: Adapters) -> list[WrittenFile]:
    """Let a library write, twice, and read what it wrote.

    Raises:
        RecipeFailed: it writes other bytes the second time, reads other cells than it was given, or rejects
            its own file and the recipe does not know, or the other way round.
    """
    style = "hudi-io" if writer.startswith("hudi-io-") else "hbase"
    args = {"write": {"style": style, **recipe.write}}
    first, second = (
        base64.b64decode(adapters.ask(writer, "hfile.write", None, args)["b64"]) for _ in range(2)
    )
    if first != second:
        raise RecipeFailed("other bytes when it is written a second time")
    views: dict[str, Any] = {}
    for view in (*VIEWS, *recipe.queries):
        if not adapters.knows(writer, f"hfile.{view}"):
            continue
        question = {QUESTIONS[view]: list(recipe.queries[view])} if view in QUESTIONS else {}
        is_refused = f"{writer}:{view}" in recipe.refused
        try:
            views[view] = adapters.ask(writer, f"hfile.{view}", first, question)
        except RecipeFailed:
            if not is_refused:
                raise
        else:
            if is_refused:
                raise RecipeFailed(f"{writer} answers hfile.{view}, which it rejects according to the recipe")
    if recipe.records is not None:
        views["records"] = adapters.ask(recipe.records, "hfile.records", first, {})
    plan = parse_hfile_description({"cells": recipe.write["cells"]})
    expected = {"cells": [canonical_hfile_cell(cell) for cell in plan.cells]}
    if not recipe.write.get("mvcc", True):  # the file cannot hold it
        expected = {"cells": [{**cell, "mvcc": "0"} for cell in expected["cells"]]}
    if "cells" in views and views["cells"] != expected:
        raise RecipeFailed(f"{writer} reads other cells than it was given")
    return [WrittenFile(recipe.name, "hfile", first, views)]


def _lock(writer: str) -> tuple[str, str]:
    library, version = writer.rsplit("-", 1)
    return library.replace("-", "_"), version


KIND = Kind(
    folder="real-hfile",
    nouns=("HFiles", "libraries"),
    lock=_lock,
    source=lambda writer: writer,
    load=load_recipes,
    make=make,
)
