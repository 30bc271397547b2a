# SPDX-License-Identifier: Apache-2.0
"""Damages of small tables as data: TOML files of changes, each with the findings that an audit reports.

An entry `[[damage]]` has

    id       of the test
    table    what is merged into the description of the intact table, see `small_table`
    expect   findings, one line each: VERDICT SEVERITY RULE CODE PATH [@INSTANT]; none if nothing is wrong
    only_6   findings of version 6 alone, beside those of all versions
    messages texts that are in one of their messages each
    gaps     what the audit does not check, beginnings of lines: NUMBER WHAT | WHY
    versions of the table, 6 and 9 by default

The expectation is written from `spec/table_files.md` and from the change.
"""

from __future__ import annotations

import tempfile
import tomllib
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.audit.findings import MAX_MESSAGE, FindingRow
from hudi_conformance.audit.run import Options, run_audit
from sampling import IS_WHOLE

from strategies import small_table

VERSIONS = (6, 9)


@dataclass(frozen=True)
class Damage:
    """A changed table of one version."""

    table: small_table.Description
    expect: tuple[str, ...]
    messages: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    global_keys: bool = False

    def write(self, folder: Path) -> None:
        small_table.write(self.table, folder)

    @property
    def expected(self) -> list[str]:
        """Expected findings, sorted."""
        texts = small_table.names(self.table)
        return sorted(small_table.filled(line, texts) for line in self.expect)

    def absent(self, rows: list[FindingRow]) -> list[str]:
        """Texts that no message has."""
        texts = small_table.filled(list(self.messages), small_table.names(self.table))
        return [text for text in texts if not any(text in row.message for row in rows)]


def damages(path: Path) -> list[Any]:
    """Parameters of a test: each entry of a TOML file, for one of its versions, or for each in long runs."""
    parameters = []
    for entry in tomllib.loads(path.read_text("utf-8"))["damage"]:
        versions = entry.get("versions", VERSIONS)
        if not IS_WHOLE:
            versions = [versions[zlib.crc32(entry["id"].encode()) % len(versions)]]
        for version in versions:
            table = small_table.patched(small_table.description(version), entry.get("table", {}))
            expect = [*entry["expect"], *(entry.get("only_6", ()) if version == 6 else ())]
            messages, gaps = (tuple(entry.get(name, ())) for name in ("messages", "gaps"))
            damage = Damage(table, tuple(expect), messages, gaps, entry.get("global_keys", False))
            parameters.append(pytest.param(damage, id=f"{path.stem}/{entry['id']}-{version}"))
    return parameters


def audit(*paths: Path, **options: Any) -> list[FindingRow]:
    """Findings of a deep audit, in order."""
    return audit_with_gaps(*paths, **options)[0]


def audit_with_gaps(*paths: Path, **options: Any) -> tuple[list[FindingRow], list[str]]:
    """Findings of a deep audit, in order, and what it did not check."""
    with tempfile.TemporaryDirectory() as out:
        outcome = run_audit(Options([str(path) for path in paths], **{"deep": True, **options}), Path(out))
        rows = list(outcome.store.rows())
        gaps = [f"{gap.number} {gap.what} | {gap.why}" for gap in outcome.store.gaps]
    assert [row for row in rows if not 0 < len(row.message) <= MAX_MESSAGE] == []
    assert [row for row in rows if row.surface == "table" and (row.ofs is None) != (row.block is None)] == []
    return sorted(rows, key=lambda row: (row.path, row.ofs or 0, row.requirement or "")), gaps


def lines(rows: list[FindingRow], folder: Path) -> list[str]:
    """Findings as lines of `expect`, sorted."""
    texts = []
    for row in rows:
        parts = [
            row.verdict,
            row.severity,
            row.requirement or "-",
            row.code,
            row.path.removeprefix(f"{folder}/"),
        ]
        texts.append(" ".join(parts if row.instant is None else [*parts, f"@{row.instant}"]))
    return sorted(texts)
