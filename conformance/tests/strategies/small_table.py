# SPDX-License-Identifier: Apache-2.0
"""A small intact table as data: two partitions with a base file each, and a log file in the first.

`description(version)` returns nested dicts that a test changes before `write` turns them into files:

    properties   hoodie.properties
    files        name -> one of
                   {path, kind = "base", time, rows, keys, texts, name, partition, has_keys,
                    has_bounds, columns}
                   {path, kind = "log", blocks = [{time, records, row, deletes, target, kind, content, of}]}
                   {path, kind = "text", text, times}
                   {path, kind = "copy", of, keep, append}  another file, cut to `keep` bytes
    stats        name of a file -> write stat; `off` is added to both of its sizes
    instants     name -> {time, action, completion, states, requested, inflight, completed}, or instead of
                   contents {operation, stats = [names], schema, replaced}, or a key of `small_instants`;
                   `raw` replaces the bytes of the completed file
    archived     the same for archived instants
    cut          path -> number of bytes that its end lacks

Texts may contain `$T1`, `$A`, `$base1`, `$done_T1` (file of the completed instant T1) and the like.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from history_tables import LONGS
from hudi_conformance.encode.log.file import encode_log
from hudi_conformance.encode.table.contents import stat_of
from hudi_conformance.encode.timeline.table import encode_timeline

from strategies.small_instants import CONTENTS

Description = dict[str, Any]
TIMES = {
    "T0": "20250101000000000",  # before the active timeline
    "T1": "20260101000100000",
    "T15": "20260101000130000",  # between the two commits, of no instant
    "T2": "20260101000200000",
    "T3": "20260101000300000",
    "LATE": "29990101000000000",
}
IDS = {"A": "00000000-1111-4222-8333-444444444444-0", "B": "00000001-1111-4222-8333-444444444444-0"}
NULL, REMOVED = "<null>", "<removed>"  # TOML has no null
COMPLETED_AS = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}
STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")
META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
OWN = [
    {"name": "id", "type": ["null", "string"], "default": None},
    {"name": "ord", "type": ["null", "long"], "default": None},
    {"name": "val", "type": ["null", "string"], "default": None},
]
META_FIELDS = [{"name": f"_hoodie_{name}", "type": ["null", "string"], "default": None} for name in META]
SCHEMA = json.dumps({"type": "record", "name": "row", "namespace": "t", "fields": OWN})
STORED_SCHEMA = json.dumps({"type": "record", "name": "row", "namespace": "t", "fields": META_FIELDS + OWN})
COLUMNS = {
    **{f"_hoodie_{name}": pa.string() for name in META},
    "id": pa.string(),
    "ord": pa.int64(),
    "val": pa.string(),
}


def description(version: int) -> Description:
    """The intact table, of table version 6 or 9."""
    is_old = version < 8
    log = f"p=1/.${{A}}_{'$T1' if is_old else '$T2'}.log.1_0-1-1"
    properties = {
        "hoodie.table.name": "t",
        "hoodie.table.type": "MERGE_ON_READ",
        "hoodie.table.recordkey.fields": "id",
        "hoodie.table.precombine.field": "ord",
        "hoodie.table.base.file.format": "PARQUET",
        "hoodie.populate.meta.fields": "true",
        "hoodie.table.partition.fields": "val",
        "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.SimpleKeyGenerator",
        "hoodie.table.create.schema": SCHEMA,
    }
    if is_old:
        properties["hoodie.archivelog.folder"] = "archived"
    else:
        properties |= {
            "hoodie.timeline.path": "timeline",
            "hoodie.timeline.history.path": "history",
            "hoodie.record.merge.mode": "COMMIT_TIME_ORDERING",
            "hoodie.table.initial.version": f"{version}",
        }
    upsert = {"action": "deltacommit", "operation": "UPSERT"}
    metafile = {"kind": "text", "text": "commitTime=$T1\npartitionDepth=1\n"}
    return {
        "version": version,
        "properties": properties,
        "files": {
            "base1": {"path": "p=1/${A}_0-0-0_$T1.parquet", "kind": "base", "time": "$T1"},
            "base2": {"path": "p=2/${B}_1-0-0_$T1.parquet", "kind": "base", "time": "$T1"},
            "log1": {"path": log, "kind": "log", "blocks": [{"time": "$T2", "records": 1}]},
            "meta1": {"path": "p=1/.hoodie_partition_metadata", **metafile},
            "meta2": {"path": "p=2/.hoodie_partition_metadata", **metafile},
        },
        "stats": {
            "base1": stat_of("$A", "$base1", 0, partition="p=1", num_inserts=3),
            "base2": stat_of("$B", "$base2", 0, partition="p=2", num_inserts=3),
            "log1": stat_of("$A", "$log1", 0, partition="p=1", previous="$T1", num_updates=1, log_version=1)
            | {"logFiles": ["$log1_name"]},
        },
        "instants": {
            "T1": {"time": "$T1", **upsert, "stats": ["base1", "base2"]},
            "T2": {"time": "$T2", **upsert, "stats": ["log1"]},
        },
        "archived": {},
    }


def patched(value: Any, patch: Any) -> Any:
    """`value` with the members of `patch` merged into it; `<removed>` removes one, `<null>` is null."""
    if isinstance(patch, dict):
        merged = dict(value) if isinstance(value, dict) else {}
        for key, item in patch.items():
            if item == REMOVED:
                merged.pop(key, None)
            else:
                merged[key] = patched(merged.get(key), item)
        return merged
    if isinstance(patch, list):
        return [patched(None, item) for item in patch]
    return None if patch == NULL else patch


def names(table: Description) -> dict[str, str]:
    """What `$NAME` in texts stands for."""
    is_old = table["version"] < 8
    texts = {**TIMES, **IDS, "hidden": ".hoodie", "timeline": ".hoodie" if is_old else ".hoodie/timeline"}
    texts["history"] = ".hoodie/archived" if is_old else ".hoodie/timeline/history"
    intact = description(table["version"])  # of which some files may be removed
    for key, file in {**intact["files"], **table["files"]}.items():
        texts[key] = filled(file["path"], texts)
        texts[f"{key}_name"] = texts[key].rpartition("/")[2]
    for key, instant in {**intact["instants"], **table["instants"]}.items():
        time, action = filled(instant["time"], texts), instant["action"]
        for state in ("requested", "inflight"):
            is_commit = action == "commit" and state == "inflight"
            texts[f"{state}_{key}"] = f"{texts['timeline']}/{time}{'' if is_commit else f'.{action}'}.{state}"
        completion = "" if is_old else f"_{_completion(instant, texts)}"
        action = COMPLETED_AS.get(action, action)
        texts[f"done_{key}"] = f"{texts['timeline']}/{time}{completion}.{action}"
    return texts


def filled(value: Any, texts: Mapping[str, str]) -> Any:
    """`value` with all `$NAME` replaced."""
    if isinstance(value, str):
        return Template(value).substitute(texts)
    if isinstance(value, dict):
        return {filled(key, texts): filled(item, texts) for key, item in value.items()}
    return [filled(item, texts) for item in value] if isinstance(value, list) else value


def write(table: Description, folder: Path) -> None:
    """Write the files of a table below a folder."""
    texts = names(table)
    table = filled(table, texts)
    contents: dict[str, bytes] = {}
    for key, file in table["files"].items():
        contents[key] = _content(file, contents)
    files = {file["path"]: contents[key] for key, file in table["files"].items()}
    made = _timeline(table, {key: len(data) for key, data in contents.items()})
    raw = {texts[f"done_{key}"]: i["raw"].encode() for key, i in table["instants"].items() if "raw" in i}
    raw |= dict(_of_other_actions(table, texts))
    for path, data in {**made, **files, **raw}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data[: len(data) - table.get("cut", {}).get(path, 0)])
    (folder / texts["history"]).mkdir(parents=True, exist_ok=True)


def _of_other_actions(table: Description, texts: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Files of instants that hold what another action writes."""
    for key, instant in table["instants"].items():
        for state, action in (("requested", instant.get("swap")), ("done", instant.get("swap_completed"))):
            if action is not None:
                yield texts[f"{state}_{key}"], _content_of(table, action, state)


