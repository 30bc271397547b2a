# SPDX-License-Identifier: Apache-2.0
"""Lookups that prove only the neighbourhood of a row, on the files of the cases, most of which are small."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
import whole_suite
from callable_adapter import CallableAdapter
from hudi_conformance.adapters.kaitai import python
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.suite import runner
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.session import READER
from sampling import at_length


def test_the_cases_of_lookups_hold_without_the_rest_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    suite, cases = whole_suite.opened()
    prepared = [ready for ready in cases if ready.case.cmd in {"hfile.get", "hfile.prefix"}]
    adapter = CallableAdapter(python.answer)
    readers = {READER: lambda: adapter}
    plan = replace(suite.plan(prepared), readers=readers)
    turn = runner.Turn(
        runner.Participant("near", readers[READER], KnownFailures("near")), plan, runner.Readers(readers)
    )
    monkeypatch.setattr(Lookup.__init__, "__defaults__", (0,))
    verdicts = {ready.case.id: turn.judge_case(adapter, ready)[1].verdict for ready in prepared}
    assert len(verdicts) > 200
    assert {name: verdict for name, verdict in verdicts.items() if verdict not in {"pass", "open"}} == {}


def values_of(data: bytes, row: bytes, len_small: int | None) -> list[bytes] | None:
    """Of the cells of a row; None if the file is rejected."""
    try:
        return [bytes(cell.value) for cell in Lookup(HFile(data), len_small).get(row)]
    except (Reject, LimitExceeded, UnsupportedInput):
        return None


@pytest.mark.parametrize(
    "layout",
    [{}, {"index_block_size": 60, "min_index_entries": 2}, {"encoding": "DIFF"}, {"index_keys": "fake"}],
)
def test_a_flipped_bit_costs_no_row_that_the_whole_file_has(layout: dict[str, Any]) -> None:
    """Without checksums: the answer of a proof of the whole file, or the written one if that rejects."""
    rows = [b"row%02d" % number for number in range(0, 36, 2)]
    cells = [
        {"row": row.hex(), "family_text": "f", "qualifier": "", "value_text": f"v{number}"}
        for number, row in enumerate(rows)
    ]
    plan = {"cells": cells, "checksum": "NULL", "block_size": 60, **layout}
    data = encode_hfile_description(plan).data
    asked = [rows[1], rows[9], b"row09", rows[-1]]
    written = {row: values_of(data, row, None) for row in asked}
    chance = random.Random(len(data))
    for _ in range(at_length(400, 40)):
        damaged = bytearray(data)
        damaged[chance.randrange(HFile(data).trailer.ofs)] ^= 1 << chance.randrange(8)
        for row in asked:
            near, whole = (values_of(bytes(damaged), row, len_small) for len_small in (0, None))
            assert near == whole or (whole is None and near == written[row])
