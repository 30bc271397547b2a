# SPDX-License-Identifier: Apache-2.0
"""Run tests in this process on a package of which one file has another source."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation.probes import PYTEST_OPTIONS, replace_source


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
