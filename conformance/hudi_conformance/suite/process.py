# SPDX-License-Identifier: Apache-2.0
"""A supervised child process: it may die, hang, flood its output or grow without harming the runner."""

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
from dataclasses import dataclass

from hudi_conformance.suite.protocol import MAX_LINE

STDERR_TAIL = 64 << 10
POLL_SECONDS = 0.05  # interval of memory checks while waiting
_CHUNK = 1 << 16
_MAX_CHUNKS = 256  # of unread output; beyond that, the process must wait
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True, slots=True)
class Failure:
    """Reason why there is no line: `crash`, `hang` or `garbled`, and a sentence."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end, and its time.

    Attributes:
        data: the line.
        ms: milliseconds since the previous one, or the request; lines that arrive together share the time.
        ms_in_all: milliseconds since the first request.
    """

    data: bytes
    ms: float
    ms_in_all: float


class Process:
    """A child in a separate process group, read and written by threads so that no pipe can block us.

    Args:
        command: program and arguments.
        memory_mib: limit of its address space, None for no limit.
        scratch: folder for its temporary files; None = that of the system.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], memory_mib: int | None, scratch: str | None = None) -> None:
        self._child = subprocess.Popen(
            list(command),
            env=None if scratch is None else {**os.environ, "TMPDIR": scratch},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        limit_address_space(self._child.pid, memory_mib)
        # Kept open: it is read before every request.
        self._memory: int | None = None
        with contextlib.suppress(OSError):
            self._memory = os.open(f"/proc/{self._child.pid}/statm", os.O_RDONLY)
        self._chunks: queue.Queue[bytes] = queue.Queue(_MAX_CHUNKS)  # an empty one is the end
        self._held = bytearray()
        self._fresh = False  # whether the last chunk contains the end of a line
        self._ended = False
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._tail = bytearray()
        self._tail_lock = threading.Lock()
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._read_errors, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def exchange(
        self, message: bytes, seconds: float, mib: int | None, *, last: bool = False
    ) -> bytes | Failure:
        """Send one message and return the next line, or why there is none; see `pipeline`.

        A line received before the message is not an answer, which is also a failure. `last` closes the pipe
        after the message: then the request is in the command line, and may be answered before.
        """
        if not last and not self._held and not self._chunks.empty():
            self._take(0)
        if self._held:
            return Failure("garbled", f"wrote a line that answers no question: {_start_of(self._held)!r}")
        if self._ended:
            return Failure("crash", self._how_it_ended())
        lines, failure = self.pipeline([message], seconds, mib, last=last)
        if failure is None:
            data = lines[0].data + b"\n"
            self._held[:0] = b"".join(line.data + b"\n" for line in lines[1:])
            return data
        if self._ended and self._held:
            return Failure("garbled", _no_line(self._held))
        return failure

    def pipeline(
        self, messages: Sequence[bytes], seconds: float, mib: int | None, *, last: bool = False
    ) -> tuple[list[Line], Failure | None]:
        """Send messages and return at least as many lines of output, or fewer and the reason.

        Args:
            messages: bytes to write.
            seconds: time limit of each line.
            mib: limit of the growth of resident memory for each, None for no limit.
            last: close the pipe after the messages.
        """
        lines: list[Line] = []
        begin = start = last_check = time.monotonic()
        resident = self._resident()
        self._outbox.put(b"".join(messages))
        if last:
            self._outbox.put(None)
        while len(lines) < len(messages):
            self._take(min(POLL_SECONDS, max(0.0, start + seconds - time.monotonic())))
            now = time.monotonic()
            *complete, rest = self._held.split(b"\n") if self._fresh else (self._held,)
            if complete:
                self._held = rest
                ms = (now - start) * 1000 / len(complete)
                lines += [Line(bytes(data), ms, (now - begin) * 1000) for data in complete]
                if now - last_check > POLL_SECONDS:
                    resident, last_check = self._resident(), now
                start = now
            elif self._ended:
                return lines, Failure("crash", self._how_it_ended())
            elif len(self._held) > MAX_LINE:
                return lines, Failure("garbled", _no_line(self._held))
            elif now - start >= seconds:
                return lines, Failure("hang", f"no answer within {seconds * 1000:.0f} ms")
            elif mib is not None and now - start >= POLL_SECONDS:
                growth = (self._resident() - resident) >> 20
                if growth > mib:
                    return lines, Failure("crash", f"grew by {growth} MiB, {mib} MiB were allowed")
        return lines, None

    @property
    def has_more(self) -> bool:
        """Whether there is unread output."""
        return bool(self._held)

    def wait(self, seconds: float) -> int | None:
        """Exit status, None if the process still runs after that time."""
        self._outbox.put(None)
        try:
            return self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self, grace: float = 0.0) -> None:
        """Terminate the process group and collect it, after `grace` seconds to exit normally."""
        if grace and self._child.poll() is None:
            self._child.terminate()
            self.wait(grace)
        if self._child.poll() is None or os.name == "posix":
            try:
                os.killpg(self._child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError, AttributeError):
                self._child.kill()
        self._outbox.put(None)
        self._child.wait()
        if self._memory is not None:
            os.close(self._memory)
            self._memory = None
        deadline = time.monotonic() + 1
        while self._threads[0].is_alive() and time.monotonic() < deadline:
            self._take(POLL_SECONDS)  # it may wait for room
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
        """Resident bytes of the process, 0 where unknown."""
        try:
            return 0 if self._memory is None else int(os.pread(self._memory, 256, 0).split()[1]) * _PAGE
        except (OSError, IndexError, ValueError):
            return 0

    def _take(self, seconds: float) -> None:
        """Append the next output to `_held`, if there is any within that time."""
        self._fresh = False
        if self._ended:
            return
        with contextlib.suppress(queue.Empty):
            chunk = self._chunks.get(timeout=seconds) if seconds > 0 else self._chunks.get_nowait()
            self._held += chunk
            self._fresh = b"\n" in chunk
            self._ended = not chunk

    def _read(self) -> None:
        assert self._child.stdout is not None
        with contextlib.suppress(OSError, ValueError):  # killed in the meantime
            while chunk := os.read(self._child.stdout.fileno(), _CHUNK):
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _read_errors(self) -> None:
        assert self._child.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._child.stderr.fileno(), 8192):
                with self._tail_lock:
                    self._tail += chunk
                    del self._tail[:-STDERR_TAIL]

    def _write(self) -> None:
        pipe = self._child.stdin
        assert pipe is not None
        try:
            while (message := self._outbox.get()) is not None:
                rest = memoryview(message)
                while rest:
                    rest = rest[os.write(pipe.fileno(), rest) :]
        except (OSError, ValueError):
            pass  # the reading side reports how it ended
        finally:
            with contextlib.suppress(OSError):
                pipe.close()


def _start_of(output: bytes | bytearray) -> bytes:
    return bytes(b"".join(output[:80].partition(b"\n")[:2]))


def _no_line(output: bytes | bytearray) -> str:
    return f"a line without an end, or longer than {MAX_LINE >> 20} MiB: {_start_of(output)!r}"


def limit_address_space(pid: int, memory_mib: int | None) -> None:
    """Limit the child after it started: with threads, no code may run between fork and exec."""
    if memory_mib is None or not sys.platform.startswith("linux"):
        return
    import resource  # noqa: PLC0415 - not everywhere

    size = memory_mib << 20
    with contextlib.suppress(ProcessLookupError, PermissionError):
        resource.prlimit(pid, resource.RLIMIT_AS, (size, size))
