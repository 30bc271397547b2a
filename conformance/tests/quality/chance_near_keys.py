# SPDX-License-Identifier: Apache-2.0
"""Ids, hashes and locations of metadata tables, for mutants drawn by chance.

drawn:payload-places    ids of file groups that have another form
drawn:locations         ids of data files as numbers and as text
drawn:java-hashes       hashes of texts, and the groups that they lead to
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING

from chance_asked import Asked, Failure, imported
from chance_near import refusal_of

if TYPE_CHECKING:
    from chance_questions import World

_AT = 77
_UUID = "12345678-9abc-def0-8123-456789abcdef"
_HIGH, _LOW = 0x123456789ABCDEF0, 0x8123456789ABCDEF - (1 << 64)


def near_key_questions() -> Iterator[Asked]:
    """All of them."""
    yield "drawn:payload-places", "", _places_fault
    yield "drawn:locations", "", _locations_fault
    yield "drawn:java-hashes", "", _hashes_fault


def _places_fault(_: World) -> Failure:
    module = imported("decode.metadata.groups")
    rule = "metadata.group.id"
    wrong = "bad-value", None, rule
    for index, prefix in (
        ("files", "files"), ("column_stats", "col-stats"), ("partition_stats", "partition-stats"),
        ("bloom_filters", "bloom-filters"), ("record_index", "record-index"), ("file", None), ("", None),
        ("secondary_index_a_b", "secondary-index-a-b"), ("expr_index_x", "expr-index-x"),
        ("secondary_index", None),
        ("expr_inde", None), ("record_index_x", None),
    ):  # fmt: skip
        found = refusal_of(lambda i=index: module.id_prefix(i))
        if found != (wrong if prefix is None else prefix):
            return f"{index}: {found}"
        if prefix is None:
            continue
        for number in (0, 7, 9999, 10000, 123456789):
            if module.group_id(index, number) != f"{prefix}-{number:04d}-0":
                return f"{index} {number}: {module.group_id(index, number)}"
        for text, expected in (
            ("-0000-0", 0), ("-0000", 0), ("-0012-0", 12), ("-12345-0", 12345), ("-123456789-0", 123456789),
            ("-1234567890-0", None), ("-012-0", None), ("-0012-1", None), ("-0012-0-0", None), ("0012-0",
            None),
            ("-", None), ("", None), ("-0012-0x", None), ("-٠٠٠٠-0", None),
        ):  # fmt: skip
            found = refusal_of(lambda i=index, t=prefix + text: module.parse_group_id(i, t))
            # What is before the number is a data partition in a record index.
            if index == "record_index" and text in {"-1234567890-0", "-0012-0-0"}:
                continue
            if found != (wrong if expected is None else (expected, None)):
                return f"{prefix}{text}: {found}"
        found = refusal_of(lambda i=index, p=prefix: module.parse_group_id(i, f"{p}-a%2Fb-c-0003-0"))
        if found != ((3, "a/b-c") if index == "record_index" else wrong):
            return f"{index} with a data partition: {found}"
    return None


def _locations_fault(_: World) -> Failure:
    module = imported("decode.metadata.groups")
    for text in (
        _UUID,
        f"{_UUID}-0",
        f"{_UUID}-999999999",
        f"{_UUID}-1000000000",
        f"{_UUID}-",
        _UUID.upper(),
        "x",
        "",
    ):
        fields = module.encode_location(text)
        tail = text[len(_UUID) :]
        is_number = text.startswith(_UUID) and (not tail or (tail[1:].isdigit() and len(tail) < 11))
        wanted = (0, _HIGH, _LOW, int(tail[1:]) if tail else -1, "") if is_number else (1, -1, -1, -1, text)
        if (fields.encoding, fields.high, fields.low, fields.index, fields.text) != wanted:
            return f"{text}: {fields}"
        if module.decode_location(fields, _AT) != text:
            return f"{text} comes back as {module.decode_location(fields, _AT)}"
    for high, low in itertools.product((1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1), repeat=2):
        text = str(uuid.UUID(int=high << 64 | low))
        fields = module.encode_location(text)
        signed = tuple(number - (number >> 63 << 64) for number in (high, low))
        if (fields.high, fields.low) != signed or module.decode_location(fields, _AT) != text:
            return f"{text}: {fields}"
    of = module.FileIdFields
    for fields, is_taken in (
        (of(0, -(2**63), 2**63 - 1, -1, ""), True), (of(0, 2**63, 0, -1, ""), False), (of(0, 0, 2**63, -1,
        ""), False),
        (of(0, -(2**63) - 1, 0, 0, ""), False), (of(0, 0, -(2**63) - 1, 0, ""), False), (of(0, 0, 0, -2,
        ""), False),
        (of(0, 0, 0, 2**31 - 1, ""), True), (of(0, 0, 0, 2**31, ""), False), (of(2, 0, 0, 0, ""), False),
        (of(-1, 0, 0, 0, "x"), False), (of(1, 2**70, 0, -9, "x"), True),
    ):  # fmt: skip
        found = refusal_of(lambda f=fields: module.decode_location(f, _AT))
        if (found == ("bad-value", _AT, "metadata.location.encoding")) is is_taken:
            return f"{fields}: {found}"
    return None


def _hashes_fault(_: World) -> Failure:
    """Hashes of texts as Java has them, also the one whose absolute value is negative."""
    module = imported("decode.metadata.keys")
    least = "polygenelubricants"
    for text, expected in (
        ("", 0), ("a", 97), ("ab", 3105), ("hello", 99162322), (least, -(2**31)), ("😀", 1772899), ("\uffff",
        65535),
    ):  # fmt: skip
        if module.java_hash(text) != expected:
            return f"{text!r}: {module.java_hash(text)}"
        for num in (1, 2, 3, 10, 97):
            if module.route(text, num) != abs(expected) % num:
                return f"{text!r} in {num} groups: {module.route(text, num)}"
    for num in (0, -1):
        try:
            module.route("a", num)
        except ValueError:
            continue
        return f"{num} groups"
    return None
