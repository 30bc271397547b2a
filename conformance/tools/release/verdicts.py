# SPDX-License-Identifier: Apache-2.0
"""From nothing to a first verdict: the program out of the wheel, an adapter project, its verdict."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from release.process import Place, empty_python

_VERDICT = re.compile(r"(\d+) of (\d+) judged answers right")
_FENCE = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
NEEDS = {
    "python": (),
    "javascript": ("node",),
    "go": ("go",),
    "rust": ("cargo",),
    "java": ("javac", "mvn"),
    "cpp": ("c++",),
}


@dataclass(frozen=True)
class Verdict:
    """Results of the commands in a project's README.

    Attributes:
        right: answers that were judged correct.
        judged: answers that were judged.
        lines: lines of the adapter's source, where the reader is called.
    """

    right: int
    judged: int
    lines: int


def install(place: Place, wheel: Path) -> Path:
    """Install the wheel into an empty environment; its folder of programs."""
    python = empty_python(place.folder / "venv")
    place.run(python, "-m", "pip", "install", "-q", wheel)
    return python.parent


def first_verdict(place: Place, programs: Path, language: str) -> Verdict:
    """Write a project and run the commands of its README; raises CommandError."""
    here = place.having({"PATH": f"{programs}:{place.environment['PATH']}"})
    here.run("hudi-conformance", "init", "--lang", language, "project")
    project = here.folder / "project"
    (block,) = _FENCE.findall((project / "README.md").read_text(encoding="utf-8"))
    said = ""
    for line in block.splitlines():
        said = here.run(*shlex.split(line), cwd=project)
    found = _VERDICT.search(" ".join(said.split()))
    if found is None:
        raise ValueError(f"no verdict in {said!r}")
    sources = [
        path for path in project.rglob("*") if path.suffix in {".py", ".js", ".go", ".rs", ".java", ".cpp"}
    ]
    own = [path for path in sources if "target" not in path.parts]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in own)
    return Verdict(int(found[1]), int(found[2]), lines)
