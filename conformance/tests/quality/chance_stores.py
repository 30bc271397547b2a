# SPDX-License-Identifier: Apache-2.0
"""Tables in a store, for mutants drawn by chance.

    drawn:stored-N    small tables with one thing wrong, as other questions have them in a folder: an audit of
                      their copy in a store finds the same

A store has no file that can be mapped or opened by its path: timeline, metadata table and footers are copied.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import chance_small_edges  # noqa: F401 - registers questions of `chance_small`
from chance_asked import Asked, Failure
from chance_files import in_store
from chance_small import small_questions
from chance_small_archived import archived_questions
from chance_small_index import small_index_questions
from chance_small_keys import small_key_questions
from chance_small_metadata import small_metadata_questions
from chance_small_timeline import timeline_edge_questions

if TYPE_CHECKING:
    from chance_questions import World

_NUM_EACH, _NUM_SMALL = 6, 120
_HERE = ("alike", "names", "gaps", "statistics", "partitions-", "-keys", "-sums")  # audit no copy


def store_questions() -> Iterator[Asked]:
    """All of them; of the many small tables some."""
    chance = random.Random("stores")
    small = [one for one in (*small_questions(), *timeline_edge_questions()) if _is_asked(one)]
    others = (small_metadata_questions, archived_questions, small_index_questions, small_key_questions)
    asked = [*chance.sample(small, _NUM_SMALL), *(one for kind in others for one in kind() if _is_asked(one))]
    for number, start in enumerate(range(0, len(asked), _NUM_EACH)):
        group = asked[start : start + _NUM_EACH]
        yield f"drawn:stored-{number}", f"{[one[:2] for one in group]}", partial(_fault, group)


def _is_asked(asked: Asked) -> bool:
    return not any(word in asked[0] for word in _HERE)


def _fault(group: Sequence[Asked], world: World) -> Failure:
    with in_store():
        for name, _, fault in group:
            if (found := fault(world)) is not None:
                return f"{name}: {found}"[:400]
    return None
