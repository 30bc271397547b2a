# SPDX-License-Identifier: Apache-2.0
"""Filtered views are the rows of the unfiltered view that satisfy the filter, and skip row groups."""

from __future__ import annotations

import operator
import zipfile
from pathlib import Path
from typing import Any

import hudi_conformance as hc
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.decode import base_file
from hudi_conformance.decode.parquet.base import ParquetBase
from hypothesis import given, settings
from hypothesis import strategies as st

KEY = "_hoodie_record_key"
TABLES = [
    "1.2.0/cow_drop_types",
    "1.2.0/cow_plain",
    "1.2.0/mor_event_time",
    "1.2.0/mor_ids_flat",
    "1.2.0/mor_no_meta_fields",
    "1.2.0/mor_partial_update",
    "1.2.0/mor_typed",
]
FUNCTIONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
COMPARISONS = dict(zip(("==", "!=", "<", "<=", ">", ">="), FUNCTIONS, strict=True))


def in_row_groups(name: str, folder: Path) -> Path:
    """A real table whose base files have a row group per row."""
    with zipfile.ZipFile(resources.fixtures_dir() / "real-rows" / f"{name}.zip") as archive:
        archive.extractall(folder)
    for path in folder.rglob("*.parquet"):
        if ".hoodie" not in path.parts:
            pq.write_table(pq.read_table(path, partitioning=None), path, row_group_size=1)
    return folder


@pytest.fixture(scope="module", params=TABLES)
def read(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[hc.TableReader, pa.Table]:
    """A table, and its rows without a filter."""
    table = hc.open_table(in_row_groups(request.param, tmp_path_factory.mktemp("table")))
    return table, table.to_arrow()


@settings(max_examples=15)
@given(data=st.data())
def test_filtered_rows_are_those_that_satisfy_the_filter(
    read: tuple[hc.TableReader, pa.Table], data: st.DataObject
) -> None:
    table, whole = read
    fields = [field for field in whole.schema if not pa.types.is_nested(field.type) and not field.metadata]
    values = {field.name: {v for v in whole[field.name].to_pylist() if v is not None} for field in fields}
    names = [name for name in values if values[name]]

    def predicates(name: str) -> st.SearchStrategy[tuple[str, str, Any]]:
        value = st.sampled_from(sorted(values[name]))
        compared = st.tuples(st.just(name), st.sampled_from(list(COMPARISONS)), value)
        return compared | st.tuples(st.just(name), st.just("in"), st.lists(value, min_size=1, max_size=2))

    several = st.lists(st.sampled_from(names).flatmap(predicates), min_size=1, max_size=2)
    filters = data.draw(st.lists(several, min_size=1, max_size=2))
    columns = data.draw(st.none() | st.lists(st.sampled_from(names), min_size=1, unique=True))

    def holds(stored: Any, op: str, value: Any) -> bool:
        return stored is not None and (stored in value if op == "in" else COMPARISONS[op](stored, value))

    def satisfies(row: dict[str, Any]) -> bool:
        return any(all(holds(row[name], op, value) for name, op, value in part) for part in filters)

    satisfying = pa.Table.from_pylist(list(filter(satisfies, whole.to_pylist())), whole.schema)
    expected = satisfying if columns is None else satisfying.select(columns)
    actual = table.to_arrow(filters=filters, columns=columns)
    assert sorted(map(repr, actual.to_pylist())) == sorted(map(repr, expected.to_pylist()))


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_row_groups_that_the_statistics_exclude_are_not_read(
    is_in_memory: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_in_memory:  # a large file
        monkeypatch.setattr(base_file, "small_file", lambda _: None)
    read, batches = list[int](), ParquetBase.batches

    def counted(file: ParquetBase, *arguments: Any, **options: Any) -> Any:
        for batch in batches(file, *arguments, **options):
            read.append(batch.num_rows)
            yield batch

    monkeypatch.setattr(ParquetBase, "batches", counted)
    opened = hc.open_table(in_row_groups("1.2.0/cow_plain", tmp_path))
    key = opened.to_arrow()[KEY][0].as_py()
    num_rows = sum(read)
    read.clear()
    assert opened.to_arrow(filters=[(KEY, "==", key)]).num_rows == 1
    assert 1 <= sum(read) < num_rows


def test_nan_is_in_no_statistic(tmp_path: Path) -> None:
    table = in_row_groups("1.2.0/cow_plain", tmp_path)
    for path in table.rglob("*.parquet"):
        if ".hoodie" not in path.parts:
            rows = pq.read_table(path, partitioning=None)
            index, values = rows.schema.get_field_index("d"), [1.0, float("nan")] * len(rows)
            pq.write_table(rows.set_column(index, "d", pa.array(values[: len(rows)])), path)
    opened = hc.open_table(table)
    num_nan = pc.sum(pc.is_nan(opened.to_arrow()["d"])).as_py()
    assert opened.to_arrow(filters=[("d", "!=", 1.0)]).num_rows == num_nan > 0


@pytest.mark.parametrize(
    ("predicate", "message"),
    [
        (("nam", "==", "a"), "no column 'nam'"),
        ((KEY, "~", "a"), "filter .*operator"),
        ((KEY, "<", 1), "filter .*string"),
    ],
    ids=["column", "operator", "type"],
)
def test_invalid_filters(predicate: tuple[str, str, Any], message: str, tmp_path: Path) -> None:
    opened = hc.open_table(in_row_groups("1.2.0/cow_plain", tmp_path))
    with pytest.raises(ValueError, match=message):
        opened.to_arrow(filters=[predicate])
