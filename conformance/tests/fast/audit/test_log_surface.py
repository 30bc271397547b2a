# SPDX-License-Identifier: Apache-2.0
"""`audit.log_surface`: damaged log files of which is known where each block begins."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pyarrow.fs as pafs
import pytest
from archives import unpacked
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.log_surface import LogSurface
from hudi_conformance.audit.surface import Context
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef
from hudi_conformance.lake.filesystem import RangedBuffer
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.damage import audit
from strategies.small_table import TIMES, log_file

T1, T2, T3 = TIMES["T1"], TIMES["T2"], TIMES["T3"]
BLOCKS = [log_file(json.dumps([{"time": time, "records": 2}]), "p=1") for time in (T1, T2, T3)]
STARTS = [0, *accumulate(map(len, BLOCKS))]
LOG = b"".join(BLOCKS)
NAME = f".f1_{T1}.log.1_0-0-0"
Shown = tuple[str | None, str, int | None, int | None, int | None, str | None, str | None, bool | None]


def shown(row: FindingRow) -> Shown:
    """Rule, code, offset, length, block, kind, instant, and whether it can be salvaged."""
    return row.requirement, row.code, row.ofs, row.len, row.block, row.kind, row.instant, row.salvageable


def changed(data: bytes, ofs: int, new: bytes) -> bytes:
    return data[:ofs] + new + data[ofs + len(new) :]


def corrupt(code: str, block: int, ofs: int, length: int, *, salvageable: bool = False) -> Shown:
    """A corrupt block of `length` bytes; `ofs` is the byte that contradicts it."""
    return ("log.recovery.corrupt-check", code, ofs, length, block, "CORRUPT_BLOCK", None, salvageable)


A, B, C, END = STARTS
LEN = 8  # bytes of a length, at the end of a block and behind its magic of 6 bytes
CASES = {
    "intact": (LOG, []),
    "two-logs-in-one": (LOG + LOG, []),
    "last-block-cut": (LOG[:-1], [corrupt("truncated", 2, C + 6, END - C - 1)]),
    "last-block-cut-in-its-length": (
        LOG[: C + 10],
        [("log.recovery.short-size", "truncated", C + 6, 10, 2, "CORRUPT_BLOCK", None, False)],
    ),
    "first-block-too-long": (
        changed(LOG, A + 13, bytes([BLOCKS[0][13] + 1])),
        [corrupt("length-mismatch", 0, B - LEN + 1, B)],
    ),
    "second-block-too-long": (
        changed(LOG, B + 13, bytes([BLOCKS[1][13] + 1])),
        [corrupt("length-mismatch", 1, C - LEN + 1, C - B)],
    ),
    "trailing-length-wrong": (
        changed(LOG, C - 1, b"\xff"),
        [corrupt("length-mismatch", 1, C - LEN, C - B)],
    ),
    "stray-bytes-behind-the-last-block": (
        LOG + b"\xaa" * 6,
        [corrupt("bad-magic", 2, END, END - C + 6, salvageable=True)],
    ),
    "two-blocks-corrupt": (
        changed(changed(LOG, B - 1, b"\xff"), END - 1, b"\xff"),
        [corrupt("length-mismatch", 0, B - LEN, B), corrupt("length-mismatch", 2, END - LEN, END - C)],
    ),
    "first-magic-wrong": (
        changed(LOG, A, b"#hUDI#"),
        [
            ("log.recovery.bad-magic", "bad-magic", A, END, 0, None, None, False),
            ("log.recovery.salvage", "bad-magic", B, END - B, None, None, None, True),
        ],
    ),
    "last-magic-wrong": (
        changed(LOG, C, b"#hUDI#"),
        [corrupt("bad-magic", 1, C, END - B, salvageable=True)],
    ),
    "schema-of-the-second-block-cut": (
        changed(LOG, LOG.index(b'{"type"', B), b"X"),
        [
            (
                "log.header.schema-json",
                "bad-schema",
                LOG.index(b'{"type"', B),
                C - B,
                1,
                "AVRO_DATA_BLOCK",
                T2,
                False,
            )
        ],
    ),
}


@pytest.mark.parametrize(("data", "expected"), CASES.values(), ids=CASES.keys())
def test_findings_of_a_log_file(data: bytes, expected: list[Shown], tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(data)
    rows = audit(path)
    assert [shown(row) for row in rows] == expected
    assert {(row.path, row.surface) for row in rows} <= {(str(path), "log")}


def test_note_about_intact_blocks_has_their_number_and_is_no_error(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(changed(LOG, 0, b"#hUDI#"))
    note = next(row for row in audit(tmp_path / NAME) if row.requirement == "log.recovery.salvage")
    assert (note.verdict, note.severity) == ("note", "info")
    assert note.message.startswith("2 intact blocks from here on")


@pytest.mark.parametrize("size", [1, B, B + 1, C, C + 1, END, END + 1, 2 * END, 2 * END + 1])
def test_parts_begin_where_blocks_begin_and_number_them_on(size: int) -> None:
    """A part ends with the first block that makes it as large as the size."""
    plan = LogSurface(size).plan(FileRef(NAME, 2 * END), LOG + LOG, Context())
    starts = [*STARTS, *(END + start for start in STARTS[1:])]
    expected = [(0, 0)]
    for number, ofs in enumerate(starts[1:-1], 1):
        if ofs - expected[-1][0] >= size:
            expected.append((ofs, number))
    assert [(part.ofs, json.loads(part.extra)["first"]) for part in plan.parts] == expected
    ends = [part.ofs + part.len for part in plan.parts]
    assert ends == [ofs for ofs, _ in expected[1:]] + [2 * END]
    assert plan.num_blocks == 6


@settings(deadline=None, max_examples=50)  # kernels are compiled by the first
@given(st.integers(1, END), st.booleans(), st.integers(0, 2))
def test_findings_do_not_depend_on_parts(size: int, quick: bool, number: int) -> None:
    data = changed(LOG, LOG.index(b'{"type"', STARTS[number]), b"X")
    ref, surface = FileRef(NAME, len(data)), LogSurface(size, quick=quick)
    rows = [
        row
        for part in surface.plan(ref, data, Context()).parts
        for row in surface.check(ref, data, part, Context())
    ]
    [row] = rows
    assert (row.block, row.instant, row.len) == (number, (T1, T2, T3)[number], len(BLOCKS[number]))


@pytest.mark.parametrize(
    ("since", "blocks"), [(None, [0, 2]), (T1, [0, 2]), (T2, [2]), (T3, [2]), (TIMES["LATE"], [])]
)
def test_blocks_before_an_instant_are_not_reported(
    since: str | None, blocks: list[int], tmp_path: Path
) -> None:
    data = changed(LOG, LOG.index(b'{"type"'), b"X")
    (tmp_path / NAME).write_bytes(changed(data, data.index(b'{"type"', C), b"X"))
    assert [row.block for row in audit(tmp_path / NAME, since=since)] == blocks


@pytest.mark.parametrize(("version", "num"), [(6, 0), (7, 0), (8, 1), (9, 1)])
def test_blocks_of_several_instants_since_version_8(version: int, num: int, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(LOG)
    rules = [row.requirement for row in audit(tmp_path / NAME, table_version=version)]
    assert rules == ["log.file.no-append-tv8"] * num


def test_rows_of_a_part_without_context_count_from_zero() -> None:
    data = changed(LOG, LOG.index(b'{"type"', B), b"X")
    ref = FileRef(NAME, len(data))
    [part] = LogSurface().plan(ref, data, Context()).parts
    [row] = LogSurface().check(ref, data, replace(part, extra=""), Context())
    assert row.block == 1


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("t/p/.f1_20240101000000000.log.1_0-0-0", True),
        ("t/p/.f1_20240101000000000.log.1", True),
        ("t/p/.f1_20240101000000000.log.1_0-0-0.cdc", True),
        ("t/.hoodie/archived/.commits_.archive.1_1-0-1", True),
        ("t/p/app.log", True),
        ("t/p/app.log.txt", False),
        ("t/p/f1_0-0-0_20240101000000000.parquet", False),
        ("t/.hoodie/.temp/20240101000000000/p/.f1_20240101000000000.log.1_0-0-0.marker.APPEND", False),
        ("t/.hoodie/.temp/20240101000000000/p/.f1_20240101000000000.log.1_0-0-0", False),
    ],
)
def test_paths_of_log_files(path: str, expected: bool) -> None:
    assert LogSurface().matches(path) is expected


@pytest.mark.parametrize(
    ("data", "is_log"),
    [
        (b"", False),
        (b"INFO started\n", False),
        (b"#HUD", True),
        (b"#HU?!!", True),
        (b"#H????", False),
        (b"text and \0 zero", True),
        (b"a" * 4096 + b"\0", False),
        (b"text" * 2000 + BLOCKS[0], True),
    ],
)
def test_files_that_only_end_in_log(data: bytes, is_log: bool, tmp_path: Path) -> None:
    """A text is none; what begins almost as a log file, has zeros in its head or a block later on, is."""
    (tmp_path / "app.log").write_bytes(data)
    assert bool(audit(tmp_path / "app.log")) is is_log


def found(surface: LogSurface, buffer: Buffer, size: int) -> list[FindingRow]:
    ref = FileRef(NAME, size)
    plan = surface.plan(ref, buffer, Context())
    return sorted(
        [
            *plan.findings,
            *(row for part in plan.parts for row in surface.check(ref, buffer, part, Context())),
        ],
        key=lambda row: (row.ofs or 0, row.code),
    )


@pytest.mark.parametrize("part_size", [1, len(BLOCKS[0]) + 1, 10 * len(LOG)])
@pytest.mark.parametrize("window", [1, len(BLOCKS[0]) + 1, 2 * len(LOG)])
def test_every_block_is_checked_once_by_parts_and_windows(
    part_size: int, window: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven blocks: of the first, third, sixth and seventh the schema is damaged, the fourth is corrupt."""
    monkeypatch.setattr("hudi_conformance.audit.log_surface.WINDOW", window)
    bad = BLOCKS[0].replace(b'{"type"', b'X"type"', 1)
    corrupt_block = changed(BLOCKS[1], len(BLOCKS[1]) - 1, b"\xff")
    blocks = [bad, BLOCKS[1], bad, corrupt_block, BLOCKS[2], bad, bad]
    starts = [0, *accumulate(map(len, blocks))]
    data = b"".join(blocks)
    path = tmp_path / NAME
    path.write_bytes(data)
    remote = RangedBuffer(pafs.LocalFileSystem().open_input_file(str(path)), page=64, max_pages=4)
    careful = found(LogSurface(quick=False), data, len(data))
    assert [(row.block, row.requirement) for row in careful] == [
        (0, "log.header.schema-json"),
        (2, "log.header.schema-json"),
        (3, "log.recovery.corrupt-check"),
        (5, "log.header.schema-json"),
        (6, "log.header.schema-json"),
    ]
    for number in (0, 2, 5, 6):
        [row] = [row for row in careful if row.block == number]
        assert starts[number] <= (row.ofs or 0) < starts[number + 1]
        assert row.len == len(bad)
    for buffer in (data, remote):
        assert found(LogSurface(part_size), buffer, len(data)) == careful


def test_a_log_file_of_a_pending_instant_may_be_cut(tmp_path: Path) -> None:
    table = unpacked("real-rows/1.2.0/mor_left_over.zip", tmp_path)
    [log] = table.glob(".*.log.1_*")
    log.write_bytes(log.read_bytes()[:6])
    assert [(row.severity, row.verdict) for row in audit(log)] == [("error", "damage")]
    assert [(row.severity, row.verdict) for row in audit(table) if row.surface == "log"] == [("info", "note")]
