# SPDX-License-Identifier: Apache-2.0
"""Fragments of the changelog are short, and their names say what kind of change they are."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hudi_conformance import resources

ROOT = resources.data_root()
FOLDER = ROOT / "changelog.d"
MAX_SENTENCES = 2
NAME = re.compile(r"\+[a-z0-9][a-z0-9-]*\.(?P<type>[a-z]+)\.md")
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="a checkout is needed")


def fragments() -> list[Path]:
    return sorted(path for path in FOLDER.iterdir() if path.name != "README.md")


def types() -> set[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    return {entry["directory"] for entry in settings["type"]}


def count_sentences(text: str) -> int:
    """Number of sentences; periods inside code and inside of versions end none."""
    prose = re.sub(r"`[^`]*`", "code", " ".join(text.split()))
    return len(re.findall(r"[.!?:;](?=\s|$)", prose)) + (not prose.endswith((".", "!", "?")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Adds 2.5 rules.", 1),
        ("Adds `a. b`. Fixed by\nanother line.", 2),
        ("One. Two. Three.", 3),
        ("One. Two", 2),
        ("Part one; part two.", 2),
    ],
)
def test_sentences_are_counted(text: str, expected: int) -> None:
    assert count_sentences(text) == expected


@pytest.mark.parametrize("path", fragments() if FOLDER.is_dir() else [], ids=lambda path: path.name)
def test_a_fragment_has_a_known_type_and_at_most_two_sentences(path: Path) -> None:
    match = NAME.fullmatch(path.name)
    assert match, f"expected +SLUG.TYPE.md, got {path.name}"
    assert match["type"] in types()
    text = path.read_text(encoding="utf-8")
    assert 1 <= count_sentences(text) <= MAX_SENTENCES, text


def test_the_readme_lists_all_types() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(rows) == types()


def test_the_changelog_has_the_mark_of_new_releases() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    assert settings["directory"] == FOLDER.name
    assert settings["start_string"] in (ROOT / settings["filename"]).read_text(encoding="utf-8")
