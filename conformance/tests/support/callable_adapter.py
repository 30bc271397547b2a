# SPDX-License-Identifier: Apache-2.0
"""An adapter that is a Python function in the process of the test."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import CannotStart, Input, split_tree
from hudi_conformance.suite.protocol import Answer, Garbled


class CallableAdapter:
    """A Python function in this process: `answer(request) -> response`. No limits, no isolation.

    Raises:
        CannotStart: it gives no proper hello.
    """

    def __init__(self, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self._answer = answer
        self._seq = 0
        response = self._call(protocol.hello_request("0"))
        try:
            self.hello = protocol.parse_hello(response)
        except Garbled as error:
            raise CannotStart(str(error)) from error

    def ask(self, cmd: str, data: Input, args: Mapping[str, Any], *, ms: int, mib: int) -> Answer:
        """Ask one question; an exception that escapes is a crash."""
        self._seq += 1
        with split_tree(data) as (content, folder):
            seq = str(self._seq)
            return self._call(protocol.request(seq, cmd, content, args, ms=ms, mib=mib, folder=folder))

    def close(self) -> str | None:
        """Send `bye`."""
        answer = self._call(protocol.bye_request(str(self._seq + 1)))
        return None if answer.answer == "value" else f"bye was answered with {answer.answer}"

    def _call(self, message: dict[str, Any]) -> Answer:
        start = time.monotonic()
        try:
            response = self._answer(message)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # every exception of an implementation is an answer
            return Answer("crash", message=f"{type(error).__name__}: {error}"[: protocol.MAX_MESSAGE])
        spent = (time.monotonic() - start) * 1000
        try:
            # A round trip through text applies the same rules as a pipe to an in-process adapter.
            line = canonical_json.dumps_line(response)
            return protocol.parse_answer(protocol.parse_line(line), message["seq"], spent)
        except (Garbled, TypeError, ValueError, LimitExceeded) as error:
            return Answer("garbled", message=str(error)[: protocol.MAX_MESSAGE], ms=spent)
