# SPDX-License-Identifier: Apache-2.0
"""Make the log fixtures of real Hudi releases again, from nothing but the locks of their jars.

    python conformance/tools/recreate_fixtures.py            make what is missing or different
    python conformance/tools/recreate_fixtures.py --check    change nothing, fail on any difference

`fixtures/recipes/hudi/recipes.toml` says who writes what. Per file: `NAME.log`, and as the reader of the
release that wrote it sees it `NAME.scan.json`, `NAME.records.json` and, where there are any,
`NAME.positions.json`. The records must be those that the writer was given, and Hudi 1.2.1 must read them
too; where one of them does not, the recipe says so and why. No decoder of this project takes part.
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
from hudi_conformance.suite.adapter import CannotStart, ProcessAdapter
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import load_implementations

CROSS_READER = "1.2.1"
MAX_BYTES = 16 * 1024
FOREVER = str(2**62)  # no file gets there
MS, MIB = 60_000, 1024
VIEWS = ("scan", "records", "positions")
PER_VIEW = {"records": "records", "deletes": "records"}  # member of a description -> view that shows it


class RecipeFailed(Exception):  # noqa: N818 - becomes a line of the report
    """A recipe that does not do what it says."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One `[[recipe]]`; `description` is what its file `write` holds."""

    name: str
    about: str
    write: str
    releases: tuple[str, ...]
    description: Mapping[str, Any]
    varies: Mapping[str, str] = field(default_factory=dict)
    jvm_options: tuple[str, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)

    def calls(self) -> list[dict[str, Any]]:
        """The append calls of the writer, without what a release decides by itself."""
        given = self.description.get("appends", [self.description])
        return [
            {"blocks": [_without(block, "about", "content_version") for block in one["blocks"]]}
            for one in given
        ]


@dataclass(frozen=True, slots=True)
class Made:
    """One log file that a release made, with what its own reader says."""

    name: str
    data: bytes
    views: Mapping[str, Any]

    def files(self) -> dict[str, bytes]:
        """File name to content; a view that no reader could give is not among them."""
        found = {f"{self.name}.log": self.data}
        for view, value in self.views.items():
            if value is not None:
                found[f"{self.name}.{view}.json"] = canonical_json.pretty(value).encode("utf-8")
        return found


def load_recipes(folder: Path) -> list[Recipe]:
    """Recipes of the folder of fixtures, in the order of their file."""
    text = (folder / "recipes" / "hudi" / "recipes.toml").read_text(encoding="utf-8")
    document = tomllib.loads(text)
    common = document["jvm_options"]
    recipes = []
    for table in document["recipe"]:
        description = canonical_json.loads((folder / table["write"]).read_bytes())
        lists = {
            "releases": tuple(table["releases"]),
            "jvm_options": (*common, *table.get("jvm_options", ())),
        }
        recipes.append(Recipe(**{**table, **lists}, description=description))
    return recipes


def _without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in keys}


class Releases:
    """Adapters of releases, started when they are needed and kept."""

    def __init__(self) -> None:
        self._running: dict[tuple[str, tuple[str, ...]], ProcessAdapter] = {}

    def ask(
        self, release: str, cmd: str, data: bytes | None, options: tuple[str, ...] = (), **args: Any
    ) -> Any:
        """The value of an answer, or a `RecipeFailed` with what it was instead."""
        key = (release, options)
        if key not in self._running:
            command = load_implementations()[f"hudi-java-{release}"].command()
            at = command.index("-cp")
            self._running[key] = ProcessAdapter([*command[:at], *options, *command[at:]])
        answer = self._running[key].ask(cmd, data, args, ms=MS, mib=MIB)
        if answer.answer != "value":
            raise RecipeFailed(f"Hudi {release} answers {cmd} with {answer.answer}: {answer.message}")
        return answer.value

    def close(self) -> None:
        """Say bye to all that run."""
        for adapter in self._running.values():
            adapter.close()


def make(recipe: Recipe, release: str, releases: Releases) -> list[Made]:
    """Let a release write, and read what it wrote.

    Raises:
        RecipeFailed: a reader sees something else than what was written and the recipe does not know, or
            the other way round.
    """
    calls = recipe.calls()
    threshold = recipe.description.get("threshold", FOREVER)
    answer = releases.ask(release, "log.append", None, recipe.jvm_options, appends=calls, threshold=threshold)
    written = [base64.b64decode(file["b64"]) for file in answer["files"]]
    made: list[Made] = []
    wanted = [_model(block) for call in calls for block in call["blocks"]]
    seen: dict[str, list[Any]] = {reader: [] for reader in (release, CROSS_READER)}
    for number, data in enumerate(written, 1):
        name = recipe.name if len(written) == 1 else f"{recipe.name}_{number}"
        if len(data) > MAX_BYTES:
            raise RecipeFailed(f"{name}: expected at most {MAX_BYTES} bytes, got {len(data)}")
        own = {view: releases.ask(release, f"log.{view}", data) for view in VIEWS}
        for reader, blocks in seen.items():
            blocks += [_shown(block) for block in releases.ask(reader, "log.records", data)["blocks"]]
        if any("reject" in block or "error" in block for block in own["records"]["blocks"]):
            own["records"] = None
        if all(block["positions"] is None for block in own["positions"]["blocks"]):
            own["positions"] = None
        if releases.ask(CROSS_READER, "log.scan", data) != own["scan"] and CROSS_READER not in recipe.unread:
            raise RecipeFailed(f"{name}: Hudi {CROSS_READER} scans the file in another way")
        made.append(Made(name, data, own))
    for reader, blocks in seen.items():
        if (blocks != wanted) != (reader in recipe.unread):
            verb = "does not read" if blocks != wanted else "reads"
            raise RecipeFailed(f"Hudi {reader} {verb} what was written: {blocks} for {wanted}")
    return made


