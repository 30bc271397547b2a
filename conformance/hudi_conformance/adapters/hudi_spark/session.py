# SPDX-License-Identifier: Apache-2.0
"""Spark with one release of Hudi, and Hudi's own view of a table."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from functools import cache
from typing import TYPE_CHECKING, Any

from hudi_conformance import resources
from hudi_conformance.toolchain.maven import fetch_jars

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOCKS = "conformance/adapters/hudi_spark"
_SCHEMA_CACHE = "org.apache.hudi.common.schema.HoodieSchemaCache"


def client_of(spark: SparkSession, folder: str) -> Any:  # noqa: ANN401 - an object of the JVM
    """Hudi's own view of the table in a folder."""
    jvm = spark._jvm
    storage = jvm.org.apache.hudi.storage.hadoop.HadoopStorageConfiguration(
        spark.sparkContext._jsc.hadoopConfiguration()
    )
    client = jvm.org.apache.hudi.common.table.HoodieTableMetaClient.builder()
    return client.setConf(storage).setBasePath(folder).build()


def forget_schemas(spark: SparkSession) -> None:
    """Make Hudi 1.2 forget the schemas of earlier requests.

    It keeps one instance of equal schemas for the JVM, and compares instances. Otherwise an answer would
    depend on earlier requests of the session, and differ from that in a new session. Earlier releases keep
    the instance of a class from its first use on, which must stay.
    """
    jvm: Any = spark._jvm
    loader = jvm.java.lang.Thread.currentThread().getContextClassLoader()
    field = jvm.java.lang.Class.forName(_SCHEMA_CACHE, True, loader).getDeclaredField("SCHEMA_CACHE")
    field.setAccessible(True)
    field.get(None).invalidateAll()


def _warehouse() -> str:
    """A folder for tables without a path; otherwise Spark creates one in the working directory."""
    folder = tempfile.mkdtemp(prefix="warehouse-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def session(version: str) -> SparkSession:
    """The session of this process.

    Raises:
        ToolMissing: no Java, or no jar.
    """
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional

    from hudi_conformance.engine.launcher import find_spark_java, java_home  # noqa: PLC0415 - needs PySpark

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["JAVA_HOME"] = str(java_home(find_spark_java()))
    [jar] = fetch_jars(resources.data_root() / _LOCKS / f"{version}.lock.toml")
    return (
        SparkSession.builder.master("local[1]")
        .config("spark.driver.memory", "2g")
        # Tables are small: a fast start matters more than fast code.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.jars", str(jar))
        .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
        .config("spark.kryo.registrator", "org.apache.spark.HoodieSparkKryoRegistrar")
        .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.hudi.catalog.HoodieCatalog")
        .config("spark.sql.warehouse.dir", _warehouse())
        .config("spark.sql.extensions", "org.apache.spark.sql.hudi.HoodieSparkSessionExtension")
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        .config("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )
