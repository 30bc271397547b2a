# SPDX-License-Identifier: Apache-2.0
"""Findings beside the cells of a scan and of a lookup: what breaks a rule and is returned all the same."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance import edits, resources
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.rules import MAX_FINDINGS, CellRun, FileRules, are_tags
from hudi_conformance.decode.hfile.sums import CellSums
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell
from hypothesis import given, settings
from hypothesis import strategies as st

Reported = tuple[str, str, int | None]
CELLS = [{"count": 20, "row_text": "row-{iii}", "value_text": "v"}]


def fixture(name: str, *changes: dict[str, Any]) -> HFile:
    data = (resources.fixtures_dir() / f"hfile/{name}.hfile").read_bytes()
    return HFile(edits.apply(data, changes, rechecksum=True))


def scanned(file: HFile) -> list[Reported]:
    findings: list[Finding] = []
    assert len(list(CellReader.of(file).scan(findings))) == file.trailer.entry_count
    return [(finding.requirement, finding.code, finding.at) for finding in findings]


def looked_up(file: HFile) -> list[Reported]:
    lookup = Lookup(file)
    list(lookup.get(b"zzz"))
    return [(finding.requirement, finding.code, finding.at) for finding in lookup.findings]


def put(at: str, value: str) -> dict[str, Any]:
    return {"op": "set", "at": at, "hex": value}


IN_BOTH = [
    pytest.param(fixture("none"), [], id="nothing"),
    pytest.param(
        fixture("none", put("blocks[1].cells[3].type", "05")),
        [("hfile.cell.type", "bad-type", 541)],
        id="type",
    ),
    pytest.param(
        fixture("none", put("blocks[1].cells[3].timestamp", "80" + "00" * 7)),
        [("hfile.cell.timestamp", "bad-value", 541)],
        id="timestamp",
    ),
    pytest.param(
        fixture("mvcc_widths", put("@82", "ff")), [("hfile.cell.mvcc-sign", "bad-value", 66)], id="mvcc"
    ),
    pytest.param(
        fixture("tags", put("@69", "02")), [("hfile.cell.tags-form", "length-mismatch", 41)], id="tags"
    ),
    pytest.param(
        fixture("checksum_null", put("@369", "00000001")),
        [("hfile.checksum.type", "bad-value", 369)],
        id="words",
    ),
    pytest.param(
        fixture("checksum_null", put("trailer.fields.total_uncompressed_bytes", "ba29")),
        [("hfile.trailer.total-bytes", "bad-value", 1380)],
        id="sum of all blocks",
    ),
    pytest.param(
        fixture("checksum_null", put("trailer.fields.uncompressed_data_index_size", "61")),
        [("hfile.trailer.index-size", "bad-value", 1378)],
        id="sum of the index",
    ),
    pytest.param(
        fixture("hudi_records", put("blocks[0].cells[0].timestamp", "00" * 8)),
        [("hudi.hfile.cell", "bad-value", 41)],
        id="record",
    ),
]


@pytest.mark.parametrize(("file", "expected"), IN_BOTH)
def test_a_scan_reports_what_it_returns_all_the_same(file: HFile, expected: list[Reported]) -> None:
    assert scanned(file) == expected


@pytest.mark.parametrize(("file", "expected"), IN_BOTH)
def test_a_lookup_reports_the_same(file: HFile, expected: list[Reported]) -> None:
    assert looked_up(file) == expected


def test_rows_out_of_order_are_returned_by_a_scan() -> None:
    """Two exchanged cells of one block: the second is smaller than the one before."""
    cells = [{"row_text": row, "value_text": "v"} for row in "acbd"]
    file = HFile(encode_hfile_description({"cells": cells, "knobs": {"unsorted": True}}).data)
    reported = scanned(file)
    assert [(rule, code) for rule, code, _ in reported] == [("hfile.cell.order", "bad-order")]


@pytest.mark.parametrize(("num", "num_reported"), [(15, 15), (16, 16), (17, 16)])
def test_no_more_than_sixteen_findings_of_a_rule_are_kept(num: int, num_reported: int) -> None:
    cells = [{**CELLS[0], "timestamp": "-1", "count": num}]
    file = HFile(encode_hfile_description({"cells": cells}).data)
    assert MAX_FINDINGS == 16
    assert [rule for rule, _, _ in scanned(file)] == ["hfile.cell.timestamp"] * num_reported


def test_a_filter_that_lacks_a_row_is_reported() -> None:
    file = fixture("bloom_row_unchecked", put("@1967", "00" * 128))
    assert scanned(file) == [("hfile.bloom.possible", "bad-value", 2527)]


def test_a_damaged_index_is_reported_behind_the_cells() -> None:
    file = fixture("checksum_null", put("blocks[3].entries[1].size", "0000017c"))
    assert scanned(file) == [("hfile.index.range", "length-mismatch", 1026)]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("", True),
        ("000107", True),
        ("0002aabb", True),
        ("000107" + "0002aabb", True),
        ("0000", False),
        ("000207", False),
        ("0001", False),
        ("00", False),
        ("000107" + "00", False),
    ],
)
def test_tags_fill_their_part(tags: str, expected: bool) -> None:
    assert are_tags(bytes.fromhex(tags)) is expected


def rules_of(file: HFile) -> tuple[FileRules, list[Finding]]:
    findings: list[Finding] = []
    return FileRules(file, Layout.of(file.info), findings), findings


def run_of(cells: list[HFileCell]) -> CellRun:
    sums = CellSums()
    for cell in cells:
        sums.add(cell)
    return CellRun(sums, cells[0], cells[-1], max(cell.mvcc for cell in cells))


@settings(max_examples=8)
@given(st.sets(st.sampled_from([0, 1, 2])))
def test_blocks_taken_at_once_are_judged_as_cells_one_by_one(at_once: set[int]) -> None:
    """Whichever of the three blocks come as runs, the end of the file has the same findings."""
    file = fixture("none", put("trailer.fields.entry_count", "14"))
    rules, findings = rules_of(file)
    number = 0
    for block in file.headers():
        rules.block(block)
        if block.type != "DATA":
            continue
        cells = list(CellReader.of(file).cells(file.load(block)))
        if number in at_once:
            assert rules.run(run_of(cells), block.ofs)
        else:
            for cell in cells:
                rules.cell(cell, block.ofs)
        number += 1
    rules.end()
    assert number == 3
    assert findings == []
    assert rules.is_index_read


def test_a_run_that_is_not_behind_the_last_cell_is_not_taken() -> None:
    rules, _ = rules_of(fixture("none"))
    assert rules.run(run_of([HFileCell(b"b"), HFileCell(b"c")]), 0)
    assert not rules.run(run_of([HFileCell(b"c")]), 100)  # equal keys must be in one block
    assert not rules.run(run_of([HFileCell(b"a")]), 100)
    assert rules.run(run_of([HFileCell(b"d")]), 100)
    assert rules.cells.sums.num == 3


def test_cells_of_a_file_with_a_filter_are_taken_one_by_one() -> None:
    rules, _ = rules_of(fixture("bloom_row"))
    assert not rules.run(run_of([HFileCell(b"a")]), 0)
