# SPDX-License-Identifier: Apache-2.0
"""Files that an instant wrote, by their names and blocks, and the write stats that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from hudi_conformance.audit.between.stats import num_records_of
from hudi_conformance.audit.between.subject import log_name
from hudi_conformance.decode.base_file import codec_of
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.meta_fields import COMMIT_TIME, RECORD_KEY
from hudi_conformance.repair.evidence import Evidence

_BATCH_ROWS = 8192
_UNREADABLE = (Reject, LimitExceeded, UnsupportedInput, OSError, pa.ArrowException)
Stat = dict[str, Any]


class UnprovenError(Exception):
    """The files do not prove the output of the instant."""


@dataclass(frozen=True, slots=True)
class _Log:
    """Records and deleted keys of one instant in a log file, and the offset of its first block there."""

    num_records: int
    num_deletes: int
    ofs: int


def written_stats(evidence: Evidence, time: str) -> dict[str, list[Stat]]:
    """Write stats of an instant by partition.

    Raises:
        UnprovenError: a file is unreadable, or two files of one group bear the instant.
    """
    stats: dict[str, list[Stat]] = {}
    if evidence.written is None:
        raise UnprovenError("a log file cannot be read")
    try:
        for path in evidence.written.get(time, ()):
            stat = _base_stat(evidence, path, time) or _log_stat(evidence, path, time)
            if stat is not None:
                stats.setdefault(path.rpartition("/")[0], []).append(stat)
    except _UNREADABLE as error:
        raise UnprovenError(str(error)) from error
    bases = Counter(stat["fileId"] for group in stats.values() for stat in group if "logVersion" not in stat)
    if any(number > 1 for number in bases.values()):
        raise UnprovenError("two base files of one group have the instant: one was written by a failed task")
    return stats


def _base_stat(evidence: Evidence, path: str, time: str) -> Stat | None:
    name = BaseFileName.of_path(path)
    if name is None or name.instant != time or path in evidence.named:
        return None
    earlier = [item for item in evidence.bases[name.file_id] if item[0] < time]
    previous, before = max(earlier, default=("null", None))
    old = {key for key, _ in _keys(evidence, before)} if before is not None else set()
    rows = list(_keys(evidence, path))
    changed = [key for key, written in rows if written == time]
    num_inserts = sum(key not in old for key in changed) if before is not None else len(rows)
    return _common(evidence, path, name.file_id, previous) | {
        "numWrites": len(rows),
        "numInserts": num_inserts,
        "numUpdateWrites": len(changed) - num_inserts if before is not None else 0,
        "numDeletes": len(old) + num_inserts - len(rows) if before is not None else 0,
    }


def _keys(evidence: Evidence, path: str) -> Iterator[tuple[str, str]]:
    file = codec_of(path).open_file(evidence.folder / path)
    for batch in file.batches(_BATCH_ROWS, [RECORD_KEY, COMMIT_TIME]):
        yield from zip(
            batch.column(RECORD_KEY).to_pylist(), batch.column(COMMIT_TIME).to_pylist(), strict=True
        )


def _log_stat(evidence: Evidence, path: str, time: str) -> Stat | None:
    folder, _, file = path.rpartition("/")
    name = log_name(file)
    if name is None:
        return None
    log = _read_log(evidence, path, time)
    if log is None:
        return None
    slices = [
        (instant, base.rpartition("/")[2])
        for instant, base in evidence.bases.get(name.file_id, ())
        if base.rpartition("/")[0] == folder and instant <= time
    ]
    return _common(evidence, path, name.file_id, name.instant) | {
        "numWrites": log.num_records,
        "numInserts": 0,
        "numUpdateWrites": log.num_records,
        "numDeletes": log.num_deletes,
        "logVersion": name.version,
        "logOffset": log.ofs,
        "baseFile": max(slices, default=("", ""))[1],
        "logFiles": [file],
    }


def _read_log(evidence: Evidence, path: str, time: str) -> _Log | None:
    num_records = num_deletes = 0
    first: int | None = None
    with open_source(evidence.folder / path) as buffer:
        for block in walk_log(buffer):
            if block.why is not None or block.header.get(HeaderKey.INSTANT_TIME) != time:
                continue
            first = block.span.ofs if first is None else first
            if block.type.payload is Payload.DELETES:
                num_deletes += sum(1 for _ in decode_deletes(buffer, block.content))
            elif block.type.payload is not Payload.COMMAND:
                num_records += num_records_of(buffer, block) or 0
    return None if first is None else _Log(num_records, num_deletes, first)


def _common(evidence: Evidence, path: str, file_id: str, previous: str) -> Stat:
    size = evidence.files[path]
    return {
        "path": path, "fileId": file_id, "partitionPath": path.rpartition("/")[0], "prevCommit": previous,
        "fileSizeInBytes": size, "totalWriteBytes": size, "totalWriteErrors": 0,
    }  # fmt: skip
