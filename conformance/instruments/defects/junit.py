# SPDX-License-Identifier: Apache-2.0
"""Compile JUnit tests of defects against released jars, run them, and compare failures with descriptions."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree  # reads reports of the launcher only

from hudi_conformance import resources
from hudi_conformance.cli import defect_report
from hudi_conformance.defects.junit import Outcome, ReportTest, Source, junit_dir
from hudi_conformance.defects.model import Defect
from hudi_conformance.defects.scripts import ReportScript
from hudi_conformance.suite import session
from hudi_conformance.toolchain.build import BuildFailed, compile_java, read_recipe
from hudi_conformance.toolchain.maven import fetch_jars
from hudi_conformance.toolchain.registry import load_implementations

_LEVEL = "8"  # that of Hudi 1.0 and older
_TIMEOUT_S = 300
_MAX_FAILURE = 300  # characters
_LAUNCHER = "org.junit.platform.console.ConsoleLauncher"
_ABOUT = re.compile(r'^/\*\*\n(?: \*.*\n)+(?=class )|^"""[^"]*(?:"{1,2}[^"]+)*"""\n', re.MULTILINE)
"""Comment of a Java class, or of a Python script, with the title of the defect and the text of its rule."""


def write_outcomes(folder: Path, outcomes: Mapping[str, Outcome]) -> None:
    """Store outcomes, sorted."""
    entries = {name: asdict(outcomes[name]) for name in sorted(outcomes)}
    text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
    (folder / "RESULTS.json").write_text(text, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Result:
    """The run of one test.

    Attributes:
        test: the test.
        outcome: the measured result, None if it could not be measured.
        problem: difference from the description, empty if there is none.
    """

    test: ReportTest
    outcome: Outcome | None
    problem: str = ""


def sources(
    tests: Iterable[ReportTest], defects: Mapping[str, Defect], suite: session.Session
) -> dict[str, Source]:
    """The Java text of each test, by the id of its defect."""
    tests = [test for test in tests if test.defect in defects]
    idents = {test.case or defects[test.defect].cases[0] for test in tests}
    ready = suite.prepare([case for case in suite.cases if case.id in idents])
    rules = suite.index.requirements
    return {test.defect: defect_report.source(test, defects[test.defect], ready, rules) for test in tests}


def run(tests: Sequence[ReportTest], texts: Mapping[str, Source]) -> list[Result]:
    """Run all tests, one Java process per implementation.

    Raises:
        ToolMissing: a runtime or a jar is not available.
    """
    results: list[Result] = []
    for name in dict.fromkeys(test.implementation for test in tests):
        group = [test for test in tests if test.implementation == name]
        try:
            results += _run_group(name, group, texts)
        except BuildFailed as failure:
            results += [Result(test, None, str(failure)) for test in group]
    return results


def _run_group(name: str, tests: Sequence[ReportTest], texts: Mapping[str, Source]) -> list[Result]:
    implementation = load_implementations()[name]
    recipe = read_recipe(implementation.adapter, implementation.variant)
    java = recipe.find_java()
    jars = [jar for lock in recipe.locks for jar in fetch_jars(lock)]
    jars += fetch_jars(junit_dir(resources.defects_dir()) / "junit.lock.toml")
    with tempfile.TemporaryDirectory(prefix="hudi-conformance-junit-") as scratch:
        folder = Path(scratch)
        classes = folder / "classes"
        classes.mkdir()
        files = [texts[test.defect].write(folder / test.defect)[0] for test in tests]
        compile_java(f"JUnit tests for {name}", java, files, jars, classes, level=_LEVEL)
        class_path = [
            str(classes),
            *(str(folder / t.defect / t.module / "src/test/resources") for t in tests),
        ]
        class_path += [str(jar) for jar in jars]
        command = [
            str(java.executable),
            *recipe.jvm_options,
            f"-Djava.io.tmpdir={scratch}",
            "-cp",
            os.pathsep.join(class_path),
            _LAUNCHER,
            "execute",
            "--disable-banner",
            "--details=none",
            f"--reports-dir={folder / 'reports'}",
            *(f"--select-class={test.full_name}" for test in tests),
        ]
        process = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
        report = folder / "reports" / "TEST-junit-jupiter.xml"
        if not report.is_file():
            tail = (process.stdout + process.stderr).strip()[-2000:]
            return [Result(test, None, f"the launcher wrote no report: {tail}") for test in tests]
        failures = _failures(ElementTree.parse(report).iter("testcase"), scratch)  # noqa: S314 - our own report
    return [compare(test, texts[test.defect], failures) for test in tests]


def problems(
    tests: Mapping[str, ReportTest] | Mapping[str, ReportScript],
    defects: Mapping[str, Defect],
    outcomes: Mapping[str, Outcome],
    texts: Mapping[str, Source],
) -> list[str]:
    """Sentences about tests, or scripts, that do not fit their defect or their stored outcome."""
    command = "junit" if any(isinstance(test, ReportTest) for test in tests.values()) else "pyspark"
    sentences = [f"{name}: an outcome without a test" for name in outcomes.keys() - tests.keys()]
    for name, test in tests.items():
        defect, outcome = defects.get(name), outcomes.get(name)
        if defect is None:
            sentences.append(f"{name}: a test of no defect")
        elif isinstance(test, ReportTest) and test.implementation not in defect.implementations:
            sentences.append(f"{name}: {test.implementation} does not have the defect")
        elif isinstance(test, ReportTest) and test.case and test.case not in defect.cases:
            sentences.append(f"{name}: {test.case} is not one of its cases")
        elif outcome is None:
            sentences.append(f"{name}: its test has no stored outcome")
        elif outcome.source != digest(texts[name]):
            sentences.append(f"{name}: its test has changed since it was run")
        elif not test.describes(outcome.failure):
            sentences.append(f"{name}: the stored outcome is not what its test describes")
    return [
        f"{sentence}: `python -m instruments.defects {command} --record`" for sentence in sorted(sentences)
    ]


def _failures(cases: Iterable[ElementTree.Element], scratch: str) -> dict[tuple[str, str], str]:
    """First line of the failure of each test that ran, empty if it passed, by class and method."""
    failures: dict[tuple[str, str], str] = {}
    for case in cases:
        text = ""
        for kind in ("failure", "error"):
            if (element := case.find(kind)) is not None:
                kind_name = element.get("type", "").rpartition(".")[2]
                text = f"{kind_name}: {element.get('message', '')}{cause(element.text or '')}"
        key = (case.get("classname", ""), case.get("name", "").partition("(")[0])
        failures[key] = first_line(text, scratch)
    return failures


def cause(trace: str) -> str:
    """The innermost cause of an exception in Java, empty if it has none."""
    causes = re.findall(r"^Caused by: (?:\w+\.)*(\w+)(: [^\n]*)?", trace, re.MULTILINE)
    return f", caused by {''.join(causes[-1])}" if causes else ""


def first_line(text: str, scratch: str) -> str:
    """A failure without what differs from run to run."""
    line = " ".join(text.split()).replace(scratch, "TMP")
    line = re.sub(r"TMP/junit-?\d+", "TMP", line)
    line = re.sub(r"@[0-9a-f]{5,8}\b", "@…", line)
    return line if len(line) <= _MAX_FAILURE else line[:_MAX_FAILURE] + "…"


def compare(test: ReportTest, source: Source, failures: Mapping[tuple[str, str], str]) -> Result:
    """Compare failures, by class and method, with the description of a test; empty for what passed."""
    failure = failures.get((test.full_name, test.method))
    if failure is None:
        return Result(test, None, "it was not run")
    if not failure:
        return Result(test, None, "it passed")
    problem = "" if test.describes(failure) else f"it failed otherwise: {failure}"
    if test.control and (reason := failures.get((test.full_name, test.control), "not run")):
        problem = f"the control {test.control} did not pass: {reason}"
    return Result(test, Outcome(test.implementation, failure, test.control, digest(source)), problem)


def digest(source: Source) -> str:
    """SHA-256 of a source without the comment that quotes title and rule, and of the files that it loads."""
    code = _ABOUT.sub("", source.text, count=1)
    parts = [code.encode("utf-8"), *(source.resources[name] for name in sorted(source.resources))]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
