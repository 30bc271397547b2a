# SPDX-License-Identifier: Apache-2.0
"""Coverage of the code under test: JaCoCo in the virtual machine of an adapter in Java.

`agent_option` is the option that records executed code. Every process of an implementation appends to one
file when it ends; a killed process records nothing. `measure` reads such files against the jars of the
implementation.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from xml.etree import ElementTree

from hudi_conformance import resources

from . import ToolMissing
from .build import Recipe
from .java import find_java
from .maven import fetch_jars

SUMMARY = "coverage.json"
_ABOUT = (
    "Written by `hudi-conformance run --coverage`: by implementation, package and class [branches executed,"
    " branches, lines executed, lines]."
)
_TIMEOUT_S = 600
LAMBDA = re.compile(r"^lambda\$(.+)\$\d+$")


@dataclass(frozen=True, slots=True)
class MethodCoverage:
    """Executed branches and lines of a method.

    Attributes:
        package: its package, with dots.
        type: its class, with a dot before each inner class.
        method: its name and descriptor; lambdas have the name of the method that they are written in.
        counts: branches executed, branches, lines executed, lines.
    """

    package: str
    type: str
    method: str
    counts: tuple[int, int, int, int]


def coverage_lock() -> Path:
    """Lock of the agent and of the program that writes reports."""
    return resources.adapters_dir() / "jacoco.lock.toml"


def agent_option(executions: Path) -> str:
    """Option of a Java virtual machine that appends to the file `executions` when the machine ends.

    Raises:
        ToolMissing: the agent is not available.
    """
    agent, _ = fetch_jars(coverage_lock())
    # the classes of adapters need no probes
    return f"-javaagent:{agent}=destfile={executions},append=true,jmx=false,excludes=conformance.*"


def judged_jars(recipe: Recipe) -> list[Path]:
    """The jars of an adapter that contain the implementation, as listed in `judged` of its `adapter.toml`."""
    jars = [jar for lock in recipe.locks for jar in fetch_jars(lock)]
    return [jar for jar in jars if any(fnmatchcase(jar.name, pattern) for pattern in recipe.judged)]


def measure(executions: Iterable[Path], jars: Sequence[Path], report: Path) -> list[MethodCoverage]:
    """Methods of `jars` with their executed branches and lines, over all of the files.

    Writes the report of JaCoCo, which has every line, to `report`.

    Raises:
        ToolMissing: no Java runtime, or JaCoCo fails; the message contains its output.
    """
    _, program = fetch_jars(coverage_lock())
    command = [str(find_java().executable), "-jar", str(program), "report", *map(str, executions)]
    for jar in jars:
        command += ["--classfiles", str(jar)]
    command += ["--xml", str(report), "--quiet"]
    env = {name: value for name, value in os.environ.items() if name != "JAVA_TOOL_OPTIONS"}
    process = subprocess.run(
        command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False, env=env
    )
    if process.returncode != 0:
        raise ToolMissing(f"JaCoCo reports nothing:\n{(process.stdout + process.stderr).strip()}")
    return list(read_report(report))


def read_report(report: Path) -> Iterator[MethodCoverage]:
    """Methods of a report that JaCoCo wrote as XML."""
    package = name = ""
    for event, node in ElementTree.iterparse(report, ("start", "end")):  # noqa: S314 - JaCoCo wrote it
        if event == "start" and node.tag == "package":
            package = node.get("name", "").replace("/", ".")
        elif event == "start" and node.tag == "class":
            name = node.get("name", "").rpartition("/")[2].replace("$", ".")
        elif event == "end" and node.tag == "method":
            counts = {
                counter.get("type"): (int(counter.get("covered", 0)), int(counter.get("missed", 0)))
                for counter in node
            }
            branches, lines = counts.get("BRANCH", (0, 0)), counts.get("LINE", (0, 0))
            method = LAMBDA.sub(r"\1", node.get("name", "")) + node.get("desc", "")
            yield MethodCoverage(package, name, method, (branches[0], sum(branches), lines[0], sum(lines)))
        if event == "end" and node.tag in {"class", "sourcefile"}:
            node.clear()


def write_summary(folder: Path, recipes: Mapping[str, Recipe]) -> Path:
    """Measure each `NAME.exec` in the folder and write all figures to one file there; see `measure`."""
    figures: dict[str, dict[str, dict[str, list[int]]]] = {}
    for name, recipe in recipes.items():
        executions = folder / f"{name}.exec"
        if executions.is_file():
            methods = measure([executions], judged_jars(recipe), folder / f"{name}.xml")
            figures[name] = by_class(methods)
    path = folder / SUMMARY
    path.write_text(json.dumps({"about": _ABOUT, "implementations": figures}), encoding="utf-8")
    return path


def by_class(methods: Iterable[MethodCoverage]) -> dict[str, dict[str, list[int]]]:
    """Figures by package and class: branches executed, branches, lines executed, lines."""
    packages: dict[str, dict[str, list[int]]] = {}
    for method in methods:
        counts = packages.setdefault(method.package, {}).setdefault(method.type, [0, 0, 0, 0])
        counts[:] = [a + b for a, b in zip(counts, method.counts, strict=True)]
    return packages
