# SPDX-License-Identifier: Apache-2.0
"""The suite opened for a run: its cases, the selection prepared, the participants, and the plan.

Only this module assembles a `runner.Plan`. Editing inputs needs the grammar, of which the suite is
independent: an `Editor` is passed in.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hudi_conformance import resources
from hudi_conformance.similar import did_you_mean
from hudi_conformance.specification import features, requirements
from hudi_conformance.suite import inputs, manifest, manifest_index
from hudi_conformance.suite.command_lines import PATIENCE, ChoiceError, no_notice, start_command
from hudi_conformance.suite.inputs import Editor, Fixtures, Prepared
from hudi_conformance.suite.manifest import Case, Summary
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import Implementation, load_implementations

if TYPE_CHECKING:
    from hudi_conformance.suite.adapter import Adapter
    from hudi_conformance.suite.expectations import KnownFailures
    from hudi_conformance.suite.runner import Participant, Plan, Start

READER = "kaitai-python"  # reads back writers' output, in every run
GRACE_S = 10.0  # in which a process that is killed writes what it executed
_C = TypeVar("_C", Case, Summary)


@dataclass(frozen=True, slots=True)
class Choice:
    """Conditions on cases, all of which must match; an empty one matches every case.

    Attributes:
        surfaces: names of surfaces.
        globs: patterns of case ids, or prefixes of them.
        reqs: ids of requirements, which include those below them.
        levels: MUST, SHOULD, MAY in any case.
        cmds: names of commands, such as `log.scan`.
        features: ids of features, of which a case has at least one.
        without_features: ids of features of which a case has none.
    """

    surfaces: Sequence[str] = ()
    globs: Sequence[str] = ()
    reqs: Sequence[str] = ()
    levels: Sequence[str] = ()
    cmds: Sequence[str] = ()
    features: Sequence[str] = ()
    without_features: Sequence[str] = ()


class Session:
    """Manifests, fixtures, lock and specification of this installation, each read on first use.

    Args:
        editor: applies the edits of cases.
        warn: receives sentences about problems that do not stop a run.
    """

    def __init__(self, editor: Editor, warn: Callable[[str], None] = lambda _: None) -> None:
        self._editor = editor
        self._warn = warn

    @cached_property
    def cases(self) -> list[Case]:
        """All cases; raises SuiteDamaged."""
        folder = resources.cases_dir()
        return manifest.load_manifests(folder, manifest_index.index_file(folder, resources.cache_dir()))

    @cached_property
    def levels(self) -> dict[str, str]:
        """Level of each requirement."""
        return requirements.load_levels(resources.spec_dir())

    @cached_property
    def index(self) -> requirements.SpecIndex:
        """The specification's requirements."""
        return requirements.load(resources.spec_dir())

    @cached_property
    def fixtures(self) -> Fixtures:
        """The golden files."""
        return Fixtures(resources.fixtures_dir())

    @cached_property
    def lock(self) -> dict[str, str]:
        """Digest of each case's input; raises SuiteDamaged."""
        return inputs.load_lock(resources.cases_dir())

    @cached_property
    def features(self) -> dict[str, tuple[str, ...]]:
        """Features by case, without cases that have none."""
        return features.load_case_features(resources.cases_dir())

    def level(self, case: Case | Summary) -> str:
        """Level of the principal requirement of a case."""
        return self.levels.get(case.req[0], "MUST")

    def proposed(self, case: Case) -> str:
        """The proposed part of the principal requirement of a case."""
        requirement = self.index.requirements.get(case.req[0])
        return "" if requirement is None else requirement.proposed

    def choose(self, choice: Choice) -> list[Case]:
        """Cases that meet all conditions; raises ChoiceError if no case meets all, or one of them."""
        return self._choose(choice, self.cases)

    def summaries(self, choice: Choice) -> list[Summary]:
        """Summaries of the cases of `choose`, which take a third of the time to read."""
        folder = resources.cases_dir()
        index = manifest_index.index_file(folder, resources.cache_dir())
        return self._choose(choice, manifest.load_summaries(folder, index))

    def _choose(self, choice: Choice, among: Sequence[_C]) -> list[_C]:
        conditions = {"surfaces": choice.surfaces, "globs": choice.globs, "requirements": choice.reqs}
        for name, values in conditions.items():
            for value in values:
                if not manifest.select(among, **{name: [value]}):
                    raise ChoiceError(f"{value!r} fits no case{self._hint(name, value)}")
        known_commands = sorted({case.cmd for case in among})
        for value in set(choice.cmds) - set(known_commands):
            every = f"; commands are {', '.join(known_commands)}"
            raise ChoiceError(f"{value!r} is not a command{did_you_mean(value, known_commands, every)}")
        requested, unwanted = set(choice.features), set(choice.without_features)
        levels = {level.upper() for level in choice.levels}
        cases = manifest.select(among, **conditions)
        cases = [case for case in cases if not levels or self.level(case) in levels]
        cases = [case for case in cases if not choice.cmds or case.cmd in choice.cmds]
        if requested | unwanted:
            listed = {name for names in self.features.values() for name in names}
            for value in sorted((requested | unwanted) - listed):
                every = f"; features are {', '.join(sorted(listed))}"
                raise ChoiceError(f"{value!r} is not a feature{did_you_mean(value, listed, every)}")
            of_case = {case.id: set(self.features.get(case.id, ())) for case in cases}
            cases = [case for case in cases if not requested or requested & of_case[case.id]]
            cases = [case for case in cases if not unwanted & of_case[case.id]]
        if not cases:
            raise ChoiceError("no case fits all of these conditions together")
        return cases

    def _hint(self, condition: str, value: str) -> str:
        """Suggestions for a value of a condition that no case meets."""
        if condition == "surfaces":
            return f"; surfaces are {', '.join(sorted({case.surface for case in self.cases}))}"
        if condition == "requirements":
            names = {ident for case in self.cases for ident in case.req}
            names |= {ident.rpartition(".")[0] for ident in names}
        else:
            names = {case.id for case in self.cases} | {case.id.rpartition("/")[0] for case in self.cases}
        return did_you_mean(value, names, "; `hudi-conformance list` lists all cases")

    def find(self, ident: str) -> Case:
        """The case of an id, of which a unique last part is enough; raises ChoiceError."""
        matches = [case for case in self.cases if case.id == ident]
        matches = matches or [case for case in self.cases if case.id.endswith(f"/{ident}")]
        if not matches:
            idents = [case.id for case in self.cases]
            close = [known for known in idents if ident in known][:3]
            hint = f"; did you mean {' or '.join(close)}?" if close else did_you_mean(ident, idents)
            raise ChoiceError(f"no case {ident!r}{hint or '; `hudi-conformance list` lists all cases'}")
        if len(matches) > 1:
            raise ChoiceError(f"{ident!r} is one of {', '.join(case.id for case in matches)}")
        return matches[0]

    def prepare(self, cases: Sequence[Case]) -> list[Prepared]:
        """Prepared cases, their digests compared with the lock; raises SuiteDamaged."""
        ready = self.prepare_unlocked(cases, self.lock)
        missing = inputs.unlocked_ids(cases, self.lock)
        if missing:
            self._warn(f"unlocked cases: {len(missing)}; run `hudi-conformance cases lock`")
        return ready

    def prepare_unlocked(self, cases: Iterable[Case], lock: dict[str, str] | None = None) -> list[Prepared]:
        """Prepared cases, compared only with `lock`, or not at all; raises SuiteDamaged."""
        return inputs.prepare_all(cases, self.fixtures, self._editor, lock)

    def prepare_one(self, case: Case) -> Prepared:
        """One prepared case, not compared with the lock; raises ValueError if it is invalid."""
        return inputs.prepare(case, self.fixtures, self._editor)

    def plan(
        self,
        cases: Sequence[Prepared],
        *,
        profile: str = "core",
        readers: Iterable[str] = (),
        patience: float = PATIENCE,
        jobs: int = 1,
        coverage: Path | None = None,
    ) -> Plan:
        """The plan of a run.

        Args:
            cases: the cases to run, in order.
            profile: member of `expectations.PROFILES`.
            readers: names of implementations that also read back writers' output; names that are not
                shipped are ignored.
            patience: factor on the time budgets of readers.
            jobs: number of implementations that run concurrently.
            coverage: folder for what readers in Java execute.
        """
        from hudi_conformance.suite.runner import Plan

        shipped = load_implementations()
        return Plan(
            cases=cases,
            levels={ready.case.id: self.level(ready.case) for ready in cases},
            proposed={ready.case.id: self.proposed(ready.case) for ready in cases},
            profile=profile,
            today=today(),
            all_ids=[case.id for case in self.cases],
            readers={
                name: starter(shipped[name], patience, coverage)
                for name in dict.fromkeys([READER, *readers])
                if name in shipped
            },
            jobs=jobs,
        )


