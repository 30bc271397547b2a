# SPDX-License-Identifier: Apache-2.0
"""Instants against each other, against their contents, and against those of a metadata table.

drawn:between-instants-NAME    every way in which instants can stand to each other, and what
                               `spec/table_files.md` and `spec/timeline.md` say of each
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chance_asked import Failure, imported
from chance_between import (
    DONE,
    INFLIGHT,
    PROPERTIES,
    REQUESTED,
    SCHEMA,
    TIMES,
    Group,
    Sketch,
    asking,
    commit,
    compared,
    damage,
    instant,
    violation,
    write_table,
)

question = Group("between-instants")
between_instant_questions = question.questions
T = TIMES
_STATES = (REQUESTED, INFLIGHT, DONE)
_FOLDER = ".hoodie/timeline"
_ask = asking("audit.between.instants")


@question.each("completed-twice")
def _() -> Iterator[Failure]:
    """Two completed files of a time, of whatever actions but savepoints."""
    kinds = [("commit", DONE), ("savepoint", DONE), ("clean", DONE), ("commit", INFLIGHT)]
    for num in range(4):
        for chosen in itertools.combinations(kinds, num):
            own = [instant(T[1], action, state) for action, state in chosen]
            counted = [one for one in own if one.state is DONE and one.action != "savepoint"]
            sketch = Sketch([instant(T[2]), *own])
            expected = []
            if len(counted) > 1:
                expected = [damage(f"{_FOLDER}/{counted[-1].name}", "completed-twice", "duplicate", T[1])]
            words = tuple(one.name for one in counted) if expected else ()
            yield _ask(sketch, "completed_twice", chosen, *expected, words=words)


@question.each("states")
def _() -> Iterator[Failure]:
    """Pending files of another action than the completed one, but for actions that a commit completes."""
    joined = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}
    actions = ("commit", "deltacommit", "compaction", "logcompaction", "replacecommit", "clustering", "clean")
    for pending, end, state in itertools.product(
        (*actions, "savepoint"), (*actions[:2], "savepoint"), _STATES
    ):
        own, done = instant(T[1], pending, state), instant(T[1], end)
        is_told = (
            state is not DONE and "savepoint" not in {pending, end} and joined.get(pending, pending) != end
        )
        expected = (
            [damage(f"{_FOLDER}/{done.name}", "completed-action", "bad-state", T[1])] if is_told else []
        )
        for other in (done, instant(T[2], end)):
            sketch = Sketch([own, other])
            yield _ask(sketch, "states", (pending, end, state), *(expected if other is done else []))


@question.each("future")
def _() -> Iterator[Failure]:
    """A time of 14 digits or more whose first 14 lie after those of the clock."""
    now = "20260201000000"
    for time, is_late in (
        ("20260201000000", False), ("20260201000001", True), ("20260131235959", False),
        ("20260201000000999", False), ("20260201000001000", True), ("2026020100000", False),
        ("2027", False), ("2026020100001", False), ("9999999999999", False), ("99999999999999", True),
        ("20260201000010", True), ("00000000000000010", False),
    ):  # fmt: skip
        for clock in (now, f"{now}123", f"{now}000"):
            for own in (instant(time), instant(T[1], done=time), instant(time, done=time)):
                path = f"{_FOLDER}/{own.name}"
                expected = [damage(path, "future-instant", "bad-order", own.time)] if is_late else []
                yield _ask(
                    Sketch([own], now=clock),
                    "future",
                    (own, clock),
                    *expected,
                    words=(f"{time} lies",) * is_late,
                )


_COMMIT, _REPLACE = "HoodieCommitMetadata", "HoodieReplaceCommitMetadata"
_RECORDS = {
    ("commit", DONE): {_COMMIT}, ("deltacommit", DONE): {_COMMIT},
    ("replacecommit", DONE): {_REPLACE}, ("replacecommit", INFLIGHT): {_COMMIT, _REPLACE},
    ("replacecommit", REQUESTED): {"HoodieRequestedReplaceMetadata"},
    ("clustering", INFLIGHT): {_COMMIT, _REPLACE}, ("clustering", DONE): {_REPLACE},
    ("clustering", REQUESTED): {"HoodieRequestedReplaceMetadata"},
    ("clean", DONE): {"HoodieCleanMetadata"}, ("clean", INFLIGHT): {"HoodieCleanerPlan"},
    ("clean", REQUESTED): {"HoodieCleanerPlan"},
    ("compaction", REQUESTED): {"HoodieCompactionPlan"},
    ("logcompaction", REQUESTED): {"HoodieCompactionPlan"},
    ("rollback", DONE): {"HoodieRollbackMetadata"}, ("rollback", REQUESTED): {"HoodieRollbackPlan"},
    ("restore", DONE): {"HoodieRestoreMetadata"}, ("restore", REQUESTED): {"HoodieRestorePlan"},
    ("savepoint", DONE): {"HoodieSavepointMetadata"},
    ("indexing", DONE): {"HoodieIndexCommitMetadata"}, ("indexing", REQUESTED): {"HoodieIndexPlan"},
}  # fmt: skip
_RULES = {
    "commit": "format", "deltacommit": "format", "replacecommit": "replace", "clustering": "replace",
    "logcompaction": "compaction",
}  # fmt: skip


@question.each("records")
def _() -> Iterator[Failure]:
    """Avro records below the name of an action and state, each of which holds others or any."""
    records = sorted(set().union(*_RECORDS.values()))
    for action, state in itertools.product(sorted({action for action, _ in _RECORDS} | {"other"}), _STATES):
        own = instant(T[1], action, state)
        for record in records:
            wanted = _RECORDS.get((action, state))
            rule = f"timeline.content.{_RULES.get(action, action)}"
            row = (f"{_FOLDER}/{own.name}", rule, "bad-schema", "damage", "error", T[1], None, None)
            expected = [] if wanted is None or record in wanted else [row]
            sketch = Sketch([own], facts={"records": {own.name: record}})
            yield _ask(sketch, "content", (action, state, record), *expected, words=(record,) * len(expected))


@question.each("replaced")
def _() -> Iterator[Failure]:
    """A commit of JSON lists replaced file groups if it is one that replaces, and else not."""
    for action, has_replaced, has_record in itertools.product(
        ("commit", "deltacommit", "replacecommit"), (False, True), (False, True)
    ):
        own = instant(T[1], action)
        record = _REPLACE if action == "replacecommit" else _COMMIT
        facts: dict[str, Any] = {"commits": [commit(own, has_replaced=has_replaced)]}
        facts["records"] = {own.name: record} if has_record else {}
        row = (
            f"{_FOLDER}/{own.name}", "timeline.content.replace", "bad-schema", "damage", "error", T[1],
            None, None,
        )  # fmt: skip
        is_told = not has_record and has_replaced is not (action == "replacecommit")
        words = ("does not list" if action == "replacecommit" else " lists ",) if is_told else ()
        what = action, has_replaced, has_record
        yield _ask(Sketch([own], facts=facts), "content", what, *([row] if is_told else []), words=words)


@question.each("operations")
def _() -> Iterator[Failure]:
    """Delta commits of a table without log files, and commits of another that neither compact nor load."""
    loads = {None, "COMPACT", "UNKNOWN", "BULK_INSERT", "BULK_INSERT_PREPPED"}
    kinds = [
        ("deltacommit", "UPSERT"), ("commit", "UPSERT"), ("commit", "COMPACT"), ("commit", None),
        ("commit", "BULK_INSERT"), ("commit", "BULK_INSERT_PREPPED"), ("commit", "UNKNOWN"),
        ("replacecommit", "CLUSTER"), ("commit", "INSERT"),
    ]  # fmt: skip
    for kind in ("COPY_ON_WRITE", "MERGE_ON_READ", "OTHER", None):
        for chosen in (
            *itertools.combinations(kinds, 1),
            *itertools.combinations(kinds, 2),
            *itertools.combinations(kinds[:3], 3),
            (),
        ):
            own = [commit(instant(T[at], action), operation=op) for at, (action, op) in enumerate(chosen)]
            wrong = []
            for one, (action, operation) in zip(own, chosen, strict=True):
                is_cow = kind == "COPY_ON_WRITE" and action == "deltacommit"
                if is_cow or (kind == "MERGE_ON_READ" and action == "commit" and operation not in loads):
                    wrong.append(one)
            num_others = sum(action != "replacecommit" for action, _ in chosen) - len(wrong)
            expected = [
                damage(f"{_FOLDER}/{one.instant.name}", "table-type", "bad-state", one.instant.time)
                for one in wrong
            ]
            if wrong and not num_others:
                expected = [damage(PROPERTIES, "table-type", "bad-value")]
            properties = {} if kind is None else {"hoodie.table.type": kind}
            sketch = Sketch([one.instant for one in own], properties=properties, facts={"commits": own})
            yield _ask(sketch, "operations", (kind, chosen), *expected)


@question.each("schemas")
def _() -> Iterator[Failure]:
    """Schemas of commits: each that is none is told, at its commit."""
    texts = {
        SCHEMA: True, None: True, "{": False, "[]": False, '"string"': False, '["null","string"]': False,
        '{"type":"enum","name":"e","symbols":["A"]}': False, '{"type":"record","name":"r"}': False,
        '{"type":"record","name":"r","fields":[]}': True, "[" * 100_000: False, "5": False, "null": False,
        '{"type":"record","name":"r","fields":[{"name":"a","type":"nope"}]}': False,
        '{"type":{"type":"record","name":"r","fields":[]}}': False, '{"fields":[]}': False,
    }  # fmt: skip
    module = imported("audit.between.instants")
    for text, is_right in texts.items():
        if text is not None:
            reason = module.schema_error(text)
            yield None if (reason is None) is is_right else f"{text!r:.40} is a schema: {is_right}"
            yield "a long reason" if reason is not None and not 0 < len(reason) <= 160 else None
        for other, is_other_right in ((SCHEMA, True), ("{", False), (text, is_right)):
            own = [commit(instant(T[at]), schema=one) for at, one in enumerate((text, other, text))]
            rights = (is_right, is_other_right, is_right)
            expected = [
                damage(f"{_FOLDER}/{one.instant.name}", "commit-schema", "bad-schema", one.instant.time)
                for one, right in zip(own, rights, strict=True)
                if not right
            ]
            yield _ask(Sketch(facts={"commits": own}), "schemas", (text, other), *expected)
    reason = module.schema_error('"string"')
    yield None if reason == "it is no record" else f"{reason} of a string"


@question.each("known-schema")
def _() -> Iterator[Failure]:
    """A schema that was looked at is not parsed for the next commit: tables repeat it in every one."""
    module = imported("audit.between.instants")
    asked: list[str] = []
    parse = module.schema_error

    def counted(text: str) -> Any:
        asked.append(text)
        return parse(text)

    own = [commit(instant(T[at]), schema=SCHEMA) for at in range(5)]
    module.schema_error = counted
    try:
        list(module.check_schemas(Sketch(facts={"commits": own}).subject()))
    finally:
        module.schema_error = parse
    yield None if asked == [SCHEMA] else f"{len(asked)} of one schema are parsed"


@question.each("history-version")
def _() -> Iterator[Failure]:
    """A version file that names an older manifest than there is, by the numbers of their names."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_table(folder, 9, {})
        history = folder / _FOLDER / "history"
        history.mkdir(parents=True)
        for names, text, is_told in (
            ((), None, 0), ((1,), None, 0), ((1,), "1", 0), ((1, 2), "1", 2), ((1, 2), "2", 0),
            ((2, 10), "2", 10), ((9, 10), "10", 0), ((1, 2), "x", 0), ((1, 2), None, 0), ((1, "x"), "1", 0),
            ((1, "2x"), "1", 0), ((2,), "1", 0),
        ):  # fmt: skip
            for path in history.iterdir():
                path.unlink()
            for name in (*(f"manifest_{one}" for one in names), "other_9", "manifest", "9"):
                (history / name).write_bytes(b"{}")
            if text is not None:
                (history / "_version_").write_text(text)
            path_of = f"{_FOLDER}/history/_version_"
            expected = [violation(path_of, "history-version", "bad-state")] if is_told else []
            words = (f"manifest_{is_told}", f"_version_ is {text}") if is_told else ()
            sketch = Sketch(folder=folder)
            yield _ask(sketch, "history_version", (names, text), *expected, words=words)
            yield _ask(Sketch(folder=folder, version=7), "history_version", "an older layout")
        (history / "_version_").unlink(missing_ok=True)
        yield _ask(Sketch(folder=folder / "none"), "history_version", "no table")


