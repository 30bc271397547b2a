# SPDX-License-Identifier: Apache-2.0
"""Repairs: the damage with its proof, and steps for a user to run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetAside:
    """Move a file or folder into the folder for what was replaced."""

    path: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """Move a file or folder to an unused path; `size` is None for a folder."""

    path: str
    target: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file; a copy of the old one, of `size` bytes, is set aside. None: the file does not exist."""

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
        title: the damage and the effect of the steps, as an imperative.
        proof: statements of the table that prove it.
        effect: restored rows, lost rows, and the next action of a writer.
        steps: paths are below the table, `/` between folders.
    """

    title: str
    proof: str
    effect: str
    steps: tuple[Step, ...]
