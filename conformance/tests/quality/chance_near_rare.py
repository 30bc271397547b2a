# SPDX-License-Identifier: Apache-2.0
"""Places that hardly any file reaches, each with inputs on both sides, for mutants drawn by chance.

drawn:rare-NAME    Bloom meta blocks, logs read backwards, positions, commands, types of Parquet columns,
                   texts of properties, schemas of metadata tables
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from chance_asked import Asked, Failure, imported, without_world
from chance_drawn import ask
from chance_near import refusal_of, vlong

_RARE: dict[str, Callable[[], Failure]] = {}
_OFS = 1000


def rare(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    """Register a question."""

    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _RARE[name] = fault
        return fault

    return register


def near_rare_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _RARE.items():
        yield f"drawn:rare-{name}", "", without_world(fault)


@rare("bloom-meta")
def _() -> Failure:
    """Numbers of a filter, the name of its comparator, its chunks [hfile.bloom.meta]."""
    decode = imported("decode.hfile.bloom").decode_bloom_meta
    payload_of = imported("decode.hfile.payload").Payload
    rule = "hfile.bloom.meta"
    plain = {"version": 3, "len": 64, "hashes": 4, "kind": 1, "keys": 5, "most": 9, "num": None}

    def made(chunks: list[bytes], name: bytes = b"", **numbers: Any) -> bytes:
        own = {**plain, **numbers}
        own["num"] = len(chunks) if own["num"] is None else own["num"]
        entries = (struct.pack(">qi", 7 * at, 7) + vlong(len(key)) + key for at, key in enumerate(chunks))
        return struct.pack(">iqiiqqi", *own.values()) + vlong(len(name)) + name + b"".join(entries)

    def read(data: bytes) -> Any:
        return refusal_of(lambda: decode(payload_of(data, _OFS), 100))

    for chunks, name in itertools.product(([], [b"a"], [b"", b"k" * 130]), (b"", b"x.Raw", b"n" * 200)):
        found = read(made(chunks, name))
        start = _OFS + 40 + len(vlong(len(name))) + len(name)
        places = [
            start + sum(12 + len(vlong(len(key))) + len(key) for key in chunks[:at])
            for at in range(len(chunks))
        ]
        wanted = (3, 64, 4, 1, 5, len(chunks), name, [(7 * at, 7, key, place) for at, (key, place) in
                                                      enumerate(zip(chunks, places,
                                                      strict=True))])  # fmt: skip
        shown = (found.version, found.len_chunks, found.num_hashes, found.hash_type, found.num_keys,
        found.num_chunks,
                 found.comparator, [(one.ofs, one.size, one.key,
                 one.at) for one in found.entries])  # fmt: skip
        if shown != wanted:
            return f"{shown}, expected {wanted}"
    good = made([b"a"])
    for data, code, place in (
        *((good[:end], "truncated", 0) for end in (0, 39, 40)), (made([b"a"], version=2), "bad-version", 0),
        (made([b"a"], version=4), "bad-version", 0), (made([b"a"], num=-1), "count-too-large", 36),
        (made([b"a"], num=2), "count-too-large", 36), (made([b"a"] * 20, num=22), "count-too-large", 36),
        (made([b"a"], len=-1), "bad-value", 4), (made([b"a"], hashes=0), "bad-value", 12),
        (made([b"a"], hashes=-1), "bad-value", 12), (made([b"a"], keys=-1), "bad-value", 20),
        (made([b"a"], most=-1), "bad-value", 28), (made([])[:40] + b"\5name", "length-mismatch", 40),
        (made([])[:40] + b"\xff", "length-mismatch", 40), (made([])[:40] + b"\x8e\1", "truncated", 0),
    ):  # fmt: skip
        if (found := read(data)) != (code, _OFS + place, rule):
            return f"{data.hex()}: {found}, expected {code} at {place}"
    for numbers in ({"len": 0}, {"hashes": 1}, {"keys": 0}, {"most": 0}, {"kind": 7}):
        if isinstance(read(made([b"a"], **numbers)), tuple):
            return f"{numbers}: {read(made([b'a'], **numbers))}"
    return None


def _log(*kinds: int) -> bytes:
    """Command blocks with so many bytes of content."""
    out = b""
    for length in kinds:
        header = b"".join(struct.pack(">ii", key, 1) + b"0" for key in (0, 1, 3))
        body = struct.pack(">iii", 1, 0, 3) + header + struct.pack(">q", length) + bytes(length) + bytes(4)
        out += b"#HUDI#" + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14)
    return out


@rare("backwards")
def _() -> Failure:
    """A block is found from its end by its trailing length [log.block.reverse]."""
    find, rule = imported("decode.log.reverse").find_previous, "log.block.reverse"
    data = _log(0, 5)
    first = len(_log(0))
    for lead in (0, 9):
        buffer = bytes(lead) + data
        for end, start in ((lead + first, lead), (lead + len(data), lead + first)):
            if refusal_of(lambda b=buffer, e=end: find(b, e)) != start:
                return f"the block that ends at {end}"

        def wrong(place: int, value: int, buffer: bytes = buffer, lead: int = lead) -> Any:
            raw = buffer[: lead + place] + struct.pack(">q", value) + buffer[lead + place + 8 :]
            return refusal_of(lambda: find(raw, lead + len(data)))

        at, true = len(data) - 8, len(data) - first - 8
        for value, expected in (
            (-1, ("offset-out-of-range", at)), (13, ("offset-out-of-range", at)),
            (lead + at + 1, ("offset-out-of-range", at)), (true - 1, ("bad-magic", at - true + 1)),
            (true + 1, ("bad-magic", at - true - 1)), (14, ("bad-magic", at - 14)),
        ):  # fmt: skip
            code, place = expected
            if wrong(at, value) != (code, lead + place, rule):
                return f"a trailing length of {value}: {wrong(at, value)}"
        for change in (-1, 1):
            found = wrong(first + 6, true - 6 + change)
            if found != ("length-mismatch", lead + first + 6, "log.block.trailing-length"):
                return f"a size of {change} more: {found}"
    for end in range(8):
        if refusal_of(lambda e=end: find(data, e)) != ("truncated", 0, rule):
            return f"{end} bytes"
    if refusal_of(lambda: find(bytes(8), 8))[0] != "offset-out-of-range":
        return "eight bytes"
    return None


@rare("lengths")
def _() -> Failure:
    """Lengths above 31 bits are told at the size of the block [log.block.length-range]."""
    check, span = imported("decode.log.check")._check_frame, imported("views.common").Span
    for lead in (0, 20):
        for size, is_told in ((2**31 + 7, False), (2**31 + 8, True), (2**33, True), (50, False)):
            block = SimpleNamespace(span=span(lead, size), ofs_header=0, content=span(0, 0), footer={})
            told = [(one.requirement, one.code, one.at) for one in check(bytes(8), block)]
            if told != [("log.block.length-range", "bad-value", lead + 6)] * is_told:
                return f"a block of {size} bytes: {told}"
    return None


@rare("commands")
def _() -> Failure:
    """What is wrong with a command: its type, its target, content, and tables that have none."""
    write = imported("encode").encode_log
    header = {"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"}
    numbers = {"INSTANT_TIME": 0, "TARGET_INSTANT_TIME": 1, "COMMAND_BLOCK_TYPE": 3}
    for change, content, version, expected in (
        ({}, None, None, set()), ({"COMMAND_BLOCK_TYPE": "1"}, None, None, {"log.command.type"}),
        ({"COMMAND_BLOCK_TYPE": "x"}, None, None, {"log.command.type"}),
        ({"COMMAND_BLOCK_TYPE": None}, None, None, {"log.command.type"}),
        ({"TARGET_INSTANT_TIME": None}, None, None, {"log.command.form"}), ({}, "00", None,
        {"log.command.form"}),
        ({}, None, 7, set()), ({}, None, 8, {"log.command.no-tv8"}), ({}, None, 9, {"log.command.no-tv8"}),
    ):  # fmt: skip
        entries = [[numbers[name], text] for name, text in {**header, **change}.items() if text is not None]
        block = {"kind": "COMMAND_BLOCK", "header": {}, "knobs": {"header_entries": entries}}
        data = write({"blocks": [block | ({"content_hex": content} if content else {})]}).data
        args = {} if version is None else {"table_version": version}
        found = {one["requirement"] for one in ask("log.check", data, **args)["value"]["findings"]}
        if found != expected:
            return f"{change}, {content}, version {version}: {found}"
    return None


@rare("schemas")
def _() -> Failure:
    """Records of a metadata table are known by three of their fields."""
    is_one = imported("decode.metadata.payload").is_metadata_schema
    names = ("key", "type", "filesystemMetadata", "other")
    for num in range(5):
        for chosen in itertools.combinations(names, num):
            tree = {"type": "record", "fields": [{"name": name} for name in chosen]}
            if is_one(SimpleNamespace(tree=tree)) is not ({*names[:3]} <= {*chosen}):
                return f"{chosen}"
    for tree in ("string", ["null"], {"type": "record"}, {"fields": None}):
        if is_one(SimpleNamespace(tree=tree)):
            return f"{tree} is a metadata table's"
    return None


@rare("escapes")
def _() -> Failure:
    """Escapes of a properties file: four digits, and the place of those that are none."""
    decode, rule = imported("decode.timeline.properties").decode_properties, "timeline.properties.encoding"
    for lead in (b"", b"a=b\n", b"  \t", b"# c\n\n  "):
        for text, value in (
            (b"k=\\u00e9", "é"), (b"k=\\u00E9x", "éx"), (b"k=\\ud83d\\ude00", "😀"), (b"k=\\ud83d", "\ud83d"),
            (b"k=a\\\n   b", "ab"), (b"k=a\\\r\n\tb", "ab"), (b"k=\\\\\\u0041", "\\A"),
            (b"k=\\t\\n\\r\\f\\q", "\t\n\r\fq"),
        ):  # fmt: skip
            if decode(lead + text + b"\nl=m\n").entries.get("k") != value:
                return f"{text!r}: {decode(lead + text).entries}"
        for text in (b"k=\\u00g0", b"k=ab\\u00", b"k=\\u", b"k\\u12=x", b"k=a\\\n  b\\uxyz1", b"k=\\\r\n\\u1",
                     b"k=\\u0041\\u004"):  # fmt: skip
            place = len(lead) + text.rindex(b"\\u")
            for rest in (b"", b"\nl=m\n"):
                if refusal_of(lambda d=lead + text + rest: decode(d)) != ("bad-value", place, rule):
                    return f"{lead + text!r}: {refusal_of(lambda d=lead + text: decode(d))}"
    most = imported("decode.timeline.properties").MAX_BYTES
    if most <= 1 << 24:
        for size, is_taken in ((most, True), (most + 1, False)):
            found = refusal_of(lambda s=size: decode(b"#" * s))
            if (found == ("count-too-large", 0, "limits.allocation")) is is_taken:
                return f"a file of {size} bytes"
    return None
