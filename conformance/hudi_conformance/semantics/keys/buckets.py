# SPDX-License-Identifier: Apache-2.0
"""Simple buckets: the bucket of a record key, the file group of a bucket [bucket.simple.*]."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from struct import unpack

from hudi_conformance.errors import Reject
from hudi_conformance.model.bucket import HashingConfig
from hudi_conformance.semantics.keys.record_key import key_values
from hudi_conformance.semantics.merge.rules import Line

LEN_PREFIX = 8
_MASK, _SIGN = 2**32 - 1, 2**31 - 1
_DIGITS = re.compile(r"[0-9]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-0", re.ASCII)


def bucket_hash(values: Sequence[str | None]) -> int:
    """Hash of the values of hash fields, as of a list of strings in Java [bucket.simple.hash]."""
    total = 1
    for value in values:
        total = (31 * total + (0 if value is None else _text_hash(value))) & _MASK
    return total & _SIGN


def _text_hash(text: str) -> int:
    units = text.encode("utf-16-le", "surrogatepass")
    total = 0
    for unit in unpack(f"<{len(units) // 2}H", units):
        total = (31 * total + unit) & _MASK
    return total


def bucket_of(key: str, fields: Sequence[str], num_buckets: int, line: Line) -> int:
    """Bucket of a record key."""
    return bucket_hash(key_values(key, fields, line)) % num_buckets


def prefix_of(bucket: int) -> str:
    """The first eight characters of ids of its file groups [bucket.simple.prefix]."""
    return f"{bucket:08d}"


def bucket_of_file(file_id: str) -> int | None:
    """Bucket in a file id; None for an id without one [bucket.simple.prefix]."""
    return int(file_id[:LEN_PREFIX]) if _DIGITS.fullmatch(file_id) else None


def partition_buckets(config: HashingConfig, partition: str) -> int:
    """Number of buckets of a partition [bucket.partition.rule].

    Raises:
        Reject: bad-value for an unknown rule, or expressions that are not pairs.
    """
    if config.rule.upper() != "REGEX":
        raise Reject("bad-value", None, "bucket.partition.rule", f"rule {config.rule!r:.40}")
    for pattern, number in _rules(config.expressions).items():
        if re.search(pattern, partition):
            return number
    return config.default


def _rules(expressions: str) -> Mapping[str, int]:
    rules: dict[str, int] = {}
    for expression in expressions.rstrip(";").split(";"):
        pattern, *rest = (part.strip() for part in expression.strip().rstrip(",").split(","))
        if len(rest) != 1 or re.fullmatch(r"[+-]?[0-9]+", rest[0], re.ASCII) is None:
            message = f"{expression!r:.60} is not a pattern and a number"
            raise Reject("bad-value", None, "bucket.partition.rule", message)
        try:
            re.compile(pattern)
        except re.error as error:
            raise Reject("bad-value", None, "bucket.partition.rule", f"{pattern!r:.40}: {error}") from None
        rules.setdefault(pattern, int(rest[0]))
    return rules
