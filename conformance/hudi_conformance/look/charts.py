# SPDX-License-Identifier: Apache-2.0
"""Charts of documents: bars and lines without scripts, with their numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of parts side by side.

    Attributes:
        parts: class in the style sheet, label and number of each part.
        full: the number that fills the full width, at least the sum of the parts.
    """

    parts: Sequence[tuple[str, str, int]]
    full: int

    @property
    def label(self) -> str:
        """The text of the bar."""
        return ", ".join(f"{number:,} {word}" for _, word, number in self.parts if number) or "none"

    @property
    def shares(self) -> list[tuple[str, float]]:
        """Class and width in percent of each part that is not empty."""
        return [(css, 100 * number / self.full) for css, _, number in self.parts if number and self.full]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of shares between 0 and 1 over equal steps; `words` is the equivalent text."""

    shares: Sequence[float]
    words: str
    width: int = 160
    height: int = 28

    @property
    def points(self) -> list[tuple[float, float]]:
        """Position of each share in pixels, from the upper left."""
        room = self.width - 8
        step = room / max(1, len(self.shares) - 1)
        return [
            (round(4 + index * step, 1), round(4 + (self.height - 8) * (1 - share), 1))
            for index, share in enumerate(self.shares)
        ]
