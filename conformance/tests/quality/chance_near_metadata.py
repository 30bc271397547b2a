# SPDX-License-Identifier: Apache-2.0
"""Records of metadata tables by their meaning, for mutants drawn by chance.

    drawn:payloads-N        drawn records of each type, whole or with one wrong member: what they mean, or
                            code and rule of the refusal
    drawn:payload-bounds    bounds by wrapper and by stated type
    drawn:payload-decimals  scales of decimals, arrays in arrays
    drawn:page-spans        chunks of a Parquet file that begin in its magic or end behind it

What a record means is that of `spec/metadata_table.md`.
"""

from __future__ import annotations

import copy
import random
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, numbered
from chance_chunks import I32, STRUCT, struct_of
from chance_near import refusal_of

if TYPE_CHECKING:
    from chance_questions import World

_AT = 77
_RULE, _BOUND = "metadata.record.payload", "metadata.stats.bound"
_UUID = "12345678-9abc-def0-8123-456789abcdef"
_HIGH, _LOW = 0x123456789ABCDEF0, 0x8123456789ABCDEF - (1 << 64)
_NUMBERS = (0, 1, -1, 2**31, 2**63 - 1)


def near_metadata_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"payloads": _payload_fault}, 3, 150)
    yield "drawn:payload-bounds", "", _bounds_fault
    yield "drawn:payload-decimals", "", _decimals_fault
    yield "drawn:page-spans", "", _spans_fault


def _text(chance: random.Random) -> str:
    return chance.choice(("", "a", "ü", "part=1"))


def _files(chance: random.Random) -> tuple[Any, Any]:
    entries = {
        name: (chance.choice(_NUMBERS), chance.random() < 0.5)
        for name in chance.sample("abc", chance.randrange(4))
    }
    stored = {name: {"size": size, "isDeleted": gone} for name, (size, gone) in entries.items()}
    return stored, lambda views: views.FileList(
        {name: views.FileEntry(size, gone) for name, (size, gone) in entries.items()}
    )


def _statistics(chance: random.Random) -> tuple[Any, Any]:
    names = ("valueCount", "nullCount", "totalSize", "totalUncompressedSize")
    numbers = {name: chance.choice((None, *_NUMBERS)) for name in names}
    column, file, gone = (
        chance.choice((None, _text(chance))),
        chance.choice((None, _text(chance))),
        chance.random() < 0.5,
    )
    tight = chance.choice((None, True, False))
    low, high = (chance.choice((None, at)) for at in (1, 2))
    kind = chance.choice((None, None, (3, None), (3, "x")))
    bounds = [None if value is None else ("org.x.IntWrapper", {"value": value}) for value in (low, high)]
    stored = {"columnName": column, "fileName": file, "minValue": bounds[0], "maxValue": bounds[1], **numbers,
              "isDeleted": gone, "isTightBound": tight}  # fmt: skip
    stored["valueType"] = None if kind is None else {"typeOrdinal": kind[0], "additionalInfo": kind[1]}
    return stored, lambda views: views.ColumnStats(
        column, file, *(None if value is None else views.Bound("int", value) for value in (low, high)),
        *numbers.values(), gone, bool(tight), None if kind is None else views.ValueType(*kind),
    )  # fmt: skip


def _filter(chance: random.Random) -> tuple[Any, Any]:
    parts = (
        chance.choice(("SIMPLE", "x")),
        _text(chance),
        chance.choice((b"", b"text")),
        chance.random() < 0.5,
    )
    names = ("type", "timestamp", "bloomFilter", "isDeleted")
    return dict(zip(names, parts, strict=True)), lambda views: views.BloomRow(*parts)


