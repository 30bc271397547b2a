# SPDX-License-Identifier: Apache-2.0
"""`hudi_log`: rows to log files through the reference writer, one file slice a partition.

Files are written below a folder of the job, `.hoodie_conformance-<job>`, and moved to their names when all
tasks are done; a job that fails removes that folder.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import fs
from pyspark import TaskContext
from pyspark.sql.datasource import DataSource, DataSourceArrowWriter, WriterCommitMessage

from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.encode.log.description import parse_description
from hudi_conformance.encode.log.file import encode_plan
from hudi_conformance.encode.log.names import encode_log_name
from hudi_conformance.errors import Reject
from hudi_conformance.spark.sources.avro_rows import avro_schema, rows_of
from hudi_conformance.spark.sources.base import arrow_schema
from hudi_conformance.views.names import LogFileName

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceWriter
    from pyspark.sql.types import StructType

BLOCK_ROWS = 10_000
MAX_FILE_BYTES = 512 << 20
KINDS = ("AVRO_DATA_BLOCK", "HFILE_DATA_BLOCK", "PARQUET_DATA_BLOCK")
_OPTIONS = frozenset(
    {
        "path",
        "instant",
        "schema",
        "kind",
        "blockrows",
        "tableversion",
        "fileid",
        "maxfilebytes",
        "keyfield",
        "compression",
    }
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the options of a write ask for."""

    path: str
    instant: str
    schema: str
    kind: str = KINDS[0]
    block_rows: int = BLOCK_ROWS
    table_version: int = 8
    file_id: str = "f"
    max_file_bytes: int = MAX_FILE_BYTES
    members: Mapping[str, Any] = field(default_factory=dict)  # of a block's description

    @classmethod
    def of(cls, options: Mapping[str, str], schema: StructType) -> Wish:
        """Read the options.

        Raises:
            ValueError: one that is missing, unknown, or has no meaning.
        """
        given = {name.lower(): value for name, value in options.items()}
        strangers = sorted(given.keys() - _OPTIONS)
        if strangers:
            raise ValueError(
                f"hudi_log has no option {', '.join(strangers)}; it has {', '.join(sorted(_OPTIONS))}"
            )
        for name in ("path", "instant"):
            if not given.get(name):
                raise ValueError(f"hudi_log needs the option `{name}`")
        text = given.get("schema") or json.dumps(avro_schema(arrow_schema(schema)), separators=(",", ":"))
        try:
            shape = row_shape(parse_schema(text).tree)
        except SchemaError as error:
            raise ValueError(f"option schema: {error}") from None
        missing = [name for name in shape.names if name not in schema.names]
        if missing or not shape.is_record:
            raise ValueError(
                f"the rows have no column {', '.join(missing) or 'for a schema that is no record'}"
            )
        kind = given.get("kind", KINDS[0])
        if kind not in KINDS:
            raise ValueError(f"option kind is {kind!r}, not one of {', '.join(KINDS)}")
        members: dict[str, Any] = {}
        if kind == "HFILE_DATA_BLOCK":
            members["key_field"] = given.get("keyfield", "key")
        if "compression" in given:
            members["compression"] = given["compression"]
        return cls(
            given["path"], given["instant"], text, kind,
            _number(given, "blockrows", BLOCK_ROWS), _number(given, "tableversion", 8),
            given.get("fileid", "f"), _number(given, "maxfilebytes", MAX_FILE_BYTES), members,
        )  # fmt: skip


def _number(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(name, str(default))
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"option {name} is {text!r}, not a number from 1 on")
    return int(text)


class HudiLog(DataSource):  # type: ignore[misc] # not typed
    """Sink for log files. Append leaves files alone that are there; overwrite removes log files first."""

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return "hudi_log"

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """Writer of one job."""
        return LogWriter(Wish.of(self.options, schema), overwrite=overwrite)


@dataclass
class Written(WriterCommitMessage):  # type: ignore[misc] # not typed
    """What a task wrote: names below the folder of the job, rows and blocks."""

    names: list[str]
    num_rows: int
    num_blocks: int


