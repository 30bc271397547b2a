# SPDX-License-Identifier: Apache-2.0
"""Every adapter template, built as its own text says and started: it is sane, and it parses all names."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hudi_conformance.toolchain.native import find_tool

TEMPLATES = resources.adapters_dir() / "templates"
SOURCES = {
    "python": "python_adapter.py",
    "java": "JavaAdapter.java",
    "javascript": "javascript_adapter.js",
    "go": "go_adapter.go",
    "rust": "rust_adapter/src/main.rs",
}


def python(_: Path) -> list[str]:
    return [sys.executable, str(TEMPLATES / SOURCES["python"])]


def java(folder: Path) -> list[str]:
    (folder / "src").mkdir()
    shutil.copy(TEMPLATES / SOURCES["java"], folder / "src")
    shutil.copy(TEMPLATES / "java.lock.toml", folder)
    recipe = 'main = "JavaAdapter"\nsources = ["src"]\nlock = "java.lock.toml"\n'
    (folder / "adapter.toml").write_text(recipe, encoding="utf-8")
    return build_adapter(str(folder))


def javascript(_: Path) -> list[str]:
    return [*find_tool("javascript"), str(TEMPLATES / SOURCES["javascript"])]


def go(folder: Path) -> list[str]:
    program = folder / "adapter"
    words = [*find_tool("go"), "build", "-o", str(program), str(TEMPLATES / SOURCES["go"])]
    subprocess.run(words, check=True, timeout=300, cwd=folder)
    return [str(program)]


def rust(folder: Path) -> list[str]:
    shutil.copytree(TEMPLATES / "rust_adapter", folder / "rust")
    words = [*find_tool("rust"), "build", "--quiet", "--target-dir", str(folder / "target")]
    subprocess.run(words, check=True, timeout=600, cwd=folder / "rust")
    return [str(folder / "target" / "debug" / "adapter")]


@pytest.mark.parametrize("build", [python, java, javascript, go, rust], ids=lambda build: build.__name__)
def test_a_template_works_as_it_is(build, tmp_path: Path):
    try:
        command = shlex.join(build(tmp_path))
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
def test_a_template_is_short(name: str):
    assert len((TEMPLATES / SOURCES[name]).read_text(encoding="utf-8").splitlines()) <= 100
