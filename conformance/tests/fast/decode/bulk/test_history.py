# SPDX-License-Identifier: Apache-2.0
"""The history in bulk is that of the careful reader: the list, and what instants did."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import unpacked
from histories import History
from history_model import Write
from hudi_conformance import resources
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.container import decode_container
from hudi_conformance.decode.bulk.history import _Decoder, iter_history_details, list_history
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.decode.timeline.history import history_folder, read_history
from hudi_conformance.errors import Reject
from hudi_conformance.table.state import open_table
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

PHASES = [Phase.explicit, Phase.generate]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with a history of a dozen commits and a rollback or two."""
    folder = tmp_path_factory.mktemp("history") / "t"
    history = History("EVENT_TIME_ORDERING", 8)
    history.run([Write(dict.fromkeys("abc"[: number % 3 + 1], (number, "0"))) for number in range(12)])
    history.store(folder, 11)
    return folder


def history_file(table: Path) -> Path:
    [path] = history_folder(table).glob("*.parquet")
    return path


def careful(data: bytes | None) -> Any:
    if data is None:
        return None
    tree, record = decode_one_record(data)
    return RowMapper(tree)(record)


def in_bulk(table: Path, *limits: str | None) -> Iterator[tuple[Any, ...]]:
    for found in iter_history_details(table, *limits):
        rows: list[Any] = [None] * found.instants.num_rows
        if found.metadata is not None and found.shape is not None:
            rows = canonical_rows(found.metadata, found.shape)
        assert len(rows) == found.instants.num_rows
        for row, value in zip(found.instants.to_pylist(), rows, strict=True):
            yield (*row.values(), value)


def check(table: Path, *limits: str | None) -> int:
    rows = read_history(table, *limits).rows
    want = [(row.time, row.completion_time, row.action) for row in rows]
    assert [tuple(row.values()) for row in list_history(table, *limits).to_pylist()] == want
    details = [(row.time, row.completion_time, row.action, careful(row.metadata)) for row in rows]
    assert sorted(in_bulk(table, *limits), key=lambda row: (row[0], row[2])) == details
    return len(rows)


def change(table: Path, tmp_path: Path, rows: list[dict[str, Any]]) -> Path:
    """The table with other rows in its history."""
    import shutil

    target = tmp_path / "t"
    shutil.copytree(table, target)
    path = history_file(target)
    schema = pq.read_schema(path)
    pq.write_table(pa.Table.from_pylist(rows, schema), path)
    return target


def test_list_and_details(table: Path) -> None:
    num_rows = check(table)
    assert num_rows > 5
    times = [row.time for row in read_history(table).rows]
    assert check(table, times[2]) == num_rows - 2
    assert check(table, None, times[2]) == 3
    assert check(table, times[1], times[3]) == 3
    assert check(table, "9", "1") == 0


HISTORIES = [
    path
    for path in sorted(resources.fixtures_dir().rglob("*.zip"))
    if any("/history/" in name and name.endswith(".parquet") for name in zipfile.ZipFile(path).namelist())
]


