# SPDX-License-Identifier: Apache-2.0
"""Adapters as the runner uses them: a long-lived process, a process for each request, or a callable."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import protocol
from hudi_conformance.suite.process import Failure, Line, Process
from hudi_conformance.suite.protocol import Answer, Garbled, Hello
from hudi_conformance.suite.trees import MAX_BYTES, Tree, remove_folder

START_MS = 60_000  # a Java adapter may compile and warm up before its hello
BYE_MS = 2_000
PATH_FROM = 256 << 10  # longer inputs are passed by path to adapters that accept paths
_MEMORY = Path("/dev/shm")  # noqa: S108 - folders in it are made by `tempfile`
_MIN_ROOM = 8 * MAX_BYTES
Input = bytes | Tree | None
"""A file's bytes, a folder, or None if a command only takes arguments."""
_EXIT_OF = {"value": 0, "reject": 1, "unsupported": 3, "limit": 4, "error": 5}


class CannotStart(Exception):  # noqa: N818 - the runner's answer `absent`
    """An adapter that does not start; the message is one sentence with the reason."""


@dataclass(frozen=True, slots=True)
class Question:
    """Arguments of `Adapter.ask`, for callers that send several requests at once."""

    cmd: str
    data: Input
    args: Mapping[str, Any]
    ms: int
    mib: int


class Adapter(Protocol):
    """Interface of an adapter for the runner."""

    @property
    def hello(self) -> Hello:
        """The answer to `hello` at its start."""

    def ask(self, cmd: str, data: Input, args: Mapping[str, Any], *, ms: int, mib: int) -> Answer:
        """Send one request; never raises because of the adapter."""

    def close(self) -> str | None:
        """Send `bye`; the reason of a failure, or None."""


