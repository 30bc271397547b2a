# SPDX-License-Identifier: Apache-2.0
"""Names of instant files in layouts 0, 1 and 2 [timeline.name.*]."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hudi_conformance.model.actions import ACTIONS, COMPARABLE, comparable_action
from hudi_conformance.model.timeline import LAYOUT_2, STATE_ORDER, Instant, State

# Actions that do not occur in names of completed files [timeline.name.completed-action].
_NEVER_COMPLETED = frozenset(COMPARABLE)
_NAME = re.compile(
    r"(?P<time>[0-9]+)(?:_(?P<completion>[0-9]+))?\.(?P<action>[a-z]+)(?:\.(?P<state>[a-z]+))?"
)
_PENDING = {"requested": State.REQUESTED, "inflight": State.INFLIGHT}


def decode_instant_name(name: str, layout: int) -> Instant | None:
    """The instant that a name denotes, None for other names [timeline.name.ignored]."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    time, completion, action = match["time"], match["completion"], match["action"]
    state = State.COMPLETED
    if action == "inflight" and match["state"] is None:
        action, state = "commit", State.INFLIGHT  # [timeline.name.commit-inflight]
    elif match["state"] is not None:
        if match["state"] not in _PENDING:
            return None
        state = _PENDING[match["state"]]
        if state is State.INFLIGHT and action == "commit":
            return None
    if action not in ACTIONS or (state is State.COMPLETED and action in _NEVER_COMPLETED):
        return None
    if action == "clustering" and layout < LAYOUT_2:
        return None
    if completion is not None and (layout < LAYOUT_2 or state is not State.COMPLETED):
        return None
    return Instant(time, action, state, completion, name)


def highest_instants(instants: Iterable[Instant]) -> list[Instant]:
    """One entry per instant, its highest state, by time and action."""
    best: dict[tuple[str, str], Instant] = {}
    for item in instants:
        key = (item.time, comparable_action(item.action))
        best[key] = max(best.get(key, item), item, key=_rank)
    return sorted(best.values(), key=lambda item: (item.time, item.action))


def _rank(item: Instant) -> tuple[int, str]:
    return (STATE_ORDER[item.state], item.completion_time or "")  # [timeline.completion.newest]
