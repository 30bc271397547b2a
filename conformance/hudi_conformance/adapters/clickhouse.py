# SPDX-License-Identifier: Apache-2.0
"""Adapter of ClickHouse through its Python package `chdb`: `table.read`, by the table function `hudi`.

python -m hudi_conformance.adapters.clickhouse                                        JSON lines, long-lived
python -m hudi_conformance.adapters.clickhouse --once CMD --dir FOLDER [--args JSON]  one answer

ClickHouse reads Hudi from S3 only: the folder is served on the loopback interface, nothing is copied. A query
has no view: its result is the answer for a snapshot and for the read-optimised view. It does not support
queries of changes or of earlier instants. Its arrays, maps and tuples cannot be null, which every answer
states.
"""

from __future__ import annotations

import sys

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.engine_rows import engine_rows
from hudi_conformance.adapters.filters import Dialect, backslashed, query_of, sql_types
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.loopback_s3 import bucket_of
from hudi_conformance.adapters.table_rows import not_installed, table_answerer, table_hello, unsupported_view

try:
    import chdb
except ImportError:
    chdb = None

NAME = "clickhouse"
SETTINGS = (
    " SETTINGS output_format_arrow_string_as_string=0, "
    "output_format_arrow_low_cardinality_as_dictionary=0, session_timezone='UTC', max_threads=1"
)


DIALECT = Dialect(
    "`",
    sql_types("clickhouse"),
    backslashed,
    binary="unhex('{}')",
    prefix="startsWith({}, {})",
    null="Nullable({})",
)


def _failure(error: BaseException) -> Answer:
    """Classify an exception: ClickHouse's exceptions with a code are rejections, all others are errors."""
    message = " ".join(str(error).split())[:400]
    if "DB::Exception" in message and "LOGICAL_ERROR" not in message:
        return {"answer": "reject", "code": "unspecified", "message": message}
    return loop.error(message)


def _read(folder: str, args: Request) -> Answer:
    if refusal := unsupported_view(args):
        return refusal
    query = query_of(args)
    with bucket_of(folder) as url:
        statement = DIALECT.select(f"hudi('{url}', 'key', 'secret')", query) + SETTINGS
        data = chdb.query(statement, "Arrow").bytes()
    table = pa.ipc.open_file(pa.BufferReader(data)).read_all()
    return loop.value(engine_rows(table, folder, query)) | {"limits": ["null-container"]}


def _hello(_: Request) -> Answer:
    version = f"{chdb.engine_version} (chdb {chdb.__version__})"
    return table_hello("ClickHouse", version, "cpp", "https://clickhouse.com")


answer = table_answerer(_hello, _read, _failure)


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    if chdb is None:
        return not_installed("chdb", "clickhouse")
    return loop.run(NAME, answer, arguments)


if __name__ == "__main__":
    sys.exit(main())
