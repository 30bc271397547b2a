# SPDX-License-Identifier: Apache-2.0
"""Known differences: a TOML table gives a reason for aspects of files; whatever has none is unexplained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(slots=True)
class Reason:
    """Why `aspects` of files differ; `files` are globs over the last parts of a path, `*` matches `/` too."""

    files: Sequence[str]
    aspects: Sequence[str]
    text: str
    num_uses: int = 0

    def applies(self, file: str, aspect: str) -> bool:
        """Whether it explains an aspect of a file."""
        return aspect in self.aspects and any(fnmatchcase(f"/{file}", f"*/{glob}") for glob in self.files)


def explain(reasons: Sequence[Reason], file: str, aspect: str) -> Reason | None:
    """The first reason that applies, counted as used; None for an unexplained difference."""
    reason = next((reason for reason in reasons if reason.applies(file, aspect)), None)
    if reason is not None:
        reason.num_uses += 1
    return reason