class ProcessAdapter:
    """A long-lived child process that exchanges JSON lines on its pipes.

    After a crash, a hang or a garbled answer the process group is killed and the next request starts a new
    process.

    Args:
        command: the command line.
        memory_mib: limit of its address space, None if it limits itself (a JVM).
        patience: factor on the time budget after which a request counts as a hang.
        start_ms: time limit of `hello`.
        scratch: folder for inputs that are passed as files, and for temporary files of the program, which are
            always removed when it ends; None = that of the system.
        grace: seconds in which it may end before it is killed, to write its records.

    Raises:
        CannotStart: the program does not exist, or returns no valid hello.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        memory_mib: int | None = None,
        patience: float = 2.0,
        start_ms: int = START_MS,
        scratch: Path | None = None,
        grace: float = 0.0,
    ) -> None:
        self._command = list(command)
        self._memory_mib = memory_mib
        self._patience = patience
        self._start_ms = start_ms
        self._grace = grace
        self._seq = 0
        self._process: Process | None = None
        self._scratch = tempfile.TemporaryDirectory(prefix="hudi-conformance-", dir=scratch)
        self.starts = 0
        try:
            self.hello = self._start()
        except CannotStart:
            self._scratch.cleanup()
            raise

    def ask(self, cmd: str, data: Input, args: Mapping[str, Any], *, ms: int, mib: int) -> Answer:
        """Send one request, with limits of `ms` × patience milliseconds and `mib` MiB of growth."""
        if self._process is None:
            try:
                self._start()
            except CannotStart as error:
                return Answer("crash", message=f"does not start again: {error}")
        with self._message(Question(cmd, data, args, ms, mib)) as message:
            return self._exchange(message, ms * self._patience, mib)

    def ask_together(self, questions: Sequence[Question]) -> list[Answer | None]:
        """Send several requests at once; a program may answer them in any order, or one by one.

        All results are None if the process crashed, hung or wrote other output: sending the requests one by
        one then identifies the cause.
        """
        nothing: list[Answer | None] = [None] * len(questions)
        process = self._process
        if process is None or not questions:
            return nothing
        with contextlib.ExitStack() as inputs:
            messages = [inputs.enter_context(self._message(each, together=True)) for each in questions]
            lines, failure = process.pipeline(
                list(map(canonical_json.dumps_line, messages)),
                max(each.ms for each in questions) * self._patience / 1000,
                sum(each.mib for each in questions),
            )
        answers = _parse_all(lines)
        order = [message["seq"] for message in messages]
        if failure is not None or process.has_more or answers.keys() != set(order):
            self._kill()
            return nothing
        return [answers[seq] for seq in order]

    def close(self) -> str | None:
        """Send `bye`; None if the process answered and ended with status 0 within two seconds."""
        try:
            return self._bye()
        finally:
            self._kill()
            self._scratch.cleanup()

    def _bye(self) -> str | None:
        if self._process is None:
            return None
        process = self._process
        answer = self._exchange(protocol.bye_request(self._next()), BYE_MS, None)
        if answer.answer != "value":
            return f"bye was answered with {answer.answer}: {answer.message}"
        status = process.wait(BYE_MS / 1000)
        if status is None:
            return "the process did not end within 2 s of bye"
        return None if status == 0 else f"the process ended with status {status} after bye"

    def _start(self) -> Hello:
        self.starts += 1
        self._process = start_process(self._command, self._memory_mib, self._scratch.name)
        answer = self._exchange(protocol.hello_request(self._next()), self._start_ms, None)
        try:
            return protocol.parse_hello(answer)
        except Garbled as error:
            self._kill()
            tail = answer.trace.strip().splitlines()[-1:] if answer.trace else []
            raise CannotStart(": ".join([str(error), *tail])) from error

    @contextlib.contextmanager
    def _message(self, question: Question, *, together: bool = False) -> Iterator[dict[str, Any]]:
        """Build a request; the files and folders in it exist until the context ends."""
        data, path = question.data, None
        if isinstance(data, bytes) and (len(data) >= PATH_FROM or "b64" not in self.hello.inputs):
            path = self._write(data) if "path" in self.hello.inputs else None
        try:
            with split_tree(data, Path(self._scratch.name)) as (content, folder):
                yield protocol.request(
                    self._next(), question.cmd, content, question.args,
                    ms=question.ms, mib=question.mib, path=path, folder=folder, together=together,
                )  # fmt: skip
        finally:
            if path is not None:
                path.unlink(missing_ok=True)

    def _exchange(self, message: Mapping[str, Any], ms: float, mib: int | None) -> Answer:
        process = self._process
        assert process is not None
        start = time.monotonic()
        line = process.exchange(canonical_json.dumps_line(message), ms / 1000, mib)
        answer = _parse(line, message["seq"], _ms_since(start))
        if isinstance(answer, Answer):
            return answer
        self._kill()
        trace = process.stderr_tail()
        return Answer(answer.kind, message=answer.message, trace=trace, ms=_ms_since(start))

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill(self._grace)
            self._process = None

    def _next(self) -> str:
        self._seq += 1
        return str(self._seq - 1)

    def _write(self, data: bytes) -> Path:
        path = Path(self._scratch.name) / f"input-{self._seq}"
        path.write_bytes(data)
        return path


class OnceAdapter:
    """A program that answers one request per process: `COMMAND --once CMD [--args JSON] < input`.

    An input that is a folder is passed as `--dir FOLDER`.

    Exit status must agree with the answer: 0 value, 1 reject, 3 unsupported, 4 limit, 5 error.

    Raises:
        CannotStart: `--once hello` returns no valid hello.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        memory_mib: int | None = None,
        patience: float = 2.0,
        start_ms: int = START_MS,
    ) -> None:
        self._command = list(command)
        self._memory_mib = memory_mib
        self._patience = patience
        answer = self._run(["hello"], b"", start_ms / 1000, None)
        try:
            self.hello = protocol.parse_hello(answer)
        except Garbled as error:
            raise CannotStart(f"{error}: {answer.message or ''}".rstrip(": ")) from error

    def ask(self, cmd: str, data: Input, args: Mapping[str, Any], *, ms: int, mib: int) -> Answer:
        """Send one request to a new process; its start-up time is not counted."""
        seconds = (ms * self._patience + 5000) / 1000
        extra = ["--args", canonical_json.dumps(dict(args))] if args else []
        with split_tree(data) as (content, folder):
            extra += [] if folder is None else ["--dir", str(folder)]
            return self._run([cmd, *extra], content or b"", seconds, mib)

    def close(self) -> str | None:
        """There is nothing to close."""
        return None

    def _run(self, arguments: Sequence[str], data: bytes, seconds: float, mib: int | None) -> Answer:
        start = time.monotonic()
        try:
            process = Process([*self._command, "--once", *arguments], self._memory_mib)
        except OSError as error:
            return Answer("crash", message=str(error))
        try:
            line = process.exchange(data, seconds, mib, last=True)
            # A loaded machine may need as long for the end of a process as for its answer.
            status = None if isinstance(line, Failure) else process.wait(max(BYE_MS / 1000, seconds))
            answer = _parse(line, None, _ms_since(start))
            if isinstance(answer, Answer) and status != _EXIT_OF[answer.answer]:
                ends = "and no end of the process" if status is None else f"with exit status {status}"
                answer = Failure("garbled", f"answer {answer.answer} {ends}")
            if isinstance(answer, Answer):
                return answer
            trace = None if answer.kind == "hang" else process.stderr_tail()
            return Answer(answer.kind, message=answer.message, trace=trace)
        finally:
            process.kill()


