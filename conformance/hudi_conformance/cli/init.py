# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance init`: create an adapter project from the templates of this installation."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import rich_click as click

from hudi_conformance import resources
from hudi_conformance.cli import common, echo


@dataclass(frozen=True, slots=True)
class Project:
    """The parts of a project in one language.

    Attributes:
        files: files below the folder of adapters, by their place in the project; folders are copied whole.
        texts: files that are written, by their place.
        build: command that builds it, run in the project; empty if no build is needed.
        start: command that starts it, run in the project.
        needs: required tools.
    """

    files: dict[str, str]
    start: str
    needs: str
    build: str = ""
    texts: tuple[tuple[str, str], ...] = ()


_POM = """\
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>my-adapter</artifactId>
  <version>0.1.0</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.google.code.gson</groupId>
      <artifactId>gson</artifactId>
      <version>2.10.1</version>
    </dependency>
  </dependencies>
  <build>
    <sourceDirectory>src</sourceDirectory>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-dependency-plugin</artifactId>
        <version>3.8.1</version>
        <executions>
          <execution>
            <phase>package</phase>
            <goals><goal>copy-dependencies</goal></goals>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
</project>
"""
_GO_MOD = "module my-adapter\n\ngo 1.23\n"
_GITIGNORE = "/adapter\n/target/\n/out/\n__pycache__/\n"
PROJECTS = {
    "python": Project(
        {"my_adapter.py": "templates/python_adapter.py"}, "python my_adapter.py", "Python 3.11 or newer"
    ),
    "javascript": Project(
        {"adapter.js": "templates/javascript_adapter.js"}, "node adapter.js", "Node.js 18 or newer"
    ),
    "go": Project(
        {"main.go": "templates/go_adapter.go"},
        "./adapter",
        "Go 1.23 or newer",
        "go build -o adapter .",
        (("go.mod", _GO_MOD),),
    ),
    "rust": Project(
        {".": "templates/rust_adapter"}, "target/release/adapter", "cargo", "cargo build --release"
    ),
    "java": Project(
        {"src/JavaAdapter.java": "templates/JavaAdapter.java"},
        "java -cp 'target/classes:target/dependency/*' JavaAdapter",
        "a JDK 17 or newer and Maven",
        "mvn --batch-mode --quiet package",
        (("pom.xml", _POM),),
    ),
    "cpp": Project(
        {"adapter.cpp": "templates/cpp_adapter/adapter.cpp", "json.h": "kaitai_cpp/src/json.h"},
        "./adapter",
        "a compiler of C++17",
        "c++ -std=c++17 -O1 -o adapter adapter.cpp",
    ),
}
_README = """\
# An adapter for hudi-conformance

It connects a reader of Apache Hudi's formats to the conformance suite. Initially it answers one command,
`name.parse`, which parses names of log files. It needs {needs}.

```sh
{build}hudi-conformance smoke --adapter "{start}"
hudi-conformance run --adapter "{start}" --surface name --out out
```

Next: `log.scan`, whose answer lists the blocks of a log file. [`PROTOCOL.md`](PROTOCOL.md) specifies
an adapter's answers and the notation of values.

```text
hudi-conformance list --command log.scan                        the cases of a command
hudi-conformance show log/real/0-9-0-three-appends-scan         a case: its bytes, what is expected
hudi-conformance explain log/frame/trailing-plus-one            what was damaged, and the rule
hudi-conformance run --adapter "{start}" --command log.scan
hudi-conformance spec show log_file                             a chapter of the specification
```
"""
# A link of a document to a file that a project does not contain.
_NEIGHBOUR = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")


def write_project(language: str, folder: Path) -> list[str]:
    """Write the project of one language into a folder; the commands that build, check and run it."""
    project = PROJECTS[language]
    for name, source in project.files.items():
        origin, target = resources.adapters_dir() / source, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("target"))
        else:
            shutil.copyfile(origin, target)
    build = f"{project.build}\n" if project.build else ""
    readme = _README.format(needs=project.needs, build=build, start=project.start)
    protocol = _NEIGHBOUR.sub(r"\1", (resources.adapters_dir() / "README.md").read_text(encoding="utf-8"))
    texts = (("README.md", readme), ("PROTOCOL.md", protocol), (".gitignore", _GITIGNORE))
    for name, text in (*project.texts, *texts):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    commands = [project.build] if project.build else []
    return [
        *commands,
        f'hudi-conformance smoke --adapter "{project.start}"',
        f'hudi-conformance run --adapter "{project.start}" --surface name --out out',
    ]


@click.command("init", cls=common.Command)
@click.option(
    "--lang",
    "language",
    type=click.Choice(sorted(PROJECTS)),
    required=True,
    help="Language of your reader or writer.",
)
@click.argument("folder", type=common.NEW_FOLDER)
def command(language: str, folder: Path) -> None:
    """Write a working adapter project, about a hundred lines, to connect your reader to.

    FOLDER is new or empty. The project answers one command and passes its cases. The commands that build it
    and run the suite on it are printed, and repeated in its README.md. PROTOCOL.md specifies the answers.
    """
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty")
    folder.mkdir(parents=True, exist_ok=True)
    commands = write_project(language, folder)
    echo.line(f"wrote an adapter in {language} to {folder}; it needs {PROJECTS[language].needs}. Next:")
    for line in (f"cd {folder}", *commands):
        echo.line(f"  {line}")
