# SPDX-License-Identifier: Apache-2.0
"""log.check: each rule for writers broken once, and clean files clean."""

from __future__ import annotations

from typing import Any

import pytest
from decode_maker import avro_content, delete_content, raw_block
from hudi_conformance.decode.log.check import CheckContext, check_log
from hudi_conformance.encode import encode_log

SCHEMA = '{"type": "record", "name": "r", "fields": [{"name": "key", "type": "string"}]}'
CDC = (
    '{"type": "record", "name": "Record", "fields": [{"name": "op", "type": ["string", "null"]},'
    ' {"name": "record_key", "type": ["string", "null"]}]}'
)
INSTANT = {"INSTANT_TIME": "20240101000000001"}
HEADER = {**INSTANT, "SCHEMA": SCHEMA}
RECORDS = (b"\x02a", b"\x02b")
NAME = ".a-0_20240101000000001.log.1_0-0-0"
ROLLBACK = {"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"}
BASE = {"BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS": "20230101000000000"}
TWO_POSITIONS = {"RECORD_POSITIONS": "AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAEAEAAAAAEAAgA="}
TAILED_POSITIONS = {"RECORD_POSITIONS": TWO_POSITIONS["RECORD_POSITIONS"].replace("A=", "AAAA==")}
ONE_POSITION = {"RECORD_POSITIONS": "AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAAAEAAAAAAA"}


def avro(*without: str, content: bytes | None = None, **more: str) -> bytes:
    header = {key: value for key, value in {**HEADER, **more}.items() if key not in without}
    return raw_block("AVRO_DATA_BLOCK", header, avro_content(*RECORDS) if content is None else content)


def delete(ordering: str, tail: bytes = b"") -> bytes:
    payload = bytes.fromhex(f"02 02 02 61 02 02 70 {ordering} 00")
    return raw_block("DELETE_BLOCK", INSTANT, delete_content(payload) + tail)


def command(*without: str, content: bytes = b"") -> bytes:
    header = {key: value for key, value in ROLLBACK.items() if key not in without}
    return raw_block("COMMAND_BLOCK", header, content)


def cdc(*operations: str, schema: str = CDC) -> bytes:
    data = [b"\0\x02" + operation.encode() + b"\0\x02k" for operation in operations]
    return raw_block("CDC_DATA_BLOCK", {**INSTANT, "SCHEMA": schema}, avro_content(*data))


def found(data: bytes, **context: Any) -> list[tuple[str, str, int | None]]:
    findings = check_log(data, CheckContext(**context))
    for finding in findings:
        assert finding.message
    return [(finding.requirement, finding.code, finding.at) for finding in findings]


def broken(data: bytes, **context: Any) -> list[str]:
    return [requirement for requirement, _, _ in found(data, **context)]


def test_clean() -> None:
    assert found(avro() + avro() + delete("00")) == []
    assert found(avro(), table_version=8, file_name=NAME) == []
    assert found(command(), table_version=6) == []
    assert found(avro(**BASE, **TWO_POSITIONS), table_version=8) == []
    assert found(delete("18 02 02 04 02 00"), table_version=9) == []
    assert check_log(b"") == []


