# SPDX-License-Identifier: Apache-2.0
"""Findings and facts of an archive or a history, to compare two ways of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from hudi_conformance.audit.table_facts import gather
from hudi_conformance.errors import LimitExceeded, Reject


def result_or_error(call: Callable[[], Any]) -> Any:
    """The result, or the class and message of a refusal."""
    try:
        return call()
    except (Reject, LimitExceeded, ValueError) as error:
        return type(error).__name__, str(error)


def answers(check: Callable[[Path], Iterable[Any]], table: Path) -> Any:
    """All findings in order, and all facts that come from the archive or history."""

    def facts() -> Any:
        found = gather(table)
        problems = [(path, repr(error)) for path, error in found.problems]
        return found.archived, found.archived_sizes, found.deleted, found.undone, problems

    return result_or_error(lambda: list(check(table))), result_or_error(facts)
