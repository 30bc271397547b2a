# SPDX-License-Identifier: Apache-2.0
"""What views of every format share: a run of bytes, why something was refused, what a check found."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """A run of bytes of the file."""

    ofs: int
    len: int

    @property
    def end(self) -> int:
        """Offset of the first byte after the span."""
        return self.ofs + self.len


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why something was refused, as data (the fields of `errors.Reject`)."""

    code: str
    at: int | None
    requirement: str
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A requirement that a file breaks, found by a check.

    `is_refusal`: a reader refuses what it is about, as opposed to what it reads although it is wrong.
    """

    requirement: str
    code: str
    at: int | None
    message: str
    is_refusal: bool = field(default=False, compare=False)
