# SPDX-License-Identifier: Apache-2.0
"""`metadata.write`: a description of a data table and of the contents of its metadata table → the folder.

A description has

table_version: 6, 8 or 9; `name` of the table; `partition_field`, absent for a table without partitions.
properties: of the data table, in addition to those that follow from the rest.
indexes: partitions of the metadata table in the order in which they are initialised: `groups`, their number;
    `data_partitions` of a partitioned record index, each of which has that many; `version` of an index;
    `state`, `ready` by default, otherwise `inflight` or `absent` from the properties.
definitions: content of `index.json`, null for none; by default derived from `indexes`.
instants: of the data table, as `timeline.write` takes them.
commits: of the metadata table: `time`, `completion_time`, `action` (`deltacommit` by default), `states`,
    `rows`: entries by partition. Rows of a `compaction` go into base files, others into logs;
    `padding` of a compaction: length of a `doc` in the schema of its base files, which are not compressed;
    `undoes` of a rollback below version 8 is the time that its command blocks cancel;
    `blocks`: by partition, blocks of a log file of its first file group, described as `log.write` takes them.
files: other files, path below the table's folder to {"text"} or {"hex"}.

No data file is written: a metadata table is read without them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance import resources
from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.log.file import encode_log
from hudi_conformance.encode.metadata.entries import Entry, parse_entry
from hudi_conformance.encode.metadata.keys import checked_index, group_of, id_of
from hudi_conformance.encode.metadata.schema import record_schema
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.encode.values import Values
from hudi_conformance.model.common import JsonValue

VALUES = Values("metadata.place.ready")
RELEASES = {6: "0.15.0", 8: "1.0.2", 9: "1.2.1"}
FOLDER = ".hoodie/metadata/"
_ZEROS = "0" * 14
_KEYS = frozenset({
    "about", "table_version", "name", "partition_field", "properties", "indexes", "definitions", "instants",
    "commits", "files",
})  # fmt: skip
_INDEX_KEYS = frozenset({"groups", "data_partitions", "version", "state", "source_fields"})
_COMMIT_KEYS = frozenset({
    "time", "completion_time", "action", "states", "rows", "padding", "undoes", "blocks",
})  # fmt: skip
_TYPES = {"secondary_index_": "secondary_index", "expr_index_": "column_stats"}


@dataclass(slots=True)
class _Group:
    """A file group: its id, and the name of the next log file of its slice."""

    file_id: str
    base: str
    num_logs: int = 0


@dataclass(slots=True)
class _Index:
    name: str
    version: str
    groups: list[_Group]
    by_partition: dict[str | None, list[_Group]]


@dataclass(slots=True)
class _Writer:
    plan: Mapping[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)
    indexes: dict[str, _Index] = field(default_factory=dict)
    instants: list[dict[str, Any]] = field(default_factory=list)

    @property
    def version(self) -> int:
        return int(self.plan["table_version"])

    @property
    def has_own_names(self) -> bool:
        return self.version >= since.INSTANT_NAMES

    def write(self) -> dict[str, bytes]:
        for number, (name, options) in enumerate(self.plan["indexes"].items()):
            self._initialise(number, checked_index(name), options)
        for number, commit in enumerate(self.plan.get("commits", ())):
            self._commit(VALUES.closed(commit, f"commits[{number}]", _COMMIT_KEYS), f"commits[{number}]")
        self._timelines()
        return self.files

    def _initialise(self, number: int, name: str, options: JsonValue) -> None:
        """First commit of a partition: an empty delete block for each file group."""
        VALUES.closed(options, f"indexes.{name}", _INDEX_KEYS)
        time = f"{_ZEROS}{number if self.has_own_names else number + 10:03d}"
        partitions: list[str | None] = options.get("data_partitions") or [None]
        num_groups = VALUES.positive(options.get("groups", 1), f"indexes.{name}.groups")
        by_partition = {
            part: [_Group(id_of(name, at, part), time) for at in range(num_groups)] for part in partitions
        }
        groups = sorted((g for part in by_partition.values() for g in part), key=lambda g: g.file_id)
        version = options.get("version") or (
            "V2" if self.version >= since.INDEX_VERSIONS and name.startswith("secondary") else "V1"
        )
        self.indexes[name] = _Index(name, version, groups, by_partition)
        for group in groups:
            empty = {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": time}, "deletes": []}
            self._log(name, group, time, [empty], "0-0-0")
        self.instants.append(_instant(time, f"2020010100000{number:04d}", "deltacommit"))
        text = f"#partition metadata\ncommitTime={time}\npartitionDepth=1\n"
        self.files[f"{FOLDER}{name}/.hoodie_partition_metadata"] = text.encode()

    def _commit(self, commit: Mapping[str, Any], where: str) -> None:
        action, time = commit.get("action", "deltacommit"), str(commit["time"])
        self.instants.append(
            {**_instant(time, commit.get("completion_time"), action), **_some(commit, "states")}
        )
        if action == "rollback" and commit.get("undoes") is not None:
            self._roll_back(time, str(commit["undoes"]))
        for name, entries in commit.get("rows", {}).items():
            index = self._index(name, f"{where}.rows")
            grouped: dict[int, list[Entry]] = {}
            for number, value in enumerate(entries):
                path = f"{where}.rows.{name}[{number}]"
                entry = parse_entry(value, path, name, index.version, self.version)
                grouped.setdefault(self._group(index, entry, path), []).append(entry)
            for number in range(len(index.groups)) if action == "compaction" else sorted(grouped):
                self._rows(name, index.groups[number], commit, grouped.get(number, []))
        for name, blocks in commit.get("blocks", {}).items():
            self._log(name, self._index(name, f"{where}.blocks").groups[0], time, blocks, "0-1-0")

    def _index(self, name: str, where: str) -> _Index:
        index = self.indexes.get(name)
        if index is None:
            raise VALUES.bad(where, f"partitions among {sorted(self.indexes)}", name)
        return index

    @staticmethod
    def _group(index: _Index, entry: Entry, where: str) -> int:
        """Number of an entry's file group among all of the partition."""
        if entry.group is not None:
            return entry.group
        part = None if None in index.by_partition else entry.data_partition
        groups = index.by_partition.get(part)
        if groups is None:
            raise VALUES.bad(where, f"a partition among {list(index.by_partition)}", part)
        ordered = sorted(groups, key=lambda group: group.file_id)
        return index.groups.index(ordered[group_of(entry.routed, len(ordered))])

    def _rows(self, name: str, group: _Group, commit: Mapping[str, Any], entries: list[Entry]) -> None:
        time = str(commit["time"])
        ordered = sorted(entries, key=lambda entry: entry.key.encode())
        rows = [{**_meta(None), **entry.row} for entry in ordered if entry.row is not None]
        if commit.get("action") == "compaction":
            file = f"{group.file_id}_0-1-0_{time}.hfile"
            padding = int(commit.get("padding", 0))
            records = [{**row, **_meta(file)} for row in rows]
            self.files[f"{FOLDER}{name}/{file}"] = encode_hfile_description(
                {"style": "hudi-io" if self.has_own_names else "hbase",
                 "compression": "NONE" if padding else "GZ", "schema": record_schema(self.version, padding),
                 "records": [{**row, "key": entry.key} for row, entry in zip(records, ordered, strict=True)]}
            ).data  # fmt: skip
            group.base, group.num_logs = time, 0
            return
        blocks: list[JsonValue] = []
        if rows:
            header = {"INSTANT_TIME": time, "SCHEMA": record_schema(self.version)}
            blocks.append(
                {"kind": "HFILE_DATA_BLOCK", "header": header, "records": _keyed(ordered, rows),
                 "key_field": "key", "compression": "GZ"}
            )  # fmt: skip
        gone = [entry.key for entry in ordered if entry.row is None]
        if gone:
            ordering = {"type": "int", "value": 0}
            deletes = [{"record_key": key, "partition_path": name, "ordering": ordering} for key in gone]
            blocks.append({"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": time}, "deletes": deletes})
        self._log(name, group, time, blocks, "0-1-0")

    def _roll_back(self, time: str, target: str) -> None:
        header = {"INSTANT_TIME": time, "TARGET_INSTANT_TIME": target, "COMMAND_BLOCK_TYPE": "0"}
        for index in self.indexes.values():
            for group in index.groups:
                self._log(index.name, group, time, [{"kind": "COMMAND_BLOCK", "header": header}], "1-0-1")

    def _log(self, name: str, group: _Group, time: str, blocks: list[JsonValue], token: str) -> None:
        group.num_logs += 1
        own = time if self.has_own_names else group.base
        number = 1 if self.has_own_names else group.num_logs
        data = encode_log({"blocks": blocks}).data
        self.files[f"{FOLDER}{name}/.{group.file_id}_{own}.log.{number}_{token}"] = data

    def _timelines(self) -> None:
        plan, name = self.plan, str(self.plan.get("name", "t"))
        states = {key: options.get("state", "ready") for key, options in plan["indexes"].items()}
        definitions = plan.get("definitions", self._definitions()) if self.has_own_names else None
        properties: dict[str, Any] = {
            **_properties("data", name, self.version),
            "hoodie.table.metadata.partitions": _listed(states, "ready"),
            "hoodie.table.metadata.partitions.inflight": _listed(states, "inflight"),
        }
        if plan.get("partition_field"):
            properties["hoodie.table.partition.fields"] = plan["partition_field"]
        if definitions is not None:
            properties["hoodie.table.index.defs.path"] = ".hoodie/.index_defs/index.json"
            text = json.dumps({"indexDefinitions": definitions}, indent=2)
            self.files[".hoodie/.index_defs/index.json"] = text.encode()
        data = {"release": RELEASES[self.version], "table_version": self.version}
        own = {**data, "properties": _properties("metadata", name, self.version), "instants": self.instants}
        data |= {"properties": properties | plan.get("properties", {}), "instants": plan.get("instants", [])}
        self.files |= encode_timeline(data).files
        self.files |= {f"{FOLDER}{path}": content for path, content in encode_timeline(own).files.items()}
        for path, content in plan.get("files", {}).items():
            is_text = isinstance(content.get("text"), str)
            self.files[path] = content["text"].encode() if is_text else bytes.fromhex(content["hex"])

    def _definitions(self) -> dict[str, JsonValue]:
        definitions: dict[str, JsonValue] = {}
        for name, options in self.plan["indexes"].items():
            kind = next((kind for start, kind in _TYPES.items() if name.startswith(start)), name)
            if kind not in {"column_stats", "record_index", "secondary_index"}:
                continue
            definition = {
                "indexName": name,
                "indexType": kind,
                "indexFunction": {"secondary_index": "identity", "column_stats": "column_stats"}.get(
                    kind, ""
                ),
                "sourceFields": options.get("source_fields", []),
                "indexOptions": {},
            }
            if kind == "record_index":
                is_partitioned = "true" if options.get("data_partitions") else "false"
                definition["indexOptions"] = {"isPartitioned": is_partitioned}
            if self.version >= since.INDEX_VERSIONS:
                is_second = name == "column_stats" or kind == "secondary_index"
                definition["version"] = options.get("version") or ("V2" if is_second else "V1")
            definitions[name] = definition
        return definitions


