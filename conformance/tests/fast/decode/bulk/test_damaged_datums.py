# SPDX-License-Identifier: Apache-2.0
"""A datum of every kind of type, each of whose bytes is changed: the kernel equals the careful decoder."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from bulk_factory import avro_block, datum, record
from instruments.fuzz.equality import bulk_records as bulk
from instruments.fuzz.equality import careful_records as careful

pytest.importorskip("numba", reason="needs the extra `fast`")

ENUM = {"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}
DECIMAL = {"type": "bytes", "logicalType": "decimal"}
EVERY_KIND = record(
    flag="boolean",
    small="int",
    large="long",
    single="float",
    double="double",
    text="string",
    raw="bytes",
    fixed={"type": "fixed", "name": "F9", "size": 9},
    symbol=ENUM,
    money={**DECIMAL, "precision": 20},
    price={"type": "fixed", "name": "F16", "size": 16, "logicalType": "decimal", "precision": 38},
    first=["null", "string"],
    second=["long", "null"],
    items={"type": "array", "items": ["null", record(x="int", y=["string", "null"]) | {"name": "Item"}]},
    names={"type": "map", "values": "bytes"},
    inside=["null", record(z={"type": "array", "items": "string"}) | {"name": "Inside"}],
)
EVERY_VALUE: dict[str, Any] = {
    "flag": True,
    "small": -(1 << 31),
    "large": 1 << 62,
    "single": 1.5,
    "double": -2.5,
    "text": "aé€",
    "raw": b"\x00\xff",
    "fixed": b"ninebytes",
    "symbol": "C",
    "money": Decimal(10**20 - 1),
    "price": Decimal(-(10**38) + 1),
    "first": "x",
    "second": None,
    "items": [None, {"x": 300, "y": "y"}, {"x": -1, "y": None}],
    "names": {"k": b"v", "": bytes(9)},
    "inside": {"z": ["", "text"]},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("change", [0, 255, 1, -1, 64, 128, "cut", "more"])
def test_any_byte_of_a_datum_may_be_another(change: int | str) -> None:
    good = datum(EVERY_KIND, EVERY_VALUE)
    changed = []
    for at, byte in enumerate(good):
        if isinstance(change, str):
            changed.append(good[:at] + (b"\x80" + good[at:] if change == "more" else b""))
        else:
            value = change if change in {0, 255} else (byte + change) % 256
            changed.append(good[:at] + bytes([value]) + good[at + 1 :])
    # Each in a block of its own: one scan sees them all.
    data = b"".join(avro_block(EVERY_KIND, [good, bad, good]) for bad in changed)
    assert bulk(data) == careful(data)
