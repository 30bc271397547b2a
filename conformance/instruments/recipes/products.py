# SPDX-License-Identifier: Apache-2.0
"""Recipes of fixtures and their products: generated files of a recipe, compared with its output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.model.common import JsonValue

SUFFIX = ".write.json"
Difference: TypeAlias = tuple[Path, bytes | None, str]  # path, right content, what is wrong


def recipes_of(folder: Path) -> list[Path]:
    """All recipes of a folder, sorted by name."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def view_files(name: str, views: Mapping[str, JsonValue]) -> dict[str, bytes]:
    """Files of expected views: `NAME.VIEW.json` to content."""
    return {f"{name}.{view}.json": canonical_json.pretty(value).encode() for view, value in views.items()}


def compare_products(recipe: Path, expected: Mapping[str, bytes]) -> Iterator[Difference]:
    """Yield stored files that differ from a recipe's products, byte by byte."""
    for name, content in expected.items():
        path = recipe.with_name(name)
        if not path.is_file():
            yield path, content, "missing"
        elif path.read_bytes() != content:
            yield path, content, "different"
    for path in sorted(recipe.parent.glob(f"{recipe.name.removesuffix(SUFFIX)}.*.json")):
        if path != recipe and path.name not in expected:
            yield path, None, "without a recipe"
