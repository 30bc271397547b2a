# SPDX-License-Identifier: Apache-2.0
"""One interface for every kind of input: a random-access buffer of known size, mapped if possible.

A `Window` hands a part of a buffer to a generated parser without copying it: positions stay those of
the file, and the end of the window is the end of the stream, so that every "remaining bytes" of a grammar
means "remaining in this structure".
"""

from __future__ import annotations

import codecs
import io
import mmap
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol, SupportsIndex, TypeAlias, overload

from kaitaistruct import KaitaiStream

Memory: TypeAlias = bytes | bytearray | mmap.mmap
"""Buffers whose bytes are in memory, or mapped into it; compiled kernels read these."""
Input: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | mmap.mmap | BinaryIO
_LEN_CHUNK = 1 << 16


class Buffer(Protocol):
    """Random access to bytes; a slice is a copy."""

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...

    @overload
    def __getitem__(self, key: slice, /) -> bytes | bytearray: ...

    def find(self, sub: bytes, start: int = ..., end: int = ..., /) -> int:
        """Offset of the first `sub` in [`start`, `end`), -1 if there is none."""
        ...


@contextmanager
def open_source(source: Input) -> Iterator[Memory]:
    """Yield `source` as a buffer that supports `len`, slices and `find`.

    Paths and files of the operating system are mapped read-only: only pages in use are read.
    A buffer is passed through. Other binary file objects (pipes, compressed streams) are read to
    their end. Slices of a mapping are copies, so no reference to it outlives the caller's block.

    Raises:
        OSError: the file cannot be opened or mapped.
    """
    buffer = held_source(source)
    try:
        yield buffer
    finally:
        if isinstance(buffer, mmap.mmap) and buffer is not source:
            buffer.close()


def held_source(source: Input) -> Memory:
    """`source` as from `open_source`, mapped while any object, for example an array, references it.

    Raises:
        OSError: the file cannot be opened or mapped.
    """
    if isinstance(source, Memory):
        return source
    if isinstance(source, memoryview):
        return source.tobytes()
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            return _map(file) or file.read()
    return _map(source) or source.read()


def expect_access(buffer: Buffer, *, is_random: bool) -> None:
    """Set how a mapped file will be read: for random access the system reads no pages ahead."""
    if isinstance(buffer, mmap.mmap) and hasattr(mmap, "MADV_RANDOM"):
        buffer.madvise(mmap.MADV_RANDOM if is_random else mmap.MADV_NORMAL)


def _map(file: BinaryIO) -> mmap.mmap | None:
    try:
        # An empty file cannot be mapped, and a pipe has no size: both are read instead.
        is_mappable = os.fstat(file.fileno()).st_size > 0
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if is_mappable else None
    except (AttributeError, io.UnsupportedOperation, ValueError):
        return None


class Window:
    """The bytes [`ofs`, `end`) of a buffer as a seekable binary stream whose positions are the buffer's."""

    __slots__ = ("_buffer", "_end", "_pos")

    def __init__(self, buffer: Buffer, ofs: int, end: int) -> None:
        self._buffer = buffer
        self._pos = ofs
        self._end = end

    def read(self, num: int = -1) -> bytes:
        """Return up to `num` bytes from the position on, all remaining bytes if negative."""
        pos = self._pos
        stop = self._end if num < 0 else min(pos + num, self._end)
        if stop <= pos:
            return b""
        self._pos = stop
        data = self._buffer[pos:stop]
        return data if isinstance(data, bytes) else bytes(data)

    def seek(self, ofs: int, whence: int = io.SEEK_SET) -> int:
        """Set the position; `io.SEEK_END` counts from the end of the window."""
        base = (0, self._pos, self._end)[whence]
        self._pos = base + ofs
        return self._pos

    def tell(self) -> int:
        """Return the position in the buffer."""
        return self._pos

    def seekable(self) -> bool:
        """Return True: a parser may query the size before it trusts a length."""
        return True

    def close(self) -> None:
        """Do nothing: the buffer belongs to the caller."""


def _number(packer: struct.Struct) -> Callable[[_WindowStream], int]:
    """A method that reads one number."""
    size, unpack = packer.size, packer.unpack

    def read(stream: _WindowStream) -> int:
        window = stream._io
        pos = window._pos
        stop = pos + size
        if stop > window._end or stream.bits_left:
            number: int = unpack(stream.read_bytes(size))[0]
        else:
            window._pos = stop
            number = unpack(window._buffer[pos:stop])[0]
        return number

    return read


class _WindowStream(KaitaiStream):  # type: ignore[misc]  # the runtime is not typed
    """The runtime's stream, with its hottest methods inlined to bypass the window.

    The runtime handles values that do not fit and partially read bytes, so errors are those of every parser.
    """

    _io: Window

    def __init__(self, window: Window) -> None:  # as the runtime's constructor, by assignments only
        self._io = window
        self._size = window._end
        self.bits_left = self.bits = 0
        self.bits_le = self.bits_write_mode = False
        self.write_back_handler = None
        self.child_streams: list[KaitaiStream] = []

    def read_bytes(self, n: int) -> bytes:
        window = self._io
        pos = window._pos
        stop = pos + n
        if n < 0 or stop > window._end or self.bits_left:
            raw: bytes = super().read_bytes(n)
            return raw
        window._pos = stop
        data = window._buffer[pos:stop]
        return data if isinstance(data, bytes) else bytes(data)

    def size(self) -> int:
        return self._io._end

    def pos(self) -> int:
        return self._io._pos

    read_u1 = _number(KaitaiStream.packer_u1)
    read_u2be = _number(KaitaiStream.packer_u2be)
    read_u2le = _number(KaitaiStream.packer_u2le)
    read_u4be = _number(KaitaiStream.packer_u4be)
    read_u4le = _number(KaitaiStream.packer_u4le)
    read_s4be = _number(KaitaiStream.packer_s4be)
    read_s8be = _number(KaitaiStream.packer_s8be)


def open_window(buffer: Buffer, ofs: int, end: int) -> KaitaiStream:
    """Return a stream for a generated parser over the bytes [`ofs`, `end`) of `buffer`."""
    return _WindowStream(Window(buffer, ofs, end))


def utf8_or_bytes(raw: bytes) -> str | bytes:
    """The text, or the bytes if they are not well-formed UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw


def is_utf8(buffer: Buffer, ofs: int, end: int) -> bool:
    """Whether the bytes [`ofs`, `end`) are well-formed UTF-8; without memory for their text."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(ofs, end, _LEN_CHUNK):
            decoder.decode(bytes(buffer[start : min(start + _LEN_CHUNK, end)]))
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def read_s4(buffer: Buffer, ofs: int) -> int:
    """Signed 32-bit big-endian integer at `ofs`."""
    return int.from_bytes(buffer[ofs : ofs + 4], "big", signed=True)


def read_s8(buffer: Buffer, ofs: int) -> int:
    """Signed 64-bit big-endian integer at `ofs`."""
    return int.from_bytes(buffer[ofs : ofs + 8], "big", signed=True)
