# SPDX-License-Identifier: Apache-2.0
"""What indexes of a metadata table answer, for mutants drawn by chance.

drawn:unit-table-NAME    records of file groups that are drawn here: what is asked for comes once, and
                         nothing else
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chance_asked import Failure, imported
from chance_log_surface import set_meanwhile
from chance_units import unit

_RECORDS, _SECONDARY = "record_index", "secondary_index_x"


@contextmanager
def _of_groups(groups: dict[str, list[list[Any]]]) -> Iterator[list[tuple[str, int]]]:
    """Records of file groups by index; what is read of them is listed."""
    answers, read = imported("table.metadata_answers"), []

    def of_group(_: Any, index: str, item: Any) -> dict[str, Any]:
        read.append((index, item.number))
        return {record.key: record for record in groups[index][item.number]}

    def of_index(_: Any, index: str, numbers: Any = None) -> Iterator[Any]:
        for number in range(len(groups.get(index, ()))) if numbers is None else numbers:
            read.append((index, number))
            yield from groups[index][number]

    with ExitStack() as stack:
        stack.enter_context(set_meanwhile(answers, "read_group", of_group))
        stack.enter_context(set_meanwhile(answers, "read_records", of_index))
        yield read


def _table(groups: dict[str, list[list[Any]]], definitions: Any = None, owners: Sequence[str] = ()) -> Any:
    """A metadata table with as many file groups, whose logs keep their rows from being read by columns."""
    slices = {
        index: [
            SimpleNamespace(
                number=number,
                base_file=None,
                log_files=(object(),),
                file_id=f"{owners[number]}-record-index-{number:04d}-0" if owners else f"x-{number:04d}-0",
            )
            for number in range(len(own))
        ]
        for index, own in groups.items()
    }
    return SimpleNamespace(
        path=Path("/no/t"), slices=slices, definitions=definitions or {}, is_available=True
    )


def _made(kind: str, key: str, payload: Any) -> Any:
    views = imported("views.metadata")
    return views.MetadataRecord(key, views.RecordType[kind], payload)


def _location(partition: str = "p") -> Any:
    return imported("views.metadata").Location(partition, "f1-0", 5, None, 1)


def _spread(keys: Sequence[str], num: int) -> list[list[Any]]:
    """Rows of a record index, each in the group of its key."""
    route = imported("decode.metadata.keys").route
    groups: list[list[Any]] = [[] for _ in range(num)]
    for key in keys:
        groups[route(key, num)].append(_made("RECORD_INDEX", key, _location()))
    return groups


@unit("table-located")
def _() -> Failure:
    """Rows of a record index: all, or those of wanted keys, from the groups that keys are routed to alone."""
    answers, chance = imported("table.metadata_answers"), random.Random("located")
    route, row = imported("decode.metadata.keys").route, imported("views.metadata").LocatedRow
    for turn in range(40):
        keys = [f"k{number}" for number in range(chance.randrange(12))]
        num = chance.randrange(1, 4)
        groups = {_RECORDS: _spread(keys, num)}
        groups[_RECORDS][0].append(
            _made("RECORD_INDEX", "other", imported("views.metadata").SecondaryRow(False))
        )
        wanted = chance.choice(
            [None, [], chance.sample(keys, len(keys) // 2), [*keys[:2], "k99", None, *keys[:1]]]
        )
        with _of_groups(groups) as read:
            table = _table(groups)
            found = list(answers.locate(table, _RECORDS, wanted))
            asked = [key for key in wanted or () if key is not None]
            own = set(range(num)) if wanted is None else {route(key, num) for key in asked}
            if {number for _, number in read} != own or len(read) != len(own):
                return f"{turn}: groups {read} of {own} are read"
            expected = sorted(key for key in keys if wanted is None or key in asked)
            if sorted(one.key for one in found) != expected or any(
                one != row(one.key, one.key, _location()) for one in found
            ):
                return f"{turn}: {found}, expected {expected}"
            batches = list(answers.locate_batches(table, None if wanted is None else asked))
            if sorted(key for batch in batches for key in batch["key"].to_pylist()) != expected:
                return f"{turn}: other rows by columns"
    return None


@unit("table-partitioned")
def _() -> Failure:
    """Keys of a partitioned record index are routed among the file groups of each data partition."""
    answers = imported("table.metadata_answers")
    parse, definition = (
        imported("decode.metadata.groups").parse_group_id,
        imported("views.metadata").IndexDefinition,
    )
    ids = [f"record-index-p{number}-{at:04d}-0" for number in (1, 2) for at in range(2)]
    owners = [parse(_RECORDS, one)[1] for one in ids]
    for options, is_partitioned in (
        ({"isPartitioned": "true"}, True),
        ({"isPartitioned": "false"}, False),
        ({}, False),
        (None, False),
    ):
        definitions = (
            {} if options is None else {_RECORDS: definition(_RECORDS, _RECORDS, "", (), options, "V1")}
        )
        table = SimpleNamespace(
            slices={_RECORDS: [SimpleNamespace(file_id=one) for one in ids]}, definitions=definitions
        )
        for partition in (None, *dict.fromkeys(owners), "none"):
            found = answers._group_sets(table, partition)
            sets = [[at for at in range(4) if owners[at] == owner] for owner in dict.fromkeys(owners)]
            if not is_partitioned:
                sets = [[0, 1, 2, 3]]
            elif partition is not None:
                sets = [one for one in sets if owners[one[0]] == partition]
            if found != sets:
                return f"{options}, {partition}: {found}, expected {sets}"
    return None


@unit("table-secondary")
def _() -> Failure:
    """Rows of a secondary index with the locations of their keys, from the groups of wanted keys in V2."""
    answers, views = imported("table.metadata_answers"), imported("views.metadata")
    keys_of, route = imported("decode.metadata.secondary"), imported("decode.metadata.keys").route
    pairs: list[tuple[str | None, str]] = [
        ("s1", "k1"),
        ("s1", "k2"),
        ("s2", "k3"),
        (None, "k4"),
        ("s3", "gone"),
    ]
    for version, num, wanted in itertools.product(
        ("V1", "V2", None), (1, 3), (None, ["s1"], ["s1", None], ["x"], [])
    ):
        own: list[list[Any]] = [[] for _ in range(num)]
        for secondary, key in [*pairs, ("s1", "deleted")]:
            part = keys_of.secondary_part(secondary) + keys_of.SEPARATOR
            payload = views.SecondaryRow(key == "deleted")
            own[route(part, num)].append(
                _made("SECONDARY_INDEX", part + keys_of.secondary_part(key), payload)
            )
        own[0].append(_made("RECORD_INDEX", "x", _location()))
        own[0].append(_made("SECONDARY_INDEX", "y", _location()))
        groups = {_SECONDARY: own, _RECORDS: _spread(["k1", "k2", "k3", "k4", "k5"], 2)}
        definitions = {}
        if version is not None:
            definitions = {
                _SECONDARY: views.IndexDefinition(_SECONDARY, "secondary_index", "", ("c",), {}, version)
            }
        with _of_groups(groups) as read:
            found = list(answers.locate(_table(groups, definitions), _SECONDARY, wanted))
        expected = [
            views.LocatedRow(secondary, key, None if key == "gone" else _location())
            for secondary, key in pairs
            if wanted is None or secondary in wanted
        ]
        if sorted(map(repr, found)) != sorted(map(repr, expected)):
            return f"{version}, {num}, {wanted}: {found}"
        numbers = [number for index, number in read if index == _SECONDARY]
        routed = {route(keys_of.secondary_part(one) + keys_of.SEPARATOR, num) for one in wanted or ()}
        if numbers != (sorted(routed) if version == "V2" and wanted is not None else list(range(num))):
            return f"{version}, {num}, {wanted}: groups {numbers} are read"
    return None


@unit("table-statistics")
def _() -> Failure:
    """Rows of statistics of files and partitions that are listed, by column; no other index has any."""
    answers, views, keys = (
        imported("table.metadata_answers"),
        imported("views.metadata"),
        imported("decode.metadata.keys"),
    )
    listing = {"p": {"a": 1, "b": 2}, "": {"c": 3}}

    def stats(column: str | None, name: str, *, is_deleted: bool = False) -> Any:
        return views.ColumnStats(column, name, None, None, 1, 0, 1, 1, is_deleted, False, None)

    columns = ("x", "y")
    of_files = {
        (column, folder, file): stats(column, file)
        for column in columns
        for folder, files in listing.items()
        for file in files
        if (column, file) != ("y", "b")
    }
    of_folders = {(column, folder): stats(column, folder) for column in columns for folder in listing}
    rows = [_made("COLUMN_STATS", keys.column_stats_key(*place), one) for place, one in of_files.items()]
    rows.append(_made("COLUMN_STATS", keys.column_stats_key("y", "p", "b"), stats("y", "b", is_deleted=True)))
    rows.append(_made("COLUMN_STATS", keys.column_stats_key("x", "p", "gone"), stats("x", "gone")))
    rows.append(_made("BLOOM_FILTER", "x", views.SecondaryRow(False)))
    for index, extra in (
        ("column_stats", None),
        ("partition_stats", keys.partition_stats_key),
        ("expr_index_x", keys.expression_partition_key),
    ):
        own = (
            []
            if extra is None
            else [_made("PARTITION_STATS", extra(*place), one) for place, one in of_folders.items()]
        )
        own += [] if index == "partition_stats" else rows
        with _of_groups({index: [own]}), set_meanwhile(answers, "list_files", lambda *_: listing):
            for asked in (None, ["x"], ["y", "x"], ["z"], []):
                expected = []
                for column in columns if asked is None else sorted(set(asked) & set(columns)):
                    for folder, files in listing.items():
                        if extra is not None:
                            expected.append(views.StatsRow(folder, None, of_folders[column, folder]))
                        if index != "partition_stats":
                            expected += [
                                views.StatsRow(folder, file, of_files[column, folder, file])
                                for file in files
                                if (column, folder, file) in of_files
                            ]
                found = list(answers.statistics(_table({index: [own]}), index, asked))
                if found != expected:
                    return f"{index}, {asked}: {found}, expected {expected}"
    for index in ("record_index", "files", ""):
        try:
            list(answers.statistics(_table({}), index))
        except imported("errors").UnsupportedInput:
            continue
        return f"{index} has statistics"
    return None
