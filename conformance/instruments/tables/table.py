# SPDX-License-Identifier: Apache-2.0
"""A table as the damager sees it: names, instants, contents; read and written again without our decoders."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import fastavro

Json: TypeAlias = Any  # content of an instant: its form is the release's
Rng = random.Random
HIDDEN = ".hoodie"
PROPERTIES = f"{HIDDEN}/hoodie.properties"
LAYOUTS = {5: "0.12", 6: "0.15", 8: "1.0", 9: "1.2"}
COMMITS = ("commit", "deltacommit", "replacecommit")
LATE = "29991231235959999"
STATES = ("requested", "inflight", "completed")
_NAME = re.compile(r"(\d+)(?:_(\d+))?(?:\.([a-z]+))?(?:\.(requested|inflight))?")
_BASE = re.compile(r"(.+)_(\d+-\d+-\d+)_(\d{14,20})\.parquet")
_LOG = re.compile(r"\.(.+)_(\d{14,20})\.log\.(\d+)(?:_(\d+-\d+-\d+))?")


@dataclass(frozen=True)
class Instant:
    """One file of the timeline."""

    time: str
    completion: str | None
    action: str
    state: str
    name: str


@dataclass(frozen=True)
class Stat:
    """A write stat: the commit's file, the partition's key, its number there, and the stat itself."""

    instant: Instant
    partition: str
    number: int
    values: dict[str, Json]
    operation: str

    @property
    def path(self) -> str:
        """Path of the file below the table."""
        return str(self.values["path"])

    @property
    def is_log(self) -> bool:
        """Whether it names a log file."""
        return self.path.rpartition("/")[2].startswith(".")


class Table:
    """The table in a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def properties(self) -> dict[str, str]:
        """Keys and values, escapes left as they are."""
        lines = (self.path / PROPERTIES).read_text("latin-1").splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))

    @property
    def version(self) -> int:
        """Table version."""
        return int(self.properties.get("hoodie.table.version", 0))

    @property
    def layout(self) -> int:
        """Layout of the timeline."""
        return 2 if self.version >= 8 else 1

    @property
    def is_mor(self) -> bool:
        """Whether the table is merge-on-read."""
        return self.properties.get("hoodie.table.type") == "MERGE_ON_READ"

    @property
    def folder(self) -> str:
        """Folder of the timeline."""
        return f"{HIDDEN}/timeline" if self.layout == 2 else HIDDEN

    @property
    def history(self) -> str | None:
        """Folder of the history, None if there is none."""
        folder = f"{self.folder}/history"
        return folder if self.layout == 2 and (self.path / folder / "_version_").is_file() else None

    def file(self, path: str) -> Path:
        """A file of the table."""
        return self.path / path

    @cached_property
    def instants(self) -> list[Instant]:
        """Files of the timeline in order of their names."""
        found = []
        for item in sorted((self.path / self.folder).iterdir()):
            match = _NAME.fullmatch(item.name)
            if match is None or not item.is_file():
                continue
            time, completion, action, state = match.groups()
            if action in {"inflight", "requested"}:
                action, state = "commit", action
            if action is not None:
                found.append(Instant(time, completion, action, state or "completed", item.name))
        return found

    def completed(self, *actions: str) -> list[Instant]:
        """Completed instants of some actions."""
        return [i for i in self.instants if i.state == "completed" and i.action in actions]

    def place(self, instant: Instant) -> str:
        """Path of an instant's file."""
        return f"{self.folder}/{instant.name}"

    def bytes_of(self, instant: Instant) -> bytes:
        """Content of an instant."""
        return self.file(self.place(instant)).read_bytes()

    def load(self, instant: Instant) -> Json:
        """Value of an instant, None for no bytes."""
        data = self.bytes_of(instant)
        if not data:
            return None
        if data[:1] == b"{":
            return json.loads(data)
        return next(iter(fastavro.reader(io.BytesIO(data))))

    def store(self, instant: Instant, value: Json) -> None:
        """Write a value back in the form of the file."""
        data = self.bytes_of(instant)
        if data[:1] == b"{":
            self.file(self.place(instant)).write_text(json.dumps(value, indent=2), "utf-8")
            return
        schema = fastavro.reader(io.BytesIO(data)).writer_schema
        out = io.BytesIO()
        fastavro.writer(out, schema, [value])
        self.file(self.place(instant)).write_bytes(out.getvalue())

    @cached_property
    def data(self) -> list[str]:
        """Files outside `.hoodie`, checksums of Hadoop aside."""
        found = (item.relative_to(self.path).as_posix() for item in self.path.rglob("*") if item.is_file())
        return sorted(
            path for path in found if not path.startswith(f"{HIDDEN}/") and not path.endswith(".crc")
        )

    @property
    def bases(self) -> list[str]:
        """Base files."""
        return [path for path in self.data if _BASE.fullmatch(path.rpartition("/")[2])]

    @property
    def logs(self) -> list[str]:
        """Log files of data, CDC aside."""
        return [path for path in self.data if _LOG.fullmatch(path.rpartition("/")[2])]

    @property
    def metafiles(self) -> list[str]:
        """Partition metadata."""
        return [path for path in self.data if path.endswith("/.hoodie_partition_metadata")]

    def stats(self, choose: Callable[[Stat], bool] = lambda _: True) -> list[Stat]:
        """Write stats of completed active commits that name a file."""
        return [stat for instant in self.completed(*COMMITS) for stat in self._stats(instant) if choose(stat)]

    def _stats(self, instant: Instant) -> Iterator[Stat]:
        value = self.load(instant) or {}
        for partition, group in (value.get("partitionToWriteStats") or {}).items():
            for number, values in enumerate(group):
                if values.get("path"):
                    yield Stat(instant, partition, number, values, value.get("operationType") or "")

    def change(self, stat: Stat, **values: Json) -> None:
        """Write a stat with other values."""
        value = self.load(stat.instant)
        value["partitionToWriteStats"][stat.partition][stat.number].update(values)
        self.store(stat.instant, value)

    def drop(self, time: str, *states: str) -> None:
        """Delete files of an instant."""
        for instant in self.instants:
            if instant.time == time and instant.state in (states or STATES):
                self.file(self.place(instant)).unlink()

    @property
    def metadata(self) -> Table | None:
        """Its metadata table."""
        path = self.path / HIDDEN / "metadata"
        return Table(path) if (path / PROPERTIES).is_file() else None


def base_parts(path: str) -> tuple[str, str, str]:
    """File id, write token and instant of a base file."""
    match = _BASE.fullmatch(path.rpartition("/")[2])
    assert match is not None
    return match[1], match[2], match[3]


def log_parts(path: str) -> tuple[str, str, int]:
    """File id, instant and version of a log file."""
    match = _LOG.fullmatch(path.rpartition("/")[2])
    assert match is not None
    return match[1], match[2], int(match[3])


def in_folder(path: str, name: str) -> str:
    """Path of a file with another name in the same folder."""
    folder = path.rpartition("/")[0]
    return f"{folder}/{name}" if folder else name


def find_tables(folder: Path) -> list[Path]:
    """Tables below a folder, metadata tables aside, in order."""
    found = (path.parent.parent for path in folder.rglob("hoodie.properties") if path.parent.name == HIDDEN)
    return sorted(path for path in found if HIDDEN not in path.relative_to(folder).parts)
