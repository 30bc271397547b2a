# SPDX-License-Identifier: Apache-2.0
"""Tables of `fixtures/merging` about ordering fields, keys and columns; see `tools/merge_tables.py`."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from evolved_tables import Evolved

from recreation.minimal import T1, T2, T3, A, B, Row, Table
from recreation.parquet import parquet

MODE, PAYLOAD = "hoodie.record.merge.mode", "hoodie.compaction.payload.class"
STRATEGY, OLD_STRATEGY = "hoodie.record.merge.strategy.id", "hoodie.compaction.record.merger.strategy"
EVENT_ID, COMMIT_ID = "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5", "ce9acb64-bde0-424c-9b91-f6ebba25356d"
MODELS = "org.apache.hudi.common.model."
DEFAULT, OVERWRITE = f"{MODELS}DefaultHoodieRecordPayload", f"{MODELS}OverwriteWithLatestAvroPayload"
BY_ARRIVAL: dict[str, str | None] = {
    MODE: "COMMIT_TIME_ORDERING", STRATEGY: COMMIT_ID, PAYLOAD: OVERWRITE
}  # fmt: skip
NO_FIELD: dict[str, str | None] = {
    "hoodie.table.ordering.fields": None,
    "hoodie.table.precombine.field": None,
}
Made = tuple[dict[str, bytes], dict[str, list[Row]]]
"""Files, and rows by view."""


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


def ordering_blank(version: int) -> Made:
    """Two ordering fields, a blank after the comma; the version in the log file is lower in the second."""
    table = Table(version, "MERGE_ON_READ", ordered_by(version, "ord, val"))
    table.base(A, T1, {"a": "5", "b": "5"})
    table.commit(T1, [A])
    logged(table, T2, [table.row(T2, "a", "3", A) | {"ord": "1"}])
    return table.archive(), {}


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
    "ordering-blank": (ordering_blank, (9,)),
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


# --- schemas, keys and text of columns ---


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
        rows = table.stored(A, T1, {"a": member(1), "b": member(2)})
    if kinds.get("is_plain"):
        for name, data in table.files.items():
            table.files[name] = parquet(pq.read_table(io.BytesIO(data)).replace_schema_metadata(None))
    table.commit(T1, [A, B])
    if is_evolved:
        rows += table.stored(A, T2, {"a": member(1), "b": member(2)})
        table.commit(T2, [A])
    for instant in table.instants:
        instant["completed"]["extraMetadata"] = {"schema": text} if is_stated else {}
    return table.archive(), {"snapshot": rows}


def nothing_written(version: int) -> Made:
    """A table without commits and without a schema."""
    return Table(version, properties={"hoodie.table.create.schema": None}).archive(), {}


def text_of_bytes(version: int) -> Made:
    """A text column holds bytes that are not UTF-8, in one of two base files."""
    table = Table(version)
    rows = table.base(A, T1, {"a": "caf?"})
    name = f"{A}_0-0-0_{T1}.parquet"
    stored = pq.read_table(io.BytesIO(table.files[name]))
    raw = pa.array([b"caf\xe9"], pa.binary()).view(pa.string())
    columns = [raw if column == "val" else stored[column] for column in stored.column_names]
    table.files[name] = parquet(pa.Table.from_arrays(columns, schema=stored.schema))
    other = table.base(B, T1, {"b": "1"})
    table.commit(T1, [A, B])
    views = {"replaced": "caf\ufffd", "bytes": {"$utf8": "636166e9"}}
    return table.archive(), {
        view: [*(row | {"val": value} for row in rows), *other] for view, value in views.items()
    }


def letter_case(version: int, *, is_log: bool = False) -> Made:
    """The column `State` of the older file is `state` in the newer one, and in the newest schema."""
    table = Table(version, "MERGE_ON_READ" if is_log else "COPY_ON_WRITE")
    table.extra = {"State": pa.string()}
    table.base(A, T1, {"a": "1"}, columns={"State": "old"})
    table.commit(T1, [A])
    table.extra = {"state": pa.string()}
    if is_log:
        table.log(A, T1, T2, [table.row(T2, "b", "2", A) | {"state": "new"}])
    else:
        table.base(B, T2, {"b": "2"}, columns={"state": "new"})
    table.commit(T2, [A, B])
    return table.archive(), {}


def key_in_record(version: int, fields: str = "more.x") -> Made:
    """The record key is a member of a record, without meta fields: a log file updates a row and adds one."""
    properties = {"hoodie.table.recordkey.fields": fields, "hoodie.populate.meta.fields": "false"}
    table = Evolved(version, "MERGE_ON_READ", properties)
    table.type = _RECORD
    places = {key: {"x": key, "y": "1"} for key in "abc"}
    rows = [plain(row) for row in table.stored(A, T1, {key: places[key] for key in "ab"})]
    name = f"{A}_0-0-0_{T1}.parquet"
    stored = pq.read_table(io.BytesIO(table.files[name]))
    own = stored.select([column for column in stored.column_names if not column.startswith("_hoodie")])
    table.files[name] = parquet(own.replace_schema_metadata(None))
    table.commit(T1, [A])
    late = [plain(table.row(T2, key, "2", A) | {"more": places[key]}) for key in "bc"]
    table.log(A, T1, T2, late, meta=False)
    table.commit(T2, [A])
    return table.archive(), {"snapshot": [rows[0], *late]} if fields == "more.x" else {}


def plain(row: Row) -> Row:
    """A row without meta fields."""
    return {name: value for name, value in row.items() if not name.startswith("_hoodie")}


FIELDS: dict[str, tuple[Callable[[int], Made], tuple[int, ...]]] = ORDERINGS | {
    "schema-none": (without_schema, (6, 9)),
    "schema-null": (partial(without_schema, is_stated=True), (6,)),
    "schema-empty": (partial(without_schema, text="", is_stated=True), (6, 9)),
    "schema-none-log": (partial(without_schema, is_log=True), (6, 9)),
    "schema-none-evolved": (partial(without_schema, is_evolved=True), (6, 9)),
    "schema-none-plain": (partial(without_schema, is_plain=True), (6, 9)),
    "nothing-written": (nothing_written, (6,)),
    "letter-case": (letter_case, (6, 9)),
    "letter-case-log": (partial(letter_case, is_log=True), (9,)),
    "key-in-record": (key_in_record, (6, 9)),
    "key-absent": (partial(key_in_record, fields="id,nosuch"), (6, 9)),
    "key-blank": (partial(key_in_record, fields="id, ord"), (9,)),
    "text-bytes": (text_of_bytes, (6, 9)),
}  # fmt: skip
