# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/merging`: rules by properties, partial blocks, bad schemas and keys.

    python conformance/tools/merge_tables.py [--check]

Timelines and logs come from the reference writer, base files from pyarrow. Expected rows come from the
functions below, which state what a reader may see. Nothing of `decode`, `semantics` or `table` takes part.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from evolved_tables import Evolved
from hudi_conformance import resources
from hudi_conformance.encode import encode_log
from recreation.minimal import T1, T2, T3, A, B, Row, Table
from recreation.parquet import as_stored, parquet
from recreation.products import archives_and_rows, run

FOLDER = "merging"
MODE, PAYLOAD = "hoodie.record.merge.mode", "hoodie.compaction.payload.class"
STRATEGY, OLD_STRATEGY = "hoodie.record.merge.strategy.id", "hoodie.compaction.record.merger.strategy"
EVENT_ID, COMMIT_ID = "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5", "ce9acb64-bde0-424c-9b91-f6ebba25356d"
MODELS = "org.apache.hudi.common.model."
DEFAULT, OVERWRITE = f"{MODELS}DefaultHoodieRecordPayload", f"{MODELS}OverwriteWithLatestAvroPayload"
NOTHING: dict[str, str | None] = dict.fromkeys((MODE, PAYLOAD, STRATEGY, OLD_STRATEGY))
BY_ARRIVAL: dict[str, str | None] = {
    MODE: "COMMIT_TIME_ORDERING", STRATEGY: COMMIT_ID, PAYLOAD: OVERWRITE
}  # fmt: skip
NO_FIELD: dict[str, str | None] = {
    "hoodie.table.ordering.fields": None,
    "hoodie.table.precombine.field": None,
}
TWICE = json.dumps({"type": "record", "name": "r", "fields": [{"name": "id", "type": "string"}] * 2})
Made = tuple[dict[str, bytes], dict[str, list[Row]]]
"""Files, and rows by view."""


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


# --- ordering fields that are not columns with an order ---


def ordered_by(version: int, name: str) -> dict[str, str | None]:
    """Properties with this ordering field."""
    return NO_FIELD | {f"hoodie.table.{'precombine.field' if version < 9 else 'ordering.fields'}": name}


def logged(table: Table, time: str, rows: list[Row]) -> list[Row]:
    """A commit of a log file with these rows."""
    name = table.log_name(A, T1, time)
    table.log(A, T1, time, rows)
    table.commit(time, [A])
    [stat] = table.instants[-1]["completed"]["partitionToWriteStats"][""]
    number = name.rpartition(".log.")[2].partition("_")[0]
    stat["logVersion"] = type(stat["logVersion"])(number)
    return rows


def ordering_absent(version: int, properties: Mapping[str, str | None] = MappingProxyType({})) -> Made:
    """No file has the ordering field; the last of two log files has the lower value in the column `ord`."""
    table = Table(version, "MERGE_ON_READ", ordered_by(version, "nosuch") | properties)
    base = table.base(A, T1, {"a": "1", "b": "1"})
    table.commit(T1, [A])
    logged(table, T2, [table.row(T2, "a", "2", A) | {"ord": "9"}])
    late = logged(table, T3, [table.row(T3, "a", "3", A) | {"ord": "0"}])
    by_arrival = {"arrival": [*late, base[1]]} if version < 8 or properties else {}
    return table.archive(), by_arrival or ({"base": base} if version >= 9 else {})


def ordering_of_type(version: int, field: str, kind: Any, low: Any, high: Any) -> Made:
    """The ordering field is the column `more`, or inside it: the first of two log files has the higher value.

    That in the base file is lower than both for the key `a`, and higher than both for `b`.
    """
    table = Evolved(version, "MERGE_ON_READ", ordered_by(version, field))
    table.type = kind
    base = table.stored(A, T1, {"a": low[0], "b": high[1]})
    table.commit(T1, [A])
    first, last = (
        [table.row(time, key, value, A) | {"more": more} for key in "ab"]
        for time, value, more in ((T2, "2", high[0]), (T3, "3", low[1]))
    )
    for time, rows in ((T2, first), (T3, last)):
        logged(table, time, rows)
    if field == "more":
        return table.archive(), {"base": base} if version >= 9 and kind is not _RECORD else {}
    views = {} if version == 8 else {"event-time": [first[0], base[1]]}
    if version < 8:
        views["member-0x"] = [last[0], base[1]]
    return table.archive(), views


def member(value: int) -> dict[str, str]:
    """A record whose member `y` has this value."""
    return {"x": "same", "y": str(value)}


