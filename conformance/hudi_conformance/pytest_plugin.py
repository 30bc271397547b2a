# SPDX-License-Identifier: Apache-2.0
"""The suite as pytest items: one item a case, for libraries that test themselves with pytest.

Nothing is collected unless `--hudi-conformance-adapter` or `--hudi-conformance-implementation` is given.
Then every case is an item whose id is the id of the case, with the markers `surface(name)`, `req(id)` and
`must`; known failures are strict xfails; what is unsupported or open is skipped. `-m surface` runs the cases
alone, `-m 'req(id="log.block.size")'` those of one requirement.

The suite itself is imported on first use: this module is loaded by every pytest of the environment.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import collect_one_node

if TYPE_CHECKING:
    from hudi_conformance.bench import Bench
    from hudi_conformance.suite.adapter import Adapter
    from hudi_conformance.suite.inputs import Prepared

MARKERS = (
    "surface(name): surface that a conformance case belongs to",
    "must: the case is about at least one MUST",
    "req(id): a requirement that a conformance case is about",
)
PREFIX = "--hudi-conformance-"
_bench = pytest.StashKey["Bench"]()


class CaseFailed(Exception):  # noqa: N818 - pytest calls it a failure, not an error
    """An answer that is not as expected; its text is the block that `hudi-conformance run` prints."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    group = parser.getgroup("hudi-conformance")
    group.addoption(
        f"{PREFIX}adapter",
        metavar="CMD",
        help="collect the conformance cases and put them to this adapter command",
    )
    group.addoption(
        f"{PREFIX}implementation",
        metavar="NAME",
        help="collect the conformance cases and put them to a shipped implementation, such as kaitai-python",
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
        help="core (default), strict: a rejection without a reason fails, robust: only falling over fails",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers, and prepare the cases when an implementation is given."""
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
    from hudi_conformance import bench  # noqa: PLC0415 - see the head of this module

    try:
        config.stash[_bench] = bench.Bench(
            command=command,
            name=name,
            expect=None if expect is None else Path(expect),
            profile=config.getoption(f"{PREFIX}profile"),
        )
    except bench.BenchError as error:
        raise pytest.UsageError(str(error)) from error


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the adapter."""
    bench = config.stash.get(_bench, None)
    if bench is not None:
        bench.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the cases to what was collected, before `-k` and `-m` choose."""
    bench = config.stash.get(_bench, None)
    if bench is None:
        return
    suite = Suite.from_parent(session, name="hudi-conformance", nodeid="hudi-conformance")
    suite.bench = bench
    report = collect_one_node(suite)
    # Through the hook, so that the terminal counts the items among those collected.
    config.hook.pytest_collectreport(report=report)
    items += (item for item in report.result if isinstance(item, pytest.Item))


@pytest.fixture(scope="session")
def hudi_conformance_adapter(request: pytest.FixtureRequest) -> Adapter:
    """The running adapter of the implementation that is judged, for questions of your own.

    `adapter.ask("log.scan", data, {}, ms=1000, mib=256)` gives an answer; without an implementation on the
    command line the test is skipped.
    """
    bench = request.config.stash.get(_bench, None)
    if bench is None:
        pytest.skip(f"no {PREFIX}adapter and no {PREFIX}implementation")
    return _started(bench)


class Suite(pytest.Collector):
    """Collector of all cases."""

    bench: Bench

    def collect(self) -> Iterable[pytest.Item]:
        """The cases in the order of the suite, then the state of the list of known failures."""
        for ready in self.bench.cases:
            yield CaseItem.from_parent(self, name=ready.case.id, nodeid=ready.case.id, ready=ready)
        if self.bench.known.groups:
            yield ListItem.from_parent(self, name="expectation-list")


class CaseItem(pytest.Item):
    """One case, put to the implementation."""

    parent: Suite

    def __init__(self, *, ready: Prepared, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ready = ready
        self.add_marker(pytest.mark.surface(name=ready.case.surface))
        for requirement in ready.case.req:
            self.add_marker(pytest.mark.req(id=requirement))
        if self.parent.bench.is_must(ready):
            self.add_marker(pytest.mark.must)

    def runtest(self) -> None:
        """Ask, judge, and say it in pytest's words."""
        bench = self.parent.bench
        _started(bench)
        verdict = bench.judge(self.ready)
        self.user_properties += [("verdict", verdict.verdict), ("level", bench.level(self.ready))]
        self.user_properties += [("req", requirement) for requirement in self.ready.case.req]
        match verdict.status:
            case "pass" | "pass-weak":
                return
            case "unsupported" | "open":
                pytest.skip(f"{verdict.status}: {verdict.why}")
            case "known":
                # With --runxfail this does nothing, and the failure is shown.
                pytest.xfail(f"{verdict.verdict}: {verdict.why}")
        raise CaseFailed(verdict.block())

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The block alone: a traceback through the suite tells nothing about the implementation."""
        return _block_or(excinfo) or super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands."""
        path, line = self.parent.bench.place(self.ready)
        return path, line - 1, self.ready.case.id


class ListItem(pytest.Item):
    """The list of known failures itself: patterns that match nothing, entries that have run out."""

    parent: Suite

    def runtest(self) -> None:
        """Fail when something is wrong with the list."""
        problems = self.parent.bench.list_problems()
        if problems:
            raise CaseFailed("\n".join(problems))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The problems alone."""
        return _block_or(excinfo) or super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """There is no better place than its name."""
        return "hudi-conformance", None, "expectation-list"


def _block_or(excinfo: pytest.ExceptionInfo[BaseException]) -> str | None:
    return str(excinfo.value) if isinstance(excinfo.value, CaseFailed) else None


def _started(bench: Bench) -> Adapter:
    from hudi_conformance.bench import BenchError  # noqa: PLC0415

    try:
        return bench.adapter()
    except BenchError as error:
        # No verdict would mean anything: like `run`, stop with 3.
        pytest.exit(str(error), returncode=3)