def today() -> datetime.date:
    """The date with which dates of lists of known failures are compared."""
    return datetime.datetime.now(datetime.UTC).date()


def implementations(names: Sequence[str]) -> dict[str, Implementation]:
    """Shipped implementations by name; `all` selects all of them, no name all except optional ones.

    Raises:
        ChoiceError: a name that is not shipped.
    """
    shipped = load_implementations()
    if "all" in names:
        return shipped
    for name in names:
        if name not in shipped:
            hint = did_you_mean(name, shipped, f"; available are {', '.join(shipped)}")
            raise ChoiceError(f"no implementation {name!r}{hint}")
    if not names:
        return {name: entry for name, entry in shipped.items() if not entry.optional}
    return {name: shipped[name] for name in dict.fromkeys(names)}


def starter(
    implementation: Implementation, patience: float = PATIENCE, coverage: Path | None = None
) -> Start:
    """Starter of the adapter of a shipped implementation; builds it on first use.

    With a folder `coverage` a `measurable` one appends its executed code to `NAME.exec` there.
    """
    from hudi_conformance.suite.adapter import ProcessAdapter, memory_folder

    build = builder(implementation, coverage)

    def start() -> Adapter:
        return ProcessAdapter(
            build(),
            memory_mib=implementation.memory_mib,
            patience=patience,
            scratch=memory_folder(),
            grace=0.0 if coverage is None else GRACE_S,
        )

    return start


