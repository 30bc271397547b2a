# SPDX-License-Identifier: Apache-2.0
"""One embedded Spark session for all tests of a run that want one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """A session on two cores; workers find the modules of this folder."""
    pytest.importorskip("pyspark")
    from hudi_conformance.spark.session import get_session

    here = str(Path(__file__).parent)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [here, before]))
    session = get_session("local[2]", "hudi-conformance tests")
    yield session
    session.stop()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before
