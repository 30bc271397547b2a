# SPDX-License-Identifier: Apache-2.0
"""Parts of views of changes and of archiving by themselves, for mutants drawn by chance.

drawn:unit-view-NAME    ranges of commits by what each commit is asked, slices under log files, sources
                        of changes, instants by their names
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chance_asked import Failure, imported
from chance_log_surface import set_meanwhile
from chance_units import unit

_GROUP = ("p", "f1-0")


def _stat(path: str = "p/f1-0_0-1-2_1.parquet", **values: Any) -> Any:
    return imported("semantics.slices.changes").WriteStat(_GROUP, path, **values)


def _commit(time: str, completed: str, stats: Any = (), replaced: Any = (), operation: str = "UPSERT") -> Any:
    facts = imported("semantics.slices.changes").CommitFacts
    return facts(time, completed, "commit", operation, tuple(stats), tuple(replaced))


def _refused(call: Any) -> Any:
    """Rule of a refusal; None where there is none."""
    try:
        call()
    except imported("errors").Reject as error:
        return error.requirement
    return None


# --- ranges of commits -----------------------------------------------------------------------------------


@unit("view-ranges")
def _() -> Failure:
    """Commits and rows of a range, by requested time or by completion, each asked by itself."""
    module, chance = imported("semantics.slices.changes"), random.Random("ranges")
    if (module.WriteStat(_GROUP, "x"), module.Changes(())) != (
        module.WriteStat(_GROUP, "x", None, 0, 0, 0, 0, (), None, ()),
        module.Changes((), False, None, module.Range(None, None), True),
    ):
        return "a count that is absent is not 0"
    for turn in range(600):
        times = sorted(chance.sample(range(10, 40), 6))
        ends = [time + chance.randrange(1, 15) for time in times]
        old, active = list(zip(times[:2], ends[:2], strict=True)), list(zip(times[2:], ends[2:], strict=True))
        active = active[: chance.randrange(5)]
        begin, end = (chance.choice([None, chance.randrange(10, 56)]) for _ in range(2))
        line = chance.choice(list(imported("semantics.merge.rules").Line))
        version, is_read = chance.choice([6, 7, 8, 9]), chance.random() < 0.5
        by_completion = line in {"1.0", "1.2"} and version >= 8
        commits = [_commit(str(time), str(at)) for time, at in active]
        rules = module.change_rules(line, version)
        found = module.select_changes(
            commits,
            {str(time): str(at) for time, at in old},
            module.Range(None if begin is None else str(begin), None if end is None else str(end)),
            rules,
            is_merge_on_read=is_read,
        )

        def is_in(time: int, *, has_begin: bool, begin: int | None = begin, end: int | None = end) -> bool:
            if end is not None and time > end:
                return False
            return begin is None or (begin <= time if has_begin else begin < time)

        has_begin = by_completion and line == "1.0"
        chosen = [
            (time, at) for time, at in active if is_in(at if by_completion else time, has_begin=has_begin)
        ]
        counted = by_completion and line == "1.2"
        archived = [time for time, at in old if counted and is_in(at, has_begin=False)]
        if [commit.time for commit in found.commits] != [str(time) for time, _ in chosen]:
            return f"{turn}: {found} of {active} from {begin} to {end}"
        if found.last != (str(max(time for time, _ in chosen)) if chosen else None):
            return f"{turn}: last {found.last}"
        if found.is_archived is not bool(archived):
            return f"{turn}: {found}, archived {archived}"
        if not chosen and not by_completion:
            continue
        for time in range(10, 56):
            if by_completion:
                is_kept = time in {*archived, *(one for one, _ in chosen)}
            else:
                is_carried = (is_read or line == "1.2") and (begin is None or begin < active[0][0])
                low = begin if is_carried else chosen[0][0]
                is_kept = time <= chosen[-1][0] and (
                    low is None or (time > low if is_carried else time >= low)
                )
            if found.keeps(str(time)) is not is_kept:
                return f"{turn}: rows of {time} of {active} from {begin} to {end}, {line} {version} {is_read}"
    return None


# --- CDC -------------------------------------------------------------------------------------------------


@unit("view-sources")
def _() -> Failure:
    """Where the changes of a file are found, by what its commit says of it."""
    module = imported("semantics.slices.cdc")
    log = "p/.f1-0_1.log.1_0-1-2"
    for stat, operation, source in (
        (_stat(cdc_files=("c",), num_updates=1), "UPSERT", "cdc-files"),
        (_stat(log, cdc_files=("c",)), "UPSERT", "cdc-files"),
        (_stat(log), "UPSERT", "log"),
        (_stat(log, num_deletes=1), "DELETE", "log"),
        (_stat(num_writes=2, num_inserts=2), "INSERT", "base-inserts"),
        (_stat(), "BULK_INSERT", "base-inserts"),
        (_stat(num_deletes=3), "DELETE", "base-deletes"),
        (_stat(num_deletes=3), "DELETE_PREPPED", "base-deletes"),
        (_stat(), "DELETE", "base-inserts"),
        (_stat(num_deletes=3), "UPSERT", None),
        (_stat(num_writes=1, num_deletes=3), "DELETE", None),
        (_stat(num_writes=2, num_inserts=1), "UPSERT", None),
        (_stat(num_writes=2, num_inserts=2, num_updates=1), "UPSERT", None),
        (_stat(num_writes=2, num_inserts=2, num_deletes=1), "UPSERT", None),
        (_stat(num_writes=1, num_updates=1), "UPSERT", None),
    ):
        commits = [_commit("1", "1", [stat], operation=operation)]
        if source is None:
            if _refused(lambda commits=commits: module.changed_files(commits)) != "table.view.cdc-absent":
                return f"{operation} of {stat} is not refused"
            continue
        found = module.changed_files(commits)
        if found != {_GROUP: [module.ChangedFile("1", module.Source(source), stat)]}:
            return f"{operation} of {stat}: {found}"
    new, other = _stat(num_writes=1, num_inserts=1), ("q", "g")
    commits = [
        _commit("1", "1", [new], operation="COMPACT"),
        _commit("2", "2", [new], [other, _GROUP], "INSERT_OVERWRITE"),
        _commit("3", "3", [_stat(log)]),
        _commit("4", "4", [], [other], "CLUSTER"),
    ]
    expected = {
        _GROUP: [("2", "base-inserts", new), ("2", "replaced", None), ("3", "log", _stat(log))],
        other: [("2", "replaced", None)],
    }
    found = module.changed_files(commits)
    shown = {
        group: [(one.time, str(one.source), one.stat) for one in files] for group, files in found.items()
    }
    return None if shown == expected else f"{shown}"


@unit("view-slices-before")
def _() -> Failure:
    """The slice under a log file is that of the names beside it; a path out of the table is refused."""
    module, slices = imported("table.cdc"), imported("semantics.slices.files")
    own, base = ".f1-0_5.log.2_0-1-2", "f1-0_0-1-2_20260101000000000.parquet"
    logs = [f".f1-0_20260101000000000.log.{number}_0-1-2" for number in (1, 2, 3, 11)]
    own = logs[1]
    for folder in ("p/", ""):
        for base_file, log_files, names in (
            (base, (), []),
            (None, (), []),
            (base, (own,), []),
            (base, (logs[2], own, logs[0]), [logs[0], logs[2]]),
            (None, (logs[3], logs[2]), [logs[2], logs[3]]),
            (base, (f"q/{logs[0]}", f"../{logs[0]}", "", logs[2]), [logs[2]]),
            (f"q/{base}", (logs[0],), [logs[0]]),
        ):
            stat = _stat(folder + own, base_file=base_file, log_files=log_files)
            found = module._slice_before(stat, "7")
            has_base = base_file == base
            instant = "20260101000000000" if has_base else "7"
            shown = (
                found.partition,
                found.file_id,
                found.base_instant,
                None if found.base_file is None else found.base_file.name,
                [one.name for one in found.log_files],
            )
            if shown != (*_GROUP, instant, base if has_base else None, names):
                return f"{stat}: {shown}"
            if any(one.partition != folder.rstrip("/") for one in found.log_files):
                return f"{stat}: of another folder"
    assert slices.FileSlice is module.FileSlice
    table = SimpleNamespace(path=Path("/no/t"), slices={}, key=lambda row: row, schema=None, properties={})
    for path, rule in (
        ("../x/.f_1.log.1", "timeline.table.folder"),
        ("/x/.f_1.log.1", "timeline.table.folder"),
    ):
        with set_meanwhile(module, "read_slice", lambda *_: iter(())):
            for call in (
                module._log_changes,
                lambda table, stat, _: module._rows_at(table, stat.path),
                lambda table, stat, _: module._cdc_records(table, stat.path),
            ):
                if _refused(lambda call=call, path=path: list(call(table, _stat(path), "7"))) != rule:
                    return f"{path} is read"
    return _before_faults(module, slices, table)


def _before_faults(module: Any, slices: Any, table: Any) -> Failure:
    """Rows of the base file before: that of the commit that is named, and no other."""

    def base(instant: str) -> Any:
        return slices.BaseFile("p", "f1-0", "0-1-2", instant, f"f1-0_0-1-2_{instant}.parquet")

    table.slices = {
        _GROUP: [
            slices.FileSlice(*_GROUP, "9", None, ()),
            *(slices.FileSlice(*_GROUP, instant, base(instant), ()) for instant in ("3", "2", "1")),
        ]
    }

    def rows(path: Path, _: Any) -> Iterator[Any]:
        yield path.as_posix()

    with set_meanwhile(module, "base_rows", rows):
        for instant, is_there in (("1", True), ("2", True), ("3", True), ("4", False), (None, False)):
            stat = _stat(prev_commit=instant)
            if not is_there:
                if (
                    _refused(lambda stat=stat: list(module._rows_before(table, stat)))
                    != "table.view.cdc-image"
                ):
                    return f"rows before {instant}"
            elif list(module._rows_before(table, stat)) != [f"/no/t/p/f1-0_0-1-2_{instant}.parquet"]:
                return f"other rows before {instant}"
    for text, mode in (
        (None, "DATA_BEFORE_AFTER"),
        ("op_key_only", "OP_KEY_ONLY"),
        ("DATA_BEFORE", "DATA_BEFORE"),
        ("x", None),
    ):
        table.properties = {} if text is None else {module.MODE: text}
        found = "refused" if mode is None else mode
        if ("refused" if _refused(lambda: module._mode(table)) else str(module._mode(table))) != found:
            return f"mode {text}"
    rows_by_key = {"k": {"a": 1}}
    for key, is_there in (("k", True), ("l", False), (None, False), (5, False)):
        image = {"record_key": key}
        if (_refused(lambda image=image: module._image(rows_by_key, image, _stat())) is None) is not is_there:
            return f"image of {key!r}"
    return None


# --- archiving -------------------------------------------------------------------------------------------


@unit("archival-names")
def _() -> Failure:
    """Instants by the names of their files, in order; the highest state of each; later than a time or not."""
    module = imported("semantics.archival.timeline")
    for name, parts in (
        ("5.commit", ("5", "commit", 2, "5")),
        ("5_6.commit", ("5", "commit", 2, "6")),
        ("5.commit.requested", ("5", "commit", 0, None)),
        ("5.inflight", ("5", "commit", 1, None)),
        ("5.deltacommit.inflight", ("5", "deltacommit", 1, None)),
        ("5_6.commit.inflight", ("5", "commit", 1, None)),
        ("5.inflight.requested", ("5", "inflight", 0, None)),
        ("5.commit.done", None),
        ("x.commit", None),
        ("5", None),
        ("5.Commit", None),
        ("5.commit.requested.x", None),
        (".5.commit", None),
        ("5_.commit", None),
    ):
        found = [
            (one.time, one.action, one.state, one.completion_time) for one in module.instant_files([name])
        ]
        if found != ([] if parts is None else [parts]):
            return f"{name}: {found}"
    names = [
        "6.commit",
        "5_9.commit",
        "5.commit.requested",
        "5.inflight",
        "4.compaction.inflight",
        "4_7.commit",
        "4.compaction.requested",
        "5.clean",
        "3.clustering.requested",
        "3.replacecommit.inflight",
    ]
    for turn in range(20):
        files = module.instant_files(random.Random(turn).sample(names, len(names)))
        if [(one.time, one.state) for one in files] != sorted((one.time, one.state) for one in files):
            return f"{[one.name for one in files]}"
        highest = [one.name for one in module.highest_states(files)]
        if highest != ["3.replacecommit.inflight", "4_7.commit", "5.clean", "5_9.commit", "6.commit"]:
            return f"{highest}"
        if [one.name for one in module.highest_states(reversed(files))] != highest:
            return "the order of files makes a difference"
    for name, time, is_later in (
        ("5_9.commit", "8", True),
        ("5_9.commit", "9", False),
        ("5_9.commit", "5", False),
        ("5_9.commit", "4", True),
        ("5.commit.requested", "4", True),
        ("5.commit.requested", "5", False),
        ("5.commit.requested", "6", False),
    ):
        [one] = module.instant_files([name])
        if one.is_modified_after(time) is not is_later:
            return f"{name} after {time}"
    return None


@unit("archival-hours")
def _() -> Failure:
    """A time some hours before another: with its milliseconds, or the last ones of the second."""
    hours_before = imported("semantics.archival.plan")._hours_before
    chance = random.Random("hours")
    for _ in range(200):
        moment = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(
            seconds=chance.randrange(10**8)
        )
        hours = chance.choice([0, 1, 23, 24, 25, 1000])
        text, earlier = (f"{at:%Y%m%d%H%M%S}" for at in (moment, moment - datetime.timedelta(hours=hours)))
        for rest, millis in (("", "999"), ("007", "007"), ("123456", "123")):
            if hours_before(text + rest, hours) != earlier + millis:
                return f"{hours} hours before {text}{rest}: {hours_before(text + rest, hours)}"
    for wrong in ("2024", "20241301000000000", "x" * 17, ""):
        if _refused(lambda wrong=wrong: hours_before(wrong, 1)) != "timeline.instant.form":
            return f"{wrong!r} is a time"
    return None


@unit("archival-merges")
def _() -> Failure:
    """What a crash leaves of a merge of archives, and of a history: finished, undone, or lost."""
    module = imported("semantics.archival.merge")
    for present, merge, delete in (
        ({"a", "b", "m"}, "undone", ("m",)),
        ({"a", "b"}, "undone", ()),
        ({"b", "m"}, "finished", ("b",)),
        ({"m"}, "finished", ()),
        ({"a"}, "lost", ()),
        (set(), "lost", ()),
        ({"x", "m", "a"}, "finished", ("a",)),
    ):
        found = module.recover_merge(["b", "a", "a"], "m", present)
        if (found.merge, found.delete) != (merge, delete):
            return f"of {present}: {found}"
    names = ["manifest_2", "manifest_10", "manifest_x", "x_manifest_3", "_version_", "manifest_1"]
    for text, found_version, by, stale in (
        ("2", 2, "version-file", ("manifest_10",)),
        ("10", 10, "version-file", ()),
        (None, 10, "listing", ()),
        ("x", 10, "listing", ()),
        ("", 10, "listing", ()),
        ("1", 1, "version-file", ("manifest_2", "manifest_10")),
        ("9" * 19, 10, "listing", ()),
        ("3", None, "refused", ()),
        ("9" * 18, None, "refused", ()),
    ):
        if by == "refused":
            if _refused(lambda text=text: module.recover_history(text, names)) is None:
                return f"version {text} is read"
            continue
        found = module.recover_history(text, names)
        if (found.version, found.by, found.stale) != (found_version, by, stale):
            return f"by {text!r}: {found}"
    empty = module.recover_history(None, ["x"])
    if (empty.version, empty.by, empty.stale) != (None, "none", ()):
        return f"{empty}"
    for size_limit, sizes, batch, num in (
        (10, [10, 10, 10], 3, 3),
        (10, [10, 10, 11], 2, 0),
        (10, [11, 10, 10], 2, 2),
        (10, [10, 11, 10], 2, 0),
        (10, [10, 11, 10, 10], 2, 2),
        (9, [10], 1, 0),
        (10, [1], 1, 1),
        (10, [1, 1], 3, 0),
        (10, [], 0, 0),
        (10, [11], 0, 0),
    ):
        files = [(f".commits_.archive.{number}_1-0-1", size) for number, size in enumerate(sizes, 9)]
        config = {
            "hoodie.archive.merge.enable": "true",
            "hoodie.archive.merge.files.batch.size": str(batch),
            "hoodie.archive.merge.small.file.limit.bytes": str(size_limit),
        }
        found = module.plan_merge([*files, ("x", 1), (".commits_.archive.1x", 1)], config, "file")
        last = [name for name, _ in reversed(files)][:num]
        merged = f".commits_.archive.{9 + len(files)}_1-0-1" if num else None
        if (list(found.candidates), found.merged) != (last, merged):
            return f"{sizes} of at most {size_limit}, {batch} at once: {found}"
        for scheme, changes in (("hdfs", {}), ("file", {"hoodie.archive.merge.enable": "false"})):
            if module.plan_merge(files, config | changes, scheme) != module.ArchiveMerge():
                return f"a merge in {scheme} {changes}"
    return None
