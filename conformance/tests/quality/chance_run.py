# SPDX-License-Identifier: Apache-2.0
"""Runs mutants drawn by chance: each in a forked process, against the questions that execute its lines.

Which questions execute which lines is traced once and kept; a question is traced again when its input or a
file that it executes has changed.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import importlib
import importlib.machinery
import math
import pickle
import random
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import chance_questions as asking
import chance_sites as sites
from chance_audits import TEST
from chance_children import beat, in_children
from chance_sites import Change
from hudi_conformance.suite.runner import Plan

MOST = 2000
CPU_SECONDS = 30.0  # of the processor, of one question; the slowest needs a tenth of that
_IMPORT = "import"
_SHARE = 150  # questions that one process traces
_AUDIT = 2
_KINDS = {
    "input": 1,
    "told": 1,
    "fields": 1,
    "drawn": 1,
    "audit": _AUDIT,
}  # by prefix of the question, in the order of asking; cases: 0
_IMPORTED = ("adapters.kaitai_python", "adapters.reference_writer")  # the rest where it is asked for


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
    """

    change: Change
    killed_by: str
    fault: str
    num_reaching: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Trace:
    """Lines that a question executes, as bits of a number, by file; with the digest of the file."""

    digest: str
    lines: Mapping[str, tuple[str, int]]


