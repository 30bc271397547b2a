# SPDX-License-Identifier: Apache-2.0
"""Rows of Lance files from a separate process, which a damaged file may crash or block."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO

import pyarrow as pa

from hudi_conformance.decode.limits import exceeded, is_lifted
from hudi_conformance.errors import Reject, UnsupportedInput

PAGES = "lance.pages.extent"
EXTRA = "values of Lance files need the package pylance: pip install 'hudi-conformance[lance]'"
_HEADER = 9  # of an answer: its kind, and a length
_BATCH, _DONE, _ERROR, _END = b"B", b"D", b"E", b""
_SECONDS, _BYTES_PER_SECOND = 30, 1 << 20  # for an answer
_MEMORY, _MULTIPLE = 2 << 30, 40  # beyond what the library takes anyway, and for each byte of the file


@cache
def _source() -> str:
    """The program as text: this package may be in an archive."""
    return (files(__package__) / "worker.py").read_text("utf-8")


class _Worker:
    """The process, and a thread that reads its answers."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _source()], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.answers: SimpleQueue[tuple[bytes, bytes]] = SimpleQueue()
        assert self.process.stdout is not None
        Thread(target=_read, args=(self.process.stdout, self.answers), daemon=True).start()

    def ask(self, request: dict[str, object]) -> None:
        """Send a request."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()


def _read(source: BinaryIO, answers: SimpleQueue[tuple[bytes, bytes]]) -> None:
    with source:
        while len(head := source.read(_HEADER)) == _HEADER:
            size = int.from_bytes(head[1:], "little")
            content = source.read(size)
            if len(content) < size:
                break
            answers.put((head[:1], content))
    answers.put((_END, b""))


_idle: list[_Worker] = []


@atexit.register
def _stop_all() -> None:
    for worker in _idle:
        if worker.pid == os.getpid():
            worker.stop()


def _worker() -> _Worker:
    while _idle:
        worker = _idle.pop()
        if worker.pid == os.getpid() and worker.process.poll() is None:
            return worker
    if find_spec("lance") is None:
        raise UnsupportedInput(EXTRA)
    return _Worker()


def describe(path: Path) -> tuple[pa.Schema, int]:
    """Schema and number of rows from the library; raises as `read_batches`."""
    [content] = [content for _, content in _answers(path, None, 0)]
    return pa.ipc.read_schema(pa.py_buffer(content[8:])), int.from_bytes(content[:8], "little")


def read_batches(
    path: Path, columns: Sequence[str] | None, num_rows: int
) -> Generator[pa.RecordBatch, None, None]:
    """Yield batches of at most `num_rows`.

    Raises:
        Reject: bad-value: the library rejects the file.
        LimitExceeded: it takes more memory or time than a file of that size is allowed.
        UnsupportedInput: the extra is not installed.
    """
    with closing(_answers(path, columns, num_rows)) as answers:
        for kind, content in answers:
            if kind == _BATCH:
                yield from pa.ipc.open_stream(pa.py_buffer(content))


def _answers(
    path: Path, columns: Sequence[str] | None, num_rows: int
) -> Generator[tuple[bytes, bytes], None, None]:
    size = path.stat().st_size
    worker, is_done = _worker(), False
    memory = 0 if is_lifted() else _MEMORY + _MULTIPLE * size
    seconds = None if is_lifted() else _SECONDS + size // _BYTES_PER_SECOND
    try:
        names = None if columns is None else list(columns)
        worker.ask({"path": os.fspath(path), "columns": names, "num_rows": num_rows, "memory": memory})
        while True:
            try:
                kind, content = worker.answers.get(timeout=seconds)
            except Empty:
                raise exceeded(f"{path.name}: rows that take more than {seconds} seconds") from None
            if kind == _END:
                message = f"{path.name}: the process that decodes it ended with {worker.process.wait()}"
                raise exceeded(f"{message}; rows may take more than {memory:,} bytes of memory")
            if kind == _ERROR:
                message = " ".join(content.decode("utf-8", "replace").split())[:200]
                raise Reject("bad-value", None, PAGES, f"{path.name}: {message}")
            is_done = kind == _DONE
            if is_done:
                return
            yield kind, content
    finally:
        if is_done:
            _idle.append(worker)
        else:
            worker.stop()
