# SPDX-License-Identifier: Apache-2.0
"""Many patterns of case ids at once: the lists of known failures have thousands, nearly all plain ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from hudi_conformance.suite.manifest import is_glob, matches


class Patterns:
    """Patterns indexed for lookups of ids, to avoid comparing every id with every pattern.

    Args:
        patterns: the patterns, each as `manifest.matches` defines it.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._plain: defaultdict[str, list[int]] = defaultdict(list)
        self._prefixes: defaultdict[str, list[int]] = defaultdict(list)
        self._globs: list[tuple[int, str]] = []
        for position, pattern in enumerate(patterns):
            if is_glob(pattern):
                self._globs.append((position, pattern))
            else:
                self._plain[pattern].append(position)
                self._prefixes[pattern.rstrip("/")].append(position)

    def matching(self, ident: str) -> list[int]:
        """Positions of the patterns that match an id, in ascending order."""
        positions = set(self._plain.get(ident, ()))
        end = ident.find("/")
        while end >= 0:
            positions.update(self._prefixes.get(ident[:end], ()))
            end = ident.find("/", end + 1)
        positions.update(position for position, pattern in self._globs if matches(ident, pattern))
        return sorted(positions)
