# SPDX-License-Identifier: Apache-2.0
"""Violations in the history of a table of layout 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.avro.container import MAGIC
from hudi_conformance.decode.folder import file_names, read_file
from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.timeline import history
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.decode.timeline.history_proof import PLAN, HistoryProof, containers_of, is_there
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.timeline import HistoryRow

_ANY_LEVEL = re.compile(r"[0-9]+_[0-9]+_[0-9]+\.parquet")
_SCHEMA_KEY, _LEN_HEAD = b"avro.schema", 256  # of a container whose magic is damaged
_PLANNED = frozenset({"clean", "commit", "deltacommit", "replacecommit", "clustering", "compaction"})


def check_history(table: Path) -> Iterator[Finding]:
    """Yield the findings of the history of a table.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table.
    """
    folder = history.history_folder(table)
    names = file_names(folder)
    yield from _check_version_file(folder, names)
    try:
        version, _ = history.version_in_force(folder)
        files = () if version is None else history.read_manifest(folder, version).files
    except Reject as error:
        yield finding_of(error)
        return
    in_force = {name for name, _ in files}
    for name in names:
        if name == history.VERSION_FILE or name in in_force or re.fullmatch(r"manifest_[0-9]+", name):
            continue
        if _ANY_LEVEL.fullmatch(name) and not history.FILE_NAME.fullmatch(name):
            yield Finding("history.file.level", "bad-value", None, f"{name}: a level is one digit")
        elif not history.FILE_NAME.fullmatch(name):  # a compaction leaves such a file, which is not an error
            yield Finding("history.file.stray", "bad-value", None, f"{name} is not a history file")
    if version is not None and not files and any(history.FILE_NAME.fullmatch(name) for name in names):
        message = f"manifest_{version} does not name a file, but some exist"
        yield Finding("history.manifest.empty", "bad-state", None, message)
    seen: set[tuple[str, str]] = set()
    proof = HistoryProof()
    for name, length in files:
        yield from _check_file(folder / name, length, seen, proof)


def _check_version_file(folder: Path, names: list[str]) -> Iterator[Finding]:
    if history.VERSION_FILE not in names:
        return
    text = read_file(folder / history.VERSION_FILE)
    if not re.fullmatch(rb"[0-9]{1,18}", text):
        yield Finding("history.version.form", "bad-value", 0, f"{history.VERSION_FILE} holds {text[:40]!r}")


def _check_file(
    path: Path, length: int | None, seen: set[tuple[str, str]], proof: HistoryProof
) -> Iterator[Finding]:
    match = history.FILE_NAME.fullmatch(path.name)
    if match is not None and match["low"] > match["high"]:
        message = f"{path.name}: the least time is greater than the greatest"
        yield Finding("history.file.bounds-reversed", "bad-order", None, message)
    if path.is_file() and length is not None and path.stat().st_size != length:
        message = f"{path.name} has {path.stat().st_size} bytes, the manifest states {length}"
        yield Finding("history.manifest.form", "length-mismatch", None, message)
    times: list[str] = []
    try:
        for batch in history.read_batches(path):
            yield from _check_batch(path, batch, seen, times, proof)
    except Reject as error:
        yield finding_of(error)
        return
    bounds = None if match is None else (match["low"], match["high"])
    if times and bounds and bounds[0] <= bounds[1] and (min(times), max(times)) != bounds:
        message = f"{path.name} holds times from {min(times)} to {max(times)}"
        yield Finding("history.file.bounds", "bad-value", None, message)


def _check_batch(
    path: Path, batch: pa.RecordBatch, seen: set[tuple[str, str]], times: list[str], proof: HistoryProof
) -> Iterator[Finding]:
    """Yield the findings of rows in order, and record the rows; kernels validate rows without findings."""
    plain = proof.plain(batch)
    keys = set() if plain is None else set(zip(plain.times, plain.actions, strict=True))
    if plain is None or len(keys) < batch.num_rows or not keys.isdisjoint(seen):
        for row in history.rows_of(batch, path.name):
            times.append(row.time)
            yield from _check_row(path, row, seen)
        return
    is_odd = ~is_there(batch.column("completionTime"))
    for name in containers_of(batch):
        has_one = is_there(batch.column(name))
        is_odd |= has_one & ~proof.accepted(batch, plain, name)
        if name == PLAN:
            is_odd |= has_one & ~plain.is_any_of(_PLANNED)
    for number in np.flatnonzero(is_odd).tolist():
        for row in history.rows_of(batch.slice(number, 1), path.name):
            yield from _check_row(path, row, seen)
    seen |= keys
    times += plain.times


def _check_row(path: Path, row: HistoryRow, seen: set[tuple[str, str]]) -> Iterator[Finding]:
    label = f"{path.name}: {row.time} {row.action}"
    if (row.time, row.action) in seen:
        yield Finding("history.row.unique", "duplicate", None, f"{label} occurs twice")
    seen.add((row.time, row.action))
    if row.completion_time is None:
        message = f"{label} has no completionTime"
        yield Finding("history.row.completion-null", "missing-field", None, message)
    for member, data in (("metadata", row.metadata), ("plan", row.plan)):
        if data is None:
            continue
        requirement = f"history.row.{member}"
        if not data.startswith(MAGIC):
            kind = "no" if _SCHEMA_KEY in data[:_LEN_HEAD] else "a bare datum and no"
            message = f"{label}: {member} is {kind} Avro container"
            yield Finding(requirement, "bad-magic", None, message)
            continue
        try:
            decode_one_record(data)
        except Reject as error:
            yield Finding(requirement, error.code, None, f"{label}: {member}: {error.message}")
    if row.plan is not None and row.action not in _PLANNED:
        yield Finding("history.row.plan", "bad-state", None, f"{label} has a plan")
