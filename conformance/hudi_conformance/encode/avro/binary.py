# SPDX-License-Identifier: Apache-2.0
"""Avro binary: values by fastavro, which shares nothing with our decoder, and data that it cannot write.

This module writes the blocks into which arrays and maps may be split, and their counts, which may be false.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from enum import Enum

import fastavro

from hudi_conformance.encode.numbers import encode_uvarint
from hudi_conformance.model.common import AvroSchema, AvroValue


class ArrayForm(Enum):
    """How the items of an array or map are split into Avro blocks; readers accept all of them."""

    ONE = "one"  # as Avro's own encoders: one block with a positive count
    NEGATIVE = "negative"  # one block, count negated, followed by the size of the block in bytes
    SPLIT = "split"  # one block per item, positive and negative counts in turn


def encode_datum(schema: AvroSchema, value: AvroValue) -> bytes:
    """Encode a value of a schema, both in the form of fastavro [log.avro.datum].

    Raises:
        TypeError: text that is not UTF-8.

    >>> encode_datum("double", 0.5).hex(), encode_datum(["null", "int"], ("int", -3)).hex()
    ('000000000000e03f', '0205')
    """
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, value)
    return out.getvalue()


def encode_long(value: int) -> bytes:
    """Encode an Avro int or long: zig-zag, then base-128 with the least significant group first.

    >>> encode_long(-3).hex(), encode_long(64).hex()
    ('05', '8001')
    """
    return encode_uvarint((value << 1) ^ (value >> 63))


def encode_items(items: Sequence[bytes], form: ArrayForm, num_items: int | None = None) -> bytes:
    """Encode the items of an array or map, with the closing empty block [log.delete.array-blocks].

    Args:
        items: each item already encoded.
        form: how to split them into blocks.
        num_items: a false count for the first block, for damaged output.
    """
    if not items and num_items is None:
        return b"\x00"
    if form is ArrayForm.SPLIT:
        blocks = [
            encode_long(1) + item if i % 2 == 0 else encode_long(-1) + encode_long(len(item)) + item
            for i, item in enumerate(items)
        ]
        return b"".join(blocks) + b"\x00"
    count = len(items) if num_items is None else num_items
    body = b"".join(items)
    if form is ArrayForm.NEGATIVE:
        return encode_long(-count) + encode_long(len(body)) + body + b"\x00"
    return encode_long(count) + body + b"\x00"
