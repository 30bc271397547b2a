# SPDX-License-Identifier: Apache-2.0
"""The published consumers, each from released files alone: no checkout is on any path.

Each function prepares a project in an empty folder, and returns how to run the consumer there.
"""

from __future__ import annotations

import re
import shutil
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cramjam
from pack_parsers import version

from release.artefacts import GO_MODULE
from release.process import Place, empty_python

Words = list[str]
_SAID = re.compile(r"(\d+) cases, (\d+) failed, (\d+) of them known")


@dataclass(frozen=True)
class Project:
    """A consumer that is ready to run.

    Attributes:
        start: first words of its command.
        sources: files that its author writes.
        order: its arguments, by name; empty if its build file has them.
        environment: further variables of its tools.
    """

    start: Words
    sources: tuple[str, ...]
    order: tuple[str, ...] = ("release", "known")
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """Output of a consumer.

    Attributes:
        cases: vectors that it judged.
        failed: those that its reader failed.
        known: failures that its list has.
    """

    cases: int
    failed: int
    known: int

    @property
    def is_expected(self) -> bool:
        """Whether the failures are those of the list."""
        return self.cases > 0 and self.failed == self.known


def unpack_vectors(dist: Path, folder: Path) -> Path:
    """Unpack the release of vectors; its folder."""
    data = bytes(
        cramjam.zstd.decompress((dist / f"hudi-conformance-vectors-{version()}.tar.zst").read_bytes())
    )
    folder.mkdir(parents=True, exist_ok=True)
    packed = folder / "vectors.tar"
    packed.write_bytes(data)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    packed.unlink()
    return folder / f"hudi-conformance-vectors-{version()}"


def python(place: Place, dist: Path, consumers: Path) -> Project:
    """pip, from the wheel."""
    interpreter = empty_python(place.folder / "venv")
    place.run(interpreter, "-m", "pip", "install", "-q", *dist.glob("hudi_parsers-*.whl"))
    shutil.copy(consumers / "consume.py", place.folder)
    return Project([str(interpreter), "consume.py"], ("consume.py",))


def javascript(place: Place, dist: Path, consumers: Path) -> Project:
    """npm, from the tarball."""
    (place.folder / "package.json").write_text('{"name": "app", "version": "0.0.0"}', encoding="utf-8")
    place.run("npm", "install", "--no-audit", "--no-fund", *dist.glob("hudi-parsers-*.tgz"))
    shutil.copy(consumers / "consume.js", place.folder)
    return Project(["node", "consume.js"], ("consume.js",))


def go(place: Place, dist: Path, consumers: Path) -> Project:
    """go, from a module proxy in a folder, and the public one for the runtime."""
    shutil.copy(consumers / "consume.go", place.folder / "main.go")
    (place.folder / "go.mod").write_text(
        f"module app\n\ngo 1.23\n\nrequire {GO_MODULE} v{version()}\n", encoding="utf-8"
    )
    proxy = place.environment.get("GOPROXY", "https://proxy.golang.org,direct")
    own = {"GOPROXY": f"{(dist / 'goproxy').as_uri()},{proxy}", "GONOSUMDB": GO_MODULE}
    # separate: a released version never changes, a local build does
    own |= {"GOMODCACHE": str(place.folder / "modules"), "GOFLAGS": "-mod=mod -modcacherw"}
    here = place.having(own)
    here.run("go", "mod", "tidy")
    here.run("go", "build", "-o", "consume", ".")
    return Project(["./consume"], ("main.go",), environment=own)


def rust(place: Place, dist: Path, consumers: Path) -> Project:
    """cargo, from the unpacked crate."""
    [crate] = dist.glob("hudi-parsers-*.crate")
    with tarfile.open(crate) as archive:
        archive.extractall(place.folder, filter="data")
    (place.folder / "src").mkdir()
    shutil.copy(consumers / "consume.rs", place.folder / "src/main.rs")
    # generated parsers multiply hostile numbers
    manifest = '[package]\nname = "app"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n'
    manifest += f'hudi-parsers = {{ path = "{crate.stem}" }}\n'
    manifest += "[profile.release]\noverflow-checks = false\nopt-level = 0\n"
    (place.folder / "Cargo.toml").write_text(manifest, encoding="utf-8")
    place.run("cargo", "build", "-q", "--release", "--offline")
    return Project(["target/release/app"], ("src/main.rs",))