def encode_metadata(description: JsonValue) -> dict[str, bytes]:
    """Files below the table's folder by path.

    Raises:
        EncodeError: the description is malformed, or no release can write it.
    """
    plan = {"table_version": 9, "indexes": {}, **VALUES.closed(description, "description", _KEYS)}
    if plan["table_version"] not in list(RELEASES) or not isinstance(plan["indexes"], dict):
        raise VALUES.bad("table_version, indexes", f"one of {sorted(RELEASES)}, an object", plan)
    try:
        return _Writer(plan).write()
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise VALUES.bad("description", "the members of its entries", repr(error)) from error


def _instant(time: str, completion: str | None, action: str) -> dict[str, Any]:
    instant: dict[str, Any] = {"time": time, "action": action}
    return instant if completion is None else {**instant, "completion_time": completion}


def _some(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {name: values[name]} if name in values else {}


def _meta(file: str | None) -> dict[str, Any]:
    names = "_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key", "_hoodie_partition_path"
    return {**dict.fromkeys(names), "_hoodie_file_name": file}


def _keyed(ordered: list[Entry], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with their keys: the log writer moves them to the rows of cells and empties the field."""
    present = [entry for entry in ordered if entry.row is not None]
    return [{**row, "key": entry.key} for entry, row in zip(present, rows, strict=True)]


def _listed(states: Mapping[str, str], state: str) -> str:
    return ",".join(sorted(name for name, own in states.items() if own == state))


def _properties(kind: str, name: str, version: int) -> dict[str, str]:
    """Properties of the data table or of its metadata table, as `properties.toml` lists them."""
    listed = resources.package_table("encode/metadata/properties.toml")[kind]
    own = listed["layout_1" if version < since.LAYOUT_2 else "layout_2"]
    return {key: text.format(name=name, version=version) for key, text in (listed["always"] | own).items()}
