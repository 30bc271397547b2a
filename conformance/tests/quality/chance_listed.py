# SPDX-License-Identifier: Apache-2.0
"""Lists of files of drawn metadata tables against drawn folders, for mutants drawn by chance.

    drawn:listed-files-N    files and partitions that only one of list and folder has, sizes that differ: what
                            is told follows from what was done with each file
    drawn:listed-folder-N   files of a folder by partition, name and size, as deep as a limit

The rules are `table.check.metadata-listing` and `table.check.metadata-size` of `spec/table_files.md`.
"""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered
from chance_findings import Told, damage, difference, replaced, violation

_PLACE = ".hoodie/metadata/files"
_METAFILE = ".hoodie_partition_metadata"
_LIST, _SIZE = "metadata-listing", "metadata-size"
_TIMES = tuple(f"202601010{minute:02d}000000" for minute in range(1, 6))
_PARTITIONS = ("", "p=1", "q/r", "p=3")
_FATES = (
    "right",
    "right",
    "gone",
    "unlisted",
    "unlisted",
    "unlisted",
    "empty",
    "smaller",
    "smaller",
    "larger",
    "odd",
)


@cache
def _parquet(num_rows: int) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"a": list(range(num_rows))}), out)
    return out.getvalue()


@dataclass
class _File:
    """A drawn file: the size that is listed and the bytes that are there; None where it is not."""

    partition: str
    name: str
    kind: str
    time: str
    size: int | None
    data: bytes | None

    @property
    def path(self) -> str:
        return f"{self.partition}/{self.name}" if self.partition else self.name

    @property
    def file_id(self) -> str:
        return self.name.lstrip(".").partition("_")[0]


@dataclass
class _Drawn:
    """A table: what its timeline and snapshot say of the files."""

    files: list[_File]
    version: int
    pending: str | None
    done: bool
    first_active: str | None
    deleted: set[str]
    removed: set[str]
    named: dict[str, str]
    undone: set[str]
    read: set[str]
    writes: dict[str, Any]
    absent: set[str] = field(default_factory=set)

    @property
    def is_deleting(self) -> bool:
        return self.pending in {"clean", "rollback", "restore"} and not self.done

    def is_committed(self, file: _File) -> bool:
        """Whether it is of a completed commit and nothing has deleted it."""
        if file.name in self.deleted | self.removed:
            return False
        if file.path in self.named:
            return self.named[file.path] not in self.undone
        if file.kind == "other" or self.first_active is None or file.time >= self.first_active:
            return False
        return file.path in self.read and file.time not in self.undone


def _draw_file(chance: random.Random, number: int) -> _File:
    partition, time = chance.choice(_PARTITIONS), chance.choice(_TIMES)
    kind = chance.choice(("parquet", "parquet", "orc", "log", "log", "cdc", "broken"))
    name = {
        "orc": f"f{number}_0-1-0_{time}.orc", "log": f".f{number}_{time}.log.1_0-1-0",
        "cdc": f".f{number}_{time}.log.1_0-1-0.cdc",
    }.get(kind, f"f{number}_0-1-0_{time}.parquet")  # fmt: skip
    data = _parquet(number + 1) if kind in {"parquet", "orc"} else b"x" * (number + 5)
    fate = chance.choice(_FATES)
    if fate == "odd":
        name, size, there = chance.choice((
            (f"n{number}.txt", 7, b"x" * 7), (f"n{number}.txt", 7, None), (f"x/{name}", 7, None),
            ("..", 7, None), (".", 7, None),
        ))  # fmt: skip
        return _File(partition, name, "other", time, size, there)
    size = {"unlisted": None, "empty": 0, "smaller": len(data) - 1, "larger": len(data) + 1}.get(
        fate, len(data)
    )
    return _File(partition, name, kind, time, size, None if fate == "gone" else data)


def _draw(chance: random.Random) -> _Drawn:
    files = [_draw_file(chance, number) for number in range(chance.choice((1, 3, 8)))]
    unique = {one.path: one for one in files}

    def some(share: float) -> set[str]:
        return {one.name for one in files if chance.random() < share}

    return _Drawn(
        list(unique.values()), chance.choice((6, 7, 8, 9)),
        chance.choice((None, None, "clean", "rollback", "restore", "commit")), chance.random() < 0.3,
        chance.choice((None, *_TIMES)), some(0.3), some(0.15),
        {path: one.time for path, one in unique.items() if chance.random() < 0.4},
        {time for time in _TIMES if chance.random() < 0.2},
        {path for path in unique if chance.random() < 0.6},
        {path: chance.choice((3, 1, None, "x")) for path in unique if chance.random() < 0.5},
    )  # fmt: skip


