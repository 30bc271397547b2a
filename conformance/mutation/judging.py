# SPDX-License-Identifier: Apache-2.0
"""Run mutants against probes: which kind of probes, used alone, detects which mutant."""

from __future__ import annotations

import ast
import functools
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mutation.mutants import Mutant
from mutation.patching import Functions, NeedsImportError
from mutation.probes import Probes, limited
from mutation.processes import Result, heartbeat, run_forked
from mutation.traces import Traces

_SLOWER, _LEAST_SECONDS, _MOST_SECONDS = 10.0, 6.0, 30.0  # a probe that takes so much longer hangs
_LEAST_COST = 0.004
_PREFERENCE = 5  # a test of the same package may cost so many times as much as another one


@dataclass(frozen=True, slots=True)
class Fate:
    """Outcome of a mutant for one kind of probes.

    Attributes:
        kind: of the probes.
        killed_by: the first probe that fails; empty if the mutant survived.
        fault: message of this probe.
        num_executing: probes that execute the changed lines.
        num_run: probes that were run.
    """

    mutant: Mutant
    kind: str
    killed_by: str
    fault: str
    num_executing: int
    num_run: int


@dataclass
class Judge:
    """Probes of one kind, their traces, and the functions to change.

    Args:
        imported: lines by file that run when the package is imported, as bits.
        budget: seconds of the processor for the probes of one mutant; the rest is not run.
        jobs: processes.
    """

    probes: Probes
    traces: Traces
    functions: Functions
    package: Path
    sources: Mapping[str, bytes]
    imported: Mapping[str, int]
    budget: float
    jobs: int
    _holding: set[str] = field(default_factory=set)
    _unstable: set[str] = field(default_factory=set)

    def run(self, mutants: Sequence[Mutant], on_fate: Callable[[Fate], None]) -> None:
        """Judge mutants, in any order."""
        executing: dict[int, int] = {}
        pending = list(range(len(mutants)))

        def tasks(numbers: Sequence[int]) -> Iterator[tuple[int, Callable[[], Result]]]:
            for number in numbers:
                mutant = mutants[number]
                names = [name for name in self.executing(mutant) if name not in self._unstable]
                executing[number] = len(names)
                yield number, functools.partial(self._judge, mutant, self._in_order(mutant, names))

        while pending:
            again: list[int] = []
            for number, result, _ in run_forked(tasks(pending), self.jobs):
                name, fault = result.get("killed_by", ""), result.get("fault", "")
                if "died" in result:
                    name, fault = result["died"], "the process died"
                if name and not self._holds_unchanged(name):
                    again.append(number)
                    continue
                fault = fault or result.get("error", "")
                num_run = result.get("num_run", 0)
                on_fate(
                    Fate(mutants[number], self.probes.kind, name, fault[:200], executing[number], num_run)
                )
            pending = again

    def executing(self, mutant: Mutant) -> list[str]:
        """Probes that execute the changed lines, or lines that use what they define at import."""
        names = self.traces.executing(self._lines(mutant))
        if mutant.is_compiled and self.probes.kind == "tests":
            # Tracers do not see compiled functions. These are the tests of the modules that use them, and
            # the tests that import one of these modules.
            module = _words([Path(mutant.file).stem])
            files = [file for file, source in self.sources.items() if module.search(source)]
            importing = self.probes.mentioning(_words([Path(file).stem for file in (mutant.file, *files)]))
            return self.traces.executing(dict.fromkeys(files, -1), importing)
        if not names and self._runs_at_import(mutant):
            # a function that only imports call: its result is used somewhere in the module
            return self.traces.executing({mutant.file: ~self.imported[mutant.file]})
        return names

    def _runs_at_import(self, mutant: Mutant) -> bool:
        return bool(self.imported.get(mutant.file, 0) & _bits(*mutant.lines))

    def _lines(self, mutant: Mutant) -> dict[str, int]:
        """Bits of the lines whose execution reaches the change, by file."""
        lines = {mutant.file: _bits(*mutant.lines)}
        used = mutant.users
        if used and mutant.function:  # methods of a class make objects of it without its name
            lines[mutant.file] |= _bits(*_class_lines(self.sources[mutant.file], mutant.line))
        module = _words([Path(mutant.file).stem])
        public = [name for name in used if not name.startswith("_")]
        for file, source in self.sources.items():
            names = used if file == mutant.file else public
            if names and (file == mutant.file or module.search(source)):
                pattern = _words(names)
                for number, line in enumerate(source.splitlines(), 1):
                    if pattern.search(line):
                        lines[file] = lines.get(file, 0) | 1 << number
        return lines

    def _in_order(self, mutant: Mutant, names: Sequence[str]) -> list[str]:
        """Cheap probes first; of those that take the same path through the function, one after another's.

        Tests of the module itself come before those of its package, and these before all others.
        """
        own, near = _own_tests(mutant.file)
        within = _bits(*_function_lines(self.sources[mutant.file], mutant.line))
        paths: dict[int, list[str]] = {}
        for name in names:
            lines = self.traces.by_name[name].lines.get(mutant.file, 0)
            paths.setdefault(lines & within, []).append(name)
        chance = random.Random(mutant.file)
        ranked: list[tuple[float, str]] = []
        for group in paths.values():
            in_turn = sorted(
                chance.sample(group, len(group)), key=lambda name: (not own.search(name), near not in name)
            )
            for turn, name in enumerate(in_turn, 1):
                cost = max(self.traces.by_name[name].seconds, _LEAST_COST)
                preference = _PREFERENCE**2 if own.search(name) else _PREFERENCE if near in name else 1
                ranked.append((turn * cost / preference, name))
        return [name for _, name in sorted(ranked)]

    def _judge(self, mutant: Mutant, names: Sequence[str]) -> Result:
        """In a child: change the package and run probes until one fails."""
        if not names:
            return {}
        source = self.sources[mutant.file]
        path, changed = self.package / mutant.file, mutant.apply(source)
        if not self._is_patched(mutant, path, changed):
            chosen = self._affordable(names)
            failed = self.probes.run_imported(
                chosen, path, changed, _SLOWER * self.budget, is_compiled=mutant.is_compiled
            )
            killed_by, fault = failed or ("", "")
            return {"killed_by": killed_by, "fault": fault, "num_run": len(chosen)}
        num_run, begin = 0, time.process_time()
        for num_run, name in enumerate(names, 1):
            if num_run > 1 and time.process_time() - begin > self.budget:
                return {"num_run": num_run - 1}
            heartbeat()
            usual = self.traces.by_name[name].seconds
            seconds = min(max(_SLOWER * usual, _LEAST_SECONDS), _MOST_SECONDS)
            if fault_of := limited(self.probes, name, seconds):
                return {"killed_by": name, "fault": fault_of, "num_run": num_run}
        return {"num_run": num_run}

    def _is_patched(self, mutant: Mutant, path: Path, changed: bytes) -> bool:
        """Change functions in place, if that is enough."""
        if mutant.is_compiled or mutant.names or self._runs_at_import(mutant):
            return False
        try:
            self.functions.patch(str(path), self.sources[mutant.file], changed)
        except NeedsImportError:
            return False
        return True

    def _affordable(self, names: Sequence[str]) -> list[str]:
        """The first probes that together take no more than the budget; one in any case."""
        spent, chosen = 0.0, []
        for name in names:
            seconds = self.traces.by_name[name].seconds
            if chosen and spent + seconds > self.budget:
                break
            spent += seconds
            chosen.append(name)
        return chosen

    def _holds_unchanged(self, name: str) -> bool:
        """Whether a probe passes on the unchanged package when it runs alone."""
        if name in self._holding or name not in self.traces.by_name:
            return True
        ((_, result, _),) = run_forked(iter([(0, functools.partial(self._run_unchanged, name))]), 1)
        if result.get("fault") == "":
            self._holding.add(name)
            return True
        self._unstable.add(name)
        return False

    def _run_unchanged(self, name: str) -> Result:
        self.functions.clear()
        return {"fault": limited(self.probes, name, _MOST_SECONDS) or ""}


def _words(names: Sequence[str]) -> re.Pattern[bytes]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b".encode())


def _own_tests(file: str) -> tuple[re.Pattern[str], str]:
    """Names of the tests that mirror a module, as a file or as a file of data, and of all in the folder."""
    folder, _, name = file.rpartition("/")
    near, own = f"fast/{folder}/test_", name.strip("_").removesuffix(".py").strip("_")
    return re.compile(rf"{near}(?:{own}|\w+\.py::\w+\[{own}/)"), near


def _bits(first: int, last: int) -> int:
    """Bits of the lines from `first` to `last`."""
    return ((1 << (last + 1)) - 1) >> first << first


def _class_lines(source: bytes, line: int) -> tuple[int, int]:
    """First and last line of the innermost class around a line."""
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return max(
        (node.lineno, node.end_lineno or line)
        for node in classes
        if node.lineno <= line <= (node.end_lineno or line)
    )


def _function_lines(source: bytes, line: int) -> tuple[int, int]:
    """First and last line of the innermost function around a line, or of the module."""
    span = 1, source.count(b"\n") + 1
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line):
            span = max(span, (node.lineno, node.end_lineno or line))
    return span
