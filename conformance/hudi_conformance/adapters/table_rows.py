# SPDX-License-Identifier: Apache-2.0
"""What adapters of engines that read tables share: `hello`, and the value of `table.read`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.parquet.rows import arrow_values
from hudi_conformance.views.common import JsonValue


def table_hello(name: str, version: str, language: str, homepage: str) -> loop.Answer:
    """The answer to `hello` of an adapter that answers `table.read` alone."""
    return loop.hello(
        name,
        version,
        language=language,
        homepage=homepage,
        commands=["table.read"],
        features=["content.avro", "content.delete.v3", "content.parquet", "content.hfile"],
        inputs=["dir"],
    )


def table_rows(batches: Iterable[pa.RecordBatch], schema: Mapping[str, JsonValue]) -> loop.Answer:
    """Rows of record batches by the table's Avro schema, sorted; columns that are absent are left out."""
    rows: list[JsonValue] = []
    for batch in batches:
        names = batch.schema.names
        fields = [field for field in schema["fields"] if field["name"] in names]
        to_json = RowMapper({**schema, "fields": fields})
        columns = [arrow_values(column) for column in batch.columns]
        rows += [to_json(dict(zip(names, values, strict=True))) for values in zip(*columns, strict=True)]
    return {"rows": sorted(rows, key=canonical_json.dumps)}
