# SPDX-License-Identifier: Apache-2.0
"""Requests of an audit to an object store, and memory of its driver, for tables of up to a million files.

    python conformance/benchmarks/scale_store.py requests FOLDER
    python conformance/benchmarks/scale_store.py plan [--files 10000 --files 100000 --files 1000000]

`requests` audits the table in FOLDER (`measures/scale.py make` writes one) through a store that counts the
requests that S3 would receive: a LIST for each folder and thousand names of it, a HEAD for each file that is
opened, a GET for each range that is read.

`plan` lists a table of that many files that exist by name only, and plans its audit: seconds of processor
time, peak memory of the driver, LISTs, tasks. Each size runs in a separate process.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
from hudi_conformance.audit.run import Options, make_plan, run_audit
from hudi_conformance.lake import filesystem

NAMES_PER_LIST = 1000
FILES_PER_FOLDER = 1000
FILES_PER_INSTANT = 4000
SIZE = 64 << 20
_PROPERTIES = b"""hoodie.table.name=t
hoodie.table.type=COPY_ON_WRITE
hoodie.table.version=8
hoodie.timeline.layout.version=2
"""


class Requests(pafs.FileSystemHandler):
    """A file system that counts the requests to an object store."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()  # by path

    @abstractmethod
    def children(self, folder: str) -> Iterator[pafs.FileInfo]:
        """Files and folders in a folder."""

    @abstractmethod
    def content(self, path: str) -> pa.NativeFile:
        """A file, opened."""

    @abstractmethod
    def info(self, path: str) -> pafs.FileInfo:
        """A file or folder, or that nothing is there."""

    def get_file_info(self, paths: Sequence[str]) -> list[pafs.FileInfo]:
        """A HEAD for each path."""
        self.asked["HEAD"] += len(paths)
        return [self.info(path) for path in paths]

    def get_file_info_selector(self, selector: pafs.FileSelector) -> list[pafs.FileInfo]:
        """A LIST for each folder and thousand names."""
        found, folders = [], [selector.base_dir]
        while folders:
            here = list(self.children(folders.pop()))
            self.asked["LIST"] += max(1, -(-len(here) // NAMES_PER_LIST))
            found += here
            if selector.recursive:
                folders += [info.path for info in here if info.type == pafs.FileType.Directory]
        return found

    def open_input_file(self, path: str) -> pa.NativeFile:
        """A HEAD for the size; each read is a GET."""
        self.asked["HEAD"] += 1
        self.opened[path] += 1
        return pa.PythonFile(_Counted(self.content(path), self.asked), mode="r")

    def open_input_stream(self, path: str) -> pa.NativeFile:
        """The same."""
        return self.open_input_file(path)

    def get_type_name(self) -> str:
        """Name of this kind."""
        return "requests"

    def normalize_path(self, path: str) -> str:
        """Paths are normal."""
        return path

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def _refused(self, *_: Any, **__: Any) -> Any:
        raise OSError("this store is read only")

    create_dir = delete_dir = delete_dir_contents = delete_root_dir_contents = delete_file = _refused
    move = copy_file = open_output_stream = open_append_stream = _refused


class _Counted:
    """A file that counts its reads."""

    def __init__(self, file: pa.NativeFile, asked: Counter[str]) -> None:
        self._file, self._asked = file, asked
        self.closed = False

    def read(self, num: int = -1) -> bytes:
        self._asked["GET"] += 1
        data = bytes(self._file.read(None if num < 0 else num))
        self._asked["bytes"] += len(data)
        return data

    def seek(self, ofs: int, whence: int = 0) -> int:
        return int(self._file.seek(ofs, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        self.closed = True
        self._file.close()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def flush(self) -> None:
        """Nothing is written."""


class FolderStore(Requests):
    """A local folder."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self._system = pafs.SubTreeFileSystem(str(root), pafs.LocalFileSystem())

    def children(self, folder: str) -> Iterator[pafs.FileInfo]:
        """Files and folders in a folder."""
        yield from self._system.get_file_info(pafs.FileSelector(folder))

    def content(self, path: str) -> pa.NativeFile:
        """A file, opened."""
        return self._system.open_input_file(path)

    def info(self, path: str) -> pafs.FileInfo:
        """A file or folder, or that nothing is there."""
        return self._system.get_file_info(path)


class NamesStore(Requests):
    """A copy-on-write table of base files that exist by name, and of instants whose contents are not read."""

    def __init__(self, num_files: int) -> None:
        super().__init__()
        self._num_files = num_files
        self._folders = -(-num_files // FILES_PER_FOLDER)

    def children(self, folder: str) -> Iterator[pafs.FileInfo]:
        """Files and folders in a folder."""
        if folder == "table":
            yield pafs.FileInfo("table/.hoodie", pafs.FileType.Directory)
            for number in range(self._folders):
                yield pafs.FileInfo(f"table/p{number:05d}", pafs.FileType.Directory)
        elif folder == "table/.hoodie":
            yield pafs.FileInfo("table/.hoodie/timeline", pafs.FileType.Directory)
            yield _file("table/.hoodie/hoodie.properties", len(_PROPERTIES))
        elif folder == "table/.hoodie/timeline":
            for number in range(-(-self._num_files // FILES_PER_INSTANT)):
                instant = f"2024{number:013d}"
                for name in (
                    f"{instant}.commit.requested",
                    f"{instant}.inflight",
                    f"{instant}_{instant}.commit",
                ):
                    yield _file(f"{folder}/{name}", 2000)
        else:
            first = int(folder[-5:]) * FILES_PER_FOLDER
            yield _file(f"{folder}/.hoodie_partition_metadata", 96)
            for number in range(first, min(first + FILES_PER_FOLDER, self._num_files)):
                instant = f"2024{number // FILES_PER_INSTANT:013d}"
                name = f"{number:08x}-1111-4222-8333-444444444444-0_{number}-0-0_{instant}.parquet"
                yield _file(f"{folder}/{name}", SIZE)

    def content(self, path: str) -> pa.NativeFile:
        """A file, opened."""
        if not path.endswith("hoodie.properties"):
            raise OSError(f"{path} exists by name only")
        return pa.PythonFile(pa.BufferReader(_PROPERTIES), mode="r")

    def info(self, path: str) -> pafs.FileInfo:
        """A file or folder, or that nothing is there."""
        if path == "table":
            return pafs.FileInfo(path, pafs.FileType.Directory)
        if path.endswith("hoodie.properties"):
            return _file(path, len(_PROPERTIES))
        return pafs.FileInfo(path, pafs.FileType.NotFound)


def _file(path: str, size: int) -> pafs.FileInfo:
    return pafs.FileInfo(path, pafs.FileType.File, mtime=None, size=size)


def mounted(store: Requests, call: Callable[[], Any]) -> Any:
    """The result of `call` while `count://` is the store."""
    real = filesystem._connection
    filesystem._connection = lambda _: (pafs.PyFileSystem(store), "")  # type: ignore[assignment]  # a function for a cached one
    try:
        return call()
    finally:
        filesystem._connection = real


def requests(folder: Path) -> dict[str, Any]:
    """Audit a table through a store that counts."""
    store = FolderStore(folder.parent)
    uri = f"count://store/{folder.name}"
    with tempfile.TemporaryDirectory() as out:
        outcome = mounted(store, lambda: run_audit(Options([uri]), Path(out)))
        num_findings = sum(1 for _ in outcome.store.rows())
    files = len(outcome.plan.refs)
    return {"files": files, "findings": num_findings, **store.asked}


def planned(num_files: int) -> dict[str, Any]:
    """List and plan a table of names, in this process."""
    store = NamesStore(num_files)
    start = time.process_time()
    plan = mounted(store, lambda: make_plan(Options(["count://store/table"])))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "files": num_files, "tasks": len(plan.tasks), "cpu_seconds": round(seconds, 2),
        "driver_mib": round(peak), **store.asked,
    }  # fmt: skip


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("requests").add_argument("folder", type=Path)
    plan = commands.add_parser("plan")
    plan.add_argument("--files", type=int, action="append")
    plan.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.command == "requests":
        print(json.dumps(requests(given.folder.absolute())))
        return 0
    for num_files in given.files or [10_000, 100_000, 1_000_000]:
        if given.here:
            print(json.dumps(planned(num_files)), flush=True)
        else:
            words = [sys.executable, __file__, "plan", "--here", "--files", str(num_files)]
            subprocess.run(words, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
