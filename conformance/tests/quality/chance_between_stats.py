# SPDX-License-Identifier: Apache-2.0
"""Write stats against names, each other, footers and blocks, for mutants drawn by chance.

drawn:between-stats-NAME    all combinations of a few values on both sides of each condition, and what
                            `spec/table_files.md` says of each
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Failure, imported
from chance_between import (
    DONE,
    IDS,
    KINDS,
    TIMES,
    Group,
    Sketch,
    base_path,
    commit,
    compared,
    damage,
    frame,
    instant,
    log_bytes,
    log_path,
    stat,
)

question = Group("between-stats")
between_stat_questions = question.questions
T = TIMES
_TIME = "_hoodie_commit_time"
_REWRITING = ("COMPACT", "CLUSTER", "LOG_COMPACT")


def _ask(
    sketch: Sketch, what: object, rule: str, codes: Sequence[str], *, words: Sequence[str] = ()
) -> Failure:
    """Findings of one rule, at the commit of the third time."""
    rows = list(imported("audit.between.stats").check_stats(sketch.subject()))
    own = [row for row in rows if row.requirement == f"table.check.{rule}"]
    expected = [damage(f"{sketch.timeline}/{instant(T[3]).name}", rule, code, T[3]) for code in codes]
    return compared((rule, what), own, expected, *words)


def _of_one(path: str, version: int = 9, partition: str = "p=1", operation: str | None = "UPSERT",
            **members: Any) -> Sketch:  # fmt: skip
    """A table whose commit of the third time has one write stat; those before have one without a file."""
    by = instant(T[3])
    own = commit(by, (partition, stat(path=path, **members)), operation=operation)
    first, second = instant(T[1]), instant(T[2])
    commits = [commit(first, ("p=1", stat(fileId=IDS[0]))), commit(second, ("p=1", stat(fileId=IDS[1]))), own]
    return Sketch([first, second, by], version=version, facts={"commits": commits})


@question.each("numbers")
def _() -> Iterator[Failure]:
    """Counts are not negative; bytes that were written are those of the file."""
    for key in ("numWrites", "numDeletes", "numUpdateWrites", "numInserts", "totalWriteBytes",
                "fileSizeInBytes"):  # fmt: skip
        for value, is_wrong in (
            (-1, True), (-9, True), (0, False), (1, False), (None, False), ("-1", False), (True, False),
        ):  # fmt: skip
            sketch = _of_one("", **{key: value})
            codes = ["bad-value"] * is_wrong
            yield _ask(sketch, (key, value), "stat-counts", codes, words=(f"{key} {value}",) * is_wrong)
    for written, size in itertools.product((None, 0, 1, 2, "2"), repeat=2):
        is_wrong = isinstance(written, int) and isinstance(size, int) and bool(written and size)
        codes = ["length-mismatch"] * (is_wrong and written != size)
        sketch = _of_one("", totalWriteBytes=written, fileSizeInBytes=size)
        words = (f"totalWriteBytes {written}, fileSizeInBytes {size}",) * len(codes)
        yield _ask(sketch, (written, size), "stat-sizes", codes, words=words)


@question.each("partitions")
def _() -> Iterator[Failure]:
    """Partition, folder of the path and key of the stat are one."""
    for folder, partition, stated in itertools.product(
        ("", "p=1", "p=1/q"), ("", "p=1"), ("", "p=1", None, 5)
    ):
        for path in (base_path(0, T[3], folder), log_path(0, T[3], folder=folder)):
            is_wrong = folder != partition or (isinstance(stated, str) and stated != partition)
            sketch = _of_one(path, partition=partition, partitionPath=stated)
            yield _ask(sketch, (path, partition, stated), "stat-partition", ["bad-value"] * is_wrong)
    # A stat may hold any JSON value.
    for path in cast("tuple[str, ...]", (None, "", 5)):
        yield _ask(_of_one(path, partitionPath="p=2"), path, "stat-partition", [])


@question.each("names")
def _() -> Iterator[Failure]:
    """A path is one of a base or log file, of its file group and, but for log files of slices, commit."""
    for path, kind in (
        (base_path(0, T[3]), "base"), (base_path(0, T[2]), "base"), (log_path(0, T[3]), "log"),
        (log_path(0, T[2]), "log"), ("p=1/x", ""), ("p=1/x.parquet", ""),
    ):  # fmt: skip
        for file_id, version, initial in itertools.product(
            (IDS[0], IDS[1], None), (6, 7, 8, 9), (None, 6, 7, 8, 9)
        ):
            sketch = _of_one(path, version, fileId=file_id)
            sketch.context = {"initial_version": initial}
            is_own = kind == "base" or (version >= 8 and initial is not None and initial >= 8)
            codes = ["bad-reference"] * (is_own and T[2] in path) if kind else ["bad-value"]
            what = path, file_id, version, initial
            yield _ask(sketch, what, "stat-path", codes)
            is_wrong = bool(kind) and file_id != IDS[0]
            yield _ask(
                sketch, what, "stat-file-id", ["bad-value"] * is_wrong, words=(repr(file_id),) * is_wrong
            )


@question.each("previous")
def _() -> Iterator[Failure]:
    """The commit before: known, not later, one that wrote the group, and the slice's of an old log file."""
    for path, version, is_index, previous in itertools.product(
        (base_path(0, T[3]), log_path(0, T[1]), log_path(0, T[3])), (6, 7, 8, 9), (False, True),
        (None, "", "null", "x", 5, T[0], T[1], T[2], T[3], T[4], T[5], T[6], "20260101002500000", "0"),
    ):  # fmt: skip
        sketch = _of_one(path, version, fileId=IDS[0], prevCommit=previous)
        sketch.path = "/t/.hoodie/metadata" if is_index else "/t"
        sketch.facts["archived"] = {(T[0], "commit", DONE), (T[6], "commit", DONE)}
        sketch.instants.append(instant(T[5], "clean"))
        is_base, code = path == base_path(0, T[3]), ""
        known = {T[0], T[1], T[2], T[3], T[5], T[6]}
        if previous in {None, "", "null"}:
            pass  # no base file of the group was written before
        elif not isinstance(previous, str) or not previous.isdigit():
            code = "bad-value"
        else:
            is_wrong = previous > T[3] or (previous >= T[1] and previous not in known)
            if is_base:
                is_wrong = is_wrong or previous == T[3] or (previous == T[2] and not is_index)
            elif version < 8:
                is_wrong = is_wrong or f"_{previous}.log" not in path
            code = "bad-reference" if is_wrong else ""
        yield _ask(sketch, (path, version, is_index, previous), "stat-previous", [code] if code else [])
    for previous in ("1", T[0]):
        sketch = _of_one(base_path(0, T[3]), fileId=IDS[0], prevCommit=previous)
        sketch.instants = [instant(T[3], "clean")]
        yield _ask(sketch, ("no writes are active", previous), "stat-previous", [])


