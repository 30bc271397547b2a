# SPDX-License-Identifier: Apache-2.0
"""Fixtures of timelines: `timeline/NAME.write.json` to `NAME.zip` and the views of the writer's model."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.parquet import same_table
from hudi_conformance.encode.timeline.table import EncodedTimeline, encode_timeline

SUFFIX = ".write.json"
MAX_BYTES = 256 * 1024


def timeline_recipe_files(folder: Path | None = None) -> list[Path]:
    """All recipes of timelines, sorted by name."""
    return sorted((folder or resources.fixtures_dir() / "timeline").glob(f"*{SUFFIX}"))


def timeline_differences(folder: Path | None = None) -> Iterator[tuple[Path, bytes | None, str]]:
    """Yield each file that is not as its recipe makes it: path, right content, what is wrong.

    Archives are compared file by file, and Parquet files by their rows: the bytes of both depend on
    libraries.
    """
    recipes = timeline_recipe_files(folder)
    for recipe in recipes:
        try:
            made = encode_timeline(canonical_json.loads(recipe.read_bytes()))
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        name = recipe.name.removesuffix(SUFFIX)
        if sum(map(len, made.files.values())) > MAX_BYTES:
            raise ValueError(f"{name}: more than {MAX_BYTES} bytes")
        kept = recipe.parent / f"{name}.zip"
        if not kept.is_file():
            yield kept, to_zip(made.files), "is missing"
        elif not same_files(made.files, from_zip(kept.read_bytes())):
            yield kept, to_zip(made.files), "differs"
        yield from _views(recipe.parent, name, made)
    names = {recipe.name.removesuffix(SUFFIX) for recipe in recipes}
    for path in sorted((folder or resources.fixtures_dir() / "timeline").glob("*")):
        if path.name.partition(".")[0] not in names:
            yield path, None, "comes out of no recipe"


def _views(folder: Path, name: str, made: EncodedTimeline) -> Iterator[tuple[Path, bytes | None, str]]:
    wanted = {f"{name}.{view}.json": value for view, value in made.views.items()}
    for file, value in wanted.items():
        content = canonical_json.pretty(value).encode()
        path = folder / file
        if not path.is_file():
            yield path, content, "is missing"
        elif path.read_bytes() != content:
            yield path, content, "differs"
    for path in sorted(folder.glob(f"{name}.*.json")):
        if path.name not in wanted and path.name != f"{name}{SUFFIX}":
            yield path, None, "is expected no more"


def same_files(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> bool:
    """Whether two folders hold the same files, Parquet files by what is in them."""
    if set(one) != set(other):
        return False
    return all(
        content == other[path] or (path.endswith(".parquet") and same_table(content, other[path]))
        for path, content in one.items()
    )


def to_zip(files: Mapping[str, bytes]) -> bytes:
    """An archive that depends on nothing but its files and zlib: sorted, deflated, of the year 1980."""
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
