# SPDX-License-Identifier: Apache-2.0
"""Timestamps of ORC columns, for any time zone of the writer [orc.values.timestamp].

A timestamp counts seconds from the beginning of 2015 in the zone that the footer of its stripe names. The
library converts that to local time of the zone, in which one hour per year is ambiguous. So the library
receives a file whose stripes name GMT, and the difference is added afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.orc.frame import MAGIC, Frame, footer_of, postscript_of, stripe_footer
from hudi_conformance.decode.protobuf import Message
from hudi_conformance.decode.source import Memory
from hudi_conformance.errors import Reject

RULE = "orc.values.timestamp"
UTC = frozenset({"", "UTC", "GMT", "Etc/UTC", "Etc/GMT", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu"})
_SECOND, _MILLISECOND = 1_000_000_000, 1_000_000
_ZONE, _STRIPES, _METADATA_LENGTH, _FOOTER_LENGTH = 3, 3, 5, 1
_OFS, _LEN_FOOTER = 1, 4
_ORIGINAL, _MOST = 1, 1 << 22


def in_utc(data: Memory, frame: Frame) -> bytes:
    """The file with the same streams, and stripes that all name GMT.

    Raises:
        Reject: a footer that cannot be read.
    """
    parts, pos, stripes = [MAGIC], len(MAGIC), []
    footer, script = footer_of(data), postscript_of(data)
    for stripe, message in zip(frame.stripes, footer.messages(_STRIPES), strict=True):
        streams = bytes(data[stripe.span.ofs : stripe.footer.ofs])
        own = stripe_footer(data, frame, stripe)
        tail = _framed(_encoded(own, {_ZONE: [b"GMT"]}), frame.codec)
        stripes.append(_encoded(message, {}, {_OFS: [pos], _LEN_FOOTER: [len(tail)]}))
        parts += [streams, tail]
        pos += len(streams) + len(tail)
    end = _framed(_encoded(footer, {_STRIPES: stripes}), frame.codec)
    last = _encoded(script, {}, {_FOOTER_LENGTH: [len(end)], _METADATA_LENGTH: [0]})
    return b"".join([*parts, end, last, bytes([len(last)])])


def _framed(raw: bytes, codec: int) -> bytes:
    """Split bytes into uncompressed chunks."""
    if not codec:
        return raw
    chunks = [raw[start : start + _MOST] for start in range(0, len(raw), _MOST)]
    return b"".join((len(chunk) << 1 | _ORIGINAL).to_bytes(3, "little") + chunk for chunk in chunks)


def _encoded(
    message: Message, spans: Mapping[int, list[bytes]], numbers: Mapping[int, list[int]] | None = None
) -> bytes:
    """A message with some fields replaced; it has no fixed-width fields."""
    out = bytearray()
    for key, values in {**message.numbers, **(numbers or {})}.items():
        for value in values:
            out += bytes(_varint(key << 3)) + bytes(_varint(value))
    for key, parts in {**message.spans, **spans}.items():
        for part in parts:
            out += bytes(_varint(key << 3 | 2)) + bytes(_varint(len(part))) + part
    return bytes(out)


def _varint(value: int) -> Iterator[int]:
    while value > 0x7F:
        yield value & 0x7F | 0x80
        value >>= 7
    yield value


@lru_cache(maxsize=64)
def seconds_ahead(zone: str) -> int:
    """Seconds by which a zone was ahead of UTC when 2015 began.

    Raises:
        Reject: bad-value: unknown zone.
    """
    try:
        ahead = datetime(2015, 1, 1, tzinfo=ZoneInfo(zone)).utcoffset()
    except (ValueError, OSError, KeyError):
        raise Reject("bad-value", None, RULE, f"timestamps of the time zone {zone!r:.60}") from None
    return 0 if ahead is None else int(ahead.total_seconds())


def instants(column: pa.Array, zone: str) -> pa.Array:
    """Nanoseconds since 1970 from the library's values of a file `in_utc`.

    Writers truncate seconds towards 0 and keep nanoseconds positive, so readers subtract a second before
    1970; the library decides this by the shifted time.
    """
    ahead = seconds_ahead(zone)
    shown = column.view(pa.int64())
    values = shown.fill_null(0).to_numpy(zero_copy_only=False)
    seconds, nanos = np.divmod(values, _SECOND)
    is_split = nanos >= _MILLISECOND
    seconds = seconds + ((seconds < 0) & is_split) - ahead
    seconds = seconds - ((seconds < 0) & is_split)
    mask = shown.is_null().to_numpy(zero_copy_only=False)
    return pa.array(seconds * _SECOND + nanos, pa.int64(), mask=mask).view(pa.timestamp("ns"))
