# SPDX-License-Identifier: Apache-2.0
"""Histories of layout 2 that the Parquet library writes: rows by range, manifests, columns, offsets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.timeline.history import is_in_range, read_history, read_rows
from hudi_conformance.decode.timeline.history import version_in_force as find_version
from hudi_conformance.errors import Reject
from hypothesis import given, settings
from hypothesis import strategies as st

PROPERTIES = "hoodie.table.name=t\nhoodie.table.version=9\nhoodie.timeline.layout.version=2\n"
SCHEMA = pa.schema(
    [
        ("instantTime", pa.string()),
        ("completionTime", pa.string()),
        ("action", pa.string()),
        ("metadata", pa.binary()),
        ("plan", pa.binary()),
    ]
)
Row = tuple[str, str]


def write_rows(path: Path, rows: Sequence[Row], schema: pa.Schema = SCHEMA, **options: Any) -> int:
    """Write rows of times and actions, and return the size of the file."""
    values = [
        {"instantTime": time, "completionTime": f"{time}5", "action": action, "metadata": b"m", "plan": b"p"}
        for time, action in rows
    ]
    pq.write_table(pa.Table.from_pylist(values, schema), path, **options)
    return path.stat().st_size


TIMES = st.integers(100, 130).map(str)
ROWS = st.lists(st.tuples(TIMES, st.sampled_from(["commit", "clean"])), min_size=1, max_size=4, unique=True)
BOUNDS = st.none() | TIMES


@settings(deadline=None, max_examples=60)
@given(st.lists(ROWS, max_size=3), BOUNDS, BOUNDS)
def test_a_range_has_the_rows_between_its_ends(
    tmp_path_factory: pytest.TempPathFactory, groups: list[list[Row]], begin: str | None, end: str | None
) -> None:
    table = tmp_path_factory.mktemp("t")
    folder = table / ".hoodie/timeline/history"
    folder.mkdir(parents=True)
    (table / ".hoodie/hoodie.properties").write_text(PROPERTIES)
    files: list[dict[str, Any]] = []
    for level, rows in enumerate(groups):
        times = [time for time, _ in rows]
        name = f"{min(times)}_{max(times)}_{level}.parquet"
        files.append({"fileName": name, "fileLen": write_rows(folder / name, rows)})
    (folder / "manifest_4").write_text(json.dumps({"files": files}))
    found = read_history(table, begin, end)
    expected = {
        (time, action)
        for rows in groups
        for time, action in rows
        if (begin is None or begin <= time) and (end is None or time <= end)
    }
    assert [(row.time, row.action) for row in found.rows] == sorted(expected)
    assert (found.version, list(found.files)) == (4, [file["fileName"] for file in files])


@given(TIMES, TIMES, BOUNDS, BOUNDS)
def test_a_file_is_in_a_range_with_a_time_in_both(
    low: str, high: str, begin: str | None, end: str | None
) -> None:
    times = [str(time) for time in range(int(low), int(high) + 1)]
    is_met = any((begin is None or begin <= time) and (end is None or time <= end) for time in times)
    is_reversed = low > high
    if begin is None or end is None or begin <= end:
        assert is_in_range(f"{low}_{high}_0.parquet", begin, end) is (is_met or is_reversed)
    assert is_in_range("other.parquet", begin, end)


@settings(deadline=None, max_examples=50)
@given(st.sets(st.integers(0, 30)), st.none() | st.sampled_from(["", "x", "-1", " 7", "7\n", "+7"]) | TIMES)
def test_the_version_is_that_of_the_file_or_the_greatest(
    tmp_path_factory: pytest.TempPathFactory, versions: set[int], text: str | None
) -> None:
    folder = tmp_path_factory.mktemp("h")
    for version in versions:
        (folder / f"manifest_{version}").write_bytes(b"{}")
    (folder / "manifest_99.tmp").write_bytes(b"{}")
    greatest = (max(versions), "listing") if versions else (None, "none")
    assert find_version(folder) == greatest
    for version in versions:
        (folder / "_version_").write_text(str(version))
        assert find_version(folder) == (version, "version-file")
    if text is not None and text.isdigit():
        (folder / "_version_").write_text(text)
        with pytest.raises(Reject, match=f"manifest_{text}") as rejected:
            find_version(folder)
        assert (rejected.value.code, rejected.value.at) == ("bad-reference", 0)
    elif text is not None:
        (folder / "_version_").write_bytes(text.encode())
        assert find_version(folder) == greatest


NAME = "1_2_0.parquet"


@pytest.mark.parametrize("column", SCHEMA.names)
def test_columns_may_be_large_and_the_last_two_absent(tmp_path: Path, column: str) -> None:
    path, index = tmp_path / NAME, SCHEMA.get_field_index(column)
    large = pa.large_string() if SCHEMA.field(index).type == pa.string() else pa.large_binary()
    write_rows(path, [("1", "commit")], SCHEMA.set(index, pa.field(column, large)))
    (row,) = read_rows(path)
    assert (row.time, row.completion_time, row.action) == ("1", "15", "commit")
    assert (row.metadata, row.plan) == (b"m", b"p")
    write_rows(path, [("1", "commit")], SCHEMA.remove(index))
    if column in {"metadata", "plan"}:
        (row,) = read_rows(path)
        assert getattr(row, column) is None
    else:
        with pytest.raises(Reject, match=f"column {column} is not there") as rejected:
            list(read_rows(path))
        assert (rejected.value.code, rejected.value.requirement) == ("bad-schema", "history.row.form")


@pytest.mark.parametrize("position", [0, 4])
def test_a_container_column_of_numbers_is_rejected(tmp_path: Path, position: int) -> None:
    schema = SCHEMA.remove(4).insert(position, pa.field("plan", pa.int64()))
    values = {"instantTime": "1", "completionTime": "2", "action": "commit", "metadata": b"m", "plan": 3}
    pq.write_table(pa.Table.from_pylist([values], schema), tmp_path / NAME)
    with pytest.raises(Reject, match="column plan is int64"):
        list(read_rows(tmp_path / NAME))


@pytest.mark.parametrize("lost", ["instantTime", "action"])
def test_a_row_without_time_or_action_is_rejected(tmp_path: Path, lost: str) -> None:
    values = {"instantTime": "1", "completionTime": None, "action": "commit", "metadata": None, "plan": None}
    pq.write_table(pa.Table.from_pylist([values, {**values, lost: None}], SCHEMA), tmp_path / NAME)
    rows = read_rows(tmp_path / NAME)
    assert next(rows).completion_time is None
    with pytest.raises(Reject) as rejected:
        next(rows)
    assert (rejected.value.code, rejected.value.requirement) == ("missing-field", "history.row.required")


def test_a_page_that_differs_from_its_checksum_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / NAME
    plain = {"compression": "none", "use_dictionary": False, "write_statistics": False}
    write_rows(path, [("1", "commit")], **plain, write_page_checksum=True)
    path.write_bytes(path.read_bytes().replace(b"commit", b"clean!", 1))
    with pytest.raises(Reject) as rejected:
        list(read_rows(path))
    assert rejected.value.code == "bad-checksum"


def test_a_missing_file_is_a_bad_reference(tmp_path: Path) -> None:
    with pytest.raises(Reject, match=f"{NAME} is not there") as rejected:
        list(read_rows(tmp_path / NAME))
    assert rejected.value.code == "bad-reference"
