# SPDX-License-Identifier: Apache-2.0
"""Keys of rows: the meta field, or the fields that the table's properties name."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.errors import Reject
from hudi_conformance.table.rows import KeyReader
from hypothesis import given
from hypothesis import strategies as st

NAMES = ("a", "b", "c")
VALUES = st.none() | st.booleans() | st.integers(-5, 5) | st.text("xyz", max_size=2)


def text_of(value: Any) -> str:
    """A value in a key of several fields, as Hudi's key generators write it."""
    if value is None:
        return "__null__"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) or "__empty__"


@given(st.lists(VALUES, min_size=3, max_size=3), st.integers(2, 3))
def test_several_fields_are_named(values: list[Any], num: int) -> None:
    row = dict(zip(NAMES, values, strict=True))
    expected = ",".join(f"{name}:{text_of(row[name])}" for name in NAMES[:num])
    assert KeyReader(False, NAMES[:num])(row) == expected


@pytest.mark.parametrize(
    ("value", "key"),
    [("x", "x"), ("", ""), (7, "7"), (True, "true"), (False, "false"), (0.5, "0.5"), (1e7, "1.0E7")],
)
def test_one_field_is_its_text(value: Any, key: str) -> None:
    assert KeyReader(False, ("a",))({"a": value, "b": "other"}) == key


@pytest.mark.parametrize(
    ("reader", "row"),
    [
        pytest.param(KeyReader(False, ("a",)), {"a": None}, id="null"),
        pytest.param(KeyReader(False, ("a",)), {"b": "x"}, id="absent"),
        pytest.param(KeyReader(True, ("a",)), {"a": "x", "_hoodie_record_key": None}, id="null-meta-field"),
        pytest.param(KeyReader(True, ("a",)), {"a": "x"}, id="absent-meta-field"),
    ],
)
def test_a_row_without_a_key_is_refused(reader: KeyReader, row: dict[str, Any]) -> None:
    with pytest.raises(Reject) as caught:
        reader(row)
    assert caught.value.requirement == ("table.row.key-field" if "b" in row else "table.row.key-null")


def test_the_meta_field_comes_before_key_fields() -> None:
    assert KeyReader(True, ("a",))({"a": "x", "_hoodie_record_key": "k"}) == "k"
