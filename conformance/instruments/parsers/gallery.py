# SPDX-License-Identifier: Apache-2.0
"""Lay out the grammars as the format gallery of Kaitai Struct requires, and check them by its rules.

    python -m instruments.parsers.gallery CHECKOUT
    python -m instruments.parsers.gallery CHECKOUT --check

writes the grammars into a checkout of https://github.com/kaitai-io/kaitai_struct_formats: folders, tags, and
the common types of the gallery in place of the same ones here, as defined in `gallery.toml`. Then it checks
and compiles them as the gallery's build does: all targets, and Java and Python with writing. `--check` writes
nothing, and also reports files that differ. Exit code 1 on a problem. For a checkout only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from hudi_conformance import resources
from hudi_conformance.toolchain.java import find_java
from hudi_conformance.toolchain.maven import fetch_jars

from instruments.parsers.ksc import GrammarError, compiler_lock, list_problems

META = (
    "id", "title", "application", "file-extension", "xref", "tags", "license", "ks-version", "imports",
    "encoding", "endian", "bit-endian",
)  # fmt: skip
"""Keys of `meta` in the order of the style guide."""
TOP = ("meta", "doc", "doc-ref", "params", "seq", "instances", "types", "enums")
LICENSES = frozenset({"CC0-1.0", "MIT", "Unlicense", "WTFPL"})
"""Grammars that the gallery's build accepts without a warning."""
_DATA = Path(__file__).with_name("gallery.toml")
_TIMEOUT_S = 300
# The build of the gallery: all targets, then those that write.
_INCOMPLETE = frozenset({"nim"})  # without checks of values in 0.11; the gallery then leaves the language out
_BUILDS = (("-t", "all"), ("-w", "-t", "java", "-t", "python"))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a grammar lies, and what its `meta` has in addition."""

    path: PurePosixPath
    tags: tuple[str, ...] = ()
    xref: Mapping[str, str] | None = None


def places(names: Iterable[str], data: Mapping[str, Any]) -> dict[str, Place]:
    """Place of each grammar, without those that the gallery has.

    Raises:
        GrammarError: no entry is about a grammar.
    """
    same = {entry["name"] for entry in data["same"]}
    result = {}
    for name in names:
        entry = next((entry for entry in data["folder"] if fnmatchcase(name, entry["names"])), None)
        if name in same:
            continue
        if entry is None:
            raise GrammarError(f"{name}: no folder of {_DATA.name} is about it")
        path = PurePosixPath(entry["path"]) / f"{name}.ksy"
        result[name] = Place(path, tuple(entry.get("tags", ())), entry.get("xref"))
    return result


def lay_out(ksy: Path) -> dict[str, str]:
    """Text of each file by its path in the gallery.

    Args:
        ksy: folder of the grammars.

    Raises:
        GrammarError: no entry is about a grammar, or a replacement changes nothing.
    """
    data = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(ksy.glob("*.ksy"))}
    where = places(texts, data)
    return {str(place.path): _text(name, texts[name], where, data) for name, place in where.items()}


def _text(name: str, text: str, where: Mapping[str, Place], data: Mapping[str, Any]) -> str:
    for entry in data["same"]:
        imported = rf"^    - {entry['name']}$"
        if re.search(imported, text, re.MULTILINE):
            text = re.sub(imported, f"    - /{entry['path']}/{entry['as']}", text, flags=re.MULTILINE)
            text = re.sub(rf"(type: ){entry['name']}$", rf"\1{entry['as']}", text, flags=re.MULTILINE)
        for change in entry.get("replace", ()):
            if change["grammar"] == name:
                text, count = re.subn(change["pattern"], change["text"], text)
                if not count:
                    raise GrammarError(f"{name}: nothing matches {change['pattern']}")
    place = where[name]
    for other, its in where.items():
        if its.path.parent != place.path.parent:
            text = re.sub(rf"^    - {other}$", f"    - /{its.path.with_suffix('')}", text, flags=re.MULTILINE)
    added = "".join(f"    {key}: {value}\n" for key, value in sorted((place.xref or {}).items()))
    added = f"  xref:\n{added}" if added else ""
    added += "".join(["  tags:\n", *(f"    - {tag}\n" for tag in place.tags)]) if place.tags else ""
    return text.replace("\n  license:", f"\n{added}  license:".replace("\n\n", "\n"), 1)


def problems(path: str, text: str) -> Iterator[str]:
    """Violations of the gallery's requirements, style guide and editor settings in a file."""
    meta = re.search(r"^meta:\n((?:  .*\n)*)", text, re.MULTILINE)
    if meta is None:
        yield "no meta"
        return
    keys = re.findall(r"^  ([a-z-]+):", meta[1], re.MULTILINE)
    values = dict(re.findall(r"^  ([a-z-]+): (.+)$", meta[1], re.MULTILINE))
    if keys != [key for key in META if key in keys]:
        yield f"keys of meta are {', '.join(keys)}; the order is {', '.join(META)}"
    top = re.findall(r"^([a-z-]+):", text, re.MULTILINE)
    if top != [key for key in TOP if key in top]:
        yield f"sections are {', '.join(top)}; the order is {', '.join(TOP)}"
    yield from (f"no {key}" for key in ("doc", "doc-ref") if key not in top)
    yield from (f"meta has no {key}" for key in ("title", "application") if key not in keys)
    if values.get("id") != PurePosixPath(path).stem:
        yield f"id {values.get('id')} is not the name of the file"
    if values.get("license") not in LICENSES:
        yield f"license {values.get('license')} is not one of {', '.join(sorted(LICENSES))}"
    if not text.endswith("\n") or "\r" in text or "\t" in text:
        yield "lines end with LF, the last one too, and are indented by blanks"
    for number, line in enumerate(text.split("\n"), 1):
        if line != line.rstrip():
            yield f"line {number} ends with a blank"


