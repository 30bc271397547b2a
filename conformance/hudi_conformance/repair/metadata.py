# SPDX-License-Identifier: Apache-2.0
"""Repair of the metadata table: a writer builds it again from an intact table."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.next_steps import entry_of
from hudi_conformance.look.text import counted
from hudi_conformance.model.properties import table as props
from hudi_conformance.repair.evidence import HIDDEN, Evidence
from hudi_conformance.repair.model import Repair, SetAside, Step, Write

_TABLE = f"{HIDDEN}/metadata"
_PROPERTIES = f"{HIDDEN}/hoodie.properties"
_EVIDENCE = {"table.check.metadata-ahead", "table.check.metadata-completed"}
"""Rules whose findings show instants that the timeline of the table has lost."""


def rebuild(evidence: Evidence) -> Iterator[Repair]:
    """Set a damaged metadata table aside, if every finding is about it.

    With a finding about the table itself, it may be the only record of the table's losses.
    """
    is_alone = evidence.findings and all(
        _is_of_metadata(evidence.below(row), row) for row in evidence.findings
    )
    if not is_alone or not (evidence.folder / _TABLE).is_dir():
        return
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
        f"{counted(len(evidence.findings), 'finding')}, all about the metadata table: "
        f"{evidence.findings[0].message}",
        "All rows remain. The next writer rebuilds it; until then queries use no index. Secondary and"
        " expression indexes must be created again.",
        tuple(steps),
    )


def _is_of_metadata(path: str, row: FindingRow) -> bool:
    entry = entry_of(row)
    if entry is not None and entry.act == "rebuild":
        return True
    return (path == _TABLE or path.startswith(f"{_TABLE}/")) and row.requirement not in _EVIDENCE
