# SPDX-License-Identifier: Apache-2.0
"""Instants whose blocks count in the metadata table [metadata.valid.*]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.model.timeline import Instant, State

_LEN_SUFFIXED = 20
_FIXED_SUFFIXES = frozenset({"001", "002", "003", "004", "005", "006"})
_FIRST_INITIAL = "010"
_ZEROS = "0" * 14
_UNDONE = frozenset({"rollback", "restore"})


@dataclass(frozen=True, slots=True)
class Timelines:
    """Data that determines whether a block counts.

    Attributes:
        table_version: `hoodie.table.version` of the data table.
        data: active timeline of the data table.
        metadata: active timeline of the metadata table.
        undone: for completed rollbacks and restores of the data table, by time: the instants they undid.
    """

    table_version: int
    data: Sequence[Instant]
    metadata: Sequence[Instant]
    undone: Mapping[str, Sequence[str]]


def valid_instants(timelines: Timelines) -> frozenset[str]:
    """Valid values of INSTANT_TIME of a block [metadata.valid.data]."""
    valid = {item.time for item in timelines.data if item.state is State.COMPLETED}
    pending = {item.time for item in timelines.data if item.state is not State.COMPLETED}
    completed = [item for item in timelines.metadata if item.state is State.COMPLETED]
    commits = [item.time for item in completed if item.action == "deltacommit"]
    if not TableVersion(timelines.table_version).has(Feature.METADATA_TIMES_WITHOUT_SUFFIX):
        valid.update(time for time in commits if has_own_suffix(time))
    else:
        valid.update(time for time in commits if time not in pending)
    first = min(valid, default=_ZEROS)
    for time, undone in timelines.undone.items():
        if time > first:
            valid.update(undone)
    valid.update(item.time for item in completed if item.action in _UNDONE)
    valid.update(time for time in commits if time.startswith(_ZEROS))
    return frozenset(valid)


def has_own_suffix(time: str) -> bool:
    """Whether a time belongs to an operation of the metadata table itself [metadata.valid.suffix]."""
    suffix = time[-3:]
    is_known = suffix in _FIXED_SUFFIXES or suffix >= _FIRST_INITIAL
    return len(time) == _LEN_SUFFIXED and is_known


def synced_instant(metadata: Sequence[Instant]) -> str | None:
    """The latest completed delta commit, valid or not."""
    return _latest(metadata, "deltacommit")


def latest_compaction(metadata: Sequence[Instant]) -> str | None:
    """The latest completed compaction."""
    return _latest(metadata, "commit")


def _latest(metadata: Sequence[Instant], action: str) -> str | None:
    return max((i.time for i in metadata if i.state is State.COMPLETED and i.action == action), default=None)