def _content_of(table: Description, action: str, state: str) -> bytes:
    specs: dict[str, Any] = {
        "clean": {"path": "p=1/x.parquet"},
        "rollback": {"of": TIMES["T15"]},
        "compaction": {"partition": "p=2", "base": table["files"]["base2"]["path"]},
    }
    instant: dict[str, Any] = {"time": TIMES["T3"], "action": action}
    if action in specs:
        instant[action] = specs[action]
    else:
        instant |= {"operation": "CLUSTER", "stats": [], "replaced": {}}
    files = _timeline({**table, "instants": {"x": instant}, "archived": {}}, {})
    ending = ".requested" if state == "requested" else f".{action}"
    return next(data for path, data in files.items() if path.endswith(ending))


def _completion(instant: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    stated = filled(instant.get("completion"), texts)
    return str(stated or int(filled(instant["time"], texts)) + 10_000)


# --- files ------------------------------------------------------------------------------------------------


def _content(file: Mapping[str, Any], others: Mapping[str, bytes]) -> bytes:
    match file["kind"]:
        case "text":
            return str(file["text"]).encode("latin-1") * file.get("times", 1)
        case "copy":
            data = others[file["of"]]
            return data[: file.get("keep", len(data))] + str(file.get("append", "")).encode("latin-1")
        case "log":
            blocks = [
                block | {"content": others[block["of"]].hex()} if "of" in block else block
                for block in file["blocks"]
            ]
            folder, _, name = file["path"].rpartition("/")
            return log_file(json.dumps(blocks), folder, name[1:].partition("_")[0])
    return base_file(json.dumps({key: value for key, value in file.items() if key != "kind"}))


@cache
def base_file(text: str) -> bytes:
    """A Parquet file whose meta columns are those of its path and time, unless others are stated."""
    file = json.loads(text)
    folder, _, name = file["path"].rpartition("/")
    time, partition = file["time"], file.get("partition", folder)
    keys = [key or None for key in file.get("keys", [f"k{at}" for at in range(file.get("rows", 3))])]
    rows = [
        {
            "_hoodie_commit_time": time,
            "_hoodie_commit_seqno": f"{file.get('seqno', time)}_0_{at}",
            "_hoodie_record_key": keys[at] if file.get("has_keys", True) else None,
            "_hoodie_partition_path": partition,
            "_hoodie_file_name": file.get("name", name),
            "id": f"k{at}",
            "ord": at,
            "val": "x",
        }
        for at in range(len(keys))
    ]
    columns = {name: kind for name, kind in COLUMNS.items() if name in file.get("columns", COLUMNS)}
    schema = pa.schema(
        list(columns.items()), metadata={"parquet.avro.schema": STORED_SCHEMA, **file.get("texts", {})}
    )
    out = io.BytesIO()
    is_plain = not file.get("has_bounds", True)
    pq.write_table(pa.Table.from_pylist(rows, schema), out, write_statistics=not is_plain)
    return out.getvalue()


@cache
def log_file(text: str, partition: str, file_id: str = IDS["A"]) -> bytes:
    """A log file of blocks with `records`, `deletes`, an empty delete block, or a rollback of `target`."""
    return encode_log({"blocks": list(_blocks(json.loads(text), partition, file_id))}).data


def _blocks(blocks: list[dict[str, Any]], partition: str, file_id: str) -> Iterator[dict[str, Any]]:
    for block in blocks:
        time = block["time"]
        header = {"INSTANT_TIME": time, "SCHEMA": block.get("schema", STORED_SCHEMA)}
        if "target" in block:
            header = {"INSTANT_TIME": time, "TARGET_INSTANT_TIME": block["target"], "COMMAND_BLOCK_TYPE": "0"}
            yield {"kind": "COMMAND_BLOCK", "header": header}
        elif "content" in block:
            yield {"kind": block["kind"], "header": header, "content_hex": block["content"]}
        elif "deletes" in block:
            keys = [f"k{at}" for at in range(block["deletes"])]
            entries = [
                {"record_key": k, "partition_path": partition, "ordering": {"type": "int", "value": 0}}
                for k in keys
            ]
            yield {"kind": "DELETE_BLOCK", "header": header, "deletes": entries}
        else:
            rows = [
                {
                    "_hoodie_commit_time": time,
                    "_hoodie_commit_seqno": f"{time}_0_{at}",
                    "_hoodie_record_key": f"k{at}",
                    "_hoodie_partition_path": partition,
                    "_hoodie_file_name": file_id,
                    "id": f"k{at}",
                    "ord": "9",
                    "val": "y",
                    **block.get("row", {}),
                }
                for at in range(block["records"])
            ]
            yield {"kind": "AVRO_DATA_BLOCK", "header": header, "records": rows}


# --- timeline ---------------------------------------------------------------------------------------------


def _timeline(table: Description, sizes: Mapping[str, int]) -> dict[str, bytes]:
    """Files below `.hoodie`, by the reference writer."""
    version, is_old = table["version"], table["version"] < 8
    archived = [_instant(table, one, sizes) for one in table["archived"].values()]
    made: dict[str, Any] = {
        "release": "0.15.0" if is_old else "1.2.1",
        "table_version": version,
        "properties": table["properties"],
        "instants": [_instant(table, one, sizes) for one in table["instants"].values()],
    }
    if archived and is_old:
        entries = [entry for one in archived for entry in _archived_entries(one)]
        made["archive"] = {"files": [{"name": ".commits_.archive.1_1-0-1", "entries": entries}]}
    elif archived:
        records = {"clean": "HoodieCleanMetadata", "rollback": "HoodieRollbackMetadata"}
        rows = [
            {
                "time": one["time"],
                "completion_time": one["completion_time"],
                "action": one["action"],
                "record": records.get(one["action"], "HoodieCommitMetadata"),
                "metadata": one["completed"],
            }
            for one in archived
        ]
        made["history"] = {"files": [{"rows": rows}]}
    return encode_timeline(made).files


def _instant(table: Description, instant: Mapping[str, Any], sizes: Mapping[str, int]) -> dict[str, Any]:
    written = {
        key: value
        for key, value in instant.items()
        if key in {"time", "action", "states", "requested", "inflight", "completed"}
    }
    states = written.setdefault("states", list(STATES))
    for kind in CONTENTS.keys() & instant.keys():
        made = CONTENTS[kind](instant[kind])
        written = {**{s.lower(): made[s.lower()] for s in states if s.lower() in made}, **written}
    if "COMPLETED" in states and "stats" in instant:
        written["completed"] = _commit(table, instant, sizes)
    if table["version"] >= 8 and "COMPLETED" in states:
        written["completion_time"] = _completion(instant, {})
    return written


def _commit(table: Description, instant: Mapping[str, Any], sizes: Mapping[str, int]) -> dict[str, Any]:
    partitions: dict[str, list[dict[str, Any]]] = {}
    for name in instant["stats"]:
        stat = dict(table["stats"][name])
        size = sizes.get(stat.pop("of", name), 0) + stat.pop("off", 0)
        for member in ("fileSizeInBytes", "totalWriteBytes"):
            stat[member] = stat[member] or size
            stat[member] = 0 if stat[member] == "zero" else stat[member]
        if table["version"] >= 8:
            stat |= {key: str(stat[key]) for key in LONGS if stat.get(key) is not None}
        partitions.setdefault(stat.pop("key", stat["partitionPath"]), []).append(stat)
    schema = instant.get("schema", SCHEMA)
    commit = {
        "partitionToWriteStats": partitions,
        "compacted": False,
        "extraMetadata": ({} if schema is None else {"schema": schema}) | instant.get("extra", {}),
        "operationType": instant.get("operation"),
    }
    replaced = instant.get("replaced")
    return commit if replaced is None else commit | {"partitionToReplaceFileIds": replaced}


def _archived_entries(instant: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Entries of an instant in an archive of layout 1, whose Avro takes longs as text."""
    for state in instant["states"]:
        action = instant["action"]
        content = instant.get(state.lower())
        if state == "COMPLETED":
            action = COMPLETED_AS.get(action, action)
        if (action, state) == ("rollback", "REQUESTED"):
            content = None
        if content is not None and "partitionToWriteStats" in content:
            content = {key: value for key, value in content.items() if key != "compacted"}
            content["partitionToWriteStats"] = {
                key: [_archived_stat(stat) for stat in stats]
                for key, stats in content["partitionToWriteStats"].items()
            }
        yield {"time": instant["time"], "action": action, "state": state, "content": content}


def _archived_stat(stat: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in stat.items() if key not in {"logVersion", "logFiles"}}
    return {key: str(v) if key in LONGS and v is not None else v for key, v in kept.items()}
