# SPDX-License-Identifier: Apache-2.0
"""The tutorial, followed to the letter: its commands run, and print what it says they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from hudi_conformance import resources

TUTORIAL = resources.data_root() / "conformance" / "guides" / "tutorial.md"
_BLOCK = re.compile(r"^```(sh|output)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_command_of_the_tutorial(tmp_path: Path) -> None:
    blocks = _BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))
    commands = [text for kind, text in blocks if kind == "sh"]
    outputs = [text for kind, text in blocks if kind == "output"]
    assert len(commands) >= 5
    assert len(outputs) == 3
    env = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "WORK": str(tmp_path),
    }
    done = subprocess.run(
        ["bash", "-c", "\n".join(["set -euo pipefail", *commands])],
        cwd=resources.data_root(), env=env, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    for text in outputs:
        assert text in done.stdout, f"the tutorial says\n{text}and this came\n{done.stdout[-4000:]}"
    assert (tmp_path / "first" / "index.html").exists()
    seen = (tmp_path / "second.txt").read_text(encoding="utf-8")
    for verdict in ("accepts-invalid", "error", "wrong-reason"):
        assert re.search(rf"^✗ log/frame/\S+  {verdict}$", seen, re.MULTILINE), verdict
    assert not re.search(r"^✗ log/frame/\S+  wrong-value$", seen, re.MULTILINE)
