# SPDX-License-Identifier: Apache-2.0
"""Samples of long lists; with HUDI_CONFORMANCE_WHOLE, as `tox -e slow` sets it, the complete lists."""

from __future__ import annotations

import os
import zlib

IS_WHOLE = "HUDI_CONFORMANCE_WHOLE" in os.environ
ONE_IN = int(os.environ.get("HUDI_CONFORMANCE_ONE_IN", "1"))
LONG_LIST = 12  # parameters from which on a list is sampled one in `ONE_IN`


def at_length(whole: int, short: int) -> int:
    """How many examples a test draws: few of them in each run, all by `tox -e slow`."""
    return whole if IS_WHOLE else short


def is_sampled(name: str, one_in: int) -> bool:
    """Whether an item is in the sample of one in so many; independent of the other items of a list."""
    return IS_WHOLE or zlib.crc32(name.encode()) % one_in == 0
