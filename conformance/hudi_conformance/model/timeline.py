# SPDX-License-Identifier: Apache-2.0
"""Views of a timeline: properties, instants, their contents, and archived instants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hudi_conformance.model.common import Finding


@dataclass(frozen=True, slots=True)
class PathFinding:
    """A finding about one file of a table, by its path below the table's folder."""

    path: str
    finding: Finding


class State(StrEnum):
    """State of an instant, in the order in which it passes through them."""

    REQUESTED = "REQUESTED"
    INFLIGHT = "INFLIGHT"
    COMPLETED = "COMPLETED"


LEN_TIME = 17
"""Digits of an instant; a metadata table appends three for its own compactions, cleans and indexes."""
LAYOUT_2 = 2
"""The timeline layout with completion times in names; earlier layouts are 0 and 1 [timeline.table.layout]."""

STATE_ORDER: Mapping[State, int] = {state: number for number, state in enumerate(State)}


@dataclass(frozen=True, slots=True)
class Properties:
    """A properties file.

    Attributes:
        entries: values by key; the last entry of a key counts.
        checksum: `ok`, `absent` or `mismatch` [timeline.properties.checksum].
        ofs_checksum: byte offset of the checksum's value, None if there is none.
    """

    entries: Mapping[str, str]
    checksum: str
    ofs_checksum: int | None


@dataclass(frozen=True, slots=True)
class Instant:
    """One state of an instant, from the name of its file.

    Attributes:
        time: requested time.
        action: action in the name: `commit` of a completed compaction.
        state: its state.
        completion_time: in layout 2, of completed instants whose name has one.
        name: file name.
    """

    time: str
    action: str
    state: State
    completion_time: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """The active timeline of a table: one entry per instant, its highest state, by time and action."""

    table_version: int
    layout: int
    folder: str
    instants: Sequence[Instant]
    properties: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class InstantContent:
    """Content of an instant's file.

    Attributes:
        instant: from the name.
        format: `json`, `avro`, `empty`, or `ignored` for bytes that no reader reads.
        schema: Avro schema of `value`, parsed; None for other formats.
        value: decoded content, None if there is none.
    """

    instant: Instant
    format: str
    schema: Any = None
    value: Any = None


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """An archived instant of layout 2."""

    time: str
    completion_time: str | None
    action: str
    metadata: bytes | None
    plan: bytes | None


@dataclass(frozen=True, slots=True)
class History:
    """The history of a table.

    Attributes:
        version: current version, None if there is no manifest.
        files: names in the order of the manifest.
        rows: archived instants, by time and action.
    """

    version: int | None
    files: Sequence[str]
    rows: Sequence[HistoryRow]
