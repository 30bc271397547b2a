# SPDX-License-Identifier: Apache-2.0
"""Indented JSON piece by piece is what the standard library writes of the whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.json import dumps, dumps_line, pretty, pretty_pieces
from hypothesis import given
from hypothesis import strategies as st

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=20,
)
DEEP = {
    "b": [1, {"z": [], "y": {}, "x": [[["deep", {"er": [True, None]}]]]}],
    "a": {"é": "\U0001f600"},
    "c": (),
}


@given(VALUES)
def test_pieces_are_the_text_of_the_library(value: Any) -> None:
    expected = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)
    assert "".join(pretty_pieces(value)) == expected
    assert pretty(value) == f"{expected}\n"
    assert json.loads(dumps(value)) == value
    assert dumps_line(value).decode("ascii").endswith("\n")


def test_deep_values_tuples_and_iterators() -> None:
    expected = json.dumps(DEEP, indent=1, sort_keys=True, ensure_ascii=False)
    assert "".join(pretty_pieces(DEEP)) == expected
    assert "".join(pretty_pieces({"a": iter([1, {"b": iter(())}, iter([2])])})) == json.dumps(
        {"a": [1, {"b": []}, [2]]}, indent=1
    )
    assert "".join(pretty_pieces({"a": [1]}, "  ")) == json.dumps({"a": [1]}, indent=1).replace("\n", "\n  ")
    assert "".join(pretty_pieces({1: 2, 3: {"k": 1}})) == json.dumps({1: 2, 3: {"k": 1}}, indent=1)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [[[float("nan")]]]])
def test_numbers_that_json_does_not_have(value: Any) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        pretty(value)


@pytest.mark.parametrize("value", [{1}, object(), [[[[{1}]]]]])
def test_values_that_json_does_not_have(value: Any) -> None:
    with pytest.raises(TypeError, match="is not JSON"):
        pretty(value)


def test_pieces_are_handed_on_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical_json, "_LEN_PIECE", 10)
    pieces = list(pretty_pieces(["12345678"] * 3))
    assert len(pieces) == 4
    assert "".join(pieces) == json.dumps(["12345678"] * 3, indent=1)
