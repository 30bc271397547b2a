# SPDX-License-Identifier: Apache-2.0
"""Fields of Avro containers by their paths, against containers that fastavro writes."""

from __future__ import annotations

import io

import fastavro
import pytest
from hudi_conformance.decode.avro.container_fields import container_fields
from hypothesis import given
from hypothesis import strategies as st

SCHEMA = {"type": "record", "name": "r", "fields": [{"name": "a", "type": "string"}]}
TEXTS = ["one", "two", "", "four"]


def container_of(texts: list[str], codec: str = "null") -> bytes:
    file = io.BytesIO()
    fastavro.writer(file, SCHEMA, [{"a": text} for text in texts], codec, sync_marker=bytes(range(16)))
    return file.getvalue()


def test_records_are_fields_of_their_own() -> None:
    data = container_of(TEXTS)
    fields, refusal = container_fields(data)
    by_path = {field.path: data[field.ofs : field.end] for field in fields}
    assert refusal is None
    assert by_path["magic"] == b"Obj\1"
    assert by_path["head.sync"] == by_path["blocks[0].sync"] == bytes(range(16))
    assert by_path["blocks[0].num_records"] == b"\x08"
    assert [by_path[f"blocks[0].records[{i}]"] for i in range(4)] == [b"\6one", b"\6two", b"\0", b"\x08four"]


@pytest.mark.parametrize(
    ("codec", "max_records", "paths"),
    [
        pytest.param("null", 1, ["records[0]", "more"], id="one-record-of-four"),
        pytest.param("null", 0, ["more"], id="no-record-of-four"),
        pytest.param("deflate", None, ["records"], id="compressed"),
    ],
)
def test_other_records_are_one_field(codec: str, max_records: int | None, paths: list[str]) -> None:
    fields, _ = container_fields(container_of(TEXTS, codec), max_records)
    names = [field.path.partition("blocks[0].")[2] for field in fields]
    assert names[names.index("len_records") + 1 : names.index("sync")] == paths


@given(st.lists(st.text(max_size=3), max_size=4), st.sampled_from(["null", "deflate"]), st.data())
def test_each_byte_is_in_one_field(texts: list[str], codec: str, draw: st.DataObject) -> None:
    """Intact, cut or with one byte changed: the fields follow each other up to the end."""
    data = bytearray(container_of(texts, codec))
    del data[draw.draw(st.integers(1, len(data))) :]
    data[draw.draw(st.integers(0, len(data) - 1))] ^= draw.draw(st.integers(0, 255))
    fields, _ = container_fields(bytes(data))
    ends = [0, *(field.end for field in fields)]
    assert [field.ofs for field in fields] == ends[:-1]
    assert ends[-1] == len(data)
