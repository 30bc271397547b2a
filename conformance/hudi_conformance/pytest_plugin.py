# SPDX-License-Identifier: Apache-2.0
"""The suite as pytest items: one item a case, for libraries that test themselves with pytest.

Nothing is collected unless `--hudi-conformance-adapter` or `--hudi-conformance-implementation` is given.
Everything of the suite is imported on first use: the plugin is loaded by every pytest of the environment.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("hudi-conformance")
    group.addoption(
        "--hudi-conformance-adapter",
        metavar="CMD",
        help="collect the conformance cases and put them to this adapter command",
    )
    group.addoption(
        "--hudi-conformance-implementation",
        metavar="NAME",
        help="collect the conformance cases and put them to a shipped implementation, such as kaitai-python",
    )
    group.addoption(
        "--hudi-conformance-expect",
        metavar="FILE",
        help="expectation list: its failures are strict xfails (default: the implementation's own list)",
    )