def _model(block: Mapping[str, Any]) -> dict[str, Any]:
    """What a reader should show of the content of a described block."""
    model: dict[str, Any] = {"kind": block["kind"]}
    if "records" in block:
        model["records"] = block["records"]
    if "deletes" in block:
        model["deletes"] = [
            {**delete, "ordering": delete["ordering"] and {**delete["ordering"], "type": _type(delete)}}
            for delete in block["deletes"]
        ]
    if block["kind"] == "COMMAND_BLOCK":
        model |= {"command": "ROLLBACK_BLOCK", "target_instant": block["header"]["TARGET_INSTANT_TIME"]}
    return model


def _type(delete: Mapping[str, Any]) -> str:
    kind: str = delete["ordering"]["type"]
    return "string" if kind == "utf8" else kind


def _shown(block: Mapping[str, Any]) -> dict[str, Any]:
    return _without(block, "ofs")


def differences(recipe: Recipe, made: Made, folder: Path, release: str, releases: Releases) -> Iterator[str]:
    """Sentences about files in `folder` that are not as they were made just now."""
    wanted = made.files()
    kept = {path.name: path.read_bytes() for path in folder.glob(f"{made.name}.*")}
    for name in sorted(wanted.keys() | kept.keys()):
        where = f"{release}/{name}"
        if name not in kept:
            yield f"{where}: missing"
        elif name not in wanted:
            yield f"{where}: nothing makes this file"
        elif kept[name] == wanted[name]:
            continue
        elif release not in recipe.varies:
            yield f"{where}: {_difference(kept[name], wanted[name])}"
        elif name.endswith(".log"):
            # the same rows in other bytes; lengths may differ, so that the kept frame is of the kept file
            for view, value in made.views.items():
                told = releases.ask(release, f"log.{view}", kept[name]) if value is not None else None
                if view == "scan":
                    if kept.get(f"{made.name}.scan.json") != canonical_json.pretty(told).encode("utf-8"):
                        yield f"{release}/{made.name}.scan.json: differs from what is read"
                elif told != value:
                    yield f"{where}: log.{view} differs from what is made now"
        elif not name.endswith(".scan.json"):
            yield f"{where}: {_difference(kept[name], wanted[name])}"


def _difference(kept: bytes, wanted: bytes) -> str:
    at = next(
        (i for i, (a, b) in enumerate(zip(kept, wanted, strict=False)) if a != b), min(len(kept), len(wanted))
    )
    return f"differs from byte {at} on, {len(kept)} bytes are kept and {len(wanted)} are made"


def provenance_problems(folder: Path, releases: Sequence[str]) -> Iterator[str]:
    """Sentences about `PROVENANCE.toml` when it does not tell the class path by which files were made."""
    told = {
        source["name"]: source
        for source in tomllib.loads((folder / "PROVENANCE.toml").read_text(encoding="utf-8"))["source"]
    }
    for release in releases:
        lock = resources.adapters_dir() / "hudi_java" / f"{release}.lock.toml"
        digest = hashlib.sha256(lock.read_bytes()).hexdigest()
        if told.get(f"hudi-{release}", {}).get("lock_sha256") != digest:
            yield f"PROVENANCE.toml: source hudi-{release} should have lock_sha256 = {digest!r}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; 0 when all is well, 1 when a file or a statement is not as it should be."""
    parser = argparse.ArgumentParser(description="Make the fixtures of real Hudi releases again.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    parser.add_argument("--release", action="append", help="only this release (repeatable)")
    parser.add_argument("--recipe", action="append", help="only this recipe (repeatable)")
    options = parser.parse_args(arguments)
    folder = resources.fixtures_dir()
    recipes = load_recipes(folder)
    everyone = sorted({release for recipe in recipes for release in recipe.releases})
    chosen = [release for release in everyone if not options.release or release in options.release]
    found = list(provenance_problems(folder, chosen))
    names: set[Path] = set()
    num_files = 0
    releases = Releases()
    try:
        for release in chosen:
            target = folder / "real" / release
            for recipe in recipes:
                if release not in recipe.releases or (options.recipe and recipe.name not in options.recipe):
                    continue
                try:
                    for made in make(recipe, release, releases):
                        num_files += 1
                        names |= {target / name for name in made.files()}
                        wrong = list(differences(recipe, made, target, release, releases))
                        found += wrong
                        if wrong and not options.check:
                            target.mkdir(parents=True, exist_ok=True)
                            for name, content in made.files().items():
                                (target / name).write_bytes(content)
                except RecipeFailed as failure:
                    found.append(f"{release}/{recipe.name}: {failure}")
    except (ToolMissing, CannotStart) as missing:
        print(f"cannot start Hudi: {missing}")
        return 1
    finally:
        releases.close()
    if not options.recipe:
        strangers = {p for release in chosen for p in (folder / "real" / release).glob("*")} - names
        found += [
            f"{path.relative_to(folder / 'real').as_posix()}: no recipe makes it"
            for path in sorted(strangers)
        ]
    for sentence in found:
        print(sentence)
    kind = "differences" if options.check else "changes"
    print(f"{num_files} log files of {len(chosen)} releases, {len(found)} {kind}")
    return 1 if found and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
