# SPDX-License-Identifier: Apache-2.0
"""A damaged table in real stores: HDFS, Azure, Google's, and one that speaks S3. `tox -e stores` runs these.

An audit has the findings that it has of the same files in a folder. Each store is started here: Hadoop's own
mini cluster from Maven Central, azurite from npm, an emulator of Google's store from PyPI, moto.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pyarrow.fs as pafs
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.cli import run_cli
from hudi_conformance.lake.filesystem import AZURE_KEY, AZURE_OPTIONS, file_system
from hudi_conformance.toolchain.java import find_java
from hudi_conformance.toolchain.maven import fetch_jars
from spark_cluster import free_port, wait_for_port

if "HUDI_CONFORMANCE_STORES" not in os.environ:
    pytest.skip("downloads four stores: run by `tox -e stores`", allow_module_level=True)

HDFS = Path(__file__).parents[1] / "support" / "hdfs"
TABLE = resources.fixtures_dir() / "real-rows" / "1.2.0" / "mor_part.zip"
# The account that every azurite has.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real table with a log file that is cut and a base file that is gone."""
    folder = tmp_path_factory.mktemp("stores") / "lake"
    unpacked(TABLE, folder)
    logs = sorted(path for path in folder.rglob(".*.log.*") if ".hoodie" not in path.parts)
    logs[0].write_bytes(logs[0].read_bytes()[:-3])
    sorted(folder.rglob("*_*_*.parquet"))[0].unlink()
    return folder


def findings(path: str) -> list[tuple[str, str | None, str | None, int | None]]:
    """Findings of an audit, paths from the table on."""
    with tempfile.TemporaryDirectory() as out:
        rows: list[Any] = list(run_audit(Options([path]), Path(out)).store.rows())
    return sorted((row.path.removeprefix(path), row.requirement, row.code, row.ofs) for row in rows)


@contextmanager
def running(command: list[str], port: int, **options: Any) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        wait_for_port(port, process)
        yield
    finally:
        process.terminate()
        process.wait(30)


def copy_to(lake: Path, uri: str) -> str:
    system, path = file_system(uri)
    system.create_dir(path, recursive=True)
    local = pafs.LocalFileSystem()
    pafs.copy_files(str(lake), path, source_filesystem=local, destination_filesystem=system)
    return uri


