# SPDX-License-Identifier: Apache-2.0
"""The choice between this machine and Spark, as the option `--engine` of commands names it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from hudi_conformance.engine import local, session, spark
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.toolchain import ToolMissing

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

AUTO, PLAIN, SPARK = "auto", "plain", "spark"
SPARK_FROM = 4 << 30  # weight of all tasks; below, a loop is done before a session has started


def choose_session(engine: str, master: str | None, **session_options: Any) -> SparkSession | None:
    """The Spark session to use, None for this machine.

    Args:
        engine: `plain` is this machine; `spark` a session; `auto` a session when `master` is given or a
            session is there.
        master: URL of Spark.
        session_options: further arguments of `session.get_session`.

    Raises:
        ToolMissing: Spark is asked for and cannot start.
    """
    if engine == SPARK or (engine == AUTO and (master is not None or session.is_given())):
        return session.get_session(master, **session_options)
    return None


def choose_engine(
    engine: str, master: str | None, *, here: Engine = local.run_tasks, on_spark: Mapping[str, Any],
    warn: Callable[[str], None] = lambda _: None, **session_options: Any,
) -> Engine:  # fmt: skip
    """The engine to use; with `auto` it may depend on the weight of the tasks.

    Args:
        engine: see `choose_session`; `auto` also starts a session for tasks of `SPARK_FROM` or more.
        master: URL of Spark.
        here: the engine of this machine.
        on_spark: further arguments of `spark.run_tasks`; `auto` needs `weight`.
        warn: gets the reason when heavy tasks run here because there is no Spark.
        session_options: further arguments of `session.get_session`.

    Raises:
        ToolMissing: Spark is asked for and cannot start.
    """
    session_options["light"] = True
    chosen = choose_session(engine, master, **session_options)
    if chosen is not None:
        return partial(spark.run_tasks, chosen, **on_spark)
    if engine != AUTO:
        return here

    def by_weight(tasks: pa.Table, *args: Any, **options: Any) -> None:
        run: Engine = here
        if sum(tasks.column(on_spark["weight"]).to_pylist()) >= SPARK_FROM:
            try:
                run = partial(spark.run_tasks, session.get_session(**session_options), **on_spark)
            except ToolMissing as missing:
                warn(f"on one core: {missing}")
        run(tasks, *args, **options)

    return by_weight
