# SPDX-License-Identifier: Apache-2.0
"""Findings and gaps of the checks of a metadata table."""

from __future__ import annotations

from collections.abc import Iterable

from hudi_conformance.audit.findings import (
    DAMAGE,
    ERROR,
    INFO,
    MAX_MESSAGE,
    UNREADABLE,
    VIOLATION,
    WARNING,
    FindingRow,
)
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.semantics.slices.files import FileSlice
from hudi_conformance.table.metadata import FOLDER

SURFACE = "metadata"
_MAX_SHOWN = 3
_MAX_TEXT = 60


def damage(path: str, rule: str, code: str, message: str, *, severity: str = ERROR) -> FindingRow:
    """A contradiction that makes a query lose rows, return extra ones, or stop."""
    return _row(path, rule, code, message, DAMAGE, severity)


def violation(path: str, rule: str, code: str, message: str, *, severity: str = WARNING) -> FindingRow:
    """A contradiction without effect on query results."""
    return _row(path, rule, code, message, VIOLATION, severity)


def note(path: str, rule: str, code: str, message: str) -> FindingRow:
    """A contradiction that only costs time."""
    return _row(path, rule, code, message, VIOLATION, INFO)


def _row(  # noqa: PLR0917 - the columns of a finding
    path: str, rule: str, code: str, message: str, verdict: str, severity: str
) -> FindingRow:
    text = message[:MAX_MESSAGE]
    return FindingRow(path, SURFACE, verdict, code, text, f"table.check.{rule}", severity, kind=SURFACE)


def unchecked(path: str, error: BaseException | str) -> FindingRow:
    """A check that could not be made, and the reason."""
    if isinstance(error, Reject):
        code, message, rule = error.code, error.message, error.requirement
    elif isinstance(error, LimitExceeded | UnsupportedInput):
        code, message, rule = error.code, str(error), None
    elif isinstance(error, OSError | str):
        code, message, rule = "io" if isinstance(error, OSError) else "lost", str(error), None
    else:
        code, message, rule = "internal", f"{type(error).__name__}: {error}", None
    text = f"not checked: {message}"[:MAX_MESSAGE]
    return FindingRow(path, SURFACE, UNREADABLE, code, text, rule, kind=SURFACE)


def group_path(index: str, item: FileSlice) -> str:
    """Path below the table of the newest file of a file group of the metadata table."""
    logs = [log.name for log in item.log_files]
    names = logs or ([] if item.base_file is None else [item.base_file.name])
    return f"{FOLDER}/{index}/{names[-1]}" if names else f"{FOLDER}/{index}"


def shown(items: Iterable[str]) -> str:
    """The first of some texts, and the number of others."""
    texts = list(items)
    head = ", ".join(repr(text[:_MAX_TEXT]) for text in texts[:_MAX_SHOWN])
    return head if len(texts) <= _MAX_SHOWN else f"{head} and {len(texts) - _MAX_SHOWN:,} more"
