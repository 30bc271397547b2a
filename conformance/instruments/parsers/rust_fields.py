# SPDX-License-Identifier: Apache-2.0
"""A visitor of every field of the generated Rust parsers, since Rust has no reflection.

Written next to the parsers as `fields.rs`: each type passes its fields to `crate::tree::Members`, an enum is
its number, and a field with a choice of types has the type of its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from instruments.parsers.field_table import Member, Types

_ABOUT = "// This is a generated file! It is made from the fields of ksy/*.ksy and the compiler's parsers."
_IMPL = re.compile(r"^impl (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_INSTANCE = re.compile(r"pub fn (\w+)\(\s+&self\s+\) -> KResult<")
_ENUM = re.compile(r"^pub enum (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_CHOICE = re.compile(r"^    (\w+)\((?:OptRc<\w+>|Vec<u8>)\),$", re.MULTILINE)


def rust_fields(parsers: Mapping[str, str], types: Types) -> str:
    """Text of `fields.rs`.

    Args:
        parsers: text of the compiler's module of each grammar.
        types: fields by type.
    """
    modules: dict[str, str] = {}
    instances: dict[str, set[str]] = {}
    for name, text in parsers.items():
        for match in _IMPL.finditer(text):
            modules[match[1]] = name
            instances.setdefault(match[1], set()).update(_INSTANCE.findall(match[2]))
    lines = [_ABOUT, "use serde_json::Value;", "use crate::tree::{Members, Show, Struct};"]
    lines += ["use kaitai::KResult;"]
    for owner, members in types.items():
        type_ = owner.replace(".", "_")
        lines += ["", f"impl Struct for super::{modules[type_]}::{type_} {{"]
        lines += ["    fn members(&self, to: &mut Members) -> KResult<()> {"]
        lines += [f"        {_put(member, member.name in instances[type_])}" for member in members]
        lines += ["        Ok(())", "    }", "}"]
    for module, text in parsers.items():
        lines += _enums(module, text)
    return "\n".join([*lines, ""])


def _put(member: Member, is_instance: bool) -> str:
    method = "put_list" if member.type == "u1[]" else "put"
    return f'to.{method}("{member.name}", &*self.{member.name}(){"?" if is_instance else ""})?;'


def _enums(module: str, text: str) -> Iterator[str]:
    for match in _ENUM.finditer(text):
        choices = _CHOICE.findall(match[2])
        yield from (
            "",
            f"impl Show for super::{module}::{match[1]} {{",
            "    fn show(&self) -> KResult<Value> {",
        )
        if choices:
            yield "        match self {"
            yield from (f"            Self::{choice}(found) => found.show()," for choice in choices)
            yield "        }"
        else:
            yield "        i64::from(self).show()"
        yield from ("    }", "}")
