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
from instruments.defects.document import to_markdown


@click.group()
def command() -> None:
    """Check the list of defects, and write its document."""


@command.command()
def check() -> None:
    """Compare the list with cases, lists of known failures, measured verdicts, and the document.

    No implementation is started. Exit code 1 on a problem.
    """
    defects = load_defects(resources.defects_dir())
    cases = {case.id for case in common.open_session().cases}
    lists = {name: session.known_failures(name) for name in load_implementations()}
    found = problems(defects, cases, lists, load_measured(_measured_file()))
    file = _document_file()
    if not file.is_file() or file.read_text(encoding="utf-8") != _document(defects):
        found.append("conformance/defects.md is not what `python -m instruments.defects build` writes")
    for problem in found:
        echo.line(problem)
    echo.line(f"{counted(len(defects), 'defect')}, {counted(len(found), 'problem')}")
    raise SystemExit(1 if found else 0)


@command.command()
@click.argument("idents", metavar="[ID]...", nargs=-1)
@click.option("--record", is_flag=True, help="Store the outcomes.")
@click.option("--write", "folder", type=click.Path(path_type=Path), help="Write the sources below this folder.")
def junit(idents: tuple[str, ...], *, record: bool, folder: Path | None) -> None:
    """Compile and run the JUnit tests of defects against released jars. Default: all tests.

    Exit code 1 if a test passes, or fails otherwise than described.
    """
    defects = {defect.id: defect for defect in load_defects(resources.defects_dir())}
    tests = load_tests(resources.defects_dir())
    if unknown := set(idents) - set(tests):
        raise click.UsageError(f"no test of {', '.join(sorted(unknown))}")
    chosen = [test for name, test in tests.items() if not idents or name in idents]
    texts = junit_run.sources(chosen, defects)
    if folder is not None:
        for test in chosen:
            junit_run.write_source(texts[test.defect], folder / test.module)
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
    """Write conformance/defects.md from the list and from measured verdicts."""
    file = _document_file()
    file.write_text(_document(load_defects(resources.defects_dir())), encoding="utf-8")
    echo.line(f"wrote {file}")


def _measured_file() -> Path:
    return resources.defects_dir() / "MEASURED.json"


def _document_file() -> Path:
    return resources.data_root() / "conformance" / "defects.md"


def _document(defects: list[Defect]) -> str:
    rules = {case.id: case.req for case in common.open_session().cases}
    return to_markdown(defects, rules, load_measured(_measured_file()), list(load_implementations()))


if __name__ == "__main__":
    command()
