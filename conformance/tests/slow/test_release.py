# SPDX-License-Identifier: Apache-2.0
"""The commands of the release workflow and of the container file, run as they are written.

They download every tool as a wheel and build everything: `tox -e slow` runs them, a plain pytest does not.
"""

from __future__ import annotations

import email.parser
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hudi_conformance import __version__, resources

ROOT = resources.data_root()
REPOSITORY = "someone/hudi-conformance"
TAG = f"v{__version__}"
pytestmark = [
    pytest.mark.own_job,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a checkout is needed"),
    pytest.mark.skipif(
        not os.environ.get("HUDI_CONFORMANCE_WHOLE"), reason="HUDI_CONFORMANCE_WHOLE=1 runs it"
    ),
    pytest.mark.timeout(1800),
]


# How the network is reached, as variables of pip, requests and OpenSSL say it.
KEPT_PARTS = ("CERT", "_CA_", "SSL_", "PROXY", "proxy", "PIP_")
SPENT: list[tuple[float, float, str]] = []


@pytest.fixture(autouse=True)
def minutes(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Iterator[None]:
    """Prints what each command of a test took."""
    SPENT.clear()
    yield
    with capsys.disabled():
        print(f"\n{request.node.name}: minutes, of these of a processor, command")
        for wall_s, cpu_s, text in SPENT:
            print(f"  {wall_s / 60:5.2f} {cpu_s / 60:5.2f}  {text}")


def run(*words: object, cwd: Path, environment: dict[str, str] | None = None) -> str:
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    SPENT.append((time.monotonic() - started, cpu_s, " ".join(" ".join(map(str, words)).split())[-100:]))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    return dict(workflow["jobs"])


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A clone with an origin of its own, and the variables of a runner."""
    folder = tmp_path_factory.mktemp("runner")
    run("git", "clone", "-q", "--bare", "--depth", "1", f"file://{ROOT}", folder / "origin.git", cwd=folder)
    run("git", "clone", "-q", folder / "origin.git", folder / "clone", cwd=folder)
    venv.create(folder / "python", with_pip=True, symlinks=True)
    (folder / "temp").mkdir()
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "gh").write_text(
        '#!/bin/sh\nprintf "%s\\n" "$@" > "$RUNNER_TEMP/gh.txt"\n', encoding="utf-8"
    )
    (bin_folder / "gh").chmod(0o755)
    path = [str(folder / "python/bin"), str(bin_folder), os.environ["PATH"]]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {
        "PATH": os.pathsep.join(path),
        "RUNNER_TEMP": str(folder / "temp"),
        "GITHUB_REF_NAME": TAG,
        "GITHUB_WORKSPACE": str(folder / "clone"),
        "GITHUB_REPOSITORY": REPOSITORY,
        # one language: `test_packages.py` has the others
        "HUDI_CONFORMANCE_LANGUAGES": "python",
    }
    return folder / "clone", environment


def steps(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_every_command_of_the_workflow(jobs: dict[str, Any], machine: tuple[Path, dict[str, str]]) -> None:
    clone, environment = machine
    for name in ("build", "assets", "go"):
        assert steps(jobs[name])
        for script in steps(jobs[name]):
            run("bash", "-e", "-o", "pipefail", "-c", script, cwd=clone, environment=environment)
    # assets: what was attached is there, and no file that goes to PyPI
    said = (Path(environment["RUNNER_TEMP"]) / "gh.txt").read_text(encoding="utf-8").splitlines()
    assert said[:3] == ["release", "create", TAG]
    attached = [clone / word for word in said if word.startswith("released/")]
    assert all(path.is_file() for path in attached)
    assert {path.name for path in attached} >= {
        f"hudi-conformance-vectors-{__version__}.tar.zst",
        f"hudi-conformance-vectors-{__version__}.jar",
        f"hudi_parsers-{__version__}-py3-none-any.whl",
    }
    # go: the tag that a module in a folder needs is on the origin, with its go.mod
    shown = run("git", "show", f"generated/go/{TAG}:generated/go/go.mod", cwd=clone.parent / "origin.git")
    assert shown.startswith(f"module github.com/{REPOSITORY}/generated/go\n")


def test_what_is_released_holds_what_it_must(machine: tuple[Path, dict[str, str]]) -> None:
    dist = machine[0] / "dist"
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names >= {
        "CITATION.cff",
        "SECURITY.md",
        "NOTICE",
        "LICENSE",
        "LICENSE-CC0",
        "CHANGELOG.md",
        "PKG-INFO",
    }
    assert not [name for name in names if name.startswith((".git/", ".venv/"))]
    [wheel] = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        home = f"hudi_conformance-{__version__}.dist-info"
        metadata = email.parser.Parser().parsestr(archive.read(f"{home}/METADATA").decode())
        assert {f"{home}/licenses/{name}" for name in ("LICENSE", "LICENSE-CC0", "NOTICE")} <= set(
            archive.namelist()
        )
    assert metadata["License-Expression"] == "Apache-2.0 AND CC0-1.0"
    assert {line.partition(",")[0] for line in metadata.get_all("Project-URL", [])} >= {
        "Homepage",
        "Changelog",
    }
    links = re.findall(r"\]\(([^)]+)\)", str(metadata.get_payload()))
    assert len(links) > 20
    assert all(link.startswith(("https://", "#")) for link in links), links


def test_the_commands_of_the_container_file(tmp_path: Path) -> None:
    """What it runs, in an environment whose path has nothing but it: the wheels bring every tool."""
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    [command] = [line.removeprefix("RUN ") for line in lines if line.startswith("RUN ")]
    [entry] = [line for line in lines if line.startswith("ENTRYPOINT ")]
    assert re.search(r"FROM \S+/python:3\.\d+", "\n".join(lines))
    source = tmp_path / "src"
    run("git", "clone", "-q", "--depth", "1", f"file://{ROOT}", source, cwd=tmp_path)
    venv.create(tmp_path / "venv", with_pip=True, symlinks=True)
    programs = tmp_path / "venv/bin"
    for tool in ("sh", "rm"):
        (programs / tool).symlink_to(str(shutil.which(tool)))
    environment = {
        "PATH": str(programs),
        "HOME": str(tmp_path),
        "HUDI_CONFORMANCE_CACHE": str(tmp_path / "cache"),
        **{name: value for name, value in os.environ.items() if any(part in name for part in KEPT_PARTS)},
    }
    run(programs / "sh", "-c", command.replace("/src", str(source)), cwd=tmp_path, environment=environment)
    assert not source.exists()
    program = programs / shlex.split(entry.partition(" ")[2].strip("[]"))[0]
    report = run(program, "doctor", cwd=tmp_path, environment=environment)
    for name in (
        "kaitai-python",
        "kaitai-java",
        "kaitai-javascript",
        "kaitai-go",
        "kaitai-cpp",
        "hudi-java-1.2.1",
    ):
        assert re.search(rf"✓ {re.escape(name)} ", report), report
    names = [
        word
        for name in ("java", "javascript", "go", "cpp")
        for word in ("--implementation", f"kaitai-{name}")
    ]
    said = run(program, "run", *names, "--cases", "log/frame", cwd=tmp_path, environment=environment)
    assert re.search(r"58 cases, 4 implementations", said), said


def test_vectors_of_an_installed_copy_are_those_of_the_checkout(
    machine: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    """Also where an installer compiled the programs among the data."""
    [wheel] = (machine[0] / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    run(sys.executable, "-m", "compileall", "-q", "installed", cwd=tmp_path)
    checkout = os.pathsep.join(str(machine[0] / name) for name in ("conformance", "generated/python"))
    words = (
        "-m",
        "hudi_conformance",
        "export",
        "--cases",
        "log/frame",
        "--cases",
        "table/causes",
        "--vectors",
    )
    for path, out in ((str(tmp_path / "installed"), "of-wheel"), (checkout, "of-checkout")):
        run(sys.executable, *words, out, cwd=tmp_path, environment=os.environ | {"PYTHONPATH": path})
    sums = [(tmp_path / out / "SHA256SUMS").read_bytes() for out in ("of-wheel", "of-checkout")]
    assert sums[0] == sums[1]


def test_an_interpreter_of_each_version_installs_wheels_alone(tmp_path: Path) -> None:
    """Every version that is named has wheels of all that is declared, also where none is installed here."""
    versions = [
        line.rpartition(":: ")[2].strip('",')
        for line in (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
        if "Programming Language :: Python :: 3." in line
    ]
    assert versions[0] == "3.11"
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needs = re.findall(
        r'^  "([A-Za-z][^"]+)",$', text.partition("dependencies = [")[2].partition("]\n")[0], re.MULTILINE
    )
    assert len(needs) > 10
    for version in versions:
        words = ["install", "-q", "--dry-run", "--only-binary=:all:", "--python-version", version, "--target"]
        run(sys.executable, "-m", "pip", *words, tmp_path / version, *needs, cwd=tmp_path)
