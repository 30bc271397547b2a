# SPDX-License-Identifier: Apache-2.0
"""Timelines in an audit, for mutants drawn by chance.

drawn:unit-surface-NAME    rows of findings that a check of its own gives, and the files of a timeline
                           that are copied of a store
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from chance_asked import Failure, imported
from chance_log_surface import context_of
from chance_units import unit


def _table(names: dict[str, int], path: str = "/t", **values: Any) -> Any:
    surface = imported("audit.surface")
    files = [imported("lake.files").FileRef(f"{path}/{name}", size) for name, size in names.items()]
    return surface.TableRef(path, files, values.pop("context", context_of()), **values)


@unit("surface-folders")
def _() -> Failure:
    """Findings of a check as rows: whether readers go on, the instant of the name, the size of the file."""
    timeline, views, errors = (
        imported("audit.timeline_surface"),
        imported("views.timeline"),
        imported("errors"),
    )
    finding_of = imported("views.common").Finding
    cases: list[tuple[str, str, str, bool, str, bool | None, str | None]] = [
        (".hoodie/timeline/2_3.commit", "timeline.content.json", "bad-value", False, "damage", None, "2"),
        (".hoodie/timeline/2_3.commit", "timeline.content.json", "bad-value", True, "damage", None, "2"),
    ]
    long = "20260101000000000"
    cases = [(path.replace("2_3", f"{long}_{long}"), rule, code, refused, verdict, can, long)
             for path, rule, code, refused, verdict, can, _ in cases]  # fmt: skip
    for code in ("bad-state", "bad-order", "duplicate", "trailing-bytes"):
        cases += [
            (".hoodie/x", "timeline.state.order", code, False, "violation", True, None),
            (f".hoodie/timeline/{long}.commit.requested", "a.b", code, True, "damage", None, long),
        ]
    names = {".hoodie/hoodie.properties": 7, ".hoodie/x": 9, f".hoodie/timeline/{long}.commit.requested": 11}
    for name in ("timeline", "archive"):
        items = [
            views.PathFinding(path, finding_of(rule, code, 5, "m" * 501, refused))
            for path, rule, code, refused, *_ in cases
        ]
        surface = timeline.FolderSurface(name, lambda _, items=items: items)
        for since in (None, long, "20260102"):
            table = _table(names, context=context_of(since=since))
            rows = list(surface.check_table(table, None))
            expected = [
                (
                    f"/t/{path}",
                    name,
                    verdict,
                    code,
                    rule,
                    5,
                    names.get(path),
                    None,
                    name,
                    instant,
                    can,
                    "m" * 500,
                )
                for path, rule, code, _, verdict, can, instant in cases
                if since is None or instant is None or instant >= since
            ]
            found = [
                (row.path, row.surface, row.verdict, row.code, row.requirement, row.ofs, row.len, row.block,
                 row.kind, row.instant, row.salvageable, row.message)
                for row in rows
            ]  # fmt: skip
            if found != expected:
                return f"{name} since {since}: {found}, expected {expected}"
        if list(surface.check_table(_table({".hoodie/x": 9}), None)):
            return f"{name} of some files of a table"

        def refuse(_: Path, code: str = "bad-value") -> Any:
            raise errors.Reject(code, 3, "timeline.properties.checksum", "text")

        rows = list(timeline.FolderSurface(name, refuse).check_table(_table(names), None))
        found_rows = [(row.path, row.verdict, row.code, row.ofs, row.len, row.salvageable) for row in rows]
        refused_row = ("/t/.hoodie/hoodie.properties", "damage", "bad-value", 3, 7, None)
        if found_rows != ([refused_row] if name == "timeline" else []):
            return f"{name}: {rows}"
    return None


@unit("surface-properties")
def _() -> Failure:
    """Where the checksum of properties is wrong, those that are mandatory and gone are told too."""
    timeline, errors = imported("audit.timeline_surface"), imported("errors")

    def refuse(code: str) -> Any:
        def check(_: Path) -> Any:
            raise errors.Reject(code, None, "timeline.properties.checksum", "text")

        return check

    keys = [
        "hoodie.table.name",
        "hoodie.table.type",
        "hoodie.table.version",
        "hoodie.timeline.layout.version",
    ]
    for name in ("timeline", "archive"):
        for code in ("bad-checksum", "bad-value"):
            for present in (keys, keys[1:], keys[:2], []):
                with tempfile.TemporaryDirectory() as place:
                    (Path(place) / ".hoodie").mkdir()
                    text = "".join(f"{key}=x\n" for key in present)
                    (Path(place) / ".hoodie" / "hoodie.properties").write_text(text)
                    table = _table({".hoodie/hoodie.properties": len(text)}, place)
                    rows = list(timeline.FolderSurface(name, refuse(code)).check_table(table, None))
                first = [("timeline.properties.checksum", code)]
                lost = [("timeline.properties.mandatory", "missing-field")] * (4 - len(present))
                expected = [*first, *(lost if code == "bad-checksum" else [])] if name == "timeline" else []
                if [(row.requirement, row.code) for row in rows] != expected:
                    return f"{name}, {code}, {present}: {rows}"
                if any(row.verdict != "damage" or not row.path.endswith("hoodie.properties") for row in rows):
                    return f"{rows}"
                messages = [row.message for row in rows if row.code == "missing-field"]
                absent = [key for key in keys if key not in present]
                if messages and [text.split()[-1] for text in messages] != absent:
                    return f"{messages}"
    if list(timeline._lost_properties(Path("/no/such/folder"))):
        return "properties of no file"
    return None


class _Opened:
    """Files of a store: what was opened, and closed."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.open = 0

    def __call__(self, ref: Any) -> Any:
        self.names.append(ref.path)
        self.open += 1
        return _Buffer(self, ref.path.encode())


