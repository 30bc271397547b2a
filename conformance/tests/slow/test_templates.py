# SPDX-License-Identifier: Apache-2.0
"""Every adapter template, built as its own text says and started: it is sane, and it parses all names."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.cli.init import PROJECTS, write_project
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hudi_conformance.toolchain.native import find_tool

TEMPLATES = resources.adapters_dir() / "templates"
SOURCES = {
    "python": "my_adapter.py",
    "java": "src/JavaAdapter.java",
    "javascript": "adapter.js",
    "go": "main.go",
    "rust": "src/main.rs",
    "cpp": "adapter.cpp",
}


def python(folder: Path) -> list[str]:
    return [sys.executable, str(folder / SOURCES["python"])]


def java(folder: Path) -> list[str]:
    # without Maven: the jar that the pom names, by digest
    shutil.copy(TEMPLATES / "java.lock.toml", folder)
    recipe = 'main = "JavaAdapter"\nsources = ["src"]\nlock = "java.lock.toml"\n'
    (folder / "adapter.toml").write_text(recipe, encoding="utf-8")
    lock = tomllib.loads((TEMPLATES / "java.lock.toml").read_text(encoding="utf-8"))
    [jar] = lock["jar"]
    pom = (folder / "pom.xml").read_text(encoding="utf-8")
    for name in ("group", "artifact", "version"):
        assert f">{jar[name]}</" in pom
    return build_adapter(str(folder))


def javascript(folder: Path) -> list[str]:
    return [*find_tool("javascript"), str(folder / SOURCES["javascript"])]


def go(folder: Path) -> list[str]:
    words = [*find_tool("go"), "build", "-o", "adapter", "."]
    subprocess.run(words, check=True, timeout=300, cwd=folder)
    return [str(folder / "adapter")]


def rust(folder: Path) -> list[str]:
    words = [*find_tool("rust"), "build", "--quiet"]
    subprocess.run(words, check=True, timeout=600, cwd=folder)
    return [str(folder / "target" / "debug" / "adapter")]


def cpp(folder: Path) -> list[str]:
    if shutil.which("c++") is None:
        pytest.skip("c++ is not installed")
    subprocess.run(shlex.split(PROJECTS["cpp"].build), check=True, timeout=300, cwd=folder)
    return [str(folder / "adapter")]


_RUST = pytest.param(rust, marks=pytest.mark.whole("Go is compiled and started the same"), id="rust")
_CPP = pytest.param(cpp, marks=pytest.mark.whole("test_kaitai_languages compiles and asks C++"), id="cpp")


_OTHERS = [pytest.param(build, marks=pytest.mark.own_job) for build in (java, javascript, go)]


@pytest.mark.parametrize("build", [python, *_OTHERS, _RUST, _CPP], ids=lambda build: build.__name__)
def test_a_template_works_as_it_is(build, tmp_path: Path):
    folder = tmp_path / "project"
    suite("init", "--lang", build.__name__, str(folder))
    try:
        command = shlex.join(build(folder))
    except ToolMissing as missing:
        pytest.skip(str(missing))
    assert "checks passed" in suite("smoke", "--adapter", command)
    printed = suite("run", "--adapter", command, "--surface", "name")
    assert re.search(r"\b([1-9]\d*) of \1 judged answers right\.", printed), printed


def suite(*words: str) -> str:
    program = "import sys; from hudi_conformance.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_template_is_short(name: str, tmp_path: Path):
    write_project(name, tmp_path)
    assert len((tmp_path / SOURCES[name]).read_text(encoding="utf-8").splitlines()) <= 100
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert PROJECTS[name].start in readme
    assert PROJECTS[name].build in readme


def test_every_language_has_a_project():
    assert set(SOURCES) == set(PROJECTS)