class LogWriter(DataSourceArrowWriter):  # type: ignore[misc] # not typed
    """Writes log files, one slice a task. Travels to the tasks, and back to the driver for the end."""

    def __init__(self, wish: Wish, *, overwrite: bool) -> None:
        self.wish = wish
        self.overwrite = overwrite
        self.job = f".hoodie_conformance-{uuid.uuid4().hex[:12]}"
        system, root = filesystem(wish.path)
        system.create_dir(f"{root}/{self.job}", recursive=True)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        """Write the rows of one partition."""
        context = TaskContext.get()
        partition = context.partitionId() if context is not None else 0
        attempt = context.taskAttemptId() if context is not None else 0
        system, root = filesystem(self.wish.path)
        folder = f"{self.job}/{partition}-{attempt}"
        # Not the job's folder: a task that outlives its job must not bring back what `abort` has removed.
        system.create_dir(f"{root}/{folder}", recursive=False)
        slice_ = _Slice(self.wish, system, f"{root}/{folder}", partition)
        for batch in iterator:
            slice_.add(batch)
        return slice_.finish(folder)

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Move what all tasks wrote to where it belongs.

        Raises:
            FileExistsError: a log file of this name is there already; nothing is moved then.
        """
        system, root = filesystem(self.wish.path)
        names = [name for message in messages if isinstance(message, Written) for name in message.names]
        present = _log_files(system, root)
        mine = {name.rpartition("/")[2] for name in names}
        if not self.overwrite and mine & present:
            self.abort(messages)
            raise FileExistsError(
                f"{root} has {min(mine & present)} already: another instant, fileId or mode"
            )
        for name in present if self.overwrite else ():
            system.delete_file(f"{root}/{name}")
        for name in names:
            system.move(f"{root}/{name}", f"{root}/{name.rpartition('/')[2]}")
        system.delete_dir(f"{root}/{self.job}")

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:  # noqa: ARG002 - Spark's signature
        """Remove everything that this job wrote."""
        system, root = filesystem(self.wish.path)
        if system.get_file_info(f"{root}/{self.job}").type is not fs.FileType.NotFound:
            system.delete_dir(f"{root}/{self.job}")


class _Slice:
    """The files of one task."""

    def __init__(self, wish: Wish, system: fs.FileSystem, folder: str, partition: int) -> None:
        self._wish = wish
        self._system = system
        self._folder = folder
        self._partition = partition
        self._shape: RowShape = row_shape(parse_schema(wish.schema).tree)
        self._rows: list[dict[str, Any]] = []
        self._names: list[str] = []
        self._stream: Any = None
        self._num_rows = self._num_blocks = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Take rows; write the blocks that they fill."""
        self._rows += rows_of(batch, self._shape)
        most = self._wish.block_rows
        while len(self._rows) >= most:
            self._block(self._rows[:most])
            self._rows = self._rows[most:]

    def finish(self, folder: str) -> Written:
        """Write the last block; what was written."""
        if self._rows:
            self._block(self._rows)
        if self._stream is not None:
            self._stream.close()
        return Written([f"{folder}/{name}" for name in self._names], self._num_rows, self._num_blocks)

    def _block(self, rows: list[dict[str, Any]]) -> None:
        wish = self._wish
        if self._stream is not None and self._stream.tell() >= wish.max_file_bytes:
            self._stream.close()
            self._stream = None
        if self._stream is None:
            number = len(self._names) + 1
            token = f"{self._partition}-0-0"
            file_id = f"{wish.file_id}-{self._partition:05d}"
            name = encode_log_name(LogFileName(file_id, wish.instant, "log", number, token, ""))
            self._names.append(name)
            self._stream = self._system.open_output_stream(f"{self._folder}/{name}")
        block = {
            "kind": wish.kind,
            "header": {"INSTANT_TIME": wish.instant, "SCHEMA": wish.schema},
            "records": rows,
            **wish.members,
        }
        plan = parse_description({"table_version": wish.table_version, "blocks": [block]})
        self._stream.write(encode_plan(plan, self._stream.tell()).data)
        self._num_rows += len(rows)
        self._num_blocks += 1


def filesystem(path: str) -> tuple[fs.FileSystem, str]:
    """File system and path in it; a path without a scheme is local."""
    if "://" not in path and not path.startswith("file:"):
        return fs.LocalFileSystem(), str(Path(path).absolute())
    if path.startswith(("s3a://", "s3n://")):
        path = "s3" + path[3:]
    system, inside = fs.FileSystem.from_uri(path)
    return system, inside.rstrip("/")


def _log_files(system: fs.FileSystem, root: str) -> set[str]:
    found = set()
    for info in system.get_file_info(fs.FileSelector(root, allow_not_found=True)):
        try:
            is_log = info.type is fs.FileType.File and decode_name(info.base_name).extension == "log"
        except Reject:
            continue
        if is_log:
            found.add(info.base_name)
    return found
