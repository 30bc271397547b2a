# SPDX-License-Identifier: Apache-2.0
"""Merging by columns gives the rows, and the refusals, of merging row by row.

The rows of `read_group`, which knows no columns, are the answer; the way into Arrow is taken as it chooses
itself, and once more where it has to go row by row.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from histories import History
from history_model import Step, Write
from history_tables import STRATEGIES
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.encode import encode_log
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.meta_fields import META_FIELDS
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, GroupId, SliceLog, TimelineFacts
from hudi_conformance.table import arrow
from hudi_conformance.table.arrow import MergeCounts, group_batches
from hudi_conformance.table.base_columns import BaseColumns
from hudi_conformance.table.log_columns import ByRows
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_group
from hudi_conformance.table.rows import KeyReader
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View
from hudi_conformance.table.view_batches import view_batches
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from sampling import at_length
from strategies.tables import histories

DRAWN = settings(
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
BASE, LATER = "20260101000100000", "20260101000200000"
GROUP = ("", "f")
KEYS = ("a", "b", "c", "d", "é", "𝄞")
NULL = "null"


# --- what a table answers --------------------------------------------------------------------------------


def answer(rows: Callable[[], list[str]]) -> tuple[list[str], tuple[str, ...] | None]:
    """Rows, sorted, or why there are none."""
    try:
        return sorted(rows()), None
    except Reject as error:
        return [], (error.code, error.requirement or "", error.message)
    except LimitExceeded as error:
        return [], ("limit", "", str(error))


def by_arrow(table: Table, counts: MergeCounts) -> list[str]:
    shape = row_shape(table.schema.tree)
    batches = [batch for group in table.slices for batch in group_batches(table, group, View(), counts)]
    for batch in batches:
        batch.validate(full=True)
    return [dumps(row) for batch in batches for row in canonical_rows(batch, shape)]


def by_rows(table: Table) -> list[str]:
    show = RowMapper(table.schema.tree)
    return [dumps(show(row)) for group in table.slices for row in read_group(table, group, View())]


@contextmanager
def forced_rows(monkeypatch: pytest.MonkeyPatch) -> Any:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise ByRows("forced")

    with monkeypatch.context() as patch:
        patch.setattr(arrow, "read_versions", refuse)
        yield


def check(table: Table, monkeypatch: pytest.MonkeyPatch) -> MergeCounts:
    """All three ways give one answer."""
    counts = MergeCounts()
    want = answer(lambda: by_rows(table))
    assert answer(lambda: by_arrow(table, counts)) == want
    with forced_rows(monkeypatch):
        assert answer(lambda: by_arrow(table, MergeCounts())) == want
    return counts


# --- drawn histories --------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [6, 8, 9])
def test_drawn_histories(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    total = MergeCounts()

    @settings(DRAWN, max_examples=15)
    @given(histories(), st.sampled_from(sorted(STRATEGIES)), st.sampled_from(list(Line)))
    def drawn(steps: list[Step], mode: str, line: Line) -> None:
        history = History(mode, version)
        history.run(steps)
        with tempfile.TemporaryDirectory() as folder:
            history.store(Path(folder))
            counts = check(open_table(Path(folder), ReadOptions(line)), monkeypatch)
        total.by_columns += counts.by_columns
        total.by_rows += counts.by_rows

    drawn()
    assert total.by_columns > 2
    assert not total.by_rows


# --- drawn slices -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slice:
    """A file slice, and the rules of its table.

    `columns` of the table, of the base file and of each block: the ordering's type, and those beside it.
    """

    rules: MergeRules
    ordering: str
    base: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    written: str  # type of the ordering in the files
    without: frozenset[str]  # columns that the files lack


TYPES: dict[str, tuple[Any, pa.DataType]] = {
    "int": ("int", pa.int32()),
    "long": ("long", pa.int64()),
    "double": ("double", pa.float64()),
    "float": ("float", pa.float32()),
    "string": ("string", pa.string()),
    "boolean": ("boolean", pa.bool_()),
    "date": ({"type": "int", "logicalType": "date"}, pa.date32()),
    "timestamp-micros": ({"type": "long", "logicalType": "timestamp-micros"}, pa.timestamp("us", "UTC")),
    "decimal": ({"type": "bytes", "logicalType": "decimal", "precision": 5, "scale": 1}, pa.decimal128(5, 1)),
}
VALUES: dict[str, list[Any]] = {
    "double": ["0", "-0", "NaN", "1.5", "Infinity"],
    "float": ["0", "-0", "NaN", "1.5", "2"],
    "string": ["", "a", "z", "é", "𝄞"],
    "boolean": [False, True],
    "decimal": ["0.0", "1.0", "-2.5", "20.0"],
}
OTHERS: dict[str, tuple[str, pa.DataType]] = {
    "two": ("long", pa.int64()),
    "val": ("string", pa.string()),
    "_hoodie_is_deleted": ("boolean", pa.bool_()),
    "_hoodie_operation": ("string", pa.string()),
    "Op": ("string", pa.string()),
    "mark": ("string", pa.string()),
}
PAYLOADS = (
    "OverwriteWithLatestAvroPayload",
    "DefaultHoodieRecordPayload",
    "EventTimeAvroPayload",
    "FirstValueAvroPayload",
    "ReverseOrderHoodieRecordPayload",
    "AWSDmsAvroPayload",
    "EmptyHoodieRecordPayload",
    "HoodieAvroPayload",
    "OverwriteNonDefaultsWithLatestAvroPayload",
    "PartialUpdateAvroPayload",
)


def schema_of(ordering: str, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    fields = [
        *((name, "string") for name in META_FIELDS),
        ("ord", TYPES[ordering][0]),
        *((name, kind) for name, (kind, _) in OTHERS.items()),
    ]
    members = [{"name": n, "type": [NULL, k], "default": None} for n, k in fields if n not in without]
    return {"type": "record", "name": "row", "fields": members}


def arrow_schema_of(ordering: str, without: frozenset[str]) -> pa.Schema:
    fields = [
        *((name, pa.string()) for name in META_FIELDS),
        ("ord", TYPES[ordering][1]),
        *((name, kind) for name, (_, kind) in OTHERS.items()),
    ]
    metadata = {"parquet.avro.schema": dumps(schema_of(ordering, without))}
    return pa.schema([pa.field(n, k) for n, k in fields if n not in without], metadata=metadata)


def orderings(kind: str) -> st.SearchStrategy[Any]:
    """Canonical values, a null now and then."""
    whole = ["0", "1", "2", "-3"] if kind in {"long", "timestamp-micros"} else [0, 1, 2, -3]
    return st.one_of(*[st.sampled_from(VALUES.get(kind, whole))] * 7, st.none())


@st.composite
def rows(draw: st.DrawFn, kind: str, *, is_base: bool) -> dict[str, Any]:
    name = draw(st.sampled_from(KEYS))
    seldom = st.sampled_from([False] * 9 + [True])
    number = draw(st.integers(0, 99))
    return {
        **dict.fromkeys(META_FIELDS),
        "_hoodie_record_key": name,
        "_hoodie_file_name": "base" if is_base else "log",
        "ord": draw(orderings(kind)),
        "two": draw(st.sampled_from(["1", "2", None])),
        "val": f"{'b' if is_base else 'l'}{number}",
        "_hoodie_is_deleted": draw(st.one_of(seldom, st.none())),
        "_hoodie_operation": "D" if draw(seldom) else None,
        "Op": "D" if draw(seldom) else "I",
        "mark": "x" if draw(seldom) else None,
    }


@st.composite
def deletes(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    told = draw(orderings(kind))
    ordering = None if told is None or kind == "float" else {"type": kind, "value": told}
    odd = [None, {"type": "int", "value": 0}, {"type": "long", "value": "2"}]
    ordering = draw(st.sampled_from([ordering, ordering, *odd]))
    return {"record_key": draw(st.sampled_from(KEYS)), "partition_path": "", "ordering": ordering}


@st.composite
def merge_rules(draw: st.DrawFn) -> MergeRules:
    line = draw(st.sampled_from([Line.V0_9, Line.V0_15, Line.V0_15, Line.V1_0, Line.V1_2, Line.V1_2]))
    modes = (
        [Mode.EVENT_TIME, Mode.COMMIT_TIME, Mode.EVENT_TIME, Mode.PAYLOAD]
        if line.has_modes
        else [Mode.PAYLOAD]
    )
    payload = draw(st.sampled_from((*PAYLOADS[:2], *PAYLOADS[:2], *PAYLOADS)))
    fields = draw(st.sampled_from([("ord",), ("ord",), ("ord",), (), ("ord", "two"), ("gone",)]))
    marker = draw(
        st.sampled_from([(None, None)] * 4 + [("mark", "x"), ("mark", "x"), ("mark", None), (None, "x")])
    )
    partial = draw(st.sampled_from([None] * 9 + ["IGNORE_DEFAULTS"]))
    return MergeRules(
        line, draw(st.sampled_from(modes)), payload, partial if line.has_modes else None, fields, *marker
    )


@st.composite
def slices(draw: st.DrawFn) -> Slice:
    kind = draw(st.sampled_from(["long"] * 4 + ["string", "string", *TYPES]))
    written = "int" if kind == "long" and draw(st.sampled_from([False] * 7 + [True])) else kind
    base = draw(st.lists(rows(written, is_base=True), max_size=6))
    if draw(st.booleans()):
        base = list({row["_hoodie_record_key"]: row for row in base}.values())
    block = st.one_of(
        st.lists(rows(written, is_base=False), min_size=1, max_size=5).map(lambda found: {"records": found}),
        st.lists(rows(written, is_base=False), min_size=1, max_size=5).map(lambda found: {"records": found}),
        st.lists(deletes(kind), min_size=1, max_size=3).map(lambda found: {"deletes": found}),
    )
    without = draw(
        st.sampled_from([frozenset[str]()] * 5 + [frozenset({"two"}), frozenset({"_hoodie_is_deleted"})])
    )
    return Slice(draw(merge_rules()), kind, base, draw(st.lists(block, max_size=5)), written, without)


def physical(kind: str, value: Any) -> Any:
    """What pyarrow takes for a canonical value."""
    if value is None or kind in {"string", "boolean", "int", "date"}:
        return value
    if kind == "decimal":
        return Decimal(value)
    return float(value) if kind in {"double", "float"} else int(value)


def store(drawn: Slice, folder: Path) -> Table:
    """The files of a slice, and its table."""
    target = arrow_schema_of(drawn.written, drawn.without)
    columns = {}
    for column in target:
        kind = drawn.written if column.name == "ord" else "long" if column.name == "two" else "string"
        values = [
            row[column.name] if column.name == "_hoodie_is_deleted" else physical(kind, row[column.name])
            for row in drawn.base
        ]
        plain = (
            pa.array(values, pa.int64() if pa.types.is_timestamp(column.type) else None) if values else None
        )
        if kind == "date" and column.name == "ord":
            plain = pa.array(values, pa.int32())
        columns[column.name] = pa.array([], column.type) if plain is None else plain.cast(column.type)
    pq.write_table(pa.Table.from_pydict(columns, schema=target), folder / "base.parquet", row_group_size=2)
    schema = dumps(schema_of(drawn.written, drawn.without))
    header = {"INSTANT_TIME": LATER, "SCHEMA": schema}
    blocks = []
    for block in drawn.blocks:
        if "records" in block:
            kept = [{n: v for n, v in row.items() if n not in drawn.without} for row in block["records"]]
            blocks.append({"kind": "AVRO_DATA_BLOCK", "header": header, "records": kept})
        else:
            blocks.append({"kind": "DELETE_BLOCK", "header": header, **block})
    (folder / "log").write_bytes(encode_log({"blocks": blocks}).data)
    log = SliceLog(*GROUP, LATER, 1, None, "", "log")
    item = FileSlice(*GROUP, BASE, BaseFile(*GROUP, "0", BASE, "base.parquet"), (log,))
    return Table(
        path=folder,
        properties={},
        is_merge_on_read=True,
        rules=drawn.rules,
        facts=TimelineFacts(9, {BASE: BASE, LATER: LATER}),
        commits=(),
        archived_commits={},
        schema=parse_schema(dumps(schema_of(drawn.ordering))),
        key=KeyReader(True, ("id",)),
        slices={GROUP: [item]},
    )


def row(key: str, ordering: Any, **others: Any) -> dict[str, Any]:
    names = (*META_FIELDS, *OTHERS)
    return {**dict.fromkeys(names), "_hoodie_record_key": key, "ord": ordering, "val": "v", **others}


EVENT = MergeRules(Line.V1_2, Mode.EVENT_TIME, ordering_fields=("ord",))
DEFAULT = {"type": "int", "value": 0}
# A delete without an ordering wins over what came before, and loses against what comes after.
DEFAULT_DELETE = Slice(
    EVENT,
    "long",
    [row("a", "9"), row("b", "9")],
    [
        {"records": [row("a", "5"), row("b", "5")]},
        {"deletes": [{"record_key": key, "partition_path": "", "ordering": DEFAULT} for key in "ab"]},
        {"records": [row("a", "1")]},
    ],
    "long",
    frozenset(),
)
FLAGGED_BASE = replace(
    DEFAULT_DELETE,
    base=[row("a", "9", _hoodie_is_deleted=True), row("c", "9", _hoodie_is_deleted=True)],
    blocks=[{"records": [row("a", "5")]}],
)


@pytest.mark.own_job
def test_drawn_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()

    @settings(DRAWN, max_examples=at_length(150, 60))
    @given(slices())
    @example(DEFAULT_DELETE)
    @example(FLAGGED_BASE)
    def drawn(found: Slice) -> None:
        with tempfile.TemporaryDirectory() as folder:
            counts = check(store(found, Path(folder)), monkeypatch)
        seen["columns"] += counts.by_columns
        seen["keys"] += counts.num_keys
        seen["all"] += 1

    drawn()
    assert seen["columns"] > seen["all"] // 2, seen
    assert seen["keys"]


def test_damaged_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    refused: Counter[str] = Counter()

    @settings(DRAWN, max_examples=at_length(100, 40))
    @given(
        slices(), st.sampled_from(["base.parquet", "log", "log", "log"]), st.floats(0, 1), st.integers(1, 255)
    )
    def drawn(found: Slice, name: str, place: float, change: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            table = store(found, Path(folder))
            data = bytearray((table.path / name).read_bytes())
            if not data:
                return
            data[int(place * (len(data) - 1))] ^= change
            (table.path / name).write_bytes(data)
            why = answer(lambda: by_rows(table))[1]
            refused[name] += why is not None
            if why is not None and name == "base.parquet":
                # The library tells of the first page that it cannot read: it may read more rows at once.
                assert (answer(lambda: by_arrow(table, MergeCounts()))[1] or ())[:2] == why[:2]
            else:
                check(table, monkeypatch)

    drawn()
    assert refused["base.parquet"] > 5
    assert refused["log"] > 5


@pytest.mark.parametrize("key", [None, b"\xff"])
def test_a_base_row_without_a_key(key: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row without a key is rejected if there is anything to merge, text that is not UTF-8 always."""
    for blocks in ([{"records": [row("a", "5")]}], []):
        table = store(replace(DEFAULT_DELETE, blocks=blocks), tmp_path)
        rows_ = pq.read_table(tmp_path / "base.parquet")
        keys = pa.array([b"a", key], pa.binary()).view(pa.string())
        pq.write_table(rows_.set_column(2, rows_.schema.field(2), keys), tmp_path / "base.parquet")
        if key is None or blocks:
            check(table, monkeypatch)
        assert (answer(lambda: by_rows(table))[1] is not None) == bool(blocks or key)  # noqa: B023 - called at once


