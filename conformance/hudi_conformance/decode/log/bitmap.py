# SPDX-License-Identifier: Apache-2.0
"""A long Roaring bitmap, container by container.

The generated parser keeps an object for each container and run: seventy bytes per byte of the bitmap. This
reader keeps nothing, and makes the checks of the grammar `hudi_record_positions` in the same order.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from hudi_conformance.errors import Reject

_COOKIES = {12346: False, 12347: True}  # whether run containers may occur
_MAX_CONTAINERS = 65536
_LEN_BUCKET_MIN = 12
_LEN_DESCRIPTION = 4
_LEN_OFFSET = 4
_MAX_ARRAY = 4096  # values; more are bits
_MIN_OFFSETS = 4  # containers, in a bitmap with runs


@dataclass(frozen=True, slots=True)
class Container:
    """One container: its runs as pairs of start and length, its values, or its bits."""

    key: int
    cardinality: int
    runs: array[int] | None = None
    values: array[int] | None = None
    bits: bytes = b""


@dataclass(slots=True)
class BitmapReader:
    """Reads a bitmap; `pos` is the current position.

    Attributes:
        raw: the bitmap.
        requirement: rule that rejections name.
        at: offset in the file that they report.

    Raises of all methods:
        Reject: not a bitmap.
    """

    raw: bytes
    requirement: str
    at: int
    pos: int = field(default=0, init=False)

    def buckets(self) -> Iterator[tuple[int, Iterator[Container]]]:
        """Yield upper 32 bits and containers; containers must be read before the next bucket."""
        num = self._int(8)
        self._check(num <= self._rest // _LEN_BUCKET_MIN, 8, "count-too-large", f"number of buckets {num}")
        for _ in range(num):
            yield self._int(4), self._containers()

    def _containers(self) -> Iterator[Container]:
        cookie = self._int(2)
        self._check(cookie in _COOKIES, 2, "bad-magic", f"cookie {cookie}")
        has_runs = _COOKIES[cookie]
        num, width = self._int(2) + 1, 2
        if not has_runs:
            num, width = self._int(4), 4
        is_held = num <= _MAX_CONTAINERS and num * _LEN_DESCRIPTION <= self._rest
        shown = num - 1 if has_runs else num
        self._check(is_held, width, "count-too-large", f"number of containers {shown}")
        flags = self._take((num + 7) // 8) if has_runs else b""
        descriptions = self._numbers(2 * num)
        if not has_runs or num >= _MIN_OFFSETS:
            self._take(num * _LEN_OFFSET)
        for index in range(num):
            key, cardinality = descriptions[2 * index], descriptions[2 * index + 1] + 1
            if has_runs and flags[index // 8] >> index % 8 & 1:
                num_runs = self._int(2)
                is_held = num_runs * 4 <= self._rest
                self._check(is_held, 2, "count-too-large", f"number of runs {num_runs}")
                yield Container(key, cardinality, runs=self._numbers(2 * num_runs))
            elif cardinality <= _MAX_ARRAY:
                yield Container(key, cardinality, values=self._numbers(cardinality))
            else:
                yield Container(key, cardinality, bits=self._take(8192))

    @property
    def _rest(self) -> int:
        return len(self.raw) - self.pos

    def _take(self, num: int) -> bytes:
        if num > self._rest:
            message = f"bitmap: {num} bytes needed, {self._rest} left"
            raise Reject("truncated", self.at, self.requirement, message)
        self.pos += num
        return self.raw[self.pos - num : self.pos]

    def _int(self, width: int) -> int:
        return int.from_bytes(self._take(width), "little")

    def _numbers(self, num: int) -> array[int]:
        numbers = array("H", self._take(2 * num))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def _check(self, is_held: bool, width: int, code: str, subject: str) -> None:
        if not is_held:
            message = f"{subject} does not fit (at byte {self.pos - width} of the bitmap)"
            raise Reject(code, self.at, self.requirement, message)
