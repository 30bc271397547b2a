# SPDX-License-Identifier: Apache-2.0
"""Write tables through Flink, by the recipes in `fixtures/recipes/flink`.

    python conformance/tools/flink_tables.py OUT [NAME...]

Each table becomes OUT/NAME. Hudi 0.14.1 with Flink 1.15.4 writes them, in a local cluster and with the
jars of `adapters/hudi_flink`. Times and file ids differ from run to run; a table that is there already is
written again.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.toolchain.build import build_adapter

RELEASE = "0.14.1"
COLUMNS = "id int, name string, price double, ts bigint, part string, primary key (id) not enforced"
PROJECT = Path(__file__).resolve().parent / "flink_tables"
Recipe = Mapping[str, Any]


def recipes() -> Mapping[str, Any]:
    """`statements` by name, and `table`, the tables in their order."""
    path = resources.fixtures_dir() / "recipes" / "flink" / "tables.toml"
    return tomllib.loads(path.read_text("utf-8"))


def statements(recipe: Recipe, folder: Path, named: Mapping[str, str]) -> Iterator[str]:
    """The statements that write a table, as the program reads them."""
    options = {
        "connector": "hudi",
        "path": str(folder),
        "table.type": "COPY_ON_WRITE" if recipe["name"].startswith("cow_") else "MERGE_ON_READ",
        "precombine.field": "ts",
        "hoodie.datasource.write.recordkey.field": recipe.get("key", "id"),
        **recipe.get("options", {}),
    }
    partition = recipe.get("partition", "part")
    partitioned = f" partitioned by ({partition})" if partition else ""
    texts = ", ".join(f"'{key}'='{value}'" for key, value in options.items())

    def declared(columns: str) -> str:
        return f"create table t ({columns}){partitioned} with ({texts})"

    yield f"table {recipe['name']}\n{declared(recipe.get('columns', COLUMNS))}"
    for step in recipe["steps"]:
        word, _, columns = step.partition(" ")
        if word == "declare":
            yield from ("drop table t", declared(columns))
        else:
            yield named.get(step, step).replace("$P", str(folder))


def main(arguments: Sequence[str]) -> int:
    """Write the named tables, or all of them; the exit code is 1 if one failed."""
    out, names = Path(arguments[0]).resolve(), set(arguments[1:])
    known = recipes()
    tables = [recipe for recipe in known["table"] if not names or recipe["name"] in names]
    script = []
    for recipe in tables:
        folder = out / recipe["name"]
        shutil.rmtree(folder, ignore_errors=True)
        script += statements(recipe, folder, known["statements"])
    command = build_adapter(str(PROJECT), RELEASE)
    done = subprocess.run(command, input=";\n".join([*script, ""]), text=True, encoding="utf-8", check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
