# SPDX-License-Identifier: Apache-2.0
"""An adapter with thousands of pipelined requests: requests stream in while answers stream out.

Adapters answer in order, so the first request without an answer caused the crash or hang. It is sent once
more, alone, to a new process before that is recorded. The remaining requests follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import START_MS, CannotStart, start_process
from hudi_conformance.suite.process import Failure, Process
from hudi_conformance.suite.protocol import Garbled, Hello

_PATIENCE_ALONE = 5  # a newly started process is slow


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to one request.

    Attributes:
        kind: `line`, or `crash`, `hang`, `garbled`, `absent` if there is none.
        line: the unparsed answer.
        ms: since the previous answer, or since the request; answers that arrive together share the time.
        message: why there is no line.
    """

    kind: str
    line: bytes = b""
    ms: float = 0.0
    message: str = ""


class PipedAdapter:
    """A child process that exchanges JSON lines, with many requests at a time.

    Args:
        command: the command line.
        memory_mib: address space that the process is limited to, None if it limits itself (a JVM).
        ms: time for one answer.
        mib: allowed growth of resident memory for one answer.

    Raises:
        CannotStart: the program does not exist, or returns no valid hello.
    """

    def __init__(self, command: Sequence[str], memory_mib: int | None = None, *, ms: int, mib: int) -> None:
        self._command = list(command)
        self._memory_mib = memory_mib
        self._ms = ms
        self._mib = mib
        self._process: Process | None = None
        self._warm: dict[str, bytes] = {}
        self.starts = 0
        self.hello: Hello = self._start()

    def ask_all(self, requests: Sequence[bytes]) -> list[Reply]:
        """Send requests, each a complete line; return their answers in order. Failures are replies."""
        replies: list[Reply] = []
        while len(replies) < len(requests):
            if self._process is None:
                try:
                    self._start()
                except CannotStart as error:
                    left = len(requests) - len(replies)
                    return replies + [Reply("absent", message=f"does not start again: {error}")] * left
            answers, failure = self._stream(requests[len(replies) :], self._ms)
            replies += answers
            if failure is not None:
                replies.append(self._ask_again(requests[len(replies)], failure))
        return replies

    def warm_up(self, command: str, request: bytes) -> None:
        """Send this request now and after every start, with a long timeout; ignore others of a command."""
        if command not in self._warm:
            self._warm[command] = request
            if self._process is not None:
                self._stream([request], START_MS)

    def close(self) -> None:
        """Send `bye`, then end the process."""
        if self._process is not None:
            self._stream([canonical_json.dumps_line(protocol.bye_request("bye"))], 500)
            if self._process is not None:
                self._process.wait(1)
        self._kill()

    def _ask_again(self, request: bytes, failure: Reply) -> Reply:
        """Send the failed request alone; a process that was only exhausted answers now."""
        try:
            self._start()
        except CannotStart as error:
            return Reply("absent", message=f"does not start again: {error}")
        answers, second = self._stream([request], _PATIENCE_ALONE * self._ms)
        return answers[0] if second is None else second if second.kind == failure.kind else failure

    def _start(self) -> Hello:
        self._kill()
        self.starts += 1
        process = self._process = start_process(self._command, self._memory_mib)
        answers, failure = self._stream([canonical_json.dumps_line(protocol.hello_request("0"))], START_MS)
        if failure is not None:
            tail = process.stderr_tail().strip().splitlines()[-1:]
            raise CannotStart(": ".join([failure.message, *tail]))
        try:
            hello = protocol.parse_hello(protocol.parse_answer(protocol.parse_line(answers[0].line), "0"))
        except Garbled as error:
            self._kill()
            raise CannotStart(str(error)) from error
        if self._warm:
            _, failure = self._stream(list(self._warm.values()), START_MS)
            if failure is not None:
                raise CannotStart(f"fails at an intact file: {failure.message}")
        return hello

    def _stream(self, requests: Sequence[bytes], ms: float) -> tuple[list[Reply], Reply | None]:
        """Received answers, and the failure at the next one, after which the process is terminated."""
        process = self._process
        assert process is not None
        lines, failure = process.pipeline(requests, ms / 1000, self._mib)
        if failure is None and (len(lines) > len(requests) or process.has_more):
            lines = lines[: len(requests) - 1]
            failure = Failure("garbled", "more lines than questions")
        replies = [Reply("line", line.data, line.ms) for line in lines]
        if failure is None:
            return replies, None
        self._kill()
        return replies, Reply(failure.kind, message=failure.message, ms=ms if failure.kind == "hang" else 0.0)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None


def request_line(seq: int, command: str, b64: str, ms: int, mib: int) -> bytes:
    """A request as a line, equal to that of `suite.protocol.request`, without building a dict."""
    return (
        f'{{"args":{{}},"budget":{{"mib":{mib},"ms":{ms}}},"cmd":"{command}","in":{{"b64":"{b64}"}},'
        f'"seq":"{seq}","v":1}}\n'
    ).encode("ascii")
