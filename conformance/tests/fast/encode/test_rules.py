# SPDX-License-Identifier: Apache-2.0
"""Misuse of the reference writer is an error that names the rule; nothing else ever escapes."""

from __future__ import annotations

import contextlib
import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import encode, resources
from hudi_conformance.encode import EncodeError, encode_log
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from instruments.recipes.files import recipe_files

SCHEMA = '{"type":"record","name":"r","fields":[{"name":"id","type":"string"}]}'
CDC = SCHEMA.replace('"id"', '"op"').replace("}]", '},{"name":"record_key","type":"string"}]')
BASE = "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"


def data_block(
    kind: str = "AVRO_DATA_BLOCK", header: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    full = {"INSTANT_TIME": "1", "SCHEMA": SCHEMA} | (header or {})
    kept = {key: value for key, value in full.items() if value is not None}
    return {"kind": kind, "header": kept, "records": [{"id": "a"}, {"id": "b"}]} | more


def command(header: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    full = {"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"} | (header or {})
    kept = {key: value for key, value in full.items() if value is not None}
    return {"kind": "COMMAND_BLOCK", "header": kept} | more


def delete(**more: Any) -> dict[str, Any]:
    return {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": "1"}, "deletes": []} | more


MISUSE: list[tuple[str, str, dict[str, Any]]] = [
    ("missing-field", "log.header.instant-time", data_block(header={"INSTANT_TIME": None})),
    ("missing-field", "log.header.instant-time", command({"INSTANT_TIME": None})),
    ("missing-field", "log.header.instant-time", delete(header={})),
    ("missing-field", "log.header.schema", data_block(header={"SCHEMA": None})),
    ("missing-field", "log.header.schema", data_block("CDC_DATA_BLOCK", header={"SCHEMA": None})),
    ("missing-field", "log.header.schema", data_block("HFILE_DATA_BLOCK", header={"SCHEMA": None})),
    ("missing-field", "log.header.schema", data_block("PARQUET_DATA_BLOCK", header={"SCHEMA": None})),
    ("bad-schema", "log.header.schema-json", data_block(header={"SCHEMA": "{"})),
    ("bad-schema", "log.header.schema", data_block(header={"SCHEMA": '"string"'})),
    ("bad-type", "log.header.key", data_block(header={"VERSION": "2"})),
    ("bad-utf8", "log.map.utf8-write", data_block(header={"TARGET_INSTANT_TIME": "\ud800"})),
    ("bad-utf8", "log.map.utf8-write", data_block(header={"TARGET_INSTANT_TIME": 5})),
    ("bad-type", "log.block.type-corrupt-not-stored", {"kind": "CORRUPT_BLOCK", "header": {}}),
    ("bad-type", "log.block.type", {"kind": "LANCE_DATA_BLOCK", "header": {}}),
    ("bad-version", "log.content.version-write", data_block(content_version=4)),
    ("bad-version", "log.content.version-write", delete(content_version=0)),
    ("schema-mismatch", "log.avro.datum", data_block(records=[{"id": 5}])),
    ("bad-value", "log.header.partial", data_block(header={"IS_PARTIAL": "false"})),
    ("bad-value", "log.header.compacted-times", data_block(header={"COMPACTED_BLOCK_TIMES": "1,"})),
    ("bad-value", "log.header.compacted-times", data_block(header={"COMPACTED_BLOCK_TIMES": "1, 2"})),
    ("missing-field", "log.command.form", command({"TARGET_INSTANT_TIME": None})),
    ("missing-field", "log.command.form", command({"COMMAND_BLOCK_TYPE": None})),
    ("bad-value", "log.command.type", command({"COMMAND_BLOCK_TYPE": "1"})),
    ("bad-value", "log.command.form", command(content_hex="00")),
    ("bad-schema", "log.cdc.schema", data_block("CDC_DATA_BLOCK")),
    (
        "bad-value",
        "log.cdc.schema",
        data_block("CDC_DATA_BLOCK", header={"SCHEMA": CDC}, records=[{"op": "x", "record_key": "k"}]),
    ),
    ("length-mismatch", "log.positions.records", data_block(header={BASE: "0"}, positions=["1"])),
    ("bad-order", "log.positions.records", data_block(header={BASE: "0"}, positions=["2", "1"])),
    ("duplicate", "log.positions.records", data_block(header={BASE: "0"}, positions=["1", "1"])),
    ("bad-value", "log.positions.form", data_block(header={BASE: "0"}, positions=["0", str(2**63)])),
    ("bad-value", "log.positions.form", data_block(header={BASE: "0"}, positions=["-1", "0"])),
    ("missing-field", "log.positions.base-instant", data_block(positions=["1", "2"])),
    (
        "duplicate",
        "log.map.unique-keys",
        data_block(header={BASE: "0", "RECORD_POSITIONS": ""}, positions=["1", "2"]),
    ),
    ("bad-value", "log.hfile.key-restore", data_block("HFILE_DATA_BLOCK", key_field="id")),
    ("bad-value", "log.hfile.form", data_block("HFILE_DATA_BLOCK", compression="SNAPPY")),
    ("bad-value", "log.parquet.form", data_block("PARQUET_DATA_BLOCK", compression="LZ77")),
    ("bad-value", "log.map.order-free", data_block(knobs={"header_order": ["SCHEMA"]})),
    ("bad-value", "log.block.type", data_block(knobs={"len_blok": 1})),
    ("bad-value", "log.block.type", data_block(deletes=[])),
]


@pytest.mark.parametrize(("code", "requirement", "block"), MISUSE)
def test_misuse_names_the_rule(code: str, requirement: str, block: dict[str, Any]) -> None:
    with pytest.raises(EncodeError) as caught:
        encode_log({"blocks": [block]})
    assert (caught.value.code, caught.value.requirement) == (code, requirement)
    assert "expected" in caught.value.message
    assert "got" in caught.value.message


@pytest.mark.parametrize("schema_keys", [("b", "a"), ("a", "a")])
def test_hfile_records_must_ascend(schema_keys: tuple[str, str]) -> None:
    schema = '{"type":"record","name":"r","fields":[{"name":"key","type":"string"}]}'
    rows = [{"key": key} for key in schema_keys]
    with pytest.raises(EncodeError) as caught:
        encode_log({"blocks": [data_block("HFILE_DATA_BLOCK", header={"SCHEMA": schema}, records=rows)]})
    assert caught.value.requirement == "log.hfile.order"


@pytest.mark.parametrize(
    ("key", "value", "version"),
    [
        ("COMPACTED_BLOCK_TIMES", "1", 4),
        ("BLOCK_IDENTIFIER", "0,0", 5),
        ("IS_PARTIAL", "true", 6),
        (BASE, "1", 6),
    ],
)
def test_header_keys_wait_for_their_table_version(key: str, value: str, version: int) -> None:
    block = data_block(header={key: value})
    with pytest.raises(EncodeError) as caught:
        encode_log({"blocks": [block], "table_version": version})
    assert caught.value.requirement == "log.header.table-version"
    assert encode_log({"blocks": [block], "table_version": 8}).data == encode_log({"blocks": [block]}).data


def test_no_command_blocks_from_table_version_8_on() -> None:
    assert encode_log({"blocks": [command()], "table_version": 7}).is_sound
    with pytest.raises(EncodeError) as caught:
        encode_log({"blocks": [command()], "table_version": 8})
    assert caught.value.requirement == "log.command.no-tv8"


def test_explicit_header_entries_switch_the_header_checks_off() -> None:
    block = {"kind": "DELETE_BLOCK", "deletes": [], "knobs": {"header_entries": []}}
    assert encode_log({"blocks": [block]}).data[22:26] == b"\x00\x00\x00\x00"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from(["0", "-1", "00", "true"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
DESCRIPTIONS = [
    json.loads(path.read_text(encoding="utf-8")) for path in recipe_files() if path.stat().st_size < 6000
]


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


@pytest.mark.own_job
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_description_makes_the_writer_fall_over(data: st.DataObject) -> None:
    description = copy.deepcopy(data.draw(st.sampled_from(DESCRIPTIONS)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(description)))
        node: Any = description
        try:
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = data.draw(JSON)
        except (KeyError, IndexError, TypeError):
            continue
    with contextlib.suppress(EncodeError):
        assert encode_log(description).data == encode_log(description).data


@given(JSON)
def test_no_json_value_makes_the_writer_fall_over(value: Any) -> None:
    for description in (value, {"blocks": value}, {"blocks": [value]}, {"blocks": [data_block(knobs=value)]}):
        with contextlib.suppress(EncodeError):
            assert isinstance(encode_log(description).data, bytes)


def test_every_rule_that_the_writer_names_is_in_the_specification() -> None:
    known = set(re.findall(r"^> \*\*`([a-z0-9.-]+)`\*\*", specification(), re.MULTILINE))
    folder = Path(encode.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    # A call of a method is no rule.
    named = set(re.findall(r"\b(?:log|name|limits)\.[a-z]+\.[a-z0-9-]+(?![\w(-])", sources))
    assert len(named) > 40
    assert named - known == set()


def specification() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in resources.spec_dir().glob("*.md"))
