# SPDX-License-Identifier: Apache-2.0
"""Run tests in this process on a package of which one file has another source.

Nothing here may import the package: a module that is imported already keeps its source.
"""

from __future__ import annotations

import importlib.machinery
from pathlib import Path
from typing import Any

import pytest

PYTEST_OPTIONS = (
    "-q",
    "-p", "no:cacheprovider",
    "-p", "no:xdist",
    "-p", "no:hudi_conformance",
    "--capture=sys",
    "-o", "tmp_path_retention_policy=failed",
)  # fmt: skip


def run_tests(path: str, changed: str, chosen: str) -> int:
    """Run the tests whose node ids are listed in a file until one fails; return the exit code of pytest.

    Args:
        path: file of the package.
        changed: file with its changed source.
        chosen: file with a node id per line.
    """
    replace_source(Path(path), Path(changed).read_bytes())
    names = Path(chosen).read_text(encoding="utf-8").splitlines()
    return int(pytest.main([*PYTEST_OPTIONS, "-x", "-rfE", *names]))


def replace_source(path: Path, source: bytes) -> None:
    """Let the next import of a file execute another source."""
    code = compile(source, str(path), "exec", dont_inherit=True)
    loader: Any = importlib.machinery.SourceFileLoader
    original = loader.get_code
    loader.get_code = lambda self, name: code if self.path == str(path) else original(self, name)
