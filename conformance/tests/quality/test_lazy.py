# SPDX-License-Identifier: Apache-2.0
"""What lazy implementations are credited with: no rule for whoever does not look at the input.

`lazy.py` prints the table of all tricks, which `conformance/results.md` shows. The two that read are put to a
sample of the cases; to all with HUDI_CONFORMANCE_WHOLE set, as `tox -e slow` does.
"""

from __future__ import annotations

import os

import lazy
import pytest
from hudi_conformance.suite import runner

SUITE, CASES = lazy.opened()
TRICKS = lazy.tricks(SUITE, CASES)
EACH = 1 if "HUDI_CONFORMANCE_WHOLE" in os.environ else 13
READING = ("unedited-base", "edited-is-bad")  # these two decode inputs, and know too much for their own good


FIRST_CODES = 2  # codes of rejections that are tried on all cases; the others by `tox -e slow`
_SAME = pytest.mark.whole("more frequent codes are tried on the same cases")
LATER = {f"reject-{code}" for code in lazy.common_codes(CASES)[FIRST_CODES:]}


@pytest.mark.own_job
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[_SAME] if name in LATER else [], id=name)
        for name in sorted(TRICKS.keys() - set(READING))
    ],
)
def test_who_does_not_look_holds_no_rule(name: str) -> None:
    credit = lazy.credit(name, TRICKS[name], SUITE, CASES)
    assert credit.held == 0
    assert credit.exit != runner.EXIT_OK
    assert not credit.is_good


def test_who_supports_nothing_is_not_judged() -> None:
    credit = lazy.credit("unsupported", TRICKS["unsupported"], SUITE, CASES)
    assert (credit.judged, credit.applicable, credit.exit) == (0, 0, runner.EXIT_UNJUDGED)
    assert credit.headline.endswith(": nothing was judged.")


def test_tricks_cover_the_common_reasons() -> None:
    assert {"reject-bad-value", "reject-truncated", "reject-length-mismatch"} <= TRICKS.keys()


@pytest.mark.own_job
@pytest.mark.parametrize("name", READING)
def test_who_reads_only_good_files_breaks_rules(name: str) -> None:
    credit = lazy.credit(name, TRICKS[name], SUITE, CASES[::EACH])
    assert 0 < credit.held < credit.applicable
    assert credit.exit == runner.EXIT_UNEXPECTED
