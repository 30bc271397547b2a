# SPDX-License-Identifier: Apache-2.0
"""`hudi_log`: rows to log files through the reference writer, one file slice per partition.

Files are written below a folder of the job, `.hoodie_conformance-<job>`, and moved to their final names when
all tasks are done; a job that fails removes that folder.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import fs
from pyspark import TaskContext
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from hudi_conformance.encode.log.description import parse_description
from hudi_conformance.encode.log.file import encode_plan
from hudi_conformance.encode.log.names import encode_log_name
from hudi_conformance.model.block_type import RECORD_BLOCKS, BlockType
from hudi_conformance.model.names import LogFileName
from hudi_conformance.spark.sources.avro_rows import avro_schema, rows_of
from hudi_conformance.spark.sources.base import Source
from hudi_conformance.spark.sources.log_pieces import is_hudi_log
from hudi_conformance.spark.sources.typed import arrow_schema, shape_of_option

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceWriter
    from pyspark.sql.types import StructType

BLOCK_ROWS = 10_000
MAX_FILE_BYTES = 512 << 20
_REMOVALS = 50
_BETWEEN_REMOVALS_S = 0.1
KINDS = tuple(kind.name for kind in sorted(RECORD_BLOCKS - {BlockType.CDC_DATA_BLOCK}))  # rows, not changes
_OPTIONS = (
    "blockrows", "compression", "fileid", "instant", "keyfield", "kind", "maxfilebytes", "path", "schema",
    "tableversion",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """Options of a write, parsed."""

    path: str
    instant: str
    schema: str
    kind: str = KINDS[0]
    block_rows: int = BLOCK_ROWS
    table_version: int = 8
    file_id: str = "f"
    max_file_bytes: int = MAX_FILE_BYTES
    members: Mapping[str, str] = field(default_factory=dict)  # of a block's description

    @classmethod
    def of(cls, options: Mapping[str, str], schema: StructType) -> WriteOptions:
        """Parse the options.

        Raises:
            ValueError: one that is missing, unknown, or has no meaning.
        """
        values = {name.lower(): value for name, value in options.items()}
        unknown = sorted(values.keys() - set(_OPTIONS))
        if unknown:
            raise ValueError(f"hudi_log has no option {', '.join(unknown)}; it has {', '.join(_OPTIONS)}")
        for name in ("path", "instant"):
            if not values.get(name):
                raise ValueError(f"hudi_log needs the option `{name}`")
        text = values.get("schema") or json.dumps(avro_schema(arrow_schema(schema)), separators=(",", ":"))
        shape = shape_of_option(text)
        missing = [name for name in shape.names if name not in schema.names]
        if missing or not shape.is_record:
            columns = ", ".join(missing) or "for a schema that is not a record"
            raise ValueError(f"the rows have no column {columns}")
        kind = values.get("kind", KINDS[0])
        if kind not in KINDS:
            raise ValueError(f"option kind is {kind!r}, not one of {', '.join(KINDS)}")
        members = {name: values[name] for name in ("compression",) if name in values}
        if kind == "HFILE_DATA_BLOCK":
            members["key_field"] = values.get("keyfield", "key")
        return cls(
            values["path"], values["instant"], text, kind,
            _number(values, "blockrows", BLOCK_ROWS), _number(values, "tableversion", 8),
            values.get("fileid", "f"), _number(values, "maxfilebytes", MAX_FILE_BYTES), members,
        )  # fmt: skip


def _number(values: Mapping[str, str], name: str, default: int) -> int:
    text = values.get(name, str(default))
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"option {name} is {text!r}, not a number from 1 on")
    return int(text)


class HudiLog(Source):
    """Sink for log files. Append keeps existing files; overwrite removes log files first."""

    NAME = "hudi_log"

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """Writer of one job."""
        return LogWriter(WriteOptions.of(self.options, schema), overwrite=overwrite)


@dataclass
class TaskFiles(WriterCommitMessage):  # type: ignore[misc] # not typed
    """Files that a task wrote: names below the folder of the job."""

    names: list[str]


class LogWriter(DataSourceArrowWriter):  # type: ignore[misc] # not typed
    """Writes log files, one slice per task. Pickled to the tasks; the driver commits or aborts."""

    def __init__(self, options: WriteOptions, *, overwrite: bool) -> None:
        self.options = options
        self.overwrite = overwrite
        self.job = f".hoodie_conformance-{uuid.uuid4().hex[:12]}"
        system, root = filesystem(options.path)
        system.create_dir(f"{root}/{self.job}", recursive=True)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        """Write the rows of one partition."""
        context = TaskContext.get()
        partition = context.partitionId() if context is not None else 0
        attempt = context.taskAttemptId() if context is not None else 0
        system, root = filesystem(self.options.path)
        folder = f"{self.job}/{partition}-{attempt}"
        # Not the job's folder: a task that outlives its job must not restore files that `abort` has removed.
        system.create_dir(f"{root}/{folder}", recursive=False)
        slice_ = _Slice(self.options, system, f"{root}/{folder}", partition)
        for batch in iterator:
            slice_.add(batch)
        return TaskFiles([f"{folder}/{name}" for name in slice_.finish()])

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Move the files of all tasks to their final names.

        Raises:
            FileExistsError: a log file with this name exists; then no file is moved.
        """
        system, root = filesystem(self.options.path)
        paths = [path for message in messages if isinstance(message, TaskFiles) for path in message.names]
        names = {path.rpartition("/")[2]: path for path in paths}
        present = _log_files(system, root)
        if not self.overwrite and names.keys() & present:
            self.abort(messages)
            clash = min(names.keys() & present)
            raise FileExistsError(f"{root} has {clash} already: another instant, fileId or mode")
        for name in present if self.overwrite else ():
            system.delete_file(f"{root}/{name}")
        for name, path in names.items():
            system.move(f"{root}/{path}", f"{root}/{name}")
        system.delete_dir(f"{root}/{self.job}")

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:  # noqa: ARG002 - Spark's signature
        """Remove all files of this job.

        Spark calls it while other tasks of the job may still run. If a task creates its folder while the
        job's folder is emptied, the removal fails and is repeated. A later task does not find the folder.
        """
        system, root = filesystem(self.options.path)
        for attempt in range(_REMOVALS):
            if system.get_file_info(f"{root}/{self.job}").type is fs.FileType.NotFound:
                return
            try:
                system.delete_dir(f"{root}/{self.job}")
            except OSError:
                if attempt == _REMOVALS - 1:
                    raise
                time.sleep(_BETWEEN_REMOVALS_S)


