# SPDX-License-Identifier: Apache-2.0
"""Findings that apply to every file of some released writer: labelled as such, with their actual severity.

The data is in `conformance/defects/*.toml`, entries `[[written]]`. If damage has the same finding, a
signature reads the bytes again, so that only the writer's bytes are explained.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.audit.findings import MAX_MESSAGE, SEVERITIES, FindingRow
from hudi_conformance.decode.source import Buffer
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.defects.model import Written, load_written
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import read_small

Signature = Callable[[FindingRow, Buffer | None], bool]
_LEN_HFILE_HEADER = 33
_MAX_WORDS = 1 << 20
_FIRST_BASE_FILE = re.compile(r"[\w-]+_[\d-]+_0{10}\d{7}\.hfile")  # of the instant that builds the index
_FILE_GROUP = re.compile(r"\.?[\w-]+-\d{4}-0_.*(\.hfile|\.log\.[\d_-]+)")


def explained(row: FindingRow, buffer: Buffer | None = None) -> FindingRow:
    """The row, with writer, harm and severity if a released writer is its cause.

    `buffer` is the file if it is open; signatures that need it do not match without it.
    """
    for entry in _entries().get(row.requirement or "", ()):
        if entry.codes and row.code not in entry.codes:
            continue
        if re.fullmatch(entry.path, row.path, re.DOTALL) is None:
            continue
        if row.message.endswith(f"[{entry.id}]"):
            return row  # next to the copy of a remote table
        if entry.signature and not SIGNATURES[entry.signature](row, buffer):
            continue
        severity = max(row.severity, entry.severity, key=SEVERITIES.index)
        suffix = f"; written by {entry.writers}; harms: {entry.harms} [{entry.id}]"
        message = row.message[: max(MAX_MESSAGE - len(suffix), 0)] + suffix
        return replace(row, severity=severity, message=message[:MAX_MESSAGE])
    return row


def written_id(row: FindingRow) -> str:
    """Id of the entry of the released writer that caused a row; empty if there is none."""
    match = re.search(r"; harms: .*\[([a-z0-9-]+)\]$", row.message, re.DOTALL)
    return "" if match is None else match[1]


@cache
def _entries() -> Mapping[str, tuple[Written, ...]]:
    entries: dict[str, tuple[Written, ...]] = {}
    for entry in load_written(resources.defects_dir()):
        entries[entry.requirement] = (*entries.get(entry.requirement, ()), entry)
    return entries


def _has_zero_words(row: FindingRow, buffer: Buffer | None) -> bool:
    """Whether all checksum words of the HFile block at the finding are zero."""
    if buffer is None or row.ofs is None:
        return False
    header = bytes(buffer[row.ofs : row.ofs + _LEN_HFILE_HEADER])
    len_block = _LEN_HFILE_HEADER + int.from_bytes(header[8:12], "big")
    len_data = int.from_bytes(header[29:], "big")
    if not 0 < len_block - len_data <= _MAX_WORDS or row.ofs + len_block > len(buffer):
        return False
    return not any(bytes(buffer[row.ofs + len_data : row.ofs + len_block]))


def _is_depth_from_data_table(row: FindingRow, _: Buffer | None) -> bool:
    """Whether the depth of a metadata table's partition includes `.hoodie/metadata`."""
    text = (read_small(row.path) or b"").decode("latin-1")
    return re.search(r"(?m)^partitionDepth=3\r?$", text) is not None


def _is_one_file_group_filled(row: FindingRow, _: Buffer | None) -> bool:
    """Whether, among several file groups, only that of the row has a base file of the first instant."""
    folder = Path(row.path).parent
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    first = {name.partition("_")[0] for name in names if _FIRST_BASE_FILE.fullmatch(name)}
    groups = {name.lstrip(".").partition("_")[0] for name in names if _FILE_GROUP.match(name)}
    return len(first) == 1 < len(groups) and Path(row.path).name.lstrip(".").startswith(f"{min(first)}_")


def _is_rollback_unwritten(row: FindingRow, _: Buffer | None) -> bool:
    """Whether a rollback undid the file's instant, and the metadata table has no instant of the rollback."""
    path = Path(row.path)
    instant = path.stem.rpartition("_")[2]
    root = next((folder for folder in path.parents if (folder / ".hoodie").is_dir()), None)
    if root is None or not instant.isdigit():
        return False
    hidden = root / ".hoodie"
    for prefix in ("timeline/", ""):
        for rollback in hidden.glob(f"{prefix}*.rollback"):
            time = re.split("[_.]", rollback.name)[0]
            own = (hidden / "metadata" / ".hoodie").glob(f"{prefix}{time}*.deltacommit")
            if instant in _undone(rollback) and not any(own):
                return True
    return False


def _undone(rollback: Path) -> list[object]:
    """Times of the instants that a completed rollback undid; none if it cannot be read."""
    try:
        _, value = decode_one_record(read_small(str(rollback)) or b"")
    except Reject:
        return []
    times = value.get("commitsRollback") if isinstance(value, Mapping) else None
    return list(times) if isinstance(times, list | tuple) else []


SIGNATURES: Mapping[str, Signature] = {
    "zero-checksum-words": _has_zero_words,
    "signed-bytes": lambda row, _: ", in the order of signed bytes, " in row.message,
    "own-offset": lambda row, _: f" at {(row.ofs or 0) - 16} instead of " in row.message,
    "depth-from-data-table": _is_depth_from_data_table,
    "left-of-rollback": lambda row, _: row.message.endswith("which was rolled back"),
    "bare-datum": lambda row, _: "is a bare datum and no Avro container" in row.message,
    "definition-left": lambda row, _: "is defined and not announced" in row.message,
    "one-file-group-filled": _is_one_file_group_filled,
    "rollback-unwritten": _is_rollback_unwritten,
}