_RECORD = {
    "type": "record",
    "name": "place",
    "fields": [{"name": "x", "type": "string"}, {"name": "y", "type": "long"}],
}
_RECORDS = ((member(1), member(2)), (member(5), member(7)))
_ARRAYS = ((["1"], ["2"]), (["5"], ["7"]))
ORDERINGS: dict[str, tuple[Callable[[int], Made], tuple[int, ...]]] = {
    "ordering-absent": (ordering_absent, (6, 8, 9)),
    "ordering-unused": (partial(ordering_absent, properties=BY_ARRIVAL), (9,)),
    "ordering-member": (
        lambda version: ordering_of_type(version, "more.y", _RECORD, *_RECORDS), (6, 8, 9)
    ),
    "ordering-record": (lambda version: ordering_of_type(version, "more", _RECORD, *_RECORDS), (6, 9)),
    "ordering-array": (
        lambda version: ordering_of_type(
            version, "more", {"type": "array", "items": "long"}, *_ARRAYS
        ), (6, 9)
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


def without_schema(version: int, text: str | None = None, *, is_stated: bool = False, **kinds: bool) -> Made:
    """No commit states a schema, nor does the table: the columns are those of the newest data file.

    Args:
        version: table version.
        text: schema of each commit, if `is_stated`; otherwise commits do not have the member.
        is_stated: whether commits have the member.
        kinds: `is_log`: the only file is a log file; `is_evolved`: an older file lacks a column;
            `is_plain`: the footer has no Avro schema.
    """
    is_log, is_evolved = kinds.get("is_log", False), kinds.get("is_evolved", False)
    kind = "MERGE_ON_READ" if is_log else "COPY_ON_WRITE"
    table = Evolved(version, kind, {"hoodie.table.create.schema": None})
    table.type = _RECORD
    if is_log:
        rows = [table.row(T1, key, "1", A) | {"more": member(1)} for key in "ab"]
        table.log(A, T1, T1, rows)
    elif is_evolved:
        old = table.base(B, T1, {"z": "0"})
        rows = [row | {"more": None} for row in old]
    else:
        rows = table.stored(A, T1, {"a": member(1), "b": None})
    if kinds.get("is_plain"):
        for name, data in table.files.items():
            table.files[name] = parquet(pq.read_table(io.BytesIO(data)).replace_schema_metadata(None))
    table.commit(T1, [A, B])
    if is_evolved:
        rows += table.stored(A, T2, {"a": member(1), "b": None})
        table.commit(T2, [A])
    for instant in table.instants:
        instant["completed"]["extraMetadata"] = {"schema": text} if is_stated else {}
    return table.archive(), {"snapshot": rows}


def nothing_written(version: int) -> Made:
    """A table without commits and without a schema."""
    return Table(version, properties={"hoodie.table.create.schema": None}).archive(), {}


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


def text_of_bytes(version: int) -> Made:
    """A text column holds bytes that are not UTF-8, in one of two base files."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "caf?"})
    name = f"{A}_0-0-0_{T1}.parquet"
    stored = pq.read_table(io.BytesIO(table.files[name]))
    raw = pa.array([b"caf\xe9"], pa.binary()).view(pa.string())
    columns = [raw if column == "val" else stored[column] for column in stored.column_names]
    sink, others = io.BytesIO(), [column for column in stored.column_names if column != "val"]
    stored = pa.Table.from_arrays(columns, schema=stored.schema)
    pq.write_table(stored, sink, compression="none", store_schema=False, write_statistics=others)
    table.files[name] = as_stored(sink.getvalue())
    other = table.base(B, T1, {"b": "1"})
    table.commit(T1, [A, B])
    views = {"replaced": "caf\ufffd", "bytes": {"$utf8": "636166e9"}}
    return table.archive(), {
        view: [*(row | {"val": value} for row in rows), *other] for view, value in views.items()
    }


OTHERS: dict[str, tuple[Callable[[int], Made], tuple[int, ...]]] = {
    "partial-blocks": (partial_blocks, (9,)),
    "partial-older": (partial_older, (9,)),
    "key-null-in-log": (key_null_in_log, (6, 9)),
    "key-null-in-base": (key_null_in_base, (9,)),
    "schema-text": (partial(schema_of_commit, schema="{"), (6, 9)),
    "schema-string": (partial(schema_of_commit, schema='"string"'), (6, 9)),
    "schema-twice": (partial(schema_of_commit, schema=TWICE), (9,)),
    "schema-none": (without_schema, (6, 9)),
    "schema-null": (partial(without_schema, is_stated=True), (6,)),
    "schema-empty": (partial(without_schema, text="", is_stated=True), (6, 9)),
    "schema-none-log": (partial(without_schema, is_log=True), (6, 9)),
    "schema-none-evolved": (partial(without_schema, is_evolved=True), (6, 9)),
    "schema-none-plain": (partial(without_schema, is_plain=True), (6, 9)),
    "nothing-written": (nothing_written, (6,)),
    "text-bytes": (text_of_bytes, (6, 9)),
    "footer-bytes": (partial(footer, schema=b"\xff\xfe"), (6, 9)),
    "footer-text": (partial(footer, schema=b"no schema"), (9,)),
}  # fmt: skip


def products() -> dict[str, bytes]:
    """All fixtures: an archive per table, and a file of rows per view."""
    return archives_and_rows(RULES | ORDERINGS | OTHERS)


def targets() -> dict[Path, bytes]:
    """Contents of all files by path."""
    return {resources.fixtures_dir() / FOLDER / name: data for name, data in products().items()}


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 1 if `--check` finds a difference."""
    return run("Make the tables of rules, blocks and schemas.", targets, arguments)


if __name__ == "__main__":
    sys.exit(main())
