# SPDX-License-Identifier: Apache-2.0
"""Records of metadata tables by the kernels: answers and findings are those of the careful reader."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hudi_conformance import resources
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.decode.bulk.file_lists import QuickList
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.metadata.groups import (
    COLUMN_STATS,
    FILES,
    PARTITION_STATS,
    RECORD_INDEX,
    SECONDARY_INDEX,
)
from hudi_conformance.decode.metadata.keys import ALL_PARTITIONS
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.engine import local
from hudi_conformance.errors import Reject
from hudi_conformance.model.metadata import RecordType
from hudi_conformance.table import metadata_quick, metadata_records
from hudi_conformance.table.metadata import FOLDER, MetadataTable, open_metadata, read_records
from hudi_conformance.table.metadata_answers import (
    list_files,
    live_entries,
    locate,
    statistics,
)
from hudi_conformance.table.metadata_quick import quick_listing, quick_records
from hudi_conformance.table.metadata_records import base_records
from instruments.tables.metadata_table import plan_of, write
from instruments.tables.table import Table
from sampling import at_length, is_sampled

pytestmark = pytest.mark.skipif(not has_kernels(), reason="needs the extra fast")
INDEXES = (FILES, RECORD_INDEX, COLUMN_STATS, PARTITION_STATS)
REBUILT = "0.15.0/cow_rolled_back", "1.0.2/cow_secondary", "1.2.0/cow_rolled_back"
Both = Callable[[Callable[[], object]], tuple[object, object]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """All tables of the fixtures with a metadata table, and some whose metadata table is base files alone."""
    folder = tmp_path_factory.mktemp("tables")
    archives = [
        path
        for kind in ("real-metadata", "real-metadata-client")
        for path in (resources.fixtures_dir() / kind).glob("*/*.zip")
    ]
    for archive in archives:
        with zipfile.ZipFile(archive) as files:
            files.extractall(folder / archive.parent.name / archive.stem)
    for name in REBUILT:
        with zipfile.ZipFile(resources.fixtures_dir() / "real-metadata" / f"{name}.zip") as files:
            files.extractall(folder / "rebuilt" / name)
        plan = plan_of(Table(folder / "rebuilt" / name), Random(1))
        assert plan is not None
        plan.is_base = True
        write(plan)
    found = sorted(path.parent for path in folder.rglob(".hoodie") if (path / "metadata").is_dir())
    assert len(found) >= len(archives)
    return found


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Both:
    """What a call returns carefully, and with the kernels for files of any size."""

    def run(call: Callable[[], object]) -> tuple[object, object]:
        results = []
        for least in (1 << 60, 0):
            monkeypatch.setattr(metadata_quick, "MIN_BYTES", least)
            monkeypatch.setattr(metadata_quick, "MIN_BYTES_LOADED", least)
            results.append(call())
        careful, kernels = results
        return careful, kernels

    return run


def base_files(table: Path) -> Iterator[tuple[str, Path]]:
    """Base files that are read, with their partitions of the metadata table."""
    for index, items in open_metadata(table).slices.items():
        for item in items:
            if index in INDEXES and item.base_file is not None:
                yield index, table / FOLDER / index / item.base_file.name


def is_chosen(table: Path) -> bool:
    return "rebuilt" in table.parts or is_sampled("/".join(table.parts[-2:]), 6)


def answers(table: Path) -> list[object]:
    """Records in their order, rows of statistics, and locations of some keys in an order of their own."""
    opened = open_metadata(table)
    found: list[object] = [repr(list(read_records(opened, index))) for index in INDEXES]
    listing = list_files(opened)
    found += [repr(listing), repr(list_files(opened, [*list(listing)[::-2], "", ".", "absent"]))]
    for index in opened.ready:
        if index in {COLUMN_STATS, PARTITION_STATS}:
            found.append(repr(list(statistics(opened, index))))
        elif index == RECORD_INDEX or index.startswith(SECONDARY_INDEX):
            found += located(opened, index)
    return found


def located(opened: MetadataTable, index: str) -> Iterator[object]:
    """Locations of all keys, and of some."""
    rows = list(locate(opened, index))
    keys = [row.key for row in rows[::-2]] + ["absent", "\ud800", *[row.key for row in rows[:1]]]
    partition = next((row.location.partition for row in rows if row.location is not None), None)
    yield rows
    yield list(locate(opened, index, keys))
    yield list(locate(opened, index, keys, partition))


@pytest.mark.own_job
def test_answers(tables: list[Path], both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    num_quick = dict.fromkeys(INDEXES, 0)
    for table in filter(is_chosen, tables):
        careful, kernels = both(partial(answers, table))
        assert careful == kernels
        with monkeypatch.context() as patch:
            patch.setattr(metadata_records, "LEN_SMALL", 0)
            assert answers(table) == careful
        for index, path in base_files(table):
            num_quick[index] += len(quick_records(path, index) or ())
    assert num_quick[FILES] > 5
    assert num_quick[RECORD_INDEX] > 30
    assert num_quick[COLUMN_STATS] > 100
    assert num_quick[PARTITION_STATS] > 5


LISTS: list[dict[str, object]] = [
    {"partitions": {"a": True, "b": False, "c": True, "e": True}},
    {"partition": "a", "files": {"x": None, "y": 6, "z": 1 << 40, "ü": 0}},
    {"partition": "b", "files": {"w": 1}},
    {"partition": "c", "files": {}},
    {"partition": "d", "files": {"v": 2}},
]


def test_lists_of_files(tmp_path: Path, both: Both) -> None:
    """Deleted names, a partition without files, one that is not listed, one without a list."""
    commits = [
        {
            "time": f"2024010100000{number}000",
            "completion_time": f"2024010100000{number}500",
            "action": action,
            "rows": {"files": LISTS},
        }
        for number, action in ((1, "commit"), (3, "compaction"))
    ]
    instants = [{"time": "20240101000001000", "completion_time": "20240101000001700", "action": "commit"}]
    plan = {"table_version": 9, "indexes": {"files": {}}, "commits": commits, "instants": instants}
    for path, data in encode_metadata(plan).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    [(_, base)] = base_files(tmp_path)
    listed = {"a": 0, "c": 0, "e": 0}
    expected = {"a": {"y": 6, "z": 1 << 40, "ü": 0}, "c": {}, "e": {}}
    for listing in both(lambda: list_files(open_metadata(tmp_path))):
        assert listing == expected
    assert both(lambda: quick_listing(base)) == (
        None,
        {"a": expected["a"], "b": {"w": 1}, "c": {}, "d": {"v": 2}, ALL_PARTITIONS: listed},
    )
    careful = [repr(record) for record in base_records(base)]
    assert [repr(record) for record in both(lambda: quick_records(base, FILES))[1]] == careful


def test_of_equal_names_the_last_counts() -> None:
    stored = QuickList("a", RecordType.FILES, ["x", "y", "x"], [5, 6, 7], [False, False, True])
    assert metadata_quick._live(stored) == {"y": 6}
    assert live_entries(metadata_quick._list(stored)) == {"y": 6}
    again = QuickList("a", RecordType.FILES, ["x", "y", "x"], [5, 6, 7], [True, False, False])
    assert list(metadata_quick._live(again).items()) == [("x", 7), ("y", 6)]


def findings(table: Path, out: Path) -> object:
    folder = out / str(metadata_quick.MIN_BYTES)
    outcome = run_audit(Options([str(table)], deep=True), folder, engine=partial(local.run_tasks, jobs=1))
    rows = [row for row in outcome.store.rows() if row.surface == "metadata"]
    return sorted(rows, key=repr), outcome.store.gaps


@pytest.mark.own_job
def test_findings(tables: list[Path], tmp_path: Path, both: Both) -> None:
    chosen = [table for table in tables if any(True for _ in base_files(table))]
    chosen = list(filter(is_chosen, chosen))
    assert len(chosen) > 3
    for number, table in enumerate(chosen):
        careful, kernels = both(partial(findings, table, tmp_path / str(number)))
        assert careful == kernels


def answers_or_refusal(table: Path) -> object:
    try:
        return answers(table)
    except Reject as error:
        return error.code, error.at, error.requirement, error.message


def test_both_readers_agree_on_files_with_a_flipped_bit(tables: list[Path], both: Both) -> None:
    rng = Random(16)
    files = [(table, path) for table in tables for _, path in base_files(table)]
    num_refused = 0
    for table, path in rng.sample(files, min(len(files), at_length(30, 8))):
        data = path.read_bytes()
        flipped = bytearray(data)
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        try:
            careful, kernels = both(partial(answers_or_refusal, table))
        finally:
            path.write_bytes(data)
        assert careful == kernels
        num_refused += isinstance(careful, tuple)  # code, offset, rule and message of a refusal
    assert num_refused > 1
