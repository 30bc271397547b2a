# SPDX-License-Identifier: Apache-2.0
"""Compile the grammars of `ksy/` into `generated/`, and check whether the files there are up to date.

`generated/` holds one folder per language with parsers and the meaning of their failed checks (see
`check_table`), a table of fields (see `field_table`), and `LOCK.json`: version and jars of the compiler,
digests of the grammars it read and of every file it wrote. The compiler is the JVM build of
kaitai-struct-compiler, pinned by digest in `generated/compiler.lock.toml`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.java import find_java
from hudi_conformance.toolchain.maven import fetch_jars, read_lock

from instruments.parsers.check_table import check_table
from instruments.parsers.cpp_fields import cpp_files
from instruments.parsers.field_table import TABLE_NAME, list_types, table_text
from instruments.parsers.rust_fields import rust_fields
from instruments.specification.grammar_fields import load_checks

PACKAGE = "hudi_parsers"
LOCK_NAME = "LOCK.json"
LANGUAGES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "python": ("python", (".py",)),
    "java": (f"java/src/{PACKAGE}", (".java",)),
    "javascript": ("javascript", (".js",)),
    "go": (f"go/src/{PACKAGE}", (".go",)),
    "cpp_stl": ("cpp_stl", (".h", ".cpp")),
    "rust": ("rust", (".rs",)),
}
"""Generated languages: the compiler's folder, and the suffixes of the files that are kept."""
_OPTIONS = (
    "--python-package", ".", "--java-package", PACKAGE, "--go-package", PACKAGE,
    "--cpp-namespace", PACKAGE, "--cpp-standard", "11",
)  # fmt: skip
_TIMEOUT_S = 300
_PACKAGE_OPENING = (
    "# This is a generated file! It opens the package of the parsers generated from ksy/*.ksy.\n"
    '"""Parsers of Apache Hudi\'s binary formats, generated from the grammars in ksy/."""\n'
)

Tree = dict[str, bytes]  # path below generated/, forward slashes -> content


class GrammarError(Exception):
    """The compiler rejects a grammar, or warns about its style: both count."""


def generated_dir() -> Path:
    """Folder of everything that the compiler writes."""
    return resources.data_root() / "generated"


def compiler_lock() -> Path:
    """Lock of the compiler's jars."""
    return generated_dir() / "compiler.lock.toml"


def compile_grammars(grammars: Sequence[Path], target: Path, languages: Sequence[str]) -> None:
    """Compile grammars for some of `LANGUAGES`, into one folder per language below `target`.

    Raises:
        GrammarError: an error or a warning of the compiler; the message has one line for each.
        ToolMissing: no Java runtime, or the compiler is not available.
    """
    java = find_java()
    jars = fetch_jars(compiler_lock())
    # for a single language the compiler creates no folder
    targets = languages if len(languages) > 1 else sorted({*languages, "java", "python"})
    command = [
        str(java.executable), "-Xmx512m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8",
        "-cp", os.pathsep.join(str(jar) for jar in jars), "io.kaitai.struct.JavaMain",
        "--ksc-json-output", *(argument for language in targets for argument in ("-t", language)),
        *_OPTIONS, "-d", str(target),
        *(grammar.name for grammar in grammars),
    ]  # fmt: skip
    folders = {grammar.parent for grammar in grammars}
    if len(folders) != 1:
        raise ValueError("grammars of one folder are compiled at a time, since imports are relative")
    try:
        process = subprocess.run(
            command, capture_output=True, timeout=_TIMEOUT_S, check=False, cwd=folders.pop()
        )
    except (OSError, subprocess.SubprocessError) as failure:
        raise ToolMissing(f"the grammar compiler did not run: {failure}") from failure
    try:
        report = json.loads(process.stdout)
    except ValueError as garbled:
        output = (process.stdout + process.stderr).decode("utf-8", "replace").strip()
        raise ToolMissing(
            f"the grammar compiler failed (exit code {process.returncode}): {output}"
        ) from garbled
    problems = list_problems(report)
    if problems or process.returncode != 0:
        raise GrammarError("\n".join(problems) or f"the compiler failed with exit code {process.returncode}")


