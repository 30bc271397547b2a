# SPDX-License-Identifier: Apache-2.0
"""Runs mutants drawn by chance: each in a forked process, against the questions that execute its lines.

The package is imported once; a forked process changes it in place, or imports it again where the change is of
what runs at import. Questions come in the order of their cost and of the ways through the changed function,
and end with the first wrong answer. A wrong answer kills when the unchanged package answers the same question
rightly in the same run.

Which questions execute which lines is traced once and kept, see `chance_traces`.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.machinery
import math
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import chance_questions as asking
import chance_sites as sites
import chance_tests
from chance_children import beat, in_children
from chance_sites import Change
from chance_tests import TEST
from chance_traces import Trace, Traces
from chance_warm import NeedsImportError, Warm, import_package, index_package
from hudi_conformance.suite.runner import Plan

BUDGET = 60.0  # seconds of the processor that the questions of one mutant take unchanged
CPU_SECONDS = 30.0  # of the processor, of one question at most
_LEAST_SECONDS, _SLOWER = 6.0, 10.0  # a question that takes so much longer than unchanged hangs
_SHARE = 150  # questions that one process traces
_LEAST_COST = 0.004
_IMPORTED = ("adapters.kaitai_python", "adapters.reference_writer")  # the rest where it is asked for
_NOT_ASKED = frozenset({"import", "crash", "hang", "error"})  # how a process ends without an answer


class BaselineError(Exception):
    """Questions that the unchanged package answers wrongly: with them, every mutant would be killed."""


class Hang(BaseException):
    """A question takes too long."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant.

    Attributes:
        killed_by: the first question whose answer is wrong; empty if it survived.
        fault: what is wrong with the answer.
        num_reaching: questions that execute the changed lines.
        seconds: on the clock.
        num_asked: questions that it was asked.
    """

    change: Change
    killed_by: str
    fault: str
    num_reaching: int
    seconds: float
    num_asked: int = 0


@dataclass
class Hunt:
    """Questions, and the lines that each executes.

    Args:
        package: folder of the package that is changed.
        folders: parts of it that are traced.
        cache: file that keeps traces.
        scratch: folder for inputs, removed by the caller.
        budget: seconds of the processor that the questions of one mutant take unchanged; the next ones are
            not asked.
        report: called with a sentence about progress.
        leaves_out: leave out questions that the unchanged package answers wrongly, and keep them in `wrong`.
    """

    package: Path
    folders: Sequence[str]
    cache: Path
    scratch: Path
    jobs: int = 2
    budget: float = BUDGET
    report: Callable[[str], None] = lambda _: None
    leaves_out: bool = False
    wrong: list[str] = field(init=False, default_factory=list)
    questions: dict[str, asking.Question] = field(init=False)
    _plan: Plan = field(init=False)
    _sources: dict[str, bytes] = field(init=False)
    _traces: Traces = field(init=False)
    _imported: dict[str, int] = field(init=False)
    _warm: Warm = field(init=False)
    _world: asking.World = field(init=False)
    _right: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.report("preparing questions")
        questions, self._plan = asking.prepare_questions(self.scratch)
        self.questions = {one.name: one for one in questions}
        self._sources = {
            path.relative_to(self.package).as_posix(): path.read_bytes()
            for folder in self.folders
            for path in sorted((self.package / folder).rglob("*.py"))
        }
        self._traces = Traces(self.cache, self._sources)
        self._traces.load({name: one.digest for name, one in self.questions.items()})
        self._trace()
        ((_, result, _),) = in_children(iter([(0, self._trace_import)]), 1)
        self._imported = {file: int(bits, 16) for file, bits in result["lines"].items()}
        self._import_all()
        self._warm = index_package(asking.PACKAGE)
        self._world = asking.World(self._plan, self.scratch)
        chance_tests.collect_all()

    def reaching(self, change: Change) -> list[str]:
        """Questions that execute the changed lines; if none does, those that execute others of the file.

        Since lines were traced, the file or what asks for it may have changed.
        """
        at_work = ~self._imported.get(change.file, 0)
        return self.executing(change) or self._executing({change.file: at_work})

    def executing(self, change: Change) -> list[str]:
        """Questions that execute the changed lines."""
        wanted = self._wanted(change)
        names = self._executing(wanted)
        if not names and any(self._imported.get(file, 0) & bits for file, bits in wanted.items()):
            # a function that only imports call: its result is somewhere in the module
            names = self._executing({change.file: -1})
        return names

    def _wanted(self, change: Change) -> dict[str, int]:
        """Bits of the lines by file whose execution reaches a change."""
        first, last = change.lines
        wanted = {change.file: ((1 << (last + 1)) - 1) >> first << first}
        if change.names:
            public = [name for name in change.names if not name.startswith("_")]
            own = {change.file: self._sources[change.file].decode()}
            others = {file: source.decode() for file, source in self._sources.items() if file not in own}
            for texts, names in ((own, change.names), (others, public)):
                for file, line in sites.uses(texts, names) if names else ():
                    wanted[file] = wanted.get(file, 0) | 1 << line
        return wanted

    def in_order(self, change: Change, names: Sequence[str]) -> list[str]:
        """Questions as they are asked: those of little cost and of new ways through the function first.

        Of a way, the next question comes the later the more of it were asked, and one that executes little
        besides comes before those that pass by. Tests come last, but of the audit.
        """
        first, last = _span_of(self._sources[change.file], change.line)
        within = ((1 << (last + 1)) - 1) >> first << first
        ways: dict[tuple[str, int], dict[int, list[str]]] = {}
        for name in names:
            kind, colon, _ = name.partition(":")
            bits = self._traces.by_name[name].lines.get(change.file, 0)
            ways.setdefault((kind if colon else "", bits & within), {}).setdefault(bits, []).append(name)
        chance = random.Random(change.file)
        ranked: list[tuple[float, str]] = []
        for files in ways.values():
            turns = [
                (turn, self._traces.num_lines(name), name)
                for group in files.values()
                for turn, name in enumerate(chance.sample(group, len(group)))
            ]
            for turn, (_, _, name) in enumerate(sorted(turns)):
                ranked.append(((turn + 1) * max(self._traces.seconds(name), _LEAST_COST), name))
        ordered = [name for _, name in sorted(ranked)]
        if change.area == "audit":  # behind no command of the protocol
            return ordered
        return sorted(ordered, key=lambda name: name.startswith(TEST))

    def _executing(self, wanted: Mapping[str, int], names: Iterable[str] = ()) -> list[str]:
        """Of some questions, or of all, those that execute one of these lines."""
        by_name = self._traces.by_name
        return [
            name
            for name in names or self.questions
            if any(by_name[name].lines.get(file, 0) & bits for file, bits in wanted.items())
        ]

    def run(
        self,
        changes: Sequence[Change],
        on_fate: Callable[[Fate], None] = lambda _: None,
        until: float = math.inf,
    ) -> list[Fate]:
        """The fate of each change, in order; of the first ones only, if it is later than `until`."""
        fates: dict[int, Fate] = {}
        reached: dict[int, int] = {}
        again: list[int] = []

        def tasks(numbers: Iterable[int]) -> Iterator[tuple[int, Callable[[], dict[str, Any]]]]:
            for number in numbers:
                if time.monotonic() > until:
                    return
                change = changes[number]
                names = self.reaching(change)
                reached[number] = len(names)
                yield number, functools.partial(self._try, change, self.in_order(change, names))

        pending: Sequence[int] = range(len(changes))
        while pending:
            again = []
            for number, result, seconds in in_children(tasks(pending), self.jobs):
                for name, used in result.get("used", {}).items():
                    self._learn(name, used)
                if not self._confirm(result["by"]):
                    again.append(number)
                    continue
                by = "" if result["by"] == "error" else result["by"]  # of this tool, and no kill
                fate = Fate(
                    changes[number], by, result["fault"], reached[number], seconds, result.get("num", 0)
                )
                fates[number] = fate
                on_fate(fate)
            pending = again
        self._traces.store()
        return [fates[number] for number in sorted(fates)]

    def _learn(self, name: str, used: float) -> None:
        trace = self._traces.by_name[name]
        trace.seconds = used if trace.seconds is None else min(trace.seconds, used)

    def _confirm(self, name: str) -> bool:
        """Whether a question is right about the unchanged package; one that is not is asked no more."""
        if not name or name in _NOT_ASKED or name in self._right:
            return True
        ((_, result, _),) = in_children(iter([(0, functools.partial(self._ask_unchanged, name))]), 1)
        if not result["by"]:
            self._right.add(name)
            return True
        fault = f"{name}: {result['fault']}"
        if not self.leaves_out:
            raise BaselineError(f"a question fails unchanged:\n{fault}")
        self.wrong.append(fault)
        self.questions.pop(name, None)
        return False

    def _ask_unchanged(self, name: str) -> dict[str, Any]:
        """In a child: a question about the unchanged package, with all the time that there is."""
        for cache in self._warm.caches:
            cache.cache_clear()
        fault = _ask(self.questions[name], self._world, CPU_SECONDS)
        return {"by": "", "fault": ""} if fault is None else {"by": name, "fault": fault[:200]}

    def _try(self, change: Change, names: Sequence[str]) -> dict[str, Any]:
        """In a child: change the package and ask until an answer is wrong."""
        if not names:
            return {"by": "", "fault": ""}
        try:
            world = self._changed(change)
        except BaseException as error:  # a package that cannot be imported answers nothing
            return {"by": "import", "fault": f"{type(error).__name__}: {error}"[:200]}
        spent = Counter[bool]()
        used: dict[str, float] = {}
        for name in names:
            is_test = name.startswith(TEST) and change.area != "audit"
            if spent[is_test] > self.budget:
                continue
            beat()
            usual = self._traces.seconds(name)
            spent[is_test] += usual
            begin = time.process_time()
            fault = _ask(self.questions[name], world, min(max(_SLOWER * usual, _LEAST_SECONDS), CPU_SECONDS))
            if fault is not None:
                return {"by": name, "fault": fault[:200], "num": len(used) + 1, "used": used}
            used[name] = time.process_time() - begin
        return {"by": "", "fault": "", "num": len(used), "used": used}

    def _changed(self, change: Change) -> asking.World:
        """The package with a change: in place, or imported again where it is of what runs at import."""
        source = self._sources[change.file]
        path = str(self.package / change.file)
        first, last = change.lines
        at_import = self._imported.get(change.file, 0) & (((1 << (last + 1)) - 1) >> first << first)
        if not change.names and not at_import:
            try:
                self._warm.patch(path, source, change.apply(source))
            except NeedsImportError:
                pass
            else:
                return self._world
        asking.forget_package()
        _replace_module(self.package, change, source)
        return self._new_world()

    def _new_world(self) -> asking.World:
        for name in _IMPORTED:
            importlib.import_module(f"{asking.PACKAGE}.{name}")
        return asking.World(self._plan, self.scratch)

    def _import_all(self) -> None:
        asking.forget_package()
        for name in _IMPORTED:
            importlib.import_module(f"{asking.PACKAGE}.{name}")
        import_package(asking.PACKAGE, self.package, self.folders)

    def _trace(self) -> None:
        """Trace the questions that have no kept trace."""
        missing = [name for name in self.questions if name not in self._traces.by_name]
        if not missing:
            return
        self.report(f"tracing {len(missing)} of {len(self.questions)} questions")
        shares = _shares(missing, self.jobs)
        tasks = [(n, functools.partial(self._trace_share, share)) for n, share in enumerate(shares) if share]
        wrong: list[str] = []
        failed: set[str] = set()
        done = 0
        for _, result, _ in in_children(iter(tasks), self.jobs):
            if "fault" in result:
                raise BaselineError(result["fault"])
            wrong += result["wrong"]
            failed |= {fault.partition(": ")[0] for fault in result["wrong"]}
            for name, lines in result["lines"].items():
                if name not in failed:
                    bits = {file: int(number, 16) for file, number in lines.items()}
                    digest, seconds = self.questions[name].digest, result["seconds"][name]
                    self._traces.by_name[name] = Trace(digest, seconds, bits)
            self._traces.store()  # after each share: what ends early is not lost
            done += len(result["lines"])
            self.report(f"traced {done} of {len(missing)} questions")
        if wrong and not self.leaves_out:
            raise BaselineError(f"{len(wrong)} questions fail unchanged:\n" + "\n".join(wrong))
        self.wrong = wrong
        self.questions = {name: one for name, one in self.questions.items() if name not in failed}

    def _trace_share(self, names: Sequence[str]) -> dict[str, Any]:
        """In a child: lines by question and file."""
        tracer = self._tracer()
        self._import_all()
        world = asking.World(self._plan, self.scratch)
        caches = index_package(asking.PACKAGE).caches
        wrong, seconds = [], {}
        for name in names:
            for one in caches:
                one.cache_clear()
            tracer.switch_context(name)
            beat()
            begin = time.process_time()
            try:
                fault = self.questions[name].fault(world)
            except Exception as error:  # a question that is out of date fails alone
                fault = f"{type(error).__name__}: {error}"
            seconds[name] = time.process_time() - begin
            if fault is not None:
                wrong.append(f"{name}: {fault}")
        lines: dict[str, dict[str, int]] = {name: {} for name in names}
        for file, line, contexts in self._traced(tracer):
            for context in contexts:
                if context:
                    own = lines[context]
                    own[file] = own.get(file, 0) | 1 << line
        texts = {name: {file: f"{bits:x}" for file, bits in own.items()} for name, own in lines.items()}
        return {"wrong": wrong, "lines": texts, "seconds": seconds}

    def _trace_import(self) -> dict[str, Any]:
        """In a child: lines by file that run at import."""
        tracer = self._tracer()
        self._import_all()
        asking.World(self._plan, self.scratch)
        lines: dict[str, int] = {}
        for file, line, _ in self._traced(tracer):
            lines[file] = lines.get(file, 0) | 1 << line
        return {"lines": {file: f"{bits:x}" for file, bits in lines.items()}}

    def _tracer(self) -> Any:
        import coverage

        include = [f"{self.package / folder}/*" for folder in self.folders]
        tracer = coverage.Coverage(data_file=None, config_file=False, include=include)
        tracer.start()
        return tracer

    def _traced(self, tracer: Any) -> Iterator[tuple[str, int, list[str]]]:
        tracer.stop()
        data = tracer.get_data()
        for path in data.measured_files():
            file = Path(path).relative_to(self.package).as_posix()
            if file in self._sources:  # no template
                for line, contexts in data.contexts_by_lineno(path).items():
                    yield file, line, contexts


def _shares(names: Sequence[str], jobs: int) -> list[list[str]]:
    """Questions that one process traces each, which imports the package once: tests of a file together."""
    groups: dict[str, list[str]] = {}
    for number, name in enumerate(names):
        file, _, test = name.partition("::")
        groups.setdefault(file if test else f"{number}", []).append(name)
    num = max(jobs, len(names) // _SHARE)
    together = list(groups.values())
    return [[name for group in together[start::num] for name in group] for start in range(num)]


def _span_of(source: bytes, line: int) -> tuple[int, int]:
    """First and last line of the innermost function around a line; of the module if there is none."""
    span = 1, source.count(b"\n") + 1
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line):
            span = max(span, (node.lineno, node.end_lineno or line))
    return span


def _replace_module(package: Path, change: Change, source: bytes) -> None:
    """Let the next import of the changed file execute the changed source."""
    path = str(package / change.file)
    code = compile(change.apply(source), path, "exec", dont_inherit=True)
    loader: Any = importlib.machinery.SourceFileLoader
    get_code = loader.get_code
    loader.get_code = lambda self, name: code if self.path == path else get_code(self, name)


def _ask(question: asking.Question, world: asking.World, seconds: float = CPU_SECONDS) -> asking.Failure:
    hung = False

    def interrupt(_: int, __: FrameType | None) -> None:
        nonlocal hung
        hung = True
        raise Hang

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        fault = question.fault(world)
    except BaseException as error:  # an audit that ends by itself finds nothing
        fault = f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "hang" if hung else fault
