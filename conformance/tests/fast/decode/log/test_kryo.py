# SPDX-License-Identifier: Apache-2.0
"""Deletes of version 2 whose ordering value has an end but no meaning, and elements that are too long."""

from __future__ import annotations

import struct
from decimal import Decimal

import pytest
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.log.kryo import MAX_ELEMENT
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import DeletedKey, OrderingValue

RECORD = b"org.apache.hudi.common.model.DeleteRecor\xe4"
KEY = b"org.apache.hudi.common.model.HoodieKe\xf9"
DECIMAL = b"java.math.BigDecima\xec"
ONE_DAY = b"java.sql.Dat\xe5"


def delete(key: bytes, ordering: bytes, *, is_first: bool) -> bytes:
    """An element: class, marker, class and marker of its key, the path "p1", the key, the ordering value."""
    names = (RECORD, KEY) if is_first else (b"", b"")
    return b"\1\1" + names[0] + b"\1\1\2" + names[1] + b"\1\1p\xb1" + b"\1" + key + ordering


def deletes_of(*orderings: bytes, key: bytes = b"k") -> bytes:
    """Content of version 2; the keys are k0, k1, …"""
    elements = [
        delete(key + bytes([0xB0 + i]), ordering, is_first=i == 0) for i, ordering in enumerate(orderings)
    ]
    head = b"\1\0[Lorg.apache.hudi.common.model.DeleteRecord\xbb\1" + bytes([len(orderings) + 1])
    payload = head + b"".join(elements)
    return struct.pack(">ii", 2, len(payload)) + payload


INT = b"\2\x0e"
HUGE_SCALE = b"\1\3" + DECIMAL + b"\1\2\5\xff\xff\xff\xff\x0f"
NO_MIDNIGHT = b"\1\3" + ONE_DAY + b"\1\1"


@pytest.mark.parametrize(
    ("meaningless", "requirement"),
    [
        pytest.param(HUGE_SCALE, "limits.allocation", id="decimal-of-a-huge-scale"),
        pytest.param(NO_MIDNIGHT, "log.delete.kryo-names", id="day-that-is-no-midnight"),
    ],
)
def test_a_delete_without_meaning_is_left_out_on_request(meaningless: bytes, requirement: str) -> None:
    content = deletes_of(INT, meaningless, INT)
    refusals: list[Reject] = []
    deletes = list(decode_deletes(content, Span(0, len(content)), refusals))
    seven = OrderingValue("int", 7)
    assert deletes == [DeletedKey("k0", "p1", seven), DeletedKey("k2", "p1", seven)]
    assert [(error.code, error.requirement) for error in refusals] == [("bad-value", requirement)]


def test_a_delete_without_meaning_ends_the_reading_otherwise() -> None:
    content = deletes_of(INT, NO_MIDNIGHT, INT)
    walk = decode_deletes(content, Span(0, len(content)))
    assert next(walk).record_key == "k0"
    with pytest.raises(Reject) as caught:
        next(walk)
    assert caught.value.at == content.index(ONE_DAY) + len(ONE_DAY) + 1


def test_scales_up_to_the_limit_have_all_their_digits() -> None:
    content = deletes_of(b"\1\3" + DECIMAL + b"\1\2\5\x80\x10", b"\1\3\1\2\5\xff\x0f")
    values = [delete.ordering for delete in decode_deletes(content, Span(0, len(content)))]
    assert values == [
        OrderingValue("decimal", Decimal("5E-1024")),
        OrderingValue("decimal", Decimal(5 * 10**1024)),
    ]


@pytest.mark.parametrize("is_too_long", [False, True], ids=["within", "beyond"])
def test_an_element_of_many_bytes(is_too_long: bool) -> None:
    """A key in ASCII fills the element up to the limit, or has a byte more."""
    room = MAX_ELEMENT - len(delete(b"\xb0", INT, is_first=True))
    content = deletes_of(INT, INT, key=b"k" * (room + is_too_long))
    walk = decode_deletes(content, Span(0, len(content)))
    if not is_too_long:
        assert len(next(walk).record_key or "") == room + 1
        return
    with pytest.raises(Reject) as caught:
        next(walk)
    assert (caught.value.code, caught.value.requirement) == ("count-too-large", "limits.allocation")
