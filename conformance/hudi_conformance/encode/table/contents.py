# SPDX-License-Identifier: Apache-2.0
"""Contents of the files of a table: base files, log blocks, write stats, properties, instants."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.encode.log.file import encode_log
from hudi_conformance.encode.table.columns import TYPES
from hudi_conformance.encode.table.plan import COMMIT_TIME, EVENT_TIME, META, Table, all_columns, avro_schema
from hudi_conformance.encode.timeline.schemas import parsed, schema_text

# Release that writes a table version, and whose schemas the timeline uses.
RELEASES = {
    0: "0.9.0", 1: "0.9.0", 2: "0.9.0", 3: "0.10.1", 4: "0.11.1", 5: "0.13.1", 6: "0.15.0",
    7: "1.2.1", 8: "1.2.1", 9: "1.2.1",
}  # fmt: skip
PAYLOADS = {EVENT_TIME: "DefaultHoodieRecordPayload", COMMIT_TIME: "OverwriteWithLatestAvroPayload"}
STRATEGIES = {
    EVENT_TIME: "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5",
    COMMIT_TIME: "ce9acb64-bde0-424c-9b91-f6ebba25356d",
}
_LONGS = (
    "numWrites", "numDeletes", "numUpdateWrites", "numInserts", "totalWriteBytes", "fileSizeInBytes",
    "totalWriteErrors",
)  # fmt: skip
Row = dict[str, Any]


def base_file(table: Table, columns: Mapping[str, str], rows: Sequence[Row]) -> bytes:
    """A Parquet file of rows with their meta columns."""
    fields = [pa.field(f"_hoodie_{name}", pa.string()) for name in META]
    fields += [pa.field(name, TYPES[kind].arrow) for name, kind in all_columns(table, columns).items()]
    metadata = {
        "parquet.avro.schema": avro_schema(table, columns, with_meta=True),
        "org.apache.hudi.bloomfilter.type": "none",
    }
    sink = io.BytesIO()
    records = [{field.name: row.get(field.name) for field in fields} for row in rows]
    schema = pa.schema(fields, metadata=metadata)
    with pq.ParquetWriter(sink, schema) as writer:
        if records:  # without rows there is no row group
            writer.write_table(pa.Table.from_pylist(records, schema))
    return sink.getvalue()


def log_file(
    table: Table,
    columns: Mapping[str, str],
    time: str,
    rows: Sequence[Row],
    deletes: Iterable[tuple[str, str]],
) -> bytes:
    """A log file of one write: a data block and a delete block, if there are rows for them."""
    header = {"INSTANT_TIME": time, "SCHEMA": avro_schema(table, columns, with_meta=True)}
    names = [f"_hoodie_{name}" for name in META]
    kinds = {**dict.fromkeys(names, "string"), **all_columns(table, columns)}
    blocks: list[dict[str, Any]] = []
    if rows:
        records = [{name: _avro(kind, row.get(name)) for name, kind in kinds.items()} for row in rows]
        blocks.append({"kind": "AVRO_DATA_BLOCK", "header": header, "records": records})
    entries = [
        {"record_key": key, "partition_path": partition, "ordering": {"type": "int", "value": 0}}
        for partition, key in deletes
    ]
    if entries:
        blocks.append({"kind": "DELETE_BLOCK", "header": header, "deletes": entries})
    return encode_log({"blocks": blocks}).data


def rollback_log(time: str, target: str) -> bytes:
    """A log file whose command block cancels the blocks of an instant."""
    header = {"INSTANT_TIME": time, "TARGET_INSTANT_TIME": target, "COMMAND_BLOCK_TYPE": "0"}
    return encode_log({"blocks": [{"kind": "COMMAND_BLOCK", "header": header}]}).data


def _avro(kind: str, value: object) -> object:
    return None if value is None else TYPES[kind].described(value)


def properties_of(table: Table) -> dict[str, str]:
    """Properties of a table, as the release of its version writes them."""
    is_simple = table.is_partitioned
    properties = {
        "hoodie.table.name": "t",
        "hoodie.table.type": table.type,
        "hoodie.table.recordkey.fields": "id",
        "hoodie.table.precombine.field": "ord",
        "hoodie.table.base.file.format": "PARQUET",
        "hoodie.table.timeline.timezone": "UTC",
        "hoodie.populate.meta.fields": "true",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen."
        + ("SimpleKeyGenerator" if is_simple else "NonpartitionedKeyGenerator"),
        "hoodie.datasource.write.hive_style_partitioning": str(table.is_hive_style).lower(),
        "hoodie.table.create.schema": avro_schema(table, table.columns, with_meta=False),
        "hoodie.compaction.payload.class": f"org.apache.hudi.common.model.{PAYLOADS[table.merge_mode]}",
        **({"hoodie.table.partition.fields": "part"} if is_simple else {}),
    }
    strategy = STRATEGIES[table.merge_mode]
    if table.is_old:
        return properties | {
            "hoodie.archivelog.folder": "archived",
            "hoodie.compaction.record.merger.strategy": strategy,
        }
    return properties | {
        "hoodie.timeline.path": "timeline",
        "hoodie.timeline.history.path": "history",
        "hoodie.record.merge.mode": table.merge_mode,
        "hoodie.record.merge.strategy.id": strategy,
        "hoodie.table.ordering.fields": "ord",
        "hoodie.table.initial.version": str(table.version),
    }


def partition_metadata(time: str, partition: str) -> bytes:
    """`.hoodie_partition_metadata` of a partition that a commit created."""
    depth = len(partition.split("/")) if partition else 0
    return f"#partition metadata\ncommitTime={time}\npartitionDepth={depth}\n".encode()


def stat_of(
    file_id: str, path: str, size: int, *, partition: str = "", previous: str | None = None,
    num_inserts: int = 0, num_updates: int = 0, num_deletes: int = 0, num_writes: int | None = None,
    log_version: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """A write stat; the first write of a group has the text `null` as the previous commit."""
    name = path.rpartition("/")[2]
    stat = {
        "fileId": file_id, "path": path, "partitionPath": partition, "prevCommit": previous or "null",
        "numWrites": num_inserts + num_updates if num_writes is None else num_writes,
        "numDeletes": num_deletes, "numUpdateWrites": num_updates, "numInserts": num_inserts,
        "totalWriteBytes": size, "fileSizeInBytes": size, "totalWriteErrors": 0,
    }  # fmt: skip
    return stat if log_version is None else stat | {"logVersion": log_version, "logFiles": [name]}


def commit_of(
    table: Table, columns: Mapping[str, str], operation: str, stats: Iterable[Mapping[str, Any]],
    replaced: Mapping[str, Sequence[str]] | None,
) -> dict[str, Any]:  # fmt: skip
    """Metadata of a completed commit; it replaces file groups if `replaced` is not None."""
    partitions: dict[str, list[dict[str, Any]]] = {}
    for stat in stats:
        entry = dict(stat) if table.is_old else {**stat, **{name: str(stat[name]) for name in _LONGS}}
        partitions.setdefault(str(stat["partitionPath"]), []).append(entry)
    metadata = {
        "partitionToWriteStats": partitions,
        "compacted": operation == "COMPACT",
        "extraMetadata": {"schema": avro_schema(table, columns, with_meta=False)},
        "operationType": operation,
    }
    if replaced is None:
        return metadata
    return metadata | {"partitionToReplaceFileIds": {path: list(ids) for path, ids in replaced.items()}}


def known_members(record: str, table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Members of a row for which the release of a table's version has a field."""
    fields = {name for name, _ in parsed(schema_text(record, RELEASES[table.version])).fields}
    return {name: value for name, value in row.items() if name in fields}


