# SPDX-License-Identifier: Apache-2.0
"""The value of `table.read` out of what an engine returned as Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.parquet.rows import arrow_values


def table_rows(batches: Iterable[Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Rows of record batches by the table's Avro schema, sorted; a column that did not come is left out."""
    rows: list[Any] = []
    for batch in batches:
        names = batch.schema.names
        show = RowMapper({**schema, "fields": [one for one in schema["fields"] if one["name"] in names]})
        columns = [arrow_values(column) for column in batch.columns]
        rows += [show(dict(zip(names, values, strict=True))) for values in zip(*columns, strict=True)]
    return {"rows": sorted(rows, key=canonical_json.dumps)}
