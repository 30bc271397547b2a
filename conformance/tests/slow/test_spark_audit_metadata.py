# SPDX-License-Identifier: Apache-2.0
"""Tables are held against themselves, and against their metadata tables, on Spark as in the loop: the same
findings and gaps."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

from archives import unpacked
from hudi_conformance.audit.run import Options, Outcome, run_audit
from hudi_conformance.engine.spark import run_tasks
from instruments.tables.metadata_table import plan_of, write
from instruments.tables.table import Table

pytestmark = pytest.mark.own_job


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of 1.1.1 as it is, one whose indexes lack a key, a file, and a bound, and two with older types:
    one that cannot be read, one of which values decide.
    """
    folder = tmp_path_factory.mktemp("lake")
    for name in ("long-int-log-v9", "string-date-base-v9"):
        unpacked(f"evolved/{name}.zip", folder / name)
    for name in ("1.1.1/cow_long", "1.2.0/cow_rolled_back"):
        unpacked(f"real-metadata/{name}.zip", folder / name.replace("/", "-"))
    plan = plan_of(Table(folder / "1.2.0-cow_rolled_back"), Random(1))
    assert plan is not None
    del plan.rows["record_index"][0]
    file = plan.latest()[0]
    del plan.listing[file.partition][file.name]
    plan.stats()[-1]["nulls"] = plan.stats()[-1]["values"]
    write(plan)
    return folder


def found(outcome: Outcome) -> list[str]:
    return sorted(repr(row) for row in outcome.store.rows() if row.surface in {"metadata", "table"})


def test_findings_are_those_of_the_loop(spark: Any, lake: Path, tmp_path: Path) -> None:
    options = Options([str(lake)], deep=True)
    plain = run_audit(options, tmp_path / "plain")
    on_spark = run_audit(options, tmp_path / "spark", engine=partial(run_tasks, spark, weight="weight"))
    assert found(on_spark) == found(plain)
    assert on_spark.store.gaps == plain.store.gaps
    assert "types of columns: whether readers reject them depends on values" in {
        gap.why for gap in plain.store.gaps
    }
    assert sum("'table.check.column-types'" in row for row in found(plain)) == 2
    rules = {row.requirement for row in plain.store.rows() if row.surface == "metadata"}
    assert {"metadata-listing", "metadata-record-index", "metadata-statistics"} <= {
        str(rule).removeprefix("table.check.") for rule in rules
    }
