# SPDX-License-Identifier: Apache-2.0
"""Campaigns on Spark: tasks go to executors, whose Python workers keep their adapters from job to job."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.campaign.verdicts import SCHEMA
from hudi_conformance.campaign.work import Settings, do_tasks
from hudi_conformance.engine.spark import OnBatch, OnLost, run_tasks

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TASKS_A_GROUP = 6
# What a group may take without a sign of life: every answer of a task a hang, twice, is far less.
TIMEOUT_S = 1800.0


def run(
    spark: SparkSession, tasks: pa.Table, settings: Settings, *, on_batch: OnBatch, on_lost: OnLost
) -> None:
    """Put every task to the implementations on the executors; return when each was reported once.

    Raises:
        EngineLost: the session does not run anything any more.
    """
    run_tasks(
        spark, tasks, partial(do_tasks, settings=settings), SCHEMA, on_batch=on_batch, on_lost=on_lost,
        num_slices=max(1, -(-tasks.num_rows // TASKS_A_GROUP)), timeout_s=TIMEOUT_S,
    )  # fmt: skip
