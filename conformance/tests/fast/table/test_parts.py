# SPDX-License-Identifier: Apache-2.0
"""A view by parts has the rows of the view, as it was planned, whatever is committed before they are read."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.arrow import group_batches
from hudi_conformance.table.damages import OnDamage
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.parts import GroupPart, SharedPart, plan_parts
from hudi_conformance.table.reader import view_groups
from hudi_conformance.table.state import REWRITES, open_table
from hudi_conformance.table.view import Table, View


def name_of(archive: Path) -> str:
    return f"{archive.parent.name}/{archive.stem}"


# The records of the last commit of these tables of Flink lose to those before.
LATE = {
    "cow_deletes",
    "cow_types",
    "mor_deletes",
    "mor_deletes_commit",
    "mor_late",
    "mor_payload_overwrite",
    "mor_types",
}
LATE |= {f"mor_{kind}_ordering" for kind in ("decimal", "text", "timestamp")}
TABLES = sorted((resources.fixtures_dir() / "real-rows").glob("*/*.zip"))


def line_of(archive: Path) -> Line:
    return Line.V0_15 if archive.parent.name == "0.15.0" else Line.V1_2


def views_of(table: Table, archive: Path) -> Iterator[View]:
    yield from map(View, ["snapshot", "read_optimized"])
    if not table.key.has_meta_fields:
        return
    times = [commit.completion_time for commit in table.commits]
    for begin, end in ((None, None), ("000", None), (None, times[0]), (times[0], times[-1])):
        yield View("incremental", begin=begin, end=end)
    if "cdc" in archive.stem:
        yield View("cdc")


def outcome(batches: Callable[[], Iterable[pa.RecordBatch]]) -> object:
    """The batches, or why there are none: files of old commits are gone where they were cleaned."""
    try:
        return list(batches())
    except (Reject, ValueError) as error:  # the latter: a partial update without its row has not all fields
        return repr(error)


def by_groups(table: Table, view: View) -> object:
    return outcome(
        lambda: (batch for group in view_groups(table, view) for batch in group_batches(table, group, view))
    )


def by_parts(shared: SharedPart, parts: Sequence[GroupPart]) -> object:
    """Each part as a task elsewhere gets it."""
    sent = pickle.dumps(shared)
    return outcome(
        lambda: (
            batch for part in parts for batch in pickle.loads(sent).batches(pickle.loads(pickle.dumps(part)))
        )
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("archive", TABLES, ids=name_of)
def test_parts_have_the_rows_of_the_view(archive: Path, tmp_path: Path) -> None:
    folder = unpacked(archive, tmp_path)
    table = open_table(folder, ReadOptions(line_of(archive)))
    for view in views_of(table, archive):
        assert by_parts(*plan_parts(open_table(folder, ReadOptions(line_of(archive))), view)) == by_groups(
            table, view
        )


@pytest.mark.sampled(6)
@pytest.mark.parametrize("archive", TABLES, ids=name_of)
def test_a_commit_that_ends_after_the_plan_is_in_no_part(archive: Path, tmp_path: Path) -> None:
    folder, line = unpacked(archive, tmp_path), line_of(archive)
    whole = open_table(folder, ReadOptions(line))
    last = max(whole.commits, key=lambda commit: commit.time)
    if len(whole.commits) < 2 or last.time != whole.facts.latest or not (last.stats or last.replaced):
        pytest.skip("its last instant is not the second commit or a later one, or changes no file")
    times = {last.time, f"{last.time}_{last.completion_time}"}
    [ended] = [
        path
        for path in folder.joinpath(".hoodie").rglob(f"{last.time}*.{last.action}")
        if path.stem in times and "metadata" not in path.parts
    ]
    text = ended.read_bytes()
    ended.unlink()
    pairs = []
    for view in views_of(open_table(folder, ReadOptions(line)), archive):
        planned = plan_parts(open_table(folder, ReadOptions(line)), view)
        pairs.append((view, planned, by_groups(open_table(folder, ReadOptions(line)), view)))
    ended.write_bytes(text)
    differ = 0
    for view, (shared, parts), before in pairs:
        assert by_parts(shared, parts) == before
        differ += by_groups(open_table(folder, ReadOptions(line)), view) != before
    assert differ or archive.stem in LATE or last.operation in REWRITES, "the commit changes no row"


def test_what_is_shared_does_not_grow_with_the_table(tmp_path: Path) -> None:
    archive = next(path for path in TABLES if "mor" in path.stem)
    # The drawn file groups are not those that commits name.
    options = ReadOptions(line_of(archive), on_damage=OnDamage.IGNORE)
    table = open_table(unpacked(archive, tmp_path), options)
    slices = dict(table.slices)
    [(partition, _), *_] = slices
    many = {(partition, f"{number:036}"): next(iter(slices.values())) for number in range(2000)}
    for view in (View(), View("incremental", begin="000")):
        small, large = (
            plan_parts(replace(table, slices=found, plans={}), view)[0] for found in (slices, many)
        )
        assert len(pickle.dumps(large)) == len(pickle.dumps(small))
