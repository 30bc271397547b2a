# SPDX-License-Identifier: Apache-2.0
"""The formats as data sources of Spark; needs the extra `spark`; pyspark is imported only by calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def register(spark: SparkSession) -> None:
    """Register all sources and the sink `hudi_log` with a session.

    Raises:
        ToolMissing: executors cannot run our code, or the session's Spark is older than 4.
    """
    from hudi_conformance.spark.sources import register as register_all  # noqa: PLC0415 - optional extra

    register_all(spark)
