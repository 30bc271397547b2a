# SPDX-License-Identifier: Apache-2.0
"""Names of the fields of Kaitai grammars, read from their text.

Only what traceability needs is understood: the nesting of `types`, `seq` and `instances` by indentation,
in the house style of `ksy/` (spaces, one key a line). `REQUIREMENTS.toml` beside the grammars says which
requirements a field carries; the path of a type there, or of a whole grammar, stands for all below it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

MAP = "REQUIREMENTS.toml"

_KEY = re.compile(r"^(?P<indent> *)(?P<dash>- )?(?P<key>-?[\w-]+):(?: +(?P<value>.*))?$")
_SECTIONS = ("seq", "instances", "types")


@dataclass(slots=True)
class Field:
    """A field of a grammar: where it is declared, and the requirements that the map gives it.

    `computed` instances have no bytes of their own, so nothing has to be said about them. `type` is what the
    grammar says, "" where it names none or a choice; `repeated` fields are lists.
    """

    file: str
    line: int
    requirements: list[str] = field(default_factory=list)
    computed: bool = False
    type: str = ""
    repeated: bool = False


def load(folder: Path) -> tuple[dict[str, Field], list[str]]:
    """Fields of all grammars of a folder by `<grammar>#<path>`, e.g. `hudi_log_block#/seq/len_trailing`.

    Also entries of the map that name no field.
    """
    found: dict[str, Field] = {}
    for path in sorted(folder.glob("*.ksy")):
        for name, item in parse(path.read_text(encoding="utf-8"), path.name).items():
            found[f"{path.stem}#{name}"] = item
    stray: list[str] = []
    path = folder / MAP
    entries = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for grammar, paths in entries.items():
        for name, idents in paths.items():
            covered = below(found, f"{grammar}#{name}")
            if not covered:
                stray.append(f"{grammar}#{name}")
            for reference in covered:
                found[reference].requirements += idents
    return found, stray


def below(fields: Mapping[str, Field], reference: str) -> list[str]:
    """The field that a reference names, or all fields below it when it names a type or a whole grammar."""
    prefix = reference if reference.endswith("#") else reference + "/"
    return [name for name in fields if name == reference or name.startswith(prefix)]


def parse(text: str, file: str) -> dict[str, Field]:
    """Fields of one grammar by their path, e.g. `/types/header_map/seq/num_entries`."""
    fields: dict[str, Field] = {}
    stack: list[tuple[int, str]] = []  # keys that enclose the line, with their indentation
    scalar: int | None = None  # indentation of a key whose block scalar is being passed over
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if scalar is not None and len(line) - len(line.lstrip()) > scalar:
            continue
        scalar = None
        found = _KEY.match(line)
        if found is None:
            continue
        indent = len(found["indent"])
        value = found["value"] or ""
        while stack and stack[-1][0] >= indent:
            stack.pop()
        path = [name for _, name in stack]
        if found["dash"]:
            # a list item: in seq its id, if that comes first as house style wants, names the field
            name = value if found["key"] == "id" else ""
            stack.append((indent, name))
            if path and path[-1] == "seq" and name and _is_structure(path):
                fields["/" + "/".join([*path, name])] = Field(file, number)
        else:
            if path and path[-1] == "instances" and _is_structure(path):
                fields["/" + "/".join([*path, found["key"]])] = Field(file, number)
            owner = fields.get("/" + "/".join(path))
            if owner is not None:
                owner.computed |= found["key"] == "value" and "instances" in path
                owner.repeated |= found["key"] == "repeat"
                if found["key"] == "type":
                    owner.type = value
            stack.append((indent, found["key"]))
        if value in ("|", ">", "|-", ">-"):
            scalar = indent
    return fields


def _is_structure(path: list[str]) -> bool:
    """True for [seq], [instances] and the same below any nesting of [types, NAME]."""
    while len(path) > 2 and path[0] == "types":
        path = path[2:]
    return len(path) == 1 and path[0] in _SECTIONS
