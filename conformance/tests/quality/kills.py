# SPDX-License-Identifier: Apache-2.0
"""Does the suite catch wrong implementations: one-line mutants of our own reader and writer, rule by rule.

python conformance/tests/quality/kills.py                    all mutants; writes KILLS.json
python conformance/tests/quality/kills.py --show ID [ID...]  some, with the cases that fail
python conformance/tests/quality/kills.py --add              those that changed since KILLS.json

A mutant breaks one requirement. It is started as an adapter out of a copy of the package, is asked the
cases that name the requirement, and is killed when at least one of them fails. A mutant that does not even
start, or whose text is not found, is a fault of the list, not a kill.
"""

from __future__ import annotations

import argparse
import compileall
import hashlib
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
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from hudi_conformance import resources
from hudi_conformance.damage import edits
from hudi_conformance.suite import runner
from hudi_conformance.suite.adapter import CannotStart, ProcessAdapter, close_quietly
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.session import Session
from hudi_conformance.toolchain import ToolMissing, ksc

HERE = Path(__file__).resolve().parent
MUTANTS = tuple(
    HERE / name
    for name in (
        "mutants.toml",
        "mutants_hfile.toml",
        "mutants_merge.toml",
        "mutants_payloads.toml",
        "mutants_table.toml",
    )
)
KILLS = HERE / "KILLS.json"
READER = "kaitai_python"
WRITER = "reference_writer"
_ROOTS = {"parsers": "generated/python/hudi_parsers", "ksy": "ksy"}
_SURFACES = frozenset({"log", "name", "hfile", "merge", "table"})
_NAMED = 3  # killing cases that are listed by name


