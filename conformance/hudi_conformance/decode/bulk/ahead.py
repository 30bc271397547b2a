# SPDX-License-Identifier: Apache-2.0
"""What other threads can read ahead of a scan: payloads of blocks, and pages of a mapped file.

A thread of its own is worth it where libraries do the work without the interpreter lock. No more than
`_AHEAD` parts for each thread are held, each of about `LEN_PART` bytes, and what cannot be read is left to
the thread that asks: so an error comes after all that stands before it.
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
_MIN_BYTES = 2 << 20  # that are worth waking a thread

Row: TypeAlias = Sequence[int]
Payload: TypeAlias = bytes | None
_Part: TypeAlias = "tuple[list[Row], Future[list[Payload]] | None]"


def num_threads(asked: int | None) -> int:
    """How many threads read: as many as are asked for; None = one for each processor, up to four."""
    if asked is not None:
        return asked
    # Not all systems say which of the processors this process may use.
    num = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(num, MOST_THREADS)


@dataclass(frozen=True, slots=True)
class Ahead:
    """Reads rows in their order, what is to come already by other threads.

    Attributes:
        pool: the threads, None if the one that asks does all.
        most: parts that are held.
    """

    pool: ThreadPoolExecutor | None
    most: int

    def in_order(
        self, rows: Sequence[Row], length: Callable[[Row], int], read: Callable[[Row], Payload]
    ) -> Iterator[Payload]:
        """Yield `read` of each row.

        Args:
            rows: what is to be read.
            length: bytes that a row becomes, or more than `LEN_PART` for one that is read in its turn.
            read: reads a row; other threads call it too.

        Raises:
            what `read` raises, where that row is due.
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
    """Threads that read ahead until the end of the context; they start when there is something to read."""
    num = num_threads(threads)
    if num < 2:
        yield Ahead(None, 0)
        return
    with ThreadPoolExecutor(num, thread_name_prefix="ahead") as pool:
        yield Ahead(pool, num * _AHEAD)


def _parts(rows: Sequence[Row], length: Callable[[Row], int]) -> Iterator[list[Row]]:
    """Yield rows that are read together; one that is longer than `LEN_PART` is alone."""
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
        except Exception:  # raised again where the row is read in its turn
            break
    return payloads
