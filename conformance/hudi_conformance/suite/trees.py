# SPDX-License-Identifier: Apache-2.0
"""Inputs that are folders: an archive of fixtures, and files written out in a manifest.

| key of a case | meaning |
|---|---|
| `tree = "timeline/NAME.zip"` | the folder in the archive |
| `[case.files]` | path -> content; added to the archive's files |
| `drop = ["path", …]` | paths, or globs, removed before that |
| `rename = { "old" = "new" }` | files that are renamed after the drop |

The content of a file is `{ text = ".." }`, `{ hex = ".." }`, `{ json = … }` (an object, or JSON text, written
without blanks), `{ from = "path below fixtures" }`, where `x.zip!member` is a member of an archive, or
`{ folder = true }`, an empty folder. `repeat` repeats text and hex, `mtime` is the modification time in
milliseconds since 1970, by default `MTIME`.

No file is ever written outside the folder of an unpacked tree: paths are relative, with plain parts.
"""

from __future__ import annotations

import contextlib
import fnmatch
import hashlib
import io
import json
import os
import re
import shutil
import stat
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.shapes import is_integer, mistyped

MTIME = 1_798_761_600_000  # 2027-01-01T00:00:00Z
MAX_FILES = 20_000
MAX_BYTES = 256 << 20
MAX_PATH = 1024
MAX_NAME = 255
MAX_REPEAT = 16 << 20
_CONTENTS = ("text", "hex", "json", "from", "folder")
# Most paths: printable ASCII in plain parts; other paths are checked in detail.
_SIMPLE_PATH = re.compile(r"(?!.:)(?:(?!\.\.?(?:/|\Z))[ -.0-\[\]-~]+(?:/(?=.)|/?\Z))+")
_SIMPLE_LENGTH = 255
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
_HAS_FD_TIMES = os.utime in os.supports_fd
_PLAIN = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


class TreeError(ValueError):
    """A tree that cannot be built: a bad path, a missing file, an invalid archive."""


Files: TypeAlias = Mapping[str, bytes]
"""Content by relative path."""


class Source(Protocol):
    """Files below the folder of fixtures."""

    def bytes(self, name: str) -> bytes:
        """Content of one file; `x.zip!member` is a member of an archive."""

    def unpacked(self, name: str) -> Files:
        """Files of an archive by path."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder.

    Attributes:
        files: content by relative path; a path that ends with `/` is an empty folder.
        times: modification times by path, in milliseconds, if they are not `MTIME`.
    """

    files: Mapping[str, bytes]
    times: Mapping[str, int] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """SHA-256 over path, length and content of every file in the order of paths."""
        total = hashlib.sha256()
        for path in sorted(self.files):
            content = self.files[path]
            mtime = f"\0{self.times[path]}" if path in self.times else ""
            total.update(f"{path}\0{len(content)}{mtime}\n".encode())
            total.update(content)
        return total.hexdigest()

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(map(len, self.files.values()))

    def write(self, folder: Path) -> None:
        """Write the files into an empty folder, creating subfolders."""
        root = os.fspath(folder)
        present = {root}
        for path in sorted(self.files):
            check_path(path)
            target = f"{root}/{path}"
            parent = target.rpartition("/")[0]
            if parent not in present:
                Path(parent).mkdir(parents=True, exist_ok=True)
                present.add(parent)
            if path.endswith("/"):
                continue
            _write_file(target, self.files[path], self.times.get(path, MTIME) * 1_000_000)


def _write_file(target: str, content: bytes, mtime: int) -> None:
    """Write a file with its time in nanoseconds, without `open`, which is slow for small files."""
    file = os.open(target, _WRITE, 0o666)
    try:
        written = os.write(file, content)
        while written < len(content):
            written += os.write(file, memoryview(content)[written:])
        if _HAS_FD_TIMES:
            os.utime(file, ns=(mtime, mtime))
    finally:
        os.close(file)
    if not _HAS_FD_TIMES:
        os.utime(target, ns=(mtime, mtime))


