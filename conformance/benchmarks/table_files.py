# SPDX-License-Identifier: Apache-2.0
"""Tables for the benchmarks, the same bytes on every machine: files by the reference writer and by pyarrow.

Both are of version 6, which every release and hudi-rs read. Base files are compressed as Hudi's. Those of
small groups have a footer as Hudi's: a Bloom filter of 430 kB as text, first and last key, the Avro schema.
"""

from __future__ import annotations

import base64
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.timeline.table import encode_timeline

FIRST, SECOND = "20260101000100000", "20260101000200000"
META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
OWN = {"id": "string", "ts": "long", "number": "long", "ratio": "double", "name": "string", "bucket": "long"}
ARROW = {"string": pa.string(), "long": pa.int64(), "double": pa.float64()}
NUM_BLOOM = 430_000 * 3 // 4  # bytes of a Bloom filter whose text has 430 kB
_BLOCK_ROWS = 5_000


def schema_text(*, with_meta: bool) -> str:
    """Avro schema of the rows."""
    meta = [(f"_hoodie_{name}", "string") for name in META] if with_meta else []
    fields = [{"name": n, "type": ["null", k], "default": None} for n, k in [*meta, *OWN.items()]]
    return json.dumps({"type": "record", "name": "row", "namespace": "bench", "fields": fields})


def columns(ids: np.ndarray[Any, Any], instant: str, ts: int, file: str) -> dict[str, list[Any]]:
    """Rows of the numbers `ids` by column."""
    numbers = ids.tolist()
    keys = [f"key-{number:09d}" for number in numbers]
    same = {"commit_time": instant, "partition_path": "", "file_name": file}
    meta = {
        **{name: [value] * len(keys) for name, value in same.items()},
        "commit_seqno": [f"{instant}_0_{number}" for number in range(len(keys))],
        "record_key": keys,
    }
    return {
        **{f"_hoodie_{name}": meta[name] for name in META},
        "id": keys,
        "ts": [ts] * len(keys),
        "number": [number * 3 for number in numbers],
        "ratio": [number / 7 for number in numbers],
        "name": [f"name of row {number}" for number in numbers],
        "bucket": [number % 97 for number in numbers],
    }


def write_base(folder: Path, file_id: str, ids: np.ndarray[Any, Any], bloom: str | None) -> dict[str, Any]:
    """A base file, and its write stat."""
    name = f"{file_id}_0-0-0_{FIRST}.parquet"
    rows = columns(ids, FIRST, 1, name)
    metadata = {}
    if bloom is not None:
        keys = rows["id"]
        metadata = {
            "org.apache.hudi.bloomfilter": bloom, "hoodie_bloom_filter_type_code": "SIMPLE",
            "hoodie_min_record_key": keys[0], "hoodie_max_record_key": keys[-1],
        }  # fmt: skip
    fields = [*((f"_hoodie_{n}", pa.string()) for n in META), *((n, ARROW[k]) for n, k in OWN.items())]
    write_parquet(folder / name, pa.Table.from_pydict(rows, schema=pa.schema(fields)), metadata)
    return stat(file_id, name, (folder / name).stat().st_size, len(ids), 0)


def write_parquet(path: Path, table: pa.Table, metadata: dict[str, str]) -> None:
    """Rows as Hudi stores them, with members of the footer in addition to the schema."""
    options: dict[str, Any] = {"compression": "gzip", "store_schema": False, "write_page_checksum": True}
    options["compression_level"] = 6  # of zlib itself; the highest, which Arrow takes, is five times as slow
    with pq.ParquetWriter(path, table.schema, **options) as writer:
        writer.write_table(table)
        # Without the schema of Arrow the metadata of the table is not stored either.
        writer.add_key_value_metadata({"parquet.avro.schema": schema_text(with_meta=True), **metadata})


def write_logs(folder: Path, file_id: str, ids: np.ndarray[Any, Any]) -> dict[str, Any]:
    """A log file that updates rows, and its write stat."""
    name = f".{file_id}_{FIRST}.log.1_0-0-0"
    rows = columns(ids, SECOND, 2, file_id)
    for column, kind in OWN.items():
        if kind != "string":
            rows[column] = list(map(str, rows[column]))  # canonical rows
    records = [dict(zip(rows, row, strict=True)) for row in zip(*rows.values(), strict=True)]
    header = {"INSTANT_TIME": SECOND, "SCHEMA": schema_text(with_meta=True)}
    blocks = [
        {"kind": "AVRO_DATA_BLOCK", "header": header, "records": records[first : first + _BLOCK_ROWS]}
        for first in range(0, len(records), _BLOCK_ROWS)
    ]
    (folder / name).write_bytes(encode_log({"blocks": blocks}).data)
    size = (folder / name).stat().st_size
    entry = stat(file_id, name, size, 0, len(ids))
    return entry | {"prevCommit": FIRST, "logVersion": 1, "logFiles": [name]}


