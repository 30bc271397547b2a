# SPDX-License-Identifier: Apache-2.0
"""The choice between this machine and Spark, for the option `--engine` of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from hudi_conformance.engine import AUTO, SPARK, local, session, spark
from hudi_conformance.engine.tasks import Engine, MapFunction, OnBatch, OnLost
from hudi_conformance.toolchain import ToolMissing

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

SPARK_FROM = 4 << 30  # weight of all tasks; a loop over less finishes before a session starts
StartSession = Callable[[str | None], "SparkSession"]


def choose_session(
    engine: str, master: str | None, start: StartSession = session.get_session
) -> SparkSession | None:
    """The Spark session to use, None for this machine.

    Args:
        engine: `plain` is this machine; `spark` a session; `auto` a session when `master` is given or a
            session exists.
        master: URL of Spark.
        start: starts a session on a master.

    Raises:
        ToolMissing: Spark is selected and cannot start.
    """
    if engine == SPARK or (engine == AUTO and (master is not None or session.is_given())):
        return start(master)
    return None


def choose_engine(
    engine: str, master: str | None, *, here: Engine = local.run_tasks, on_spark: Mapping[str, Any],
    warn: Callable[[str], None] = lambda _: None, app: str = session.APP,
    config: Mapping[str, str] | None = None,
) -> Engine:  # fmt: skip
    """The engine to use; with `auto` it may depend on the weight of the tasks.

    Args:
        engine: see `choose_session`; `auto` also starts a session for tasks of `SPARK_FROM` or more.
        master: URL of Spark.
        here: the engine of this machine.
        on_spark: further arguments of `spark.run_tasks`; `auto` needs `weight`.
        warn: is called with the reason when heavy tasks run locally because Spark is not available.
        app: see `session.get_session`.
        config: see `session.get_session`.

    Raises:
        ToolMissing: Spark is selected and cannot start.
    """
    start: StartSession = partial(session.get_session, app=app, config=config, light=True)
    chosen = choose_session(engine, master, start)
    if chosen is not None:
        return partial(spark.run_tasks, chosen, **on_spark)
    if engine != AUTO:
        return here

    def by_weight(
        tasks: pa.Table, func: MapFunction, schema: pa.Schema, *, on_batch: OnBatch, on_lost: OnLost
    ) -> None:
        run: Engine = here
        if sum(tasks.column(on_spark["weight"]).to_pylist()) >= SPARK_FROM:
            try:
                run = partial(spark.run_tasks, start(None), **on_spark)
            except ToolMissing as missing:
                warn(f"on one core: {missing}")
        run(tasks, func, schema, on_batch=on_batch, on_lost=on_lost)

    return by_weight
