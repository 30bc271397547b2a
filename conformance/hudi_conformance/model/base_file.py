# SPDX-License-Identifier: Apache-2.0
"""Base files: their formats, and the names by which readers recognise them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NAME = re.compile(r"(?P<file_id>[^_]+)_(?P<token>[^_]*)_(?P<instant>[0-9]+)(?:\.[^_]*)?(?P<suffix>\.[a-z]+)")


@dataclass(frozen=True, slots=True)
class BaseFormat:
    """A format of base files.

    Attributes:
        name: value of `hoodie.table.base.file.format`.
        suffix: ending of file names.
        since: the first release of Hudi that writes it.
    """

    name: str
    suffix: str
    since: str


PARQUET = BaseFormat("PARQUET", ".parquet", "0.5.0")
ORC = BaseFormat("ORC", ".orc", "0.9.0")
HFILE = BaseFormat("HFILE", ".hfile", "0.7.0")
LANCE = BaseFormat("LANCE", ".lance", "1.2.0")
FORMATS: Mapping[str, BaseFormat] = {form.name: form for form in (PARQUET, ORC, HFILE, LANCE)}
"""All formats by the value of the property."""
_BY_SUFFIX = {form.suffix: form for form in FORMATS.values()}
PARTITION_METADATA = ".hoodie_partition_metadata"
"""The file that makes a folder a partition [table.partition.metafile]."""
METAFILES = (PARTITION_METADATA, *(f"{PARTITION_METADATA}{form.suffix}" for form in (PARQUET, ORC)))
"""Its names: plain text, and the formats in which writers may store it."""


def format_of(name: str) -> BaseFormat | None:
    """The format of a file by the ending of its name; None for another ending."""
    _, dot, suffix = name.rpartition(".")
    return _BY_SUFFIX.get(dot + suffix)


def name_parts(name: str) -> tuple[str, str, str, str] | None:
    """File id, write token, instant and suffix of a base file's name; cheaper than `BaseFileName`."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    file_id, token, instant, suffix = match.groups()
    return (file_id, token, instant, suffix) if suffix in _BY_SUFFIX else None


@dataclass(frozen=True, slots=True)
class BaseFileName:
    """Parts of a base file's name: `<file id>_<write token>_<instant>.<suffix>`."""

    file_id: str
    token: str
    instant: str
    format: BaseFormat

    @classmethod
    def parse(cls, name: str) -> BaseFileName | None:
        """The parts of a name, None for one that is not a base file's.

        Readers take the text up to the first underscore as the file id (`FSUtils.getFileId`).
        """
        parts = name_parts(name)
        return None if parts is None else cls(*parts[:3], _BY_SUFFIX[parts[3]])

    @classmethod
    def of_path(cls, path: str) -> BaseFileName | None:
        """The parts of the name at the end of a path, `/` between folders."""
        return cls.parse(path.rpartition("/")[2])
