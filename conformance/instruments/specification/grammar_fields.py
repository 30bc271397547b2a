# SPDX-License-Identifier: Apache-2.0
"""Fields of Kaitai grammars, and their entries in `REQUIREMENTS.toml` next to the grammars.

The map lists the requirements of a field; the path of a type, or of an entire grammar, represents all fields
below it. Its tables `[GRAMMAR.checks]` define the meaning of a failed check of a field, by the field's dotted
name, `frame.len_content`. The position of the field in the grammar is computed here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

MAP = "REQUIREMENTS.toml"
CHECKS = "checks"

Node: TypeAlias = Any  # a node of a YAML document; the library has no types

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"[suf](?P<bytes>[1248])(?:[bl]e)?|b(?P<bits>\d+)(?:[bl]e)?")


@dataclass(slots=True)
class Field:
    """A field of a grammar: its declaration, and its requirements by the map.

    `computed` instances have no bytes, so they need no requirement. `type` is the grammar's
    type, "" if it names none or a choice; `repeated` fields are lists.

    Attributes:
        name: dotted name, the enclosing types and its own: `frame.len_content`.
        place: path by position, as compiled parsers report it for a failed check: `/types/frame/seq/5`.
        width: bytes of the field, None if they depend on the data.
        checked: whether the grammar constrains its value.
    """

    file: str
    line: int
    name: str
    place: str
    requirements: list[str] = field(default_factory=list)
    computed: bool = False
    type: str = ""
    repeated: bool = False
    width: int | None = None
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Meaning of the failed check of a field.

    Attributes:
        field: dotted name of the field.
        name: its name in messages.
        width: number of its bytes that are read before the check.
        code: code of the rejection.
        requirement: rule that is broken; "" if that depends on the enclosing structure.
    """

    field: str
    name: str
    width: int
    code: str
    requirement: str


def load(folder: Path) -> tuple[dict[str, Field], list[str]]:
    """Fields of all grammars of a folder by `<grammar>#<path>`, e.g. `hudi_log_block#/seq/len_trailing`.

    Also entries of the map that match no field.
    """
    fields = {
        f"{path.stem}#{name}": item
        for path in sorted(folder.glob("*.ksy"))
        for name, item in parse(path.read_text(encoding="utf-8"), path.name).items()
    }
    unmatched: list[str] = []
    for grammar, paths in _load_map(folder).items():
        checked = {item.name for item in fields.values() if item.file == f"{grammar}.ksy" and item.checked}
        unmatched += [f"{grammar}#{name}" for name in paths.pop(CHECKS, {}) if name not in checked]
        for name, idents in paths.items():
            names = below(fields, f"{grammar}#{name}")
            if not names:
                unmatched.append(f"{grammar}#{name}")
            for reference in names:
                fields[reference].requirements += idents
    return fields, unmatched


def load_checks(folder: Path) -> dict[str, dict[str, Check]]:
    """Meanings of failed checks, by grammar and by the path that its parsers report.

    Raises:
        ValueError: an entry of the map names no field, or one whose width the grammar does not define.
    """
    tables: dict[str, dict[str, Check]] = {}
    for grammar, paths in _load_map(folder).items():
        path = folder / f"{grammar}.ksy"
        if not paths.get(CHECKS) or not path.is_file():
            continue
        parsed = parse(path.read_text(encoding="utf-8"), path.name)
        fields = {item.name: item for item in parsed.values() if not item.computed}
        table = tables[grammar] = {}
        for name, meaning in paths[CHECKS].items():
            if name not in fields or fields[name].width is None:
                raise ValueError(f"{MAP}: {grammar}#{name} is not a field of a known width")
            table[fields[name].place] = Check(
                name,
                meaning["name"],
                fields[name].width or 0,
                meaning["code"],
                meaning.get("requirement", ""),
            )
    return tables


def _load_map(folder: Path) -> dict[str, dict[str, Any]]:
    path = folder / MAP
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def below(fields: Mapping[str, Field], reference: str) -> list[str]:
    """The field that a reference names, or all fields below it if it names a type or a grammar."""
    prefix = reference if reference.endswith("#") else reference + "/"
    return [name for name in fields if name == reference or name.startswith(prefix)]


def parse(text: str, file: str) -> dict[str, Field]:
    """Fields of one grammar by their path, e.g. `/types/header_map/seq/num_entries`.

    Raises:
        yaml.YAMLError: the text is not YAML.
    """
    root = yaml.compose(text, Loader=_LOADER)
    return dict(_walk(root, "", (), file)) if root is not None else {}


def _walk(node: Node, path: str, types: tuple[str, ...], file: str) -> Iterator[tuple[str, Field]]:
    """Fields of a structure, then those of its inner types, with their paths."""
    sections = {key.value: value for key, value in node.value}

    def describe(name: str, place: str, line: int, item: Node) -> Field:
        attributes = {key.value: value for key, value in item.value}
        type_ = attributes.get("type")
        return Field(
            file,
            line + 1,
            ".".join((*types, name)),
            place,
            computed="value" in attributes,
            type=type_.value if isinstance(type_, yaml.ScalarNode) else "",
            repeated="repeat" in attributes,
            width=_width(attributes),
            checked="valid" in attributes or "contents" in attributes,
        )

    for index, item in enumerate(_children(sections, "seq")):
        name = next((value.value for key, value in item.value if key.value == "id"), str(index))
        yield f"{path}/seq/{name}", describe(name, f"{path}/seq/{index}", item.start_mark.line, item)
    for key, item in _children(sections, "instances"):
        location = f"{path}/instances/{key.value}"
        yield location, describe(key.value, location, key.start_mark.line, item)
    for key, item in _children(sections, "types"):
        yield from _walk(item, f"{path}/types/{key.value}", (*types, key.value), file)


def _children(sections: Mapping[str, Node], name: str) -> list[Node]:
    section = sections.get(name)
    return [] if section is None or isinstance(section, yaml.ScalarNode) else list(section.value)


def _width(attributes: Mapping[str, Node]) -> int | None:
    contents, size, type_ = (attributes.get(name) for name in ("contents", "size", "type"))
    if contents is not None:
        parts = contents.value if isinstance(contents, yaml.SequenceNode) else [contents]
        return sum(1 if part.tag.endswith(":int") else len(part.value.encode()) for part in parts)
    if size is not None:
        return int(size.value) if size.tag.endswith(":int") else None
    number = _NUMBER.fullmatch(type_.value) if isinstance(type_, yaml.ScalarNode) else None
    if number is None:
        return None
    return int(number["bytes"]) if number["bytes"] else int(number["bits"]) // 8
