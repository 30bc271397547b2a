# SPDX-License-Identifier: Apache-2.0
"""Jars by digest: read a lock, take each jar from the cache, the local Maven folder, or the repository.

A lock is TOML, one `[[jar]]` table per jar with `group`, `artifact`, `version`, optional `classifier`,
`sha256` (hex) and `size` (bytes), in class path order. A jar enters the cache only after its size and
digest were verified, by an atomic rename, so that every file in the cache is complete.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance import resources

from . import ToolMissing

NUM_PARALLEL = 4
NUM_ATTEMPTS = 4
_TIMEOUT_S = (15, 90)  # connect, silence between two reads
_LEN_CHUNK = 1 << 18
_INSTALL = "pip install 'hudi-conformance[java]'"


class BadLock(ValueError):  # noqa: N818 - the name states the error
    """A lock file that does not have the layout described above."""


class CorruptDownload(ToolMissing):
    """A download differs from its entry in the lock."""


@dataclass(frozen=True, slots=True)
class Jar:
    """One jar of a lock; `size` in bytes, `sha256` lower-case hex."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    size: int

    @property
    def filename(self) -> str:
        """Name of the file, in the repository and in the cache."""
        tail = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{tail}.jar"

    @property
    def path(self) -> str:
        """Path below a repository's root, with forward slashes."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.filename}"


def read_lock(lock: Path) -> list[Jar]:
    """Parse a lock file, in its order.

    Raises:
        BadLock: a field is absent or of another type.
    """
    try:
        tables = tomllib.loads(lock.read_text(encoding="utf-8")).get("jar", [])
        jars = [
            Jar(
                group=str(table["group"]),
                artifact=str(table["artifact"]),
                version=str(table["version"]),
                classifier=str(table.get("classifier", "")),
                sha256=str(table["sha256"]),
                size=int(table["size"]),
            )
            for table in tables
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as broken:
        raise BadLock(f"{lock}: not a lock of jars: {broken!r}") from broken
    if not jars:
        raise BadLock(f"{lock}: names no jar")
    return jars


def repository() -> str:
    """Root of the repository for downloads: `HUDI_CONFORMANCE_MAVEN` (URL or folder), else Maven Central.

    Raises:
        ToolMissing: the variable is not set and the package that provides the address is not installed.
    """
    override = os.environ.get("HUDI_CONFORMANCE_MAVEN")
    if override:
        return override.rstrip("/")
    try:
        from jgo.constants import MAVEN_CENTRAL_URL
    except ImportError as missing:
        raise ToolMissing(
            f"jars have to be downloaded, and the package jgo is not installed: {_INSTALL}, "
            "or set HUDI_CONFORMANCE_MAVEN to a Maven repository (URL or folder)."
        ) from missing
    return str(MAVEN_CENTRAL_URL).rstrip("/")


def missing_jars(lock: Path) -> list[Jar]:
    """The jars of `lock` that are not in the cache."""
    folder = resources.cache_dir() / "jars"
    return [jar for jar in read_lock(lock) if not _is_cached(folder, jar)]


def fetch_jars(lock: Path) -> list[Path]:
    """Return the paths of the jars of `lock`, in its order, downloading those that are not in the cache.

    Raises:
        BadLock: the lock cannot be read.
        CorruptDownload: a download differs from the lock.
        ToolMissing: a jar is not available; the message names the jar and the remedy.
    """
    folder = resources.cache_dir() / "jars"
    missing = [jar for jar in missing_jars(lock) if not _take_from_m2(folder, jar)]
    if missing:
        _download_all(folder, missing)
    return [_cached_path(folder, jar) for jar in read_lock(lock)]


def _cached_path(folder: Path, jar: Jar) -> Path:
    return folder / jar.sha256[:16] / jar.filename


def _is_cached(folder: Path, jar: Jar) -> bool:
    # Nothing unverified gets here, so the size is enough to notice a broken disk or copy.
    try:
        return _cached_path(folder, jar).stat().st_size == jar.size
    except OSError:
        return False


def _take_from_m2(folder: Path, jar: Jar) -> bool:
    """Copy the jar from the local Maven folder if it has exactly these bytes."""
    if os.environ.get("HUDI_CONFORMANCE_NO_M2") == "1":
        return False
    local = os.environ.get("M2_REPO")
    source = (Path(local) if local else Path.home() / ".m2" / "repository") / jar.path
    try:
        if source.stat().st_size != jar.size or _measure(source) != (jar.size, jar.sha256):
            return False
    except OSError:
        return False
    with _place(folder, jar) as part:
        shutil.copyfile(source, part)
    return True


def _measure(path: Path) -> tuple[int, str]:
    """Size in bytes and SHA-256 of a file."""
    with path.open("rb") as handle:
        return path.stat().st_size, hashlib.file_digest(handle, "sha256").hexdigest()


@contextmanager
def _place(folder: Path, jar: Jar) -> Iterator[Path]:
    """Yield a scratch path; after the body, verify the bytes and move the file into the cache."""
    target = _cached_path(folder, jar)
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".part-", dir=target.parent)
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
        len_part, digest = _measure(part)
        if (len_part, digest) != (jar.size, jar.sha256):
            raise CorruptDownload(
                f"{jar.filename}: got {len_part} bytes with SHA-256 {digest}, but the lock states "
                f"{jar.size} bytes with {jar.sha256}. The file was discarded; try again, and check "
                "the proxy or mirror in between if it happens twice."
            )
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _download_all(folder: Path, jars: Sequence[Jar]) -> None:
    root = repository()
    with _bar(sum(jar.size for jar in jars)) as advance:
        pool = ThreadPoolExecutor(max_workers=NUM_PARALLEL)
        try:
            # the largest first: they determine the total time
            ordered = sorted(jars, key=lambda jar: -jar.size)
            for _ in pool.map(lambda jar: _download(folder, root, jar, advance), ordered):
                pass
        finally:
            pool.shutdown(cancel_futures=True)


def _download(folder: Path, root: str, jar: Jar, advance: Callable[[int], None]) -> None:
    """Fetch one jar; transient failures are retried with growing pauses."""
    problem: Exception | None = None
    for attempt in range(NUM_ATTEMPTS):
        if attempt:
            time.sleep(0.5 * 2**attempt)
        len_read = 0
        try:
            with _place(folder, jar) as part, part.open("wb") as sink:
                for chunk in _read_chunks(root, jar):
                    len_read += len(chunk)
                    sink.write(chunk)
                    advance(len(chunk))
                    if len_read > jar.size:  # the digest will not match: no need to fill the disk first
                        break
        except (OSError, CorruptDownload) as failure:  # requests' exceptions are OSErrors
            advance(-len_read)
            problem = failure
            if _is_final(failure):
                break
        else:
            return
    if isinstance(problem, CorruptDownload):
        raise problem
    advice = "Check the network and its proxy settings, or set HUDI_CONFORMANCE_MAVEN to a mirror."
    if _is_untrusted(problem):
        advice = "Set REQUESTS_CA_BUNDLE to the certificates of the proxy in between, if it is yours."
    raise ToolMissing(
        f"{jar.group}:{jar.artifact}:{jar.version} could not be downloaded from {root}: {problem}. {advice}"
    ) from problem


def _read_chunks(root: str, jar: Jar) -> Iterator[bytes]:
    if "://" not in root:
        with (Path(root) / jar.path).open("rb") as handle:
            while chunk := handle.read(_LEN_CHUNK):
                yield chunk
        return
    try:
        import requests
    except ImportError as missing:
        raise ToolMissing(f"downloads need the package requests: {_INSTALL}.") from missing
    with requests.get(f"{root}/{jar.path}", stream=True, timeout=_TIMEOUT_S) as response:
        response.raise_for_status()
        yield from response.iter_content(_LEN_CHUNK)


def _is_final(failure: Exception) -> bool:
    """True if a retry cannot help: the file does not exist, or access is denied."""
    if isinstance(failure, FileNotFoundError) or _is_untrusted(failure):
        return True
    response = getattr(failure, "response", None)
    return getattr(response, "status_code", None) in {400, 401, 403, 404, 407, 410}


def _is_untrusted(failure: Exception | None) -> bool:
    return "CERTIFICATE_VERIFY_FAILED" in str(failure)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar of `total` bytes on stderr, or nothing without a terminal."""
    if not sys.stderr.isatty():
        yield lambda _count: None
        return
    # ruff: noqa: PLC0415 - only needed on a terminal
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = (TextColumn("jars"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("jars", total=total)
        yield lambda count: bar.update(task, advance=count)
