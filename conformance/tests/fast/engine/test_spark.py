# SPDX-License-Identifier: Apache-2.0
"""What of the Spark engine can be looked at without starting Spark."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pyarrow as pa
import pytest
from hudi_conformance import resources
from hudi_conformance.engine import launcher, packaging, session, transport
from hudi_conformance.engine import spark as engine
from hudi_conformance.engine.tasks import MapFunction
from hudi_conformance.spark import register
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.java import JavaRuntime

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NUMBERS = pa.schema([("n", pa.int64())])


def numbers(*values: int) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict({"n": values}, schema=NUMBERS)


def run_job(payloads: list[bytes], func: MapFunction, timeout_s: float | None = None) -> dict[int, list[int]]:
    """What a job gives back, part by part."""
    job = transport.job(payloads, func, NUMBERS, timeout_s)
    found: dict[int, list[int]] = {}
    parts = pa.RecordBatch.from_pydict({"id": list(range(len(payloads)))})
    for out in job(iter([parts])):
        for row in out.to_pylist():
            rows = [
                value for batch in transport.decode(row["data"]) for value in batch.column("n").to_pylist()
            ]
            found.setdefault(row["part"], []).extend(rows)
    return found


def doubled(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield numbers(*(2 * n for n in batch.column("n").to_pylist()))


def test_a_job_gives_each_part_its_own_answers() -> None:
    payloads = [
        transport.encode([numbers(1, 2), numbers(3)], NUMBERS),
        transport.encode([numbers(4)], NUMBERS),
    ]
    assert run_job(payloads, doubled) == {0: [2, 4, 6], 1: [8]}
    assert run_job(payloads, doubled, timeout_s=60) == {0: [2, 4, 6], 1: [8]}
    assert run_job([transport.encode([], NUMBERS)], doubled) == {}


def test_under_a_timeout_tasks_come_one_by_one() -> None:
    def sizes(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from (numbers(batch.num_rows) for batch in batches)

    payload = transport.encode([numbers(7, 8, 9)], NUMBERS)
    assert run_job([payload], sizes) == {0: [3]}
    assert run_job([payload], sizes, timeout_s=60) == {0: [1, 1, 1]}


def test_results_travel_in_pieces() -> None:
    def much(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for _ in batches:
            for start in range(0, 1_000_000, 100_000):
                yield numbers(*range(start, start + 100_000))

    job = transport.job([transport.encode([numbers(0)], NUMBERS)], much, NUMBERS, None)
    assert len(list(job(iter([pa.RecordBatch.from_pydict({"id": [0]})])))) == 5


def test_a_worker_hides_what_it_has_loaded_from_the_collector_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    freezes: list[None] = []
    monkeypatch.setattr(transport, "_num_settled", 0)
    monkeypatch.setattr(transport.gc, "freeze", lambda: freezes.append(None))
    payload = transport.encode([numbers(1)], NUMBERS)
    assert run_job([payload], doubled) == {0: [2]}
    assert len(freezes) == 1
    for _ in range(20):
        run_job([payload], doubled)
    assert 1 < len(freezes) < 20


@pytest.mark.parametrize("hangs", ["before", "between"])
def test_the_watchdog_ends_the_process(hangs: str) -> None:
    program = f"""
import time
import pyarrow as pa
from hudi_conformance.engine import transport
schema = pa.schema([("n", pa.int64())])
def slow(batches):
    for number, batch in enumerate(batches):
        if number == {0 if hangs == "before" else 1}:
            time.sleep(600)
        yield batch
batch = pa.RecordBatch.from_pydict({{"n": [1, 2]}}, schema=schema)
job = transport.job([transport.encode([batch], schema)], slow, schema, 0.2)
list(job(iter([pa.RecordBatch.from_pydict({{"id": [0]}})])))
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=60, check=False)
    assert done.returncode == transport.EXIT_TIMEOUT


