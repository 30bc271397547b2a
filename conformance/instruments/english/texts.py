# SPDX-License-Identifier: Apache-2.0
"""English text of a file: inline Markdown, strings of TOML; docstrings, comments and messages of Python."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

from markdown_it import MarkdownIt

MIN_WORDS = 3
"""A string with fewer words is a name, not text."""
_GENERATED = re.compile(r"<!-- begin \S+ -->.*?<!-- end \S+ -->", re.DOTALL)
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_CODE = re.compile(r"`[^`]*`")
_TOML_STRING = re.compile(r'"""(?P<long>.*?)"""|"(?P<short>(?:[^"\\\n]|\\.)*)"', re.DOTALL)
Text = tuple[int, str]
"""Number of the first line, and the text without its code."""


def texts_of(suffix: str, source: str) -> Iterator[Text]:
    """Texts of a source by the suffix of its file."""
    reader = {".md": _markdown, ".toml": _toml, ".py": _python}[suffix]
    for line, text in reader(source):
        plain = _CODE.sub("`…`", text)
        if len(plain.split()) >= MIN_WORDS:
            yield line, " ".join(plain.split())


def names_of(source: str) -> Counter[str]:
    """How often each name is bound in a Python source: assigned, or a parameter."""
    bound: Counter[str] = Counter()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] += 1
        elif isinstance(node, ast.arg):
            bound[node.arg] += 1
    return bound


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _markdown(source: str) -> Iterator[Text]:
    """Inline text of Markdown, without code, generated blocks and link targets."""
    source = _GENERATED.sub(_blank, _FRONT.sub(_blank, source))
    for token in MarkdownIt("commonmark").enable("table").parse(source):
        if token.type == "inline" and token.map:
            parts = (_inline(child.type, child.content) for child in token.children or ())
            yield token.map[0] + 1, "".join(parts)


def _inline(kind: str, content: str) -> str:
    if kind == "code_inline":
        return "`…`"
    return " " if kind.endswith("break") else content


def _toml(source: str) -> Iterator[Text]:
    """Strings of TOML that are text; lines of comments count, too."""
    for match in _TOML_STRING.finditer(source):
        yield source.count("\n", 0, match.start()) + 1, match["long"] or match["short"] or ""


def _python(source: str) -> Iterator[Text]:
    """Docstrings, other strings (a name in an f-string is `…`) and comments."""
    nodes = list(ast.walk(ast.parse(source)))
    parts = {id(value) for node in nodes if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            values = (value.value if isinstance(value, ast.Constant) else "`…`" for value in node.values)
            yield node.lineno, "".join(map(str, values))
    lines: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if lines and token.start[0] != first + len(lines):
                yield first, " ".join(lines)
                lines = []
            first = first if lines else token.start[0]
            lines.append(token.string.lstrip("#: "))
    if lines:
        yield first, " ".join(lines)