def test_many_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A base file of several batches, a log file of several blocks."""
    from hudi_conformance.table import base_columns

    monkeypatch.setattr(base_columns, "BATCH_ROWS", 7)
    table = store(
        replace(
            DEFAULT_DELETE,
            base=[row(f"k{number}", str(number % 5)) for number in range(50)],
            blocks=[
                {"records": [row(f"k{number}", str(turn), val=f"{turn}") for number in range(turn, 60, 3)]}
                for turn in range(4)
            ],
        ),
        tmp_path,
    )
    counts = check(table, monkeypatch)
    assert (counts.by_columns, counts.num_keys, counts.by_rows) == (1, 0, Counter())


@pytest.mark.parametrize("is_seen_early", [False, True])
def test_small_groups_are_read_ahead(
    is_seen_early: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads give the batches of the loop, in its order, and the refusal of the group that has one."""
    if not is_seen_early:  # the size of the missing file is not asked for: a thread is the first to miss it
        monkeypatch.setattr("hudi_conformance.table.view_batches._is_small", lambda *_: True)
    one = store(DEFAULT_DELETE, tmp_path)
    [[item]] = one.slices.values()
    groups = {("", f"f{number}"): [replace(item, file_id=f"f{number}")] for number in range(50)}
    table = replace(one, slices=groups)
    counts = MergeCounts(), MergeCounts()
    loop, ahead = (list(view_batches(table, View(), counts[n], n + 1)) for n in range(2))
    assert ahead == loop
    assert counts[0] == counts[1]
    assert counts[0].by_columns == 50
    gone = SliceLog("", "f30", LATER, 1, None, "", "gone")
    groups["", "f30"] = [replace(item, file_id="f30", log_files=(gone,))]
    seen = []
    with pytest.raises(FileNotFoundError):
        seen.extend(view_batches(table, View(), None, 2))
    assert seen == loop[: len(seen)]
    assert len(seen) == 30
    assert list(islice(view_batches(table, View(), None, 2), 5)) == loop[:5]


