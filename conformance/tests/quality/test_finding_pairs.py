# SPDX-License-Identifier: Apache-2.0
"""Each pair of rule and code that a check of tables can tell is expected of a small table."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

import chance
import chance_small
import chance_small_metadata

_CALLS = {"damage": 1, "violation": 1, "note": 1, "_found": 0}  # where the rule is, the code is behind it
_FOLDERS = ("audit/between", "audit/metadata/place.py")
# What no small table gives, each with the reason.
_ELSEWHERE = {
    ("history-version", "bad-state"): "a history of two manifests; seeded damage sets the version file back",
}


def _pairs() -> Iterator[tuple[str, str]]:
    """Pairs that stand as texts in the calls that make rows."""
    files = [path for name in _FOLDERS for path in sorted(chance.PACKAGE.glob(name))]
    for path in [one for file in files for one in (sorted(file.glob("*.py")) if file.is_dir() else [file])]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = dict(_constants(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                first = _CALLS.get(name)
                if first is not None and len(node.args) > first + 1:
                    for rule in _texts(node.args[first], named):
                        yield from ((rule, code) for code in _texts(node.args[first + 1], named))


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Texts that a module gives a name."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield from ((node.targets[0].id, text) for text in _texts(node.value, {}))


def _texts(node: ast.expr, named: Mapping[str, str]) -> list[str]:
    """Texts that an expression may be; none where it is a parameter."""
    if isinstance(node, ast.IfExp):
        return _texts(node.body, named) + _texts(node.orelse, named)
    if isinstance(node, ast.Name):
        return [named[node.id]] if node.id in named else []
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _expected() -> set[tuple[str, str]]:
    tables = [one for *_, found in chance_small._SUMMARY.values() for one in found]
    tables += [one for *_, found in chance_small_metadata._CASES.values() for one in found]
    return {(rule.removeprefix("table.check."), code) for _, rule, code, *_ in tables}


def test_every_pair_is_expected_by_a_question() -> None:
    missing = set(_pairs()) - _expected() - set(_ELSEWHERE)
    assert missing == set()


def test_what_is_left_out_is_a_pair_that_no_question_expects() -> None:
    pairs, expected = set(_pairs()), _expected()
    assert [pair for pair in _ELSEWHERE if pair in expected] == []
    assert [pair for pair in _ELSEWHERE if pair not in pairs] == []
