# SPDX-License-Identifier: Apache-2.0
"""A Spark session: the active one, otherwise one on the given cluster, otherwise an embedded one.

An embedded session needs no installed Java and no settings; see `launcher`. On a cluster the executors get
our package; see `packaging`. Their other requirements are in `conformance/guides/clusters.md`.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import util
from typing import TYPE_CHECKING

from hudi_conformance.engine import launcher, packaging
from hudi_conformance.engine.packaging import first_line, is_connect
from hudi_conformance.toolchain import ToolMissing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

APP = "hudi-conformance"
# For every session that is built here; settings of the caller take precedence.
_COMMON = {
    "spark.ui.showConsoleProgress": "false",
    # The default is the working directory of the parent process.
    "spark.sql.catalogImplementation": "in-memory",
}
# The JVM only passes small messages to Python workers, which hold the memory: 1 GiB is plenty.
_LOCAL = {
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
}
_LIGHT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_CLUSTER = {
    # Wait for executors; otherwise all first tasks go to the executor that starts first.
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "10s",
}
_REMOTE = re.compile(r"sc://|local-connect")


class SparkUnavailable(ToolMissing):
    """No session is available; the message names the missing component and how to install it."""


def get_session(
    master: str | None = None, app: str = APP, config: Mapping[str, str] | None = None, *, light: bool = False
) -> SparkSession:
    """A session that can run our code, executors included.

    Args:
        master: `local[*]`, `local[2]`, `spark://host:7077`, `yarn`, `k8s://…`; `sc://host:15002` is Spark
            Connect, `local-connect` starts a Connect server. None: the active session; else that of
            `spark-submit` or `SPARK_REMOTE`; else `local[*]`.
        app: name of the application.
        config: Spark settings; they override ours.
        light: the JVM of a new embedded session only distributes tasks, as for audits and campaigns. Its
            second compiler is disabled: it would take half a core from the workers of a short run.

    Raises:
        SparkUnavailable: no PySpark, no suitable Java, no cluster, or executors that cannot run our code.
    """
    try:
        launcher.spark_version()
        _need("pandas", "pyarrow")
        active = _active(master)
        spark = active if active is not None else _build(master, app, dict(config or {}), light=light)
    except SparkUnavailable:
        raise
    except ToolMissing as missing:
        raise SparkUnavailable(str(missing)) from missing
    packaging.prepare(spark)
    return spark


def is_given() -> bool:
    """Whether a session exists, or the environment names one; never starts one."""
    if "PYSPARK_GATEWAY_PORT" in os.environ or "SPARK_REMOTE" in os.environ:
        return True
    running = sys.modules.get("pyspark.sql")
    return running is not None and running.SparkSession.getActiveSession() is not None


def _need(*modules: str) -> None:
    missing = [name for name in modules if util.find_spec(name) is None]
    if missing:
        raise SparkUnavailable(
            f"{' and '.join(missing)} is not installed; pip install 'hudi-conformance[spark]' brings it"
        )


def _active(master: str | None) -> SparkSession | None:
    """The active session, if there is one; it must be on `master`."""
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional extra

    active: SparkSession | None = SparkSession.getActiveSession()
    if active is None or is_connect(active):
        return active
    if getattr(active.sparkContext, "_jsc", None) is None:
        return None  # stopped
    runs_on = active.sparkContext.master
    if master not in {None, runs_on}:
        raise SparkUnavailable(
            f"a session on {runs_on} is running in this process, {master} cannot start next to it"
        )
    return active


def _build(master: str | None, app: str, config: dict[str, str], *, light: bool) -> SparkSession:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional extra

    submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # by spark-submit: the JVM runs already
    remote = master or ("" if submitted else os.environ.get("SPARK_REMOTE", ""))
    if _REMOTE.match(remote):
        return _build_remote(remote, config)
    if master is None and not submitted:
        master = "local[*]"
    builder = SparkSession.builder.appName(app)
    if master is not None:
        builder = builder.master(master)
    settings = _COMMON | config
    if not submitted:
        is_local = packaging.is_local(str(master))
        settings = _COMMON | (_LOCAL if is_local else _CLUSTER) | config
        settings |= _jvm_options(config, _LIGHT if light and is_local else "")
    builder = builder.config(map=settings)
    with _environment(f"Spark does not start on {master}", needs_java=not submitted):
        spark: SparkSession = builder.getOrCreate()
    return spark


def _build_remote(remote: str, config: dict[str, str]) -> SparkSession:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional extra

    if util.find_spec("grpc") is None:
        raise SparkUnavailable("Spark Connect needs grpcio; pip install 'pyspark[connect]' brings it")
    own_server = not remote.startswith("sc://")
    builder = SparkSession.builder.remote("local" if own_server else remote)
    if own_server:
        config = _COMMON | _LOCAL | config | _jvm_options(config)
    builder = builder.config(map=config)
    problem = f"no Spark Connect at {remote}"
    with _environment(problem, needs_java=own_server), warnings.catch_warnings():
        if own_server:  # settings from the server's start are sent again, although they can no longer change
            warnings.filterwarnings("ignore", "Failed to set", UserWarning)
        spark: SparkSession = builder.getOrCreate()
        spark.range(1).count()  # the first query connects
    return spark


def _jvm_options(config: Mapping[str, str], ours: str = "") -> dict[str, str]:
    """Options of the driver's JVM: the log level of `HUDI_CONFORMANCE_SPARK_LOG`, ours, the caller's."""
    level = os.environ.get("HUDI_CONFORMANCE_SPARK_LOG", "off")
    quiet = f"-Dlog4j2.configurationFile={launcher.logging_file(level).as_uri()}"
    key = "spark.driver.extraJavaOptions"
    return {key: " ".join(filter(None, (quiet, ours, config.get(key))))}


@contextmanager
def _environment(problem: str, *, needs_java: bool) -> Iterator[None]:
    """The variables that Spark reads while it starts, restored afterwards; a failure names the `problem`.

    Workers must run the Python of this process: another Python would not have our packages. An explicit
    choice for the executors of a cluster is kept.
    """
    variables = {"PYSPARK_PYTHON": os.environ.get("PYSPARK_PYTHON", sys.executable)}
    if needs_java:
        variables["JAVA_HOME"] = str(launcher.java_home(launcher.find_spark_java()))
    before = {name: os.environ[name] for name in variables if name in os.environ}
    os.environ.update(variables)
    try:
        yield
    except Exception as error:
        raise SparkUnavailable(f"{problem}: {first_line(error)}") from error
    finally:
        for name in variables:
            os.environ.pop(name, None)
        os.environ.update(before)
