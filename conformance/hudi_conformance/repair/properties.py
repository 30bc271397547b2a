# SPDX-License-Identifier: Apache-2.0
"""Repairs of `hoodie.properties`: from its backup, or from what timeline and files prove."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator

from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.values import TableType
from hudi_conformance.repair.evidence import HIDDEN, Evidence
from hudi_conformance.repair.model import Repair, Write

_FILE = f"{HIDDEN}/hoodie.properties"
_BACKUP = f"{_FILE}.backup"


def restore(evidence: Evidence) -> Iterator[Repair]:
    """The first repair that applies: the backup, a byte order mark removed, the table type."""
    file, backup = evidence.folder / _FILE, evidence.folder / _BACKUP
    data = file.read_bytes() if file.is_file() else None
    stored = _keys(data)
    if backup.is_file() and (copied := _keys(backup.read_bytes())) and not stored.keys() >= copied.keys():
        yield Repair(
            f"Restore {_FILE} from {_BACKUP}.",
            f"The backup has {len(copied)} properties, the file {len(stored)}.",
            "Readers open the table. Nothing is lost.",
            (Write(_FILE, backup.read_bytes(), None if data is None else len(data)),),
        )
    elif data is not None and data.startswith(BOM_UTF8):
        yield Repair(
            f"Remove the byte order mark from {_FILE}.",
            "The file begins with EF BB BF, which readers take as part of the first line.",
            "Readers parse the first line. Nothing is lost.",
            (Write(_FILE, data[len(BOM_UTF8) :], len(data)),),
        )
    elif data is not None and str(props.TYPE) not in stored:
        yield from _table_type(evidence, data)


def _keys(data: bytes | None) -> dict[str, str]:
    try:
        return dict(decode_properties(data or b"").entries)
    except (Reject, LimitExceeded):
        return {}


def _table_type(evidence: Evidence, data: bytes) -> Iterator[Repair]:
    folders = (evidence.folder / HIDDEN, evidence.folder / HIDDEN / "timeline")
    names = [path.name for folder in folders if folder.is_dir() for path in folder.iterdir()]
    if any(".deltacommit" in name for name in names):
        kind, proof = (
            TableType.MERGE_ON_READ,
            "Its timeline has delta commits, which occur only in merge-on-read tables.",
        )
    elif any(".commit" in name for name in names):
        kind, proof = TableType.COPY_ON_WRITE, "Its timeline has commits but no delta commit."
    else:
        return
    line = f"{props.TYPE}={kind.value}\n".encode()
    yield Repair(
        f"Add {line.decode().strip()} to {_FILE}.",
        proof,
        "Readers open the table. Nothing is lost.",
        (Write(_FILE, data + (b"" if data.endswith(b"\n") else b"\n") + line, len(data)),),
    )