@question.each("no-previous")
def _() -> Iterator[Failure]:
    """No commit before, where an active one has written a base file of the group."""
    for first, second, is_index, previous in itertools.product(
        (base_path(0, T[1]), log_path(0, T[1]), base_path(1, T[1])), (base_path(0, T[3]), log_path(0, T[3])),
        (False, True), (None, "", "null"),
    ):  # fmt: skip
        sketch = Sketch([instant(T[1]), instant(T[3])], path="/t/.hoodie/metadata" if is_index else "/t")
        sketch.facts["commits"] = [
            commit(instant(T[1]), ("p=1", stat(path=first, fileId=IDS[1 if IDS[1] in first else 0]))),
            commit(instant(T[3]), ("p=1", stat(path=second, fileId=IDS[0], prevCommit=previous))),
        ]
        is_told = first == base_path(0, T[1]) and second == base_path(0, T[3]) and not is_index
        codes = ["bad-reference"] * is_told
        what = first, second, is_index, previous
        yield _ask(sketch, what, "stat-previous", codes, words=(f"{T[1]} has written",) * is_told)


@question.each("counts")
def _() -> Iterator[Failure]:
    """Rows of a base file: those before, plus inserts, less deletes; no fewer than updates and inserts."""
    for writes, updates, inserts, deletes, before, operation in itertools.product(
        (None, 0, 1, 2, 3), (None, 0, 2), (None, 0, 1), (None, 0, 1), (None, 2), ("UPSERT", "COMPACT"),
    ):  # fmt: skip
        path = base_path(0, T[3])
        sketch = _of_one(
            path, operation=operation, fileId=IDS[0], prevCommit=T[1], numWrites=writes,
            numUpdateWrites=updates, numInserts=inserts, numDeletes=deletes,
        )  # fmt: skip
        earlier = stat(path=base_path(0, T[1]), fileId=IDS[0], numWrites=before)
        sketch.facts["commits"][0] = commit(instant(T[1]), ("p=1", earlier))
        is_told = writes is not None and writes < (updates or 0) + (inserts or 0)
        counts = writes, inserts, deletes
        if not is_told and before is not None and operation == "UPSERT" and None not in counts:
            is_told = writes != before + inserts - deletes  # type: ignore[operator]  # none is None
        what = writes, updates, inserts, deletes, before, operation
        yield _ask(sketch, what, "stat-counts", ["bad-value"] * is_told)
    for operation, is_told in (*((one, False) for one in _REWRITING), ("INSERT", True), (None, True)):
        members = {"numWrites": 5, "numInserts": 0, "numDeletes": 0}
        sketch = _of_one(base_path(0, T[3]), operation=operation, fileId=IDS[0], prevCommit=T[1], **members)
        earlier = stat(path=base_path(0, T[1]), fileId=IDS[0], numWrites=4)
        sketch.facts["commits"][0] = commit(instant(T[1]), ("p=1", earlier))
        yield _ask(sketch, operation, "stat-counts", ["bad-value"] * is_told)
        sketch.facts["commits"][0] = commit(instant(T[1]), ("p=1", stat(fileId=IDS[1])))
        yield _ask(sketch, (operation, "no rows before"), "stat-counts", [])


