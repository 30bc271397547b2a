# SPDX-License-Identifier: Apache-2.0
"""Relations between audits of single files, for mutants drawn by chance.

    drawn:audited-logs-N    damaged logs: an audit finds what `log.check` finds, in the block that
                            `log.scan` has there, with the instant of its header
    drawn:audited-hfiles-N  damaged HFiles: what `hfile.check` finds, in the block that contains the byte,
                            with the instant of the name
    drawn:audits-alike-N    options that choose: a sample has as many files, what is found since an instant is
                            found without it too, and how a log is cut into parts makes no difference

Decoder and audit are different parts of the package: a mutant changes one of them.
"""

from __future__ import annotations

import random
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_drawn import ask
from hudi_conformance import resources
from hudi_conformance.errors import CODES
from hudi_conformance.specification.requirements import load

if TYPE_CHECKING:
    from chance_questions import World

_NUM_QUESTIONS, _NUM_EACH, _MAX_BYTES = 3, 14, 40_000
_NAME = ".f1-0_20240101000000000.log.1_0-1-0"
_HFILE = "f_1-0_0-1-0_20240101000000123.hfile"
_STORE = "mock://store"
_in_store: list[bool] = []
_OTHER_CODES = frozenset({"io", "unsupported", "limit", "gone", "nothing-checked"})
_SALVAGEABLE: dict[str, frozenset[bool | None]] = {
    "damage": frozenset({None, True, False}), "violation": frozenset({None, True, False}),
    "unreadable": frozenset({None}), "note": frozenset({None, True}),
}  # fmt: skip
_WHOLE = frozenset({"table", "metadata", "timeline", "archive"})


def file_questions() -> Iterator[Asked]:
    """All of them."""
    kinds = {"audited-logs": _log_fault, "audited-hfiles": _hfile_fault, "audits-alike": _alike_fault}
    for kind, fault_of in kinds.items():
        for number in range(_NUM_QUESTIONS):
            yield f"drawn:{kind}-{number}", f"{_NUM_EACH}", partial(_fault, fault_of, number)


def _fault(fault_of: Callable[[random.Random, Path], Failure], number: int, _: World) -> Failure:
    with tempfile.TemporaryDirectory() as place:
        return fault_of(random.Random(f"files {number}"), Path(place))


@cache
def fixtures_of(folder: str, ending: str) -> list[bytes]:
    """Files of a folder of fixtures that are small."""
    paths = sorted((resources.fixtures_dir() / folder).glob(f"*.{ending}"))
    return [path.read_bytes() for path in paths if 0 < path.stat().st_size < _MAX_BYTES]


def _damaged(chance: random.Random, data: bytes) -> bytes:
    """A file as it is, cut, or with bytes of another value."""
    edited = bytearray(data)
    for _ in range(chance.choice((0, 1, 1, 3))):
        place = chance.randrange(len(edited))
        match chance.randrange(4):
            case 0:
                edited[place] ^= 1 << chance.randrange(8)
            case 1:
                edited[place] = chance.choice((0, 1, 127, 255))
            case 2:
                edited[place : place + 1] = b""
            case _:
                del edited[max(place, 1) :]
    return bytes(edited)


