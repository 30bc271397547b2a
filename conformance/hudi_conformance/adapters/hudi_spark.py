# SPDX-License-Identifier: Apache-2.0
"""Adapter of Hudi through Spark: `table.read`, by the data source that people query tables with.

python -m hudi_conformance.adapters.hudi_spark                                        JSON lines, long-lived
python -m hudi_conformance.adapters.hudi_spark --once CMD --dir FOLDER [--args JSON]  one answer

Hudi 1.2.0 is there for Spark 3.5 only, so it wants an environment of its own: `pip install 'pyspark==3.5.*'
'hudi-conformance[java]'`. The jar is fetched by digest. Every question makes queries of a second or so.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import traceback
from collections.abc import Mapping
from functools import cache
from typing import Any

import pyarrow.parquet as pq

from hudi_conformance import resources
from hudi_conformance.adapters import loop
from hudi_conformance.adapters.table_rows import table_rows
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.maven import fetch_jars

try:
    import pyspark
except ImportError:
    pyspark = None

NAME, VERSION = "hudi-spark", "1.2.0"
LOCK = f"conformance/adapters/hudi_spark/{VERSION}.lock.toml"
_READ = "hoodie.datasource.read."
_QUERY = "hoodie.datasource.query.type"
_CAUSE = re.compile(
    r"^(?:Caused by: |: )?(?P<cause>[\w.$]+(?:Exception|Error))(?:: (?P<text>.*))?$", re.MULTILINE
)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one request of the protocol, in this process."""
    return loop.dispatch(request, {"hello": _hello, "table.read": loop.of_folder(_read)}, _failure)


def _failure(error: BaseException) -> dict[str, Any]:
    """What Hudi or Spark threw: exceptions of their own say no, others mean that something fell over."""
    causes = list(_CAUSE.finditer(str(error)))
    own = [found for found in causes if "org.apache.hudi." in found["cause"]]
    message = " ".join((causes[-1][0] if causes else str(error)).split())[:400]
    deepest = causes[-1]["cause"].rpartition(".")[2] if causes else type(error).__name__
    if own and deepest.startswith("Hoodie"):
        return {"answer": "reject", "code": "unspecified", "message": message}
    return {"answer": "error", "message": message, "trace": traceback.format_exc()[-2000:]}


def _read(folder: str, args: Mapping[str, Any]) -> dict[str, Any]:
    view = args.get("view", "snapshot")
    if view not in {"snapshot", "read_optimized", "incremental"}:
        return {"answer": "unsupported", "what": f"view {view!r:.40}"}
    options = {_QUERY: str(view), "hoodie.metadata.enable": "false"}
    if args.get("as_of"):
        options["as.of.instant"] = args["as_of"]
    if view == "incremental":
        options[_READ + "begin.instanttime"] = args.get("begin") or "000"
        if args.get("end"):
            options[_READ + "end.instanttime"] = args["end"]
    spark = _session()
    frame = spark.read.format("hudi").options(**options).load(folder)
    with tempfile.TemporaryDirectory() as scratch:
        frame.coalesce(1).write.parquet(f"{scratch}/rows")
        rows = pq.read_table(f"{scratch}/rows")
    value = table_rows(rows.to_batches(), canonical_json.loads(_schema(spark, folder)))
    return loop.value(value)


def _schema(spark: Any, folder: str) -> bytes:
    """The table's Avro schema, Hudi's own columns included, as Hudi resolves it."""
    jvm = spark._jvm
    storage = jvm.org.apache.hudi.storage.hadoop.HadoopStorageConfiguration(
        spark.sparkContext._jsc.hadoopConfiguration()
    )
    client = jvm.org.apache.hudi.common.table.HoodieTableMetaClient.builder()
    client = client.setConf(storage).setBasePath(folder).build()
    resolver = jvm.org.apache.hudi.common.table.TableSchemaResolver(client)
    return str(resolver.getTableSchema(True).toString()).encode()


@cache
def _session() -> Any:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - asked for above

    from hudi_conformance.engine.launcher import find_spark_java, java_home  # noqa: PLC0415

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["JAVA_HOME"] = str(java_home(find_spark_java()))
    [jar] = fetch_jars(resources.data_root() / LOCK)
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


def _hello(_: Mapping[str, Any]) -> dict[str, Any]:
    return loop.value(
        {
            "protocol": loop.PROTOCOL,
            "name": NAME,
            "version": VERSION,
            "language": "java",
            "homepage": "https://hudi.apache.org",
            "commands": ["table.read"],
            "features": ["content.avro", "content.delete.v3", "content.parquet", "content.hfile"],
            "inputs": ["dir"],
        }
    )


def main(arguments: list[str] | None = None) -> int:
    """Entry point."""
    if pyspark is None or not pyspark.__version__.startswith("3.5."):
        print(f"Hudi {VERSION} needs Spark 3.5: pip install 'pyspark==3.5.*'", file=sys.stderr)
        return 2
    # What the JVM prints by itself must not come between the answers.
    sys.stdout = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        _session()
    except ToolMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    return loop.run(NAME, answer, arguments)


if __name__ == "__main__":
    sys.exit(main())
