# SPDX-License-Identifier: Apache-2.0
"""Write tables of real releases through Spark, by the recipes in `fixtures/recipes/spark`.

    python conformance/tools/spark_tables.py RELEASE OUT [NAME...]

A recipe states the releases that write the table one after the other, and their writes: a scenario, as
`table.write` takes it, statements of SQL, or rows, changed by `select`, with the options of Hudi's data
source. Each table becomes OUT/NAME; of a table that several releases write, the folder of the release before
must be there. Needs PySpark 3.5; see `adapters/hudi_spark/README.md`. Times and file ids differ from run to
run.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.adapters.hudi_spark.session import session
from hudi_conformance.adapters.hudi_spark.writer import write_table

Recipe = Mapping[str, Any]


def recipes() -> dict[str, Recipe]:
    """All recipes by the name of their table."""
    folder = resources.fixtures_dir() / "recipes" / "spark"
    return {
        name: recipe
        for path in sorted(folder.glob("*.json"))
        for name, recipe in json.loads(path.read_text("utf-8")).items()
    }


def write(release: str, recipe: Recipe, folder: Path) -> None:
    """Carry out what a release does to a table; `java` has options of the JVM, for one table per process.

    If the table is there, `later` has what another process of the same release does to it.
    """
    recipe = recipe["later"] if folder.exists() and "later" in recipe else recipe
    os.environ["JAVA_TOOL_OPTIONS"] = recipe.get("java", "")
    spark = session(release)
    if "scenario" in recipe:
        files = write_table(spark, release, {"args": {"write": recipe["scenario"]}})["files"]
        for name, file in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(file["b64"]))
            os.utime(path, (file["mtime"] / 1000,) * 2)
        return
    for statement in recipe.get("statements", {}).get(release, ()):
        spark.sql(statement.replace("{t}", folder.name).replace("{p}", str(folder)))
    for step in recipe.get("writes", {}).get(release, ()):
        rows = [tuple(row) for row in step["rows"]]
        frame = spark.createDataFrame(rows, recipe["schema"]).selectExpr(*recipe.get("select", ["*"]))
        options = {**recipe["options"], **step.get("options", {})}
        frame.write.format("hudi").options(**options).mode("append").save(str(folder))


def main(arguments: Sequence[str]) -> int:
    """Entry point; 2 for a wrong usage."""
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    release, out, *names = arguments
    for name, recipe in recipes().items():
        if (names and name not in names) or release not in recipe["releases"]:
            continue
        write(release, recipe, Path(out).resolve() / name)
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
