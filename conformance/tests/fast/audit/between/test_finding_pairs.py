# SPDX-License-Identifier: Apache-2.0
"""Each pair of rule and code that a check of tables reports is expected of a small table.

Pairs that are reported are texts in the calls that make findings. Codes that an error brings along are none.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import hudi_conformance

AUDIT = Path(hudi_conformance.__file__).with_name("audit")
CHECKS = [*sorted((AUDIT / "between").glob("*.py")), AUDIT / "metadata" / "place.py"]
TABLES = sorted(Path(__file__).parent.glob("*.toml"))
METADATA = Path(__file__).parents[1] / "metadata_instants.toml"
WRITTEN = Path(__file__).parents[1] / "metadata" / "test_written_tables.py"
LINE = re.compile(r"table\.check\.([a-z-]+) ([a-z-]+) ")  # VERDICT SEVERITY RULE CODE PATH
# Rule, path, verdict and code of one finding.
# Functions that make findings: which argument is the rule, and which the code, or the code itself.
FUNCTIONS: dict[str, tuple[int, int | str]] = {
    "damage": (1, 2),
    "violation": (1, 2),
    "_found": (0, 1),
    "_check_referred": (2, "bad-reference"),
}
ELSEWHERE = {
    ("bucket-keys", "bad-value"): "tables of two releases: test_buckets.py",
    ("copied-columns", "bad-value"): "real tables: test_kept_rows.py",
    ("kept-rows", "bad-value"): "real tables: test_kept_rows.py",
    ("dropped-logs", "bad-value"): "real tables: test_kept_rows.py",
    ("key-forms", "duplicate"): "tables of two releases: test_buckets.py",
    ("metadata-properties", "bad-reference"): "parametrised in test_written_tables.py",
    ("metadata-properties", "bad-state"): "parametrised in test_written_tables.py",
    ("metadata-properties", "bad-value"): "parametrised in test_written_tables.py",
    ("metadata-pending", "bad-state"): "a compaction among commits: test_written_tables.py describes it",
}
Pair = tuple[str, str]


def texts(node: ast.expr, constants: dict[str, str]) -> list[str]:
    """Texts that an expression may be; none where it is a parameter."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return texts(body, constants) + texts(other, constants)
        case ast.Name(id=name) if name in constants:
            return [constants[name]]
    return []


def constants_of(module: ast.Module) -> Iterator[Pair]:
    """Names and values of the constants of a module that are texts."""
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                yield name, text


def pairs_in(source: str) -> Iterator[Pair]:
    """Pairs that a module reports."""
    module = ast.parse(source)
    constants = dict(constants_of(module))
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in FUNCTIONS:
                rule, code = FUNCTIONS[name]
                codes = [code] if isinstance(code, str) else texts(node.args[code], constants)
                yield from ((text, code) for text in texts(node.args[rule], constants) for code in codes)


def reported() -> set[Pair]:
    return {pair for path in CHECKS for pair in pairs_in(path.read_text("utf-8"))}


def expected() -> set[Pair]:
    entries = [entry for path in TABLES for entry in tomllib.loads(path.read_text("utf-8"))["damage"]]
    lines = "\n".join(line for entry in entries for line in [*entry["expect"], *entry.get("only_6", ())])
    pairs = LINE.findall(lines) + LINE.findall(METADATA.read_text("utf-8"))
    written = tomllib.loads(WRITTEN.with_suffix(".toml").read_text("utf-8"))
    return {*pairs, *((each["finding"][0], each["finding"][3]) for each in written.values())}


def test_pairs_of_a_module() -> None:
    source = """
RULE = "sizes"

def check(rule, error):
    yield damage("path", "names", "duplicate" if rule else "bad-value", "message")
    yield self._found(RULE, "bad-state", "message")
    yield violation("path", rule, "bad-type", "message")
    yield damage("path", "archive", error.code, "message")
    yield from _check_referred(subject, files, "plans", text)
"""
    assert list(pairs_in(source)) == [
        ("names", "duplicate"),
        ("names", "bad-value"),
        ("sizes", "bad-state"),
        ("plans", "bad-reference"),
    ]


def test_each_pair_is_expected_of_a_small_table() -> None:
    assert reported() - expected() - set(ELSEWHERE) == set()


def test_pairs_that_are_expected_elsewhere_are_reported_and_in_no_table() -> None:
    assert set(ELSEWHERE) <= reported() - expected()
