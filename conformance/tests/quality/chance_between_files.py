# SPDX-License-Identifier: Apache-2.0
"""Files that the timeline names and files that it does not, for mutants drawn by chance.

drawn:between-files-NAME    every way in which a file can stand to the timeline, and what
                            `spec/table_files.md` says of each
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any
from unittest import mock

from chance_asked import Failure, imported
from chance_between import (
    DONE,
    IDS,
    INFLIGHT,
    REQUESTED,
    SCHEMA,
    TIMES,
    Group,
    Row,
    Sketch,
    base_path,
    compared,
    damage,
    instant,
    log_bytes,
    log_path,
    named,
    violation,
)
from hudi_conformance.views.timeline import State

question = Group("between-files")
between_file_questions = question.questions
T = TIMES
_UNITS = "audit.between.files"


def _ask(sketch: Sketch, check: str, what: object, *expected: Row, words: tuple[str, ...] = ()) -> Failure:
    return compared(what, getattr(imported(_UNITS), check)(sketch.subject()), expected, *words)


@question.each("no-timeline")
def _() -> Iterator[Failure]:
    """Files of data without any instant are told, with their number."""
    for version, folder in ((6, ".hoodie"), (9, ".hoodie/timeline")):
        for paths, num in (
            ((), 0),
            (("p=1/x.parquet", "p=1/.hoodie_partition_metadata"), 0),
            ((base_path(0, T[1]),), 1),
            ((log_path(0, T[1]),), 1),
            ((base_path(0, T[1]), log_path(0, T[1]), "p=1/x.parquet"), 2),
            ((f".hoodie/{base_path(0, T[1], '')}",), 0),
            ((base_path(0, T[1], ""),), 1),
        ):
            sketch = Sketch(files=dict.fromkeys(paths, 5), version=version)
            expected = [damage(folder, "timeline-missing", "missing-field")] if num else []
            words = (f"{num} data files",) if num else ()
            yield _ask(sketch, "check_timeline_there", paths, *expected, words=words)
            sketch.instants = [instant(T[1], state=REQUESTED)]
            yield _ask(sketch, "check_timeline_there", (paths, "an instant"))


@question.each("problems")
def _() -> Iterator[Failure]:
    """What of an archive cannot be read is told, each part once, with the code of what is wrong."""
    errors = imported("errors")
    parts = [("a/b", errors.Reject("truncated", 3, "archive.x", "text one")), ("c", OSError("text two"))]
    for num in range(3):
        expected = [
            damage(path, "archive-unreadable", code, severity="warning")
            for path, code in (("a/b", "truncated"), ("c", "io"))[:num]
        ]
        words = ("text one", "text two")[:num]
        yield _ask(Sketch(facts={"problems": parts[:num]}), "check_problems", num, *expected, words=words)


@question.each("named")
def _() -> Iterator[Failure]:
    """A named file that is not there, unless deleted, not listed, or of an index that was dropped."""
    by, error = instant(T[2], done=T[3]), [("x", OSError("x"))]
    path = base_path(0, T[2])
    for is_there, is_deleted, is_listed, has_problems, is_index, has_sibling in itertools.product(
        (False, True), repeat=6
    ):
        sketch = Sketch(
            files={path: 5} if is_there else {},
            path="/t/.hoodie/metadata" if is_index else "/t",
            facts={"named": {path: named(5, by)}, "problems": error if has_problems else []},
        )
        sketch.files["p=2/other"] = 1
        if has_sibling:
            sketch.files["p=1/other"] = 1
        if is_deleted:
            sketch.facts["deleted"] = {path.rpartition("/")[2]}
        if not is_listed:
            sketch.unlisted = (f"{sketch.path}/p=1",)
        is_dropped = is_index and not has_sibling
        is_told = not is_there and is_listed and not is_deleted and not is_dropped
        severity = "warning" if has_problems else "error"
        place = f".hoodie/timeline/{by.name}"
        expected = [damage(place, "named-file", "bad-reference", T[2], severity)] if is_told else []
        words = ((by.name, path) + (("readable part",) if has_problems else ())) if is_told else ()
        what = is_there, is_deleted, is_listed, has_problems, is_index, has_sibling
        yield _ask(sketch, "check_named", what, *expected, words=words)
        if is_told and not has_problems:
            texts = [row.message for row in imported(_UNITS).check_named(sketch.subject())]
            yield "part of an archive that is whole" if "readable part" in texts[0] else None


@question.each("named-size")
def _() -> Iterator[Failure]:
    """A named file of another size; one of a log file that a slice's instant names may have grown."""
    for path, may_grow in (
        (base_path(0, T[2]), False),
        (log_path(0, T[2]), False),
        (log_path(0, T[1]), True),
        ("p=1/.strange", True),
        ("p=1/strange", False),
    ):
        for stated, size in itertools.product((None, 4, 5, 6), (4, 5, 6)):
            is_wrong = stated is not None and (size < stated if may_grow else size != stated)
            sketch = Sketch(files={path: size}, facts={"named": {path: named(stated, instant(T[2]))}})
            expected = [damage(path, "named-size", "length-mismatch", T[2])] if is_wrong else []
            yield _ask(
                sketch,
                "check_named",
                (path, stated, size),
                *expected,
                words=(f"{size} bytes", f"says {stated}") if is_wrong else (),
            )


