# SPDX-License-Identifier: Apache-2.0
"""The tutorial, followed to the letter in an empty folder, out of a wheel: commands print what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hudi_conformance import resources

pytestmark = pytest.mark.own_job

TUTORIAL = resources.data_root() / "conformance" / "guides" / "tutorial.md"
_BLOCK = re.compile(r"^```(sh|output)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as its wheel installs it; what it needs comes from this environment."""
    if not resources.is_checkout():
        pytest.skip("needs a checkout to build a wheel from")
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "-w", str(folder), str(resources.data_root())], check=True, timeout=600
    )
    [wheel] = folder.glob("hudi_conformance-*.whl")
    subprocess.run(
        [*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True, timeout=600
    )
    return folder / "site"


def environment(installed: Path) -> dict[str, str]:
    programs = [str(installed / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    return {**os.environ, "PATH": os.pathsep.join(programs), "PYTHONPATH": str(installed)}


def test_every_command_of_the_tutorial(installed: Path, tmp_path: Path) -> None:
    blocks = _BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))
    commands = [text for kind, text in blocks if kind == "sh"]
    outputs = [text for kind, text in blocks if kind == "output"]
    assert len(commands) >= 5
    assert len(outputs) == 3
    env = environment(installed)
    place = [sys.executable, "-c", "import hudi_conformance; print(hudi_conformance.__file__)"]
    said = subprocess.run(place, env=env, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert Path(said.strip()).is_relative_to(installed)
    done = subprocess.run(
        ["bash", "-c", "\n".join(["set -euo pipefail", *commands])],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    tmp_path = tmp_path / "reader"
    for text in outputs:
        assert text in done.stdout, f"the tutorial says\n{text}and this came\n{done.stdout[-4000:]}"
    assert (tmp_path / "first" / "index.html").exists()
    seen = (tmp_path / "second.txt").read_text(encoding="utf-8")
    for verdict in ("accepts-invalid", "error", "wrong-reason"):
        assert re.search(rf"^✗ log/frame/\S+  {verdict}$", seen, re.MULTILINE), verdict
    assert not re.search(r"^✗ log/frame/\S+  wrong-value$", seen, re.MULTILINE)
