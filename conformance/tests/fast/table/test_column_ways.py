# SPDX-License-Identifier: Apache-2.0
"""Which slices are merged by columns, and why others are merged row by row; the rows are the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.encode import encode_log
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, SliceLog, TimelineFacts
from hudi_conformance.table import log_columns
from hudi_conformance.table.arrow import MergeCounts, group_batches
from hudi_conformance.table.log_columns import ByRows, read_versions
from hudi_conformance.table.reader import read_group
from hudi_conformance.table.rows import KeyReader
from hudi_conformance.table.view import Table, View

T1, T2 = "20260101000100000", "20260101000200000"
GROUP = ("", "f")
KEY = "_hoodie_record_key"
FIELDS: dict[str, Any] = {
    KEY: "string",
    "ord": "long",
    "val": "string",
    "_hoodie_is_deleted": "boolean",
    "_hoodie_operation": "string",
    "mark": "string",
    "blob": "bytes",
}
EVENT = MergeRules(Line.V1_2, Mode.EVENT_TIME, ordering_fields=("ord",))
Block = dict[str, Any]


def schema(**changes: Any) -> str:
    """All fields are nullable; a change names another type, or None for a field that is left out."""
    fields = [
        {"name": name, "type": ["null", kind], "default": None}
        for name, kind in {**FIELDS, **changes}.items()
        if kind is not None
    ]
    return json.dumps({"type": "record", "name": "row", "fields": fields})


def row(key: str | None, ordering: str | None = "1", **others: Any) -> dict[str, Any]:
    return {**dict.fromkeys(FIELDS), KEY: key, "ord": ordering, "val": f"{key}{ordering}", **others}


def rows(*records: dict[str, Any], text: str = "", **header: str) -> Block:
    """A block of rows; its schema has the fields of the rows."""
    made = text or schema(**{name: None for name in FIELDS if name not in records[0]})
    return {
        "kind": "AVRO_DATA_BLOCK",
        "header": {"INSTANT_TIME": T2, "SCHEMA": made, **header},
        "records": list(records),
    }


def deletes(*keys: str | None, ordering: Any = "2") -> Block:
    value = {"type": "long", "value": ordering} if isinstance(ordering, str) else ordering
    entries = [{"record_key": key, "partition_path": "", "ordering": value} for key in keys]
    return {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": T2}, "deletes": entries}


ARROW = {
    "string": pa.string(),
    "long": pa.int64(),
    "boolean": pa.bool_(),
    "bytes": pa.binary(),
    "double": pa.float64(),
}


def table_of(
    folder: Path, *files: list[Block], rules: MergeRules = EVENT, text: str = "", base: Sequence[Any] = ()
) -> Table:
    """A table of one slice of log files, on a base file if there are rows of one."""
    schema_text = text or schema()
    logs = []
    for number, blocks in enumerate(files, 1):
        (folder / f"log{number}").write_bytes(encode_log({"blocks": blocks}).data)
        logs.append(SliceLog(*GROUP, T2, number, None, "", f"log{number}"))
    if base:
        fields = json.loads(schema_text)["fields"]
        columns = pa.schema([(field["name"], ARROW[field["type"][1]]) for field in fields])
        pq.write_table(pa.Table.from_pylist(list(base), columns), folder / "base.parquet")
    file = BaseFile(*GROUP, "0", T1, "base.parquet") if base else None
    return Table(
        path=folder,
        properties={},
        is_merge_on_read=True,
        rules=rules,
        facts=TimelineFacts(9, {T1: T1, T2: T2}),
        commits=(),
        archived_commits={},
        schema=parse_schema(schema_text),
        key=KeyReader(True, ("id",)),
        slices={GROUP: [FileSlice(*GROUP, T1, file, tuple(logs))]},
    )


def merged(table: Table) -> tuple[MergeCounts, list[dict[str, Any]]]:
    """Counts, and the rows by key, which are those of merging row by row."""
    counts = MergeCounts()
    shape = row_shape(table.schema.tree)
    shown = [
        row for batch in group_batches(table, GROUP, View(), counts) for row in canonical_rows(batch, shape)
    ]
    expected = [(row[KEY], row["val"]) for row in read_group(table, GROUP, View())]
    assert sorted((row[KEY], row["val"]) for row in shown) == sorted(expected)
    return counts, sorted(shown, key=lambda row: row[KEY])


TWO = [rows(row("a", "1"), row("b", "3")), rows(row("b", "2"), row("a", "2"))]
MODES = {
    "event": EVENT,
    "commit": replace(EVENT, mode=Mode.COMMIT_TIME),
    "custom-class": replace(EVENT, mode=Mode.PAYLOAD, payload="AWSDmsAvroPayload"),
}


BY_COLUMNS: dict[str, Any] = {
    "greater-or-later": (TWO, EVENT, 0, ["a2", "b3"]),
    "later": (TWO, MODES["commit"], 0, ["a2", "b2"]),
    "no-ordering": (TWO, replace(EVENT, ordering_fields=()), 0, ["a2", "b2"]),
    "two-orderings": (TWO, replace(EVENT, ordering_fields=("ord", "val")), 2, ["a2", "b3"]),
    "class": (TWO, MODES["custom-class"], 2, ["a2", "b2"]),
    "deletes": ([*TWO, deletes("a", "b")], EVENT, 0, ["b3"]),
    "delete-on-a-tie": ([*TWO, deletes("b", ordering="3")], EVENT, 0, ["a2"]),
    "early-deletes": ([*TWO, deletes("a", "b", ordering="1")], EVENT, 0, ["a2", "b3"]),
    "default-delete": ([*TWO, deletes("b", ordering={"type": "int", "value": 0})], EVENT, 1, ["a2"]),
    "other-type": ([*TWO, deletes("b", ordering={"type": "int", "value": 9})], EVENT, 1, ["a2"]),
    "no-ordering-delete": ([*TWO, deletes("b", ordering=None)], EVENT, 1, ["a2"]),
    "null-ordering": ([*TWO, rows(row("a", None))], EVENT, 1, ["aNone", "b3"]),
    "flagged": ([*TWO, rows(row("a", "5", _hoodie_is_deleted=True))], EVENT, 1, ["b3"]),
    "not-flagged": ([*TWO, rows(row("a", "5", _hoodie_is_deleted=False))], EVENT, 0, ["a5", "b3"]),
    "operation": ([*TWO, rows(row("a", "5", _hoodie_operation="D"))], EVENT, 1, ["b3"]),
    "update": ([*TWO, rows(row("a", "5", _hoodie_operation="U"))], EVENT, 0, ["a5", "b3"]),
    "marker": (
        [*TWO, rows(row("a", "5", mark="x"), row("b", "5", mark="y"))],
        replace(EVENT, delete_field="mark", delete_marker="x"),
        1,
        ["b5"],
    ),
    "fewer-fields": ([rows({KEY: "a", "val": "a"}), rows(row("a", "5"))], MODES["commit"], 0, ["a5"]),
}


@pytest.mark.parametrize("name", BY_COLUMNS)
def test_slices_that_columns_merge(name: str, tmp_path: Path) -> None:
    blocks, rules, num_keys, values = BY_COLUMNS[name]
    counts, shown = merged(table_of(tmp_path, blocks, rules=rules))
    assert [row["val"] for row in shown] == values
    assert counts == MergeCounts(1, num_keys, Counter())


STORED = [
    {KEY: "a", "ord": 1, "val": "a"},
    {KEY: "b", "ord": 9, "val": "b"},
    {KEY: "c", "ord": None, "val": "c"},
    {KEY: "d", "ord": 1, "val": "d", "_hoodie_is_deleted": True},
    {KEY: "e", "ord": 1, "val": "e"},
]


ON_A_BASE_FILE: dict[str, Any] = {
    "ordered": ([rows(row("a", "2"), row("b", "2"))], EVENT, 0, ["a2", "b", "c", "d", "e"]),
    "tie": ([rows(row("a", "1"), row("f", "1"))], EVENT, 0, ["a1", "b", "c", "d", "e", "f1"]),
    "null-in-the-base-file": ([rows(row("c", "1"))], EVENT, 0, ["a", "b", "c1", "d", "e"]),
    "flagged-in-the-base-file": ([rows(row("d", "0"))], EVENT, 1, ["a", "b", "c", "e"]),
    "over-a-flagged-row": ([rows(row("d", "2"))], EVENT, 1, ["a", "b", "c", "d2", "e"]),
    "deletes": ([deletes("a", "b", "e", "z")], EVENT, 0, ["b", "c", "d"]),
    "operation": ([rows(row("a", "5", _hoodie_operation="D"))], EVENT, 2, ["b", "c", "d", "e"]),
    "later": (
        [rows(row("a", "0"), row("b", "0"), row("d", "0"))],
        MODES["commit"],
        1,
        ["a0", "b0", "c", "d0", "e"],
    ),
    "two-orderings": (
        [rows(row("a", "0"), row("b", "0"), row("d", "0"))],
        replace(EVENT, ordering_fields=("ord", "val")),
        6,
        ["a", "b", "c", "e"],
    ),
}


@pytest.mark.parametrize("name", ON_A_BASE_FILE)
def test_slices_on_a_base_file(name: str, tmp_path: Path) -> None:
    blocks, rules, num_keys, values = ON_A_BASE_FILE[name]
    counts, shown = merged(table_of(tmp_path, blocks, rules=rules, base=STORED))
    assert [row["val"] for row in shown] == values
    assert counts == MergeCounts(1, num_keys, Counter())


ORDERINGS: dict[str, Any] = {
    "greater": (("double", 1.5, "2", None), 0, ["new"]),
    "less": (("double", 1.5, "1", None), 0, ["old"]),
    "nan-stored": (("double", float("nan"), "1", None), 1, ["old"]),
    "nan-given": (("double", 1.5, "NaN", None), 2, ["new"]),
    "zeros": (("double", 0.0, "-0", None), 2, ["old"]),
    "deleted-double": (("double", 1.5, None, "2"), 2, []),
    "text": (("string", "b", "a", None), 0, ["old"]),
    "later-text": (("string", "b", "c", None), 0, ["new"]),
    "text-of-another-plane": (("string", "b", "\U00010000", None), 2, ["new"]),
    "deleted-text": (("string", "b", None, "c"), 0, []),
    "early-deleted-text": (("string", "b", None, "a"), 0, ["old"]),
    "deleted-text-of-another-plane": (("string", "b", None, "\U00010000"), 2, []),
    "row-and-early-delete": (("string", "b", "c", "a"), 0, ["new"]),
    "row-and-later-delete": (("string", "b", "a", "c"), 0, []),
}


@pytest.mark.parametrize("name", ORDERINGS)
def test_orderings(name: str, tmp_path: Path) -> None:
    """The type, what the base file has, a log file, and a delete."""
    versions, num_keys, values = ORDERINGS[name]
    kind, stored, given, deleted = versions
    text = schema(ord=kind)
    blocks = []
    if given is not None:
        made = schema(**{name: None for name in FIELDS if name not in {KEY, "ord", "val"}} | {"ord": kind})
        blocks.append(
            rows({KEY: "a", "ord": given, "val": "new"}, {KEY: "k", "ord": given, "val": "k"}, text=made)
        )
    if deleted is not None:
        blocks.append(deletes("a", "y", ordering={"type": kind, "value": deleted}))
    table = table_of(tmp_path, blocks, text=text, base=[{KEY: "a", "ord": stored, "val": "old"}])
    counts, shown = merged(table)
    assert [row["val"] for row in shown if row[KEY] == "a"] == values
    assert (counts.by_columns, counts.by_rows) == (1, Counter())
    assert bool(counts.num_keys) == bool(num_keys)


PARTIAL = rows({KEY: "a", "ord": "5", "val": "p"}, IS_PARTIAL="true")
PARQUET = {**rows(row("a")), "kind": "PARQUET_DATA_BLOCK"}


BY_ROWS: dict[str, Any] = {
    "partial": ([*TWO, PARTIAL], EVENT, schema(), "partial rows"),
    "parquet": ([*TWO, PARQUET], EVENT, schema(), "block PARQUET_DATA_BLOCK"),
    "int": ([rows(row("a", 1), text=schema(ord="int"))], EVENT, schema(), "schema of a block"),
    "branches-in-another-order": (
        [rows({**row("a"), "x": "1"}, text=schema(x="string")), rows(row("b"))],
        EVENT,
        schema().replace('"null", "bytes"], "default": null', '"bytes", "null"], "default": "A"'),
        None,
    ),
    "default": (
        [rows({KEY: "a", "ord": "1"})],
        EVENT,
        schema().replace('["null", "bytes"], "default": null', '["bytes", "null"], "default": "A"'),
        "default of a column",
    ),
    "delete-without-key": ([*TWO, deletes("a", None)], EVENT, schema(), "key"),
    "union": (
        [rows({KEY: "a", "val": "a"})],
        replace(EVENT, ordering_fields=()),
        schema().replace('["null", "bytes"]', '["null", "bytes", "long"]'),
        "type without a column",
    ),
    "values": (TWO, replace(EVENT, partial="IGNORE_DEFAULTS"), schema(), "values of two versions"),
    "ordered-by-bytes": (
        TWO,
        replace(EVENT, ordering_fields=("blob",)),
        schema(),
        "type of a deciding column",
    ),
    "marker-in-bytes": (
        TWO,
        replace(EVENT, delete_field="blob", delete_marker="x"),
        schema(),
        "type of a deciding column",
    ),
}


@pytest.mark.parametrize("name", BY_ROWS)
def test_slices_that_rows_merge(name: str, tmp_path: Path) -> None:
    blocks, rules, text, reason = BY_ROWS[name]
    counts, shown = merged(table_of(tmp_path, blocks, rules=rules, text=text))
    assert shown
    assert counts == (MergeCounts(1) if reason is None else MergeCounts(0, 0, Counter({reason: 1})))


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        pytest.param(lambda data: data.replace(b'"record"', b'"recorx"', 1), "refusal", id="schema"),
        pytest.param(lambda data: b"#hUDI#" + data[6:], "refusal", id="magic"),
        pytest.param(
            lambda data: b"\0\0\0\3\x7f".join(data.rsplit(b"\0\0\0\3\0", 1)),
            "refusal",
            id="length-of-deletes",
        ),
        pytest.param(lambda _: encode_log({"blocks": [rows(row(None))]}).data, "key", id="row-without-key"),
    ],
)
def test_what_would_be_refused_is_left_to_the_other_way(
    edit: Callable[[bytes], bytes], reason: str, tmp_path: Path
) -> None:
    table = table_of(tmp_path, [*TWO, deletes("a")])
    log = tmp_path / "log1"
    log.write_bytes(edit(log.read_bytes()))
    with pytest.raises(ByRows) as why:
        versions_of(table)
    assert str(why.value) == reason
    with pytest.raises(Reject):
        list(group_batches(table, GROUP, View()))


def test_without_kernels_versions_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(tmp_path, [*TWO, deletes("a")])
    with_kernels = versions_of(table)
    monkeypatch.setattr(log_columns, "has_kernels", lambda: False)
    without = versions_of(table)
    for name in ("rows", "keys", "deletes"):
        assert getattr(without, name) == getattr(with_kernels, name)
    assert without.places.tolist() == with_kernels.places.tolist()


def versions_of(table: Table) -> log_columns.LogVersions:
    [item] = table.slices[GROUP]
    files = [table.path / log.name for log in item.log_files]
    limits = ScanLimits(9, T2, table.facts.is_committed)
    return read_versions(files, table.schema.tree, row_shape(table.schema.tree), limits, None)


MANY = (
    [deletes("x"), rows(row("a"), row("b")), rows(row("c"))],
    [rows({"val": "d", KEY: "d"}, {"val": "e", KEY: "e"}), deletes("a", "y", ordering="7"), rows(row("f"))],
)


def test_versions_are_numbered_in_the_order_in_which_they_apply(tmp_path: Path) -> None:
    found = versions_of(table_of(tmp_path, *MANY))
    assert found.keys.to_pylist() == ["x", "a", "b", "c", "d", "e", "a", "y", "f"]
    assert found.places.tolist() == [-1, 0, 1, 2, 3, 4, -2, -3, 5]
    assert found.rows.column(KEY).to_pylist() == ["a", "b", "c", "d", "e", "f"]
    assert found.rows.column("ord").to_pylist() == [1, 1, 1, None, None, 1]
    assert [(entry.record_key, entry.ordering and entry.ordering.value) for entry in found.deletes] == [
        ("x", 2),
        ("a", 7),
        ("y", 7),
    ]


def test_a_slice_with_rows_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(tmp_path, [MANY[0][1]])
    size = versions_of(table).rows.nbytes
    monkeypatch.setattr(log_columns, "MAX_BYTES", size)
    assert merged(table)[0] == MergeCounts(1)
    monkeypatch.setattr(log_columns, "MAX_BYTES", size - 1)
    assert merged(table)[0] == MergeCounts(0, 0, Counter(size=1))
