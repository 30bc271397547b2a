# SPDX-License-Identifier: Apache-2.0
"""What each step of a scenario has to do to the folder before it [table_writing], for `chance_folders`."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from chance_folder_facts import COMPLETED_AS, Folder, Instant, Key, Part, Row, Wrong, complete, partition_of

META = tuple(
    f"_hoodie_{name}" for name in ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
)
REPLACING = frozenset({"insert_overwrite", "insert_overwrite_table", "delete_partition"})
SERVICES = frozenset({"clean", "rollback", "restore", "savepoint"})
_ARROW = {"string": pa.string(), "long": pa.int64(), "int": pa.int32(), "boolean": pa.bool_()}
Said = dict[tuple[str, str], Row | None]
"""What a write says, by partition and key; None for a delete."""


@dataclass
class History:
    """What earlier steps did.

    Attributes:
        names: of data files, ever.
        last: ms since 1970 of the last time given.
        undo: writes that a rollback can undo, with the folder before each, the newest last.
        saved: folder at each savepoint, with the time of its commit.
    """

    names: set[str] = field(default_factory=set)
    last: int = 0
    undo: list[tuple[Key, Folder]] = field(default_factory=list)
    saved: list[tuple[str, Folder]] = field(default_factory=list)


def same(what: str, found: object, expected: object) -> None:
    """Raise Wrong where they differ."""
    if found != expected:
        raise Wrong(f"{what}: {str(found)[:300]}, expected {str(expected)[:300]}")


def millis(time: str) -> int:
    """Milliseconds since 1970 of an instant time in UTC."""
    moment = datetime.datetime.strptime(time[:14] + "+0000", "%Y%m%d%H%M%S%z")
    return int(moment.timestamp()) * 1000 + int(time[14:])


def avro_fields(described: Mapping[str, Any], columns: Mapping[str, str], *, with_meta: bool) -> list[Any]:
    """Fields of the table's schema, each of a type or null."""
    part = {"part": "string"} if described.get("partitioned") else {}
    kinds = {
        **dict.fromkeys(META if with_meta else (), "string"),
        "id": "string",
        **part,
        "ord": "long",
        **columns,
    }
    return [{"name": name, "type": ["null", kind], "default": None} for name, kind in kinds.items()]


