# SPDX-License-Identifier: Apache-2.0
"""Bounds of archivals, slices under log files, secondary indexes, for mutants drawn by chance.

drawn:bound-part-NAME    what each part says of a few inputs on both sides of each condition, by `spec/`
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from chance_asked import Asked, Failure, imported
from chance_between import IDS, TIMES, Group, base_path, log_path

question = Group("bound-part")
T = TIMES
_REQUESTED, _INFLIGHT, _COMPLETED = range(3)
_WRITES = ("commit", "deltacommit", "replacecommit", "compaction", "logcompaction", "clustering")


def bound_part_questions() -> Iterator[Asked]:
    """All of them."""
    return question.questions()


# --- what is archived ------------------------------------------------------------------------------------


def _file(time: str, action: str, state: int, done: str | None = None) -> Any:
    completion = (done or time) if state == _COMPLETED else None
    return imported("semantics.archival.timeline").InstantFile(
        time, action, state, completion, f"{time}.{action}"
    )


def _request(**members: Any) -> Any:
    """What an archival is asked, with texts and numbers by key."""
    given = {"is_1x": True, "is_merge_on_read": True, "clean_plans": {}, "texts": {}} | members
    texts = given["texts"]
    return SimpleNamespace(
        **given, text=lambda key: texts.get(key, ""), number=lambda key: int(texts[key]),
        flag=lambda key: texts.get(key) == "true",
    )  # fmt: skip


@question.each("savepoint-of-replaced")
def _() -> Iterator[Failure]:
    """A savepoint takes the place of what is kept where something was replaced between both."""
    module = imported("semantics.archival.plan")
    for saved, earliest, time, action, state in itertools.product(
        (1, 3), (1, 3), (0, 1, 2, 3, 4), ("replacecommit", "commit"), (_INFLIGHT, _COMPLETED)
    ):
        view = [_file(T[time], action, state), _file(T[2], "clean", _COMPLETED)]
        is_replaced = action == "replacecommit" and state == _COMPLETED and saved <= time <= earliest
        expected = T[saved] if saved < earliest and is_replaced else T[earliest]
        found = module._savepoint_of_replaced(view, T[earliest], T[saved])
        what = saved, earliest, time, action, state
        yield None if found == expected else f"{what}: {found}, expected {expected}"


@question.each("before-pending")
def _() -> Iterator[Failure]:
    """The last commit before the oldest pending write,
    else that write itself [archive.plan.before-pending]."""
    module = imported("semantics.archival.plan")
    for action, state, is_1x, times, other in itertools.product(
        (*_WRITES, "clean", "savepoint"), (_REQUESTED, _INFLIGHT, _COMPLETED), (False, True),
        ((), (1,), (1, 2), (4,), (3,), (1, 3)), (False, True),
    ):  # fmt: skip
        view = [_file(T[0], "commit", _COMPLETED), _file(T[3], action, state)]
        view += [_file(T[5], "commit", _INFLIGHT)] if other else []
        commits = [_file(T[at], "commit", _COMPLETED) for at in times]
        is_write = action in _WRITES and (is_1x or action != "clustering")
        pending = 3 if is_write and state != _COMPLETED else 5 if other else None
        before = [at for at in times if pending is not None and at < pending]
        expected = None if pending is None else T[max(before, default=pending)]
        found = module._before_pending(_request(is_1x=is_1x), view, commits)
        what = action, state, is_1x, times, other
        yield None if found == expected else f"{what}: {found}, expected {expected}"


@question.each("delta-commits")
def _() -> Iterator[Failure]:
    """Delta commits that the next compaction still needs [archive.plan.delta-commits]."""
    module = imported("semantics.archival.plan")
    for is_1x, kind, strategy, most, compaction, deltas in itertools.product(
        (False, True), (False, True), ("NUM_COMMITS", "NUM_AND_TIME", "TIME_ELAPSED"), (1, 2, 3),
        (None, 1, 3), ((), (0,), (2,), (2, 4), (0, 2, 4), (2, 3, 4, 5), (1, 3), (0, 1)),
    ):  # fmt: skip
        view = [_file(T[at], "deltacommit", _COMPLETED if at < 5 else _INFLIGHT, T[at + 2]) for at in deltas]
        view += [] if compaction is None else [_file(T[compaction], "commit", _COMPLETED)]
        view += [_file(T[6], "logcompaction", _REQUESTED), _file(T[7], "commit", _INFLIGHT)]
        view.sort(key=lambda item: item.time)
        texts = {"hoodie.compact.inline.trigger.strategy": strategy,
                 "hoodie.compact.inline.max.delta.commits": f"{most}"}  # fmt: skip
        found = module._delta_commits(_request(is_1x=is_1x, is_merge_on_read=kind, texts=texts), view)
        expected = None
        if kind and strategy != "TIME_ELAPSED" and (compaction is not None or deltas):
            since, last = list(deltas), deltas[0] if deltas else 0
            if compaction is not None:
                last = compaction
                ends = {at: at + 2 if is_1x and at < 5 else at for at in deltas}
                since = [at for at in deltas if ends[at] > last and (at != last or not is_1x)]
            expected = T[last] if len(since) < most else T[since[-most]]
        what = is_1x, kind, strategy, most, compaction, deltas
        yield None if found == expected else f"{what}: {found}, expected {expected}"


@question.each("clustering")
def _() -> Iterator[Failure]:
    """The first replacement that the cleaner may still need [archive.plan.clustering] and following."""
    module = imported("semantics.archival.plan")
    for action, is_1x, replaces, clean, plan, policy in itertools.product(
        ("replacecommit", "clustering"), (False, True),
        ((), ((1, 2),), ((3, 2),), ((1, 2), (3, 2)), ((1, 1),), ((3, 1), (4, 2)), ((1, 2), (4, 1))),
        (None, 2), (None, (None, ()), (T[2], ()), (T[3], (T[1],)), (T[3], (T[4],)), (T[1], ()), (T[5], ())),
        ("KEEP_LATEST_COMMITS", "KEEP_LATEST_FILE_VERSIONS"),
    ):  # fmt: skip
        view = [
            _file(T[at], "replacecommit" if state == _COMPLETED else action, state) for at, state in replaces
        ]
        view += [_file(T[at], "deltacommit", _COMPLETED) for at in (0, 2, 4)]
        view += [] if clean is None else [_file(T[clean], "clean", _COMPLETED)]
        view += [_file(T[5], "clean", _INFLIGHT)]
        view.sort(key=lambda item: item.time)
        plans = {} if plan is None else {T[2]: plan, T[5]: (T[4], ())}
        texts = {"hoodie.cleaner.policy": policy}
        found = module._clustering(_request(is_1x=is_1x, clean_plans=plans, texts=texts), view)
        known = replaces
        if not is_1x and action == "clustering":  # releases before 1.0 know no such action
            known = tuple(one for one in replaces if one[1] == _COMPLETED)
        lower = ""
        if clean is not None:
            earliest, saved = plan or (None, ())
            lower = earliest or T[clean]
            done = [T[at] for at, state in known if state == _COMPLETED]
            is_by_commits = is_1x and earliest and policy == "KEEP_LATEST_COMMITS" and saved
            if is_by_commits and min(saved) < earliest and any(min(saved) <= at <= earliest for at in done):
                lower = min(saved)
        expected = next((T[at] for at, _ in known if T[at] >= lower), None)
        inflight = next((at for at, state in known if state == _INFLIGHT), None)
        if not is_1x and inflight is not None:
            times = [
                at for at, state in (*known, *((at, _COMPLETED) for at in (0, 2, 4))) if state == _COMPLETED
            ]
            last = T[max(at for at in times if at < inflight)]
            expected = min(last, expected or last)
        what = action, is_1x, replaces, clean, plan, policy
        yield None if found == expected else f"{what}: {found}, expected {expected}"


# --- what is read ----------------------------------------------------------------------------------------


@question.each("slice-before")
def _() -> Iterator[Failure]:
    """The slice under a log file: files that its stat lists, of its folder, without itself."""
    module = imported("table.cdc")
    base, older = base_path(0, T[1], ""), log_path(0, T[1], 1, "")
    later, own, other = log_path(0, T[1], 2, ""), log_path(0, T[1], 3, ""), base_path(0, T[2], "")
    for folder, name, logs in itertools.product(
        ("p=1", ""), (None, "", base, f"q/{base}", "x"),
        ((), (own,), (later, older), (older, own, later), (f"../{older}", older), ("", "x"), (other,)),
    ):  # fmt: skip
        stat = SimpleNamespace(
            path=f"{folder}/{own}" if folder else own, base_file=name, log_files=logs, group=(folder, IDS[0])
        )
        found = module._slice_before(stat, T[5])
        names = [log.name for log in found.log_files]
        expected = [one for one in (older, later) if one in logs]
        bases = [(one, time) for one, time in ((base, T[1]), (other, T[2])) if one in {name, *logs}]
        shown = found.base_instant, found.base_file and found.base_file.name, names, found.partition
        first, time = bases[0] if bases else (None, T[5])
        wanted = (time, first, expected, folder)
        files = [*found.log_files, *([found.base_file] if found.base_file else [])]
        yield None if {one.partition for one in files} <= {folder} else f"{files} in {folder!r}"
        yield None if shown == wanted else f"{folder}, {name}, {logs}: {shown}, expected {wanted}"


@question.each("definitions")
def _() -> Iterator[Failure]:
    """Definitions of indexes: the file that properties name, and what is no definition in it."""
    module, reject = imported("table.metadata"), imported("errors").Reject
    full = {"indexType": "secondary_index", "indexFunction": "f", "sourceFields": ["a", 5],
            "indexOptions": {"k": 7}, "version": "V2"}  # fmt: skip
    for text, expected in (
        (None, {}), (b"{", "truncated"), (b"[]", "bad-value"), (b"{}", "missing-field"),
        (b'{"indexDefinitions": []}', "missing-field"), (b'{"indexDefinitions": {}}', {}),
        (json.dumps({"indexDefinitions": {"i": full, "j": {}, "k": None, "l": [], "m": 5}}).encode(), {
            "i": ("i", "secondary_index", "f", ("a", "5"), {"k": "7"}, "V2"), "j": ("j", "", "", (), {},
            "V1"),
        }),
        (json.dumps({"indexDefinitions": {"i": {"sourceFields": "a", "indexOptions": []}}}).encode(),
         {"i": ("i", "", "", (), {}, "V1")}),
    ):  # fmt: skip
        with tempfile.TemporaryDirectory() as place:
            for name in (None, "", ".hoodie/x/y.json", "./.hoodie//z.json"):
                properties = {} if name is None else {module.DEFINITIONS: name}
                parts = [
                    part for part in (name or module._DEFAULT_DEFINITIONS).split("/") if part not in {"", "."}
                ]
                file = Path(place).joinpath(*parts)
                if text is not None:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(text)
                found: Any
                try:
                    found = {
                        key: (
                            one.name,
                            one.type,
                            one.function,
                            one.source_fields,
                            dict(one.options),
                            one.version,
                        )
                        for key, one in module.read_definitions(Path(place), properties).items()
                    }
                except reject as error:
                    found = error.code
                yield None if found == expected else f"{name} of {text!r:.60}: {found}, expected {expected}"
                file.unlink(missing_ok=True)
            for name in ("/x", "../x", "a/../b", "a\0b"):
                try:
                    module.read_definitions(Path(place), {module.DEFINITIONS: name})
                    yield f"{name!r} leads out"
                except reject as error:
                    yield None if error.code == "bad-value" else f"{name!r}: {error.code}"


@question.each("secondary-pairs")
def _() -> Iterator[Failure]:
    """Pairs of a secondary index: of its records that are not deleted, in the groups of the wanted keys."""
    module, views = imported("table.metadata_answers"), imported("views.metadata")
    kind = views.RecordType

    def record(key: str, is_deleted: bool = False, *, own: Any = None, payload: Any = None) -> Any:
        row = views.SecondaryRow(is_deleted) if payload is None else payload
        return SimpleNamespace(type=own or kind.SECONDARY_INDEX, key=key, payload=row)

    other = next(one for one in kind if one is not kind.SECONDARY_INDEX)
    records = [
        record("a$k1"), record("b$k2"), record("a$k3", True), record("\0$k4"), record("c$k5", own=other),
        record("d$k6", payload=SimpleNamespace(is_deleted=False)), record("a\\$x$k7"),
    ]  # fmt: skip
    everything = [("a", "k1"), ("b", "k2"), (None, "k4"), ("a$x", "k7")]
    for keys, groups, version in itertools.product(
        (None, [], ["a"], ["b", "a"], [None], ["a$x"], ["k1"]), (0, 1, 7), (None, "V1", "V2")
    ):
        asked: list[Any] = []

        def read(_: Any, index: str, numbers: Any, asked: list[Any] = asked) -> Iterator[Any]:
            asked.append((index, numbers))
            return iter(records)

        definitions = {} if version is None else {"i": SimpleNamespace(version=version)}
        table = SimpleNamespace(slices={"i": [None] * groups} if groups else {}, definitions=definitions)
        with mock.patch.object(module, "read_records", read):
            found = list(module._secondary_pairs(table, "i", keys))
        expected = [pair for pair in everything if keys is None or pair[0] in keys]
        yield None if found == expected else f"{keys}: {found}, expected {expected}"
        [(index, numbers)] = asked
        is_routed = keys is not None and groups > 0 and version == "V2"
        if numbers is not None and is_routed:
            is_right = numbers == sorted(set(numbers)) and set(numbers) <= set(range(groups))
            is_right = is_right and len(numbers) <= len(keys or ()) and bool(numbers) is bool(keys)
        else:
            is_right = numbers is None and not is_routed
        yield None if is_right and index == "i" else f"{keys} of {groups} groups, {version}: {numbers}"
