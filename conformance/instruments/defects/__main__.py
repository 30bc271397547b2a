# SPDX-License-Identifier: Apache-2.0
"""`python -m instruments.defects`: check the list of defects, write its document."""

from __future__ import annotations

import sys
from pathlib import Path

import rich_click as click
from hudi_conformance import resources
from hudi_conformance.cli import common, echo
from hudi_conformance.defects.junit import junit_dir, load_outcomes, load_tests
from hudi_conformance.defects.model import Defect, load_defects, load_measured
from hudi_conformance.defects.scripts import load_scripts, pyspark_dir
from hudi_conformance.look.text import counted
from hudi_conformance.suite import session
from hudi_conformance.toolchain.registry import load_implementations

from instruments.defects import junit as junit_run
from instruments.defects import scripts as script_run
from instruments.defects.check import load_stored, problems
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
    stored = load_stored(resources.data_root() / "conformance")
    faults = problems(defects, cases, lists, load_measured(_measured_file()), stored)
    for file, text in _documents(defects, suite).items():
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            faults.append(f"conformance/{file.name} is not what `python -m instruments.defects build` writes")
    by_id, tests = {defect.id: defect for defect in defects}, load_tests(resources.defects_dir())
    texts = junit_run.sources(tests.values(), by_id, suite)
    faults += junit_run.problems(tests, by_id, load_outcomes(junit_dir(resources.defects_dir())), texts)
    scripts = load_scripts(resources.defects_dir())
    texts = script_run.sources(scripts.values(), by_id, suite)
    faults += junit_run.problems(scripts, by_id, load_outcomes(pyspark_dir(resources.defects_dir())), texts)
    for problem in faults:
        echo.line(problem)
    echo.line(f"{counted(len(defects), 'defect')}, {counted(len(faults), 'problem')}")
    raise SystemExit(1 if faults else 0)


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
            texts[test.defect].write(folder)
    outcomes = load_outcomes(junit_dir(resources.defects_dir())) if idents else {}
    problems = 0
    for result in junit_run.run(chosen, texts):
        if result.problem:
            problems += 1
            echo.line(f"{result.test.defect}: {result.problem}")
        elif result.outcome is not None:
            outcomes[result.test.defect] = result.outcome
    if record:
        junit_run.write_outcomes(junit_dir(resources.defects_dir()), outcomes)
    echo.line(f"{counted(len(chosen), 'test')}, {counted(problems, 'problem')}")
    raise SystemExit(1 if problems else 0)


@command.command()
@click.argument("idents", metavar="[ID]...", nargs=-1)
@click.option("--python", default=sys.executable, help="A Python with PySpark 3.5. Default: this one.")
@click.option("--record", is_flag=True, help="Store the outcomes.")
def pyspark(idents: tuple[str, ...], *, python: str, record: bool) -> None:
    """Run the PySpark scripts of defects with released bundles. Default: all scripts.

    Exit code 1 if a script passes, or fails otherwise than described.
    """
    defects = {defect.id: defect for defect in load_defects(resources.defects_dir())}
    scripts = load_scripts(resources.defects_dir())
    chosen = [script for name, script in scripts.items() if not idents or name in idents]
    texts = script_run.sources(chosen, defects, common.open_session())
    folder = pyspark_dir(resources.defects_dir())
    outcomes = load_outcomes(folder) if idents else {}
    problems = 0
    for ident, outcome, problem in script_run.run(chosen, defects, texts, python):
        problems += bool(problem)
        echo.line(f"{ident}: {problem or 'failed as described'}")
        if outcome is not None and not problem:
            outcomes[ident] = outcome
    if record:
        junit_run.write_outcomes(folder, outcomes)
    echo.line(f"{counted(len(chosen), 'script')}, {counted(problems, 'problem')}")
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
    data = resources.defects_dir()
    names = {name: f"{test.type_name}#{test.method}" for name, test in load_tests(data).items()}
    names |= dict.fromkeys(load_scripts(data), "PySpark script")
    outcomes = load_outcomes(junit_dir(data)) | load_outcomes(pyspark_dir(data))
    return {
        folder / "defects.md": to_markdown(defects, rules, measured, list(load_implementations())),
        folder / "defect_tests.md": tests_to_markdown(defects, names, outcomes),
    }


if __name__ == "__main__":
    command()
