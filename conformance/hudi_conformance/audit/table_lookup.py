# SPDX-License-Identifier: Apache-2.0
"""Which table a file is in, and what the table's properties say of its version."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.lake.files import FileRef, read_small

PROPERTIES = "/.hoodie/hoodie.properties"
_MAX_UP = 64  # folders above a file


class Tables:
    """Finds the table of a file: the nearest folder above that has properties of a table."""

    def __init__(self, table_version: int | None = None, since: str | None = None) -> None:
        self._table_version = table_version
        self._since = since
        self._known: dict[str, tuple[str, Context] | None] = {}

    def context(self, path: str) -> Context:
        """What is known of the table of a file."""
        found = self._find(path.rpartition("/")[0])
        context = Context(since=self._since) if found is None else found[1]
        if self._table_version is not None:
            return Context(self._table_version, None, self._since)
        return context

    def group(self, refs: Sequence[FileRef]) -> list[TableRef]:
        """The tables of files, each with those of `refs` that are in it."""
        groups: dict[str, list[FileRef]] = {}
        contexts: dict[str, Context] = {}
        for ref in refs:
            found = self._find(ref.path.rpartition("/")[0])
            if found is not None:
                groups.setdefault(found[0], []).append(ref)
                contexts[found[0]] = self.context(ref.path)
        return [TableRef(path, files, contexts[path]) for path, files in sorted(groups.items())]

    def _find(self, folder: str) -> tuple[str, Context] | None:
        seen: list[str] = []
        found: tuple[str, Context] | None = None
        for _ in range(_MAX_UP):
            if folder in self._known:
                found = self._known[folder]
                break
            seen.append(folder)
            raw = read_small(folder + PROPERTIES)
            if raw is not None:
                found = folder, _context(raw, self._since)
                break
            above = folder.rpartition("/")[0]
            if above.rstrip("/").endswith(":") or above == folder or not above:
                break
            folder = above
        for one in seen:
            self._known[one] = found
        return found


def _context(raw: bytes, since: str | None) -> Context:
    properties = parse_properties(raw)
    return Context(
        _number(properties.get("hoodie.table.version")),
        _number(properties.get("hoodie.table.initial.version")),
        since,
    )


def parse_properties(raw: bytes) -> dict[str, str]:
    """Keys and values of Java properties, as far as Hudi writes them: one line a key, escaped colons."""
    found = {}
    for line in raw.decode("utf-8", "replace").splitlines():
        text = line.strip()
        if text and text[0] not in "#!":
            key, _, value = text.partition("=")
            found[key.strip()] = value.strip().replace("\\:", ":").replace("\\=", "=")
    return found


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None
