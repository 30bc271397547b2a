# SPDX-License-Identifier: Apache-2.0
"""Stores that count the requests of an audit, that answer late, and tables of a million files.

    python conformance/benchmarks/scale_store.py requests FOLDER
    python conformance/benchmarks/scale_store.py plan [--files 10000 --files 100000 --files 1000000]

`requests` audits the table in FOLDER (`measures/scale.py make` writes one) through a store that counts the
requests that S3 would receive: a LIST for each folder and thousand names of it, a HEAD for each file that is
opened, a GET for each range that is read.

`plan` lists a table of that many files that exist by name only, and plans its audit: seconds of processor
time, peak memory of the driver, LISTs, tasks. Each size runs in a separate process. `bench_lake.py` audits
such tables.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
from hudi_conformance.audit.run import Options, make_plan, run_audit
from hudi_conformance.encode.table.contents import base_file, partition_metadata, properties_of, stat_of
from hudi_conformance.encode.table.plan import COPY_ON_WRITE, EVENT_TIME, META, Table, avro_schema
from hudi_conformance.encode.timeline.properties import checksum_of, encode_properties
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.lake import filesystem

NAMES_PER_LIST = 1000
FILES_PER_FOLDER = 1000
FILES_PER_INSTANT = 4000
MAX_INSTANTS = 30  # active ones; writers archive older instants
_START = datetime(2024, 1, 1, tzinfo=UTC)
_COLUMNS = {"val": "string"}
_TABLE = Table(6, COPY_ON_WRITE, True, False, EVENT_TIME, _COLUMNS)
_TABLE_NAME = {"hoodie.table.name": "t", "hoodie.table.type": COPY_ON_WRITE}
_ARCHIVE = ".commits_.archive.1_1-0-1"
_ARCHIVED = {"partitionToWriteStats": {}, "extraMetadata": {}, "operationType": "INSERT", "version": None}
_STATED = properties_of(_TABLE) | {"hoodie.table.version": "6", "hoodie.timeline.layout.version": "1"}
_METAFILE = partition_metadata("20240101000000000", "p00000")
_PROPERTIES = encode_properties(_STATED | {"hoodie.table.checksum": checksum_of(_STATED)}, [])


class Requests(pafs.FileSystemHandler):
    """A file system that counts the requests to an object store, each of which takes `delay_s`."""

    def __init__(self, delay_s: float = 0.0) -> None:
        self.asked: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()  # by path
        self.most_in_flight = 0
        self._delay_s = delay_s
        self._in_flight = 0
        self._lock = threading.Lock()

    def count(self, kind: str, num: int = 1) -> None:
        """Count requests, and wait as long as the store takes to answer one of them."""
        with self._lock:
            self.asked[kind] += num
            self._in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self._in_flight)
        if self._delay_s:
            time.sleep(self._delay_s)
        with self._lock:
            self._in_flight -= 1

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
        self.count("HEAD", len(paths))
        return [self.info(path) for path in paths]

    def get_file_info_selector(self, selector: pafs.FileSelector) -> list[pafs.FileInfo]:
        """A LIST for each folder and thousand names."""
        infos, folders = [], [selector.base_dir]
        while folders:
            here = list(self.children(folders.pop()))
            self.count("LIST", max(1, -(-len(here) // NAMES_PER_LIST)))
            infos += here
            if selector.recursive:
                folders += [info.path for info in here if info.type == pafs.FileType.Directory]
        return infos

    def open_input_file(self, path: str) -> pa.NativeFile:
        """A HEAD for the size; each read is a GET."""
        self.count("HEAD")
        self.opened[path] += 1
        return pa.PythonFile(_Counted(self.content(path), self), mode="r")

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

    def __init__(self, file: pa.NativeFile, store: Requests) -> None:
        self._file, self._store = file, store
        self.closed = False

    def read(self, num: int = -1) -> bytes:
        self._store.count("GET")
        data = bytes(self._file.read(None if num < 0 else num))
        self._store.asked["bytes"] += len(data)
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

    def __init__(self, root: Path, delay_s: float = 0.0) -> None:
        super().__init__(delay_s)
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


class GeneratedStore(Requests):
    """A copy-on-write table of version 6 whose files are generated when they are read.

    Base files have one row. They differ in file name, commit time and partition path, and an audit of the
    table has no findings. All instants but the last are archived, without write stats.
    """

    def __init__(self, num_files: int, delay_s: float = 0.0) -> None:
        super().__init__(delay_s)
        self._num_files = num_files
        self._folders = -(-num_files // FILES_PER_FOLDER)
        self._template = _base_file()
        self._num_archived = max(0, -(-num_files // FILES_PER_INSTANT) - MAX_INSTANTS)

    @cached_property
    def _archive(self) -> bytes:
        """An archive of the instants before the last ones, without their write stats."""
        entries = [
            {"time": _instant(number), "action": "commit", "state": state, "content": _ARCHIVED}
            for number in range(self._num_archived)
            for state in ("REQUESTED", "INFLIGHT", "COMPLETED")
        ]
        described = {
            "about": "", "release": "0.15.0", "table_version": 6, "instants": [], "properties": _TABLE_NAME,
            "archive": {"files": [{"name": _ARCHIVE, "blocks": [entries]}]},
        }  # fmt: skip
        return encode_timeline(described).files[f".hoodie/archived/{_ARCHIVE}"]

    def children(self, folder: str) -> Iterator[pafs.FileInfo]:
        """Files and folders in a folder."""
        if folder == "table":
            yield pafs.FileInfo("table/.hoodie", pafs.FileType.Directory)
            for number in range(self._folders):
                yield pafs.FileInfo(f"table/{_partition(number)}", pafs.FileType.Directory)
        elif folder == "table/.hoodie":
            yield pafs.FileInfo(f"{folder}/archived", pafs.FileType.Directory)
            yield _file(f"{folder}/hoodie.properties", len(_PROPERTIES))
            for number in range(self._num_archived, -(-self._num_files // FILES_PER_INSTANT)):
                for state in ("commit.requested", "inflight", "commit"):
                    yield _file(f"{folder}/{_instant(number)}.{state}", 2000)
        elif folder.endswith("/archived") and self._num_archived:
            yield _file(f"{folder}/{_ARCHIVE}", len(self._archive))
        elif folder.startswith("table/p"):
            first = int(folder[-5:]) * FILES_PER_FOLDER
            yield _file(f"{folder}/.hoodie_partition_metadata", len(_METAFILE))
            for number in range(first, min(first + FILES_PER_FOLDER, self._num_files)):
                yield _file(f"{folder}/{_name(number)}", len(self._template))

    def content(self, path: str) -> pa.NativeFile:
        """A file, opened."""
        return pa.PythonFile(pa.BufferReader(self.data(path)), mode="r")

    def data(self, path: str) -> bytes:
        """The bytes of a file.

        Raises:
            FileNotFoundError: there is no such file.
        """
        name = path.rpartition("/")[2]
        if name.endswith(".parquet"):
            data = self._template
            for old, new in zip(_marks(0), _marks(int(name[:8], 16)), strict=True):
                data = data.replace(old, new)
            return data
        if name.endswith(".commit"):
            return self._commit(name.partition(".")[0])
        if name.endswith((".requested", ".inflight")):
            return b""
        if name == _ARCHIVE:
            return self._archive
        small = {"hoodie.properties": _PROPERTIES, ".hoodie_partition_metadata": _METAFILE}
        if name not in small:
            raise FileNotFoundError(path)
        return small[name]

    def info(self, path: str) -> pafs.FileInfo:
        """A file or folder, or that nothing is there."""
        if path in {"table", "table/.hoodie", "table/.hoodie/archived"}:
            return pafs.FileInfo(path, pafs.FileType.Directory)
        try:
            return _file(path, len(self.data(path)))
        except (ValueError, FileNotFoundError):
            return pafs.FileInfo(path, pafs.FileType.NotFound)

    def _commit(self, instant: str) -> bytes:
        minutes = (datetime.strptime(instant[:14] + "+0000", "%Y%m%d%H%M%S%z") - _START).total_seconds() / 60
        first = int(minutes) * FILES_PER_INSTANT
        stats: dict[str, list[dict[str, object]]] = {}
        for number in range(first, min(first + FILES_PER_INSTANT, self._num_files)):
            partition, name, size = _partition(number // FILES_PER_FOLDER), _name(number), len(self._template)
            stat = stat_of(name[:38], f"{partition}/{name}", size, partition=partition, num_inserts=1)
            stats.setdefault(partition, []).append(stat)
        extra = {"schema": avro_schema(_TABLE, _COLUMNS, with_meta=False)}
        return json.dumps(
            {
                "partitionToWriteStats": stats,
                "compacted": False,
                "extraMetadata": extra,
                "operationType": "INSERT",
            }
        ).encode()


def _partition(number: int) -> str:
    return f"p{number:05d}"


def _instant(number: int) -> str:
    return f"{_START + timedelta(minutes=number):%Y%m%d%H%M%S}000"


def _name(number: int) -> str:
    instant = _instant(number // FILES_PER_INSTANT)
    return f"{number:08x}-1111-4222-8333-444444444444-0_{number:07d}-0-0_{instant}.parquet"


def _marks(number: int) -> tuple[bytes, ...]:
    """Texts of a base file that other files of the table do not have, always of the same lengths."""
    texts = _name(number), _instant(number // FILES_PER_INSTANT), _partition(number // FILES_PER_FOLDER)
    return tuple(text.encode() for text in texts)


def _base_file() -> bytes:
    """The base file of number 0."""
    name, instant, partition = (mark.decode() for mark in _marks(0))
    meta = (instant, f"{instant}_0_1", "k1", partition, name)
    row = dict(zip((f"_hoodie_{column}" for column in META), meta, strict=True))
    return base_file(_TABLE, _COLUMNS, [row | {"id": "k1", "ord": 1, "part": partition, "val": "v"}])


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
    store = GeneratedStore(num_files)
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
            command = [sys.executable, __file__, "plan", "--here", "--files", str(num_files)]
            subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