@pytest.mark.parametrize("path", HISTORIES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_histories_of_fixtures(path: Path, tmp_path: Path) -> None:
    """Those of real writers and ours; a folder that is refused is refused alike."""
    unpacked(path, tmp_path)
    try:
        read_history(tmp_path)
    except Reject:
        told = [outcome(lambda read=read: read(tmp_path)) for read in (read_history, list_history)]
        assert told[0] == told[1]
    else:
        assert check(tmp_path) > 0


def test_opening_a_table_reads_no_metadata_of_its_history(table: Path, tmp_path: Path) -> None:
    """Facts of a table come from the columns of a list."""
    facts = open_table(table)
    rows = read_history(table).rows
    archived = {row.time: row.completion_time for row in rows if row.action in {"commit", "deltacommit"}}
    assert {time: facts.archived_commits.get(time) for time in archived} == archived
    assert {row.time: facts.facts.completed[row.time] for row in rows} == {
        row.time: row.completion_time or row.time for row in rows
    }
    changed = change(
        table,
        tmp_path,
        [row | {"metadata": b"no container"} for row in pq.read_table(history_file(table)).to_pylist()],
    )
    assert open_table(changed).facts == facts.facts


def test_rows_twice_and_without_metadata(table: Path, tmp_path: Path) -> None:
    rows = pq.read_table(history_file(table)).to_pylist()
    again = [row | {"completionTime": "1", "metadata": None} for row in rows[:3]]
    changed = change(table, tmp_path, [*rows, *again, *({**row, "action": "x"} for row in again)])
    assert check(changed) == len(rows) + 3


def test_a_row_without_time(table: Path, tmp_path: Path) -> None:
    rows = pq.read_table(history_file(table)).to_pylist()
    changed = change(table, tmp_path, [*rows, rows[0] | {"action": None}])
    refusals = []
    for read in (read_history, list_history, lambda folder: list(iter_history_details(folder))):
        with pytest.raises(Reject) as error:
            read(changed)
        refusals.append(str(error.value))
    assert len(set(refusals)) == 1


def test_metadata_in_a_damaged_page(table: Path, tmp_path: Path) -> None:
    changed = change(table, tmp_path, pq.read_table(history_file(table)).to_pylist())
    path = history_file(changed)
    columns = pq.read_metadata(path).row_group(0)
    chunk = next(c for c in map(columns.column, range(columns.num_columns)) if c.path_in_schema == "metadata")
    first = chunk.dictionary_page_offset or chunk.data_page_offset
    data = bytearray(path.read_bytes())
    data[first : first + 40] = b"\xff" * 40
    path.write_bytes(data)
    assert list_history(changed).num_rows > 5  # reads other columns
    refusals = [
        outcome(lambda read=read: read(changed))
        for read in (read_history, lambda t: list(iter_history_details(t)))
    ]
    assert [refusal[2] for refusal in refusals] == ["history.row.form"] * 2


def outcome(read: Any) -> Any:
    try:
        return read()
    except Reject as error:
        return error.code, error.at, error.requirement, error.message


def bulk_of(values: list[bytes]) -> list[Any]:
    names = ("instantTime", "completionTime", "action")
    columns = [pa.array(["1"] * len(values))] * 3
    batch = pa.RecordBatch.from_arrays([*columns, pa.array(values, pa.binary())], names=[*names, "metadata"])
    rows: list[Any] = []
    for found in _Decoder().details(batch):
        assert found.metadata is not None
        assert found.shape is not None
        rows += canonical_rows(found.metadata, found.shape)
    return rows


def test_damaged_containers(table: Path) -> None:
    """Whatever is done to a container among others, the answer is that of the careful decoder."""
    good = [row.metadata for row in read_history(table).rows if row.metadata]
    container = decode_container(good[0])
    ends = len(good[0]), container.ofs_blocks
    seen = {"same": 0, "refused": 0}

    text = good[0].rindex(b"UPSERT")

    @settings(max_examples=60, derandomize=True, database=None, phases=PHASES)
    @example(1, text, ord("X"), "set")
    @example(2, text, 0xC3, "set")  # no UTF-8
    @example(2, ends[0], 0, "append")
    @given(
        st.integers(0, 2),
        st.one_of(st.integers(0, ends[0] - 1), st.integers(ends[1] - 20, ends[1] + 6)),
        st.integers(0, 255),
        st.sampled_from(["set", "cut", "append", "insert"]),
    )
    def damaged(place: int, at: int, byte: int, how: str) -> None:
        data = bytearray(good[0])
        if how == "set":
            data[at] = byte
        elif how == "cut":
            del data[at:]
        elif how == "append":
            data += bytes([byte]) * (at % 20 + 1)
        else:
            data[at:at] = bytes([byte])
        values = [*good[:2], *good[:2]]
        values.insert(place, bytes(data))
        want = outcome(lambda: [careful(value) for value in values])
        assert outcome(lambda: bulk_of(values)) == want
        seen["same" if isinstance(want, list) else "refused"] += 1

    damaged()
    assert min(seen.values()) > 0, seen


def test_heads_in_turns(table: Path) -> None:
    """Rows of two writers' schemas, one after the other."""
    good = [row.metadata for row in read_history(table).rows if row.metadata]
    renamed = good[0].replace(b"numWrites", b"numWriteZ")
    values = [good[0], renamed, good[1], good[1], renamed, renamed, good[0]]
    assert bulk_of(values) == [careful(value) for value in values]
