# SPDX-License-Identifier: Apache-2.0
"""Check that the suite catches wrong implementations: one-line mutants of our reader and writer, by rule.

python conformance/tests/quality/kills.py                    all mutants; writes results/kills.json
python conformance/tests/quality/kills.py --show ID [ID...]  some, with the cases that fail
python conformance/tests/quality/kills.py --add              mutants that are new, or whose function changed
python conformance/tests/quality/kills.py --check            runs nothing: 1 when --add would run some

A mutant breaks one requirement. It runs as an adapter from a copy of the package, against the cases that name
the requirement, and is killed if at least one of them fails. A mutant that does not start, or whose text is
not found, is an error in the list, not a kill.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import functools
import hashlib
import itertools
import json
import os
import py_compile
import random
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from hudi_conformance import resources
from hudi_conformance.suite import runner
from hudi_conformance.suite.adapter import CannotStart, ProcessAdapter, close_quietly
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.toolchain import ToolMissing
from instruments.parsers import ksc

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

import whole_suite

HERE = Path(__file__).resolve().parent
MUTANTS = tuple(
    HERE / name
    for name in (
        "mutants.toml",
        "mutants_bloom.toml",
        "mutants_bootstrap.toml",
        "mutants_buckets.toml",
        "mutants_filters.toml",
        "mutants_hfile.toml",
        "mutants_ids.toml",
        "mutants_merge.toml",
        "mutants_metadata.toml",
        "mutants_payloads.toml",
        "mutants_table.toml",
        "mutants_timeline.toml",
        "mutants_views.toml",
        "mutants_base_files.toml",
        "mutants_writing.toml",
    )
)
KILLS = resources.data_root() / "conformance" / "results" / "kills.json"
READER = "kaitai.python"
WRITER = "reference_writer"
_ROOTS = {"parsers": "generated/python/hudi_parsers", "ksy": "ksy"}
_SURFACES = frozenset(
    {"archive", "base", "bucket", "hfile", "log", "merge", "metadata", "name", "table", "timeline"}
)
_NAMED = 3  # killing cases that are listed by name


class BrokenMutantError(Exception):
    """A mutant that cannot be created or started: an error in the list."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong line.

    Attributes:
        requirement: the rule that it breaks.
        file: path below the package, `parsers/` or `ksy/`.
        expect_killed_by: a case that must fail; empty = any.
        survives: why no case catches it; empty = one must.
    """

    id: str
    requirement: str
    file: str
    find: str
    replace: str
    expect_killed_by: str = ""
    survives: str = ""

    @property
    def path(self) -> str:
        """Path below the root of the checkout."""
        head, _, rest = self.file.partition("/")
        return f"{_ROOTS[head]}/{rest}" if head in _ROOTS else f"conformance/hudi_conformance/{self.file}"

    @property
    def adapter(self) -> str:
        """Module of the adapter that runs the line."""
        return WRITER if self.file.startswith("encode/") else READER

    def apply(self, text: str) -> str:
        """The text with the line changed.

        Raises:
            BrokenMutantError: `find` does not occur exactly once.
        """
        count = text.count(self.find)
        if count != 1 or self.find == self.replace:
            raise BrokenMutantError(f"{self.id}: its text occurs {count} times in {self.path}")
        return text.replace(self.find, self.replace)

    @property
    def digest(self) -> str:
        """Digest of everything that defines the mutant."""
        parts = (self.requirement, self.file, self.find, self.replace)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    @property
    def source(self) -> str:
        """Digest of the definition that it changes: the function of its line, or else the whole file."""
        text, functions = _text_and_functions(resources.data_root() / self.path)
        place = text.find(self.find)
        around = [(end - start, start, end) for start, end in functions if start <= place < end]
        if around:
            _, start, end = min(around)
            text = text[start:end]
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@functools.cache
def _text_and_functions(path: Path) -> tuple[str, list[tuple[int, int]]]:
    """A file, and where its functions and methods begin and end in it, in characters."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text, []
    starts = list(itertools.accumulate(map(len, text.splitlines(keepends=True)), initial=0))
    functions = [
        (starts[node.lineno - 1], starts[node.end_lineno or node.lineno])
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    ]
    return text, functions


