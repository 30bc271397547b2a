# SPDX-License-Identifier: Apache-2.0
"""Data sources of Spark 4: the formats as tables, and a sink that writes log files.

`SOURCES` is the extension point: a new surface adds a line here and a module with a class of `base`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.datasource import DataSource

# Name in Spark -> module of this package, class.
SOURCES: dict[str, tuple[str, str]] = {
    "hudi_log_blocks": ("log_blocks", "HudiLogBlocks"),
    "hudi_log_records": ("log_records", "HudiLogRecords"),
    "hudi_hfile": ("hfile", "HudiHFile"),
    "hudi_timeline": ("timeline", "HudiTimeline"),
    "hudi_archive": ("timeline", "HudiArchive"),
    "hudi_log": ("log_sink", "HudiLog"),
    "hudi_metadata": ("metadata", "HudiMetadata"),
    "hudi_reference": ("reference", "HudiReference"),
}
PUSHDOWN = "spark.sql.python.filterPushdown.enabled"


def source_classes() -> dict[str, type[DataSource]]:
    """Classes by their names in Spark."""
    return {
        name: getattr(importlib.import_module(f"{__name__}.{module}"), cls)
        for name, (module, cls) in SOURCES.items()
    }


def register(spark: SparkSession) -> None:
    """Make all sources known to a session, so that `spark.read.format(name)` and SQL find them.

    Also enables filter pushdown to Python data sources, which is off by default; ours use it only with the
    option `pushdown=true`.

    Raises:
        ToolMissing: executors cannot run our code, or the session's Spark is older than 4.
    """
    from hudi_conformance.engine import packaging  # noqa: PLC0415 - needed here only

    packaging.require_sources(spark)
    packaging.prepare(spark)
    spark.conf.set(PUSHDOWN, "true")
    for cls in source_classes().values():
        spark.dataSource.register(cls)
