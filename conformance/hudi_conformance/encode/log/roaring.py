# SPDX-License-Identifier: Apache-2.0
"""RECORD_POSITIONS: a 64-bit Roaring bitmap in the portable format, as Base64 [log.positions.form].

Layout, little-endian: u64 number of buckets; per bucket u32 high half, then a 32-bit bitmap in the standard
portable format. Containers are run-optimised: each uses the smallest of its three layouts.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator, Sequence
from itertools import groupby

_COOKIE_RUNS, _COOKIE_NO_RUNS = 12347, 12346
_NO_OFFSET_LIMIT = 4  # bitmaps with runs and fewer containers than this carry no offsets
_ARRAY_LIMIT = 4096  # more values than this are kept as a bitmap of 8 KiB

Run = tuple[int, int]  # first value, last value


def encode_positions(positions: Sequence[int]) -> str:
    """Encode ascending, different positions as the text of a RECORD_POSITIONS header.

    >>> encode_positions([1, 2, 3])
    'AQAAAAAAAAAAAAAAOjAAAAEAAAAAAAIAEAAAAAEAAgADAA=='
    """
    buckets = [
        (high, [p & 0xFFFFFFFF for p in group]) for high, group in groupby(positions, lambda p: p >> 32)
    ]
    parts = [struct.pack("<Q", len(buckets))]
    parts += [struct.pack("<I", high) + _bitmap32(values) for high, values in buckets]
    return base64.b64encode(b"".join(parts)).decode("ascii")


def _bitmap32(values: Sequence[int]) -> bytes:
    """One 32-bit bitmap: cookie, keys with cardinalities, offsets, containers."""
    keyed = [(key, [v & 0xFFFF for v in group]) for key, group in groupby(values, lambda v: v >> 16)]
    containers = [_container(low) for _, low in keyed]
    runs = [is_run for is_run, _ in containers]
    count = len(keyed)
    if any(runs):
        flags = bytearray((count + 7) // 8)
        for i, is_run in enumerate(runs):
            flags[i // 8] |= is_run << i % 8
        head = struct.pack("<HH", _COOKIE_RUNS, count - 1) + bytes(flags)
    else:
        head = struct.pack("<II", _COOKIE_NO_RUNS, count)
    head += b"".join(struct.pack("<HH", key, len(low) - 1) for key, low in keyed)
    if not any(runs) or count >= _NO_OFFSET_LIMIT:
        offset = len(head) + 4 * count
        for _, data in containers:
            head += struct.pack("<I", offset)
            offset += len(data)
    return head + b"".join(data for _, data in containers)


def _container(values: Sequence[int]) -> tuple[bool, bytes]:
    """Smallest layout of 1 to 65,536 ascending 16-bit values, and whether it is a run container."""
    runs = list(_runs(values))
    len_plain = 2 * len(values) if len(values) <= _ARRAY_LIMIT else 8192
    if 2 + 4 * len(runs) < len_plain:
        body = b"".join(struct.pack("<HH", first, last - first) for first, last in runs)
        return True, struct.pack("<H", len(runs)) + body
    if len(values) <= _ARRAY_LIMIT:
        return False, struct.pack(f"<{len(values)}H", *values)
    bits = bytearray(8192)
    for value in values:
        bits[value >> 3] |= 1 << (value & 7)
    return False, bytes(bits)


def _runs(values: Sequence[int]) -> Iterator[Run]:
    first = last = values[0]
    for value in values[1:]:
        if value != last + 1:
            yield first, last
            first = value
        last = value
    yield first, last
