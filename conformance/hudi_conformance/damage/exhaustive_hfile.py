# SPDX-License-Identifier: Apache-2.0
"""The HFile side of `exhaust`: its commands, and what inputs are made of which fixtures.

Every bit and every length of files of at most `exhaust.LARGEST` bytes; of larger ones without checksums that
would catch a flip, a sample of the bits before the trailer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.decode.hfile.bloom import ask_bloom
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.records import read_records, read_schema
from hudi_conformance.views.common import Rejection

LEN_TRAILER = 4096
# Files whose flips no checksum catches, and `none`, in which one does.
UNCHECKED = (
    "none", "index_3_unchecked", "prefix_unchecked", "diff_unchecked", "fast_diff_unchecked",
    "row_index_unchecked", "bloom_row_unchecked", "tags_unchecked", "prefix_tags_unchecked",
    "meta_many_unchecked", "table_unchecked",
)  # fmt: skip
_NOT_THERE = b"\xff\xff"


def small_files(largest: int) -> list[Path]:
    """HFiles among the fixtures that are small enough for every input."""
    folder = resources.fixtures_dir() / "hfile"
    return [path for path in sorted(folder.rglob("*.hfile")) if 0 < path.stat().st_size <= largest]


def unchecked_files() -> list[Path]:
    """Fixtures of which bits before the trailer are sampled."""
    folder = resources.fixtures_dir() / "hfile"
    return [folder / f"{name}.hfile" for name in UNCHECKED]


def _drain(items: Iterable[object]) -> None:
    deque(items, maxlen=0)


def _rows(file: HFile) -> list[bytes]:
    """First row of the file, as its index names it, a smaller and a greater one; the index may be damaged."""
    keys = [entry.key for entry in IndexReader(file).root[:1]]
    return [key[2 : 2 + int.from_bytes(key[:2], "big")] for key in keys] + [b"", _NOT_THERE]


def _get(data: bytes) -> None:
    file = HFile(data)
    lookup = Lookup(file)
    for row in _rows(file):
        _drain(lookup.get(row))


def _prefix(data: bytes) -> None:
    file = HFile(data)
    lookup = Lookup(file)
    for row in _rows(file):
        _drain(lookup.prefix(row[:-1]))


def _before(data: bytes) -> None:
    file = HFile(data)
    lookup = Lookup(file)
    for row in _rows(file):
        lookup.before(row)


def _bloom(data: bytes) -> None:
    file = HFile(data)
    ask_bloom(file, [*_rows(file)])


def _records(data: bytes) -> None:
    file = HFile(data)
    _, schema = read_schema(file)
    _drain(read_records(file, schema))


def _check(data: bytes) -> Rejection | None:
    finding = next(iter(check_hfile(data)), None)
    return None if finding is None else Rejection(finding.code, finding.at, finding.requirement, "")


def _value(read: Callable[[HFile], object]) -> Callable[[bytes], None]:
    def command(data: bytes) -> None:
        read(HFile(data))

    return command


COMMANDS: Mapping[str, Callable[[bytes], Rejection | None]] = {
    "hfile.trailer": _value(lambda file: file.trailer),
    "hfile.blocks": _value(lambda file: _drain(file.blocks())),
    "hfile.info": _value(lambda file: file.info),
    "hfile.index": _value(lambda file: IndexReader(file).view()),
    "hfile.cells": _value(lambda file: _drain(CellReader.of(file).scan())),
    "hfile.get": _get,
    "hfile.prefix": _prefix,
    "hfile.before": _before,
    "hfile.meta": _value(lambda file: _drain(IndexReader(file).meta_blocks())),
    "hfile.bloom": _bloom,
    "hfile.records": _records,
    "hfile.check": _check,
}
