# SPDX-License-Identifier: Apache-2.0
"""Repairs of instants: completed commits without content are written again from the files that they wrote."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import fastavro

from hudi_conformance.look.text import counted
from hudi_conformance.model.timeline import Instant, InstantContent, State
from hudi_conformance.repair.evidence import Evidence
from hudi_conformance.repair.model import Repair, SetAside, Write
from hudi_conformance.repair.written import UnprovenError, written_stats

_REPEATED = frozenset({"clean", "rollback", "compaction", "clustering", "logcompaction", "indexing"})
"""Actions whose plan stays: a writer that sees them pending performs them again."""


def complete_again(evidence: Evidence) -> Iterator[Repair]:
    """Completed instants that are empty, or whose content cannot be decoded."""
    for instant in evidence.timeline.instants if evidence.timeline is not None else ():
        content = evidence.content(instant.name)
        if instant.state is not State.COMPLETED or (content is not None and content.format != "empty"):
            continue
        path = evidence.path_of(instant)
        size = (evidence.folder / path).stat().st_size
        if _is_planned(evidence, instant):
            yield Repair(
                f"Set aside {path}: the writer performs its plan again.",
                f"The file has no readable content, and the plan of the {instant.action} is intact.",
                "Readers return the state before it, which has the same rows. The next writer repeats it.",
                (SetAside(path, size),),
            )
        elif instant.action in {"commit", "deltacommit"}:
            yield from _commit_again(evidence, instant, path, size)


def _is_planned(evidence: Evidence, instant: Instant) -> bool:
    """Whether the requested file of a table service can be read."""
    action = "compaction" if instant.action == "commit" else instant.action
    plan = evidence.content(f"{instant.time}.{action}.requested")
    return (instant.action in _REPEATED or instant.action == "commit") and bool(plan and plan.value)


def _commit_again(evidence: Evidence, instant: Instant, path: str, size: int) -> Iterator[Repair]:
    model = _model(evidence, instant)
    if model is None:
        return
    try:
        stats = written_stats(evidence, instant.time)
    except UnprovenError:
        return
    files = [stat["path"] for group in stats.values() for stat in group]
    extra = model.value.get("extraMetadata") or {}
    value = {
        "partitionToWriteStats": stats,
        "compacted": False,
        "extraMetadata": {"schema": extra["schema"]} if extra.get("schema") else {},
        "operationType": _operation(evidence, instant),
    }
    content = _encoded(value, model)
    if content is None or not files:
        return
    yield Repair(
        f"Write {path} again, from the {counted(len(files), 'file')} of the instant.",
        "The content of the file is unreadable; its name states that it completed. These files bear its "
        f"instant in their names or blocks: {', '.join(files[:5])}{' …' if len(files) > 5 else ''}.",
        "All rows of the commit return. Checkpoints of streams that the commit held are lost.",
        (Write(path, content, size),),
    )


def _model(evidence: Evidence, instant: Instant) -> InstantContent | None:
    """A readable commit nearby: its schema is that of the table, its format that of the content."""
    others = [(other, content) for other, content in evidence.commits if other.action == instant.action]
    earlier = [content for other, content in others if other.time < instant.time]
    return earlier[-1] if earlier else (others[0][1] if others else None)


def _operation(evidence: Evidence, instant: Instant) -> str:
    for suffix in (f"{instant.action}.inflight", "inflight"):
        content = evidence.content(f"{instant.time}.{suffix}")
        if content is not None and content.value and content.value.get("operationType"):
            return str(content.value["operationType"])
    return "UPSERT"


def _encoded(value: Mapping[str, Any], model: InstantContent) -> bytes | None:
    if model.format == "json":
        return json.dumps(value, indent=2).encode()
    out = io.BytesIO()
    try:
        fastavro.writer(out, model.schema, [value])
    except (ValueError, TypeError, KeyError):
        return None
    return out.getvalue()
