# SPDX-License-Identifier: Apache-2.0
"""Tables of the meanings of failed checks of the parsers, one file per language, next to the parsers.

A parser names a failed check by the position of its field, `/types/frame/seq/5`. The tables are generated
from the grammars and `REQUIREMENTS.toml`, which names fields, so that positions need not be counted by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from instruments.specification.grammar_fields import Check

_ABOUT = "This is a generated file! It defines failed checks, from ksy/*.ksy and ksy/REQUIREMENTS.toml."


@dataclass(frozen=True, slots=True)
class _Language:
    """Syntax of the tables in a language; `row` is a format of a row's strings, its number and its key."""

    file: str
    opening: str
    table: str  # opens the table of a grammar
    row: str
    row_end: str  # follows the last row of a grammar
    closing: str


_LANGUAGES: Mapping[str, _Language] = {
    "python": _Language(
        "checks.py",
        f'# {_ABOUT}\n"""Grammar -> path of a failed check -> field, name, width, code, requirement."""\n\n'
        "CHECKS = {\n",
        "    {grammar}: {{\n",
        "        {place}: ({field}, {name}, {width}, {code}, {requirement})",
        ",\n    }",
        ",\n}\n",
    ),
    "java": _Language(
        "Checks.java",
        f"// {_ABOUT}\npackage hudi_parsers;\n\nimport java.util.Map;\n\npublic final class Checks {{\n"
        "    public record Check("
        "String field, String name, int width, String code, String requirement) {}\n\n"
        "    public static final Map<String, Map<String, Check>> CHECKS = Map.ofEntries(\n",
        "        Map.entry({grammar}, Map.ofEntries(\n",
        "            Map.entry({place}, new Check({field}, {name}, {width}, {code}, {requirement}))",
        "))",
        ");\n\n    private Checks() {}\n}\n",
    ),
    "javascript": _Language(
        "checks.js",
        f"// {_ABOUT}\n'use strict';\n\nmodule.exports = {{\n",
        "  {grammar}: {{\n",
        "    {place}:"
        " {{field: {field}, name: {name}, width: {width}, code: {code}, requirement: {requirement}}}",
        ",\n  }",
        ",\n};\n",
    ),
    "go": _Language(
        "checks.go",
        f"// {_ABOUT}\npackage hudi_parsers\n\n"
        "type Check struct {\n\tField, Name string\n\tWidth int\n"
        "\tCode, Requirement string\n}\n\nvar Checks = map[string]map[string]Check{\n",
        "\t{grammar}: {{\n",
        "\t\t{place}: {{{field}, {name}, {width}, {code}, {requirement}}}",
        ",\n\t}",
        ",\n}\n",
    ),
    "cpp_stl": _Language(
        "checks.h",
        f"// {_ABOUT}\n#pragma once\n#include <map>\n#include <string>\n\nnamespace hudi_parsers {{\n\n"
        "struct check_t {\n    const char* field;\n    const char* name;\n    int width;\n"
        "    const char* code;\n    const char* requirement;\n};\n\n"
        "inline const std::map<std::string, std::map<std::string, check_t>> checks = {\n",
        "    {{{grammar}, {{\n",
        "        {{{place}, {{{field}, {name}, {width}, {code}, {requirement}}}}}",
        "}}",
        "};\n\n}  // namespace hudi_parsers\n",
    ),
    "rust": _Language(
        "checks.rs",
        f"// {_ABOUT}\npub struct Check {{\n    pub field: &'static str,\n    pub name: &'static str,\n"
        "    pub width: usize,\n    pub code: &'static str,\n    pub requirement: &'static str,\n}\n\n"
        "pub const CHECKS: &[(&str, &[(&str, Check)])] = &[\n",
        "    ({grammar}, &[\n",
        "        ({place}, Check {{ field: {field}, name: {name}, width: {width}, code: {code},"
        " requirement: {requirement} }})",
        "])",
        "];\n",
    ),
}


def check_table(tables: Mapping[str, Mapping[str, Check]], language: str) -> tuple[str, str]:
    """Name and text of the file of one language.

    Args:
        tables: checks by grammar and by path, as `grammar_fields.load_checks` returns them.
        language: one of `ksc.LANGUAGES`.
    """
    syntax = _LANGUAGES[language]
    parts = []
    for grammar, checks in tables.items():
        rows = [
            syntax.row.format(
                place=json.dumps(place),
                width=check.width,
                **{key: json.dumps(getattr(check, key)) for key in ("field", "name", "code", "requirement")},
            )
            for place, check in checks.items()
        ]
        opening = syntax.table.format(grammar=json.dumps(grammar))
        parts.append(opening + ",\n".join(rows) + syntax.row_end)
    return syntax.file, syntax.opening + ",\n".join(parts) + syntax.closing
