# SPDX-License-Identifier: Apache-2.0
"""Shared code of adapters of table-reading engines: `hello`, and the value of `table.read`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.bootstrap import with_sources
from hudi_conformance.adapters.filters import FEATURES
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.parquet.rows import rows_of_batch
from hudi_conformance.model.common import JsonValue
from hudi_conformance.table.shown_types import shown

BY_ID = "columns.by-id"  # feature of readers that can match columns by id


def table_hello(name: str, version: str, language: str, homepage: str) -> loop.Answer:
    """The answer to `hello` of an adapter that only answers `table.read`."""
    return loop.hello(
        name,
        version,
        language=language,
        homepage=homepage,
        commands=["table.read"],
        features=["content.avro", "content.delete.v3", "content.parquet", "content.hfile", *FEATURES],
        inputs=["dir"],
    )


def table_answerer(
    hello: loop.Answerer,
    read: Callable[[str, loop.Request], loop.Answer],
    failure: Callable[[BaseException], loop.Answer],
) -> loop.Answerer:
    """Answers requests of the protocol about tables in folders, in this process."""
    commands = {"hello": hello, "table.read": loop.of_folder(with_sources(read))}
    return lambda request: loop.dispatch(request, commands, failure)


def table_rows(batches: Iterable[pa.RecordBatch], schema: Mapping[str, JsonValue]) -> loop.Answer:
    """Rows of record batches by the table's Avro schema, sorted; absent columns are skipped."""
    rows: list[JsonValue] = []
    by_name = {field["name"]: field for field in shown(schema)["fields"]}
    for batch in batches:
        names = batch.schema.names
        if not names:
            rows += [{}] * batch.num_rows
        # An engine without VECTOR or VARIANT returns bytes of a fixed length, or a struct.
        fields = [
            field if _is_stored(batch.schema.field(field["name"]).type) else by_name[field["name"]]
            for field in schema["fields"]
            if field["name"] in names
        ]
        to_json = RowMapper({**schema, "fields": fields})
        rows += map(to_json, rows_of_batch(batch))
    return {"rows": sorted(rows, key=canonical_json.dumps)}


def _is_stored(kind: pa.DataType) -> bool:
    return bool(pa.types.is_fixed_size_binary(kind) or pa.types.is_struct(kind))


def unsupported_view(args: loop.Request) -> loop.Answer | None:
    """The answer to an unsupported view of an engine without options; None for the newest rows."""
    view = args.get("view", "snapshot")
    if view in {"snapshot", "read_optimized"} and args.get("as_of") is None:
        return None
    return {"answer": "unsupported", "what": f"view {view!r:.40}, or of an earlier instant"}


def not_installed(package: str, extra: str) -> int:
    """Print to standard error which extra provides a package; return the exit code of its adapter."""
    print(f"{package} is not installed: pip install 'hudi-conformance[{extra}]'", file=sys.stderr)
    return 2