def _location(chance: random.Random) -> tuple[Any, Any]:
    partition, instant = chance.choice((None, "", "p")), chance.choice((None, 0, 5, -1))
    position = chance.choice((None, 0, 7, 2**40))
    stored: dict[str, Any] = {"partitionName": partition, "instantTime": instant, "position": position}
    if chance.random() < 0.4:
        text = chance.choice((None, "", "file"))
        stored |= {
            "fileIdEncoding": 1,
            "fileId": text,
            "fileIdHighBits": -1,
            "fileIdLowBits": -1,
            "fileIndex": -1,
        }
        file_id, encoding = text or "", 1
    else:
        index, is_short = chance.choice((-1, None, 0, 12, 2**31 - 1)), chance.random() < 0.2
        stored |= {"fileIdEncoding": chance.choice((0, None)), "fileIdHighBits": _HIGH, "fileIdLowBits": _LOW,
                   "fileIndex": index, "fileId": ""}  # fmt: skip
        if is_short:  # numbers that are not there are 0
            stored |= {"fileIdHighBits": None, "fileIdLowBits": None}
        name = "00000000-0000-0000-0000-000000000000" if is_short else _UUID
        file_id, encoding = name if index in {-1, None} else f"{name}-{index}", 0
    if chance.random() < 0.3:
        stored = {name: value for name, value in stored.items() if value is not None}
    return stored, lambda views: views.Location(partition or "", file_id, instant or 0, position, encoding)


def _row(chance: random.Random) -> tuple[Any, Any]:
    gone = chance.random() < 0.5
    return {"isDeleted": gone}, lambda views: views.SecondaryRow(gone)


_FORMS = {
    1: ("filesystemMetadata", _files), 2: ("filesystemMetadata", _files),
    3: ("ColumnStatsMetadata", _statistics), 4: ("BloomFilterMetadata", _filter),
    5: ("recordIndexMetadata", _location), 6: ("ColumnStatsMetadata", _statistics),
    7: ("SecondaryIndexMetadata", _row),
}  # fmt: skip
# Members that a record cannot do without, by type.
_NEEDED = {
    1: ("size", "isDeleted"), 2: ("size", "isDeleted"), 3: ("isDeleted",), 6: ("isDeleted",),
    7: ("isDeleted",),
    4: ("type", "timestamp", "bloomFilter", "isDeleted"), 5: (),
}  # fmt: skip


def _payload_fault(chance: random.Random) -> Failure:
    module, views = imported("decode.metadata.payload"), imported("views.metadata")
    number = chance.choice(list(_FORMS))
    name, draw = _FORMS[number]
    payload, meant = draw(chance)
    record: dict[str, Any] = {
        "key": "k",
        "type": number,
        **{one: None for one, _ in _FORMS.values()},
        name: payload,
    }

    def read(wrong: Any) -> Any:
        return refusal_of(lambda: module.decode_payload(wrong, _AT))

    wanted = views.MetadataRecord("k", views.RecordType(number), meant(views))
    if (found := read(record)) != wanted:
        return f"{record}: {found}, expected {wanted}"[:390]
    missing, mismatch = ("missing-field", _AT, _RULE), ("schema-mismatch", _AT, _RULE)
    for wrong, expected in (
        ({**record, "key": None}, missing), ({**record, "key": b"k"}, mismatch),
        ({**record, "type": None}, missing), ({**record, "type": True}, mismatch),
        ({**record, "type": "1"}, mismatch), (None, missing), ([], missing),
        *(({**record, "type": other}, ("bad-type", _AT, "metadata.record.type")) for other in (0, 8, -1)),
        ({**record, name: None}, None if number < 3 else missing), ({**record, name: []}, missing),
        ({**record, name: "text"}, missing),
        *(({**record, name: {"a": entry}}, missing) for entry in (None, 5, "text", []) if number < 3),
    ):  # fmt: skip
        found = read(wrong)
        if expected is None:
            if found != views.MetadataRecord("k", views.RecordType(number), views.FileList({})):
                return f"no files: {found}"
        elif found != expected:
            return f"{wrong}: {found}, expected {expected}"[:390]
    parts = list(payload.values()) if number < 3 else [payload]
    for at, part in enumerate(parts):
        for member in part:
            for value in (None, True, 5, "text", b"raw", 0.5, {}, []):
                wrong = copy.deepcopy(record)
                target = list(wrong[name].values())[at] if number < 3 else wrong[name]
                target[member] = value
                found = read(wrong)
                kind = _kind(number, member)
                if kind is None:
                    continue
                is_right = isinstance(value, kind) and not (isinstance(value, bool) and kind is int)
                if value is None or (member == "valueType" and value == {}):
                    expected = missing if value == {} or member in _NEEDED[number] else None
                else:
                    expected = None if is_right else mismatch
                if expected is not None and found != expected:
                    return f"{member} of type {number} is {value!r}: {found}, expected {expected}"
                if expected is None and isinstance(found, tuple) and found[2] == _RULE:
                    return f"{member} of type {number} is {value!r}: {found}"
    return None


