# SPDX-License-Identifier: Apache-2.0
"""`audit.between_surface`: which findings between files are reported, and what could not be judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance.audit.between import log_rows, record_keys
from hudi_conformance.audit.between.instants import schema_error
from hudi_conformance.audit.between_surface import BetweenSurface
from hudi_conformance.audit.cause_text import explain
from hudi_conformance.audit.causes import find_causes
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap, sum_gaps
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef, list_files, open_ranged
from hudi_conformance.model.bootstrap import PARTITIONS_FILE
from strategies import small_table
from strategies.damage import audit, lines
from strategies.small_table import REMOVED, TIMES

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def make(version: int = 9, **changes: Any) -> Path:
        table = small_table.patched(small_table.description(version), changes)
        small_table.write(table, tmp_path / "t")
        return tmp_path / "t"

    return make


def check(folder: Path, *, deep: bool = False, **more: Any) -> tuple[list[str], list[Gap]]:
    files = list_files([str(folder)])
    tables = [TableRef(str(folder), order, Context(deep=deep), **more) for order in (files, files[::-1])]
    stream, other = (list(BetweenSurface().check_table(table, open_ranged)) for table in tables)
    assert stream == other
    gaps = [item for item in stream if isinstance(item, Gap)]
    return [item.requirement or item.code for item in stream if isinstance(item, FindingRow)], gaps


def test_row_has_the_size_of_its_file(write: Write) -> None:
    folder = write(stats={"base2": {"numWrites": 4}}, files={"meta1": REMOVED})
    stat, metafile = sorted(audit(folder), key=lambda row: row.path)
    assert (stat.kind, stat.surface, stat.len) == ("table", "table", Path(stat.path).stat().st_size)
    assert (metafile.len, metafile.path) == (None, f"{folder}/p=1/.hoodie_partition_metadata")


@pytest.mark.parametrize(
    ("since", "rules"),
    [
        (None, ["partition-metafile", "stat-counts", "stat-log"]),
        (TIMES["T1"], ["partition-metafile", "stat-counts", "stat-log"]),
        (TIMES["T2"], ["partition-metafile", "stat-log"]),
        (TIMES["T3"], ["partition-metafile"]),
    ],
)
def test_findings_before_an_instant_are_not_reported(
    since: str | None, rules: list[str], write: Write
) -> None:
    """Those of no instant always are."""
    stats = {"base2": {"numWrites": 4}, "log1": {"logVersion": 2}}
    folder = write(stats=stats, files={"meta1": REMOVED})
    found = [row.requirement for row in audit(folder, since=since)]
    assert sorted(map(str, found)) == [f"table.check.{rule}" for rule in rules]


@pytest.mark.parametrize(
    ("now", "num"),
    [
        ("20260101000059", 6),
        ("20260101000159999", 3),
        ("20260101000200", 1),
        ("20260101000214999", 1),
        ("20260101000215000", 0),
        (None, 0),
    ],
)
def test_instants_after_the_clock(now: str | None, num: int, write: Write) -> None:
    """Seconds count: of three files each, the second commit is requested at 2:00 and completed at 2:15."""
    rows = audit(write(instants={"T2": {"completion": "20260101000215000"}}), now=now)
    assert [row.requirement for row in rows] == ["table.check.future-instant"] * num


@pytest.mark.parametrize(
    ("unlisted", "is_reported"),
    [((), True), (("p=2",), False), (("p=1",), True), (("p=",), True), (("",), False)],
)
def test_file_in_a_folder_that_cannot_be_listed_may_be_there(
    unlisted: tuple[str, ...], is_reported: bool, write: Write
) -> None:
    folder = write(files={"base2": REMOVED, "meta2": REMOVED})
    paths = {str(folder / path) if path else str(folder) for path in unlisted}
    rules, _ = check(folder, unlisted=paths)
    assert rules == ["table.check.named-file"] * is_reported


def test_some_files_of_a_table_are_not_compared(write: Write) -> None:
    folder = write(files={"base2": REMOVED})
    files = [ref for ref in list_files([str(folder)]) if not ref.path.endswith("hoodie.properties")]
    table = TableRef(str(folder), files, Context())
    assert list(BetweenSurface().check_table(table, open_ranged)) == []


def test_files_that_can_no_longer_be_opened_are_left_to_their_own_checks(write: Write) -> None:
    paths = (
        ".hoodie/.locks/table_lock.json",
        ".hoodie/.bucket_index/consistent_hashing_metadata/p=1/00000000000000.hashing_meta",
        ".hoodie/.bucket_index/partition_bucket_index_meta/configs/00000000000000.hashing_config",
        PARTITIONS_FILE,
        "p=1/${A}_0-0-0_$T1.orc",
    )
    folder = write(files={path: {"path": path, "kind": "text", "text": ""} for path in paths})

    def gone(ref: FileRef) -> Buffer:
        raise FileNotFoundError(ref.path)

    table = TableRef(str(folder), list_files([str(folder)]), Context(deep=True))
    rows = list(BetweenSurface().check_table(table, gone))
    assert [row for row in rows if not isinstance(row, FindingRow) or row.code == "internal"] == []
    assert {row.requirement for row in rows if isinstance(row, FindingRow)} == {
        "table.check.lock",
        "table.check.bootstrap-index",
        "table.slice.committed",
    }


def test_check_that_fails_is_a_finding_and_ends_no_other(write: Write) -> None:
    lock = {"path": ".hoodie/.locks/table_lock.json", "kind": "text", "text": ""}
    folder = write(files={"lock": lock, "base2": REMOVED})

    def broken(ref: FileRef) -> Buffer:
        raise RuntimeError(ref.path.rpartition("/")[2])

    rows = list(BetweenSurface().check_table(TableRef(str(folder), list_files([folder]), Context()), broken))
    messages = {(row.verdict, row.code): row.message for row in rows if isinstance(row, FindingRow)}
    assert messages["unreadable", "internal"].startswith("check_")
    assert "check_locks ended early: RuntimeError: table_lock.json" in {row.message for row in rows}
    assert ("damage", "bad-reference") in messages


def test_table_whose_timeline_cannot_be_read_is_not_compared(write: Write) -> None:
    folder = write(files={"base2": REMOVED})
    path = folder / ".hoodie" / "hoodie.properties"
    path.write_text(path.read_text().replace("hoodie.table.version=9", "hoodie.table.version=77"))
    assert {row.split()[2] for row in lines(audit(folder), folder)} == {"timeline.table.version-known"}


# --- what could not be judged -----------------------------------------------------------------------------


def gaps_of(folder: Path, *, deep: bool = False) -> list[tuple[str, int, str]]:
    gaps = sum_gaps(check(folder, deep=deep)[1])
    return [(gap.what, gap.number, gap.why.removeprefix("types of columns")) for gap in gaps]


def test_nothing_of_an_intact_table_or_a_metadata_table_is_left_out(write: Write, tmp_path: Path) -> None:
    assert gaps_of(write()) == []
    metadata = unpacked("real-metadata/1.2.0/cow_uncommitted.zip", tmp_path / "real") / ".hoodie" / "metadata"
    max((metadata / ".hoodie" / "timeline").glob("*.deltacommit")).write_bytes(b"x")
    assert gaps_of(metadata) == []


@pytest.mark.parametrize(
    ("module", "limit", "why"),
    [
        (record_keys, "MAX_KEYS", "partition 'p=1' has more than 2"),
        (log_rows, "MAX_BYTES", "the table has more than 0 MiB of them"),
    ],
)
def test_what_is_over_a_limit_is_a_gap(
    module: ModuleType, limit: str, why: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, limit, 2)
    assert why in [why for _, _, why in gaps_of(write(), deep=True)]


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"type":"record"}', "7", '"string"', '["null"]'])
def test_text_that_is_no_schema_of_rows_has_a_reason(text: str) -> None:
    assert schema_error(text)


def test_rows_of_a_lance_file_state_its_name_and_commit(tmp_path: Path) -> None:
    pytest.importorskip("lance", reason="needs the extra `lance`")
    folder = unpacked("real-lance/cow_tags.zip", tmp_path)
    path = max(folder.rglob("*.lance"), key=lambda path: path.name.rpartition("_")[2])
    usual = lines(audit(folder), folder)  # of its metadata table, which the archive leaves out
    name, time = path.name, path.stem.rpartition("_")[2]
    data = path.read_bytes().replace(name[:8].encode(), b"01234567")
    path.write_bytes(data.replace(time.encode(), b"29990101000000000"))
    rows = [line.partition(f" {name}")[0] for line in lines(audit(folder), folder) if line not in usual]
    assert rows.count("violation error table.check.base-file-columns bad-value") == 2  # of name and commit
    assert any("table.check.stat-counts" in line for line in rows)


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("text", ["/////wAAAAQBAAAADwAA\0", "é"])
def test_a_bloom_filter_that_is_no_text_is_reported_without_reading_rows(
    text: str, deep: bool, tmp_path: Path
) -> None:
    files = {"files": {"base1": {"texts": {"org.apache.hudi.bloomfilter": text}}}}
    small_table.write(small_table.patched(small_table.description(9), files), tmp_path)
    rows = audit(tmp_path, deep=deep)
    assert [(row.requirement, row.code) for row in rows] == [("table.check.footer-keys", "bad-value")]
    [cause] = find_causes(lambda: rows, lambda _: str(tmp_path))
    assert explain(cause).headline.startswith("the Bloom filter of p=1/")