# --- a metadata table and its data table -----------------------------------------------------------------


@question.each("metadata-ahead")
def _() -> Iterator[Failure]:
    """Delta commits of a metadata table of instants that its data table does not have."""
    module = imported("audit.between.metadata")
    for time, action, state, first, known in itertools.product(
        (T[1], T[2], T[3], f"{T[3]}001", f"0000{T[3][4:]}", f"{T[3]}0"), ("deltacommit", "commit"),
        (DONE, INFLIGHT), (None, 2, 3), (None, "active", "archived", "undone"),
    ):  # fmt: skip
        own = Sketch([instant(time, action, state)], path="/t/.hoodie/metadata")
        data = Sketch([instant(T[first], state=INFLIGHT)] if first is not None else [])
        if known == "active":
            data.instants.append(instant(T[3], "clean"))
        elif known is not None:
            member = {"archived": {(T[3], "clean", DONE)}, "undone": {T[3]: None}}[known]
            data.facts[known] = member
        is_known = (known is not None and time[:17] == T[3]) or (first is not None and time == T[first])
        is_told = (
            state is DONE and action == "deltacommit" and first is not None and len(time) <= 17
            and T[first] <= time and not time.startswith("0000") and not is_known
        )  # fmt: skip
        row = damage(f"{_FOLDER}/{time}.{action}", "metadata-ahead", "bad-reference", time, "warning")
        found = module.check_timelines(own.subject().facts, data.subject().facts)
        what = time, action, state, first, known
        yield compared(what, found, [row] if is_told else [])