def stat(file_id: str, path: str, size: int, num_inserts: int, num_updates: int) -> dict[str, Any]:
    """A write stat."""
    return {
        "fileId": file_id, "path": path, "partitionPath": "", "prevCommit": "null",
        "numWrites": num_inserts + num_updates, "numDeletes": 0, "numUpdateWrites": num_updates,
        "numInserts": num_inserts, "totalWriteBytes": size, "fileSizeInBytes": size, "totalWriteErrors": 0,
    }  # fmt: skip


def write_timeline(folder: Path, kind: str, commits: dict[str, list[dict[str, Any]]]) -> None:
    """Timeline and properties of a table."""
    action = "deltacommit" if kind == "MERGE_ON_READ" else "commit"
    instants = [
        {
            "time": time, "action": action, "states": ["REQUESTED", "INFLIGHT", "COMPLETED"],
            "completed": {
                "partitionToWriteStats": {"": stats}, "compacted": False,
                "extraMetadata": {"schema": schema_text(with_meta=False)}, "operationType": "UPSERT",
            },
        }
        for time, stats in commits.items()
    ]  # fmt: skip
    properties = {
        "hoodie.table.name": "bench", "hoodie.table.type": kind, "hoodie.table.recordkey.fields": "id",
        "hoodie.table.precombine.field": "ts", "hoodie.table.base.file.format": "PARQUET",
        "hoodie.table.timeline.timezone": "UTC", "hoodie.populate.meta.fields": "true",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
        "hoodie.compaction.payload.class": "org.apache.hudi.common.model.DefaultHoodieRecordPayload",
        "hoodie.archivelog.folder": "archived", "hoodie.table.create.schema": schema_text(with_meta=False),
    }  # fmt: skip
    encoded = encode_timeline(
        {"release": "0.15.0", "table_version": 6, "properties": properties, "instants": instants}
    )
    for path, data in encoded.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (folder / ".hoodie/archived").mkdir(exist_ok=True)
    (folder / ".hoodie_partition_metadata").write_text(f"commitTime={FIRST}\npartitionDepth=0\n")


def file_ids(num: int) -> Iterator[str]:
    """Ids of file groups."""
    for number in range(num):
        yield f"{number:08x}-1111-4222-8333-444444444444-0"


def write_merge_table(folder: Path, num_rows: int, num_groups: int = 4) -> None:
    """A merge-on-read table: a tenth of the rows are updated in log files."""
    folder.mkdir(parents=True)
    parts = np.array_split(np.arange(num_rows), num_groups)
    ids = list(file_ids(num_groups))
    first = [write_base(folder, i, part, None) for i, part in zip(ids, parts, strict=True)]
    second = [write_logs(folder, i, part[::10]) for i, part in zip(ids, parts, strict=True)]
    write_timeline(folder, "MERGE_ON_READ", {FIRST: first, SECOND: second})


def write_copied_groups(folder: Path, num_groups: int, rows_each: int) -> None:
    """A merge-on-read table whose file groups have the rows of the first: large ones in minutes.

    Only the numbers in base files grow from group to group.
    """
    folder.mkdir(parents=True)
    pattern, *further = file_ids(num_groups)
    ids = np.arange(rows_each)
    base, logs = write_base(folder, pattern, ids, None), write_logs(folder, pattern, ids[::10])
    bases, updates = [base], [logs]
    rows = pq.ParquetFile(folder / base["path"]).read()
    index, at_number = (rows.schema.get_field_index(name) for name in ("_hoodie_file_name", "number"))
    for group, file_id in enumerate(further, 1):
        name, log = (entry["path"].replace(pattern, file_id) for entry in (base, logs))
        # Rows of a base file have its name; those of log files keep the id of the first, against no rule.
        named = rows.set_column(index, "_hoodie_file_name", pa.array([name] * rows_each))
        numbers = pa.array((ids + group * rows_each) * 3, rows.schema.field(at_number).type)
        named = named.set_column(at_number, "number", numbers)
        write_parquet(folder / name, named, {})
        bases.append(stat(file_id, name, (folder / name).stat().st_size, rows_each, 0))
        shutil.copyfile(folder / logs["path"], folder / log)
        updates.append(logs | {"fileId": file_id, "path": log, "logFiles": [log]})
    write_timeline(folder, "MERGE_ON_READ", {FIRST: bases, SECOND: updates})


def write_small_groups(folder: Path, num_groups: int, rows_each: int = 20) -> None:
    """A copy-on-write table of many small files."""
    folder.mkdir(parents=True)
    bloom = base64.b64encode(random.Random(1).randbytes(NUM_BLOOM)).decode("ascii")
    stats = [
        write_base(folder, file_id, np.arange(number * rows_each, (number + 1) * rows_each), bloom)
        for number, file_id in enumerate(file_ids(num_groups))
    ]
    write_timeline(folder, "COPY_ON_WRITE", {FIRST: stats})
