# SPDX-License-Identifier: Apache-2.0
"""The implementations that the project ships adapters for, read from `conformance/implementations.toml`."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hudi_conformance import resources

from . import ToolMissing

if TYPE_CHECKING:
    from .build import Recipe


@dataclass(frozen=True, slots=True)
class Implementation:
    """An implementation that can be judged.

    Attributes:
        name: key in the file, and the name of its expectation list.
        title: a short human name.
        language: language that it is written in.
        homepage: its address.
        about: one sentence.
        version: version of the implementation, "" if it is that of the suite.
        memory_mib: address space in MiB that a runner may limit the process to; None = the program limits
            itself (a JVM reserves far more than it uses, its heap is bounded by an option).
        module: Python module that is the adapter, or "".
        adapter: folder of the adapter in `conformance/adapters/`, or "".
        variant: variant of that adapter or program or, passed as `--variant`, of that module, or "".
        program: folder of a program in `conformance/adapters/` that the module drives, built on first use and
            passed as `--program`, one argument per word; only with a module.
        packages: requirements on installed distributions, as pip writes them; only with a module.
        optional: runs only if selected by name.
        surfaces: surfaces whose commands it supports; empty = as its adapter declares.
        waits: patterns of cases on which it only sleeps for seconds, according to a measured run.
        refusals: patterns of messages of `unsupported` that are its own; its adapter sends the others.
    """

    name: str
    title: str
    language: str
    homepage: str
    about: str
    version: str = ""
    memory_mib: int | None = None
    module: str = ""
    adapter: str = ""
    variant: str = ""
    program: str = ""
    packages: tuple[str, ...] = ()
    optional: bool = False
    surfaces: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()

    def measurable(self) -> Recipe | None:
        """The recipe of its Java program, if coverage of the implementation can be measured."""
        from .build import read_recipe
        from .native import is_native

        folder = self.program if self.module else self.adapter
        recipe = read_recipe(folder, self.variant) if folder and not is_native(folder) else None
        return recipe if recipe is not None and recipe.judged else None

    def command(self, executions: Path | None = None) -> list[str]:
        """Command line that starts the adapter; downloads and compiles on first use.

        Args:
            executions: file to which the Java virtual machine appends its executed code; see `measurable`.

        Raises:
            ToolMissing: it cannot start on this machine; the message states the reason and a remedy.
        """
        if self.module:
            self.check_packages()
            arguments = _build(self.program, self.variant, executions) if self.program else []
            options = [f"--variant={self.variant}"] if self.variant else []
            options += [f"--program={argument}" for argument in arguments]
            return [sys.executable, "-m", self.module, *options]
        return _build(self.adapter, self.variant, executions)

    def check_packages(self) -> None:
        """Check that the packages are installed in compatible versions.

        Raises:
            ToolMissing: a package is not; the message names the command that installs it.
        """
        if not self.packages:
            return
        from importlib import metadata

        from packaging.requirements import Requirement

        for text in self.packages:
            requirement = Requirement(text)
            try:
                installed = metadata.version(requirement.name)
            except metadata.PackageNotFoundError:
                installed = ""
            if not installed or installed not in requirement.specifier:
                state = (
                    f"{requirement.name} {installed} is installed" if installed else f"no {requirement.name}"
                )
                raise ToolMissing(f"{state}: pip install '{text}'")


def _build(folder: str, variant: str, executions: Path | None) -> list[str]:
    from .build import build_adapter
    from .coverage import agent_option
    from .native import build_native, is_native

    if is_native(folder):
        return build_native(folder)
    return build_adapter(folder, variant, agent="" if executions is None else agent_option(executions))


def registry_file() -> Path:
    """The file that lists the implementations."""
    return resources.data_root() / "conformance" / "implementations.toml"


def load_implementations() -> dict[str, Implementation]:
    """All implementations by name, in the order of the file.

    Raises:
        ValueError: the file does not have the expected layout.
    """
    document: dict[str, Any] = tomllib.loads(registry_file().read_text(encoding="utf-8"))
    return {name: _implementation(name, table) for name, table in document.items()}


def _implementation(name: str, table: dict[str, Any]) -> Implementation:
    unknown = set(table) - (Implementation.__dataclass_fields__.keys() - {"name"})
    if unknown:
        raise ValueError(f"implementation {name}: unknown keys {sorted(unknown)}")
    if bool(table.get("module")) == bool(table.get("adapter")):
        raise ValueError(f"implementation {name}: exactly one of module and adapter is needed")
    if table.get("program") and not table.get("module"):
        raise ValueError(f"implementation {name}: a program is driven by a module")
    memory = table.get("memory_mib")
    if memory is not None and not isinstance(memory, int):
        raise ValueError(f"implementation {name}: memory_mib is a number of MiB")
    lists = {key: table.get(key, []) for key in ("surfaces", "packages", "waits", "refusals")}
    for key, entries in lists.items():
        if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
            raise ValueError(f"implementation {name}: {key} is a list of texts")
    for key in ("title", "language", "homepage", "about"):
        if key not in table:
            raise ValueError(f"implementation {name} lacks {key!r}")
    return Implementation(name=name, **table | {key: tuple(entries) for key, entries in lists.items()})
