# SPDX-License-Identifier: Apache-2.0
"""Log files and HFiles: their fixtures, and the commands for them.

Every bit and every length of files of at most `LARGEST` bytes; of larger HFiles without checksums that would
catch a flip, a sample of the bits before the trailer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from hudi_conformance import resources
from hudi_conformance.campaign.fixtures import small_files
from hudi_conformance.decode.hfile.bloom import ask_bloom
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.records import read_records, read_schema
from hudi_conformance.decode.log.check import check_log
from hudi_conformance.decode.log.content import read_contents, read_positions
from hudi_conformance.decode.log.reverse import scan_log_reverse
from hudi_conformance.decode.log.salvage import salvage_log
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.model.common import Finding, Rejection

from instruments.exhaustive.run import (
    BITS_AND_LENGTHS,
    EVERY_BYTE,
    Questions,
    Surface,
    Target,
    sample_evenly,
)

LARGEST = 4096  # bytes of a file for which every input is tested
QUICK = ("log.scan", "log.records", "log.check")
_LEN_TRAILER = 4096  # of an HFile of major version 3
# Files whose flips no checksum catches, and `none`, in which one does.
_UNCHECKED = (
    "none", "index_3_unchecked", "prefix_unchecked", "diff_unchecked", "fast_diff_unchecked",
    "row_index_unchecked", "bloom_row_unchecked", "tags_unchecked", "prefix_tags_unchecked",
    "meta_many_unchecked", "table_unchecked",
)  # fmt: skip
_ABSENT_ROW = b"\xff\xff"

Command = Callable[[bytes], object]


def log_targets(*, every_byte: bool = False) -> list[Target]:
    """Log files among the fixtures that are small enough."""
    return _targets("log", "", every_byte)


def hfile_targets(*, every_byte: bool = False) -> list[Target]:
    """HFiles among the fixtures that are small enough."""
    return _targets("hfile", "hfile", every_byte)


def _targets(surface: str, folder: str, every_byte: bool) -> list[Target]:
    kinds = EVERY_BYTE if every_byte else BITS_AND_LENGTHS
    paths = small_files(resources.fixtures_dir() / folder, {surface: LARGEST})
    return [Target(path.name, surface, path.read_bytes(), kinds) for _, path in paths]


def unchecked_targets() -> list[Target]:
    """HFiles of which bits before the trailer are sampled."""
    paths = [resources.fixtures_dir() / "hfile" / f"{name}.hfile" for name in _UNCHECKED]
    return [
        Target(path.name, "hfile", data, ("bits",), len_edited=len(data) - _LEN_TRAILER)
        for path, data in ((path, path.read_bytes()) for path in paths)
    ]


def _first(findings: Iterable[Finding]) -> Rejection | None:
    finding = next(iter(findings), None)
    return None if finding is None else Rejection(finding.code, finding.at, finding.requirement, "")


# --- log files ------------------------------------------------------------------------------------------


def _log_records(data: bytes) -> Rejection | None:
    contents, end = read_contents(data)
    first = (content.rejection for content in contents if content.rejection is not None)
    return end.rejection or next(first, None)


def _log_positions(data: bytes) -> Rejection | None:
    positions, end = read_positions(data)
    return end.rejection or next((rows for _, rows in positions if isinstance(rows, Rejection)), None)


# --- HFiles ---------------------------------------------------------------------------------------------


def _drain(items: Iterable[object]) -> None:
    deque(items, maxlen=0)


def _by_row(read: Callable[[Lookup, bytes], object]) -> Command:
    """Look up the rows of `_rows`, one after the other."""

    def command(data: bytes) -> None:
        file = HFile(data)
        lookup = Lookup(file)
        for row in _rows(file):
            read(lookup, row)

    return command


def _rows(file: HFile) -> list[bytes]:
    """First row of the file, as its index names it, a smaller and a greater one; the index may be damaged."""
    keys = [entry.key for entry in IndexReader(file).root[:1]]
    return [key[2 : 2 + int.from_bytes(key[:2], "big")] for key in keys] + [b"", _ABSENT_ROW]


def _hfile_records(data: bytes) -> None:
    file = HFile(data)
    _drain(read_records(file, read_schema(file)[1]))


def _hfile_bloom(data: bytes) -> None:
    file = HFile(data)
    ask_bloom(file, _rows(file))


COMMANDS: dict[str, Mapping[str, Command]] = {
    "log": {
        "log.scan": lambda data: scan_log(data).rejection,
        "log.records": _log_records,
        "log.check": lambda data: _first(check_log(data)),
        "log.salvage": salvage_log,
        "log.reverse": lambda data: scan_log_reverse(data).rejection,
        "log.positions": _log_positions,
    },
    "hfile": {
        "hfile.trailer": lambda data: HFile(data).trailer,
        "hfile.blocks": lambda data: _drain(HFile(data).blocks()),
        "hfile.info": lambda data: HFile(data).info,
        "hfile.index": lambda data: IndexReader(HFile(data)).view(),
        "hfile.cells": lambda data: _drain(CellReader.of(HFile(data)).scan()),
        "hfile.get": _by_row(lambda lookup, row: _drain(lookup.get(row))),
        "hfile.prefix": _by_row(lambda lookup, row: _drain(lookup.prefix(row[:-1]))),
        "hfile.before": _by_row(lambda lookup, row: lookup.before(row)),
        "hfile.meta": lambda data: _drain(IndexReader(HFile(data)).meta_blocks()),
        "hfile.bloom": _hfile_bloom,
        "hfile.records": _hfile_records,
        "hfile.check": lambda data: _first(check_hfile(data)),
    },
}
"""Commands by surface; each returns or raises the first rejection."""


@contextmanager
def _questions(target: Target) -> Iterator[Questions]:
    commands = COMMANDS[target.kind]
    yield lambda data: [(name, partial(command, data)) for name, command in commands.items()]


SURFACE = Surface(_questions, sample_evenly)
