# SPDX-License-Identifier: Apache-2.0
"""JUnit tests of defects, in the language of the affected project.

`conformance/defects/junit/` contains their parts: `tests/*.toml` the body of each test, `helpers/*.java`
methods that bodies call, `imports.toml` the classes, `test.java.j2` the frame of a class. `RESULTS.json` has
the results of compiling and running them against released jars.
"""

from __future__ import annotations

import json
import re
import textwrap
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from .junit_input import Input, declarations
from .model import DefectError

if TYPE_CHECKING:
    import jinja2

_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_WORD_BEFORE_CALL = re.compile(r"(?<![\w.])([a-z]\w*)\(")
_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_INDENT = "    "
_WIDTH = 110
_GROUPS = (("org.apache.hudi.",), ("",), ("javax.", "java."))  # in the order of Hudi's checkstyle


@dataclass(frozen=True, slots=True)
class ReportTest:
    """A test of a defect.

    Attributes:
        defect: id of the defect.
        type_name: simple name of the class.
        package: its package.
        module: module of the project's build whose tests it belongs to.
        implementation: implementation that it is compiled and run against.
        method: the test, which fails.
        body: its statements.
        fails: regular expression that the first line of its failure matches in full.
        case: case whose input it uses, empty if the body creates its own.
        control: a test on an intact input, which passes; empty if there is none.
        control_body: its statements.
    """

    defect: str
    type_name: str
    package: str
    module: str
    implementation: str
    method: str
    body: str
    fails: str
    case: str = ""
    control: str = ""
    control_body: str = ""

    @property
    def full_name(self) -> str:
        """Name of the class with its package."""
        return f"{self.package}.{self.type_name}"

    def describes(self, failure: str) -> bool:
        """Whether a failure is the described one, with any cause."""
        return re.fullmatch(f"(?:{self.fails})(, caused by .*)?", failure) is not None


