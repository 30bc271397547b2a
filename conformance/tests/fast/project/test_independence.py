# SPDX-License-Identifier: Apache-2.0
"""Who may import whom, as `conformance/parts.toml` grants it: the routes to a file's meaning are independent.

The graph is read from the sources, so that imports inside of functions count too; a second look runs
the interpreter and asks what is loaded.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hudi_conformance
import pytest

ROOT = Path(hudi_conformance.__file__).resolve().parent
PACKAGE = "hudi_conformance"
INSTRUMENTS = "instruments"  # a package that only a checkout has
RULES = tomllib.loads((ROOT.parent / "parts.toml").read_text(encoding="utf-8"))
PARTS = RULES["parts"]
PURPOSES = RULES[INSTRUMENTS]
GENERATED = tuple(RULES["generated"])
FREE = {*RULES["free"], "__init__"}
ANYTHING = "*"
MAX_LINES = 400


def modules(package: str) -> dict[str, Path]:
    found = {}
    root = ROOT.with_name(package)
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if parts[0] == "_data":
            continue
        found[".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


OF_PACKAGE = modules(PACKAGE)
OF_INSTRUMENTS = modules(INSTRUMENTS)
MODULES = OF_PACKAGE | OF_INSTRUMENTS


def imports(module: str) -> tuple[str, ...]:
    """Full names of what a module's source imports, wherever in the source."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return tuple(imports_of_source(path.read_text(encoding="utf-8"), package))


@cache
def imports_of_source(source: str, package: str) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                found.append(full if full in MODULES else base)
        elif isinstance(node, ast.Call):
            found += called_by_name(node)
    return found


def called_by_name(node: ast.Call) -> Iterator[str]:
    """Names given to import_module or __import__; anything but a literal cannot be followed."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in {"import_module", "__import__"} and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def part_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


def grant_of(module: str) -> str:
    """The entry that bounds a module: its own, or that of its part."""
    name = module.removeprefix(f"{PACKAGE}.")
    while "." in name:
        if name in PARTS:
            return name
        name = name.rpartition(".")[0]
    return part_of(module)


def parts_used_by(module: str) -> set[str]:
    names = (name for name in imports(module) if name == PACKAGE or name.startswith(f"{PACKAGE}."))
    return {part_of(name) for name in names} - FREE - {part_of(module)}


@pytest.mark.parametrize("module", OF_PACKAGE)
def test_a_module_imports_only_what_its_part_may(module: str) -> None:
    grant = grant_of(module)
    assert grant in PARTS, f"a new part of the package: {grant} needs a purpose and imports in parts.toml"
    allowed = PARTS[grant]["imports"]
    if allowed == [ANYTHING]:
        return
    assert parts_used_by(module) - set(allowed) == set(), f"{module} reaches out of its part"
    theirs = {name.split(".")[0] for name in imports(module)}
    if part_of(module) != "decode":
        assert not theirs & set(GENERATED), f"{module} sees generated parsers"


@pytest.mark.parametrize("grant", PARTS)
def test_no_grant_is_unused(grant: str) -> None:
    entry = PARTS[grant]
    assert entry["purpose"]
    assert entry["imports"] == sorted(entry["imports"])
    own = [module for module in OF_PACKAGE if grant_of(module) == grant]
    assert own, f"there is no part {grant}"
    used = set().union(*map(parts_used_by, own)) if entry["imports"] != [ANYTHING] else {ANYTHING}
    assert sorted(set(entry["imports"]) - used) == []


def test_modules_are_short() -> None:
    sizes = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in MODULES.items()}
    assert {module: size for module, size in sizes.items() if size > MAX_LINES} == {}


def cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Sets of more than one module, each of which leads to all others of its set."""
    leads_to: dict[str, set[str]] = {}
    for module, direct in graph.items():
        seen: set[str] = set()
        todo = list(direct)
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += graph[name]
        leads_to[module] = seen
    found: list[set[str]] = []
    for module, reached in leads_to.items():
        group = {other for other in reached if module in leads_to[other]}
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def test_no_modules_import_each_other() -> None:
    graph = {
        module: {name for name in imports(module) if name in MODULES and name != module} for module in MODULES
    }
    known = [{f"{PACKAGE}.{name}" for name in cycle["modules"]} for cycle in RULES.get("cycle", [])]
    assert [sorted(group) for group in cycles(graph) if group not in known] == []
    assert [sorted(group) for group in known if group not in cycles(graph)] == [], (
        "listed and no longer there"
    )


def test_cycles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a"}}
    assert cycles(graph) == [{"b", "c"}]
    assert cycles(graph | {"d": {"a"}}) == [{"a", "b", "c", "d"}]


def reachable(module: str) -> set[str]:
    seen: set[str] = set()
    todo = [module]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in MODULES:
            # Importing a module runs the packages above it.
            above = name.rpartition(".")[0]
            todo += [*imports(name), *([above] if above else [])]
    return seen


