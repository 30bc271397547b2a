# SPDX-License-Identifier: Apache-2.0
"""Losses, and the account of a salvage: every byte of the file is either kept or lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from hudi_conformance import resources
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Rejection

MAX_LISTED = 1000  # losses that a report lists one by one; `lost.parquet` has them all
# Kinds of losses, and their descriptions.
WHAT: dict[str, str] = resources.package_table("salvage/texts.toml")["losses"]


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss. Offsets and lengths in bytes of the file.

    Attributes:
        what: one of `WHAT`.
        ofs: where the lost bytes start.
        len: number of them; 0 where bytes were read, but not their meaning.
        code: the reason, a code of `errors.CODES`, or `limit` or `unsupported`.
        requirement: rule that is broken, empty for the latter two.
        at: offset of the violation.
        block_ofs: start of the block around it, None between blocks.
        num_records: records lost, where known.
    """

    what: str
    ofs: int
    len: int
    code: str
    requirement: str
    message: str
    at: int | None
    block_ofs: int | None = None
    num_records: int | None = None


def reason_of(error: Exception | Rejection, shift: int = 0) -> dict[str, Any]:
    """Fields of a `Loss` with the reason; `shift` is added to the offset of the violation."""
    if isinstance(error, Reject | Rejection):
        at = None if error.at is None else error.at + shift
        return {"code": error.code, "requirement": error.requirement, "message": error.message, "at": at}
    code = "unsupported" if isinstance(error, UnsupportedInput) else "limit"
    return {"code": code, "requirement": "", "message": str(error), "at": None}


def record_loss(error: Exception, block_ofs: int, ofs: int) -> Loss:
    """The loss of one record; it lies at `ofs` where the error has no offset."""
    reason = reason_of(error)
    at = ofs if reason["at"] is None else reason["at"]
    return Loss("record", at, 0, block_ofs=block_ofs, num_records=1, **reason)


REFUSALS = (Reject, LimitExceeded, UnsupportedInput)


MAX_HELD = 1000  # losses of one block that are held one by one


@dataclass(slots=True)
class Losses:
    """Losses of one block in file order; beyond `MAX_HELD`, those of one code are one at the first."""

    losses: list[Loss] = field(default_factory=list)

    def add(self, loss: Loss) -> None:
        """Add the next loss."""
        last = self.losses[-1] if len(self.losses) >= MAX_HELD else None
        if last is None or (last.code, last.requirement) != (loss.code, loss.requirement):
            self.losses.append(loss)
            return
        num = (last.num_records or 0) + (loss.num_records or 0)
        kind = last.what if last.what == loss.what == "padding" else "records"
        self.losses[-1] = replace(last, what=kind, len=last.len + loss.len, num_records=num or None)


@dataclass(slots=True)
class Account:
    """Totals of one salvage.

    Attributes:
        size: bytes of the file.
        retained: numbers of blocks, records, deletes, commands, cells written, and bytes of them and of all
            other intact structures.
        lost: the same for losses; records only where their number is known.
        rows_by: rows of blocks of a log file by how these were read: `scan`, `salvage`, `mended`, `torn`.
        losses: the first `MAX_LISTED`.
        num_losses: number of all of them.
        notes: how damaged structures were read all the same.
        to_file: maps an offset in the bytes that are read to an offset in the file, if they differ.
    """

    size: int
    on_loss: Callable[[Loss], None] = lambda _: None
    retained: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    rows_by: Counter[str] = field(default_factory=Counter)
    losses: list[Loss] = field(default_factory=list)
    num_losses: int = 0
    notes: list[str] = field(default_factory=list)
    to_file: Callable[[int], int] = int

    @contextmanager
    def moved(self, shift: Callable[[int], int]) -> Iterator[None]:
        """In this context, bytes are read from other offsets, given by `shift`."""
        outer = self.to_file
        self.to_file = lambda ofs: outer(shift(ofs))
        try:
            yield
        finally:
            self.to_file = outer

    def lose(self, loss: Loss) -> None:
        """Record a loss."""
        if self.to_file is not int:
            loss = self._moved(loss)
        self.num_losses += 1
        self.lost["bytes"] += loss.len
        if loss.what == "block":
            self.lost["blocks"] += 1
        self.lost["records"] += loss.num_records or 0
        if len(self.losses) < MAX_LISTED:
            self.losses.append(loss)
        self.on_loss(loss)

    def _moved(self, loss: Loss) -> Loss:
        ofs = self.to_file(loss.ofs)
        at, block_ofs = (None if ofs is None else self.to_file(ofs) for ofs in (loss.at, loss.block_ofs))
        num = self.to_file(loss.ofs + loss.len) - ofs if loss.len else 0
        return replace(loss, ofs=ofs, len=num, at=at, block_ofs=block_ofs)

    def note(self, text: str) -> None:
        """Record how a structure was read; each note once."""
        if text not in self.notes:
            self.notes.append(text)

    def close(self) -> None:
        """Count all bytes that are not lost as kept."""
        self.retained["bytes"] = self.size - self.lost["bytes"]
