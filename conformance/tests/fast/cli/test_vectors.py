# SPDX-License-Identifier: Apache-2.0
"""Releases of test vectors: what is in them, digests that are true, the same bytes each time."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

import cramjam
import jsonschema
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from hudi_conformance import __version__, resources
from hudi_conformance.cli import cli, slices, vectors

GLOBS = "log/frame name/parse table/read/cow-archive-* log/recovery/stray-bytes-b* timeline/table/version-7"
CHOICE = [word for glob in GLOBS.split() for word in ("--cases", glob)]


def export(folder: Path) -> Path:
    result = CliRunner().invoke(cli, ["export", "--vectors", str(folder), *CHOICE], standalone_mode=False)
    assert result.exception is None, result.output
    return folder / vectors.NAME


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(tmp_path_factory.mktemp("vectors") / "out")


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def described(release: Path) -> dict[str, dict[str, object]]:
    return {
        path.parent.relative_to(release / "cases").as_posix(): json.loads(path.read_text(encoding="utf-8"))
        for path in (release / "cases").rglob("case.json")
    }


def test_the_same_bytes_again(release: Path, tmp_path: Path) -> None:
    again = export(tmp_path / "again")
    assert content(again.parent) == content(release.parent)


def test_every_case_is_as_the_schema_says(release: Path) -> None:
    schema = json.loads((release / "schemas/vector.schema.json").read_text(encoding="utf-8"))
    cases = described(release)
    assert len(cases) > 40
    for ident, case in cases.items():
        jsonschema.validate(case, schema)
        assert case["id"] == ident
        place = release / "cases" / ident
        names = {str(case[key]) for key in ("input", "expected", "rows") if case[key] is not None}
        assert {path.name for path in place.iterdir()} == {"case.json", *names}
        if case["input"] is not None:
            assert hashlib.sha256((place / "input.bin").read_bytes()).hexdigest() == case["sha256"]
        if case["folder"] is not None:
            assert (release / str(case["folder"])).is_dir()


def test_digests_are_of_all_that_is_there(release: Path) -> None:
    for folder in (release, release.parent):
        sums = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
        listed = {name: digest for digest, name in (line.split("  ", 1) for line in sums)}
        found = {name for name in content(folder) if folder == release or "/" not in name}
        assert set(listed) == found - {"SHA256SUMS"}
        for name, digest in listed.items():
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_archives_hold_the_folder(release: Path) -> None:
    files = content(release)
    data = bytes(cramjam.zstd.decompress((release.parent / f"{vectors.NAME}.tar.zst").read_bytes()))
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        packed = {member.name: tar.extractfile(member) for member in tar.getmembers()}
        assert {name: stream.read() for name, stream in packed.items() if stream} == {
            f"{vectors.NAME}/{name}": data for name, data in files.items()
        }
    with zipfile.ZipFile(release.parent / f"{vectors.NAME}.jar") as jar:
        assert {name for name in jar.namelist() if not name.startswith("META-INF/")} == {
            f"hudi-conformance/{name}" for name in files
        }
    assert "<artifactId>hudi-conformance-vectors</artifactId>" in (
        release.parent / f"{vectors.NAME}.pom"
    ).read_text(encoding="utf-8")


def test_the_index_has_a_line_per_case(release: Path) -> None:
    head, *lines = (release / "index.tsv").read_text(encoding="utf-8").splitlines()
    assert head.split("\t") == ["path", "cmd", "outcome", "count", "level", "flags", "features"]
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in lines}
    cases = described(release)
    assert set(rows) == {f"cases/{ident}" for ident in cases}
    assert rows["cases/log/recovery/stray-bytes-between"][:3] == ["log.scan", "damaged", "3"]
    assert {row[1] for row in rows.values()} >= {"accept", "damaged", "reject"}
    for path, row in rows.items():
        case = cases[path.removeprefix("cases/")]
        assert (row[4], row[5]) == (",".join(case["flags"]), ",".join(case["features"]))
        topic, _, slug = path.rpartition("/")
        assert f"| [`{slug}`]({slug}) | " in (release / topic / "README.md").read_text(encoding="utf-8")
    assert "[`log/frame`](cases/log/frame/README.md)" in (release / "README.md").read_text(encoding="utf-8")
    stated = json.loads((release / "release.json").read_text(encoding="utf-8"))
    assert (stated["version"], stated["cases"]) == (__version__, len(cases))


def test_rows_are_those_of_the_expected_value(release: Path) -> None:
    tables = [case for case in described(release).values() if case["rows"] is not None]
    assert tables
    for case in tables:
        place = release / "cases" / str(case["id"])
        wanted = json.loads((place / "expected.json").read_text(encoding="utf-8"))["rows"]
        rows = pq.read_table(place / "rows.parquet").to_pylist()
        assert len(rows) == len(wanted)
        for row, expected in zip(rows, wanted, strict=True):
            assert list(row) == sorted(row)
            for name, value in row.items():
                stated = expected.get(name)
                assert value == stated if isinstance(stated, str | None) else json.loads(value) == stated


def test_consumers_are_short() -> None:
    folder = resources.data_root() / "conformance/vectors/consumers"
    programs = [path for path in folder.iterdir() if path.suffix != ".txt"]
    kinds = {".py", ".js", ".go", ".java", ".cpp", ".rs", ".xml", ".gradle"}
    assert {path.suffix for path in programs} == kinds
    for path in programs:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 40, path.name


@pytest.mark.parametrize("name", slices.NAMES)
def test_a_slice_has_snapshots_and_a_licensed_list(name: str, tmp_path: Path) -> None:
    words = ["export", "--slice", name, str(tmp_path), *CHOICE]
    assert CliRunner().invoke(cli, words, standalone_mode=False).exception is None
    data = tmp_path / slices.load(name).data
    cases = json.loads((data / "cases.json").read_text("utf-8"))["cases"]
    assert [case["id"] for case in cases] == ["table/read/cow-archive-1-2-0-snapshot"]
    assert zipfile.is_zipfile(data / cases[0]["table"])
    assert "Licensed to the Apache" in (data / "known_failures.txt").read_text("utf-8")
