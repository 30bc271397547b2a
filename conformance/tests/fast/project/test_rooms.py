# SPDX-License-Identifier: Apache-2.0
"""The architecture page and the notes of the rooms name modules that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hudi_conformance import resources

ROOT = resources.data_root()
HOME = ROOT / "conformance"
PACKAGE = HOME / "hudi_conformance"
ROOMS = ("audit", "decode", "encode", "salvage", "suite", "table")
MAX_LINES = 40
NAME = re.compile(r"`([\w/.-]+(?:\.(?:py|ksy|md|toml|log|json)|/))`")
pytestmark = pytest.mark.skipif(not resources.is_checkout(), reason="files of a checkout")


def missing(text: str, *folders: Path) -> list[str]:
    """Paths in backquotes that none of the folders has; names in capitals stand for any name."""
    named = {name for name in NAME.findall(text) if not re.search(r"\b[A-Z]+\b", name.removesuffix(".json"))}
    return sorted(name for name in named if not any((folder / name).exists() for folder in folders))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_short_notes_about_modules_that_exist(room: str) -> None:
    text = (PACKAGE / room / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES
    assert "\n## Invariants\n" in text
    assert "\n## Does not belong here\n" in text
    assert missing(text, PACKAGE / room, PACKAGE, HOME) == []


@pytest.mark.parametrize("section", ["One case from bytes to a verdict", "Where a change belongs"])
def test_a_section_of_the_architecture_names_what_exists(section: str) -> None:
    text = (HOME / "README.md").read_text(encoding="utf-8").partition(f"\n## {section}\n")[2]
    folders = (PACKAGE, HOME, ROOT, ROOT / "generated/python")
    assert missing(text.partition("\n## ")[0], *folders) == []
