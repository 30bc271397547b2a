# SPDX-License-Identifier: Apache-2.0
"""Branch instructions of the judged jars, by the surfaces of `conformance/reach.toml`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hudi_conformance.toolchain.coverage import LAMBDA, MethodCoverage, measure

from instruments.java_reach import Surfaces

_TIMEOUT_S = 300
Lines = Mapping[tuple[str, int], int]
"""Branches by source file, with its package, and line."""


@dataclass(frozen=True, slots=True)
class Site:
    """A branch instruction: a conditional jump, whose side 0 jumps and 1 does not, or a switch.

    Attributes:
        first: number of its first side among those of all sites.
        surface: surface of its method.
        type: its class, with slashes.
        method: name of its method.
        descriptor: types of the method's arguments and result.
        position: position among the branch instructions of the method.
        keys: keys of a switch with their sides, `-` for a jump.
        source: source file.
        line: line of the source file.
        num_sides: number of its sides; side 0 of a switch is the default.
    """

    first: int
    surface: str
    type: str
    method: str
    descriptor: str
    position: int
    keys: str
    source: str
    line: int
    num_sides: int

    @property
    def class_name(self) -> str:
        """Its class without the package."""
        return self.type.rpartition("/")[2].replace("$", ".")

    def planned(self) -> str:
        """Its line in a plan of the agent; `Site.java` parses it."""
        fields = (self.first, self.type, self.method, self.descriptor, self.position, self.keys)
        return "\t".join(map(str, fields))

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Agent:
    """The built agent: its program that lists sites, its jar, and the jar of ASM."""

    command: tuple[str, ...]
    jar: Path
    asm: Path

    def option(self, plan: Path) -> str:
        """Option of a virtual machine that carries out a plan."""
        return f"-javaagent:{self.jar}={plan}"


@cache
def built_agent() -> Agent:
    """The agent, built on first use; raises ToolMissing."""
    command = build_adapter(str(Path(__file__).with_name("agent")))
    jar, asm = command[command.index("-cp") + 1].split(os.pathsep)
    return Agent(tuple(command), Path(jar), Path(asm))


def judged_sites(jars: Sequence[Path], surfaces: Surfaces, scratch: Path) -> list[Site]:
    """Sites of the jars' methods that are in a surface, without branches that the compiler adds.

    Raises:
        ToolMissing: no Java runtime, or a jar cannot be read.
    """
    report = scratch / "branches.xml"
    measure([], jars, report)
    process = subprocess.run(
        [*built_agent().command, *map(str, jars)],
        capture_output=True, text=True, timeout=_TIMEOUT_S, check=False,
    )  # fmt: skip
    if process.returncode != 0:
        raise ToolMissing(f"no branches can be listed:\n{process.stderr.strip()}")
    return list(in_surfaces(process.stdout.splitlines(), surfaces, branch_lines(report)))


def branch_lines(report: Path) -> Lines:
    """Lines that have branches according to a report of JaCoCo, which leaves out those of the compiler."""
    package = ""
    lines: dict[tuple[str, int], int] = {}
    for event, node in ElementTree.iterparse(report, ("start", "end")):  # noqa: S314 - JaCoCo wrote it
        if event == "start" and node.tag == "package":
            package = node.get("name", "")
        elif event == "end" and node.tag == "sourcefile":
            for line in node.iter("line"):
                branches = int(line.get("mb", 0)) + int(line.get("cb", 0))
                if branches:
                    lines[f"{package}/{node.get('name')}", int(line.get("nr", 0))] = branches
            node.clear()
    return lines


def in_surfaces(listing: Iterable[str], surfaces: Surfaces, lines: Lines) -> Iterator[Site]:
    """Sites of a listing of `Sites.java` that are in a surface and on one of the lines, numbered."""
    surface_of = cache(surfaces.surface_of)
    first = 0
    for row in listing:
        type_, method, descriptor, position, keys, source, line, num_sides = row.split("\t")
        package, _, name = type_.rpartition("/")
        if (f"{package}/{source}", int(line)) not in lines:
            continue
        names = package.replace("/", "."), name.replace("$", "."), LAMBDA.sub(r"\1", method) + descriptor
        surface = surface_of(MethodCoverage(*names, (0, 0, 0, 0)))
        if surface is not None:
            yield Site(
                first, surface, type_, method, descriptor, int(position), keys, source, int(line),
                int(num_sides),
            )  # fmt: skip
            first += int(num_sides)
