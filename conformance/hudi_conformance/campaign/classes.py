# SPDX-License-Identifier: Apache-2.0
"""Disagreements grouped into classes, and those among them that are known.

A class is identified by implementation, field, answer of the reference and kind of disagreement, for failures
also by the reason. Commands are not part of it: a framing fault affects each of them.
"""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds

from hudi_conformance.campaign.outcome import DISAGREE, FAILURES
from hudi_conformance.campaign.store import Store

KEYS = ("surface", "implementation", "agreement", "field", "expected", "reason")
KNOWN_FILE = Path(__file__).with_name("known.toml")
NUM_EXAMPLES = 3
UNEDITED = "unedited"
Before = Mapping[tuple[str, str, str], str]
"""Agreement by base, implementation and command."""
_EXAMPLE = ("base", "kind", "number", "seed", "command", "said", "num_edits", "len_base")


@dataclass(frozen=True, slots=True)
class Key:
    """Key of disagreements of one class."""

    surface: str
    implementation: str
    agreement: str
    field: str
    expected: str
    reason: str

    def text(self) -> str:
        """One line."""
        why = f": {self.reason}" if self.reason else ""
        return f"{self.implementation} {self.agreement} at {self.field}, reference {self.expected}{why}"


@dataclass(frozen=True, slots=True)
class Example:
    """One input of a class, with the data to reproduce it."""

    base: str
    kind: str
    number: int
    seed: int | None
    command: str
    said: str


@dataclass(frozen=True)
class Class:
    """Disagreements of one kind.

    Attributes:
        num: rows of the verdict table.
        examples: those with the fewest edits and the smallest bases.
        known: why it is expected, None if it is unlisted.
    """

    key: Key
    num: int
    examples: tuple[Example, ...]
    known: str | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """An entry of a known list: globs by member of the key, and why."""

    why: str
    globs: Mapping[str, str] = field(default_factory=dict)

    def fits(self, key: Key) -> bool:
        """Whether the entry matches the class."""
        return all(fnmatch.fnmatchcase(getattr(key, name), glob) for name, glob in self.globs.items())


def load_known(path: Path) -> list[Known]:
    """Entries of a list: tables `[[class]]` with `why`, and globs by member of `Key`.

    Raises:
        ValueError: malformed entry.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error
    entries = []
    for number, entry in enumerate(document.get("class", []), 1):
        globs = {name: value for name, value in entry.items() if name != "why"}
        texts = all(isinstance(value, str) for value in entry.values())
        if not texts or "why" not in entry or not globs or set(globs) - set(KEYS):
            raise ValueError(f"{path}: class {number} needs `why` and some of {', '.join(KEYS)}, all texts")
        entries.append(Known(entry["why"], globs))
    return entries


def classes(store: Store, known: Iterable[Known], before: Before | None = None) -> list[Class]:
    """Classes of all disagreements of a campaign, the most frequent first.

    Args:
        store: where the verdicts are.
        known: what is expected.
        before: agreement of implementations with the reference on the unedited bases. If they disagreed
            before any edit, the field is `unedited`, regardless of the edit.
    """
    table = store.table([*KEYS, *_EXAMPLE], ds.field("agreement").isin(sorted(DISAGREE)))
    return of_table(table, list(known), before or {})


def _mark_unedited(table: pa.Table, before: Before) -> pa.Table:
    """Field `unedited` where base, implementation and command disagreed before the edit.

    A failure that the unedited base does not show is still attributed to the edit.
    """
    if not any(label in DISAGREE for label in before.values()):
        return table
    names = ["base", "implementation", "command", "agreement"]
    keys = zip(*(table[name].to_pylist() for name in names), strict=True)
    fields = [
        UNEDITED if (was == label if label in FAILURES else was in DISAGREE) else field
        for (*key, label), field in zip(keys, table["field"].to_pylist(), strict=True)
        for was in [before.get(tuple(key), "")]
    ]
    return table.set_column(table.schema.get_field_index("field"), "field", pa.array(fields, pa.string()))


def of_table(table: pa.Table, known: list[Known], before: Before) -> list[Class]:
    """Classes of rows that disagree."""
    if table.num_rows == 0:
        return []
    table = _mark_unedited(table, before)
    order = [(name, "ascending") for name in ("num_edits", "len_base", "base", "kind", "number", "command")]
    table = table.sort_by(order)
    reason = pa.compute.if_else(
        pa.compute.is_in(table["agreement"], pa.array(sorted(FAILURES))), table["reason"].fill_null(""), ""
    )
    table = table.set_column(table.schema.get_field_index("reason"), "reason", reason)
    table = table.append_column("row", pa.array(range(table.num_rows), pa.int64()))
    grouped = table.group_by(list(KEYS), use_threads=False).aggregate([("row", "list")])
    result, names = [], [item.name for item in fields(Example)]
    for group in grouped.to_pylist():
        rows = group.pop("row_list")
        key = Key(**{name: group[name] for name in KEYS})
        examples = table.take(pa.array(rows[:NUM_EXAMPLES])).to_pylist()
        result.append(
            Class(
                key, len(rows), tuple(Example(*(row[name] for name in names)) for row in examples),
                next((entry.why for entry in known if entry.fits(key)), None),
            )
        )  # fmt: skip
    return sorted(result, key=lambda group: (-group.num, group.key.text()))
