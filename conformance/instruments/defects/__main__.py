# SPDX-License-Identifier: Apache-2.0
"""`python -m instruments.defects`: check the list of defects, write its document."""

from __future__ import annotations

from pathlib import Path

import rich_click as click
from hudi_conformance import resources
from hudi_conformance.cli import common, echo
from hudi_conformance.defects import Defect, load_defects, load_measured
from hudi_conformance.defects.junit import load_outcomes, load_tests, write_outcomes
from hudi_conformance.look.text import counted
from hudi_conformance.suite import session
from hudi_conformance.toolchain.registry import load_implementations

from instruments.defects import junit as junit_run
from instruments.defects.check import problems
from instruments.defects.document import tests_to_markdown, to_markdown


@click.group()
def command() -> None:
    """Check the list of defects, and write its document."""


@command.command()
def check() -> None:
    """Compare the list with cases, lists of known failures, measured verdicts, and the document.

    No implementation is started. Exit code 1 on a problem.
    """
    defects = load_defects(resources.defects_dir())
    suite = common.open_session()
    cases = {case.id for case in suite.cases}
    lists = {name: session.known_failures(name) for name in load_implementations()}
    found = problems(defects, cases, lists, load_measured(_measured_file()))
    for file, text in _documents(defects, suite).items():
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            found.append(f"conformance/{file.name} is not what `python -m instruments.defects build` writes")
    by_id, tests = {defect.id: defect for defect in defects}, load_tests(resources.defects_dir())
    texts = junit_run.sources(tests.values(), by_id, suite)
    found += junit_run.problems(tests, by_id, load_outcomes(resources.defects_dir()), texts)
    for problem in found:
        echo.line(problem)
    echo.line(f"{counted(len(defects), 'defect')}, {counted(len(found), 'problem')}")
    raise SystemExit(1 if found else 0)


@command.command()
@click.argument("idents", metavar="[ID]...", nargs=-1)
@click.option("--record", is_flag=True, help="Store the outcomes.")
@click.option("--write", "folder", type=click.Path(path_type=Path), help="Write the sources to this folder.")
def junit(idents: tuple[str, ...], *, record: bool, folder: Path | None) -> None:
    """Compile and run the JUnit tests of defects against released jars. Default: all tests.

    Exit code 1 if a test passes, or fails otherwise than described.
    """
    defects = {defect.id: defect for defect in load_defects(resources.defects_dir())}
    tests = load_tests(resources.defects_dir())
    if unknown := set(idents) - set(tests):
        raise click.UsageError(f"no test of {', '.join(sorted(unknown))}")
    chosen = [test for name, test in tests.items() if not idents or name in idents]
    texts = junit_run.sources(chosen, defects, common.open_session())
    if folder is not None:
        for test in chosen:
            texts[test.defect].write(folder / test.module)
    outcomes = load_outcomes(resources.defects_dir()) if idents else {}
    problems = 0
    for result in junit_run.run(chosen, texts):
        if result.problem:
            problems += 1
            echo.line(f"{result.test.defect}: {result.problem}")
        elif result.outcome is not None:
            outcomes[result.test.defect] = result.outcome
    if record:
        write_outcomes(resources.defects_dir(), outcomes)
    echo.line(f"{counted(len(chosen), 'test')}, {counted(problems, 'problem')}")
    raise SystemExit(1 if problems else 0)


@command.command()
def build() -> None:
    """Write conformance/defects.md and conformance/defect_tests.md from the list and from measurements."""
    for file, text in _documents(load_defects(resources.defects_dir()), common.open_session()).items():
        file.write_text(text, encoding="utf-8")
        echo.line(f"wrote {file}")


def _measured_file() -> Path:
    return resources.defects_dir() / "MEASURED.json"


def _documents(defects: list[Defect], suite: session.Session) -> dict[Path, str]:
    """Text of each document by its path."""
    folder = resources.data_root() / "conformance"
    rules = {case.id: case.req for case in suite.cases}
    measured = load_measured(_measured_file())
    outcomes, tests = load_outcomes(resources.defects_dir()), load_tests(resources.defects_dir())
    return {
        folder / "defects.md": to_markdown(defects, rules, measured, list(load_implementations())),
        folder / "defect_tests.md": tests_to_markdown(defects, tests, outcomes),
    }


if __name__ == "__main__":
    command()
