# SPDX-License-Identifier: Apache-2.0
"""Where an appender keeps its files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol


class Store(Protocol):
    """Files by name. `create` fails on a name that exists; both writes are durable when they return."""

    def names(self) -> list[str]:
        """Names of all files."""
        ...

    def read(self, name: str) -> bytes:
        """Content of one file."""
        ...

    def create(self, name: str, data: bytes) -> None:
        """Write a new file; `FileExistsError` when there is one."""
        ...

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of a file that exists."""
        ...


class FolderStore:
    """A folder of a local file system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """Names of all files, sorted."""
        return sorted(path.name for path in self.folder.iterdir() if path.is_file())

    def read(self, name: str) -> bytes:
        """Content of one file."""
        return (self.folder / name).read_bytes()

    def create(self, name: str, data: bytes) -> None:
        """Write a new file, flushed and synced [log.file.durable]."""
        self._write(name, "xb", data)

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of a file, flushed and synced [log.file.durable]."""
        self._write(name, "ab", data)

    def _write(self, name: str, mode: str, data: bytes) -> None:
        with (self.folder / name).open(mode) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