class _Buffer(bytes):
    owner: _Opened

    def __new__(cls, owner: _Opened, data: bytes) -> _Buffer:
        made = super().__new__(cls, data)
        made.owner = owner
        return made

    def close(self) -> None:
        """The end of a read."""
        self.owner.open -= 1


@unit("surface-copies")
def _() -> Failure:
    """Of a table in a store its timeline is copied, once: no data, nothing huge, nothing outside."""
    timeline = imported("audit.timeline_surface")
    wanted = [
        ".hoodie/hoodie.properties",
        ".hoodie/timeline/1.commit",
        "p/q/.hoodie_partition_metadata",
        ".hoodie/a..b",
    ]
    others = [".hoodie/metadata/x", ".hoodie/.temp/1/x", "p/f.parquet", ".hoodie/../x", ".hoodie/a/../../x"]
    names = dict.fromkeys([*wanted, *others], 5) | {".hoodie/large": (1 << 28) + 1, ".hoodie/fits": 1 << 28}
    wanted.append(".hoodie/fits")
    table = _table(names, "mock://store/t")
    opened = _Opened()
    with timeline.copied(table, opened) as near:
        folder = Path(near.copy)
        if replace(near, copy=None) != table:
            return "another table"
        copies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
        if copies != {name: f"mock://store/t/{name}".encode() for name in wanted} or opened.open:
            return f"{sorted(copies)}, {opened.open} open"
        with timeline.as_folder(near, opened) as again:
            if again != folder or len(opened.names) != len(wanted):
                return "a second copy"
    if folder.exists():
        return "the copy is left"
    with timeline.as_folder(table, opened) as own:
        if {path.relative_to(own).as_posix() for path in _files(own)} != set(wanted):
            return "another copy"
    if own.exists():
        return "a copy is left"
    here = _table(names, "/t")
    with timeline.copied(here, opened) as near, timeline.as_folder(here, opened) as own:
        if near is not here or own != Path("/t"):
            return "a copy of what is near"
    with timeline.as_folder(replace(here, copy="/u"), opened) as own:
        if own != Path("/u"):
            return "not the copy"
    for error in (OSError("x"), ValueError("x"), pa.ArrowInvalid("x")):

        def fail(_: Any, error: Exception = error) -> Any:
            raise error

        with timeline.copied(table, fail) as near:
            if near is not table:
                return f"{error!r}: a copy"
    if len(opened.names) != 2 * len(wanted):
        return f"{len(opened.names)} files were read"
    return None


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
