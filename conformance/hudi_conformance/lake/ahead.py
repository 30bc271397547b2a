# SPDX-License-Identifier: Apache-2.0
"""Files of a store, opened before they are requested, many at a time: requests take long and cost little."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress

from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef, close_buffer, open_ranged, opened
from hudi_conformance.lake.filesystem import NUM_READERS, PAGE, RangedBuffer, local_path
from hudi_conformance.model.base_file import format_of

LEN_HEAD = 4  # magic bytes, the only part of a base file outside of its footer that every audit reads


class OpenedAhead:
    """Files that threads open in the order of `refs`; at most `NUM_READERS` wait until they are requested."""

    def __init__(self, refs: Sequence[FileRef], pool: ThreadPoolExecutor) -> None:
        self._waiting = iter(refs)
        self._pool = pool
        self._files: dict[FileRef, Future[Buffer]] = {}
        for _ in range(NUM_READERS):
            self._open_next()

    def _open_next(self) -> None:
        ref = next(self._waiting, None)
        if ref is not None:
            self._files[ref] = self._pool.submit(_open, ref)

    @contextmanager
    def opened(self, ref: FileRef) -> Iterator[Buffer]:
        """As `files.opened`; raises the error of a file that could not be opened."""
        file = self._files.pop(ref, None)
        if file is None:
            with opened(ref) as buffer:
                yield buffer
            return
        self._open_next()
        with opened(ref, lambda _: file.result()) as buffer:
            yield buffer

    def close(self) -> None:
        """Close the files that were not requested."""
        self._waiting = iter(())
        for file in self._files.values():
            if not file.cancel():
                with suppress(Exception):
                    close_buffer(file.result())


@contextmanager
def opened_ahead(refs: Sequence[FileRef]) -> Iterator[OpenedAhead]:
    """Files that are opened ahead while the context is active; local ones are opened when requested."""
    refs = [ref for ref in dict.fromkeys(refs) if local_path(ref.path) is None]
    with ThreadPoolExecutor(NUM_READERS, thread_name_prefix="opened-ahead") as pool:
        files = OpenedAhead(refs, pool)
        try:
            yield files
        finally:
            files.close()


def _open(ref: FileRef) -> Buffer:
    buffer = open_ranged(ref)
    if isinstance(buffer, RangedBuffer):
        try:
            if format_of(ref.path) is not None or len(buffer) <= PAGE:
                buffer.read_ends(LEN_HEAD)
        except BaseException:
            close_buffer(buffer)
            raise
    return buffer
