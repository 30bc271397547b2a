# SPDX-License-Identifier: Apache-2.0
"""Typed keys of properties: texts, defaults, older names, parsers."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hudi_conformance.model.properties import options, table
from hudi_conformance.model.properties.key import Property, is_true, names, partition_names, trimmed_names
from hudi_conformance.model.properties.values import CdcMode, TableType

SIZE = Property("new.size", int, 7, "1.0.0", aliases=("old.size", "oldest.size"))
KEYS: list[Property[Any]] = [
    *(value for module in (table, options) for value in vars(module).values() if isinstance(value, Property)),
    *options.PARALLELISMS,
]


def test_a_property_is_its_name_in_messages() -> None:
    assert f"no {table.VERSION}" == "no hoodie.table.version"


@pytest.mark.parametrize(
    ("properties", "text"),
    [
        ({}, None),
        ({"old.size": "1"}, "1"),
        ({"oldest.size": "1", "old.size": "2"}, "2"),
        ({"oldest.size": "1", "new.size": "3"}, "3"),
        ({"old.size": "1", "new.size": ""}, ""),
    ],
    ids=["absent", "alias", "first-alias", "name", "empty-name"],
)
def test_the_text_is_that_of_the_first_name_present(properties: dict[str, str], text: str | None) -> None:
    assert SIZE.text(properties) == text


def test_an_empty_text_is_not_stated() -> None:
    assert SIZE.stated({"new.size": "", "old.size": "2"}) == "2"
    assert SIZE.stated({"new.size": ""}) is None


def test_an_absent_property_has_its_default_and_a_wrong_text_no_value() -> None:
    assert SIZE.get({}) == 7
    assert SIZE.get({"old.size": "12"}) == 12
    with pytest.raises(ValueError, match="many"):
        SIZE.get({"new.size": "many"})
    with pytest.raises(ValueError, match="''"):
        SIZE.get({"new.size": "", "old.size": "12"})


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("TRUE", True), ("True", True), (" true", False), ("yes", False), ("", False)],
)
def test_a_boolean_is_true_in_any_case(text: str, value: bool) -> None:
    assert is_true(text) is value


def test_names_stand_between_commas() -> None:
    assert names("a, b,,c") == ("a", " b", "c")
    assert trimmed_names(" a, b , ,c") == ("a", "b", "c")
    assert partition_names("day:TIMESTAMP, part ,") == ("day", "part")
    assert partition_names(" ,") == ()


def test_the_table_type_matches_the_case_and_the_cdc_mode_does_not() -> None:
    assert table.TYPE.get({}) is TableType.COPY_ON_WRITE
    with pytest.raises(ValueError, match="merge_on_read"):
        table.TYPE.get({"hoodie.table.type": "merge_on_read"})
    assert table.CDC_MODE.get({table.CDC_MODE.name: "data_before"}) is CdcMode.DATA_BEFORE


def test_older_names_of_a_table_are_read() -> None:
    assert table.ORDERING_FIELDS.get({"hoodie.table.precombine.field": "ts"}) == ("ts",)
    assert table.BASE_FILE_FORMAT.get({"hoodie.table.ro.file.format": "ORC"}) == "ORC"
    assert table.MERGE_STRATEGY.get({"hoodie.compaction.record.merger.strategy": "id"}) == "id"


def test_each_name_has_one_key() -> None:
    counts = Counter(key.name for key in KEYS)
    assert [name for name, number in counts.items() if number > 1] == []


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_a_default_is_the_value_of_its_own_text(key: Property[Any]) -> None:
    assert re.fullmatch(r"[01]\.[0-9]+\.[0-9]", key.since)
    if key.default is not None and not isinstance(key.default, tuple):
        assert key.parse(str(key.default)) == key.default
