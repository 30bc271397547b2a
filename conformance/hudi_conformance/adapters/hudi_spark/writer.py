# SPDX-License-Identifier: Apache-2.0
"""`table.write` through Spark: rows by the data source, table services by Hudi's SQL procedures.

Automatic table services are switched off: cleaning, archiving and compaction run at the steps of the
scenario. To simulate a write that dies after writing its files, one of Hudi's validators rejects it.
"""

from __future__ import annotations

import base64
import datetime
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hudi_conformance.adapters.hudi_spark.session import client_of
from hudi_conformance.adapters.loop import Request
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.properties import options, table
from hudi_conformance.model.properties.values import (
    DEFAULT_PAYLOAD,
    KEY_GENERATORS,
    OVERWRITE_WITH_LATEST,
    PAYLOADS,
    MergeMode,
    TableType,
)
from hudi_conformance.model.table_version import NEWEST, Feature, TableVersion

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_TABLE = "t"
_VERSIONS = {"0.15": {6}, "1.0": {6, 8}, "1.1": {6, 8, 9}, "1.2": {6, 8, 9}}
_PAYLOADS = {
    MergeMode.EVENT_TIME_ORDERING.value: PAYLOADS + DEFAULT_PAYLOAD,
    MergeMode.COMMIT_TIME_ORDERING.value: PAYLOADS + OVERWRITE_WITH_LATEST,
}
_TYPES = {
    "string": "string",
    "long": "bigint",
    "int": "int",
    "boolean": "boolean",
    "decimal": "decimal(10, 2)",
    "date": "date",
    "timestamp-micros": "timestamp",
    "strings": "array<string>",
}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_VALUES: Mapping[str, Callable[[Any], object]] = {
    "decimal": Decimal,
    "date": lambda days: (_EPOCH + datetime.timedelta(days=days)).date(),
    "timestamp-micros": lambda micros: _EPOCH + datetime.timedelta(microseconds=micros),
}
_WITH_ROWS = frozenset({"insert", "bulk_insert", "upsert", "insert_overwrite", "insert_overwrite_table"})
_REFUSED = {
    options.VALIDATORS.name: "org.apache.hudi.client.validator.SqlQuerySingleResultPreCommitValidator",
    options.VALIDATOR_QUERIES.name: "select count(*) from <TABLE_NAME> where 1 = 0#1",
}
_ALWAYS = {
    table.NAME.name: _TABLE,
    options.SOURCE_RECORD_KEY.name: "id",
    options.SOURCE_PRECOMBINE.name: "ord",
    options.AUTO_UPGRADE.name: "false",
    options.TIMELINE_SERVER.name: "false",
    options.MARKERS.name: "DIRECT",
    options.CLEAN_AUTOMATIC.name: "false",
    options.CLEAN_ASYNC.name: "false",
    options.ARCHIVE_AUTOMATIC.name: "false",
    options.ARCHIVE_ASYNC.name: "false",
    options.COMPACT_INLINE.name: "false",
    options.COMPACT_DELTA_COMMITS.name: "1",
    options.CLUSTERING_COMMITS.name: "1",
    options.BLOOM_ENTRIES.name: "100",
    **{option.name: "1" for option in options.PARALLELISMS},
}
_SCENARIO = "table.write.scenario"


def write_table(spark: SparkSession, version: str, request: Request) -> JsonValue:
    """Execute a scenario; return the folder.

    Raises:
        Reject: an impossible step.
        UnsupportedInput: a step that this writer does not support.
    """
    args = request.get("args")
    scenario = args.get("write") if isinstance(args, Mapping) else None
    if not isinstance(scenario, Mapping):
        raise _refusal("args.write is not an object")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "table"
        writing = _Writing(spark, version, str(folder), scenario)
        writing.run()
        return {"files": files_of(folder)}


def files_of(folder: Path) -> dict[str, JsonValue]:
    """All files except the checksum files of Hadoop's local file system."""
    files: dict[str, JsonValue] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".crc":
            data = base64.b64encode(path.read_bytes()).decode("ascii")
            mtime = path.stat().st_mtime_ns // 1_000_000
            files[path.relative_to(folder).as_posix()] = {"b64": data, "mtime": mtime}
    return files


def _refusal(message: str) -> Reject:
    return Reject("bad-value", None, _SCENARIO, message)


