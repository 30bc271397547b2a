# SPDX-License-Identifier: Apache-2.0
"""Rows of the benchmark: readers that read other values are told apart, whatever types they choose."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import bench_rows
import fastavro
import log_files
import pyarrow as pa
import pytest
from harness import Result
from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from log_works import write_container
from row_checksums import checksum
from row_results import summary, tables

WHEN = [datetime(2026, 1, 2, tzinfo=UTC), None, datetime(2026, 1, 3, tzinfo=UTC)]


def batch(**changes: Any) -> pa.RecordBatch:
    columns = {
        "key": pa.array(["a", "b", "c"]),
        "text": pa.array(["x", None, ""]),
        "number": pa.array([1, None, 3]),
        "ratio": pa.array([0.5, 1.0, None]),
        "flag": pa.array([True, None, False]),
        "at": pa.array(WHEN, pa.timestamp("us", "UTC")),
    }
    return pa.RecordBatch.from_pydict(columns | changes)


def test_types_of_readers_do_not_matter() -> None:
    other = batch(
        key=pa.array(["a", "b", "c"]).dictionary_encode(),
        text=pa.array(["x", None, ""], pa.large_string()),
        number=pa.array([1, None, 3], pa.int32()),
        at=pa.array(WHEN, pa.timestamp("ms", "UTC")),
    )
    assert checksum([batch()]) == checksum([other])
    names = list(reversed(other.schema.names))
    assert checksum([batch()]) == checksum([other.select(names)])
    assert checksum([batch()]) == checksum([batch().slice(0, 1), batch().slice(1)])
    # What stands below a null is no value.
    hidden = pa.Array.from_buffers(
        pa.int64(),
        3,
        [pa.py_buffer(b"\x05"), pa.py_buffer(b"".join(i.to_bytes(8, "little") for i in (1, 9, 3)))],
    )
    assert checksum([batch()]) == checksum([batch(number=hidden)])


@pytest.mark.parametrize(
    "changes",
    [
        {"text": pa.array(["x", "", None])},
        {"text": pa.array([None, "x", ""])},
        {"number": pa.array([1, 0, 3])},
        {"ratio": pa.array([0.5, 1.5, None])},
        {"flag": pa.array([True, False, False])},
        {"at": pa.array([WHEN[0], None, None], pa.timestamp("us", "UTC"))},
        {"more": pa.array([1, 2, 3])},
    ],
)
def test_a_changed_value_changes_the_checksum(changes: dict[str, Any]) -> None:
    assert checksum([batch()]) != checksum([batch(**changes)])


def test_order_counts_unless_there_is_a_key() -> None:
    turned = batch().take([2, 0, 1])
    assert checksum([batch()]) != checksum([turned])
    assert checksum([batch()], "key") == checksum([turned], "key")
    with pytest.raises(TypeError, match="column wide"):
        checksum([batch(wide=pa.array([[1], [2], [3]]))])


def test_a_container_has_the_records_of_the_log_file(tmp_path: Path) -> None:
    file = log_files.make_file(tmp_path, "one", 1 << 14, 1 << 19)
    container = write_container(file.path, tmp_path / "one.avro")
    with container.open("rb") as data:
        records = list(fastavro.reader(data))
    assert len(records) == file.num_records
    batches = list(iter_record_batches(file.path))
    read = pa.Table.from_pylist(records, schema=batches[0].schema)
    assert checksum(read.to_batches()) == checksum(batches)


def test_readers_that_disagree_on_rows_are_told() -> None:
    def ask() -> Result:
        return Result("w", "i", "r", {"rows": 3}, (1.0,), 1.0)

    def differ(sums: tuple[int, int]) -> list[str]:
        row = bench_rows.Row("w", "i", "peer", 1.0, ask, ask, lambda: sums)
        turns = [bench_rows.asdict(turn) for turn in bench_rows.measured(row, 2)]
        (found,) = summary({"turns": turns})
        return list(found["differ"])

    assert differ((7, 7)) == []
    assert differ((7, 8)) == ["checksum"]


def test_rows_that_were_measured_again_are_taken_from_the_later_run() -> None:
    def run(commit: str, load: float, **seconds: float) -> dict[str, Any]:
        turns = [
            {
                "name": name,
                "input": "i",
                "reader": reader,
                "goal": 1.0,
                "wall": wall,
                "cpu": wall,
                "peak_mib": None,
                "counts": {"rows": 3},
            }
            for name, ours in seconds.items()
            for reader, wall in (("ours", ours), ("peer", 1.0))
        ]
        return {
            "turns": turns,
            "quick": False,
            "date": "2026-01-02",
            "commit": commit,
            "load": [load, load],
            "host": {"cores": 2},
        }

    whole, again = run("a" * 40, 0.5, one=2.0, two=4.0), run("b" * 40, 1.5, two=0.5, three=0.25)
    first, second = tables([whole, again])
    assert "commit aaaaaaaaaaaa, 2 cores, load 0.5" in first["command"]
    assert "commit bbbbbbbbbbbb, 2 cores, load 1.5" in second["command"]
    told = [[(row[0], row[5]) for row in table["rows"]] for table in (first, second)]
    assert told == [[("one", "0.50")], [("two", "2.00"), ("three", "4.00")]]
    assert [table["rows"] for table in tables([again, run("c" * 40, 1.0, two=1.0, three=1.0)])] == [
        tables([run("c" * 40, 1.0, two=1.0, three=1.0)])[0]["rows"]
    ]
    with pytest.raises(SystemExit, match="quick"):
        tables([whole, again | {"quick": True}])