def cut(weights: list[int], *, weighed: bool = True, **options: int) -> list[list[int]]:
    table = pa.table({"size": pa.array(weights, pa.int64())})
    size, cores = options.get("tasks_per_group"), options.get("cores", 1)
    groups = engine._groups(table, "size" if weighed else None, size, cores)
    return [weights[group.start : group.stop] for group in groups]


def test_groups_of_a_given_size() -> None:
    assert cut([1, 2, 3, 4, 5], tasks_per_group=2) == [[1, 2], [3, 4], [5]]
    assert cut([1] * 6, tasks_per_group=1000, weighed=False) == [[1] * 6]
    assert cut([], cores=2) == cut([], tasks_per_group=2) == []


def test_groups_get_smaller_towards_the_end() -> None:
    for cores in (1, 2, 7):
        sizes = [sum(group) for group in cut([1] * 4_000, cores=cores, weighed=False)]
        assert sizes == sorted(sizes, reverse=True)[: len(sizes)]
        assert sum(sizes) == 4_000
        assert sizes[-1] <= 4_000 / (8 * cores)
        assert cores < len(sizes) <= max(8 * cores, 4_000 / engine.MAX_GROUP_TASKS + 1)


def test_groups_have_bounds() -> None:
    huge = [engine.MAX_GROUP_WEIGHT] * 40
    assert cut(huge) == [[one] for one in huge]
    many = cut([1] * 10_000)
    assert max(len(group) for group in many) == engine.MAX_GROUP_TASKS
    assert sum(map(len, many)) == 10_000


def test_what_failed_is_tried_apart_then_in_halves_then_alone() -> None:
    group = engine._Group
    assert list(engine._again([group(0, 4), group(4, 6)])) == [
        group(4, 6, suspect=True),
        group(0, 4, suspect=True),
    ]
    assert list(engine._again([group(0, 5)])) == [group(2, 5, suspect=True), group(0, 2, suspect=True)]
    once = group(2, 3, suspect=True, failures=1)
    assert list(engine._again([group(2, 3)])) == [once]
    assert list(engine._again([once])) == [group(2, 3, suspect=True, failures=2)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Aborted\n: org.apache.SparkException: Python worker exited unexpectedly (crashed)\n\tat x", "died"),
        ("ExecutorLostFailure (executor 1 exited caused by one of the running tasks)", "died"),
        ("PythonException:\nTraceback\n  File x\nKeyError: [2] no\n\tat", "KeyError: [2] no"),
        ("hudi_conformance.errors.Reject: bad\n", "hudi_conformance"),
        ("", "RuntimeError"),
    ],
)
def test_reasons_are_one_sentence(text: str, reason: str) -> None:
    said = engine.explain(RuntimeError(text))
    assert reason in said
    assert "\n" not in said


def test_the_launcher_drops_one_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(tmp_path / "it's a cache"))
    java = tmp_path / "real java"
    java.write_text('#!/bin/sh\nprintf "<%s>" "$@"\n')
    java.chmod(0o755)
    home = launcher.java_home(JavaRuntime(java, 21, "PATH"))
    assert launcher.java_home(JavaRuntime(java, 21, "PATH")) == home
    words = ["-cp", "a b", "--add-modules=jdk.incubator.vector", "--add-modules=x", "", "$HOME"]
    done = subprocess.run([str(home / "bin" / "java"), *words], capture_output=True, text=True, check=True)
    assert done.stdout == "<-cp><a b><--add-modules=x><><$HOME>"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", none)
    with pytest.raises(session.SparkUnavailable, match=r"pip install 'hudi-conformance\[spark\]'"):
        session.get_session()
    monkeypatch.setattr(metadata, "version", lambda _: "4.2.0")
    seen = []

    def find(low: int, high: int) -> None:
        seen.append((low, high))
        raise ToolMissing("no Java")

    monkeypatch.setattr(launcher, "find_java", find)
    with pytest.raises(ToolMissing, match="no Java"):
        launcher.find_spark_java()
    assert seen == [(17, 21)]


