# SPDX-License-Identifier: Apache-2.0
"""Which releases of the judged projects the registries have that no implementation here is.

    python -m instruments.releases [--json]

Registries are those that pip, cargo and the toolchain are set up with. Ends with 1 when there are newer
releases, with 3 when a registry does not answer. For a checkout only.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.toolchain import maven
from hudi_conformance.toolchain.registry import Implementation, load_implementations
from packaging.version import InvalidVersion, Version

_TIMEOUT_S = 60
_VERSION = re.compile(rb"<version>([^<]+)</version>")
_PIN = re.compile(r"==(?P<version>[\w.]+)$")


class RegistryUnavailable(OSError):  # noqa: N818 - what happened
    """A registry does not answer, or not in the form that is known."""


@dataclass(frozen=True, slots=True)
class Project:
    """A judged project.

    Attributes:
        name: its name.
        registry: key of `REGISTRIES`.
        coordinates: what is judged, as the registry calls it.
        judged: pattern of names of implementations.
        since: releases before this are of no interest.
        skip: patterns of releases that are not judged, and why.
    """

    name: str
    registry: str
    coordinates: str
    judged: str
    since: Version
    skip: Mapping[str, str]


def load_projects(path: Path) -> list[Project]:
    """Projects of `releases.toml`.

    Raises:
        OSError, ValueError, KeyError: the file cannot be read.
    """
    projects = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["project"]:
        [registry] = REGISTRIES.keys() & entry.keys()
        project = Project(
            entry["name"], registry, entry[registry], entry["judged"], Version(entry["since"]), entry["skip"]
        )
        projects.append(project)
    return projects


def newer(project: Project, published: Iterable[str], judged: Iterable[str]) -> list[str]:
    """Published releases that are of interest and not judged, oldest first."""
    known = {Version(text) for text in judged}
    releases = set()
    for text in published:
        if any(fnmatchcase(text, pattern) for pattern in project.skip):
            continue
        try:
            version = Version(text)
        except InvalidVersion:
            continue
        if version >= project.since and version not in known:
            releases.add((version, text))
    return [text for _, text in sorted(releases)]


def judged_versions(project: Project, implementations: Mapping[str, Implementation]) -> list[str]:
    """Versions of the implementations of a project; of a pinned package that of the pin."""
    versions = []
    for name, implementation in implementations.items():
        if fnmatchcase(name, project.judged):
            pins = [match for text in implementation.packages if (match := _PIN.search(text))]
            is_pin = project.registry == "pypi" and pins
            versions.append(pins[0]["version"] if is_pin else implementation.version)
    return versions


def _of_maven(coordinates: str) -> list[str]:
    group, _, artifact = coordinates.partition(":")
    address = f"{maven.repository()}/{group.replace('.', '/')}/{artifact}/maven-metadata.xml"
    try:
        with urllib.request.urlopen(address, timeout=_TIMEOUT_S) as answer:  # noqa: S310 - of the toolchain
            return [text.decode() for text in _VERSION.findall(answer.read())]
    except (urllib.error.URLError, ValueError) as error:
        raise RegistryUnavailable(f"{coordinates}: {error}") from error


def _of_pypi(coordinates: str) -> list[str]:
    text = _output([sys.executable, "-m", "pip", "index", "versions", "--pre", coordinates])
    line = next((row for row in text.splitlines() if row.startswith("Available versions:")), None)
    if line is None:
        raise RegistryUnavailable(f"{coordinates}: pip lists no versions")
    return [version.strip() for version in line.partition(":")[2].split(",")]


def _of_crates(coordinates: str) -> list[str]:
    text = _output(["cargo", "info", "--quiet", coordinates])
    match = re.search(r"^version: (\S+)(?: \(latest (\S+)\))?", text, re.MULTILINE)
    if match is None:
        raise RegistryUnavailable(f"{coordinates}: cargo shows no version")
    return [version for version in match.groups() if version]


REGISTRIES: Mapping[str, Callable[[str], list[str]]] = {
    "maven": _of_maven,
    "pypi": _of_pypi,
    "crate": _of_crates,
}


def _output(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise RegistryUnavailable(f"{' '.join(command)}: {error}") from error
    return done.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="releases", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print as JSON")
    options = parser.parse_args(arguments)
    implementations = load_implementations()
    rows: list[dict[str, Any]] = []
    for project in load_projects(resources.data_root() / "conformance" / "releases.toml"):
        row: dict[str, Any] = {"project": project.name, "judged": judged_versions(project, implementations)}
        try:
            row["newer"] = newer(project, REGISTRIES[project.registry](project.coordinates), row["judged"])
        except RegistryUnavailable as error:
            row["error"] = str(error)
        rows.append(row)
    if options.json:
        print(json.dumps(rows, indent=1))
    else:
        for row in rows:
            text = row.get("error") or ", ".join(row["newer"]) or "none"
            print(f"{row['project']:26} judged {', '.join(row['judged']):44} newer: {text}")
    if any("error" in row for row in rows):
        return 3
    return int(any(row["newer"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
