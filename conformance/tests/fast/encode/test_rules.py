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
BASE = "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"


def data_block(
    kind: str = "AVRO_DATA_BLOCK", header: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    full = {"INSTANT_TIME": "1", "SCHEMA": SCHEMA} | (header or {})
    kept = {key: value for key, value in full.items() if value is not None}
    return {"kind": kind, "header": kept, "records": [{"id": "a"}, {"id": "b"}]} | more


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
