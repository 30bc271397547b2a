# SPDX-License-Identifier: Apache-2.0
"""The suite as pytest items: one item per case, for libraries that use pytest.

Nothing is collected unless `--hudi-conformance-adapter` or `--hudi-conformance-implementation` is given.
Then every case is an item whose id is the id of the case, with the markers `surface(name)`, `req(id)` and
`must`; known failures are strict xfails; unsupported and open cases are skipped. `-m surface` runs only
the cases, `-m 'req(id="log.block.size")'` those of one requirement.

The suite itself is imported on first use (`items`): this module is loaded by every pytest of the environment.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import collect_one_node

if TYPE_CHECKING:
    from hudi_conformance.pytest_plugin.items import Judged
    from hudi_conformance.suite.adapter import Adapter

MARKERS = (
    "surface(name): surface that a conformance case belongs to",
    "must: the case is about at least one MUST",
    "req(id): a requirement that a conformance case is about",
)
PREFIX = "--hudi-conformance-"
_judged: pytest.StashKey[Judged] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("hudi-conformance")
    group.addoption(
        f"{PREFIX}adapter",
        metavar="CMD",
        help="collect the conformance cases and run them against this adapter command",
    )
    group.addoption(
        f"{PREFIX}implementation",
        metavar="NAME",
        help="collect the conformance cases and run them against a shipped one, such as kaitai-python",
    )
    group.addoption(
        f"{PREFIX}expect",
        metavar="FILE",
        help="list of known failures, which become strict xfails (default: the one shipped with NAME)",
    )
    group.addoption(
        f"{PREFIX}profile",
        metavar="PROFILE",
        default="core",
        help="core (default), strict: a rejection without a reason fails, "
        "robust: only crashes, hangs and errors fail",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers, and prepare the cases when an implementation is named."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    command, name = config.getoption(f"{PREFIX}adapter"), config.getoption(f"{PREFIX}implementation")
    expect = config.getoption(f"{PREFIX}expect")
    if command and name:
        raise pytest.UsageError(f"{PREFIX}adapter and {PREFIX}implementation exclude each other")
    if not command and not name:
        if expect:
            raise pytest.UsageError(f"{PREFIX}expect needs {PREFIX}adapter or {PREFIX}implementation")
        return
    from hudi_conformance.pytest_plugin import items  # noqa: PLC0415 - see the docstring of this module

    try:
        config.stash[_judged] = items.Judged(
            command=command,
            name=name,
            expect=None if expect is None else Path(expect),
            profile=config.getoption(f"{PREFIX}profile"),
        )
    except items.JudgedError as error:
        raise pytest.UsageError(str(error)) from error


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the adapter."""
    judged = config.stash.get(_judged, None)
    if judged is not None:
        judged.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the cases to the collected items, before `-k` and `-m` select."""
    judged = config.stash.get(_judged, None)
    if judged is None:
        return
    from hudi_conformance.pytest_plugin.items import Suite  # noqa: PLC0415 - see the docstring of this module

    suite = Suite.from_parent(session, name="hudi-conformance", nodeid="hudi-conformance")
    suite.judged = judged
    report = collect_one_node(suite)
    # The hook makes the terminal count the items among those collected.
    config.hook.pytest_collectreport(report=report)
    items += (item for item in report.result if isinstance(item, pytest.Item))


@pytest.fixture(scope="session")
def hudi_conformance_adapter(request: pytest.FixtureRequest) -> Adapter:
    """The running adapter of the judged implementation, for your own requests.

    `adapter.ask("log.scan", data, {}, ms=1000, mib=256)` returns an answer; without an implementation on the
    command line the test is skipped.
    """
    judged = request.config.stash.get(_judged, None)
    if judged is None:
        pytest.skip(f"no {PREFIX}adapter and no {PREFIX}implementation")
    return judged.started()
