# SPDX-License-Identifier: Apache-2.0
"""The garbage collector, kept away while facts are gathered by the hundred thousand."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collections() -> Iterator[None]:
    """Collect no cycles meanwhile: facts of a timeline are kept, and have none.

    Memory is freed as ever where nothing refers to it.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
