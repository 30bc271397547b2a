# SPDX-License-Identifier: Apache-2.0
"""The formats as data sources of Spark, which need `[spark]`; pyspark is not imported before a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def register(spark: SparkSession) -> None:
    """Make `hudi_log_blocks`, `hudi_log_records`, `hudi_hfile` and the sink `hudi_log` known to a session.

    Raises:
        ToolMissing: executors cannot run our code.
    """
    from hudi_conformance.spark.sources import register as register_all  # noqa: PLC0415 - optional extra

    register_all(spark)