@pytest.mark.parametrize("part", [part for part, entry in PARTS.items() if "never" in entry])
def test_what_a_part_never_reaches(part: str) -> None:
    own = [module for module in OF_PACKAGE if part in {part_of(module), grant_of(module)}]
    assert_never_reach(own, PARTS[part]["never"])


def assert_never_reach(own: list[str], entries: list[str]) -> None:
    never = [name for entry in entries for name in (GENERATED if entry == "@generated" else [entry])]
    for module in own:
        for forbidden in never:
            hit = {
                name for name in reachable(module) if name == forbidden or name.startswith(f"{forbidden}.")
            }
            assert not hit, f"{module} reaches {sorted(hit)}"


def test_no_module_of_the_package_imports_an_instrument() -> None:
    users = [
        module for module in OF_PACKAGE if any(name.split(".")[0] == INSTRUMENTS for name in imports(module))
    ]
    assert users == []


def test_every_instrument_has_a_purpose() -> None:
    assert {part_of(module) for module in OF_INSTRUMENTS} - {"__init__"} == set(PURPOSES)
    assert all(entry["purpose"] for entry in PURPOSES.values())


@pytest.mark.parametrize("part", [part for part, entry in PURPOSES.items() if "never" in entry])
def test_what_an_instrument_never_reaches(part: str) -> None:
    own = [module for module in OF_INSTRUMENTS if part_of(module) == part]
    assert_never_reach(own, PURPOSES[part]["never"])


@pytest.mark.parametrize(
    ("module", "strangers"),
    [
        ("encode", ("hudi_parsers", "kaitaistruct", "hudi_conformance.decode")),
        ("encode.table.writer", ("hudi_parsers", "kaitaistruct", "hudi_conformance.decode")),
        ("adapters.reference_writer", ("hudi_parsers", "kaitaistruct", "hudi_conformance.decode")),
    ],
)
def test_what_is_not_loaded(module: str, strangers: tuple[str, ...]) -> None:
    program = f"import sys, {PACKAGE}.{module}\nprint(*sorted(sys.modules), sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    ).stdout.split()
    assert f"{PACKAGE}.{module}" in loaded
    assert [
        name for name in loaded if name in strangers or name.startswith(tuple(f"{s}." for s in strangers))
    ] == []


def test_this_test_sees_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for source, wanted in {
        "def f():\n from hudi_conformance.decode import folder": "hudi_conformance.decode.folder",
        "import hudi_parsers.hfile as h": "hudi_parsers.hfile",
        "from ..decode import folder": "hudi_conformance.decode.folder",
        "import importlib\nimportlib.import_module('kaitaistruct')": "kaitaistruct",
    }.items():
        path = tmp_path / "x.py"
        path.write_text(source)
        monkeypatch.setitem(MODULES, "hudi_conformance.encode.x", path)
        assert wanted in set(imports("hudi_conformance.encode.x"))


def test_the_writer_shares_no_source_with_the_decoder() -> None:
    """No function body of more than a few lines occurs on both sides."""

    def bodies(part: str) -> dict[str, str]:
        found = {}
        for module, path in OF_PACKAGE.items():
            if part_of(module) == part:
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.FunctionDef) and len(node.body) >= 4:
                        body = ast.unparse(ast.Module(node.body[1:], []))
                        found[body] = f"{module}.{node.name}"
        return found

    ours, theirs = bodies("encode"), bodies("decode")
    assert [(ours[body], theirs[body]) for body in ours.keys() & theirs.keys()] == []


def test_only_the_command_line_imports_the_command_line() -> None:
    """Whatever several parts need lies below `cli`, which stands on all of them."""
    others = [name for name in OF_PACKAGE if part_of(name) not in {"cli", "__main__"}]
    assert [name for name in others if "cli" in parts_used_by(name)] == []


def test_nothing_stands_on_the_api() -> None:
    """The package hands its names on lazily, so that an import of one would not show in the graph."""
    names = {*hudi_conformance.__all__} - {"__version__"}
    for module, path in OF_PACKAGE.items():
        if part_of(module) != "api":
            assert not [name for name in imports(module) if name.startswith(f"{PACKAGE}.api")], module
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
                assert not names & {alias.name for alias in node.names}, module
    program = f"import sys, {PACKAGE}\nprint(*sorted(sys.modules), sep='\\n')"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True, timeout=60).split()
    assert [name for name in loaded if name.startswith((f"{PACKAGE}.", "pyarrow", "numba"))] == []


@pytest.mark.parametrize("format_", ["avro", "hfile", "parquet"])
def test_a_format_is_decoded_without_the_log_scanner(format_: str) -> None:
    own = [module for module in MODULES if module.startswith(f"{PACKAGE}.decode.{format_}.")]
    scanner = f"{PACKAGE}.decode.log.scan"
    assert [module for module in own if scanner in reachable(module)] == []


def test_only_archives_of_a_timeline_are_logs() -> None:
    own = [module for module in MODULES if module.startswith(f"{PACKAGE}.decode.timeline.")]
    readers = [module for module in own if f"{PACKAGE}.decode.log.scan" in imports(module)]
    assert readers == [f"{PACKAGE}.decode.timeline.archive_entries"]
