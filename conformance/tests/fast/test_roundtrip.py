# SPDX-License-Identifier: Apache-2.0
"""Two independent routes meet: the decoder's view of the writer's bytes is the writer's model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.canonical.log import canonical_log_positions, canonical_log_records, canonical_log_scan
from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hudi_conformance.decode.log.content import read_contents, read_positions
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.log.deletes import BRANCHES, INNER_BRANCHES
from hudi_conformance.encode.log.file import EncodedLog
from hudi_conformance.encode.log.names import encode_log_name
from hudi_conformance.encode.recipes import recipe_files
from hudi_conformance.views.names import LogFileName
from hypothesis import given, settings
from hypothesis import strategies as st

RECIPES = recipe_files()


def check(made: EncodedLog) -> None:
    scan, records, positions = made.expected_scan(), made.expected_records(), made.expected_positions()
    if scan is not None:
        assert canonical_log_scan(scan_log(made.data)) == scan
    if records is not None:
        assert canonical_log_records(read_contents(made.data)[0]) == records
    if positions is not None:
        assert canonical_log_positions(read_positions(made.data)[0]) == positions


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.name.split(".")[0])
def test_base_fixtures(recipe: Path) -> None:
    check(encode_log(json.loads(recipe.read_text(encoding="utf-8"))))


# --- descriptions made up ------------------------------------------------------------------------------

TEXT = st.text(st.characters(codec="utf-8"), max_size=70)
INT32 = st.integers(-(2**31), 2**31 - 1)
LONG = st.integers(-(2**63), 2**63 - 1).map(str)
FLOAT = st.floats(width=32).map(canonical_float32)
DOUBLE = st.floats().map(canonical_float64)
HEX = st.binary(max_size=20).map(bytes.hex)
INSTANTS = st.integers(0, 10**17 - 1).map(lambda n: f"{n:017}")


def decimals(digits: int, scale: int) -> st.SearchStrategy[str]:
    def text(number: int) -> str:
        sign, plain = "-" if number < 0 else "", str(abs(number)).rjust(scale + 1, "0")
        return sign + (f"{plain[:-scale]}.{plain[-scale:]}" if scale else plain)

    return st.integers(-(10**digits) + 1, 10**digits - 1).map(text)


ORDERINGS: dict[str, st.SearchStrategy[Any]] = {
    "boolean": st.booleans(), "int": INT32, "long": LONG, "float": FLOAT, "double": DOUBLE, "bytes": HEX,
    "string": TEXT, "date": INT32, "local-date": INT32, "decimal": decimals(30, 15), "time-micros": LONG,
    "timestamp-micros": LONG,
}  # fmt: skip


def ordering(kinds: list[str]) -> st.SearchStrategy[Any]:
    return st.sampled_from(kinds).flatmap(
        lambda kind: ORDERINGS[kind].map(lambda value: {"type": kind, "value": value})
    )


SINGLE = ordering([kind for kind in BRANCHES if kind != "array"])
SEVERAL = st.lists(st.none() | ordering([*INNER_BRANCHES]), max_size=4).map(
    lambda items: {"type": "array", "value": items}
)
ORDERING_BY_VERSION = {
    1: st.none(),
    2: st.none() | ordering(["int", "long", "string", "float", "double", "boolean"]),
    3: st.none() | SINGLE | SEVERAL,
}


@st.composite
def types(draw: st.DrawFn, depth: int = 0) -> tuple[Any, st.SearchStrategy[Any]]:
    """An Avro type and rows of it."""
    simple: list[tuple[Any, st.SearchStrategy[Any]]] = [
        ("boolean", st.booleans()),
        ("int", INT32),
        ("long", LONG),
        ("float", FLOAT),
        ("double", DOUBLE),
        ("bytes", HEX),
        ("string", TEXT),
        ({"type": "long", "logicalType": "timestamp-micros"}, LONG),
        ({"type": "int", "logicalType": "date"}, INT32),
        ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 3}, decimals(9, 3)),
    ]
    kinds = (
        ["simple", "simple", "simple", "null"] if depth > 2 else ["simple", "null", "array", "map", "union"]
    )
    kind = draw(st.sampled_from(kinds))
    if kind == "simple":
        return draw(st.sampled_from(simple))
    if kind == "union":
        wide = {"int": INT32, "string": TEXT, "bytes": HEX}
        rows = [values.map(lambda value, name=name: {name: value}) for name, values in wide.items()]
        return ["null", *wide], st.none() | st.one_of(rows)
    inner, rows_of_inner = draw(types(depth + 1))
    if kind == "array":
        return {"type": "array", "items": inner}, st.lists(rows_of_inner, max_size=3)
    if kind == "map":
        return {"type": "map", "values": inner}, st.dictionaries(TEXT, rows_of_inner, max_size=3)
    if isinstance(inner, list):
        return inner, rows_of_inner
    return draw(st.sampled_from([["null", inner], [inner, "null"]])), st.none() | rows_of_inner


@st.composite
def avro_blocks(draw: st.DrawFn) -> dict[str, Any]:
    fields = [draw(types()) for _ in range(draw(st.integers(0, 4)))]
    schema = {
        "type": "record",
        "name": "r",
        "fields": [{"name": f"f{i}", "type": kind} for i, (kind, _) in enumerate(fields)],
    }
    rows = st.fixed_dictionaries({f"f{i}": values for i, (_, values) in enumerate(fields)})
    knobs: dict[str, Any] = {}
    if draw(st.booleans()):
        knobs["record_padding_hex"] = draw(HEX)
    if draw(st.booleans()):
        knobs["content_trailing_hex"] = draw(HEX)
    knobs["array_blocks"] = draw(st.sampled_from(["one", "negative", "split"]))
    header = {"INSTANT_TIME": draw(INSTANTS), "SCHEMA": json.dumps(schema)}
    records = draw(st.lists(rows, max_size=4))
    block = {
        "kind": "AVRO_DATA_BLOCK",
        "header": header,
        "content_version": draw(st.sampled_from([1, 2, 3])),
        "records": records,
        "knobs": knobs,
    }
    if draw(st.booleans()):
        chosen = st.sets(st.integers(0, 2**40), min_size=len(records), max_size=len(records))
        block["positions"] = [str(position) for position in sorted(draw(chosen))]
        header["BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"] = draw(INSTANTS)
    return block


@st.composite
def delete_blocks(draw: st.DrawFn) -> dict[str, Any]:
    version = draw(st.sampled_from([1, 2, 3]))
    key = TEXT if version < 3 else st.none() | TEXT
    entry = st.fixed_dictionaries(
        {"record_key": key, "partition_path": key, "ordering": ORDERING_BY_VERSION[version]}
    )
    return {
        "kind": "DELETE_BLOCK",
        "header": {"INSTANT_TIME": draw(INSTANTS)},
        "content_version": version,
        "deletes": draw(st.lists(entry, max_size=5)),
        "knobs": {
            "array_blocks": draw(st.sampled_from(["one", "negative", "split"])),
            "kryo_references": draw(st.booleans()),
            "footer_entries": draw(st.lists(st.tuples(INT32, TEXT).map(list), max_size=2)),
        },
    }


@st.composite
def hfile_blocks(draw: st.DrawFn) -> dict[str, Any]:
    schema = (
        '{"type":"record","name":"m","fields":[{"name":"key","type":"string"},{"name":"v","type":"bytes"}]}'
    )
    keys = draw(st.sets(TEXT, max_size=6))
    return {
        "kind": "HFILE_DATA_BLOCK",
        "header": {"INSTANT_TIME": draw(INSTANTS), "SCHEMA": schema},
        "key_field": "key",
        "records": [
            {"key": key, "v": draw(HEX)} for key in sorted(keys, key=lambda text: text.encode("utf-8"))
        ],
        "compression": draw(st.sampled_from(["NONE", "GZ"])),
        "checksum": draw(st.sampled_from(["NULL", "CRC32"])),
        "len_hfile_block": draw(st.sampled_from([1, 100, 1 << 20])),
    }


COMMANDS = st.builds(
    lambda instant, target: {
        "kind": "COMMAND_BLOCK",
        "header": {"INSTANT_TIME": instant, "TARGET_INSTANT_TIME": target, "COMMAND_BLOCK_TYPE": "0"},
    },
    INSTANTS,
    TEXT,
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(avro_blocks() | delete_blocks() | hfile_blocks() | COMMANDS, max_size=4), st.binary(max_size=5)
)
def test_made_up_descriptions(blocks: list[dict[str, Any]], tail: bytes) -> None:
    # Stray bytes at the end that begin with a whole magic would be a block; five cannot.
    made = encode_log({"blocks": blocks, "append_hex": tail.hex()})
    assert made.is_sound
    check(made)


NAME_PART = st.text(st.characters(codec="utf-8", exclude_characters="._/\n"), min_size=1, max_size=12)


@given(
    st.builds(
        LogFileName,
        file_id=NAME_PART,
        instant=st.text("0123456789", max_size=17),
        extension=st.sampled_from(["log", "archive"]),
        file_version=st.integers(1, 2**31 - 1),
        write_token=st.tuples(*[st.integers(0, 10**6)] * 3).map(lambda token: "-".join(map(str, token))),
        suffix=st.sampled_from(["", ".cdc"]),
    )
)
def test_names(name: LogFileName) -> None:
    assert decode_name(encode_log_name(name)) == name
