# SPDX-License-Identifier: Apache-2.0
"""The steps of CONTRIBUTING that add a rule and two cases, done in a fresh clone as they are written."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hudi_conformance import resources

ROOT = resources.data_root()
SECTION = "## Add a rule and two cases"
MAX_CPU_SECONDS = 120
STEP = re.compile(
    r"(?:(?P<verb>Append|Write) to\s`(?P<file>[^`]+)`:\n\n)?```(?P<language>[a-z]+)\n(?P<text>.*?)```\n",
    re.DOTALL,
)
pytestmark = [
    pytest.mark.own_job,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a checkout is needed"),
    pytest.mark.timeout(1800),
]


def steps() -> Iterator[re.Match[str]]:
    """Fenced blocks of the section, in its order."""
    document = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = document.partition(f"\n{SECTION}\n")[2].partition("\n## ")[0]
    yield from STEP.finditer(section)


def programs(folder: Path) -> Path:
    """`python` and `hudi-conformance` of a clone, as an editable installation puts them on PATH."""
    for name, arguments in (("python", ""), ("hudi-conformance", "-m hudi_conformance ")):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return folder


def cpu_seconds() -> float:
    """Processor time of all finished children: wall time depends on what else the machine runs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_every_block_is_a_command_or_an_edit() -> None:
    found = list(steps())
    assert {step["language"] for step in found if step["file"] is None} == {"sh"}
    assert [step["file"] for step in found if step["file"]] == [
        "spec/log_file.md",
        "conformance/cases/log/frame.toml",
        "changelog.d/+example-type.added.md",
    ]


@pytest.mark.whole("each of the commands has tests of its own, and `.ci/run` runs them on this checkout")
def test_the_steps_lead_to_a_verdict_and_passing_tests(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, clone], check=True)
    (tmp_path / "bin").mkdir()
    environment = os.environ | {
        "PATH": f"{programs(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{clone / 'conformance'}{os.pathsep}{clone / 'generated/python'}",
        "HUDI_CONFORMANCE_CACHE": str(tmp_path / "cache"),
    }
    outputs = []
    before = cpu_seconds()
    for step in steps():
        if step["file"]:
            with (clone / step["file"]).open("a" if step["verb"] == "Append" else "x") as file:
                file.write(step["text"])
            continue
        done = subprocess.run(
            ["bash", "-euc", step["text"]],
            cwd=clone,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{step['text']}{done.stdout}{done.stderr}"
        outputs.append(done.stdout)
    seconds = cpu_seconds() - before
    locked, shown, documents, tests = outputs
    assert "added log/frame/example-type-77" in locked
    assert "0 problems" in locked
    assert "2 cases, 1 implementation: 2 of 2 judged answers right." in shown
    assert "added since the stored run" in documents
    assert " passed" in tests
    assert seconds < MAX_CPU_SECONDS
    status = subprocess.run(
        ["git", "status", "--short"], cwd=clone, capture_output=True, text=True, check=True
    ).stdout
    assert {line[3:].strip('"') for line in status.splitlines()} == {
        "spec/log_file.md",
        "spec/requirements.json",
        "spec/REVIEWED.json",
        "conformance/cases/log/frame.toml",
        "conformance/cases/LOCK.json",
        "changelog.d/+example-type.added.md",
    }
