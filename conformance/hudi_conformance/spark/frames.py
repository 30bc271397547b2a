# SPDX-License-Identifier: Apache-2.0
"""A table's view as a frame, for Spark 3.5 and 4: one task per file group, of one state of the table."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.engine import packaging
from hudi_conformance.engine.tasks import MapFunction
from hudi_conformance.spark.sources.typed import arrow_schema, columns_ddl, spark_batch
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.listing import open_listed
from hudi_conformance.table.options import DEFAULTS, ReadOptions
from hudi_conformance.table.parts import GroupPart, SharedPart, plan_parts
from hudi_conformance.table.view import Table, View

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType


def view_frame(
    spark: SparkSession, folder: Path | str, view: View | None = None, options: ReadOptions = DEFAULTS
) -> DataFrame:
    """Rows of a view by the rules of the specification; columns are those of the source `hudi_reference`.

    This function plans the view: no evaluation of the frame returns rows of commits that end later.

    Args:
        spark: a session, not one of Spark Connect.
        folder: of the table, at the same path for driver and executors.
        view: the view, by default a snapshot.
        options: of reading the table.

    Raises:
        OSError, Reject: the table cannot be planned.
        DamagedFiles: files of the view are missing or too short, and `options.on_damage` is `raise`; queries
            of the frame fail with it if log files have corrupt blocks.
        ToolMissing: executors cannot run our code.
    """
    packaging.prepare(spark)
    table = open_listed(Path(folder), options)
    view = view or View()
    shared, parts = plan_parts(table, view)
    columns = spark_columns(table, view)
    return frame_of_parts(spark, parts, Task(shared, arrow_schema(columns)).run, columns)


def view_ddl(table: Table, view: View) -> str:
    """Columns of a view's rows as DDL.

    Raises:
        Reject: bad-schema.
    """
    return columns_ddl(row_shape(rows_schema(table, view).tree), set())


def spark_columns(table: Table, view: View) -> StructType:
    """The same columns as types; needs a session."""
    from pyspark.sql.types import _parse_datatype_string  # noqa: PLC0415 - optional extra

    return _parse_datatype_string(view_ddl(table, view))


def frame_of_parts(
    spark: SparkSession, parts: Sequence[GroupPart], run: MapFunction, columns: StructType
) -> DataFrame:
    """Results of `run` for parts, one partition each; it receives them in a text column, see `Task`."""

    def run_here(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return run(batches)

    # Spark makes one list of the literal and hands each task its own part; a closure is sent completely to
    # each.
    packed = f"element_at(split('{','.join(map(packed_part, parts))}', ','), cast(id as int) + 1) as part"
    return spark.range(0, len(parts), 1, max(len(parts), 1)).selectExpr(packed).mapInArrow(run_here, columns)


@dataclass(frozen=True, slots=True)
class Task:
    """Shared data of all tasks of a frame.

    Attributes:
        shared: of the view.
        schema: types of its columns that Spark expects.
    """

    shared: SharedPart
    schema: pa.Schema

    def run(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Rows of the parts in the only column of batches.

        Raises:
            OSError, Reject, DamagedFiles: as `SharedPart.batches`.
        """
        for received in batches:
            for packed in received.column(0).to_pylist():
                part: GroupPart = pickle.loads(base64.b64decode(packed))  # noqa: S301 - of our own driver
                for batch in self.shared.batches(part):
                    yield spark_batch(batch, self.schema)


def packed_part(part: GroupPart) -> str:
    """A part as text for `Task.run`; letters, digits, `+`, `/` and `=`."""
    return base64.b64encode(pickle.dumps(part)).decode("ascii")
