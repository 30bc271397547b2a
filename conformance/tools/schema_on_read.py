# SPDX-License-Identifier: Apache-2.0
"""Write tables with ids of columns by a release of Hudi: those of `fixtures/real-rows/*/*_ids_*`.

    python conformance/tools/schema_on_read.py VERSION FOLDER [NAME ...]

It needs PySpark 3.5. Instants, file ids and so the bytes differ from run to run; rows do not.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from hudi_conformance.adapters.hudi_spark.session import session
from pyspark.sql import SparkSession
from pyspark.sql.types import ArrayType, DataType, MapType, StructType

ON, OFF = ("set hoodie.schema.on.read.enable=true", "set hoodie.schema.on.read.enable=false")
UPDATE = "upsert"  # followed by the key: a row with values by the table's columns of that moment
REWRITE = "rewrite"  # an update of row 2, and a compaction or clustering in its course
OPTIONS = {
    "hoodie.metadata.enable": "false", "hoodie.clean.automatic": "false", "hoodie.archive.automatic": "false",
    "hoodie.datasource.write.schema.allow.auto.evolution.column.drop": "true",
    "hoodie.spark.sql.insert.into.operation": "upsert", "hoodie.datasource.write.operation": "upsert",
    "hoodie.compact.inline": "false", "hoodie.clustering.inline": "false",
    "hoodie.index.bloom.num_entries": "100", "hoodie.bloom.index.filter.type": "SIMPLE",
    "hoodie.parquet.compression.codec": "gzip", "hoodie.write.markers.type": "DIRECT",
    "hoodie.embed.timeline.server": "false",
    **{f"hoodie.{kind}.shuffle.parallelism": "1" for kind in ("insert", "upsert", "bulkinsert")},
}  # fmt: skip
SERVICES = {
    "mor": {"hoodie.compact.inline": "true", "hoodie.compact.inline.max.delta.commits": "1"},
    "cow": {"hoodie.clustering.inline": "true", "hoodie.clustering.inline.max.commits": "1"},
}


def inserted(rows: Iterable[str]) -> str:
    """A statement that inserts rows."""
    return " ".join(["insert into {t} values", ", ".join(rows)])


CREATE = (
    "create table {t} (%s, ts bigint) using hudi location '{p}' "
    "tblproperties(primaryKey='id', preCombineField='ts', type='{k}')"
)
FLAT = CREATE % "id string, a string, b string, c int, x string, y string, d date"
ROWS = inserted(f"('{n}','a{n}','b{n}',{n},'x{n}','y{n}',date'2024-01-0{n}',1)" for n in (1, 2, 3))
NESTED = CREATE % (
    "id string, s struct<x:int,y:string>, arr array<struct<k:int,v:string>>, "
    "m map<string,struct<p:int,q:string>>, n struct<i:struct<u:string,w:string>,o:string>"
)
NESTED_ROWS = inserted(
    f"('{n}',named_struct('x',{n},'y','y{n}'),array(named_struct('k',{n},'v','v{n}')),"
    f"map('m',named_struct('p',{n},'q','q{n}')),"
    f"named_struct('i',named_struct('u','u{n}','w','w{n}'),'o','o{n}'),1)"
    for n in (1, 2)
)
TYPED = CREATE % (
    "id string, i int, l bigint, f float, g float, r int, dt date, de decimal(6,2), "
    "st struct<n:int>, st2 string"
)
TYPED_ROWS = inserted(
    [
        "('1',1,10000000000,1.1,1.1,7,date'2024-01-01',1.25,named_struct('n',5),'2024-02-03',1)",
        "('2',-2,20,2.5,0.1,8,date'2024-01-02',2.50,named_struct('n',6),'2024-02-04',1)",
    ]
)


def renamed(*pairs: str) -> list[str]:
    """Statements that rename columns, each `OLD NEW`."""
    return [f"alter table {{t}} rename column {pair.replace(' ', ' to ')}" for pair in pairs]


def retyped(*pairs: str) -> list[str]:
    """Statements that change types, each `COLUMN TYPE`."""
    return [f"alter table {{t}} alter column {pair.replace(' ', ' type ', 1)}" for pair in pairs]


def added_again(name: str, after: str = "") -> list[str]:
    """Statements that drop a column of text and add one with its name."""
    return [f"alter table {{t}} drop column {name}", f"alter table {{t}} add columns ({name} string{after})"]


RECIPES: dict[str, list[str]] = {
    "flat": [
        FLAT, ROWS, ON, *renamed("a a_new"), *added_again("b", " after a_new"),
        *renamed("x z", "y x", "z y"), "alter table {t} drop column d",
        "upsert2", *renamed("a_new a2"), "upsert3",
    ],
    "nested": [
        NESTED, NESTED_ROWS, ON, *renamed("s.x xx", "arr.element.k kk", "m.value.p pp"),
        "alter table {t} add columns (s.n1 string)", *renamed("n nn", "nn.i ii"), *added_again("nn.ii.u"),
        *added_again("s.y"), "upsert2",
    ],
    "types": [
        TYPED, TYPED_ROWS, ON, *retyped("i bigint", "f double", "g double"), *renamed("r rr"),
        *retyped("rr string", "st.n bigint"), "upsert2",
        *retyped("i string", "l string", "g string", "dt string", "de decimal(10,2)", "st2 date"), "upsert3",
    ],
    "off": [FLAT, ROWS, ON, *renamed("a a_new"), *added_again("b"), "upsert2", OFF, "upsert3"],
    "again": [FLAT, ROWS, ON, *renamed("a a_new"), OFF, "upsert3", ON, "upsert2"],
    "service": [
        FLAT, ROWS, ON, *renamed("a a_new"), *added_again("b"), *retyped("c bigint"), "upsert2", REWRITE,
        *renamed("a_new a3"), "upsert3",
    ],
    "revived": [
        CREATE % "id string, a string, b string", inserted(["('1','a1','b1',1)", "('2','a2','b2',1)"]),
        ON, *added_again("b"), "upsert2",
    ],
}  # fmt: skip


def value(name: str, kind: DataType, key: str) -> str:
    """A value of a column as SQL."""
    match kind:
        case _ if name in {"id", "ts"}:
            return f"'{key}'" if name == "id" else f"cast(1{key} as bigint)"
        case StructType():
            parts = (f"'{field.name}',{value(field.name, field.dataType, key)}" for field in kind.fields)
            return f"named_struct({','.join(parts)})"
        case ArrayType():
            return f"array({value('e', kind.elementType, key)})"
        case MapType():
            return f"map('m',{value('v', kind.valueType, key)})"
    match kind.typeName():
        case "string":
            return "'2025-02-03'" if name == "st2" else f"'{name}{key}n'"
        case "date":
            return f"date'2025-01-0{key}'"
    return f"cast({key}00 as {kind.simpleString()})"


def update(spark: SparkSession, table: str, key: str) -> None:
    """Upsert one row with the columns that the table has now."""
    fields = [f for f in spark.table(table).schema.fields if not f.name.startswith("_hoodie_")]
    spark.sql(f"insert into {table} select {', '.join(value(f.name, f.dataType, key) for f in fields)}")


def write(spark: SparkSession, folder: Path, name: str, kind: str) -> Path:
    """Write one table; returns the path of its archive."""
    table = f"{kind}_ids_{name}"
    spark.sql(OFF)
    for step in RECIPES[name]:
        for option, text in OPTIONS.items():
            spark.conf.set(option, text)
        if step == REWRITE:
            for option, text in SERVICES[kind].items():
                spark.conf.set(option, text)
            update(spark, table, "2")
        elif step.startswith(UPDATE):
            update(spark, table, step.removeprefix(UPDATE))
        else:
            spark.sql(step.format(t=table, k=kind, p=folder / table))
    archive = folder / f"{table}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted((folder / table).rglob("*")):
            if path.is_file() and path.suffix != ".crc":
                member = zipfile.ZipInfo(path.relative_to(folder / table).as_posix())
                file.writestr(member, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return archive


def main(arguments: list[str]) -> int:
    """Entry point."""
    version, folder, *names = arguments
    spark = session(version)
    for name in names or RECIPES:
        for kind in SERVICES:
            print(write(spark, Path(folder).resolve(), name, kind))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
