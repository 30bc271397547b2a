# SPDX-License-Identifier: Apache-2.0
"""The judge of a damage: rows before and after, effects of indexes on a writer, and findings of the audit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.audit.findings import ERROR, WARNING, FindingRow
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.audit.store import Progress
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.decode.bloom.stored import StoredBloom, ask_keys
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.table.state import open_table
from instruments.tables.table import LAYOUTS, Table

_BLOOM = b"org.apache.hudi.bloomfilter"
SOURCE = ".hoodie/.source"
"""Folder in which fixtures have the sources of a bootstrapped table."""
Rows = dict[str, Counter[str]]
Finding = tuple[str | None, str, str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Effects of a damage.

    Attributes:
        changed: views whose rows differ or that cannot be read; "" if none.
        misleads: base files whose key range or Bloom filter denies a key of theirs; "" if none.
        reported: whether the audit has errors or warnings.
        is_near: whether a finding names a changed file, its instant or its file group.
        rules: requirements of the findings.
    """

    changed: str
    misleads: str
    reported: bool
    is_near: bool
    rules: tuple[str, ...]


def read_rows(folder: Path, version: int) -> Rows:
    """Rows of every view; a single entry with the reason for a view that cannot be read."""
    options: dict[str, JsonValue] = {"line": LAYOUTS.get(version, "1.2")}
    if (folder / SOURCE).is_dir():
        options["bootstrap_base"] = SOURCE
    rows: Rows = {}
    for args in (
        {"view": "snapshot"}, {"view": "read_optimized"}, {"view": "incremental", "begin": "000"},
    ):  # fmt: skip
        try:
            value = canonical_json.loads(canonical_json.dumps(table_read(folder, args | options)))
            rows[args["view"]] = Counter(canonical_json.dumps(row) for row in value["rows"])
        except UnsupportedInput as error:
            rows[args["view"]] = Counter([f"unsupported: {error}"[:80]])
        except (Reject, LimitExceeded, OSError) as error:
            rows[args["view"]] = Counter([f"{type(error).__name__}"])
        except (ValueError, KeyError, TypeError) as error:  # this reader is wrong: it should reject the table
            rows[args["view"]] = Counter([f"crash: {error}"[:80]])
    return rows


def differences(before: Rows, after: Rows) -> str:
    """Views that differ, with the numbers of rows lost and added."""
    texts = []
    for view, rows in before.items():
        crash = next((text for text in after[view] if text.startswith("crash: ")), None)
        if crash is not None:
            texts.append(f"{view} {crash}")
            continue
        lost, added = rows - after[view], after[view] - rows
        if lost or added:
            texts.append(f"{view} -{lost.total()} +{added.total()}")
    return ", ".join(texts)


def misled(table: Table) -> str:
    """Newest base files whose footer denies a key of theirs: a writer inserts its update once more."""
    texts, newest = [], dict[str, str]()
    try:
        replaced = {"/".join(filter(None, group)) for group in open_table(table.path).facts.replaced}
    except (Reject, LimitExceeded, UnsupportedInput, OSError):
        replaced = set()
    for path in sorted(table.bases, key=lambda path: path.rpartition("_")[2]):
        group = path.partition("_")[0]
        if group not in replaced:  # of others, writers ask no filter
            newest[group] = path
    for path in newest.values():
        try:
            keys, footer = _keys_and_footer(table.file(path))
        except (pa.ArrowException, OSError, KeyError):
            continue
        low, high = (footer.get(f"hoodie_{end}_record_key".encode()) for end in ("min", "max"))
        if low is not None and high is not None and not all(low <= key <= high for key in keys):
            texts.append(f"{path}: range")
        bloom = footer.get(_BLOOM)
        if bloom is not None:
            kind = footer.get(b"hoodie_bloom_filter_type_code", b"SIMPLE").decode("latin-1")
            try:
                possible = ask_keys(StoredBloom(bloom, kind), keys).possible
            except (Reject, LimitExceeded, ValueError):
                texts.append(f"{path}: unreadable Bloom filter")
                continue
            if not all(possible):
                texts.append(f"{path}: Bloom filter")
    return ", ".join(texts)[:200]


def _keys_and_footer(path: Path) -> tuple[list[bytes], dict[bytes, bytes]]:
    with pq.ParquetFile(path) as file:
        keys = file.read(columns=["_hoodie_record_key"])["_hoodie_record_key"].drop_null().to_pylist()
        return [key.encode() for key in keys], dict(file.metadata.metadata or {})


def audit(folder: Path, out: Path, *, deep: bool) -> list[FindingRow]:
    """Findings that are errors or warnings."""
    outcome = run_audit(Options([str(folder)], deep=deep), out, on_progress=_ignore)
    return [row for row in outcome.store.rows() if row.severity in {ERROR, WARNING}]


def finding(row: FindingRow) -> Finding:
    """Key that distinguishes a finding of a damaged copy from those of the intact table."""
    return row.requirement, row.path.rpartition("/")[2], row.message


def _ignore(_: Progress) -> None:
    """The measure has a separate progress bar."""


def names_it(findings: list[FindingRow], path: str) -> bool:
    """Whether a finding is about a changed file, or names its instant or its file group."""
    name = path.rpartition("/")[2]
    words = {name, name.lstrip(".").partition("_")[0], name.partition(".")[0].partition("_")[0]} - {""}
    return any(
        row.path.endswith(path) or any(word in row.path or word in row.message for word in words)
        for row in findings
    )
