# SPDX-License-Identifier: Apache-2.0
"""Views of the timeline as canonical JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_float64
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.timeline import History, Instant, InstantContent, Properties, Timeline

MAX_DEPTH = 120


def canonical_properties(view: Properties) -> dict[str, Any]:
    """`timeline.properties`."""
    return {"properties": dict(view.entries), "checksum": view.checksum}


def canonical_instant(instant: Instant) -> dict[str, Any]:
    """Time, action, state and completion time."""
    return {
        "time": instant.time,
        "action": instant.action,
        "state": instant.state.value,
        "completion_time": instant.completion_time,
    }


def canonical_timeline(view: Timeline) -> dict[str, Any]:
    """`timeline.list`."""
    return {
        "table_version": view.table_version,
        "layout": view.layout,
        "active": [canonical_instant(instant) for instant in view.instants],
    }


def canonical_instant_content(view: InstantContent) -> dict[str, Any]:
    """`timeline.decode`."""
    content = view.value
    if content is not None:
        content = canonical_json(content) if view.schema is None else RowMapper(view.schema)(content)
    return {**canonical_instant(view.instant), "format": view.format, "content": content}


def canonical_json(value: JsonValue, depth: int = 0) -> JsonValue:
    """JSON values: integers as decimal text, other numbers as the shortest text of a double."""
    if depth > MAX_DEPTH:
        raise LimitExceeded("JSON is nested too deep")
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return canonical_float64(value)
    if isinstance(value, Mapping):
        return {key: canonical_json(item, depth + 1) for key, item in value.items()}
    return [canonical_json(item, depth + 1) for item in value]


def canonical_history(view: History, details: Iterable[Mapping[str, Any]] | None = None) -> dict[str, Any]:
    """`timeline.history`; `details` adds members to each row."""
    more = list(details) if details is not None else [{} for _ in view.rows]
    return {
        "version": None if view.version is None else str(view.version),
        "files": list(view.files),
        "instants": [
            {
                "time": row.time,
                "completion_time": row.time if row.completion_time is None else row.completion_time,
                "action": row.action,
                **extra,
            }
            for row, extra in zip(view.rows, more, strict=True)
        ],
    }
