# SPDX-License-Identifier: Apache-2.0
"""Facts that an audit takes from an archive, for mutants drawn by chance.

drawn:between-archives-NAME    entries, rows and files of archives that were put together here, readable and
                               not: by `spec/archive.md` and `spec/history.md`
"""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from chance_asked import Failure, imported
from chance_between import DONE, INFLIGHT, REQUESTED, TIMES, Group, Sketch, container, different, write_table
from hudi_conformance.views.timeline import State

question = Group("between-archives")
between_archive_questions = question.questions
T = TIMES
_STATES = (REQUESTED, INFLIGHT, DONE)


def _module() -> Any:
    return imported("audit.table_facts")


@question.each("archives")
def _() -> Iterator[Failure]:
    """Facts of archived entries by action and state; a part that fails does not end the others."""
    module, reject = _module(), imported("errors").Reject
    stats = {"partitionToWriteStats": {"p": [{"path": "p/a", "fileSizeInBytes": 5}]}}
    actions = ("commit", "deltacommit", "replacecommit", "clean", "restore", "savepoint")
    for action, state in itertools.product(actions, _STATES):
        error = reject("truncated", 3, "archive.x", "text")

        def bad(error: Exception = error) -> Iterator[Any]:
            yield T[1], "clean", DONE, "q/x"
            raise error

        def good(action: str = action, state: State = state) -> Iterator[Any]:
            yield T[2], action, state, {"k": "m/n", **stats}

        sources = [("bad", bad), ("good", good)]
        with (
            tempfile.TemporaryDirectory() as place,
            mock.patch.object(module, "_archive_sources", lambda *_, sources=sources: iter(sources)),
        ):
            write_table(Path(place), 6, {})
            facts = module.gather(Path(place))
        is_deleting = action in {"clean", "restore"}
        sizes = {"p/a": (T[2], 5)} if "commit" in action and state is DONE else {}
        yield different(
            (action, state), facts, archived={(T[1], "clean", DONE), (T[2], action, state)},
            archived_sizes=sizes, problems=[("bad", error)],
        )  # fmt: skip
        yield None if "x" in facts.deleted and ("n" in facts.deleted) is is_deleting else f"{facts.deleted}"


@question.each("sources")
def _() -> Iterator[Failure]:
    """Files of an archive by layout, folder and manifest; one that cannot be read is a problem."""
    module = _module()
    archive, low = ".commits_.archive.{}_1-0-1", "{}_{}_0.parquet"
    manifest = json.dumps(
        {"files": [{"fileName": low.format(T[at], T[at + 1]), "fileLen": 5} for at in (3, 1)]}
    )
    history = ".hoodie/timeline/history"
    for name, version, more, files, expected in (
        ("nothing", 6, {}, {}, []),
        ("archives", 6, {}, {f".hoodie/archived/{archive.format(at)}": b"" for at in (10, 9)},
         [f".hoodie/archived/{archive.format(at)}" for at in (9, 10)]),
        ("elsewhere", 6, {"hoodie.archivelog.folder": "a/b"}, {f".hoodie/a/b/{archive.format(1)}": b""},
         [f".hoodie/a/b/{archive.format(1)}"]),
        ("no folder", 6, {"hoodie.archivelog.folder": ""}, {f".hoodie/archived/{archive.format(1)}": b""},
         [f".hoodie/archived/{archive.format(1)}"]),
        ("outside", 6, {"hoodie.archivelog.folder": "../x"}, {}, None),
        ("no history", 9, {}, {}, []),
        ("history", 9, {}, {f"{history}/manifest_1": manifest.encode()},
         [f"{history}/{low.format(T[at], T[at + 1])}" for at in (3, 1)]),
        ("no manifest", 9, {}, {f"{history}/manifest_1": b"{"}, None),
        ("older history", 9, {}, {f"{history}/manifest_1": manifest.encode(),
        f"{history}/manifest_2": b'{"files":[]}',
                                  f"{history}/_version_": b"1"},
         [f"{history}/{low.format(T[at], T[at + 1])}" for at in (3, 1)]),
        ("archives of the other layout", 9, {}, {f".hoodie/archived/{archive.format(1)}": b""}, []),
    ):  # fmt: skip
        with tempfile.TemporaryDirectory() as place:
            table = Path(place)
            folders = {f"{history}/.keep": b""} if version > 8 else {".hoodie/archived/.keep": b""}
            write_table(table, version, {**folders, **files}, **more)
            facts = Sketch(version=version, properties=dict(more)).subject().facts
            found = [path for path, _ in module._archive_sources(table, facts)]
        yield None if found == (expected or []) else f"{name}: {found}, expected {expected}"
        problems = [path for path, _ in facts.problems]
        yield (
            None if problems == ([".hoodie"] if expected is None else []) else f"{name}: problems {problems}"
        )


