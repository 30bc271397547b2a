# SPDX-License-Identifier: Apache-2.0
"""Single files that come out the same each time: made by each of their writers, and compared."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json

from .adapters import Adapters, RecipeFailed


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """One file of a writer, and by view what its own reader answers; `ending` without a dot."""

    name: str
    ending: str
    data: bytes
    views: Mapping[str, Any]

    def files(self) -> dict[str, bytes]:
        """File name to content; a view that no reader could give is not among them."""
        files = {f"{self.name}.{self.ending}": self.data}
        for view, value in self.views.items():
            if value is not None:
                files[f"{self.name}.{view}.json"] = canonical_json.pretty(value).encode("utf-8")
        return files


class FileRecipe(Protocol):
    """Common members of recipes: the name of the file without its ending, and its writer."""

    @property
    def name(self) -> str: ...  # noqa: D102 - see the class

    @property
    def writers(self) -> Sequence[str]: ...  # noqa: D102 - see the class


def differing_files(written: WrittenFile, kept: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Name of each file that is not as it was written just now, and what is wrong with it."""
    expected = written.files()
    for name in sorted(expected.keys() | kept.keys()):
        if name not in kept:
            yield name, "missing"
        elif name not in expected:
            yield name, "nothing makes this file"
        elif kept[name] != expected[name]:
            pairs = enumerate(zip(kept[name], expected[name], strict=False))
            shorter = min(len(kept[name]), len(expected[name]))
            ofs = next((i for i, (left, right) in pairs if left != right), shorter)
            lengths = f"{len(kept[name])} bytes are kept and {len(expected[name])} are made"
            yield name, f"differs from byte {ofs} on, {lengths}"


def all_differences(
    _recipe: object, written: WrittenFile, _writer: str, kept: Mapping[str, bytes], _adapters: Adapters
) -> Iterator[str]:
    """Sentences about files that are not as they were written just now."""
    return (f"{name}: {problem}" for name, problem in differing_files(written, kept))


R = TypeVar("R", bound=FileRecipe)


@dataclass(frozen=True, slots=True)
class Kind(Generic[R]):
    """One kind of files: their folder, the words for them and their writers, and how they are created.

    Attributes:
        folder: folder below the fixtures, with a folder for each writer.
        words: names of the files and the writers.
        lock: adapter's folder and version of a writer's lock.
        source: name of a writer's entry in `PROVENANCE.toml`.
        load: recipes in the folder of fixtures.
        make: files that a writer creates from a recipe; raises RecipeFailed.
        differences: sentences about stored files (content by name) that differ from the recreated ones.
    """

    folder: str
    words: tuple[str, str]
    lock: Callable[[str], tuple[str, str]]
    source: Callable[[str], str]
    load: Callable[[Path], Sequence[R]]
    make: Callable[[R, str, Adapters], Sequence[WrittenFile]]
    differences: Callable[[R, WrittenFile, str, Mapping[str, bytes], Adapters], Iterator[str]] = (
        all_differences
    )


def provenance_problems(kind: Kind[R], folder: Path, writers: Sequence[str]) -> Iterator[str]:
    """Sentences about `PROVENANCE.toml` where it does not have the class path by which files were made."""
    document = tomllib.loads((folder / "PROVENANCE.toml").read_text(encoding="utf-8"))
    digests = {source["name"]: source.get("lock_sha256") for source in document["source"]}
    for writer in writers:
        adapter, version = kind.lock(writer)
        lock = resources.adapters_dir() / adapter / f"{version}.lock.toml"
        digest = hashlib.sha256(lock.read_bytes()).hexdigest()
        name = kind.source(writer)
        if digests.get(name) != digest:
            yield f"PROVENANCE.toml: source {name} should have lock_sha256 = {digest!r}"


def recreate_files(
    kind: Kind[R],
    adapters: Adapters,
    writers: Sequence[str] | None,
    names: Sequence[str] | None,
    *,
    check: bool,
) -> int:
    """Make the files of some writers (None: of all) and recipes again; returns the exit code.

    Prints a sentence for each difference. Writes what differs, unless `check`.
    """
    folder = resources.fixtures_dir()
    recipes = kind.load(folder)
    everyone = sorted({writer for recipe in recipes for writer in recipe.writers})
    chosen = [writer for writer in everyone if not writers or writer in writers]
    problems = list(provenance_problems(kind, folder, chosen))
    expected: set[Path] = set()
    num_files, failed = 0, False
    for writer, recipe in product(chosen, recipes):
        if writer not in recipe.writers or (names and recipe.name not in names):
            continue
        target = folder / kind.folder / writer
        try:
            files = kind.make(recipe, writer, adapters)
        except RecipeFailed as failure:
            failed = True
            problems.append(f"{writer}/{recipe.name}: {failure}")
            continue
        num_files += len(files)
        for file in files:
            expected |= {target / name for name in file.files()}
            kept = {path.name: path.read_bytes() for path in target.glob(f"{file.name}.*")}
            differences = list(kind.differences(recipe, file, writer, kept, adapters))
            problems += [f"{writer}/{sentence}" for sentence in differences]
            if differences and not check:
                target.mkdir(parents=True, exist_ok=True)
                for name, content in file.files().items():
                    (target / name).write_bytes(content)
    if not names:
        strangers = {p for writer in chosen for p in (folder / kind.folder / writer).glob("*")} - expected
        problems += [f"{path.parent.name}/{path.name}: no recipe makes it" for path in sorted(strangers)]
    print(*problems, sep="\n", end="\n" if problems else "")
    files_word, writers_word = kind.words
    outcome = "differences" if check else "changes"
    print(f"{num_files} {files_word} of {len(chosen)} {writers_word}, {len(problems)} {outcome}")
    return 1 if failed or (problems and check) else 0
