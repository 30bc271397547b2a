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
        files: files next to `projects.toml` or below the folder of adapters, by their path in the project;
            folders are copied with their contents.
        build: command that builds it, run in the project; empty if no build is needed.
        start: command that starts it, run in the project.
        needs: required tools.
    """

    files: dict[str, str]
    start: str
    needs: str
    build: str = ""


_TEMPLATES = Path(__file__).with_name("templates")
_GITIGNORE = "/adapter\n/target/\n/out/\n__pycache__/\n"
PROJECTS = {
    name: Project(**table) for name, table in resources.package_table("cli/templates/projects.toml").items()
}
# A link of a document to a file that a project does not contain.
_NEIGHBOUR = re.compile(r"\[([^\]]*)\]\((?!https?:)[^)]*\)")


def write_project(language: str, folder: Path) -> list[str]:
    """Write the project of one language into a folder; the commands that build, check and run it."""
    project = PROJECTS[language]
    for name, source in project.files.items():
        origin = next(
            path for home in (_TEMPLATES, resources.adapters_dir()) if (path := home / source).exists()
        )
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("target"))
        else:
            shutil.copyfile(origin, target)
    build = f"{project.build}\n" if project.build else ""
    readme = (
        (_TEMPLATES / "project_readme.md")
        .read_text("utf-8")
        .format(needs=project.needs, build=build, start=project.start)
    )
    protocol = _NEIGHBOUR.sub(r"\1", (resources.adapters_dir() / "README.md").read_text(encoding="utf-8"))
    for name, text in (("README.md", readme), ("PROTOCOL.md", protocol), (".gitignore", _GITIGNORE)):
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
