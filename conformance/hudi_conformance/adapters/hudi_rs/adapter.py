# SPDX-License-Identifier: Apache-2.0
"""Adapter of hudi-rs through its Python package `hudi`: `table.read`.

python -m hudi_conformance.adapters.hudi_rs.adapter   JSON lines, long-lived
python -m hudi_conformance.adapters.hudi_rs.adapter --once CMD --dir FOLDER [--args JSON]   one answer

It always runs in a separate process: hudi-rs may abort on damaged files and take the interpreter with it.
Its timeline lists completed commits only, so `timeline.list` is not answered.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.filters import hudi_rs_tuples, query_of
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.table_rows import not_installed, table_answerer, table_hello, table_rows
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.properties.options import READ_OPTIMIZED

if TYPE_CHECKING:
    import pyarrow as pa

try:
    import hudi
except ImportError:
    hudi = None

NAME = "hudi-rs"
# The last two are about table versions, and about key fields of tables without meta fields.
_UNSUPPORTED = (
    "unsupported", "not supported", "not yet supported", "not implemented", "only support ",
    "record keys only from",
)  # fmt: skip


def _failure(error: BaseException) -> Answer:
    """An error that hudi-rs returned, or any other exception."""
    message = " ".join(str(error).split())[:400]
    if _is_panic(error) or type(error).__module__ == __name__:
        return loop.error(message)
    if any(token in message.lower() for token in _UNSUPPORTED):
        return {"answer": "unsupported", "what": message}
    if "hudi" in type(error).__module__ or type(error).__name__.startswith("Hudi"):
        return {"answer": "reject", "code": "unspecified", "message": message}
    return loop.error(message)


def _is_panic(error: BaseException) -> bool:
    return type(error).__name__ == "PanicException"


def _read(folder: str, args: Request) -> Answer:
    options = hudi.HudiReadOptions()
    match args.get("view", "snapshot"):
        case "snapshot":
            pass
        case "read_optimized":
            options = options.with_hudi_option(READ_OPTIMIZED, "true")
        case "incremental" if args.get("line") == "1.0":
            return {"answer": "unsupported", "what": "ranges as Hudi 1.0 takes them"}
        case "incremental":
            options = options.with_query_type(hudi.HudiQueryType.Incremental)
        case unknown:
            return {"answer": "unsupported", "what": f"view {unknown!r:.40}"}
    for key, method in (
        ("as_of", "with_as_of_timestamp"),
        ("begin", "with_start_timestamp"),
        ("end", "with_end_timestamp"),
    ):
        if args.get(key) is not None:
            options = getattr(options, method)(args[key])
    query = query_of(args)
    if query.union is not None:
        raise UnsupportedInput("a second scan of the table: options have a single filter")
    if predicates := hudi_rs_tuples(query.condition):
        options = options.with_filters(predicates)
    if query.columns is not None:
        options = options.with_projection([*query.columns])
    table = hudi.HudiTable(folder)
    batches = table.read(options)
    schema = json.loads(table.get_schema_in_avro_str_with_meta_fields())
    return loop.value(table_rows(batches, schema))


def read_batches(folder: str, *, read_optimized: bool) -> list[pa.RecordBatch]:
    """A table's snapshot or its read-optimised view, as record batches.

    Raises:
        ImportError: hudi-rs is not installed.
        Exception: any exception of hudi-rs.
    """
    if hudi is None:
        raise ImportError("hudi-rs is not installed: pip install 'hudi-conformance[hudi-rs]'")
    options = hudi.HudiReadOptions()
    if read_optimized:
        options = options.with_hudi_option(READ_OPTIMIZED, "true")
    try:
        return list(hudi.HudiTable(folder).read(options))
    except BaseException as error:
        if _is_panic(error):  # derives from BaseException
            raise OSError(str(error)) from error
        raise


def _hello(_: Request) -> Answer:
    return table_hello(NAME, hudi.__version__, "rust", "https://github.com/apache/hudi-rs")


answer = table_answerer(_hello, _read, _failure)


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    if hudi is None:
        return not_installed("hudi-rs", "hudi-rs")
    return loop.run(NAME, answer, arguments)


if __name__ == "__main__":
    sys.exit(main())
