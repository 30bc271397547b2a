# SPDX-License-Identifier: Apache-2.0
"""Ordering values compare as Java compares its objects; the models are Java's own definitions."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

import pytest
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.ordering import compare, is_comparable
from hypothesis import given
from hypothesis import strategies as st


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def java_double(value: float) -> int:
    """The bits of a double as `Double.compare` orders them; every NaN is one value."""
    [bits] = struct.unpack(">q", struct.pack(">d", math.nan if math.isnan(value) else value))
    return bits if bits >= 0 else bits ^ (2**63 - 1)


def java_text(value: str) -> list[int]:
    """UTF-16 units, which `String.compareTo` compares one by one."""
    data = value.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


def java_bytes(value: bytes) -> list[int]:
    """Signed bytes, which `ByteBuffer.compareTo` compares one by one."""
    return list(struct.unpack(f"{len(value)}b", value))


LETTERS = st.text(st.sampled_from("aZé\ud7ff\uff5e\U00010000\U0010ffff"), max_size=4)
KINDS = [
    pytest.param("double", st.floats(), java_double, id="double"),
    pytest.param("float", st.floats(width=32), java_double, id="float"),
    pytest.param("string", LETTERS, java_text, id="text"),
    pytest.param("bytes", st.binary(max_size=4), java_bytes, id="bytes"),
    pytest.param("boolean", st.booleans(), int, id="boolean"),
    pytest.param("long", st.integers(-(2**63), 2**63 - 1), int, id="long"),
]


@pytest.mark.parametrize(("kind", "values", "model"), KINDS)
def test_values_of_one_type(kind: str, values: st.SearchStrategy[Any], model: Callable[[Any], Any]) -> None:
    @given(values, values)
    def drawn(left: Any, right: Any) -> None:
        expected = (model(left) > model(right)) - (model(left) < model(right))
        assert sign(compare(OrderingValue(kind, left), OrderingValue(kind, right))) == expected

    drawn()


@given(
    st.lists(st.integers(0, 2), min_size=3, max_size=3), st.lists(st.integers(0, 2), min_size=3, max_size=3)
)
def test_several_values_compare_one_after_the_other(left: list[int], right: list[int]) -> None:
    arrays = [
        OrderingValue("array", tuple(OrderingValue("long", value) for value in values))
        for values in (left, right)
    ]
    assert compare(*arrays) == (left > right) - (left < right)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        pytest.param(OrderingValue("long", 1), OrderingValue("long", 2), True, id="one-type"),
        pytest.param(OrderingValue("long", 1), OrderingValue("int", 1), False, id="long-and-int"),
        pytest.param(OrderingValue("long", 1), None, False, id="nothing"),
        pytest.param(OrderingValue("long", None), OrderingValue("long", 1), False, id="null"),
        pytest.param(
            OrderingValue("array", (OrderingValue("int", 1),)),
            OrderingValue("array", (OrderingValue("int", 1), OrderingValue("int", 2))),
            False,
            id="fewer-values",
        ),
        pytest.param(
            OrderingValue("array", (OrderingValue("int", 1), OrderingValue("long", 2))),
            OrderingValue("array", (OrderingValue("int", 1), OrderingValue("int", 2))),
            False,
            id="second-of-another-type",
        ),
    ],
)
def test_what_compares(left: OrderingValue, right: OrderingValue | None, expected: bool) -> None:
    assert is_comparable(left, right) is expected
    assert is_comparable(right, left) is expected
