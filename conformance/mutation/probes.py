# SPDX-License-Identifier: Apache-2.0
"""Probes for mutants: cases of the suite, and items of pytest.

Both kinds run in the process that has the changed functions. Where a change takes effect at import, cases
import the package again; tests run in a new process that finds the changed source (`replaced_source`).
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Protocol

import pytest
from callable_adapter import CallableAdapter
from hudi_conformance import edits
from hudi_conformance.suite import runner
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.session import READER, Session

from mutation.replaced_source import replace_source

PACKAGE = "hudi_conformance"
WRITER = "reference-writer"
# Parts that judge. They import nothing of what is changed, and stay imported.
_JUDGES = frozenset({"errors", "resources", "suite", "specification", "toolchain"})
_ADAPTERS = {READER: "kaitai.python", WRITER: "reference_writer"}


class HangError(BaseException):
    """A probe takes much longer than on the unchanged package."""


class Probes(Protocol):
    """One kind of probes; a fault is a text, None means that the probe holds."""

    kind: str

    def digests(self) -> Mapping[str, str]:
        """Digest of everything that a probe consists of, by its name."""

    def mentioning(self, words: re.Pattern[bytes]) -> Collection[str]:
        """Probes whose own source has one of these words."""

    def run(self, name: str) -> str | None:
        """Run one probe on the functions in this process."""

    def run_imported(
        self, names: Sequence[str], path: Path, source: bytes, seconds: float, *, is_compiled: bool
    ) -> tuple[str, str] | None:
        """Run probes on the package imported again with a changed file: the first that fails, its fault."""


class CaseProbes:
    """Cases of the suite, judged by the suite's own judge."""

    kind = "cases"

    def __init__(self) -> None:
        session = Session(edits)
        prepared = session.prepare(session.cases)
        self._plan = session.plan(prepared)
        self._cases = {ready.case.id: ready for ready in prepared}
        self._connect()

    def _connect(self) -> None:
        """Take the adapters of the package as it is imported now."""
        self._adapters = {
            name: CallableAdapter(importlib.import_module(f"{PACKAGE}.adapters.{module}").answer)
            for name, module in _ADAPTERS.items()
        }
        readers = {READER: lambda: self._adapters[READER]}
        self._turn = runner.Turn(
            runner.Participant("mutant", readers[READER], KnownFailures("mutant")),
            replace(self._plan, readers=readers),
            runner.Readers(readers),
        )

    def digests(self) -> Mapping[str, str]:
        """Digests of input and description."""
        return {name: digest_of(f"{ready.digest} {ready.case!r}") for name, ready in self._cases.items()}

    @staticmethod
    def mentioning(words: re.Pattern[bytes]) -> Collection[str]:
        """None: a case is data."""
        del words
        return ()

    def run(self, name: str) -> str | None:
        """The verdict of a case that fails."""
        ready = self._cases[name]
        adapter = self._adapters[WRITER if ready.case.cmd.endswith(".write") else READER]
        _, judgement, standing = self._turn.judge_case(adapter, ready)
        return judgement.verdict if standing.status in runner.UNEXPECTED else None

    def run_imported(
        self, names: Sequence[str], path: Path, source: bytes, seconds: float, *, is_compiled: bool
    ) -> tuple[str, str] | None:
        """Import the package again in this process, and judge cases until one fails."""
        del is_compiled  # cases use no compiled function
        forget_package()
        replace_source(path, source)
        try:
            self._connect()
        except Exception as error:  # of a changed module, any
            return "import", f"{type(error).__name__}: {error}"
        for name in names:
            if fault := limited(self, name, seconds):
                return name, fault
        return None


class TestProbes:
    """Collected items of pytest by node id.

    Args:
        items: as `pytest_runtestloop` has them; the object must be registered as a plugin.
    """

    kind = "tests"
    __test__ = False

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self._items = {item.nodeid: item for item in items}
        self._faults: list[str] = []
        self._skipped = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what fails, and that a test was skipped."""
        if report.failed:
            self._faults.append(f"{report.when}: {report.longreprtext[-120:]}")
        self._skipped |= report.skipped

    def digests(self) -> Mapping[str, str]:
        """Digests of the files that the tests are in."""
        files = {item.path for item in self._items.values()}
        digests = {path: digest_of(path.read_text(encoding="utf-8")) for path in files}
        return {name: digests[item.path] for name, item in self._items.items()}

    def mentioning(self, words: re.Pattern[bytes]) -> Collection[str]:
        """Tests in files that have one of these words."""
        files = {
            path for path in {item.path for item in self._items.values()} if words.search(path.read_bytes())
        }
        return {name for name, item in self._items.items() if item.path in files}

    def run(self, name: str) -> str | None:
        """The report of a test that fails; a skipped test does not hold."""
        item = self._items[name]
        self._faults, self._skipped = [], False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if self._faults:
            return self._faults[0]
        return "skipped" if self._skipped else None

    def run_imported(
        self, names: Sequence[str], path: Path, source: bytes, seconds: float, *, is_compiled: bool
    ) -> tuple[str, str] | None:
        """Run tests in a new process that imports the changed source, until one fails."""
        with tempfile.TemporaryDirectory() as folder:
            changed, chosen = Path(folder, "changed.py"), Path(folder, "tests.txt")
            changed.write_bytes(source)
            chosen.write_text("\n".join(names), encoding="utf-8")
            program = (
                f"import sys; sys.path[:0] = {sys.path!r}; from mutation import replaced_source; "
                f"sys.exit(replaced_source.run_tests({str(path)!r}, {str(changed)!r}, {str(chosen)!r}))"
            )
            environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
            if is_compiled:
                environment["NUMBA_CACHE_DIR"] = str(_cache_without(path, Path(folder, "numba")))
            try:
                done = subprocess.run(
                    [sys.executable, "-c", program],
                    cwd=Path(__file__).parents[2],
                    env=environment,
                    capture_output=True,
                    text=True,
                    timeout=seconds + 60,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return "tests", "hang"
        if done.returncode == 0:
            return None
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        name = failed[0].split()[1] if failed else "import"
        return name, (failed or done.stdout.splitlines() or [done.stderr])[-1][-120:]


def _cache_without(path: Path, target: Path) -> Path:
    """Copy the compiled functions of numba, without those that a file contains or uses."""
    stems = [
        other.stem for other in path.parent.glob("*.py") if path.stem in other.read_text(encoding="utf-8")
    ]
    names = [f"{stem}.*" for stem in (path.stem, *stems)]
    return Path(shutil.copytree(os.environ["NUMBA_CACHE_DIR"], target, ignore=shutil.ignore_patterns(*names)))


def digest_of(content: str | bytes) -> str:
    """Short digest of a text or of bytes."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]


def limited(probes: Probes, name: str, seconds: float) -> str | None:
    """Run a probe for at most so many seconds of the processor; an exception that escapes is a fault."""
    with _limit(seconds) as state:
        try:
            fault = probes.run(name)
        except BaseException as error:  # whatever a mutant raises
            fault = f"{type(error).__name__}: {error}"
    return "hang" if state["expired"] else fault


@contextlib.contextmanager
def _limit(seconds: float) -> Iterator[dict[str, bool]]:
    state = {"expired": False}

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        state["expired"] = True
        raise HangError

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield state
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def forget_package() -> None:
    """Forget the modules of the package, except those that judge."""
    for name in list(sys.modules):
        package, _, rest = name.partition(".")
        if package == PACKAGE and rest and rest.partition(".")[0] not in _JUDGES:
            del sys.modules[name]