@question.each("entries")
def _() -> Iterator[Failure]:
    """Entries of an archive: those that can be read, and why not all; not of an unfinished merge."""
    module, common = _module(), imported("views.common")
    archive_block = imported("decode.timeline.archive_entries").ArchiveBlock
    kinds = imported("views.log")
    first, second = (common.Rejection(code, 3, "archive.x", code) for code in ("bad-value", "truncated"))
    span = common.Span(0, 0)

    def block(*entries: Any, rejection: Any = None, why: Any = None) -> Any:
        frame = kinds.LogBlock(kinds.BlockType.AVRO_DATA_BLOCK, span, 1, {}, span, {}, why)
        return archive_block(frame, None, entries, rejection)

    good = {"commitTime": T[1], "actionType": "commit", "actionState": "INFLIGHT", "x": "y"}
    for blocks, num, code in (
        ([block(good), block(good, good)], 3, None),
        ([block(good), first, block(good), second], 2, "bad-value"),
        ([block(good, rejection=second), first], 1, "truncated"),
        ([block(why=first), block(good, rejection=second)], 1, "bad-value"),
        ([block(rejection=first, why=second)], 0, "bad-value"),
        ([block({}, good)], 1, "missing-field"),
        ([block({}, rejection=first), block({})], 0, "bad-value"),
        ([block({}, good), second], 1, "missing-field"),
        ([], 0, None),
    ):
        for unfinished in (None, "archive", "other"):
            found: list[Any] = []
            told = None
            with mock.patch.object(module, "scan_archive", lambda _, blocks=blocks: iter(blocks)):
                try:
                    found.extend(module._archive_entries(Path("/t/archive"), unfinished))
                except imported("errors").Reject as error:
                    told = error.code
                    found = found or [None] * num  # a list is extended as far as entries were given
            expected = code if unfinished != "archive" else None
            yield None if told == expected else f"{blocks}: {told}, expected {expected}"
            yield None if len(found) == num else f"{len(found)} entries, expected {num}"
    with mock.patch.object(module, "scan_archive", return_value=[block(good)]):
        [entry] = module._archive_entries(Path("/t/archive"), None)
    expected_entry = (T[1], "commit", INFLIGHT, {"actionType": "commit", "actionState": "INFLIGHT", "x": "y"})
    yield None if entry == expected_entry else f"{entry}"


@question.each("rows")
def _() -> Iterator[Failure]:
    """Rows of a history are completed; of their two contents those count that can be read."""
    module, row = _module(), imported("views.timeline").HistoryRow
    good, other = container("A", x="1"), container("B", y="2")
    for metadata, plan, values in (
        (good, other, [{"x": "1"}, {"y": "2"}]), (None, other, [{"y": "2"}]), (good, None, [{"x": "1"}]),
        (b"Obj", other, [{"y": "2"}]), (good, b"x", [{"x": "1"}]), (None, None, []),
        (b"", good, [{"x": "1"}]),
    ):  # fmt: skip
        rows = [row(T[1], T[2], "clean", metadata, plan), row(T[3], T[4], "commit", good, None)]
        found = list(map(module._row_entry, rows))
        expected = [(T[1], "clean", DONE, values), (T[3], "commit", DONE, [{"x": "1"}])]
        yield None if found == expected else f"{found}, expected {expected}"
