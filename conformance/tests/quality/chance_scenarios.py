# SPDX-License-Identifier: Apache-2.0
"""Drawn scenarios for mutants drawn by chance: what the writer of tables makes of them.

    drawn:scenarios-N            tables of drawn scenarios have the rows of the model; an audit finds nothing
    drawn:archived-scenarios-N   with and without its archivals a scenario leaves the same instants, of which
                                 some are archived, in every state that they have

The model knows no file; `scenario` shares no code with the writer.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported

if TYPE_CHECKING:
    from chance_questions import World

_NUM_QUESTIONS, _NUM_EACH = 8, 4
_VERSIONS = (3, 5, 6, 8, 9)


def scenario_questions() -> Iterator[Asked]:
    """All of them."""
    for number in range(_NUM_QUESTIONS):
        yield f"drawn:scenarios-{number}", f"{_NUM_EACH}", partial(_rows_fault, number)
    for version in _VERSIONS:
        yield f"drawn:archived-scenarios-{version}", "", partial(_archived_fault, version)


def _write(made: Any, folder: Path) -> None:
    """Write a table that the writer of tables has made."""
    for path, data in made.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def table_fault(made: Any, expected: Mapping[str, Any]) -> Failure:
    """How the rows of a table, and what an audit finds in it, differ from what the model says."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        _write(made, folder)
        found = imported("adapters.kaitai_content").table_content(folder, {})
    if found == expected:
        return None
    names = [name for name in expected if found.get(name) != expected[name]]
    return f"other {names}: {str(found.get(names[0]))[:120]}, not {str(expected[names[0]])[:120]}"


def _rows_fault(number: int, _: World) -> Failure:
    draw, model, writer = (
        imported(name) for name in ("scenario.draw", "scenario.model", "encode.table.writer")
    )
    for turn in range(_NUM_EACH):
        description = draw.draw_scenario(random.Random(f"scenarios {number} {turn}"))
        expected = model.content_of(description, {})
        try:
            made = writer.encode_table(description)
        except imported("errors").UnsupportedInput:
            continue
        if (fault := table_fault(made, expected)) is not None:
            return f"{turn}: {fault}"
    return None


def _archived_fault(version: int, _: World) -> Failure:
    gather, state = imported("audit.table_facts").gather, imported("views.timeline").State
    encode = imported("encode.table.writer").encode_table
    for kind in ("COPY_ON_WRITE", "MERGE_ON_READ"):
        rows = [{"id": f"k{at}", "ord": at} for at in range(3)]
        writes = [{"op": "upsert", "rows": rows[:at]} for at in (3, 2, 1, 3, 2, 1)]
        steps = [*writes[:3], {"op": "clean", "retain": 1}, *writes[3:]]
        plain = {"version": version, "type": kind, "merge_mode": "COMMIT_TIME_ORDERING", "partitioned": False}
        instants = []
        for more in ([], [{"op": "archive", "keep": 2}]):
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place) / "t"
                _write(encode({**plain, "steps": [*steps, *more]}), folder)
                facts = gather(folder)
            active = {(one.time, one.action, one.state) for one in facts.instants}
            instants.append((active, set(facts.archived)))
        (all_active, none), (active, archived) = instants
        gone = {one for one in all_active - active if version < 8 or one[2] is state.COMPLETED}
        if none or not archived or active - all_active:
            return f"version {version}, {kind}: {len(archived)} archived"
        if {one[:2] for one in archived} != {one[:2] for one in gone} or archived - gone:
            return f"version {version}, {kind}: {sorted(archived ^ gone)[:3]}"
    return None
