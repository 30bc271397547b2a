# SPDX-License-Identifier: Apache-2.0
"""What writers leave behind, and files that are none of a table's, for mutants drawn by chance.

drawn:between-leftovers-NAME    names on both sides of each condition, and what `spec/table_files.md` says of
                                each
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from chance_asked import Failure
from chance_between import (
    DONE,
    IDS,
    INFLIGHT,
    REQUESTED,
    TIMES,
    Group,
    Sketch,
    asking,
    base_path,
    instant,
    log_path,
    named,
    violation,
)

question = Group("between-leftovers")
between_leftover_questions = question.questions
T = TIMES
_ask = asking("audit.between.leftovers")


@question.each("leftovers")
def _() -> Iterator[Failure]:
    """Markers, heartbeats and plans of instants that are not pending; plans of archived ones aside."""
    names = {"temp": "{}/a", "heartbeat": "{}", "aux": "{}.compaction.requested"}
    for kind, state, at, first in itertools.product(names, (None, INFLIGHT, DONE), (1, 3), (None, 2)):
        time = T[at]
        path = f".hoodie/.{kind}/{names[kind].format(time)}"
        sketch = Sketch([instant(time, "compaction", state)] if state else [], {path: 1})
        if first is not None:
            sketch.instants.append(instant(T[first], "deltacommit", INFLIGHT))
        is_old = kind == "aux" and state is None and first is not None and at < first
        expected = [violation(path, "leftover", "bad-state", time, "info")]
        is_told = state is not INFLIGHT and not is_old
        words = {"temp": "markers of", "heartbeat": "a heartbeat of", "aux": "an auxiliary plan of"}[kind]
        state_word = "completed" if state is DONE else "not on the timeline"
        yield _ask(
            sketch, "leftovers", (kind, state, at, first), *(expected if is_told else []),
            words=(words, state_word) if is_told else (),
        )  # fmt: skip
    for path in (
        f".hoodie/.temp/{T[1][:13]}/a", f".hoodie/.temp/{T[1]}x/a", f".hoodie/.other/{T[1]}",
        ".hoodie/.temp/x",
        f"p=1/.hoodie/.temp/{T[1]}/a", f".hoodie/.aux/{T[1]}", f".hoodie/.aux/{T[1]}.nope.requested",
        f".hoodie/.temp{T[1]}/a", f".hoodie/.aux/{T[1]}_{T[2]}.commit",
        f".hoodie/.aux/{T[1]}.clustering.requested",
    ):  # fmt: skip
        yield _ask(Sketch(files={path: 1}), "leftovers", path)
    several = [f".hoodie/.temp/{T[1]}/{name}" for name in "abc"]
    several += [f".hoodie/.heartbeat/{T[1]}", f".hoodie/.temp/{T[1][:14]}/a"]
    expected = [
        violation(path, "leftover", "bad-state", time, "info")
        for path, time in ((several[0], T[1]), (several[3], T[1]), (several[4], T[1][:14]))
    ]
    yield _ask(Sketch(files=dict.fromkeys(several, 1)), "leftovers", "several", *expected)
    done = [instant(T[1]), instant(T[1], "compaction", REQUESTED)]
    path = f".hoodie/.aux/{T[1]}.compaction.requested"
    row = violation(path, "leftover", "bad-state", T[1], "info")
    yield _ask(Sketch(done, {path: 1}), "leftovers", "completed, with its plan", row)


@question.each("foreign")
def _() -> Iterator[Failure]:
    """Data files that are none of the table's by their names, and native log files of older tables."""
    native = {
        "log": "rows", "deletes": "deletes", "cdc": "changes",
    }  # fmt: skip
    for version, (kind, word) in itertools.product((6, 8, 9, 10, 11), native.items()):
        path = f"p=1/{IDS[0]}_0-1-0_{T[1]}_1.{kind}.parquet"
        is_old = version < 10
        row = violation(path, "native-log", "bad-version")
        sketch = Sketch(files={path: 1, f".hoodie/{path}": 1}, version=version)
        yield _ask(sketch, "foreign", (version, kind), *[row] * is_old, words=(f"its {word} out",) * is_old)
    for ending, is_data in (
        (".parquet", True), (".orc", True), (".hfile", True), (".avro", True), (".lance", True),
        (".txt", False), ("", False), (".parquet.tmp", False), (".crc", False),
    ):  # fmt: skip
        for start in ("x", ".x", ".hoodie_partition_metadata"):
            path = f"p=1/{start}{ending}"
            is_told = is_data and not start.startswith(".hoodie")
            row = violation(path, "foreign-file", "bad-value")
            sketch = Sketch(files={path: 1, f".hoodie/{start}{ending}": 1})
            yield _ask(sketch, "foreign", path, *[row] * is_told)
    for form in ("parquet", "orc", "hfile"):
        yield _ask(Sketch(files={base_path(0, T[1], form=form): 1}), "foreign", form)
    log = log_path(0, T[1])
    yield _ask(Sketch(files={log: 1}), "foreign", log)
    strange = "p=1/.x_20260101000000.log.1_0-1-0.parquet"
    row = violation(strange, "foreign-file", "bad-value")
    yield _ask(Sketch(files={strange: 1}), "foreign", strange, row)


