# SPDX-License-Identifier: Apache-2.0
"""Write a lock of jars from root coordinates.

    python conformance/tools/lock_jars.py NAME.roots.toml [...]

writes `NAME.lock.toml` next to each. A roots file is TOML, one `[[root]]` table per root with `group`,
`artifact`, `version`, optional `classifier`, optional `transitive` (default true) and `exclude` (list of
"group:artifact", "*" allowed in either part); a list `exclude` at the top applies to all roots. A root with
`transitive = false` comes without dependencies, which keeps a class path small. Roots come first, in order.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeAlias

from hudi_conformance.toolchain.maven import repository

Artifact: TypeAlias = Any  # an artifact of jgo, an optional extra without types

_RUNTIME_SCOPES = frozenset({None, "", "compile", "runtime"})


@dataclass(frozen=True, slots=True)
class Root:
    """One root coordinate of a roots file."""

    group: str
    artifact: str
    version: str
    classifier: str = ""
    transitive: bool = True
    exclude: tuple[str, ...] = ()


def read_roots(path: Path) -> list[Root]:
    """Parse a roots file, in its order.

    Raises:
        ValueError: it names no root, or a field is absent or unknown.
    """
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    common = tuple(document.get("exclude", ()))
    try:
        roots = [
            Root(**{**table, "exclude": (*common, *table.get("exclude", ()))})
            for table in document.get("root", [])
        ]
    except TypeError as error:
        raise ValueError(f"{path}: a root has wrong fields: {error}") from error
    if not roots:
        raise ValueError(f"{path}: names no root")
    return roots


def write_lock(roots_file: Path) -> Path:
    """Resolve `roots_file`, download every jar once to measure it, and write the lock next to it."""
    name = roots_file.name.removesuffix(".roots.toml")
    if name == roots_file.name:
        raise ValueError(f"{roots_file}: the name must end in .roots.toml")
    lock = roots_file.with_name(f"{name}.lock.toml")
    with tempfile.TemporaryDirectory(prefix="hudi-conformance-lock-") as scratch:
        text = _render(roots_file.name, _resolve(read_roots(roots_file), Path(scratch)))
    lock.write_text(text, encoding="utf-8")
    return lock


def _resolve(roots: Sequence[Root], scratch: Path) -> list[Artifact]:
    """Artifacts of all roots and their dependencies; the first of a group:artifact takes precedence."""
    from jgo.maven import MavenContext  # noqa: PLC0415 - optional extra

    context = MavenContext(
        repo_cache=scratch, local_repos=[], remote_repos={"central": repository()}, timeout=90
    )
    artifacts: dict[tuple[str, str, str], Artifact] = {}
    for root in roots:
        component = context.project(root.group, root.artifact).at_version(root.version)
        artifact = component.artifact(root.classifier) if root.classifier else component.artifact()
        artifacts.setdefault((root.group, root.artifact, root.classifier), artifact)
    for root in roots:
        if not root.transitive:
            continue
        coordinate = f"{root.group}:{root.artifact}:{root.version}"
        exclusions = [context.project(*entry.split(":", 1)) for entry in root.exclude if "*" not in entry]
        _, nodes = context.resolver.get_dependency_list([context.create_dependency(coordinate, exclusions)])
        for dependency in (node.dep for node in nodes):
            if dependency.type != "jar" or dependency.scope not in _RUNTIME_SCOPES or dependency.optional:
                continue
            name = f"{dependency.groupId}:{dependency.artifactId}"
            if not any(fnmatchcase(name, pattern) for pattern in root.exclude):
                key = (dependency.groupId, dependency.artifactId, dependency.classifier)
                artifacts.setdefault(key, dependency.artifact)
    return list(artifacts.values())


def _render(source: str, artifacts: Sequence[Artifact]) -> str:
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f"# Written by `python conformance/tools/lock_jars.py` from {source}: change that, not this.",
    ]
    total = 0
    for artifact in artifacts:
        data = Path(artifact.resolve()).read_bytes()
        total += len(data)
        fields = {
            "group": artifact.groupId, "artifact": artifact.artifactId, "version": artifact.version,
            "classifier": artifact.classifier, "sha256": hashlib.sha256(data).hexdigest(),
        }  # fmt: skip
        lines += ["", "[[jar]]", *(f'{name} = "{value}"' for name, value in fields.items() if value)]
        lines.append(f"size = {len(data)}")
    lines.insert(2, f"# jars: {len(artifacts)}, bytes: {total}")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line of the module; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roots", nargs="+", type=Path, help="roots files, named NAME.roots.toml")
    for roots_file in parser.parse_args(arguments).roots:
        print(write_lock(roots_file))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