def builder(implementation: Implementation, coverage: Path | None = None) -> Callable[[], list[str]]:
    """Builder of the adapter of a shipped implementation, which returns its command line; see `starter`."""
    from hudi_conformance.suite.adapter import CannotStart

    executions = None if coverage is None else coverage / f"{implementation.name}.exec"

    def build() -> list[str]:
        try:
            return implementation.command(executions if implementation.measurable() else None)
        except ToolMissing as missing:
            raise CannotStart(str(missing)) from missing

    return build


def known_failures(name: str, path: Path | None = None) -> KnownFailures:
    """List of an implementation: the file at `path`, otherwise the shipped one, otherwise an empty one.

    Raises:
        ChoiceError: the file at `path` cannot be read.
        SuiteDamaged: the shipped one cannot.
    """
    from hudi_conformance.suite.expectations import KnownFailures, ListError, load_list

    file = path or resources.expectations_dir() / f"{name}.toml"
    if path is None and not file.is_file():
        return KnownFailures(name)
    try:
        return load_list(file, name)
    except ListError as error:
        if path is not None:
            raise ChoiceError(str(error)) from error
        raise manifest.SuiteDamaged(
            [manifest.Problem(f"../expectations/{file.name}", 1, "", str(error))]
        ) from error


def shipped_participants(
    selection: dict[str, Implementation],
    known: Callable[[str], KnownFailures],
    *,
    patience: float = PATIENCE,
    required: bool = True,
    coverage: Path | None = None,
) -> list[Participant]:
    """Shipped implementations as participants, each with its list of known failures; see `starter`."""
    from hudi_conformance.suite.runner import Participant

    members = []
    for name, entry in selection.items():
        start, build = starter(entry, patience, coverage), builder(entry, coverage)
        members.append(Participant(name, start, known(name), required, entry.surfaces, entry.waits, build))
    return members


def participants(
    names: Sequence[str],
    commands: Sequence[str],
    *,
    once: bool = False,
    patience: float = PATIENCE,
    expect_file: Path | None = None,
    no_expect: bool = False,
    coverage: Path | None = None,
    notice: Callable[[str], None] = no_notice,
) -> list[Participant]:
    """Participants: shipped implementations by name, adapters by command line; neither: `implementations`.

    Adapters of command lines are started here, since they declare their name themselves.

    Args:
        names: names of shipped implementations, or `all`.
        commands: command lines of adapters.
        once: start such an adapter anew for each request.
        patience: factor on every time budget.
        expect_file: list of known failures of the one participant.
        no_expect: use no list of known failures.
        coverage: folder for what shipped implementations in Java execute.
        notice: receives a line about each adapter that starts slowly.

    Raises:
        ChoiceError: names or options that conflict.
        CannotStart: an adapter of a command line does not start.
    """
    from hudi_conformance.suite import expectations, runner

    shipped = implementations(names) if names or not commands else {}
    if expect_file is not None and (no_expect or len(shipped) + len(commands) != 1):
        raise ChoiceError("--expect goes with exactly one implementation, and not with --no-expect")

    def known(name: str) -> KnownFailures:
        return expectations.KnownFailures(name) if no_expect else known_failures(name, expect_file)

    required = bool(names) and "all" not in names
    members = shipped_participants(shipped, known, patience=patience, required=required, coverage=coverage)
    for text in commands:
        adapter = start_command(text, once=once, patience=patience, notice=notice)
        names_taken = {participant.name for participant in members}
        name, number = adapter.hello.name, 2
        while name in names_taken:
            name, number = f"{adapter.hello.name}-{number}", number + 1
        failures = expectations.KnownFailures(name) if expect_file is None else known(name)
        members.append(runner.Participant(name, _running(adapter), failures, required=True))
    return members


def demand(members: Sequence[Participant], names: Sequence[str]) -> list[Participant]:
    """The participants, those of these names required; other names cannot start."""
    from hudi_conformance.suite import adapter, expectations, runner

    required = [replace(member, required=True) if member.name in names else member for member in members]
    present = {member.name for member in members}

    def absent(name: str) -> Start:
        def start() -> Adapter:
            raise adapter.CannotStart(f"{name} is required, and takes no part in this run")

        return start

    missing = [name for name in dict.fromkeys(names) if name not in present]
    failures = expectations.KnownFailures
    return required + [runner.Participant(name, absent(name), failures(name), True) for name in missing]


def _running(adapter: Adapter) -> Start:
    return lambda: adapter