@contextmanager
def hdfs(lake: Path, place: Path) -> Iterator[str]:
    jars = fetch_jars(HDFS / "hadoop.lock.toml")
    classes = os.pathsep.join(map(str, jars))
    command = [
        str(find_java().executable),
        "-cp",
        classes,
        str(HDFS / "MiniHdfs.java"),
        str(place),
        str(lake),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        assert port, "the name node does not start"
        yield f"webhdfs://localhost:{port}/lake"
        assert process.stdin is not None
        process.stdin.close()


@contextmanager
def azure(lake: Path, place: Path) -> Iterator[str]:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm to install azurite with")
    subprocess.run([npm, "install", "--silent", "--prefix", place, "azurite@3.35.0"], check=True, timeout=900)
    port = free_port()
    program = place / "node_modules" / "azurite" / "dist" / "src" / "blob" / "main.js"
    command = [
        "node",
        str(program),
        "--blobPort",
        str(port),
        "--location",
        str(place / "data"),
        "--silent",
        "--skipApiVersionCheck",
        "--disableTelemetry",
    ]
    ends = [f"{kind}_storage_{name}" for kind in ("blob", "dfs") for name in ("authority", "scheme")]
    options = "&".join(
        f"{end}=127.0.0.1:{port}" if end.endswith("authority") else f"{end}=http" for end in ends
    )
    with running(command, port), pytest.MonkeyPatch.context() as patch:
        patch.setenv(AZURE_KEY, KEY)
        patch.setenv(AZURE_OPTIONS, options)
        yield copy_to(lake, f"abfs://lake@{ACCOUNT}.dfs.core.windows.net/table")


@contextmanager
def google(lake: Path, place: Path) -> Iterator[str]:
    venv.create(place, with_pip=True)
    scripts = place / "bin"
    install = [scripts / "pip", "install", "--quiet", "gcp-storage-emulator==2026.7.19"]
    subprocess.run(install, check=True, timeout=600)
    port = free_port()
    command = [
        str(scripts / "gcp-storage-emulator"),
        "start",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--in-memory",
        "--default-bucket",
        "lake",
    ]
    with running(command, port), pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLOUD_STORAGE_EMULATOR_ENDPOINT", f"http://127.0.0.1:{port}")
        yield copy_to(lake, "gs://anonymous@lake/table")


@contextmanager
def s3(lake: Path, _: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with running(command, port), pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "nobody")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        pafs.S3FileSystem(
            endpoint_override=f"http://127.0.0.1:{port}", allow_bucket_creation=True
        ).create_dir("lake")
        yield copy_to(lake, "s3://lake/table")


# In a process of its own: executors know the variables with which their session started.
SOURCES = """
import json, sys
from hudi_conformance.engine.session import get_session
from hudi_conformance.spark import register
spark = get_session("local[1]")
register(spark)
for path in sys.argv[1:]:
    rows = spark.read.format("hudi_log_blocks").load(path).select("path", "ofs", "kind", "verdict").collect()
    print("blocks", json.dumps(sorted([row.path.removeprefix(path), *map(str, row[1:])] for row in rows)))
spark.stop()
"""


def said_by(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = run_cli(words)
    return code, capsys.readouterr().out


def blocks_by_spark(*paths: str) -> list[list[list[str]]]:
    """Rows of the data source of blocks, for each path."""
    done = subprocess.run(
        [sys.executable, "-c", SOURCES, *paths], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line[7:]) for line in done.stdout.splitlines() if line.startswith("blocks ")]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("start", [hdfs, azure, google, s3])
def test_a_store_is_read_as_a_folder(
    start: Callable[[Path, Path], AbstractContextManager[str]],
    lake: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Findings, rows of the snapshot, what salvage saves, and blocks by Spark; prints the findings."""
    wanted = findings(str(lake))
    assert len(wanted) >= 2
    log = min(path for path in lake.rglob(".*.log.*") if ".hoodie" not in path.parts)
    with start(lake, tmp_path) as uri:
        found = findings(uri)
        assert found == wanted
        code, rows = said_by(["snapshot", uri, "--json", "--allow-damaged"], capsys)
        assert (code, rows) == said_by(["snapshot", str(lake), "--json", "--allow-damaged"], capsys)
        assert code == 0
        num_rows = len(rows.splitlines())
        assert num_rows > 10
        saved = []
        for name, place in (("here", str(log)), ("there", f"{uri}/{log.relative_to(lake).as_posix()}")):
            code, text = said_by(["salvage", place, "--json", "--out", str(tmp_path / name)], capsys)
            assert code == 1
            saved.append({key: value for key, value in json.loads(text).items() if key != "file"})
        assert saved[0] == saved[1]
        parts = saved[1]["datasets"].items()
        num_saved = sum(part["rows"] for name, part in parts if name.startswith("records/"))
        blocks = blocks_by_spark(str(lake), uri)
        assert blocks[0] == blocks[1]
        assert len(blocks[0]) > 1
        assert run_cli(["audit", f"{uri}-elsewhere", "--out", str(tmp_path / "none")]) != 0
    said = capsys.readouterr()
    assert "no file or folder at" in said.err + said.out
    assert "Traceback" not in said.err
    with capsys.disabled():
        print(
            f"\n{start.__name__}, as in the folder: {len(found)} findings, {num_rows} rows of the snapshot,"
        )
        print(f"  {num_saved} records saved of the cut log, {len(blocks[1])} blocks by Spark's data source")
        for path, requirement, code, ofs in found:
            print(f"  {path} {requirement} {code} {'' if ofs is None else ofs}")
