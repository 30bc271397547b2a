# SPDX-License-Identifier: Apache-2.0
"""Ordering values: order of two versions of a record.

A value has a type, and values of different types do not compare: an int never equals a long, because the
original writers only compare objects of one class [merge.ordering.same-type].
"""

from __future__ import annotations

from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.java_order import bytes_key, float_key, text_key

DEFAULT_ORDERING = OrderingValue("int", 0)


def is_default(value: OrderingValue | None) -> bool:
    """Whether this is "no ordering": absent or the int 0; the long 0 is a value [merge.ordering.default]."""
    return value is None or value.value is None or (value.type == "int" and value.value == 0)


def is_comparable(left: OrderingValue | None, right: OrderingValue | None) -> bool:
    """Whether both exist and have the same type; several values are compared one by one."""
    if left is None or right is None or left.value is None or right.value is None:
        return False
    if left.type == right.type == "array":
        return len(left.value) == len(right.value) and all(map(is_comparable, left.value, right.value))
    return left.type == right.type


def compare(left: OrderingValue, right: OrderingValue) -> int:
    """-1, 0 or 1; several ordering fields compare one after the other [merge.ordering.several]."""
    return _compare(left.value, right.value)


def _compare(left: AvroValue, right: AvroValue) -> int:
    if isinstance(left, OrderingValue) and isinstance(right, OrderingValue):
        return _compare(left.value, right.value)
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        for first, second in zip(left, right, strict=True):
            if (result := _compare(first, second)) != 0:
                return result
        return 0
    if isinstance(left, str) and not (left.isascii() and right.isascii()):
        first, second = map(text_key, (left, right))
    else:
        first, second = _java_order(left), _java_order(right)
    return int(first > second) - int(first < second)


def _java_order(value: AvroValue) -> AvroValue:
    """Sort key that orders values as Java does [merge.ordering.java]."""
    match value:
        case float():
            return float_key(value)
        case bytes():
            return bytes_key(value)
    return value
