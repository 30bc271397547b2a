# SPDX-License-Identifier: Apache-2.0
"""Commits whose content has another shape, for mutants drawn by chance.

    drawn:hostile-commits-N   tables of real Hudi in which one node of a commit's JSON is a value of another
                              type: an audit comes to its end in every part
    drawn:hostile-reads-N     the same tables as a reader takes them: rows, or a refusal in words

A part of an audit that falls over is told as `internal`; that is what no content may lead to.
"""

from __future__ import annotations

import importlib
import json
import random
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure
from chance_descriptions import nodes, replaced
from hudi_conformance import resources

if TYPE_CHECKING:
    from chance_questions import World

_NUM_QUESTIONS, _NUM_TABLES = 4, 12
_VIEWS = ("snapshot", "read_optimized", "incremental", "cdc")
_COMMITS = {".commit", ".deltacommit", ".replacecommit"}
_VALUES: tuple[Any, ...] = (None, 7, -1, "", "x", [], {}, [1], {"a": 1}, True, 1.5, 1 << 70)


def hostile_questions() -> Iterator[Asked]:
    """All of them."""
    for number in range(_NUM_QUESTIONS):
        yield f"drawn:hostile-commits-{number}", f"{_NUM_TABLES}", partial(_audit_fault, number)
        yield f"drawn:hostile-reads-{number}", f"{_NUM_TABLES}", partial(_read_fault, number)


def _audit_fault(number: int, world: World) -> Failure:
    with tempfile.TemporaryDirectory() as place:
        told = _tables(Path(place), number)
        for row in world.audit(Path(place), deep=True):
            if row.code == "internal":
                name = row.path.removeprefix(f"{place}/").partition("/")[0]
                return f"{told.get(name)}: {row.message}"
    return None


def _read_fault(number: int, _: World) -> Failure:
    table_read = importlib.import_module("hudi_conformance.adapters.kaitai_table").table_read
    errors: Any = importlib.import_module("hudi_conformance.errors")
    with tempfile.TemporaryDirectory() as place:
        for name, what in _tables(Path(place), number).items():
            for view in _VIEWS:
                try:
                    table_read(Path(place) / name, {"view": view})
                except (errors.Reject, errors.UnsupportedInput, errors.LimitExceeded):
                    continue
                except Exception as error:
                    return f"{view} of {what}: {type(error).__name__}: {error}"
    return None


def _tables(folder: Path, number: int) -> dict[str, str]:
    """Changed tables below a folder: what was done to each by its name."""
    chance = random.Random(f"hostile {number}")
    archives = sorted((resources.fixtures_dir() / "real-rows").glob("0.*/*.zip"))
    told: dict[str, str] = {}
    while len(told) < _NUM_TABLES:
        table = folder / f"{len(told)}"
        with zipfile.ZipFile(chance.choice(archives)) as archive:
            archive.extractall(table)
        what = _change(table, chance)
        if what is None:
            shutil.rmtree(table)
        else:
            told[table.name] = what
    return told


def _change(table: Path, chance: random.Random) -> str | None:
    """Put a value of another type into one commit; what was done, None where there is no commit in JSON."""
    contents = {
        path: json.loads(path.read_bytes())
        for path in sorted((table / ".hoodie").iterdir())
        if path.suffix in _COMMITS and path.read_bytes()[:1] == b"{"
    }
    if not contents:
        return None
    path = chance.choice(list(contents))
    where, node = chance.choice(list(nodes(contents[path])))
    value = chance.choice([value for value in _VALUES if type(value) is not type(node)])
    path.write_text(json.dumps(replaced(contents[path], where, value)), encoding="utf-8")
    return f"{path.name} {where} is {value!r}"
