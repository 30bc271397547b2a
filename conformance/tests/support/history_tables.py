# SPDX-License-Identifier: Apache-2.0
"""What the files of a drawn table hold: schemas, properties, log blocks, write stats, archived instants."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from history_model import Version
from hudi_conformance.encode.table import contents

stat_of = contents.stat_of  # drawn tables and the reference writer have the same write stats

META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
OWN = [
    {"name": "id", "type": ["null", "string"], "default": None},
    {"name": "ord", "type": ["null", "long"], "default": None},
    {"name": "val", "type": ["null", "string"], "default": None},
]
TABLE_SCHEMA = json.dumps({"type": "record", "name": "row", "namespace": "t", "fields": OWN})
STORED_SCHEMA = json.dumps(
    {
        "type": "record",
        "name": "row",
        "namespace": "t",
        "fields": [
            *({"name": f"_hoodie_{name}", "type": ["null", "string"], "default": None} for name in META),
            *OWN,
        ],
    }
)
ARROW_SCHEMA = pa.schema(
    [
        *(pa.field(f"_hoodie_{name}", pa.string()) for name in META),
        ("id", pa.string()),
        ("ord", pa.int64()),
        ("val", pa.string()),
    ],
    metadata={"parquet.avro.schema": STORED_SCHEMA, "org.apache.hudi.bloomfilter.type": "none"},
)
PAYLOADS = {
    "EVENT_TIME_ORDERING": "DefaultHoodieRecordPayload",
    "COMMIT_TIME_ORDERING": "OverwriteWithLatestAvroPayload",
}
STRATEGIES = {
    "EVENT_TIME_ORDERING": "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5",
    "COMMIT_TIME_ORDERING": "ce9acb64-bde0-424c-9b91-f6ebba25356d",
}
# Release that writes a table version, whose schemas the timeline has.
RELEASES = {
    0: "0.9.0",
    1: "0.9.0",
    2: "0.9.0",
    3: "0.10.1",
    4: "0.12.3",
    5: "0.13.1",
    6: "0.15.0",
    7: "1.2.1",
    8: "1.2.1",
    9: "1.2.1",
}
COMMITS = ("commit", "deltacommit")
COMPLETED_AS = {"compaction": "commit"}
ARCHIVED_BARE = {("rollback", "REQUESTED")}  # states whose plan an archive of version 1 leaves out
RECORDS = {  # of metadata and plan in the history
    "deltacommit": ("HoodieCommitMetadata", None),
    "compaction": ("HoodieCommitMetadata", "HoodieCompactionPlan"),
    "rollback": ("HoodieRollbackMetadata", None),
}
LONGS = (
    "numWrites",
    "numDeletes",
    "numUpdateWrites",
    "numInserts",
    "totalWriteBytes",
    "fileSizeInBytes",
    "totalWriteErrors",
)


def properties_of(mode: str, table_version: int) -> dict[str, str]:
    """Properties of a merge-on-read table without partitions, as the release of its version writes them."""
    properties = {
        "hoodie.table.name": "t",
        "hoodie.table.type": "MERGE_ON_READ",
        "hoodie.table.recordkey.fields": "id",
        "hoodie.table.precombine.field": "ord",
        "hoodie.table.base.file.format": "PARQUET",
        "hoodie.table.timeline.timezone": "UTC",
        "hoodie.populate.meta.fields": "true",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
        "hoodie.table.create.schema": TABLE_SCHEMA,
        "hoodie.compaction.payload.class": f"org.apache.hudi.common.model.{PAYLOADS[mode]}",
    }
    if table_version < 8:
        return properties | {
            "hoodie.archivelog.folder": "archived",
            "hoodie.compaction.record.merger.strategy": STRATEGIES[mode],
        }
    return properties | {
        "hoodie.timeline.path": "timeline",
        "hoodie.timeline.history.path": "history",
        "hoodie.record.merge.mode": mode,
        "hoodie.record.merge.strategy.id": STRATEGIES[mode],
        "hoodie.table.ordering.fields": "ord",
        "hoodie.table.initial.version": str(table_version),
    }


def blocks(time: str, versions: dict[str, Version]) -> Iterator[dict[str, Any]]:
    """A data block and a delete block, where there is anything to put into them."""
    header = {"INSTANT_TIME": time, "SCHEMA": STORED_SCHEMA}
    rows = [{**one.row, "ord": str(one.row["ord"])} for one in versions.values() if one.row is not None]
    if rows:
        yield {"kind": "AVRO_DATA_BLOCK", "header": header, "records": rows}
    deletes = [
        {"record_key": key, "partition_path": "", "ordering": {"type": "long", "value": str(one.ordering)}}
        for key, one in versions.items()
        if one.row is None
    ]
    if deletes:
        yield {"kind": "DELETE_BLOCK", "header": header, "deletes": deletes}


def archived_entries(instant: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The three entries of an instant in an archive of version 1, whose Avro takes longs as text."""
    action = instant["action"]
    for state in instant["states"]:
        name = COMPLETED_AS.get(action, action) if state == "COMPLETED" else action
        content = instant.get(state.lower()) if (name, state) not in ARCHIVED_BARE else None
        if name in COMMITS and content is not None:
            stats = content["partitionToWriteStats"]
            content = without(content, "compacted") | {
                "partitionToWriteStats": {
                    key: [without(stat, "logVersion", "logFiles") for stat in texts(value)]
                    for key, value in stats.items()
                }
            }
        yield {"time": instant["time"], "action": name, "state": state, "content": content}


def without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    """Members of JSON that Avro of an archive has no field for are left out."""
    return {key: value for key, value in row.items() if key not in names}


def history_row(instant: dict[str, Any]) -> dict[str, Any]:
    """A row of the history: metadata, and the plan of a compaction."""
    record, plan_record = RECORDS[instant["action"]]
    action = COMPLETED_AS.get(instant["action"], instant["action"])
    row = {
        "time": instant["time"],
        "completion_time": instant["completion_time"],
        "action": action,
        "record": record,
        "metadata": instant["completed"],
    }
    return row if plan_record is None else row | {"plan_record": plan_record, "plan": instant["requested"]}


def texts(stats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write stats whose longs are text."""
    return [stat | {name: str(stat[name]) for name in LONGS} for stat in stats]


def commit(operation: str, stats: list[dict[str, Any]], table_version: int) -> dict[str, Any]:
    """Metadata of a completed commit; the reference writer takes longs of Avro, since version 8, as text."""
    partitions: dict[str, list[dict[str, Any]]] = {}
    for stat in stats:
        [made] = texts([stat]) if table_version >= 8 else [stat]
        partitions.setdefault(stat["partitionPath"], []).append(made)
    return {
        "partitionToWriteStats": partitions,
        "compacted": operation == "COMPACT",
        "extraMetadata": {"schema": TABLE_SCHEMA},
        "operationType": operation,
    }