class _Slice:
    """The files of one task."""

    def __init__(self, options: WriteOptions, system: fs.FileSystem, folder: str, partition: int) -> None:
        self._options = options
        self._system = system
        self._folder = folder
        self._partition = partition
        self._shape = shape_of_option(options.schema)
        self._rows: list[dict[str, Any]] = []
        self._names: list[str] = []
        self._stream: pa.NativeFile | None = None

    def add(self, batch: pa.RecordBatch) -> None:
        """Add rows; write the blocks that they fill."""
        self._rows += rows_of(batch, self._shape)
        size = self._options.block_rows
        while len(self._rows) >= size:
            self._block(self._rows[:size])
            self._rows = self._rows[size:]

    def finish(self) -> list[str]:
        """Write the last block; return the names of all files."""
        if self._rows:
            self._block(self._rows)
        if self._stream is not None:
            self._stream.close()
        return self._names

    def _block(self, rows: list[dict[str, Any]]) -> None:
        options = self._options
        if self._stream is not None and self._stream.tell() >= options.max_file_bytes:
            self._stream.close()
            self._stream = None
        if self._stream is None:
            number = len(self._names) + 1
            token = f"{self._partition}-0-0"
            file_id = f"{options.file_id}-{self._partition:05d}"
            name = encode_log_name(LogFileName(file_id, options.instant, "log", number, token, ""))
            self._names.append(name)
            self._stream = self._system.open_output_stream(f"{self._folder}/{name}")
        block = {
            "kind": options.kind,
            "header": {"INSTANT_TIME": options.instant, "SCHEMA": options.schema},
            "records": rows,
            **options.members,
        }
        plan = parse_description({"table_version": options.table_version, "blocks": [block]})
        self._stream.write(encode_plan(plan, self._stream.tell()).data)


def filesystem(path: str) -> tuple[fs.FileSystem, str]:
    """File system and path in it; a path without a scheme is local."""
    if "://" not in path and not path.startswith("file:"):
        return fs.LocalFileSystem(), str(Path(path).absolute())
    if path.startswith(("s3a://", "s3n://")):
        path = "s3" + path[3:]
    system, inside = fs.FileSystem.from_uri(path)
    return system, inside.rstrip("/")


def _log_files(system: fs.FileSystem, root: str) -> set[str]:
    infos = system.get_file_info(fs.FileSelector(root, allow_not_found=True))
    names = {info.base_name for info in infos if info.type is fs.FileType.File}
    return set(filter(is_hudi_log, names))
