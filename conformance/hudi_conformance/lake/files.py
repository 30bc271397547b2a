# SPDX-License-Identifier: Apache-2.0
"""Files of a lake: listed, and opened as buffers of which only what is looked at is read.

Paths of this machine are mapped. Everything else goes through the file systems of pyarrow: `s3:` (also
`s3a:`, `s3n:`), `gs:`, `abfs:`, `hdfs:`, and what else this build of it has.
"""

from __future__ import annotations

import mmap
import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

import pyarrow as pa
import pyarrow.fs as pafs

from hudi_conformance.decode.source import Buffer

PAGE = 1 << 20
MAX_PAGES = 16
_S3 = frozenset({"s3a", "s3n"})
_WITH_HOST = frozenset({"hdfs", "viewfs", "webhdfs"})


@dataclass(frozen=True, slots=True, order=True)
class FileRef:
    """One file.

    Attributes:
        path: path of this machine, or URI with its scheme.
        size: bytes when it was listed.
        mtime_ns: when it was changed, 0 where a store does not say.
    """

    path: str
    size: int
    mtime_ns: int = 0

    @property
    def name(self) -> str:
        """Last part of the path."""
        return self.path.rpartition("/")[2]


def list_files(paths: Iterable[str | os.PathLike[str]]) -> list[FileRef]:
    """All files at and below `paths`, each once, sorted by path.

    Hidden names, those that begin with a dot or an underscore, are listed: log files have them. Checksum
    files that Hadoop puts beside others (`.name.crc`) are not.

    Raises:
        FileNotFoundError: nothing is at one of the paths.
        OSError: a folder cannot be listed.
        ValueError: a scheme that this build of pyarrow has no file system for.
    """
    found: dict[str, FileRef] = {}
    for path in paths:
        local = local_path(os.fspath(path))
        for ref in _remote_files(os.fspath(path).rstrip("/")) if local is None else _local_files(local):
            found.setdefault(ref.path, ref)
    return sorted(found.values())


def local_path(path: str) -> str | None:
    """The path of this machine that `path` names, None for a URI of something else."""
    if path.startswith("file:"):
        return os.fsdecode(unquote_to_bytes(urlsplit(path).path))
    return None if "://" in path else path


def open_ranged(ref: FileRef) -> Buffer:
    """The file as a buffer: `len`, slices and `find`. Who opens it closes it, if it has `close`.

    Raises:
        OSError: it cannot be opened any more.
    """
    local = local_path(ref.path)
    if local is not None:
        with Path(local).open("rb") as file:
            # An empty file cannot be mapped.
            size = os.fstat(file.fileno()).st_size
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
    system, path = _file_system(ref.path)
    return as_buffer(RangedBuffer(system.open_input_file(path)))


def close_buffer(buffer: Buffer) -> None:
    """Let go of a mapping or a remote file; bytes need nothing."""
    close = getattr(buffer, "close", None)
    if close is not None:
        close()


def read_small(path: str, limit: int = 1 << 20) -> bytes | None:
    """Content of a small file, None when it is not there, larger than `limit`, or cannot be read."""
    try:
        local = local_path(path)
        if local is not None:
            data = Path(local).read_bytes() if Path(local).stat().st_size <= limit else None
        else:
            system, inner = _file_system(path)
            info = system.get_file_info(inner)
            if info.type != pafs.FileType.File or info.size > limit:
                return None
            with system.open_input_file(inner) as file:
                data = bytes(file.read())
    except (OSError, pa.ArrowException, ValueError):
        return None
    return data


