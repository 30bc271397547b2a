# SPDX-License-Identifier: Apache-2.0
"""Partitions, definitions, groups and timelines of drawn metadata tables, for mutants drawn by chance.

    drawn:place-KIND-N    what is told of the names that properties announce, of definitions, of ids of file
                          groups, of properties and of compactions is what the draw makes wrong

The rules are those of `spec/table_files.md` about metadata tables.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chance_asked import Asked, Failure, imported, numbered
from chance_findings import Told, damage, difference, violation

_OWN = ".hoodie/metadata"
_PROPERTIES = ".hoodie/hoodie.properties"
_DEFINITIONS = ".hoodie/.index_defs/index.json"
_READY = "hoodie.table.metadata.partitions"
_KNOWN = ("files", "column_stats", "partition_stats", "bloom_filters", "record_index")
_NAMED = ("secondary_index_a", "expr_index_b")
_OTHERS = ("nope", "secondaryindex", "Files")
_Expected = list[tuple[Told, list[str]]]


def _some(chance: random.Random, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if chance.random() < 0.5]


def announced_fault(chance: random.Random) -> Failure:
    """Names that properties announce: of no index, without files, ready and being built."""
    names = (*_KNOWN, *_NAMED, *_OTHERS)
    ready, inflight, absent = (_some(chance, names) for _ in range(3))
    folders = set(_some(chance, names))
    properties = {_READY: ",".join(ready), f"{_READY}.inflight": ", ".join(inflight)}
    expected: _Expected = []
    for name in ready:
        if name in _OTHERS:
            expected.append((damage(_PROPERTIES, "metadata-partition", "bad-value"), [f"{name!r}"]))
        elif name in absent:
            what = "its folder holds no file" if name in folders else "it has no folder"
            lost = {
                "files": "list no file", "column_stats": "skip files", "partition_stats": "skip partitions",
                "bloom_filters": "insert them", "record_index": "insert every key",
            }.get(name, "queries by this index")  # fmt: skip
            expected.append(
                (damage(_PROPERTIES, "metadata-partition", "bad-reference"), [f"{name!r}", what, lost])
            )
        elif name in inflight:
            expected.append((damage(_PROPERTIES, "metadata-partition", "bad-state"), [f"{name!r}"]))
    if ready and "files" not in ready:
        expected.append((violation(_PROPERTIES, "metadata-partition", "missing-field"), ["without 'files'"]))
    with tempfile.TemporaryDirectory() as place:
        for name in folders:
            (Path(place) / _OWN / name).mkdir(parents=True)
        data = SimpleNamespace(properties=properties)
        found = imported("audit.metadata.place").check_announced(Path(place), data, absent)
        return difference(found, expected)


def definitions_fault(chance: random.Random) -> Failure:
    """Indexes without definitions, definitions without an index, and of columns that there are not."""
    views = imported("views.metadata")
    names = ("column_stats", *_NAMED, "secondary_index_c")
    ready, inflight, defined, listed = (_some(chance, names) for _ in range(4))
    columns = _some(chance, ("x", "y"))
    fields = {name: tuple(_some(chance, ("x", "y.z", "z"))) for name in defined}
    tree: Any = {"type": "record", "name": "r", "fields": [{"name": one, "type": "int"} for one in columns]}
    has_schema = chance.random() < 0.8
    metadata = SimpleNamespace(
        ready=tuple(ready), inflight=tuple(inflight),
        data=SimpleNamespace(properties={_READY: ",".join(listed)}),
        definitions={
            name: views.IndexDefinition(name, "t", "f", fields[name], {}, "V1") for name in defined
        },
    )  # fmt: skip
    table = SimpleNamespace(schema=SimpleNamespace(tree=tree if has_schema else "string"))
    expected: _Expected = []
    rule = "metadata-partition"
    for name in {*ready, *inflight} - {"column_stats"} - set(defined):
        expected.append((damage(_DEFINITIONS, rule, "missing-field"), [f"{name!r}"]))
    for name in defined:
        if name not in {*ready, *inflight, *listed}:
            expected.append((violation(_DEFINITIONS, rule, "bad-reference"), [f"{name!r}", "not announced"]))
        elif name in {*ready, *inflight} and name != "column_stats" and has_schema and columns:
            expected += [
                (damage(_DEFINITIONS, rule, "bad-reference"), [f"{name!r}", f"{field!r}"])
                for field in fields[name]
                if field.partition(".")[0] not in columns
            ]
    state = SimpleNamespace(metadata=metadata, table=table)
    return difference(imported("audit.metadata.place").check_definitions(state), expected)


_PREFIXES = {"files": "files", "record_index": "record-index", "secondary_index_a": "secondary-index-a"}


def groups_fault(chance: random.Random) -> Failure:
    """File groups are numbered from 0 without a gap, in an index that is partitioned for each partition."""
    views, rule = imported("views.metadata"), "metadata-groups"
    option = chance.choice((None, "true", "true", "false"))
    options = {} if option is None else {"isPartitioned": option}
    is_defined, is_partitioned = chance.random() < 0.8, option == "true"
    definition = views.IndexDefinition("record_index", "t", "f", (), options, "V1")
    is_partitioned = is_partitioned and is_defined
    slices: dict[str, list[Any]] = {}
    expected: _Expected = []
    for index in _some(chance, tuple(_PREFIXES)):
        place = f"{_OWN}/{index}"
        numbers: dict[str | None, list[int]] = {}
        slices[index] = []
        owners = (None, "p", "q/r") if index == "record_index" and chance.random() < 0.7 else (None,)
        for owner in owners:
            for number in chance.choice(([], [0], [0, 1], [0, 1, 2], [1], [0, 2], [0, 0], [1, 2], [0, 1, 1])):
                middle = "" if owner is None else f"{owner.replace('/', '%2F')}-"
                slices[index].append(f"{_PREFIXES[index]}-{middle}{number:04d}-0")
                if owner is not None and not is_partitioned:
                    expected.append((damage(place, rule, "bad-state"), ["defined as global"]))
                numbers.setdefault(owner if is_partitioned else None, []).append(number)
        if chance.random() < 0.2:
            slices[index].append("other-0000-0")
            expected.append((damage(place, rule, "bad-value"), ["routed among the others"]))
        chance.shuffle(slices[index])
        for owner, found in numbers.items():
            gone = sorted(set(range(max(found))) - set(found))
            if sorted(found) == list(range(len(found))):
                continue
            words = [f"{sorted(found)}", "is missing", ", ".join(f"{str(at)!r}" for at in gone)]
            words = words if gone else [words[0], "there twice"]
            words += ["!numbered of", f"groups of {owner!r} are" if owner else "groups are"]
            expected.append((damage(place, rule, "missing-field"), words))
        if not slices[index]:
            lost = {"files": "list no file", "record_index": "insert every key"}.get(index, "find no row")
            expected.append((damage(place, rule, "missing-field"), ["no file group can be read", lost]))
    metadata = SimpleNamespace(
        definitions={"record_index": definition} if is_defined else {},
        slices={
            index: [SimpleNamespace(file_id=one) for one in file_ids] for index, file_ids in slices.items()
        },
    )
    return difference(imported("audit.metadata.place").check_groups(metadata), expected)


def properties_fault(chance: random.Random) -> Failure:
    """The metadata table's own properties are those that its data table asks for."""
    expected_values = {
        "hoodie.table.type": ("MERGE_ON_READ", "COPY_ON_WRITE"),
        "hoodie.table.base.file.format": ("HFILE", "PARQUET"),
        "hoodie.populate.meta.fields": ("false", "true"),
    }  # fmt: skip
    path, rule = f"{_OWN}/{_PROPERTIES}", "metadata-properties"
    own: dict[str, str] = {}
    expected: _Expected = []
    for key, (right, wrong) in expected_values.items():
        match chance.randrange(3):
            case 0:
                own[key] = right
            case 1:
                own[key] = wrong
                expected.append((damage(path, rule, "bad-value"), [key, f"{wrong!r}", f"{right!r}"]))
    data = {"hoodie.table.name": "t", "hoodie.table.version": "6"}
    own |= chance.choice(({}, {"hoodie.table.version": "6"}, {"hoodie.table.version": "8"}))
    name = chance.choice((None, "t_metadata", "t", "u_metadata"))
    own |= {} if name is None else {"hoodie.table.name": name}
    if chance.random() < 0.2:
        del data["hoodie.table.version"]
    if own.get("hoodie.table.version") != data.get("hoodie.table.version"):
        expected.append((damage(path, rule, "bad-state"), ["hoodie.table.version is"]))
    if name not in {None, "t_metadata"}:
        expected.append((damage(path, rule, "bad-reference"), ["hoodie.table.name is", "'t_metadata'"]))
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / path
        is_there = chance.random() < 0.9
        if is_there:
            file.parent.mkdir(parents=True)
            file.write_text("".join(f"{key}={value}\n" for key, value in own.items()))
        found = imported("audit.metadata.place").check_own_properties(Path(place), data)
        return difference(found, expected if is_there else [])


_STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")


def compactions_fault(chance: random.Random) -> Failure:
    """Compactions take in what was completed before them, also what is pending in the data table."""
    views, layout = imported("views.timeline"), chance.choice((1, 2))

    def instant(time: int, action: str, state: str, end: int | None) -> Any:
        done = str(end) if layout == 2 and state == "COMPLETED" and end is not None else None
        name = f"{time}_{done}.{action}" if done else f"{time}.{action}"
        return views.Instant(str(time), action, views.State(state), done, name)

    data = [
        instant(time, "commit", chance.choice(_STATES), time + 5) for time in range(100, 190, 10)
        if chance.random() < 0.8
    ]  # fmt: skip
    own = [
        instant(time, chance.choice(("deltacommit", "deltacommit", "commit", "clean")),
                chance.choice((*_STATES, "COMPLETED", "COMPLETED")),
                chance.choice((time + 3, time + 5, time + 25, None)))
        for time in range(100, 200, 5)
        if chance.random() < 0.7
    ]  # fmt: skip
    pending = {one.time for one in data if one.state is not views.State.COMPLETED}
    expected: _Expected = []
    for compaction in own:
        if compaction.action != "commit" or compaction.state is not views.State.COMPLETED:
            continue
        for one in own:
            end = one.completion_time if layout == 2 else one.time
            is_written = one.action == "deltacommit" and one.state is views.State.COMPLETED
            if is_written and one.time in pending and end is not None and end < compaction.time:
                path = f"{_OWN}/.hoodie/x/{compaction.name}"
                words = [f"compaction {compaction.time} ", f"taken in {one.time},"]
                expected.append((damage(path, "metadata-pending", "bad-state"), words))
    timeline = views.Timeline(6, layout, ".hoodie/x", own)
    check = imported("audit.metadata.place").check_compactions
    if list(check(SimpleNamespace(timeline=None, data=views.Timeline(6, layout, "", data)))):
        return "something of no timeline"
    found = check(SimpleNamespace(timeline=timeline, data=views.Timeline(6, layout, "", data)))
    return difference(found, expected)


_FAULTS = {
    "place-announced": announced_fault,
    "place-definitions": definitions_fault,
    "place-groups": groups_fault,
    "place-properties": properties_fault,
    "place-compactions": compactions_fault,
}


def place_questions() -> Iterator[Asked]:
    """All of them."""
    return numbered(_FAULTS, 2, 25)
