# SPDX-License-Identifier: Apache-2.0
"""The seam that every kind of file joins the audit through.

A surface is one module with an object that says which files are its own, how a file is cut into parts, and
what is wrong with it. It stands in `SURFACES` of `registry.py`; nothing else changes. Rules between files
of a table are the matter of a `TableSurface`.

Two stages. Stage 1, one task a file: `plan` looks at the framing and returns the findings about it, and parts
whose contents remain to be checked. A file with one part is checked to its end by the same task. Stage 2, one
task a part: `check`. The same functions run on every engine (`engine.tasks.Engine`), on whatever machine:
they open files by their `FileRef` and keep no state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef

PART_SIZE = 64 << 20


@dataclass(frozen=True, slots=True)
class Context:
    """What is known about a file besides its bytes; None = unknown, and what needs it is not checked.

    Attributes:
        table_version: `hoodie.table.version` of the table that the file is in.
        initial_version: version that the table was made with: files may be as old as that.
        since: blocks and files of earlier instants are not reported.
    """

    table_version: int | None = None
    initial_version: int | None = None
    since: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes [`ofs`, `ofs + len`) of a file, and as text what `check` has to know beside them."""

    ofs: int
    len: int
    extra: str = ""


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What came of the framing.

    Attributes:
        findings: about the framing, or all there are when nothing is left to check.
        parts: what is left to check; they do not overlap.
        num_blocks: blocks of the file, intact or not.
    """

    findings: Sequence[FindingRow] = ()
    parts: Sequence[Part] = ()
    num_blocks: int = 0


@runtime_checkable
class Surface(Protocol):
    """One kind of file. Both functions may raise whatever they like: it becomes a finding `unreadable`.

    Attributes:
        name: of the surface.
        cuts: whether large files are cut: their `plan` then reads little of them.
    """

    name: str
    cuts: bool

    def matches(self, path: str) -> bool:
        """Whether a file is of this kind, by its path alone."""

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """Check the framing of a file, and cut it."""

    def check(self, ref: FileRef, buffer: Buffer, part: Part, context: Context) -> Iterator[FindingRow]:
        """Yield what is wrong in a part."""


@dataclass(frozen=True, slots=True)
class TableRef:
    """A table: the folder that holds `.hoodie`, its files, and its version."""

    path: str
    files: Sequence[FileRef] = field(repr=False)
    context: Context


@runtime_checkable
class TableSurface(Protocol):
    """Rules between the files of one table."""

    name: str

    def check_table(self, table: TableRef, open_file: Callable[[FileRef], Buffer]) -> Iterator[FindingRow]:
        """Yield what is wrong between files; `open_file` opens as `open_ranged` does."""
