# SPDX-License-Identifier: Apache-2.0
"""Valid files: descriptions of whole logs and HFiles for the reference writer.

Blocks of logs are of every type and version, deletes of every type of ordering value; HFiles are of every
encoding, codec, checksum, version and filter, with index levels, tags and mvcc.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode.log.deletes import BRANCHES, INNER_BRANCHES
from hypothesis import strategies as st

from strategies.schemas import DOUBLE, FLOAT, HEX, INT32, LONG, TEXT, decimals, types


@dataclass(frozen=True, slots=True)
class Limits:
    """What a real reader takes; by default everything that the format allows."""

    footers: bool = True
    positions: bool = True
    ordering_arrays: bool = True
    tags: bool = True
    mvcc: bool = True  # else each cell stores that it is 0
    hfile_versions: Sequence[tuple[int, int]] = ((2, 0), (2, 1), (2, 2), (2, 3), (3, 0), (3, 3))
    codecs: Sequence[str] = ("NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "BZIP2")
    encodings: Sequence[str] = ("NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1")


ALL = Limits()

INSTANTS = st.integers(0, 10**17 - 1).map(lambda n: f"{n:017}")


ORDERINGS: dict[str, st.SearchStrategy[Any]] = {
    "boolean": st.booleans(),
    "int": INT32,
    "long": LONG,
    "float": FLOAT,
    "double": DOUBLE,
    "bytes": HEX,
    "string": TEXT,
    "date": INT32,
    "local-date": INT32,
    "decimal": decimals(30, 15),
    "time-micros": LONG,
    "timestamp-micros": LONG,
}


def ordering(kinds: list[str]) -> st.SearchStrategy[Any]:
    return st.sampled_from(kinds).flatmap(
        lambda kind: ORDERINGS[kind].map(lambda value: {"type": kind, "value": value})
    )


SINGLE = ordering([kind for kind in BRANCHES if kind != "array"])
SEVERAL = st.lists(st.none() | ordering([*INNER_BRANCHES]), max_size=4).map(
    lambda items: {"type": "array", "value": items}
)


def orderings(version: int, limits: Limits) -> st.SearchStrategy[Any]:
    """Ordering values of deletes of a content version."""
    if version == 1:
        return st.none()
    if version == 2:
        return st.none() | ordering(["int", "long", "string", "float", "double", "boolean"])
    return st.none() | SINGLE | SEVERAL if limits.ordering_arrays else st.none() | SINGLE


@st.composite
def avro_blocks(draw: st.DrawFn, limits: Limits = ALL) -> dict[str, Any]:
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
    if limits.positions and draw(st.booleans()):
        chosen = st.sets(st.integers(0, 2**40), min_size=len(records), max_size=len(records))
        block["positions"] = [str(position) for position in sorted(draw(chosen))]
        header["BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"] = draw(INSTANTS)
    return block


@st.composite
def delete_blocks(draw: st.DrawFn, limits: Limits = ALL) -> dict[str, Any]:
    version = draw(st.sampled_from([1, 2, 3]))
    key = TEXT if version < 3 else st.none() | TEXT
    entry = st.fixed_dictionaries(
        {"record_key": key, "partition_path": key, "ordering": orderings(version, limits)}
    )
    return {
        "kind": "DELETE_BLOCK",
        "header": {"INSTANT_TIME": draw(INSTANTS)},
        "content_version": version,
        "deletes": draw(st.lists(entry, max_size=5)),
        "knobs": {
            "array_blocks": draw(st.sampled_from(["one", "negative", "split"])),
            "kryo_references": draw(st.booleans()),
            "footer_entries": draw(st.lists(st.tuples(INT32, TEXT).map(list), max_size=2))
            if limits.footers
            else [],
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


def logs(max_blocks: int = 4, limits: Limits = ALL) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Blocks of a log file."""
    return st.lists(
        avro_blocks(limits) | delete_blocks(limits) | hfile_blocks() | COMMANDS, max_size=max_blocks
    )


CELL_TYPES = (4, 8, 12, 14)  # Put, Delete, DeleteColumn, DeleteFamily
BINARY = st.binary(max_size=12).map(bytes.hex)
TAG = st.tuples(st.integers(1, 255), st.binary(max_size=6)).map(
    lambda tag: ((len(tag[1]) + 1).to_bytes(2, "big") + bytes([tag[0]]) + tag[1]).hex()
)


@st.composite
def hfiles(draw: st.DrawFn, limits: Limits = ALL) -> dict[str, Any]:
    """An HFile as HBase writes it: cells in order, of one family."""
    major, minor = draw(st.sampled_from(limits.hfile_versions))
    has_tags = limits.tags and major == 3 and draw(st.booleans())
    has_mvcc = limits.mvcc and draw(st.booleans())
    family = draw(st.binary(max_size=4)).hex()
    # One cell per row: a row's cells are ordered by rules of their own, which the cases cover.
    rows = sorted(draw(st.sets(st.binary(min_size=1, max_size=20), max_size=30)))
    cells = []
    for row in rows:
        cell: dict[str, Any] = {
            "row": row.hex(),
            "family": family,
            "qualifier": draw(BINARY),
            "value": draw(BINARY),
            "timestamp": str(draw(st.integers(0, 2**62))),
            "type": draw(st.sampled_from(CELL_TYPES)),
        }
        if has_tags:
            cell["tags"] = "".join(draw(st.lists(TAG, max_size=2)))
        if has_mvcc:
            cell["mvcc"] = str(draw(st.integers(0, 2**40)))
        cells.append(cell)
    description: dict[str, Any] = {
        "major": major,
        "minor": minor,
        "cells": cells,
        "mvcc": has_mvcc or not limits.mvcc,
        "tags": has_tags,
        "compression": draw(st.sampled_from(limits.codecs)),
        "encoding": draw(st.sampled_from(limits.encodings)),
        "block_size": draw(st.sampled_from([1, 60, 400, 1 << 16])),
        "index_block_size": draw(st.sampled_from([1, 80, 1 << 17])),
        "min_index_entries": draw(st.sampled_from([2, 16])),
    }
    if (major, minor) != (2, 0):
        description["checksum"] = draw(st.sampled_from(["NULL", "CRC32", "CRC32C"]))
    if draw(st.booleans()):
        description["bloom"] = {"type": draw(st.sampled_from(["ROW", "ROWCOL"])), "chunk_bytes": 64}
    return description