def _expected(drawn: _Drawn) -> Iterator[tuple[Told, list[str]]]:
    listed: dict[str, list[_File]] = {}
    for one in drawn.files:
        if one.size is not None:
            listed.setdefault(one.partition, []).append(one)
    for partition in {one.partition for one in drawn.files}:
        there = [one for one in drawn.files if one.partition == partition and one.data is not None]
        lost = sorted(
            (one for one in there if one.size is None and drawn.is_committed(one)), key=lambda one: one.name
        )
        if partition not in listed:
            if lost:
                path = f"{partition}/{_METAFILE}" if partition else _PLACE
                yield (
                    damage(path, _LIST, "missing-field"),
                    [f"with {_number(len(lost), 'file')} of", _rows(lost)],
                )
            continue
        if partition and partition in drawn.absent:
            if not drawn.is_deleting:
                own = sorted(one.name for one in listed[partition])
                words = [repr(partition), _number(len(own), "file")]
                yield damage(_PLACE, _LIST, "bad-reference"), words
            continue
        for one in lost:
            yield damage(one.path, _LIST, "missing-field"), [_lost_by(drawn, one)]
        for one in listed[partition]:
            yield from _of_listed(drawn, one)


def _lost_by(drawn: _Drawn, one: _File) -> str:
    if one.kind == "cdc":
        return "queries of changes lose"
    return f"queries lose {_rows([one])}" if one.path in drawn.read else "as of an earlier instant"


def _of_listed(drawn: _Drawn, one: _File) -> Iterator[tuple[Told, list[str]]]:
    assert one.size is not None
    if "/" in one.name or one.name in {".", ".."}:
        yield damage(_PLACE, _LIST, "bad-value"), [f"{one.name[:80]!r}"]
    elif one.data is None:
        if one.name in drawn.deleted and one.name not in drawn.removed and drawn.is_deleting:
            return
        number = drawn.writes.get(one.path)
        rows = (
            f"; its {_number(number, 'row')} are lost" if isinstance(number, int) else "; its rows are lost"
        )
        yield damage(one.path, _LIST, "bad-reference"), [rows]
    elif one.kind == "other":
        if one.name not in drawn.deleted or one.name in drawn.removed or not drawn.is_deleting:
            yield violation(one.path, _LIST, "bad-value"), []
    elif one.size == 0:
        yield damage(one.path, _SIZE, "bad-value"), [f"queries lose {_rows([one])}"]
    elif one.size != len(one.data):
        is_growing = drawn.pending is not None and not drawn.done and drawn.version < 8
        if is_growing and one.kind in {"log", "cdc"} and one.size < len(one.data):
            return
        is_log = one.kind in {"log", "cdc"}
        words = [
            f"{one.size:,} bytes in", f"{len(one.data):,} in the folder",
            "!footer" if is_log else "its footer is not found",
            "fail, or" if one.size > len(one.data) else "!fail",
        ]  # fmt: skip
        yield damage(one.path, _SIZE, "length-mismatch"), words


