# SPDX-License-Identifier: Apache-2.0
"""Adapter of Hudi through Spark: `table.read` and `metadata.files`, through what people query tables with.

python -m hudi_conformance.adapters.hudi_spark [--variant=VERSION]      JSON lines, long-lived
… --once CMD --dir FOLDER [--args JSON]                                 one answer

Hudi 0.15 to 1.2 have Spark 3.5 in common, so they need an environment of its own: `pip install
'pyspark==3.5.*' 'hudi-conformance[java]'`. The jar is fetched by digest. An answer takes a second or so.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from hudi_conformance import resources
from hudi_conformance.adapters import loop
from hudi_conformance.adapters.loop import Answer, Request
from hudi_conformance.adapters.table_rows import table_hello, table_rows
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.maven import fetch_jars

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

try:
    import pyspark
except ImportError:
    pyspark = None

NAME, VERSION = "hudi-spark", "1.2.0"
_LOCKS = "conformance/adapters/hudi_spark"
_READ = "hoodie.datasource.read."
_READY, _ALL = "hoodie.table.metadata.partitions", "__all_partitions__"
_QUERY = "hoodie.datasource.query.type"
_CAUSE = re.compile(
    r"^(?:Caused by: |: )?(?P<cause>[\w.$]+(?:Exception|Error))(?:: (?P<text>.*))?$", re.MULTILINE
)

# Latest table version of a release line. Of later ones 1.0 says that it does not know them, 0.15 nothing.
_LATEST = {"0.15": 6, "1.0": 8, "1.1": 9, "1.2": 9}
_TABLE_VERSION = re.compile(rb"^hoodie\.table\.version\s*=\s*(\d+)", re.MULTILINE)


def answerer(version: str) -> loop.Answerer:
    """Answers requests of the protocol, in this process."""
    hello = table_hello(NAME, version, "java", "https://hudi.apache.org")

    def read(folder: str, args: Request) -> Answer:
        try:
            return _read(version, folder, args)
        except Exception as error:
            if not _is_later(version, Path(folder)):
                raise
            return {"answer": "unsupported", "what": f"a table of a later version: {error!s:.200}"}

    def files(folder: str, args: Request) -> Answer:
        return _metadata_files(version, folder, args)

    commands = {"hello": lambda _: hello, "table.read": loop.of_folder(read)}
    if not version.startswith("0."):  # releases before 1.0 have no such function
        commands["metadata.files"] = loop.of_folder(files)
        hello["value"]["commands"].append("metadata.files")
    return lambda request: loop.dispatch(request, commands, _failure)


def _is_later(version: str, root: Path) -> bool:
    """Whether a table is of a later version than the release knows."""
    properties = root / ".hoodie" / "hoodie.properties"
    match = _TABLE_VERSION.search(properties.read_bytes()) if properties.is_file() else None
    latest = _LATEST[".".join(version.split(".")[:2])]
    return match is not None and int(match[1]) > latest


def _failure(error: BaseException) -> Answer:
    """What Hudi or Spark threw: Hudi's own exceptions are refusals, all others are errors."""
    causes = list(_CAUSE.finditer(str(error)))
    is_of_hudi = any("org.apache.hudi." in match["cause"] for match in causes)
    message = " ".join((causes[-1][0] if causes else str(error)).split())[:400]
    deepest = causes[-1]["cause"].rpartition(".")[2] if causes else type(error).__name__
    if is_of_hudi and deepest.startswith("Hoodie"):
        return {"answer": "reject", "code": "unspecified", "message": message}
    return loop.error(message)


