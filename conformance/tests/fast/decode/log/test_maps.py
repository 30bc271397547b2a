# SPDX-License-Identifier: Apache-2.0
"""Header and footer maps of many entries: what they say, what is refused of them, and what they take."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.bulk.framing import scan_log_fast
from hudi_conformance.decode.limits import OFF, VARIABLE, allowance
from hudi_conformance.decode.log import maps
from hudi_conformance.decode.log.check import check_log
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.log import HeaderKey, LogScan
from hudi_conformance.salvage import salvage_file
from instruments.hostile import bad_header_entries, footer_keys, frame, header_entries

OPTION = "--no-limits or HUDI_CONFORMANCE_LIMITS=off lifts the limit"
MANY = 30_000  # entries; as objects of the parser they would take 5 MB
ENTRIES = [(0, b"20240101000000001"), (2, b"{}"), (1, b"\xff"), (2, b"x"), (0, b"")]
FOOTER = [(7, b"a"), (-1, b""), (7, b"bc")]


def scanned_with(max_kept: int, data: bytes, monkeypatch: pytest.MonkeyPatch) -> LogScan:
    monkeypatch.setattr(maps, "MAX_KEPT", max_kept)
    return scan_log(data)


def test_long_maps_are_read_and_refused_as_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte of a block's maps in turn is set to values that turn counts, lengths and keys."""
    good = frame(ENTRIES, b"content", footer=FOOTER) + frame(ENTRIES[:1], b"")
    [block, _] = scan_log(good).blocks
    assert [key.name for key in block.header] == ["INSTANT_TIME", "SCHEMA", "TARGET_INSTANT_TIME"]
    assert list(block.header.values()) == ["", "x", b"\xff"]
    assert block.footer == {7: "bc", -1: ""}
    refused = set()
    for at in (*range(14, block.content.ofs), *range(block.content.end, block.span.end - 8)):
        for value in (0, 1, 9, 0x7F, 0x80, 0xFF):
            data = good[:at] + bytes([value]) + good[at + 1 :]
            careful = scanned_with(10**9, data, monkeypatch)
            assert scanned_with(0, data, monkeypatch) == careful
            if careful.rejection is not None:
                refused.add(careful.rejection.requirement)
    assert refused == {
        "log.block.format-version",
        "log.block.type",
        "log.block.content-length",
        "log.header.key",
        "log.map.count-bounds",
        "log.map.count-negative",
        "log.map.length-bounds",
        "log.block.parts-fill-size",
    }


def peak(read: Callable[[bytes], object], data: bytes) -> int:
    tracemalloc.start()
    try:
        read(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.own_job
@pytest.mark.parametrize("family", [header_entries, bad_header_entries])
def test_a_header_of_many_entries_takes_little(family: Callable[[int], bytes]) -> None:
    data = family(MANY * 8)
    scan_log(data[:1000])
    for read in (scan_log, check_log):
        assert peak(read, data) < 1 << 20


def test_bulk_scan_agrees_on_a_header_of_many_entries() -> None:
    data = header_entries(MANY) + bad_header_entries(MANY)
    assert list(scan_log_fast(data)) == scan_log(data).blocks


def test_what_many_values_of_a_key_break_is_one_finding_for_the_key() -> None:
    first = 30 + len(ENTRIES[0][1])  # of the second entry: a head of 22 bytes, a count, an entry
    data = frame([ENTRIES[0], *[(2, b"\xff")] * 1000, (1, b"\xff"), (0, b"")], b"", 0)
    found = [
        (finding.requirement, finding.at, finding.message)
        for finding in check_log(data)
        if finding.requirement.startswith("log.map")
    ]
    assert found == [
        ("log.map.utf8-write", first + 4 + 8, "value of key 2 is not UTF-8, nor 999 more"),
        ("log.map.unique-keys", first + 4 + 9, "key 2 occurs again, 999 times"),
        ("log.map.utf8-write", first + 4 + 1000 * 9 + 8, "value of key 1 is not UTF-8"),
        ("log.map.unique-keys", first + 4 + 1001 * 9, "key 0 occurs again"),
    ]


def test_a_footer_of_too_many_keys_names_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    data = footer_keys(1_500_000)
    with pytest.raises(LimitExceeded, match=OPTION):
        scan_log(data)
    monkeypatch.setenv(VARIABLE, OFF)
    [block] = scan_log(data).blocks
    assert len(block.footer) == 187_500
    assert len(block.footer) * maps.BYTES_OF_KEY > allowance(len(data))


def test_a_footer_of_too_many_keys_costs_no_record_of_a_salvage(tmp_path: Path) -> None:
    path = tmp_path / "f.log.1"
    path.write_bytes(footer_keys(80) + footer_keys(1_500_000) + footer_keys(80))
    report = salvage_file(path, tmp_path / "out", "log").report
    assert report["kept"]["records"] == 3
    assert OPTION in report["losses"][0]["message"]
    [name] = [name for name in report["datasets"] if name.startswith("records")]
    assert pq.read_table(tmp_path / "out" / name).column("a").to_pylist() == [1] * 3


def test_header_values_keep_the_order_of_their_first_entries() -> None:
    [block] = scan_log(frame([*ENTRIES, *[(2, b"last")] * 1000], b"")).blocks
    assert list(block.header) == [
        HeaderKey.INSTANT_TIME,
        HeaderKey.SCHEMA,
        HeaderKey.TARGET_INSTANT_TIME,
    ]
    assert block.header[HeaderKey.SCHEMA] == "last"
