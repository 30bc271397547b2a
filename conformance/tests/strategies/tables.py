# SPDX-License-Identifier: Apache-2.0
"""Histories of merge-on-read tables as steps."""

from __future__ import annotations

from history_model import KEYS, Compact, Rollback, Schedule, Step, Write
from hypothesis import strategies as st

_ENTRY = st.tuples(st.integers(1, 4), st.one_of(st.text("xyz", min_size=1, max_size=3), st.none()))
_ENTRIES = st.dictionaries(st.sampled_from(KEYS), _ENTRY, min_size=1, max_size=4)
_WRITE = st.builds(Write, _ENTRIES, st.sampled_from([True, True, True, False]), st.booleans())
_FIRST = st.builds(
    Write, st.fixed_dictionaries({key: st.tuples(st.integers(1, 3), st.just("0")) for key in KEYS})
)


@st.composite
def histories(draw: st.DrawFn) -> list[Step]:
    """A first write of all keys, then any steps."""
    later = st.one_of(_WRITE, _WRITE, _WRITE, st.just(Rollback()), st.just(Schedule()), st.just(Compact()))
    return [draw(_FIRST), *draw(st.lists(later, max_size=9))]