@question.each("archived-size")
def _() -> Iterator[Failure]:
    """A base file of another size than an archived commit says, where no active one names it."""
    path, other = base_path(0, T[1]), base_path(1, T[2])
    for size, is_named, is_there in itertools.product((4, 5, 6), (False, True), (False, True)):
        facts = {"archived_sizes": {path: (T[1], 5)}}
        facts["named"] = {path if is_named else other: named(5, instant(T[2]))}
        sketch = Sketch(files={path if is_there else other: size}, facts=facts)
        is_wrong = size != 5 and not is_named and is_there
        expected = [damage(path, "named-size", "length-mismatch", T[1])] if is_wrong else []
        yield _ask(sketch, "check_archived_sizes", (size, is_named, is_there), *expected)


@question.each("referred")
def _() -> Iterator[Failure]:
    """Files that plans read and savepoints protect, each of which is there or not."""
    by, there, gone, hidden = instant(T[4], "compaction", REQUESTED), "p=1/a", "p=1/b", "p=2/c"
    sketch = Sketch(files={there: 1}, unlisted=("/t/p=2",))
    for check, member, rule in (
        ("check_plans", "planned", "planned-file"),
        ("check_savepoints", "saved", "savepoint-file"),
    ):
        sketch.facts = {member: dict.fromkeys((there, gone, hidden), by)}
        expected = damage(f".hoodie/timeline/{by.name}", rule, "bad-reference", T[4])
        yield _ask(sketch, check, member, expected, words=(by.name, gone))
        other = "check_savepoints" if check == "check_plans" else "check_plans"
        yield _ask(sketch, other, member)


@question.each("deleted")
def _() -> Iterator[Failure]:
    """A file that a clean has deleted, or was to delete, and that is there; no later commit names it."""
    for at, state in itertools.product((None, 1, 2, 3), (DONE, REQUESTED)):
        path, by = base_path(0, T[1]), instant(T[2], "clean", state)
        facts: dict[str, Any] = {"removed": {path.rpartition("/")[2]: by, "other": by}}
        if at is not None:
            facts["named"] = {path: named(5, instant(T[at]))}
        is_told = at is None or at <= 2
        sketch = Sketch(files={path: 5, base_path(1, T[1]): 5, f".hoodie/{path}": 5}, facts=facts)
        expected = [violation(path, "deleted-file-left", "bad-state", T[2])] if is_told else []
        word = "plans to delete" if state is REQUESTED else "has deleted"
        yield _ask(sketch, "check_deleted", (at, state), *expected, words=(word,) if is_told else ())


