# SPDX-License-Identifier: Apache-2.0
"""The list of implementations, the locks of the repository's own adapters, and the doctor."""

from __future__ import annotations

import json
import re
import sys
from importlib import metadata
from pathlib import Path

import pytest
import whole_suite
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import doctor
from hudi_conformance.toolchain import ToolMissing, build, native, registry
from hudi_conformance.toolchain.build import compiler_lock, read_recipe
from hudi_conformance.toolchain.maven import read_lock
from hudi_conformance.toolchain.native import build_native, is_native, read_native
from hudi_conformance.toolchain.registry import load_implementations

NAMES = [
    "kaitai-python",
    "reference-writer",
    "kaitai-java",
    "kaitai-javascript",
    "kaitai-go",
    "kaitai-cpp",
    "kaitai-rust",
    "hudi-java-1.2.1",
    "hudi-java-0.15.0",
]


def test_the_shipped_implementations() -> None:
    found = load_implementations()
    assert list(found)[: len(NAMES)] == NAMES
    python = found["kaitai-python"]
    assert python.command() == [sys.executable, "-m", "hudi_conformance.adapters.kaitai.python"]
    for one in found.values():
        assert one.title
        assert one.about.endswith(".")
        if one.adapter and is_native(one.adapter):
            assert read_native(one.adapter).parts
        elif one.adapter:
            assert one.memory_mib is None, "a JVM reserves address space that it never uses"
            assert read_recipe(one.adapter, one.variant).main
            assert read_recipe(one.adapter, one.variant).java_min == 17


def test_cases_on_which_an_implementation_waits_are_cases_that_it_is_asked() -> None:
    cases = {case.id: case for case in whole_suite.opened()[0].cases}
    waiting = {name: entry.waits for name, entry in load_implementations().items() if entry.waits}
    assert "hudi-java-1.2.1" in waiting
    for name, patterns in waiting.items():
        surfaces = load_implementations()[name].surfaces
        for pattern in patterns:
            assert pattern in cases, f"{name} waits on {pattern}, which is no case"
            assert not surfaces or cases[pattern].surface in surfaces


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('adapter = "a"\nprogram = "p"', "a program is driven by a module"),
        ('title = "x"', "exactly one of module and adapter"),
        ('module = "m"\nadapter = "a"', "exactly one of module and adapter"),
        ('module = "m"\nlanguage = "python"', "lacks 'title'"),
        ('module = "m"\ncolour = "red"', r"unknown keys \['colour'\]"),
        ('module = "m"\nmemory_mib = "big"', "memory_mib is a number"),
    ],
)
def test_bad_entries_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, problem: str
) -> None:
    path = tmp_path / "implementations.toml"
    path.write_text(f"[demo]\n{table}\n")
    monkeypatch.setattr(registry, "registry_file", lambda: path)
    with pytest.raises(ValueError, match=f"demo.*{problem}"):
        load_implementations()


NATIVE = sorted(
    path.parent.name
    for path in resources.adapters_dir().glob("*/adapter.toml")
    if is_native(path.parent.name)
)


@pytest.mark.parametrize("folder", NATIVE)
def test_a_language_without_its_tool_is_absent_with_a_reason(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native.shutil, "which", lambda *_args, **_options: None)
    monkeypatch.setattr(native, "find_spec", lambda _: None)
    with pytest.raises(ToolMissing, match="is needed to"):
        build_native(folder)


def test_crates_need_protoc_and_the_doctor_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROTOC", raising=False)
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(tmp_path))
    places = {"cargo": "/usr/bin/cargo"}
    monkeypatch.setattr(native.shutil, "which", lambda name, **_: places.get(name))
    row = {one.name: one for one in doctor.doctor_report()}["hudi-rs-0.6.0-rc.1"]
    assert row.state == "absent"
    assert "hudi-conformance[crates]" in row.detail
    places["protoc"] = "/opt/bin/protoc"
    assert native._find_crates().environment == {"PROTOC": "/opt/bin/protoc"}
    monkeypatch.setenv("PROTOC", "/own/protoc")
    assert native._find_crates().environment == {"PROTOC": "/own/protoc"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('language = "cobol"\n[parts]', "language. is one of"),
        ('language = "go"', "parts. is needed"),
        ('language = "go"\n[parts]\n"." = "nowhere"', "names nowhere, which does not exist"),
    ],
)
def test_a_bad_recipe_is_named(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "adapter.toml").write_text(text + "\n")
    assert is_native(str(tmp_path))
    with pytest.raises(ValueError, match=problem):
        read_native(str(tmp_path))


