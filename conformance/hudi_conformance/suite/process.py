# SPDX-License-Identifier: Apache-2.0
"""One child process and its pipes, watched: it may die, hang, flood or grow without harming the runner."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from hudi_conformance.suite.protocol import MAX_LINE

STDERR_TAIL = 64 << 10
POLL_SECONDS = 0.05  # how often memory is looked at while waiting
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Died(Exception):  # noqa: N818 - becomes the answer `crash`
    """The process ended instead of answering."""


class Noisy(Exception):  # noqa: N818 - becomes the answer `garbled`
    """The process wrote what nobody asked for."""


class SlowOrBig(Exception):  # noqa: N818 - becomes `hang` or `crash`
    """The process spent more than its budget."""

    def __init__(self, message: str, *, slow: bool) -> None:
        super().__init__(message)
        self.slow = slow


class Process:
    """A child in a process group of its own, read and written by threads so that no pipe can block us.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], memory_mib: int | None) -> None:
        self._child = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        limit_address_space(self._child.pid, memory_mib)
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._tail = bytearray()
        self._tail_lock = threading.Lock()
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._read_errors, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def exchange(self, message: bytes, seconds: float, mib: int | None, *, last: bool = False) -> bytes:
        """Send bytes and return the next line.

        Args:
            message: what to write.
            seconds: time that is waited for the line.
            mib: growth of resident memory that is allowed meanwhile.
            last: close the pipe after the message.

        Raises:
            Died, Noisy, SlowOrBig: there is no such line.
        """
        if not self._lines.empty():
            line = self._lines.get()
            if line is not None:
                raise Noisy(f"wrote a line that answers no question: {line[:80]!r}")
            raise Died(self._how_it_ended())
        before = self._resident()
        self._outbox.put(message)
        if last:
            self._outbox.put(None)
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise SlowOrBig(f"no answer within {seconds * 1000:.0f} ms", slow=True)
            try:
                line = self._lines.get(timeout=min(POLL_SECONDS, left))
            except queue.Empty:
                grown = (self._resident() - before) >> 20
                if mib is not None and grown > mib:
                    raise SlowOrBig(f"grew by {grown} MiB, {mib} MiB were allowed", slow=False) from None
                continue
            if line is None:
                raise Died(self._how_it_ended())
            if not line.endswith(b"\n"):
                raise Noisy(f"a line without an end, or longer than {MAX_LINE >> 20} MiB: {line[:80]!r}")
            return line

    def wait(self, seconds: float) -> int | None:
        """Exit status, None when the process still runs after that time."""
        self._outbox.put(None)
        try:
            return self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End the whole process group and collect it."""
        if self._child.poll() is None or os.name == "posix":
            try:
                os.killpg(self._child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError, AttributeError):
                self._child.kill()
        self._outbox.put(None)
        self._child.wait()
        for thread in self._threads:
            thread.join(1)
        for pipe in (self._child.stdout, self._child.stderr):
            if pipe is not None and not any(thread.is_alive() for thread in self._threads):
                pipe.close()

    def stderr_tail(self) -> str:
        """The last 64 KiB that the process wrote to stderr."""
        with self._tail_lock:
            return self._tail.decode("utf-8", "replace")

    def _how_it_ended(self) -> str:
        try:
            status = self._child.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output without ending"
        if status < 0:
            try:
                return f"killed by {signal.Signals(-status).name}"
            except ValueError:
                return f"killed by signal {-status}"
        return f"ended with status {status}"

    def _resident(self) -> int:
        """Resident bytes of the process, 0 where that cannot be seen."""
        try:
            return int(Path(f"/proc/{self._child.pid}/statm").read_text("ascii").split()[1]) * _PAGE
        except (OSError, IndexError, ValueError):
            return 0

    def _read(self) -> None:
        assert self._child.stdout is not None
        try:
            while line := self._child.stdout.readline(MAX_LINE):
                self._lines.put(line)
        except (OSError, ValueError):
            pass  # killed meanwhile
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._child.stderr is not None
        try:
            while chunk := os.read(self._child.stderr.fileno(), 8192):
                with self._tail_lock:
                    self._tail += chunk
                    del self._tail[:-STDERR_TAIL]
        except (OSError, ValueError):
            pass

    def _write(self) -> None:
        pipe = self._child.stdin
        assert pipe is not None
        try:
            while (message := self._outbox.get()) is not None:
                pipe.write(message)
                pipe.flush()
        except (OSError, ValueError):
            pass  # the reading side tells how it ended
        finally:
            with contextlib.suppress(OSError):
                pipe.close()


def limit_address_space(pid: int, memory_mib: int | None) -> None:
    """Limit the child after it started: nothing runs between fork and exec, which threads would forbid."""
    if memory_mib is None or not sys.platform.startswith("linux"):
        return
    import resource  # noqa: PLC0415 - not everywhere

    size = memory_mib << 20
    with contextlib.suppress(ProcessLookupError, PermissionError):
        resource.prlimit(pid, resource.RLIMIT_AS, (size, size))
