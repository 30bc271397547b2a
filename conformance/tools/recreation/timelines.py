# SPDX-License-Identifier: Apache-2.0
"""Timelines of real releases: written by their clients from `fixtures/recipes/timeline/recipes.toml`.

Of a table only `.hoodie` is kept, without checksums of the file system, markers, copies and empty folders;
the name of the machine, which 1.x writes into a comment of the properties, is taken out. Releases use clock
times and random identifiers, so a table is never reproduced exactly. `--check` therefore compares by meaning:
sequence of actions and states, archived files with the actions and states of every block, levels and rows of
the history, properties. It also queries the readers again: the kept answers must be theirs to the letter.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.trees import Tree, from_zip

from .adapters import Adapters
from .tables import TableKind, run_client

# Hudi writes absolute paths into its plans: a path that does not identify the machine.
PLACE = Path("/data/hudi/timelines")
LEFT_OUT = (".crc", ".aux/", ".temp/", ".heartbeat/", ".schema/", ".bucket_index/", ".bootstrap/")
ARCHIVED = ".commits_.archive."


@dataclass(frozen=True)
class Recipe:
    """One table."""

    release: str
    name: str
    about: str
    words: Mapping[str, Any]
    reader: str
    also: str | None = None
    archived_by: str | None = None

    @property
    def stem(self) -> Path:
        """Path of its fixtures without their endings."""
        return resources.fixtures_dir() / "real-timeline" / self.release / self.name


def recipes() -> list[Recipe]:
    """All recipes, in their order."""
    path = resources.fixtures_dir() / "recipes/timeline/recipes.toml"
    return [Recipe(**table) for table in tomllib.loads(path.read_text("utf-8"))["recipe"]]


def make(recipe: Recipe, place: Path) -> dict[str, bytes]:
    """The `.hoodie` folder that the release makes of a recipe.

    Raises:
        RecipeFailed: the client ended with an error.
    """
    return run_client(recipe, place, ".hoodie", LEFT_OUT)


def views(
    files: Mapping[str, bytes], name: str, adapters: Adapters, archived_by: str | None = None
) -> dict[str, Any]:
    """Answers of a reader about a folder: `NAME.VIEW.json`.

    `contents` has one file of each kind, `entries` the first archived file: all of them would be repetitive.
    """
    tree = Tree(files)
    answers = {
        "list": adapters.ask(name, "timeline.list", tree, {}),
        "properties": adapters.ask(name, "timeline.properties", files[".hoodie/hoodie.properties"], {}),
    }
    layout = answers["list"]["layout"]
    if layout > 1:
        answers["history"] = adapters.ask(name, "timeline.history", tree, {})
    else:
        answers["archived"] = adapters.ask(archived_by or name, "archive.list", tree, {})
        archived = [path for path in files if ARCHIVED in path]
        answers["entries"] = {
            path: adapters.ask(name, "archive.entries", files[path], {}) for path in sorted(archived)[:1]
        }
    contents: dict[str, Any] = {}
    kinds: set[str] = set()
    for path in sorted(files):
        stem, kind = path.rpartition("/")[2].partition(".")[::2]
        if stem.replace("_", "").isdigit() and kind not in {*kinds, "parquet"}:
            kinds.add(kind)
            args = {"name": path.rpartition("/")[2], "layout": layout}
            contents[path] = adapters.ask(name, "timeline.decode", files[path], args)
    return {**answers, "contents": contents}


def meaning(files: Mapping[str, bytes], name: str, adapters: Adapters) -> Any:
    """The parts of a table that do not depend on clock and random values."""
    tree = Tree(files)
    timeline = adapters.ask(name, "timeline.list", tree, {})
    properties = adapters.ask(name, "timeline.properties", files[".hoodie/hoodie.properties"], {})
    archives = {}
    for path in sorted(path for path in files if ARCHIVED in path):
        blocks = adapters.ask(name, "archive.entries", files[path], {})["blocks"]
        archives[path] = [[[e["actionType"], e["actionState"]] for e in block["entries"]] for block in blocks]
    history = None
    if timeline["layout"] > 1:
        value = adapters.ask(name, "timeline.history", tree, {})
        levels = [file.rpartition("_")[2] for file in value["files"]]
        history = [value["version"], levels, [instant["action"] for instant in value["instants"]]]
    return {
        "versions": [timeline["table_version"], timeline["layout"]],
        "active": [[item["action"], item["state"]] for item in timeline["active"]],
        "properties": properties["properties"],
        "archives": archives,
        "history": history,
    }


def differences(recipe: Recipe, made: Mapping[str, bytes] | None, adapters: Adapters) -> Iterator[str]:
    """What is wrong with the fixtures of a recipe."""
    path = recipe.stem.with_suffix(".zip")
    if not path.is_file():
        yield "is missing"
        return
    kept = from_zip(path.read_bytes())
    now = views(kept, recipe.reader, adapters, recipe.archived_by)
    for view, value in now.items():
        file = recipe.stem.with_suffix(f".{view}.json")
        if not file.is_file() or canonical_json.loads(file.read_bytes()) != value:
            yield f"{view}: {recipe.reader} now returns something else"
    if recipe.also is not None:
        other = views(kept, recipe.also, adapters, recipe.archived_by)
        for view, value in now.items():
            if mismatch := first_mismatch(value, other[view]):
                yield f"{view}: {recipe.also} returns something else: {mismatch.detail()}"
    if made is not None:
        meanings = [meaning(files, recipe.reader, adapters) for files in (kept, made)]
        if mismatch := first_mismatch(*meanings):
            yield f"comes out otherwise: {mismatch.detail()}"


KIND = TableKind(
    plural="timelines", place=PLACE, recipes=recipes, make=make, differences=differences,
    views=lambda recipe, files, adapters: views(files, recipe.reader, adapters, recipe.archived_by),
)  # fmt: skip
