# SPDX-License-Identifier: Apache-2.0
"""Audits: every file at and below some paths, checked on this machine."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.run import Options, Outcome, run_audit


class Audit:
    """Result of an audit.

    Attributes:
        num_files: files that were checked.
        num_other: files of unknown formats.
        num_blocks: blocks of the checked files.
        num_bytes: size of the checked files.
        num_findings: number of findings.
    """

    def __init__(self, outcome: Outcome, scratch: tempfile.TemporaryDirectory[str] | None) -> None:
        self._store = outcome.store
        self._scratch = scratch  # deleted with this object
        self.num_files = outcome.progress.files
        self.num_other = outcome.plan.num_other
        self.num_blocks = outcome.progress.blocks
        self.num_bytes = outcome.progress.bytes
        self.num_findings = outcome.progress.findings

    def findings(self) -> Iterator[FindingRow]:
        """Findings in the order in which files were checked; may be called repeatedly."""
        yield from self._store.rows()  # a generator refers to this object, and so to its folder


def audit_files(
    *paths: str | Path,
    out: str | Path | None = None,
    table_version: int | None = None,
    since: str | None = None,
    deep: bool = False,
    pages: bool = False,
    global_keys: bool = False,
) -> Audit:
    """Check every log file, HFile, base file and timeline at and below some paths.

    Args:
        paths: files and folders, or URIs for which pyarrow has a file system.
        out: folder for findings as Parquet files; None = a temporary one.
        table_version: version of the tables; overrides their properties.
        since: omit blocks and files of earlier instants.
        deep: decode every page of base files, compare page checksums.
        pages: compare the checksums of pages of base files without decoding them.
        global_keys: with `deep`, report a record key that occurs in two partitions.

    Raises:
        OSError, ValueError: a path cannot be listed.
    """
    scratch = tempfile.TemporaryDirectory(prefix="audit-") if out is None else None
    folder = Path(scratch.name if scratch is not None else str(out))
    names = [str(path) for path in paths]
    options = Options(names, table_version, since, deep=deep, pages=pages, global_keys=global_keys)
    return Audit(run_audit(options, folder), scratch)
