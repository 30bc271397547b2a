# SPDX-License-Identifier: Apache-2.0
"""Drawn scenarios for mutants drawn by chance: what the writer of tables makes of them.

    drawn:scenarios-N            tables of drawn scenarios have the rows of the model; an audit finds nothing
    drawn:archived-scenarios-N   with and without its archivals a scenario leaves the same instants, of which
                                 some are archived, in every state that they have

The model knows no file; `scenario` shares no code with the writer.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
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


def _write(description: Any, folder: Path) -> Failure:
    """Write the table of a scenario; what it refuses where it says that it does not do it."""
    try:
        made = imported("encode.table.writer").encode_table(description)
    except imported("errors").UnsupportedInput as error:
        return str(error)
    for path, data in made.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return None


def _rows_fault(number: int, _: World) -> Failure:
    draw, model = imported("scenario.draw"), imported("scenario.model")
    content = imported("adapters.kaitai_content").table_content
    for turn in range(_NUM_EACH):
        description = draw.draw_scenario(random.Random(f"scenarios {number} {turn}"))
        expected = model.content_of(description, {})
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "t"
            if _write(description, folder) is not None:
                continue
            found = content(folder, {})
        if found != expected:
            names = [name for name in expected if found.get(name) != expected[name]]
            return f"{turn}: other {names}: {str(found.get(names[0]))[:200]}"
    return None


def _archived_fault(version: int, _: World) -> Failure:
    gather, state = imported("audit.table_facts").gather, imported("views.timeline").State
    for kind in ("COPY_ON_WRITE", "MERGE_ON_READ"):
        rows = [{"id": f"k{at}", "ord": at} for at in range(3)]
        writes = [{"op": "upsert", "rows": rows[:at]} for at in (3, 2, 1, 3, 2, 1)]
        steps = [*writes[:3], {"op": "clean", "retain": 1}, *writes[3:]]
        plain = {"version": version, "type": kind, "merge_mode": "COMMIT_TIME_ORDERING", "partitioned": False}
        instants = []
        for more in ([], [{"op": "archive", "keep": 2}]):
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place) / "t"
                if (fault := _write({**plain, "steps": [*steps, *more]}, folder)) is not None:
                    return fault
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


if __name__ == "__main__":
    sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "support"))
    for _name, _, _ask in scenario_questions():
        try:
            print(_name, _ask(None), flush=True)  # type: ignore[arg-type]  # no question asks the world
        except Exception as error:
            print(_name, repr(error)[:300])