def remove_folder(folder: str) -> None:
    """Remove the files of `Tree.write`, and those of a program; undeletable files stay.

    This is faster than `shutil.rmtree`, which remains for folders that a program has locked.
    """
    try:
        _remove(folder)
    except OSError:
        with contextlib.suppress(OSError):
            _unlock(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _remove(folder: str) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                _remove(entry.path)
            else:
                os.unlink(entry.path)  # noqa: PTH108 - a `Path` takes as long as the rest
    os.rmdir(folder)  # noqa: PTH106 - the same


def _unlock(folder: str) -> None:
    Path(folder).chmod(stat.S_IRWXU)
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                _unlock(entry.path)


def check_path(path: str) -> None:
    """Reject a path that could lead outside its folder, or that a file system may reject.

    Raises:
        TreeError: the path is absolute, has parts `.` or `..` or none, NUL, a backslash or a drive, or is
            too long.
    """
    if len(path) <= _SIMPLE_LENGTH and _SIMPLE_PATH.fullmatch(path):
        return
    name = path.removesuffix("/")
    parts = name.split("/")
    problem = None
    if not name or name.startswith("/"):
        problem = "is empty or absolute"
    elif any(part in {"", ".", ".."} for part in parts):
        problem = "has an empty part, . or .."
    elif "\0" in name or "\\" in name or (len(name) > 1 and name[1] == ":"):
        problem = "has NUL, a backslash or a drive"
    else:
        try:
            raw = name.encode()
            if len(raw) > MAX_PATH or any(len(part.encode()) > MAX_NAME for part in parts):
                problem = "is too long"
        except UnicodeEncodeError:
            problem = "is not valid Unicode"
    if problem:
        raise TreeError(f"path {path!r} {problem}")


def from_zip(data: bytes, name: str = "archive") -> dict[str, bytes]:
    """Files of an archive by path.

    Raises:
        TreeError: not an archive of plain files with safe names, or one beyond the limits.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_FILES or sum(entry.file_size for entry in entries) > MAX_BYTES:
                raise TreeError(f"{name} holds more than {MAX_FILES} files or {MAX_BYTES >> 20} MiB")
            files: dict[str, bytes] = {}
            for entry in entries:
                # `orig_filename`: ZipFile cuts names at NUL and replaces backslashes
                check_path(entry.orig_filename)
                mode = entry.external_attr >> 16
                if stat.S_ISLNK(mode) or entry.flag_bits & 1 or entry.compress_type not in _PLAIN:
                    raise TreeError(
                        f"{name}: {entry.filename} is a link, encrypted, or in an unsupported compression"
                    )
                if entry.filename in files:
                    raise TreeError(f"{name}: {entry.filename} occurs twice")
                files[entry.filename] = archive.read(entry)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise TreeError(f"{name}: {error}") from error
    return files


def to_zip(files: Mapping[str, bytes]) -> bytes:
    """A reproducible archive of files: sorted, deflated, with the default date in 1980."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(files):
            check_path(path)
            entry = zipfile.ZipInfo(path)
            entry.create_system = 3
            entry.external_attr = (stat.S_IFDIR | 0o755 if path.endswith("/") else stat.S_IFREG | 0o644) << 16
            entry.compress_type = zipfile.ZIP_STORED if path.endswith("/") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[path], compresslevel=9)
    return buffer.getvalue()


def build(
    tree: str | None,
    additions: Mapping[str, Mapping[str, Any]],
    drop: Iterable[str],
    rename: Mapping[str, str],
    source: Source,
) -> Tree:
    """The folder that a case describes.

    Raises:
        TreeError: see the class; also if drop or rename match no file, or a file is also a folder.
        OSError: a fixture cannot be read.
    """
    files = {} if tree is None else dict(source.unpacked(tree))
    for pattern in drop:
        matches = [path for path in files if fnmatch.fnmatchcase(path, pattern)]
        if not matches:
            raise TreeError(f"drop {pattern!r} matches no file of the tree")
        for path in matches:
            del files[path]
    for old, new in rename.items():
        if old not in files:
            raise TreeError(f"rename: there is no {old!r}")
        files[new] = files.pop(old)
    times = {}
    for path, content in additions.items():
        name = f"{path.removesuffix('/')}/" if content.get("folder") else path
        files[name] = _file_bytes(content, source)
        if "mtime" in content:
            times[name] = content["mtime"]
    for path in (*rename.values(), *additions):  # those of the archive are checked where it is unpacked
        check_path(path)
    _check_parents(files)
    return Tree(files, times)


