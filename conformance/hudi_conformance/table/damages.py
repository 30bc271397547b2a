# SPDX-License-Identifier: Apache-2.0
"""Missing rows of a view because of damaged files: one entry per cause, and reporting of the entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from hudi_conformance.errors import Reject

FILE_MISSING = "table.damage.file-missing"
FILE_SHORT = "table.damage.file-short"
CORRUPT_BLOCK = "table.damage.corrupt-block"
UNREADABLE = "table.base-file.form"


class OnDamage(StrEnum):
    """Treatment of damaged files by a reader."""

    RAISE = "raise"
    WARN = "warn"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Damage:
    """A reason why rows of a view are missing, or older than they should be.

    Attributes:
        path: the file, below the table's folder.
        code: member of `errors.CODES`.
        at: offset in the file; None if there is none.
        requirement: id of the rule.
        message: the error, with expected and actual value.
    """

    path: str
    code: str
    at: int | None
    requirement: str
    message: str

    @property
    def text(self) -> str:
        """One line for a user."""
        at = "" if self.at is None else f" at byte {self.at}"
        return f"{self.path}: {self.message} [{self.code}{at}; {self.requirement}]"

    def document(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "path": self.path, "code": self.code, "at": self.at, "requirement": self.requirement,
            "message": self.message,
        }  # fmt: skip


class DamageWarning(UserWarning):
    """A view lacks rows of a damaged file."""


class DamagedFiles(Reject):
    """A view that would lack rows of damaged files.

    Attributes:
        damages: all known damages, by path and offset; not empty.
    """

    def __init__(self, damages: Iterable[Damage]) -> None:
        self.damages = tuple(damages)
        first = self.damages[0]
        super().__init__(first.code, first.at, first.requirement, "\n".join(lines(self.damages)))

    def __str__(self) -> str:
        return self.message


@dataclass(slots=True)
class DamageList:
    """Damages of one read, without duplicates; shared by threads that read ahead."""

    _items: dict[Damage, None] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._items)

    def add(self, damage: Damage) -> None:
        """Add a damage unless it is already present."""
        self._items[damage] = None

    def sorted(self) -> list[Damage]:
        """All damages, by path and offset."""
        return in_order(list(self._items))

    def after(self, num: int) -> list[Damage]:
        """Damages after the first `num`, in the order in which they were added."""
        return list(self._items)[num:]


def in_order(damages: Iterable[Damage]) -> list[Damage]:
    """Damages by path and offset; those of an entire file first."""
    return sorted(
        damages,
        key=lambda item: (item.path, -1 if item.at is None else item.at, item.requirement, item.message),
    )


def lines(damages: Iterable[Damage]) -> Iterator[str]:
    """One line per file; damages of one file are adjacent."""
    of_file: list[Damage] = []
    for damage in damages:
        if of_file and of_file[0].path != damage.path:
            yield _line(of_file)
            of_file = []
        of_file.append(damage)
    if of_file:
        yield _line(of_file)


def _line(damages: list[Damage]) -> str:
    first, *rest = damages
    return "; ".join([first.text, *(item.text.removeprefix(f"{item.path}: ") for item in rest)])
