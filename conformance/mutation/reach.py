# SPDX-License-Identifier: Apache-2.0
"""Which lines of the decoders does no case execute?

    python conformance/mutation/reach.py [--store]

Runs all cases in this process and prints the lines of `decode/` that none of them executes. `unexecuted.toml`
lists files and functions that no command reaches, with the reason. `--store` writes `results/reach.json` for
`python -m instruments.specification coverage`.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests" / "support")]

from mutation.campaign import CACHE, FOLDER  # noqa: E402 - its folder is on the path now
from mutation.patching import import_all, index_functions  # noqa: E402 - its folder is on the path now
from mutation.probes import PACKAGE, CaseProbes, digest_of  # noqa: E402 - its folder is on the path now
from mutation.traces import Traces  # noqa: E402 - its folder is on the path now

AREA = "decode"
RESULT = HERE.parent / "results" / "reach.json"
_SKIPPED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def statements(source: bytes) -> Iterator[tuple[str, int]]:
    """Function and line of each statement that runs when a function is called."""

    def walk(node: ast.AST, function: str, *, is_inside: bool) -> Iterator[tuple[str, int]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{function}.{child.name}".lstrip(".")
                is_function = not isinstance(child, ast.ClassDef)
                yield from walk(child, name, is_inside=is_inside or is_function)
                continue
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if is_inside and isinstance(child, ast.stmt) and not is_text and not isinstance(child, _SKIPPED):
                yield function, child.lineno
            yield from walk(child, function, is_inside=is_inside)

    yield from walk(ast.parse(source), "", is_inside=False)


def executed_lines(sources: Mapping[str, bytes]) -> dict[str, int]:
    """Bits of the lines that cases execute, by file."""
    probes = CaseProbes()
    import_all(PACKAGE, FOLDER, [AREA])
    digests = {file: digest_of(source) for file, source in sources.items()}
    traces = Traces(CACHE / "reach.pickle", FOLDER, digests)
    traces.load(probes.digests())
    traces.complete(probes, 2, index_functions(PACKAGE).clear, lambda text: print(text, file=sys.stderr))
    lines: dict[str, int] = {}
    for trace in traces.by_name.values():
        for file, bits in trace.lines.items():
            lines[file] = lines.get(file, 0) | bits
    return lines


def is_excused(excuses: Mapping[str, Any], file: str, function: str) -> bool:
    """Whether `unexecuted.toml` states why no case reaches a function."""
    return any(
        (file == path or file.startswith(f"{path}/"))
        and ("functions" not in group or function in group["functions"])
        for group in excuses["unexecuted"]
        for path in group["files"]
    )


def main() -> int:
    """Print what no case executes; exit code 1 if there is anything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", action="store_true", help="write results/reach.json")
    options = parser.parse_args()
    sources = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted((FOLDER / AREA).rglob("*.py"))
    }
    excuses = tomllib.loads((HERE / "unexecuted.toml").read_text(encoding="utf-8"))
    executed = executed_lines(sources)
    files: dict[str, Any] = {}
    for file, source in sources.items():
        texts = source.decode().splitlines()
        lines = [
            (function, line)
            for function, line in statements(source)
            if not is_excused(excuses, file, function)
        ]
        missing = [(function, line) for function, line in lines if not executed.get(file, 0) >> line & 1]
        if lines:
            files[file] = {
                "digest": digest_of(source),
                "statements": len(lines),
                "unexecuted": [[line, texts[line - 1].strip()] for _, line in missing],
            }
        for function, line in missing:
            print(f"{file}:{line} {function}: {texts[line - 1].strip()}")
    num = sum(len(entry["unexecuted"]) for entry in files.values())
    print(f"{num} of {sum(entry['statements'] for entry in files.values())} statements")
    if options.store:
        entries = ",\n".join(f"  {json.dumps(file)}: {json.dumps(entry)}" for file, entry in files.items())
        about = "Written by mutation/reach.py: statements of the decoders that no case executes."
        RESULT.write_text(f'{{\n "about": "{about}",\n "files": {{\n{entries}\n }}\n}}\n', encoding="utf-8")
    return 1 if num else 0


if __name__ == "__main__":
    sys.exit(main())