def is_archived_whole(version: int) -> bool:
    """Whether archives of a table version have all members of commits: `compacted`, and the logs of stats."""
    fields = parsed(schema_text("HoodieCommitMetadata", RELEASES[version])).fields
    return any(name == "compacted" for name, _ in fields)


def archived_entries(
    instant: Mapping[str, Any], completed_as: Mapping[str, str], *, is_whole: bool
) -> list[dict[str, Any]]:
    """The entries of an instant in an archive of version 1, whose Avro has longs as text.

    Args:
        instant: as in descriptions.
        completed_as: names of completed actions.
        is_whole: see `is_archived_whole`; JSON metadata always has all members.
    """
    entries = []
    for state in instant["states"]:
        action = instant["action"]
        name = completed_as.get(action, action) if state == "COMPLETED" else action
        content = None if (name, state) == ("rollback", "REQUESTED") else instant.get(state.lower())
        if content is not None and "partitionToWriteStats" in content:
            members = {key: value for key, value in content.items() if is_whole or key != "compacted"}
            stats = content["partitionToWriteStats"]
            texts = {
                path: [_archived(stat, is_whole=is_whole) for stat in group] for path, group in stats.items()
            }
            content = members | {"partitionToWriteStats": texts}
        entries.append({"time": instant["time"], "action": name, "state": state, "content": content})
    return entries


def _archived(stat: Mapping[str, Any], *, is_whole: bool) -> dict[str, Any]:
    dropped = set() if is_whole else {"logVersion", "logFiles"}
    members = {name: value for name, value in stat.items() if name not in dropped}
    return members | {name: str(stat[name]) for name in _LONGS}
