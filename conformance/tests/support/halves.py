# SPDX-License-Identifier: Apache-2.0
"""Every other file of many that are asked in the same way; the others are asked by `tox -e slow`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

_LEFT = pytest.mark.whole("every other file is asked the same, each damaged in its own way")


def every_other(files: Sequence[Path]) -> list[Any]:
    """Parameters of a test that takes a file."""
    return [
        pytest.param(path, marks=[_LEFT] if number % 2 else [], id=path.stem)
        for number, path in enumerate(files)
    ]
