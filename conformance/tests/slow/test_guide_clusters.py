# SPDX-License-Identifier: Apache-2.0
"""The commands of the guide for clusters, as they stand: standalone, spark-submit, a store that speaks S3."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources

pytest.importorskip("pyspark", reason="needs the extra `spark`")
pytest.importorskip("moto.server", reason="needs the extra `test`")

import pyarrow.dataset as ds
from moto.server import ThreadedMotoServer
from spark_cluster import SPARK_HOME, Cluster, free_port

pytestmark = pytest.mark.own_job

GUIDE = resources.data_root() / "conformance" / "guides" / "clusters.md"
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
DAMAGED = ".f1-0_20240101000000001.log.1_0-1-1"


def make_lake(folder: Path) -> None:
    """Two good log files and one that is cut."""
    folder.mkdir()
    data = (resources.fixtures_dir() / "log" / "three_avro.log").read_bytes()
    for number in (2, 3):
        (folder / f".f{number}-0_20240101000000001.log.1_0-1-1").write_bytes(data)
    (folder / DAMAGED).write_bytes(data[:-3])


def upload(lake: Path, bucket: str, env: dict[str, str]) -> None:
    program = "import sys, pyarrow.fs as fs; fs.copy_files(sys.argv[1], sys.argv[2])"
    make = "import os, boto3; boto3.client('s3').create_bucket(Bucket=os.environ['NAME'])"
    subprocess.run([sys.executable, "-c", make], env=env | {"NAME": "lake"}, check=True, timeout=60)
    subprocess.run([sys.executable, "-c", program, str(lake), bucket], env=env, check=True, timeout=60)


def findings(folder: Path) -> list[tuple[str, str]]:
    rows: list[dict[str, Any]] = ds.dataset(folder / "findings", format="parquet").to_table().to_pylist()
    return sorted((row["path"].rpartition("/")[2], row["code"]) for row in rows)


@pytest.mark.timeout(900)
def test_every_command_of_the_guide(cluster: Cluster, tmp_path: Path) -> None:
    assert len(BLOCKS) >= 8
    make_lake(tmp_path / "lake")
    port = free_port()
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    scripts = Path(sys.executable).parent
    env = {
        **os.environ,
        **cluster.env,
        "PATH": os.pathsep.join([str(scripts), str(SPARK_HOME / "bin"), os.environ["PATH"]]),
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "MASTER": cluster.url,
        "LAKE": str(tmp_path / "lake"),
        "BUCKET": "s3://lake/table",
        "WORK": str(tmp_path / "work"),
        "PS4": "+ ${EPOCHREALTIME} ",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    (tmp_path / "work").mkdir()
    assert shutil.which("hudi-conformance", path=env["PATH"])
    server.start()
    try:
        upload(tmp_path / "lake", env["BUCKET"], env)
        script = "\n".join(["set -euxo pipefail", *BLOCKS])
        done = subprocess.run(
            ["bash", "-c", script], env=env, capture_output=True, text=True, timeout=840, check=False
        )
    finally:
        server.stop()
    (tmp_path / "trace.txt").write_text(done.stderr, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    wanted = findings(tmp_path / "work" / "audit")
    assert wanted
    assert {name for name, _ in wanted} == {DAMAGED}
    for other in ("some", "submitted", "job", "bucket"):
        assert findings(tmp_path / "work" / other) == wanted, other
    assert re.search(r"\d+ findings in 9 blocks", done.stdout)
    summary = json.loads((tmp_path / "work" / "campaign" / "summary.json").read_text(encoding="utf-8"))
    assert summary
