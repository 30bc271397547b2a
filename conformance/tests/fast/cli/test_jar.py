# SPDX-License-Identifier: Apache-2.0
"""Cases and fixtures as a jar: what is in it, and that it is the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import __version__, resources
from hudi_conformance.cli import cli, jar

CHOICE = ["--cases", "name/parse", "--cases", "log/frame/size-zero", "--cases", "timeline/table/version-7"]
POM = "{http://maven.apache.org/POM/4.0.0}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("jar") / "cases.jar"
    result = CliRunner().invoke(cli, ["export", "--jar", str(path), *CHOICE], standalone_mode=False)
    assert result.exception is None, result.output
    return path


def test_cases_are_those_of_the_folder(built: Path, tmp_path: Path) -> None:
    CliRunner().invoke(cli, ["export", str(tmp_path / "out"), *CHOICE], standalone_mode=False)
    folder = {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(built) as archive:
        assert archive.testzip() is None
        for name, content in folder.items():
            if name != "SHA256SUMS":
                assert archive.read(f"{jar.ROOT}/{name}") == content
        told = json.loads(archive.read(f"{jar.ROOT}/cases.json"))
    by_id = {case["id"]: case for case in told["cases"]}
    assert by_id["log/frame/size-zero"]["input"] in folder
    assert f"{by_id['timeline/table/version-7']['folder']}/.hoodie/hoodie.properties" in folder


def test_sums_are_of_all_that_is_there(built: Path) -> None:
    with zipfile.ZipFile(built) as archive:
        sums = archive.read(f"{jar.ROOT}/SHA256SUMS").decode().splitlines()
        listed = dict(reversed(line.split("  ", 1)) for line in sums)
        inside = {
            name.removeprefix(f"{jar.ROOT}/") for name in archive.namelist() if name.startswith(jar.ROOT)
        }
        assert inside == {*listed, "SHA256SUMS"}
        for name, digest in listed.items():
            assert hashlib.sha256(archive.read(f"{jar.ROOT}/{name}")).hexdigest() == digest


def test_all_fixtures_are_there(built: Path) -> None:
    index = json.loads((resources.fixtures_dir() / "INDEX.json").read_text(encoding="utf-8"))["files"]
    with zipfile.ZipFile(built) as archive:
        assert {f"{jar.ROOT}/fixtures/{name}" for name in index} <= set(archive.namelist())


def test_manifest_first_and_pom_beside(built: Path) -> None:
    with zipfile.ZipFile(built) as archive:
        names = archive.namelist()
        assert names[0] == "META-INF/MANIFEST.MF"
        assert names[1:] == sorted(names[1:])
        assert archive.read("META-INF/MANIFEST.MF").startswith(b"Manifest-Version: 1.0\n")
        inner = archive.read(f"META-INF/maven/{jar.GROUP}/{jar.ARTIFACT}/pom.xml")
    assert inner == built.with_suffix(".pom").read_bytes()
    pom = ET.fromstring(inner)
    found = [pom.findtext(f"{POM}{key}") for key in ("groupId", "artifactId", "version", "packaging")]
    assert found == [jar.GROUP, jar.ARTIFACT, __version__, "jar"]


def test_the_same_bytes_again(built: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jar"
    CliRunner().invoke(cli, ["export", "--jar", str(again), *CHOICE], standalone_mode=False)
    assert again.read_bytes() == built.read_bytes()


@pytest.mark.parametrize("arguments", [[], ["folder", "--jar", "x.jar"]])
def test_a_folder_or_a_jar(arguments: list[str]) -> None:
    assert CliRunner().invoke(cli, ["export", *arguments]).exit_code == 2


def test_the_jar_is_not_the_pom(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="name of the pom"):
        jar.write(tmp_path / "x.pom", {})