@cache
def _parquet(*times: str | None, column: str = _TIME) -> bytes:
    out = io.BytesIO()
    table = pa.table({column: pa.array(times, pa.string()), "id": list(range(len(times)))})
    pq.write_table(table, out, use_dictionary=False, compression="none")
    return out.getvalue()


def _of_file(data: bytes | int | None, path: str, *, is_deep: bool = False, operation: str = "UPSERT",
             **members: Any) -> Sketch:  # fmt: skip
    sketch = _of_one(path, operation=operation, fileId=IDS[0], prevCommit=T[1], **members)
    if data != 0:
        sketch.files[path] = data
    sketch.context = {"deep": is_deep}
    return sketch


@question.each("rows")
def _() -> Iterator[Failure]:
    """Rows of a base file by its footer, where it is one of Parquet that can be read."""
    data = _parquet(T[3], T[3])
    for form, content, writes in itertools.product(
        ("parquet", "orc"), (data, None, data[:-1], 0), (1, 2, 3, None)
    ):
        path = base_path(0, T[3], form=form)
        sketch = _of_file(content, path, numWrites=writes)
        is_told = form == "parquet" and content == data and writes in {1, 3}
        words = (f"has 2 rows, numWrites {writes}",) * is_told
        codes = ["bad-value"] * is_told
        yield _ask(sketch, (form, writes, content == data), "stat-counts", codes, words=words)


@question.each("updated-rows")
def _() -> Iterator[Failure]:
    """Rows with the time of the commit are those that it inserted and updated, in a deep audit."""
    path = base_path(0, T[3])
    for times, updates, inserts, is_deep, operation in itertools.product(
        ((T[3], T[1]), (T[3], T[3]), (T[1], T[1]), (None, None), (None, T[3])), (None, 0, 1), (None, 0, 1),
        (False, True), ("UPSERT", "CLUSTER"),
    ):  # fmt: skip
        sketch = _of_file(
            _parquet(*times), path, is_deep=is_deep, operation=operation, numWrites=2,
            numUpdateWrites=updates, numInserts=inserts,
        )  # fmt: skip
        is_judged = is_deep and operation == "UPSERT" and updates is not None and inserts is not None
        num = times.count(T[3])
        is_told = is_judged and any(times) and num != (updates or 0) + (inserts or 0)
        what = times, updates, inserts, is_deep, operation
        words = (f"has {num} rows of the commit",) * is_told
        yield _ask(sketch, what, "stat-counts", ["bad-value"] * is_told, words=words)
    members = {"numWrites": 2, "numUpdateWrites": 0, "numInserts": 1}
    other = _of_file(_parquet(T[3], T[3], column="x"), path, is_deep=True, **members)
    yield _ask(other, "no such column", "stat-counts", [])
    whole = _parquet(T[3], T[3])
    cut = b"PAR1" + b"\xff" * 40 + whole[44:]
    yield _ask(_of_file(cut, path, is_deep=True, **members), "a damaged page", "stat-counts", [])
    yield _ask(_of_file(whole, path, is_deep=True, **members), "whole", "stat-counts", ["bad-value"])
    closed: list[Any] = []
    module = imported("audit.between.stats")
    close, module.close_buffer = module.close_buffer, closed.append
    try:
        list(module.check_stats(_of_file(whole, path, is_deep=True, **members).subject()))
        list(module.check_stats(_of_log(log_bytes(("data", T[3]))).subject()))
    finally:
        module.close_buffer = close
    yield None if len(closed) == 2 else f"{len(closed)} of 2 buffers are closed"


