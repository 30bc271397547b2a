# SPDX-License-Identifier: Apache-2.0
"""Rules above single files on drawn facts, for mutants drawn by chance.

    drawn:rules-slices-N     drawn file names and instants: slices, the merged one, the read-optimised file
    drawn:rules-metadata-N   which blocks of a metadata table count; lists of files merged
    drawn:rules-values       canonical values by their schemas, ordering values, which of them compare
    drawn:rules-replaced     whether a file group is hidden as of a time
    drawn:rules-hours        the edge of a cleaner that keeps hours

Each judge says by sets and definitions of the pages what the package does in passes.
"""

from __future__ import annotations

import datetime
import decimal
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, first_fault, imported, without_world

if TYPE_CHECKING:
    pass

_NUM, _TURNS = 3, 400
_TIMES = [f"2026010{day}000000000" for day in range(1, 8)]


def rule_questions() -> Iterator[Asked]:
    """All of them."""
    for number in range(_NUM):
        for name, fault in (("slices", _slices), ("metadata", _instants), ("lists", _lists)):
            yield f"drawn:rules-{name}-{number}", "", partial(first_fault, fault, name, number, _TURNS)
    for name, one in (
        ("values", _values),
        ("orderings", _orderings),
        ("hours", _hours),
        ("replaced", _replaced),
    ):
        yield f"drawn:rules-{name}", "", without_world(one)


