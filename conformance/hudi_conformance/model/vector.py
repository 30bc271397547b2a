# SPDX-License-Identifier: Apache-2.0
"""VECTOR columns: types of elements, and the only way in which Hudi 1.2 stores them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FIXED_BYTES = "FIXED_BYTES"


@dataclass(frozen=True, slots=True)
class VectorElement:
    """A type of elements.

    Attributes:
        size: bytes of one element.
        code: format of `struct`, little-endian.
        avro: the Avro type of a returned element.
    """

    size: int
    code: str
    avro: str


ELEMENTS: Mapping[str, VectorElement] = {
    "FLOAT": VectorElement(4, "f", "float"),
    "DOUBLE": VectorElement(8, "d", "double"),
    "INT8": VectorElement(1, "b", "int"),
}