@pytest.mark.parametrize(
    ("data", "context", "requirement"),
    [
        (avro("INSTANT_TIME"), {}, "log.header.instant-time"),
        (avro("SCHEMA"), {}, "log.header.schema"),
        (avro(SCHEMA="?"), {}, "log.header.schema-json"),
        (avro(IS_PARTIAL="yes"), {}, "log.header.partial"),
        (avro(COMPACTED_BLOCK_TIMES="1,,2"), {}, "log.header.compacted-times"),
        (avro(COMPACTED_BLOCK_TIMES="1, 2"), {}, "log.header.compacted-times"),
        (avro(COMPACTED_BLOCK_TIMES="1"), {"table_version": 4}, "log.header.table-version"),
        (avro(BLOCK_IDENTIFIER="1"), {"table_version": 5}, "log.header.table-version"),
        (avro(IS_PARTIAL="true"), {"table_version": 6}, "log.header.table-version"),
        (avro(BLOCK_IDENTIFIER="1,1"), {"table_version": 8}, "log.header.block-identifier"),
        (avro(content=avro_content(version=2)), {"table_version": 6}, "log.content.version-write"),
        (avro(content=avro_content(version=4)), {}, "log.content.version"),
        (avro(content=avro_content(RECORDS[0], padding=b"x")), {}, "log.avro.datum"),
        (avro(content=avro_content(*RECORDS) + b"x"), {}, "log.avro.form"),
        (avro(content=avro_content(*RECORDS, num=3)), {}, "log.avro.count"),
        (delete("00", tail=b"x"), {}, "log.delete.form"),
        (delete("14 02"), {}, "log.delete.time-micros"),
        (delete("18 02 02 14 02 00"), {"table_version": 9}, "log.delete.time-micros"),
        (delete("18 00"), {"table_version": 8}, "log.delete.array-wrapper"),
        (delete("12 1a 7fffffffffffffffffffffffff"), {}, "log.delete.decimal-scale"),
        (delete("1a"), {}, "log.delete.ordering-branch"),
        (command(content=b"x"), {}, "log.command.form"),
        (command("TARGET_INSTANT_TIME"), {}, "log.command.form"),
        (command("COMMAND_BLOCK_TYPE"), {}, "log.command.type"),
        (command(), {"table_version": 8}, "log.command.no-tv8"),
        (avro(**TWO_POSITIONS), {}, "log.positions.base-instant"),
        (avro(**BASE, **ONE_POSITION), {}, "log.positions.records"),
        (avro(**BASE, RECORD_POSITIONS="?"), {}, "log.positions.form"),
        (avro(**BASE, **TAILED_POSITIONS), {}, "log.positions.form"),
        (avro() + avro(INSTANT_TIME="3"), {"table_version": 8}, "log.file.no-append-tv8"),
        (avro(), {"table_version": 8, "file_name": ".a_2.log.1_0-0-0"}, "name.log.instant-tv8"),
        (avro(), {"table_version": 6, "file_name": NAME, "base_instant": "1"}, "name.log.instant-tv6"),
        (avro(), {"file_name": ".a_1.log.0_0-0-0"}, "name.log.first-version"),
        (avro(), {"file_name": ".a_1.log.2147483648_0-0-0"}, "name.log.version-range"),
        (avro(), {"file_name": ".a.b_1.log.1_0-0-0"}, "name.log.file-id-characters"),
        (avro(), {"file_name": ".a_1.log.1_0-0-0_tmp"}, "name.log.whole-match"),
        (avro(), {"file_name": "data.parquet"}, "name.log.form"),
        (avro(), {"file_name": f"{NAME}.cdc"}, "log.cdc.file"),
        (cdc("i"), {"file_name": NAME}, "log.cdc.file"),
        (cdc("i", "x"), {"file_name": f"{NAME}.cdc"}, "log.cdc.schema"),
        (cdc("i", schema=CDC.replace("record_key", "recordKey")), {}, "log.cdc.schema"),
    ],
)
def test_one_rule_broken(data: bytes, context: dict[str, Any], requirement: str) -> None:
    assert broken(data, **context) == [requirement]


def test_clean_cdc() -> None:
    assert found(cdc("i", "u", "d"), file_name=f"{NAME}.cdc", table_version=8) == []


def test_hfile_order() -> None:
    block = {
        "kind": "HFILE_DATA_BLOCK",
        "header": HEADER,
        "key_field": "key",
        "records": [{"key": "a"}, {"key": "b"}],
    }
    data = bytearray(encode_log({"blocks": [block]}).data)
    assert check_log(data) == []
    # The row of the first cell, "a", is put behind that of the second.
    where = data.index(b"DATABLK*") + 33 + 10
    assert data[where : where + 1] == b"a"
    for row, code in ((b"b", "duplicate"), (b"c", "bad-order")):
        data[where : where + 1] = row
        assert {(finding.requirement, finding.code) for finding in check_log(data)} & {
            ("log.hfile.order", code),
            ("hfile.checksum.mismatch", "bad-checksum"),
        }


def test_hfile_order_is_told_once_in_a_block() -> None:
    block = {
        "kind": "HFILE_DATA_BLOCK",
        "header": HEADER,
        "key_field": "key",
        "checksum": "NULL",
        "records": [{"key": key} for key in "abcd"],
    }
    data = bytearray(encode_log({"blocks": [block]}).data)
    for old, new in ((b"a", b"z"), (b"d", b"a")):
        data[data.index(b"\0\1" + old + b"\0") + 2] = new[0]
    assert broken(bytes(data)).count("log.hfile.order") == 1


def test_tails_and_damage() -> None:
    block = avro()
    size = len(block)
    assert found(block + b"abc") == [("log.recovery.short-tail", "trailing-bytes", size)]
    assert found(block + b"abcdef") == [("log.recovery.corrupt-check", "bad-magic", size)]
    assert found(block + b"#HUDI#x") == [("log.recovery.short-size", "truncated", size + 6)]
    assert found(raw_block(7, HEADER)) == [("log.block.type", "bad-type", 18)]


def test_maps() -> None:
    header = [(0, b"20240101000000001"), (2, SCHEMA.encode())]
    content = avro_content(*RECORDS)
    twice = raw_block(3, [*header, header[0]], content)
    assert found(twice) == [("log.map.unique-keys", "duplicate", 59 + len(SCHEMA))]
    assert found(raw_block(3, [(0, b"\xff"), header[1]], content)) == [("log.map.utf8-write", "bad-utf8", 34)]
    with_footer = raw_block(3, header, content, [(0, b"x")])
    assert found(with_footer) == [("log.footer.empty", "bad-value", len(with_footer) - 21)]


def test_archive_files_have_no_instants() -> None:
    archived = avro("INSTANT_TIME")
    assert broken(archived) == ["log.header.instant-time"]
    assert broken(archived, file_name=".commits_.archive.1_1-0-1", table_version=6) == []
