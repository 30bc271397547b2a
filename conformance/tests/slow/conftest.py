# SPDX-License-Identifier: Apache-2.0
"""Real components: what shares a session, a cluster or a build stays in one process."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources

_DEPENDENCIES = ("pyarrow", "pyspark", "fastavro")  # one of each folder that packages are in


# Long enough for a process of its own, in which sessions start once more.
_ALONE = ("test_spark_engine", "test_spark_audit")
_LONGEST = ("spark", "test_report_browser", "test_spark_audit", "test_packages", "test_spark_engine")


# Sessions of tests are short: a second compiler and the threads of a collector only take from the workers.
_LIGHT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_OPTIONS = ("SPARK_SUBMIT_OPTS", "SPARK_DAEMON_JAVA_OPTS", "SPARK_EXECUTOR_OPTS", "SPARK_LAUNCHER_OPTS")


def pytest_configure() -> None:
    """Every JVM of Spark that is started from here is a light one; what the environment says wins."""
    for name in _OPTIONS:
        os.environ.setdefault(name, _LIGHT)


def _group(path: str) -> str:
    """What shares a process: a file, and all files that share a session or a cluster."""
    stem = Path(path).stem
    is_shared = ("spark" in stem or "cluster" in stem) and stem not in _ALONE
    return "spark" if is_shared else stem


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest groups first, so that no process is left with one of them when others are done."""
    items.sort(key=lambda item: [*_LONGEST, group := _group(item.path.name)].index(group))


@pytest.hookimpl(optionalhook=True)  # of a plugin that may be absent
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Under `--dist loadfile` a group stays in one process.

    Marks of groups would say the same, but pytest 9.2 ignores them: pytest-xdist 3.8 tells them by a change
    of ids that pytest no longer sees.
    """
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Groups(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _group(nodeid.partition("::")[0])

    return Groups(config, log)


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A session on two cores; workers find the modules of `support/`."""
    pytest.importorskip("pyspark", reason="needs the extra `spark`")
    from hudi_conformance.engine.session import get_session

    support = str(Path(__file__).parents[1] / "support")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [support, before]))
    session = get_session("local[2]", "hudi-conformance tests")
    yield session
    session.stop()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


@pytest.fixture(scope="session")
def bare_python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python that has the dependencies, but not our package when that is an editable installation."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True)
    [site] = folder.glob("lib/python*/site-packages")
    # This environment may itself take them from another one, by a file .pth that is not followed from here.
    specs = [importlib.util.find_spec(name) for name in _DEPENDENCIES]
    folders = dict.fromkeys(str(Path(spec.origin).parents[1]) for spec in specs if spec and spec.origin)
    (site / "theirs.pth").write_text("".join(f"{path}\n" for path in folders))
    python = str(folder / "bin" / "python")
    found = subprocess.run([python, "-c", f"import {', '.join(_DEPENDENCIES)}"], check=False)
    assert found.returncode == 0
    return python


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, bare_python: str) -> Iterator[Any]:
    """Master and two workers."""
    pytest.importorskip("pyspark", reason="needs the extra `spark`")
    from spark_cluster import standalone

    with standalone(tmp_path_factory.mktemp("cluster"), python=bare_python) as running:
        yield running


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Fixtures that may be damaged."""
    folder = tmp_path / "fixtures"
    shutil.copytree(resources.fixtures_dir(), folder)
    monkeypatch.setattr(resources, "fixtures_dir", lambda: folder)
    return folder