def _kind(number: int, member: str) -> Any:
    """Type of a member; None for those that are asked elsewhere."""
    if member in {"size", "valueCount", "nullCount", "totalSize", "totalUncompressedSize", "fileIdEncoding",
                  "fileIdHighBits", "fileIdLowBits", "fileIndex", "instantTime", "position"}:  # fmt: skip
        return int
    if member in {"isDeleted", "isTightBound"}:
        return bool
    if member in {"minValue", "maxValue"}:
        return None
    return {"bloomFilter": bytes, "valueType": dict}.get(member, str)


_WRAPPERS: dict[str, tuple[str, Any]] = {
    "BooleanWrapper": ("boolean", True), "IntWrapper": ("int", 5), "LongWrapper": ("long", 6),
    "FloatWrapper": ("float", 0.5), "DoubleWrapper": ("double", 0.25), "BytesWrapper": ("bytes", b"raw"),
    "StringWrapper": ("string", "text"), "DateWrapper": ("date", 7), "TimeMicrosWrapper": ("time-micros", 8),
    "TimestampMicrosWrapper": ("timestamp-micros", 9), "LocalDateWrapper": ("local-date", 10),
}  # fmt: skip
_STATED = (
    "", "null", "boolean", "int", "long", "float", "double", "string", "bytes", "fixed", "decimal", "uuid",
    "date",
    "time-millis", "time-micros", "timestamp-millis", "timestamp-micros", "timestamp-nanos",
    "local-timestamp-millis", "local-timestamp-micros", "local-timestamp-nanos",
)  # fmt: skip
_OF_TYPE = {
    "boolean": bool, "float": float, "double": float, "string": str, "uuid": str, "bytes": bytes,
    "fixed": bytes,
}  # fmt: skip


def _bound(bound: Any, ordinal: Any = None, info: Any = None) -> Any:
    """The lower bound of a row of statistics, or its refusal."""
    module = imported("decode.metadata.payload")
    stated = None if ordinal is None else {"typeOrdinal": ordinal, "additionalInfo": info}
    payload = {"minValue": bound, "isDeleted": False, "valueType": stated}
    record = {"key": "k", "type": 3, "ColumnStatsMetadata": payload}
    found = refusal_of(lambda: module.decode_payload(record, _AT))
    return found if isinstance(found, tuple) else found.payload.min


def _bounds_fault(_: World) -> Failure:
    views, mismatch = imported("views.metadata"), ("schema-mismatch", _AT, _BOUND)
    for wrapper, (name, value) in _WRAPPERS.items():
        for prefix in ("", "org.apache.hudi.avro.model."):
            if _bound((prefix + wrapper, {"value": value})) != views.Bound(name, value):
                return f"{wrapper}: {_bound((wrapper, {'value': value}))}"
        if _bound((wrapper, {"value": None})) != mismatch or _bound((wrapper, {})) != mismatch:
            return f"{wrapper} of nothing"
        for ordinal, stated in enumerate(_STATED[1:], 1):
            kind = _OF_TYPE.get(stated, int)
            is_right = isinstance(value, kind) and isinstance(value, bool) == (stated == "boolean")
            expected: Any = views.Bound(stated, value) if is_right else mismatch
            info = "9,2"
            if stated == "null":
                expected = None
            if stated == "decimal":
                expected = views.Bound("decimal", views.Scaled(b"raw", 2)) if value == b"raw" else mismatch
            if (found := _bound((wrapper, {"value": value}), ordinal, info)) != expected:
                return f"{wrapper} as {stated}: {found}, expected {expected}"
    for ordinal in (0, len(_STATED), -1):
        if _bound(None, ordinal) != ("bad-type", _AT, "metadata.stats.value-type"):
            return f"type {ordinal}: {_bound(None, ordinal)}"
    return None


