# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of record keys as canonical JSON."""

from __future__ import annotations

from hudi_conformance.model.bloom import HASHES, BloomAnswers, BloomFilter, BloomGrowth, BloomRow
from hudi_conformance.model.common import JsonValue


def canonical_bloom(answers: BloomAnswers) -> dict[str, JsonValue]:
    """Value of `metadata.bloom`."""
    return {
        "filter": None if answers.filter is None else canonical_filter(answers.filter),
        "min_key": answers.range.low,
        "max_key": answers.range.high,
        "possible": list(answers.possible),
    }


def canonical_filter(found: BloomFilter) -> dict[str, JsonValue]:
    """The parameters of a filter, and how many of its bits are set."""
    value: dict[str, JsonValue] = {
        "type": found.type,
        "rows": [_numbers(row) | {"num_set": row.num_set} for row in found.rows],
    }
    growth = found.growth
    if growth is not None:
        value["growth"] = _numbers(growth) | {
            "num_keys_per_row": growth.num_keys_per_row,
            "num_keys_last_row": growth.num_keys_last_row,
        }
    return value


def _numbers(part: BloomRow | BloomGrowth) -> dict[str, JsonValue]:
    return {"num_hashes": part.num_hashes, "hash": HASHES[part.hash_type], "num_bits": part.num_bits}
