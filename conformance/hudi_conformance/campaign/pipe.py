# SPDX-License-Identifier: Apache-2.0
"""An adapter that is asked thousands of questions at once: requests stream in while answers stream out.

Adapters answer in order, so that the first question without an answer is the one at which one died or hung;
it is put once more to a fresh process, alone, before that is believed. Everything else goes on behind it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.suite.process import limit_address_space
from hudi_conformance.suite.protocol import MAX_LINE, Garbled, Hello

_PATIENCE_ALONE = 5  # a process that has just started is slow at everything
START_MS = 60_000
_CHUNK = 1 << 16
_TICK = 0.05
_TAIL = 4 << 10
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one request.

    Attributes:
        kind: `line`, or `crash`, `hang`, `garbled`, `absent` where there is none.
        line: the answer as it was written.
        ms: since the answer before it, or since it was asked; answers that arrive together share the time.
        message: why there is no line.
    """

    kind: str
    line: bytes = b""
    ms: float = 0.0
    message: str = ""


class PipedAdapter:
    """A child process speaking JSON lines, asked many questions in one go.

    Args:
        command: the command line.
        memory_mib: address space that the process is limited to, None where it limits itself (a JVM).
        ms: time for one answer.
        mib: growth of resident memory that is allowed for one answer.

    Raises:
        CannotStart: no such program, or no proper hello.
    """

    def __init__(self, command: Sequence[str], memory_mib: int | None = None, *, ms: int, mib: int) -> None:
        self._command = list(command)
        self._memory_mib = memory_mib
        self._ms = ms
        self._mib = mib
        self._child: subprocess.Popen[bytes] | None = None
        self._held = b""
        self._tail = b""
        self._warm: dict[str, bytes] = {}
        self.starts = 0
        self.hello: Hello = self._start()

    def ask_all(self, requests: Sequence[bytes]) -> list[Reply]:
        """Put requests, each a whole line, and return their answers in order; what it does raises nothing."""
        replies: list[Reply] = []
        while len(replies) < len(requests):
            if self._child is None:
                try:
                    self._start()
                except CannotStart as error:
                    left = len(requests) - len(replies)
                    return replies + [Reply("absent", message=f"does not start again: {error}")] * left
            found, failure = self._stream(requests[len(replies) :], self._ms)
            replies += found
            if failure is not None:
                replies.append(self._once_more(requests[len(replies)], failure))
        return replies

    def warm_up(self, command: str, request: bytes) -> None:
        """Ask this once, and again after every new start, with time enough; the first of a command counts."""
        if command not in self._warm:
            self._warm[command] = request
            if self._child is not None:
                self._stream([request], START_MS)

    def close(self) -> None:
        """End the process; it is asked to go first."""
        if self._child is not None:
            self._stream([canonical_json.dumps_line(protocol.bye_request("bye"))], 500)
            if self._child is not None and self._child.stdin is not None:
                with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                    self._child.stdin.close()
                    self._child.wait(1)
        self._kill()

    def _once_more(self, request: bytes, failure: Reply) -> Reply:
        """The culprit alone; a process that was only worn out answers now."""
        try:
            self._start()
        except CannotStart as error:
            return Reply("absent", message=f"does not start again: {error}")
        found, again = self._stream([request], _PATIENCE_ALONE * self._ms)
        return found[0] if again is None else again if again.kind == failure.kind else failure

    def _start(self) -> Hello:
        self._kill()
        self.starts += 1
        try:
            child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise CannotStart(f"{self._command[0]}: {error.strerror or error}") from error
        self._child, self._held, self._tail = child, b"", b""
        limit_address_space(child.pid, self._memory_mib)
        for pipe in (child.stdin, child.stdout, child.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        found, failure = self._stream([canonical_json.dumps_line(protocol.hello_request("0"))], START_MS)
        if failure is not None:
            tail = self._tail.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise CannotStart(": ".join([failure.message, *tail]))
        try:
            hello = protocol.parse_hello(protocol.parse_answer(protocol.parse_line(found[0].line), "0"))
        except Garbled as error:
            self._kill()
            raise CannotStart(str(error)) from error
        if self._warm:
            _, failure = self._stream(list(self._warm.values()), START_MS)
            if failure is not None:
                raise CannotStart(f"fails at a good file: {failure.message}")
        return hello

    def _stream(self, requests: Sequence[bytes], ms: float) -> tuple[list[Reply], Reply | None]:
        """Answers as far as they came, and what went wrong at the next one; the process is gone then."""
        child = self._child
        assert child is not None
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        replies: list[Reply] = []
        outgoing = memoryview(b"".join(requests))
        began = time.monotonic()
        resident, looked = self._resident(), began
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdin, selectors.EVENT_WRITE)
            selector.register(child.stdout, selectors.EVENT_READ)
            selector.register(child.stderr, selectors.EVENT_READ)
            while len(replies) < len(requests):
                ended = False
                for key, _ in selector.select(_TICK):
                    if key.fileobj is child.stdin:
                        outgoing = self._write(child.stdin.fileno(), outgoing)
                        if not outgoing:
                            selector.unregister(child.stdin)
                        continue
                    chunk = _read(key.fd)
                    if not chunk:
                        selector.unregister(key.fileobj)
                        ended = ended or key.fileobj is child.stdout
                    elif key.fileobj is child.stderr:
                        self._tail = (self._tail + chunk)[-_TAIL:]
                    else:
                        self._held += chunk
                now = time.monotonic()
                if b"\n" in self._held:
                    *lines, self._held = self._held.split(b"\n")
                    shared = (now - began) * 1000 / len(lines)
                    replies += [Reply("line", line, shared) for line in lines]
                    if now - looked > _TICK:
                        resident, looked = self._resident(), now
                    began = now
                    continue
                if ended:
                    return replies, self._failed("crash", self._how_it_ended())
                if len(self._held) > MAX_LINE:
                    return replies, self._failed("garbled", f"a line longer than {MAX_LINE >> 20} MiB")
                if (now - began) * 1000 > ms:
                    return replies, self._failed("hang", f"no answer within {ms:.0f} ms", ms)
                if now - began > _TICK and (self._resident() - resident) >> 20 > self._mib:
                    return replies, self._failed("crash", f"grew by more than {self._mib} MiB")
        if len(replies) > len(requests) or self._held:
            return replies[: len(requests) - 1], self._failed("garbled", "more lines than questions")
        return replies, None

    def _write(self, descriptor: int, outgoing: memoryview) -> memoryview:
        try:
            return outgoing[os.write(descriptor, outgoing[:_CHUNK]) :]
        except BlockingIOError:
            return outgoing
        except OSError:
            return outgoing[:0]  # the reading side tells how it ended

    def _failed(self, kind: str, message: str, ms: float = 0.0) -> Reply:
        self._kill()
        return Reply(kind, message=message, ms=ms)

    def _how_it_ended(self) -> str:
        assert self._child is not None
        try:
            status = self._child.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output without ending"
        if status >= 0:
            return f"ended with status {status}"
        try:
            return f"killed by {signal.Signals(-status).name}"
        except ValueError:
            return f"killed by signal {-status}"

    def _resident(self) -> int:
        """Resident bytes of the process, 0 where that cannot be seen."""
        if self._child is None:
            return 0
        try:
            return int(Path(f"/proc/{self._child.pid}/statm").read_text("ascii").split()[1]) * _PAGE
        except (OSError, IndexError, ValueError):
            return 0

    def _kill(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError, AttributeError):
            child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except (BlockingIOError, OSError):
        return b""


def request_line(seq: int, command: str, b64: str, ms: int, mib: int) -> bytes:
    """A request as a line, the same as `suite.protocol.request` prints, without the way through a dict."""
    return (
        f'{{"args":{{}},"budget":{{"mib":{mib},"ms":{ms}}},"cmd":"{command}","in":{{"b64":"{b64}"}},'
        f'"seq":"{seq}","v":1}}\n'
    ).encode("ascii")
