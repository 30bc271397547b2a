# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of drawn metadata tables, for mutants drawn by chance.

    drawn:filters-N    filters of base files that have one, another, or none in their footer: what is told,
                       and what is not checked, follows from what was done to each

Filters are those of the writer, which shares no code with the audit.
"""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered
from chance_described import groups_of, place_of, record_of
from chance_findings import Told, damage, difference, gap, replaced

_PARTITIONS = ("", "p=1", "q/r")
_Expected = list[tuple[Told, list[str]]]
_KEYS = (b"org.apache.hudi.bloomfilter", b"com.uber.hoodie.bloomfilter")
_TYPE = b"hoodie_bloom_filter_type_code"


@cache
def _filter(keys: tuple[str, ...], kind: str) -> bytes:
    plan = {"type": kind, "keys": list(keys), "num_keys": 8, "error_rate": "0.000001", "max_keys": 8}
    if kind == "SIMPLE":
        del plan["max_keys"]
    text: str = imported("encode.bloom").encode_bloom_description(plan)
    return text.encode()


@cache
def _with_filter(keys: tuple[str | None, ...], stored: bytes | None, kind: str | None, name: bytes) -> bytes:
    metadata = {b"other": b"x"}
    if stored is not None:
        metadata[name] = stored
    if kind is not None:
        metadata[_TYPE] = kind.encode()
    table = pa.table({"_hoodie_record_key": pa.array(keys, pa.string())})
    out = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(metadata), out)
    return out.getvalue()


def blooms_fault(chance: random.Random) -> Failure:
    """Base files with a filter, and what the index has of them."""
    keys_of, is_deep, num = imported("encode.metadata.keys"), chance.random() < 0.5, chance.choice((1, 2, 5))
    views = imported("views.metadata")
    records: dict[str, Any] = {}
    files: list[tuple[str, str]] = []
    expected: _Expected = []
    with tempfile.TemporaryDirectory() as place:
        for number in range(chance.choice((1, 3))):
            partition = chance.choice(_PARTITIONS)
            name = f"f{number}.parquet"
            shown = f"{partition}/{name}" if partition else name
            keys = tuple(f"k{at}" for at in range(chance.choice((0, 1, 5))))
            kind = chance.choice(("SIMPLE", "SIMPLE", "DYNAMIC_V0"))
            is_stored = chance.random() < 0.8
            stored = _filter(keys, kind) if is_stored else None
            code = kind if kind != "SIMPLE" else chance.choice((None, "SIMPLE", "simple"))
            path = Path(place) / partition / name
            path.parent.mkdir(parents=True, exist_ok=True)
            fate = chance.choice(("there", "there", "there", "there", "gone", "garbage", "log"))
            data = _with_filter((*keys, None, ""), stored, code, chance.choice(_KEYS))
            if fate == "log":
                name = f"f{number}.log"
                path = path.with_name(name)
            if fate != "gone":
                path.write_bytes(b"PAR1PAR1" if fate == "garbage" else data)
            files.append((partition, name))
            change = chance.choice(
                ("right", "right", "lower", "fewer", "more", "none", "deleted", "other", "text", "kind")
            )
            in_index = {"fewer": keys[1:], "more": (*keys, "m")}.get(change, keys)
            text = b"???" if change == "text" else _filter(in_index, kind)
            type_ = kind.lower() if change == "lower" else "NOPE" if change == "kind" else kind
            key = keys_of.hashed_partition(partition) + keys_of.hashed_file(name)
            row: Any = views.BloomRow(type_, "1", text, change == "deleted")
            if change == "other":
                row = views.SecondaryRow(False)
            if change != "none":
                records[key] = record_of(key, row, 4)
            where = place_of("bloom_filters", "b", key, num)
            if fate == "there":
                expected += _of_bloom(where, shown, keys, change, is_deep=is_deep, is_stored=is_stored)
            elif fate == "garbage":
                unread = (shown, "table.base-file.form", "bad-value", "unreadable", "error")
                expected.append((unread, ["not checked: "]))
        state = SimpleNamespace(
            is_deep=is_deep, file=lambda partition, name: Path(place) / partition / name,
            metadata=SimpleNamespace(slices={"bloom_filters": groups_of("bloom_filters", "b", num)}),
        )  # fmt: skip
        module = imported("audit.metadata.blooms")
        with replaced(module, records_of=lambda _, index: records if index == "bloom_filters" else {}):
            return difference(module.check_blooms(state, files), expected)


def _of_bloom(
    where: str, shown: str, keys: Sequence[str], change: str, *, is_deep: bool, is_stored: bool
) -> _Expected:
    """What is told of a filter of the index, by what was done to it."""
    rule = "metadata-bloom"
    if change in {"none", "deleted", "other"}:
        if not is_stored:
            return []
        num = len(keys) + 2  # the row without a key and that with an empty one
        return [(damage(where, rule, "missing-field"), [f"look its {num} keys up"])]
    if change == "text":
        return [(damage(where, rule, "bad-value"), [f"{shown}: a text of 3 bytes"])]
    if change == "kind":
        return [(damage(where, rule, "bad-type"), [f"{shown}: type code 'NOPE'"])]
    is_other = change == "more" or (change == "fewer" and len(keys) > 0)
    if not is_deep:
        if not is_stored:
            return [(gap("Bloom filters", 1, "the base file has none; --deep asks for its keys"), [])]
        words = ["not that of the footer", "--deep counts"]
        return [(damage(where, rule, "bad-value"), words)] if is_other else []
    if change == "fewer" and keys:
        words = [f"1 of {len(keys)} record keys are denied ('{keys[0]}')"]
        return [(damage(where, rule, "bad-value"), words)]
    if is_other and is_stored:
        words = [f"it has all {len(keys)} keys"]
        return [(damage(where, rule, "bad-value", "warning"), words)]
    return []


def filter_questions() -> Iterator[Asked]:
    """All of them."""
    return numbered({"filters": blooms_fault}, 4, 20)