@dataclass(frozen=True, slots=True)
class Kill:
    """Result of a mutant: the cases that failed, of `asked` that were run."""

    mutant: Mutant
    asked: int
    failed: tuple[tuple[str, str], ...]  # (case id, verdict)
    seconds: float

    @property
    def killed(self) -> bool:
        """Whether a case caught it, including the expected one."""
        ids = [case for case, _ in self.failed]
        expected = self.mutant.expect_killed_by
        return bool(ids) and (not expected or expected in ids)

    @property
    def is_as_listed(self) -> bool:
        """Whether it is killed, or survives as listed; a kill of one listed as surviving is stale."""
        return self.killed != bool(self.mutant.survives)


def load_mutants(paths: Sequence[Path] = MUTANTS) -> list[Mutant]:
    """All mutants of the lists.

    Raises:
        BrokenMutantError: two with one id.
    """
    lists = [tomllib.loads(path.read_text(encoding="utf-8"))["mutant"] for path in paths]
    mutants = [Mutant(**entry) for entries in lists for entry in entries]
    duplicates = [ident for ident, number in Counter(m.id for m in mutants).items() if number > 1]
    if duplicates:
        raise BrokenMutantError(f"several mutants are called {', '.join(duplicates)}")
    return mutants


def sample(mutants: Sequence[Mutant], num: int, seed: int) -> list[Mutant]:
    """Some mutants that need no compiler, the same ones for the same seed."""
    quick = [mutant for mutant in mutants if not mutant.file.startswith("ksy/")]
    return random.Random(seed).sample(quick, num)


@functools.cache
def _compiled_copy() -> tempfile.TemporaryDirectory[str]:
    """A copy of the package, compiled into code files that Python does not check against their sources."""
    copy = tempfile.TemporaryDirectory(prefix="kills-copy-")
    source, folder = resources.data_root(), Path(copy.name)
    ignore = shutil.ignore_patterns("__pycache__")
    for part in (
        "conformance/hudi_conformance",
        "conformance/schemas",
        "generated/python/hudi_parsers",
        "ksy",
    ):
        shutil.copytree(source / part, folder / part, ignore=ignore)
    for part in ("conformance", "generated/python"):
        compileall.compile_dir(
            folder / part, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
        )
    return copy


