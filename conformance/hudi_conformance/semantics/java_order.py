# SPDX-License-Identifier: Apache-2.0
"""Keys that compare as Java compares values [merge.ordering.java, metadata.merge.stats]."""

from __future__ import annotations

import math

_SIGNED = bytes(byte ^ 0x80 for byte in range(256))


def float_key(value: float) -> tuple[bool, float, float]:
    """Key of a float or double: -0.0 before 0.0, NaN last."""
    return (True, 0.0, 0.0) if math.isnan(value) else (False, value, math.copysign(1.0, value))


def bytes_key(value: bytes) -> bytes:
    """Key of bytes, which are signed numbers in Java."""
    return value.translate(_SIGNED)


def text_key(value: str) -> bytes:
    """Key of a text: its UTF-16 units."""
    return value.encode("utf-16-be", "surrogatepass")
