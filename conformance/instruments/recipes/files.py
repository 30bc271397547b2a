# SPDX-License-Identifier: Apache-2.0
"""Base fixtures of the reference writer: `NAME.write.json` is the source, all other files are generated.

The folder determines the products: `log/NAME.log`, `hfile/NAME.hfile`, `bloom/NAME.txt`; those of `timeline`
and `metadata` are in modules of these names.

Per recipe: `NAME.log`, and from the writer's model `NAME.scan.json`, `NAME.records.json` and, where the
file has record positions, `NAME.positions.json`. For an HFile `NAME.hfile`, and unless it is damaged on
purpose one `NAME.VIEW.json` per command `hfile.VIEW` without arguments. For a Bloom filter of
record keys `NAME.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.log.file import EncodedLog, encode_log
from hudi_conformance.model.block_type import BlockType

from instruments.recipes.parquet_equality import same_table
from instruments.recipes.products import SUFFIX, Difference, compare_products, recipes_of, view_files
from instruments.writer.hfile_views import expected_views
from instruments.writer.log_views import expected_positions, expected_records, expected_scan

MAX_BYTES = 64 * 1024


def recipe_files(folder: Path | None = None) -> list[Path]:
    """All recipes of a folder, by default those of log files, sorted by name."""
    return recipes_of(folder or resources.fixtures_dir() / "log")


def hfile_recipe_files() -> list[Path]:
    """All recipes of HFiles, sorted by name."""
    return recipe_files(resources.fixtures_dir() / "hfile")


def hfile_products(recipe: Path) -> dict[str, bytes]:
    """Products of a recipe of an HFile: file name to content.

    Raises:
        EncodeError: the writer rejects the recipe.
        ValueError: not strict JSON, or a file above `MAX_BYTES`.
    """
    file = encode_hfile_description(canonical_json.loads(recipe.read_bytes()))
    return _files(recipe, ".hfile", file.data, expected_views(file))


def hfile_differences(folder: Path | None = None) -> Iterator[Difference]:
    """As `differences`, for HFiles: every byte counts."""
    for recipe in hfile_recipe_files() if folder is None else recipe_files(folder):
        try:
            expected = hfile_products(recipe)
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        yield from compare_products(recipe, expected)


def bloom_recipe_files() -> list[Path]:
    """All recipes of Bloom filters, sorted by name."""
    return recipe_files(resources.fixtures_dir() / "bloom")


def bloom_differences(folder: Path | None = None) -> Iterator[Difference]:
    """As `differences`, for the texts of Bloom filters."""
    for recipe in bloom_recipe_files() if folder is None else recipe_files(folder):
        description = canonical_json.loads(recipe.read_bytes())
        try:
            text = encode_bloom_description(description)
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        name = recipe.name.removesuffix(SUFFIX)
        yield from compare_products(recipe, {f"{name}.txt": text.encode("ascii")})


def products(recipe: Path) -> dict[str, bytes]:
    """Products of a recipe: file name to content.

    Raises:
        EncodeError: the writer rejects the recipe.
        ValueError: not strict JSON, or a log file above `MAX_BYTES`.
    """
    return _products(recipe, encode_log(canonical_json.loads(recipe.read_bytes())))


def _products(recipe: Path, log: EncodedLog) -> dict[str, bytes]:
    views = {"scan": expected_scan(log), "records": expected_records(log)}
    if any(block.plan.positions is not None for block in log.blocks):
        views["positions"] = expected_positions(log)
    return _files(recipe, ".log", log.data, {name: view for name, view in views.items() if view is not None})


def _files(recipe: Path, suffix: str, data: bytes, views: Mapping[str, Any]) -> dict[str, bytes]:
    name = recipe.name.removesuffix(SUFFIX)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{name}{suffix}: expected at most {MAX_BYTES} bytes, got {len(data)}")
    return {f"{name}{suffix}": data, **view_files(name, views)}


def differences(folder: Path | None = None) -> Iterator[Difference]:
    """Yield each file that is not as its recipe produces it: path, right content, what is wrong.

    A content of None means that no recipe produces this file. Files with Parquet blocks are compared by
    frame and rows, because their bytes carry the release of the Arrow library.
    """
    for recipe in recipe_files(folder):
        try:
            log = encode_log(canonical_json.loads(recipe.read_bytes()))
            expected = _products(recipe, log)
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        path = recipe.with_name(f"{recipe.name.removesuffix(SUFFIX)}.log")
        if not (path.is_file() and _same_but_for_parquet(log, path.read_bytes())):
            yield from compare_products(recipe, expected)


def _same_but_for_parquet(log: EncodedLog, stored: bytes) -> bool:
    """Whether a stored file differs from the written one only in the bytes of equal Parquet tables."""
    blocks = log.blocks
    if log.data == stored or not any(b.plan.type is BlockType.PARQUET_DATA_BLOCK for b in blocks):
        return False  # equal bytes: the expected values must still be checked
    if len(blocks) != 1 or not log.is_sound:
        return False
    block = blocks[0]
    len_header = block.ofs_content - 22
    ofs_content = block.ofs_content
    len_content = int.from_bytes(stored[ofs_content - 8 : ofs_content], "big")
    return (
        len(stored) == ofs_content + len_content + 12
        and stored[:6] == log.data[:6]
        and int.from_bytes(stored[6:14], "big") == len(stored) - 14
        and int.from_bytes(stored[-8:], "big") == len(stored) - 8
        and stored[14 : 14 + len_header] == log.data[14 : 14 + len_header]
        and same_table(
            stored[ofs_content : ofs_content + len_content],
            log.data[ofs_content : ofs_content + block.len_content],
        )
    )
