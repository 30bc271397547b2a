# SPDX-License-Identifier: Apache-2.0
"""Earlier snapshots that a table still has: those of which no clean may have deleted files."""

from __future__ import annotations

from pathlib import Path

from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.errors import Reject
from hudi_conformance.model.actions import WRITES
from hudi_conformance.model.timeline import State

RULE = "table.view.as-of-cleaned"


def check_retained(path: Path, as_of: str) -> None:
    """Check that the last clean retained the snapshot as of a requested time [table.view.as-of-cleaned].

    Args:
        path: folder of the table.
        as_of: the requested time.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: bad-reference if it is not; or an error that prevents decoding the clean.
    """
    timeline = read_timeline(path)
    completed = [instant for instant in timeline.instants if instant.state is State.COMPLETED]
    cleans = [instant for instant in completed if instant.action == "clean"]
    if not cleans:
        return
    last = max(cleans, key=lambda instant: instant.time)
    data = read_file(path / timeline.folder / last.name)
    content = decode_instant(data, last.name, timeline.layout).value
    named = content.get("earliestCommitToRetain") if isinstance(content, dict) else None
    # A clean by versions of files names no commit: then archived commits count as cleaned.
    times = [instant.time for instant in completed if instant.action in WRITES]
    earliest = named if isinstance(named, str) and named else min(times, default="")
    if as_of < earliest:
        message = f"as of {as_of}, but clean {last.time} retained only files from {earliest} on"
        raise Reject("bad-reference", None, RULE, message)
