# SPDX-License-Identifier: Apache-2.0
"""Metadata tables drawn by chance: a description for the writer, and what its history makes of them.

The history of a data table is played forward in plain dictionaries, so that what is expected comes from
neither writer nor reader.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

SECONDARY = "secondary_index_idx_name"
VERSIONS = (6, 8, 9)
NAMES = ("alice", "bob", "a$b", "back\\slash", "", "имя", "k😀")
COLUMNS = {"num": 4, "text": 7, "real": 6}  # with the ordinals of their types


@dataclass(slots=True)
class State:
    """What the data table holds after a commit.

    Attributes:
        files: size by partition and name.
        stats: lower and upper bound, values, nulls by column, partition and file.
        places: partition, file id and milliseconds by record key.
        names: secondary key by record key.
    """

    files: dict[str, dict[str, int]] = field(default_factory=dict)
    stats: dict[tuple[str, str, str], tuple[Any, Any, int, int]] = field(default_factory=dict)
    places: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def copy(self) -> State:
        """The same, to be changed."""
        files = {partition: dict(names) for partition, names in self.files.items()}
        return State(files, dict(self.stats), dict(self.places), dict(self.names))


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A description of a metadata table, and what a reader must find in it."""

    description: dict[str, Any]
    expected: State


class _History:
    """Commits of one table, drawn one after the other."""

    def __init__(self, rng: random.Random, version: int) -> None:
        self.random = rng
        self.version = version
        self.state = State()
        self.num_files = 0

    def indexes(self) -> dict[str, dict[str, Any]]:
        """Partitions of the metadata table."""
        groups = self.random.randint
        found: dict[str, dict[str, Any]] = {
            "files": {},
            "column_stats": {"groups": groups(1, 3)},
            "record_index": {"groups": groups(1, 5)},
        }
        if self.version >= 8:
            found[SECONDARY] = {"groups": groups(1, 5)}
        return found

    def commit(self, time_ms: int) -> dict[str, list[Any]]:
        """Rows of a delta commit; `state` is what is there after it."""
        state = self.state
        new: dict[str, dict[str, int | None]] = {}
        stats: list[dict[str, Any]] = []
        for partition in self.random.sample(["p=1", "p=2", "p=3 é"], self.random.randint(1, 3)):
            files = state.files.setdefault(partition, {})
            changed = new.setdefault(partition, {})
            for name in [name for name in files if self.random.random() < 0.2]:
                del files[name]
                changed[name] = None
                places = [(column, partition, name) for column in COLUMNS]
                stats += (self._stats(place, (None, None, 0, 0), deleted=True) for place in places)
                for place in places:
                    del state.stats[place]
            for _ in range(self.random.randint(0, 3)):
                self.num_files += 1
                name = f"file-{self.num_files}.parquet"
                files[name] = changed[name] = self.random.randint(1, 1 << 33)
                for column in COLUMNS:
                    state.stats[column, partition, name] = facts = self._facts(column)
                    stats.append(self._stats((column, partition, name), facts))
        partitions = dict.fromkeys(new, True)
        lists: list[dict[str, Any]] = [{"partitions": partitions}]
        lists += [{"partition": partition, "files": files} for partition, files in new.items() if files]
        keys, names = self._keys(time_ms)
        rows = {"files": lists, "column_stats": stats, "record_index": keys}
        return rows | ({SECONDARY: names} if self.version >= 8 else {})

    def _keys(self, time_ms: int) -> tuple[list[Any], list[Any]]:
        state = self.state
        rows: list[dict[str, Any]] = []
        names: list[dict[str, Any]] = []
        for number in self.random.sample(range(30), self.random.randint(1, 10)):
            key = f"k{number}$\\"
            old = state.names.pop(key, None)
            if old is not None:
                names.append({"delete": f"{_escaped(old)}${_escaped(key)}"})
            if key in state.places and self.random.random() < 0.4:
                del state.places[key]
                rows.append({"delete": key})
                continue
            group = f"15e68e17-642b-4761-91f4-{self.random.randrange(1 << 48):012x}"
            file_id = self.random.choice([f"{group}-0", group, f"file-{number}"])
            place = self.random.choice(["p=1", "p=2", "p=3 é"]), file_id, time_ms
            state.places[key] = place
            state.names[key] = name = self.random.choice(NAMES)
            rows.append(_located(key, place))
            if name == old:
                names.pop()
            else:
                names.append({"secondary": name, "record_key": key})
            if name == old:
                state.names[key] = old
        return rows, names

    def _facts(self, column: str) -> tuple[Any, Any, int, int]:
        nulls = self.random.randint(0, 3)
        if self.random.random() < 0.1:
            return None, None, 3, 3
        if column == "text":
            least, most = sorted(self.random.choices(["a", "b", "zé", "日本"], k=2))
        elif column == "real":
            least, most = sorted(self.random.choices([-2.5, 0.5, 1e300, 7.0], k=2))
            return repr(least), repr(most), 10, nulls
        else:
            least, most = map(str, sorted(self.random.choices(range(-(1 << 40), 1 << 40), k=2)))
        return least, most, 10, nulls

    def _stats(
        self, place: tuple[str, str, str], facts: tuple[Any, Any, int, int], *, deleted: bool = False
    ) -> dict[str, Any]:
        column, partition, file = place
        kind = {"num": "long", "text": "string", "real": "double"}[column]
        least, most = (None if bound is None else {"type": kind, "value": bound} for bound in facts[:2])
        row = {
            "column": column,
            "partition": partition,
            "file": file,
            "min": least,
            "max": most,
            "values": facts[2],
            "nulls": facts[3],
            "size": 10,
            "uncompressed": 20,
            "deleted": deleted,
        }
        return row | ({"value_type": [COLUMNS[column], None]} if self.version >= 9 else {})

    def everything(self) -> dict[str, list[Any]]:
        """Rows of a compaction: the state."""
        state = self.state
        lists: list[dict[str, Any]] = [{"partitions": dict.fromkeys(state.files, True)}]
        lists += [{"partition": name, "files": dict(files)} for name, files in state.files.items() if files]
        rows = {
            "files": lists,
            "column_stats": [self._stats(place, facts) for place, facts in state.stats.items()],
            "record_index": [_located(key, place) for key, place in state.places.items()],
        }
        names = [{"secondary": name, "record_key": key} for key, name in state.names.items()]
        return rows | ({SECONDARY: names} if self.version >= 8 else {})


