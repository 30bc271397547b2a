# SPDX-License-Identifier: Apache-2.0
"""Tasks of a view as a frame, without Spark: rows are those of the parts, whatever batches ask for."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.spark.frames import Task, packed_part
from hudi_conformance.table.arrow import view_schema
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.parts import plan_parts
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

ROWS = resources.fixtures_dir() / "real-rows"


@pytest.mark.parametrize("name", ["0.15.0/mor_part", "1.2.0/mor_event_time", "1.2.0/cow_cluster"])
@pytest.mark.parametrize("num_batches", [1, 2])
def test_rows_are_those_of_the_parts(name: str, num_batches: int, tmp_path: Path) -> None:
    unpacked(ROWS / f"{name}.zip", tmp_path)
    table = open_table(tmp_path, ReadOptions(Line.V0_15 if name.startswith("0") else Line.V1_2))
    shared, parts = plan_parts(table, View())
    expected = [batch for part in parts for batch in shared.batches(part)]
    assert sum(batch.num_rows for batch in expected)
    texts = [packed_part(part) for part in parts]
    assert not any(set(text) & set(",'\\") for text in texts)  # they are a literal of SQL, between commas
    asked = [pa.record_batch({"part": pa.array(texts[start::num_batches])}) for start in range(num_batches)]
    got = list(Task(shared, view_schema(table, View())).run(iter(asked)))
    assert sorted(str(batch.to_pylist()) for batch in got) == sorted(
        str(batch.to_pylist()) for batch in expected
    )
