# SPDX-License-Identifier: Apache-2.0
"""Avro containers and JSON of the timeline: what a library writes is read, and damage is reported."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import fastavro
import pytest
from hudi_conformance.decode.avro.container import decode_container, walk_records
from hudi_conformance.decode.timeline.content import decode_container_records, decode_json, decode_one_record
from hudi_conformance.errors import LimitExceeded, Reject
from hypothesis import given, settings
from hypothesis import strategies as st

SCHEMA = {
    "type": "record",
    "name": "Plan",
    "fields": [
        {"name": "name", "type": ["null", "string"]},
        {"name": "sizes", "type": {"type": "map", "values": "long"}},
        {"name": "files", "type": {"type": "array", "items": "bytes"}},
    ],
}
PLANS = st.fixed_dictionaries(
    {
        "name": st.none() | st.text(max_size=12),
        "sizes": st.dictionaries(st.text(max_size=5), st.integers(-(2**63), 2**63 - 1), max_size=4),
        "files": st.lists(st.binary(max_size=9), max_size=4),
    }
)


def container(records: list[Any], codec: str = "null", sync_interval: int = 16000) -> bytes:
    out = io.BytesIO()
    fastavro.writer(out, fastavro.parse_schema(SCHEMA), records, codec=codec, sync_interval=sync_interval)
    return out.getvalue()


def refusal(decode: Callable[[], object]) -> Reject | None:
    try:
        decode()
    except Reject as error:
        return error
    return None


@given(st.lists(PLANS, max_size=6), st.sampled_from(["null", "deflate"]), st.sampled_from([1, 16000]))
def test_records_are_those_that_the_library_wrote(records: list[Any], codec: str, interval: int):
    data = container(records, codec, interval)
    assert decode_container_records(data) == records
    found = decode_container(data)
    assert found.codec == codec
    assert sum(block.num_records for block in found.blocks) == len(records)


@given(PLANS, st.data())
def test_a_container_that_is_cut_is_refused(record: Any, data: st.DataObject):
    whole = container([record])
    size = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(Reject) as refused:
        decode_one_record(whole[:size])
    head = decode_container(whole).ofs_blocks
    assert refused.value.code == (
        "missing-field" if size == head else "bad-magic" if not size else "truncated"
    )
    assert 0 <= (refused.value.at or 0) <= size


@settings(max_examples=300)
@given(PLANS, st.data())
def test_a_changed_container_is_answered(record: Any, data: st.DataObject):
    whole = bytearray(container([record], data.draw(st.sampled_from(["null", "deflate"]))))
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        found = decode_container(bytes(whole))
        list(walk_records(bytes(whole), found))
    except (Reject, LimitExceeded):
        pass


@given(st.binary(max_size=80))
def test_any_bytes_after_a_head_are_answered(rest: bytes):
    head = container([])
    refused = refusal(lambda: decode_container_records(head + rest))
    if refused is None:
        assert rest == b""
    else:
        assert refused.at is None or len(head) <= refused.at <= len(head) + len(rest)


def test_one_record_means_one():
    record = {"name": None, "sizes": {}, "files": []}
    assert decode_one_record(container([record]))[1] == record
    for records, code in (([], "missing-field"), ([record] * 2, "trailing-bytes")):
        with pytest.raises(Reject) as refused:
            decode_one_record(container(records))
        assert refused.value.code == code


# --- JSON -----------------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.data())
def test_json_that_is_cut_is_truncated(value: dict[str, Any], data: st.DataObject):
    text = json.dumps(value, ensure_ascii=data.draw(st.booleans())).encode()
    assert decode_json(text) == value
    size = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(Reject) as refused:
        decode_json(text[:size])
    # inside of a character of several bytes it is no text at all
    assert refused.value.code in {"truncated", "bad-value"}
    if text[:size].decode("utf-8", "ignore").encode() == text[:size]:
        assert refused.value.code == "truncated", text[:size]