@question.each("base-files")
def _() -> Iterator[Failure]:
    """A base file by what is known of its instant: undone, active, archived, readable; and whether named."""
    path = base_path(0, T[3])
    for active, archived, undone, is_named, is_readable, first in itertools.product(
        (None, REQUESTED, DONE), (False, True), (None, "pending", "done"), (False, True), (False, True),
        (None, 2, 3, 4),
    ):  # fmt: skip
        sketch = Sketch(files={path: 5, f".hoodie/{path}": 5, "p=1/x.parquet": 5})
        if active is not None:
            sketch.instants.append(instant(T[3], state=active))
        if first is not None:
            sketch.instants.append(instant(T[first], state=REQUESTED if first == 3 else DONE))
        by = instant(T[5], "rollback")
        facts: dict[str, Any] = {"archived": {(T[3], "commit", DONE)} if archived else set()}
        if undone is not None:
            facts["undone"] = {T[3]: by if undone == "done" else None}
        if is_named:
            facts["named"] = {path: named(5, instant(T[3]))}
        if not is_readable:
            facts["unreadable"] = [item for item in sketch.instants if item.time == T[3]]
        sketch.facts = facts
        times = [item.time for item in sketch.instants]
        is_known = T[3] in times or archived or undone is not None
        code = None
        is_left = undone is not None and T[3] not in times
        if is_left or (times and min(times) <= T[3] and not is_known):
            code = "bad-state"
        elif active is DONE and is_readable and not is_named:
            code = "bad-reference"
        row = (path, "table.slice.committed", code or "", "violation", "warning", T[3], None, None)
        what = active, archived, undone, is_named, is_readable, first
        yield _ask(sketch, "check_base_files", what, *([row] if code else []))


def _orphan(path: str, time: str, ofs: int, block: int) -> Row:
    return path, "table.slice.committed", "bad-state", "violation", "warning", time, ofs, block


@question.each("blocks")
def _() -> Iterator[Failure]:
    """A block of an instant that nobody knows, at its place; one that undoes what was undone is known."""
    for kind, time, first, is_undone in itertools.product(
        ("data", "empty", "undo", "bare"), (1, 3, 5), (None, 2, 3), (False, True)
    ):
        sketch, path = Sketch(version=6), log_path(0, T[1])
        if first is not None:
            sketch.instants = [instant(T[first], state=INFLIGHT), instant(T[4], state=INFLIGHT)]
        if is_undone:
            sketch.facts["undone"] = {T[7]: None}
        head = log_bytes(("data", T[4]))
        block = log_bytes((f"undo:{T[7]}" if kind == "undo" else kind, T[time]))
        sketch.files = {path: head + block}
        known = {item.time for item in sketch.instants} | ({T[7]} if is_undone else set())
        expected = []
        for number, (what, own, ofs) in enumerate((("data", T[4], 0), (kind, T[time], len(head)))):
            is_excused = what == "bare" or own in known or (what == "undo" and is_undone)
            if not is_excused and (first is None or own >= T[first]):
                expected.append(_orphan(path, own, ofs, number))
        yield _ask(sketch, "check_log_files", (kind, time, first, is_undone), *expected)


@question.each("undoing-data")
def _() -> Iterator[Failure]:
    """Blocks of data are no commands, whatever their headers say."""
    kinds, module = imported("views.log"), imported(_UNITS)
    for kind, target, is_undoing in (
        ("COMMAND_BLOCK", T[1], True),
        ("COMMAND_BLOCK", T[2], False),
        ("COMMAND_BLOCK", b"\xff", False),
        ("COMMAND_BLOCK", None, False),
        ("AVRO_DATA_BLOCK", T[1], False),
        ("DELETE_BLOCK", T[1], False),
    ):
        header = {} if target is None else {kinds.HeaderKey.TARGET_INSTANT_TIME: target}
        nothing = imported("views.common").Span(0, 0)
        block = kinds.LogBlock(kinds.BlockType[kind], nothing, 1, header, nothing)
        found = module._is_undoing(block, {T[1]: None})
        yield None if found is is_undoing else f"a {kind} of {target!r} undoes: {found}"
        for value, text in ((T[1], T[1]), (b"\xff", None), (None, None)):
            header = {} if value is None else {kinds.HeaderKey.INSTANT_TIME: value}
            block = kinds.LogBlock(kinds.BlockType[kind], nothing, 1, header, nothing)
            yield None if module._instant_of(block) == text else f"instant {value!r}"