@pytest.mark.parametrize(("entry", "foreign"), [("relative", False), ("absolute", False), ("absolute", True)])
def test_the_zip_unpacks_itself_where_it_is_imported(tmp_path: Path, entry: str, foreign: bool) -> None:
    if foreign:
        (tmp_path / f"hudi-conformance-{os.getuid()}").write_text("somebody was here before")
    archive = Path(shutil.copy(packaging.package_zip(), tmp_path))
    with zipfile.ZipFile(archive) as names:
        assert sorted(names.namelist()) == [
            "hudi_conformance/__init__.py",
            "hudi_parsers/__init__.py",
            packaging.PAYLOAD,
        ]
    program = f"""
import sys
sys.path.insert(1, {str(archive) if entry == "absolute" else "./" + archive.name!r})
import hudi_conformance, hudi_parsers
from hudi_conformance import resources
from hudi_conformance.specification import requirements
from hudi_conformance.decode.log import scan as log_scan
print(hudi_conformance.__version__, hudi_conformance.__file__, hudi_parsers.__file__, log_scan.__file__)
spec = requirements.load(resources.spec_dir())
print(len(spec.requirements), resources.adapters_dir().is_dir(), resources.cases_dir().is_dir())
"""
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    for _ in range(2):  # the second finds it unpacked
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        first, second = done.stdout.splitlines()
        assert all(word.startswith(str(tmp_path)) for word in first.split()[1:])
        assert second.split()[1:] == ["True", "False"]
        assert int(second.split()[0]) > 100
    [own] = [path for path in tmp_path.iterdir() if path.is_dir()]
    if foreign:
        assert own.name == f"{archive.stem}.unpacked", "beside the archive"
    else:
        assert [path.name for path in own.iterdir()] == [f"{archive.stem}.unpacked"]
        assert own.stat().st_mode & 0o777 == 0o700


def test_an_audit_needs_nothing_beside_the_zip(tmp_path: Path) -> None:
    """What findings say of releases and rules is read from data, which executors have from the zip alone."""
    lake = tmp_path / "lake"
    lake.mkdir()
    data = bytearray((resources.fixtures_dir() / "log" / "all_types.log").read_bytes())
    data[len(data) // 2] ^= 0xFF
    (lake / ".f0-0_20240101000000001.log.1_0-1-1").write_bytes(data)
    program = f"""
import sys
sys.path.insert(1, {str(packaging.package_zip())!r})
from hudi_conformance.cli import main
main(["audit", {str(lake)!r}, "--engine", "plain", "--json", "--out", {str(tmp_path / "out")!r}])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert '"unreadable": 1' not in done.stdout, done.stdout
    assert '"violation": 1' in done.stdout, done.stdout


def test_the_zip_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = packaging.package_zip()
    second = packaging.package_zip.__wrapped__()
    assert first != second
    assert (first.name, first.read_bytes()) == (second.name, second.read_bytes())


@pytest.mark.parametrize(
    ("master", "local"),
    [
        ("local", True),
        ("local[2]", True),
        ("local[*]", True),
        ("local-cluster[2,1,1024]", False),
        ("yarn", False),
    ],
)
def test_local_is_local(master: str, local: bool) -> None:
    assert packaging.is_local(master) is local


def test_executors_miss_nothing_that_the_package_declares() -> None:
    """Each dependency that checks import is asked for on executors before the first task."""
    text = (
        (resources.data_root() / "pyproject.toml").read_text(encoding="utf-8")
        if resources.is_checkout()
        else ""
    )
    declared = {"cramjam", "fastavro", "google-crc32c", "kaitaistruct", "pyarrow"}
    if text:
        assert all(f'"{name}' in text for name in declared)
    assert {name.replace("-", "_") for name in declared} <= set(packaging.NEEDED)


def test_sessions_of_older_releases_have_no_data_sources() -> None:
    old, new = (cast("SparkSession", SimpleNamespace(version=version)) for version in ("3.5.9", "4.0.1"))
    packaging.require_sources(new)
    with pytest.raises(ToolMissing, match=r"need Spark 4 or newer, this session runs 3\.5\.9"):
        register(old)
