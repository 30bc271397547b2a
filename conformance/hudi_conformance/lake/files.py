# SPDX-License-Identifier: Apache-2.0
"""Files of a lake: listed, and opened as buffers. Local files are mapped."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from urllib.parse import quote_from_bytes

import pyarrow as pa
import pyarrow.fs as pafs

from hudi_conformance.decode.folder import is_checksum, is_macos
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.filesystem import RangedBuffer, file_system, local_path


@dataclass(frozen=True, slots=True, order=True)
class FileRef:
    """One file.

    Attributes:
        path: local path, or URI with its scheme.
        size: size in bytes when it was listed.
        mtime_ns: time of the last change, 0 if a store has none.
    """

    path: str
    size: int
    mtime_ns: int = 0

    @property
    def name(self) -> str:
        """Last part of the path."""
        return self.path.rpartition("/")[2]


OnError = Callable[[str, OSError], None]


def list_files(
    paths: Iterable[str | os.PathLike[str]],
    on_error: OnError | None = None,
    on_macos: Callable[[FileRef], object] | None = None,
) -> list[FileRef]:
    """All files at and below `paths`, each once, sorted by path.

    Hidden names, those that begin with a dot or an underscore, are listed: log files have them. Hadoop's
    checksum files (`.name.crc`) are not, nor those of macOS, which `on_macos` receives. `on_error` receives
    path and error of a local folder that cannot be listed; listing continues. Files and folders that vanish
    meanwhile are skipped.

    Raises:
        FileNotFoundError: one of the paths does not exist.
        OSError: a folder cannot be listed, and there is no `on_error`, or it is remote.
        ValueError: a scheme without a file system in this build of pyarrow.
    """
    refs: dict[str, FileRef] = {}
    for path in paths:
        local = local_path(os.fspath(path))
        for ref in (
            _remote_files(os.fspath(path).rstrip("/")) if local is None else _local_files(local, on_error)
        ):
            if not is_macos(ref.name):
                refs.setdefault(ref.path, ref)
            elif on_macos is not None:
                on_macos(ref)
    return sorted(refs.values())


def open_ranged(ref: FileRef) -> Buffer:
    """The file as a buffer: `len`, slices and `find`. The caller closes it, see `close_buffer`.

    Raises:
        OSError: it can no longer be opened.
    """
    local = local_path(ref.path)
    if local is not None:
        with Path(local).open("rb") as file:
            # An empty file cannot be mapped.
            size = os.fstat(file.fileno()).st_size
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
    system, path = file_system(ref.path)
    return RangedBuffer(system.open_input_file(path))


@contextmanager
def opened(ref: FileRef, open_file: Callable[[FileRef], Buffer] = open_ranged) -> Iterator[Buffer]:
    """The file as a buffer, see `open_ranged`; it is closed at the end."""
    buffer = open_file(ref)
    try:
        yield buffer
    finally:
        close_buffer(buffer)


def close_buffer(buffer: Buffer) -> None:
    """Close a mapping or a remote file; bytes need nothing."""
    close = getattr(buffer, "close", None)
    if close is not None:
        close()


def read_small(path: str, limit: int = 1 << 20) -> bytes | None:
    """Content of a small file, None if it does not exist, is larger than `limit`, or cannot be read."""
    try:
        local = local_path(path)
        if local is not None:
            data = Path(local).read_bytes() if Path(local).stat().st_size <= limit else None
        else:
            system, inner = file_system(path)
            info = system.get_file_info(inner)
            if info.type != pafs.FileType.File or info.size > limit:
                return None
            with system.open_input_file(inner) as file:
                data = bytes(file.read())
    except (OSError, pa.ArrowException, ValueError):
        return None
    return data


def look_again(ref: FileRef) -> FileRef | None:
    """The current state of the file, None if it no longer exists.

    Raises:
        OSError, ValueError: its store does not answer.
    """
    local = local_path(ref.path)
    if local is not None:
        try:
            stat = Path(local).stat()
        except FileNotFoundError:
            return None
        return FileRef(ref.path, stat.st_size, stat.st_mtime_ns)
    system, path = file_system(ref.path)
    info = system.get_file_info(path)
    if info.type == pafs.FileType.NotFound:
        return None
    return FileRef(ref.path, int(info.size), int(info.mtime_ns or 0))


def folders_above(path: str) -> Iterator[str]:
    """All folders above a path, the outermost first."""
    return accumulate(path.split("/")[:-1], "{}/{}".format)


def _local_files(path: str, on_error: OnError | None) -> Iterator[FileRef]:
    if not Path(path).exists():
        raise FileNotFoundError(f"no file or folder at {path}")
    if not Path(path).is_dir():
        yield _local_ref(path)
        return

    def failed(error: OSError) -> None:
        if isinstance(error, FileNotFoundError):  # a folder that a writer has deleted meanwhile
            return
        if on_error is None:
            raise error
        on_error(_as_text(str(error.filename or path)), error)

    for folder, _, names in os.walk(path, onerror=failed):
        for name in names:
            file = f"{folder.rstrip('/')}/{name}"
            if not is_checksum(name) and os.path.lexists(file):
                yield _local_ref(file)


def _local_ref(path: str) -> FileRef:
    try:
        stat = Path(path).stat()
    except OSError:  # a dangling link: opening it reports that
        return FileRef(_as_text(path), 0)
    return FileRef(_as_text(path), stat.st_size, stat.st_mtime_ns)


def _as_text(path: str) -> str:
    """The path, as a URI if its bytes are not UTF-8."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return "file://" + quote_from_bytes(os.fsencode(Path(path).absolute()))
    return path


def _remote_files(uri: str) -> Iterator[FileRef]:
    system, path = file_system(uri)
    info = system.get_file_info(path)
    if info.type == pafs.FileType.NotFound:
        raise FileNotFoundError(f"no file or folder at {uri}")
    if info.type == pafs.FileType.File:
        yield FileRef(uri, int(info.size), int(info.mtime_ns or 0))
        return
    for info in system.get_file_info(pafs.FileSelector(path, recursive=True)):
        if info.type == pafs.FileType.File and not is_checksum(info.base_name):
            below = info.path.removeprefix(path)
            yield FileRef(uri + below, int(info.size), int(info.mtime_ns or 0))