def _of_log(data: bytes | int | None, **members: Any) -> Sketch:
    given = {"numWrites": 2, "numUpdateWrites": 1, "numInserts": 1, "totalWriteErrors": 0} | members
    return _of_file(data, log_path(0, T[3]), **given)


@question.each("log-counts")
def _() -> Iterator[Failure]:
    """Records and deletes of a log file as its stat counts them, with the deletes where errors are null."""
    for writes, updates, inserts, deletes, errors in itertools.product(
        (None, 1, 2, 3), (None, 0, 1), (None, 1), (None, 0, 1, 2), (None, 0)
    ):
        told = {
            "numWrites": writes, "numUpdateWrites": updates, "numInserts": inserts, "numDeletes": deletes,
            "totalWriteErrors": errors,
        }  # fmt: skip
        is_told = False
        if None not in {writes, updates, inserts}:
            more = writes - updates - inserts  # type: ignore[operator]  # none is None
            is_told = more != 0 and not (errors is None and more == (deletes or 0))
        yield _ask(_of_log(0, **told), told, "stat-counts", ["bad-value"] * is_told)


@question.each("log-blocks")
def _() -> Iterator[Failure]:
    """Records and deletes of the commit are counted in its blocks; not where a block does not tell."""
    good = (("data:2", T[3]), ("deletes:3", T[3]))
    pages = frame(KINDS["parquet"], {0: T[3]}, _parquet("a", "b"))
    torn = frame(KINDS["parquet"], {0: T[3]}, _parquet("a", "b")[:-1])
    for name, data, counts in (
        ("both", log_bytes(*good), (2, 3)),
        (
            "in parts",
            log_bytes(("data", T[3]), ("data", T[3]), ("deletes", T[3]), ("deletes:2", T[3])),
            (2, 3),
        ),
        ("of others", log_bytes(*good, ("data:7", T[1]), ("deletes:7", T[1])), (2, 3)),
        ("with a command", log_bytes(*good, (f"undo:{T[1]}", T[3])), (2, 3)),
        ("changes", log_bytes(("cdc:2", T[3]), ("deletes:3", T[3])), (2, 3)),
        ("no deletes", log_bytes(("data:2", T[3]), ("empty", T[3])), (2, 0)),
        ("nothing", b"", (0, 0)),
        ("of Parquet", pages, (2, 0)),
        ("of torn Parquet", torn, None),
        ("of HFiles", frame(KINDS["hfile"], {0: T[3]}, b"x" * 90), None),
        ("short", log_bytes(*good, ("short", T[3])), None),
        ("broken", log_bytes(*good, ("broken", T[3])), None),
        ("damaged", log_bytes(*good)[:-1] + b"\1" + log_bytes(*good), None),
        ("not to be opened", None, None),
        ("no log file", b"#HUDX#" + bytes(30), (0, 0)),
    ):
        for updates, deletes in ((2, 3), (2, 0), (0, 0), (1, 3), (2, None)):
            members = {
                "numWrites": updates,
                "numUpdateWrites": updates,
                "numInserts": 0,
                "numDeletes": deletes,
            }
            is_told = counts is not None and counts != (updates, deletes or 0)
            words = (f"has {counts[0]} records and {counts[1]} deletes",) if is_told and counts else ()
            codes = ["bad-value"] * is_told
            yield _ask(_of_log(data, **members), (name, updates, deletes), "stat-counts", codes, words=words)


