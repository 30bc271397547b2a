# SPDX-License-Identifier: Apache-2.0
"""Signs of a live writer: held locks, and heartbeats of pending instants."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from hudi_conformance.audit.between.subject import Subject, violation
from hudi_conformance.audit.findings import INFO, FindingRow
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.timeline import State

RULE, HEARTBEAT_RULE = "lock", "heartbeat"
FILE_LOCK = ".hoodie/lock"
STORAGE_LOCK = ".hoodie/.locks/table_lock.json"
HEARTBEATS = ".hoodie/.heartbeat/"
_LIFE_MS = 120_000  # interval of a minute, two misses [aux.heartbeat.form]
_LIVES = "a writer is running, and pending instants may be its work"


def check_locks(subject: Subject) -> Iterator[FindingRow]:
    """Locks of the providers that leave a file in the table [aux.lock.file-system], [aux.lock.storage]."""
    if FILE_LOCK in subject.present:
        message = f"the lock of a writer: {_LIVES}; it may also have died while holding it"
        yield violation(FILE_LOCK, RULE, "bad-state", message, severity=INFO)
    if STORAGE_LOCK not in subject.present:
        return
    lock = _storage_lock(subject)
    if lock is None:
        message = "not a lock of the storage provider: a JSON object with expired, validUntil and owner"
        yield violation(STORAGE_LOCK, RULE, "bad-value", message, severity=INFO)
    elif not lock["expired"]:
        is_valid = lock["validUntil"] > _now_ms()
        state = _LIVES if is_valid else "held, but no longer valid: its writer has died"
        yield violation(
            STORAGE_LOCK, RULE, "bad-state", f"held by {lock['owner']!r:.60}: {state}", severity=INFO
        )


def _storage_lock(subject: Subject) -> dict[str, JsonValue] | None:
    try:
        with subject.opened(STORAGE_LOCK) as buffer:
            lock = json.loads(bytes(buffer[: 1 << 16]))
    except (ValueError, RecursionError, OSError):
        return None
    is_lock = (
        isinstance(lock, dict)
        and isinstance(lock.get("expired"), bool)
        and type(lock.get("validUntil")) is int
        and isinstance(lock.get("owner"), str)
    )
    return lock if is_lock else None


def check_heartbeats(subject: Subject) -> Iterator[FindingRow]:
    """Fresh heartbeats of pending instants [aux.heartbeat.alive]."""
    completed = {i.time for i in subject.facts.instants if i.state is State.COMPLETED}
    pending = {i.time for i in subject.facts.instants} - completed
    for path, ref in subject.present.items():
        name = path.removeprefix(HEARTBEATS)
        if name == path or name not in pending or not ref.mtime_ns:
            continue
        if ref.mtime_ns // 1_000_000 > _now_ms() - _LIFE_MS:
            message = f"a fresh heartbeat of {name}: {_LIVES}"
            yield violation(path, HEARTBEAT_RULE, "bad-state", message, name, severity=INFO)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
