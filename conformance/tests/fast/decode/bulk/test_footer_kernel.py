# SPDX-License-Identifier: Apache-2.0
"""The walk through Parquet footers, on footers put together by hand: types, headers, limits."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

import pytest

pytest.importorskip("numba", reason="needs the extra `fast`")

from hudi_conformance.decode.bulk._footer_kernel import find_value
from hudi_conformance.decode.bulk._memory import address_of

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
NAME = b"wanted"
Field = tuple[int, int, bytes]  # number, type, value


def varint(number: int) -> bytes:
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def binary(text: bytes) -> bytes:
    return varint(len(text)) + text


def struct_of(*fields: Field, is_long: bool = False) -> bytes:
    """Fields, with their numbers as steps where these fit, and a stop."""
    out, before = b"", 0
    for number, kind, value in fields:
        step = number - before
        is_short = 0 < step < 16 and not is_long
        out += (
            bytes([step << 4 | kind])
            if is_short
            else bytes([kind]) + varint(2 * number if number >= 0 else 1)
        )
        out += value
        before = number
    return out + b"\0"


def list_of(kind: int, items: Sequence[bytes]) -> bytes:
    num = len(items)
    head = bytes([num << 4 | kind]) if num < 15 else bytes([0xF0 | kind]) + varint(num)
    return head + b"".join(items)


def entry(key: bytes, value: bytes) -> bytes:
    return struct_of((1, BINARY, binary(key)), (2, BINARY, binary(value)))


ENTRIES = (5, LIST, list_of(STRUCT, [entry(b"wantee", b"no"), entry(b"want", b""), entry(NAME, b"value")]))
SCALARS: list[Field] = [
    (7, TRUE, b""),
    (8, FALSE, b""),
    (9, BYTE, b"\x80"),
    (10, I16, b"\x80\x01"),
    (11, I32, b"\x7f"),
    (12, I64, b"\xff" * 8 + b"\x7f"),
    (13, DOUBLE, struct.pack("<d", 1.5)),
    (14, BINARY, binary(b"x" * 200)),
    (15, STRUCT, struct_of((1, STRUCT, struct_of()), (40, TRUE, b""), (2, BINARY, binary(NAME)))),
]
SIZES = struct_of(
    (1, I64, b"\2"), (2, LIST, list_of(I64, [b"\x80\1"] * 3)), (3, LIST, list_of(I64, [b"\2"] * 20))
)
COLUMN = struct_of(
    (1, I32, b"\2"),
    (2, LIST, list_of(I32, [b"\0", b"\x80\1"])),
    (3, LIST, list_of(BINARY, [binary(b"path"), b"\0"])),
    (4, I32, b"\0"),
    (8, LIST, list_of(STRUCT, [entry(NAME, b"of a column")])),
    (9, I64, b"\2"),
    (13, LIST, list_of(STRUCT, [struct_of((1, I32, b"\0"), (2, I32, b"\2"))])),
    (16, STRUCT, SIZES),
)
CHUNK = struct_of((2, I64, b"\4"), (3, STRUCT, COLUMN), (4, I64, b"\4"))
GROUP = struct_of(
    (1, LIST, list_of(STRUCT, [CHUNK] * 16)),
    (2, I64, b"\4"),
    (4, LIST, list_of(STRUCT, [struct_of((1, I32, b"\0"), (2, TRUE, b""), (3, FALSE, b""))])),
)
SCHEMA = list_of(
    STRUCT, [struct_of((4, BINARY, binary(b"root")), (5, I32, b"\2")), struct_of((1, I32, b"\2"))]
)
HEAD: list[Field] = [
    (1, I32, b"\4"),
    (2, LIST, SCHEMA),
    (3, I64, b"\x14"),
    (4, LIST, list_of(STRUCT, [GROUP, GROUP])),
]
FOOTER = struct_of(*HEAD, ENTRIES, (6, BINARY, binary(b"writer")))


def value_in(footer: bytes, end: int | None = None) -> bytes | None:
    """What lies where the kernel sees the value of `NAME`, with its length; None where it sees none."""
    end = len(footer) if end is None else end
    around = footer + bytes(64)
    with address_of(around) as base, address_of(NAME) as at_name:
        start, after = find_value(base, base + end, at_name, len(NAME))
        if start == 0:
            return None
        assert base <= start <= after <= base + end
        return around[start - base : after - base]


def test_the_value_of_a_whole_footer() -> None:
    assert value_in(FOOTER) == binary(b"value")
    for is_long in (False, True):
        assert value_in(struct_of(*HEAD, ENTRIES, is_long=is_long)) == binary(b"value")
    for field in (*SCALARS, *HEAD):
        for fields in ((field, ENTRIES), (field, field, ENTRIES), (*HEAD, field, ENTRIES)):
            assert value_in(struct_of(*fields)) == binary(b"value"), field
    assert value_in(struct_of(*HEAD, *SCALARS[::-1], ENTRIES)) == binary(b"value")


def test_a_footer_that_ends_before_the_value_has_none() -> None:
    after = FOOTER.rindex(b"value") + 5
    assert [end for end in range(len(FOOTER) + 1) if value_in(FOOTER, end)] == [
        *range(after, len(FOOTER) + 1)
    ]
    for field in SCALARS:
        # The field fills the footer, and what lies behind it looks as if it went on.
        footer = struct_of(field, ENTRIES)
        end = len(footer) - len(struct_of(ENTRIES)) + 1
        assert [value_in(footer, cut) for cut in range(end + 1)] == [None] * (end + 1)


@pytest.mark.parametrize("num", [1, 14, 15, 200])
@pytest.mark.parametrize("length", [0, 1, 127, 128, 20_000])
def test_lists_of_entries_and_lengths_of_values(num: int, length: int) -> None:
    for place in {0, num // 2, num - 1}:
        entries = [entry(b"key%d" % number, b"x") for number in range(num)]
        entries[place] = entry(NAME, b"v" * length)
        assert value_in(struct_of((5, LIST, list_of(STRUCT, entries)))) == binary(b"v" * length)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([], None),
        ([(1, BINARY, binary(NAME))], None),
        ([(2, BINARY, binary(b"v"))], None),
        ([(2, BINARY, binary(b"v")), (1, BINARY, binary(NAME))], None),
        ([(1, I32, b"\6"), (2, BINARY, binary(b"v"))], None),
        ([(1, BINARY, binary(NAME)), (2, I32, b"\2")], None),
        ([(1, BINARY, binary(NAME)), (3, BINARY, binary(b"v"))], None),
        ([(3, BINARY, binary(NAME)), (4, BINARY, binary(b"v"))], None),
        ([(1, BINARY, binary(NAME + b"s")), (2, BINARY, binary(b"v"))], None),
        ([(1, BINARY, binary(NAME[:-1])), (2, BINARY, binary(b"v"))], None),
        ([(1, BINARY, binary(b"Wanted")), (2, BINARY, binary(b"v"))], None),
        ([(1, BINARY, binary(NAME)), (1, BINARY, binary(b"other")), (2, BINARY, binary(b"v"))], None),
        ([(1, BINARY, binary(b"other")), (1, BINARY, binary(NAME)), (2, BINARY, binary(b"v"))], b"v"),
        ([(7, TRUE, b""), (1, BINARY, binary(NAME)), (9, I64, b"\2"), (2, BINARY, binary(b"v"))], b"v"),
        ([(1, BINARY, binary(NAME)), (7, STRUCT, struct_of()), (2, BINARY, binary(b"v"))], b"v"),
    ],
)
def test_entries_of_other_fields(fields: list[Field], expected: bytes | None) -> None:
    entries = list_of(STRUCT, [entry(b"a", b"b"), struct_of(*fields)])
    assert value_in(struct_of((5, LIST, entries))) == (None if expected is None else binary(expected))
    both = list_of(STRUCT, [struct_of(*fields), entry(NAME, b"next")])
    assert value_in(struct_of((5, LIST, both))) == binary(b"next" if expected is None else expected)


def nested(depth: int) -> Field:
    value = struct_of()
    for _ in range(depth - 1):
        value = struct_of((1, STRUCT, value))
    return 7, STRUCT, value


NOT_WALKED: dict[str, list[Field]] = {
    "no stop before the entries": [(7, 0, b""), ENTRIES],
    "deep": [nested(33), ENTRIES],
    "a large number": [(1001, TRUE, b""), ENTRIES],
    "a negative number": [(-1, TRUE, b""), ENTRIES],
    "a large number inside": [(7, STRUCT, struct_of((1001, TRUE, b""))), ENTRIES],
    "a negative number inside": [(7, STRUCT, struct_of((-1, TRUE, b""))), ENTRIES],
    "a list of no definition": [(7, LIST, list_of(I32, [b"\0"])), ENTRIES],
    "a list of no definition inside": [(7, STRUCT, struct_of((1, LIST, list_of(STRUCT, [])))), ENTRIES],
    "a set": [(7, SET, b"\0"), ENTRIES],
    "a map": [(7, MAP, b"\0"), ENTRIES],
    "type 13": [(7, 13, b""), ENTRIES],
    "schema of numbers": [(2, LIST, list_of(I32, [b"\0"])), ENTRIES],
    "schema that is no list": [(2, I32, b"\2"), ENTRIES],
    "schema that is a struct": [(2, STRUCT, struct_of()), ENTRIES],
    "more items than bytes": [(2, LIST, b"\xfc" + varint(3000)), ENTRIES],
    "a long varint": [(7, I64, b"\x80" * 9 + b"\0"), ENTRIES],
    "entries of numbers": [(5, LIST, list_of(I32, [b"\0"]))],
    "entries that are no list": [(5, STRUCT, entry(NAME, b"v"))],
    "no entries": [(5, LIST, list_of(STRUCT, [])), ENTRIES],
    "no list of chunks": [(4, LIST, list_of(STRUCT, [struct_of((1, I32, b"\0"))])), ENTRIES],
}


@pytest.mark.parametrize("name", NOT_WALKED)
def test_footers_that_are_left_to_the_library(name: str) -> None:
    assert value_in(struct_of(*NOT_WALKED[name])) is None


@pytest.mark.parametrize("field", [nested(31), nested(32), (1000, TRUE, b""), (7, I64, b"\x80" * 8 + b"\0")])
def test_the_last_before_each_limit(field: Field) -> None:
    assert value_in(struct_of(field, ENTRIES)) == binary(b"value")


def group_of(field: Field) -> bytes:
    return struct_of((4, LIST, list_of(STRUCT, [struct_of(field)])), ENTRIES)


OWNERS: dict[str, Callable[[Field], bytes]] = {
    "footer": lambda field: struct_of(field, ENTRIES),
    "group": group_of,
    "chunk": lambda field: group_of((1, LIST, list_of(STRUCT, [struct_of(field)]))),
    "column": lambda field: OWNERS["chunk"]((3, STRUCT, struct_of(field))),
    "sizes": lambda field: OWNERS["column"]((16, STRUCT, struct_of(field))),
    "schema": lambda field: struct_of((2, LIST, list_of(STRUCT, [struct_of(field)])), ENTRIES),
    "other": lambda field: struct_of((7, STRUCT, struct_of(field)), ENTRIES),
}
LISTS = {
    "footer": {2: STRUCT, 4: STRUCT},
    "group": {1: STRUCT, 4: STRUCT},
    "chunk": {},
    "column": {2: I32, 3: BINARY, 8: STRUCT, 13: STRUCT},
    "sizes": {2: I64, 3: I64},
    "schema": {},
    "other": {},
}


@pytest.mark.parametrize("owner", OWNERS)
def test_lists_are_those_of_the_definition(owner: str) -> None:
    for number in {*range(1, 18)} - ({5} if owner == "footer" else set()):
        for kind in (I32, I64, BINARY, STRUCT):
            expected = binary(b"value") if LISTS[owner].get(number) == kind else None
            assert value_in(OWNERS[owner]((number, LIST, list_of(kind, [b"\0"])))) == expected, (number, kind)
        is_other = number in LISTS[owner] or (owner, number) in {("chunk", 3), ("column", 16)}
        assert value_in(OWNERS[owner]((number, I32, b"\0"))) == (None if is_other else binary(b"value")), (
            number
        )