def _number(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _rows(files: list[_File]) -> str:
    """Rows of files as a message states them: their number where all of them are Parquet files."""
    names = ", ".join(repr(one.name[:60]) for one in files[:3])
    names += "" if len(files) <= 3 else f" and {len(files) - 3} more"
    if all(one.kind == "parquet" for one in files):
        total = sum(int(one.file_id[1:]) + 1 for one in files)
        return f"{_number(total, 'row')} of {names}"
    return f"the rows of {names}"


def files_fault(chance: random.Random) -> Failure:
    """A drawn table."""
    drawn = _draw(chance)
    listing: dict[str, dict[str, int]] = {}
    sizes: dict[str, dict[str, int]] = {}
    for one in drawn.files:
        if one.size is not None:
            listing.setdefault(one.partition, {})[one.name] = one.size
        if one.data is not None and one.kind != "other":
            sizes.setdefault(one.partition, {})[one.name] = len(one.data)
    listing.setdefault("empty and gone", {})
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for one in drawn.files:
            if one.data is not None:
                (folder / one.path).parent.mkdir(parents=True, exist_ok=True)
                (folder / one.path).write_bytes(one.data)
            elif chance.random() < 0.5:
                (folder / one.partition).mkdir(parents=True, exist_ok=True)
        drawn.absent = {name for name in _PARTITIONS if not (folder / name).is_dir()}
        module = imported("audit.metadata.listing")
        checked = module.Listing(_state(drawn, folder, listing), _facts(drawn), module.Disk(sizes))
        return difference(checked.check(), _expected(drawn))


def _state(drawn: _Drawn, folder: Path, listing: Mapping[str, Any]) -> Any:
    slices = {
        (one.partition, one.file_id): SimpleNamespace(
            base_file=None if one.name.startswith(".") else SimpleNamespace(name=one.name),
            log_files=(SimpleNamespace(name=one.name),) if one.name.startswith(".") else (),
        )
        if one.path in drawn.read
        else SimpleNamespace(base_file=SimpleNamespace(name="x"), log_files=(SimpleNamespace(name="y"),))
        for one in drawn.files
        if one.path in drawn.read or len(one.name) % 2
    }
    return SimpleNamespace(
        path=folder, listing=listing, slices=slices,
        metadata=SimpleNamespace(table_version=drawn.version),
        file=lambda partition, name: folder / partition / name,
    )  # fmt: skip


def _facts(drawn: _Drawn) -> Any:
    views = imported("views.timeline")

    def instant(time: str, action: str, state: Any) -> Any:
        return views.Instant(time, action, state, None, f"{time}.{action}")

    instants = [instant(_TIMES[0], "commit", views.State.REQUESTED)]
    instants += [instant(_TIMES[0], "commit", views.State.COMPLETED)]
    if drawn.pending is not None:
        instants.append(instant("20260102000000000", drawn.pending, views.State.INFLIGHT))
        if drawn.done:
            instants.append(instant("20260102000000000", drawn.pending, views.State.COMPLETED))

    def commits(writes: Mapping[str, Any]) -> Any:
        stats = tuple(("", {"path": path, "numWrites": number}) for path, number in writes.items())
        return SimpleNamespace(stats=stats)

    # A later commit wrote more of them, or says nothing.
    older = {path: 99 for path, number in drawn.writes.items() if isinstance(number, int)}
    return SimpleNamespace(
        deleted=drawn.deleted | drawn.removed, removed=dict.fromkeys(drawn.removed), undone=dict.fromkeys(
            drawn.undone, "later"), first_active=drawn.first_active, instants=instants,
        named={path: SimpleNamespace(instant=SimpleNamespace(time=time))
               for path, time in drawn.named.items()},
        commits=[commits(older), commits(drawn.writes)],
    )  # fmt: skip


def folder_fault(chance: random.Random) -> Failure:
    """Data files of a folder: those of `.hoodie`, links, and files of other names are left out."""
    expected: dict[str, dict[str, int]] = {}
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        for number in range(12):
            partition = chance.choice((*_PARTITIONS, ".hoodie", "p=1/.hoodie", ".hoodiex", "d/e/f"))
            one = _draw_file(chance, number)
            if "/" in one.name or one.data is None or one.name in {".", ".."}:
                continue
            path = root / partition / one.name
            path.parent.mkdir(parents=True, exist_ok=True)
            kind = chance.choice(("file", "file", "file", "link", "folder"))
            if kind == "link":
                (root / f"target{number}").write_bytes(one.data)
                path.symlink_to(root / f"target{number}")
            elif kind == "folder":
                path.mkdir()
            else:
                path.write_bytes(one.data)
                if one.kind != "other" and ".hoodie" not in partition.split("/") and partition.count("/") < 2:
                    expected.setdefault(partition, {})[one.name] = len(one.data)
        module = imported("audit.metadata.listing")
        with replaced(module, _MAX_DEPTH=2):
            disk = module.read_disk(root)
        if disk.sizes != expected:
            return f"{disk.sizes}, expected {expected}"
        for partition in (*_PARTITIONS, "none"):
            for name in ("none", *expected.get(partition, ())):
                if disk.size(partition, name) != expected.get(partition, {}).get(name):
                    return f"size of {name} in {partition}"
    return None


_FAULTS = {"listed-files": files_fault, "listed-folder": folder_fault}


def listed_questions() -> Iterator[Asked]:
    """All of them."""
    return numbered(_FAULTS, 4, 35)
