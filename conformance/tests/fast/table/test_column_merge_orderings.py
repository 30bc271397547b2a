# SPDX-License-Identifier: Apache-2.0
"""Merging by columns orders special values as merging row by row does [merge.ordering.java]."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.table.arrow import MergeCounts, group_batches
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from recreation.minimal import T1, T2, A, Table


def store(folder: Path, kind: pa.DataType, stored: Any, later: Any) -> None:
    """A table by event time: a row of the base file, and a row of a log file with another ordering value."""
    table = Table(9, "MERGE_ON_READ", {"hoodie.table.ordering.fields": "rank"}, extra={"rank": kind})
    table.base(A, T1, {"a": "stored"}, columns={"rank": stored})
    table.commit(T1, [A])
    shown = str(later) if kind == pa.float64() else later
    table.log(A, T1, T2, [table.row(T2, "a", "later", A) | {"rank": shown}])
    table.commit(T2, [A])
    for path, data in table.archive().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


@pytest.mark.parametrize(
    ("kind", "lesser", "greater"),
    [
        pytest.param(pa.float64(), -0.0, 0.0, id="zeros"),
        pytest.param(pa.float64(), 1.5, 2.5, id="numbers"),
        pytest.param(pa.string(), "\U00010000", "\uff5e", id="planes"),
        pytest.param(pa.string(), "a", "\U00010000", id="plane-over-ascii"),
        pytest.param(pa.string(), "a", "é", id="letters"),
    ],
)
@pytest.mark.parametrize("is_newer", [True, False], ids=["newer", "older"])
def test_the_greater_value_wins(
    kind: pa.DataType, lesser: Any, greater: Any, is_newer: bool, tmp_path: Path
) -> None:
    store(tmp_path, kind, *((lesser, greater) if is_newer else (greater, lesser)))
    table = open_table(tmp_path)
    expected = ["later" if is_newer else "stored"]
    assert [row["val"] for row in read_view(table, View())] == expected
    shape = row_shape(table.schema.tree)
    batches = [
        batch for group in table.slices for batch in group_batches(table, group, View(), MergeCounts())
    ]
    assert [row["val"] for batch in batches for row in canonical_rows(batch, shape)] == expected