def _read(version: str, folder: str, args: Request) -> Answer:
    view = args.get("view", "snapshot")
    # Rows of the CDC view are texts, in which Spark leaves nothing of a decimal.
    if view not in {"snapshot", "read_optimized", "incremental"}:
        return {"answer": "unsupported", "what": f"view {view!r:.40}"}
    other = "1.2" if version.startswith("1.0.") else "1.0"
    if view == "incremental" and args.get("line") == other:
        return {"answer": "unsupported", "what": f"ranges as Hudi {other} takes them"}
    options = {_QUERY: str(view), "hoodie.metadata.enable": "false"}
    if args.get("as_of"):
        options["as.of.instant"] = args["as_of"]
    if view == "incremental":
        options[_READ + "begin.instanttime"] = args.get("begin") or "000"
        if args.get("end"):
            options[_READ + "end.instanttime"] = args["end"]
    spark = _session(version)
    frame = spark.read.format("hudi").options(**options).load(folder)
    with tempfile.TemporaryDirectory() as scratch:
        frame.coalesce(1).write.parquet(f"{scratch}/rows")
        rows = pq.read_table(f"{scratch}/rows")
    return loop.value(table_rows(rows.to_batches(), canonical_json.loads(_schema(spark, folder, version))))


def _metadata_files(version: str, folder: str, args: Request) -> Answer:
    """The lists of files among the rows of the table-valued function `hudi_metadata`."""
    spark = _session(version)
    properties = _client(spark, folder).getTableConfig().getProps()
    if "files" not in str(properties.getProperty(_READY, "")).split(","):
        return loop.value({"available": False, "partitions": []})
    path = folder.replace("\\", "\\\\").replace("'", "\\'")
    statement = f"SELECT * FROM hudi_metadata('{path}')"  # noqa: S608 - the path is quoted
    lists: dict[str, dict[str, dict[str, object]]] = {}
    for row in spark.sql(statement).filter("type IN (1, 2)").select("key", "filesystemMetadata").collect():
        files = row["filesystemMetadata"] or {}
        lists[row["key"]] = {name: file.asDict() for name, file in files.items() if not file["isDeleted"]}
    wanted = args.get("partitions")
    names = ["" if name == "." else name for name in lists.get(_ALL, {}) if wanted is None] + (wanted or [])
    partitions = [
        {
            "partition": name,
            "files": [
                {"name": file, "size": str(found["size"])}
                for file, found in sorted(lists.get(name or ".", {}).items())
            ],
        }
        for name in sorted(set(names))
    ]
    return loop.value({"available": True, "partitions": partitions})


def _client(spark: SparkSession, folder: str) -> Any:  # noqa: ANN401 - an object of the JVM
    jvm = spark._jvm
    storage = jvm.org.apache.hudi.storage.hadoop.HadoopStorageConfiguration(
        spark.sparkContext._jsc.hadoopConfiguration()
    )
    client = jvm.org.apache.hudi.common.table.HoodieTableMetaClient.builder()
    return client.setConf(storage).setBasePath(folder).build()


def _schema(spark: SparkSession, folder: str, version: str) -> bytes:
    """The table's Avro schema, Hudi's own columns included, as Hudi resolves it."""
    resolver = spark._jvm.org.apache.hudi.common.table.TableSchemaResolver(_client(spark, folder))
    is_old = version.startswith(("0.", "1.0.", "1.1."))  # its schemas are Avro's own
    schema = resolver.getTableAvroSchema(True) if is_old else resolver.getTableSchema(True)
    return str(schema.toString()).encode()


@cache
def _session(version: str) -> SparkSession:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional

    from hudi_conformance.engine.launcher import find_spark_java, java_home  # noqa: PLC0415 - needs PySpark

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["JAVA_HOME"] = str(java_home(find_spark_java()))
    [jar] = fetch_jars(resources.data_root() / _LOCKS / f"{version}.lock.toml")
    return (
        SparkSession.builder.master("local[1]")
        .config("spark.jars", str(jar))
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .config("spark.kryo.registrator", "org.apache.spark.HoodieSparkKryoRegistrar")
        .config("spark.sql.extensions", "org.apache.spark.sql.hudi.HoodieSparkSessionExtension")
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    if pyspark is None or not pyspark.__version__.startswith("3.5."):
        print("Hudi's bundles need Spark 3.5: pip install 'pyspark==3.5.*'", file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("--variant", default=VERSION, metavar="VERSION")
    options, rest = parser.parse_known_args(arguments)
    # What the JVM prints must not end up between the answers.
    sys.stdout = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        _session(options.variant)
    except ToolMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    return loop.run(NAME, answerer(options.variant), rest)


if __name__ == "__main__":
    sys.exit(main())