@question.each("block-records")
def _() -> Iterator[Failure]:
    """Records of a data block by its head; of one that has none nothing is told."""
    module, scan = imported("audit.between.stats"), imported("decode.log.scan").scan_log
    body = (3).to_bytes(4, "big") + b"\xff\xff\xff\xfe"
    for kind, content, num in (
        ("data", body, -2), ("data", body[:7], None), ("data", body + b"x", -2), ("data", b"", None),
        ("cdc", body[:4] + b"\0\0\1\0", 256), ("data", body[:4] + b"\1\0\0\5", (1 << 24) + 5),
        ("cdc", body[:7], None), ("hfile", body, None),
        ("deletes", body, None), ("undo", body, None), ("parquet", body, None),
        ("parquet", _parquet("a", "b", "c"), 3), ("parquet", b"", None), ("hfile", _parquet("a"), None),
    ):  # fmt: skip
        data = frame(KINDS[kind], {0: T[1]}, content) + log_bytes(("data", T[1]))
        found = module.num_records_of(data, scan(data).blocks[0])
        yield None if found == num else f"{found} records of {kind} {content!r:.40}, expected {num}"


@question.each("log-versions")
def _() -> Iterator[Failure]:
    """The version of a log file in its stat is that of its name."""
    for stated, version in itertools.product((None, 0, 1, 2, "1", True), (1, 2)):
        sketch = _of_one(log_path(0, T[3], version), fileId=IDS[0], logVersion=stated)
        is_told = type(stated) is int and stated != version
        yield _ask(sketch, (stated, version), "stat-log", ["bad-value"] * is_told)


@question.each("slices")
def _() -> Iterator[Failure]:
    """Files of the slice are of the file group, and its base file is there, or was deleted."""
    own, other = base_path(0, T[1], ""), base_path(1, T[1], "")
    log, strange = log_path(0, T[3], folder=""), log_path(1, T[3], folder="")
    for base, logs, place, is_deleted, is_listed, partition in itertools.product(
        (None, "", 5, own, other, "x"), (None, [], [log], [log, strange], ["x", strange], [5], "x"),
        (None, "p=1/", ""), (False, True), (False, True), ("p=1", ""),
    ):  # fmt: skip
        path = log_path(0, T[3], folder=partition)
        sketch = _of_one(path, partition=partition, fileId=IDS[0], baseFile=base, logFiles=logs)
        if place is not None and isinstance(base, str):
            sketch.files[f"{place}{base}"] = 5
        if is_deleted:
            sketch.facts["deleted"] = {own, other}
        if not is_listed:
            sketch.unlisted = ("/t",)
        wrong = [str(one) for one in (logs if isinstance(logs, list) else []) if one != log]
        wrong += [base] if base in {other, "x"} else []  # type: ignore[list-item]  # a text
        is_there = place == (f"{partition}/" if partition else "")
        codes, words = [], []
        if wrong:
            codes, words = ["bad-value"], [wrong[0]]
        elif base == own and not is_there and not is_deleted and is_listed:
            codes, words = ["bad-reference"], [own]
        what = base, logs, place, is_deleted, is_listed, partition
        yield _ask(sketch, what, "stat-log", codes, words=words)


@question.each("commits")
def _() -> Iterator[Failure]:
    """Stats of all commits are judged, each at its own."""
    paths = [base_path(0, T[1]), base_path(1, T[1])]
    commits = [
        commit(instant(T[at]), *(("p=1", stat(path=path, fileId="x", numWrites=1)) for path in paths))
        for at in (1, 2)
    ]
    sketch = Sketch([instant(T[1]), instant(T[2])], facts={"commits": commits})
    for time, num in ((T[1], 0), (T[2], 2)):
        rows = list(imported("audit.between.stats").check_stats(sketch.subject()))
        own = [row for row in rows if row.instant == time]
        rules = sorted((row.requirement or "").rpartition(".")[2] for row in own)
        expected = sorted(["stat-file-id"] * 2 + ["stat-path"] * num + ["stat-previous"] * num)
        yield None if rules == expected else f"{time}: {rules}, expected {expected}"
