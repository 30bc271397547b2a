# SPDX-License-Identifier: Apache-2.0
"""Advice about a finding: the loss, releases that still read the table, and the command to run.

The data is in `next_steps.toml`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.defects.model import load_defects
from hudi_conformance.look.text import releases_in_words
from hudi_conformance.model.base_file import PARQUET, BaseFileName

_HIDDEN = "/.hoodie/"
_COMMITS = (".commit", ".deltacommit", ".replacecommit")
_SALVAGED = frozenset({"log", "hfile"})  # surfaces whose files `salvage` reads


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the data; a condition that is empty always holds.

    Attributes:
        says: regular expression that matches in the message.
        act: effect of the advice on the file of the finding: `move` it out of the table, `rebuild` the
            metadata table; empty if it neither moves nor deletes the file.
    """

    lost: str
    rules: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    path: str = ""
    says: str = ""
    reads: str = ""
    defects: tuple[str, ...] = ()
    advice: str = ""
    step: str = ""
    act: str = ""

    def fits(self, row: FindingRow) -> bool:
        """Whether all conditions hold."""
        return (
            (not self.rules or any(f"{row.requirement or ''}.".startswith(f"{name}.") for name in self.rules))
            and (not self.codes or row.code in self.codes)
            and (not self.verdicts or row.verdict in self.verdicts)
            and (not self.path or re.fullmatch(self.path, row.path, re.DOTALL) is not None)
            and (not self.says or re.search(self.says, row.message) is not None)
        )


@dataclass(frozen=True, slots=True)
class NextStep:
    """Advice about a finding.

    Attributes:
        lost: the lost data.
        reads: releases that still read the table, empty if not measured.
        steps: commands and advice, the best first.
        defects: of released readers that the damage triggers.
    """

    lost: str
    reads: str
    steps: tuple[str, ...]
    defects: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All in a line."""
        readers = "; ".join(filter(None, (self.reads, *self.defects)))
        parts = [f"lost: {self.lost}", f"readers: {readers}" if readers else "", *self.steps]
        return "; ".join(part for part in parts if part)


@cache
def rules_of() -> Mapping[str, tuple[str, ...]]:
    """Rules by defect, for defects that are named only in findings of these rules."""
    listed = resources.package_table("audit/next_steps.toml")["rules_of"]
    return {ident: tuple(rules) for ident, rules in listed.items()}


@cache
def entries() -> tuple[Entry, ...]:
    """All entries, in their order."""
    data = resources.package_table("audit/next_steps.toml")
    result = []
    for table in data["next"]:
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in table.items()}
        for name, text in data["texts"].items():
            values["advice"] = values.get("advice", "").replace(f"{{{name}}}", text)
        result.append(Entry(**values))
    return tuple(result)


def entry_of(row: FindingRow) -> Entry | None:
    """The first entry whose conditions all hold."""
    return next((entry for entry in entries() if entry.fits(row)), None)


def next_step(row: FindingRow) -> NextStep:
    """What to do about a finding."""
    entry = entry_of(row)
    if entry is None:
        return NextStep("unknown", "", tuple(filter(None, (_inspect(row),))))
    is_its = (row.requirement in rules_of().get(ident, ()) for ident in entry.defects)
    defects = [_defects()[ident] for ident, named in zip(entry.defects, is_its, strict=True) if named]
    known = tuple(f"{title} ({releases_in_words(names)})" for title, names in defects)
    step = STEPS[entry.step](row) if entry.step else ""
    # A copy of the file is better than its readable part.
    steps = tuple(text for text in (entry.advice, step) if text)
    return NextStep(entry.lost, entry.reads, steps, known)


@cache
def _defects() -> Mapping[str, tuple[str, tuple[str, ...]]]:
    return {
        defect.id: (defect.title, defect.implementations) for defect in load_defects(resources.defects_dir())
    }


def _inspect(row: FindingRow) -> str:
    # folders, and files of formats that `inspect` does not support
    if row.path.endswith((".parquet", ".orc", ".lance", "/.hoodie", "/timeline", "/metadata")):
        return ""
    block = "" if row.block is None else f" --block {row.block}"
    return f"hudi-conformance inspect {shlex.quote(row.path)}{block}"


def _salvage(row: FindingRow) -> str:
    name = row.path.rpartition("/")[2]
    base = BaseFileName.parse(name)
    is_salvaged = base is not None and base.format is PARQUET
    if (
        row.surface not in _SALVAGED
        and ".log." not in name
        and not name.endswith(".hfile")
        and not is_salvaged
    ):
        return _inspect(row)
    return f"hudi-conformance salvage {shlex.quote(row.path)} --out DIR"


def _rollback(row: FindingRow) -> str:
    """Advice to roll back the instant; only for a table's last commits, which the user must judge."""
    table, hidden, _ = f"{row.path}/".partition(_HIDDEN)
    if row.instant is None or not hidden:
        return _inspect(row)
    return (
        f"or roll back {row.instant}, which deletes its rows and all later ones, if none of them is needed: "
        f"CALL rollback_to_instant(table => {table!r}, instant_time => {row.instant!r})"
    )


def _withdraw(row: FindingRow) -> str:
    """Advice to remove a commit whose file cannot be read: Hudi does not roll back unreadable commits."""
    if row.instant is None or not row.path.endswith(_COMMITS):
        return _inspect(row)
    return (
        f"or set it aside: {row.instant} is then pending, readers do not return its rows, and the next"
        " writer rolls it back, which deletes them; do so only if neither these nor any later rows are needed"
    )


STEPS: Mapping[str, Callable[[FindingRow], str]] = {
    "inspect": _inspect, "salvage": _salvage, "rollback": _rollback, "withdraw": _withdraw,
}  # fmt: skip
