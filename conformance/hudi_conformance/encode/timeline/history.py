# SPDX-License-Identifier: Apache-2.0
"""The LSM history of layout 2: Parquet files of instants, manifests and the version file.

`history` of a description holds

folder: below `.hoodie`, default `timeline/history`.
files: a list of `rows`, and `level` (0) or `name`; a row is `time`, `completion_time`, `action`,
    `record` (whose row is `metadata`, default HoodieCommitMetadata), `plan_record` and `plan`.
manifests: number as text to a list of file names, or to a text that is written as it is; default
    `{"1": all}`.
version: text of `_version_`, null for none; default the greatest manifest.

The bytes of Parquet depend on the release of the Arrow library; the rows do not.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.encode.avro.container import encode_container
from hudi_conformance.encode.avro.rows import encode_row
from hudi_conformance.encode.timeline.schemas import completed_row, parsed, schema_text
from hudi_conformance.encode.values import Values
from hudi_conformance.model.common import JsonValue

COLUMNS = pa.schema([
    pa.field("instantTime", pa.string()),
    pa.field("completionTime", pa.string()),
    pa.field("action", pa.string()),
    pa.field("metadata", pa.binary()),
    pa.field("plan", pa.binary()),
    pa.field("version", pa.int32(), nullable=False),
])  # fmt: skip
VALUES = Values("history.row.form")
_KEYS = frozenset({"folder", "files", "manifests", "version"})
_FILE_KEYS = frozenset({"name", "level", "rows"})
_ROW_KEYS = frozenset({"time", "completion_time", "action", "record", "metadata", "plan_record", "plan"})


def encode_history(
    description: JsonValue, release: str, files: dict[str, bytes], views: dict[str, Any]
) -> bool:
    """Add the history to `files` and its view to `views`; True if it is not in order.

    Raises:
        EncodeError: the description is malformed.
    """
    VALUES.closed(description, "history", _KEYS)
    folder = f".hoodie/{description.get('folder', 'timeline/history')}/"
    rows_of: dict[str, list[dict[str, Any]]] = {}
    for number, file in enumerate(description.get("files", ())):
        rows = VALUES.closed(file, f"history.files[{number}]", _FILE_KEYS).get("rows")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise VALUES.bad(f"history.files[{number}]", "rows", file)
        name = file.get("name") or history_name(rows, file.get("level", 0))
        files[folder + name] = encode_rows(rows, release)
        rows_of[name] = rows
    manifests = description.get("manifests", {"1": list(rows_of)})
    for version, names in manifests.items():
        files[f"{folder}manifest_{version}"] = (
            names.encode() if isinstance(names, str) else _manifest(names, folder, files)
        )
    version = description.get("version", max(manifests, key=int, default=None))
    if version is not None:
        files[f"{folder}_version_"] = version.encode()
    names = manifests.get(version) if version is not None else None
    if not isinstance(names, list) or any(name not in rows_of for name in names):
        return True
    instants = [
        {"time": row["time"], "completion_time": row.get("completion_time") or row["time"],
         "action": row["action"]}
        for name in names
        for row in rows_of[name]
    ]  # fmt: skip
    instants.sort(key=lambda row: (row["time"], row["action"]))
    views["history"] = {"version": version, "files": list(names), "instants": instants}
    return False


def history_name(rows: list[dict[str, Any]], level: int) -> str:
    """Name of a file of these rows [history.file.names] [history.file.bounds]."""
    times = sorted(row["time"] for row in rows)
    if not times:
        raise VALUES.bad("history", "at least one row in a file without a name", rows)
    return f"{times[0]}_{times[-1]}_{level}.parquet"


def encode_rows(rows: list[dict[str, Any]], release: str) -> bytes:
    """A Parquet file of instants [history.row.form]."""
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS.names}
    for row in rows:
        VALUES.closed(row, "row", _ROW_KEYS)
        columns["instantTime"].append(row.get("time"))
        columns["completionTime"].append(row.get("completion_time"))
        columns["action"].append(row.get("action"))
        record = row.get("record", "HoodieCommitMetadata")
        columns["metadata"].append(_container(record, row.get("metadata"), release))
        columns["plan"].append(_container(row.get("plan_record"), row.get("plan"), release))
        columns["version"].append(1)
    try:
        table = pa.table(columns, schema=COLUMNS)
    except pa.ArrowException as error:
        raise VALUES.bad("rows", "texts", str(error)) from error
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="GZIP", use_dictionary=False, store_schema=False)
    return sink.getvalue()


def _container(record: str | None, row: JsonValue, release: str) -> bytes | None:
    if row is None or record is None:
        return None
    schema = schema_text(record, release)
    return encode_container(schema, [encode_row(parsed(schema), completed_row(schema, row)).data])


def _manifest(names: JsonValue, folder: str, files: Mapping[str, bytes]) -> bytes:
    """A manifest [history.manifest.form]; a name without a file gets the length 0."""
    entries = [{"fileName": name, "fileLen": len(files.get(folder + name, b""))} for name in names]
    return json.dumps({"files": entries}, indent=2, separators=(",", " : ")).encode()
