# SPDX-License-Identifier: Apache-2.0
"""Whole tables that the clients of real releases make of recipes: kept with the answers of a real reader."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.trees import to_zip
from hudi_conformance.toolchain.build import build_adapter

from .adapters import Adapters, RecipeFailed

CLIENT = Path(__file__).resolve().parents[1] / "hudi_client"


class TableRecipe(Protocol):
    """Members of recipes of tables: release, name, words for the client, path of fixtures without endings."""

    @property
    def release(self) -> str: ...  # noqa: D102 - see the class

    @property
    def name(self) -> str: ...  # noqa: D102 - see the class

    @property
    def words(self) -> Mapping[str, Any]: ...  # noqa: D102 - see the class

    @property
    def stem(self) -> Path: ...  # noqa: D102 - see the class


R = TypeVar("R", bound=TableRecipe)


@dataclass(frozen=True, slots=True)
class TableKind(Generic[R]):
    """One kind of tables, and how they are created, read and compared.

    Attributes:
        plural: name of tables of this kind.
        place: default folder in which tables are created.
        recipes: all recipes, in their order.
        make: files, by path, that a release creates from a recipe; raises RecipeFailed.
        views: answers of the recipe's reader about files: `NAME.VIEW.json`.
        differences: sentences about stored fixtures, and about newly created files if there are any.
    """

    plural: str
    place: Path
    recipes: Callable[[], Sequence[R]]
    make: Callable[[R, Path], dict[str, bytes]]
    views: Callable[[R, Mapping[str, bytes], Adapters], Mapping[str, Any]]
    differences: Callable[[R, Mapping[str, bytes] | None, Adapters], Iterator[str]]


def run_client(recipe: TableRecipe, place: Path, folder: str, left_out: Sequence[str]) -> dict[str, bytes]:
    """Files below `folder` of the table that the release makes of a recipe, by their path in the table.

    Files whose path has one of `left_out` in it are not among them.

    Raises:
        RecipeFailed: the client ended with an error.
    """
    base = place / recipe.release / recipe.name
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    words = [f"{key}={str(value).lower()}" for key, value in recipe.words.items()]
    command = [*build_adapter(str(CLIENT), recipe.release), f"base={base.as_uri()}", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        raise RecipeFailed(done.stderr[-2000:])
    try:
        return {
            path.relative_to(base).as_posix(): _neutral(path)
            for path in sorted((base / folder).rglob("*"))
            if path.is_file() and not any(part in f"{path.relative_to(base)}" for part in left_out)
        }
    finally:
        shutil.rmtree(base)


def _neutral(path: Path) -> bytes:
    """The file without the name of the machine, which 1.x writes into a comment of the properties."""
    data = path.read_bytes()
    if path.name.startswith("hoodie.properties"):
        data = re.sub(rb"(?m)^(#.*?), host=[^,\n]*,?", rb"\1, host=localhost,", data)
    return data


def write(kind: TableKind[R], recipe: R, made: Mapping[str, bytes], adapters: Adapters) -> None:
    """Put a table and the answers of its reader among the fixtures."""
    answers = kind.views(recipe, made, adapters)
    recipe.stem.parent.mkdir(parents=True, exist_ok=True)
    for old in recipe.stem.parent.glob(f"{recipe.name}.*"):
        old.unlink()
    recipe.stem.with_suffix(".zip").write_bytes(to_zip(made))
    for view, value in answers.items():
        recipe.stem.with_suffix(f".{view}.json").write_text(canonical_json.pretty(value), encoding="utf-8")


def recreate_tables(
    kind: TableKind[R],
    adapters: Adapters,
    releases: Sequence[str] | None,
    names: Sequence[str] | None,
    place: Path,
    *,
    check: bool,
    everything: bool,
) -> int:
    """Make what is missing, or `everything`, and compare; returns the exit code. `check` changes nothing."""
    num_recipes = num_differences = 0
    for recipe in kind.recipes():
        if (releases and recipe.release not in releases) or (names and recipe.name not in names):
            continue
        num_recipes += 1
        files = None
        try:
            if check or everything or not recipe.stem.with_suffix(".zip").is_file():
                files = kind.make(recipe, place)
                if not check:
                    write(kind, recipe, files, adapters)
            for sentence in kind.differences(recipe, files, adapters):
                num_differences += 1
                print(f"{recipe.release} {recipe.name}: {sentence}")
        except RecipeFailed as failure:
            num_differences += 1
            print(f"{recipe.release} {recipe.name}: {failure}")
    print(f"{num_recipes} {kind.plural}, {num_differences} differences")
    return 1 if num_differences else 0
