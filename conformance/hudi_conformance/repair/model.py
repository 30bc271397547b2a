# SPDX-License-Identifier: Apache-2.0
"""Repairs: what is wrong by which proof, and steps that a person runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetAside:
    """Move a file or folder into the folder for what was replaced."""

    path: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """Move a file or folder to a path at which nothing is; `size` is None for a folder."""

    path: str
    target: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file; a copy of the old one, of `size` bytes, is set aside. None: no file is there."""

    path: str
    content: bytes
    size: int | None


@dataclass(frozen=True, slots=True)
class Cut:
    """Shorten a file to a number of bytes; a copy of it is set aside."""

    path: str
    keep: int
    size: int


Step = SetAside | Move | Write | Cut


@dataclass(frozen=True, slots=True)
class Repair:
    """Steps against one cause of findings.

    Attributes:
        title: what is wrong and what the steps do, as an imperative.
        proof: statements of the table that prove it.
        effect: rows that come back, rows that do not, and what a writer does next.
        steps: paths are below the table, `/` between folders.
    """

    title: str
    proof: str
    effect: str
    steps: tuple[Step, ...]
