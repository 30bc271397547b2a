# SPDX-License-Identifier: Apache-2.0
"""Logs of real Hudi releases: `fixtures/recipes/hudi/recipes.toml` lists writers and files.

Per file: `NAME.log`, and from the reader of the release that wrote it `NAME.scan.json`, `NAME.records.json`
and, where there are any, `NAME.positions.json`. The records must be those that the writer was given, and Hudi
1.2.1 must also read them; if one of them does not, the recipe states the reason.
"""

from __future__ import annotations

import base64
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance.canonical import json as canonical_json

from .adapters import Adapters, RecipeFailed
from .files import Kind, WrittenFile, differing_files

CROSS_READER = "1.2.1"
MAX_BYTES = 16 * 1024
FOREVER = str(2**62)  # no file gets there
VIEWS = ("scan", "records", "positions")
# Classes of Java that only Kryo writes, and the type under which readers show them.
KRYO_TYPES = {
    "utf8": "string",
    "java-local-date": "date",
    "java-instant": "timestamp-micros",
    "java-util-date": "timestamp-micros",
    "java-big-integer": "decimal",
    "java-short": "int",
    "java-byte": "int",
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """One `[[recipe]]`; `description` is what its file `write` holds."""

    name: str
    about: str
    write: str
    writers: tuple[str, ...]
    description: Mapping[str, Any]
    varies: Mapping[str, str] = field(default_factory=dict)
    jvm_options: tuple[str, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)

    def calls(self) -> list[dict[str, Any]]:
        """The append calls of the writer, without parts that a release decides."""
        given = self.description.get("appends", [self.description])
        return [
            {"blocks": [_without(block, "about", "content_version") for block in one["blocks"]]}
            for one in given
        ]


def load_recipes(folder: Path) -> list[Recipe]:
    """Recipes of the folder of fixtures, in the order of their file."""
    text = (folder / "recipes" / "hudi" / "recipes.toml").read_text(encoding="utf-8")
    document = tomllib.loads(text)
    common = document["jvm_options"]
    recipes = []
    for table in document["recipe"]:
        description = canonical_json.loads((folder / table["write"]).read_bytes())
        lists = {
            "writers": tuple(table.pop("releases")),
            "jvm_options": (*common, *table.get("jvm_options", ())),
        }
        recipes.append(Recipe(**{**table, **lists}, description=description))
    return recipes


def _without(table: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in keys}


def make(recipe: Recipe, release: str, adapters: Adapters) -> list[WrittenFile]:
    """Let a release write, and read what it wrote.

    Raises:
        RecipeFailed: a reader sees something else than what was written and the recipe does not know, or
            the other way round.
    """
    calls = recipe.calls()
    threshold = recipe.description.get("threshold", FOREVER)
    args = {"appends": calls, "threshold": threshold}
    answer = adapters.ask(f"hudi-java-{release}", "log.append", None, args, recipe.jvm_options)
    contents = [base64.b64decode(file["b64"]) for file in answer["files"]]
    files: list[WrittenFile] = []
    expected = [_model(block) for call in calls for block in call["blocks"]]
    seen: dict[str, list[Any]] = {reader: [] for reader in (release, CROSS_READER)}
    for number, data in enumerate(contents, 1):
        name = recipe.name if len(contents) == 1 else f"{recipe.name}_{number}"
        if len(data) > MAX_BYTES:
            raise RecipeFailed(f"{name}: expected at most {MAX_BYTES} bytes, got {len(data)}")
        own = {view: _view(release, view, data, adapters) for view in VIEWS}
        for reader, blocks in seen.items():
            blocks += [_without(block, "ofs") for block in _view(reader, "records", data, adapters)["blocks"]]
        if any("reject" in block or "error" in block for block in own["records"]["blocks"]):
            own["records"] = None
        if all(block["positions"] is None for block in own["positions"]["blocks"]):
            own["positions"] = None
        if _view(CROSS_READER, "scan", data, adapters) != own["scan"] and CROSS_READER not in recipe.unread:
            raise RecipeFailed(f"{name}: Hudi {CROSS_READER} scans the file in another way")
        files.append(WrittenFile(name, "log", data, own))
    for reader, blocks in seen.items():
        if (blocks != expected) != (reader in recipe.unread):
            verb = "does not read" if blocks != expected else "reads"
            raise RecipeFailed(f"Hudi {reader} {verb} what was written: {blocks} for {expected}")
    return files


def _view(release: str, view: str, data: bytes, adapters: Adapters) -> Any:
    return adapters.ask(f"hudi-java-{release}", f"log.{view}", data, {})


def _model(block: Mapping[str, Any]) -> dict[str, Any]:
    """Expected content of a described block."""
    model: dict[str, Any] = {"kind": block["kind"]}
    if "records" in block:
        model["records"] = block["records"]
    if "deletes" in block:
        model["deletes"] = [dict(delete) for delete in block["deletes"]]
        for delete in model["deletes"]:
            ordering = delete["ordering"]
            if ordering is not None:
                delete["ordering"] = {**ordering, "type": KRYO_TYPES.get(ordering["type"], ordering["type"])}
    if block["kind"] == "COMMAND_BLOCK":
        model |= {"command": "ROLLBACK_BLOCK", "target_instant": block["header"]["TARGET_INSTANT_TIME"]}
    return model


def differences(
    recipe: Recipe, written: WrittenFile, release: str, kept: Mapping[str, bytes], adapters: Adapters
) -> Iterator[str]:
    """Sentences about files that are not as they were made just now."""
    for name, problem in differing_files(written, kept):
        if release not in recipe.varies or name not in written.files() or name not in kept:
            yield f"{name}: {problem}"
        elif name.endswith(".log"):
            yield from _other_rows(written, release, kept, adapters)
        elif not name.endswith(".scan.json"):
            yield f"{name}: {problem}"


def _other_rows(
    written: WrittenFile, release: str, kept: Mapping[str, bytes], adapters: Adapters
) -> Iterator[str]:
    """Sentences about other rows in other bytes; lengths may differ, so the kept frame is the kept file's."""
    log = f"{written.name}.log"
    for view, value in written.views.items():
        if value is None:
            continue
        answer = _view(release, view, kept[log], adapters)
        if view == "scan":
            if kept.get(f"{written.name}.scan.json") != canonical_json.pretty(answer).encode("utf-8"):
                yield f"{written.name}.scan.json: differs from what is read"
        elif answer != value:
            yield f"{log}: log.{view} differs from what is made now"


KIND = Kind(
    folder="real",
    words=("log files", "releases"),
    lock=lambda release: ("hudi_java", release),
    source=lambda release: f"hudi-{release}",
    load=load_recipes,
    make=make,
    differences=differences,
)