class Workshop:
    """A compiled copy of the package in which one file at a time is changed, and read as source."""

    def __init__(self, folder: Path) -> None:
        self._root = folder
        shutil.copytree(_compiled_copy().name, folder, dirs_exist_ok=True)

    def start(self, module: str) -> ProcessAdapter:
        """Start an adapter from the copy."""
        path = os.pathsep.join(str(self._root / part) for part in ("conformance", "generated/python"))
        code = (
            f"import sys; sys.dont_write_bytecode = True; sys.path[:0] = {path.split(os.pathsep)!r}; "
            "import runpy, hudi_conformance as a, hudi_parsers as b; "
            f"assert all(f.startswith({str(self._root)!r}) for f in (a.__file__, b.__file__)); "
            f"sys.argv[1:] = []; runpy.run_module('hudi_conformance.adapters.{module}', run_name='__main__')"
        )
        return ProcessAdapter([sys.executable, "-c", code], memory_mib=2048, patience=1.0)

    @contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """Change the line; restore all files on exit."""
        path = self._root / mutant.path
        text = path.read_text(encoding="utf-8")
        changed = {path: mutant.apply(text)}
        if mutant.file.startswith("ksy/"):
            changed = self._compile(path, changed[path])
        originals: dict[Path, bytes] = {}
        for file, new in changed.items():
            compiled = list((file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"))
            originals |= {path: path.read_bytes() for path in (file, *compiled)}
            for path in compiled:
                path.unlink()
            file.write_text(new, encoding="utf-8")
        try:
            yield
        finally:
            for file, content in originals.items():
                file.write_bytes(content)

    def _compile(self, path: Path, grammar: str) -> dict[Path, str]:
        """The Python parsers that differ under another grammar."""
        old = path.read_text(encoding="utf-8")
        path.write_text(grammar, encoding="utf-8")
        try:
            tree = ksc.build_tree(path.parent, ["python"])
        except ksc.GrammarError as error:
            raise BrokenMutantError(f"{path.name}: {error}") from error
        finally:
            path.write_text(old, encoding="utf-8")
        files = {
            self._root / "generated" / name: content.decode()
            for name, content in tree.items()
            if name.startswith("python/")
        }
        return {file: new for file, new in files.items() if file.read_text(encoding="utf-8") != new}


class Range:
    """All cases, and the judge of the answers to them."""

    def __init__(self) -> None:
        suite, cases = whole_suite.opened()
        self.cases = [ready for ready in cases if ready.case.surface in _SURFACES]
        self.requirements = suite.index.requirements
        self._plan = suite.plan(self.cases)
        self._readers = runner.Readers(self._plan.readers)

    def naming(self, mutant: Mutant) -> list[Prepared]:
        """The cases that name the requirement and that the mutated adapter answers."""
        writes = mutant.adapter == WRITER
        return [
            ready
            for ready in self.cases
            if mutant.requirement in ready.case.req and ready.case.cmd.endswith(".write") == writes
        ]

    def failures(self, adapter: ProcessAdapter, cases: Sequence[Prepared]) -> list[tuple[str, str]]:
        """Cases that fail, each with its verdict."""
        participant = runner.Participant("mutant", lambda: adapter, KnownFailures("mutant"))
        turn = runner.Turn(participant, self._plan, self._readers)
        failed = []
        for ready in cases:
            _, judgement, standing = turn.judge_case(adapter, ready)
            if standing.status in runner.UNEXPECTED:
                failed.append((ready.case.id, judgement.verdict))
        return failed

    def close(self) -> None:
        """Stop the readers."""
        self._readers.close()


def hunt(
    mutants: Sequence[Mutant], *, jobs: int = 2, report: Callable[[Kill], None] | None = None
) -> tuple[list[Kill], list[str]]:
    """Run every mutant against its cases; kills in order, and mutants that could not run, with the reason.

    Raises:
        BrokenMutantError: a mutant that cannot be created, or the copy fails cases without any change.
    """
    skipped: list[str] = []
    range_ = Range()
    with tempfile.TemporaryDirectory(prefix="kills-") as scratch:
        shops: SimpleQueue[Workshop] = SimpleQueue()
        workshops = [Workshop(Path(scratch) / str(number)) for number in range(jobs)]
        _check_sane(range_, workshops[0], mutants)
        for shop in workshops:
            shops.put(shop)

        def try_one(mutant: Mutant) -> Kill | None:
            shop = shops.get()
            try:
                kill = _try(range_, shop, mutant)
            except ToolMissing as missing:
                skipped.append(f"{mutant.id}: {missing}")
                return None
            finally:
                shops.put(shop)
            if report is not None:
                report(kill)
            return kill

        try:
            with ThreadPoolExecutor(jobs) as pool:
                kills = list(pool.map(try_one, mutants))
        finally:
            range_.close()
    return [kill for kill in kills if kill is not None], skipped


def _try(range_: Range, shop: Workshop, mutant: Mutant) -> Kill:
    start = time.monotonic()
    cases = range_.naming(mutant)
    with shop.mutated(mutant):
        try:
            adapter = shop.start(mutant.adapter)
        except CannotStart as error:
            raise BrokenMutantError(f"{mutant.id} does not start: {error}") from error
        try:
            failed = range_.failures(adapter, cases)
        finally:
            close_quietly(adapter)
    return Kill(mutant, len(cases), tuple(failed), time.monotonic() - start)


def _check_sane(range_: Range, shop: Workshop, mutants: Sequence[Mutant]) -> None:
    """Unchanged, none of the cases fails: otherwise a mutant would be killed by accident."""
    for module in sorted({mutant.adapter for mutant in mutants}):
        ids = {r.case.id for m in mutants if m.adapter == module for r in range_.naming(m)}
        adapter = shop.start(module)
        try:
            failed = range_.failures(adapter, [ready for ready in range_.cases if ready.case.id in ids])
        finally:
            close_quietly(adapter)
        if failed:
            raise BrokenMutantError(f"{module} fails cases unchanged: {failed[:5]}")


def results(kills: Sequence[Kill]) -> dict[str, Any]:
    """Stored results of a hunt: one entry per mutant, in the order of the list."""
    return {
        "about": "Written by kills.py: one-line mutants of reader and writer, and the cases that catch them.",
        "mutants": {
            kill.mutant.id: {
                "requirement": kill.mutant.requirement,
                "digest": kill.mutant.digest,
                "source": kill.mutant.source,
                "killed": kill.killed,
                "asked": kill.asked,
                "failed": len(kill.failed),
                "cases": [case for case, _ in kill.failed[:_NAMED]],
            }
            for kill in kills
        },
    }


def unknown_to(stored: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
    """The mutants that stored results do not cover as they and their functions are now."""
    current = ((m, stored["mutants"].get(m.id, {})) for m in mutants)
    return [m for m, entry in current if (entry.get("digest"), entry.get("source")) != (m.digest, m.source)]


def merged(stored: dict[str, Any], new: dict[str, Any], mutants: Sequence[Mutant]) -> dict[str, Any]:
    """Stored results updated with new ones, in the order of the list and without other entries."""
    entries = stored["mutants"] | new["mutants"]
    return new | {"mutants": {m.id: entries[m.id] for m in mutants if m.id in entries}}


def text_of(document: dict[str, Any]) -> str:
    """JSON with one mutant per line."""
    lines = [f"  {json.dumps(ident)}: {json.dumps(entry)}" for ident, entry in document["mutants"].items()]
    mutants = ",\n".join(lines)
    return f'{{\n "about": {json.dumps(document["about"])},\n "mutants": {{\n{mutants}\n }}\n}}\n'


def _check_kept(stored: dict[str, Any], mutants: Sequence[Mutant], outdated: Sequence[Mutant]) -> int:
    """Say what the stored results do not cover; 1 if anything."""
    gone = sorted(stored["mutants"].keys() - {mutant.id for mutant in mutants})
    for mutant in outdated:
        print(f"not covered by {KILLS.name}: {mutant.id} of {mutant.path}", file=sys.stderr)
    for ident in gone:
        print(f"in {KILLS.name} and in no list: {ident}", file=sys.stderr)
    if outdated or gone:
        print(f"{KILLS.name} is not current: run kills.py --add", file=sys.stderr)
    return 1 if outdated or gone else 0


def _line(kill: Kill) -> str:
    state = "killed " if kill.killed else "SURVIVED"
    return (
        f"{state:9}{kill.mutant.id:36} {kill.mutant.requirement:34} "
        f"{len(kill.failed):4} of {kill.asked:3} cases {kill.seconds:6.1f} s"
    )


def main() -> int:
    """Exit code 0 if all mutants end as listed, 1 if one does not, 2 if the list is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    subset = parser.add_mutually_exclusive_group()
    subset.add_argument("--show", nargs="+", default=[], metavar="ID", help="only these, with their cases")
    subset.add_argument("--add", action="store_true", help="only those that changed since results/kills.json")
    subset.add_argument("--check", action="store_true", help="run nothing, list what --add would run")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    start = time.monotonic()
    try:
        mutants = load_mutants()
        unknown = set(options.show) - {mutant.id for mutant in mutants}
        if unknown:
            parser.error(f"no mutant {', '.join(sorted(unknown))}")
        is_kept = options.add or options.check
        stored = json.loads(KILLS.read_text(encoding="utf-8")) if is_kept else {"mutants": {}}
        selection = [
            mutant for mutant in unknown_to(stored, mutants) if not options.show or mutant.id in options.show
        ]
        if options.check:
            return _check_kept(stored, mutants, selection)
        kills, skipped = hunt(
            selection, jobs=options.jobs, report=lambda kill: print(_line(kill), flush=True)
        )
    except BrokenMutantError as broken:
        print(broken, file=sys.stderr)
        return 2
    for kill in kills if options.show else ():
        print(f"{kill.mutant.path}\n  - {kill.mutant.find.strip()}\n  + {kill.mutant.replace.strip()}")
        for case, verdict in kill.failed:
            print(f"  {verdict:16} {case}")
    for line in skipped:
        print(f"not run: {line}")
    rules = {kill.mutant.requirement for kill in kills}
    killed = [kill for kill in kills if kill.killed]
    print(
        f"{len(killed)} of {len(kills)} mutants killed, about {len({k.mutant.requirement for k in killed})} "
        f"of {len(rules)} requirements, in {time.monotonic() - start:.0f} s"
    )
    for kill in kills:
        if kill.mutant.survives and not kill.killed:
            print(f"known to survive: {kill.mutant.id}: {kill.mutant.survives}")
    unexpected = [kill.mutant.id for kill in kills if not kill.is_as_listed]
    if unexpected:
        print(f"not as listed: {', '.join(unexpected)}")
    if not options.show and not skipped and not unexpected:
        document = merged(stored, results(kills), mutants)
        KILLS.write_text(text_of(document), encoding="utf-8")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
