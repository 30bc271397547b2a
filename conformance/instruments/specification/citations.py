# SPDX-License-Identifier: Apache-2.0
"""Ids of requirements in the sources of the package and of the adapters: each one must exist.

Sources name a requirement in three ways: as a separate text (`"log.block.size"`, in rejections and findings),
in brackets in a docstring or comment (`[log.block.size]`), and as a family there (`[log.block.*]`). In other
languages than Python, quoted texts and brackets are read line by line, at any position.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.specification.requirements import Problem, SpecIndex

# Texts of the form of an id that name something else.
_COMMANDS = frozenset(
    f"{surface}.{verb}"
    for surface, verbs in {
        "name": "parse order",
        "log": "scan records reverse positions salvage check write append merged",
        "hfile": "trailer blocks info index cells get prefix before meta bloom records check write",
        "merge": "reduce",
        "base": "rows variant",
        "table": "slices read rows write content",
        "timeline": "list properties decode history check write",
        "archive": "entries list plan recover crash check write",
        "bucket": "key ring count holding check",
        "metadata": "files stats locate bloom key write bloom.check bloom.write possible"
        # between the adapter of hudi-rs 0.6 and its program
        " rows locations ranges",
    }.items()
    for verb in verbs.split()
)
_FEATURES = re.compile(
    r"archive\.line\.[0-9.]+|table\.columns-by-id|hfile\.(version\.[0-9.]+|codec\.[a-z0-9-]+|encoding\.[a-z0-9-]+|comparator\.any"
    r"|tags|tag-dictionary|mvcc|no-mvcc|checksums)"
)
_FIELD_METADATA = frozenset({"hudi.avro.schema", "hudi.conformance", "hudi.encoding"})
_FILES = re.compile(r".*\.(json|toml|py|md|html)")
_HBASE_OPTIONS = frozenset(
    {"hfile.block.cache.size", "hfile.index.block.max.size", "hfile.index.block.min.entries"}
)
_LANGUAGES = frozenset({".java", ".js", ".go", ".rs", ".cpp", ".h", ".kt"})
"""Suffixes of sources that are read line by line."""
_PAGE_SCRIPT = "script.js"
"""Of the report's pages: its selectors (`table.sortable`) look like ids."""


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """An id in a source file; `is_family` for one that ends in `.*`, which is left out of `id`."""

    line: int
    id: str
    is_family: bool = False


def check(folder: Path, index: SpecIndex) -> list[Problem]:
    """Requirements that the sources below a folder of `conformance` name and that do not exist."""
    known = frozenset(index.requirements)
    families = frozenset(
        ident.rsplit(".", num_parts)[0] for ident in known for num_parts in range(1, ident.count(".") + 1)
    )
    problems = []
    for path in sorted(folder.rglob("*")):
        read = citations if path.suffix == ".py" else citations_by_line
        if path.suffix not in {".py", *_LANGUAGES} or path.name == _PAGE_SCRIPT:
            continue
        name = f"conformance/{path.relative_to(folder.parent).as_posix()}"
        for citation in sorted(set(read(path.read_text(encoding="utf-8"), known))):
            if citation.id in (families if citation.is_family else known):
                continue
            citation_text = citation.id + (".*" if citation.is_family else "")
            problems.append(Problem(name, citation.line, f"{citation_text} is not a requirement"))
    return problems


def citations(source: str, known: frozenset[str]) -> Iterator[Citation]:
    """Ids in a Python source: texts of the form of an id that begin as one of `known` does."""
    form = _form(known)
    whole = re.compile(form)
    bracketed = re.compile(rf"\[({form})(\.\*)?\]")
    nodes = list(ast.walk(ast.parse(source)))
    statements = (node for node in nodes if isinstance(node, ast.Expr))
    docstrings = {node.value for node in statements if isinstance(node.value, ast.Constant)}
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if node in docstrings:
            for match in bracketed.finditer(node.value):
                line = node.lineno + node.value.count("\n", 0, match.start())
                yield Citation(line, match[1], match[2] is not None)
        elif whole.fullmatch(node.value) and not _names_something_else(node.value):
            yield Citation(node.lineno, node.value)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            for match in bracketed.finditer(token.string):
                yield Citation(token.start[0], match[1], match[2] is not None)


def citations_by_line(source: str, known: frozenset[str]) -> Iterator[Citation]:
    """Ids in a source of another language: quoted texts of the form of an id, and ids in brackets."""
    form = _form(known)
    mark = re.compile(rf"""(?P<quote>["'`])(?P<text>{form})(?P=quote)|\[(?P<id>{form})(?P<family>\.\*)?\]""")
    for line, text in enumerate(source.splitlines(), 1):
        for match in mark.finditer(text):
            if match["id"] is not None:
                yield Citation(line, match["id"], match["family"] is not None)
            elif not _names_something_else(match["text"]):
                yield Citation(line, match["text"])


def _form(known: frozenset[str]) -> str:
    roots = "|".join(sorted({ident.partition(".")[0] for ident in known}))
    return rf"(?:{roots})(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+"


def _names_something_else(text: str) -> bool:
    return (
        text in _COMMANDS
        or text in _FIELD_METADATA
        or text in _HBASE_OPTIONS
        or _FEATURES.fullmatch(text) is not None
        or _FILES.fullmatch(text) is not None
    )