@question.each("groups")
def _() -> Iterator[Failure]:
    """One file id in two folders: where the timeline names files of one alone, the other has the copy."""
    for first, second, is_named, is_other_named in itertools.product(
        (base_path(0, T[1]), log_path(0, T[1])),
        (base_path(0, T[1], "p=2"), log_path(0, T[1], folder="p=2"), base_path(1, T[1], "p=2")),
        (False, True), (False, True),
    ):  # fmt: skip
        twin = base_path(0, T[2], "p=2") if IDS[0] in second else "p=2/x"
        by = instant(T[1])
        facts = {
            "named": {
                path: named(1, by) for path, is_one in ((first, is_named), (second, is_other_named)) if is_one
            }
        }
        told = []
        if IDS[0] in second:
            strange = {"p=1"} - ({"p=1"} if is_named else set())
            strange |= {"p=2"} - ({"p=2"} if is_other_named else set())
            strange = strange or {"p=1", "p=2"}
            told = [path for path in (first, second, twin) if path.partition("/")[0] in strange]
        expected = [violation(path, "group-partitions", "duplicate") for path in told]
        sketch = Sketch(files=dict.fromkeys((first, second, twin), 1), facts=facts)
        words = (IDS[0], "p=1, p=2") if told else ()
        what = first, second, is_named, is_other_named
        yield _ask(sketch, "groups", what, *expected, words=words)
    for shared in ("00000001-0000-0000-0000-000000000000", "x-0000-0000-0000-000000000000-12"):
        paths = [f"p={number}/{shared}_0-1-0_{T[1]}.parquet" for number in (1, 2)]
        yield _ask(Sketch(files=dict.fromkeys(paths, 1)), "groups", shared)
    for own in ("00000001-0000-0000-0000-000000000001", "00000001-0000-0000-000-000000000000"):
        paths = [f"p={number}/{own}_0-1-0_{T[1]}.parquet" for number in (1, 2)]
        rows = [violation(path, "group-partitions", "duplicate") for path in paths]
        yield _ask(Sketch(files=dict.fromkeys(paths, 1)), "groups", own, *rows)


@question.each("hidden")
def _() -> Iterator[Failure]:
    """Files of instants beside the timeline's folder, not those in folders of other things."""
    for version, folder, name in itertools.product(
        (6, 9), (".hoodie", ".hoodie/timeline", ".hoodie/timeline/history", "p=1", ".hoodie/archived", ""),
        (f"{T[1]}.deltacommit", f"{T[1]}_{T[2]}.deltacommit", f"{T[1]}.deltacommit.inflight", "x", T[1]),
    ):  # fmt: skip
        path = f"{folder}/{name}" if folder else name
        sketch = Sketch(files={path: 1}, version=version)
        is_told = folder in {".hoodie", ".hoodie/timeline"} and folder != sketch.timeline and "." in name
        row = violation(path, "foreign-file", "bad-state")
        yield _ask(sketch, "hidden", (version, path), *[row] * is_told, words=(sketch.timeline,) * is_told)
