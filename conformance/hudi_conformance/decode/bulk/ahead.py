# SPDX-License-Identifier: Apache-2.0
"""Threads that read ahead of a scan: payloads of blocks, and pages of a mapped file.

A separate thread pays off if libraries do the work without the interpreter lock. At most `_AHEAD` parts per
thread are held, each of about `LEN_PART` bytes. Unreadable parts are left to the calling thread, so an error
is raised after all items before it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from typing import TypeAlias

MOST_THREADS = 4
LEN_PART = 1 << 19
_AHEAD = 2
_MIN_BYTES = 2 << 20  # bytes for which waking a thread pays off

Row: TypeAlias = Sequence[int]
Payload: TypeAlias = bytes | None
_Part: TypeAlias = "tuple[list[Row], Future[list[Payload]] | None]"


def num_threads(asked: int | None) -> int:
    """Number of reading threads: the requested number; None = one per processor, up to four."""
    if asked is not None:
        return asked
    # Not all systems report which processors this process may use.
    num = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(num, MOST_THREADS)


@dataclass(frozen=True, slots=True)
class Ahead:
    """Reads rows in order; other threads read ahead.

    Attributes:
        pool: the threads, None if the calling thread reads everything.
        most: number of parts that are held at most.
    """

    pool: ThreadPoolExecutor | None
    most: int

    def in_order(
        self, rows: Sequence[Row], length: Callable[[Row], int], read: Callable[[Row], Payload]
    ) -> Iterator[Payload]:
        """Yield `read` of each row.

        Args:
            rows: the rows to read.
            length: bytes that a row becomes, or more than `LEN_PART` for a row that is read sequentially.
            read: reads a row; other threads call it too.

        Raises:
            exceptions of `read`, at the position of that row.
        """
        if self.pool is None or sum(map(length, rows)) < _MIN_BYTES:
            yield from map(read, rows)
            return
        parts = _parts(rows, length)
        waiting: deque[_Part] = deque()
        try:
            while True:
                while len(waiting) < self.most and (part := next(parts, None)) is not None:
                    is_long = length(part[0]) > LEN_PART
                    future = None if is_long else self.pool.submit(copy_context().run, _read_part, part, read)
                    waiting.append((part, future))
                if not waiting:
                    return
                part, future = waiting.popleft()
                payloads = [] if future is None else future.result()
                yield from payloads
                # The first of these could not be read.
                yield from map(read, part[len(payloads) :])
        finally:
            left = [future for _, future in waiting if future is not None]
            for future in left:
                future.cancel()
            wait(left)


@contextmanager
def reading_ahead(threads: int | None) -> Iterator[Ahead]:
    """Threads that read ahead until the end of the context; they start on demand."""
    num = num_threads(threads)
    if num < 2:
        yield Ahead(None, 0)
        return
    with ThreadPoolExecutor(num, thread_name_prefix="ahead") as pool:
        yield Ahead(pool, num * _AHEAD)


def _parts(rows: Sequence[Row], length: Callable[[Row], int]) -> Iterator[list[Row]]:
    """Yield groups of rows that are read together; a row longer than `LEN_PART` is a group."""
    part: list[Row] = []
    num = 0
    for row in rows:
        if part and num + length(row) > LEN_PART:
            yield part
            part, num = [], 0
        part.append(row)
        num += length(row)
    if part:
        yield part


def _read_part(part: list[Row], read: Callable[[Row], Payload]) -> list[Payload]:
    """Rows of a part up to the first that cannot be read."""
    payloads: list[Payload] = []
    for row in part:
        try:
            payloads.append(read(row))
        except Exception:  # raised again when the row is read sequentially
            break
    return payloads
