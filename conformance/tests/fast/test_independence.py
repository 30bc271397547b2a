# SPDX-License-Identifier: Apache-2.0
"""Who may import whom: the routes to a file's meaning are independent, and this is how we know.

The graph is read from the sources, so that imports inside of functions count too; a second look runs
the interpreter and asks what is loaded.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hudi_conformance
import pytest

ROOT = Path(hudi_conformance.__file__).resolve().parent
PACKAGE = "hudi_conformance"
GENERATED = ("hudi_parsers", "kaitaistruct")

# Part of the package -> what of the package it may import besides itself. Parts are the names right
# below the package; a module named in full may do more than its part. `resources` says where files lie and
# is free for all; None: no bounds.
FREE = {"resources", "errors"}
ALLOWED: dict[str, set[str] | None] = {
    "__init__": set(),
    "errors": set(),
    "resources": set(),
    "views": set(),
    "canonical": {"views"},
    "decode": {"views", "canonical"},
    "encode": {"views", "canonical"},
    "specification": set(),
    "suite": {"canonical"},
    # opens the suite of this installation; the rest of the suite judges what it is given
    "suite.session": {"canonical", "specification", "toolchain"},
    # how documents look: bytes, pieces, colours; it knows no format, so that reports stay free of decoders
    "look": set(),
    # what inputs are made of is handed in by the command line (`report.site.material.Annotate`)
    "report": {"suite", "specification", "canonical", "look"},
    "defects": {"suite"},
    "damage": {"decode", "canonical", "suite", "views", "adapters"},
    "inspect": {"decode", "canonical", "views", "look"},
    "lake": {"decode"},
    "audit": {"decode", "views", "canonical", "specification", "lake", "engine"},
    "salvage": {"decode", "views", "canonical"},
    "semantics": {"views", "canonical"},
    "table": {"decode", "semantics", "views"},
    "engine": {"toolchain"},
    "spark": {"decode", "encode", "canonical", "views", "semantics", "lake", "engine", "table"},
    "campaign": {"damage", "decode", "canonical", "suite", "engine", "toolchain", "specification", "views"},
    "toolchain": {"specification"},
    "pytest_plugin": None,
    "cli": None,
    "__main__": {"cli"},
    "adapters": None,
}
# Never, not even through others.
NEVER = {
    "encode": {*GENERATED, f"{PACKAGE}.decode"},
    "views": {*GENERATED, f"{PACKAGE}.decode", f"{PACKAGE}.encode"},
    "canonical": {*GENERATED, f"{PACKAGE}.decode", f"{PACKAGE}.encode"},
    "decode": {f"{PACKAGE}.encode"},
    "suite": {*GENERATED, f"{PACKAGE}.decode", f"{PACKAGE}.encode"},
    "report": {*GENERATED, f"{PACKAGE}.decode", f"{PACKAGE}.encode"},
}


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] == "_data":
            continue
        found[".".join((PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


MODULES = modules()


def imports(module: str) -> Iterator[str]:
    """Full names of what a module's source imports, wherever in the source."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in MODULES else base
        elif isinstance(node, ast.Call):
            yield from called_by_name(node)


def called_by_name(node: ast.Call) -> Iterator[str]:
    """Names given to import_module or __import__; anything but a literal cannot be followed."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in {"import_module", "__import__"} and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def part_of(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_part_may(module: str) -> None:
    part = part_of(module)
    assert part in ALLOWED, f"a new part of the package: say in ALLOWED what {part} may import"
    allowed = ALLOWED.get(module.removeprefix(f"{PACKAGE}."), ALLOWED[part])
    if allowed is None:
        return
    ours = {part_of(name) for name in imports(module) if name == PACKAGE or name.startswith(f"{PACKAGE}.")}
    assert ours - allowed - FREE - {part, "__init__"} == set(), f"{module} reaches out of its part"
    theirs = {name.split(".")[0] for name in imports(module)}
    if part != "decode":
        assert not theirs & set(GENERATED), f"{module} sees generated parsers"


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


@pytest.mark.parametrize("part", NEVER)
def test_what_a_part_never_reaches(part: str) -> None:
    for module in MODULES:
        if part_of(module) != part:
            continue
        for forbidden in NEVER[part]:
            hit = {
                name for name in reachable(module) if name == forbidden or name.startswith(f"{forbidden}.")
            }
            assert not hit, f"{module} reaches {sorted(hit)}"


@pytest.mark.parametrize(
    ("module", "strangers"),
    [
        ("encode", ("hudi_parsers", "kaitaistruct", "hudi_conformance.decode")),
        ("encode.log.appender", ("hudi_parsers", "kaitaistruct", "hudi_conformance.decode")),
        ("encode.recipes", ("hudi_parsers", "kaitaistruct", "hudi_conformance.decode")),
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
        for module, path in MODULES.items():
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
    others = [name for name in MODULES if part_of(name) not in {"cli", "__main__"}]
    cli = f"{PACKAGE}.cli"
    assert [
        name for name in others for used in imports(name) if used == cli or used.startswith(f"{cli}.")
    ] == []
