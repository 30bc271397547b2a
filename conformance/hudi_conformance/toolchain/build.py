# SPDX-License-Identifier: Apache-2.0
"""Compile adapters written in Java, once per digest of all inputs, without a JDK.

The compiler is the Eclipse batch compiler, a jar that runs on a plain runtime. An adapter is a folder
below `conformance/adapters/` with an `adapter.toml`:

    main = "org.example.Main"          # class with main()
    sources = ["src"]                  # source roots in this folder; files other than .java are resources
    extra_sources = ["generated/java"] # optional: source roots below the data root
    lock = "jars.lock.toml"            # optional: class path, see `maven`
    java = { min = 17, max = 22 }      # optional: runtimes that it works on; `modules`: what they must have
    jvm_options = ["-Xmx512m"]         # optional
    judged = ["hudi-*"]                # optional: jars of the implementation, for `coverage`
    arguments = []                     # optional

    [variants."1.2.1"]                 # optional: the same sources against other jars; adds to the above
    lock = "1.2.1.lock.toml"
    sources = ["src-1.x"]              # a file here replaces the one of that name in an earlier root
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance import resources

from . import ToolMissing
from .build_cache import build_once, cache_folder, source_files
from .java import MIN_VERSION, JavaRuntime, find_java
from .maven import fetch_jars, missing_jars

_RELEASE = "17"  # language level and class file version
_TIMEOUT_S = 300


class BuildFailed(ToolMissing):
    """The sources of an adapter do not compile; the message contains the compiler's output."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to build and start one adapter, all paths absolute."""

    folder: str
    variant: str
    main: str
    sources: tuple[Path, ...]
    locks: tuple[Path, ...]
    java_min: int
    java_max: int | None
    java_modules: tuple[str, ...]
    jvm_options: tuple[str, ...]
    arguments: tuple[str, ...]
    judged: tuple[str, ...]

    @property
    def title(self) -> str:
        """Name for folders and messages."""
        return f"{self.folder}-{self.variant}" if self.variant else self.folder

    def find_java(self, modules: Sequence[str] = ()) -> JavaRuntime:
        """The runtime to start it on, with these modules in addition to its own.

        Raises:
            ToolMissing: none fits.
        """
        return find_java(self.java_min, self.java_max, (*self.java_modules, *modules))


def compiler_lock() -> Path:
    """Lock of the compiler's jar."""
    return resources.adapters_dir() / "compiler.lock.toml"


def read_recipe(folder: str, variant: str = "") -> Recipe:
    """Read `adapter.toml` of an adapter's folder, by name or as an absolute path.

    Raises:
        ValueError: no such adapter or variant, or a missing path.
    """
    base = resources.adapters_dir() / folder
    try:
        document: dict[str, Any] = tomllib.loads((base / "adapter.toml").read_text(encoding="utf-8"))
    except OSError as absent:
        raise ValueError(f"{base} holds no adapter.toml") from absent
    variants: dict[str, Any] = document.get("variants", {})
    if (variant or variants) and variant not in variants:
        raise ValueError(f"adapter {folder} has the variants {sorted(variants)}, not {variant!r}")
    layers = [document, variants.get(variant, {})]

    def joined(key: str) -> list[str]:
        return [entry for layer in layers for entry in layer.get(key, [])]

    sources = [base / entry for entry in joined("sources")]
    sources += [resources.data_root() / entry for entry in joined("extra_sources")]
    locks = [base / layer["lock"] for layer in layers if "lock" in layer]
    for path in [*sources, *locks]:
        if not path.exists():
            raise ValueError(f"adapter {folder} names {path}, which does not exist")
    java = document.get("java", {})
    return Recipe(
        folder=base.name,
        variant=variant,
        main=document["main"],
        sources=tuple(sources),
        locks=tuple(locks),
        java_min=java.get("min", MIN_VERSION),
        java_max=java.get("max"),
        java_modules=tuple(java.get("modules", ())),
        jvm_options=tuple(joined("jvm_options")),
        arguments=tuple(joined("arguments")),
        judged=tuple(joined("judged")),
    )


