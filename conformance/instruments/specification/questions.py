# SPDX-License-Identifier: Apache-2.0
"""The request of a case as comparable facets: its input, its arguments and its answer.

Cases are read as plain TOML. This serves two uses: counting the distinct requests of a suite, and finding
cases with a single difference (`pairs`).
"""

from __future__ import annotations

import json
import re
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
_VIEWS = {"log.scan": ".scan.json", "log.records": ".records.json"}
_TOKEN = re.compile(r"(=(?P<number>\d+))?(?P<changes>\s*\{.*\})?", re.DOTALL)
"""Block of the base, changes in it, or a complete block; `suite.expectation` describes all forms."""
_MANIFEST_ENTRY = re.compile(r'"fileName": "(?P<name>[^"]+)", "fileLen": (?P<len>\d+)')


def question(table: Table) -> str:
    """Key of the request of a case.

    Cases have the same key if command, arguments, principal rule and answer are equal, and the input is
    changed in the same way: by edits of the same kinds, at any position and to any value.
    """
    kinds = [(edit["op"], edit.get("file")) for edit in table.get("edit", ())]
    source = {key: table[key] for key in _INPUT if key in table}
    return _text([table["cmd"], table["req"][0], table["expect"], table.get("args"), source, kinds])


def count_questions(tables: Iterable[Table]) -> int:
    """Number of distinct questions."""
    return len({question(table) for table in tables})


def answer(table: Table, fixtures: Path) -> str | None:
    """The expected answer as comparable text, files of values resolved; None if nothing is judged."""
    expect = dict(table["expect"])
    if "open" in expect or "robust" in expect:
        return None
    for key in _ANSWER_FILES:
        value = expect.get(key)
        if isinstance(value, str):
            is_json = value.lstrip().startswith(("{", "[", '"'))
            expect[key] = _parsed(value) if is_json else _file(fixtures, value) or value
    blocks = _expanded(expect.get("blocks", ()), table, fixtures)
    if blocks:
        del expect["blocks"]
        expect["value"] = {"blocks": blocks}
    return _text(expect)


def _expanded(tokens: Sequence[str], table: Table, fixtures: Path) -> list[object]:
    """Blocks that tokens denote, if all are stated or are those of the base; otherwise none."""
    view = _file(fixtures, f"{str(table.get('base', '')).rpartition('.')[0]}{_VIEWS.get(table['cmd'], '')}")
    known = view.get("blocks", []) if isinstance(view, Mapping) else []
    blocks: list[object] = []
    for token in tokens:
        match = _TOKEN.fullmatch(token.strip())
        number = int(match["number"] or -1) if match else len(known)
        if match is None or number >= len(known):
            return []
        block = known[number] if number >= 0 else {}
        changes = _parsed(match["changes"] or "{}")
        blocks.append({**block, **(changes if isinstance(changes, Mapping) else {})})
    return blocks


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
        source = content.get("from", "")
        if source.startswith("history/"):
            parts |= {f"{name}.{column}": cells for column, cells in _columns(fixtures / source).items()}
        elif "json" in content:
            parts |= _leaves(name, _parsed(content["json"]) if isinstance(content["json"], str) else content)
        elif "text" in content:
            lines = _lines(name, _without_true_lengths(content["text"], table["files"], fixtures))
            parts |= {name: "", **lines}  # an empty file is there as well
        else:
            parts |= _leaves(name, content)
    for key in ("drop", "rename"):
        if key in table:
            parts |= _leaves(key, table[key])
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
    """Lines of a text by the key before `=`, without the derived checksum of properties."""
    lines: Facets = {}
    for number, line in enumerate(text.splitlines()):
        key, separator, _ = line.partition("=")
        if key != "hoodie.table.checksum":
            lines[f"{name}:{key if separator else number}"] = line
    return lines


def _without_true_lengths(text: str, files: Mapping[str, Mapping[str, str]], fixtures: Path) -> str:
    """A manifest of a history without the lengths that follow from the files that it names."""
    sources = {
        path.rpartition("/")[2]: fixtures / file["from"] for path, file in files.items() if "from" in file
    }

    def entry(match: re.Match[str]) -> str:
        source = sources.get(match["name"])
        is_true = source is not None and source.is_file() and source.stat().st_size == int(match["len"])
        return f'"fileName": "{match["name"]}"' if is_true else match[0]

    return _MANIFEST_ENTRY.sub(entry, text)


@lru_cache(maxsize=256)
def _columns(path: Path) -> Facets:
    """Columns of a Parquet file by name: type and cells of each. Their order carries no meaning."""
    import pyarrow  # noqa: PLC0415 - a second to import, and few commands need it
    from pyarrow import dataset  # noqa: PLC0415 - the same

    table = dataset.dataset(path, format="parquet").to_table()
    facts = {}
    for field, column in zip(table.schema, table.columns, strict=True):
        is_text = field.type == pyarrow.string()  # which may hold bytes that are not UTF-8
        cells = (column.cast(pyarrow.binary()) if is_text else column).to_pylist()
        facts[field.name] = _text([str(field.type), *cells])
    return facts


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