def test_large_groups_come_by_parts_among_small_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A group that is not small is read by the thread that asks, in its turn."""
    from hudi_conformance.table import view_batches as module

    one = store(DEFAULT_DELETE, tmp_path)
    [[item]] = one.slices.values()
    groups = {("", f"f{number}"): [replace(item, file_id=f"f{number}")] for number in range(40)}
    table = replace(one, slices=groups)
    readers: dict[str, bool] = {}
    parallels: dict[str, bool] = {}

    def group_batches(
        table: Table, group: GroupId, *rest: Any, parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        readers[group[1]] = threading.current_thread() is threading.main_thread()
        parallels[group[1]] = parallel
        return original(table, group, *rest, parallel=parallel)

    original = module.group_batches
    large = {"f3", "f8", "f9", "f39"}
    monkeypatch.setattr(module, "group_batches", group_batches)
    monkeypatch.setattr(module, "_is_small", lambda _, group: group[1] not in large)
    loop = list(view_batches(table, View(), None, 1))
    assert not any(parallels.values())
    readers.clear()
    assert list(view_batches(table, View(), None, 2)) == loop
    assert {name for name, is_main in readers.items() if is_main} == large
    assert {name for name, is_parallel in parallels.items() if is_parallel} == large


def test_explain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = History("EVENT_TIME_ORDERING", 8)
    history.run([Write(dict.fromkeys("abc", (number, "0"))) for number in (1, 2)])
    history.store(tmp_path / "t")
    assert run_cli(["snapshot", str(tmp_path / "t"), "--explain", "--json"]) == 0
    told = json.loads(capsys.readouterr().err)
    merged = {"by_columns": 2, "keys_by_rule": 0, "by_rows": {}}
    assert told == {"columns": "by name", "merged": merged}
    assert run_cli(["snapshot", str(tmp_path / "t"), "--explain"]) == 0
    assert "merged by columns: 2 slices" in capsys.readouterr().err


def test_items_of_lists_by_another_name(tmp_path: Path) -> None:
    """Parquet by Avro names the items of lists otherwise than Arrow: such files are columns, too."""
    tree = {
        "type": "record",
        "name": "r",
        "fields": [
            {"name": "_hoodie_record_key", "type": ["null", "string"], "default": None},
            {"name": "many", "type": {"type": "array", "items": "long"}},
            {"name": "some", "type": {"type": "array", "items": ["null", "long"]}},
        ],
    }
    schema = parse_schema(json.dumps(tree))
    stored = pa.schema(
        [
            pa.field("_hoodie_record_key", pa.string()),
            pa.field("many", pa.list_(pa.field("array", pa.int64(), nullable=False)), nullable=False),
            pa.field("some", pa.list_(pa.field("element", pa.int64(), nullable=False)), nullable=False),
        ]
    )
    written = [
        {"_hoodie_record_key": "a", "many": [1, 2], "some": [3]},
        {"_hoodie_record_key": "b", "many": [], "some": []},
    ]
    pq.write_table(pa.Table.from_pylist(written, stored), tmp_path / "f.parquet", store_schema=False)
    file = BaseColumns(open_base_file(tmp_path / "f.parquet"), schema, row_shape(schema.tree))
    [batch] = list(file.batches("_hoodie_record_key", parallel=False))
    assert file.is_done
    batch.validate(full=True)
    assert batch.schema == row_shape(schema.tree).arrow_schema
    assert batch.to_pylist() == written


MINE = [("-2.5", False), ("20.0", True), ("0.9", False), ("1.0", True)]


@pytest.mark.parametrize(("mine", "wins"), MINE)
def test_decimals_order_as_numbers(
    mine: str, wins: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Log files hold them as bytes, base files as numbers."""
    blocks = [{"records": [row("a", mine, val="log")]}]
    drawn = replace(
        DEFAULT_DELETE, ordering="decimal", written="decimal", base=[row("a", "1.0")], blocks=blocks
    )
    table = store(drawn, tmp_path)
    check(table, monkeypatch)
    [shown] = read_group(table, GROUP, View())
    assert (shown["val"] == "log") is wins
