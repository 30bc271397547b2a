# SPDX-License-Identifier: Apache-2.0
"""Index of fixtures: size and digest of each file, and its source in `PROVENANCE.toml`.

    python -m instruments.fixtures_index            write fixtures/INDEX.json
    python -m instruments.fixtures_index --check    change nothing, fail if it is not up to date

Every file below `fixtures/` must belong to exactly one source; only documents and the index are exempt.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources

INDEX, PROVENANCE = "INDEX.json", "PROVENANCE.toml"
MAX_BYTES = 128 * 1024
MAX_TOTAL_BYTES = 26 * 1024 * 1024


class FixtureError(ValueError):
    """A fixture that no source claims, that several claim, or that is too large."""


def sources(folder: Path) -> dict[str, list[str]]:
    """Source name to the patterns of its files.

    Patterns are paths below `folder`; `*` stays within one folder, a final `/**` means all below. A
    source with `recipes` (a pattern too) owns every file that shares a recipe's name up to the first dot.
    """
    document = tomllib.loads((folder / PROVENANCE).read_text(encoding="utf-8"))
    patterns: dict[str, list[str]] = {}
    for source in document["source"]:
        if source["name"] in patterns:
            raise FixtureError(f"{PROVENANCE}: source {source['name']!r} occurs twice")
        recipes = folder.glob(source["recipes"]) if "recipes" in source else ()
        stems = [(path.parent.relative_to(folder) / path.name.split(".")[0]).as_posix() for path in recipes]
        patterns[source["name"]] = [*source.get("files", []), *(f"{stem}.*" for stem in stems)]
    return patterns


def claims_of(patterns: Mapping[str, Sequence[str]]) -> Callable[[str], list[str]]:
    """The sources that claim a path. The thousands of patterns of recipes are looked up."""
    stems: dict[str, set[str]] = defaultdict(set)
    globs: list[tuple[str, str]] = []
    for source, of_source in patterns.items():
        for glob in of_source:
            if glob.endswith(".*") and not re.search(r"[.*?[]", glob.removesuffix(".*")):
                stems[glob.removesuffix("*")].add(source)
            else:
                globs.append((glob, source))

    def claims(name: str) -> list[str]:
        folder, slash, file = name.rpartition("/")
        dots = [n for n, character in enumerate(file) if character == "."]
        by_stem = {source for n in dots for source in stems.get(folder + slash + file[: n + 1], ())}
        return sorted(by_stem | {source for glob, source in globs if fits(name, glob)})

    return claims


def fits(name: str, pattern: str) -> bool:
    """Whether a path matches a pattern.

    >>> fits("log/a.log", "log/*"), fits("log/x/a.log", "log/*"), fits("log/x/a.log", "log/**")
    (True, False, True)
    """
    if pattern.endswith("/**"):
        return name.startswith(pattern.removesuffix("**"))
    parts, globs = name.split("/"), pattern.split("/")
    return len(parts) == len(globs) and all(map(fnmatch.fnmatchcase, parts, globs))


def files(folder: Path) -> Iterator[Path]:
    """All fixture files, sorted by path."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".md" and path.name not in {INDEX, PROVENANCE}:
            yield path


def build_index(folder: Path) -> dict[str, Any]:
    """Content of `INDEX.json`: path to `{"len", "sha256", "source"}`.

    Raises:
        FixtureError: see the class.
    """
    claims_by_name = claims_of(sources(folder))
    entries: dict[str, Any] = {}
    for path in files(folder):
        name = path.relative_to(folder).as_posix()
        data = path.read_bytes()
        if len(data) > MAX_BYTES and path.suffix in {".log", ".hfile"}:
            raise FixtureError(f"{name}: expected at most {MAX_BYTES} bytes, got {len(data)}")
        claims = claims_by_name(name)
        if len(claims) != 1:
            raise FixtureError(f"{name}: expected one source in {PROVENANCE}, got {claims}")
        digest = hashlib.sha256(data).hexdigest()
        entries[name] = {"len": len(data), "sha256": digest, "source": claims[0]}
    total = sum(entry["len"] for entry in entries.values())
    if total > MAX_TOTAL_BYTES:
        raise FixtureError(f"fixtures: expected at most {MAX_TOTAL_BYTES} bytes, got {total}")
    return {"files": entries}


def render(index: dict[str, Any]) -> str:
    """Text of `INDEX.json`: one line per file, so that changes are easy to review."""
    lines = [f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(index["files"].items())]
    return '{"files": {\n' + ",\n".join(lines) + "\n}}\n"


def differences(folder: Path) -> list[str]:
    """Sentences about differences from the stored index."""
    path = folder / INDEX
    before = json.loads(path.read_text(encoding="utf-8"))["files"] if path.is_file() else {}
    now = build_index(folder)["files"]
    return [
        f"{name}: {'not in the index' if name not in before else 'gone' if name not in now else 'changed'}"
        for name in sorted(before.keys() | now.keys())
        if before.get(name) != now.get(name)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; 1 if `--check` finds a difference or a rule is broken, else 0."""
    parser = argparse.ArgumentParser(description="Write or check the index of fixtures.")
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    options = parser.parse_args(arguments)
    folder = resources.fixtures_dir()
    try:
        sentences = differences(folder)
        index = build_index(folder)
    except FixtureError as error:
        print(error)
        return 1
    for sentence in sentences:
        print(sentence)
    if not options.check:
        (folder / INDEX).write_text(render(index), encoding="utf-8")
    print(f"{len(index['files'])} files, {len(sentences)} {'differ' if options.check else 'entries changed'}")
    return 1 if sentences and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
