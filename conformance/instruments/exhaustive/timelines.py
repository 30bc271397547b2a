# SPDX-License-Identifier: Apache-2.0
"""Files of timelines: their fixtures, the commands for them, and data that must not be lost.

Properties, instants and archives are read as files; properties, version files, manifests, merge plans and
Parquet files of a history in their table, whose other files stay intact. Data before the damage must stay
readable: the lines of properties, and the entries of the blocks of an archive.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path

from hudi_conformance import edits, resources
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.archive_entries import (
    ARCHIVE_NAME,
    PLAN,
    ArchiveBlock,
    archive_files,
    list_archived,
    merged_by_plan,
    scan_archive,
)
from hudi_conformance.decode.timeline.check import check_timeline
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.edits import Edit
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.properties.table import FILE
from hudi_conformance.model.timeline import PathFinding

from instruments.exhaustive.run import Ask, Questions, Surface, Target, sample_by_kind

LARGEST = 4096  # bytes of a file of which every bit is turned
_LARGEST_OF = {"archive": 15_600, "parquet": 16_100}  # bytes of a file that is taken at all
_LEN_MAGIC = 6


def timeline_targets() -> list[Target]:
    """Distinct files of the timeline fixtures that are not damaged already."""
    targets: dict[tuple[str, bytes], Target] = {}
    for tree in sorted((resources.fixtures_dir() / "timeline").glob("*.zip")):
        if tree.stem.startswith("damaged_"):
            continue
        with zipfile.ZipFile(tree) as archive:
            for path in archive.namelist():
                data = archive.read(path)
                kind = kind_of(path)
                if kind is not None and data and len(data) <= _LARGEST_OF.get(kind, len(data)):
                    kinds = ("lengths", "bits") if len(data) <= LARGEST else ("lengths",)
                    target = Target(f"{tree.stem}/{path}", kind, data, kinds, table=tree, path=path)
                    targets.setdefault((kind, data), target)
    return list(targets.values())


def kind_of(path: str) -> str | None:
    """Kind of a file of a table, which determines the commands; None for other files."""
    name = path.rpartition("/")[2]
    if name.startswith(FILE):
        return "properties"
    if ARCHIVE_NAME.fullmatch(name):
        return "archive"
    if name == PLAN:
        return "plan"
    if name.startswith(("manifest_", "_version_")):
        return "manifest"
    if name.endswith(".parquet"):
        return "parquet"
    return "instant" if decode_instant_name(name, _layout_of(path)) else None


def _layout_of(path: str) -> int:
    """Layout of the folder that an instant's file is in."""
    return 1 if path.count("/") == 1 else 2


# --- commands -------------------------------------------------------------------------------------------


def _entries(data: bytes) -> Rejection | None:
    rejections = [item if isinstance(item, Rejection) else item.rejection for item in scan_archive(data)]
    return next((rejection for rejection in reversed(rejections) if rejection is not None), None)


def _archive_list(table: Path) -> None:
    folder = table / ".hoodie" / "archived"
    list_archived(archive_files(folder), merged_by_plan(folder))


def _first(findings: Iterable[PathFinding]) -> Rejection | None:
    return next((Rejection(item.finding.code, None, "", "") for item in findings), None)


def _archive_check(table: Path) -> Rejection | None:
    return _first(check_archive(table))


OF_FILES: dict[str, Mapping[str, Callable[[bytes, str], object]]] = {
    "properties": {"timeline.properties": lambda data, _: decode_properties(data)},
    "instant": {
        "timeline.decode": lambda data, path: decode_instant(data, Path(path).name, _layout_of(path)),
    },
    "archive": {"archive.entries": lambda data, _: _entries(data)},
}
"""Commands on the bytes and the path of a file, by kind of file."""
OF_TABLES: dict[str, Mapping[str, Callable[[Path], object]]] = {
    "properties": {
        "timeline.list": read_timeline,
        "timeline.check": lambda table: _first(check_timeline(table)),
    },
    "plan": {"archive.list": _archive_list, "archive.check": _archive_check},
    "manifest": {"timeline.history": read_history, "archive.check": _archive_check},
    "parquet": {"timeline.history": read_history, "archive.check": _archive_check},
}
"""Commands on the table that a file is in, by kind of file."""


@contextmanager
def _questions(target: Target) -> Iterator[Questions]:
    of_files, of_tables = OF_FILES.get(target.kind, {}), OF_TABLES.get(target.kind, {})
    with tempfile.TemporaryDirectory() as scratch:
        table = Path(scratch)
        if of_tables and target.table is not None:
            with zipfile.ZipFile(target.table) as archive:
                archive.extractall(table)

        def questions(data: bytes) -> Iterator[tuple[str, Ask]]:
            for name, of_file in of_files.items():
                yield name, partial(of_file, data, target.path)
            if of_tables:
                (table / target.path).write_bytes(data)
            for name, of_table in of_tables.items():
                yield name, partial(of_table, table)

        yield questions


# --- what must not be lost ------------------------------------------------------------------------------


def lost_property(target: Target, data: bytes, ofs: int) -> str | None:
    """A key of a line that ended before byte `ofs`, where the damage is, and is missing now."""
    try:
        entries = decode_properties(data).entries
    except Reject:
        return None  # a file with a bad escape has no value at all
    before = decode_properties(target.data[: target.data.rfind(b"\n", 0, ofs) + 1]).entries
    return next((key for key, value in before.items() if entries.get(key) != value), None)


def lost_block(target: Target, data: bytes, ofs: int) -> str | None:
    """A block of an archive that was intact before byte `ofs`, where the damage is, and is missing now.

    The six bytes after a block belong to it: it is intact only if another block or the end follows.
    """
    entries = {item.block.span.ofs: item.entries for item in _blocks(data)}
    for item in _blocks_of_target(target.data):
        span = item.block.span
        if span.end + _LEN_MAGIC <= ofs and entries.get(span.ofs) != item.entries:
            return f"block at {span.ofs}"
    return None


def _blocks(data: bytes) -> list[ArchiveBlock]:
    return [item for item in scan_archive(data) if isinstance(item, ArchiveBlock)]


@lru_cache(maxsize=1)
def _blocks_of_target(data: bytes) -> list[ArchiveBlock]:
    return _blocks(data)


def _wording(edit: Edit) -> str:
    run = edits.offset_run(edit)
    ofs = run[0] if run else 0
    return (
        f"cut to {ofs}"
        if edit["op"] == "truncate"
        else f"bit {int(edit['hex'], 16).bit_length() - 1} of {ofs}"
    )


SURFACE = Surface(
    _questions, sample_by_kind, {"properties": lost_property, "archive": lost_block}, _wording
)  # fmt: skip
