# SPDX-License-Identifier: Apache-2.0
"""Make the timelines of `fixtures/real-timeline` again, with the writing clients of real releases.

    python conformance/tools/recreate_timelines.py              make what is missing
    python conformance/tools/recreate_timelines.py --all        make everything anew
    python conformance/tools/recreate_timelines.py --check      change nothing: see below

Recipes are in `fixtures/recipes/timeline/recipes.toml`. Of a table only `.hoodie` is kept, without checksums
of the file system, markers, copies and empty folders; the name of the machine, which 1.x writes into a
comment of the properties, is taken out. Releases take times from the clock and identifiers at random, so a
table never comes out twice alike. `--check` therefore compares by meaning: sequence of actions and states,
archived files with the actions and states of every block, levels and rows of the history, properties. And it
asks the readers again: the kept answers must be theirs to the letter.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.adapter import Adapter
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.session import implementations, starter
from hudi_conformance.suite.trees import Tree, from_zip, to_zip
from hudi_conformance.toolchain.build import build_adapter

# Hudi writes absolute paths into its plans: a place that tells nothing about the machine.
PLACE = Path("/data/hudi/timelines")
LEFT_OUT = (".crc", ".aux/", ".temp/", ".heartbeat/", ".schema/", ".bucket_index/", ".bootstrap/")
MS, MIB = 60_000, 900
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
    """The `.hoodie` folder that the release makes of a recipe."""
    base = place / recipe.release / recipe.name
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    words = [f"{key}={str(value).lower()}" for key, value in recipe.words.items()]
    command = [*build_adapter("hudi_client", recipe.release), f"base={base.as_uri()}", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise SystemExit(f"{recipe.release} {recipe.name}: {done.stderr[-2000:]}")
    try:
        return {
            path.relative_to(base).as_posix(): _neutral(path)
            for path in sorted((base / ".hoodie").rglob("*"))
            if path.is_file() and not any(part in f"{path.relative_to(base)}" for part in LEFT_OUT)
        }
    finally:
        shutil.rmtree(base)


def _neutral(path: Path) -> bytes:
    data = path.read_bytes()
    if not path.name.startswith("hoodie.properties"):
        return data
    lines = data.split(b"\n")
    for number, line in enumerate(lines):
        if line.startswith(b"#") and b", host=" in line:
            head, _, rest = line.partition(b", host=")
            lines[number] = head + b", host=localhost," + rest.partition(b",")[2]
    return b"\n".join(lines)


class Readers:
    """Implementations by name, each started once."""

    def __init__(self) -> None:
        self._running: dict[str, Adapter] = {}

    def ask(self, name: str, cmd: str, given: bytes | Tree, args: Mapping[str, Any]) -> Any:
        """The value of an answer; a rejection is kept as such."""
        if name not in self._running:
            self._running[name] = starter(implementations([name])[name])()
        answer = self._running[name].ask(cmd, given, args, ms=MS, mib=MIB)
        if answer.answer != "value":
            raise SystemExit(f"{name} {cmd}: {answer.answer} {answer.message}")
        return answer.value

    def close(self) -> None:
        """End all of them."""
        for adapter in self._running.values():
            adapter.close()


def views(
    files: Mapping[str, bytes], name: str, readers: Readers, archived_by: str | None = None
) -> dict[str, Any]:
    """What a reader says of a folder: `NAME.VIEW.json`.

    `contents` has one file of each kind, `entries` the first archived file: all of them would say the same
    over and over.
    """
    tree = Tree(files)
    found = {
        "list": readers.ask(name, "timeline.list", tree, {}),
        "properties": readers.ask(name, "timeline.properties", files[".hoodie/hoodie.properties"], {}),
    }
    layout = found["list"]["layout"]
    if layout > 1:
        found["history"] = readers.ask(name, "timeline.history", tree, {})
    else:
        found["archived"] = readers.ask(archived_by or name, "archive.list", tree, {})
        archived = [path for path in files if ARCHIVED in path]
        found["entries"] = {
            path: readers.ask(name, "archive.entries", files[path], {}) for path in sorted(archived)[:1]
        }
    contents: dict[str, Any] = {}
    kinds: set[str] = set()
    for path in sorted(files):
        stem, kind = path.rpartition("/")[2].partition(".")[::2]
        if stem.replace("_", "").isdigit() and kind not in {*kinds, "parquet"}:
            kinds.add(kind)
            args = {"name": path.rpartition("/")[2], "layout": layout}
            contents[path] = readers.ask(name, "timeline.decode", files[path], args)
    return {**found, "contents": contents}


def meaning(files: Mapping[str, bytes], name: str, readers: Readers) -> Any:
    """What of a table does not depend on clock and chance."""
    tree = Tree(files)
    told = readers.ask(name, "timeline.list", tree, {})
    properties = readers.ask(name, "timeline.properties", files[".hoodie/hoodie.properties"], {})
    archives = {}
    for path in sorted(path for path in files if ARCHIVED in path):
        blocks = readers.ask(name, "archive.entries", files[path], {})["blocks"]
        archives[path] = [[(e["actionType"], e["actionState"]) for e in block["entries"]] for block in blocks]
    history = None
    if told["layout"] > 1:
        value = readers.ask(name, "timeline.history", tree, {})
        levels = [file.rpartition("_")[2] for file in value["files"]]
        history = [value["version"], levels, [one["action"] for one in value["instants"]]]
    return {
        "versions": [told["table_version"], told["layout"]],
        "active": [[one["action"], one["state"]] for one in told["active"]],
        "properties": properties["properties"],
        "archives": archives,
        "history": history,
    }


def check(recipe: Recipe, made: Mapping[str, bytes] | None, readers: Readers) -> Iterator[str]:
    """What is wrong with the fixtures of a recipe."""
    path = recipe.stem.with_suffix(".zip")
    if not path.is_file():
        yield "is missing"
        return
    kept = from_zip(path.read_bytes())
    now = views(kept, recipe.reader, readers, recipe.archived_by)
    for view, value in now.items():
        file = recipe.stem.with_suffix(f".{view}.json")
        if not file.is_file() or canonical_json.loads(file.read_bytes()) != value:
            yield f"{view}: {recipe.reader} says something else now"
    if recipe.also is not None:
        other = views(kept, recipe.also, readers, recipe.archived_by)
        for view, value in now.items():
            if found := first_mismatch(value, other[view]):
                yield f"{view}: {recipe.also} does not say the same: {found.shown()}"
    if made is not None:
        one, two = (meaning(files, recipe.reader, readers) for files in (kept, made))
        if found := first_mismatch(
            *(canonical_json.loads(canonical_json.dumps(each)) for each in (one, two))
        ):
            yield f"comes out otherwise: {found.shown()}"


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 when something differs."""
    parser = argparse.ArgumentParser(description="Make the timelines of real releases again.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    parser.add_argument("--all", action="store_true", help="make also what is there")
    parser.add_argument("--release", help="only recipes of this release")
    parser.add_argument("--recipe", help="only the recipe of this name")
    parser.add_argument("--place", type=Path, default=PLACE, help="folder in which tables are made")
    options = parser.parse_args(arguments)
    readers = Readers()
    wrong = done = 0
    try:
        for recipe in recipes():
            if options.release not in {None, recipe.release} or options.recipe not in {None, recipe.name}:
                continue
            if options.check or options.all or not recipe.stem.with_suffix(".zip").is_file():
                made = make(recipe, options.place)
                if not options.check:
                    write(recipe, made, readers)
            else:
                made = None
            done += 1
            for sentence in check(recipe, made, readers):
                wrong += 1
                print(f"{recipe.release} {recipe.name}: {sentence}")
    finally:
        readers.close()
    print(f"{done} timelines, {wrong} differences")
    return 1 if wrong else 0


def write(recipe: Recipe, made: Mapping[str, bytes], readers: Readers) -> None:
    """Put a folder and the answers of its reader among the fixtures."""
    told = views(made, recipe.reader, readers, recipe.archived_by)
    recipe.stem.parent.mkdir(parents=True, exist_ok=True)
    for old in recipe.stem.parent.glob(f"{recipe.name}.*"):
        old.unlink()
    recipe.stem.with_suffix(".zip").write_bytes(to_zip(made))
    for view, value in told.items():
        recipe.stem.with_suffix(f".{view}.json").write_text(canonical_json.pretty(value), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
