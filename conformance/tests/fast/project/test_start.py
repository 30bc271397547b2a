# SPDX-License-Identifier: Apache-2.0
"""What a short job does not wait for: pandas behind pyarrow, kernels for a few bytes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from bulk_factory import log_fixtures
from hudi_conformance import resources

_COMMAND = """
import sys
from hudi_conformance.cli import run_cli
code = run_cli(sys.argv[1:])
print(code, *(name in sys.modules for name in ("pandas", "numba", "pyarrow")))
"""


def _asked(path: Path, tmp_path: Path, *words: str) -> list[str]:
    words = words or ("audit", "--engine", "plain")
    command = [sys.executable, "-c", _COMMAND, *words, str(path), "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_an_audit_of_a_small_file_imports_neither_pandas_nor_kernels(tmp_path: Path) -> None:
    (path,) = [path for path in log_fixtures() if path.stem == "avro_records"]
    assert _asked(path, tmp_path) == ["0", "False", "False", "True"]


def test_a_salvage_of_a_small_file_imports_neither(tmp_path: Path) -> None:
    for number, path in enumerate(_small_files()):
        assert _asked(path, tmp_path / str(number), "salvage") == ["0", "False", "False", "True"]


def _small_files() -> list[Path]:
    (log,) = [path for path in log_fixtures() if path.stem == "avro_records"]
    return [log, resources.fixtures_dir() / "hfile" / "hudi_gz.hfile"]


def test_an_audit_of_a_large_file_has_kernels(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="needs the extra `fast`")
    (path,) = [path for path in log_fixtures() if path.stem == "avro_records"]
    large = tmp_path / path.name
    data = path.read_bytes()
    large.write_bytes(data * ((2 << 20) // len(data) + 1))
    assert _asked(large, tmp_path)[2] == "True"


@pytest.mark.skipif(importlib.util.find_spec("pandas") is None, reason="pandas is not installed")
def test_pandas_may_be_imported_afterwards() -> None:
    program = (
        "import sys, pyarrow as pa\n"
        "from hudi_conformance.arrow_start import leave_pandas_out\n"
        "leave_pandas_out()\n"
        "print(pa.array([1, 2]).to_pylist(), 'pandas' in sys.modules)\n"
        "import pandas\n"
        "print(pandas.Series([1, 2]).sum())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[1, 2] False", "3"]
