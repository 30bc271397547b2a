# SPDX-License-Identifier: Apache-2.0
"""The first hour: nothing is installed but what is declared, paths are mistyped, a pipe ends early."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import hudi_conformance
import hudi_parsers
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.cli import COMMANDS, doctor, init, run_cli
from hudi_conformance.report import hexview
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = resources.data_root()
TABLE = resources.fixtures_dir() / "real-rows/0.15.0/mor_event_time.zip"
PLAIN = ["--implementation", "kaitai-python"]
PROGRAM = "from hudi_conformance.cli import main; main()"


def declared() -> set[str]:
    """Distributions that come with the package without an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    wanted = [Requirement(text) for text in project["dependencies"]]
    while wanted:
        name = canonicalize_name(wanted.pop().name)
        if name in found:
            continue
        found.add(name)
        needs = [Requirement(text) for text in metadata.requires(name) or ()]
        wanted += [one for one in needs if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python of an environment with the declared distributions alone: those of this one, by links."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    for name in declared():
        found = metadata.distribution(name)
        tops = {file.parts[0] for file in found.files or () if file.parts[0] not in {"..", "__pycache__"}}
        for top in tops:
            (site / top).symlink_to(str(found.locate_file(top)))
    sources = [str(Path(hudi_conformance.__file__).parents[1]), str(Path(hudi_parsers.__file__).parents[1])]
    (site / "project.pth").write_text("\n".join(sources), encoding="utf-8")
    return folder / "bin" / "python"


def suite(python: Path, *words: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(python), "-c", PROGRAM, *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table")
    return unpacked(TABLE, folder)


def test_every_command_starts_with_nothing_but_what_is_declared(bare: Path) -> None:
    modules = [f"hudi_conformance.cli.{'list_cases' if name == 'list' else name}" for name in COMMANDS]
    words = [str(bare), "-c", f"import {', '.join(modules)}"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    for absent in ("numba", "pytest"):
        words = [str(bare), "-c", f"import {absent}"]
        assert subprocess.run(words, capture_output=True, check=False).returncode == 1


def test_the_reference_judges_reads_and_audits_without_an_extra(
    bare: Path, table: Path, tmp_path: Path
) -> None:
    topics = ("log/frame", "table/codec", "hfile/deep-blocks", "hfile/write-info")
    choice = [word for topic in topics for word in ("--cases", topic)]
    names = ["--implementation", "kaitai-python", "--implementation", "reference-writer"]
    done = suite(bare, "run", *names, *choice, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    done = suite(bare, "snapshot", table, "--line", "0.15", "--json")
    assert done.returncode == 0, done.stderr
    assert all(json.loads(line) for line in done.stdout.splitlines())
    done = suite(bare, "audit", table, "--out", tmp_path / "audit")
    assert done.returncode in {0, 1}, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.whole("test_exit_codes reads the same line, with all extras installed")
def test_a_campaign_writes_where_its_last_line_says(bare: Path, tmp_path: Path) -> None:
    choice = [
        "--base",
        "log/three_avro.log",
        "--exhaustive",
        "bits",
        "--sample",
        "20",
        "--implementation",
        "kaitai-python",
        "--command",
        "log.scan",
    ]
    done = suite(bare, "campaign", *choice, "--out", "there", cwd=tmp_path)
    assert done.returncode == 3
    assert "or use --engine plain" in done.stderr
    done = suite(
        bare, "campaign", *choice, "--out", "there", "--engine", "plain", "--jobs", "1", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    folder, _, names = done.stdout.strip().rsplit("\n", 1)[1].removeprefix("written to ").partition(": ")
    assert names
    for name in names.split(", "):
        assert (tmp_path / folder / name).exists(), name


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("PYTHONIOENCODING=ascii {} inspect {log}", 0, "`-- "),
        ("PYTHONIOENCODING=cp1252 {} show log/recovery/empty-file", 0, "expected\n"),
        ("{} snapshot {table} --json | true", 0, ""),
        ("{} spec | true", 0, ""),
        ("{} inspect {log} > /dev/full", 2, "Error: the output cannot be written: No space left on device\n"),
        ("{} snapshot {table} > /dev/full", 2, "Error: the output cannot be written: No space left on"),
    ],
)
def test_output_that_cannot_be_written_is_one_line_at_most(
    line: str, code: int, text: str, table: Path
) -> None:
    program = f"{sys.executable} -c '{PROGRAM}'"
    log = resources.fixtures_dir() / "log" / "one_avro.log"
    done = subprocess.run(
        ["bash", "-c", line.format(program, log=log, table=table)],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert text in (done.stderr if code else done.stdout).decode("latin-1")
    assert b"\\x0a" not in done.stdout
    assert done.stderr.count(b"\n") == (code > 0)


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["inspect", "/proc/self/mem"], 3, "/proc/self/mem: [Errno 5]"),
        (["salvage", str(ROOT / "README.md"), "--out", "/proc/x"], 2, "/proc/x"),
        (["advise", "TABLE", "--engine", "trinoo"], 2, "; did you mean trino"),
        (["audit", "no/such", "--out", "out"], 2, "no file or folder at"),
        (["snapshot", "no/such"], 2, "does not exist"),
        (["snapshot", "."], 3, "no .hoodie/hoodie.properties"),
        (["inspect", "no/such"], 2, "does not exist"),
        (["salvage", "no/such", "--out", "out"], 3, "does not exist"),
        (["diff", "TABLE", "--engine", "parquet:no/such"], 2, "does not exist"),
        (["diff", "TABLE", "--engine", "parquet:a-file"], 3, "a-file"),
        (["run", "--out", "a-file/out", "--cases", "name/parse", *PLAIN], 2, "a-file/out"),
        (["export", "--vectors", "a-file/out", "--cases", "name/parse"], 2, "a-file/out"),
        (["list", "--surface", "logs"], 2, "surfaces are archive, base, bucket, hfile"),
        (["explain", "log/no/such"], 2, "no case 'log/no/such'"),
        (["report", "a-file"], 2, "a-file"),
        (["audit", "foo://x/y", "--out", "out"], 2, "foo://x"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_path_is_one_line(
    words: list[str],
    code: int,
    text: str,
    table: Path,
    tmp_path: Path,
    *,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").write_text("neither events nor Parquet", encoding="utf-8")
    assert run_cli([str(table) if word == "TABLE" else word for word in words]) == code
    told = capsys.readouterr()
    # usage errors repeat how the command is called; the fault itself is one line, the last
    assert text in told.err.strip().splitlines()[-1]
    assert "Traceback" not in told.err
    assert "internal error" not in told.err


def test_diff_without_an_engine_says_what_to_install(bare: Path, table: Path) -> None:
    for engine, extra in (("hudi-rs", "hudi-rs"), ("spark", "spark")):
        done = suite(bare, "diff", table, "--engine", engine)
        assert done.returncode == 2
        assert f"pip install 'hudi-conformance[{extra}]'" in done.stderr.splitlines()[-1]


def test_doctor_does_not_tick_what_lacks_a_package(bare: Path) -> None:
    done = suite(bare, "doctor", "--json")
    assert done.returncode == 0, done.stdout
    rows = {row["name"]: row for row in json.loads(done.stdout) if row["area"] == "implementation"}
    assert rows["kaitai-python"]["state"] == "ok"
    for name in ("hudi-rs-0.5.0", "hudi-spark-1.2.0", "clickhouse-26.9", "daft-0.7.26"):
        assert rows[name]["state"] == "absent", name
        assert "pip install '" in rows[name]["detail"]


@pytest.mark.parametrize("name", ["javascript", "go"])
def test_doctor_does_not_tick_a_language_without_its_tool(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from hudi_conformance.toolchain import native

    monkeypatch.setattr(native.shutil, "which", lambda *_, **__: None)
    monkeypatch.setattr(native, "find_spec", lambda _: None)
    (row,) = (row for row in doctor.doctor_report() if row.name == f"kaitai-{name}")
    assert row.state == "absent", row
    assert f"hudi-conformance[{name}]" in row.detail


def test_an_appended_end_is_shown_or_counted() -> None:
    base = bytes(range(200))
    for length in (10, 100, 5000):
        lines = hexview.dump_lines(base + b"\xaa" * length, base, limit=12)
        shown = sum(line[10:60].count("aa") for line in lines if "…" not in line)
        shown -= sum(line[10:60].count("aa") for line in lines if line.startswith("  000000a0"))
        folded = sum(
            int(line.split(" bytes, ")[1].split()[0].replace(",", ""))
            for line in lines
            if ", " in line and "…" in line
        )
        assert shown + folded == length


def test_a_new_project_says_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its texts lead nowhere but into the project, and each command that they name there is one."""
    init.write_project("rust", tmp_path)
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert [
        target for target in re.findall(r"\]\(([^)]*)\)", readme) if not (tmp_path / target).exists()
    ] == []
    protocol = (tmp_path / "PROTOCOL.md").read_text(encoding="utf-8")
    assert '"cmd":"hello"' in protocol
    assert re.findall(r"\]\((?!https?:)[^)]*\)", protocol) == []
    told = re.findall(r"^hudi-conformance (list|show|explain|spec) (.*?)(?:  |$)", readme, re.MULTILINE)
    assert len(told) == 4
    for name, rest in told:
        assert run_cli([name, *rest.split()]) == 0
        assert re.search(r"log\.scan|log\.block\.size", capsys.readouterr().out)


def test_cases_are_chosen_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["list", "--command", "log.scan", "--cases", "log/frame"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split("\t")[1] for line in lines} == {"log.scan"}
    assert run_cli(["list", "--command", "log.skan"]) == 2
    assert "'log.skan' is not a command; did you mean log.scan" in capsys.readouterr().err


def test_help_names_the_surfaces(capsys: pytest.CaptureFixture[str]) -> None:
    surfaces = sorted(path.name for path in resources.cases_dir().iterdir() if path.is_dir())
    assert run_cli(["list", "--help"]) == 0
    said = " ".join(re.sub(r"[│╭╮╯╰─]", " ", capsys.readouterr().out).split())
    assert f"Only cases of this surface: {', '.join(surfaces)}" in said


def test_the_specification_is_read_without_a_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["spec", "show"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert any(re.fullmatch(r"log_file +[1-9]\d* rules  .+", line) for line in listed)
    assert run_cli(["spec", "show", "log.block"]) == 0
    shown = capsys.readouterr().out
    assert "log.block.size  MUST" in shown
    assert "log.blocks" not in shown
    assert run_cli(["spec", "show", "log.block.sise"]) == 2
    assert "did you mean log.block.size" in capsys.readouterr().err