def compile_all(checkout: Path, files: Sequence[str], target: Path) -> list[str]:
    """Errors and warnings about these files, compiled as the gallery's build does.

    Args:
        checkout: folder of the gallery, with the types that the files import.
        files: paths in it.
        target: folder that gets the parsers, one folder per build and language.

    Raises:
        ToolMissing: no Java runtime, or the compiler is not available.
    """
    jars = os.pathsep.join(map(str, fetch_jars(compiler_lock())))
    java = [str(find_java().executable), "-Xmx768m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-cp", jars]
    found: list[str] = []
    for number, options in enumerate(_BUILDS):
        folder = str(target.resolve() / str(number))
        command = [
            "io.kaitai.struct.JavaMain",
            "-I",
            ".",
            *options,
            "--ksc-json-output",
            "-d",
            folder,
            *files,
        ]
        run = subprocess.run(
            [*java, *command], cwd=checkout, capture_output=True, timeout=_TIMEOUT_S, check=False
        )
        try:
            report = json.loads(run.stdout)
        except ValueError:
            found.append(run.stderr.decode("utf-8", "replace").strip() or f"exit code {run.returncode}")
            continue
        found += list_problems(report)
        found += [
            f"{name}: {language}: {entry['message']}"
            for name, outcome in report.items()
            for language, output in outcome.get("output", {}).items()
            for unit in output.values()
            for entry in unit.get("errors", ())
            if language not in _INCOMPLETE
        ]
    return sorted(set(found))


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="gallery")
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    files = lay_out(resources.ksy_dir())
    found = [f"{path}: {text}" for path in files for text in problems(path, files[path])]
    for name, text in files.items():
        file = options.checkout / name
        if options.check:
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                found.append(f"{name}: differs")
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="gallery-") as scratch:
        found += compile_all(options.checkout, list(files), Path(scratch))
    for line in found:
        print(line)
    print(f"{len(files)} grammars, {len(found)} problems")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
