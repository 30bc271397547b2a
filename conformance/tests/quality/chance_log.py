# SPDX-License-Identifier: Apache-2.0
"""Fates of mutants drawn by chance, a line of JSON each: a run that ended early goes on from them.

A fate is bound to the sources that were drawn from. An entry of `chance.toml` that comes later changes the
tables, and asks nothing again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chance_run import Fate
from chance_sites import Change

_Key = tuple[str, str, str, str]


def digest_of(sources: Mapping[str, bytes]) -> str:
    """What names the sources of a package by file."""
    total = hashlib.sha256()
    for file, source in sorted(sources.items()):
        total.update(f"{file} {len(source)}\n".encode() + source)
    return total.hexdigest()[:16]


@dataclass(slots=True)
class Log:
    """Fates that are kept in a file, of the sources with a digest; without a path none are."""

    path: Path | None
    digest: str
    _known: dict[tuple[int, _Key], tuple[str, str, int, float, int]] = field(default_factory=dict)

    def load(self) -> None:
        """Take what the file has of these sources."""
        if self.path is None or not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if entry["sources"] == self.digest:
                file, function, before, after = entry["change"]
                self._known[entry["seed"], (file, function, before, after)] = (
                    entry["killed_by"], entry["fault"], entry["num_reaching"], entry["seconds"],
                    entry["num_asked"],
                )  # fmt: skip

    def fates(self, seed: int, changes: Sequence[Change], *, is_final: bool = True) -> dict[_Key, Fate]:
        """Known fates of the changes of a draw; unless final, without survivors."""
        known = {
            change.key: Fate(change, *self._known[seed, change.key])
            for change in changes
            if (seed, change.key) in self._known
        }
        return {key: fate for key, fate in known.items() if is_final or fate.killed_by}

    def add(self, seed: int, fate: Fate) -> None:
        """Append a fate."""
        if self.path is None:
            return
        entry = {
            "sources": self.digest, "seed": seed, "change": fate.change.key, "killed_by": fate.killed_by,
            "fault": fate.fault, "num_reaching": fate.num_reaching, "num_asked": fate.num_asked,
            "seconds": round(fate.seconds, 1),
        }  # fmt: skip
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(entry)}\n")
