# SPDX-License-Identifier: Apache-2.0
"""Java runtime, compiler and cache: a small adapter from source to output."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing, java
from hudi_conformance.toolchain import build as build_module
from hudi_conformance.toolchain.build import BuildFailed, build_adapter, read_recipe
from hudi_conformance.toolchain.java import find_java

HELLO = """
package demo;
public final class Hello {
  record Pair(int a, String b) {}
  public static void main(String[] args) throws Exception {
    byte[] note = Hello.class.getResourceAsStream("/note.txt").readAllBytes();
    var pair = new Pair(args.length, new String(note, "UTF-8"));
    String text = switch (pair.a()) { case 1 -> "one " + pair.b(); default -> "other"; };
    System.out.write(text.getBytes("UTF-8"));
    System.out.flush();
  }
}
"""


@pytest.fixture
def adapters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private folder of adapters and a cache of its own, with the project's compiler."""
    folder = tmp_path / "adapters"
    source = folder / "demo" / "src" / "demo"
    source.mkdir(parents=True)
    (source / "Hello.java").write_text(HELLO, encoding="utf-8")
    (folder / "demo" / "src" / "note.txt").write_text("zażółć", encoding="utf-8")
    (folder / "demo" / "adapter.toml").write_text(
        'main = "demo.Hello"\nsources = ["src"]\narguments = ["x"]\njvm_options = ["-Xmx64m"]\n'
    )
    real_lock = build_module.compiler_lock()
    real_cache = resources.cache_dir()
    monkeypatch.setattr(build_module, "compiler_lock", lambda: real_lock)
    monkeypatch.setattr(resources, "adapters_dir", lambda: folder)
    cache = tmp_path / "cache"
    cache.mkdir()
    # jars may be shared: they are verified by digest, and the test need not download them each time
    (real_cache / "jars").mkdir(parents=True, exist_ok=True)
    (cache / "jars").symlink_to(real_cache / "jars", target_is_directory=True)
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(cache))
    return folder


def run(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.decode("utf-8")


def test_adapter_compiles_once_and_runs(adapters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = build_adapter("demo")
    assert run(command) == "one zażółć"

    def no_compiler(*_args: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(build_module, "compile_java", no_compiler)
    assert build_adapter("demo") == command
    (adapters / "demo" / "src" / "note.txt").write_text("else", encoding="utf-8")
    with pytest.raises(AssertionError, match="compiled again"):
        build_adapter("demo")


def test_two_builders_compile_once(adapters: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    real = build_module.compile_java
    monkeypatch.setattr(build_module, "compile_java", lambda *args: (compiled.append(args), real(*args)))
    commands: list[list[str]] = []
    threads = [threading.Thread(target=lambda: commands.append(build_adapter("demo"))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(compiled) == 1
    assert len(commands) == 3
    assert commands[0] == commands[1] == commands[2]


def test_broken_source_tells_what_the_compiler_said(adapters: Path) -> None:
    (adapters / "demo" / "src" / "demo" / "Bad.java").write_text(
        "package demo; class Bad { int x = nothing; }"
    )
    with pytest.raises(BuildFailed, match="nothing cannot be resolved"):
        build_adapter("demo")


def test_recipe_names_what_is_wrong(adapters: Path) -> None:
    with pytest.raises(ValueError, match=r"no adapter\.toml"):
        read_recipe("absent")
    with pytest.raises(ValueError, match="variants"):
        read_recipe("demo", "9.9")
    (adapters / "demo" / "adapter.toml").write_text('main = "demo.Hello"\nsources = ["elsewhere"]\n')
    with pytest.raises(ValueError, match="elsewhere"):
        read_recipe("demo")


def test_java_must_run_and_be_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = find_java()
    assert good.version >= 17

    def fake(name: str, text: str, status: int) -> Path:
        program = tmp_path / name / "bin" / "java"
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\necho '{text}' >&2\nexit {status}\n")
        program.chmod(0o755)
        return program

    eight = fake("eight", 'java version "1.8.0_402"', 0)
    dead = fake("dead", 'openjdk version "21.0.1"', 1)
    new = fake("new", 'openjdk version "25" 2025-09-16', 0)
    monkeypatch.setenv("JAVA_HOME", str(eight.parent.parent))
    assert find_java().executable == (fake_free := find_java()).executable
    assert fake_free.origin != "JAVA_HOME"
    monkeypatch.setenv("JAVA_HOME", str(new.parent.parent))
    assert (find_java().version, find_java().origin) == (25, "JAVA_HOME")
    assert find_java(maximum=22).origin != "JAVA_HOME"
    monkeypatch.setattr(java, "_candidates", lambda: [("JAVA_HOME", eight), ("PATH", dead)])
    with pytest.raises(ToolMissing, match=r"version 8.*does not run.*pip install 'hudi-conformance\[java\]'"):
        find_java()
    monkeypatch.setattr(java, "_candidates", list)
    with pytest.raises(ToolMissing, match="none is installed"):
        find_java()
