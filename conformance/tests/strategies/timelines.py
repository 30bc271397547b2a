# SPDX-License-Identifier: Apache-2.0
"""Timelines with configurations, drawn at random, as arguments of `archive.plan`."""

from __future__ import annotations

import datetime
from typing import Any

from hypothesis import strategies as st

START = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
MOST = 30
STRATEGIES = ("NUM_COMMITS", "NUM_COMMITS_AFTER_LAST_REQUEST", "TIME_ELAPSED", "NUM_OR_TIME", "NUM_AND_TIME")
COPY_ON_WRITE = ("commit",) * 12 + (
    "clustering",
    "clean",
    "clean",
    "rollback",
    "savepoint",
    "restore",
    "indexing",
)
MERGE_ON_READ = (
    *COPY_ON_WRITE[:1],
    *("deltacommit",) * 11,
    *COPY_ON_WRITE[12:],
    "compaction",
    "compaction",
    "logcompaction",
)
COMPLETED_AS = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}


def text(moment: datetime.datetime) -> str:
    """A moment as requested time."""
    return f"{moment:%Y%m%d%H%M%S}{moment.microsecond // 1000:03d}"


def names(layout: int, time: str, action: str, done: str, states: tuple[bool, bool, bool]) -> list[str]:
    """Files of an instant: requested, inflight, completed, as far as they are there."""
    pending = "replacecommit" if layout == 1 and action == "clustering" else action
    completed = COMPLETED_AS.get(action, action)
    inflight = f"{time}.inflight" if action == "commit" else f"{time}.{pending}.inflight"
    all_states = [
        "" if action == "savepoint" else f"{time}.{pending}.requested",
        inflight,
        f"{time}_{done}.{completed}" if layout == 2 else f"{time}.{completed}",
    ]
    return [name for name, is_there in zip(all_states, states, strict=True) if is_there and name]


@st.composite
def states_of(draw: st.DrawFn, action: str) -> tuple[bool, bool, bool]:
    """Which states are there: all; pending ones; or a completed one that lost others in a crash."""
    kind = draw(st.integers(1, 40))
    if kind == 20:
        return True, False, False
    if kind == 21:
        return True, True, False
    if kind in {22, 23} and action in {"commit", "deltacommit", "rollback"}:
        return draw(st.sampled_from([(False, True, True), (False, False, True), (True, False, True)]))
    return True, True, True


