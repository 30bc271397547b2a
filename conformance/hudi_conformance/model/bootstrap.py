# SPDX-License-Identifier: Apache-2.0
"""Bootstrapped tables: instants, files of the index, and pointers to source files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SKELETONS = "00000000000001"
"""Instant of base files that hold meta fields only [bootstrap.instant.metadata]."""
FULL_RECORDS = "00000000000002"
"""Instant of base files with copied rows [bootstrap.instant.full]."""
INDEX_FOLDER = ".hoodie/.aux/.bootstrap"
_FILE = "00000000-0000-0000-0000-000000000000-0_1-0-1_00000000000001.hfile"
PARTITIONS_FILE = f"{INDEX_FOLDER}/.partitions/{_FILE}"
FILE_IDS_FILE = f"{INDEX_FOLDER}/.fileids/{_FILE}"
INFO_KEY = b"INDEX_INFO"
"""Entry of the file info with the base path and the number of keys [bootstrap.index.info]."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file whose rows a skeleton points to.

    Attributes:
        uri: its location when the table was bootstrapped, as text that is not percent-encoded.
        length: its size in bytes at that time; None if the index does not state them.
    """

    uri: str
    length: int | None


@dataclass(frozen=True, slots=True)
class BootstrapIndex:
    """Content of one file of the index.

    Attributes:
        base_path: folder of all sources.
        num_keys: stated number of keys.
        num_cells: actual number of keys in the file.
        files: source by Hudi's partition and file id.
    """

    base_path: str
    num_keys: int
    num_cells: int
    files: Mapping[tuple[str, str], SourceFile]
