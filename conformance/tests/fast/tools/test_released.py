# SPDX-License-Identifier: Apache-2.0
"""`tools/released.py` fails where a stranger would: what cannot be packed, run, or is judged otherwise."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import released
from hudi_conformance import resources
from release import consumers
from release.process import CommandError, empty_place

pytestmark = pytest.mark.skipif(not resources.is_checkout(), reason="files of a checkout")
OK = {"language": "go", "result": "as listed"}


@pytest.mark.parametrize(
    ("outcome", "is_expected"),
    [((10, 2, 2), True), ((10, 0, 0), True), ((10, 2, 1), False), ((0, 0, 0), False)],
)
def test_a_consumer_is_as_listed_only_if_it_judged_something(
    outcome: tuple[int, int, int], *, is_expected: bool
) -> None:
    assert consumers.Outcome(*outcome).is_expected == is_expected


def test_what_cannot_be_packed_or_run_is_a_row_that_fails(tmp_path: Path) -> None:
    [row] = released.consumer_rows(["python"], tmp_path, tmp_path, {"python": "no compiler"})
    assert row == {"language": "python", "result": "failed", "why": "no compiler"}

    def broken() -> released.Row:
        raise CommandError("a command\nits output")

    row = released.timed(broken)
    assert (row["result"], row["why"]) == ("failed", "a command\nits output")


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([OK], 0),
        ([OK, {"language": "rust", "result": "left out", "why": "no cargo"}], 0),
        ([OK, {"language": "rust", "result": "failed", "why": "it"}], 1),
        ([OK, {"language": "rust", "result": "not as listed"}], 1),
        ([], 1),
    ],
)
def test_the_exit_code_is_that_of_the_worst_row(rows: list[released.Row], code: int) -> None:
    assert released.exit_code(rows) == code


def test_a_command_in_an_empty_place_sees_no_cache_of_this_machine(tmp_path: Path) -> None:
    place = empty_place(tmp_path / "place")
    program = "import os; print(os.environ['HOME'], 'PYTHONPATH' in os.environ, 'CARGO_HOME' in os.environ)"
    assert place.run(sys.executable, "-c", program).split() == [
        str(tmp_path / "place/home"),
        "False",
        "False",
    ]
    with pytest.raises(CommandError, match="told"):
        place.run(sys.executable, "-c", "import sys; print('told'); sys.exit(3)")
