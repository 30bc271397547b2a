# SPDX-License-Identifier: Apache-2.0
"""Answers about metadata tables from the program around the crate of hudi-rs 0.6.

The crate merges records of an index and returns them as Arrow rows in their stored schema. It decodes
locations itself, with times as instants in the zone of the table. Ranges are those that its writer computes
for a base file, if it writes a row.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import pyarrow as pa

from hudi_conformance.adapters import loop
from hudi_conformance.adapters.loop import Answer

Program = Callable[[str, Mapping[str, Any]], Answer]
"""Sends the program a command with arguments, for the input of the request."""
Scalar = bool | int | float | str
_LEN_SECONDS = 14  # digits of an instant up to the second
_PARTS = ((0, 4), (4, 6), (6, 8), (8, 10), (10, 12), (12, 14))  # year to second
_NUMBERS = {"int": int, "long": int, "float": float, "double": float}


class NoAnswerError(Exception):
    """An answer of the program other than a value."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer.get("message") or answer.get("what")))
        self.answer = answer


def _value(program: Program, command: str, args: Mapping[str, Any]) -> Mapping[str, Any]:
    answer = program(command, args)
    value = answer.get("value")
    if answer["answer"] != "value" or not isinstance(value, Mapping):
        raise NoAnswerError(answer)
    return value


def records(program: Program, index: str, keys: Iterable[str] = ()) -> pa.Table | None:
    """Merged records of an index, None if it is not ready.

    Raises:
        NoAnswerError: the crate has no rows.
    """
    stream = _value(program, "metadata.rows", {"index": index, "keys": list(keys)})["arrow"]
    return None if stream is None else pa.ipc.open_stream(base64.b64decode(str(stream))).read_all()


def locate(program: Program, args: Mapping[str, Any]) -> Answer:
    """Answer `metadata.locate` for a record index.

    Raises:
        NoAnswerError: the crate rejects, or does not support it.
    """
    if args.get("partition") is not None:
        return {"answer": "unsupported", "what": "locations of one partition"}
    if not str(args.get("index", "")).startswith("record_index"):
        return {"answer": "unsupported", "what": "locations by another index than the record index"}
    wanted = args.get("keys")
    if wanted is None:
        found = records(program, str(args["index"]))
        wanted = [] if found is None else _keys(found)
    value = _value(program, "metadata.locations", {**args, "keys": sorted(set(wanted))})
    rows = [
        {
            "key": row["key"],
            "record_key": row["key"],
            "partition": row["partition"],
            "file_id": row["file_id"],
            "instant_ms": str(epoch_ms(row["instant"], value["zone"])),
            "position": None,
        }
        for row in value["rows"]
    ]
    return loop.value({"rows": sorted(rows, key=lambda row: (row["key"], row["partition"]))})


def _keys(found: pa.Table) -> list[str]:
    return [str(key) for key in found.column("key").to_pylist()] if "key" in found.column_names else []


def epoch_ms(instant: str, zone: str | None) -> int:
    """Milliseconds since 1970 of an instant, in the zone of this process unless the table states UTC."""
    year, month, day, hour, minute, second = (int(instant[start:end]) for start, end in _PARTS)
    in_utc = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    aware = in_utc if str(zone).upper() == "UTC" else in_utc.replace(tzinfo=None).astimezone()
    return round(aware.timestamp()) * 1000 + int(instant[_LEN_SECONDS:] or 0)


def possible(program: Program, args: Mapping[str, Any]) -> Answer:
    """Answer `metadata.possible` from the ranges that the crate's writer computes for a base file.

    Raises:
        NoAnswerError: the crate does not read the file.
    """
    ranges = _value(program, "metadata.ranges", {})["ranges"]
    found = next((one for one in ranges if one["column"] == args.get("column")), None)
    if found is None or not found["is_known"]:
        return loop.value({"possible": [True] * len(args["values"])})  # no row is written
    return loop.value({"possible": [_is_possible(found, given) for given in args["values"]]})


def _is_possible(found: Mapping[str, Any], given: Mapping[str, Any] | None) -> bool:
    num_nulls, num_values = int(found["null_count"]), int(found["value_count"])
    if given is None:
        return num_nulls > 0
    if num_nulls == num_values:
        return False
    low, high = found["min"], found["max"]
    if low is None or high is None:
        return True
    kind = str(given["type"])
    order = [_order(kind, bound) for bound in (low, given["value"], high)]
    return order == sorted(order)


def _order(kind: str, value: Scalar) -> tuple[bool, float | str, float]:
    """A key by which values compare as in Java: -0.0 before 0.0, NaN last, texts by UTF-16 units."""
    if isinstance(value, bool):
        return False, int(value), 0.0
    if kind not in _NUMBERS:
        return False, str(value).encode("utf-16-be").hex(), 0.0
    number = _NUMBERS[kind](value)
    if isinstance(number, float) and math.isnan(number):
        return True, 0.0, 0.0
    return False, number, math.copysign(1.0, number)