@dataclass(slots=True)
class _Writing:
    """A table while its steps are executed; `commits` are the instants of writes that count."""

    spark: SparkSession
    release: str
    folder: str
    scenario: Mapping[str, Any]
    columns: dict[str, str] = field(default_factory=dict)
    commits: list[str] = field(default_factory=list)
    saved: str | None = None
    planned: str | None = None

    def run(self) -> None:
        """All steps."""
        version = self.scenario.get("version")
        if not isinstance(version, int) or not 0 <= version <= NEWEST:
            raise _refusal(f"table version {version!r:.20}")
        if version not in _VERSIONS[".".join(self.release.split(".")[:2])]:
            raise UnsupportedInput(f"table version {version}")
        if self.scenario.get("type") not in set(TableType):
            raise _refusal(f"table type {self.scenario.get('type')!r:.40}")
        self.columns = {"id": "string", **({"part": "string"} if self._is_partitioned else {}), "ord": "long"}
        self._add(self.scenario.get("columns", {"val": "string"}))
        steps = self.scenario["steps"]
        self._refuse_unsupported(steps)
        settings = self._settings()
        for name, value in settings.items():
            self.spark.conf.set(name, value)
        try:
            for step in steps:
                self._step(step)
        finally:
            for name in settings:
                self.spark.conf.unset(name)
            self.spark.sql(f"DROP TABLE IF EXISTS {_TABLE}")

    @property
    def _is_partitioned(self) -> bool:
        return bool(self.scenario.get("partitioned", False))

    def _refuse_unsupported(self, steps: Iterable[Mapping[str, Any]]) -> None:
        """Unsupported steps are reported before anything is written."""
        for step in steps:
            if step["op"] in {"concurrent", "upgrade"}:
                raise UnsupportedInput(f"operation {step['op']}")
            if step.get("crash") not in {None, "files"}:
                raise UnsupportedInput(f"a write that dies when it is {step['crash']}")

    def _add(self, more: Mapping[str, str]) -> None:
        for name, kind in more.items():
            if kind not in _TYPES:
                raise _refusal(f"type {kind!r:.40}")
            self.columns[name] = kind

    def _settings(self) -> dict[str, str]:
        scenario, is_old = self.scenario, self.release.startswith("0.")
        mode = str(scenario.get("merge_mode", MergeMode.EVENT_TIME_ORDERING))
        kind = "Simple" if self._is_partitioned else "Nonpartitioned"
        settings = _ALWAYS | {
            options.SOURCE_TABLE_TYPE.name: str(scenario["type"]),
            options.SOURCE_PARTITION_PATH.name: "part" if self._is_partitioned else "",
            options.SOURCE_KEY_GENERATOR.name: f"{KEY_GENERATORS}{kind}KeyGenerator",
            table.HIVE_STYLE.name: _word(scenario.get("hive_style")),
            options.METADATA_ENABLED.name: _word(scenario.get("metadata_table")),
            table.META_FIELDS.name: _word(scenario.get("meta_fields", True)),
        }
        if is_old or not TableVersion(scenario["version"]).has(Feature.MERGE_MODES):
            settings |= {
                options.SOURCE_PAYLOAD.name: _PAYLOADS[mode],
                table.PAYLOAD_CLASS.name: _PAYLOADS[mode],
                options.PAYLOAD_ORDERING_FIELD.name: "ord",
                options.PAYLOAD_EVENT_TIME_FIELD.name: "ord",
            }
        else:
            # hoodie.record.merge.mode is a table property: the first write would ignore it and store the mode
            # that it infers from the ordering field; the second would report a conflict
            settings[options.WRITE_MERGE_MODE.name] = mode
        if not is_old:
            settings[options.WRITE_TABLE_VERSION.name] = str(scenario["version"])
        return settings

    # --- steps -----------------------------------------------------------------------------------------

    def _step(self, step: Mapping[str, Any]) -> None:
        operation = step["op"]
        if operation in _WITH_ROWS or operation in {"delete", "delete_partition"}:
            self._write(step)
            return
        steps: dict[str, Callable[[], None]] = {
            "merge": lambda: self._merge(step),
            "evolve": lambda: self._add(step["add"]),
            "schedule_compaction": self._schedule,
            "compact": self._compact,
            "cluster": self._cluster,
            "clean": lambda: self._call(
                f"run_clean(table => '{_TABLE}', retain_commits => {step['retain']})"
            ),
            "archive": lambda: self._archive(step["keep"]),
            "rollback": self._rollback,
            "savepoint": self._savepoint,
            "restore": self._restore,
        }
        if operation not in steps:
            raise _refusal(f"no operation {operation!r:.40}")
        steps[operation]()

    def _write(self, step: Mapping[str, Any]) -> None:
        operation = step["op"]
        chosen = self._settings() | {options.SOURCE_OPERATION.name: operation}
        if operation == "delete":
            keys = [name for name in ("id", "part") if name in self.columns]
            rows, names = step["keys"], [*keys, "ord"]
        elif operation == "delete_partition":
            prefix = "part=" * bool(self.scenario.get("hive_style"))
            partitions = ",".join(prefix + name for name in step["partitions"])
            chosen[options.SOURCE_DELETED_PARTITIONS.name] = partitions
            rows, names = [{"id": "none", "part": step["partitions"][0], "ord": 0}], list(self.columns)
        else:
            rows, names = step["rows"], list(self.columns)
        if step.get("crash"):
            chosen |= _REFUSED
        frame = self.spark.createDataFrame(self._tuples(rows, names), self._schema(names))
        writer = frame.write.format("hudi").options(**chosen).mode("append")
        if not step.get("crash"):
            writer.save(self.folder)
            self.commits.append(self._last())
            return
        try:
            writer.save(self.folder)
        except Exception as error:
            if "Validat" not in str(error):
                raise
        else:
            raise UnsupportedInput("a write that dies with its files there: the release called no validator")

    def _merge(self, step: Mapping[str, Any]) -> None:
        """MERGE INTO, from a source that has the columns of the rows."""
        names = [name for name in self.columns if any(name in row for row in step["rows"])]
        rows = self.spark.createDataFrame(self._tuples(step["rows"], names), self._schema(names))
        rows.createOrReplaceTempView("s")
        changes = ", ".join(f"{name} = s.{name}" for name in names if name != "part")
        values = ", ".join(f"s.{name}" for name in names)
        clauses = {
            "update": f" WHEN MATCHED THEN UPDATE SET {changes}",
            "delete": " WHEN MATCHED THEN DELETE",
            "insert": f" WHEN NOT MATCHED THEN INSERT ({', '.join(names)}) VALUES ({values})",  # noqa: S608 - names are columns
        }
        text = "".join(clauses[step[name]] for name in ("matched", "not_matched") if name in step)
        self._sql(f"MERGE INTO {_TABLE} USING s ON {_TABLE}.id = s.id{text}")
        self.commits.append(self._last())

    def _schema(self, names: Sequence[str]) -> str:
        return ", ".join(f"{name} {_TYPES[self.columns[name]]}" for name in names)

    def _tuples(self, rows: Iterable[Mapping[str, Any]], names: Sequence[str]) -> list[tuple[Any, ...]]:
        for row in rows:
            for name in row:
                if name not in self.columns:
                    raise _refusal(f"no column {name!r:.40}")
        return [tuple(self._value(name, row.get(name)) for name in names) for row in rows]

    def _value(self, name: str, value: object) -> object:
        convert = _VALUES.get(self.columns[name])
        return value if value is None or convert is None else convert(value)

    # --- table services, by procedures -----------------------------------------------------------------

    def _call(self, procedure: str) -> None:
        self._sql(f"CALL {procedure}")

    def _sql(self, statement: str) -> None:
        location = self.folder.replace("'", "\\'")
        self.spark.sql(f"DROP TABLE IF EXISTS {_TABLE}")
        self.spark.sql(f"CREATE TABLE {_TABLE} USING hudi LOCATION '{location}'")
        self.spark.sql(statement).collect()

    def _schedule(self) -> None:
        before = self._instants("compaction")
        self._call(f"run_compaction(op => 'schedule', table => '{_TABLE}')")
        planned = [time for time in self._instants("compaction") if time not in before]
        self.planned = planned[-1] if planned else None

    def _compact(self) -> None:
        if self.planned is None:
            self._schedule()
        if self.planned is not None:
            self._call(f"run_compaction(op => 'run', table => '{_TABLE}', timestamp => {self.planned})")
            self.commits.append(self.planned)
            self.planned = None

    def _cluster(self) -> None:
        before = self._last()
        self._call(f"run_clustering(table => '{_TABLE}')")
        after = self._last()
        if after != before:
            self.commits.append(after)

    def _archive(self, keep: int) -> None:
        least = max(keep, 2)
        self._call(
            f"archive_commits(table => '{_TABLE}', min_commits => {least}, max_commits => {least + 1},"
            " retain_commits => 1)"
        )

    def _rollback(self) -> None:
        if not self.commits:
            raise _refusal("nothing was written")
        time = self.commits.pop()
        self._call(f"rollback_to_instant(table => '{_TABLE}', instant_time => '{time}')")

    def _savepoint(self) -> None:
        if not self.commits:
            raise _refusal("nothing was written")
        self.saved = self.commits[-1]
        self._call(f"create_savepoint(table => '{_TABLE}', commit_time => '{self.saved}')")

    def _restore(self) -> None:
        if self.saved is None:
            raise _refusal("there is no savepoint")
        self._call(f"rollback_to_savepoint(table => '{_TABLE}', instant_time => '{self.saved}')")
        del self.commits[self.commits.index(self.saved) + 1 :]
        self.planned = None

    # --- the timeline, by Hudi -------------------------------------------------------------------------

    def _timeline(self) -> Any:  # noqa: ANN401 - an object of the JVM
        return client_of(self.spark, self.folder).getActiveTimeline()

    def _last(self) -> str:
        """The latest completed write."""
        last = self._timeline().getWriteTimeline().filterCompletedInstants().lastInstant()
        return self._time(last.get()) if last.isPresent() else ""

    def _instants(self, action: str) -> list[str]:
        """Pending instants of an action."""
        pending = self._timeline().filterPendingCompactionTimeline().getInstants()
        return [self._time(instant) for instant in pending if instant.getAction() == action]

    def _time(self, instant: Any) -> str:  # noqa: ANN401 - an object of the JVM
        return str(instant.getTimestamp() if self.release.startswith("0.") else instant.requestedTime())


def _word(value: object) -> str:
    return "true" if value else "false"
