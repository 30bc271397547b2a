# SPDX-License-Identifier: Apache-2.0
"""Works measured by the size of their input: the commands that read files, and readers of the package.

A reader of the package runs as `curve_works.py NAME PATH` in a separate process, and drops its result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import hudi_conformance
from hudi_conformance.decode.bulk.archive import iter_archive_batches
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches

MIB, GIB = 1 << 20, 1 << 30
EARLIER = "20250101000000000"  # than all commits
OTHER = "other"  # folder of a second file that differs from the first in its last block

# Commands of the command line that are not measured, and why.
LEFT_OUT: Mapping[str, str] = {
    "advise": "reads names, commits and frames of log files, as `audit` does",
    "diff": "waits for an engine for most of its time",
    **dict.fromkeys(
        ("run", "smoke", "list", "show", "explain", "report", "compare", "expect", "defects", "export",
         "campaign", "spec", "cases", "man", "doctor", "init"),
        "reads no files of a lake",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Work:
    """One command or reader on one kind of input.

    Attributes:
        name: unique together with `input`.
        input: key of `curve_inputs.INPUTS`.
        words: arguments of the command line, or empty for a reader; `{input}` is the written file, `{out}` a
            path that does not exist, `{other}` the second file.
        holds: its memory at a time, according to its code.
        codes: exit codes of success.
        largest: bytes up to which it is measured by default.
    """

    name: str
    input: str
    words: str
    holds: str
    codes: tuple[int, ...] = (0,)
    largest: int = 4 * GIB

    @property
    def id(self) -> str:
        """Input and name."""
        return f"{self.input}/{self.name}"

    def command(self, path: Path, out: Path) -> list[str]:
        """The command line on an input."""
        if not self.words:
            return [sys.executable, __file__, self.id, str(path)]
        places = {"input": str(path), "out": str(out), "other": str(path.parent / OTHER / path.name)}
        words = [word.format(**places) for word in self.words.split()]
        return [sys.executable, "-m", "hudi_conformance", *words]

    @property
    def title(self) -> str:
        """As a user writes it."""
        if not self.words:
            return f"`{_CALLS[self.id]}`"
        shown = self.words.format(input="FILE", out="OUT", other="OTHER")
        return f"`{shown.replace(' --engine plain', '').replace(f' --begin {EARLIER}', '')}`"


# --- readers of the package -----------------------------------------------------------------------------


def _drain(items: Iterable[object]) -> None:
    for _ in items:
        pass


READERS: Mapping[str, Callable[[Path], object]] = {
    "log/records": lambda path: _drain(iter_record_batches(path)),
    "log-one-block/records": lambda path: _drain(iter_record_batches(path)),
    "hfile/scan": lambda path: _drain(hudi_conformance.scan_hfile(path)),
    "hfile/scan-views": lambda path: _drain(hudi_conformance.scan_hfile(path, views=True)),
    "archive/list": hudi_conformance.list_archived,
    "archive/entries": lambda path: [
        _drain(iter_archive_batches(file)) for file in hudi_conformance.archive_files(path)
    ],
    "history/list": hudi_conformance.list_history,
    "history/details": lambda path: _drain(hudi_conformance.scan_history(path)),
    "table/rows": lambda path: _drain(hudi_conformance.open_table(path).rows()),
}
_CALLS: Mapping[str, str] = {
    "log/records": "iter_record_batches",
    "log-one-block/records": "iter_record_batches",
    "hfile/scan": "scan_hfile",
    "hfile/scan-views": "scan_hfile(views=True)",
    "archive/list": "list_archived",
    "archive/entries": "iter_archive_batches",
    "history/list": "list_history",
    "history/details": "scan_history",
    "table/rows": "open_table().rows",
}

_AUDIT = "audit {input} --engine plain --out {out}"
_SNAPSHOT = "snapshot {input} --out {out}"

WORKS: tuple[Work, ...] = (
    Work("inspect", "log", "inspect {input}", "a block, and as many fields as are shown"),
    Work(
        "inspect-diff",
        "log",
        "inspect --diff {input} {other}",
        "a block of each, a digest of every block",
        (1,),
    ),
    Work("dump", "log", "dump {input}", "a block, and as many fields as are shown"),
    Work("dump-records", "log", "dump --json --records {input}", "a block and its text", largest=256 * MIB),
    Work("salvage", "log", "salvage {input} --out {out}", "a block"),
    Work("audit", "log", _AUDIT, "a block"),
    Work("records", "log", "", "a batch of records"),
    Work("inspect", "log-one-block", "inspect {input}", "as many fields as are shown"),
    Work("salvage", "log-one-block", "salvage {input} --out {out}", "a block, which is the file"),
    Work("audit", "log-one-block", _AUDIT, "a block, which is the file"),
    Work("records", "log-one-block", "", "a batch of records"),
    Work("inspect", "hfile", "inspect {input}", "a block, and as many fields as are shown"),
    Work("dump", "hfile", "dump {input}", "a block, and as many fields as are shown"),
    Work("salvage", "hfile", "salvage {input} --out {out}", "a block"),
    Work("audit", "hfile", _AUDIT, "a batch of blocks"),
    Work("scan", "hfile", "", "a batch of blocks"),
    Work("scan-views", "hfile", "", "a batch of blocks"),
    Work("list", "archive", "", "all states"),
    Work("entries", "archive", "", "a batch of records"),
    Work("audit", "archive", _AUDIT, "all states"),
    Work("list", "history", "", "three columns of all instants"),
    Work("details", "history", "", "a batch of rows, the times of all"),
    Work("audit", "history", _AUDIT, "all instants"),
    Work("snapshot", "table", _SNAPSHOT, "a file group"),
    Work("incremental", "table", f"{_SNAPSHOT} --view incremental --begin {EARLIER}", "a file group"),
    Work("rows", "table", "", "a file group", largest=256 * MIB),
    Work("audit", "table", _AUDIT, "a file"),
    Work("audit-pages", "table", f"{_AUDIT} --pages", "a file"),
    Work("audit-deep", "table", f"{_AUDIT} --deep", "pages of a row group, a batch of rows"),
    Work("snapshot", "table-one-group", _SNAPSHOT, "a file group, which is the table"),
    Work("audit-deep", "table-one-group", f"{_AUDIT} --deep", "pages of a row group, a batch of rows"),
)


if __name__ == "__main__":
    READERS[sys.argv[1]](Path(sys.argv[2]))
