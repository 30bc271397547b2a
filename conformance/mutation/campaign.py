# SPDX-License-Identifier: Apache-2.0
"""A draw of mutants, run against cases and tests inside one pytest session.

The session collects the tests; `pytest_runtestloop` then runs mutants in place of the tests.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources

from mutation import mutants as drawing
from mutation.judging import Fate, Judge
from mutation.mutants import Mutant
from mutation.outcome import Log
from mutation.patching import import_all, index_functions
from mutation.probes import PACKAGE, CaseProbes, Probes, TestProbes, digest_of
from mutation.processes import run_forked
from mutation.replaced_source import PYTEST_OPTIONS
from mutation.traces import Traces, new_tracer, traced_lines

ROOT = resources.data_root()
FOLDER = ROOT / "conformance" / PACKAGE
FAST = ROOT / "conformance" / "tests" / "fast"
# Rooms of other parts whose tests execute the areas.
_USERS = ("inspect", "salvage", "instruments", "api", "lake", "repair", "cli")
TESTS = [FAST / room for room in (*drawing.AREAS, *_USERS) if (FAST / room).is_dir()]
CACHE = ROOT / "out" / "mutation"
_ADAPTERS = ("adapters.kaitai.python", "adapters.reference_writer")


@dataclass(frozen=True)
class Options:
    """Options of a campaign.

    Attributes:
        kinds: `cases`, `tests` or both.
        budget: seconds of the processor for the tests of one mutant.
    """

    kinds: Sequence[str]
    jobs: int
    budget: float
    tests: Sequence[Path] = tuple(TESTS)


class Campaign:
    """Judges mutants of the package in this process and its children."""

    def __init__(self, options: Options, report: Callable[[str], None]) -> None:
        self._options = options
        self._report = report
        self.sources = {
            path.relative_to(FOLDER).as_posix(): path.read_bytes()
            for area in drawing.AREAS
            for path in sorted((FOLDER / area).rglob("*.py"))
        }
        self._digests = {file: digest_of(source) for file, source in self.sources.items()}

    @property
    def digest(self) -> str:
        """Digest of all sources that have mutants."""
        return digest_of(repr(sorted(self._digests.items())))

    def run(self, mutants: Sequence[Mutant], log: Log) -> None:
        """Judge the mutants that have no fate in the log, by each kind of probes."""
        pending = {
            kind: [mutant for mutant in mutants if (kind, mutant.key) not in log.fates]
            for kind in self._options.kinds
        }
        if not any(pending.values()):
            return
        ((_, result, _),) = run_forked(iter([(0, self._trace_import)]), 1)
        imported = {file: int(bits, 16) for file, bits in result["lines"].items()}
        plugin = _Loop(lambda items: self._judge(items, pending, imported, log))
        paths = self._options.tests if pending.get("tests") else [Path(__file__).with_name("no_tests.py")]
        code = pytest.main([*PYTEST_OPTIONS, "-W", "ignore", *map(str, paths)], plugins=[plugin])
        if plugin.error is not None:
            raise plugin.error
        if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            raise RuntimeError(f"pytest ended with {code!r}: the tests cannot be collected")

    def _judge(
        self,
        items: Sequence[pytest.Item],
        pending: dict[str, list[Mutant]],
        imported: dict[str, int],
        log: Log,
    ) -> None:
        import_all(PACKAGE, FOLDER, drawing.AREAS)
        for kind, mutants in pending.items():
            if not mutants:
                continue
            probes = self._probes(kind, items)
            functions = index_functions(PACKAGE)
            traces = Traces(CACHE / f"{kind}.pickle", FOLDER, self._digests)
            traces.load(probes.digests())
            traces.complete(probes, self._options.jobs, functions.clear, self._report)
            faults = [f"{name}: {trace.fault}" for name, trace in traces.by_name.items() if trace.fault]
            (CACHE / f"{kind}-unused.txt").write_text("\n".join(faults), encoding="utf-8")
            # all cases together take seconds, and are always run
            budget = self._options.budget if kind == "tests" else 60.0
            judge = Judge(
                probes, traces, functions, FOLDER, self.sources, imported, budget, self._options.jobs
            )
            num_done = 0

            def on_fate(fate: Fate, total: int = len(mutants)) -> None:
                nonlocal num_done
                num_done += 1
                log.add(fate)
                self._report(f"{fate.kind}: {num_done} of {total} mutants")

            judge.run(mutants, on_fate)

    @staticmethod
    def _probes(kind: str, items: Sequence[pytest.Item]) -> Probes:
        if kind == "cases":
            return CaseProbes()
        probes = TestProbes(items)
        items[0].config.pluginmanager.register(probes)
        return probes

    def _trace_import(self) -> dict[str, Any]:
        """In a child: lines that run when the package is imported."""
        for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        tracer = new_tracer([FOLDER / file for file in self.sources])
        import_all(PACKAGE, FOLDER, ("adapters", *drawing.AREAS))
        lines: dict[str, int] = {}
        for file, line, _ in traced_lines(tracer, FOLDER):
            lines[file] = lines.get(file, 0) | 1 << line
        return {"lines": {file: f"{bits:x}" for file, bits in lines.items()}}


class _Loop:
    """Plugin of pytest that does something else in place of running the collected tests."""

    def __init__(self, function: Callable[[Sequence[pytest.Item]], None]) -> None:
        self._function = function
        self.error: BaseException | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Called when all tests are collected."""
        try:
            self._function(session.items)
        except BaseException as error:  # pytest would only print it
            self.error = error
        return True
