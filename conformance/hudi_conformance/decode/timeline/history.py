# SPDX-License-Identifier: Apache-2.0
"""The history of layout 2: version file, manifests, rows of Parquet files [history.file.names]."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from hudi_conformance.decode.folder import file_names, is_regular, read_file
from hudi_conformance.decode.parquet.checksums import parquet_refusal
from hudi_conformance.decode.parquet.rows import ParquetFile, open_history
from hudi_conformance.decode.timeline import listing
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import AvroValue, JsonValue
from hudi_conformance.model.properties.table import HISTORY_PATH
from hudi_conformance.model.timeline import History, HistoryRow

RowSource: TypeAlias = Path | pa.NativeFile
VERSION_FILE = "_version_"
FILE_NAME = re.compile(r"(?P<low>[0-9]+)_(?P<high>[0-9]+)_(?P<level>[0-9])\.parquet")
_MANIFEST = re.compile(r"manifest_(?P<version>[0-9]{1,18})")
_NUMBER = re.compile(rb"[0-9]{1,18}")
MAX_ROWS = 1 << 24
_BATCH = 4096
_COLUMNS = {
    "instantTime": (pa.string(), True),
    "completionTime": (pa.string(), True),
    "action": (pa.string(), True),
    "metadata": (pa.binary(), False),
    "plan": (pa.binary(), False),
}


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest: its version, and names and lengths of its files in order."""

    version: int
    files: tuple[tuple[str, int | None], ...]


def history_folder(table: Path) -> Path:
    """Folder of the history of a table.

    Raises:
        Reject: the folder is not a table of layout 2.
    """
    properties = listing.read_table_properties(table)
    layout = listing.timeline_layout(properties, listing.table_version(properties))
    return history_below(listing.timeline_folder(table, properties, layout), properties.entries)


def history_below(timeline: Path, entries: Mapping[str, str]) -> Path:
    """Folder of the history, from the folder of the timeline and the table's properties.

    Raises:
        Reject: its name leads outside that folder.
    """
    return listing.inside(timeline, HISTORY_PATH.get(entries))


def version_in_force(folder: Path) -> tuple[int | None, str]:
    """Current version, and its source: `version-file`, `listing` or `none` [history.version.form].

    Raises:
        Reject: bad-reference if the version file names an absent manifest.
    """
    names = file_names(folder)
    present = sorted(int(m["version"]) for name in names if (m := _MANIFEST.fullmatch(name)))
    if VERSION_FILE in names:
        text = read_file(folder / VERSION_FILE)
        if _NUMBER.fullmatch(text):
            version = int(text)
            if version not in present:
                message = f"{VERSION_FILE} names manifest_{version}, which is not there"
                raise Reject("bad-reference", 0, "history.version.missing-manifest", message)
            return version, "version-file"
    return (present[-1], "listing") if present else (None, "none")


