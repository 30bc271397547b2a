# SPDX-License-Identifier: Apache-2.0
"""A visitor of every field of the generated C++ parsers, since C++ has no reflection.

Written next to the parsers: `fields.h`, where `visit_fields(visitor, object)` calls `visitor(name, value)`
for each field that is present, and `parsers.cpp`, all of them as one compilation unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from instruments.parsers.field_table import Types, upper_camel

_ABOUT = "// This is a generated file! It is made from the fields of ksy/*.ksy and the compiler's headers."
_CLASS = re.compile(r"^ *class (\w+)_t : public kaitai::kstruct \{", re.MULTILINE)


def cpp_files(headers: Mapping[str, str], types: Types) -> dict[str, str]:
    """The two files by name.

    Args:
        headers: text of the compiler's header of each grammar.
        types: fields by type.
    """
    bodies = {
        owner: (path, body) for text in headers.values() for path, owner, body in _classes(text, "", ())
    }
    lines = [_ABOUT, "#pragma once", *(f'#include "{name}.h"' for name in headers), ""]
    lines += ["namespace hudi_parsers {", ""]
    for owner, members in types.items():
        path, body = bodies[owner]
        lines += ["template <class Visitor>", f"void visit_fields(Visitor& visit, {path}& it) {{"]
        lines += [f"    {_visit(member.name, body)}" for member in members]
        lines += ["}", ""]
    lines += ["/** Visits an object of which only the base class is known. */", "template <class Visitor>"]
    lines += ["void visit_struct(Visitor& visit, kaitai::kstruct& it) {"]
    for owner in types:
        path = bodies[owner][0]
        lines.append(f"    if (auto* found = dynamic_cast<{path}*>(&it)) return visit_fields(visit, *found);")
    lines += ["}", "", "}  // namespace hudi_parsers", ""]
    parts = [_ABOUT, *(f'#include "{name}.cpp"' for name in headers), ""]
    return {"fields.h": "\n".join(lines), "parsers.cpp": "\n".join(parts)}


def _visit(name: str, body: str) -> str:
    call = f'visit("{name}", it.{name}());'
    if f" _is_null_{name}()" not in body:
        return call
    if f" _raw_{name}()" in body and f"kaitai::kstruct* {name}()" in body:
        # a value that matches no case of a switch is present as bytes
        return f'if (!it._is_null_{name}()) {call} else visit("{name}", it._raw_{name}());'
    return f"if (!it._is_null_{name}()) {call}"


def _classes(text: str, path: str, outer: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Classes of a header: (name in C++, name in the table, own text without inner classes)."""
    pos = 0
    while match := _CLASS.search(text, pos):
        end = _closing(text, match.end())
        inside = text[match.end() : end]
        name = upper_camel(match[1])
        qualified = f"{path}{match[1]}_t"
        yield from _classes(inside, f"{qualified}::", (*outer, name))
        yield qualified, ".".join((*outer, name)), _without_classes(inside)
        pos = end


def _closing(text: str, pos: int) -> int:
    """Position after the brace that closes the block around `pos`."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[pos], 0)
        pos += 1
    return pos


def _without_classes(text: str) -> str:
    parts, pos = [], 0
    while match := _CLASS.search(text, pos):
        parts.append(text[pos : match.start()])
        pos = _closing(text, match.end())
    return "".join([*parts, text[pos:]])