@question.each("log-not-named")
def _() -> Iterator[Failure]:
    """A log file with rows of readable commits that nobody names; alone, or beside one of another token."""
    complete, pending, gone = instant(T[2]), instant(T[3], state=INFLIGHT), instant(T[4])
    path, twin = log_path(0, T[1]), log_path(0, T[1], token="9-9-9")
    for blocks, is_named, is_kept, has_twin in itertools.product(
        (
            (),
            (("data", T[2]),),
            (("deletes", T[2]),),
            (("empty", T[2]),),
            (("broken", T[2]),),
            ((f"undo:{T[2]}", T[2]),),
            (("data", T[2]), ("data", T[3])),
            (("data", T[2]), ("data", T[4])),
            (("data", T[2]), ("data", T[5])),
            (("data", T[2]), ("bare", "")),
            (("data", T[3]),),
        ),
        (False, True), (False, True), (False, True),
    ):  # fmt: skip
        instants = [complete, pending, gone, instant(T[5])]
        facts: dict[str, Any] = {"unreadable": [gone], "named": {}}
        if is_named:
            facts["named"][path] = named(None, complete)
        if is_kept:
            facts["kept"] = {path.rpartition("/")[2]}
        sketch = Sketch(instants, {path: log_bytes(*blocks)}, version=6, facts=facts)
        others = (log_path(0, T[1], 2), log_path(1, T[1]), log_path(0, T[1], folder="p=2"))
        for other in (*others, log_path(0, T[1], suffix=".cdc"), *([twin] if has_twin else [])):
            sketch.files[other] = b""
        times = {time for kind, time in blocks if kind != "empty" and not kind.startswith("undo")}
        is_told = bool(times) and times <= {T[2], T[5]} and not is_named and not is_kept
        code = "duplicate" if has_twin else "bad-state"
        expected = [damage(path, "log-not-named", code, max(times))] if is_told else []
        what = blocks, is_named, is_kept, has_twin
        yield _ask(sketch, "check_log_files", what, *expected, words=(twin,) if is_told and has_twin else ())


@question.each("kept-blocks")
def _() -> Iterator[Failure]:
    """What blocks of log files say is kept for other checks; nothing of files that were not read."""
    first, second = log_path(0, T[1]), log_path(1, T[1])
    sketch = Sketch([instant(T[2])], {first: log_bytes(("data", T[2]), ("deletes", T[2])), second: None})
    sketch.files["p=1/x"] = b""
    subject = sketch.subject()
    list(imported(_UNITS).check_log_files(subject))
    kept = subject.blocks_of(first)
    kinds = [str(getattr(one.type, "name", "")) for one in kept or ()]
    yield None if kinds == ["AVRO_DATA_BLOCK", "DELETE_BLOCK"] else f"{kinds} are kept"
    header = {key.name: text for key, text in kept[0].header}
    yield None if header == {"INSTANT_TIME": T[2], "SCHEMA": SCHEMA} else f"{header} is kept"
    yield None if subject.blocks_of(second) == () else "blocks of a file that cannot be opened"
    yield None if subject.blocks_of("p=1/x") is None else "blocks of another file"


@question.each("unread-blocks")
def _() -> Iterator[Failure]:
    """Where a limit ends the reading of a log file, that is told, and blocks before it count."""
    errors, module = imported("errors"), imported(_UNITS)
    path, closed = log_path(0, T[1]), []
    walk = module.walk_log
    for error in (errors.LimitExceeded("too much"), errors.UnsupportedInput("too new")):

        def limited(buffer: Any, error: Exception = error) -> Iterator[Any]:
            yield from walk(buffer)
            raise error

        sketch = Sketch([instant(T[2])], {path: log_bytes(("data", T[7]))}, version=6)
        with (
            mock.patch.object(module, "walk_log", limited),
            mock.patch.object(module, "close_buffer", closed.append),
        ):
            yield _ask(
                sketch,
                "check_log_files",
                error,
                (path, "", "limit", "unreadable", "error", None, None, None),
                _orphan(path, T[7], 0, 0),
                words=(str(error),),
            )
    yield None if len(closed) == 2 else "buffers stay open"


