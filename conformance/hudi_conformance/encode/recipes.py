# SPDX-License-Identifier: Apache-2.0
"""Base fixtures of the reference writer: `NAME.write.json` is the source, everything beside it is made.

The folder says what is made: `log/NAME.log`, `hfile/NAME.hfile`, `timeline/NAME.zip`.

    python -m hudi_conformance.encode.recipes            make what is missing or different
    python -m hudi_conformance.encode.recipes --check    change nothing, fail on any difference

Per recipe: `NAME.log`, and from the writer's model `NAME.scan.json`, `NAME.records.json` and, where the
file has record positions, `NAME.positions.json`. For an HFile `NAME.hfile`, and unless it is damaged on
purpose one `NAME.VIEW.json` per command `hfile.VIEW` without arguments.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.model import expected_views
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.log.file import EncodedLog, encode_log
from hudi_conformance.encode.parquet import same_table
from hudi_conformance.encode.timeline.recipes import timeline_differences, timeline_recipe_files
from hudi_conformance.views.log import BlockType

SUFFIX = ".write.json"
MAX_BYTES = 64 * 1024


def recipe_files(folder: Path | None = None) -> list[Path]:
    """All recipes of a folder, by default those of log files, sorted by name."""
    return sorted((folder or resources.fixtures_dir() / "log").glob(f"*{SUFFIX}"))


def hfile_recipe_files() -> list[Path]:
    """All recipes of HFiles, sorted by name."""
    return recipe_files(resources.fixtures_dir() / "hfile")


def hfile_products(recipe: Path) -> dict[str, bytes]:
    """What a recipe of an HFile makes: file name to content.

    Raises:
        EncodeError: the recipe asks for what the writer refuses.
        ValueError: not strict JSON, or a file above `MAX_BYTES`.
    """
    name = recipe.name.removesuffix(SUFFIX)
    made = encode_hfile_description(canonical_json.loads(recipe.read_bytes()))
    if len(made.data) > MAX_BYTES:
        raise ValueError(f"{name}.hfile: expected at most {MAX_BYTES} bytes, got {len(made.data)}")
    files = {f"{name}.hfile": made.data}
    for view, value in expected_views(made).items():
        files[f"{name}.{view}.json"] = canonical_json.pretty(value).encode("utf-8")
    return files


def hfile_differences(folder: Path | None = None) -> Iterator[tuple[Path, bytes | None, str]]:
    """As `differences`, for HFiles: every byte counts."""
    for recipe in hfile_recipe_files() if folder is None else recipe_files(folder):
        try:
            wanted = hfile_products(recipe)
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        yield from _compared(recipe, wanted)


def products(recipe: Path) -> dict[str, bytes]:
    """What a recipe makes: file name to content.

    Raises:
        EncodeError: the recipe asks for what the writer refuses.
        ValueError: not strict JSON, or a log file above `MAX_BYTES`.
    """
    return _products(recipe, encode_log(canonical_json.loads(recipe.read_bytes())))


def _products(recipe: Path, made: EncodedLog) -> dict[str, bytes]:
    name = recipe.name.removesuffix(SUFFIX)
    if len(made.data) > MAX_BYTES:
        raise ValueError(f"{name}.log: expected at most {MAX_BYTES} bytes, got {len(made.data)}")
    files: dict[str, bytes] = {f"{name}.log": made.data}
    views: list[tuple[str, Any]] = [
        ("scan", made.expected_scan()),
        ("records", made.expected_records()),
    ]
    if any(block.plan.positions is not None for block in made.blocks):
        views.append(("positions", made.expected_positions()))
    for view, value in views:
        if value is not None:
            files[f"{name}.{view}.json"] = canonical_json.pretty(value).encode("utf-8")
    return files


def differences(folder: Path | None = None) -> Iterator[tuple[Path, bytes | None, str]]:
    """Yield each file that is not as its recipe makes it: path, right content, what is wrong.

    A content of None means that nothing makes this file. Files with Parquet blocks are compared by
    frame and rows, because their bytes carry the release of the Arrow library.
    """
    recipes = recipe_files(folder)
    for recipe in recipes:
        try:
            made = encode_log(canonical_json.loads(recipe.read_bytes()))
            wanted = _products(recipe, made)
        except EncodeError as error:
            raise ValueError(f"{recipe.name}: {error}") from error
        parent = recipe.parent
        log = parent / f"{recipe.name.removesuffix(SUFFIX)}.log"
        if log.is_file() and _same_but_for_parquet(made, log.read_bytes()):
            continue
        yield from _compared(recipe, wanted)


def _compared(recipe: Path, wanted: dict[str, bytes]) -> Iterator[tuple[Path, bytes | None, str]]:
    """What beside a recipe is not as wanted, byte by byte."""
    for name, content in wanted.items():
        path = recipe.parent / name
        if not path.is_file():
            yield path, content, "missing"
        elif path.read_bytes() != content:
            yield path, content, "different"
    for path in sorted(recipe.parent.glob(f"{recipe.name.removesuffix(SUFFIX)}.*.json")):
        if path != recipe and path.name not in wanted:
            yield path, None, "made by no recipe"


def _same_but_for_parquet(made: EncodedLog, kept: bytes) -> bool:
    """Whether a kept file differs from the made one in nothing but the bytes of equal Parquet tables."""
    blocks = made.blocks
    if made.data == kept or not any(b.plan.type is BlockType.PARQUET_DATA_BLOCK for b in blocks):
        return False  # equal bytes: the expected values still have to be looked at
    if len(blocks) != 1 or not made.is_sound:
        return False
    block = blocks[0]
    len_header = block.ofs_content - 22
    ofs_content = block.ofs_content
    len_content = int.from_bytes(kept[ofs_content - 8 : ofs_content], "big")
    return (
        len(kept) == ofs_content + len_content + 12
        and kept[:6] == made.data[:6]
        and int.from_bytes(kept[6:14], "big") == len(kept) - 14
        and int.from_bytes(kept[-8:], "big") == len(kept) - 8
        and kept[14 : 14 + len_header] == made.data[14 : 14 + len_header]
        and same_table(
            kept[ofs_content : ofs_content + len_content],
            made.data[ofs_content : ofs_content + block.len_content],
        )
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns 0 when all is as it should be, 1 when `--check` found a difference."""
    parser = argparse.ArgumentParser(
        description="Rebuild or check the base fixtures of the reference writer."
    )
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    options = parser.parse_args(arguments)
    found = [*differences(), *hfile_differences(), *timeline_differences()]
    for path, content, what in found:
        print(f"{path.name}: {what}")
        if options.check:
            continue
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    count = len(recipe_files()) + len(hfile_recipe_files()) + len(timeline_recipe_files())
    print(f"{count} recipes, {len(found)} files {'differ' if options.check else 'written'}")
    return 1 if found and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