@question.each("metadata-behind")
def _() -> Iterator[Failure]:
    """Completed commits of a data table after the first instant of its metadata table, which lacks them."""
    module = imported("audit.between.metadata")
    for own, archived, action, state, one, time in itertools.product(
        ((), (1,), (2,), (3,), (0, 3)), (None, 1, 2), ("commit", "replacecommit", "clean"),
        (DONE, INFLIGHT), (None, DONE, INFLIGHT), (2,),
    ):  # fmt: skip
        instants = [instant(T[at] if at else "00000000000000010") for at in own]
        if one is not None:
            instants.append(instant(T[time], state=one))
        metadata = Sketch(instants, path="/t/.hoodie/metadata")
        if archived is not None:
            metadata.facts["archived"] = {(T[archived], "deltacommit", DONE)}
        data = Sketch([instant(T[time], action, state), instant(T[0], "rollback")])
        metadata.instants.append(instant(T[5], "deltacommit", INFLIGHT))
        done = {item.time for item in instants if item.state is DONE}
        done |= set() if archived is None else {T[archived]}
        first = min((item for item in done if item >= T[0]), default=None)
        is_told = (
            first is not None and action != "clean" and state is DONE and T[time] > first
            and T[time] not in done
        )  # fmt: skip
        row = damage(_FOLDER, "metadata-behind", "missing-field", T[time])
        found = module.check_timelines(metadata.subject().facts, data.subject().facts)
        behind = [item for item in found if item.requirement == "table.check.metadata-behind"]
        yield compared((own, archived, action, state, one), behind, [row] if is_told else [])
    nothing = Sketch(path="/t/.hoodie/metadata", facts={"archived": {(T[1], "deltacommit", DONE)}})
    found = module.check_timelines(nothing.subject().facts, Sketch([instant(T[2])]).subject().facts)
    yield compared("a metadata table without instants", found, [])


@question.each("metadata-timeline")
def _() -> Iterator[Failure]:
    """A metadata table is compared with the table around it; others, and those in a store, with none."""
    module = imported("audit.between.metadata")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        write_table(folder, 9, {})
        (folder / _FOLDER / "history").mkdir(parents=True)
        for time in (T[1], T[3]):
            (folder / _FOLDER / f"{time}.deltacommit.inflight").write_bytes(b"")
        own = instant(T[2], done=T[3])
        expected = damage(f"{_FOLDER}/{own.name}", "metadata-ahead", "bad-reference", T[2], "warning")
        for path, rows in (
            (f"{folder}/.hoodie/metadata", [expected]),
            (f"{folder}/metadata", []),
            ("mock://x/.hoodie/metadata", []),
            (f"{place}/.hoodie/metadata", []),
        ):
            subject = Sketch([own], path=path).subject()
            yield compared(path, module.check_metadata_timeline(subject), rows)