class RangedBuffer:
    """A remote file as a buffer. Reads whole pages, keeps the last few; long slices are read at once."""

    def __init__(self, file: Any, page: int = PAGE, max_pages: int = MAX_PAGES) -> None:
        self._file = file
        self._size = int(file.size())
        self._page = page
        self._max_pages = max_pages
        self._pages: OrderedDict[int, bytes] = OrderedDict()

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, key: slice | int) -> bytes | int:
        if isinstance(key, int):
            pos = key + self._size if key < 0 else key
            if not 0 <= pos < self._size:
                raise IndexError("index out of range")
            return self._read(pos, pos + 1)[0]
        start, stop, step = key.indices(self._size)
        if step != 1:
            raise ValueError("a ranged buffer has no steps")
        return self._read(start, stop)

    def find(self, sub: bytes, start: int = 0, end: int | None = None) -> int:
        """As `bytes.find`."""
        start, stop, _ = slice(start, end).indices(self._size)
        while stop - start >= len(sub):
            last = min((start // self._page + 1) * self._page + len(sub) - 1, stop)
            at = self._read(start, last).find(sub)
            if at >= 0:
                return start + at
            start = last - len(sub) + 1
        return -1

    def close(self) -> None:
        """Let go of the file and what is kept of it."""
        self._pages.clear()
        self._file.close()

    def _read(self, start: int, stop: int) -> bytes:
        if stop - start > self._max_pages * self._page // 2:
            return self._range(start, stop - start)
        parts = []
        while start < stop:
            number, ofs = divmod(start, self._page)
            part = self._get(number)[ofs : ofs + stop - start]
            parts.append(part)
            start += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _get(self, number: int) -> bytes:
        page = self._pages.get(number)
        if page is None:
            ofs = number * self._page
            page = self._range(ofs, min(self._page, self._size - ofs))
            self._pages[number] = page
            if len(self._pages) > self._max_pages:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        return page

    def _range(self, ofs: int, num: int) -> bytes:
        data = bytes(self._file.read_at(num, ofs))
        if len(data) != num:
            raise OSError(f"{len(data)} bytes instead of {num} at {ofs}: the file has become shorter")
        return data


def as_buffer(ranged: RangedBuffer) -> Buffer:
    """The same object: it does what decoders ask of a buffer, slicing, `len` and `find`."""
    return cast("Buffer", ranged)


def _local_files(path: str) -> Iterator[FileRef]:
    if not Path(path).exists():
        raise FileNotFoundError(f"nothing is at {path}")
    if not Path(path).is_dir():
        yield _local_ref(path)
        return
    for folder, names, files in os.walk(path, onerror=_raise):
        names.sort()
        for name in files:
            if not is_checksum(name):
                yield _local_ref(f"{folder.rstrip('/')}/{name}")


def _local_ref(path: str) -> FileRef:
    try:
        stat = Path(path).stat()
    except OSError:  # a link that leads nowhere, a file that has just gone: whoever opens it says so
        return FileRef(_as_text(path), 0)
    return FileRef(_as_text(path), stat.st_size, stat.st_mtime_ns)


def _as_text(path: str) -> str:
    """The path, as a URI where its bytes are no text."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return "file://" + quote_from_bytes(os.fsencode(Path(path).absolute()))
    return path


def _raise(error: OSError) -> None:
    raise error


def is_checksum(name: str) -> bool:
    """Whether a name is that of a Hadoop checksum file."""
    return name.startswith(".") and name.endswith(".crc")


def _remote_files(uri: str) -> Iterator[FileRef]:
    system, path = _file_system(uri)
    root = uri[: len(uri) - len(path)] if uri.endswith(path) else uri.rstrip("/")
    info = system.get_file_info(path)
    if info.type == pafs.FileType.NotFound:
        raise FileNotFoundError(f"nothing is at {uri}")
    if info.type == pafs.FileType.File:
        yield FileRef(uri, int(info.size), int(info.mtime_ns or 0))
        return
    for one in system.get_file_info(pafs.FileSelector(path, recursive=True)):
        if one.type == pafs.FileType.File and not is_checksum(one.base_name):
            yield FileRef(root + one.path, int(one.size), int(one.mtime_ns or 0))


def _file_system(uri: str) -> tuple[pafs.FileSystem, str]:
    """File system of a URI, and the path in it, with which the URI ends.

    Raises:
        ValueError: no file system for this scheme.
    """
    scheme, _, rest = uri.partition("://")
    scheme = "s3" if scheme in _S3 else scheme
    authority, _, inner = rest.partition("/")
    try:
        if scheme in _WITH_HOST:
            return _connection(f"{scheme}://{authority}"), f"/{inner.rstrip('/')}"
        # A bucket is the first part of the path.
        return _connection(f"{scheme}://{authority}"), f"{authority}/{inner}".rstrip("/")
    except pa.ArrowInvalid as error:
        raise ValueError(f"{uri}: {error}") from None


@cache
def _connection(root: str) -> pafs.FileSystem:
    return pafs.FileSystem.from_uri(root)[0]