def read_manifest(folder: Path, version: int) -> Manifest:
    """The manifest of a version [history.manifest.form].

    Raises:
        Reject: bad-value, missing-field; bad-value for a file's name [history.file.names].
    """
    data = read_file(folder / f"manifest_{version}")
    try:
        value = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Reject("bad-value", 0, "history.manifest.form", f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Reject("bad-value", 0, "history.manifest.form", "a manifest is a JSON object")
    files = value.get("files")
    if files is None:
        raise Reject("missing-field", 0, "history.manifest.form", "a manifest without files")
    if not isinstance(files, list):
        raise Reject("bad-value", 0, "history.manifest.form", "files is not an array")
    return Manifest(version, tuple(_manifest_file(item) for item in files))


def _manifest_file(item: JsonValue) -> tuple[str, int | None]:
    name = item.get("fileName") if isinstance(item, dict) else None
    if name is None:
        raise Reject("missing-field", 0, "history.manifest.form", "a file without fileName")
    if not isinstance(name, str) or FILE_NAME.fullmatch(name) is None:
        raise Reject("bad-value", 0, "history.file.names", f"fileName {name!r:.60}")
    length = item.get("fileLen")
    if length is None:
        raise Reject("missing-field", 0, "history.manifest.form", f"{name} without fileLen")
    if isinstance(length, bool) or not isinstance(length, int) or length < 0:
        raise Reject("bad-value", 0, "history.manifest.form", f"fileLen {length!r:.30}")
    return name, length


def is_in_range(name: str, begin: str | None, end: str | None) -> bool:
    """Whether a file may have rows of a closed range [history.read.range], [history.file.bounds-reversed]."""
    match = FILE_NAME.fullmatch(name)
    if match is None or match["low"] > match["high"]:
        return True
    return (end is None or match["low"] <= end) and (begin is None or match["high"] >= begin)


def read_rows(path: Path) -> Iterator[HistoryRow]:
    """Rows of one history file.

    Raises:
        Reject: bad-reference for an absent file, bad-value for anything but Parquet, bad-schema for other
            columns, missing-field for a row without time or action.
        LimitExceeded: more than `MAX_ROWS` rows.
    """
    for batch in read_batches(path):
        yield from rows_of(batch, path.name)


def read_batches(path: Path) -> Iterator[pa.RecordBatch]:
    """Yield the rows of one history file in batches, with the columns that are read.

    Raises:
        Reject, LimitExceeded: as `read_rows`, but for a row without time or action.
    """
    check_file(path)
    yield from _walk_batches(path, path.name)


def check_file(path: Path) -> None:
    """Reject an absent history file.

    Raises:
        Reject: bad-reference.
    """
    if not is_regular(path):
        raise Reject("bad-reference", None, "history.manifest.form", f"{path.name} is not there")


def open_rows(source: RowSource, name: str) -> tuple[ParquetFile, list[str]]:
    """A history file, and its columns that are read.

    Raises:
        pa.ArrowException, OSError: not a Parquet file.
        Reject: bad-schema.
        LimitExceeded: more than `MAX_ROWS` rows.
    """
    file = open_history(source)
    if file.metadata.num_rows > MAX_ROWS:
        raise LimitExceeded(f"{name} has {file.metadata.num_rows} rows")
    return file, _columns(file.schema_arrow, name)


def walk_rows(source: RowSource, name: str) -> Iterator[HistoryRow]:
    """Rows of one history file, given as a path or a file object of Arrow.

    Raises:
        Reject, LimitExceeded: as `read_rows`.
    """
    for batch in _walk_batches(source, name):
        yield from rows_of(batch, name)


def rows_of(batch: pa.RecordBatch, name: str) -> Iterator[HistoryRow]:
    """Yield the rows of a batch of the file `name`.

    Raises:
        Reject: missing-field for a row without time or action, bad-utf8 for text that is not UTF-8.
    """
    try:
        rows = batch.to_pylist()
    except UnicodeDecodeError as error:
        raise Reject("bad-utf8", None, "history.row.text", f"{name}: {error}") from None
    for row in rows:
        yield _row(row, name)


def _walk_batches(source: RowSource, name: str) -> Iterator[pa.RecordBatch]:
    try:
        file, columns = open_rows(source, name)
        yield from file.iter_batches(_BATCH, columns=columns, use_threads=False)
    except (pa.ArrowException, OSError) as error:
        raise parquet_refusal(error, name, "history.row.form") from None


def _columns(schema: pa.Schema, name: str) -> list[str]:
    present = []
    for column, (kind, is_needed) in _COLUMNS.items():
        index = schema.get_field_index(column)
        if index >= 0 and schema.field(index).type in {kind, pa.large_string(), pa.large_binary()}:
            present.append(column)
        elif is_needed or index >= 0:
            problem = "is not there" if index < 0 else f"is {schema.field(index).type}"
            raise Reject("bad-schema", None, "history.row.form", f"{name}: column {column} {problem}")
    return present


def _row(row: dict[str, AvroValue], name: str) -> HistoryRow:
    time, action = row["instantTime"], row["action"]
    if time is None or action is None:
        message = f"{name}: a row with instantTime {time!r:.30} and action {action!r:.30}"
        raise Reject("missing-field", None, "history.row.required", message)
    return HistoryRow(time, row["completionTime"], action, row.get("metadata"), row.get("plan"))


def read_history(table: Path, begin: str | None = None, end: str | None = None) -> History:
    """The history of a table, or its entries in a closed range of requested times.

    Raises:
        OSError: a file cannot be read.
        Reject: a manifest or a current file cannot be read.
    """
    folder = history_folder(table)
    version, _ = version_in_force(folder)
    if version is None:
        return History(None, (), ())
    names = [name for name, _ in read_manifest(folder, version).files]
    rows: dict[tuple[str, str], HistoryRow] = {}
    for name in names:
        if is_in_range(name, begin, end):
            for row in read_rows(folder / name):
                if (begin is None or row.time >= begin) and (end is None or row.time <= end):
                    rows.setdefault((row.time, row.action), row)  # [history.read.once]
    return History(version, tuple(names), tuple(rows[key] for key in sorted(rows)))
