# SPDX-License-Identifier: Apache-2.0
"""Tests of the package as questions for mutants drawn by chance.

    test:FILE::TEST    a test of `tests/fast`, with all its parameters

A command of the protocol shows neither the audit nor Parquet pages, fields, salvage, sources and limits:
tests do. Of other areas than the audit they are asked after all others, so that what they kill is what
neither cases nor drawn inputs kill.

Files are collected once in the process that forks; a child runs the collected tests against the functions
that it has changed. Where the package was imported again, the file is collected again.
"""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import PACKAGE, Asked, Failure

if TYPE_CHECKING:
    from chance_questions import World

TEST = "test:"
FOLDER = Path(__file__).resolve().parents[1] / "fast"
_ROOMS = ("adapters", "audit", "decode", "encode", "inspect", "salvage", "semantics", "table")
_ELSEWHERE = (
    "costs",
    "spark",
    "java",
    "jvm",
    "process",
    "installed",
    "import_",
    "minutes",
)  # asks another process
_OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hudi_conformance", "--capture=sys")
_collected: dict[Path, tuple[Any, dict[str, list[Any]]]] = {}


def test_questions() -> Iterator[Asked]:
    """One question for each test in the files about what is drawn from."""
    for path in paths():
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^def (test_\w+)\(", text, re.MULTILINE):
            if not any(word in name for word in _ELSEWHERE):
                yield f"{TEST}{path.relative_to(FOLDER)}::{name}", text, _asked(path, name)


def paths() -> list[Path]:
    """Files of tests."""
    found = {path for room in _ROOMS for path in (FOLDER / room).rglob("test_*.py")}
    return sorted(path for path in found if not any(word in path.stem for word in _ELSEWHERE))


def collect(path: Path) -> dict[str, list[Any]]:
    """Tests of a file by name, with each set of parameters, of the package as it is imported now."""
    package = sys.modules.get(f"{PACKAGE}.errors")
    kept = _collected.get(path)
    if kept is not None and kept[0] is package:
        return kept[1]
    for name in [name for name, module in sys.modules.items() if _is_helper(module)]:
        del sys.modules[name]  # it holds the package that it has imported
    config_of: Any = importlib.import_module("_pytest.config")
    main: Any = importlib.import_module("_pytest.main")
    config = config_of._prepareconfig([*_OPTIONS, str(path)])
    config._do_configure()
    session = main.Session.from_config(config)
    config.hook.pytest_sessionstart(session=session)
    session.perform_collect()
    items: dict[str, list[Any]] = {}
    for item in session.items:
        items.setdefault(item.originalname, []).append(item)
    _collected[path] = sys.modules.get(f"{PACKAGE}.errors"), items
    return items


def _is_helper(module: Any) -> bool:
    """Whether a module is a test, or is there for tests."""
    file = getattr(module, "__file__", None) or ""
    return file.startswith((f"{FOLDER}/", f"{FOLDER.parent}/support/", f"{FOLDER.parent}/strategies/"))


def collect_all() -> None:
    """Collect all files, for the children of this process."""
    for path in paths():
        collect(path)


def _asked(path: Path, name: str) -> Callable[[World], Failure]:
    def fault(_: World) -> Failure:
        items = collect(path).get(name, [])
        runner: Any = importlib.import_module("_pytest.runner")
        with tempfile.TemporaryDirectory() as folder:
            for number, item in enumerate(items):
                factory = item.config._tmp_path_factory
                factory._given_basetemp, factory._basetemp = Path(folder) / f"{number}", None
                for report in runner.runtestprotocol(item, log=False, nextitem=None):
                    if report.failed:
                        return f"{item.name} {report.when}: {report.longreprtext[-120:]}"
        return None

    return fault
