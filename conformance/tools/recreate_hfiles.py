# SPDX-License-Identifier: Apache-2.0
"""Make the HFiles of real libraries again, from nothing but the locks of their jars.

    python conformance/tools/recreate_hfiles.py            make what is missing or different
    python conformance/tools/recreate_hfiles.py --check    change nothing, fail on any difference

`fixtures/recipes/hfile/recipes.toml` says who writes what, and what is asked about it. Per file:
`NAME.hfile`, and `NAME.VIEW.json` with what the reader of the library that wrote it answered to `hfile.VIEW`.
Each file is written twice and must come out the same, and the cells that are read must be those that were
given. No decoder of this project takes part.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.hfile.description import parse_hfile_description
from hudi_conformance.encode.hfile.model import expected_cell
from hudi_conformance.suite.adapter import CannotStart, ProcessAdapter
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import load_implementations

MS, MIB = 60_000, 1024
VIEWS = ("trailer", "blocks", "info", "index", "cells", "meta")
QUESTIONS = {"get": "keys", "prefix": "prefixes", "before": "keys", "bloom": "keys"}  # view -> its argument


class RecipeFailed(Exception):  # noqa: N818 - becomes a line of the report
    """A recipe that does not do what it says."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One `[[recipe]]`; its file says what the members mean. `asked`: view to hex of rows."""

    name: str
    about: str
    writers: tuple[str, ...]
    write: Mapping[str, Any]
    asked: Mapping[str, Sequence[str]]
    records: str | None = None
    refused: Mapping[str, str] = field(default_factory=dict)

    def description(self, writer: str) -> dict[str, Any]:
        """What a writer is told."""
        style = "hudi-io" if writer.startswith("hudi-io-") else "hbase"
        return {"style": style, **self.write}

    def arguments(self, view: str) -> dict[str, Any]:
        """Arguments of the command of a view."""
        return {QUESTIONS[view]: list(self.asked[view])} if view in QUESTIONS else {}


@dataclass(frozen=True, slots=True)
class Made:
    """One HFile, with what the reader of its own library says."""

    name: str
    data: bytes
    views: Mapping[str, Any]

    def files(self) -> dict[str, bytes]:
        """File name to content."""
        found = {f"{self.name}.hfile": self.data}
        for view, value in self.views.items():
            found[f"{self.name}.{view}.json"] = canonical_json.pretty(value).encode("utf-8")
        return found


def load_recipes(folder: Path) -> list[Recipe]:
    """Recipes of the folder of fixtures, in the order of their file."""
    text = (folder / "recipes" / "hfile" / "recipes.toml").read_text(encoding="utf-8")
    recipes = []
    for table in tomllib.loads(text)["recipe"]:
        asked = {view: tuple(map(_hex, table.pop(view))) for view in QUESTIONS if view in table}
        recipes.append(Recipe(**{**table, "writers": tuple(table["writers"]), "asked": asked}))
    return recipes


def _hex(row: str) -> str:
    return row.removeprefix("hex:") if row.startswith("hex:") else row.encode("utf-8").hex()


class Libraries:
    """Adapters of libraries, started when they are needed and kept."""

    def __init__(self) -> None:
        self._running: dict[str, ProcessAdapter] = {}
        self._commands: dict[str, frozenset[str]] = {}

    def _adapter(self, name: str) -> ProcessAdapter:
        if name not in self._running:
            adapter = ProcessAdapter(load_implementations()[name].command())
            self._running[name] = adapter
            hello = adapter.ask("hello", None, {}, ms=MS, mib=MIB)
            self._commands[name] = frozenset(hello.value["commands"])
        return self._running[name]

    def knows(self, name: str, view: str) -> bool:
        """Whether a library answers `hfile.VIEW` at all."""
        self._adapter(name)
        return f"hfile.{view}" in self._commands[name]

    def ask(self, name: str, cmd: str, data: bytes | None, args: Mapping[str, Any]) -> Any:
        """The value of an answer, or a `RecipeFailed` with what it was instead."""
        answer = self._adapter(name).ask(cmd, data, args, ms=MS, mib=MIB)
        if answer.answer != "value":
            raise RecipeFailed(f"{name} answers {cmd} with {answer.answer}: {answer.message}")
        return answer.value

    def close(self) -> None:
        """Say bye to all that run."""
        for adapter in self._running.values():
            adapter.close()