def rows_of(folder: Path, **options: Any) -> list[Any]:
    """Rows of an audit; of a copy in a store within `in_store`. Raises where a row is none that can be."""
    sizes = {str(path): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    rows = _stored_rows(folder, options) if _in_store else _rows(str(folder), options)
    for row in rows:
        if fault := _row_fault(row, sizes):
            raise AssertionError(f"{fault}: {row}"[:500])
    return rows


def _row_fault(row: Any, sizes: Mapping[str, int]) -> Failure:
    """What no finding may be, by `schemas/findings.md`."""
    if row.code not in CODES and row.code not in _OTHER_CODES:
        return "no code"
    if row.requirement is not None and row.requirement not in _rules():
        return "no rule"
    if row.verdict not in _SALVAGEABLE or row.salvageable not in _SALVAGEABLE[row.verdict]:
        return "no verdict, or not salvageable by it"
    if row.severity not in {"error", "warning", "info"} or not 0 < len(row.message) <= 500:
        return "no severity or message"
    can_be = {"base-file": False, "name": True, "timeline": None if row.verdict == "damage" else True}
    if row.verdict != "unreadable" and row.salvageable is not can_be.get(row.surface, row.salvageable):
        return f"salvageable: {row.salvageable}"
    size = sizes.get(row.path)
    if row.surface in _WHOLE and row.verdict != "unreadable":
        if row.kind != row.surface:
            return "another kind than its surface"
        if row.surface != "metadata" and row.len != size:
            return f"not the {size} bytes of its file"
    if row.ofs is not None and size is not None and not 0 <= row.ofs <= size:
        return f"outside of {size} bytes"
    step = imported("audit.next_steps").next_step(row)
    text = step.text
    if not text.startswith("lost: ") or not step.lost:
        return f"next: {text}"
    for word in ("hudi-conformance inspect ", "hudi-conformance salvage "):
        path = shlex.quote(row.path.removeprefix(_STORE))
        if word in text and path not in text and shlex.quote(row.path) not in text:
            return f"next without its path: {text}"
    block = f" --block {row.block}"
    if "hudi-conformance inspect " in text and (block in text) is not (row.block is not None):
        return f"next without its block: {text}"
    return None


@cache
def _rules() -> Mapping[str, Any]:
    return load(resources.spec_dir()).requirements


def _stored_rows(folder: Path, options: Mapping[str, Any]) -> list[Any]:
    system, root = imported("lake.filesystem").file_system(f"{_STORE}{folder}")
    copy_folder(folder, system, root)
    try:
        rows = _rows(f"{_STORE}{folder}", options)
    finally:
        system.delete_dir(root)
    return [replace(row, path=row.path.removeprefix(_STORE)) for row in rows]


def _rows(path: str, options: Mapping[str, Any]) -> list[Any]:
    audit = imported("audit.run")
    with tempfile.TemporaryDirectory() as out:
        return list(audit.run_audit(audit.Options([path], **options), Path(out)).store.rows())


def copy_folder(folder: Path, system: Any, root: str) -> None:
    """A folder as one of a file system of Arrow."""
    system.create_dir(root)
    for path in sorted(folder.rglob("*")):
        target = f"{root}/{path.relative_to(folder)}"
        if path.is_dir():
            system.create_dir(target)
        else:
            with system.open_output_stream(target) as file:
                file.write(path.read_bytes())


@contextmanager
def in_store() -> Iterator[None]:
    """What `rows_of` audits is a copy in a store in memory, whose paths are those of the folder."""
    _in_store.append(True)
    try:
        yield
    finally:
        _in_store.pop()


def _write(chance: random.Random, place: Path, kind: str, name: str) -> dict[str, bytes]:
    """Damaged files, each in a folder of its own; content by path."""
    files = {}
    for number, data in enumerate(chance.sample(fixtures_of(*kind.split("/")), _NUM_EACH)):
        path = place / "data" / f"{number}" / name
        path.parent.mkdir(parents=True)
        path.write_bytes(_damaged(chance, data))
        files[str(path)] = path.read_bytes()
    return files


def _audited(files: Mapping[str, bytes], place: Path) -> Iterator[tuple[str, bytes, list[Any]]]:
    """Each file with its path, its content and the rows of an audit that name a rule."""
    rows: dict[str, list[Any]] = {path: [] for path in files}
    for row in rows_of(place / "data"):
        rows[row.path].append(row)
    for path, data in files.items():
        yield path, data, [row for row in rows[path] if row.requirement is not None]


def _told_fault(rows: list[Any], answer: Mapping[str, Any]) -> Failure:
    """Where the rows are not the findings of the command that checks the file."""
    expected = {(one["requirement"], one["code"], one["at"]) for one in answer["value"]["findings"]}
    found = {(row.requirement, row.code, _text(row.ofs)) for row in rows}
    return f"{sorted(found ^ expected, key=str)[:2]}" if found != expected else None


def _log_fault(chance: random.Random, place: Path) -> Failure:
    files = _write(chance, place, "log/log", _NAME)
    for path, data, own in _audited(files, place):
        if fault := _told_fault(own, ask("log.check", data, file_name=_NAME)):
            return f"{path}: {fault}"
        scan = ask("log.scan", data)
        blocks = (scan.get("value") or scan.get("partial") or {}).get("blocks", [])
        for row in own:
            if fault := _block_fault(row, blocks):
                return f"{path}: {row.requirement} at {row.ofs}: {fault}"
    return None


def _block_fault(row: Any, blocks: list[Any]) -> Failure:
    """What is wrong with the block that a row names."""
    if row.block is None:
        return None if row.kind is None and row.instant is None else f"{row.kind} without a number"
    if not 0 <= row.block < len(blocks):
        return f"block {row.block} of {len(blocks)}" if blocks else None
    block = blocks[row.block]
    ofs, end = int(block["ofs"]), int(block["ofs"]) + int(block["len"])
    if row.kind != block["kind"] or row.len != end - ofs:
        return f"block {row.block} is {block['kind']} of {end - ofs} bytes, not {row.kind} of {row.len}"
    if row.ofs is not None and not ofs <= row.ofs <= end:
        return f"block {row.block} is from {ofs} to {end}"
    instant = (block.get("header") or {}).get("INSTANT_TIME")
    is_text = isinstance(instant, str)
    return f"instant {row.instant}, not {instant}" if is_text and row.instant != instant else None


def _text(at: int | None) -> str | None:
    return None if at is None else str(at)


def _hfile_fault(chance: random.Random, place: Path) -> Failure:
    files = _write(chance, place, "hfile/hfile", _HFILE)
    for path, data, own in _audited(files, place):
        if fault := _told_fault(own, ask("hfile.check", data)):
            return f"{path}: {fault}"
        answer = ask("hfile.blocks", data)
        blocks = answer["value"]["blocks"] if answer["answer"] == "value" else None
        for row in own:
            if row.instant != "20240101000000123":
                return f"instant {row.instant}"
            if row.salvageable is not (row.verdict != "damage"):
                return f"salvageable {row.salvageable} of {row.verdict}"
            if blocks is None or row.ofs is None:
                continue
            ends = [
                int(one["ofs"]) + _len_header(one) + int(one["on_disk_size_without_header"]) for one in blocks
            ]
            inside = [at for at, one in enumerate(blocks) if int(one["ofs"]) <= row.ofs < ends[at]]
            if inside and (row.block, row.kind) != (inside[0], blocks[inside[0]]["type"]):
                return f"{path}: byte {row.ofs} is in block {inside[0]}, not {row.block}"
            if inside and row.len != ends[inside[0]] - int(blocks[inside[0]]["ofs"]):
                return f"{path}: block {row.block} has not {row.len} bytes"
    return None


def _len_header(block: dict[str, Any]) -> int:
    """Without checksums, as before version 3 of a file, a header has three fields less."""
    return 24 if block["bytes_per_checksum"] is None else 33


def _alike_fault(chance: random.Random, place: Path) -> Failure:
    files = _write(chance, place, "log/log", _NAME)
    folder = place / "data"
    rows = rows_of(folder)
    num = chance.randrange(1, len(files))
    sampled = rows_of(folder, sample=num, seed=chance.randrange(99))
    chosen = {row.path for row in sampled}
    if len(chosen) > num or any(row not in rows for row in sampled):
        return f"{len(chosen)} files of a sample of {num}"
    if [row for row in rows if row.path in chosen] != sorted(sampled, key=rows.index):
        return "a sample finds less in its files"
    instants = sorted({row.instant for row in rows if row.instant})
    for since in (*instants[:1], *instants[-1:], "9" * 17):
        later = rows_of(folder, since=since)
        if any(row not in rows for row in later):
            return f"more since {since}"
        if any(row.instant is not None and row.instant < since for row in later):
            return f"earlier ones since {since}"
        missing = [row for row in rows if row not in later and (row.instant or "") >= since]
        if missing:
            return f"lost since {since}: {missing[0]}"
    module, source = imported("audit.log_surface"), imported("audit.surface")
    lake = imported("lake.files")
    for path in files:
        ref = lake.FileRef(path, len(files[path]))
        found = []
        for surface in (module.LogSurface(), module.LogSurface(1), module.LogSurface(quick=False)):
            plan = surface.plan(ref, files[path], source.Context())
            parts = [
                row for part in plan.parts for row in surface.check(ref, files[path], part, source.Context())
            ]
            found.append((sorted(map(repr, (*plan.findings, *parts))), plan.num_blocks))
        if found[0] != found[1] or found[0] != found[2]:
            return f"{path}: parts or kernels make a difference"
    shutil.rmtree(folder)
    return None
