# SPDX-License-Identifier: Apache-2.0
"""The interface of every kind of file in the audit.

A surface is one module with an object that selects files, splits them into parts, and yields findings. It is
registered in `SURFACES` of `registry.py`; nothing else changes. A `TableSurface` checks rules between files
of a table.

Two stages. Stage 1, one task per file: `plan` reads the framing and returns the findings about it, and parts
whose contents remain to be checked. The same task also checks a file of one part. Stage 2, one task per part:
`check`. The same functions run on every engine (`engine.tasks.Engine`), on any machine: they open files by
their `FileRef` and keep no state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef, folders_above

PART_SIZE = 64 << 20


@dataclass(frozen=True, slots=True)
class Context:
    """Facts about a file besides its bytes; None = unknown, and rules that need them are not checked.

    Attributes:
        table_version: `hoodie.table.version` of the table that the file is in.
        initial_version: version with which the table was created, the oldest possible version of files.
        since: blocks and files of earlier instants are not reported.
        deep: every page of a base file is decoded, not only its footer.
        pages: the page headers of a base file are walked, and checksums verified; implied by `deep`.
        is_pending: the instant in the name of a base file, or since version 8 of a log, is not completed:
            readers ignore the file.
        global_keys: a record key occurs once in the table, as with a global index.
    """

    table_version: int | None = None
    initial_version: int | None = None
    since: str | None = None
    deep: bool = False
    pages: bool = False
    is_pending: bool = False
    global_keys: bool = False

    def includes(self, instant: str | None) -> bool:
        """Whether findings of an instant are reported; those without one always are."""
        return self.since is None or instant is None or instant >= self.since


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes [`ofs`, `ofs + len`) of a file, and the context for `check` as text."""

    ofs: int
    len: int
    extra: str = ""


@dataclass(frozen=True, slots=True)
class FilePlan:
    """Result of a check of the framing.

    Attributes:
        findings: about the framing; all findings if there are no parts.
        parts: unchecked parts; they do not overlap.
        num_blocks: blocks of the file, intact or not.
        num_bare: pages that have no checksum and were not decoded.
    """

    findings: Sequence[FindingRow] = ()
    parts: Sequence[Part] = ()
    num_blocks: int = 0
    num_bare: int = 0


@runtime_checkable
class Surface(Protocol):
    """One kind of file. Any exception of `plan` and `check` becomes a finding `unreadable`.

    Attributes:
        name: of the surface.
        splits: whether large files are split: their `plan` then reads little of them.
    """

    name: str
    splits: bool = False

    def matches(self, path: str) -> bool:
        """Whether a file is of this kind, only by its path."""

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """Check the framing of a file, and split it."""

    def check(self, ref: FileRef, buffer: Buffer, part: Part, context: Context) -> Iterator[FindingRow]:  # noqa: ARG002 - a default
        """Yield errors in a part; not called if `plan` returns no parts."""
        return iter(())


@dataclass(frozen=True, slots=True)
class TableRef:
    """A table: the folder that contains `.hoodie`, its files, and its version.

    Attributes:
        now: current instant, later ones are in the future; None: the clock of this machine.
        unlisted: folders that cannot be listed: their contents are unknown, not absent.
        copy: local folder with the timeline of a remote table, if it already exists.
    """

    path: str
    files: Sequence[FileRef] = field(repr=False)
    context: Context
    now: str | None = None
    unlisted: Set[str] = frozenset()
    copy: str | None = None

    def is_unlisted(self, path: str) -> bool:
        """Whether a path below the table is in a folder that cannot be listed."""
        return not self.unlisted.isdisjoint(folders_above(f"{self.path}/{path}"))


@runtime_checkable
class TableSurface(Protocol):
    """Rules between the files of one table."""

    name: str

    def check_table(
        self, table: TableRef, open_file: Callable[[FileRef], Buffer]
    ) -> Iterator[FindingRow | Gap]:
        """Yield findings between files, and gaps.

        `open_file` opens like `open_ranged`.
        """
