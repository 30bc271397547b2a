# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/merging`: rules by properties, partial blocks, bad schemas and keys.

    python conformance/tools/merge_tables.py [--check]

Timelines and logs come from the reference writer, base files from pyarrow. Expected rows come from the
functions below and in `recreation/fields.py`, which state what a reader may see. Nothing of `decode`,
`semantics` or `table` takes part.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
from hudi_conformance import resources
from hudi_conformance.encode import encode_log
from recreation.fields import (
    COMMIT_ID,
    DEFAULT,
    EVENT_ID,
    FIELDS,
    MODE,
    NO_FIELD,
    OLD_STRATEGY,
    OVERWRITE,
    PAYLOAD,
    STRATEGY,
    Made,
)
from recreation.minimal import T1, T2, T3, A, B, Row, Table
from recreation.parquet import as_stored
from recreation.products import archives_and_rows, run

FOLDER = "merging"
NOTHING: dict[str, str | None] = dict.fromkeys((MODE, PAYLOAD, STRATEGY, OLD_STRATEGY))
TWICE = json.dumps({"type": "record", "name": "r", "fields": [{"name": "id", "type": "string"}] * 2})


# --- rules by properties ---


def ruled(version: int, properties: dict[str, str | None], *, is_ordered: bool) -> Made:
    """A log file holds a row with the lower ordering value: it loses by event time, and wins by arrival."""
    table = Table(version, "MERGE_ON_READ", NOTHING | properties)
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    late = table.row(T2, "a", "2", A) | {"ord": "0"}
    table.log(A, T1, T2, [late])
    table.commit(T2, [A])
    return table.archive(), {"snapshot": base if is_ordered else [late, base[1]], "base": base}


def by_class(version: int, class_name: str, *, is_ordered: bool) -> Made:
    """The payload class alone names the rule."""
    return ruled(version, {PAYLOAD: class_name}, is_ordered=is_ordered)


RULES: dict[str, tuple[Callable[[int], Made], tuple[int, ...]]] = {
    "class-default": (partial(by_class, class_name=DEFAULT, is_ordered=True), (6, 8)),
    "class-overwrite": (partial(by_class, class_name=OVERWRITE, is_ordered=False), (6, 8)),
    "id-event-time": (partial(ruled, properties={STRATEGY: EVENT_ID}, is_ordered=True), (8,)),
    "id-commit-time": (partial(ruled, properties={STRATEGY: COMMIT_ID}, is_ordered=False), (8,)),
    "conflict": (partial(ruled, properties={PAYLOAD: OVERWRITE, STRATEGY: EVENT_ID}, is_ordered=False), (8,)),
    "no-conflict": (partial(ruled, properties={PAYLOAD: DEFAULT, STRATEGY: EVENT_ID}, is_ordered=True), (8,)),
    "class-before-id": (
        partial(ruled, properties={PAYLOAD: OVERWRITE, OLD_STRATEGY: EVENT_ID}, is_ordered=False), (6,)
    ),
    "nothing-named": (partial(ruled, properties={}, is_ordered=True), (8,)),
    "nothing-named-no-field": (partial(ruled, properties=NO_FIELD, is_ordered=False), (8,)),
    "mode-over-class": (
        partial(ruled, properties={MODE: "COMMIT_TIME_ORDERING", PAYLOAD: DEFAULT}, is_ordered=False), (8,)
    ),
}  # fmt: skip


# --- blocks that hold some fields ---


def partly(table: Table, group: str, time: str, rows: list[Row], names: tuple[str, ...]) -> None:
    """A log file of one block whose rows have the meta fields and these columns only."""
    schema = json.loads(table.schema(meta=True))
    schema["fields"] = [
        member
        for member in schema["fields"]
        if member["name"].startswith("_hoodie") or member["name"] in names
    ]
    columns = {member["name"] for member in schema["fields"]}
    block = {
        "kind": "AVRO_DATA_BLOCK",
        "header": {"INSTANT_TIME": time, "SCHEMA": json.dumps(schema), "IS_PARTIAL": "true"},
        "records": [{name: value for name, value in row.items() if name in columns} for row in rows],
    }
    path = f".{group}_{time}.log.1_0-0-0"
    table.log(group, T1, time, rows)  # which the commit counts
    table.files[path] = encode_log({"blocks": [block]}).data