def cpp(place: Place, dist: Path, consumers: Path) -> Project:
    """A compiler, and the unpacked headers."""
    [packed] = dist.glob("hudi-parsers-cpp-*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(place.folder, filter="data")
    include = packed.name.removesuffix(".tar.gz")
    shutil.copy(consumers / "consume.cpp", place.folder)
    place.run("g++", "-std=c++17", "-DKS_STR_ENCODING_NONE", f"-I{include}", "consume.cpp", "-o", "consume")
    return Project(["./consume"], ("consume.cpp",))


_SETTINGS = """\
<settings><profiles><profile><id>release</id>
  <repositories><repository><id>release</id><url>{url}</url></repository></repositories>
</profile></profiles><activeProfiles><activeProfile>release</activeProfile></activeProfiles></settings>
"""


def _java_source(place: Place, consumers: Path) -> str:
    source = "src/main/java/Consume.java"
    (place.folder / source).parent.mkdir(parents=True)
    shutil.copy(consumers / "Consume.java", place.folder / source)
    return source


def java_maven(place: Place, dist: Path, consumers: Path) -> Project:
    """Maven, from a repository in a folder, and the public one for the runtime."""
    for name in ("pom.xml", "known.txt"):
        shutil.copy(consumers / name, place.folder)
    source = _java_source(place, consumers)
    (place.folder / "settings.xml").write_text(
        _SETTINGS.format(url=(dist / "maven").as_uri()), encoding="utf-8"
    )
    # separate: a released version never changes, a local build does
    words = ["mvn", "-q", "--batch-mode", "-s", "settings.xml", f"-Dmaven.repo.local={place.folder / 'm2'}"]
    return Project([*words, "compile", "exec:java"], (source, "pom.xml"), order=())


def java_gradle(place: Place, dist: Path, consumers: Path) -> Project:
    """Gradle, the same."""
    for name in ("build.gradle", "known.txt"):
        shutil.copy(consumers / name, place.folder)
    source = _java_source(place, consumers)
    (place.folder / "settings.gradle").write_text("rootProject.name = 'consumer'\n", encoding="utf-8")
    words = ["gradle", "-q", "--no-daemon", "-g", str(place.folder / "gradle-home")]
    words.append(f"-Prepository={(dist / 'maven').as_uri()}")
    return Project([*words, "consume"], (source, "build.gradle"), order=())


CONSUMERS: dict[str, Callable[[Place, Path, Path], Project]] = {
    "python": python,
    "javascript": javascript,
    "go": go,
    "rust": rust,
    "java-maven": java_maven,
    "java-gradle": java_gradle,
    "cpp": cpp,
}
NEEDS = {
    "python": (),
    "javascript": ("node", "npm"),
    "go": ("go",),
    "rust": ("cargo",),
    "java-maven": ("javac", "mvn"),
    "java-gradle": ("javac", "gradle"),
    "cpp": ("g++",),
}


def known_list(language: str) -> str:
    """Name of the list of known failures of a language's parsers."""
    return "known-rust.txt" if language == "rust" else "known.txt"


def consume(place: Place, project: Project, release: Path, known: Path) -> Outcome:
    """Run a consumer; raises CommandError if its failures are not those of its list."""
    given = {"release": str(release), "known": str(known)}
    if not project.order:
        shutil.copyfile(known, place.folder / "known.txt")
    said = place.run(*project.start, *(given[name] for name in project.order))
    found = _SAID.search(said)
    if found is None:
        raise ValueError(f"no verdict in {said!r}")
    return Outcome(*(int(text) for text in found.groups()))


def num_lines(place: Place, project: Project) -> dict[str, int]:
    """Lines of each file that its author writes."""
    return {
        Path(name).name: len((place.folder / name).read_text(encoding="utf-8").splitlines())
        for name in project.sources
    }
