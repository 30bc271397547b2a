# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of random keys, of both types and several sizes: bytes and answers are Hudi's.

100,000 keys by `tox -e slow`, else 40,000.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hudi_conformance.decode.bloom.stored import StoredBloom, ask_keys
from hudi_conformance.encode.bloom import encode_bloom_description
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.session import implementations, starter

pytestmark = pytest.mark.own_job

IS_WHOLE = "HUDI_CONFORMANCE_WHOLE" in os.environ
NUM_KEYS = 100_000 if IS_WHOLE else 15_000
SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261122"))
_CROSSED = pytest.mark.whole("each release and each type is asked once, these are the other pairs")
PAIRS = [
    ("hudi-java-1.2.1", "SIMPLE"),
    pytest.param("hudi-java-1.2.1", "DYNAMIC_V0", marks=_CROSSED),
    ("hudi-java-0.14.1", "DYNAMIC_V0"),
    pytest.param("hudi-java-0.14.1", "SIMPLE", marks=_CROSSED),
]
ALPHABETS = ("0123456789abcdef", "k0123456789:$\\_-", "aé日😀ж", "".join(map(chr, range(1, 0x250))))
# keys that a filter gets, of how many rows are for, share of wrong answers, most keys of the rows
SIZES = (
    (1, 50, "0.000000001", 200),
    (50, 50, "0.000000001", 200),
    (1_000, 600, "0.01", 1_500),
    (9_000, 5_000, "0.0001", 1 << 14),
    (20_000 if IS_WHOLE else 2_000, 60_000, "0.000000001", 100_000),
    (69_949 if IS_WHOLE else 2_949, 60_000, "0.001", 100_000),
)
MS, MIB = 120_000, 1500


@pytest.fixture(scope="module")
def adapter(request: pytest.FixtureRequest) -> Iterator[Adapter]:
    try:
        adapter = starter(implementations([request.param])[request.param])()
    except CannotStart as error:
        pytest.skip(str(error))
    yield adapter
    adapter.close()


def drawn_keys(seed: str) -> list[str]:
    """Different keys of 1 to 40 characters, some of more than one byte."""
    rng = Random(seed)
    keys: dict[str, None] = {}
    while len(keys) < NUM_KEYS:
        alphabet = rng.choice(ALPHABETS)
        keys["".join(rng.choices(alphabet, k=rng.randint(1, 40)))] = None
    return list(keys)


@pytest.mark.parametrize(("adapter", "kind"), PAIRS, indirect=["adapter"])
def test_bytes_and_answers_are_those_of_hudi(adapter: Adapter, kind: str) -> None:
    keys = drawn_keys(f"{SEED} {kind}")
    assert sum(size[0] for size in SIZES) == NUM_KEYS
    begin = num_possible = num_denied = 0
    for num, num_keys, rate, max_keys in SIZES:
        inside = keys[begin : begin + num]
        begin += num
        write: dict[str, Any] = {"type": kind, "num_keys": num_keys, "error_rate": rate, "keys": inside}
        if kind == "DYNAMIC_V0":
            write["max_keys"] = max_keys
        theirs = adapter.ask("metadata.bloom.write", None, {"write": write}, ms=MS, mib=MIB)
        ours = encode_bloom_description(write).encode("ascii")
        assert theirs.answer == "value", theirs.message
        stored = base64.b64decode(theirs.value["b64"])
        assert stored == ours, (kind, num, rate)
        asked = inside + [f"{key}|" for key in inside]
        args = {"container": "text", "type": kind, "keys": asked}
        answer = adapter.ask("metadata.bloom", ours, args, ms=MS, mib=MIB)
        assert answer.answer == "value", answer.message
        possible = list(ask_keys(StoredBloom(stored, kind), [key.encode() for key in asked]).possible)
        assert possible == answer.value["possible"]
        assert all(possible[:num])
        num_possible += sum(possible)
        num_denied += len(possible) - sum(possible)
    assert num_possible >= NUM_KEYS
    assert num_denied > NUM_KEYS // 2
