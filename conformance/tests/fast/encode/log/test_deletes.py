# SPDX-License-Identifier: Apache-2.0
"""Delete contents: version 3 read by an Avro library, Kryo against bytes that real releases wrote."""

from __future__ import annotations

import io
from typing import Any

import fastavro
import pytest
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.log.kryo import encode_string
from instruments.writer.log_views import expected_records

WRAPPED = (
    ("Boolean", "boolean"),
    ("Int", "int"),
    ("Long", "long"),
    ("Float", "float"),
    ("Double", "double"),
    ("Bytes", "bytes"),
    ("String", "string"),
    ("Date", "int"),
    ("Decimal", "bytes"),
    ("TimeMicros", "long"),
    ("TimestampMicros", "long"),
)


def wrapper(name: str, kind: Any) -> dict[str, Any]:
    return {"type": "record", "name": f"{name}Wrapper", "fields": [{"name": "value", "type": kind}]}


# The schema that the version number stands for; it is never in the file.
ENTRY = {
    "type": "record",
    "name": "HoodieDeleteRecord",
    "fields": [
        {"name": "recordKey", "type": ["null", "string"]},
        {"name": "partitionPath", "type": ["null", "string"]},
        {
            "name": "orderingVal",
            "type": [
                "null",
                *(wrapper(name, kind) for name, kind in WRAPPED),
                {
                    "type": "record",
                    "name": "ArrayWrapper",
                    "fields": [
                        {
                            "name": "wrappedValues",
                            "type": [
                                "null",
                                {
                                    "type": "array",
                                    "items": [
                                        "null",
                                        *(f"{name}Wrapper" for name, _ in WRAPPED),
                                        wrapper("LocalDate", "int"),
                                    ],
                                },
                            ],
                        }
                    ],
                },
            ],
        },
    ],
}
LIST = {
    "type": "record",
    "name": "HoodieDeleteRecordList",
    "fields": [{"name": "deleteRecordList", "type": {"type": "array", "items": ENTRY}}],
}
SCHEMA = fastavro.parse_schema(LIST)


def content(version: int, *deletes: tuple[Any, Any, Any], **knobs: Any) -> bytes:
    """Content of one delete block; an ordering is a pair of type and value."""
    entries = [
        {
            "record_key": key,
            "partition_path": path,
            "ordering": None if ordering is None else {"type": ordering[0], "value": ordering[1]},
        }
        for key, path, ordering in deletes
    ]
    header = {"INSTANT_TIME": "1"}
    block = {"kind": "DELETE_BLOCK", "header": header, "content_version": version, "deletes": entries}
    made = encode_log({"blocks": [block | {"knobs": knobs}]})
    (model,) = made.blocks
    return made.data[model.ofs_content : model.ofs_content + model.len_content]


def payload(data: bytes) -> bytes:
    assert int.from_bytes(data[4:8], "big") == len(data) - 8
    return data[8:]


def test_example_of_the_format_byte_by_byte() -> None:
    made = content(3, ("a", "p", ("long", "5")), ("b", "p", None))
    assert made.hex(" ", -4) == bytes.fromhex(
        "00000003 00000011 04 020261 020270 060a 020262 020270 00 00"
    ).hex(" ", -4)


@pytest.mark.parametrize("form", ["one", "negative", "split"])
@pytest.mark.parametrize(
    ("ordering", "name", "value"),
    [
        (("boolean", True), "BooleanWrapper", True),
        (("int", -5), "IntWrapper", -5),
        (("long", "-9223372036854775808"), "LongWrapper", -(2**63)),
        (("float", "1.5"), "FloatWrapper", 1.5),
        (("double", "0.1"), "DoubleWrapper", 0.1),
        (("bytes", "00ff"), "BytesWrapper", b"\x00\xff"),
        (("string", "é"), "StringWrapper", "é"),
        (("date", 19723), "DateWrapper", 19723),
        (("decimal", "-1.5"), "DecimalWrapper", (-15 * 10**14).to_bytes(7, "big", signed=True)),
        (("time-micros", "1"), "TimeMicrosWrapper", 1),
        (("timestamp-micros", "1704067200000001"), "TimestampMicrosWrapper", 1704067200000001),
    ],
)
def test_every_ordering_type_by_an_avro_library(
    form: str, ordering: tuple[str, Any], name: str, value: Any
) -> None:
    data = payload(content(3, ("k", "", ordering), (None, None, None), array_blocks=form))
    source = io.BytesIO(data)
    read = fastavro.schemaless_reader(source, SCHEMA, return_record_name=True)
    assert not source.read()
    first, second = read["deleteRecordList"]
    assert first == {"recordKey": "k", "partitionPath": "", "orderingVal": (name, {"value": value})}
    assert second == {"recordKey": None, "partitionPath": None, "orderingVal": None}


def test_several_ordering_values_by_an_avro_library() -> None:
    inner = [{"type": "int", "value": 1}, None, {"type": "local-date", "value": 2}]
    data = payload(content(3, ("k", "p", ("array", inner))))
    read = fastavro.schemaless_reader(io.BytesIO(data), SCHEMA, return_record_name=True)
    (entry,) = read["deleteRecordList"]
    assert entry["orderingVal"] == (
        "ArrayWrapper",
        {"wrappedValues": [("IntWrapper", {"value": 1}), None, ("LocalDateWrapper", {"value": 2})]},
    )


