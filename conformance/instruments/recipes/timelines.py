# SPDX-License-Identifier: Apache-2.0
"""Fixtures of timelines: `timeline/NAME.write.json` to `NAME.zip` and the views of the writer's model."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.parquet import same_table
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.model.common import JsonValue

from instruments.recipes.products import SUFFIX, Difference, compare_products, recipes_of, view_files

MAX_BYTES = 256 * 1024


def timeline_recipe_files(folder: Path | None = None) -> list[Path]:
    """All recipes of timelines, sorted by name."""
    return recipes_of(folder or resources.fixtures_dir() / "timeline")


def timeline_differences(folder: Path | None = None) -> Iterator[Difference]:
    """Yield each file that is not as its recipe produces it: path, right content, what is wrong.

    Archives are compared file by file, and Parquet files by their rows: the bytes of both depend on
    libraries.
    """
    recipes = timeline_recipe_files(folder)
    for recipe in recipes:
        try:
            timeline = encode_timeline(canonical_json.loads(recipe.read_bytes()))
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        name = recipe.name.removesuffix(SUFFIX)
        if sum(map(len, timeline.files.values())) > MAX_BYTES:
            raise ValueError(f"{name}: more than {MAX_BYTES} bytes")
        archive = recipe.with_name(f"{name}.zip")
        if not archive.is_file():
            yield archive, to_zip(timeline.files), "missing"
        elif not same_files(timeline.files, from_zip(archive.read_bytes())):
            yield archive, to_zip(timeline.files), "different"
        yield from compare_products(recipe, view_files(name, timeline.views))
    names = {recipe.name.removesuffix(SUFFIX) for recipe in recipes}
    for path in sorted((folder or resources.fixtures_dir() / "timeline").glob("*")):
        if path.name.partition(".")[0] not in names:
            yield path, None, "without a recipe"


def same_files(left: Mapping[str, bytes], right: Mapping[str, bytes]) -> bool:
    """Whether two folders hold the same files; of Parquet files only the content matters, not the length."""
    return set(left) == set(right) and all(
        content == right[path]
        or (path.endswith(".parquet") and same_table(content, right[path]))
        or ("/manifest_" in path and _surplus_lengths(path, left) == _surplus_lengths(path, right))
        for path, content in left.items()
    )


def _surplus_lengths(path: str, files: Mapping[str, bytes]) -> JsonValue:
    """Return a manifest of the history with the difference of each length from that of the file."""
    folder = path.rpartition("/")[0]
    try:
        manifest: dict[str, Any] = json.loads(files[path])
        lengths = [
            entry | {"fileLen": entry["fileLen"] - len(files.get(f"{folder}/{entry['fileName']}", b""))}
            for entry in manifest["files"]
        ]
    except (ValueError, TypeError, KeyError):
        return files[path].hex()  # malformed on purpose
    return manifest | {"files": lengths}


def to_zip(files: Mapping[str, bytes]) -> bytes:
    """An archive that depends only on its files and zlib: sorted, deflated, dated 1980."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[path], compresslevel=9)
    return buffer.getvalue()


def from_zip(data: bytes) -> dict[str, bytes]:
    """Files of an archive of ours."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}
