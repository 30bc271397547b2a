# SPDX-License-Identifier: Apache-2.0
"""Repair of the metadata table: a writer builds it again from an intact table."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.look.text import counted
from hudi_conformance.model.properties import table as props
from hudi_conformance.repair.evidence import HIDDEN, Evidence
from hudi_conformance.repair.model import Repair, SetAside, Step, Write

_TABLE = f"{HIDDEN}/metadata"
_PROPERTIES = f"{HIDDEN}/hoodie.properties"


def rebuild(evidence: Evidence) -> Iterator[Repair]:
    """Set a damaged metadata table aside, if the table itself has no findings that it is evidence for."""
    about = [row for row in evidence.findings if _is_about_metadata(evidence.below(row), row.requirement)]
    if not about or not (evidence.folder / _TABLE).is_dir():
        return
    if len(about) < len(evidence.findings):
        return  # it may be the only statement that proves what the table lost
    steps: list[Step] = [SetAside(_TABLE, None)]
    file = evidence.folder / _PROPERTIES
    data = file.read_bytes()
    key = str(props.METADATA_PARTITIONS).encode()
    keys = (key, key + b".inflight")
    lines = [line for line in data.splitlines(keepends=True) if line.partition(b"=")[0].strip() not in keys]
    if b"".join(lines) != data:
        steps.append(Write(_PROPERTIES, b"".join(lines), len(data)))
    yield Repair(
        "Set the metadata table aside, and remove its partitions from hoodie.properties.",
        f"{counted(len(about), 'finding')}, all about the metadata table: {about[0].message}",
        "All rows stay. The next writer builds it again; until then queries use no index. "
        "Secondary and expression indexes have to be created again.",
        tuple(steps),
    )


def _is_about_metadata(path: str, requirement: str | None) -> bool:
    return (
        path.startswith(f"{_TABLE}/")
        or path == _TABLE
        or (requirement or "").startswith("table.check.metadata-")
    )
