# SPDX-License-Identifier: Apache-2.0
"""Change tables by SQL, with a release of Hudi in Spark; compare every view with ours, and audit the tables.

    python -m sql_tables 1.2.0 --out out/sql

`scenarios.toml` has the statements. Tables stay below `--out`, one folder for each scenario and table type.
Prints what Spark rejected, views that are not equal, and errors and warnings of deep audits. Exit code 1 if
there is a view or a finding of that kind. Needs PySpark 3.5.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hudi_conformance
from drawn_tables.compare import LINES, compare, views
from hudi_conformance.adapters.hudi_spark.adapter import answerer
from hudi_conformance.adapters.hudi_spark.session import session
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.table.state import open_table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SCENARIOS = tomllib.loads(Path(__file__).with_name("scenarios.toml").read_text("utf-8"))


def statements(scenario: dict[str, Any], kind: str) -> Iterator[str]:
    """The statements of a scenario, with `{t}`, `{p}` and `{last}` still in them."""
    create = SCENARIOS["create"].replace("{kind}", kind)
    create = create.replace("{properties}", scenario.get("properties", ""))
    yield create.replace("{partitioned}", "partitioned by (p)" if scenario.get("partitioned", True) else "")
    yield from SCENARIOS["before"]
    yield from scenario["steps"]


def write(spark: SparkSession, scenario: dict[str, Any], kind: str, folder: Path) -> list[str]:
    """Execute a scenario; the statements that Spark rejected."""
    rejected, last = [], ""
    for statement in statements(scenario, kind):
        if "{last}" in statement and not last:
            last = open_table(folder).facts.latest or ""
        text = statement.replace("{t}", folder.name).replace("{p}", str(folder)).replace("{last}", last)
        try:
            spark.sql(text).collect()
        except Exception as error:  # whatever Spark and Hudi throw
            reasons = [line for line in str(error).splitlines() if line.startswith(("Caused by", ":", "["))]
            rejected.append(f"{text[:100]}: {(reasons or [str(error)])[-1][:200]}")
    return rejected


def check(ask: Any, folder: Path, line: str) -> Iterator[str]:
    """Yield the views that are not equal, and the errors and warnings of a deep audit."""
    try:
        is_by_id = hudi_conformance.open_table(folder).is_by_id
        for args in views(folder, line, by_id=is_by_id):
            outcome, reason = compare(ask, folder, args)
            if outcome not in {"equal", "both refused"}:
                yield f"{outcome}: {args}: {reason[:500]}"
    except (Reject, UnsupportedInput, OSError) as error:
        yield f"ours: {error}"
    for row in hudi_conformance.audit_files(folder, deep=True).findings():
        if row.severity != "info":
            yield f"{row.severity}: {row.requirement}: {row.path}: {row.message[:300]}"


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m sql_tables", description=__doc__)
    parser.add_argument("release")
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios whose id has this text")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    line = LINES[options.release.rpartition(".")[0]]
    spark, tables = session(options.release), dict[Path, list[str]]()
    # All writes come before the first read, as in `drawn_tables`.
    for scenario in SCENARIOS["scenario"]:
        for kind in ("cow", "mor") if options.only in scenario["id"] else ():
            folder = options.out.resolve() / f"{kind}_{scenario['id'].replace('-', '_')}"
            folder.parent.mkdir(parents=True, exist_ok=True)
            tables[folder] = write(spark, scenario, kind, folder)
            print(folder.name, *tables[folder], sep="\n    ", file=sys.stderr, flush=True)
    ask, counts = answerer(options.release), Counter[bool]()
    for folder in tables:
        problems = list(check(ask, folder, line))
        counts[bool(problems)] += 1
        if problems:
            print(folder.name, *problems, sep="\n    ", flush=True)
    print(f"{counts.total()} tables, {counts[False]} without a difference or finding")
    return 1 if counts[True] else 0


if __name__ == "__main__":
    sys.exit(main())
