# SPDX-License-Identifier: Apache-2.0
"""The table by which every language walks what its generated parser read: types and their fields.

`types` of `generated/fields/fields.json` maps a type, `HudiLogIndex.Frame`, to the names of its fields as
the grammar writes them: those of `seq` in their order, then instances, no parameters. Where a language
cannot tell from the value what it is, the type follows: `:u1[]` is a list of single bytes, which in Go is the
same as a run of bytes, `:f4` and `:f8` are floats, which in JavaScript are the same as integers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hudi_conformance.specification import grammar_fields

TABLE_NAME = "fields/fields.json"
"""Path below `generated/`."""
_AMBIGUOUS = {"u1[]", "f4", "f8"}


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
                    type_ = field.type + ("[]" if field.repeated else "")
                    shown = f"{name}:{type_}" if type_ in _AMBIGUOUS else name
                    table.setdefault(owner, []).append(shown)
    return table


def table_text(grammars: Sequence[Path]) -> str:
    """The table as it is written to a file: an object of `about` and `types`, one type a line."""
    types = ",\n".join(
        f"{json.dumps(owner)}: {json.dumps(names)}" for owner, names in field_table(grammars).items()
    )
    about = "This is a generated file! It lists the fields of ksy/*.ksy."
    return f'{{"about": {json.dumps(about)}, "types": {{\n{types}\n}}}}\n'
