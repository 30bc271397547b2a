# SPDX-License-Identifier: Apache-2.0
"""Single files that come out the same each time: made by each of their writers, and compared."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.adapter import CannotStart

from .adapters import Adapters, RecipeFailed


@dataclass(frozen=True, slots=True)
class Made:
    """One file that a writer made, and by view what its own reader says; `ending` without a dot."""

    name: str
    ending: str
    data: bytes
    views: Mapping[str, Any]

    def files(self) -> dict[str, bytes]:
        """File name to content; a view that no reader could give is not among them."""
        found = {f"{self.name}.{self.ending}": self.data}
        for view, value in self.views.items():
            if value is not None:
                found[f"{self.name}.{view}.json"] = canonical_json.pretty(value).encode("utf-8")
        return found


class FileRecipe(Protocol):
    """What recipes of all kinds have: the name of the file without its ending, and who makes it."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def writers(self) -> Sequence[str]: ...  # noqa: D102


R = TypeVar("R", bound=FileRecipe)


@dataclass(frozen=True, slots=True)
class Kind(Generic[R]):
    """One kind of files: their folder, the words for them and their writers, and how they are made.

    Attributes:
        folder: folder below the fixtures, with a folder for each writer.
        words: what the files and the writers are called.
        lock: adapter's folder and version of a writer's lock.
        source: name of a writer's entry in `PROVENANCE.toml`.
        load: recipes in the folder of fixtures.
        make: files that a writer makes of a recipe; raises RecipeFailed.
        differences: sentences about kept files (content by name) that are not as they were made.
    """

    folder: str
    words: tuple[str, str]
    lock: Callable[[str], tuple[str, str]]
    source: Callable[[str], str]
    load: Callable[[Path], Sequence[R]]
    make: Callable[[R, str, Adapters], Sequence[Made]]
    differences: Callable[[R, Made, str, Mapping[str, bytes], Adapters], Iterator[str]]


def differing_files(made: Made, kept: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Name of each file that is not as it was made just now, and what is wrong with it."""
    wanted = made.files()
    for name in sorted(wanted.keys() | kept.keys()):
        if name not in kept:
            yield name, "missing"
        elif name not in wanted:
            yield name, "nothing makes this file"
        elif kept[name] != wanted[name]:
            yield name, _difference(kept[name], wanted[name])


def _difference(kept: bytes, wanted: bytes) -> str:
    pairs = zip(kept, wanted, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(kept), len(wanted)))
    return f"differs from byte {at} on, {len(kept)} bytes are kept and {len(wanted)} are made"


def provenance_problems(kind: Kind[R], folder: Path, writers: Sequence[str]) -> Iterator[str]:
    """Sentences about `PROVENANCE.toml` when it does not tell the class path by which files were made."""
    told = {
        source["name"]: source
        for source in tomllib.loads((folder / "PROVENANCE.toml").read_text(encoding="utf-8"))["source"]
    }
    for writer in writers:
        adapter, version = kind.lock(writer)
        lock = resources.adapters_dir() / adapter / f"{version}.lock.toml"
        digest = hashlib.sha256(lock.read_bytes()).hexdigest()
        name = kind.source(writer)
        if told.get(name, {}).get("lock_sha256") != digest:
            yield f"PROVENANCE.toml: source {name} should have lock_sha256 = {digest!r}"


def recreate_files(
    kind: Kind[R], writers: Sequence[str] | None, names: Sequence[str] | None, *, check: bool
) -> int:
    """Make the files of some writers (None: of all) and recipes again; returns the exit code.

    Prints a sentence for each difference. Writes what differs, unless `check`.
    """
    folder = resources.fixtures_dir()
    recipes = kind.load(folder)
    everyone = sorted({writer for recipe in recipes for writer in recipe.writers})
    chosen = [writer for writer in everyone if not writers or writer in writers]
    found = list(provenance_problems(kind, folder, chosen))
    expected: set[Path] = set()
    num_files, failed = 0, False
    adapters = Adapters()
    try:
        for writer in chosen:
            target = folder / kind.folder / writer
            for recipe in recipes:
                if writer not in recipe.writers or (names and recipe.name not in names):
                    continue
                try:
                    all_made = kind.make(recipe, writer, adapters)
                except RecipeFailed as failure:
                    failed = True
                    found.append(f"{writer}/{recipe.name}: {failure}")
                    continue
                for made in all_made:
                    num_files += 1
                    expected |= {target / name for name in made.files()}
                    kept = {path.name: path.read_bytes() for path in target.glob(f"{made.name}.*")}
                    wrong = list(kind.differences(recipe, made, writer, kept, adapters))
                    found += [f"{writer}/{sentence}" for sentence in wrong]
                    if wrong and not check:
                        target.mkdir(parents=True, exist_ok=True)
                        for name, content in made.files().items():
                            (target / name).write_bytes(content)
    except CannotStart as missing:
        print(f"cannot start: {missing}")
        return 1
    finally:
        adapters.close()
    if not names:
        strangers = {p for writer in chosen for p in (folder / kind.folder / writer).glob("*")} - expected
        found += [f"{path.parent.name}/{path.name}: no recipe makes it" for path in sorted(strangers)]
    for sentence in found:
        print(sentence)
    files_word, writers_word = kind.words
    outcome = "differences" if check else "changes"
    print(f"{num_files} {files_word} of {len(chosen)} {writers_word}, {len(found)} {outcome}")
    return 1 if failed or (found and check) else 0
