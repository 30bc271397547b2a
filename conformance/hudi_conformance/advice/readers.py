# SPDX-License-Identifier: Apache-2.0
"""Stored answers of engines, by view and by the features of the tables read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = "READERS.json"
RIGHT, REFUSED, WRONG, STOPS = "right", "refused", "wrong", "stops"
STANDINGS = (RIGHT, REFUSED, WRONG, STOPS)
"""Of an answer: the order of the counts in the file."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of an engine about tables that each have a subset of the features of one table.

    Attributes:
        counts: number of answers by standing.
        defects: ids of known defects that wrong answers show.
        features: features of the tables in the requests.
    """

    counts: Mapping[str, int]
    defects: frozenset[str]
    features: frozenset[str]

    @property
    def standing(self) -> str | None:
        """The worst of wrong, a stop and right; a rejection if nothing is read; None without an answer."""
        return next((name for name in (WRONG, STOPS, RIGHT, REFUSED) if self.counts[name]), None)


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine, the date of its run, and its answers by view."""

    name: str
    version: str
    date: str
    views: Mapping[str, Answers]


def advise(folder: Path, features: frozenset[str]) -> list[Engine]:
    """Answers of each engine about tables without other features, from the file in the folder of the spec.

    Raises:
        OSError, ValueError: the file cannot be read.
    """
    stored = json.loads((folder / FILE).read_text(encoding="utf-8"))
    tables = [frozenset(names) for names in stored["tables"]]
    views = sorted({view for engine in stored["engines"].values() for view in engine["views"]})
    return [
        Engine(
            name,
            engine["version"],
            engine["date"],
            {view: _answers(engine["views"].get(view, {}), tables, features) for view in views},
        )
        for name, engine in stored["engines"].items()
    ]


def _answers(
    stored: Mapping[str, Mapping[str, object]], tables: list[frozenset[str]], features: frozenset[str]
) -> Answers:
    counts = dict.fromkeys(STANDINGS, 0)
    defects: set[str] = set()
    known: set[str] = set()
    for number, entry in stored.items():
        table = tables[int(number)]
        if not table <= features:
            continue
        known |= table
        for name in STANDINGS:
            num = entry.get(name, 0)
            counts[name] += num if isinstance(num, int) else 0
        ids = entry.get("defects")
        defects.update(map(str, ids) if isinstance(ids, list) else ())
    return Answers(counts, frozenset(defects), frozenset(known))
