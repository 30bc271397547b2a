# SPDX-License-Identifier: Apache-2.0
"""Keys of the metadata table: reader and writer, which share no code, compose the same."""

from __future__ import annotations

import pytest
from hudi_conformance.decode.metadata import keys
from hudi_conformance.decode.metadata.secondary import secondary_key, secondary_part, separator_of, split_key
from hudi_conformance.encode.metadata import keys as written
from hudi_conformance.errors import Reject
from hypothesis import given
from hypothesis import strategies as st
from strategies.metadata import texts


@given(texts(), texts(), texts())
def test_keys_of_statistics_and_filters_are_those_of_the_writer(
    column: str, partition: str, file: str
) -> None:
    assert keys.column_stats_key(column, partition, file) == written.stats_key(
        column, partition, file, is_expression=True
    )
    assert keys.partition_stats_key(column, partition) == written.stats_key(
        column, partition, None, is_expression=False
    )
    assert keys.expression_partition_key(column, partition) == written.stats_key(
        column, partition, None, is_expression=True
    )
    assert keys.bloom_key(partition, file) == written.hashed_partition(partition) + written.hashed_file(file)


@given(texts(40), st.integers(1, 1000))
def test_keys_are_routed_as_the_writer_routes_them(key: str, num_groups: int) -> None:
    assert keys.route(key, num_groups) == written.group_of(key, num_groups)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("a", 97), ("polygenelubricants", -(1 << 31)), ("\U0001f600", 0xD83D * 31 + 0xDE00)],
)
def test_the_hash_of_a_text_is_that_of_java(text: str, expected: int) -> None:
    assert keys.java_hash(text) == expected


@pytest.mark.parametrize("num_groups", [0, -1])
def test_keys_are_not_routed_among_no_groups(num_groups: int) -> None:
    with pytest.raises(ValueError, match="file groups"):
        keys.route("a", num_groups)


@given(st.none() | texts(), texts())
def test_a_secondary_key_is_split_into_its_parts(secondary: str | None, record_key: str) -> None:
    key = secondary_key(secondary, record_key)
    assert split_key(key) == (secondary, record_key)
    assert key[: separator_of(key)] == secondary_part(secondary)


@given(st.text("a\\", max_size=6))
def test_a_key_without_a_dollar_is_not_split(key: str) -> None:
    with pytest.raises(Reject) as error:
        split_key(key)
    assert (error.value.code, error.value.requirement) == ("missing-field", "metadata.secondary.separator")


def test_a_backslash_at_the_end_of_a_record_key_stays() -> None:
    assert split_key("a$b\\") == ("a", "b\\")
