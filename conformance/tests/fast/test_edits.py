# SPDX-License-Identifier: Apache-2.0
"""Edits: what each does, that addresses mean the base, and recount."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
import suite_factory as factory
from hudi_conformance import edits
from hudi_conformance.suite import form
from hudi_conformance.suite.addresses import AddressError
from hypothesis import given
from hypothesis import strategies as st

DATA = factory.log_file(bytes(10), b"\x01" * 20)
LEN0 = 81


def done(*listed: dict[str, Any], recount: bool = False, data: bytes = DATA) -> bytes:
    for edit in listed:
        assert list(form.check_edit(edit)) == []
    return edits.apply(data, list(listed), recount)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ({"op": "set", "at": "blocks[1].block_type", "value": 5}, DATA[:99] + b"\0\0\0\5" + DATA[103:]),
        ({"op": "set", "at": "blocks[1].block_type", "value": -1}, DATA[:99] + b"\xff" * 4 + DATA[103:]),
        (
            {"op": "set", "at": "blocks[1].block_type", "value": 2**32 - 1},
            DATA[:99] + b"\xff" * 4 + DATA[103:],
        ),
        ({"op": "set", "at": "$1+2", "hex": "aa bb"}, DATA[:83] + b"\xaa\xbb" + DATA[85:]),
        ({"op": "set", "at": "@3+2", "hex": "aabb"}, DATA[:3] + b"\xaa\xbb" + DATA[5:]),
        ({"op": "set", "at": "$1..$1+2", "hex": "aabb"}, DATA[:81] + b"\xaa\xbb" + DATA[83:]),
        ({"op": "add", "at": "blocks[0].len_trailing", "value": -1}, DATA[:80] + b"\x48" + DATA[81:]),
        ({"op": "xor", "at": "@0+1", "hex": "01"}, b"\x22" + DATA[1:]),
        ({"op": "xor", "at": "blocks[0].magic", "hex": "00 ff"}, b"\x23\xb7" + DATA[2:]),
        ({"op": "cut", "at": "@3+4"}, DATA[:3] + DATA[7:]),
        ({"op": "cut", "at": "$1"}, DATA[:81]),
        ({"op": "cut", "at": "blocks[0].header"}, DATA[:22] + DATA[51:]),
        ({"op": "truncate", "at": "$end-1"}, DATA[:-1]),
        ({"op": "truncate", "at": "$1+6"}, DATA[:87]),
        ({"op": "insert", "at": "$1", "hex": "5a", "repeat": 3}, DATA[:81] + b"ZZZ" + DATA[81:]),
        ({"op": "insert", "at": "$end", "hex": "5a"}, DATA + b"Z"),
        ({"op": "append", "hex": "5a5b"}, DATA + b"Z["),
        ({"op": "repeat", "at": "blocks[1].magic", "value": 3}, DATA[:81] + b"#HUDI#" * 3 + DATA[87:]),
        ({"op": "repeat", "at": "blocks[1].magic", "value": 1}, DATA),
        ({"op": "reverse", "at": "blocks[0].len_block"}, DATA[:6] + DATA[6:14][::-1] + DATA[14:]),
        ({"op": "swap", "at": "$0", "with": "$1"}, DATA[81:] + DATA[:81]),
        ({"op": "swap", "at": "$1+$len1", "with": "@0+81"}, DATA[81:] + DATA[:81]),
    ],
)
def test_each(edit: dict[str, Any], expected: bytes) -> None:
    assert done(edit) == expected


def test_splice_takes_another_fixture(tmp_path: Path) -> None:
    others = factory.fixtures(tmp_path)
    edit = {"op": "splice", "at": "$1", "from": "log/two.log"}
    assert edits.apply(DATA, [edit], fixtures=others) == DATA[:81] + DATA + DATA[81:]
    with pytest.raises(ValueError, match="does not exist"):
        edits.apply(DATA, [{**edit, "from": "log/none.log"}], fixtures=others)
    with pytest.raises(ValueError, match="needs fixtures"):
        edits.apply(DATA, [edit])


def test_addresses_mean_the_base_whatever_came_before() -> None:
    got = done(
        {"op": "insert", "at": "$0", "hex": "aa"},
        {"op": "cut", "at": "@10+20"},
        {"op": "insert", "at": "$1", "hex": "bb"},
        {"op": "insert", "at": "$1", "hex": "cc"},
        {"op": "set", "at": "blocks[1].block_type", "value": 7},
        {"op": "append", "hex": "dd"},
        {"op": "truncate", "at": "$end-1"},
    )
    assert got == b"\xaa" + DATA[:10] + DATA[30:81] + b"\xbb\xcc" + DATA[81:99] + b"\0\0\0\7" + DATA[103:-1]


def test_what_lies_in_a_cut_has_left_its_place() -> None:
    got = done({"op": "cut", "at": "@10+20"}, {"op": "insert", "at": "@15", "hex": "aa"})
    assert got == DATA[:10] + b"\xaa" + DATA[30:]


@pytest.mark.parametrize(
    "edit",
    [
        {"op": "cut", "at": "@170+10"},
        {"op": "cut", "at": "$1+6"},
        {"op": "set", "at": "blocks[2].magic", "hex": "00"},
        {"op": "set", "at": "blocks[0].header", "value": 1},
        {"op": "set", "at": "blocks[0].block_type", "value": 2**32},
        {"op": "add", "at": "blocks[0].len_block", "value": 2**64},
        {"op": "swap", "at": "@0+10", "with": "@9+10"},
        {"op": "truncate", "at": "$end+1"},
        {"op": "set", "at": "$end-1", "hex": "0000"},
        {"op": "repeat", "at": "$0", "value": 0},
        {"op": "set", "at": "@0+3", "hex": "00"},
        {"op": "insert", "at": "@0", "hex": "00" * 100, "repeat": 16 << 20},
    ],
)
def test_edits_that_do_not_fit(edit: dict[str, Any]) -> None:
    with pytest.raises((AddressError, ValueError)):
        done(edit)


def lengths(data: bytes, ofs: int) -> tuple[int, int, int]:
    """len_block, len_content and len_trailing of the block at an offset, found by its block size."""
    (size,) = struct.unpack_from(">q", data, ofs + 6)
    (content,) = struct.unpack_from(">q", data, ofs + 51)
    (trailing,) = struct.unpack_from(">q", data, ofs + 14 + size - 8)
    return size, content, trailing


def test_recount() -> None:
    plain = lengths(DATA, 0)
    assert plain == (67, 10, 73)
    cut = done({"op": "cut", "at": "blocks[0].content"}, recount=True)
    assert lengths(cut, 0) == (57, 0, 63)
    assert cut[71:] == DATA[81:]
    grown = done({"op": "insert", "at": "blocks[0].footer", "hex": "ee", "repeat": 9}, recount=True)
    assert lengths(grown, 0) == (76, 19, 82)
    footer = done({"op": "insert", "at": "blocks[0].len_trailing", "hex": "ee"}, recount=True)
    assert lengths(footer, 0) == (68, 10, 74)
    first = done({"op": "insert", "at": "blocks[0].content", "hex": "ee"}, recount=True)
    assert lengths(first, 0) == (68, 11, 74)


def test_recount_leaves_what_an_edit_names() -> None:
    got = done(
        {"op": "cut", "at": "blocks[0].content"},
        {"op": "add", "at": "blocks[0].len_trailing", "value": 1},
        recount=True,
    )
    assert lengths(got, 0) == (57, 0, 74)


def test_recount_of_a_block_that_lost_a_length_field() -> None:
    got = done({"op": "cut", "at": "blocks[0].len_content"}, recount=True)
    assert got == DATA[:51] + DATA[59:]


def test_recount_touches_no_other_block() -> None:
    damaged = done({"op": "set", "at": "blocks[1].len_trailing", "value": 5})
    assert (
        edits.apply(damaged[:81] + DATA[81:], [{"op": "cut", "at": "blocks[0].content"}], recount=True)[71:]
        == DATA[81:]
    )


def test_fields_and_composites() -> None:
    assert edits.field(DATA, "blocks[1]") == (81, 91)
    assert edits.field(DATA, "blocks[1].content") == (140, 20)
    assert edits.field(DATA, "blocks[1].header.entries[0]") == (107, 25)
    with pytest.raises(AddressError, match=r"no field 'blocks\[2\]'"):
        edits.field(DATA, "blocks[2]")


@given(
    st.lists(
        st.tuples(st.integers(0, len(DATA)), st.integers(0, 30), st.sampled_from(["cut", "insert"])),
        max_size=6,
    )
)
def test_present_follows_the_bytes(steps: list[tuple[int, int, str]]) -> None:
    """Marked bytes keep their identity through any edits: compare with a list that is really cut up."""
    model: list[tuple[int, int] | None] = [(ofs, byte) for ofs, byte in enumerate(DATA)]
    listed = []
    for ofs, wanted, op in steps:
        length = min(wanted, len(DATA) - ofs)
        if op == "cut":
            listed.append({"op": "cut", "at": f"@{ofs}+{length}"})
            alive = [at for at, item in enumerate(model) if item and ofs <= item[0] < ofs + length]
            if alive:
                del model[alive[0] : alive[-1] + 1]
        else:
            listed.append({"op": "insert", "at": f"@{ofs}", "hex": "ee"})
            after = next((at for at, item in enumerate(model) if item and item[0] >= ofs), None)
            if after is None:
                return  # the place itself was cut: where it is now is not defined by the bytes
            if model[after] != (ofs, DATA[ofs]):
                return
            model.insert(after, None)
    expected = bytes(0xEE if item is None else item[1] for item in model)
    got = edits.apply(DATA, listed)
    assert got == expected