@st.composite
def timelines(
    draw: st.DrawFn, layout: int, is_merge_on_read: bool, most: int = MOST
) -> tuple[list[str], list[str], list[str]]:
    """Files of a timeline, requested times of its writes, times of its cleans."""
    files: list[str] = []
    times: list[str] = []
    cleans: list[str] = []
    moment = START
    len_time = 14 if layout == 1 and draw(st.integers(1, 8)) == 5 else 17  # up to 0.9 in seconds
    step = datetime.timedelta(seconds=draw(st.sampled_from([1, 1200])))
    actions = st.sampled_from(MERGE_ON_READ if is_merge_on_read else COPY_ON_WRITE)
    for action in draw(st.lists(actions, min_size=most // 2, max_size=most)):
        moment += step
        time = text(moment)[:len_time]
        done = text(moment + step * draw(st.sampled_from([0.25, 0.5, 0.5, 1.25, 2.5])))
        if action == "savepoint":
            if not times:
                continue
            time = draw(st.sampled_from(times))
        elif action == "clean":
            cleans.append(time)
        elif action not in {"rollback", "restore", "indexing"}:
            times.append(time)
        files += names(layout, time, action, done, draw(states_of(action)))
    return sorted(set(files)), times, cleans


@st.composite
def configurations(draw: st.DrawFn, line: str, layout: int) -> dict[str, str]:
    """Keys that an archiver looks at."""
    least = draw(st.integers(1, 5))
    config = {
        "hoodie.keep.min.commits": str(least),
        "hoodie.keep.max.commits": str(least + draw(st.integers(1, 3))),
        "hoodie.commits.archival.batch": str(draw(st.sampled_from([1, 3, 10]))),
    }
    policy = draw(
        st.sampled_from(["KEEP_LATEST_COMMITS"] * 3 + ["KEEP_LATEST_BY_HOURS", "KEEP_LATEST_FILE_VERSIONS"])
    )
    config["hoodie.cleaner.policy"] = policy
    if policy == "KEEP_LATEST_COMMITS":
        config["hoodie.cleaner.commits.retained"] = str(draw(st.integers(1, max(1, least - 1))))
    if policy == "KEEP_LATEST_BY_HOURS":
        config["hoodie.cleaner.hours.retained"] = str(draw(st.integers(1, 3)))
    if draw(st.booleans()):
        config["hoodie.compact.inline.trigger.strategy"] = draw(st.sampled_from(STRATEGIES))
        config["hoodie.compact.inline.max.delta.commits"] = str(draw(st.integers(1, 5)))
    if draw(st.integers(0, 3)) == 0:
        config["hoodie.archive.beyond.savepoint"] = "true"
    if line == "1.2" and layout == 1:
        if draw(st.integers(0, 3)) == 0:
            config["hoodie.archive.limit.instants"] = str(draw(st.integers(1, 5)))
        if draw(st.integers(0, 3)) == 0:
            config["hoodie.archive.block.on.latest.clean.ectr"] = "true"
    return config


@st.composite
def questions(draw: st.DrawFn, line: str, layout: int) -> dict[str, Any]:
    """Arguments of `archive.plan`."""
    is_merge_on_read = draw(st.booleans())
    files, times, cleans = draw(timelines(layout, is_merge_on_read))
    args: dict[str, Any] = {
        "line": line,
        "table": {
            "version": 6 if layout == 1 else draw(st.sampled_from([8, 9])),
            "type": "MERGE_ON_READ" if is_merge_on_read else "COPY_ON_WRITE",
        },
        "timeline": draw(st.permutations(files)),
        "config": draw(configurations(line, layout)),
    }
    if cleans and times:
        args["clean_plans"] = {time: draw(clean_plans(line, times)) for time in cleans}
        args["clean_metadata"] = {time: {"earliest": draw(st.sampled_from(["", *times]))} for time in cleans}
    around = draw(st.integers(1, 12))
    if around == 6:
        args["metadata_table"] = {}
    elif around in {7, 8} and times:
        args["metadata_table"] = {"latest_compaction": draw(st.sampled_from(times[len(times) // 2 :]))}
    elif around == 9 and is_merge_on_read:
        args["data_timeline"] = draw(timelines(layout, False, 8))[0]
    return args


@st.composite
def clean_plans(draw: st.DrawFn, line: str, times: list[str]) -> dict[str, Any]:
    """The plan of a clean."""
    plan: dict[str, Any] = {"earliest": draw(st.sampled_from([None, *times]))}
    if line == "1.2" and draw(st.integers(0, 2)) == 0:
        plan["savepoints"] = draw(st.lists(st.sampled_from(times), min_size=1, max_size=2, unique=True))
    return plan


@st.composite
def merges(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of `archive.merge_plan`, layout 1: archives of sizes around the limit, numbers with gaps."""
    numbers = draw(st.lists(st.integers(1, 14), max_size=9, unique=True))
    sizes = st.sampled_from([5, 500, 999, 1000, 1000, 1001, 5000])
    return {
        "line": "0.15",
        "files": [{"name": f".commits_.archive.{n}_1-0-1", "len": str(draw(sizes))} for n in numbers],
        "config": {
            "hoodie.archive.merge.enable": draw(st.sampled_from(["true", "true", "true", "false"])),
            "hoodie.archive.merge.files.batch.size": str(draw(st.integers(1, 4))),
            "hoodie.archive.merge.small.file.limit.bytes": "1000",
        },
        "scheme": draw(st.sampled_from(["file", "s3a", "hdfs"])),
    }


@st.composite
def compactions(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of `archive.merge_plan`, layout 2: levels, sizes around the cap, older manifests, garbage."""
    batch = draw(st.integers(2, 4))
    is_capped = draw(st.booleans())  # sizes of outputs are those of real files: no second compaction then
    ranges = draw(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 9)), max_size=10, unique=True))
    present: dict[str, int] = {}
    for first, more in ranges:
        level = draw(st.sampled_from([0, 0, 0, 1, 2])) if not is_capped else 0
        low, high = (text(START + datetime.timedelta(seconds=number)) for number in (first, first + more))
        present[f"{low}_{high}_{level}.parquet"] = draw(st.sampled_from([10, 400, 600, 1000, 1001]))
    names = list(present)
    of_manifest = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
    version = draw(st.integers(1, 6))
    manifest = draw(of_manifest)
    older = draw(st.lists(st.integers(1, version), unique=True))
    return {
        "line": "1.2",
        "version": str(version),
        "manifest": [{"fileName": name, "fileLen": str(present[name])} for name in manifest],
        "manifests": sorted({str(number) for number in older} | {str(version)}),
        "named": {str(number): draw(of_manifest) for number in older if number != version},
        "present": sorted(names),
        "config": {
            "hoodie.timeline.compaction.batch.size": str(batch),
            "hoodie.timeline.compaction.target.file.max.bytes": "1000" if is_capped else "1000000000",
            "hoodie.timeline.manifest.retained.versions": str(draw(st.integers(1, 3))),
        },
    }
