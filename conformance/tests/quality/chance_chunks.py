# SPDX-License-Identifier: Apache-2.0
"""Parts of Parquet files that are put together here, for mutants drawn by chance.

    drawn:chunks-structs-N   drawn structs of Thrift's compact protocol: all fields, where each ends, and a
                             refusal of every cut
    drawn:chunks-footers-N   footers of drawn columns and texts: spans, counts, bounds, of each row group
    drawn:chunks-pages       page headers at the bounds of what is left; pages with and without checksums
    drawn:chunks-blocks      content of log blocks: many rows, several row groups, refusals and their places
    drawn:chunks-arrays      values of Arrow arrays of all types, whole and cut
    drawn:chunks-limits      values and bytes at most, and one more

The encoder of the protocol is here; Arrow and its Parquet library are the judges of the rest.
"""

from __future__ import annotations

import datetime
import decimal
import io
import json
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, first_fault, imported, without_world

if TYPE_CHECKING:
    pass

_NUM, _TURNS = 3, 60
_MAX_TEXT = 1 << 10
_NAMES = ("column", "num_values", "low", "high", "has_nulls_counted", "num_nulls", "len_plain")


def chunk_questions() -> Iterator[Asked]:
    """All of them."""
    for number in range(_NUM):
        yield f"drawn:chunks-structs-{number}", "", partial(first_fault, _structs, "structs", number, _TURNS)
        yield f"drawn:chunks-footers-{number}", "", partial(first_fault, _footers, "footers", number, _TURNS)
    for name, fault in (
        ("pages", _pages),
        ("sums", _sums),
        ("blocks", _blocks),
        ("arrays", _arrays),
        ("limits", _limits),
        ("depth", _depth),
    ):
        yield f"drawn:chunks-{name}", "", without_world(fault)


# --- Thrift's compact protocol ---------------------------------------------------------------------------

I32, I64, TEXT, LIST, STRUCT, TRUE, BYTE, DOUBLE, SET = 5, 6, 8, 9, 12, 1, 3, 7, 10


