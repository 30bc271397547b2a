# SPDX-License-Identifier: Apache-2.0
"""Parsers as packages and consumers of vectors: each packed, used from its packed form, run on the cases.

A language without its tools is skipped, with a line that says which. `tools/released.py` does the same in
empty environments.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import cli, vectors
from pack_parsers import version
from release import artefacts, consumers
from release.process import CommandError, Place, empty_python, missing, usual_place

pytestmark = pytest.mark.own_job

REAL_LOG = resources.fixtures_dir() / "real/0.9.0/three_appends.log"
NEEDED = {  # a file of each package
    "python": "hudi_parsers/hudi_log_file.py",
    "javascript": "package/hudi_parsers/HudiLogFile.js",
    "go": f"{artefacts.GO_MODULE}@v{version()}/hudi_parsers/hudi_log_file.go",
    "rust": f"hudi-parsers-{version()}/hudi_parsers/hudi_log_file.rs",
    "java": "hudi_parsers/HudiLogFile.class",
    "cpp": f"hudi-parsers-cpp-{version()}/hudi_parsers/hudi_log_file.h",
}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of released files, at first the vectors of log files."""
    place = usual_place(tmp_path_factory.mktemp("release"))
    out = place.folder / "vectors"
    result = CliRunner().invoke(
        cli, ["export", "--vectors", str(out), "--cases", "log/*"], standalone_mode=False
    )
    assert result.exception is None, result.output
    folder = place.folder / "dist"
    folder.mkdir()
    shutil.copy(out / f"{vectors.NAME}.tar.zst", folder)
    artefacts.deploy(folder, vectors.ARTIFACT, *out.glob("*.jar"), *out.glob("*.pom"))
    return folder


def names(package: Path) -> list[str]:
    if package.suffix in {".whl", ".zip", ".jar"}:
        with zipfile.ZipFile(package) as archive:
            return archive.namelist()
    with tarfile.open(package) as tar:
        return tar.getnames()


def num_cases(release: Path) -> int:
    rows = [line.split("\t") for line in (release / "index.tsv").read_text("utf-8").splitlines()]
    return sum(row[1] == "log.scan" and row[2] in {"accept", "damaged", "reject"} for row in rows)


def example_of(language: str, place: Place, project: Path, dist: Path) -> list[str]:
    """Build the example of a package beside its consumer; the command that runs it."""
    folder = place.folder
    if language == "python":
        return [str(folder / "venv/bin/python"), str(project / "example.py")]
    if language == "javascript":
        shutil.copy(project / "example.js", folder)
        return ["node", "example.js"]
    if language == "go":
        (folder / "example").mkdir()
        shutil.copy(project / "example.go.txt", folder / "example/main.go")
        place.run("go", "build", "-o", "example/example", "./example")
        return ["example/example"]
    if language == "rust":
        (folder / "src/bin").mkdir()
        shutil.copy(project / "example.rs", folder / "src/bin/example.rs")
        place.run("cargo", "build", "-q", "--release", "--offline")
        return ["target/release/example"]
    if language == "cpp":
        include = f"-I{folder / f'hudi-parsers-cpp-{version()}'}"
        words = [
            "g++",
            "-std=c++17",
            "-DKS_STR_ENCODING_NONE",
            include,
            project / "example.cpp",
            "-o",
            "example",
        ]
        place.run(*words)
        return ["./example"]
    shutil.copy(project / "Example.java", folder)
    jar = dist / f"hudi-parsers-{version()}.jar"
    [runtime] = (folder / "m2").rglob("kaitai-struct-runtime-*.jar")
    place.run("javac", "-cp", f"{jar}:{runtime}", "-d", "own", "Example.java")
    return ["java", "-cp", f"own:{jar}:{runtime}", "Example"]


_AT_LENGTH = {
    "python": pytest.mark.whole("the same steps as JavaScript's; most tests here use the Python parsers"),
    "java-gradle": pytest.mark.whole("the same package, from the same repository, as Maven's consumer"),
    "java-maven": pytest.mark.whole("test_kaitai_java compiles the same parsers, and asks them"),
    "cpp": pytest.mark.whole("test_kaitai_languages compiles the same parsers in C++, and asks them"),
    "rust": pytest.mark.whole("test_kaitai_languages compiles the same parsers in Rust, and asks them"),
    "go": pytest.mark.whole("test_kaitai_languages compiles the same parsers in Go, and asks them"),
}


@pytest.mark.parametrize(
    "consumer",
    [pytest.param(name, marks=_AT_LENGTH.get(name, ()), id=name) for name in consumers.CONSUMERS],
)
def test_a_package_parses_a_real_log_and_consumes_the_vectors(
    consumer: str, dist: Path, tmp_path: Path
) -> None:
    language = consumer.partition("-")[0]
    if absent := missing(*artefacts.NEEDS[language], *consumers.NEEDS[consumer]):
        pytest.skip(f"{absent} is not installed")
    building = usual_place(tmp_path / "building")
    project = building.folder / f"hudi-parsers-{language}"
    if not list(dist.glob(f"{language}.packed")):
        artefacts.pack(building, language, dist)
        (dist / f"{language}.packed").touch()
    place = usual_place(tmp_path / "app")
    release = consumers.unpack_vectors(dist, place.folder / "vectors")
    ready = consumers.CONSUMERS[consumer](place, dist, release / "consumers")
    known = release / "consumers" / consumers.known_list(consumer)
    outcome = consumers.consume(place, ready, release, known)
    assert outcome.is_expected
    assert outcome.cases == num_cases(release)
    assert outcome.known == len(known.read_text(encoding="utf-8").split())
    assert max(consumers.num_lines(place, ready).values()) <= 40
    # the consumer looks: with an empty list of known failures it fails
    none = tmp_path / "none.txt"
    none.write_text("", encoding="utf-8")
    with pytest.raises(CommandError, match=f"{outcome.failed} failed, 0 of them known"):
        consumers.consume(place, ready, release, none)
    if project.is_dir() and consumer != "java-gradle":
        kinds = (".whl", ".tgz", ".zip", ".crate", ".jar", ".gz")
        packages = [path for path in dist.rglob("*") if path.suffix in kinds and "vectors" not in path.name]
        assert any(NEEDED[language] in names(path) for path in packages)
        example = example_of(language, place.having(ready.environment), project, dist)
        assert place.run(*example, REAL_LOG).split() == ["3", "280"]


@pytest.mark.whole("releases are checked in such an environment, which fails there if it is not empty")
def test_an_empty_environment_is_empty(tmp_path: Path) -> None:
    """What `tools/released.py` runs in sees neither this checkout nor what is installed beside it."""
    from release.process import empty_place

    place = empty_place(tmp_path / "place")
    python = empty_python(place.folder / "venv")
    for name in ("hudi_conformance", "hudi_parsers", "pyarrow"):
        with pytest.raises(CommandError, match="No module named"):
            place.run(python, "-c", f"import {name}")
    assert subprocess.run([sys.executable, "-c", "import hudi_parsers"], check=False).returncode == 0
