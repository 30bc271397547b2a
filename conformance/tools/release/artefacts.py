# SPDX-License-Identifier: Apache-2.0
"""Everything that is released, built into one folder: sdist, wheel, vectors, and the parsers as packages.

The folder holds files as they are uploaded, `maven/` a repository, `goproxy/` what a module proxy serves.
"""

from __future__ import annotations

import json
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from pack_parsers import ROOT, lay_out, version

from release.process import Place, empty_python

GROUP = "io.github.hudi-conformance"
GO_MODULE = "github.com/OWNER/hudi-conformance/generated/go"
_DATE = "2026-01-01T00:00:00Z"


def build_suite(place: Place, dist: Path) -> Path:
    """Source distribution, and the wheel that is built from it; the wheel."""
    python = empty_python(place.folder / "builder")
    place.run(python, "-m", "pip", "install", "-q", "build")
    place.run(python, "-m", "build", "--installer", "pip", "--outdir", dist, ROOT)
    [wheel] = dist.glob("hudi_conformance-*.whl")
    return wheel


def export_vectors(place: Place, dist: Path, command: list[str]) -> None:
    """Test vectors, as an installed program exports them: `tar.zst`, and a jar in the Maven repository."""
    out = place.folder / "vectors"
    place.run(*command, "export", "--vectors", out)
    for path in out.iterdir():
        if path.is_file() and path.name != "SHA256SUMS":
            shutil.copy(path, dist)
    deploy(dist, "hudi-conformance-vectors", *sorted(out.glob("*.jar")), *sorted(out.glob("*.pom")))


def deploy(dist: Path, artifact: str, *files: Path) -> None:
    """Put a jar and its pom where a Maven repository has them."""
    folder = dist / "maven" / GROUP.replace(".", "/") / artifact / version()
    folder.mkdir(parents=True, exist_ok=True)
    for path in files:
        shutil.copy(path, folder / f"{artifact}-{version()}{path.suffix}")


def pack_python(place: Place, project: Path, dist: Path) -> None:
    """A wheel."""
    place.run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", dist, project)


def pack_javascript(place: Place, project: Path, dist: Path) -> None:
    """Output of `npm pack`."""
    place.run("npm", "pack", "--pack-destination", dist, project)


def pack_go(_: Place, project: Path, dist: Path) -> None:
    """A module as a proxy serves it: list, description, go.mod, zip."""
    name, tag = "".join(f"!{c.lower()}" if c.isupper() else c for c in GO_MODULE), f"v{version()}"
    folder = dist / "goproxy" / name / "@v"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "list").write_text(f"{tag}\n", encoding="utf-8")
    (folder / f"{tag}.info").write_text(json.dumps({"Version": tag, "Time": _DATE}), encoding="utf-8")
    shutil.copy(project / "go.mod", folder / f"{tag}.mod")
    with zipfile.ZipFile(folder / f"{tag}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(project.rglob("*")):
            if path.is_file():
                archive.write(path, f"{GO_MODULE}@{tag}/{path.relative_to(project).as_posix()}")


def pack_rust(place: Place, project: Path, dist: Path) -> None:
    """Output of `cargo package`."""
    place.run("cargo", "package", "-q", "--no-verify", "--allow-dirty", "--offline", cwd=project)
    [crate] = (project / "target/package").glob("hudi-parsers-*.crate")
    shutil.copy(crate, dist)


def pack_java(place: Place, project: Path, dist: Path) -> None:
    """The jar that Maven packs, in the Maven repository."""
    place.run("mvn", "-q", "--batch-mode", "package", cwd=project)
    made = [dist / f"hudi-parsers-{version()}.jar", dist / f"hudi-parsers-{version()}.pom"]
    shutil.copy(project / "target" / made[0].name, made[0])
    shutil.copy(project / "pom.xml", made[1])
    deploy(dist, "hudi-parsers", *made)


def pack_cpp(_: Place, project: Path, dist: Path) -> None:
    """Headers and sources as an archive."""
    with tarfile.open(dist / f"hudi-parsers-cpp-{version()}.tar.gz", "w:gz") as archive:
        archive.add(project, arcname=f"hudi-parsers-cpp-{version()}")


PACKERS: dict[str, Callable[[Place, Path, Path], None]] = {
    "python": pack_python,
    "javascript": pack_javascript,
    "go": pack_go,
    "rust": pack_rust,
    "java": pack_java,
    "cpp": pack_cpp,
}
NEEDS = {
    "python": (),
    "javascript": ("node", "npm"),
    "go": ("go",),
    "rust": ("cargo",),
    "java": ("javac", "mvn"),
    "cpp": ("g++",),
}


def pack(place: Place, language: str, dist: Path) -> Path:
    """Pack the parsers of one language; the project that was packed."""
    project = lay_out(language, place.folder / f"hudi-parsers-{language}")
    PACKERS[language](place, project, dist)
    return project
