# SPDX-License-Identifier: Apache-2.0
"""The table by which every language visits the fields that its generated parser read.

`types` of `generated/fields/fields.json` maps a type, `HudiLogIndex.Frame`, to the names of its fields as
the grammar writes them: those of `seq` in their order, then instances, no parameters. Where a language
cannot infer the type from the value, it follows: `:u1[]` is a list of single bytes, which in Go is the same
as a run of bytes, `:f4` and `:f8` are floats, which in JavaScript are the same as integers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from instruments.specification import grammar_fields

TABLE_NAME = "fields/fields.json"
"""Path below `generated/`."""
_AMBIGUOUS = {"u1[]", "f4", "f8"}


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a type: its name, and its type as the grammar writes it, lists with `[]`."""

    name: str
    type: str


Types = Mapping[str, Sequence[Member]]
"""Fields by type, `HudiLogIndex.Frame`: those of `seq` in their order, then instances."""


def upper_camel(name: str) -> str:
    """`len_block` to `LenBlock`, as the compiler names classes."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def list_types(grammars: Sequence[Path]) -> Types:
    """Every type of these grammars with its fields."""
    types: dict[str, list[Member]] = {}
    for grammar in grammars:
        fields = grammar_fields.parse(grammar.read_text(encoding="utf-8"), grammar.name)
        for section in ("seq", "instances"):
            for path, field in fields.items():
                if path.split("/")[-2] == section:
                    *inside, name = field.name.split(".")
                    owner = ".".join(upper_camel(part) for part in (grammar.stem, *inside))
                    type_ = field.type + ("[]" if field.repeated else "")
                    types.setdefault(owner, []).append(Member(name, type_))
    return types


def table_text(types: Types) -> str:
    """Text of the table: an object of `about` and `types`, one type per line."""
    lines = ",\n".join(
        f"{json.dumps(owner)}: {json.dumps(_entries(members))}" for owner, members in types.items()
    )
    about = "This is a generated file! It lists the fields of ksy/*.ksy."
    return f'{{"about": {json.dumps(about)}, "types": {{\n{lines}\n}}}}\n'


def _entries(members: Sequence[Member]) -> list[str]:
    return [f"{item.name}:{item.type}" if item.type in _AMBIGUOUS else item.name for item in members]
