# SPDX-License-Identifier: Apache-2.0
"""An audit says the same whatever carries it and whatever happens to what carries it.

The files: golden logs and HFiles with damage, and one log that is checked in several parts.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

import log_files
from hudi_conformance import resources
from hudi_conformance.audit.run import Options, Outcome, run_audit
from hudi_conformance.engine.spark import run_tasks
from spark_cluster import SPARK_HOME, Cluster

pytestmark = pytest.mark.own_job

PROGRAM = Path(sys.executable).with_name("hudi-conformance")
STEP = 8  # of the golden files each so manieth
PART_MIB = 140  # so large is the log that has parts

Rows = list[tuple[object, ...]]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lake")
    fixtures = resources.fixtures_dir()
    logs = sorted(path for path in (fixtures / "log").rglob("*.log") if path.stat().st_size)
    hfiles = sorted(path for path in (fixtures / "hfile").rglob("*.hfile") if path.stat().st_size)
    for number, path in enumerate([*logs, *hfiles][::STEP]):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        ending = ".hfile" if path.suffix == ".hfile" else ".log.1_0-1-1"
        name = f"f{number}.hfile" if ending == ".hfile" else f".f{number}-0_20240101000000001{ending}"
        (folder / name).write_bytes(data)
    large = log_files.make_file(folder, "large", 1 << 20, PART_MIB << 20)
    with large.path.open("r+b") as file:
        for share in (3, 5, 8):
            file.seek(large.num_bytes * share // 9)
            file.write(bytes(64))
    return folder


def rows_of(out: Path) -> Rows:
    found = []
    for path in (out / "findings").glob("*.parquet"):
        found += [tuple(row.values()) for row in pq.read_table(path).drop_columns("run_id").to_pylist()]
    return sorted(found, key=repr)


@pytest.fixture(scope="module")
def expected(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Findings of the plain loop."""
    out = tmp_path_factory.mktemp("plain")
    outcome = run_audit(Options([str(lake)]), out)
    found = rows_of(out)
    assert len({row[0] for row in found}) > 20, "the damage is seen"
    assert len(outcome.store.parts) > 1, "one log has parts"
    return found


def on_spark(spark: Any, lake: Path, out: Path, **options: Any) -> Outcome:
    return run_audit(Options([str(lake)]), out, engine=partial(run_tasks, spark, weight="weight"), **options)


@pytest.mark.whole("test_spark_audit_metadata compares an audit on Spark with the loop")
def test_local(spark: Any, lake: Path, expected: Rows, tmp_path: Path) -> None:
    outcome = on_spark(spark, lake, tmp_path)
    assert rows_of(tmp_path) == expected
    assert outcome.progress.files == len(list(lake.iterdir()))


def python_workers() -> Iterator[int]:
    """Processes of Python workers below this one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text(errors="replace")
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])

    def is_ours(pid: int) -> bool:
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    for pid, parent in parents.items():
        words = Path(f"/proc/{pid}/cmdline").read_bytes() if Path(f"/proc/{pid}").exists() else b""
        own = Path(f"/proc/{parent}/cmdline").read_bytes() if Path(f"/proc/{parent}").exists() else b""
        if b"pyspark" in words and b"daemon" in words and b"daemon" in own and is_ours(pid):
            yield pid


@pytest.mark.whole("test_spark_engine kills workers of plain tasks")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found in /proc")
def test_workers_killed_from_outside(spark: Any, lake: Path, expected: Rows, tmp_path: Path) -> None:
    killed: list[int] = []

    def on_progress(_: object) -> None:
        if len(killed) < 4:
            for pid in python_workers():
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    on_spark(spark, lake, tmp_path, on_progress=on_progress)
    assert killed
    assert rows_of(tmp_path) == expected


def test_a_file_that_disappears(spark: Any, lake: Path, expected: Rows, tmp_path: Path) -> None:
    files = sorted(lake.iterdir())
    gone = [files[0], files[-1]]
    data = {path: path.read_bytes() for path in gone}
    try:
        on_spark(spark, lake, tmp_path, on_plan=lambda _: [path.unlink() for path in gone])
    finally:
        for path, content in data.items():
            path.write_bytes(content)
    found = rows_of(tmp_path)
    names = {str(path) for path in gone}
    assert [row for row in found if row[0] not in names] == [row for row in expected if row[0] not in names]
    lost = [row for row in found if row[0] in names]
    assert {row[0] for row in lost} == names
    assert all({"gone", "note"} <= set(row) for row in lost), lost


INTERRUPTED = """
import os, signal, sys
from functools import partial
from pathlib import Path
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.engine.spark import run_tasks
from hudi_conformance.engine.session import get_session

calls = 0
def on_progress(done):
    global calls
    calls += 1
    if calls == 5:
        os.kill(os.getpid(), signal.SIGINT)
lake, out = sys.argv[1:]
try:
    engine = partial(run_tasks, get_session("local[2]"), weight="weight")
    run_audit(Options([lake]), Path(out), engine=engine, on_progress=on_progress)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.whole("test_spark_engine interrupts plain tasks, the fast tests resume audits in a loop")
def test_resume_after_an_interrupt(spark: Any, lake: Path, expected: Rows, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(lake), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.stdout == "interrupted\n", done.stderr[-3000:]
    first = rows_of(tmp_path)
    assert len(first) < len(expected)
    seen: list[int] = []
    outcome = on_spark(
        spark, lake, tmp_path, resume=True, on_progress=lambda progress: seen.append(progress.files)
    )
    assert seen[0] > 0, "what was done is not done again"
    assert rows_of(tmp_path) == expected
    assert outcome.progress.files == len(list(lake.iterdir()))


@pytest.mark.whole("the same workers as in `test_local`, started by another program")
def test_standalone_cluster(cluster: Cluster, lake: Path, expected: Rows, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(PROGRAM), "audit", str(lake), "--master", cluster.url, "--out", str(tmp_path), "--json"],
        env={**os.environ, **cluster.env},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 1, done.stderr[-3000:]
    json.loads(done.stdout)
    assert rows_of(tmp_path) == expected


@pytest.mark.whole("test_standalone_cluster audits on the same cluster")
def test_spark_submit(cluster: Cluster, lake: Path, expected: Rows, tmp_path: Path) -> None:
    script = tmp_path / "audit.py"
    script.write_text("from hudi_conformance.cli import main\n\nmain()\n")
    out = tmp_path / "out"
    submit = [str(SPARK_HOME / "bin" / "spark-submit"), "--master", cluster.url, str(script)]
    done = subprocess.run(
        [*submit, "audit", str(lake), "--out", str(out)],
        env={**os.environ, **cluster.env, "PYSPARK_DRIVER_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 1, done.stderr[-3000:]
    assert rows_of(out) == expected
