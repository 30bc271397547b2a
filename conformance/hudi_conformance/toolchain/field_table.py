# SPDX-License-Identifier: Apache-2.0
"""The table by which every language walks what its generated parser read: types and their fields.

`types` of `generated/fields/fields.json` maps a type, `HudiLogIndex.Frame`, to the names of its fields as the grammar
writes them: those of `seq` in their order, then instances. Parameters are left out, they are said elsewhere.
A name that ends in `[]` is a list of single bytes, which some languages cannot tell from a run of bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hudi_conformance import grammar_fields

TABLE_NAME = "fields/fields.json"
"""Path below `generated/`."""


def upper_camel(name: str) -> str:
    """`len_block` to `LenBlock`, as the compiler names classes."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def field_table(grammars: Sequence[Path]) -> dict[str, list[str]]:
    """Names of the fields of every type of these grammars, see the text of the module."""
    table: dict[str, list[str]] = {}
    for grammar in grammars:
        fields = grammar_fields.parse(grammar.read_text(encoding="utf-8"), grammar.name)
        for section in ("seq", "instances"):
            for path, field in fields.items():
                *inside, found, name = path.strip("/").split("/")
                if found == section:
                    owner = ".".join(upper_camel(part) for part in (grammar.stem, *inside[1::2]))
                    is_byte_list = field.repeated and field.type == "u1"
                    table.setdefault(owner, []).append(f"{name}[]" if is_byte_list else name)
    return table


def table_text(grammars: Sequence[Path]) -> str:
    """The table as it is written to a file: an object of `about` and `types`, one type a line."""
    types = ",\n".join(
        f"{json.dumps(owner)}: {json.dumps(names)}" for owner, names in field_table(grammars).items()
    )
    about = "This is a generated file! It lists the fields of ksy/*.ksy."
    return f'{{"about": {json.dumps(about)}, "types": {{\n{types}\n}}}}\n'