def _ms_since(start: float) -> float:
    return (time.monotonic() - start) * 1000


def start_process(command: Sequence[str], memory_mib: int | None, scratch: str | None = None) -> Process:
    """Start an adapter's program; raises CannotStart if the program does not exist."""
    try:
        return Process(command, memory_mib, scratch)
    except OSError as error:
        raise CannotStart(f"{command[0]}: {error.strerror or error}") from error


def _parse(line: bytes | Failure, seq: str | None, ms: float) -> Answer | Failure:
    """The answer in a line to request `seq`; with None to the request that it names."""
    if isinstance(line, Failure):
        return line
    try:
        message = protocol.parse_line(line)
        return protocol.parse_answer(message, message.get("seq", "") if seq is None else seq, ms)
    except Garbled as error:
        return Failure("garbled", str(error))


def _parse_all(lines: Sequence[Line]) -> dict[str, Answer]:
    """Answers by their requests, with the time since all were sent; none if a line is invalid."""
    answers: dict[str, Answer] = {}
    for line in lines:
        try:
            message = protocol.parse_line(line.data)
            seq = message.get("seq")
            answers[str(seq)] = protocol.parse_answer(message, str(seq), line.ms_in_all)
        except Garbled:
            return {}
    return answers


def memory_folder() -> Path | None:
    """A folder in memory for inputs of local adapters, None if none is available.

    A run writes thousands of small folders, for which disks take ten times as long. An explicitly set folder
    for temporary files is respected.
    """
    if any(os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")):
        return None
    try:
        room = shutil.disk_usage(_MEMORY).free
    except OSError:
        return None
    return _MEMORY if room >= _MIN_ROOM and os.access(_MEMORY, os.W_OK | os.X_OK) else None


@contextlib.contextmanager
def split_tree(data: Input, below: Path | None = None) -> Iterator[tuple[bytes | None, Path | None]]:
    """An input as bytes or as a folder; the files of a tree are in a new one, removed afterwards.

    The folder is created `below` another, by default in memory; see `memory_folder`.
    """
    if not isinstance(data, Tree):
        yield data, None
        return
    folder = tempfile.mkdtemp(prefix="tree-", dir=below or memory_folder())
    try:
        data.write(Path(folder))
        yield None, Path(folder)
    finally:
        remove_folder(folder)


def close_quietly(adapter: Adapter) -> None:
    """Close an adapter; ignore how it ends."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        adapter.close()