def test_model_rescales_decimals() -> None:
    block = {
        "kind": "DELETE_BLOCK",
        "header": {"INSTANT_TIME": "1"},
        "deletes": [
            {"record_key": "a", "partition_path": "p", "ordering": {"type": "decimal", "value": "-1.5"}}
        ],
    }
    shown = expected_records(encode_log({"blocks": [block]}))
    assert shown is not None
    ordering = shown["blocks"][0]["deletes"][0]["ordering"]
    assert ordering == {"type": "decimal", "value": "-1.500000000000000"}


@pytest.mark.parametrize(
    ("version", "ordering", "requirement"),
    [
        (3, ("decimal", "0.0000000000000001"), "log.delete.decimal-scale"),
        (3, ("decimal", "1" + "0" * 15), "log.delete.decimal-scale"),
        (3, ("local-date", 1), "log.delete.ordering-branch"),
        (3, ("array", [{"type": "array", "value": []}]), "log.delete.ordering-branch"),
        (3, (["int"], 1), "log.delete.ordering-branch"),
        (3, ("boolean", 1), "log.delete.ordering-branch"),
        (2, ("decimal", "1"), "log.delete.kryo-records"),
        (1, ("int", 1), "log.delete.kryo-keys"),
    ],
)
def test_ordering_values_that_are_refused(version: int, ordering: Any, requirement: str) -> None:
    with pytest.raises(EncodeError) as caught:
        content(version, ("k", "p", ordering))
    assert caught.value.requirement == requirement


# --- Kryo --------------------------------------------------------------------------------------------

KEYS_BY_0_9_0 = (
    "00000001 0000006b 0100 "
    "5b4c6f72672e6170616368652e687564692e636f6d6d6f6e2e6d6f64656c2e486f6f6469654b6579bb"
    "01 03 0101 6f72672e6170616368652e687564692e636f6d6d6f6e2e6d6f64656c2e486f6f6469654b65f9"
    "01 01 706172743db1 01 6b6579b1 0101 01 04 01 6b6579b2"
)
RECORDS_BY_0_12 = (
    "00000002 000000b0 0100"
    "5b4c6f72672e6170616368652e687564692e636f6d6d6f6e2e6d6f64656c2e44656c6574655265636f7264bb 0104"
    "0101 6f72672e6170616368652e687564692e636f6d6d6f6e2e6d6f64656c2e44656c6574655265636f72e4 01"
    "0102 6f72672e6170616368652e687564692e636f6d6d6f6e2e6d6f64656c2e486f6f6469654b65f9 01"
    "01703db0 016b303030b0 0200 0101 01 0102 01 0181 016b303030b1 0200 0101 01 0102 01 05 016b303030b2 0200"
)


def test_kryo_keys_as_release_0_9_0_wrote_them() -> None:
    made = content(1, ("key1", "part=1", None), ("key2", "part=1", None))
    assert made == bytes.fromhex(KEYS_BY_0_9_0)
    assert len(made) == 115


def test_kryo_records_as_releases_of_version_2_wrote_them() -> None:
    zero = ("int", 0)
    made = content(2, ("k0000", "p=0", zero), ("k0001", "", zero), ("k0002", "p=0", zero))
    assert made == bytes.fromhex(RECORDS_BY_0_12)


@pytest.mark.parametrize(
    ("ordering", "data"),
    [
        (None, "00"),
        (("int", -1), "0201"),
        (("long", "1"), "0902"),
        (("long", "9223372036854775807"), "09feffffffffffffffff"),
        (("long", "-9223372036854775808"), "09ffffffffffffffffff"),
        (("long", "36028797018963968"), "09" + "80" * 8 + "01"),
        (("string", "ab"), "030161e2"),
        (("string", ""), "030181"),
        (("double", "1.0"), "0a3ff0000000000000"),
        (("float", "1.0"), "043f800000"),
        (("boolean", True), "0501"),
    ],
)
def test_kryo_ordering_values(ordering: Any, data: str) -> None:
    assert content(2, ("key", "path", ordering)).hex().endswith("016b65f9" + data)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", "81"),
        ("a", "8261"),
        ("ab", "61e2"),
        ("é", "82c3a9"),
        ("日本", "83e697a5e69cac"),
        ("😀", "83eda0bdedb880"),
        ("\x00\x01", "0081"),
        ("x" * 63, "78" * 62 + "f8"),
        ("x" * 64, "c101" + "78" * 64),
        ("x" * 62 + "é", "c001" + "78" * 62 + "c3a9"),
        ("x" * 8191, "c08001" + "78" * 8191),
    ],
)
def test_kryo_strings(text: str, data: str) -> None:
    assert encode_string(text).hex() == data


def test_kryo_without_sharing_writes_every_string() -> None:
    two = (("a1", "p1", None), ("a2", "p1", None))
    assert content(1, *two).count(b"p\xb1") == 1
    assert content(1, *two, kryo_references=False).count(b"p\xb1") == 2
