# SPDX-License-Identifier: Apache-2.0
"""Whatever silences a check says why: on its line or the line above.

A silence is a `noqa`, a `type: ignore`, a skip of a test; the reason of a skip is its text.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest
from hudi_conformance import resources

FOLDERS = ("conformance",)
_SILENCE = re.compile(
    r"#\s*(?:ruff:\s*)?(?:noqa|type:\s*ignore)(?::\s*[A-Z]+[0-9]+(?:,\s*[A-Z]+[0-9]+)*|\[[a-z, -]+\])?"
)
_SKIPS = frozenset({"skip", "skipif", "importorskip", "xfail"})
_SKIP = re.compile(rf"\b({'|'.join(sorted(_SKIPS))})\b")
MIN_LEN_REASON = 4
MIN_SILENCES = 100
"""Fewer mean that this test no longer sees them."""


def silences(source: str) -> Iterator[tuple[int, bool]]:
    """Line of each silence in a Python source, and whether it has a reason."""
    lines = source.splitlines()
    # Most sources have neither, and are not parsed.
    tokens = tokenize.generate_tokens(io.StringIO(source).readline) if _SILENCE.search(source) else ()
    for token in tokens:
        if token.type == tokenize.COMMENT and (match := _SILENCE.search(token.string)):
            before = token.string[: match.start()].strip("# -")
            after = token.string[match.end() :].strip("# -")
            yield token.start[0], is_reason(before) or is_reason(after) or is_above(lines, token.start[0])
    for node in ast.walk(ast.parse(source)) if "pytest." in source and _SKIP.search(source) else ():
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in _SKIPS and ast.unparse(node.func).startswith("pytest."):
            said = {keyword.arg for keyword in node.keywords}
            is_said = "reason" in said or (node.func.attr in {"skip", "xfail"} and bool(node.args))
            line = lines[node.lineno - 1]
            comment = line.partition("#")[2]
            yield node.lineno, is_said or is_reason(comment.strip()) or is_above(lines, node.lineno)


def is_reason(text: str) -> bool:
    return len(text) >= MIN_LEN_REASON


def is_above(lines: list[str], line: int) -> bool:
    """Whether the line above is a comment that is no silence itself."""
    above = lines[line - 2].strip() if line > 1 else ""
    return above.startswith("#") and not _SILENCE.search(above) and is_reason(above.strip("# "))


def test_every_silence_has_its_reason() -> None:
    root = resources.data_root()
    bare, count = [], 0
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            for line, has_reason in silences(path.read_text(encoding="utf-8")):
                count += 1
                if not has_reason:
                    bare.append(f"{path.relative_to(root).as_posix()}:{line}")
    assert bare == []
    assert count >= MIN_SILENCES


@pytest.mark.parametrize(
    ("source", "has_reason"),
    [
        ("import os  # noqa: F401\n", False),
        ("import os  # noqa: F401 - as it registers itself\n", True),
        ("import os  # noqa\n", False),
        ("x = f()  # type: ignore[arg-type, misc]\n", False),
        ("x = f()  # type: ignore[arg-type]  # checked above\n", True),
        ("# the library has no types\nx = f()  # type: ignore\n", True),
        ("# ruff: noqa: PLR0917, S101\n", False),
        ("# ruff: noqa: PLR0917 - kernels take what they need\n", True),
        ("pytest.importorskip('numba')\n", False),
        ("pytest.importorskip('numba', reason='needs the extra `fast`')\n", True),
        ("pytest.skip()\n", False),
        ("pytest.skip(str(error))\n", True),
        ("@pytest.mark.skipif(True)\ndef f(): ...\n", False),
        ("@pytest.mark.skipif(True, reason='Linux only')\ndef f(): ...\n", True),
    ],
)
def test_a_planted_silence(source: str, has_reason: bool) -> None:
    assert [item for _, item in silences(source)] == [has_reason]
