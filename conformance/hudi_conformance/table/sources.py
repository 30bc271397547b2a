# SPDX-License-Identifier: Apache-2.0
"""Source files of the skeletons of a table, and their paths [bootstrap.source.*]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hudi_conformance.decode.bootstrap import decode_partitions
from hudi_conformance.decode.folder import is_regular
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.bootstrap import FILE_IDS_FILE, PARTITIONS_FILE, SKELETONS, SourceFile
from hudi_conformance.model.properties import table as props
from hudi_conformance.semantics.slices.files import BaseFile, GroupId

_LOCATION = "bootstrap.source.location"
_LOCAL = frozenset({"", "file"})


@dataclass(frozen=True, slots=True)
class Sources:
    """Source files of a table.

    Attributes:
        base_path: folder of all sources in the index; empty if there is none.
        base: folder that replaces it; None = the sources are at the paths in the index.
        files: source of each file group.
        problem: why there is no index; empty if there is one.
    """

    base_path: str = ""
    base: Path | None = None
    files: Mapping[GroupId, SourceFile] = field(default_factory=dict)
    problem: str = ""

    def only(self, group: GroupId) -> Sources:
        """The sources of one file group."""
        return replace(self, files={key: self.files[key] for key in [group] if key in self.files})


def open_sources(
    table: Path, properties: Mapping[str, str], bases: Iterable[BaseFile], base: Path | None
) -> Sources | None:
    """Source files by the index; None for a table without skeletons.

    Args:
        table: its folder.
        properties: `hoodie.properties`.
        bases: base files of the table.
        base: folder of the sources that replaces the one in the index.

    Raises:
        OSError: the index cannot be read.
        Reject: the index cannot be decoded.
    """
    if all(item.instant != SKELETONS for item in bases):
        return None
    if not props.BOOTSTRAP_INDEX.get(properties) or props.BOOTSTRAP_INDEX_TYPE.get(properties) == "NONE":
        names = f"{props.BOOTSTRAP_INDEX} or {props.BOOTSTRAP_INDEX_TYPE}"
        return Sources(problem=f"{names} disables its index")
    if not props.BOOTSTRAP_BASE.get(properties):
        return Sources(problem=f"there is no {props.BOOTSTRAP_BASE}")
    for name in (PARTITIONS_FILE, FILE_IDS_FILE):
        if not is_regular(table / name):
            return Sources(problem=f"there is no {name}")
    with open_source(table / PARTITIONS_FILE) as buffer:
        index = decode_partitions(buffer)
    return Sources(index.base_path, base, index.files)


def source_path(sources: Sources, source: SourceFile) -> Path:
    """The local path of a source [bootstrap.source.location].

    Raises:
        Reject: bad-reference, bad-value: a location outside the folder of all sources, or malformed.
        UnsupportedInput: a source that is not a local file.
    """
    scheme, text = _split(source.uri)
    if sources.base is not None:
        top = _split(sources.base_path)[1].rstrip("/")
        below = text.removeprefix(f"{top}/")
        if below == text or ".." in below.split("/") or "\0" in below:
            message = f"source {source.uri!r:.200} is not below the base path {sources.base_path!r:.200}"
            raise Reject("bad-reference", None, _LOCATION, message)
        return sources.base / below
    if scheme not in _LOCAL or text.startswith("//"):
        raise UnsupportedInput(
            f"source {source.uri:.200} of a bootstrap is not a local file (scheme {scheme!r:.20}): "
            f"copy the folder {sources.base_path:.200} and pass the copy as bootstrap base"
        )
    if "\0" in text or not text.startswith("/"):
        message = f"source {source.uri!r:.200} is not an absolute path"
        raise Reject("bad-value", None, _LOCATION, message)
    return Path(text)


def _split(uri: str) -> tuple[str, str]:
    """Scheme and path of a location; `file:///a` is `file:/a`, a host stays in the path."""
    scheme, colon, rest = uri.partition(":")
    if not colon or "/" in scheme:
        return "", uri
    return scheme.lower(), rest.removeprefix("//") if rest.startswith("///") else rest
