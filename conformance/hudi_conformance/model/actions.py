# SPDX-License-Identifier: Apache-2.0
"""Actions of a timeline: their names, and what each does to the files of a table."""

from __future__ import annotations

COMMITS = frozenset({"commit", "deltacommit", "replacecommit"})
"""Actions that complete with metadata of the files that they wrote."""
COMPARABLE = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}
"""Pending actions with the action in the name of their completed instant [timeline.name.completed-action]."""
WRITES = COMMITS | frozenset(COMPARABLE)
"""Actions that write data files, pending or completed."""
REPLACING = frozenset({"replacecommit", "clustering"})
"""Actions that replace file groups."""
DELETING = frozenset({"clean", "rollback", "restore"})
"""Actions that delete data files."""
ACTIONS = WRITES | DELETING | {"savepoint", "indexing"}


def comparable_action(action: str) -> str:
    """The action under which the states of an instant belong together [timeline.state.group]."""
    return COMPARABLE.get(action, action)