def _check_parents(files: Mapping[str, bytes]) -> None:
    """Reject a file that is also a folder."""
    folders: set[str] = set()  # no parent of these is a file
    for path in files:
        # of a folder, which ends with `/`, also its own name
        parent = path.rpartition("/")[0]
        while parent and parent not in folders:
            if parent in files:
                raise TreeError(f"{path!r} lies below a file")
            folders.add(parent)
            parent = parent.rpartition("/")[0]


def _file_bytes(content: Mapping[str, Any], source: Source) -> bytes:
    count: int = content.get("repeat", 1)
    if "text" in content:
        return str(content["text"]).encode() * count
    if "hex" in content:
        return parse_hex(content["hex"]) * count
    if "json" in content:
        return _json_bytes(content["json"])
    return source.bytes(content["from"]) if "from" in content else b""


def _json_bytes(value: JsonValue) -> bytes:
    document = json.loads(value) if isinstance(value, str) else value
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def parse_hex(text: str) -> bytes:
    """Bytes of a hex text: blanks are ignored, `#` begins a comment.

    Raises:
        ValueError: anything but pairs of hex digits.
    """
    return bytes.fromhex("\n".join(line.partition("#")[0] for line in text.split("\n")))


def check_tree(table: Mapping[str, Any]) -> Iterable[str]:
    """Violations of the format of `tree`, `files`, `drop` and `rename` of a case."""
    if "tree" in table and not (isinstance(table["tree"], str) and table["tree"].endswith(".zip")):
        yield "tree must be a .zip below fixtures"
    for key in ("drop", "rename"):
        if key in table and "tree" not in table:
            yield f"{key} needs a tree"
    yield from mistyped(table, "a list of strings", "drop")
    rename = table.get("rename", {})
    if not isinstance(rename, dict) or not all(isinstance(new, str) for new in rename.values()):
        yield "rename must be a table of strings"
    files = table.get("files", {})
    if not isinstance(files, dict):
        yield "files must be a table"
        return
    for path, content in files.items():
        for sentence in _check_file(path, content):
            yield f"files[{path!r}]: {sentence}"


def is_mtime(value: JsonValue) -> bool:
    """Whether a value is a modification time that file systems can store, in ms since 1970."""
    return is_integer(value) and 0 <= value < 1 << 43


def _check_file(path: str, content: JsonValue) -> Iterable[str]:
    try:
        check_path(path)
    except TreeError as error:
        yield str(error)
    if not isinstance(content, dict) or len([key for key in _CONTENTS if key in content]) != 1:
        yield f"its content is one of {', '.join(_CONTENTS)}"
        return
    unknown = set(content) - {*_CONTENTS, "repeat", "mtime"}
    if unknown:
        yield f"has no {sorted(unknown)}"
    yield from mistyped(content, "a string", "text", "hex", "from")
    if content.get("folder", True) is not True:
        yield "folder = true"
    try:
        if isinstance(content.get("hex"), str):
            parse_hex(content["hex"])
        if "json" in content:
            _json_bytes(content["json"])
    except (ValueError, TypeError) as error:
        yield str(error)
    count, mtime = content.get("repeat", 1), content.get("mtime", 0)
    if not is_integer(count) or not 1 <= count <= MAX_REPEAT:
        yield f"repeat must be 1 to {MAX_REPEAT}"
    if not is_mtime(mtime):
        yield "mtime is milliseconds since 1970"
