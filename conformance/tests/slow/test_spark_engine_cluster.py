# SPDX-License-Identifier: Apache-2.0
"""The engine on clusters: a standalone one of three processes, and Spark Connect."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

from spark_cluster import SPARK_HOME, Cluster

pytestmark = pytest.mark.own_job

SUPPORT = Path(__file__).parents[1] / "support"
DRIVER = """
import json, sys
import pyarrow as pa
import spark_functions
from hudi_conformance.engine import session, spark as engine

master = sys.argv[1] if len(sys.argv) > 1 else None
spark = session.get_session(master)
connect = session.is_connect(spark)
if connect:
    spark.addArtifacts(spark_functions.__file__, pyfile=True)
else:
    spark.sparkContext.addPyFile(spark_functions.__file__)
troubles = {3: "where", 11: "where", 17: "kill", 30: "raise"}
table = pa.Table.from_pylist(
    [{"id": i, "size": 1, "what": troubles.get(i)} for i in range(40)], spark_functions.TASKS
)
notes, lost = {}, {}
def on_batch(tasks, batches):
    for batch in batches:
        notes.update({row["id"]: row["note"] for row in batch.to_pylist()})
def on_lost(task, reason):
    lost.update({task.column("id").to_pylist()[0]: reason})
    return [spark_functions.results(task.column("id").to_pylist(), "lost")]
engine.run_tasks(
    spark, table, spark_functions.troubled, spark_functions.RESULTS, on_batch=on_batch, on_lost=on_lost,
    tasks_per_group=5,
)
place = "through Connect" if connect else f"on {spark.sparkContext.master}"
print(json.dumps({"describe": place, "notes": notes, "lost": lost}))
"""


@pytest.fixture
def driver(tmp_path: Path) -> Path:
    path = tmp_path / "driver.py"
    path.write_text(DRIVER)
    return path


def answers(command: list[str], env: dict[str, str]) -> Any:
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def as_wanted(got: Any) -> None:
    assert sorted(map(int, got["notes"])) == list(range(40))
    assert got["lost"].keys() == {"17", "30"}
    assert "Python worker died" in got["lost"]["17"]
    assert got["lost"]["30"] == "ValueError: no task 30"
    special = {"3", "11", "17", "30"}
    assert {note for ident, note in got["notes"].items() if ident not in special} == {"fine"}


def test_a_standalone_cluster_gets_our_package(cluster: Cluster, driver: Path) -> None:
    env = {**os.environ, **cluster.env, "PYTHONPATH": str(SUPPORT)}
    got = answers([sys.executable, str(driver), cluster.url], env)
    as_wanted(got)
    assert got["describe"].endswith(f"on {cluster.url}")
    for ident in ("3", "11"):
        # executors have unpacked the package
        assert got["notes"][ident].startswith(tempfile.gettempdir())
        assert ".unpacked" in got["notes"][ident]


def test_spark_submit(cluster: Cluster, driver: Path) -> None:
    """What spark-submit decided counts: master, Python of the executors."""
    env = {**os.environ, **cluster.env, "PYTHONPATH": str(SUPPORT), "PYSPARK_DRIVER_PYTHON": sys.executable}
    submit = str(SPARK_HOME / "bin" / "spark-submit")
    got = answers([submit, "--master", cluster.url, str(driver)], env)
    as_wanted(got)
    assert got["describe"].endswith(f"on {cluster.url}")
    assert ".unpacked" in got["notes"]["3"]


def test_executors_that_lack_something_are_told_before_the_first_task(
    cluster: Cluster, driver: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "empty", symlinks=True)
    [site] = (tmp_path / "empty").glob("lib/python*/site-packages")
    theirs = Path(sysconfig.get_path("purelib"))
    for name in ("pyspark", "py4j", "pyarrow", "numpy", "pandas", "dateutil", "pytz", "six.py", "tzdata"):
        (site / name).symlink_to(theirs / name)
    for path in theirs.glob("*.libs"):
        (site / path.name).symlink_to(path)
    python = str(tmp_path / "empty" / "bin" / "python")
    env = {**os.environ, **cluster.env, "PYTHONPATH": str(SUPPORT), "PYSPARK_PYTHON": python}
    done = subprocess.run(
        [sys.executable, str(driver), cluster.url],
        env=env,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "cannot import cramjam, fastavro, google_crc32c" in last
    assert "pip install" in last or "install 'hudi-conformance[spark]'" in last


def test_spark_connect(driver: Path) -> None:
    pytest.importorskip("grpc", reason="needs the extra `connect`")
    env = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    env.pop("SPARK_HOME", None)
    got = answers([sys.executable, str(driver), "local-connect"], env)
    as_wanted(got)
    assert got["describe"].endswith("through Connect")
