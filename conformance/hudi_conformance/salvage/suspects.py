# SPDX-License-Identifier: Apache-2.0
"""Which rows of a table an audit casts doubt on: reading cannot show that an update or a file is missing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from hudi_conformance.audit.finding_columns import from_batches
from hudi_conformance.audit.findings import ERROR, WARNING, FindingRow
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.model.base_file import PARTITION_METADATA
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.table.files import data_files_of

_METADATA = ".hoodie/metadata/"
# Warnings about what readers and writers make of intact rows.
_HARMLESS = ("history.", "table.check.schema-", "table.check.copied-columns")
_NAMED = "table.check.named-file"  # a snapshot's own missing files are known, others change no row
_TWICE = "table.check.record-keys"  # inserts write them, too
_MOST = 20  # reasons that are listed


@dataclass(slots=True)
class Suspects:
    """Reasons to doubt rows: of the table, of a partition, of a file group, of all with a file id.

    Files are moved and doubled: a reason to doubt a file group is one for all of its id.
    """

    everywhere: list[str] = field(default_factory=list)
    partitions: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[GroupId, list[str]] = field(default_factory=dict)
    file_ids: dict[str, list[str]] = field(default_factory=dict)

    def of(self, group: GroupId) -> list[str]:
        """Reasons to doubt the rows of a file group."""
        own = self.file_ids.get(group[1], []) + self.partitions.get(group[0], [])
        return list(dict.fromkeys(own + self.everywhere))[:_MOST]

    def add(self, group: GroupId, reason: str) -> None:
        """Add a reason to doubt a file group."""
        self.groups.setdefault(group, []).append(reason)
        self.file_ids.setdefault(group[1], []).append(reason)

    def add_path(self, path: str, reason: str) -> bool:
        """Add a reason to doubt the rows of a data file; whether the path is that of one."""
        files = data_files_of([path]).all
        for file in files:
            self.add((file.partition, file.file_id), reason)
        return bool(files)


def audited(table: Path) -> list[FindingRow]:
    """Findings of an audit of a table that decodes every page."""
    with TemporaryDirectory(prefix="salvage-audit-") as name:
        return list(run_audit(Options([str(table)], deep=True), Path(name)).store.rows())


def findings_of(audit: Path) -> tuple[list[str], list[FindingRow]]:
    """Paths that the last audit with `--out AUDIT` checked, and its findings.

    Raises:
        OSError, ValueError, KeyError: `audit` is not the output of an audit.
    """
    summary = json.loads((audit / "summary.json").read_text("utf-8"))
    files = sorted((audit / "findings").glob(f"{summary['run']}-*.parquet"))
    batches = (batch for file in files for batch in pq.read_table(file).to_batches())
    return list(map(str, summary["options"]["paths"])), list(from_batches(batches))


def suspects_of(table: Path, rows: Iterable[FindingRow], *, is_replacing: bool) -> Suspects:
    """Doubts that findings cast on the rows of a table.

    A finding about a data file or about partition metadata casts doubt on rows of its file groups. Every
    other one does on all rows, as a lost instant may have replaced any file; those about the metadata table
    do not count. Keys in two file groups do if commits of the table have replaced file groups: the
    record of the replacement may be lost, and rows returned twice.
    """
    suspects, prefix = Suspects(), f"{table}/"
    for row in rows:
        path, rule = row.path.removeprefix(prefix), row.requirement or row.code
        is_inside = path != row.path or row.path == str(table)
        is_harmless = row.severity == WARNING and rule.startswith(_HARMLESS)
        if is_inside and is_replacing and rule == _TWICE:
            for token in (path, *row.message.replace(":", " ").split()):
                suspects.add_path(token, f"{path}: {row.message} [{rule}]")
        if row.severity not in {ERROR, WARNING} or is_harmless or rule == _NAMED or not is_inside:
            continue
        reason = f"{path}: {row.message} [{rule}]"
        folder, _, name = path.rpartition("/")
        if name.startswith(PARTITION_METADATA):
            suspects.partitions.setdefault(folder, []).append(reason)
        elif not path.startswith(_METADATA) and not suspects.add_path(path, reason):
            suspects.everywhere.append(reason)
    return suspects
