# SPDX-License-Identifier: Apache-2.0
"""Parsers as packages and consumers of vectors: each packed, used from its packed form, run on the cases.

A language without its tools is skipped, with a line that says which.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import cli, vectors

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from pack_parsers import lay_out, version

CONSUMERS = resources.data_root() / "conformance/vectors/consumers"
REAL_LOG = resources.fixtures_dir() / "real/0.9.0/three_appends.log"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vectors") / "out"
    choice = ["--cases", "log/*"]
    result = CliRunner().invoke(cli, ["export", "--vectors", str(folder), *choice], standalone_mode=False)
    assert result.exception is None, result.output
    return folder / vectors.NAME


def run(*words: str | Path, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def python(project: Path, app: Path) -> tuple[list[str], list[str]]:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    run(*pip, "wheel", "--no-deps", "-w", app, project, cwd=app)
    [wheel] = app.glob("hudi_parsers-*.whl")
    run(*pip, "install", "--target", app / "site", "--no-deps", wheel, cwd=app)
    shutil.copy(CONSUMERS / "consume.py", app)
    # alone: the parsers of this environment are not on the path of an isolated interpreter
    opening = "import sys, runpy; sys.path.insert(0, sys.argv[1]); sys.argv[:] = sys.argv[2:]; "
    opening += "import hudi_parsers; assert 'site' in hudi_parsers.__path__[0]; runpy.run_path(sys.argv[0])"
    start = [sys.executable, "-c", opening, str(app / "site")]
    return [*start, "consume.py"], [*start, str(project / "example.py")]


def javascript(project: Path, app: Path) -> tuple[list[str], list[str]]:
    run("npm", "pack", project, cwd=app)
    [package] = app.glob("hudi-parsers-*.tgz")
    with tarfile.open(package) as tar:
        assert "package/hudi_parsers/HudiLogFile.js" in tar.getnames()
    (app / "package.json").write_text('{"name": "app", "version": "0.0.0"}', encoding="utf-8")
    run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", package, cwd=app)
    shutil.copy(CONSUMERS / "consume.js", app)
    shutil.copy(project / "example.js", app)
    return ["node", "consume.js"], ["node", "example.js"]


def go(project: Path, app: Path) -> tuple[list[str], list[str]]:
    module = "github.com/OWNER/hudi-conformance/generated/go"
    for name, source in (("consume", CONSUMERS / "consume.go"), ("example", project / "example.go.txt")):
        (app / name).mkdir()
        shutil.copy(source, app / name / "main.go")
    text = (project / "go.mod").read_text(encoding="utf-8").split("\n", 1)[1]
    (app / "go.mod").write_text(
        f"module app\n{text}\nrequire {module} v{version()}\nreplace {module} => {project}\n",
        encoding="utf-8",
    )
    shutil.copy(project / "go.sum", app)
    (app / "bin").mkdir()
    for name in ("consume", "example"):
        run("go", "build", "-o", f"bin/{name}", f"./{name}", cwd=app, GOFLAGS="-mod=mod")
    return ["bin/consume"], ["bin/example"]


def rust(project: Path, app: Path) -> tuple[list[str], list[str]]:
    run("cargo", "package", "--no-verify", "--allow-dirty", "--offline", cwd=project)
    [crate] = (project / "target/package").glob("hudi-parsers-*.crate")
    with tarfile.open(crate) as tar:
        tar.extractall(app, filter="data")
    (app / "src/bin").mkdir(parents=True)
    shutil.copy(CONSUMERS / "consume.rs", app / "src/bin/consume.rs")
    shutil.copy(project / "example.rs", app / "src/bin/example.rs")
    (app / "Cargo.toml").write_text(
        '[package]\nname = "app"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n'
        f'hudi-parsers = {{ path = "{crate.stem}" }}\n[profile.release]\noverflow-checks = false\n'
        "opt-level = 0\n",
        encoding="utf-8",
    )
    run("cargo", "build", "--release", "--offline", cwd=app)
    return ["target/release/consume"], ["target/release/example"]


def java(project: Path, app: Path) -> tuple[list[str], list[str]]:
    from hudi_conformance.toolchain.build import build_adapter

    runtime = next(
        path
        for word in build_adapter("kaitai_java")
        for path in word.split(os.pathsep)
        if "kaitai-struct-runtime" in path
    )
    sources = [str(path) for path in sorted((project / "src").rglob("*.java"))]
    run("javac", "-cp", runtime, "-d", app / "classes", *sources, cwd=app)
    run("jar", "--create", "--file", "hudi-parsers.jar", "-C", "classes", ".", cwd=app)
    with zipfile.ZipFile(app / "hudi-parsers.jar") as jar:
        assert "hudi_parsers/HudiLogFile.class" in jar.namelist()
    path = os.pathsep.join([str(app / "hudi-parsers.jar"), runtime])
    own = [str(CONSUMERS / "Consume.java"), str(project / "Example.java")]
    run("javac", "-cp", path, "-d", app / "own", *own, cwd=app)
    start = ["java", "-cp", os.pathsep.join([str(app / "own"), path])]
    return [*start, "Consume"], [*start, "Example"]


def cpp(project: Path, app: Path) -> tuple[list[str], list[str]]:
    for name, source in (("consume", CONSUMERS / "consume.cpp"), ("example", project / "example.cpp")):
        words = ["g++", "-std=c++17", "-DKS_STR_ENCODING_NONE", f"-I{project}", str(source), "-o", name]
        run(*words, cwd=app)
    return ["./consume"], ["./example"]


TOOLS: dict[Callable[[Path, Path], tuple[list[str], list[str]]], tuple[str, ...]] = {
    python: (),
    javascript: ("node", "npm"),
    go: ("go",),
    rust: ("cargo",),
    java: ("javac", "jar", "java"),
    cpp: ("g++",),
}


@pytest.mark.parametrize("language", TOOLS, ids=lambda one: one.__name__)
def test_a_package_parses_a_real_log_and_consumes_the_vectors(
    language: Callable[[Path, Path], tuple[list[str], list[str]]], release: Path, tmp_path: Path
) -> None:
    for tool in TOOLS[language]:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    project = lay_out(language.__name__, tmp_path / "project")
    app = tmp_path / "app"
    app.mkdir()
    consume, example = language(project, app)
    assert run(*example, REAL_LOG, cwd=app).split() == ["3", "280"]
    known = CONSUMERS / ("known-rust.txt" if language is rust else "known.txt")
    said = run(*consume, release, known, cwd=app)
    number = len(known.read_text(encoding="utf-8").split())
    num_cases = sum(
        row[1] == "log.scan" and row[2] in {"accept", "damaged", "reject"}
        for row in (line.split("\t") for line in (release / "index.tsv").read_text().splitlines())
    )
    assert said.strip() == f"{num_cases} cases, {number} failed, {number} of them known"
    # the consumer looks: with an empty list of known failures it fails
    (app / "none.txt").write_text("", encoding="utf-8")
    words = [*consume, str(release), str(app / "none.txt")]
    assert subprocess.run(words, cwd=app, capture_output=True, check=False).returncode == 1
