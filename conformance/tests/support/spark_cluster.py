# SPDX-License-Identifier: Apache-2.0
"""A real standalone cluster out of the PyPI package: one master, workers, each a process of its own."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyspark
from hudi_conformance.engine import launcher

SPARK_HOME = Path(pyspark.__file__).parent
MASTER, WORKER = "org.apache.spark.deploy.master.Master", "org.apache.spark.deploy.worker.Worker"


@dataclass(frozen=True)
class Cluster:
    """A running cluster.

    Attributes:
        url: what `--master` takes.
        folder: work folders of the workers and logs of all.
        env: environment for programs that talk to it from outside, spark-submit for one.
    """

    url: str
    folder: Path
    env: Mapping[str, str]


@contextlib.contextmanager
def standalone(folder: Path, workers: int = 2, python: str = sys.executable) -> Iterator[Cluster]:
    """Master and workers of one core each; `python` is what executors run."""
    port = free_port()
    url = f"spark://127.0.0.1:{port}"
    env = {
        **os.environ,
        "JAVA_HOME": str(launcher.java_home(launcher.find_spark_java())),
        "SPARK_HOME": str(SPARK_HOME),
        "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": python,
        # Nothing of ours may reach executors but what is sent to them.
        "PYTHONPATH": "",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    commands = [[MASTER, "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]]
    for number in range(workers):
        work = folder / f"worker{number}"
        commands.append(
            [
                WORKER,
                "--host",
                "127.0.0.1",
                "--webui-port",
                "0",
                "--cores",
                "1",
                "--memory",
                "1g",
                "--work-dir",
                str(work),
                url,
            ]
        )
    with contextlib.ExitStack() as stack:
        for number, command in enumerate(commands):
            log = stack.enter_context((folder / f"daemon{number}.log").open("wb"))
            process = subprocess.Popen(
                [str(SPARK_HOME / "bin" / "spark-class"), *command],
                env=env,
                stdout=log,
                stderr=log,
                cwd=folder,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            if number == 0:
                wait_for_port(port, process)
        wait_for_text(folder / "daemon0.log", "Registering worker", workers)
        yield Cluster(url, folder, env)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert process.poll() is None, "the process ended at its start"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")


def wait_for_text(path: Path, text: str, times: int, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while path.read_text(errors="replace").count(text) < times:
        assert time.monotonic() < end, path.read_text(errors="replace")[-3000:]
        time.sleep(0.1)
