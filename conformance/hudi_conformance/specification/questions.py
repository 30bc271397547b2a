# SPDX-License-Identifier: Apache-2.0
"""What a case asks, taken apart: its input, its arguments and its answer as comparable facets.

Cases are read as plain TOML. Two uses: counting the distinct questions of a suite, and finding cases that
differ in one place (`pairs`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

Table = Mapping[str, Any]  # a case as its manifest states it
Facets = dict[str, str]
"""Parts of an input by name; the value of each is text."""

MEMBER = "\0"
"""Stands between the path of a file and the members of its content in the names of facets."""
_INPUT = ("base", "tree", "hex", "files", "drop", "rename")
_ANSWER_FILES = ("value", "reads-back")


def question(table: Table) -> str:
    """Key of the question that a case asks.

    Cases ask the same question when command, arguments, principal rule and answer are equal, and the input is
    the same one changed in the same way: by edits of the same kinds, at whatever place and to whatever value.
    """
    kinds = [(edit["op"], edit.get("file")) for edit in table.get("edit", ())]
    source = {key: table[key] for key in _INPUT if key in table}
    return _text([table["cmd"], table["req"][0], table["expect"], table.get("args"), source, kinds])


def count_questions(tables: Iterable[Table]) -> int:
    """Number of distinct questions."""
    return len({question(table) for table in tables})


def answer(table: Table, fixtures: Path) -> str | None:
    """The expected answer as comparable text, files of values resolved; None where nothing is judged."""
    expect = dict(table["expect"])
    if "open" in expect or "robust" in expect:
        return None
    for key in _ANSWER_FILES:
        value = expect.get(key)
        if isinstance(value, str):
            is_json = value.lstrip().startswith(("{", "[", '"'))
            expect[key] = _parsed(value) if is_json else _file(fixtures, value) or value
    return _text(expect)


def facets(table: Table, fixtures: Path) -> Facets:
    """The input of a case: arguments leaf by leaf, files one by one, what was written by its description."""
    parts: Facets = {}
    for key in ("base", "tree", "hex"):
        if key in table:
            parts[key] = str(table[key])
    base = str(table.get("base", ""))
    description = _file(fixtures, base.rpartition(".")[0] + ".write.json") if base else None
    if description is not None:
        del parts["base"]
        parts |= _leaves("base", description)
    args = dict(table.get("args", {}))
    if isinstance(args.get("write"), str):
        args["write"] = _file(fixtures, args["write"])
    parts |= _leaves("args", args)
    for path, content in table.get("files", {}).items():
        name = f"files/{path}{MEMBER}"
        if "json" in content:
            parts |= _leaves(name, _parsed(content["json"]) if isinstance(content["json"], str) else content)
        elif "text" in content:
            parts |= _lines(name, content["text"])
        else:
            parts |= _leaves(name, content)
    for key in ("drop", "rename"):
        parts |= _leaves(key, table.get(key, []))
    return parts


def edits(table: Table) -> Sequence[str]:
    """Edits of a case, each as text."""
    return [_text(edit) for edit in table.get("edit", ())]


def _leaves(name: str, value: object) -> Facets:
    return dict(_walk(name, value))


def _walk(name: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            if key != "about":  # describes a fixture to readers
                yield from _walk(f"{name}.{key}", member)
    elif isinstance(value, list) and any(isinstance(element, Mapping | list) for element in value):
        for number, element in enumerate(value):
            yield from _walk(f"{name}[{number}]", element)
    else:
        yield name, value if isinstance(value, str) else _text(value)


def _lines(name: str, text: str) -> Facets:
    """Lines of a text by what stands before `=`; the checksum of properties follows from the others."""
    lines: Facets = {}
    for number, line in enumerate(text.splitlines()):
        key, separator, _ = line.partition("=")
        if key != "hoodie.table.checksum":
            lines[f"{name}:{key if separator else number}"] = line
    return lines


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=str, ensure_ascii=False)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


@lru_cache(maxsize=4096)
def _file(fixtures: Path, name: str) -> object:
    """Content of a fixture in JSON, None if there is none; of `FILE#KEY` that member."""
    path, _, key = name.partition("#")
    if not (fixtures / path).is_file():
        return None
    document = json.loads((fixtures / path).read_text(encoding="utf-8"))
    return document.get(key) if key else document
