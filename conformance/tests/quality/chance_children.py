# SPDX-License-Identifier: Apache-2.0
"""Forked processes for mutants: what a mutant breaks, hangs or kills is a process of its own."""

from __future__ import annotations

import gc
import json
import os
import resource
import selectors
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TASK_SECONDS = 240.0  # of the processor, between two beats: for what a signal of its clock does not end
IDLE_SECONDS = 300.0  # without any use of the processor: a busy machine may give none for long
_GROWTH = 4 << 30
_beating: list[int] = []  # end of the pipe of this child


def in_children(
    tasks: Iterable[tuple[int, Callable[[], dict[str, Any]]]], jobs: int, most_seconds: float = TASK_SECONDS
) -> Iterator[tuple[int, dict[str, Any], float]]:
    """Run tasks in forked processes, a few at a time: number, result and seconds of each as it ends.

    A child that dies or takes too long ends as a result that is killed by `crash` or `hang`.
    """
    queue = iter(tasks)
    gc.freeze()  # a collection in a child would copy the pages of all that it shares
    running: dict[int, tuple[int, int, float, bytearray]] = {}
    clocks: dict[int, _Clock] = {}
    with selectors.DefaultSelector() as selector:
        while True:
            while len(running) < jobs and (task := next(queue, None)) is not None:
                number, function = task
                reader, writer = os.pipe()
                pid = os.fork()
                if pid == 0:
                    os.close(reader)
                    _run_child(function, writer)
                os.close(writer)
                selector.register(reader, selectors.EVENT_READ)
                running[reader] = number, pid, time.monotonic(), bytearray()
            if not running:
                return
            for key, _ in selector.select(timeout=1.0):
                number, pid, start, received = running[key.fd]
                chunk = os.read(key.fd, 1 << 20)
                if chunk:
                    received += chunk
                    clocks[pid] = _Clock(time.monotonic(), begin=_used_seconds(pid))
                    continue
                selector.unregister(key.fd)
                os.close(key.fd)
                del running[key.fd]
                os.waitpid(pid, 0)
                clocks.pop(pid, None)
                yield number, _result_of(received), time.monotonic() - start
            for _, pid, start, received in running.values():
                if clocks.setdefault(pid, _Clock(start)).is_over(_used_seconds(pid), most_seconds):
                    received[:] = b'{"by": "hang", "fault": "ended from outside"}'
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)


@dataclass(slots=True)
class _Clock:
    """Use of the processor by a child; the clock on the wall says nothing on a machine that is busy."""

    since: float
    used: float = 0.0
    begin: float = 0.0

    def is_over(self, used: float, most_seconds: float) -> bool:
        if used > self.used:
            self.used, self.since = used, time.monotonic()
        return used - self.begin > most_seconds or time.monotonic() - self.since > IDLE_SECONDS


def beat() -> None:
    """Tell from a child that its task goes on: what it has used so far counts no more against it."""
    for pipe in _beating:
        os.write(pipe, b"\n")  # white space before the result


def _used_seconds(pid: int) -> float:
    with suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _result_of(received: bytearray) -> dict[str, Any]:
    try:
        result: dict[str, Any] = json.loads(bytes(received))
    except ValueError:
        return {"by": "crash", "fault": "the process ended without a result"}
    return result


def _run_child(function: Callable[[], dict[str, Any]], writer: int) -> None:
    """Run a task and write its result; never returns."""
    _beating[:] = [writer]
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (used + _GROWTH, used + _GROWTH))
        with tempfile.TemporaryDirectory(prefix="chance-") as folder:
            tempfile.tempdir = folder
            try:
                result = function()
            except BaseException:
                result = {"by": "error", "fault": traceback.format_exc()[-2000:]}
        data = json.dumps(result).encode()
        while data:
            data = data[os.write(writer, data) :]
    finally:
        os._exit(0)
