# SPDX-License-Identifier: Apache-2.0
"""Tasks in forked processes: a mutant that crashes, hangs or eats memory ends its own process only."""

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

Result = dict[str, Any]
MAX_CPU_SECONDS = 240.0  # of one child, between two heartbeats
MAX_IDLE_SECONDS = 300.0  # without any use of the processor
_MAX_GROWTH = 4 << 30  # bytes of address space beyond those of the parent
_heartbeats: list[int] = []  # write end of the pipe of this child


def run_forked(
    tasks: Iterable[tuple[int, Callable[[], Result]]], jobs: int
) -> Iterator[tuple[int, Result, float]]:
    """Run tasks in forked processes, `jobs` at a time: number, result and seconds of each as it ends.

    The result of a task that raises is `{"error": TRACEBACK}`; of a child that died or was stopped,
    `{"died": "crash" | "hang"}`.
    """
    queue = iter(tasks)
    gc.freeze()  # a collection in a child would copy the pages that it shares
    running: dict[int, _Child] = {}
    with selectors.DefaultSelector() as selector:
        while True:
            while len(running) < jobs and (task := next(queue, None)) is not None:
                child = _start(*task)
                running[child.reader] = child
                selector.register(child.reader, selectors.EVENT_READ)
            if not running:
                return
            for key, _ in selector.select(timeout=1.0):
                child = running[key.fd]
                if chunk := os.read(key.fd, 1 << 20):
                    child.received += chunk
                    child.restart_clock()
                    continue
                selector.unregister(key.fd)
                os.close(key.fd)
                del running[key.fd]
                os.waitpid(child.pid, 0)
                yield child.number, child.result(), time.monotonic() - child.start
            for child in running.values():
                child.stop_if_late()


def heartbeat() -> None:
    """Report from a child that its task makes progress: its clock starts again."""
    for pipe in _heartbeats:
        os.write(pipe, b"\n")  # white space before the result


@dataclass
class _Child:
    number: int
    pid: int
    reader: int
    start: float
    received: bytearray
    since: float = 0.0
    used: float = 0.0
    used_before: float = 0.0
    was_stopped: bool = False

    def restart_clock(self) -> None:
        self.since, self.used_before = time.monotonic(), _cpu_seconds(self.pid)

    def stop_if_late(self) -> None:
        used = _cpu_seconds(self.pid)
        if used > self.used:
            self.used, self.since = used, time.monotonic()
        is_idle = time.monotonic() - max(self.since, self.start) > MAX_IDLE_SECONDS
        if used - self.used_before > MAX_CPU_SECONDS or is_idle:
            self.was_stopped = True
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def result(self) -> Result:
        try:
            result: Result = json.loads(bytes(self.received))
        except ValueError:
            return {"died": "hang" if self.was_stopped else "crash"}
        return result


def _start(number: int, function: Callable[[], Result]) -> _Child:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _run_child(function, writer)
    os.close(writer)
    return _Child(number, pid, reader, time.monotonic(), bytearray())


def _cpu_seconds(pid: int) -> float:
    with suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _run_child(function: Callable[[], Result], writer: int) -> None:
    """Run a task and write its result; does not return."""
    _heartbeats[:] = [writer]
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
        limit = pages * os.sysconf("SC_PAGE_SIZE") + _MAX_GROWTH
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            tempfile.tempdir = folder
            os.environ["TMPDIR"] = folder
            try:
                result = function()
            except BaseException:  # of a mutant, whatever it is
                result = {"error": traceback.format_exc()[-2000:]}
        data = json.dumps(result).encode()
        while data:
            data = data[os.write(writer, data) :]
    finally:
        os._exit(0)
