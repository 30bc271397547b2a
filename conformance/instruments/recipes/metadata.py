# SPDX-License-Identifier: Apache-2.0
"""Fixtures of metadata tables: `metadata/NAME.write.json` to `NAME.zip`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.metadata.table import encode_metadata

from instruments.recipes.products import SUFFIX, Difference, recipes_of
from instruments.recipes.timelines import from_zip, same_files, to_zip

MAX_BYTES = 1024 * 1024


def metadata_recipe_files(folder: Path | None = None) -> list[Path]:
    """All recipes of metadata tables, sorted by name."""
    return recipes_of(folder or resources.fixtures_dir() / "metadata")


def metadata_differences(folder: Path | None = None) -> Iterator[Difference]:
    """Yield each archive that is not as its recipe produces it: path, right content, what is wrong."""
    recipes = metadata_recipe_files(folder)
    for recipe in recipes:
        try:
            files = encode_metadata(canonical_json.loads(recipe.read_bytes()))
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        name = recipe.name.removesuffix(SUFFIX)
        if sum(map(len, files.values())) > MAX_BYTES:
            raise ValueError(f"{name}: more than {MAX_BYTES} bytes")
        archive = recipe.with_name(f"{name}.zip")
        if not archive.is_file():
            yield archive, to_zip(files), "missing"
        elif not same_files(files, from_zip(archive.read_bytes())):
            yield archive, to_zip(files), "different"
    names = {recipe.name.removesuffix(SUFFIX) for recipe in recipes}
    for path in sorted((folder or resources.fixtures_dir() / "metadata").glob("*.zip")):
        if path.name.removesuffix(".zip") not in names:
            yield path, None, "without a recipe"