def build_adapter(folder: str, variant: str = "", *, agent: str = "") -> list[str]:
    """Return the command line that starts the adapter, after building it unless it is in the cache.

    `agent` is an option that loads an agent into the virtual machine.

    Raises:
        ValueError: the adapter is not described properly (a defect of the project).
        ToolMissing: no runtime, or jars are not available, or (`BuildFailed`) the sources do not compile.
    """
    recipe = read_recipe(folder, variant)
    java = recipe.find_java(("java.instrument",) if agent else ())
    jars = [jar for lock in recipe.locks for jar in fetch_jars(lock)]
    jar = _target(recipe)
    build_once(jar.parent, jar, lambda folder: _build(recipe, java, jars, folder / jar.name))
    class_path = os.pathsep.join(str(path) for path in [jar, *jars])
    options = [*([agent] if agent else []), *recipe.jvm_options]
    return [str(java.executable), *options, "-cp", class_path, recipe.main, *recipe.arguments]


def is_built(folder: str, variant: str = "") -> bool:
    """Whether `build_adapter` has nothing to compile."""
    return _target(read_recipe(folder, variant)).is_file()


def jars_to_fetch(folder: str, variant: str = "") -> tuple[int, int]:
    """Number and total size in bytes of the jars that `build_adapter` would have to download or copy."""
    locks = [*read_recipe(folder, variant).locks]
    if not is_built(folder, variant):
        locks.append(compiler_lock())
    missing = {jar.sha256: jar.size for lock in locks for jar in missing_jars(lock)}
    return len(missing), sum(missing.values())


def _target(recipe: Recipe) -> Path:
    """Path of the compiled jar, in a folder named by the digest of all inputs."""
    locks = [(path.name, path) for path in (*recipe.locks, compiler_lock())]
    folder = cache_folder(recipe.title, (_RELEASE, recipe.main), [*_sources(recipe), *locks])
    return folder / f"{recipe.title}.jar"


def _sources(recipe: Recipe) -> list[tuple[str, Path]]:
    return source_files([("", root) for root in recipe.sources])


def _build(recipe: Recipe, java: JavaRuntime, jars: Sequence[Path], target: Path) -> None:
    """Compile into the jar `target`."""
    with tempfile.TemporaryDirectory(prefix="hudi-conformance-compile-") as scratch:
        classes = Path(scratch) / "classes"
        classes.mkdir()
        sources = [path for _, path in _sources(recipe) if path.suffix == ".java"]
        compile_java(f"adapter {recipe.title}", java, sources, jars, classes)
        others = [(name, path) for name, path in _sources(recipe) if path.suffix != ".java"]
        _write_jar(target, [*source_files([("", classes)]), *others])


def compile_java(
    title: str,
    java: JavaRuntime,
    sources: Sequence[Path],
    jars: Sequence[Path],
    classes: Path,
    *,
    level: str = _RELEASE,
) -> None:
    """Compile sources into the folder `classes`.

    Args:
        title: name for messages.
        java: runtime that the compiler starts on.
        sources: files.
        jars: class path.
        classes: folder for class files; a file of arguments is written next to it.
        level: language level.

    Raises:
        BuildFailed: they do not compile; the message has the output of the compiler.
    """
    options = [f"-{level}", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-d", str(classes)]
    if jars:
        options += ["-classpath", os.pathsep.join(str(path) for path in jars)]
    # an argument file, because the length of command lines is limited
    arguments = classes.with_name("arguments")
    quoted = [f'"{entry}"' for entry in [*options, *(str(path) for path in sources)]]
    arguments.write_text("\n".join(quoted), encoding="utf-8")
    compiler = fetch_jars(compiler_lock())
    command = [
        str(java.executable), "-Dfile.encoding=UTF-8", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
        "-cp", os.pathsep.join(str(path) for path in compiler),
        "org.eclipse.jdt.internal.compiler.batch.Main", f"@{arguments}",
    ]  # fmt: skip
    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.SubprocessError) as failure:
        raise BuildFailed(f"the compiler for {title} did not run: {failure}") from failure
    if process.returncode != 0:
        raise BuildFailed(f"{title} does not compile:\n{(process.stdout + process.stderr).strip()}")


def _write_jar(path: Path, files: Sequence[tuple[str, Path]]) -> None:
    """Write a jar whose bytes depend only on names and contents."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, file in files:
            jar.writestr(zipfile.ZipInfo(name), file.read_bytes())