class BrokenMutantError(Exception):
    """A mutant that cannot be made or started: the list is to be mended."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong line.

    Attributes:
        requirement: the rule that it breaks.
        file: place below the package, `parsers/` or `ksy/`.
        expect_killed_by: a case that must be among those that fail; empty = any.
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
        """Place below the root of the checkout."""
        head, _, rest = self.file.partition("/")
        return f"{_ROOTS[head]}/{rest}" if head in _ROOTS else f"conformance/hudi_conformance/{self.file}"

    @property
    def adapter(self) -> str:
        """Module of the adapter that runs the line."""
        return WRITER if self.file.startswith("encode/") else READER

    def apply(self, text: str) -> str:
        """The text with the line changed.

        Raises:
            BrokenMutantError: `find` is not there exactly once.
        """
        found = text.count(self.find)
        if found != 1 or self.find == self.replace:
            raise BrokenMutantError(f"{self.id}: its text is {found} times in {self.path}")
        return text.replace(self.find, self.replace)

    @property
    def digest(self) -> str:
        """Changes with whatever the mutant is."""
        parts = (self.requirement, self.file, self.find, self.replace)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Kill:
    """What became of a mutant: ids of the cases that failed, of `asked` that it was put to."""

    mutant: Mutant
    asked: int
    failed: tuple[tuple[str, str], ...]  # (case id, verdict)
    seconds: float

    @property
    def killed(self) -> bool:
        """Whether a case caught it, and the expected one among them."""
        ids = [case for case, _ in self.failed]
        wanted = self.mutant.expect_killed_by
        return bool(ids) and (not wanted or wanted in ids)

    @property
    def is_as_stated(self) -> bool:
        """Killed, or known to survive; one that is known to and does not is stale."""
        return self.killed != bool(self.mutant.survives)


def load_mutants(paths: Sequence[Path] = MUTANTS) -> list[Mutant]:
    """All mutants of the lists.

    Raises:
        BrokenMutantError: two with one id.
    """
    lists = [tomllib.loads(path.read_text(encoding="utf-8"))["mutant"] for path in paths]
    mutants = [Mutant(**entry) for entries in lists for entry in entries]
    doubled = [ident for ident, number in Counter(m.id for m in mutants).items() if number > 1]
    if doubled:
        raise BrokenMutantError(f"several mutants are called {', '.join(doubled)}")
    return mutants


def sample(mutants: Sequence[Mutant], num: int, seed: int) -> list[Mutant]:
    """Some mutants that need no compiler, the same ones for the same seed."""
    quick = [mutant for mutant in mutants if not mutant.file.startswith("ksy/")]
    return random.Random(seed).sample(quick, num)


class Workshop:
    """A copy of the package in which one file at a time is changed.

    The copy is compiled once, with code files that Python does not hold against their sources; only the
    changed file is read as source.
    """

    def __init__(self, folder: Path) -> None:
        self._root = folder
        source = resources.data_root()
        ignore = shutil.ignore_patterns("__pycache__")
        for part in ("conformance/hudi_conformance", "generated/python/hudi_parsers", "ksy"):
            shutil.copytree(source / part, folder / part, ignore=ignore)
        for part in ("conformance", "generated/python"):
            compileall.compile_dir(
                folder / part, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
            )

    def start(self, module: str) -> ProcessAdapter:
        """Bring up an adapter out of the copy."""
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
        """Change the line; on the way out all is as it was."""
        path = self._root / mutant.path
        text = path.read_text(encoding="utf-8")
        changed = {path: mutant.apply(text)}
        if mutant.file.startswith("ksy/"):
            changed = self._compile(path, changed[path])
        kept: dict[Path, bytes | None] = {}
        for file, new in changed.items():
            for each in (file, *(file.parent / "__pycache__").glob(f"{file.stem}.*.pyc")):
                kept[each] = each.read_bytes()
            for each in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
                each.unlink()
            file.write_text(new, encoding="utf-8")
        try:
            yield
        finally:
            for file, old in kept.items():
                assert old is not None
                file.write_bytes(old)

    def _compile(self, path: Path, grammar: str) -> dict[Path, str]:
        """The Python parsers that differ when the grammar is another one."""
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
    """All cases, and what judges the answers to them."""

    def __init__(self) -> None:
        suite = Session(edits)
        self.cases = [ready for ready in suite.prepare(suite.cases) if ready.case.surface in _SURFACES]
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
        who = runner.Participant("mutant", lambda: adapter, KnownFailures("mutant"))
        turn = runner.Turn(who, self._plan, self._readers)
        failed = []
        for ready in cases:
            _, word, standing = turn.judge_case(adapter, ready)
            if standing.status in runner.UNEXPECTED:
                failed.append((ready.case.id, word.verdict))
        return failed

    def close(self) -> None:
        """End the readers."""
        self._readers.close()


def hunt(mutants: Sequence[Mutant], *, jobs: int = 2, told: Any = None) -> tuple[list[Kill], list[str]]:
    """Put every mutant to its cases; kills in order, and mutants that could not be run, with the reason.

    Raises:
        BrokenMutantError: a mutant that cannot be made, or the copy fails cases without any change.
    """
    skipped: list[str] = []
    range_ = Range()
    with tempfile.TemporaryDirectory(prefix="kills-") as scratch:
        shops: SimpleQueue[Workshop] = SimpleQueue()
        made = [Workshop(Path(scratch) / str(number)) for number in range(jobs)]
        _check_sane(range_, made[0], mutants)
        for shop in made:
            shops.put(shop)

        def one(mutant: Mutant) -> Kill | None:
            shop = shops.get()
            try:
                kill = _try(range_, shop, mutant)
            except ToolMissing as missing:
                skipped.append(f"{mutant.id}: {missing}")
                return None
            finally:
                shops.put(shop)
            if told is not None:
                told(kill)
            return kill

        try:
            with ThreadPoolExecutor(jobs) as pool:
                found = list(pool.map(one, mutants))
        finally:
            range_.close()
    return [kill for kill in found if kill is not None], skipped


def _try(range_: Range, shop: Workshop, mutant: Mutant) -> Kill:
    began = time.monotonic()
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
    return Kill(mutant, len(cases), tuple(failed), time.monotonic() - began)


def _check_sane(range_: Range, shop: Workshop, mutants: Sequence[Mutant]) -> None:
    """Without any change none of the cases fails: else a mutant would be killed by chance."""
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
    """What is kept of a hunt: one entry a mutant, in the order of the list."""
    return {
        "about": "Written by kills.py: one-line mutants of reader and writer, and the cases that catch them.",
        "mutants": {
            kill.mutant.id: {
                "requirement": kill.mutant.requirement,
                "digest": kill.mutant.digest,
                "killed": kill.killed,
                "asked": kill.asked,
                "failed": len(kill.failed),
                "cases": [case for case, _ in kill.failed[:_NAMED]],
            }
            for kill in kills
        },
    }


def unknown_to(kept: dict[str, Any], mutants: Sequence[Mutant]) -> list[Mutant]:
    """The mutants of which kept results say nothing, or something about an older form."""
    entries = kept["mutants"]
    return [m for m in mutants if entries.get(m.id, {}).get("digest") != m.digest]


def merged(kept: dict[str, Any], new: dict[str, Any], mutants: Sequence[Mutant]) -> dict[str, Any]:
    """Kept results with new ones in their place, in the order of the list and nothing beside it."""
    entries = kept["mutants"] | new["mutants"]
    return new | {"mutants": {m.id: entries[m.id] for m in mutants if m.id in entries}}


def _line(kill: Kill) -> str:
    word = "killed " if kill.killed else "SURVIVED"
    return (
        f"{word:9}{kill.mutant.id:36} {kill.mutant.requirement:34} "
        f"{len(kill.failed):4} of {kill.asked:3} cases {kill.seconds:6.1f} s"
    )


def _show(kill: Kill) -> None:
    print(f"{kill.mutant.path}\n  - {kill.mutant.find.strip()}\n  + {kill.mutant.replace.strip()}")
    for case, verdict in kill.failed:
        print(f"  {verdict:16} {case}")


def main() -> int:
    """Exit code 0 when all mutants end as stated, 1 when one does not, 2 when the list is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    some = parser.add_mutually_exclusive_group()
    some.add_argument("--show", nargs="+", default=[], metavar="ID", help="only these, with their cases")
    some.add_argument("--add", action="store_true", help="only those that changed since KILLS.json")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    began = time.monotonic()
    try:
        mutants = load_mutants()
        unknown = set(options.show) - {mutant.id for mutant in mutants}
        if unknown:
            parser.error(f"no mutant {', '.join(sorted(unknown))}")
        kept = json.loads(KILLS.read_text(encoding="utf-8")) if options.add else {"mutants": {}}
        chosen = [
            mutant for mutant in unknown_to(kept, mutants) if not options.show or mutant.id in options.show
        ]
        kills, skipped = hunt(chosen, jobs=options.jobs, told=lambda kill: print(_line(kill), flush=True))
    except BrokenMutantError as broken:
        print(broken, file=sys.stderr)
        return 2
    for kill in kills if options.show else ():
        _show(kill)
    for line in skipped:
        print(f"not run: {line}")
    rules = {kill.mutant.requirement for kill in kills}
    killed = [kill for kill in kills if kill.killed]
    print(
        f"{len(killed)} of {len(kills)} mutants killed, about {len({k.mutant.requirement for k in killed})} "
        f"of {len(rules)} requirements, in {time.monotonic() - began:.0f} s"
    )
    for kill in kills:
        if kill.mutant.survives and not kill.killed:
            print(f"known to survive: {kill.mutant.id}: {kill.mutant.survives}")
    unexpected = [kill.mutant.id for kill in kills if not kill.is_as_stated]
    if unexpected:
        print(f"not as stated: {', '.join(unexpected)}")
    if not options.show and not skipped and not unexpected:
        whole = merged(kept, results(kills), mutants)
        KILLS.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
