# SPDX-License-Identifier: Apache-2.0
"""File systems of a lake: the local one, and those of pyarrow.

`s3:` (also `s3a:`, `s3n:`), `gs:`, `abfs:`, `hdfs:`, and others of this build of pyarrow; `webhdfs:` through
fsspec. A remote file is a buffer of which only accessed ranges are read.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from functools import cache
from operator import index
from typing import SupportsIndex, overload
from urllib.parse import parse_qsl, unquote_to_bytes, urlsplit

import pyarrow as pa
import pyarrow.fs as pafs

PAGE = 1 << 20
MAX_PAGES = 16
NUM_READERS = 64
"""Number of files of a store that are read at a time, when only latency matters."""
GCS_RETRY_S = 20
"""Seconds in which a request to Google's store is repeated; the default of its library is 15 minutes."""
_S3 = frozenset({"s3a", "s3n"})
_WITH_HOST = frozenset({"hdfs", "viewfs", "webhdfs"})
_AZURE = re.compile(r"abfss?://(?P<container>[^@/:]+)@(?P<account>[^./:]+)\.dfs\.core\.windows\.net")
AZURE_KEY = "AZURE_STORAGE_KEY"
"""Variable with the key of an account; without it the SDK searches for credentials."""
AZURE_OPTIONS = "HUDI_CONFORMANCE_ABFS_OPTIONS"
"""Variable with arguments of pyarrow's `AzureFileSystem` as a query, in addition to that key."""


def local_path(path: str) -> str | None:
    """The local path that `path` names, None for a URI of another file system."""
    if path.startswith("file:"):
        return os.fsdecode(unquote_to_bytes(urlsplit(path).path))
    return None if "://" in path else path


def file_system(uri: str) -> tuple[pafs.FileSystem, str]:
    """File system of a URI, and the path in it.

    Raises:
        ValueError: no file system for this scheme.
    """
    scheme, _, rest = uri.partition("://")
    authority, _, inner = rest.partition("/")
    try:
        system, prefix = _connection(f"{'s3' if scheme in _S3 else scheme}://{authority}")
    except pa.ArrowInvalid as error:
        raise ValueError(f"{uri}: {error}") from None
    is_absolute = not authority or scheme in _WITH_HOST  # otherwise the first part of the path is a container
    return system, (f"{prefix}/{inner}" if prefix or is_absolute else inner).rstrip("/")


@cache
def _connection(root: str) -> tuple[pafs.FileSystem, str]:
    """File system of a store, and the path of its root: a bucket or container, if the URI has one."""
    azure = _AZURE.fullmatch(root)
    if azure is not None and AZURE_KEY in os.environ:
        options = dict(parse_qsl(os.environ.get(AZURE_OPTIONS, "")))
        key = os.environ[AZURE_KEY]
        return pafs.AzureFileSystem(azure["account"], account_key=key, **options), azure["container"]
    if root.startswith("webhdfs://"):
        return _webhdfs(root), ""
    retries = f"?retry_limit_seconds={GCS_RETRY_S}" if root.startswith(("gs://", "gcs://")) else ""
    system, prefix = pafs.FileSystem.from_uri(root + retries)
    return system, prefix.rstrip("/")


def _webhdfs(root: str) -> pafs.FileSystem:
    """HDFS over HTTP, for machines without Hadoop's native library."""
    try:
        from fsspec.implementations.webhdfs import WebHDFS  # noqa: PLC0415 - an extra
    except ImportError:
        raise ValueError(f"{root}: needs the extra `webhdfs`") from None
    parts = urlsplit(root)
    user = parts.username or os.environ.get("HADOOP_USER_NAME")
    return pafs.PyFileSystem(pafs.FSSpecHandler(WebHDFS(parts.hostname, parts.port or 9870, user=user)))


class RangedBuffer:
    """A remote file as a buffer: reads full pages, caches the last few, and reads long slices at once.

    The last page ends with the file, so that a footer takes one request.
    """

    def __init__(self, file: pa.NativeFile, page: int = PAGE, max_pages: int = MAX_PAGES) -> None:
        self._file = file
        self._size = int(file.size())
        self._page = page
        self._max_pages = max_pages
        self._before = -self._size % page  # length by which the first page is shorter
        self._head = b""
        self._pages: OrderedDict[int, bytes] = OrderedDict()

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...

    @overload
    def __getitem__(self, key: slice, /) -> bytes: ...

    def __getitem__(self, key: slice | SupportsIndex, /) -> bytes | int:
        if not isinstance(key, slice):
            pos = index(key)
            pos += self._size if pos < 0 else 0
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
            last = min(self._span(start)[1] + len(sub) - 1, stop)
            ofs = self._read(start, last).find(sub)
            if ofs >= 0:
                return start + ofs
            start = last - len(sub) + 1
        return -1

    def read_ends(self, len_head: int) -> None:
        """Read the last page, and the first bytes if they are in another page."""
        if self._size:
            self._read(self._size - 1, self._size)
        if self._span(self._size - 1)[0] >= len_head:
            self._head = self._range(0, len_head)

    def close(self) -> None:
        """Close the file and drop its pages."""
        self._pages.clear()
        self._file.close()

    def _read(self, start: int, stop: int) -> bytes:
        if stop <= len(self._head):
            return self._head[start:stop]
        if stop - start > self._max_pages * self._page // 2:
            return self._range(start, stop - start)
        parts = []
        while start < stop:
            first, end = self._span(start)
            part = self._get(first, end)[start - first : stop - first]
            parts.append(part)
            start += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _span(self, pos: int) -> tuple[int, int]:
        """Offsets of the page with the byte at `pos`, and of the next."""
        end = (pos + self._before) // self._page * self._page + self._page - self._before
        return max(0, end - self._page), end

    def _get(self, first: int, end: int) -> bytes:
        page = self._pages.get(first)
        if page is None:
            page = self._pages[first] = self._range(first, end - first)
            if len(self._pages) > self._max_pages:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(first)
        return page

    def _range(self, ofs: int, num: int) -> bytes:
        data = bytes(self._file.read_at(num, ofs))
        if len(data) != num:
            raise OSError(f"{len(data)} bytes instead of {num} at {ofs}: the file was truncated")
        return data