@dataclass
class Step:
    """A step of a scenario, with the folders before and after it."""

    described: Mapping[str, Any]
    step: Mapping[str, Any]
    before: Folder
    after: Folder
    times: Mapping[str, int]
    columns: Mapping[str, str]
    history: History
    added: set[str] = field(init=False)
    gone: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.added = set(self.after.files) - set(self.before.files)
        self.gone = set(self.before.files) - set(self.after.files)

    @property
    def is_mor(self) -> bool:
        return bool(self.described["type"] == "MERGE_ON_READ")

    def path_of(self, row: Mapping[str, Any]) -> str:
        """Partition of a row."""
        if not self.described.get("partitioned"):
            return ""
        return f"part={row['part']}" if self.described.get("hive_style") else str(row["part"])

    def check(self) -> None:
        """Raise Wrong where the folder after the step is another than it has to be."""
        for path in set(self.before.files) & set(self.after.files):
            if "/archived/" not in path and "/history/" not in path:
                same(f"{path} was changed", self.after.files[path], self.before.files[path])
        for one in self.after.instants.values():
            for state, path in one.paths.items():
                if state != "completed":
                    same(f"time of {path}", self.times.get(path), millis(one.time))
                elif one.completion is not None:
                    same(f"time of {path}", self.times.get(path), millis(one.completion))
        same(
            "files with times",
            set(self.times),
            {path for one in self.after.instants.values() for path in one.paths.values()},
        )
        getattr(self, f"_{_RULES[self.step['op']]}")()
        self.history.names |= {part.name for part in self.after.parts.values()}
        self.history.last = max([self.history.last, *self.times.values()])

    # --- instants -------------------------------------------------------------------------------------

    def began(
        self, *actions: str, states: Iterable[str] = ("requested", "inflight", "completed")
    ) -> list[Instant]:
        """The new instants, by time: of these actions, in these states, later than all before them."""
        new = sorted(key for key in self.after.instants if key not in self.before.instants)
        found = [self.after.instants[key] for key in new]
        same("new instants", [one.action for one in found], list(actions))
        for one in found:
            same(f"states of {one.time}", set(one.contents), set(states))
            if one.action != "savepoint" and millis(one.time) <= self.history.last:
                raise Wrong(f"{one.time} is not later than all before it")
            if one.is_complete:
                self.is_later(one, max(millis(other.time) for other in found))
        if len({one.time for one in found}) < len(found):
            raise Wrong("a time is given twice")
        return found

    def is_later(self, one: Instant, begun: int) -> None:
        """A completion time is later than what began before."""
        if self.times[one.paths["completed"]] <= max(begun, self.history.last):
            raise Wrong(f"{one.time} is completed before all that began")

    def planned(self, action: str, since: int = 0) -> list[str]:
        """States of an instant whose plan is written from a table version on."""
        return [*(["requested"] if self.after.version >= since else []), "inflight", "completed"]

    def content(self, one: Instant, record: str, row: Row, state: str = "completed") -> None:
        """Compare the content of an instant with a row."""
        found, version = one.contents[state], self.after.version
        is_json = self.after.is_old and state == "completed" and record.endswith("CommitMetadata")
        if is_json:
            known = {"compacted"}  # it is a member of JSON that no schema of these releases has
            row, found = (
                {key: row[key] for key in row if key not in known},
                {k: found[k] for k in found if k not in known},
            )
        else:
            row = complete(record, version, row)
        same(f"{record} of {one.time}", found, row)

    def files(self, instants: Iterable[Instant], data: Iterable[str] = (), gone: Iterable[str] = ()) -> None:
        """Compare the files that were added and are gone."""
        metafiles = {
            f"{part.partition}/.hoodie_partition_metadata".lstrip("/"): part
            for path in data
            if (part := self.after.parts[path])
        }
        new = {path for path in metafiles if path not in self.before.files}
        same(
            "files added",
            self.added,
            {*(path for one in instants for path in one.paths.values()), *data, *new},
        )
        same("files gone", self.gone, set(gone))
        for path in new:
            times = {one.time for one in instants}
            depth = path.count("/")
            texts = [
                f"#partition metadata\ncommitTime={time}\npartitionDepth={depth}\n".encode() for time in times
            ]
            if self.after.files[path] not in texts:
                raise Wrong(f"{path}: {self.after.files[path]!r}")

    # --- data -----------------------------------------------------------------------------------------

    def new_parts(self, time: str) -> list[Part]:
        """Data files that a write of this time added."""
        found = [part for path, part in self.after.parts.items() if path in self.added]
        return [
            part
            for part in found
            if (
                part.time == time
                if part.name.endswith(".parquet")
                else {say[0] for say in part.says} == {time}
            )
        ]

    def name(self, part: Part, time: str) -> None:
        """Names of data files are new; versions of log files count on [table.write.log-name]."""
        if part.name in self.history.names:
            raise Wrong(f"{part.name} was there before")
        if part.name.endswith(".parquet"):
            return
        newest = self.before.groups[part.file_id][-1].time
        same(f"instant in {part.name}", part.time, newest if self.after.is_old else time)
        start = f".{part.file_id}_{part.time}.log."
        versions = [
            int(name[len(start) :].split("_")[0]) for name in self.history.names if name.startswith(start)
        ]
        same(f"version in {part.name}", part.version, 1 + max(versions, default=0))

    def schema(self, part: Part) -> None:
        """Schemas of a data file have the columns of the table."""
        fields = avro_fields(self.described, self.columns, with_meta=True)
        if part.name.endswith(".parquet"):
            schema, num_rows, num_groups = part.schemas
            kinds = [(one["name"], _ARROW[one["type"][1]]) for one in fields]
            same(f"columns of {part.name}", [(one.name, one.type) for one in schema], kinds)
            same(f"row groups of {part.name}", num_groups, min(num_rows, 1))
            text = schema.metadata[b"parquet.avro.schema"]
            same("bloom filter", schema.metadata[b"org.apache.hudi.bloomfilter.type"], b"none")
            same(f"schema of {part.name}", json.loads(text)["fields"], fields)
            return
        for kind, header in part.schemas:
            names = (
                {"INSTANT_TIME", "TARGET_INSTANT_TIME", "COMMAND_BLOCK_TYPE"}
                if kind == "COMMAND"
                else {"INSTANT_TIME", "SCHEMA"}
            )
            same(f"header of {part.name}", set(header), names)
            if kind != "COMMAND":
                same(f"schema of {part.name}", json.loads(header["SCHEMA"])["fields"], fields)

    def row(self, row: Row, said: Row, part: Part, key: str, time: str) -> None:
        """A row that a write has made."""
        kinds = [one["name"] for one in avro_fields(self.described, self.columns, with_meta=False)]
        same(f"row {key}", {name: row[name] for name in kinds}, {name: said.get(name) for name in kinds})
        file = part.name if part.name.endswith(".parquet") else part.file_id
        meta = [
            row["_hoodie_commit_time"],
            row["_hoodie_record_key"],
            row["_hoodie_partition_path"],
            row["_hoodie_file_name"],
        ]
        same(f"meta columns of {key}", meta, [time, key, part.partition, file])
        if not re.fullmatch(rf"{time}_\d+_\d+", row["_hoodie_commit_seqno"]):
            raise Wrong(f"sequence number {row['_hoodie_commit_seqno']}")

    def base(self, part: Part, expected: Mapping[str, Row], made: Mapping[str, Row], time: str) -> None:
        """Rows of a base file: those carried as they were, and those that the write made."""
        self.name(part, time)
        self.schema(part)
        found = {row["_hoodie_record_key"]: row for row in part.rows}
        same(
            f"keys of {part.name}",
            sorted(row["_hoodie_record_key"] for row in part.rows),
            sorted({*expected, *made}),
        )
        for key, row in found.items():
            if key in made:
                self.row(row, made[key], part, key, time)
            else:
                names = {one["name"] for one in avro_fields(self.described, self.columns, with_meta=True)}
                carried = {name: expected[key].get(name) for name in names} | {"_hoodie_file_name": part.name}
                same(f"carried row {key}", row, carried)

    def stat(self, part: Part, num: Mapping[str, int], previous: str | None) -> Row:
        """The write stat of a file."""
        size = len(self.after.files[part.path])
        more = {} if part.name.endswith(".parquet") else {"logVersion": part.version, "logFiles": [part.name]}
        return {
            "fileId": part.file_id,
            "path": part.path,
            "partitionPath": part.partition,
            "prevCommit": previous or "null",
            "numWrites": 0,
            "numDeletes": 0,
            "numUpdateWrites": 0,
            "numInserts": 0,
            "totalWriteBytes": size,
            "fileSizeInBytes": size,
            "totalWriteErrors": 0,
            **more,
            **num,
        }

    def commit(self, one: Instant, operation: str, stats: Iterable[Row], replaced: Any = None) -> None:
        """The content of a completed write; lists of file ids have no order."""
        content = one.contents["completed"]
        schema = content["extraMetadata"]["schema"]
        same(
            "schema", json.loads(schema)["fields"], avro_fields(self.described, self.columns, with_meta=False)
        )
        by_path: dict[str, list[Row]] = {}
        for stat in stats:
            by_path.setdefault(stat["partitionPath"], []).append(stat)
        for group in (*by_path.values(), *content["partitionToWriteStats"].values()):
            group.sort(key=lambda stat: stat["fileId"])
        row = {
            "partitionToWriteStats": by_path,
            "compacted": operation == "COMPACT",
            "extraMetadata": {"schema": schema},
            "operationType": operation,
        }
        if replaced is None:
            self.content(one, "HoodieCommitMetadata", row)
            return
        for ids in content["partitionToReplaceFileIds"].values():
            ids.sort()
        row["partitionToReplaceFileIds"] = {path: sorted(ids) for path, ids in replaced.items()}
        self.content(one, "HoodieReplaceCommitMetadata", row)

    def previous(self, file_id: str) -> str | None:
        """Instant of the newest base file of a group."""
        return next((one.time for one in reversed(self.before.groups.get(file_id, [])) if one.base), None)

    # --- writes ---------------------------------------------------------------------------------------

    def said(self, step: Mapping[str, Any]) -> Said:
        """What a write says."""
        said: Said = {(self.path_of(row), row["id"]): row for row in step.get("rows", ())}
        return said | {(self.path_of(row), row["id"]): None for row in step.get("keys", ())}

    def _write(self) -> None:
        crash, states = self.step.get("crash"), ["requested", "inflight", "completed"]
        action = (
            "replacecommit" if self.step["op"] in REPLACING else "deltacommit" if self.is_mor else "commit"
        )
        (one,) = self.began(
            action, states=states[: {"requested": 1, "inflight": 2, "files": 2}.get(str(crash), 3)]
        )
        if crash in {"requested", "inflight"}:
            self.files([one])
            return
        data = self.written(self.step, one)
        if crash is not None:
            self.markers(one, data)
        self.files([one], data)
        if crash is None:
            self.history.undo.append(((one.time, action), self.before))

    def markers(self, one: Instant, data: Iterable[str]) -> None:
        """A marker for each file of a write that died, and nothing in it."""
        found = {path for path in self.added if path.startswith(".hoodie/.temp/")}
        expected = {
            f".hoodie/.temp/{one.time}/{path}.marker.{'APPEND' if '.log.' in path else 'CREATE'}"
            for path in data
        }
        same("markers", found, expected)
        same("bytes of markers", b"".join(self.after.files[path] for path in found), b"")
        self.added -= found

    def _overlap(self) -> None:
        steps = self.step["steps"]
        names = [
            "replacecommit" if one["op"] in REPLACING else "deltacommit" if self.is_mor else "commit"
            for one in steps
        ]
        begun = self.began(*names)
        ends = [self.times[one.paths["completed"]] for one in begun]
        same("order of completion", ends, sorted(set(ends), reverse=bool(self.step.get("reverse"))))
        data = [path for step, one in zip(steps, begun, strict=True) for path in self.written(step, one)]
        self.files(begun, data)
        for number, one in enumerate(begun):
            before = {path for other in begun[:number] for path in other.paths.values()}
            earlier = {part.path for other in begun[:number] for part in self.new_parts(other.time)}
            metafiles = {
                f"{path.rpartition('/')[0]}/.hoodie_partition_metadata".lstrip("/") for path in earlier
            }
            kept = {*self.before.files, *before, *earlier, *(metafiles & self.added)}
            files = {path: data for path, data in self.after.files.items() if path in kept}
            self.history.undo.append(
                ((one.time, names[number]), Folder(files, self.after.version, self.after.merge_mode))
            )

    def written(self, step: Mapping[str, Any], one: Instant) -> list[str]:
        """Check the files of a write and what its instant says of them; paths of the files."""
        same("contents", [one.contents.get(state) for state in ("requested", "inflight")], [None, None])
        said, time = self.said(step), one.time
        replaced = self.replaced(step) if step["op"] in REPLACING else None
        live = {} if replaced is not None else self.before.live()
        merged = {file_id: self.before.rows(file_id) for file_id in live}
        held = {
            (partition_of(live[file_id]), key): file_id for file_id, rows in merged.items() for key in rows
        }
        parts, stats = self.new_parts(time), []
        seen: set[tuple[str, str]] = set()
        parities: dict[tuple[str, int], set[str]] = {}
        for part in parts:
            is_new = part.file_id not in live
            if is_new and (part.file_id in self.before.groups or part.file_id in "".join(self.history.names)):
                raise Wrong(f"{part.path}: its group was there before")
            prior = merged.get(part.file_id, {})
            own = {row["_hoodie_record_key"] for row in part.rows} | {
                key for _, says in part.says if not isinstance(says, str) for key in says
            }
            mine = {
                key[1]: row
                for key, row in said.items()
                if key[0] == part.partition
                and (held.get(key) == part.file_id or (key not in held and key[1] in own))
            }
            is_lost = any(
                key[0] == part.partition and row is None and key not in held for key, row in said.items()
            )
            if not mine and not is_lost:
                raise Wrong(f"{part.path}: nothing to write")
            if seen & {(part.partition, key) for key in mine}:
                raise Wrong(f"{part.path}: a key twice")
            seen |= {(part.partition, key) for key in mine}
            for key, row in mine.items():
                if (part.partition, key) not in held and row is not None:
                    parities.setdefault((part.partition, sum(key.encode()) % 2), set()).add(part.file_id)
            same(f"kind of {part.path}", part.name.startswith("."), self.is_mor and not is_new)
            stats.append((self._log if part.says else self._base)(part, prior, mine, time))
        missing = {key for key, row in said.items() if row is not None or key in held} - seen
        same("keys that are written nowhere", missing, set())
        if any(len(ids) > 1 for ids in parities.values()) or len(set().union(*parities.values())) < len(
            parities
        ):
            raise Wrong("file groups of new keys")
        if one.is_complete:
            self.commit(one, step["op"].upper(), stats, replaced)
        return [part.path for part in parts]

    def _base(self, part: Part, prior: Mapping[str, Row], mine: Mapping[str, Row | None], time: str) -> Row:
        counted = {
            key: row for key, row in mine.items() if key not in prior or self.before.is_newer(row, prior[key])
        }
        made = {key: row for key, row in counted.items() if row is not None}
        carried = {key: row for key, row in prior.items() if key not in counted}
        self.base(part, carried, made, time)
        keys = {*carried, *made}
        num = {
            "numWrites": len(keys),
            "numInserts": len(keys - set(prior)),
            "numDeletes": len(set(prior) - keys),
            "numUpdateWrites": len(set(made) & set(prior)),
        }
        return self.stat(part, num, self.previous(part.file_id))

    def _log(self, part: Part, prior: Mapping[str, Row], mine: Mapping[str, Row | None], time: str) -> Row:
        self.name(part, time)
        self.schema(part)
        rows = {key: row for key, row in mine.items() if row is not None}
        kinds = [*(["AVRO_DATA"] if rows else []), *(["DELETE"] if len(rows) < len(mine) else [])]
        same(f"blocks of {part.path}", [kind for kind, _ in part.schemas], kinds)
        found = {key: row for _, says in part.says if not isinstance(says, str) for key, row in says.items()}
        same(
            f"keys of {part.path}", {key for key, row in found.items() if row is None}, set(mine) - set(rows)
        )
        same(f"keys of {part.path}", set(found), set(mine))
        for key, row in rows.items():
            self.row(found[key] or {}, row, part, key, time)
        num = {
            "numWrites": len(rows),
            "numInserts": len(set(rows) - set(prior)),
            "numDeletes": len(mine) - len(rows),
            "numUpdateWrites": len(set(rows) & set(prior)),
        }
        return self.stat(part, num, self.before.groups[part.file_id][-1].time)

    def replaced(self, step: Mapping[str, Any]) -> dict[str, list[str]]:
        """File groups by partition that a write replaces [table.write.overwrite-partitions]."""
        partitions: set[str] | None = None
        if step["op"] == "insert_overwrite":
            partitions = {self.path_of(row) for row in step["rows"]}
        elif step["op"] == "delete_partition":
            partitions = set(step["partitions"])
        found: dict[str, list[str]] = {}
        for file_id, group in self.before.live().items():
            if partitions is None or partition_of(group) in partitions:
                found.setdefault(partition_of(group), []).append(file_id)
        return found


_RULES = {
    **dict.fromkeys(("insert", "bulk_insert", "upsert", "delete", *REPLACING), "write"),
    "concurrent": "overlap",
    "evolve": "nothing",
    "schedule_compaction": "plan",
    "compact": "compact",
    "cluster": "cluster",
    "clean": "clean",
    "archive": "archive",
    "savepoint": "savepoint",
    "rollback": "rollback",
    "restore": "restore",
}


def completed_name(action: str) -> str:
    """What a completed instant of an action is called."""
    return COMPLETED_AS.get(action, action)