def list_problems(report: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Errors and warnings of the compiler's JSON report, each once, as "file: path: message"."""
    problems = {
        f"{Path(entry.get('file') or name).name}: /{'/'.join(entry.get('path') or ())}: {entry['message']}"
        for name, outcome in report.items()
        for kind in ("errors", "warnings")
        for entry in outcome.get(kind, ())
    }
    return sorted(problems)


def build_tree(ksy: Path | None = None, languages: Sequence[str] = tuple(LANGUAGES)) -> Tree:
    """Return all contents of `generated/` except the compiler's lock.

    Args:
        ksy: folder of the grammars; None = those of the project.
        languages: some of `LANGUAGES`; `generated/` holds all of them.

    Raises:
        GrammarError, ToolMissing: as `compile_grammars`.
    """
    grammars = sorted((ksy or resources.ksy_dir()).glob("*.ksy"))
    if not grammars:
        raise GrammarError("there is no grammar to compile")
    tree: Tree = {f"python/{PACKAGE}/__init__.py": _PACKAGE_OPENING.encode()}
    with tempfile.TemporaryDirectory(prefix="ksc-") as scratch_name:
        compile_grammars(grammars, Path(scratch_name), languages)
        for language in languages:
            folder, suffixes = LANGUAGES[language]
            for path in sorted((Path(scratch_name) / folder).iterdir()):
                if path.suffix in suffixes:
                    tree[f"{language}/{PACKAGE}/{path.name}"] = path.read_bytes()
    tree |= _walks(tree, grammars) | check_tables(grammars[0].parent, languages)
    tree[LOCK_NAME] = _lock_text(grammars, tree).encode()
    return tree


def _walks(tree: Tree, grammars: Sequence[Path]) -> Tree:
    """The table of fields, and visitors of fields for the languages without reflection."""
    parsers = {
        language: {
            Path(name).stem: text.decode()
            for name, text in sorted(tree.items())
            if name.startswith(f"{language}/") and name.endswith(suffix)
        }
        for language, suffix in (("cpp_stl", ".h"), ("rust", ".rs"))
    }
    types = list_types(grammars)
    walks = {TABLE_NAME: table_text(types)}
    if parsers["cpp_stl"]:
        files = cpp_files(parsers["cpp_stl"], types)
        walks |= {f"cpp_stl/{PACKAGE}/{name}": text for name, text in files.items()}
    if parsers["rust"]:
        walks[f"rust/{PACKAGE}/fields.rs"] = rust_fields(parsers["rust"], types)
    return {name: text.encode() for name, text in walks.items()}


def check_tables(ksy: Path, languages: Sequence[str]) -> Tree:
    """Tables of the meaning of failed checks, by file; raises GrammarError on a field that is not there."""
    try:
        tables = load_checks(ksy)
    except ValueError as error:
        raise GrammarError(str(error)) from error
    files = {language: check_table(tables, language) for language in languages}
    return {f"{language}/{PACKAGE}/{name}": text.encode() for language, (name, text) in files.items()}


def _lock_text(grammars: Sequence[Path], tree: Tree) -> str:
    jars = read_lock(compiler_lock())
    lock = {
        "compiler": {"artifact": jars[0].artifact, "version": jars[0].version},
        "jars": {jar.filename: jar.sha256 for jar in jars},
        "ksy": {path.name: digest(path.read_bytes()) for path in grammars},
        "outputs": {name: digest(content) for name, content in sorted(tree.items())},
    }
    return json.dumps(lock, indent=1, sort_keys=True) + "\n"


def digest(content: bytes) -> str:
    """SHA-256 as lower-case hex."""
    return hashlib.sha256(content).hexdigest()


def read_tree(folder: Path | None = None) -> Tree:
    """Return the current contents of `generated/`, without the compiler's lock and without caches."""
    folder = folder or generated_dir()
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.name != compiler_lock().name
    }


def differences(expected: Tree, present: Tree) -> list[str]:
    """Files that are missing, stale or unknown, as "KIND NAME", sorted by name."""
    return [
        f"{'missing' if name not in present else 'differs' if name in expected else 'unknown'} {name}"
        for name in sorted(expected.keys() | present.keys())
        if expected.get(name) != present.get(name)
    ]


def write_tree(tree: Tree, folder: Path | None = None) -> list[str]:
    """Make `generated/` hold exactly `tree` and return the changes, as `differences` names them."""
    folder = folder or generated_dir()
    changes = differences(tree, read_tree(folder))
    for change in changes:
        kind, name = change.split(" ", 1)
        path = folder / name
        if kind == "unknown":
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f".{path.name}.new")
        scratch.write_bytes(tree[name])
        scratch.replace(path)
    for cache in folder.rglob("__pycache__"):
        shutil.rmtree(cache, ignore_errors=True)
    return changes
