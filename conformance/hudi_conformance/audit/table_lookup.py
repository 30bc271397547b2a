# SPDX-License-Identifier: Apache-2.0
"""The table that a file belongs to, and its version according to its properties."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.lake.files import FileRef, read_small

PROPERTIES = "/.hoodie/hoodie.properties"
_MAX_UP = 64  # folders above a file


class Tables:
    """Finds the table of a file: the nearest folder above it with properties of a table."""

    def __init__(self, table_version: int | None = None, since: str | None = None) -> None:
        self._table_version = table_version
        self._since = since
        self._known: dict[str, tuple[str, Context] | None] = {}

    def context(self, path: str) -> Context:
        """Context of a file, from its table."""
        if self._table_version is not None:
            return Context(self._table_version, None, self._since)
        table = self._find(path.rpartition("/")[0])
        return Context(since=self._since) if table is None else table[1]

    def group(self, refs: Sequence[FileRef]) -> list[TableRef]:
        """The tables of files, each with those of `refs` that are in it."""
        groups: dict[str, list[FileRef]] = {}
        for ref in refs:
            table = self._find(ref.path.rpartition("/")[0])
            if table is not None:
                groups.setdefault(table[0], []).append(ref)
        return [TableRef(path, files, self.context(files[0].path)) for path, files in sorted(groups.items())]

    def _find(self, folder: str) -> tuple[str, Context] | None:
        visited: list[str] = []
        table: tuple[str, Context] | None = None
        for _ in range(_MAX_UP):
            if folder in self._known:
                table = self._known[folder]
                break
            visited.append(folder)
            raw = read_small(folder + PROPERTIES)
            if raw is not None:
                table = folder, _context(raw, self._since)
                break
            above = folder.rpartition("/")[0]
            if above.rstrip("/").endswith(":") or above == folder or not above:
                break
            folder = above
        self._known.update(dict.fromkeys(visited, table))
        return table


def _context(raw: bytes, since: str | None) -> Context:
    properties = parse_properties(raw)
    return Context(
        _number(properties.get("hoodie.table.version")),
        _number(properties.get("hoodie.table.initial.version")),
        since,
    )


def parse_properties(raw: bytes) -> dict[str, str]:
    """Keys and values of Java properties in the form that Hudi writes: one line per key, escaped colons."""
    entries = {}
    for line in raw.decode("utf-8", "replace").splitlines():
        text = line.strip()
        if text and text[0] not in "#!":
            key, _, value = text.partition("=")
            entries[key.strip()] = value.strip().replace("\\:", ":").replace("\\=", "=")
    return entries


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None
