# SPDX-License-Identifier: Apache-2.0
"""Texts, bounds and lists of files as metadata tables hold them."""

from __future__ import annotations

import uuid

from hudi_conformance.model.metadata import Bound, ColumnStats, FileEntry, FileList, Scaled
from hypothesis import strategies as st

INT64 = st.integers(-(1 << 63), (1 << 63) - 1)
SPECIAL = "$\\\0-%/=:.#\"'*?[]^{}~\x7f\x1f é€😀"
"""Characters with a meaning in keys, ids or paths, and some of several bytes or UTF-16 units."""


def texts(max_size: int = 8) -> st.SearchStrategy[str]:
    """Texts in which special characters are frequent."""
    plain = st.characters(codec="utf-8")
    return st.text(st.sampled_from(SPECIAL) | st.sampled_from("aB01") | plain, max_size=max_size)


def file_ids() -> st.SearchStrategy[str]:
    """Ids of data file groups: UUIDs with and without an index, and what resembles them."""
    plain = st.builds(lambda number: str(uuid.UUID(int=number)), st.integers(0, (1 << 128) - 1))
    index = st.sampled_from(["", "-0", "-7", "-07", "-2147483647", "-2147483648", "-x", "-"])
    return st.builds(str.__add__, plain | plain.map(str.upper) | texts(), index)


def file_lists() -> st.SearchStrategy[FileList]:
    """Lists of few names, live and deleted."""
    entry = st.builds(FileEntry, st.integers(0, 3), is_deleted=st.booleans())
    return st.builds(FileList, st.dictionaries(st.sampled_from("abc"), entry, max_size=3))


def decimals() -> st.SearchStrategy[Scaled]:
    """Decimals, of which several have the same value."""
    return st.builds(Scaled, st.binary(min_size=1, max_size=3), st.integers(0, 3))


def int_rows() -> st.SearchStrategy[ColumnStats]:
    """Statistics of a column of ints, some bounds and counts absent."""
    bound = st.none() | st.builds(Bound, st.just("int"), st.integers(-3, 3))
    count = st.none() | st.integers(0, 9)
    return st.builds(
        ColumnStats,
        st.just("c"),
        st.just("f"),
        bound,
        bound,
        count,
        count,
        count,
        count,
        st.booleans(),
        st.booleans(),
        st.none(),
    )
