# SPDX-License-Identifier: Apache-2.0
"""Record positions: decode row numbers from the Base64 text of a 64-bit Roaring bitmap."""

from __future__ import annotations

import base64
import re
from array import array
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from hudi_parsers.hudi_record_positions import HudiRecordPositions
from kaitaistruct import KaitaiStructError

from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.log.bitmap import BitmapReader, Container
from hudi_conformance.decode.source import open_window
from hudi_conformance.errors import Reject

MAX_POSITIONS = 1 << 22  # a run container holds 65,536 positions in 10 bytes [limits.allocation]
_LEN_PARSED_MAX = 1 << 16  # bytes of a bitmap that the generated parser reads
BYTES_OF_POSITION = 60  # as text of a view
REQUIREMENT = "log.positions.form"
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")  # no groups: their matches cost memory
_BITMAP = Structure("bitmap", "truncated", REQUIREMENT, checks_of("hudi_record_positions"))


@dataclass(frozen=True, slots=True)
class Positions:
    """Row numbers, ascending, in 8 bytes each, and the number of bytes after the bitmap."""

    rows: array[int]
    len_trailing: int


def decode_positions(text: str | bytes, at: int) -> Positions:
    """Row numbers that a RECORD_POSITIONS header value names.

    Args:
        text: the header value.
        at: offset of the value in the file, for rejections.

    Raises:
        Reject: not Base64, not a bitmap, not ascending, or more than `MAX_POSITIONS` rows.
    """
    raw = _bitmap(text, at)
    return long_positions(raw, at) if len(raw) > _LEN_PARSED_MAX else parsed_positions(raw, at)


def count_positions(text: str | bytes, at: int) -> tuple[int, int]:
    """Number of row numbers that `decode_positions` returns, and of bytes after them, without storing them.

    Raises:
        Reject: as there.
    """
    raw = _bitmap(text, at)
    if len(raw) <= _LEN_PARSED_MAX:
        positions = parsed_positions(raw, at)
        return len(positions.rows), positions.len_trailing
    reader = BitmapReader(raw, REQUIREMENT, at)
    num = sum(1 for _ in _rows(reader.buckets(), at))
    return num, len(raw) - reader.pos


def _bitmap(text: str | bytes, at: int) -> bytes:
    if isinstance(text, bytes) or len(text) % 4 or _BASE64.fullmatch(text) is None:
        raise Reject("bad-value", at, REQUIREMENT, "the positions are not padded Base64")
    return base64.b64decode(text)


def parsed_positions(raw: bytes, at: int) -> Positions:
    """Row numbers of a bitmap from the generated parser, which takes seventy bytes per byte of the bitmap."""
    stream = open_window(raw, 0, len(raw))
    try:
        parsed = HudiRecordPositions(stream)
    except KaitaiStructError as error:
        reject = _BITMAP.reject(error)
        where = "" if reject.at is None else f" (at byte {reject.at} of the bitmap)"
        raise Reject(reject.code, at, REQUIREMENT, reject.message + where) from None
    try:
        rows = _rows(
            ((b.high, map(_container, b.bitmap.descriptions, b.bitmap.containers)) for b in parsed.buckets),
            at,
        )
        return Positions(array("Q", rows), len(raw) - stream.pos())
    finally:
        vars(parsed).clear()


def long_positions(raw: bytes, at: int) -> Positions:
    """The same, container by container."""
    reader = BitmapReader(raw, REQUIREMENT, at)
    rows = array("Q", _rows(reader.buckets(), at))
    return Positions(rows, len(raw) - reader.pos)


def _container(description: Parsed, container: Parsed) -> Container:
    key, num = description.key, description.cardinality
    if container.run_flag == 1:
        pairs = (number for run in container.runs for number in (run.start, run.length_minus_1))
        return Container(key, num, runs=array("H", pairs))
    return (
        Container(key, num, values=array("H", container.values))
        if container.is_array
        else Container(key, num, bits=container.bits)
    )


def _rows(buckets: Iterable[tuple[int, Iterable[Container]]], at: int) -> Iterator[int]:
    last = -1
    num = 0
    for high, containers in buckets:
        if high <= last:
            raise Reject("bad-order", at, REQUIREMENT, f"bucket {high} after bucket {last}")
        last = high
        num = yield from _of_bucket(containers, num, high << 32, at)


def _of_bucket(
    containers: Iterable[Container], num_before: int, base: int, at: int
) -> Generator[int, None, int]:
    """Yield row numbers of a bucket; return their number plus `num_before`."""
    last = -1
    total = num_before
    for container in containers:
        key, cardinality = container.key, container.cardinality
        if key <= last:
            raise Reject("bad-order", at, REQUIREMENT, f"container {key} after container {last}")
        last = key
        if total + cardinality > MAX_POSITIONS:
            message = f"more than {MAX_POSITIONS} positions"
            raise Reject("count-too-large", at, "limits.allocation", message)
        first, before = base | key << 16, total
        for value in _values(container, at):
            total += 1
            yield first + value
        if total - before != cardinality:
            message = f"{total - before} positions in a container of {cardinality}"
            raise Reject("length-mismatch", at, REQUIREMENT, message)
    return total


def _values(container: Container, at: int) -> Iterator[int]:
    last = -1
    if container.runs is not None:
        for start, length in zip(container.runs[::2], container.runs[1::2], strict=True):
            end = start + length
            if start <= last or end > 0xFFFF:
                raise Reject("bad-order", at, REQUIREMENT, f"run {start} to {end} after {last}")
            last = end
            yield from range(start, end + 1)
    elif container.values is not None:
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
