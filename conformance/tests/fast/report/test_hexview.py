# SPDX-License-Identifier: Apache-2.0
"""What the dump of an input shows, and what it says was changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
import report_factory as make
from hudi_conformance.report import hexview
from hudi_conformance.report.hexview import Change
from hudi_conformance.report.model import Case, build
from hypothesis import given
from hypothesis import strategies as st


def case_of(raw: bytes | None, **more: Any) -> Case:
    run = build(make.events([make.case("log/a/b", ["log.a.b"], raw, **more)]))
    return run.cases["log/a/b"]


@pytest.mark.parametrize(
    ("raw", "base", "expected"),
    [
        (b"abc", b"abc", []),
        (b"aXc", b"abc", [Change(1, 1, 1)]),
        (b"XbcX", b"abca", [Change(0, 1, 1), Change(3, 1, 1)]),
        (b"abXXc", b"abc", [Change(2, 2, 0)]),
        (b"ac", b"abbc", [Change(1, 0, 2)]),
        (b"abc", b"abcdef", [Change(3, 0, 3)]),
        (b"abcdef", b"abc", [Change(3, 3, 0)]),
        (b"", b"abc", [Change(0, 0, 3)]),
        (b"abc", b"", [Change(0, 3, 0)]),
        (b"aXcdefghi", b"abcdefgi", [Change(1, 1, 1), Change(7, 1, 0)]),
    ],
)
def test_changes(raw: bytes, base: bytes, expected: list[Change]) -> None:
    assert hexview.changes(raw, base) == expected


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_changes_turn_the_base_into_the_input(raw: bytes, base: bytes) -> None:
    rebuilt, pos = b"", 0
    for change in hexview.changes(raw, base):
        kept = change.ofs - len(rebuilt)
        rebuilt += base[pos : pos + kept]
        pos += kept + change.len_before
        rebuilt += raw[change.ofs : change.ofs + change.len_now]
    assert rebuilt + base[pos:] == raw


def test_a_long_difference_is_one_stretch() -> None:
    base, raw = bytes(range(256)) * 20, bytes(reversed(range(256))) * 21
    assert len(hexview.changes(raw, base)) == 1


@given(st.binary(max_size=3000), st.lists(st.integers(-5, 4000), max_size=4), st.integers(1, 20))
def test_rows_account_for_every_byte_in_order(raw: bytes, at: list[int], limit: int) -> None:
    lines = hexview.dump_lines(raw, None, [str(ofs) for ofs in at], limit)
    pos = num_shown = 0
    for line in lines:
        if fold := re.fullmatch(r"  …  ([0-9,]+) bytes", line):
            pos += int(fold[1].replace(",", ""))
            continue
        assert int(line[2:10], 16) == pos
        shown = bytes.fromhex(line[10:60].replace(">", " "))
        assert shown == raw[pos : pos + len(shown)]
        pos += len(shown)
        num_shown += 1
    assert pos == len(raw)
    assert num_shown <= max(limit, 3)


def test_the_edit_is_shown_even_far_inside() -> None:
    base = bytes(8000)
    raw = base[:5000] + b"\x01" + base[5001:]
    given_input = {"edit": [{"op": "set", "at": "@5000+1", "value": 1}]}
    lines = hexview.case_dump(case_of(raw, input=given_input), {"log/three_avro.log": base}, (), 8)
    (line,) = (line for line in lines if "[" in line)
    assert line.startswith("  00001380 ")
    assert "00[01]00" in line


def test_a_cut_is_said_where_it_was() -> None:
    lines = hexview.case_dump(
        case_of(make.BASE[:-1], input={"edit": [{"op": "truncate", "at": "$end-1"}]}),
        {"log/three_avro.log": make.BASE},
    )
    assert lines[-1].endswith(f"  1 byte cut at {len(make.BASE) - 1}")


def test_without_the_bytes_there_is_no_dump() -> None:
    assert hexview.case_dump(case_of(None), {}) == []
    assert hexview.case_dump(case_of(b"x", input={"b64": "no base64!"}), {}) == []
    assert hexview.case_dump(case_of(bytes(9000)), {}) == [], "long inputs are not in the events"


def test_bases_are_the_cases_that_edit_nothing() -> None:
    assert hexview.bases(build(make.small())) == {"log/three_avro.log": make.BASE}


def test_plain_text_keeps_its_columns() -> None:
    raw = make.BASE[:14] + b"\0\0\0\2" + make.BASE[18:]
    case = case_of(raw, input={"edit": [{"op": "set", "at": "blocks[0].format_version", "value": 2}]})
    lines = hexview.case_dump(case, {"log/three_avro.log": make.BASE}, ["14"], 6)
    assert lines[0] == "  00000000  23 48 55 44 49 23 00 00 00 00 00 00 00 65>00 00  #HUDI#.......e.."
    assert lines[1] == "  00000010  00[02]00 00 00 03 00 00 00 01 00 00 00 01 00 00  ................"


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        ({"op": "set", "at": "blocks[1].len_block", "value": 0}, "blocks[1].len_block = 0"),
        ({"op": "add", "at": "blocks[1].len_trailing", "value": -1}, "blocks[1].len_trailing −= 1"),
        ({"op": "xor", "at": "@12+1", "hex": "01"}, "@12+1 ^= 01"),
        ({"op": "cut", "at": "@240+14"}, "cut @240+14"),
        ({"op": "truncate", "at": "$end-1"}, "truncate $end-1"),
        ({"op": "insert", "at": "$1", "hex": "00 00"}, "insert 00 00 before $1"),
        ({"op": "append", "hex": "00", "repeat": 65536}, "append 00 × 65,536"),
        ({"op": "repeat", "at": "blocks[1].magic", "value": 2}, "repeat blocks[1].magic × 2"),
        ({"op": "splice", "at": "$1", "from": "log/other.log"}, "splice log/other.log in at $1"),
        ({"op": "swap", "at": "$1+$len1", "with": "@0+1"}, "swap $1+$len1 with @0+1"),
        ({"op": "append", "hex": "ab" * 100}, f"append {'ab' * 38}a…"),
    ],
)
def test_an_edit_is_one_line(edit: dict[str, Any], line: str) -> None:
    assert hexview.edit_lines(case_of(b"", input={"edit": [edit]})) == [line]
