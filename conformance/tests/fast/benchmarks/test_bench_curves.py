# SPDX-License-Identifier: Apache-2.0
"""The measurement of costs by size: rows are complete, figures are those of the measured process."""

from __future__ import annotations

import bench_curves
import curve_inputs
import curve_works
import pytest
from hudi_conformance.cli import COMMANDS

MIB = 1 << 20


def test_sizes() -> None:
    assert [bench_curves.parse_size(text) for text in ("7", "64K", "4M", "4G")] == [
        7,
        1 << 16,
        4 * MIB,
        1 << 32,
    ]
    with pytest.raises(ValueError, match="4T"):
        bench_curves.parse_size("4T")
    assert list(bench_curves.sizes_of(MIB, 20 * MIB)) == [MIB, 4 * MIB, 16 * MIB]
    by_id = {work.id: work for work in curve_works.WORKS}
    limits = bench_curves.Limits.parse(["1G", "table=2G", "log/dump=4M"])
    given = {
        name: limits.of(by_id[name]) for name in ("log/inspect", "log/dump", "table/rows", "history/list")
    }
    assert given == {
        "log/inspect": 1 << 30,
        "log/dump": 4 * MIB,
        "table/rows": 2 << 30,
        "history/list": 256 * MIB,
    }
    with pytest.raises(ValueError, match="no input or command is called unheard"):
        bench_curves.Limits.parse(["unheard=4M"])


def test_every_command_is_measured_or_left_out_with_a_reason() -> None:
    measured = {work.args.split()[0] for work in curve_works.WORKS if work.args}
    assert measured.isdisjoint(curve_works.LEFT_OUT)
    assert measured | curve_works.LEFT_OUT.keys() == COMMANDS.keys()
    assert {work.input for work in curve_works.WORKS} == curve_inputs.INPUTS.keys()
    readers = {work.id for work in curve_works.WORKS if not work.args}
    assert readers == curve_works.READERS.keys()
    assert len({work.id for work in curve_works.WORKS}) == len(curve_works.WORKS)
