# SPDX-License-Identifier: Apache-2.0
"""Count or list phrases that the house style of English replaces.

    python -m instruments.english [PATH ...] [--list] [--phrase NAME] [--held]

PATH is a file or folder of this repository, by default all of it but cases, fixtures, results and tests.
Counts are by phrase and by folder; `--list` prints each occurrence with file and line. Exit code 1 if a file
that `held` names has a phrase.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from hudi_conformance import resources

from instruments.english.texts import names_of, texts_of

SUFFIXES = frozenset({".md", ".toml", ".py"})
LEFT_OUT = (
    "conformance/cases/*",
    "conformance/results/*",
    "conformance/tests/*",
    "fixtures/*",
    "generated/*",
    "changelog.d/*",
    "CHANGELOG.md",
    "*.lock.toml",
    "conformance/instruments/english/*",
)


@dataclass(frozen=True)
class Occurrence:
    """A phrase in a text: its name, the file from the root, the line, and the words around it."""

    phrase: str
    path: str
    line: int
    context: str


@cache
def style() -> dict[str, Any]:
    """`style.toml` of this folder."""
    return tomllib.loads((Path(__file__).parent / "style.toml").read_text(encoding="utf-8"))


def files_of(root: Path, paths: Sequence[str]) -> list[str]:
    """Files with text below these paths, as git lists them, from the root on."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *paths]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    return [
        name
        for name in listed
        if Path(name).suffix in SUFFIXES
        and not any(fnmatchcase(name, glob) for glob in LEFT_OUT)
        and (root / name).is_file()
    ]


def is_generated(source: str) -> bool:
    """Whether the first lines say that a program wrote the file."""
    return "enerated by" in source[:400] or "enerated from" in source[:400]


def occurrences(path: str, source: str) -> Iterator[Occurrence]:
    """Each phrase in the text of a file."""
    allowed = re.compile("|".join(style()["allowed"]), re.IGNORECASE)
    phrases = [(entry["name"], re.compile(entry["pattern"], re.IGNORECASE)) for entry in style()["phrase"]]
    for line, text in texts_of(Path(path).suffix, source):
        shortened = allowed.sub("…", text)
        for name, pattern in phrases:
            for match in pattern.finditer(shortened):
                context = shortened[max(0, match.start() - 50) : match.end() + 50]
                yield Occurrence(name, path, line, context)


def replaceable_names(path: str, source: str) -> Counter[str]:
    """How often a Python source binds each name that says too little."""
    bound, operands = names_of(source), style()["operands"]
    return +Counter(
        {
            name: bound[name] - (bound[operands[name]] if name in operands else 0)
            for name in style()["names"]
            if not any(fnmatchcase(path, glob) for glob in style()["terms"].get(name, ()))
        }
    )


def is_held(path: str) -> bool:
    """Whether no phrase may occur in this file."""
    return any(fnmatchcase(path, glob) for glob in style()["held"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 if a file that is held to the style has a phrase that it replaces."""
    parser = argparse.ArgumentParser(prog="python -m instruments.english", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH")
    parser.add_argument("--list", action="store_true", help="print each occurrence")
    parser.add_argument("--phrase", help="only this phrase")
    parser.add_argument("--held", action="store_true", help="only files that `held` names")
    options = parser.parse_args(arguments)
    root = resources.data_root()
    by_phrase: Counter[str] = Counter()
    by_folder: Counter[str] = Counter()
    by_name: Counter[str] = Counter()
    broken = False
    for path in files_of(root, options.paths):
        if options.held and not is_held(path):
            continue
        source = (root / path).read_text(encoding="utf-8")
        if is_generated(source):
            continue
        for occurrence in occurrences(path, source):
            if options.phrase not in {None, occurrence.phrase}:
                continue
            by_phrase[occurrence.phrase] += 1
            by_folder["/".join(path.split("/")[:3][: max(1, path.count("/"))])] += 1
            broken |= is_held(path)
            if options.list or is_held(path):
                print(f"{path}:{occurrence.line}: {occurrence.phrase}: …{occurrence.context}…")
        if path.endswith(".py"):
            by_name.update(replaceable_names(path, source))
    for title, counts in (("phrase", by_phrase), ("folder", by_folder), ("name", by_name)):
        print(
            f"\n{counts.total():,} by {title}: "
            + ", ".join(f"{key} {num:,}" for key, num in counts.most_common())
        )
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