def varint(number: int) -> bytes:
    """An unsigned number of the protocol."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def zigzag(number: int) -> bytes:
    """A signed number of the protocol."""
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


def struct_of(fields: dict[int, tuple[int, Any]], chance: random.Random | None = None) -> bytes:
    """A struct: type and value by field; ids as differences where they can be, or now and then in full."""
    out, last = b"", 0
    for number, (kind, value) in fields.items():
        stored = (TRUE if value else 2) if kind == TRUE else kind
        is_short = 0 < number - last < 16 and (chance is None or chance.random() < 0.8)
        out += bytes([(number - last) << 4 | stored]) if is_short else bytes([stored]) + zigzag(number)
        out += b"" if kind == TRUE else _value(kind, value, chance)
        last = number
    return out + b"\0"


def _value(kind: int, value: Any, chance: random.Random | None = None) -> bytes:
    if kind in {4, I32, I64}:
        return zigzag(value)
    if kind == TEXT:
        return varint(len(value)) + value
    if kind == STRUCT:
        return struct_of(value, chance)
    if kind in {LIST, SET}:
        of, values = value
        short = len(values) < 15 and (chance is None or chance.random() < 0.8)
        head = bytes([len(values) << 4 | of]) if short else bytes([0xF0 | of]) + varint(len(values))
        return head + b"".join(
            bytes([1 if one else 2]) if of == TRUE else _value(of, one, chance) for one in values
        )
    return bytes([value]) if kind == BYTE else struct.pack("<d", value)


def _plain(kind: int, value: Any) -> Any:
    """A value as the package shows it; numbers of eight bytes as these, long texts as nothing."""
    if kind == STRUCT:
        return {number: _plain(*one) for number, one in value.items()}
    if kind in {LIST, SET}:
        return [(1 if one else 2) if value[0] == TRUE else _plain(value[0], one) for one in value[1]]
    if kind == TEXT:
        return value if len(value) <= _MAX_TEXT else None
    return struct.pack("<d", value) if kind == DOUBLE else value


def _drawn(chance: random.Random, depth: int = 0) -> dict[int, tuple[int, Any]]:
    fields: dict[int, tuple[int, Any]] = {}
    number = 0
    for _ in range(chance.randrange(5)):
        number += chance.choice((1, 1, 2, 15, 16, 17, 40))
        kind = chance.choice((4, I32, I64, TEXT, LIST, STRUCT, TRUE, BYTE, DOUBLE, SET))
        if depth > 2 and kind in {LIST, SET, STRUCT}:
            kind = I32
        fields[number] = kind, _drawn_value(chance, kind, depth)
    return fields


def _drawn_value(chance: random.Random, kind: int, depth: int) -> Any:
    match kind:
        case 8:
            return chance.randbytes(chance.choice((0, 1, 127, 128, _MAX_TEXT, _MAX_TEXT + 1)))
        case 9 | 10:
            of = chance.choice((I32, TEXT, STRUCT, TRUE, BYTE, I64, DOUBLE))
            num = chance.choice((0, 1, 2, 14, 15, 16)) if of != STRUCT else chance.randrange(4)
            return of, [_drawn_value(chance, of, depth + 1) for _ in range(num)]
        case 12:
            return _drawn(chance, depth + 1)
        case 1:
            return chance.random() < 0.5
        case 3:
            return chance.randrange(128)
        case 7:
            return chance.random()
    return chance.choice(
        (0, -1, 1, 63, -64, 64, -65, 127, 128, 8191, 8192, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63))
    )


def _structs(chance: random.Random) -> Failure:
    module = imported("decode.parquet.thrift")
    fields = _drawn(chance)
    stored = struct_of(fields, chance)
    before, after = chance.randbytes(chance.randrange(3)), chance.randbytes(chance.randrange(3))
    data = before + stored + after
    expected = _plain(STRUCT, fields), len(before) + len(stored)
    if module.Thrift(data, len(before), len(data)).struct() != expected:
        return f"{stored.hex()}: another struct"
    for cut in {len(stored) - 1, *(chance.randrange(len(stored)) for _ in range(4))}:
        try:
            found = module.Thrift(data, len(before), len(before) + cut).struct()
        except module.ThriftError:
            continue
        return f"{stored.hex()} without its last {len(stored) - cut} bytes: {found}"
    return None


def _depth() -> Failure:
    module = imported("decode.parquet.thrift")

    def outcome(data: bytes) -> Any:
        try:
            return module.Thrift(data, 0, len(data)).struct()
        except module.ThriftError:
            return None

    for depth, is_read in ((1, True), (8, True), (40, False), (5000, False)):
        data = b"\x1c" * depth + b"\0" * (depth + 1)
        if (outcome(data) is not None) is not is_read:
            return f"structs in {depth} structs"
    for data in (b"\x19\x1c" * 1000 + bytes(2000), b"\x19" * 2000 + b"\x00" * 2000):
        if outcome(data) is not None:
            return "lists without end"
    for num, is_read in ((9, True), (10, True), (11, False)):
        data = b"\x16" + b"\x80" * (num - 1) + b"\x01" + b"\0"
        if (outcome(data) is not None) is not is_read:
            return f"a number of {num} bytes"
    for kind in (0, 11, 13, 14, 15):
        if outcome(bytes([0x10 | kind, 0, 0, 0])) is not None:
            return f"wire type {kind}"
    if outcome(bytes.fromhex("1502050202" + "00")) is not None:
        return "a field that is there twice"
    for num, is_read in ((2, True), (3, False)):
        if (outcome(bytes([0x18, num, 97, 98])) is not None) is not False and not is_read:
            return f"a text of {num} bytes where 2 are left"
        if (outcome(bytes([0x19, num << 4 | BYTE, 1, 2, 0])) is not None) is not (num < 4 and is_read):
            return f"{num} elements where 3 bytes are left"
    return None


# --- footers ---------------------------------------------------------------------------------------------


def _column(chance: random.Random) -> tuple[dict[int, tuple[int, Any]], dict[str, Any] | None]:
    """A column of a row group, and what is to be read of it."""
    names = [f"n{chance.randrange(9)}".encode() for _ in range(chance.randrange(1, 3))]
    num, first, length = (chance.randrange(300) for _ in range(3))
    metadata: dict[int, tuple[int, Any]] = {3: (LIST, (TEXT, names)), 5: (I64, num)}
    plain = chance.choice((None, chance.randrange(999)))
    if plain is not None:
        metadata[6] = I64, plain
    has_length = chance.random() < 0.9
    if has_length:
        metadata[7] = I64, length
    metadata[9] = I64, first
    start = first
    if chance.random() < 0.5:
        dictionary = chance.choice((0, -1, 1, first - 1, first + 1, first))
        metadata[11] = I64, dictionary
        start = min(first, dictionary) if dictionary > 0 else first
    expected: dict[str, Any] = {
        "column": b".".join(names).decode(),
        "span": (start, length),
        "num_values": num,
        "low": None,
        "high": None,
        "has_nulls_counted": False,
        "num_nulls": None,
        "len_plain": plain,
    }
    if chance.random() < 0.8:
        statistics: dict[int, tuple[int, Any]] = {}
        texts = [chance.choice((None, b"a", b"b", b"")) for _ in range(4)]
        for number, value in zip((1, 2), texts, strict=False):
            if value is not None:
                statistics[number] = TEXT, value
        if chance.random() < 0.6:
            nulls = chance.randrange(5)
            statistics[3] = I64, nulls
            expected |= {"has_nulls_counted": True, "num_nulls": nulls}
        for number, value in zip((5, 6), texts[2:], strict=True):
            if value is not None:
                statistics[number] = TEXT, value
        old_high, old_low, high, low = texts
        if low is None and old_low == old_high:
            low = high = old_low
        if low is not None and high is not None:
            expected |= {"low": low, "high": high}
        metadata[12] = STRUCT, statistics
    return {2: (I64, 0), 3: (STRUCT, metadata)}, expected if has_length else None


def _footers(chance: random.Random) -> Failure:
    footer = imported("decode.parquet.footer")
    groups = [[_column(chance) for _ in range(chance.randrange(4))] for _ in range(chance.randrange(4))]
    pairs = [(f"k{chance.randrange(3)}".encode(), chance.choice((b"", b"v", b"w" * 2000))) for _ in range(4)]
    fields: dict[int, tuple[int, Any]] = {
        1: (I32, 1),
        3: (I64, 5),
        4: (LIST, (STRUCT, [{1: (LIST, (STRUCT, [one for one, _ in group]))} for group in groups])),
        5: (
            LIST,
            (STRUCT, [{1: (TEXT, key), 2: (TEXT, value)} for key, value in pairs] + [{1: (TEXT, b"alone")}]),
        ),
    }
    stored = struct_of(fields)
    data = b"PAR1" + bytes(chance.randrange(9)) + stored + len(stored).to_bytes(4, "little") + b"PAR1"
    expected = [[one for _, one in group if one is not None] for group in groups]
    found = [
        [
            {name: getattr(chunk, name) for name in _NAMES} | {"span": (chunk.span.ofs, chunk.span.len)}
            for chunk in group
        ]
        for group in footer.row_groups(data)
    ]
    if found != expected:
        return f"{found!r:.180}, expected {expected!r:.180}"
    if [[(span.ofs, span.len) for span in group] for group in footer.chunks_of(data)] != [
        [one["span"] for one in group] for group in expected
    ]:
        return "other spans"
    if footer.key_values(data) != dict(pairs):
        return "other texts"
    for wrong in (data[:7], data[:-8] + (len(data) - 7).to_bytes(4, "little") + b"PAR1", b""):
        try:
            footer.row_groups(wrong)
        except pa.ArrowInvalid:
            continue
        return f"{len(wrong)} bytes as a footer"
    return None


# --- pages -----------------------------------------------------------------------------------------------


def _header(kind: int, length: int, num: int | None, crc: int | None = None, more: bytes = b"") -> bytes:
    fields: dict[int, tuple[int, Any]] = {1: (I32, kind), 2: (I32, length), 3: (I32, length)}
    if crc is not None:
        fields[4] = I32, crc
    member = {0: 5, 2: 7, 3: 8}.get(kind, 6)
    if num is not None:
        fields[member] = STRUCT, {1: (I32, num), **({5: (STRUCT, {1: (TEXT, more)})} if more else {})}
    return struct_of(fields)


def _pages() -> Failure:
    pages = imported("decode.parquet.pages")
    body = b"0123456789"
    for kind, num, more in (
        (0, 3, b""),
        (2, 3, b""),
        (3, 3, b""),
        (0, 0, b""),
        (1, None, b""),
        (2, None, b""),
        (0, 3, b"x" * 600),
        (0, 3, b"x" * 5000),
    ):
        for crc in (None, 0, 5, -1, zlib.crc32(body) - (1 << 32)):
            head = _header(kind, len(body), num, crc, more)
            data = b"ab" + head + body
            stored = None if crc is None else crc & 0xFFFFFFFF
            if pages.page_at(data, 2, len(data)) != (2 + len(head), len(body), stored):
                return f"a page of kind {kind}, {len(more)} bytes of statistics, checksum {crc}"
            if _is_refused(lambda d=data: pages.page_at(d, 2, len(d) - 1)) is not True:
                return f"a page of kind {kind} beyond its end"
    for kind, length, num in ((4, 1, 1), (-1, 1, 1), (0, -1, 1), (0, 1, -1), (3, 1, None), (0, 1, None)):
        data = _header(kind, length, num) + body
        if not _is_refused(lambda d=data: pages.page_at(d, 0, len(d))):
            return f"a page of kind {kind}, {length} bytes, {num} values"
    return None


def _is_refused(call: Callable[[], Any]) -> bool:
    try:
        call()
    except ValueError:
        return True
    return False


def _sums() -> Failure:
    sums, span, reject = (
        imported("decode.parquet.checksums"),
        imported("views.common").Span,
        imported("errors").Reject,
    )
    body = b"0123456789"
    right = zlib.crc32(body)
    signed = right - (1 << 32) if right >> 31 else right

    def page(crc: int | None) -> bytes:
        return _header(0, len(body), 3, crc) + body

    for crcs in ((), (signed,), (None,), (signed, None), (signed, signed, signed), (None, signed, None)):
        data = b"PAR1" + b"".join(map(page, crcs))
        found = sums.check_sums(data, [span(4, len(data) - 4)])
        num, checked = len(crcs), sum(crc is not None for crc in crcs)
        if (found.num_pages, found.num_checked) != (num, checked):
            return f"{crcs}: {found}"
        start = {0: "no pages", num: f"all {num} page checksums are right"}.get(checked if num else 0)
        text = (
            "no pages"
            if not num
            else start
            if checked == num
            else f"{checked} of"
            if checked
            else "no page has"
        )
        if not str(found).startswith(str(text)):
            return f"{crcs}: {found}"
        split = sums.check_sums(
            data, [span(4, 0), span(4, len(data) - 4), span(3, 9), span(4, -1), span(4, len(data) - 3)]
        )
        if (split.num_pages, split.num_checked) != (num, checked):
            return f"{crcs} beside chunks outside of the file: {split}"
    first = page(signed)
    data = b"PAR1" + first + page(signed ^ 1)
    try:
        sums.check_sums(data, [span(4, len(data) - 4)])
    except reject as error:
        at = 4 + len(first) + len(first) - len(body)
        if (error.code, error.at, error.requirement) != ("bad-checksum", at, "log.parquet.page-checksum"):
            return f"{error.code} at {error.at}, not {at}"
    else:
        return "a wrong checksum"
    crc32_of = imported("decode.parquet.pages").crc32_of
    large = random.Random("large").randbytes((1 << 20) + 5)
    for size in (0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, len(large)):
        if crc32_of(large, 0, size) != zlib.crc32(large[:size]):
            return f"the checksum of {size} bytes"
        if crc32_of(large, 3, max(size, 3)) != zlib.crc32(large[3:size]):
            return f"the checksum of {size} bytes from 3 on"
    return None


# --- blocks of logs --------------------------------------------------------------------------------------


def _parquet(table: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def _blocks() -> Failure:
    rows_of, span = imported("decode.parquet.rows").decode_parquet_content, imported("views.common").Span
    reject = imported("errors").Reject
    schema = imported("decode.avro.schema").parse_schema(
        json.dumps(
            {
                "type": "record",
                "name": "r",
                "fields": [{"name": "n", "type": "long"}, {"name": "t", "type": ["null", "string"]}],
            }
        )
    )

    def outcome(data: bytes, before: bytes = b"abc", after: bytes = b"z") -> Any:
        rows = []
        try:
            for row in rows_of(before + data + after, span(len(before), len(data)), schema):
                rows.append(row)  # noqa: PERF402 - what came before a refusal
        except reject as error:
            return len(rows), error.code, error.at, error.requirement
        return rows

    for num in (0, 1, 4095, 4096, 4097, 9000):
        table = pa.table(
            {
                "n": pa.array(range(num), pa.int64()),
                "t": [f"{row}" if row % 3 else None for row in range(num)],
            }
        )
        expected = table.to_pylist()
        for options in ({}, {"row_group_size": 1000}, {"write_page_checksum": True}):
            if outcome(_parquet(table, **options)) != expected:
                return f"{num} rows with {options}"
    if outcome(b"") != []:
        return "no content has rows"
    data = _parquet(
        pa.table({"n": pa.array([1, 2], pa.int64()), "t": ["a", None]}),
        write_page_checksum=True,
        use_dictionary=False,
        compression="none",
    )
    form = "log.parquet.form"
    for name, changed, expected_refusal in (
        ("head", b"X" + data[1:], (0, "bad-magic", 3, form)),
        ("end", data[:-1] + b"X", (0, "bad-magic", 3 + len(data) - 4, form)),
        ("short", b"PAR1" + b"PAR1"[:3], (0, "bad-magic", 3 + 3, form)),
        ("eleven", b"PAR1" + bytes(3) + b"PAR1", (0, "bad-magic", 3 + 7, form)),
        ("footer", data[:-8] + b"\xff\xff\0\0" + b"PAR1", (0, "bad-value", 3, form)),
    ):
        if outcome(changed) != expected_refusal:
            return f"{name}: {outcome(changed)!r:.100}, expected {expected_refusal}"
    first = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(0).column(0)
    page = imported("decode.parquet.pages").page_at(data, first.data_page_offset, len(data))
    changed = data[: page[0] + 2] + bytes([data[page[0] + 2] ^ 1]) + data[page[0] + 3 :]
    expected_refusal = 0, "bad-checksum", 3 + page[0], "log.parquet.page-checksum"
    if outcome(changed) != expected_refusal:
        return f"a damaged page: {outcome(changed)!r:.100}, expected {expected_refusal}"
    other = _parquet(pa.table({"n": ["text"], "t": ["a"]}))
    if outcome(other)[1:] != ("schema-mismatch", 3, form):
        return f"rows of another schema: {outcome(other)!r:.100}"
    words = imported("decode.parquet.rows").page_sums
    if not words(data).startswith("all 2 ") or not words(_parquet(pa.table({"a": [1]}))).startswith(
        "no page"
    ):
        return "words about checksums"
    return (
        None
        if words(b"PAR1") == words(changed) == ""
        else "words about checksums that cannot be found or are wrong"
    )


def _arrays() -> Failure:
    values = imported("decode.parquet.rows").arrow_values
    day = datetime.date(1970, 1, 1)
    arrays: list[tuple[pa.Array, list[Any]]] = [
        (pa.array([1, None, -3], pa.int32()), [1, None, -3]),
        (pa.array([True, None]), [True, None]),
        (pa.array(["a", None, ""]), ["a", None, ""]),
        (pa.array([b"\xff", None]), [b"\xff", None]),
        (pa.array([day, None, day + datetime.timedelta(9)]), [0, None, 9]),
        (pa.array([5, None], pa.timestamp("us")), [5, None]),
        (pa.array([5, None], pa.time32("ms")), [5, None]),
        (pa.array([5], pa.time64("us")), [5]),
        (pa.array([5], pa.timestamp("ms", "UTC")), [5]),
        (pa.array(["a", None, "a"]).dictionary_encode(), ["a", None, "a"]),
        (pa.array([[1, 2], None, [], [3]]), [[1, 2], None, [], [3]]),
        (pa.array([[day], None], pa.list_(pa.date32())), [[0], None]),
        (pa.array([["a"], []], pa.large_list(pa.string())), [["a"], []]),
        (
            pa.array([{"a": 1, "b": [day]}, None, {"a": None, "b": None}]),
            [{"a": 1, "b": [0]}, None, {"a": None, "b": None}],
        ),
        (
            pa.array([[("k", 1), ("l", None)], None, []], pa.map_(pa.string(), pa.int32())),
            [{"k": 1, "l": None}, None, {}],
        ),
        (pa.array([[(b"k\xff", 1)]], pa.map_(pa.binary(), pa.int32())), [{"k�": 1}]),
        (pa.array([decimal.Decimal("1.20"), None]), [decimal.Decimal("1.20"), None]),
        (pa.array([{}, None], pa.struct([])), [{}, None]),
    ]
    for array, expected in arrays:
        for start in range(len(array) + 1):
            for end in range(start, len(array) + 1):
                found = values(array.slice(start, end - start))
                if found != expected[start:end]:
                    return f"{array.type} from {start} to {end}: {found}, expected {expected[start:end]}"
    broken = pa.array([b"ok", b"\xff", None]).view(pa.string())
    return None if values(broken) == ["ok", b"\xff", None] else f"texts that are none: {values(broken)}"


def _limits() -> Failure:
    rows, limit = imported("decode.parquet.rows"), imported("errors").LimitExceeded

    def metadata(num_rows: int, num_columns: int, sizes: list[int]) -> Any:
        group = [SimpleNamespace(total_byte_size=size) for size in sizes]
        return SimpleNamespace(
            num_rows=num_rows, num_columns=num_columns, num_row_groups=len(sizes), row_group=group.__getitem__
        )

    mib = 1 << 20
    for name, file, size, is_read in (
        ("values of a small file", metadata(mib, 1, [1]), 9, True),
        ("one more", metadata(mib + 1, 1, [1]), 9, False),
        ("no columns", metadata(mib, 0, []), 9, True),
        ("no columns, one more", metadata(mib + 1, 0, []), 9, False),
        ("two columns", metadata(mib // 2, 2, [1]), 9, True),
        ("more", metadata(mib // 2 + 1, 2, [1]), 9, False),
        ("values of a large one", metadata(16 * mib, 1, [1]), mib, True),
        ("one more of a large one", metadata(16 * mib + 1, 1, [1]), mib, False),
        ("bytes", metadata(1, 1, [15 * mib, mib]), 9, True),
        ("one more byte", metadata(1, 1, [15 * mib, mib + 1]), 9, False),
        ("bytes of a large one", metadata(1, 1, [100 * mib]), mib, True),
        ("one more of it", metadata(1, 1, [100 * mib + 1]), mib, False),
    ):
        try:
            rows.check_values(file, size)
        except limit:
            found = False
        else:
            found = True
        if found is not is_read:
            return f"{name}: {'read' if found else 'refused'}"
    for chunks, size, expected in (
        ([], 9, (0, 0)),
        ([(4, 3)], 9, (4, 7)),
        ([(5, 3), (4, 1)], 9, (4, 8)),
        ([(-2, 30)], 9, (0, 9)),
        ([(12, 3)], 9, (9, 9)),
        ([(4, -9)], 9, (4, 4)),
    ):
        spans = [imported("views.common").Span(*one) for one in chunks]
        if rows.group_span(spans, size) != expected:
            return f"{chunks}: {rows.group_span(spans, size)}"
    return None
