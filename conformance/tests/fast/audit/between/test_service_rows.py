# SPDX-License-Identifier: Apache-2.0
"""`audit.between.service_rows`: rows that a clustering lost, and others that it added."""

from __future__ import annotations

from pathlib import Path

from archives import unpacked
from instruments.reports.damages import DAMAGES
from instruments.tables.table import Rng, Table
from strategies.damage import audit


def test_rows_that_a_clustering_lost_and_added(tmp_path: Path) -> None:
    assert DAMAGES["service_nulls"](Table(unpacked("real-rows/0.15.0/cow_cluster.zip", tmp_path)), Rng(1))
    rows = [row.message for row in audit(tmp_path) if row.requirement == "table.check.service-rows"]
    assert [" has not carried over " in rows[0], " has added " in rows[1]] == [True, True]
