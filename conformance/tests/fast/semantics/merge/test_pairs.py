# SPDX-License-Identifier: Apache-2.0
"""Two versions of a record under all rules: the survivor, and the requirement that is named for it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.deciding import (
    deciding_rule,
    order_sign,
    rule_of_columns,
    rule_of_delete,
)
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.merge.merger import slice_merger
from hudi_conformance.semantics.merge.rows import RowField, Version
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode

PATH = Path(__file__).with_name("pairs.toml")
FLAG, SEQUENCE = "_hoodie_is_deleted", "_event_seq"
TYPES = {"ts": "long", FLAG: "boolean", "_event_lsn": "long"}
NULLABLE = ("v", "ts", FLAG, "Op", SEQUENCE, "_event_lsn", "_change_operation_type")
FIELDS = (RowField("k", "string"), *(RowField(name, TYPES.get(name, "string"), None) for name in NULLABLE))


def version(text: str, name: str) -> Version:
    """`row 2`, `flag 2`, `key 2`: ordering value 2; `none`, `zero`, `text`: null, the int 0, a text."""
    kind, value = text.split()
    number = int(value) if value.isdecimal() else None
    special = {"none": None, "zero": OrderingValue("int", 0), "text": OrderingValue("string", "a")}
    ordering = special[value] if number is None else OrderingValue("long", number)
    if kind == "key":
        return Version(None, ordering)
    row: dict[str, Any] = {"k": "k", "v": name if name == "old" else None, "ts": number, FLAG: kind == "flag"}
    row |= {"Op": "D" if kind == "flag" else "I", "_change_operation_type": None, "_event_lsn": number}
    return Version({**row, SEQUENCE: None if number is None else f"file.{number}.{number}"}, ordering)


def outcome(rules: MergeRules, old: Version, new: Version, *, is_in_logs: bool) -> str:
    """The rule, and the survivor or the requirement of the rejection."""
    merger = LogMerger(rules, FIELDS)
    try:
        for item in (old, new) if is_in_logs else (new,):
            if item.row is None:
                merger.delete("k", item.ordering)
            else:
                merger.add("k", item)
        entry = merger.entries["k"]
        if is_in_logs:
            kept = "old" if entry == old else "new" if entry == new else f"{entry.row} {entry.ordering}"
        else:
            row = merger.over("k", old.row or {})
            kept = "old" if row == old.row else "new" if row == new.row else str(row)
    except Reject as error:
        kept = f"{error.code} {error.requirement}"
    rule = deciding_rule(slice_merger(rules, FIELDS), old, new, is_in_logs=is_in_logs)
    return f"{rule} {order_sign(old, new)}: {kept}"


def outcomes(entry: dict[str, Any]) -> dict[str, list[str]]:
    """By pair of versions: both in log files, then, if the older one has a row, stored and in a log file."""
    line, mode, fields = Line(entry["line"]), Mode(entry["mode"]), tuple(entry["ordering_fields"])
    deletes = entry.get("delete_field"), entry.get("delete_marker")
    rules = MergeRules(line, mode, entry["payload"], entry.get("partial"), fields, *deletes)
    found = {"rules": [rule_of_delete(rules), str(rule_of_columns(rules))]}
    for pair in entry["pairs"]:
        old, new = (version(text, name) for text, name in zip(pair.split(", "), ("old", "new"), strict=True))
        places = (True, False) if old.row is not None else (True,)
        found[pair] = [outcome(rules, old, new, is_in_logs=place) for place in places]
    return found


ENTRIES = tomllib.loads(PATH.read_text("utf-8"))["rules"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e['line']}-{e['mode']}-{e['payload']}-{e['id']}")
def test_the_survivor_and_its_rule(entry: dict[str, Any]) -> None:
    assert outcomes(entry) == entry["pairs"] | {"rules": entry["of_rules"]}