def _decimals_fault(_: World) -> Failure:
    """Scales of decimals; bounds that are arrays."""
    views = imported("views.metadata")
    mismatch, unknown = ("schema-mismatch", _AT, _BOUND), ("bad-type", _AT, _BOUND)
    decimal, raw = _STATED.index("decimal"), ("BytesWrapper", {"value": b"r"})
    for info, scale in (
        ("9,2", 2), ("0,0", 0), ("1234,9999", 9999), ("12345,2", None), ("9,12345", None), ("9", None),
        ("", None), (None, None), (",", None), ("9,", None), (",2", None), ("9,-2", None), ("9,2,1", None),
        ("x,2", None), ("9,x", None), ("9 ,2", None), ("٩,2", None), ("9,²", None), ("92", None),
    ):  # fmt: skip
        wanted = "bad-value", _AT, "metadata.stats.decimal"
        expected = wanted if scale is None else views.Bound("decimal", views.Scaled(b"r", scale))
        if (found := _bound(raw, decimal, info)) != expected:
            return f"scale of {info!r}: {found}"
    if _bound(("DecimalWrapper", {"value": b"r"})) != views.Bound("decimal", views.Scaled(b"r", 15)):
        return "a decimal without a stated type"
    if _bound(("DecimalWrapper", {"value": 5})) != mismatch or _bound(("Wrapper", {"value": 5})) != unknown:
        return "a decimal that is a number, or no wrapper"
    one = ("IntWrapper", {"value": 1})
    made = ("ArrayWrapper", {"wrappedValues": [one, None, ("StringWrapper", {"value": "x"})]})
    parts = views.Bound("int", 1), views.Bound("null", b""), views.Bound("string", "x")
    if _bound(made) != views.Bound("array", parts):
        return f"an array: {_bound(made)}"
    for members in (None, 5, []):
        if _bound(("ArrayWrapper", {"wrappedValues": members})) != views.Bound("array", ()):
            return f"an array of {members}"
    for depth in (7, 8, 9, 10):
        nested: Any = one
        for _turn in range(depth):
            nested = ("ArrayWrapper", {"wrappedValues": [nested]})
        if (_bound(nested) == unknown) is not (depth > 8):
            return f"arrays {depth} deep: {str(_bound(nested))[:80]}"
    return None


def _spans_fault(_: World) -> Failure:
    """Chunks outside of a file are not walked; one that fits is, page after page."""
    module, common = imported("decode.parquet.checksums"), imported("views.common")

    def page(body: bytes, crc: int | None) -> bytes:
        fields = {1: (I32, 0), 2: (I32, len(body)), 3: (I32, len(body))}
        fields |= {} if crc is None else {4: (I32, crc - (crc >> 31 << 32))}
        return struct_of({**fields, 5: (STRUCT, {1: (I32, 1)})}) + body

    right, bare, wrong = page(b"body", zlib.crc32(b"body")), page(b"bare", None), page(b"body", 1)
    for lead in range(6):
        data = bytes(lead) + right + bare + b"end"
        last = lead + len(right) + len(bare)
        for ofs, length, num in (
            (lead, len(right) + len(bare), (2, 1)), (lead, len(right), (1, 1)), (lead, 0, (0, 0)), (lead,
            -1, (0, 0)),
            (lead + len(right), len(bare), (1, 0)), (lead, len(data) - lead, (2, 1)),
            (lead, len(data) - lead + 1, (0, 0)), (last, 3, (0, 0)),
        ):  # fmt: skip
            sums = module.check_sums(data, [common.Span(ofs, length)])
            expected = (0, 0) if ofs < 4 else num
            if (sums.num_pages, sums.num_checked) != expected:
                return f"{length} bytes at {ofs} of {len(data)}: {sums}"
    data = b"PAR1" + right + wrong
    for spans, is_refused in (
        ([(4, len(right))], False),
        ([(4, len(right)), (4 + len(right), len(wrong))], True),
    ):
        found = refusal_of(lambda s=spans: module.check_sums(data, [common.Span(*one) for one in s]))
        place = len(data) - 4
        if (found == ("bad-checksum", place, "log.parquet.page-checksum")) is not is_refused:
            return f"{spans}: {found}"
    return None