def drawn_table(seed: int) -> DrawnTable:
    """A table drawn by this seed."""
    return table_of(random.Random(seed), VERSIONS[seed % len(VERSIONS)], f"drawn{seed}")


def table_of(rng: random.Random, version: int, name: str = "drawn") -> DrawnTable:
    """A table of up to six commits and compactions, the last commit perhaps pending."""
    history = _History(rng, version)
    instants: list[dict[str, Any]] = []
    commits: list[dict[str, Any]] = []
    indexes = history.indexes()
    num = history.random.randint(1, 6)
    for number in range(num):
        seconds = 10 * number + 1
        time = f"2024010100{seconds // 60:02d}{seconds % 60:02d}000"
        done = f"{time[:-3]}500"
        is_pending = number == num - 1 and number > 0 and history.random.random() < 0.4
        before = history.state.copy()
        rows = history.commit(1_704_067_200_000 + 1000 * seconds)
        commits.append({"time": time, "completion_time": f"{time[:-3]}400", "rows": rows})
        instant: dict[str, Any] = {"time": time, "action": "commit"}
        instants.append(instant if is_pending else {**instant, "completion_time": done})
        if is_pending:
            instants[-1]["states"] = ["REQUESTED", "INFLIGHT"]
            history.state = before
        elif history.random.random() < 0.3:
            later = f"{time[:-4]}5000" if history.version >= 8 else f"{time}001"
            commits.append(
                {
                    "time": later,
                    "completion_time": f"{time[:-4]}5500",
                    "action": "compaction",
                    "rows": history.everything(),
                }
            )
    description = {
        "table_version": history.version,
        "name": name,
        "partition_field": "p",
        "indexes": indexes,
        "instants": instants,
        "commits": commits,
    }
    return DrawnTable(description, history.state)


def _located(key: str, place: tuple[str, str, int]) -> dict[str, Any]:
    return {"key": key, "partition": place[0], "file_id": place[1], "instant_ms": place[2]}


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$")
