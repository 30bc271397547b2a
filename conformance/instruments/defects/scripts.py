# SPDX-License-Identifier: Apache-2.0
"""Run PySpark scripts of defects with a released bundle, and compare failures with descriptions."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.cli import defect_report
from hudi_conformance.defects.junit import Outcome, Source
from hudi_conformance.defects.model import Defect
from hudi_conformance.defects.scripts import ReportScript
from hudi_conformance.engine.launcher import find_spark_java, java_home
from hudi_conformance.suite import session
from hudi_conformance.toolchain.maven import fetch_jars

from instruments.defects.junit import cause, digest, first_line

_TIMEOUT_S = 300
_CONTROL = "without data skipping"
_RAISED = re.compile(r"^(?:[\w.]+\.)?(\w+(?:Error|Exception): [^\n]*)", re.MULTILINE)
_IN_JAVA = re.compile(r"^: (?:[\w$]+\.)*(\w+(?:: [^\n]*)?)", re.MULTILINE)


def sources(
    scripts: Iterable[ReportScript], defects: Mapping[str, Defect], suite: session.Session
) -> dict[str, Source]:
    """The text of each script, by the id of its defect."""
    scripts = [script for script in scripts if script.defect in defects]
    idents = {defects[script.defect].cases[0] for script in scripts}
    ready = suite.prepare([case for case in suite.cases if case.id in idents])
    rules = suite.index.requirements
    return {
        script.defect: defect_report.script_source(script, defects[script.defect], ready, rules)
        for script in scripts
    }


def run(
    scripts: Iterable[ReportScript], defects: Mapping[str, Defect], texts: Mapping[str, Source], python: str
) -> Iterator[tuple[str, Outcome | None, str]]:
    """Yield for each script the id of its defect, what it gave, and how that differs from its description.

    Args:
        scripts: the scripts.
        defects: the defects by id.
        texts: text of each script.
        python: a Python with PySpark 3.5.
    """
    for script in scripts:
        name = defects[script.defect].implementations[0]
        version = name.rpartition("-")[2]
        [jar] = fetch_jars(resources.adapters_dir() / "hudi_spark" / f"{version}.lock.toml")
        failure, output = _failure(texts[script.defect], python, jar)
        control = _CONTROL if f"{_CONTROL}: " in output else ""
        if not failure:
            yield script.defect, None, "it passed"
            continue
        problem = "" if script.describes(failure) else f"it failed otherwise: {failure}"
        if script.skipping and not control:
            problem = f"the control did not pass: {failure}"
        yield script.defect, Outcome(name, failure, control, digest(texts[script.defect])), problem


def _failure(source: Source, python: str, jar: Path) -> tuple[str, str]:
    """First line of the failure of a script, empty if it passed, and its output."""
    with tempfile.TemporaryDirectory(prefix="hudi-conformance-pyspark-") as scratch:
        file, table = source.write(Path(scratch))
        environment = {**os.environ, "TMPDIR": scratch, "JAVA_HOME": str(java_home(find_spark_java()))}
        environment |= {"PYSPARK_PYTHON": python}
        command = [python, str(file), str(table), str(jar)]
        process = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
            cwd=scratch,
            env=environment,
        )
        if process.returncode == 0:
            return "", process.stdout
        raised = _IN_JAVA.findall(process.stderr) or _RAISED.findall(process.stderr) or ["no message"]
        return first_line(raised[-1] + cause(process.stderr), scratch), process.stdout
