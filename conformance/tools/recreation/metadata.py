# SPDX-License-Identifier: Apache-2.0
"""Metadata tables of real releases: written by their clients from `fixtures/recipes/metadata/recipes.toml`.

The entire table is stored, without checksums of the file system, markers and empty folders. A table is never
reproduced exactly: `--check` compares the number of files, the statistics of columns without times, and the
keys of the record index, and queries the readers again: their answers must equal the stored ones.
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
PLACE = Path("/data/hudi/metadata")
LEFT_OUT = (".crc", ".hoodie/.aux/", ".hoodie/.temp/", "/.heartbeat/", "/.schema/")
COLUMNS = ("uuid", "name", "ts", "partition")
QUESTIONS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "files": ("metadata.files", {}),
    "stats": ("metadata.stats", {"index": "column_stats", "columns": list(COLUMNS)}),
    "locate": ("metadata.locate", {"index": "record_index", "keys": ["id0", "id1", "id2"]}),
}


@dataclass(frozen=True)
class Recipe:
    """One table."""

    release: str
    name: str
    about: str
    words: Mapping[str, Any]
    reader: str
    also: str

    @property
    def stem(self) -> Path:
        """Path of its fixtures without their endings."""
        return resources.fixtures_dir() / "real-metadata-client" / self.release / self.name


def recipes() -> list[Recipe]:
    """All recipes, in their order."""
    path = resources.fixtures_dir() / "recipes/metadata/recipes.toml"
    return [Recipe(**table) for table in tomllib.loads(path.read_text("utf-8"))["recipe"]]


def make(recipe: Recipe, place: Path) -> dict[str, bytes]:
    """The files that the release makes of a recipe.

    Raises:
        RecipeFailed: the client ended with an error.
    """
    return run_client(recipe, place, "", LEFT_OUT)


def views(files: Mapping[str, bytes], name: str, adapters: Adapters) -> dict[str, Any]:
    """Answers of a reader about a table: `NAME.VIEW.json`."""
    return {view: adapters.ask(name, cmd, Tree(files), args) for view, (cmd, args) in QUESTIONS.items()}


def meaning(answers: Mapping[str, Any]) -> Any:
    """The parts of the answers that do not depend on clock and random values."""
    files = answers["files"]
    stats = [
        {name: value for name, value in row.items() if name not in {"file", "size", "uncompressed_size"}}
        for row in answers["stats"]["rows"]
    ]
    return {
        "partitions": [[item["partition"], len(item["files"])] for item in files["partitions"]],
        "instants": len(files["valid_instants"]),
        "stats": sorted(map(canonical_json.dumps, stats)),
        "keys": [[row["key"], row["partition"]] for row in answers["locate"]["rows"]],
    }


def differences(recipe: Recipe, made: Mapping[str, bytes] | None, adapters: Adapters) -> Iterator[str]:
    """What is wrong with the fixtures of a recipe."""
    path = recipe.stem.with_suffix(".zip")
    if not path.is_file():
        yield "is missing"
        return
    kept = from_zip(path.read_bytes())
    now, other = (views(kept, name, adapters) for name in (recipe.reader, recipe.also))
    for view, value in now.items():
        file = recipe.stem.with_suffix(f".{view}.json")
        if not file.is_file() or canonical_json.loads(file.read_bytes()) != value:
            yield f"{view}: {recipe.reader} now returns something else"
        if mismatch := first_mismatch(value, other[view]):
            yield f"{view}: {recipe.also} returns something else: {mismatch.detail()}"
    if made is not None:
        mismatch = first_mismatch(meaning(now), meaning(views(made, recipe.reader, adapters)))
        if mismatch:
            yield f"comes out otherwise: {mismatch.detail()}"


KIND = TableKind(
    plural="metadata tables", place=PLACE, recipes=recipes, make=make, differences=differences,
    views=lambda recipe, files, adapters: views(files, recipe.reader, adapters),
)  # fmt: skip
