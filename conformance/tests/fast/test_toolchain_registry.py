# SPDX-License-Identifier: Apache-2.0
"""The list of implementations, the locks of the repository's own adapters, and the doctor."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import doctor
from hudi_conformance.toolchain import ToolMissing, registry
from hudi_conformance.toolchain.build import compiler_lock, read_recipe
from hudi_conformance.toolchain.maven import read_lock
from hudi_conformance.toolchain.registry import load_implementations

NAMES = ["kaitai-python", "reference-writer", "kaitai-java", "hudi-java-1.2.1", "hudi-java-0.15.0"]


def test_the_shipped_implementations() -> None:
    found = load_implementations()
    assert list(found)[: len(NAMES)] == NAMES
    python = found["kaitai-python"]
    assert python.command() == [sys.executable, "-m", "hudi_conformance.adapters.kaitai_python"]
    for one in found.values():
        assert one.title
        assert one.about.endswith(".")
        if one.adapter:
            assert one.memory_mib is None, "a JVM reserves address space that it never uses"
            assert read_recipe(one.adapter, one.variant).main
            assert one.java_range()[0] == 17


@pytest.mark.parametrize(
    ("table", "problem"),
    [
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


def test_locks_are_complete_and_small() -> None:
    locks = [compiler_lock(), *resources.adapters_dir().glob("*/*.lock.toml")]
    assert len(locks) >= 3
    for lock in locks:
        jars = read_lock(lock)
        assert len({(jar.group, jar.artifact, jar.classifier) for jar in jars}) == len(jars), lock
        assert all(re.fullmatch("[0-9a-f]{64}", jar.sha256) for jar in jars), lock
        assert sum(jar.size for jar in jars) < 110_000_000, "a download that a user waits for"
        roots = lock.with_name(lock.name.replace(".lock.", ".roots."))
        if roots.exists():
            named = set(re.findall(r'^artifact = "(.*)"', roots.read_text(encoding="utf-8"), re.MULTILINE))
            assert named <= {jar.artifact for jar in jars}, f"{lock} was not written again"


def test_doctor_says_what_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_java(*_args: object) -> None:
        raise ToolMissing("a Java runtime is needed. pip install something")

    monkeypatch.setattr(doctor, "find_java", no_java)
    rows = {row.name: row for row in doctor.doctor_report()}
    assert rows["runtime"].state == "absent"
    assert rows["hudi-java-1.2.1"].state == "absent"
    assert "pip install something" in rows["hudi-java-1.2.1"].detail
    assert rows["kaitai-python"].state == "ok"


def test_doctor_downloads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUDI_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    result = CliRunner().invoke(doctor.command, ["--json"], standalone_mode=False)
    rows = {row["name"]: row for row in json.loads(result.output)}
    assert rows["cache"]["state"] == "ok"
    if rows["hudi-java-1.2.1"]["state"] == "ok":
        assert "are downloaded" in rows["hudi-java-1.2.1"]["detail"]
    assert not (tmp_path / "cache").exists()