def _refusal(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except imported("errors").Reject as error:
        return error.code, error.requirement


# --- slices ----------------------------------------------------------------------------------------------


def _slices(chance: random.Random) -> Failure:
    files = imported("semantics.slices.files")
    version = chance.choice((6, 8))
    kinds = {time: chance.choice(("done", "done", "pending", "none", "clustering")) for time in _TIMES}
    first = chance.choice((None, _TIMES[0], _TIMES[2]))
    done = {
        time: str(int(time) + chance.choice((1, 10**9 + 1)) if version == 8 else int(time))
        for time, kind in kinds.items()
        if kind == "done"
    }
    pending = frozenset(time for time, kind in kinds.items() if kind in {"pending", "clustering"})
    planned = chance.choice((None, None, *_TIMES))
    group = "p", "f"
    facts = files.TimelineFacts(
        version,
        done,
        first,
        pending,
        {group: planned} if planned else {},
        frozenset(time for time, kind in kinds.items() if kind == "clustering"),
    )

    def counts(time: str) -> bool:
        return time in done or (time not in pending and first is not None and time < first)

    bases = [
        files.BaseFile(*group, f"{token}-0-1", time, f"f_{token}-0-1_{time}.parquet")
        for time in chance.sample(_TIMES, chance.randrange(4))
        for token in range(chance.choice((1, 1, 2)))
    ]
    logs = [
        files.SliceLog(*group, time, number, "1-0-1", "", f".f_{time}.log.{number}_1-0-1")
        for time in chance.sample(_TIMES, chance.randrange(4))
        for number in range(1, chance.choice((2, 3)))
    ]
    found = files.file_slices(chance.sample(bases, len(bases)), chance.sample(logs, len(logs)), facts)
    if not bases and not logs:
        return None if found == {} else f"{found} of no files"
    starts = {base.instant for base in bases} | ({planned} if planned else set())
    place: dict[Any, str] = {}
    for log in sorted(logs, key=lambda log: (log.instant, log.version)):
        end = done.get(log.instant) or (log.instant if counts(log.instant) else None)
        if version < 8:
            place[log] = log.instant
        elif end is None:
            place[log] = max(starts, default=log.instant)
        else:
            place[log] = max((start for start in starts if start <= end), default=log.instant)
        starts.add(place[log])
    expected = []
    for start in sorted(starts, reverse=True):
        tokens = [base for base in bases if base.instant == start]
        own = sorted(
            (log for log, at in place.items() if at == start), key=lambda log: (log.instant, log.version)
        )
        expected.append(
            files.FileSlice(
                *group, start, max(tokens, key=lambda base: base.write_token, default=None), tuple(own)
            )
        )
    if found != {group: expected}:
        return f"{found}, expected {expected}"[:300]
    as_of = chance.choice((None, None, *_TIMES))
    seen: list[tuple[str, Any, tuple[Any, ...]]] = []
    for item in expected:
        base = item.base_file
        hidden = (
            base is None
            or not counts(base.instant)
            or base.instant == planned
            or kinds[base.instant] == "clustering"
        )
        kept = tuple(log for log in item.log_files if version < 8 or counts(log.instant))
        is_named = not hidden or item.base_instant == planned or counts(item.base_instant)
        if (as_of is None or item.base_instant <= as_of) and (kept or not hidden) and is_named:
            seen.append((item.base_instant, None if hidden else base, kept))
    visible = [
        (s.base_instant, s.base_file, s.log_files) for s in files.visible_slices(expected, facts, as_of)
    ]
    if visible != seen:
        return f"as of {as_of}: {visible}, expected {seen}"[:300]
    optimized = next((base for _, base, _ in seen if base is not None), None)
    if files.read_optimized_file(expected, facts, as_of) != optimized:
        return f"as of {as_of}: another read-optimised file than {optimized}"
    through = next(
        (at for at, one in enumerate(seen) if one[1] is not None or one[0] != planned), len(seen) - 1
    )
    merged = files.merged_slice(expected, facts, as_of)
    if not seen:
        return None if merged is None else f"{merged} of nothing"
    all_logs = tuple(log for one in reversed(seen[: through + 1]) for log in one[2])
    parts = (merged.base_instant, merged.base_file, merged.log_files)
    wanted = seen[through][0], seen[through][1], all_logs
    if parts != wanted:
        return f"as of {as_of}: {parts}, expected {wanted}"[:300]
    return None


def _replaced() -> Failure:
    files = imported("semantics.slices.files")
    group = "p", "f"
    for at, replaced in ((None, True), (_TIMES[2], False), (_TIMES[3], True), (_TIMES[4], True)):
        own_facts = files.TimelineFacts(8, {}, replaced={group: _TIMES[3]})
        if files.is_replaced(group, own_facts, at) is not replaced or files.is_replaced(
            ("q", "f"), own_facts, at
        ):
            return f"replaced as of {at}"
    return None


# --- metadata tables -------------------------------------------------------------------------------------


def _instants(chance: random.Random) -> Failure:
    module, views = imported("semantics.metadata.instants"), imported("views.timeline")
    version = chance.choice((6, 7, 8, 9))
    zeros = "0" * 14
    own = [
        *_TIMES,
        f"{_TIMES[1]}001",
        f"{_TIMES[1]}006",
        f"{_TIMES[1]}007",
        f"{_TIMES[1]}009",
        f"{_TIMES[1]}010",
        f"{_TIMES[1]}000",
        f"{zeros}000",
        f"{zeros}010",
        f"{_TIMES[2][:-3]}001",
        f"{zeros}",
    ]
    states = (views.State.COMPLETED, views.State.COMPLETED, views.State.INFLIGHT, views.State.REQUESTED)

    def drawn(times: list[str], actions: tuple[str, ...]) -> list[Any]:
        return [
            views.Instant(time, action, state, None, f"{time}.{action}")
            for time in chance.sample(times, chance.randrange(len(times)))
            for action, state in ((chance.choice(actions), chance.choice(states)),)
        ]

    data = drawn(_TIMES, ("commit", "deltacommit", "rollback"))
    metadata = drawn(own, ("deltacommit", "deltacommit", "commit", "rollback", "restore", "clean"))
    undone = {time: [f"20250{number}01000000000"] for number, time in enumerate(chance.sample(_TIMES, 2), 1)}
    found = module.valid_instants(module.Timelines(version, data, metadata, undone))
    done = [item for item in metadata if item.state is views.State.COMPLETED]
    data_done = {item.time for item in data if item.state is views.State.COMPLETED}
    data_open = {item.time for item in data if item.state is not views.State.COMPLETED}

    def is_suffixed(time: str) -> bool:
        return len(time) == 20 and time[17:] != "000" and not 7 <= int(time[17:]) <= 9

    deltas = {item.time for item in done if item.action == "deltacommit"}
    counted = {time for time in deltas if (is_suffixed(time) if version < 8 else time not in data_open)}
    base = data_done | counted
    first = min(base, default=zeros)
    expected = base | {item.time for item in done if item.action in {"rollback", "restore"}}
    expected |= {time for time in deltas if time.startswith(zeros)}
    expected |= {one for time, ones in undone.items() if time > first for one in ones}
    if found != expected:
        return f"version {version}: {sorted(found ^ expected)}"
    for function, action in ((module.synced_instant, "deltacommit"), (module.latest_compaction, "commit")):
        last = max((item.time for item in done if item.action == action), default=None)
        if function(metadata) != last:
            return f"the last {action}: {function(metadata)}, expected {last}"
    return None


def _lists(chance: random.Random) -> Failure:
    merge, views = imported("semantics.metadata.merge"), imported("views.metadata")
    versions = [
        {
            name: views.FileEntry(chance.choice((0, 1, 5, 9)), is_deleted=chance.random() < 0.4)
            for name in chance.sample("abcd", chance.randrange(5))
        }
        for _ in range(2)
    ]
    found = merge.merge_files(*(views.FileList(entries) for entries in versions)).entries
    expected: dict[str, Any] = {}
    for name in {**versions[0], **versions[1]}:
        old, new = (entries.get(name) for entries in versions)
        if old is None or new is None:
            expected[name] = old or new
        elif not new.is_deleted:
            expected[name] = views.FileEntry(max(old.size, new.size), is_deleted=False)
        elif old.is_deleted:
            expected[name] = new
    return None if found == expected else f"{versions}: {found}"


# --- values ----------------------------------------------------------------------------------------------


def _record(kind: Any, num: int = 1) -> dict[str, Any]:
    return {"type": "record", "name": "r", "fields": [{"name": f"f{at}", "type": kind} for at in range(num)]}


def _values() -> Failure:
    physical = imported("semantics.merge.values").physical_value
    for schema, value, expected in (
        ("int", 5, 5),
        ("int", "5", None),
        ("int", True, None),
        ("int", 5.5, None),
        ("long", "5", 5),
        ("long", 5, None),
        ("long", "x", None),
        ("long", True, None),
        ("boolean", True, True),
        ("boolean", 1, None),
        ("boolean", "true", None),
        ("string", "x", "x"),
        ("string", 5, None),
        ("string", None, None),
        ("double", 0.5, 0.5),
        ("float", "NaN", "nan"),
        ("float", "x", None),
        ("bytes", "00ff", b"\0\xff"),
        ("bytes", "0", None),
        ("bytes", 5, None),
        ({"type": "fixed", "name": "f", "size": 1}, "ff", b"\xff"),
        ({"type": "enum", "name": "e", "symbols": ["A"]}, "A", "A"),
        ({"type": "enum", "name": "e", "symbols": ["A"]}, 1, None),
        (
            {"type": "bytes", "logicalType": "decimal", "precision": 3, "scale": 1},
            "1.5",
            decimal.Decimal("1.5"),
        ),
        ({"type": "bytes", "logicalType": "decimal", "precision": 3, "scale": 1}, "x", None),
        ({"type": "int", "logicalType": "date"}, 7, 7),
        ({"type": "long", "logicalType": "timestamp-micros"}, "7", 7),
        ({"type": "array", "items": "long"}, ["1", "2"], [1, 2]),
        ({"type": "array", "items": "long"}, ["1", 2], None),
        ({"type": "array", "items": "long"}, [], []),
        ({"type": "map", "values": "int"}, {"a": 1}, {"a": 1}),
        ({"type": "map", "values": "int"}, {"a": "1"}, None),
        (_record("int"), {"f0": 1}, {"f0": 1}),
        (_record("int"), {"f0": 1, "g": 2}, None),
        (_record("int"), {}, None),
        (_record(["null", "int"], 2), {"f0": 1}, {"f0": 1, "f1": None}),
        (["null", "int"], 5, 5),
        (["null", "int"], "5", None),
        (["int"], 5, 5),
        (["int", "string"], {"int": 5}, ("int", 5)),
        (["int", "string"], {"string": "5"}, ("string", "5")),
        (["int", "string"], 5, None),
        (["null", "int", "string"], {"int": 5}, ("int", 5)),
        (["int", "string"], {"long": 5}, None),
        (["null", "int", "string"], {"int": 5, "string": "x"}, None),
        (["int", "string"], {"int": "5"}, None),
    ):
        found = _refusal(partial(physical, value, schema))
        if expected is None:
            if found != ("schema-mismatch", "log.avro.datum"):
                return f"{value!r} as {schema}: {found!r}"
        elif (str(found) if expected == "nan" else found) != expected or type(found) is not (
            float if expected == "nan" else type(expected)
        ):
            return f"{value!r} as {schema}: {found!r}"
    for schema, value in (("null", None), (["null", "int"], None), (["int", "null"], None)):
        if _refusal(partial(physical, value, schema)) is not None:
            return f"null as {schema}"
    if _refusal(partial(physical, 5, "null"))[0] != "schema-mismatch":
        return "5 as null"
    for depth, is_read in ((10, True), (40, True), (200, False)):
        schema, value = (
            json.loads('{"type":"array","items":' * depth + '"int"' + "}" * depth),
            json.loads("[" * depth + "5" + "]" * depth),
        )
        found = _refusal(partial(physical, value, schema))
        if (found == value) is not is_read:
            return f"a list in {depth} lists: {found!r:.60}"
    return None


def _orderings() -> Failure:
    values, ordering = (
        imported("semantics.merge.values").physical_ordering,
        imported("semantics.merge.ordering"),
    )

    def several(*items: Any) -> dict[str, Any]:
        return {"type": "array", "value": list(items)}

    one, two, long_one = (
        {"type": kind, "value": value} for kind, value in (("int", 1), ("int", 2), ("long", "1"))
    )
    for raw, expected in (
        (one, 1),
        (long_one, 1),
        ({"type": "date", "value": 7}, 7),
        ({"type": "timestamp-millis", "value": "7"}, 7),
        ({"type": "double", "value": 0.5}, 0.5),
        ({"type": "decimal", "value": "1.50"}, decimal.Decimal("1.50")),
        ({"type": "bytes", "value": "ff"}, b"\xff"),
        ({"type": "string", "value": "x"}, "x"),
        ({"type": "boolean", "value": True}, True),
    ):
        found = values(raw)
        if (found.type, found.value, type(found.value)) != (raw["type"], expected, type(expected)):
            return f"{raw}: {found}"
    for wrong in (
        {"type": "int", "value": "x"},
        {"type": "bytes", "value": "f"},
        {"type": "decimal", "value": "x"},
        {"value": 1},
        {},
    ):
        if _refusal(partial(values, wrong)) != ("schema-mismatch", "log.avro.datum"):
            return f"{wrong} is an ordering value"
    if values(None) is not None:
        return "null is an ordering value"
    null = {"type": "string", "value": None}
    for left, right, comparable in (
        (one, two, True),
        (one, long_one, False),
        (one, None, False),
        (None, one, False),
        (None, None, False),
        (null, {"type": "string", "value": "x"}, False),
        ({"type": "string", "value": "x"}, null, False),
        (several(one, two), several(two, one), True),
        (several(one), several(one, two), False),
        (several(one, two), several(one), False),
        (several(one, one), several(one, long_one), False),
        (several(long_one, one), several(one, one), False),
        (several(one), one, False),
        (one, several(one), False),
        (several(several(one)), several(several(two)), True),
        (several(several(one)), several(one), False),
    ):
        if ordering.is_comparable(values(left), values(right)) is not comparable:
            return f"{left} and {right} {'do not compare' if comparable else 'compare'}"
    for left, right, result in (
        (one, two, -1),
        (two, one, 1),
        (one, one, 0),
        (several(one, two), several(one, one), 1),
        (several(one, two), several(two, one), -1),
        (several(one, one), several(one, one), 0),
        (several(several(one), two), several(several(two), one), -1),
    ):
        if ordering.compare(values(left), values(right)) != result:
            return f"{left} against {right}: {ordering.compare(values(left), values(right))}"
    for raw, is_default in (
        (None, True),
        ({"type": "int", "value": 0}, True),
        ({"type": "int", "value": 1}, False),
        ({"type": "int", "value": -1}, False),
        ({"type": "long", "value": "0"}, False),
        ({"type": "double", "value": 0.0}, False),
        (null, True),
        ({"type": "string", "value": ""}, False),
        (several(one), False),
    ):
        if ordering.is_default(values(raw)) is not is_default:
            return f"{raw} is{'' if is_default else ' no'} default"
    return None


def _hours() -> Failure:
    before, chance = imported("semantics.archival.plan")._hours_before, random.Random("hours")
    for _ in range(100):
        moment = datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC) + datetime.timedelta(
            seconds=chance.randrange(10**7)
        )
        hours, millis = chance.choice((0, 1, 24, 999)), chance.choice(("", "000", "001", "999"))
        edge = (moment - datetime.timedelta(hours=hours)).strftime("%Y%m%d%H%M%S") + (millis or "999")
        if before(moment.strftime("%Y%m%d%H%M%S") + millis, hours) != edge:
            return f"{hours} hours before {moment} {millis}"
    for wrong in ("", "2026", "20260230000000", "20260101000060", "x" * 14, "20260101006000"):
        if _refusal(partial(before, wrong, 1)) != ("bad-value", "timeline.instant.form"):
            return f"{wrong!r} is a point in time"
    return None
