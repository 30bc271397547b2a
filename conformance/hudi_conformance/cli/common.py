# SPDX-License-Identifier: Apache-2.0
"""What several subcommands share: loading the suite, choosing cases, starting implementations."""

from __future__ import annotations

import datetime
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click
from rich.console import Console

from hudi_conformance import resources
from hudi_conformance.damage import edits
from hudi_conformance.specification import requirements
from hudi_conformance.suite import inputs, manifest
from hudi_conformance.suite.adapter import Adapter, CannotStart, OnceAdapter, ProcessAdapter
from hudi_conformance.suite.expectations import KnownFailures, ListError, load_list
from hudi_conformance.suite.inputs import Fixtures, Prepared
from hudi_conformance.suite.manifest import Case
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import Implementation, load_implementations

F = TypeVar("F", bound=Callable[..., Any])
LEVELS = ("MUST", "SHOULD", "MAY")


class AdapterError(click.ClickException):
    """Exit code 3: an adapter that was asked for does not come up."""

    exit_code = 3


def console() -> Console:
    """Standard output; colours only on a terminal, and not under NO_COLOR."""
    return Console(highlight=False)


def warn(text: str) -> None:
    """A line on standard error."""
    click.echo(text, err=True)


def select_options(function: F) -> F:
    """Options that choose cases."""
    for option in (
        click.option("--level", "levels", multiple=True, type=click.Choice(LEVELS, case_sensitive=False),
                     help="Only cases about rules of this level (repeatable)."),
        click.option("--req", "reqs", multiple=True, metavar="ID",
                     help="Only cases that name this requirement, or one below it (repeatable)."),
        click.option("--cases", "globs", multiple=True, metavar="GLOB",
                     help="Only cases whose id fits: a glob, or a prefix such as log/recovery (repeatable)."),
        click.option("--surface", "surfaces", multiple=True, metavar="NAME",
                     help="Only cases of this surface: name, log (repeatable)."),
    ):  # fmt: skip
        function = option(function)
    return function


def load_cases() -> list[Case]:
    """All cases; raises SuiteDamaged."""
    return manifest.load_manifests(resources.cases_dir())


def fixtures() -> Fixtures:
    """The golden files."""
    return Fixtures(resources.fixtures_dir())


def levels(cases: Sequence[Case], index: requirements.SpecIndex) -> dict[str, str]:
    """Level of each case: that of the requirement which it is about."""
    known = index.requirements
    return {case.id: known[case.req[0]].level if case.req[0] in known else "MUST" for case in cases}


def choose(
    cases: Sequence[Case],
    index: requirements.SpecIndex,
    *,
    surfaces: Sequence[str],
    globs: Sequence[str],
    reqs: Sequence[str],
    wanted_levels: Sequence[str],
) -> list[Case]:
    """Chosen cases; a choice that is empty is a usage error, and so is a part of it that fits nothing."""
    for name, given in (("surfaces", surfaces), ("globs", globs), ("requirements", reqs)):
        for one in given:
            if not manifest.select(cases, **{name: [one]}):
                raise click.UsageError(f"{one!r} fits no case; `hudi-conformance list` shows them all")
    chosen = manifest.select(cases, surfaces=surfaces, globs=globs, requirements=reqs)
    if wanted_levels:
        upper = {level.upper() for level in wanted_levels}
        level_of = levels(cases, index)
        chosen = [case for case in chosen if level_of[case.id] in upper]
    if not chosen:
        raise click.UsageError("no case fits all of these conditions together")
    return chosen


def prepare(cases: Sequence[Case]) -> list[Prepared]:
    """Prepared cases, their digests held against the lock; raises SuiteDamaged."""
    lock = inputs.load_lock(resources.cases_dir())
    ready = inputs.prepare_all(cases, fixtures(), edits, lock)
    missing = inputs.unlocked(cases, lock)
    if missing:
        warn(f"{len(missing)} of these cases are not locked yet; run `hudi-conformance cases lock`")
    return ready


def one_case(ident: str) -> Prepared:
    """The case of an id; a unique end of it will do."""
    cases = load_cases()
    found = [case for case in cases if case.id == ident] or [c for c in cases if c.id.endswith(f"/{ident}")]
    if not found:
        close = [case.id for case in cases if ident in case.id][:5]
        raise click.UsageError(
            f"no case {ident!r}" + (f"; is it one of {', '.join(close)}?" if close else "")
        )
    if len(found) > 1:
        raise click.UsageError(f"{ident!r} is one of {', '.join(case.id for case in found)}")
    return prepare(found)[0]


def implementations(names: Sequence[str]) -> dict[str, Implementation]:
    """Shipped implementations by name; `all` is each of them, no name all but the optional ones."""
    shipped = load_implementations()
    if "all" in names:
        return shipped
    for name in names:
        if name not in shipped:
            raise click.UsageError(f"no implementation {name!r}; shipped are {', '.join(shipped)}")
    if not names:
        return {name: one for name, one in shipped.items() if not one.optional}
    return {name: shipped[name] for name in dict.fromkeys(names)}


def starter(implementation: Implementation, patience: float = 2.0) -> Callable[[], Adapter]:
    """What brings up a shipped implementation; builds it on first use."""

    def start() -> Adapter:
        try:
            command = implementation.command()
        except ToolMissing as missing:
            raise CannotStart(str(missing)) from missing
        return ProcessAdapter(command, memory_mib=implementation.memory_mib, patience=patience)

    return start


def start_command(text: str, *, once: bool, patience: float = 2.0) -> Adapter:
    """Bring up an adapter given as a command line; raises AdapterError."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise click.UsageError(f"--adapter {text!r}: {error}") from error
    if not words:
        raise click.UsageError("--adapter is empty")
    try:
        return (OnceAdapter if once else ProcessAdapter)(words, patience=patience)
    except CannotStart as error:
        raise AdapterError(f"{text}: {error}") from error


def known_failures(name: str, path: Path | None = None) -> KnownFailures:
    """List of an implementation: the given file, else the shipped one, else an empty one."""
    file = path or resources.expectations_dir() / f"{name}.toml"
    if path is None and not file.is_file():
        return KnownFailures(name)
    try:
        return load_list(file, name)
    except ListError as error:
        if path is not None:
            raise click.UsageError(str(error)) from error
        raise manifest.SuiteDamaged(
            [manifest.Problem(f"../expectations/{file.name}", 1, "", str(error))]
        ) from error


def today() -> datetime.date:
    """The day by which entries of lists run out."""
    return datetime.datetime.now(datetime.UTC).date()


def is_terminal() -> bool:
    """Whether somebody watches: progress bars are for eyes only."""
    return sys.stderr.isatty()


def expected_value(prepared: Prepared) -> Mapping[str, Any]:
    """The whole expectation of a case as JSON, tokens expanded."""
    return _expectation(prepared.expectation)


def _expectation(expectation: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": expectation.kind}
    if expectation.value is not None:
        shown["value"] = expectation.value
    if expectation.kind == "reject":
        shown |= {"codes": list(expectation.codes), "at": expectation.at, "blocks": expectation.blocks}
    if expectation.options:
        shown["any"] = [_expectation(option) for option in expectation.options]
    if expectation.question:
        shown["question"] = expectation.question
    if expectation.kind == "bytes":
        shown["hex"] = expectation.data.hex()
    return shown