def make(recipe: Recipe, writer: str, libraries: Libraries) -> Made:
    """Let a library write, twice, and read what it wrote.

    Raises:
        RecipeFailed: it writes other bytes the second time, reads other cells than it was given, or refuses
            its own file and the recipe does not know, or the other way round.
    """
    args = {"write": recipe.description(writer)}
    first, second = (
        base64.b64decode(libraries.ask(writer, "hfile.write", None, args)["b64"]) for _ in range(2)
    )
    if first != second:
        raise RecipeFailed("other bytes when it is written a second time")
    views: dict[str, Any] = {}
    for view in (*VIEWS, *recipe.asked):
        if not libraries.knows(writer, view):
            continue
        told = recipe.refused.get(f"{writer}:{view}")
        try:
            views[view] = libraries.ask(writer, f"hfile.{view}", first, recipe.arguments(view))
        except RecipeFailed:
            if told is None:
                raise
        else:
            if told is not None:
                raise RecipeFailed(f"{writer} answers hfile.{view}, which the recipe says it refuses")
    if recipe.records is not None:
        views["records"] = libraries.ask(recipe.records, "hfile.records", first, {})
    plan = parse_hfile_description({"cells": recipe.write["cells"]})
    given = {"cells": [expected_cell(cell) for cell in plan.cells]}
    if "cells" in views and views["cells"] != _without_mvcc(given, recipe):
        raise RecipeFailed(f"{writer} reads other cells than it was given")
    return Made(recipe.name, first, views)


def _without_mvcc(given: dict[str, Any], recipe: Recipe) -> dict[str, Any]:
    """The cells that a file can hold that is told to hold no mvcc."""
    if recipe.write.get("mvcc", True):
        return given
    return {"cells": [{**cell, "mvcc": "0"} for cell in given["cells"]]}


def differences(made: Made, folder: Path, writer: str) -> Iterator[str]:
    """Sentences about files in `folder` that are not as they were made just now."""
    wanted = made.files()
    kept = {path.name: path.read_bytes() for path in folder.glob(f"{made.name}.*")}
    for name in sorted(wanted.keys() | kept.keys()):
        where = f"{writer}/{name}"
        if name not in kept:
            yield f"{where}: missing"
        elif name not in wanted:
            yield f"{where}: nothing makes this file"
        elif kept[name] != wanted[name]:
            at = next(
                (i for i, (a, b) in enumerate(zip(kept[name], wanted[name], strict=False)) if a != b), 0
            )
            yield f"{where}: differs at byte {at}, {len(kept[name])} are kept and {len(wanted[name])} made"


def provenance_problems(folder: Path, writers: Sequence[str]) -> Iterator[str]:
    """Sentences about `PROVENANCE.toml` when it does not tell the class path by which files were made."""
    told = {
        source["name"]: source
        for source in tomllib.loads((folder / "PROVENANCE.toml").read_text(encoding="utf-8"))["source"]
    }
    for writer in writers:
        library, version = writer.rsplit("-", 1)
        lock = resources.adapters_dir() / library.replace("-", "_") / f"{version}.lock.toml"
        digest = hashlib.sha256(lock.read_bytes()).hexdigest()
        if told.get(writer, {}).get("lock_sha256") != digest:
            yield f"PROVENANCE.toml: source {writer} should have lock_sha256 = {digest!r}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; 0 when all is well, 1 when a file or a statement is not as it should be."""
    parser = argparse.ArgumentParser(description="Make the HFiles of real libraries again.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    parser.add_argument("--writer", action="append", help="only this library (repeatable)")
    parser.add_argument("--recipe", action="append", help="only this recipe (repeatable)")
    options = parser.parse_args(arguments)
    folder = resources.fixtures_dir()
    recipes = load_recipes(folder)
    everyone = sorted({writer for recipe in recipes for writer in recipe.writers})
    chosen = [writer for writer in everyone if not options.writer or writer in options.writer]
    found = list(provenance_problems(folder, chosen))
    names: set[Path] = set()
    num_files, failed = 0, False
    libraries = Libraries()
    try:
        for writer in chosen:
            target = folder / "real-hfile" / writer
            for recipe in recipes:
                if writer not in recipe.writers or (options.recipe and recipe.name not in options.recipe):
                    continue
                try:
                    made = make(recipe, writer, libraries)
                except RecipeFailed as failure:
                    failed = True
                    found.append(f"{writer}/{recipe.name}: {failure}")
                    continue
                num_files += 1
                names |= {target / name for name in made.files()}
                wrong = list(differences(made, target, writer))
                found += wrong
                if wrong and not options.check:
                    target.mkdir(parents=True, exist_ok=True)
                    for name, content in made.files().items():
                        (target / name).write_bytes(content)
    except (ToolMissing, CannotStart) as missing:
        print(f"cannot start a library: {missing}")
        return 1
    finally:
        libraries.close()
    if not options.recipe:
        strangers = {p for writer in chosen for p in (folder / "real-hfile" / writer).glob("*")} - names
        found += [
            f"{path.relative_to(folder / 'real-hfile').as_posix()}: no recipe makes it"
            for path in sorted(strangers)
        ]
    for sentence in found:
        print(sentence)
    kind = "differences" if options.check else "changes"
    print(f"{num_files} HFiles of {len(chosen)} libraries, {len(found)} {kind}")
    return 1 if failed or (found and options.check) else 0


if __name__ == "__main__":
    sys.exit(main())
