# SPDX-License-Identifier: Apache-2.0
"""Repairs of instants: completed commits that are lost or empty are written again from their files."""

from __future__ import annotations

import io
import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

import fastavro

from hudi_conformance.look.text import counted
from hudi_conformance.model.timeline import LAYOUT_2, LEN_TIME, Instant, InstantContent, State
from hudi_conformance.repair.evidence import Evidence
from hudi_conformance.repair.model import Repair, SetAside, Write
from hudi_conformance.repair.written import UnprovenError, written_stats

_REPEATED = frozenset({"clean", "rollback", "compaction", "clustering", "logcompaction", "indexing"})
"""Actions whose plan stays: a writer that sees them pending performs them again."""
_WRITES = frozenset({"commit", "deltacommit"})
_FORMAT = "%Y%m%d%H%M%S%f"  # of times with milliseconds, of which the last three digits are cut


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
        elif instant.action in _WRITES:
            proof = "The content of the file is unreadable; its name states that it completed."
            yield from _commit_again(evidence, instant, path, size, proof)


def complete_pending(evidence: Evidence) -> Iterator[Repair]:
    """Writes that the table shows to be completed, and whose completed file is lost."""
    instants = evidence.timeline.instants if evidence.timeline is not None else ()
    pending = {i.time: i for i in instants if i.state is not State.COMPLETED and i.action in _WRITES}
    events = sorted(text for i in instants for text in (i.time, i.completion_time) if text)
    for _, row in evidence.rows("table.check.completion-lost"):
        instant = pending.get(row.instant or "")
        completion = None if instant is None else _completion(instant.time, events)
        if instant is None or completion is None or evidence.timeline is None:
            continue
        own = "" if evidence.timeline.layout < LAYOUT_2 else f"_{completion}"
        path = f"{evidence.timeline.folder}/{instant.time}{own}.{instant.action}"
        proof = f"The audit states it: {row.message}."
        if own:
            proof += f" Its completion time is unknown: {completion} is before the next instant."
        yield from _commit_again(evidence, instant, path, None, proof)


def _completion(time: str, events: Sequence[str]) -> str | None:
    """A second after an instant, or half of the time until the next event; None if there is none."""
    if len(time) != LEN_TIME or not time.isdecimal():
        return None
    start = datetime.strptime(time, _FORMAT)  # noqa: DTZ007 - a table's own clock
    until = start + timedelta(seconds=2)
    number = bisect_right(events, time)
    for event in events[number : number + 1]:
        if event.isdecimal() and len(event) == LEN_TIME:
            until = min(until, datetime.strptime(event, _FORMAT))  # noqa: DTZ007 - likewise
    completion = (start + (until - start) / 2).strftime(_FORMAT)[:LEN_TIME]
    return completion if completion > time else None


def _is_planned(evidence: Evidence, instant: Instant) -> bool:
    """Whether the requested file of a table service can be read."""
    action = "compaction" if instant.action == "commit" else instant.action
    plan = evidence.content(f"{instant.time}.{action}.requested")
    return (instant.action in _REPEATED or instant.action == "commit") and bool(plan and plan.value)


def _commit_again(
    evidence: Evidence, instant: Instant, path: str, size: int | None, proof: str
) -> Iterator[Repair]:
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
        f"{proof} These files have its instant in their names or blocks: "
        f"{', '.join(files[:5])}{' …' if len(files) > 5 else ''}.",
        "All rows of the commit are readable again. Stream checkpoints stored in the commit are lost.",
        (Write(path, content, size),),
    )


def _model(evidence: Evidence, instant: Instant) -> InstantContent | None:
    """A readable commit nearby: its schema is that of the table, its format that of the content."""
    number = bisect_left(evidence.commits, instant.time, key=lambda item: item[0].time)
    nearest = chain(range(number - 1, -1, -1), range(number, len(evidence.commits)))
    commits = (evidence.commits[at] for at in nearest)
    return next((content for other, content in commits if other.action == instant.action), None)


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