@question.each("records")
def _() -> Iterator[Failure]:
    """Whether blocks hold records: deletes are counted, other blocks have some, damaged ones may."""
    module, scan = imported(_UNITS), imported("decode.log.scan").scan_log
    for kind, has_records in (
        ("data", True), ("deletes", True), ("empty", False), ("broken", True), ("bare", True),
    ):  # fmt: skip
        data = log_bytes((kind, T[1]))
        [block] = scan(data).blocks
        found = module.has_records(data, block)
        yield None if found is has_records else f"{kind}: records {found}"
    data = log_bytes(("empty", T[1]))
    cut = data[:-1] + b"\1" + log_bytes(("data", T[1]))
    block = scan(cut).blocks[0]
    if block.why is None:
        yield "a block whose length is wrong passes"
    else:
        yield None if module.has_records(cut, block) else "a damaged block has no records"


@question.each("undone-commits")
def _() -> Iterator[Failure]:
    """A completed commit that was undone; of a metadata table one that was completed before that."""
    for state, undone, done, end, is_index, action in itertools.product(
        (None, INFLIGHT, DONE), (False, True), (None, T[5], T[6], T[7]), (None, T[6]), (False, True),
        ("deltacommit", "clean"),
    ):  # fmt: skip
        own = instant(T[3], action, state or DONE, done)
        sketch = Sketch([own] if state else [], path="/t/.hoodie/metadata" if is_index else "/t")
        by = instant(T[4], "rollback", DONE, end)
        sketch.facts["undone"] = {T[3]: by if undone else None, T[2]: by}
        is_told = state is DONE and undone and action == "deltacommit"
        if is_index and (done or "") >= (end or "~"):
            is_told = False
        expected = [damage(f".hoodie/timeline/{own.name}", "undone-commit", "bad-state", T[3])]
        what = state, undone, done, end, is_index, action
        yield _ask(
            sketch, "check_rollbacks", what, *(expected if is_told else []), words=(by.name,) * is_told
        )


@question.each("archived")
def _() -> Iterator[Failure]:
    """Instants that are archived and active, or were archived and never completed."""
    for states, active, action in itertools.product(
        ((), (DONE,), (INFLIGHT,), (REQUESTED, INFLIGHT), (REQUESTED, INFLIGHT, DONE)),
        (None, INFLIGHT, DONE), ("commit", "clean"),
    ):  # fmt: skip
        kinds: dict[State, str] = {DONE: action}
        names = {"commit": "compaction"}
        archived = {(T[1], kinds.get(state, names.get(action, action)), state) for state in states}
        own = instant(T[1], action, active or DONE)
        sketch = Sketch([own] if active else [], facts={"archived": archived})
        sketch.instants.append(instant(T[2], action))
        expected: list[Row] = []
        if DONE in states and active is DONE:
            path = f".hoodie/timeline/{own.name}"
            rule = "archive.recovery.union"
            expected = [(path, rule, "duplicate", "note", "info", T[1], None, None)]
        elif states and DONE not in states and active is not DONE:
            path, rule = ".hoodie/hoodie.properties", "archive.plan.all-states"
            expected = [(path, rule, "bad-state", "violation", "warning", T[1], None, None)]
        yield _ask(sketch, "check_archived", (states, active, action), *expected)


@question.each("slices-apart")
def _() -> Iterator[Failure]:
    """A second file of the same version is one of the same group, folder, instant and kind."""
    own = log_path(0, T[1])
    sketch = Sketch([instant(T[1])], {own: log_bytes(("data", T[1]))}, version=6)
    for other in (
        log_path(0, T[1], 2, token="9-9-9"),
        log_path(0, T[2], token="9-9-9"),
        log_path(1, T[1], token="9-9-9"),
        log_path(0, T[1], folder="p=2", token="9-9-9"),
        log_path(0, T[1], token="9-9-9", suffix=".cdc"),
        f"p=1/.{IDS[0]}_{T[1]}.archive.1_9-9-9",
    ):
        sketch.files = {own: sketch.files[own], other: b""}
        yield _ask(sketch, "check_log_files", other, damage(own, "log-not-named", "bad-state", T[1]))
