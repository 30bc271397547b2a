# SPDX-License-Identifier: Apache-2.0
"""The active timeline for an archiver: instants by the names of their files [timeline.name.*]."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hudi_conformance.model.actions import ACTIONS, comparable_action
from hudi_conformance.model.timeline import LAYOUT_2

REQUESTED, INFLIGHT, COMPLETED = 0, 1, 2
_NAME = re.compile(
    r"(?P<time>[0-9]+)(?:_(?P<completion>[0-9]+))?\.(?P<action>[a-z]+)(?:\.(?P<state>[a-z]+))?"
)
_STATES = {"requested": REQUESTED, "inflight": INFLIGHT, None: COMPLETED}
_OF_LAYOUT_1 = ACTIONS - {"clustering"}


@dataclass(frozen=True, slots=True)
class InstantFile:
    """A file of the timeline: one state of one instant.

    Attributes:
        time: requested time.
        action: action in the name: `commit` of a completed compaction, `replacecommit` of a clustering.
        state: REQUESTED, INFLIGHT or COMPLETED.
        completion_time: from the name in layout 2; the requested time of completed instants in layout 1.
        name: file name.
    """

    time: str
    action: str
    state: int
    completion_time: str | None
    name: str

    @property
    def comparable_action(self) -> str:
        """The action by which the states of one instant belong together [timeline.state.group]."""
        return comparable_action(self.action)

    @property
    def key(self) -> tuple[str, str]:
        """Identity of an instant, the same for all its states."""
        return (self.time, self.comparable_action)

    def is_modified_after(self, time: str) -> bool:
        """Whether it was completed after a time, or is pending and was requested after it.

        An instant with exactly that requested time never counts [archive.plan.metadata-table].
        """
        if self.completion_time is None:
            return self.time > time
        return self.completion_time > time and self.time != time


def instant_files(names: Iterable[str], layout: int) -> list[InstantFile]:
    """Instant files among the names, by time, then state; others are ignored [timeline.name.ignored]."""
    actions = _OF_LAYOUT_1 | {"clustering"} if layout == LAYOUT_2 else _OF_LAYOUT_1
    instants = []
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None or match["state"] not in _STATES:
            continue
        action, state = match["action"], _STATES[match["state"]]
        if action == "inflight" and match["state"] is None:
            action, state = "commit", INFLIGHT  # [timeline.name.commit-inflight]
        if action not in actions:
            continue
        completion = (match["completion"] or match["time"]) if state == COMPLETED else None
        instants.append(InstantFile(match["time"], action, state, completion, name))
    return sorted(instants, key=lambda item: (item.time, item.state, item.name))


def highest_states(files: Iterable[InstantFile]) -> list[InstantFile]:
    """One file per instant: its highest state, by time."""
    best: dict[tuple[str, str], InstantFile] = {}
    for item in files:
        known = best.get(item.key)
        if known is None or item.state > known.state:
            best[item.key] = item
    return sorted(best.values(), key=lambda item: (item.time, item.comparable_action))
