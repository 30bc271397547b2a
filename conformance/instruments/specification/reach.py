# SPDX-License-Identifier: Apache-2.0
"""Statements of the decoders that no case executes, by the results that `mutation/reach.py` stored."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

GENERATED = "reach.json"


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that no case executes.

    Attributes:
        file: path below the package.
        line: its line when the results were stored.
        text: its first line.
    """

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        """Position and text."""
        return f"{self.file}:{self.line}: no case executes `{self.text}`"


@dataclass(frozen=True, slots=True)
class Reach:
    """Stored results.

    Attributes:
        num_statements: statements of the decoders that a command can reach.
        unexecuted: those that no case executes.
        outdated: files that changed since.
    """

    num_statements: int
    unexecuted: tuple[Statement, ...]
    outdated: tuple[str, ...]


def load(path: Path, package: Path) -> Reach | None:
    """Read stored results; return None without them.

    Args:
        path: `results/reach.json`.
        package: folder of the package.
    """
    if not path.is_file():
        return None
    files = json.loads(path.read_text(encoding="utf-8"))["files"]
    return Reach(
        sum(entry["statements"] for entry in files.values()),
        tuple(Statement(file, *item) for file, entry in files.items() for item in entry["unexecuted"]),
        tuple(file for file, entry in files.items() if entry["digest"] != _digest(package / file)),
    )


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""