def partial_blocks(version: int) -> Made:
    """Two blocks, each with one column: together they amend the row."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    partly(table, A, T2, [table.row(T2, "a", "2", A)], ("id", "val", "ord"))
    table.commit(T2, [A])
    last = table.row(T3, "a", "unseen", A)
    partly(table, A, T3, [last], ("id", "ord"))
    table.commit(T3, [A])
    return table.archive(), {"snapshot": [last | {"val": "2"}, base[1]]}


def partial_older(version: int) -> Made:
    """A block of one column whose ordering value is lower: the stored row stays."""
    table = Table(version, "MERGE_ON_READ")
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    partly(table, A, T2, [table.row(T2, "a", "2", A) | {"ord": "0"}], ("id", "val", "ord"))
    table.commit(T2, [A])
    return table.archive(), {"snapshot": base}


# --- keys and schemas ---


def key_null_in_log(version: int) -> Made:
    """A delete block deletes a key that is null."""
    table = Table(version, "MERGE_ON_READ")
    rows = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    table.log(A, T1, T2, [], (None, "b"))
    table.commit(T2, [A])
    return table.archive(), {"snapshot": rows[:1]}


def key_null_in_base(version: int) -> Made:
    """A row of the base file has no record key, and a log file deletes another row."""
    table = Table(version, "MERGE_ON_READ")
    nameless = table.row(T1, "b", "1", f"{A}_0-0-0_{T1}.parquet") | {"_hoodie_record_key": None}
    rows = table.base(A, T1, {"a": "1"}, carried=[nameless])
    table.commit(T1, [A])
    table.log(A, T1, T2, [], ("a",))
    table.commit(T2, [A])
    return table.archive(), {"base": rows}


def schema_of_commit(version: int, schema: str) -> Made:
    """The newest commit has this text for a schema."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1"})
    table.commit(T1, [A])
    table.base(B, T2, {"b": "2"})
    table.schema = lambda **_: schema  # type: ignore[method-assign]  # of this description alone
    table.commit(T2, [B])
    del table.schema
    return table.archive(), {"before": rows} if version >= 8 else {}


def footer(version: int, schema: bytes) -> Made:
    """The footer of a base file holds these bytes as the Avro schema of its writer."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "1"})
    name = f"{A}_0-0-0_{T1}.parquet"
    stored = pq.read_table(io.BytesIO(table.files[name]))
    sink = io.BytesIO()
    about = {b"parquet.avro.schema": schema, b"org.apache.hudi.bloomfilter.type": b"none"}
    with pq.ParquetWriter(sink, stored.schema, compression="none", store_schema=False) as writer:
        writer.write_table(stored)
        writer.add_key_value_metadata(about)
    table.files[name] = as_stored(sink.getvalue())
    table.commit(T1, [A])
    return table.archive(), {"snapshot": rows}


OTHERS: dict[str, tuple[Callable[[int], Made], tuple[int, ...]]] = {
    "partial-blocks": (partial_blocks, (9,)),
    "partial-older": (partial_older, (9,)),
    "key-null-in-log": (key_null_in_log, (6, 9)),
    "key-null-in-base": (key_null_in_base, (9,)),
    "schema-text": (partial(schema_of_commit, schema="{"), (6, 9)),
    "schema-string": (partial(schema_of_commit, schema='"string"'), (6, 9)),
    "schema-twice": (partial(schema_of_commit, schema=TWICE), (9,)),
    "footer-bytes": (partial(footer, schema=b"\xff\xfe"), (6, 9)),
    "footer-text": (partial(footer, schema=b"no schema"), (9,)),
}  # fmt: skip


def products() -> dict[str, bytes]:
    """All fixtures: an archive per table, and a file of rows per view."""
    return archives_and_rows(RULES | FIELDS | OTHERS)


def targets() -> dict[Path, bytes]:
    """Contents of all files by path."""
    return {resources.fixtures_dir() / FOLDER / name: data for name, data in products().items()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 if `--check` finds a difference."""
    return run("Make the tables of rules, blocks and schemas.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