@dataclass(frozen=True, slots=True)
class Source:
    """A test that can be compiled.

    Attributes:
        path: path in the tree of the project.
        text: Java, or Python.
        resources: content of the files that it loads, by path.
        language: name of the language.
    """

    path: str
    text: str
    resources: Mapping[str, bytes] = field(default_factory=dict)
    language: str = "java"

    def write(self, folder: Path) -> list[Path]:
        """Write the source and its resources below a folder; return the paths, the source first."""
        contents = {self.path: self.text.encode("utf-8"), **self.resources}
        for name, content in contents.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return [folder / name for name in contents]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a test.

    Attributes:
        implementation: release against which it was compiled and run.
        failure: type and first line of the message of the failure.
        control: name of the control that passed, empty if there is none.
        source: SHA-256 of the Java text and its resources.
    """

    implementation: str
    failure: str
    control: str
    source: str


def junit_dir(defects: Path) -> Path:
    """Folder of the tests, below that of the defects."""
    return defects / "junit"


def load_tests(defects: Path) -> dict[str, ReportTest]:
    """All tests by the id of their defect, files by name.

    Raises:
        DefectError: a file violates the format.
    """
    tests: dict[str, ReportTest] = {}
    for file in sorted((junit_dir(defects) / "tests").glob("*.toml")):
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        defaults = document.get("defaults", {})
        for table in document.get("test", []):
            try:
                test = ReportTest(**{**defaults, **table})
                re.compile(test.fails)
            except (TypeError, re.error) as error:
                raise DefectError(f"{file.name}, {table.get('defect')!r}: {error}") from None
            if test.defect in tests:
                raise DefectError(f"{file.name}: two tests of {test.defect}")
            tests[test.defect] = test
    return tests


def load_outcomes(folder: Path) -> dict[str, Outcome]:
    """Stored outcomes of the tests of a folder by the id of the defect; empty if there are none."""
    file = folder / "RESULTS.json"
    if not file.is_file():
        return {}
    return {name: Outcome(**entry) for name, entry in json.loads(file.read_text(encoding="utf-8")).items()}


def render(test: ReportTest, title: str, rule: str, given: Input, folder: Path) -> Source:
    """The Java text of a test.

    Args:
        test: the test.
        title: the defect, in a sentence.
        rule: text of the rule that is violated, as Markdown.
        given: input of its case.
        folder: `junit_dir` of the data.
    """
    template, classes = _frame(folder)
    bodies = {test.method: test.body}
    if test.control:
        bodies = {test.control: test.control_body, **bodies}
    constants, inputs, resources = declarations(given, test.type_name, "\n".join(bodies.values()))
    helpers = _helpers(["\n".join(bodies.values()), *inputs], folder / "helpers", test.implementation)
    parts = [*bodies.values(), *inputs, *helpers]
    text = template.render(
        test=test,
        comment=_comment(title, rule),
        constants=constants,
        bodies={name: textwrap.indent(body.strip("\n"), _INDENT) for name, body in bodies.items()},
        methods=[*inputs, *helpers],
        needs_folder=any(re.search(r"\bfolder\b", part) for part in parts),
    )
    text = text.replace("@IMPORTS@\n", _imports(text, classes, test))
    java = f"{test.module}/src/test/java/{test.full_name.replace('.', '/')}.java"
    return Source(
        java, text, {f"{test.module}/src/test/resources/{name}": data for name, data in resources.items()}
    )


@cache
def _frame(folder: Path) -> tuple[jinja2.Template, dict[str, str]]:
    """Template of a class, and packages by the names that tests use."""
    classes = tomllib.loads((folder / "imports.toml").read_text(encoding="utf-8"))
    return plain_template(folder, "test.java.j2"), classes


def plain_template(folder: Path, name: str) -> jinja2.Template:
    """A template of code, in which nothing is escaped."""
    import jinja2  # noqa: PLC0415 - the list of defects does not need it

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - code, not HTML
    )
    return environment.get_template(name)


def _helpers(texts: Iterable[str], folder: Path, implementation: str) -> list[str]:
    """Methods that the texts call, and those that these call, each after its first caller."""
    methods: dict[str, str] = {}
    queue = list(texts)
    while queue:
        for name in _WORD_BEFORE_CALL.findall(_LITERAL.sub("", queue.pop(0))):
            for file in (folder / implementation / f"{name}.java", folder / f"{name}.java"):
                if name not in methods and file.is_file():
                    methods[name] = file.read_text(encoding="utf-8").rstrip("\n")
                    queue.append(methods[name])
                    break
    return list(methods.values())


def _imports(text: str, classes: Mapping[str, str], test: ReportTest) -> str:
    """Import lines of the names in the text, in the order of Hudi's code."""
    code = _LITERAL.sub("", text)
    identifiers = set(_NAME.findall(code)) - {test.type_name}
    names = {f"{package}.{name}" for name, package in classes.items() if name in identifiers}
    plain = {name for name in names if "#" not in name and name.rpartition(".")[0] != test.package}
    groups: list[list[str]] = []
    for prefixes in _GROUPS:
        free = [name for name in plain if not any(name in listed for listed in groups)]
        group = sorted(name for name in free if name.startswith(prefixes))
        if prefixes == ("",):
            group = [name for name in group if not name.startswith(_GROUPS[2])]
        groups.append(group)
    static = sorted(name.replace("#.", ".") for name in names if "#" in name)
    blocks = ["".join(f"import {name};\n" for name in group) for group in groups if group]
    blocks += ["".join(f"import static {name};\n" for name in static)]
    return "\n".join(blocks)


def _comment(title: str, rule: str) -> list[str]:
    """Lines of the comment of the class."""

    def lines(text: str, first: str) -> list[str]:
        safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("*/", "*&#47;")
        safe = re.sub(r"`([^`]*)`", r"{@code \1}", safe)
        return textwrap.wrap(first + " ".join(safe.split()), _WIDTH - 3)

    return [*lines(f"{title.rstrip('.')}.", ""), "", *lines(f"Expected: {rule}", "<p>")]
