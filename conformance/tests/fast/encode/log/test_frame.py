# SPDX-License-Identifier: Apache-2.0
"""The frame that the reference writer makes, looked at with `struct` alone."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.log import frame
from hudi_conformance.encode.log.frame import Frame, encode_frame, encode_map
from instruments.recipes.files import recipe_files
from instruments.writer.log_views import expected_records, expected_scan

SCHEMA = (
    '{"type": "record", "name": "r", "namespace": "t", "fields": [{"name": "id", "type": "string"}, '
    '{"name": "v", "type": ["null", "int"], "default": null}]}'
)
INSTANT = "20240101000000001"


def avro(**more: Any) -> dict[str, Any]:
    header = {"INSTANT_TIME": INSTANT, "SCHEMA": SCHEMA}
    rows = [{"id": "a", "v": 1}, {"id": "b", "v": None}]
    return {"kind": "AVRO_DATA_BLOCK", "header": header, "records": rows, **more}


def one(**knobs: Any) -> bytes:
    return encode_log({"blocks": [avro(knobs=knobs)]}).data


def blocks_by_arithmetic(data: bytes) -> list[dict[str, int]]:
    """S, H, C, F and T of each block, by the sums that the format gives."""
    found = []
    pos = 0
    while pos < len(data):
        assert data[pos : pos + 6] == b"#HUDI#"
        s, version, block_type = struct.unpack_from(">qii", data, pos + 6)
        at = start = pos + 22
        at = skip_map(data, at)
        h = at - start
        (c,) = struct.unpack_from(">q", data, at)
        ofs_content = at + 8
        footer = ofs_content + c
        f = skip_map(data, footer) - footer
        (t,) = struct.unpack_from(">q", data, footer + f)
        assert s == 4 + 4 + h + 8 + c + f + 8
        assert t == s + 6
        assert footer + f + 8 == pos + 14 + s
        assert version == 1
        found.append({"pos": pos, "S": s, "T": t, "C": c, "H": h, "type": block_type, "content": ofs_content})
        pos += 14 + s
    assert pos == len(data)
    return found


def skip_map(data: bytes, at: int) -> int:
    (count,) = struct.unpack_from(">i", data, at)
    at += 4
    for _ in range(count):
        _, length = struct.unpack_from(">ii", data, at)
        at += 8 + length
    return at


def sound_recipes() -> list[Path]:
    return [
        path
        for path in recipe_files()
        if encode_log(canonical_json.loads(path.read_bytes())).is_sound
        and not canonical_json.loads(path.read_bytes()).get("append_hex")
    ]


@pytest.mark.parametrize("recipe", sound_recipes(), ids=lambda path: path.name.split(".")[0])
def test_sums_of_every_base_fixture(recipe: Path) -> None:
    made = encode_log(canonical_json.loads(recipe.read_bytes()))
    by_hand = blocks_by_arithmetic(made.data)
    scan = expected_scan(made)
    assert scan is not None
    assert [(str(b["pos"]), str(14 + b["S"]), str(b["content"]), str(b["C"])) for b in by_hand] == [
        (b["ofs"], b["len"], b["content"]["ofs"], b["content"]["len"]) for b in scan["blocks"]
    ]


def test_published_sample_has_its_six_numbers() -> None:
    recipe = next(path for path in recipe_files() if path.name == "seed_sample.write.json")
    blocks = blocks_by_arithmetic(encode_log(canonical_json.loads(recipe.read_bytes())).data)
    assert [block["S"] for block in blocks] == [1061, 947]
    assert [block["T"] for block in blocks] == [1067, 953]
    assert [block["C"] for block in blocks] == [235, 121]


def test_smallest_ordinary_block_byte_by_byte() -> None:
    wanted = (
        bytes.fromhex("234855444923 00000000000000f0 00000001 00000003 00000002 00000000 00000011")
        + INSTANT.encode()
        + bytes.fromhex("00000002 00000098")
        + SCHEMA.encode()
        + bytes.fromhex("0000000000000017 00000003 00000002 00000004 02610202 00000003 026200")
        + bytes.fromhex("00000000 00000000000000f6")
    )
    assert one() == wanted
    assert len(wanted) == 254


def test_command_block_byte_by_byte() -> None:
    header = {
        "INSTANT_TIME": "20240101000000004",
        "TARGET_INSTANT_TIME": "20240101000000002",
        "COMMAND_BLOCK_TYPE": "0",
    }
    wanted = bytes.fromhex(
        "234855444923 000000000000005b 00000001 00000000 00000003"
        "00000000 00000011 3230323430313031303030303030303034"
        "00000001 00000011 3230323430313031303030303030303032"
        "00000003 00000001 30 0000000000000000 00000000 0000000000000061"
    )
    assert encode_log({"blocks": [{"kind": "COMMAND_BLOCK", "header": header}]}).data == wanted


def test_map_of_two_entries() -> None:
    assert encode_map([(0, b"x"), (-1, b"")]).hex() == "00000002000000000000000178ffffffff00000000"


@pytest.mark.parametrize(
    ("knobs", "at", "form", "value"),
    [
        ({"len_block": "4294967536"}, 6, ">q", 4294967536),
        ({"len_block_delta": 1}, 6, ">q", 241),
        ({"len_trailing": 247}, 246, ">q", 247),
        ({"format_version": 0}, 14, ">i", 0),
        ({"type": 7}, 18, ">i", 7),
        ({"num_header": -1}, 22, ">i", -1),
        ({"len_content": -1}, 211, ">q", -1),
        ({"content_version": 99}, 219, ">i", 99),
        ({"num_records": 1 << 30}, 223, ">i", 1 << 30),
        ({"len_records": [9]}, 227, ">i", 9),
        ({"num_footer": 3}, 242, ">i", 3),
    ],
)
def test_a_knob_changes_its_field_and_no_other(knobs: dict[str, Any], at: int, form: str, value: int) -> None:
    made, good = one(**knobs), one()
    assert struct.unpack_from(form, made, at) == (value,)
    width = struct.calcsize(form)
    assert made[:at] + made[at + width :] == good[:at] + good[at + width :]


def test_knobs_that_move_bytes_keep_the_outer_lengths_right() -> None:
    padded = one(pad_before_footer_hex="00" * 12)
    assert len(padded) == 254 + 12
    assert struct.unpack_from(">q", padded, 6) == (252,)
    assert struct.unpack(">q", padded[-8:]) == (258,)
    assert struct.unpack_from(">q", padded, 211) == (23,)
    short = one(omit_footer=True)
    assert len(short) == 250
    assert struct.unpack(">q", short[-8:]) == (242,)


@pytest.mark.parametrize(
    "knobs",
    [
        {"footer_entries": [[5, "x"], [-1, {"hex": "ff"}]]},
        {"header_order": ["SCHEMA", "INSTANT_TIME"]},
        {"record_padding_hex": "00"},
        {"content_trailing_hex": "00"},
    ],
)
def test_harmless_knobs_keep_the_expected_view(knobs: dict[str, Any]) -> None:
    plain, odd = encode_log({"blocks": [avro()]}), encode_log({"blocks": [avro(knobs=knobs)]})
    assert odd.data != plain.data
    assert expected_records(odd) == expected_records(plain)
    blocks_by_arithmetic(odd.data)


def test_damage_has_no_expected_view() -> None:
    for description in (
        {"blocks": [avro(knobs={"len_block_delta": 1})]},
        {"blocks": [avro()], "prefix_hex": "00"},
        {"blocks": [avro()], "append_hex": "00" * 6},
    ):
        made = encode_log(description)
        assert (made.is_sound, expected_scan(made), expected_records(made)) == (False, None, None)
    assert expected_scan(encode_log({"blocks": [avro()], "append_hex": "00" * 5})) is not None


def test_header_entries_are_written_as_given() -> None:
    made = one(header_entries=[[0, "x"], [0, {"hex": "ff"}], [99, ""]])
    assert made[22:].startswith(
        bytes.fromhex("00000003 00000000 00000001 78 00000000 00000001 ff 00000063 00000000")
    )


def test_keys_ascend_whatever_the_description_says() -> None:
    header = {"SCHEMA": SCHEMA, "INSTANT_TIME": INSTANT}
    assert encode_log({"blocks": [avro() | {"header": header}]}).data == one()


def test_the_longest_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number at its end, which counts all before it, fits a signed number of 32 bits."""
    data = encode_frame(Frame(3, encode_map([]), b"content")).data
    monkeypatch.setattr(frame, "_MAX_LENGTH", len(data) - 8)
    assert encode_frame(Frame(3, encode_map([]), b"content")).data == data
    with pytest.raises(EncodeError) as error:
        encode_frame(Frame(3, encode_map([]), b"content+"))
    assert (error.value.code, error.value.requirement) == ("bad-value", "log.block.length-range")
