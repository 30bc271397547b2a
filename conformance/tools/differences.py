# SPDX-License-Identifier: Apache-2.0
"""Known differences: a TOML table gives a reason for aspects of files; whatever has none is unexplained.

A reason is bound to the number of differences that it covers: one more, or one less, is as wrong as a
difference without a reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass(slots=True)
class Reason:
    """Why `aspects` of files differ; `files` are globs over the last parts of a path, `*` matches `/` too.

    Attributes:
        aspects: aspects that it covers; as a mapping with the number of differences of each.
        uses: differences that it has covered, by aspect.
    """

    files: Sequence[str]
    aspects: Collection[str] | Mapping[str, int]
    text: str
    uses: Counter[str] = field(default_factory=Counter)

    @property
    def num_uses(self) -> int:
        """Number of differences that it has covered."""
        return self.uses.total()

    def applies(self, file: str, aspect: str) -> bool:
        """Whether it explains an aspect of a file."""
        return aspect in self.aspects and any(fnmatchcase(f"/{file}", f"*/{glob}") for glob in self.files)

    def miscounts(self) -> Iterator[str]:
        """A sentence for each aspect of which it covers more or fewer differences than it states."""
        if isinstance(self.aspects, Mapping):
            for aspect, num in self.aspects.items():
                if self.uses[aspect] != num:
                    yield f"{self.uses[aspect]} differences of {aspect}, {num} stated: {self.text}"


def explain(reasons: Sequence[Reason], file: str, aspect: str) -> Reason | None:
    """The first reason that applies, counted as used; None for an unexplained difference."""
    reason = next((reason for reason in reasons if reason.applies(file, aspect)), None)
    if reason is not None:
        reason.uses[aspect] += 1
    return reason