@dataclass
class Hunt:
    """Questions, and the lines that each executes.

    Args:
        package: folder of the package that is changed.
        folders: parts of it that are traced.
        cache: file that keeps traces.
        scratch: folder for inputs, removed by the caller.
        most: number of questions of one kind that a mutant is asked at most.
        report: called with a sentence about progress.
        leaves_out: leave out questions that the unchanged package answers wrongly, and keep them in `wrong`.
        most_audits: the same number for audits, of which each takes as long as a hundred cases.
    """

    package: Path
    folders: Sequence[str]
    cache: Path
    scratch: Path
    jobs: int = 2
    most: int = MOST
    report: Callable[[str], None] = lambda _: None
    leaves_out: bool = False
    most_audits: int | None = None
    wrong: list[str] = field(init=False, default_factory=list)
    questions: dict[str, asking.Question] = field(init=False)
    traces: dict[str, Trace] = field(init=False, default_factory=dict)
    _plan: Plan = field(init=False)
    _sources: dict[str, bytes] = field(init=False)

    def __post_init__(self) -> None:
        questions, self._plan = asking.prepare_questions(self.scratch)
        self.questions = {one.name: one for one in questions}
        self._sources = {
            path.relative_to(self.package).as_posix(): path.read_bytes()
            for folder in self.folders
            for path in sorted((self.package / folder).rglob("*.py"))
        }
        self._trace()

    def reaching(self, change: Change) -> list[str]:
        """Questions that execute the changed lines, cases first, at most `most` of each kind."""
        first, last = change.lines
        wanted = {change.file: ((1 << (last + 1)) - 1) >> first << first}
        if change.names:
            texts = {file: source.decode() for file, source in self._sources.items()}
            for file, line in sites.uses(texts, change.names):
                wanted[file] = wanted.get(file, 0) | 1 << line
        names = self._executing(wanted)
        if not names and self._executing(wanted, (_IMPORT,)):
            # a function that only imports call: its result is somewhere in the module
            names = self._executing({change.file: -1})
        if change.area != "audit":
            names = [name for name in names if not name.startswith(TEST)]
        return self._varied(change.file, names)

    def _varied(self, file: str, names: Sequence[str]) -> list[str]:
        """Cases first, then the others by what they cost, at most `most` of each kind.

        Of one kind in turn one question of each way through the file, rare ways first: what kills is soon
        found.
        """
        ways: dict[tuple[int, int], list[str]] = {}
        for name in names:
            kind = _KINDS.get(name.partition(":")[0], 0)
            ways.setdefault((kind, self.traces[name].lines.get(file, ("", 0))[1]), []).append(name)
        turns: dict[int, list[tuple[int, int, str]]] = {}
        for (kind, _), group in ways.items():
            order = random.Random(file).sample(group, len(group))
            turns.setdefault(kind, []).extend((turn, len(group), name) for turn, name in enumerate(order))
        most = {_AUDIT: self.most if self.most_audits is None else self.most_audits}
        return [
            name for kind in sorted(turns) for *_, name in sorted(turns[kind])[: most.get(kind, self.most)]
        ]

    def _executing(self, wanted: Mapping[str, int], names: Iterable[str] = ()) -> list[str]:
        """Of some questions, or of all, those that execute one of these lines."""
        return [
            name
            for name in names or self.questions
            if any(
                file in own and own[file][1] & bits
                for own in [self.traces[name].lines]
                for file, bits in wanted.items()
            )
        ]

    def run(
        self,
        changes: Sequence[Change],
        on_fate: Callable[[Fate], None] = lambda _: None,
        until: float = math.inf,
    ) -> list[Fate]:
        """The fate of each change, in order; of the first ones only, if it is later than `until`."""
        fates: dict[int, Fate] = {}

        def tasks() -> Iterator[tuple[int, Callable[[], dict[str, Any]]]]:
            for number, change in enumerate(changes):
                if time.monotonic() > until:
                    return
                yield number, functools.partial(self._try, change, self.reaching(change))

        for number, result, seconds in in_children(tasks(), self.jobs):
            reaching = self.reaching(changes[number])
            fate = Fate(changes[number], result["by"], result["fault"], len(reaching), seconds)
            fates[number] = fate
            on_fate(fate)
        return [fates[number] for number in sorted(fates)]

    def _try(self, change: Change, names: Sequence[str]) -> dict[str, Any]:
        """In a child: import the changed package and ask until an answer is wrong."""
        if not names:
            return {"by": "", "fault": ""}
        asking.forget_package()
        _replace_module(self.package, change, self._sources[change.file])
        try:
            world = self._world()
        except BaseException as error:  # a package that cannot be imported answers nothing
            return {"by": "import", "fault": f"{type(error).__name__}: {error}"[:200]}
        for name in names:
            beat()
            fault = _ask(self.questions[name], world)
            if fault is not None:
                return {"by": name, "fault": fault[:200]}
        return {"by": "", "fault": ""}

    def _world(self) -> asking.World:
        for name in _IMPORTED:
            importlib.import_module(f"{asking.PACKAGE}.{name}")
        return asking.World(self._plan, self.scratch)

    def _trace(self) -> None:
        """Trace the questions whose kept trace is missing or outdated."""
        digests = {file: _digest(source) for file, source in self._sources.items()}
        kept: dict[str, Trace] = {}
        if self.cache.is_file():
            kept = pickle.loads(self.cache.read_bytes())
        for name, question in self.questions.items():
            trace = kept.get(name)
            if trace is None or trace.digest != question.digest:
                continue
            if all(digests.get(file) == digest for file, (digest, _) in trace.lines.items()):
                self.traces[name] = trace
        self.traces[_IMPORT] = kept.get(_IMPORT, Trace("", {}))
        missing = [name for name in self.questions if name not in self.traces]
        if not missing:
            return
        self.report(f"tracing {len(missing)} of {len(self.questions)} questions")
        num = max(self.jobs * 4, len(missing) // _SHARE)
        shares = [missing[start::num] for start in range(num)]
        tasks = [(n, functools.partial(self._trace_share, share)) for n, share in enumerate(shares) if share]
        wrong: list[str] = []
        done = 0
        for _, result, _ in in_children(iter(tasks), self.jobs):
            if "fault" in result:
                raise BaselineError(result["fault"])
            wrong += result["wrong"]
            for name, lines in result["lines"].items():
                bits = {file: (digests[file], int(number, 16)) for file, number in lines.items()}
                digest = "" if name == _IMPORT else self.questions[name].digest
                self.traces[name] = Trace(digest, bits)
            failed = {fault.partition(": ")[0] for fault in wrong}
            right = {name: trace for name, trace in self.traces.items() if name not in failed}
            self.cache.parent.mkdir(parents=True, exist_ok=True)
            self.cache.write_bytes(pickle.dumps(right))  # after each share: what ends early is not lost
            done += len(result["lines"]) - 1
            self.report(f"traced {done} of {len(missing)} questions")
        if wrong and self.leaves_out:
            self.wrong = wrong
            self.traces = right
            self.questions = {name: one for name, one in self.questions.items() if name not in failed}
        elif wrong:
            raise BaselineError(f"{len(wrong)} questions fail unchanged:\n" + "\n".join(wrong))

    def _trace_share(self, names: Sequence[str]) -> dict[str, Any]:
        """In a child: lines by question and file."""
        import coverage

        asking.forget_package()
        tracer = coverage.Coverage(
            data_file=None,
            config_file=False,
            include=[f"{self.package / folder}/*" for folder in self.folders],
        )
        tracer.start()
        world = self._world()
        caches = _caches()
        wrong = []
        for name in names:
            for one in caches:
                one.cache_clear()
            tracer.switch_context(name)
            beat()
            fault = self.questions[name].fault(world)
            if fault is not None:
                wrong.append(f"{name}: {fault}")
        tracer.stop()
        data = tracer.get_data()
        lines: dict[str, dict[str, int]] = {name: {} for name in (_IMPORT, *names)}
        for path in data.measured_files():
            file = Path(path).relative_to(self.package).as_posix()
            if file not in self._sources:
                continue  # a template
            for line, contexts in data.contexts_by_lineno(path).items():
                for context in contexts:
                    own = lines[context or _IMPORT]
                    own[file] = own.get(file, 0) | 1 << line
        texts = {name: {file: f"{bits:x}" for file, bits in own.items()} for name, own in lines.items()}
        return {"wrong": wrong, "lines": texts}


def _digest(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()[:16]


def _caches() -> list[Any]:
    """Functions of the package that remember results, which would hide lines from later questions."""
    kind = type(functools.lru_cache(_digest))
    return [
        one for one in gc.get_objects() if isinstance(one, kind) and one.__module__.startswith(asking.PACKAGE)
    ]


def _replace_module(package: Path, change: Change, source: bytes) -> None:
    """Let the next import of the changed file execute the changed source."""
    path = str(package / change.file)
    code = compile(change.apply(source), path, "exec")
    loader: Any = importlib.machinery.SourceFileLoader
    get_code = loader.get_code
    loader.get_code = lambda self, name: code if self.path == path else get_code(self, name)


def _ask(question: asking.Question, world: asking.World) -> asking.Failure:
    hung = False

    def interrupt(_: int, __: FrameType | None) -> None:
        nonlocal hung
        hung = True
        raise Hang

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS, 1.0)
    try:
        fault = question.fault(world)
    except BaseException as error:  # an audit that ends by itself finds nothing
        fault = f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "hang" if hung else fault
