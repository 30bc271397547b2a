# SPDX-License-Identifier: Apache-2.0
"""Equality of Parquet files by their columns and rows."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq


def same_table(left: bytes, right: bytes) -> bool:
    """Whether two Parquet files hold the same columns and rows."""
    try:
        first, second = (pq.read_table(io.BytesIO(data)) for data in (left, right))
    except (pa.ArrowException, OSError):
        return False
    return bool(first.equals(second, check_metadata=True))
