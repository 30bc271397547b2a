# SPDX-License-Identifier: Apache-2.0
"""Commands of other tools, and environments in which their caches are empty."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_TIMEOUT_S = 1800
# Variables of this environment that an empty one keeps: paths of programs, and network settings.
_KEPT = ("PATH", "LANG", "TERM", "JAVA_HOME", "RUSTUP_HOME", "PYENV_ROOT")
_KEPT_PARTS = ("PROXY", "proxy", "_CERT", "_CA_", "SSL_")


class CommandError(Exception):
    """A command failed; the message holds the end of its output."""


@dataclass(frozen=True)
class Place:
    """A folder to work in, with the variables of its environment.

    Attributes:
        folder: the working folder.
        environment: all variables of the commands that are run here.
    """

    folder: Path
    environment: Mapping[str, str]

    def having(self, variables: Mapping[str, str]) -> Place:
        """The same folder with further variables."""
        return Place(self.folder, {**self.environment, **variables})

    def run(self, *words: object, cwd: Path | None = None, ok: tuple[int, ...] = (0,)) -> str:
        """Run a command; its standard output. Raises CommandError."""
        texts = [str(word) for word in words]
        try:
            done = subprocess.run(
                texts, cwd=cwd or self.folder, env=dict(self.environment), stdin=subprocess.DEVNULL,
                capture_output=True, text=True, errors="replace", timeout=_TIMEOUT_S, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CommandError(f"{' '.join(texts)}: {error}") from error
        if done.returncode not in ok:
            raise CommandError(f"{' '.join(texts)}\n{_ends(done.stdout)}{_ends(done.stderr)}")
        return done.stdout


def _ends(text: str) -> str:
    """Beginning and end of an output: a program speaks first, its build tool last."""
    return text if len(text) <= 4000 else f"{text[:2000]}\n…\n{text[-2000:]}"


def empty_place(folder: Path) -> Place:
    """An empty folder with a separate home, so that every cache is also empty."""
    home = folder / "home"
    home.mkdir(parents=True)
    (folder / "work").mkdir()
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _KEPT or any(part in name for part in _KEPT_PARTS)
    }
    # a toolchain manager keeps its toolchains at home
    toolchains = Path.home() / ".rustup"
    if "RUSTUP_HOME" not in kept and toolchains.is_dir():
        kept["RUSTUP_HOME"] = str(toolchains)
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    # a Java program gets the home folder from the system
    own |= {"MAVEN_OPTS": f"-Duser.home={home}", "GRADLE_OPTS": f"-Duser.home={home}"}
    own |= {"HUDI_CONFORMANCE_CACHE": str(home / "cache/hudi-conformance")}
    return Place(folder / "work", kept | own)


def usual_place(folder: Path) -> Place:
    """An empty folder in the environment of the caller, with its caches."""
    (folder / "work").mkdir(parents=True)
    return Place(folder / "work", dict(os.environ))


def empty_python(folder: Path) -> Path:
    """Python of a new environment with only pip."""
    venv.create(folder, with_pip=True, symlinks=True)
    return folder / "bin" / "python"


def missing(*tools: str) -> str | None:
    """The first tool that is not on the path."""
    return next((tool for tool in tools if shutil.which(tool) is None), None)
