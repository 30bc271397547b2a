# SPDX-License-Identifier: Apache-2.0
"""The table that a file belongs to, and its version according to its properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.lake.files import FileRef, read_small
from hudi_conformance.lake.filesystem import local_path
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.timeline import LAYOUT_2, State

PROPERTIES, BACKUP = (f"/.hoodie/{name}" for name in (props.FILE, props.BACKUP))
_HOODIE = "/.hoodie"
TIMELINES = (_HOODIE, f"{_HOODIE}/timeline")  # folders of both layouts
_MAX_UP = 64  # folders above a file


class Tables:
    """Finds the table of a file: the nearest folder above it with properties of a table, or their backup.

    Attributes:
        defaults: context of a file outside all tables.
    """

    def __init__(self, defaults: Context | None = None, now: str | None = None) -> None:
        self.defaults = defaults or Context()
        self._now = now
        self._known: dict[str, tuple[str, Context] | None] = {}
        self._listed: tuple[str, ...] = ()  # remote folders all of whose files are known
        self._tables: frozenset[str] = frozenset()  # folders among these that hold properties

    def learn(self, paths: Iterable[str], refs: Iterable[FileRef]) -> None:
        """Derive folders with properties from the listing of remote paths, without a request per folder."""
        self._listed = tuple(path.rstrip("/") for path in paths if local_path(path) is None)
        ends = (PROPERTIES, BACKUP)
        self._tables = frozenset(
            ref.path.removesuffix(end) for ref in refs for end in ends if ref.path.endswith(end)
        )

    def context(self, path: str) -> Context:
        """Context of a file, from its table; a version among the defaults overrides the table's."""
        if self.defaults.table_version is not None:
            return self.defaults
        table = self._find(path.rpartition("/")[0])
        return self.defaults if table is None else table[1]

    def folder_of(self, path: str) -> str | None:
        """Folder of the table that a file is in."""
        table = self._find(path.rpartition("/")[0])
        return None if table is None else table[0]

    def is_table(self, folder: str) -> bool:
        """Whether a folder contains properties of a table, or their backup."""
        table = self._find(folder)
        return table is not None and table[0] == folder

    def group(self, refs: Sequence[FileRef]) -> list[TableRef]:
        """The tables of files, each with those of `refs` that are in it."""
        groups: dict[str, list[FileRef]] = {}
        for ref in refs:
            table = self.folder_of(ref.path)
            if table is not None:
                groups.setdefault(table, []).append(ref)
        return [
            TableRef(path, files, self.context(files[0].path), self._now)
            for path, files in sorted(groups.items())
        ]

    def _find(self, folder: str) -> tuple[str, Context] | None:
        visited: list[str] = []
        table: tuple[str, Context] | None = None
        for _ in range(_MAX_UP):
            if folder in self._known:
                table = self._known[folder]
                break
            visited.append(folder)
            raw = None if self._is_known_to_lack(folder) else _properties(folder)
            if raw is not None:
                table = folder, self._context(raw)
                break
            above = folder.rpartition("/")[0]
            if above.rstrip("/").endswith(":") or above == folder or not above:
                break
            folder = above
        self._known.update(dict.fromkeys(visited, table))
        return table

    def _is_known_to_lack(self, folder: str) -> bool:
        is_listed = any(folder == root or folder.startswith(f"{root}/") for root in self._listed)
        return is_listed and folder not in self._tables

    def _context(self, raw: bytes) -> Context:
        properties = parse_properties(raw)
        return replace(
            self.defaults,
            table_version=_version(props.VERSION.text(properties)),
            initial_version=_version(props.INITIAL_VERSION.text(properties)),
        )


def pending_instants(refs: Iterable[FileRef]) -> dict[str, set[str]]:
    """Times of instants that are not completed, by the folder of their table, by the names of files."""
    times: dict[str, tuple[set[str], set[str]]] = {}
    for ref in refs:
        folder, _, name = ref.path.rpartition("/")
        if not folder.endswith(TIMELINES):
            continue
        instant = decode_instant_name(name, LAYOUT_2)
        if instant is not None:
            begun, completed = times.setdefault(folder[: folder.rindex(_HOODIE)], (set(), set()))
            (completed if instant.state is State.COMPLETED else begun).add(instant.time)
    return {table: begun - completed for table, (begun, completed) in times.items() if begun - completed}


def _properties(folder: str) -> bytes | None:
    raw = read_small(folder + PROPERTIES)
    return read_small(folder + BACKUP) if raw is None else raw


def parse_properties(raw: bytes) -> dict[str, str]:
    """Keys and values of Java properties in the layout that Hudi writes: one line per key, escaped colons."""
    entries = {}
    for line in raw.decode("utf-8", "replace").splitlines():
        text = line.strip()
        if text and text[0] not in "#!":
            key, _, value = text.partition("=")
            entries[key.strip()] = value.strip().replace("\\:", ":").replace("\\=", "=")
    return entries


def _version(text: str | None) -> int | None:
    """A version in digits that readers parse: damaged properties may have any."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,9}", text) else None
