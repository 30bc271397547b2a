# SPDX-License-Identifier: Apache-2.0
"""Make the tables of `fixtures/real-bootstrap` with a release of Hudi through Spark 3.5.

    python conformance/tools/bootstrap_tables.py VERSION FOLDER [NAME ...]

FOLDER receives `NAME.zip`, with the source files below `.hoodie/.source`, and the rows of each view as the
same release returned them. The index of a bootstrap holds absolute paths, so tables are made below `ROOT`.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.adapters.hudi_spark.adapter import answerer
from hudi_conformance.adapters.hudi_spark.session import session
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite.trees import to_zip

ROOT = Path("/tmp/hudi-conformance-bootstrap")  # noqa: S108 - a fixed path, which the index of a table holds
SOURCE = ".hoodie/.source"
METADATA_ONLY, FULL_RECORD = "METADATA_ONLY", "FULL_RECORD"
_SELECTORS = "org.apache.hudi.client.bootstrap.selector."
_COLUMNS = "id string, v int, name string, dec decimal(8,2), day date, at timestamp"
_SETTINGS = {
    "hoodie.table.name": "t",
    "hoodie.datasource.write.recordkey.field": "id",
    "hoodie.datasource.write.precombine.field": "v",
    "hoodie.datasource.write.payload.class": "org.apache.hudi.common.model.OverwriteWithLatestAvroPayload",
    "hoodie.metadata.enable": "false",
    "hoodie.metadata.index.column.stats.enable": "false",
    "hoodie.embed.timeline.server": "false",
    "hoodie.write.markers.type": "DIRECT",
    "hoodie.clean.automatic": "false",
    "hoodie.archive.automatic": "false",
    "hoodie.parquet.small.file.limit": "0",
    "hoodie.index.bloom.num_entries": "100",
    "hoodie.bootstrap.parallelism": "1",
    "hoodie.upsert.shuffle.parallelism": "1",
    "hoodie.insert.shuffle.parallelism": "1",
    "hoodie.bulkinsert.shuffle.parallelism": "1",
    "hoodie.delete.shuffle.parallelism": "1",
}


@dataclass(frozen=True)
class Recipe:
    """A table: its source, how it is bootstrapped, and the writes after that.

    Attributes:
        partitions: rows of the source by folder; a folder without name is a source without partitions.
        fields: partition fields with their types.
        steps: operation, and rows or settings.
        options: settings of the bootstrap and of all writes.
        is_int96: times of the source are 96 bits wide.
        is_failing: the last step fails, and leaves its markers.
    """

    table_type: str
    partitions: Mapping[str, Sequence[str]]
    fields: tuple[tuple[str, str], ...]
    steps: tuple[tuple[str, Any], ...] = ()
    options: Mapping[str, str] | None = None
    is_int96: bool = True
    is_failing: bool = False


COW, MOR = "COPY_ON_WRITE", "MERGE_ON_READ"
ONE = {"p=a": ("k1", "k2", "k3"), "p=b": ("k4", "k5")}
TWO = {"y=2024/m=1": ("k1", "k2"), "y=2024/m=2": ("k3",), "y=2025/m=1": ("k4", "k5", "k6")}
FLAT = {"": ("k1", "k2", "k3", "k4")}
ONE_FIELD = (("p", "string"),)
TWO_FIELDS = (("y", "int"), ("m", "int"))
CHANGES = (("upsert", {"k2": "p=a"}), ("delete", {"k4": "p=b"}), ("insert", {"k9": "p=b"}))
FLAT_CHANGES = (("upsert", {"k2": ""}), ("delete", {"k4": ""}), ("insert", {"k9": ""}))
TWO_CHANGES = (
    ("upsert", {"k2": "y=2024/m=1", "k4": "y=2025/m=1"}),
    ("delete", {"k6": "y=2025/m=1"}),
    ("insert", {"k9": "y=2024/m=2"}),
)
REGEX = {
    "hoodie.bootstrap.mode.selector": f"{_SELECTORS}BootstrapRegexModeSelector",
    "hoodie.bootstrap.mode.selector.regex": "p=a",
    "hoodie.bootstrap.mode.selector.regex.mode": METADATA_ONLY,
}
FULL = {"hoodie.bootstrap.mode.selector": f"{_SELECTORS}FullRecordBootstrapModeSelector"}
_TRANSLATORS = "org.apache.hudi.client.bootstrap.translator."
_TRANSLATOR = f"{_TRANSLATORS}DecodedBootstrapPartitionPathTranslator"
DECODED = {"hoodie.bootstrap.partitionpath.translator.class": _TRANSLATOR}
COMPACT = {"hoodie.compact.inline": "true", "hoodie.compact.inline.max.delta.commits": "1"}
CLUSTER = {"hoodie.clustering.inline": "true", "hoodie.clustering.inline.max.commits": "1"}
RECIPES: Mapping[str, Recipe] = {
    "cow_meta": Recipe(COW, ONE, ONE_FIELD),
    "cow_flat": Recipe(COW, FLAT, (), FLAT_CHANGES, is_int96=False),
    "cow_changes": Recipe(COW, ONE, ONE_FIELD, CHANGES, is_int96=False),
    "cow_two": Recipe(COW, TWO, TWO_FIELDS, TWO_CHANGES[:1], is_int96=False),
    "cow_full": Recipe(COW, ONE, ONE_FIELD, CHANGES[:1], FULL),
    "cow_mixed": Recipe(COW, ONE, ONE_FIELD, (("upsert", {"k5": "p=b"}),), REGEX),
    "cow_cluster": Recipe(COW, ONE, ONE_FIELD, (("upsert", {"k2": "p=a"} | {"": CLUSTER}),), is_int96=False),
    # An update copies rows by the Avro reader, which rejects times of 96 bits.
    "cow_failed": Recipe(COW, ONE, ONE_FIELD, CHANGES[:1], is_failing=True),
    "mor_meta": Recipe(MOR, ONE, ONE_FIELD),
    "mor_flat": Recipe(MOR, FLAT, (), FLAT_CHANGES),
    "mor_changes": Recipe(MOR, ONE, ONE_FIELD, CHANGES),
    "mor_two": Recipe(MOR, TWO, TWO_FIELDS, TWO_CHANGES),
    "mor_full": Recipe(MOR, ONE, ONE_FIELD, CHANGES[:1], FULL),
    "mor_mixed": Recipe(MOR, ONE, ONE_FIELD, (("upsert", {"k1": "p=a", "k5": "p=b"}),), REGEX),
    "mor_compact": Recipe(
        MOR, ONE, ONE_FIELD, (("upsert", {"k2": "p=a"} | {"": COMPACT}), ("upsert", {"k3": "p=a"}))
    ),
    "mor_encoded": Recipe(
        MOR,
        {"p=a%20b": ("k1", "k2"), "p=c": ("k3",)},
        ONE_FIELD,
        (("upsert", {"k3": "p=c"}),),
        is_int96=False,
    ),
    "mor_decoded": Recipe(
        MOR, {"p=a%20b": ("k1", "k2"), "p=c": ("k3",)}, ONE_FIELD, (("upsert", {"k1": "p=a b"}),), DECODED
    ),
}


def row(key: str, version: int) -> tuple[Any, ...]:
    """Values of the columns of a row."""
    import datetime  # noqa: PLC0415 - values of Spark's rows

    number = int(key[1:])
    at = datetime.datetime(2024, 1, number, 12, 30, 0, version, tzinfo=datetime.UTC)
    name = None if number % 3 == 0 else f"name-{key}-{version}"
    return key, version, name, Decimal(f"{number}.{version}0"), at.date(), at


def of_folder(recipe: Recipe, folder: str) -> tuple[Any, ...]:
    """Values of the partition fields by the folder of a partition."""
    texts = [part.partition("=")[2] for part in folder.split("/") if part]
    pairs = zip(recipe.fields, texts, strict=True)
    return tuple(int(text) if kind == "int" else text for (_, kind), text in pairs)


def options_of(recipe: Recipe) -> dict[str, str]:
    """Settings of all writes."""
    names = [name for name, _ in recipe.fields]
    generator = ("NonpartitionedKeyGenerator", "SimpleKeyGenerator", "CustomKeyGenerator")[len(names)]
    path = ",".join(f"{name}:simple" for name in names) if len(names) > 1 else "".join(names)
    return {
        **_SETTINGS,
        "hoodie.datasource.write.table.type": recipe.table_type,
        "hoodie.datasource.write.partitionpath.field": path,
        "hoodie.datasource.write.keygenerator.class": f"org.apache.hudi.keygen.{generator}",
        "hoodie.datasource.write.hive_style_partitioning": "true",
        **(recipe.options or {}),
    }


def make(version: str, name: str, recipe: Recipe) -> Path:
    """Write a table; return the folder with it and its source."""
    spark = session(version)
    # Hudi rejects 96-bit times in sources unless it is configured to read them as bytes.
    spark.sparkContext._jsc.hadoopConfiguration().set("parquet.avro.readInt96AsFixed", "true")
    top = ROOT / f"{version}-{name}"
    shutil.rmtree(top, ignore_errors=True)
    # Releases before 1.2 reject times of 96 bits whatever the setting.
    is_old = not version.startswith("1.2.")
    kind = "INT96" if recipe.is_int96 and not is_old else "TIMESTAMP_MICROS"
    spark.conf.set("spark.sql.parquet.outputTimestampType", kind)
    for folder, keys in recipe.partitions.items():
        frame = spark.createDataFrame([row(key, 1) for key in keys], _COLUMNS)
        frame.coalesce(1).write.parquet(str(top / "source" / folder), mode="append")
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    for extra in (top / "source").rglob("*"):
        if extra.is_file() and (extra.suffix == ".crc" or extra.name.startswith(("_", "."))):
            extra.unlink()
    options = options_of(recipe)
    if "hoodie.bootstrap.mode.selector" in options:
        call_bootstrap(version, top, recipe)
    else:
        empty = spark.createDataFrame([], _COLUMNS)
        (
            empty.write.format("hudi").options(**options)
            .option("hoodie.datasource.write.operation", "bootstrap")
            .option("hoodie.bootstrap.base.path", str(top / "source"))
            .mode("overwrite").save(str(top / "table"))
        )  # fmt: skip
    for number in range(2, len(recipe.steps) + 2):
        try:
            write(version, top, recipe, number)
        except Exception:
            if not recipe.is_failing:
                raise
    return top


def write(version: str, top: Path, recipe: Recipe, number: int) -> None:
    """A step after the bootstrap, whose rows have a number as version."""
    operation, rows = recipe.steps[number - 2]
    options = options_of(recipe)
    columns = ", ".join([_COLUMNS, *(f"{field} {kind}" for field, kind in recipe.fields)])
    values = [row(key, number) + of_folder(recipe, folder) for key, folder in rows.items() if key]
    (
        session(version).createDataFrame(values, columns).write.format("hudi").options(**options)
        .options(**rows.get("", {})).option("hoodie.datasource.write.operation", operation)
        .mode("append").save(str(top / "table"))
    )  # fmt: skip


def call_bootstrap(version: str, top: Path, recipe: Recipe) -> None:
    """Bootstrap by the SQL procedure: writes of the data source copy no row of a source in full."""
    options = options_of(recipe)
    (top / "bootstrap.properties").write_text("".join(f"{key}={text}\n" for key, text in options.items()))
    arguments = {
        "table": options["hoodie.table.name"],
        "table_type": recipe.table_type,
        "bootstrap_path": str(top / "source"),
        "base_path": str(top / "table"),
        "rowKey_field": "id",
        "partition_path_field": options["hoodie.datasource.write.partitionpath.field"],
        "key_generator_class": options["hoodie.datasource.write.keygenerator.class"],
        "selector_class": options["hoodie.bootstrap.mode.selector"],
        "payload_class": options["hoodie.datasource.write.payload.class"],
        "props_file_path": str(top / "bootstrap.properties"),
    }
    given = ", ".join(f"{name} => '{value}'" for name, value in arguments.items())
    session(version).sql(f"call run_bootstrap({given}, parallelism => 1)").collect()


def archive(top: Path) -> dict[str, bytes]:
    """Files of a table and of its source."""
    files: dict[str, bytes] = {}
    for folder, prefix in ((top / "table", ""), (top / "source", f"{SOURCE}/")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".crc":
                files[f"{prefix}{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return files


def instants(table: Path) -> list[str]:
    """Requested times of completed writes."""
    folder = table / ".hoodie" / "timeline"
    names = [path.name for path in (folder if folder.is_dir() else table / ".hoodie").iterdir()]
    ends = (".commit", ".deltacommit", ".replacecommit")
    return sorted(name.split(".")[0].split("_")[0] for name in names if name.endswith(ends))


def views(recipe: Recipe, times: Sequence[str]) -> dict[str, dict[str, str]]:
    """Arguments of `table.read` by the name of a view."""
    named = {"snapshot": {"view": "snapshot"}}
    if recipe.table_type == MOR:
        named["ro"] = {"view": "read_optimized"}
    named["from-start"] = {"view": "incremental"}
    if len(times) > 1:
        named["since"] = {"view": "incremental", "begin": times[0]}
        named["as-of-first"] = {"view": "snapshot", "as_of": times[0]}
    return named


def main(version: str, target: str, *names: str) -> None:
    """Entry point."""
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    line = version.rpartition(".")[0]
    for name in names or RECIPES:
        recipe = RECIPES[name]
        try:
            top = make(version, name, recipe)
        except Exception as error:
            print(f"{version} {name}: NOT WRITTEN: {' '.join(str(error).split())[:1500]}", flush=True)
            continue
        data = to_zip(archive(top))
        (folder / f"{name}.zip").write_bytes(data)
        times = instants(top / "table")
        print(f"{version} {name}: {len(data)} bytes, {times}", flush=True)
        for view, args in views(recipe, times).items():
            place = {"dir": str(top / "table")}
            answer = answerer(version)({"cmd": "table.read", "in": place, "args": {**args, "line": line}})
            if answer.get("answer") != "value":
                print(f"  {view}: {canonical_json.dumps(answer)[:600]}", flush=True)
                continue
            (folder / f"{name}.{view}.json").write_text(canonical_json.dumps(answer["value"]) + "\n")
            print(f"  {view} {args}: {len(answer['value']['rows'])} rows", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
