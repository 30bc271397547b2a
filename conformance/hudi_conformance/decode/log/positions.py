# SPDX-License-Identifier: Apache-2.0
"""Record positions: Base64 text of a 64-bit Roaring bitmap to the row numbers in it."""

from __future__ import annotations

import base64
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from hudi_parsers.hudi_record_positions import HudiRecordPositions
from kaitaistruct import KaitaiStructError

from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.source import open_window
from hudi_conformance.errors import Reject

MAX_POSITIONS = 1 << 22  # a run container holds 65,536 positions in 10 bytes [limits.allocation]
BYTES_OF_POSITION = 60  # as text of a view
REQUIREMENT = "log.positions.form"
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_BITMAP = Structure("bitmap", "truncated", REQUIREMENT, checks_of("hudi_record_positions"))


@dataclass(frozen=True, slots=True)
class Positions:
    """Row numbers, ascending, in 8 bytes each, and how many bytes follow the bitmap."""

    rows: array[int]
    len_trailing: int


def decode_positions(text: str | bytes, at: int) -> Positions:
    """Row numbers that a RECORD_POSITIONS header value names.

    Args:
        text: the header value.
        at: offset of the value in the file, where a refusal is reported.

    Raises:
        Reject: not Base64, not a bitmap, not ascending, or more than `MAX_POSITIONS` rows.
    """
    if isinstance(text, bytes) or _BASE64.fullmatch(text) is None:
        raise Reject("bad-value", at, REQUIREMENT, "the positions are not padded Base64")
    raw = base64.b64decode(text)
    stream = open_window(raw, 0, len(raw))
    try:
        parsed = HudiRecordPositions(stream)
    except KaitaiStructError as error:
        reject = _BITMAP.reject(error)
        where = "" if reject.at is None else f" (at byte {reject.at} of the bitmap)"
        raise Reject(reject.code, at, REQUIREMENT, reject.message + where) from None
    rows = array("Q")
    last = -1
    try:
        for bucket in parsed.buckets:
            if bucket.high <= last:
                raise Reject("bad-order", at, REQUIREMENT, f"bucket {bucket.high} after bucket {last}")
            last = bucket.high
            _collect(rows, bucket.bitmap, bucket.high << 32, at)
        return Positions(rows, len(raw) - stream.pos())
    finally:
        vars(parsed).clear()


def _collect(rows: array[int], bitmap: Parsed, base: int, at: int) -> None:
    last = -1
    for description, container in zip(bitmap.descriptions, bitmap.containers, strict=True):
        if description.key <= last:
            raise Reject("bad-order", at, REQUIREMENT, f"container {description.key} after container {last}")
        last = description.key
        if len(rows) + description.cardinality > MAX_POSITIONS:
            message = f"more than {MAX_POSITIONS} positions"
            raise Reject("count-too-large", at, "limits.allocation", message)
        first = base | description.key << 16
        num_before = len(rows)
        rows.extend(first + value for value in _values(container, at))
        num = len(rows) - num_before
        if num != description.cardinality:
            message = f"{num} positions in a container of {description.cardinality}"
            raise Reject("length-mismatch", at, REQUIREMENT, message)


def _values(container: Parsed, at: int) -> Iterator[int]:
    if container.run_flag == 1:
        last = -1
        for run in container.runs:
            end = run.start + run.length_minus_1
            if run.start <= last or end > 0xFFFF:
                raise Reject("bad-order", at, REQUIREMENT, f"run {run.start} to {end} after {last}")
            last = end
            yield from range(run.start, end + 1)
    elif container.is_array:
        last = -1
        for value in container.values:
            if value <= last:
                raise Reject("bad-order", at, REQUIREMENT, f"position {value} after {last}")
            last = value
            yield value
    else:
        bits = int.from_bytes(container.bits, "little")
        for index, text in enumerate(reversed(f"{bits:065536b}")):
            if text == "1":
                yield index