def test_a_failed_build_says_what_the_tool_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.cpp").write_text("int main() { return broken_name; }\n")
    (tmp_path / "adapter.toml").write_text('language = "cpp"\n[parts]\n"." = "src"\n')
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    # a compiler that refuses everything, so that none is needed here
    said = "print('error: broken_name was not declared'); raise SystemExit(1)"
    broken = native._Language(
        lambda: native._Tool((sys.executable, "-c", said), {}), lambda tool, _: tool.command, lambda *_: []
    )
    monkeypatch.setattr(native, "_LANGUAGES", {"cpp": broken})
    with pytest.raises(ToolMissing, match="does not build:\nerror: broken_name"):
        build_native(str(tmp_path))
    assert not [path for path in (tmp_path / "cache" / "adapters").iterdir() if path.is_dir()]


def test_locks_are_complete_and_small() -> None:
    tools = resources.data_root() / "conformance" / "tools"
    locks = [
        compiler_lock(),
        *(lock for folder in (resources.adapters_dir(), tools) for lock in folder.glob("*/*.lock.toml")),
    ]
    assert len(locks) >= 3
    for lock in locks:
        jars = read_lock(lock)
        assert len({(jar.group, jar.artifact, jar.classifier) for jar in jars}) == len(jars), lock
        assert all(re.fullmatch("[0-9a-f]{64}", jar.sha256) for jar in jars), lock
        # engines are whole: they come only by name
        is_engine = lock.parent.name in {"hudi_flink", "hudi_hive", "hudi_spark", "trino"}
        most = 400_000_000 if is_engine else 110_000_000
        assert sum(jar.size for jar in jars) < most, "a download that a user waits for"
        roots = lock.with_name(lock.name.replace(".lock.", ".roots."))
        if roots.exists():
            named = set(re.findall(r'\bartifact = "([^"]*)"', roots.read_text(encoding="utf-8")))
            assert named <= {jar.artifact for jar in jars}, f"{lock} was not written again"


def test_doctor_says_what_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_java(*_args: object) -> None:
        raise ToolMissing("a Java runtime is needed. pip install something")

    monkeypatch.setattr(doctor, "find_java", no_java)
    monkeypatch.setattr(build, "find_java", no_java)
    rows = {row.name: row for row in doctor.doctor_report()}
    assert rows["runtime"].state == "absent"
    assert rows["hudi-java-1.2.1"].state == "absent"
    assert "pip install something" in rows["hudi-java-1.2.1"].detail
    assert rows["kaitai-python"].state == "ok"


def test_doctor_looks_for_the_packages_that_an_adapter_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"hudi": "0.4.0", "pyspark": "4.1.0"}
    version = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: installed.get(name) or version(name))
    rows = {row.name: row for row in doctor.doctor_report()}
    assert (rows["hudi-rs-0.5.0"].state, rows["hudi-spark-1.2.0"].state) == ("absent", "absent")
    assert rows["hudi-rs-0.5.0"].detail == "hudi 0.4.0 is installed: pip install 'hudi==0.5.0'"
    assert rows["hudi-spark-1.2.0"].detail.endswith("pip install 'pyspark==3.5.*'")
    with pytest.raises(ToolMissing, match=r"hudi 0\.4\.0 is installed"):
        load_implementations()["hudi-rs-0.5.0"].command()


def test_doctor_downloads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    result = CliRunner().invoke(doctor.command, ["--json"], standalone_mode=False)
    rows = {row["name"]: row for row in json.loads(result.output)}
    assert rows["cache"]["state"] == "ok"
    if rows["hudi-java-1.2.1"]["state"] == "ok":
        assert "at first use downloads" in rows["hudi-java-1.2.1"]["detail"]
    assert not (tmp_path / "cache").exists()
