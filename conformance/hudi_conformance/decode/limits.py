# SPDX-License-Identifier: Apache-2.0
"""Memory that reading an input may take [limits.allocation]: a fixed part and a small multiple of its size.

Exceeding a limit is not damage: it raises `LimitExceeded`, and the message names the option that lifts the
limit. The environment variable `HUDI_CONFORMANCE_LIMITS=off` does the same for programs without arguments and
for child processes.
"""

from __future__ import annotations

import os

from hudi_conformance.errors import LimitExceeded

FIXED = 32 << 20  # bytes that any input may take
MULTIPLE = 6  # and this many for each byte of the input
VARIABLE = "HUDI_CONFORMANCE_LIMITS"
OFF = "off"
BYTES_OF_BLOCK = 1000  # of the view of a block without its header's texts
BYTES_OF_ROW = 200  # of a decoded row without its values
BYTES_OF_FINDING = 320  # of a finding and its message
BYTES_OF_VALUE = 40  # of a decoded number or short text


def is_lifted() -> bool:
    """Whether the user has lifted the limits."""
    return os.environ.get(VARIABLE) == OFF


def lift() -> None:
    """Lift the limits for this process and its child processes."""
    os.environ[VARIABLE] = OFF


def allowance(size: int) -> int:
    """Bytes of memory that reading an input of `size` bytes may take."""
    return FIXED + MULTIPLE * size


def check_allowance(num_bytes: int, size: int, what: str) -> None:
    """Reject an allocation beyond the allowance of an input of `size` bytes.

    Raises:
        LimitExceeded: `num_bytes` exceed the allowance and the limits are not lifted.
    """
    if num_bytes > allowance(size) and not is_lifted():
        raise exceeded(f"{what} would take {num_bytes:,} bytes, of {allowance(size):,} allowed for {size:,}")


def check_findings(num: int, size: int) -> None:
    """Reject more findings than an input of `size` bytes is allowed.

    Raises:
        LimitExceeded: as `check_allowance`.
    """
    if num * BYTES_OF_FINDING > allowance(size):
        check_allowance(num * BYTES_OF_FINDING, size, f"{num} findings and more")


def exceeded(message: str) -> LimitExceeded:
    """The exception, with the names of the limit and of the option that lifts it."""
    return LimitExceeded(f"{message} [limits.allocation]; --no-limits or {VARIABLE}={OFF} lifts the limit")
