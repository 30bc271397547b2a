# SPDX-License-Identifier: Apache-2.0
"""A Spark session: the one that is there, else an embedded one, else the cluster that is named.

An embedded session needs no installed Java and no settings; see `launcher`. On a cluster the executors get
our package; see `packaging`. What they need besides is in `conformance/guides/clusters.md`.
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
from hudi_conformance.toolchain import ToolMissing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Of every session that is built here; what the caller gives wins.
_COMMON = {
    "spark.ui.showConsoleProgress": "false",
    # The default is the working directory of whoever started us.
    "spark.sql.catalogImplementation": "in-memory",
}
# The JVM only hands small things to Python workers, which hold the memory: 1 GiB is plenty.
_LOCAL = {
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
}
_LIGHT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_CLUSTER = {
    # Wait for executors, else the first tasks all go to whichever is up first.
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "10s",
}
_REMOTE = re.compile(r"sc://|local-connect")


class SparkUnavailable(ToolMissing):
    """No session can be had; the message says what is missing and what helps."""


def get_session(
    master: str | None = None,
    app: str = "hudi-conformance",
    config: Mapping[str, str] | None = None,
    *,
    light: bool = False,
) -> SparkSession:
    """A session that can run our code, executors included.

    Args:
        master: `local[*]`, `local[2]`, `spark://host:7077`, `yarn`, `k8s://…`; `sc://host:15002` is Spark
            Connect, `local-connect` a Connect server of our own. None: the active session; else what
            `spark-submit` or `SPARK_REMOTE` say; else `local[*]`.
        app: name of the application.
        config: Spark settings; they win over ours.
        light: the JVM of a new embedded session only hands out tasks, as audits and campaigns need it. Its
            second compiler stays off, which would take half a core from the workers of a short run.

    Raises:
        SparkUnavailable: no PySpark, no Java that fits, no cluster, or executors that cannot run our code.
    """
    given = dict(config or {})
    try:
        launcher.spark_version()
        _need("pandas", "pyarrow")
        active = _active(master)
        spark = active if active is not None else _build(master, app, given, light=light)
    except SparkUnavailable:
        raise
    except ToolMissing as missing:
        raise SparkUnavailable(str(missing)) from missing
    packaging.prepare(spark)
    return spark


def is_given() -> bool:
    """Whether there is a session already, or who started us has decided on one; starts nothing."""
    if "PYSPARK_GATEWAY_PORT" in os.environ or "SPARK_REMOTE" in os.environ:
        return True
    running = sys.modules.get("pyspark.sql")
    return running is not None and running.SparkSession.getActiveSession() is not None


def is_connect(spark: SparkSession) -> bool:
    """Whether the session speaks Spark Connect, which has no SparkContext."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def describe(spark: SparkSession) -> str:
    """One line about a session, for reports."""
    if is_connect(spark):
        return f"Spark {spark.version} through Connect"
    return f"Spark {spark.version} on {spark.sparkContext.master}"


def _need(*modules: str) -> None:
    missing = [name for name in modules if util.find_spec(name) is None]
    if missing:
        raise SparkUnavailable(
            f"{' and '.join(missing)} is not installed; pip install 'hudi-conformance[spark]' brings it"
        )


def _active(master: str | None) -> SparkSession | None:
    """The active session, if there is one and it is the one that is wanted."""
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional extra

    active: SparkSession | None = SparkSession.getActiveSession()
    if active is None or is_connect(active):
        return active
    if getattr(active.sparkContext, "_jsc", None) is None:
        return None  # stopped
    runs_on = active.sparkContext.master
    if master not in {None, runs_on}:
        raise SparkUnavailable(
            f"a session on {runs_on} is running in this process, {master} cannot start beside it"
        )
    return active


def _build(master: str | None, app: str, config: dict[str, str], *, light: bool) -> SparkSession:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional extra

    submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # by spark-submit: the JVM is there already
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
    for key, value in settings.items():
        builder = builder.config(key, value)
    with _environment(needs_java=not submitted):
        try:
            spark: SparkSession = builder.getOrCreate()
        except Exception as error:
            raise SparkUnavailable(f"Spark does not start on {master}: {_first_line(error)}") from error
    return spark


def _build_remote(remote: str, config: dict[str, str]) -> SparkSession:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - optional extra

    if util.find_spec("grpc") is None:
        raise SparkUnavailable("Spark Connect needs grpcio; pip install 'pyspark[connect]' brings it")
    own_server = not remote.startswith("sc://")
    builder = SparkSession.builder.remote("local" if own_server else remote)
    if own_server:
        config = _COMMON | _LOCAL | config | _jvm_options(config)
    for key, value in config.items():
        builder = builder.config(key, value)
    with _environment(needs_java=own_server), warnings.catch_warnings():
        if own_server:  # settings of the server's start are sent once more, as if they could be changed later
            warnings.filterwarnings("ignore", "Failed to set", UserWarning)
        try:
            spark: SparkSession = builder.getOrCreate()
            spark.range(1).count()  # the first question is what really connects
        except Exception as error:
            raise SparkUnavailable(f"no Spark Connect at {remote}: {_first_line(error)}") from error
    return spark


def _jvm_options(config: Mapping[str, str], ours: str = "") -> dict[str, str]:
    """Options of the driver's JVM: a log as quiet as `HUDI_CONFORMANCE_SPARK_LOG` asks, ours, caller's."""
    level = os.environ.get("HUDI_CONFORMANCE_SPARK_LOG", "off")
    quiet = f"-Dlog4j2.configurationFile={launcher.logging_file(level).as_uri()}"
    key = "spark.driver.extraJavaOptions"
    return {key: " ".join(filter(None, (quiet, ours, config.get(key))))}


@contextmanager
def _environment(*, needs_java: bool) -> Iterator[None]:
    """The variables that Spark reads while it starts, put back afterwards.

    Workers must run the Python that runs us: another one has none of our packages. A choice that somebody
    made for the executors of a cluster stays.
    """
    wanted: dict[str, str] = {}
    if "PYSPARK_PYTHON" not in os.environ:
        wanted["PYSPARK_PYTHON"] = sys.executable
    if needs_java:
        wanted["JAVA_HOME"] = str(launcher.java_home(launcher.find_spark_java()))
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
