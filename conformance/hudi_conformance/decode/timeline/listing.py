# SPDX-License-Identifier: Apache-2.0
"""The active timeline of a table's folder [timeline.table.folder]."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from hudi_conformance.decode.folder import file_names, is_regular, read_file
from hudi_conformance.decode.timeline.names import decode_instant_name, highest_instants
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import Reject
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.table_version import NEWEST, Feature, TableVersion
from hudi_conformance.model.timeline import LAYOUT_2, Instant, Properties, State, Timeline

# Folders of `.hoodie` with copies of instants' files, or with none; `metadata` is a separate table.
NO_TIMELINE = (
    ".aux/", ".temp/", ".heartbeat/", ".schema/", ".locks/", ".index_defs/", ".bucket_index/", "metadata/",
)  # fmt: skip


def read_table_properties(table: Path) -> Properties:
    """Properties of the table, or of the backup of a missing or bad file [timeline.properties.backup].

    Raises:
        Reject: missing-field if neither exists, otherwise the rejection of the first.
    """
    first: Reject | None = None
    for name in (props.FILE, props.BACKUP):
        path = table / ".hoodie" / name
        try:
            if is_regular(path):
                return _checked(decode_properties(read_file(path)))
        except Reject as error:
            first = first or error
    raise first or Reject("missing-field", None, "timeline.table.folder", f"no .hoodie/{props.FILE}")


def _checked(properties: Properties) -> Properties:
    if properties.checksum == "mismatch":
        message = "the checksum is not that of database and table name"
        raise Reject("bad-checksum", properties.ofs_checksum, "timeline.properties.checksum", message)
    return properties


def table_version(properties: Properties) -> int:
    """`hoodie.table.version`.

    Raises:
        Reject: missing-field, bad-value, bad-version.
    """
    text = props.VERSION.text(properties.entries)
    if text is None:
        raise Reject("missing-field", None, "timeline.table.version-missing", f"no {props.VERSION}")
    version = _number(text, "timeline.table.version-known")
    if not 0 <= version <= NEWEST:
        raise Reject("bad-version", None, "timeline.table.version-known", f"table version {version}")
    return version


def timeline_layout(properties: Properties, version: int) -> int:
    """`hoodie.timeline.layout.version`, which must match the table version [timeline.table.layout].

    Raises:
        Reject: missing-field, bad-value.
    """
    text = props.LAYOUT.text(properties.entries)
    if text is None:
        raise Reject("missing-field", None, "timeline.table.folder", f"no {props.LAYOUT}")
    layout = _number(text, "timeline.table.layout")
    if TableVersion(version).has(Feature.LAYOUT_2):
        allowed = {LAYOUT_2}
    else:
        allowed = {1} if TableVersion(version).has(Feature.LAYOUT_1) else {0, 1}
    if layout not in allowed:
        message = f"layout {layout} with table version {version}"
        raise Reject("bad-value", None, "timeline.table.layout", message)
    return layout


def _number(text: str, requirement: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise Reject("bad-value", None, requirement, f"{text!r:.40} is not a number")
    return int(text)


def timeline_folder(table: Path, properties: Properties, layout: int) -> Path:
    """Folder of the instant files [timeline.table.folder-1], [timeline.table.folder-2]."""
    if layout < LAYOUT_2:
        return table / ".hoodie"
    return inside(table / ".hoodie", props.TIMELINE_PATH.get(properties.entries))


def inside(folder: Path, name: str) -> Path:
    """A folder below another, by a name from a file of the table.

    Raises:
        Reject: bad-value if the name leads outside.
    """
    if ".." in name.split("/") or "\0" in name or name.startswith("/"):
        message = f"path {name!r:.60} is outside the table"
        raise Reject("bad-value", None, "timeline.table.folder-inside", message)
    return folder / name


def moved_instants(table: Path, layout: int, entries: Mapping[str, str]) -> list[str]:
    """Paths of completed instants in the folder of the other layout [timeline.table.one-layout]."""
    first, second = table / ".hoodie", inside(table / ".hoodie", props.TIMELINE_PATH.get(entries))
    if first == second:
        return []
    other, folder = (LAYOUT_2, second) if layout < LAYOUT_2 else (1, first)
    below = folder.relative_to(table).as_posix()
    completed = (item for item in all_instants(folder, other) if item.state is State.COMPLETED)
    return sorted(f"{below}/{item.name}" for item in completed)


def all_instants(folder: Path, layout: int) -> list[Instant]:
    """Every instant file of a folder, by name."""
    instants = (decode_instant_name(name, layout) for name in file_names(folder))
    return [item for item in instants if item is not None]


def read_timeline(table: Path) -> Timeline:
    """The active timeline.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table, or a table of an unknown kind.
    """
    properties = read_table_properties(table)
    version = table_version(properties)
    layout = timeline_layout(properties, version)
    folder = timeline_folder(table, properties, layout)
    below = folder.relative_to(table).as_posix()
    instants = highest_instants(all_instants(folder, layout))
    return Timeline(version, layout, below, tuple(instants), properties.entries)
