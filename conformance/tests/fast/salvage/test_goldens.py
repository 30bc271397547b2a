# SPDX-License-Identifier: Apache-2.0
"""A salvage keeps every record and delete of the golden log files, those of real writers among them.

What they hold is what the cases expect of them, not what our readers return.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from compare_salvage import Rows, compare, expected, missing, salvaged
from hudi_conformance import resources

FIXTURES = resources.fixtures_dir()


@pytest.mark.parametrize(("folder", "num_records", "num_deletes"), [("log", 9000, 80), ("real", 800, 100)])
def test_every_record_and_delete_is_kept(folder: str, num_records: int, num_deletes: int) -> None:
    counts, found = compare([FIXTURES / folder])
    assert found == []
    assert counts["records"] > num_records
    assert counts["deletes"] > num_deletes


def test_a_row_that_is_not_kept_is_found() -> None:
    """The comparison itself: a row less, a row more, another order, another value."""
    want = {
        0: Rows(["a", "b"], ["d", "e"]),
        9: Rows(["c"], is_part=True),
        20: Rows(["r"], num_records=3, last=["t"]),
    }
    good = {0: Rows(["a", "b"], ["d", "e"]), 9: Rows(["c", "x"]), 20: Rows(["r", "s", "t"])}
    assert not list(missing(want, good))
    for changed in (
        {0: Rows(["a"], ["d", "e"])},
        {0: Rows(["a", "b", "c"], ["d", "e"])},
        {0: Rows(["b", "a"], ["d", "e"])},
        {0: Rows(["a", "b"], ["d", "f"])},
        {9: Rows(["x", "c"])},
        {9: Rows()},
        {20: Rows(["r", "s"])},
        {20: Rows(["r", "s", "u"])},
    ):
        assert list(missing(want, {**good, **changed}))


def test_a_schema_in_another_charset_costs_no_record() -> None:
    """Hudi up to 0.14 writes headers in the charset of its platform; every release reads the records."""
    path = Path(FIXTURES / "real" / "0.12.3" / "latin1_header.log")
    assert expected(path) == {0: Rows(['{"id":"Jürgen"}'])}
    assert salvaged(path) == expected(path)
