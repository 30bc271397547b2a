# SPDX-License-Identifier: Apache-2.0
"""A small table with a metadata table of all kinds of indexes, true until a test changes its description.

Two partitions with a base file each; the rows of the metadata table are written from the rows of the files.
"""

from __future__ import annotations

import io
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.encode.metadata.table import encode_metadata

T1, DONE = "20260101000100000", "20260101000101000"
A, B = (f"{letter * 8}-0000-4000-8000-000000000000-0" for letter in "ab")
FILE_A, FILE_B = f"{A}_0-0-0_{T1}.parquet", f"{B}_0-0-0_{T1}.parquet"
FILTERS = "org.apache.hudi.bloomfilter"
ROWS: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("p", FILE_A): [
        {"id": "k1", "s": "x", "n": 1, "b": True},
        {"id": "k2", "s": None, "n": None, "b": False},
    ],
    ("q", FILE_B): [{"id": "k3", "s": "y", "n": 7, "b": None}],
}
TYPES = {
    "id": ("string", pa.string()),
    "s": ("string", pa.string()),
    "n": ("long", pa.int64()),
    "b": ("boolean", pa.bool_()),
    "part": ("string", pa.string()),
}
FIELDS = [{"name": name, "type": ["null", kind], "default": None} for name, (kind, _) in TYPES.items()]
SCHEMA = json.dumps({"type": "record", "name": "t", "fields": FIELDS})
INDEXES: dict[str, Any] = {
    "files": {},
    "column_stats": {"source_fields": ["s", "n"]},
    "partition_stats": {},
    "bloom_filters": {},
    "record_index": {"groups": 2},
    "secondary_index_s": {"source_fields": ["s"]},
    "secondary_index_b": {"source_fields": ["b"], "groups": 2},
}
ABOUT = {"size": 1, "uncompressed": 1}


def bound(column: str, value: Any) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"type": TYPES[column][0], "value": str(value) if column == "n" else value}


def filter_of(keys: list[str]) -> str:
    return encode_bloom_description({"type": "SIMPLE", "num_keys": 100, "error_rate": "0.001", "keys": keys})


def base_file(partition: str, name: str, *, without_filter: bool = False) -> bytes:
    rows = [
        {
            "_hoodie_commit_time": T1,
            "_hoodie_record_key": row["id"],
            "_hoodie_partition_path": partition,
            "part": partition,
            **row,
        }
        for row in ROWS[partition, name]
    ]
    meta = [f"_hoodie_{column}" for column in ("commit_time", "record_key", "partition_path")]
    texts = {FILTERS: filter_of([row["id"] for row in ROWS[partition, name]])}
    fields = [*((column, pa.string()) for column in meta), *((c, kind) for c, (_, kind) in TYPES.items())]
    schema = pa.schema(
        fields, metadata={} if without_filter else texts | {"hoodie_bloom_filter_type_code": "SIMPLE"}
    )
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, schema), sink)
    return sink.getvalue()


def description() -> dict[str, Any]:
    """What `metadata.write` takes; data files as hex."""
    files = {f"{partition}/{name}": base_file(partition, name) for partition, name in ROWS}
    stats = [stats_of(column, partition, name) for partition, name in ROWS for column in ("s", "n")]
    rows: dict[str, list[dict[str, Any]]] = {
        "files": [
            {"partitions": {"p": True, "q": True}},
            *(
                {"partition": partition, "files": {name: len(files[f"{partition}/{name}"])}}
                for partition, name in ROWS
            ),
        ],
        "column_stats": stats,
        "partition_stats": [{**row, "file": None, "tight": True} for row in stats],
        "bloom_filters": [
            {
                "partition": part,
                "file": name,
                "bloom": filter_of([row["id"] for row in found]),
                "timestamp": "1",
            }
            for (part, name), found in ROWS.items()
        ],
        "record_index": [
            {"key": row["id"], "partition": part, "file_id": name.partition("_")[0], "instant_ms": 1}
            for (part, name), found in ROWS.items()
            for row in found
        ],
    }
    for column in ("s", "b"):
        rows[f"secondary_index_{column}"] = [
            {"secondary": shown(row[column]), "record_key": row["id"]}
            for found in ROWS.values()
            for row in found
        ]
    metafile = f"commitTime={T1}\npartitionDepth=1\n"
    return deepcopy(
        {
            "table_version": 9,
            "name": "t",
            "partition_field": "part",
            "properties": {"hoodie.table.create.schema": SCHEMA},
            "indexes": INDEXES,
            "instants": [
                {"time": T1, "completion_time": DONE, "action": "commit", "completed": commit(files)}
            ],
            "commits": [{"time": T1, "completion_time": DONE, "rows": rows}],
            "files": {path: {"hex": data.hex()} for path, data in files.items()}
            | {f"{part}/.hoodie_partition_metadata": {"text": metafile} for part in ("p", "q")},
        }
    )


def shown(value: Any) -> str | None:
    return {True: "true", False: "false"}.get(value, value)


def stats_of(column: str, partition: str, name: str) -> dict[str, Any]:
    values = [row[column] for row in ROWS[partition, name]]
    there = [value for value in values if value is not None]
    low, high = (bound(column, choose(there)) for choose in (min, max))
    return {
        "column": column,
        "partition": partition,
        "file": name,
        "min": low,
        "max": high,
        "values": len(values),
        "nulls": len(values) - len(there),
        **ABOUT,
    }


def commit(files: dict[str, bytes]) -> dict[str, Any]:
    """What the commit says of the files; numbers are texts."""
    stats = {}
    for (partition, name), rows in ROWS.items():
        size, number = str(len(files[f"{partition}/{name}"])), str(len(rows))
        stats[partition] = [
            {
                "fileId": name.partition("_")[0],
                "path": f"{partition}/{name}",
                "partitionPath": partition,
                "prevCommit": "null",
                "numWrites": number,
                "numInserts": number,
                "numDeletes": "0",
                "numUpdateWrites": "0",
                "totalWriteBytes": size,
                "fileSizeInBytes": size,
            }
        ]
    return {
        "partitionToWriteStats": stats,
        "compacted": False,
        "extraMetadata": {"schema": SCHEMA},
        "operationType": "INSERT",
    }


def write(folder: Path, made: dict[str, Any]) -> Path:
    """Write the files of a description."""
    for path, content in encode_metadata(made).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder
